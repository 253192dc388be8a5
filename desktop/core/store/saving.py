"""Files to the disk and never half: a new one beside the old, then one takes the other's place."""

import contextlib
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
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")
_UNSAFE = re.compile(r"[^\w.() -]+")
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
    """Whether a file holds something else than it did; a new date alone is no change."""
    try:
        found = path.stat()
    except OSError:
        return False
    if (found.st_mtime_ns, found.st_size) == (since.time, since.size):
        return False
    fresh = stamp_of(path)
    return fresh is not None and fresh.digest != since.digest


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
        raise SaveError(path, "it is write-protected. Save under another name.")
    content = text.encode("utf-8", "replace")
    try:
        _replace(path, content, keep_previous=True)
        found = path.stat()
    except OSError as error:
        reason = error.strerror or str(error)
        raise SaveError(path, f"{reason}. Choose another folder, or free some space.") from error
    return Stamp(found.st_mtime_ns, len(content), hashlib.sha256(content).hexdigest())


def _target(path: Path) -> Path:
    """Return the file that a path leads to. Raises SaveError for what can be no file."""
    try:
        found = path.resolve() if path.is_symlink() else path
        if not found.exists() or found.is_file():
            return found
    except (OSError, RuntimeError) as error:  # a name too long, a link that leads to itself
        reason = getattr(error, "strerror", None) or str(error)
        raise SaveError(path, f"{reason}. Save under another name.") from error
    raise SaveError(path, "something stands there that is no file. Save under another name.")


def _replace(path: Path, content: bytes, *, keep_previous: bool) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".new")
    fresh = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, fresh)
            if keep_previous and path.read_bytes() != content:
                _keep_previous(path)
        elif os.name == "posix":
            fresh.chmod(0o666 & ~_umask())
        take_place(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def take_place(fresh: Path, path: Path) -> None:
    """Let a finished file take the place of another, in one stroke."""
    os.replace(fresh, path)


def _keep_previous(path: Path) -> None:
    """Keep the file under its name and a sign; the name itself is never without a file."""
    previous = path.with_name(path.name + PREVIOUS)
    link = path.with_name(f".{path.name[:40]}{PREVIOUS}.new")
    link.unlink(missing_ok=True)
    try:
        os.link(path, link)
    except OSError:  # a disk without second names for a file
        shutil.copy2(path, link)
    os.replace(link, previous)


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
    if not safe or _RESERVED.fullmatch(safe):
        return f"{safe or 'encounter'}_" if safe else "encounter"
    return safe


def bring_picture(source: Path, folder: Path) -> str:
    """Return a picture's path as an encounter in a folder writes it; one from elsewhere is copied.

    The same picture is copied once only. Raises SaveError where it cannot be copied.
    """
    inside = _inside(source, folder)
    if inside is not None:
        return inside
    try:
        content = source.read_bytes()
        stem, suffix = portable(source.stem), source.suffix.lower()
        for again in range(1, 10_000):
            target = folder / f"{stem}{f'-{again}' if again > 1 else ''}{suffix}"
            if not target.exists():
                _replace(target, content, keep_previous=False)
                return target.name
            if target.stat().st_size == len(content) and target.read_bytes() == content:
                return target.name
    except OSError as error:
        says = f"the picture {source.name} could not be copied ({error.strerror or error})."
        raise SaveError(folder, says) from error
    raise SaveError(folder, f"there are too many pictures called {source.name}.")


def picture_path(folder: Path, picture: str) -> Path | None:
    """Return where an encounter's picture is; None for one outside the encounter's folder."""
    relative = PurePosixPath(picture.replace("\\", "/"))
    if not picture or relative.is_absolute() or ".." in relative.parts or ":" in picture:
        return None
    return folder.joinpath(*relative.parts)


def _inside(source: Path, folder: Path) -> str | None:
    try:
        return source.resolve().relative_to(folder.resolve()).as_posix()
    except (ValueError, OSError):
        return None
