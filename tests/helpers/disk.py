"""Disks that refuse: write-protected, full or pulled out, as the system tells the program."""

import builtins
import errno
import io
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """Let nothing be written in a folder; to root, too, who may write everywhere."""
    with _refusing(folder, errno.EROFS) as patch:
        opened, os_opened = io.open, os.open

        def no_writing(file: Any, mode: str = "r", *args: Any, **more: Any) -> Any:
            if set(mode) & set("wxa+"):
                patch.check(file)
            return opened(file, mode, *args, **more)

        def no_os_writing(path: Any, flags: int, *args: Any, **more: Any) -> int:
            if flags & WRITING:
                patch.check(path)
            return os_opened(path, flags, *args, **more)

        patch.setattr(io, "open", no_writing)
        patch.setattr(builtins, "open", no_writing)
        patch.setattr(os, "open", no_os_writing)
        yield


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Let nothing more come to the disk of a folder: files can be made, their bytes are refused."""
    with _refusing(folder, errno.ENOSPC) as patch:
        synced = os.fsync

        def no_room(handle: int) -> None:
            try:
                path = os.readlink(f"/proc/self/fd/{handle}")
            except OSError:
                path = str(folder)
            patch.check(path)
            synced(handle)

        patch.setattr(os, "fsync", no_room)
        yield


@contextmanager
def small_disk(at: Path, size: str = "64k") -> Iterator[Path]:
    """Return a folder that is a disk of its own, with room for little; skips where it cannot."""
    at.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(at)], capture_output=True
    )
    if made.returncode:
        pytest.skip("no disk can be made here")
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True)


def fill(disk: Path) -> None:
    """Leave no byte free on a small disk."""
    with (disk / "filler").open("wb", buffering=0) as file:
        for block in (4096, 1):
            while True:
                try:
                    if not file.write(bytes(block)):
                        break
                except OSError:
                    break


class _Refusing(pytest.MonkeyPatch):
    def __init__(self, folder: Path, number: int) -> None:
        super().__init__()
        self._folder = str(folder)
        self._number = number

    def check(self, path: Any) -> None:
        if isinstance(path, int):
            return
        name = os.fspath(path)
        if isinstance(name, str) and (name + os.sep).startswith(self._folder + os.sep):
            raise OSError(self._number, os.strerror(self._number), name)


@contextmanager
def _refusing(folder: Path, number: int) -> Iterator[_Refusing]:
    patch = _Refusing(folder, number)
    try:
        for name in ("replace", "rename", "link", "unlink", "mkdir"):
            real = getattr(os, name)

            def refused(path: Any, *args: Any, real: Any = real, **more: Any) -> Any:
                if number != errno.ENOSPC:
                    patch.check(path)
                return real(path, *args, **more)

            patch.setattr(os, name, refused)
        yield patch
    finally:
        patch.undo()
