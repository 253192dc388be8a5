"""Files to the disk and never half: a new one beside the old, then one takes the other's place."""

import contextlib
import errno
import hashlib
import os
import re
import shutil
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from desktop.core.errors import SaveError

PREVIOUS = "~"
"""Behind its name, the file as it was before the last save."""
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))")
_UNSAFE = re.compile(r"[^\w.() -]+")
_NO_PATH = re.compile(r"[:\x00-\x1f\x7f]")
"""No part of a relative path: drives, streams and schemes have a colon."""
LONGEST_NAME = 80
LONGEST_BYTES = 160
"""A disk counts bytes, 255 for a whole name, and a fight's has its date besides."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was when it was read or written, to notice another hand in it."""

    time: int
    """In nanoseconds, as the disk counts."""
    size: int
    digest: str


def stamp_of(path: Path) -> Stamp | None:
    """Return what a file is now; None where there is none to read."""
    try:
        content = path.read_bytes()
        found = path.stat()
    except OSError:
        return None
    return Stamp(found.st_mtime_ns, len(content), hashlib.sha256(content).hexdigest())


def was_changed(path: Path, since: Stamp) -> bool:
    """Whether a file holds something else than it did; a new date alone is no change.

    An old date proves nothing either: disks count in steps, and clocks are set back.
    """
    try:
        found = path.stat()
    except OSError:
        return False
    if found.st_size != since.size:
        return True
    fresh = stamp_of(path)
    return fresh is not None and fresh.digest != since.digest


def remedy(error: OSError) -> str:
    """Return why the disk refused, and what one can do about it, to stand behind a colon."""
    system = error.strerror or str(error)
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return f"the disk is full ({system}). Free some space, or choose another folder."
        case errno.ENOENT | errno.ENOTDIR | errno.ENODEV | errno.ENXIO | errno.ESTALE:
            return (
                f"its folder is not there any more ({system}). Connect its disk or stick again, "
                "or choose another folder."
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return f"its folder cannot be written to ({system}). Choose another folder."
        case errno.EIO:
            return (
                f"the disk does not answer ({system}). Connect it again, or choose another folder."
            )
        case errno.ENAMETOOLONG | errno.EINVAL | errno.ELOOP:
            return f"{system}. Save under another name."
        case _:
            return f"{system}. Choose another folder, or free some space."


def save(path: Path, text: str, *, since: Stamp | None = None, force: bool = False) -> Stamp:
    """Write a file as a whole, keep the previous one beside it, and return what it is now.

    Raises SaveError where that fails, or where another program wrote the file after `since` and
    `force` is not given. The old file then stands as it was.
    """
    path = _target(path)
    if since is not None and not force and was_changed(path, since):
        says = (
            "another program changed it meanwhile. Save under another name, or save all the same."
        )
        raise SaveError(path, says)
    if path.exists() and not os.access(path, os.W_OK):
        raise SaveError(
            path, "it is write-protected. Save under another name, or in another folder."
        )
    content = text.encode("utf-8", "replace")
    try:
        put_whole(path, content, keep_previous=True)
        found = path.stat()
    except OSError as error:
        raise SaveError(path, remedy(error)) from error
    return Stamp(found.st_mtime_ns, len(content), hashlib.sha256(content).hexdigest())


def _target(path: Path) -> Path:
    """Return the file that a path leads to. Raises SaveError for what can be no file."""
    try:
        found = path.resolve() if path.is_symlink() else path
        if not found.exists() or found.is_file():
            return found
    except (OSError, RuntimeError) as error:  # a name too long, a link that leads to itself
        says = remedy(error) if isinstance(error, OSError) else f"{error}. Save under another name."
        raise SaveError(path, says) from error
    raise SaveError(path, "something stands there that is no file. Save under another name.")


def put_whole(path: Path, content: bytes, *, keep_previous: bool = False) -> None:
    """Put a file in its place, whole or not at all, on the disk when this returns.

    Raises OSError; what stood there stands then.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".new")
    fresh, kept = Path(name), None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, fresh)
            if keep_previous and path.read_bytes() != content:
                kept = _second_name(path)
        elif os.name == "posix":
            fresh.chmod(0o666 & ~_umask())
        take_place(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        if kept is not None:
            kept.unlink(missing_ok=True)
        raise
    if kept is not None:
        with contextlib.suppress(OSError):  # it is saved; what was kept has a name until next time
            os.replace(kept, _previous(path))
    sync_folder(path.parent)


def take_place(fresh: Path, path: Path) -> None:
    """Let a finished file take the place of another, in one stroke."""
    os.replace(fresh, path)


def _previous(path: Path) -> Path:
    return path.with_name(path.name + PREVIOUS)


def _second_name(path: Path) -> Path:
    """Give what stands at a path a second name, until a new file stands there.

    So at every moment all there is has a name: the new, the one before it, and the one before that.
    """
    own = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:8]
    name = path.with_name(f".{path.name[:40]}.{own}{PREVIOUS}")
    if name.exists():  # a save was cut off
        if name.samefile(path):
            name.unlink()
        else:  # after the new file took its place, so what was to be kept was not yet
            os.replace(name, _previous(path))
    try:
        os.link(path, name)
    except OSError:  # a disk without second names for a file
        half = name.with_name(f"{name.name}.new")
        try:
            shutil.copy2(path, half)
            os.replace(half, name)
        except BaseException:
            half.unlink(missing_ok=True)
            raise
    return name


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def sync_folder(folder: Path) -> None:
    """Bring a folder's list of names to the disk, where the system can."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # some network disks refuse; the file itself is safe
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def portable(name: str) -> str:
    """Return a file name, without folder or suffix, that every system takes."""
    flat = unicodedata.normalize("NFC", name)
    safe = _UNSAFE.sub("-", flat).strip(" .-")[:LONGEST_NAME]
    safe = safe.encode(errors="ignore")[:LONGEST_BYTES].decode(errors="ignore").strip(" .-")
    return _RESERVED.sub(r"\1_", safe, count=1) if _RESERVED.match(safe) else safe or "encounter"


def bring_picture(source: Path, folder: Path) -> str:
    """Return a picture's path as an encounter in a folder writes it; one from elsewhere is copied.

    The same picture is copied once only. Raises SaveError where it cannot be copied.
    """
    inside = _inside(source, folder)
    if inside is not None and picture_path(folder, inside) == folder / inside:
        return inside
    try:
        content = source.read_bytes()
        stem, suffix = portable(source.stem), source.suffix.lower()
        for again in range(1, 10_000):
            target = folder / f"{stem}{f'-{again}' if again > 1 else ''}{suffix}"
            if not target.exists():
                put_whole(target, content)
                return target.name
            if picture_path(folder, target.name) is None:  # a link to elsewhere
                continue
            if target.stat().st_size == len(content) and target.read_bytes() == content:
                return target.name
    except OSError as error:
        says = f"the picture {source.name} could not be copied ({error.strerror or error})."
        raise SaveError(folder, says) from error
    raise SaveError(folder, f"there are too many pictures called {source.name}.")


def picture_path(folder: Path, picture: str) -> Path | None:
    """Return where an encounter's picture is; None for one outside the encounter's folder.

    A link that leads out of the folder is outside.
    """
    relative = PurePosixPath(picture.replace("\\", "/"))
    if not picture or relative.is_absolute() or ".." in relative.parts or _NO_PATH.search(picture):
        return None
    path = folder.joinpath(*relative.parts)
    try:
        return path if path.resolve().is_relative_to(folder.resolve()) else None
    except (OSError, RuntimeError):  # a link that leads to itself, a name too long
        return None


def _inside(source: Path, folder: Path) -> str | None:
    try:
        return source.resolve().relative_to(folder.resolve()).as_posix()
    except (ValueError, OSError):
        return None
