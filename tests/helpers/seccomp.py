"""A seal on the running process, where Linux has it: to make an internet socket is to be killed.

What Python audits is what Python does; the kernel sees what any library does.
"""

import ctypes
import platform
import struct
import sys

_SOCKET_CALL = {"x86_64": (41, 0xC000003E), "aarch64": (198, 0xC00000B7)}
"""The number of the call that makes a socket, and what the kernel calls the machine."""
_AF_INET, _AF_INET6 = 2, 10
_NO_NEW_RIGHTS, _SECCOMP, _FILTER = 38, 22, 2
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_AT_CALL, _AT_MACHINE, _AT_FIRST = 0, 4, 16


class _Program(ctypes.Structure):
    _fields_ = (("count", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def forbid_internet_sockets() -> bool:
    """Seal this process and all it starts; returns whether the system could."""
    known = _SOCKET_CALL.get(platform.machine())
    if sys.platform != "linux" or known is None:
        return False
    call, machine = known
    steps = (
        (_LOAD, 0, 0, _AT_MACHINE), (_EQUAL, 0, 5, machine),
        (_LOAD, 0, 0, _AT_CALL), (_EQUAL, 0, 3, call),
        (_LOAD, 0, 0, _AT_FIRST), (_EQUAL, 2, 0, _AF_INET), (_EQUAL, 1, 0, _AF_INET6),
        (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _KILL),
    )  # fmt: skip
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    held = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(steps), ctypes.addressof(held))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0) != 0:
        return False
    return bool(libc.prctl(_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)
