"""Files that are, or say they are, pictures: small, huge, cut off, turned, and laden."""

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtGui import QColor, QImage

PNG = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, held: bytes) -> bytes:
    """Return a part of a PNG file."""
    return struct.pack(">I", len(held)) + kind + held + struct.pack(">I", zlib.crc32(kind + held))


def png(width: int, height: int, *, rows: Iterable[bytes] = (), more: bytes = b"") -> bytes:
    """Return a grey PNG; without rows it says a size and holds next to nothing."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packer = zlib.compressobj(1)
    body = b"".join(packer.compress(row) for row in rows) + packer.flush()
    return PNG + chunk(b"IHDR", head) + more + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def whole_png(width: int, height: int) -> bytes:
    """Return a grey PNG with every pixel that it says it has."""
    return png(width, height, rows=(b"\0" + b"\x80" * width for _ in range(height)))


def text_bomb(times: int) -> bytes:
    """Return a tiny PNG with packed text that unpacks to eight million letters, so many times."""
    text = zlib.compress(b"A" * 7_900_000, 9)
    more = b"".join(chunk(b"zTXt", b"key%d\0\0" % number + text) for number in range(times))
    return png(4, 4, rows=[b"\0\x80\x80\x80\x80"] * 4, more=more)


def jpeg(path: Path, width: int, height: int) -> bytes:
    """Return a JPEG, red on its left half and blue on its right; `path` is written on the way."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    for x in range(width // 2, width):
        for y in range(height):
            image.setPixelColor(x, y, QColor("blue"))
    assert image.save(str(path), "JPEG", 95)  # type: ignore[call-overload]  # stubs: bytes alone
    return path.read_bytes()


def turned(content: bytes) -> bytes:
    """Return a JPEG whose camera says that it lies on its side (orientation 6)."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    tiff = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 1) + entry + struct.pack(">I", 0)
    exif = b"Exif\0\0" + tiff
    return content[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + content[2:]


def many_passes(content: bytes, times: int) -> bytes:
    """Return a JPEG that begins to refine itself so many times."""
    return content[:-2] + b"\xff\xda\0\x08\x01\x01\0\0\x3f\0" * times + content[-2:]
