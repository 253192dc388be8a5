"""Files of every format that ever was are read, and mean what they meant."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from desktop.core.model.encounter import FORMAT, Encounter
from desktop.core.store.forms import shape_of
from desktop.core.store.reading import read, read_file
from desktop.core.store.rosters import stock
from desktop.core.store.shapes import Record
from desktop.core.store.writing import write

OLD = Path(__file__).parents[2] / "old_files"
EXAMPLE = """\
format: 1
name: The drowned mill
notes: The miller runs for the sail loft when the wheel stops.
for_players: Water runs over the sill.
goal: {text: Stop the wheel, by_round: 6}
rulings: {barrier_cost: move too}
sides:
  heroes: {dice: hand, counters: {superiority: 2}, health: numbers}
  guild: {name: The grain guild, colour: red}
board:
  size: [48, 32]
  traits: [lightly obscured]
  levels:
    floor: {height: 0, picture: {file: mill.jpg, at: [-0.5, 0.25], width: 49.6}}
    loft: {height: 5}
  zones:
    bank: {at: [0, 0, 16, 12], start: heroes, traits: [light cover], exit: true}
    store: {at: [16, 0, 14, 12], sheltered: true, hidden: true, start: guild}
    beam: {level: loft}                           # no outline: laid out from its links
  links:
    bank-store: {from: bank, to: store, through: side door}
    store-beam: {from: store, to: beam, kind: ladder, metres: 5}
  doors:
    side door: {on: [[16, 5], [16, 6]], state: locked, toughness: 40}
  features:
    brake: {at: [20, 3], used: [{add: heavily obscured, to: store, until: end of round +2}]}
fighters:
  ada: {profile: warden, at: bank, starts: {wounds: 3}}
  miller: {profile: magos, side: guild, at: beam, seen_as: A floury shape}
groups:
  carriers: {profile: cultist, count: 6, side: guild, at: store, wounds: each}
clocks:
  wheel: {size: 6, ticks: end of round, full: [{move: carriers, to: bank}]}
cues:
  sluice: {when: start of round 3, text: The sluice breaks, do: [{add: minor hazard, to: store}]}
muted:
  - {issue: L31, at: store, why: they can shut the sluice}
"""
OTHER_KEYS = """\
format: 1
space: squares                # zones (default), squares, measured
square: yard                  # metre (default), yard, inch
packs: [squares]
slots: {fall: squares}
board:
  levels: {floor: {}}
  zones: {pit: {outline: [[0, 0], [5, 0], [0, 4]]}}      # `at:` is [left, top, width, height]
  walls: [{level: floor, along: [[10, 0], [10, 6]]}]     # grid points, as in a door's `on:`
  squares: {floor: {legend: {"~": difficult, "#": wall}, rows: "..~~\\n..##\\n"}}
profiles: {cultist: {size: medium, imperium: {speed: normal}}}
"""


def test_the_example_of_the_format_loads_and_is_written_as_it_stands() -> None:
    loaded = read(EXAMPLE, stock=stock())
    written = write(loaded.encounter, loaded.kept)
    expected = (
        EXAMPLE.replace("height: 0, ", "")
        .replace(", wounds: each", "")
        .replace(
            "sheltered: true, hidden: true, start: guild",
            "start: guild, sheltered: true, hidden: true",
        )
        .replace("}                           # no outline", "}  # no outline")
    )
    assert written == expected
    assert (
        write(read(written, stock=stock()).encounter, read(written, stock=stock()).kept) == written
    )


def test_the_other_keys_of_the_format_load_and_are_written() -> None:
    loaded = read(OTHER_KEYS)
    written = write(loaded.encounter, loaded.kept)
    assert read(written, stock=stock()).encounter == loaded.encounter
    assert (
        write(read(written, stock=stock()).encounter, read(written, stock=stock()).kept) == written
    )
    assert "    pit: {outline: [[0, 0], [5, 0], [0, 4]]}\n" in written
    assert "    - {along: [[10, 0], [10, 6]]}\n" in written
    assert "      rows: |\n        ..~~\n        ..##\n" in written


def test_there_is_a_frozen_sample_of_every_format() -> None:
    for number in range(1, FORMAT + 1):
        assert (OLD / f"format-{number}.yaml").is_file()


@pytest.mark.parametrize("path", sorted(OLD.glob("*.yaml")), ids=lambda path: path.stem)
def test_an_old_file_is_read_and_written_without_loss(path: Path) -> None:
    loaded = read_file(path)
    assert loaded.odd_keys == ()
    written = write(loaded.encounter, loaded.kept)
    assert read(written, stock=stock()).encounter == loaded.encounter
    assert written.startswith("# A frozen sample of format 1")
    assert f"\nformat: {FORMAT}\n" in written


def test_the_sample_of_the_present_format_says_every_key_that_there_is() -> None:
    found = read_file(OLD / f"format-{FORMAT}.yaml").encounter
    unsaid: set[str] = set()
    said: set[str] = set()
    _look(found, said, unsaid)
    named = {"seen_as", "hidden", "tags", "picture", "notes", "name"}
    missing = {key for key in unsaid - said if key.rpartition(".")[2] not in named}
    assert missing == set()
    assert isinstance(shape_of(Encounter), Record)


def _look(value: Any, said: set[str], unsaid: set[str]) -> None:
    if is_dataclass(value):
        shape = shape_of(type(value))
        entries = shape.entries if isinstance(shape, Record) else ()
        for entry in entries:
            own = getattr(value, entry.name)
            (unsaid if own == entry.default else said).add(f"{type(value).__name__}.{entry.name}")
        for item in fields(value):
            _look(getattr(value, item.name), said, unsaid)
    elif isinstance(value, dict):
        for own in value.values():
            _look(own, said, unsaid)
    elif isinstance(value, tuple):
        for own in value:
            _look(own, said, unsaid)
