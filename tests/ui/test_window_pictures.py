"""A picture that is missing or elsewhere: said once, found again, and never lost from the file."""

import shutil

import pytest
from PySide6.QtWidgets import QApplication

from desktop.ui.session import Ref
from tests.helpers import picture_files as made
from tests.ui.conftest import SMALL
from tests.ui.outside import press, type_file

WITH_PICTURE = SMALL.replace(
    "board:\n", "board:\n  levels:\n    floor: {name: Floor, picture: art/map.png}\n"
)


def settle():
    for _ in range(5):
        QApplication.processEvents()


@pytest.fixture
def folder(tmp_path):
    """Return a folder with an encounter and the picture that it names."""
    here = tmp_path / "here"
    (here / "art").mkdir(parents=True)
    (here / "yard.yaml").write_text(WITH_PICTURE, encoding="utf-8")
    (here / "art" / "map.png").write_bytes(made.whole_png(40, 30))
    return here


def picture_look(window):
    return window.canvas.scene.item_of(Ref("picture", "floor")).look


def f05(window):
    issues = window.bench.panels["issues"]
    issues.look()
    return [each for each in issues.issues if each.check == "F05"]


@pytest.mark.fault("X03")
def test_a_moved_folder_shows_its_picture_as_before(shown, folder, tmp_path):
    window = shown(folder / "yard.yaml")
    window.session.edit("set_field", kind="zone", id="yard", field="notes", value="Changed.")
    assert window.files.save()
    window.close()
    there = tmp_path / "another place"
    shutil.move(folder, there)
    again = shown(there / "yard.yaml")
    settle()
    assert picture_look(again).file == str(there / "art" / "map.png")
    assert str(folder) not in (there / "yard.yaml").read_text(encoding="utf-8")
    assert again.notice.says.text() == ""
    assert f05(again) == []


@pytest.mark.fault("X03")
def test_a_picture_from_elsewhere_is_copied_and_named_without_its_folder(shown, folder, tmp_path):
    window = shown(folder / "yard.yaml")
    (tmp_path / "downloads").mkdir()
    source = tmp_path / "downloads" / "other.png"
    source.write_bytes(made.whole_png(8, 8))
    window.command("file.picture", (str(source), None))
    assert window.session.encounter.board.levels["floor"].background.file == "other.png"
    assert (folder / "other.png").is_file()


@pytest.mark.fault("X03")
def test_a_missing_picture_is_said_once_and_kept_by_a_save(shown, folder):
    (folder / "art" / "map.png").unlink()
    window = shown(folder / "yard.yaml")
    settle()
    assert set(window.session.encounter.board.zones) == {"yard", "shed"}
    assert window.notice.says.text() == "The picture art/map.png is not there; all else is open."
    [issue] = f05(window)
    assert issue.says == "The picture art/map.png of Floor is not there."
    assert issue.fix.says == "Find it…"
    assert picture_look(window).fault == "art/map.png is not there"
    window.session.edit("set_field", kind="zone", id="yard", field="notes", value="Changed.")
    assert window.files.save()
    assert "art/map.png" in (folder / "yard.yaml").read_text(encoding="utf-8")


@pytest.mark.fault("X03")
def test_find_it_puts_the_picture_that_was_found_in_its_place_as_one_step(shown, folder, tmp_path):
    (folder / "art" / "map.png").unlink()
    window = shown(folder / "yard.yaml")
    settle()
    found = tmp_path / "found.png"
    found.write_bytes(made.whole_png(40, 30))
    type_file(found)
    press(window, "Find it…")
    settle()
    assert picture_look(window).file == str(folder / "found.png")
    assert window.session.history == ("Find the picture found.png",)
    assert f05(window) == []
    window.session.undo()
    settle()
    assert picture_look(window).fault == "art/map.png is not there"


@pytest.mark.fault("X03")
def test_the_issue_of_a_missing_picture_finds_it_too_under_its_own_name(shown, folder):
    kept = (folder / "art" / "map.png").read_bytes()
    (folder / "art" / "map.png").unlink()
    window = shown(folder / "yard.yaml")
    settle()
    issues = window.bench.panels["issues"]
    issues.look()
    window.bench.show_issues()
    row = next(each for each in issues.model.rows if each.issue and each.issue.check == "F05")
    issues.jump(row)
    assert window.session.level == "floor"
    (folder / "art" / "map.png").write_bytes(kept)
    type_file(folder / "art" / "map.png")
    issues.fix(row)
    settle()
    assert picture_look(window).file == str(folder / "art" / "map.png")
    assert window.session.history == ()
    assert f05(window) == []


def test_a_picture_outside_the_folder_is_shown_only_after_one_said_so(shown, folder, tmp_path):
    outside = tmp_path / "secret.png"
    outside.write_bytes(made.whole_png(8, 8))
    path = folder / "yard.yaml"
    path.write_text(WITH_PICTURE.replace("art/map.png", str(outside)), encoding="utf-8")
    window = shown(path)
    settle()
    assert "lies outside the folder of the encounter" in window.notice.says.text()
    assert picture_look(window).file == ""
    press(window, "Bring it here")
    settle()
    assert picture_look(window).file == str(folder / "secret.png")
    assert window.session.encounter.board.levels["floor"].background.file == "secret.png"


def test_several_missing_pictures_are_one_sentence(shown, folder):
    text = WITH_PICTURE.replace("name: Guard,", "name: Guard, picture: guard.png,")
    (folder / "yard.yaml").write_text(text, encoding="utf-8")
    (folder / "art" / "map.png").unlink()
    window = shown(folder / "yard.yaml")
    settle()
    assert window.notice.says.text() == (
        "2 pictures are not there; all else is open: art/map.png, guard.png. See the issues."
    )


@pytest.mark.parametrize("content", [b"", b"a text", made.png(20_000, 20_000)])
def test_a_file_that_is_no_picture_is_not_taken_and_not_copied(shown, folder, tmp_path, content):
    bad = tmp_path / "bad.png"
    bad.write_bytes(content)
    window = shown(folder / "yard.yaml")
    settle()
    window.command("file.picture", (str(bad), None))
    assert window.notice.says.text().startswith("bad.png ")
    assert window.session.history == ()
    assert not (folder / "bad.png").exists()
    good = tmp_path / "good.png"
    good.write_bytes(made.whole_png(40, 30))
    window.command("file.picture", (str(good), None))
    assert window.notice.says.text() == ""


@pytest.mark.fault("L37")
def test_a_picture_shown_smaller_than_it_is_says_so(shown, folder, tmp_path, monkeypatch):
    from desktop.ui import pictures

    monkeypatch.setattr(pictures, "SHOWN_PIXELS", 100 * 100)
    big = tmp_path / "big.png"
    big.write_bytes(made.whole_png(400, 200))
    window = shown(folder / "yard.yaml")
    said = []
    monkeypatch.setattr(window, "tell", said.append)
    window.command("file.picture", (str(big), None))
    assert said[-1:] == ["big.png has 400 x 200 pixels; it is shown with 141 x 70."]


@pytest.mark.parametrize("content", [b"a text", made.png(20_000, 20_000)])
def test_a_bad_picture_in_the_folder_leaves_the_rest_as_it_is(shown, folder, content):
    (folder / "art" / "map.png").write_bytes(content)
    window = shown(folder / "yard.yaml")
    settle()
    window.grab()
    look = picture_look(window)
    assert look.fault or look.file
    assert set(window.session.encounter.board.zones) == {"yard", "shed"}
