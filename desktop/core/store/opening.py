"""Opening files to read them: without ever waiting, and why not in words that say what to do."""

import errno
from pathlib import Path
from typing import BinaryIO

from desktop.core.errors import LoadError, LoadProblem


def opened(path: Path) -> BinaryIO:
    """Open a file to read its bytes. Raises OSError, also for a pipe, which might never answer."""
    if path.is_fifo():
        raise OSError(errno.EINVAL, "Is a pipe")
    return path.open("rb")


def not_opened(path: Path, error: OSError) -> LoadError:
    """Return why a file was not read, and what one can do about it."""
    system = error.strerror or str(error)
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            says = "There is no such file. Check its name and folder."
        case errno.EINVAL | errno.EISDIR | errno.ENXIO | errno.ELOOP | errno.ENAMETOOLONG:
            says = f"It cannot be opened: {system}. Give the name of a file."
        case errno.EACCES | errno.EPERM:
            says = f"It cannot be opened: {system}. Let yourself read it, or take a copy."
        case _:
            says = f"It cannot be opened: {system}. Connect its disk again, or take a copy."
    return LoadError(path, [LoadProblem(0, 0, "", says)])
