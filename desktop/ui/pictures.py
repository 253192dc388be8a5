"""Pictures from files: bounded before they are decoded, upright, and never larger than is shown."""

from __future__ import annotations

import mmap
from collections import OrderedDict
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path

from PySide6.QtCore import QLoggingCategory, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QPixmap

from desktop.core.errors import PictureError
from desktop.core.store.pictures import KINDS, fault_of_file
from desktop.core.store.saving import picture_path

FORMATS = frozenset({"png", "jpeg", "webp", "gif", "bmp"})
"""What is read; drawings (SVG) may name other files, and are not."""
PIXEL_LIMIT = 160_000_000
"""More is not decoded: four bytes each are 640 MB for a moment."""
SHOWN_PIXELS = 8192 * 8192
"""A picture with more is made smaller as it is read: 256 MB."""
PORTRAIT_PIXELS, PORTRAIT_SIDE = 1024 * 1024, 256
SIDE_LIMIT = 32_767
"""Pixels of a side; Qt paints no further."""
KEPT_BYTES = 512_000_000
"""Of the pictures read last; what was not asked for longest goes first."""
JPEG_PASSES = 100
"""A JPEG file that refines itself more often only costs time; real ones have about ten."""
PNG_TEXT_BYTES = 50_000
"""Of packed text in a PNG file, which unpacks to a thousand times as much."""
_ALLOCATION_MB = 700
_NEXT_PASS = b"\xff\xda"
_PNG = b"\x89PNG\r\n\x1a\n"


def size_of(path: Path) -> QSize:
    """Return how many pixels a picture has, upright. Raises PictureError with what is wrong."""
    return _reader(path)[1]


def picture(path: Path, most: int | None = None) -> QImage:
    """Return a picture, upright, made smaller where it has more pixels than `most`.

    `most` is what is shown, if unsaid.
    Raises PictureError with what is wrong with the file.
    """
    most = SHOWN_PIXELS if most is None else most
    reader, size = _reader(path)
    wanted = shown_size(size, most)
    if wanted != size and _scales(reader):
        turned = bool(
            reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
        )
        reader.setScaledSize(wanted.transposed() if turned else wanted)
    image = reader.read()
    if image.isNull():
        raise PictureError(f"{path.name} cannot be read: the file is damaged. Take it from a copy.")
    if image.width() * image.height() > most:
        mode = Qt.TransformationMode.SmoothTransformation
        image = image.scaled(wanted, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
    return image


def shown_size(size: QSize, most: int | None = None) -> QSize:
    """Return how large a picture of a size is kept."""
    share = sqrt((SHOWN_PIXELS if most is None else most) / max(size.width() * size.height(), 1))
    if share >= 1:
        return size
    return QSize(max(1, int(size.width() * share)), max(1, int(size.height() * share)))


def _reader(path: Path) -> tuple[QImageReader, QSize]:
    """Return what reads a picture whose file and size are within bounds, and its size upright."""
    fault = fault_of_file(path)
    if fault:
        raise PictureError(f"{path.name} {fault}. Choose a {KINDS} picture.")
    _prepare()
    reader = QImageReader(str(path))
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    found = bytes(reader.format().data()).decode("ascii", "replace")
    if found not in FORMATS:
        raise PictureError(f"{path.name} is no {KINDS} picture. Save it as one of these.")
    if (found == "jpeg" and _passes(path) > JPEG_PASSES) or (
        found == "png" and _packed_text(path) > PNG_TEXT_BYTES
    ):  # before Qt asks for the size: it unpacks all text on the way
        raise PictureError(f"{path.name} is far more work than a picture is. Save it anew.")
    size = reader.size()
    wide, high = size.width(), size.height()
    if wide <= 0 or high <= 0:
        raise PictureError(f"{path.name} has no size: the file is damaged. Take it from a copy.")
    if wide * high > PIXEL_LIMIT or max(wide, high) > SIDE_LIMIT:
        raise PictureError(
            f"{path.name} has {wide:,} x {high:,} pixels; at most {PIXEL_LIMIT:,} are read, "
            f"{SIDE_LIMIT:,} a side. Make it smaller."
        )
    return reader, size.transposed() if _lies(reader) else size


def _lies(reader: QImageReader) -> bool:
    """Whether a picture is to be turned by a quarter, as cameras say, to stand upright."""
    return bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)


def _scales(reader: QImageReader) -> bool:
    """Whether a format is made smaller as it is read; others would be twice in memory."""
    return reader.supportsOption(QImageIOHandler.ImageOption.ScaledSize)


def _passes(path: Path) -> int:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as held:
        count, at = 0, held.find(_NEXT_PASS)
        while at >= 0 and count <= JPEG_PASSES:
            count += 1
            at = held.find(_NEXT_PASS, at + len(_NEXT_PASS))
        return count


def _packed_text(path: Path) -> int:
    """Return how many bytes of packed text a PNG file has; Qt unpacks all of it."""
    total = 0
    with path.open("rb") as file:
        file.seek(len(_PNG))
        while len(head := file.read(8)) == 8:
            start, length, kind = file.tell(), int.from_bytes(head[:4], "big"), head[4:]
            if kind == b"zTXt" or (kind == b"iTXt" and _is_packed(file.read(82))):
                total += length
            if total > PNG_TEXT_BYTES:
                break
            file.seek(start + length + 4)
    return total


def _is_packed(text: bytes) -> bool:
    """Whether an international text is packed: a flag says so behind its keyword."""
    return text.partition(b"\0")[2][:1] == b"\1"


@cache
def _prepare() -> None:
    """Raise Qt's own limit to ours, and let it be quiet: what is wrong with a file, we say."""
    QImageReader.setAllocationLimit(_ALLOCATION_MB)
    QLoggingCategory.setFilterRules("qt.gui.imageio*=false\nqt.gui.icc=false")


class Kept:
    """The pictures read last, up to so many bytes; a file is known by its path and its time."""

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self._limit = limit
        self._held: OrderedDict[tuple[str, int], QPixmap] = OrderedDict()
        self._faults: dict[tuple[str, int], str] = {}
        self.era = 0
        """Goes up when all pictures are read anew."""

    def pixmap(self, file: str, stamp: int = 0) -> QPixmap:
        """Return a picture; a null one where it cannot be read."""
        key = (file, stamp)
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = self._read(key)
            while len(self._held) > 1 and self.size > self._limit:
                self._held.popitem(last=False)
        self._held.move_to_end(key)
        return found

    @property
    def size(self) -> int:
        """How many bytes are held."""
        return sum(each.width() * each.height() * 4 for each in self._held.values())

    def fault(self, file: str, stamp: int = 0) -> str:
        """Return why a picture that was asked for is a null one; empty where it is not."""
        return self._faults.get((file, stamp), "")

    def forget(self) -> None:
        """Read every picture anew from now on."""
        self._held.clear()
        self._faults.clear()
        self.era += 1

    def _read(self, key: tuple[str, int]) -> QPixmap:
        try:
            return QPixmap.fromImage(picture(Path(key[0])))
        except PictureError as error:
            self._faults[key] = str(error)
            return QPixmap()


KEPT = Kept()


@lru_cache(maxsize=4096)
def path_in(folder: Path | None, picture: str) -> str:
    """Return where an encounter's picture is; empty for one outside its folder, or for none."""
    path = picture_path(folder, picture) if folder is not None and picture else None
    return "" if path is None else str(path)


@lru_cache(maxsize=128)
def portrait_of(file: str) -> QPixmap:
    """Return the middle of a picture as a small square; a null one where it cannot be read."""
    try:
        whole = picture(Path(file), PORTRAIT_PIXELS)
    except PictureError:
        return QPixmap()
    side = min(whole.width(), whole.height())
    middle = whole.copy((whole.width() - side) // 2, (whole.height() - side) // 2, side, side)
    mode = Qt.TransformationMode.SmoothTransformation
    return QPixmap.fromImage(middle.scaledToWidth(min(side, PORTRAIT_SIDE), mode))


def forget() -> None:
    """Read every picture anew from now on: one came, or was brought from elsewhere."""
    KEPT.forget()
    path_in.cache_clear()
    portrait_of.cache_clear()
