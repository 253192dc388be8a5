"""Where a file differs from memory: what may be written short, and how it is written back."""

from typing import Any

import pytest

from desktop.core.model.board import Trait
from desktop.core.model.encounter import Encounter
from desktop.core.model.moments import Moment, moment_of, moment_text
from desktop.core.model.words import Location, Point, Square
from desktop.core.store.forms import LOCATIONS
from desktop.core.store.reading import read
from desktop.core.store.writing import write

HEAD = "format: 1\n"


def encounter(text: str) -> Encounter:
    return read(HEAD + text, stock={}).encounter


def written(text: str) -> str:
    return write(encounter(text)).removeprefix(HEAD)


@pytest.mark.parametrize(
    "text", ["no", "1:30", "012", "1e3", "null", "~", "2026-11-30", "true", "0x1F", "1_000", ".5"]
)
def test_a_text_and_an_id_take_their_scalar_as_written(text: str) -> None:
    found = encounter(f"name: {text}\nnotes: '{text}'\nboard: {{zones: {{{text}: {{}}}}}}\n")
    assert found.name == found.notes == text
    assert list(found.board.zones) == [text]
    assert f'name: "{text}"\n' in write(found)
    assert read(write(found)).encounter == found


def test_a_value_left_empty_says_nothing() -> None:
    found = encounter("name:\ngoal:\nspace: ~\nboard:\n  zones:\n    a:\n  walls: null\nclocks:\n")
    assert found.name == ""
    assert found.goal is None
    assert found.space == "zones"
    assert list(found.board.zones) == ["a"]
    assert found.board.walls == ()
    assert written("goal:\nspace: ~\n") == ""


def test_a_zone_is_at_a_rectangle_or_has_an_outline() -> None:
    zones = encounter(
        "board: {zones: {a: {at: [0, 1, 2.5, 3]}, b: {outline: [[0, 0], [5, 0], [0, 4]]},\n"
        " c: {outline: [[0, 0], [2, 0], [2, 2], [0, 2]]},\n"
        " d: {outline: [[2, 0], [2, 2], [0, 2], [0, 0]]}}}"
    ).board.zones
    a: Any = zones
    assert a["a"].outline == (Point(0, 1), Point(2.5, 1), Point(2.5, 4), Point(0, 4))
    assert a["b"].outline == (Point(0, 0), Point(5, 0), Point(0, 4))
    text = write(Encounter(board=encounter("").board.__class__(zones=zones)))
    assert "a: {at: [0, 1, 2.5, 3]}" in text
    assert "b: {outline: [[0, 0], [5, 0], [0, 4]]}" in text
    assert "c: {at: [0, 0, 2, 2]}" in text
    assert "d: {outline: [[2, 0], [2, 2], [0, 2], [0, 0]]}" in text  # its first corner is kept


def test_a_trait_is_its_word_alone_where_nothing_else_is_said() -> None:
    text = "board:\n  traits:\n    - dark\n    - {trait: light_cover, only: [body, left arm]}\n"
    assert encounter(text).board.traits == (
        Trait("dark"),  # type: ignore[arg-type]
        Trait("light cover", only=("body", "left arm")),  # type: ignore[arg-type]
    )
    assert "    - {trait: light cover, only: [body, left arm]}\n" in written(text)
    assert written("board: {traits: dark}") == "board:\n  traits: [dark]\n"


def test_words_of_traits_kinds_and_lists_are_read_with_underscores_or_spaces() -> None:
    found = encounter(
        "traits: {thick_fog: {says: Nobody sees a thing.}}\n"
        "board: {zones: {a: {traits: [heavily_obscured, thick fog]}}, kinds: {black_ice: {}},\n"
        "  clouds: [{kind: dark_cloud, squares: [1, 1]}, {kind: black ice}]}\n"
        "fighters: {vex: {starts: {off: not_yet_here}}}\n"
    )
    assert list(found.traits) == ["thick fog"]
    assert [trait.word for trait in found.board.zones["a"].traits] == [  # type: ignore[index]
        "heavily obscured", "thick fog",
    ]  # fmt: skip
    assert [cloud.kind for cloud in found.board.clouds] == ["dark cloud", "black ice"]
    assert found.fighters["vex"].starts.off == "not yet here"  # type: ignore[index]


def test_a_picture_of_a_level_may_be_its_file_alone() -> None:
    levels = encounter("board: {levels: {a: {picture: a.jpg, players_picture: {file: b.jpg}}}}")
    level: Any = levels.board.levels
    assert level["a"].background.file == "a.jpg"
    assert level["a"].players_background.file == "b.jpg"
    assert level["a"].picture == ""


def test_a_feature_is_at_a_square_at_squares_or_in_a_zone() -> None:
    text = (
        "board:\n  zones:\n    quay: {}\n  features:\n    a: {at: [20, 3]}\n"
        "    b: {at: [[1, 1], [1, 2]]}\n    c: {at: quay}\n"
    )
    found: Any = encounter(text).board.features
    assert found["a"].squares == (Square(20, 3),)
    assert found["a"].zone is None
    assert found["b"].squares == (Square(1, 1), Square(1, 2))
    assert found["c"].zone == "quay"
    assert found["c"].squares == ()
    assert written(text) == text


def test_a_fighter_is_at_a_zone_or_a_square() -> None:
    text = "board:\n  zones:\n    quay: {}\nfighters:\n  a: {at: quay}\n  b: {at: [3, 4]}\n"
    found: Any = encounter(text).fighters
    assert found["a"].at == "quay"
    assert found["b"].at == Square(3, 4)
    assert written(text) == text


def test_a_profile_has_a_footprint_and_figures_of_each_book() -> None:
    text = "profiles:\n  p: {footprint: 2, imperium: {speed: slow}, squares: {speed: 5}}\n"
    found: Any = encounter(text).profiles
    assert found["p"].squares == 2
    assert found["p"].squares_figures.speed == 5
    assert written(text) == text


def test_one_number_of_armour_stands_for_all_six_places() -> None:
    text = "profiles:\n  p: {imperium: {armour: 3}}\n  q: {imperium: {armour: {head: 1}}}\n"
    found: Any = encounter(text).profiles
    assert found["p"].imperium.armour == dict.fromkeys(LOCATIONS, 3)
    assert found["q"].imperium.armour == {"head": 1}
    assert written(text) == text
    every: dict[Location, int] = dict.fromkeys(LOCATIONS, 3)  # type: ignore[arg-type]
    assert list(every) == list(found["p"].imperium.armour)


def test_conditions_are_a_list_of_names_where_none_says_more() -> None:
    text = (
        "fighters:\n  a: {starts: {conditions: [prone, stunned]}}\n"
        '  b: {starts: {conditions: {prone: "", bleeding: major}}}\n'
    )
    found: Any = encounter(text).fighters
    assert found["a"].starts.conditions == {"prone": "", "stunned": ""}
    assert found["b"].starts.conditions == {"prone": "", "bleeding": "major"}
    assert written(text) == text
    single: Any = encounter("fighters: {a: {starts: {conditions: prone}}}").fighters
    assert single["a"].starts.conditions == {"prone": ""}


def test_a_table_is_its_rows() -> None:
    text = "tables:\n  critical head: {1: A scratch., 5: An ear less.}\n"
    assert encounter(text).tables["critical head"].rows == {1: "A scratch.", 5: "An ear less."}
    assert written(text) == text
    quoted = encounter('tables: {a: {"1": b}}')
    assert quoted.tables["a"].rows == {1: "b"}


def test_a_single_thing_stands_for_a_list_of_one() -> None:
    text = (
        "board: {zones: {shed: {}}}\nfighters: {vex: {}}\n"
        "cues: {c: {do: {move: vex, to: shed}}, d: {do: [{add: dark, to: shed}, {show: [vex]}]}}\n"
    )
    found: Any = encounter(text).cues
    assert found["c"].do[0].move == ("vex",)
    assert found["c"].do[0].to == "shed"
    assert found["d"].do[0].to == ("shed",)
    assert found["d"].do[1].show == ("vex",)
    assert "c: {do: [{move: vex, to: shed}]}" in written(text)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("end of round", Moment("end of round")),
        ("end of round +2", Moment("end of round", 2, True)),
        ("start of round 3", Moment("start of round", 3)),
        ("start_of_round 3", Moment("start of round", 3)),
        ("end phase", Moment("end phase")),
        ("end phase +1", Moment("end phase", 1, True)),
        ("start of turn vex", Moment("start of turn", of="vex")),
        ("end of turn +1 loaders/B", Moment("end of turn", 1, True, "loaders/B")),
        ("end of turn of 12", Moment("end of turn", of="12")),
        ("entering side door", Moment("entering", of="side door")),
        ("leaving 3", Moment("leaving", of="3")),
        ("full alarm", Moment("full", of="alarm")),
        ("by hand", Moment("by hand")),
    ],
)
def test_a_moment_is_one_text(text: str, moment: Moment) -> None:
    assert moment_of(text) == moment
    assert moment_of(moment_text(moment)) == moment


@pytest.mark.parametrize("text", ["", "round 3", "end of round vex", "end of roundel", "+2"])
def test_what_is_no_moment_is_none(text: str) -> None:
    assert moment_of(text) is None


def test_an_unsaid_level_is_the_first_and_is_not_written() -> None:
    text = (
        "board:\n  levels:\n    floor: {}\n    loft: {height: 5}\n  zones:\n    a: {}\n"
        "    b: {level: loft}\n  doors:\n    d: {on: [[1, 1], [1, 2]]}\n"
    )
    found = encounter(text).board
    assert [zone.level for zone in found.zones.values()] == ["floor", "loft"]
    assert found.doors["d"].level == "floor"  # type: ignore[index]
    assert found.first_level == "floor"
    assert written(text) == text
    assert [zone.level for zone in encounter("board: {zones: {a: {}}}").board.zones.values()] == [
        "ground"
    ]


DRAWN = (
    "board:\n  levels:\n    floor: {}\n  kinds:\n    mud: {qualities: [difficult]}\n"
    '  squares:\n    floor:\n      legend: {"~": difficult, "#": wall, m: mud}\n'
    "      rows: |\n        ..~~\n        .m##\n"
)


def test_painted_squares_are_a_drawing_with_a_legend() -> None:
    found: Any = encounter(DRAWN).board.squares
    assert found["floor"] == {
        Square(2, 0): "difficult", Square(3, 0): "difficult",
        Square(1, 1): "mud", Square(2, 1): "wall", Square(3, 1): "wall",
    }  # fmt: skip
    loaded = read(HEAD + DRAWN)
    assert write(loaded.encounter, loaded.kept) == HEAD + DRAWN


def test_the_characters_of_a_legend_are_kept() -> None:
    text = DRAWN.replace('"#": wall', '"%": wall').replace("##", "%%")
    loaded = read(HEAD + text)
    assert ".m%%" in write(loaded.encounter, loaded.kept)
    assert ".m##" in write(loaded.encounter)


def test_blanks_in_a_drawing_are_empty_ground() -> None:
    found: Any = encounter(
        'board: {squares: {ground: {legend: {"#": wall}, rows: "  #\\n\\n#"}}}'
    ).board.squares
    assert list(found["ground"]) == [Square(2, 0), Square(0, 2)]


def test_every_kind_of_ground_finds_a_character() -> None:
    names = [f"kind {number}" for number in range(120)]
    kinds = ", ".join(f"{name}: {{}}" for name in names)
    found = encounter(f"board: {{kinds: {{{kinds}}}}}")
    painted = {Square(x, 0): name for x, name in enumerate(names)}
    object.__setattr__(found.board, "squares", {"ground": painted})
    assert read(write(found)).encounter == found


def test_numbers_are_kept_to_a_thousandth() -> None:
    found = encounter("board: {zones: {a: {at: [0.12345, 1.0, 2, 3.10]}}}")
    assert "a: {at: [0.123, 1, 2, 3.1]}" in write(found)
    assert found.board.zones["a"].outline[0] == Point(0.123, 1)  # type: ignore[index]
    assert "-0" not in written("board: {levels: {a: {height: -0.0001}}}")
