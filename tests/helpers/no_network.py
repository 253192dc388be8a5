"""A guard against the network: whatever makes an internet socket, or looks a name up, fails."""

import sys

EVENTS = frozenset({
    "socket.__new__", "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg",
})  # fmt: skip
LOOK_UPS = frozenset({
    "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo",
    "socket.getservbyname", "urllib.Request", "http.client.connect", "ftplib.connect",
    "smtplib.connect", "webbrowser.open",
})  # fmt: skip
AF_UNIX = 1
"""Sockets of one machine; Qt and Python talk to the desktop through them."""


class NetworkUsedError(AssertionError):
    """Something reached for the network."""


class Guard:
    """Notes and refuses, from when it is installed, every reach for the network."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def install(self) -> "Guard":
        """Listen to what Python audits; this cannot be taken back."""
        sys.addaudithook(self._hear)
        return self

    def _hear(self, event: str, given: tuple[object, ...]) -> None:
        if event in LOOK_UPS or (event in EVENTS and not _stays_here(event, given)):
            self.seen.append(f"{event} {given[:4]!r}")
            raise NetworkUsedError(self.seen[-1])


def _stays_here(event: str, given: tuple[object, ...]) -> bool:
    family = given[1] if event == "socket.__new__" else getattr(given[0], "family", None)
    return isinstance(family, int) and (family == AF_UNIX or _adopts(event, family))


def _adopts(event: str, family: int) -> bool:
    """Whether a socket is made around a handle that is there already, whose kind it then asks."""
    return event == "socket.__new__" and family == -1
