"""Saving is whole or not at all, keeps what was there, and notices another hand in a file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop.core.errors import SaveError
from desktop.core.store import saving
from desktop.core.store.saving import (
    bring_picture,
    picture_path,
    portable,
    save,
    stamp_of,
    was_changed,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_is_written_and_an_old_one_is_kept_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "dock.yaml"
    save(path, "one\n")
    assert path.read_bytes() == b"one\n"
    assert names(tmp_path) == ["dock.yaml"]
    save(path, "two ü\n")
    assert path.read_text(encoding="utf-8") == "two ü\n"
    assert (tmp_path / "dock.yaml~").read_text() == "one\n"
    save(path, "two ü\n")  # the same again: what was kept stays
    assert (tmp_path / "dock.yaml~").read_text() == "one\n"
    assert names(tmp_path) == ["dock.yaml", "dock.yaml~"]


def test_a_save_that_breaks_off_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dock.yaml"
    save(path, "one\n")

    def broken(fresh: Path, target: Path) -> None:
        assert fresh.read_text() == "two\n"
        raise KeyboardInterrupt

    monkeypatch.setattr(saving, "take_place", broken)
    with pytest.raises(KeyboardInterrupt):
        save(path, "two\n")
    assert path.read_text() == "one\n"
    assert names(tmp_path) == ["dock.yaml"]


KILLED = """
import sys, time
from pathlib import Path
from desktop.core.store import saving
path = Path(sys.argv[1])
def wait(fresh, target):
    print("written", flush=True)
    time.sleep(60)
if sys.argv[2] == "between":
    saving.take_place = wait
else:
    def loop():
        number = 0
        while True:
            number += 1
            saving.save(path, f"{number}\\n" * 20000)
            if number == 3:
                print("written", flush=True)
    loop()
saving.save(path, "two\\n")
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX")
@pytest.mark.parametrize("when", ["between", "any time"])
def test_a_killed_save_leaves_a_whole_file(tmp_path: Path, when: str) -> None:
    path = tmp_path / "dock.yaml"
    save(path, "one\n")
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path), when], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "written\n"
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    lines = path.read_text().splitlines()
    assert lines == ["one"] if when == "between" else len(lines) == 20000 and len(set(lines)) == 1
    save(path, "three\n")  # and what is left over does not stand in the way
    assert path.read_text() == "three\n"


def test_a_file_that_another_program_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "dock.yaml"
    stamp = save(path, "one\n")
    assert stamp == stamp_of(path)
    assert not was_changed(path, stamp)
    os.utime(path, ns=(1, 1))
    assert not was_changed(path, stamp)  # touched, but the same
    path.write_text("other\n")
    with pytest.raises(SaveError, match="another program changed it"):
        save(path, "two\n", since=stamp)
    assert path.read_text() == "other\n"
    save(path, "two\n", since=stamp, force=True)
    assert path.read_text() == "two\n"
    assert (tmp_path / "dock.yaml~").read_text() == "other\n"


def test_a_file_that_is_gone_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "dock.yaml"
    stamp = save(path, "one\n")
    path.unlink()
    assert not was_changed(path, stamp)
    assert stamp_of(path) is None
    save(path, "two\n", since=stamp)
    assert path.read_text() == "two\n"


def test_a_folder_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"not there any more.*choose another folder"):
        save(tmp_path / "none" / "dock.yaml", "one\n")


def test_a_write_protected_file_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dock.yaml"
    save(path, "one\n")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everything
    with pytest.raises(SaveError, match="write-protected"):
        save(path, "two\n")
    assert path.read_text() == "one\n"


@pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
def test_links_and_modes_stay(tmp_path: Path) -> None:
    target = tmp_path / "real.yaml"
    save(target, "one\n")
    target.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(target)
    save(link, "two\n")
    assert link.is_symlink()
    assert target.read_text() == "two\n"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_disk_without_second_names_keeps_the_previous_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*args: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refused)
    path = tmp_path / "dock.yaml"
    save(path, "one\n")
    save(path, "two\n")
    assert (tmp_path / "dock.yaml~").read_text() == "one\n"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Dock 9 at night", "Dock 9 at night"), ("a/b\\c:d*?", "a-b-c-d"), ("", "encounter"),
        ("...", "encounter"), ("CON", "CON_"), ("com1.x", "com1_.x"), ("Größe 東京", "Größe 東京"),
        ("x" * 200, "x" * 80), (".hidden", "hidden"), ("a\nb", "a-b"),
    ],
)  # fmt: skip
def test_a_file_name_is_portable(name: str, safe: str) -> None:
    assert portable(name) == safe


def test_a_picture_from_elsewhere_is_copied_once(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "encounters", tmp_path / "pictures"
    folder.mkdir()
    elsewhere.mkdir()
    picture = elsewhere / "The dock?.JPG".replace("?", "!")
    picture.write_bytes(b"picture")
    assert bring_picture(picture, folder) == "The dock.jpg"
    assert bring_picture(picture, folder) == "The dock.jpg"
    assert (folder / "The dock.jpg").read_bytes() == b"picture"
    picture.write_bytes(b"another")
    assert bring_picture(picture, folder) == "The dock-2.jpg"
    assert (folder / "The dock.jpg").read_bytes() == b"picture"


def test_a_picture_inside_the_folder_is_named_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    picture = tmp_path / "art" / "a b.png"
    picture.write_bytes(b"")
    assert bring_picture(picture, tmp_path) == "art/a b.png"
    assert picture_path(tmp_path, "art/a b.png") == picture


def test_a_picture_that_cannot_be_copied_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(SaveError, match=r"the picture none\.png could not be copied"):
        bring_picture(tmp_path / "none.png", tmp_path / "folder")


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../x.png", "a/../../x", "C:/x.png", "..\\x"])
def test_a_picture_outside_the_folder_has_no_path(name: str, tmp_path: Path) -> None:
    assert picture_path(tmp_path, name) is None


@pytest.mark.skipif(os.name != "posix", reason="links and devices as POSIX has them")
def test_what_can_be_no_file_is_said_and_never_written(tmp_path: Path) -> None:
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    for path, says in (
        (loop, "loop"),
        (tmp_path / f"{'y' * 300}.yaml", "File name too long"),
        (tmp_path, "no file"),
        (Path("/dev/null"), "no file"),
    ):
        with pytest.raises(SaveError, match=says):
            save(path, "one\n")
    assert names(tmp_path) == ["loop.yaml"]
