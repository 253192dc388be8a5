"""Pictures beside an encounter: inside its folder or not at all, and what is wrong is said."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from desktop import commands
from desktop.core.model.board import Level, LevelPicture
from desktop.core.model.encounter import Encounter, Fighter, Group, Member
from desktop.core.model.pictures import pictures_of, with_pictures
from desktop.core.store import pictures, places
from desktop.core.store.reading import read
from desktop.core.store.saving import bring_picture, picture_path

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8)
OUTSIDE = [
    "", ".", "/etc/passwd", "../map.png", "art/../../map.png", "C:/map.png", "C:map.png",
    "..\\map.png", "\\\\server\\share\\map.png", "//server/share/map.png", "file:///etc/passwd",
    "http://example.org/map.png", "map.png\0.txt", "a\nb.png", "data:image/png;base64,AAAA",
    "~/map.png", "a" * 5000 + ".png", "map.png:stream",
]  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_path_that_leaves_the_folder_is_no_picture(name: str, tmp_path: Path) -> None:
    (tmp_path.parent / "map.png").write_bytes(PNG)
    path = picture_path(tmp_path, name)
    assert path is None or path.is_relative_to(tmp_path)
    assert pictures.fault_of(tmp_path, name)


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
@pytest.mark.parametrize("through", ["link.png", "away/map.png"])
def test_a_link_out_of_the_folder_is_not_followed(through: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "map.png").write_bytes(PNG)
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "link.png").symlink_to(tmp_path / "elsewhere" / "map.png")
    (folder / "away").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert pictures.fault_of(folder, through) == pictures.OUTSIDE
    brought = bring_picture(folder / through, folder)
    assert pictures.fault_of(folder, brought) == ""


@pytest.mark.skipif(os.name != "posix", reason="links and devices as POSIX has them")
def test_a_link_inside_the_folder_is_followed_and_a_loop_or_a_pipe_is_not(tmp_path: Path) -> None:
    (tmp_path / "map.png").write_bytes(PNG)
    (tmp_path / "same.png").symlink_to("map.png")
    (tmp_path / "loop.png").symlink_to("loop.png")
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "folder.png").mkdir()
    assert pictures.fault_of(tmp_path, "same.png") == ""
    for odd in ("loop.png", "pipe.png", "folder.png"):
        assert pictures.fault_of(tmp_path, odd) in (pictures.GONE, pictures.OUTSIDE), odd


@pytest.mark.skipif(os.name != "posix", reason="names that Windows does not have")
@pytest.mark.parametrize("name", ["Hab 7: B.png", "back\\slash.png"])
def test_a_name_that_no_encounter_could_write_is_copied_under_another(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(PNG)
    assert pictures.fault_of(tmp_path, bring_picture(tmp_path / name, tmp_path)) == ""


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (PNG, ""),
        (b"\xff\xd8\xff\xe0", ""),
        (b"RIFF1234WEBP", ""),
        (b"RIFF1234WAVE", "is no PNG"),
        (b"", "is no PNG"),
        (b"just a text", "is no PNG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is no PNG"),
    ],
)
def test_the_first_bytes_tell_a_picture(content: bytes, fault: str, tmp_path: Path) -> None:
    (tmp_path / "map.png").write_bytes(content)
    found = pictures.fault_of(tmp_path, "map.png")
    assert found.startswith(fault)
    assert bool(found) == bool(fault)


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    with path.open("wb") as file:
        file.write(PNG)
        file.truncate(pictures.FILE_LIMIT + 1)
    assert pictures.fault_of(tmp_path, "map.png") == "has 256 MB; at most 256 MB are read"


def gallery() -> Encounter:
    encounter = read(
        """\
format: 1
name: Gallery
board:
  levels:
    floor:
      name: Floor
      picture: map.png
      players_picture: {file: their map.png}
  zones:
    hall: {at: [0, 0, 4, 4], picture: hall.png}
profiles:
  guard: {name: Guard, size: medium, imperium: {speed: normal, wounds: 8}, picture: guard.png}
fighters:
  ada: {name: Ada, profile: guard, side: heroes, at: hall, picture: map.png}
groups:
  gang: {name: Gang, profile: guard, count: 2, members: {B: {picture: gone.png}}}
"""
    ).encounter
    return encounter


def test_every_picture_is_known_with_what_it_is_of() -> None:
    assert [(each.kind, each.id, each.file) for each in pictures_of(gallery())] == [
        ("level", "floor", "map.png"), ("level", "floor", "their map.png"),
        ("zone", "hall", "hall.png"), ("profile", "guard", "guard.png"),
        ("fighter", "ada", "map.png"), ("fighter", "gang/B", "gone.png"),
    ]  # fmt: skip


def test_a_picture_gets_another_name_wherever_it_hangs_and_nothing_else_changes() -> None:
    before = gallery()
    after = with_pictures(before, {"map.png": "art/map.png", "gone.png": "b.png"})
    assert [each.file for each in pictures_of(after)] == [
        "art/map.png", "their map.png", "hall.png", "guard.png", "art/map.png", "b.png",
    ]  # fmt: skip
    assert with_pictures(after, {"art/map.png": "map.png", "b.png": "gone.png"}) == before
    assert with_pictures(before, {"other.png": "x.png"}) is before


def test_a_missing_picture_is_an_issue_of_what_it_is_of(tmp_path: Path) -> None:
    for name in ("their map.png", "hall.png", "guard.png"):
        (tmp_path / name).write_bytes(PNG)
    path = tmp_path / "gallery.yaml"
    from desktop.core.store.writing import write

    path.write_text(write(gallery()), encoding="utf-8")
    loaded = commands.read_file(path)
    issues = [each for each in commands.issues_of(loaded, tmp_path) if each.check == "F05"]
    assert [(each.at[0].kind, each.place, each.says) for each in issues] == [
        ("level", "floor", "The picture map.png of Floor is not there."),
        ("fighter", "ada", "The picture map.png of Ada is not there."),
        ("fighter", "gang/B", "The picture gone.png of Gang B is not there."),
    ]
    assert {each.fix.picture for each in issues if each.fix} == {"map.png", "gone.png"}


def test_a_picture_outside_is_an_issue_that_says_so(tmp_path: Path) -> None:
    level = Level(name="Floor", background=LevelPicture(file="/etc/passwd"))
    made = replace(gallery(), board=replace(gallery().board, levels={"floor": level}))
    found = pictures.faults(tmp_path, (each.file for each in pictures_of(made)))
    assert found["/etc/passwd"] == "lies outside the folder of the encounter"


def test_the_samples_name_no_picture_that_is_not_there() -> None:
    for path in sorted(places.samples().glob("*.yaml")):
        loaded = commands.read_file(path, stock=commands.rosters.stock())
        named = [each.file for each in pictures_of(loaded.encounter)]
        assert pictures.faults(path.parent, named) == {}


def test_a_member_without_a_name_goes_by_its_letter() -> None:
    group = Group(id="gang", name="Gang", profile="guard", members={"C": Member(picture="c.png")})
    lone = Fighter(id="ada", profile="guard", picture="ada.png")
    made = Encounter(fighters={"ada": lone}, groups={"gang": group})
    assert [each.label for each in pictures_of(made)] == ["ada", "Gang C"]
