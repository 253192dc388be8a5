"""What everything that can be referred to has in common."""

import re
from dataclasses import dataclass

_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""The signs by which a text sets the direction of what follows them."""
_POP, _POP_ISOLATE = "\u202c", "\u2069"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A thing with an id; the id is its key in the file and never changes."""

    id: str = ""
    name: str = ""
    """For people; empty means the id serves. May repeat."""
    seen_as: str = ""
    """The only name that leaves the GM's window; empty means `name` may."""
    hidden: bool | None = None
    """Whether players do not know of it at the start; None takes the default of its kind."""
    notes: str = ""
    """For the GM only."""
    picture: str = ""
    """Relative path inside the encounter's folder."""
    tags: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name for the GM."""
        return ended(self.name or self.id)


def one_line(text: str) -> str:
    """Return a text in one line, as a name is: those that were pasted are joined by spaces."""
    return " ".join(filter(None, map(str.strip, text.splitlines())))


def ended(name: str) -> str:
    """Return a name with every direction that it sets ended, so that nothing after it is turned."""
    if name.isascii():
        return name
    ahead: list[str] = []
    for sign in _TURNS.findall(name):
        if sign not in (_POP, _POP_ISOLATE):
            ahead.append(_POP_ISOLATE if sign >= "\u2066" else _POP)
        elif sign in ahead:
            del ahead[-1 - ahead[::-1].index(sign) :]
    return name + "".join(reversed(ahead))
