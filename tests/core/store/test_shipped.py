"""What comes with the program and what is the user's: stock, rosters, catalogue, places, views."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop.core.errors import LoadError
from desktop.core.model.words import ProfileId
from desktop.core.rules.tally import RuleRef
from desktop.core.store import places, recent, rosters
from desktop.core.store.catalogue import catalogue, catalogue_of
from desktop.core.store.reading import read, read_file
from desktop.core.store.writing import write

ROSTER = """\
# the Thursday party
format: 1
name: Thursday
profiles:
  scout: {name: Scout, side: party, imperium: {wounds: 12}}
fighters:
  ada: {profile: scout, side: party, at: somewhere, starts: {wounds: 1}}  # the player's own
  bo: {profile: warden, own: {side: party}}
groups:
  wolves: {profile: scout, count: 3, at: den}
"""


def test_the_stock_is_read_without_a_problem() -> None:
    stock = rosters.stock()
    assert stock
    assert all(profile.id == key and profile.name for key, profile in stock.items())
    assert rosters.stock() is stock


SAMPLES = sorted(places.samples().glob("*.yaml"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_written_as_the_program_would_write_it(path: Path) -> None:
    loaded = read_file(path, stock=rosters.stock())
    assert write(loaded.encounter, loaded.kept) == path.read_text(encoding="utf-8")


def test_the_shortest_sample_has_fifteen_lines() -> None:
    assert min(len(path.read_text("utf-8").splitlines()) for path in SAMPLES) == 15


def test_anybody_can_be_written_down_as_a_hero() -> None:
    found = read(
        "format: 1\nfighters: {ilse: {profile: hero}, vex: {profile: magos}}\n",
        stock=rosters.stock(),
    )
    assert list(found.encounter.fighters) == ["ilse", "vex"]
    assert rosters.stock()[ProfileId("hero")].side == "heroes"


def test_a_roster_is_read_and_written_with_its_comments() -> None:
    loaded = rosters.read_roster(ROSTER, stock=rosters.stock())
    assert list(loaded.roster.fighters) == ["ada", "bo"]
    assert loaded.roster.profiles[ProfileId("scout")].name == "Scout"
    assert rosters.write_roster(loaded.roster, loaded.kept) == ROSTER


def test_a_roster_with_a_reference_to_nothing_is_refused() -> None:
    with pytest.raises(LoadError, match="There is no profile `scuot`"):
        rosters.read_roster(
            ROSTER.replace("ada: {profile: scout", "ada: {profile: scuot"), stock=rosters.stock()
        )
    with pytest.raises(LoadError, match="is the id of a fighter already"):
        rosters.read_roster(ROSTER.replace("  wolves:", "  ada:"), stock=rosters.stock())


def test_the_rosters_of_a_folder_are_listed_with_those_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text(ROSTER)
    (tmp_path / "a.yaml").write_text("format: 1\nfighters: 3\n")
    (first, bad), (second, good) = rosters.rosters_in(tmp_path)
    assert (first.name, second.name) == ("a.yaml", "b.yaml")
    assert isinstance(bad, LoadError)
    assert isinstance(good, rosters.LoadedRoster)
    assert good.roster.name == "Thursday"


def test_the_catalogue_is_read_without_a_problem() -> None:
    found = catalogue()
    assert found.rules
    assert found.rulings
    assert found.checks
    assert len(found.digest) == 16
    assert catalogue() is found
    rule = found.rules[RuleRef("IM-ZONES-07")]
    assert rule.book == "imperium"
    assert rule.title
    assert rule.rulings == ("occupants_destroyed",)
    ruling = found.rulings["run_distance"]
    assert ruling.default == "one zone"
    assert len(ruling.readings) >= 2
    assert found.defaults()["run_distance"] == "one zone"
    assert found.checks["L01"].grade == "warning"


def test_the_digest_of_the_catalogue_follows_its_text() -> None:
    text = "rules:\n  X-01: {title: A, rule: B.}\n"
    one = catalogue_of({Path("a"): text})
    assert one.digest == catalogue_of({Path("b"): text}).digest
    assert one.digest != catalogue_of({Path("a"): text.replace("B.", "C.")}).digest


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rules:\n  X-01: {title: A}\n", "`rule` is missing"),
        ("rules:\n  X-01: {title: A, rule: B, rluings: []}\n", "`rluings` is not known"),
        ("checks:\n  L01: {title: A, grade: grave, says: B}\n", "error, warning, hint"),
        ("rules: [", "is not YAML"),
    ],
)
def test_a_damaged_catalogue_is_said_so(text: str, says: str) -> None:
    with pytest.raises(LoadError, match=says):
        catalogue_of({Path("a.yaml"): text})


def test_what_comes_with_the_program_is_there() -> None:
    assert (places.resources() / "catalogue").is_dir()
    assert places.samples().name in ("encounters", "_encounters")


def test_a_packaged_program_finds_its_own_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_resources").mkdir()
    monkeypatch.setattr(places, "_PACKAGE", tmp_path)
    assert places.resources() == tmp_path / "_resources"
    assert places.samples() == tmp_path.parent / "encounters"


def test_the_users_folders_are_made_in_the_users_home(home: Path) -> None:
    for folder in (
        places.config_folder(), places.data_folder(), places.state_folder(),
        places.rosters_folder(), places.fights_folder(), places.pictures_folder(),
    ):  # fmt: skip
        assert folder.is_dir()
        assert folder.is_relative_to(home)
    assert places.documents_folder().exists()


def test_where_the_home_cannot_be_written_another_folder_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temp"))
    (tmp_path / "temp").mkdir()
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(blocked))
    monkeypatch.setattr(places, "can_write", lambda folder: False)
    assert places.state_folder().is_relative_to(tmp_path / "temp")
    assert places.state_folder().is_dir()


def test_a_folder_that_is_a_file_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert not places.can_write(blocked)
    assert places.can_write(tmp_path / "new" / "deep")


def test_recent_files_come_newest_first_without_those_that_are_gone(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.yaml" for name in "abc"]
    for path in paths:
        path.write_text("")
        recent.remember(path)
    recent.remember(paths[0])
    assert recent.recent_files() == (paths[0], paths[2], paths[1])
    paths[2].unlink()
    recent.forget(paths[1])
    assert recent.recent_files() == (paths[0],)


def test_only_so_many_files_are_remembered(tmp_path: Path) -> None:
    for number in range(recent.MOST + 5):
        path = tmp_path / f"{number}.yaml"
        path.write_text("")
        recent.remember(path)
    assert len(recent.recent_files()) == recent.MOST


def test_a_view_is_kept_by_file_and_never_in_it(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("format: 1\n")
    view: dict[str, Any] = {"zoom": 1.1, "locked": ["features"], "level": "floor"}
    recent.keep_view(path, view)
    assert recent.view_of(path) == view
    assert recent.view_of(tmp_path / "b.yaml") == {}
    assert path.read_text() == "format: 1\n"
    assert [each.name for each in tmp_path.iterdir()] == ["a.yaml"]


def test_damaged_memory_is_forgotten(tmp_path: Path) -> None:
    (places.state_folder() / "recent.json").write_text("{no json")
    assert recent.recent_files() == ()
    recent.remember(tmp_path)
    (places.state_folder() / "recent.json").write_text(json.dumps({"a": 1}))
    assert recent.recent_files() == ()
    for view in (places.state_folder() / "views").glob("*"):
        view.write_text("[]")
    assert recent.view_of(tmp_path) == {}
