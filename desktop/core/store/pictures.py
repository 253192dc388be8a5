"""Pictures beside an encounter: where each is, and what keeps one from being shown."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from desktop.core.store.saving import picture_path

FILE_LIMIT = 256_000_000
"""Bytes; a larger file is not read."""
MEGABYTE = 1_000_000
_BEGINNINGS: Mapping[str, tuple[bytes, ...]] = {
    "PNG": (b"\x89PNG\r\n\x1a\n",), "JPEG": (b"\xff\xd8\xff",), "WebP": (b"RIFF",),
    "GIF": (b"GIF87a", b"GIF89a"), "BMP": (b"BM",),
}  # fmt: skip
KINDS = "PNG, JPEG, WebP, GIF or BMP"
OUTSIDE = "lies outside the folder of the encounter"
GONE = "is not there"


def fault_of(folder: Path, picture: str) -> str:
    """Return what keeps an encounter's picture from being read, as the end of a sentence.

    Empty where nothing does. What is in the file, only its first bytes tell here.
    """
    path = picture_path(folder, picture)
    return OUTSIDE if path is None else fault_of_file(path)


def fault_of_file(path: Path) -> str:
    """Return what keeps a file from being read as a picture, as the end of a sentence."""
    try:
        if not path.is_file():
            return GONE
        with path.open("rb") as file:
            begins, size = file.read(12), path.stat().st_size
    except OSError as error:
        return f"cannot be opened ({error.strerror or error})"
    except ValueError:  # a sign that no path can hold
        return GONE
    if size > FILE_LIMIT:
        return f"has {size // MEGABYTE} MB; at most {FILE_LIMIT // MEGABYTE} MB are read"
    return "" if _kind(begins) else f"is no {KINDS} picture"


def faults(folder: Path, pictures: Iterable[str]) -> Mapping[str, str]:
    """Return the pictures that cannot be read, each with what keeps it from that."""
    found = {picture: fault_of(folder, picture) for picture in dict.fromkeys(pictures)}
    return {picture: fault for picture, fault in found.items() if fault}


def _kind(begins: bytes) -> str | None:
    """Return what kind of picture begins so; None where no kind that is read does."""
    for kind, beginnings in _BEGINNINGS.items():
        if begins.startswith(beginnings) and (kind != "WebP" or begins[8:12] == b"WEBP"):
            return kind
    return None
