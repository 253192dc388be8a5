"""One board under the three spaces: the same file but for the word, and a fight in each."""

from pathlib import Path

import pytest

from desktop.core import play, script
from desktop.core.rules.actions import Begin
from desktop.core.store import rosters
from desktop.core.store.reading import read_file

ROOT = Path(__file__).parents[4]
GOLDEN = ROOT / "tests" / "golden"
SPACES = ("zones", "squares", "measured")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("space", SPACES)
def test_the_board_is_the_same_file_but_for_its_space(space):
    sample = lines(ROOT / "encounters" / "three-ways.yaml")
    own = lines(GOLDEN / f"three-{space}" / "encounter.yaml")
    assert [line for line in own if not line.startswith("space: ")] == sample


def started(space):
    loaded = read_file(GOLDEN / f"three-{space}" / "encounter.yaml", stock=rosters.stock())
    assert loaded.encounter.space == space
    return play.begin(loaded.encounter, Begin())


@pytest.mark.rule("INQ-SPACE-01")
def test_everybody_stands_where_it_stood_and_distance_means_something_else():
    fights = {space: started(space) for space in SPACES}
    seats = {
        space: {who: (each.level, each.seat) for who, each in fight.state.fighters.items()}
        for space, fight in fights.items()
    }
    assert seats["zones"] == seats["squares"] == seats["measured"]
    says = {
        space: fight.book.space.distance(fight.state, "ilse", "gangers/B").says
        for space, fight in fights.items()
    }
    assert says["zones"].startswith("Long: 2 zones away")
    assert says["squares"] == "Medium: 18 squares"
    assert says["measured"] == "Medium: 18.4 yd"


@pytest.mark.parametrize("space", SPACES)
def test_a_script_of_each_space_plays_to_its_end(space):
    steps = script.read_script(GOLDEN / f"three-{space}" / "script.yaml")
    loaded = read_file(GOLDEN / f"three-{space}" / "encounter.yaml", stock=rosters.stock())
    played = list(script.played(loaded.encounter, steps))
    assert len(played) == len(steps.lines)
    assert not any(each.stopped for each in played)
