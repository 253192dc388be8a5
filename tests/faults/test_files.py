"""Faults that come in with a file or go out with one."""

import unicodedata
from pathlib import Path, PureWindowsPath

import pytest

from desktop.core.errors import EditError, LoadError
from desktop.core.model.edits import apply
from desktop.core.store import saving
from desktop.core.store.reading import read
from desktop.core.store.writing import write
from tests.helpers.build import board, encounter, zone

HEAD = "format: 1\nname: X\n"
TITLES = [
    'Hab 7/B: "Rust?" <1>', "a\\b", "CON", "con.txt", "NUL", "com1", "LPT9.yaml", "trailing.",
    "...", " lead", "x" * 260, "*", "|", "tab\there", "two\nlines", "\0", "\u202egnp.exe", "",
    ".hidden", "~", "-rf", "C:", "🐉" * 90, "e\u0301" * 90, "a" * 79 + ".", "aux .x",
]  # fmt: skip


@pytest.mark.fault("L07")
@pytest.mark.parametrize("title", TITLES)
def test_a_proposed_file_name_is_one_everywhere(title: str, tmp_path: Path) -> None:
    name = f"{saving.portable(title)}.yaml"
    assert not set(name) & set('<>:"/\\|?*')
    assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs") for sign in name)
    assert not PureWindowsPath(name).is_reserved()
    assert not name[0].isspace()
    assert name[0] not in ".-~"
    assert not name.removesuffix(".yaml").endswith((".", " "))
    assert len(name.encode()) < 200
    (tmp_path / name).write_text("x", encoding="utf-8")
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.fault("L07")
@pytest.mark.parametrize("title", [each for each in TITLES if "\0" not in each])
def test_the_title_itself_keeps_its_signs(title: str) -> None:
    made = encounter(board(zone("a", (0, 0, 4, 4))), name=title)
    assert read(write(made)).encounter.name == title


@pytest.mark.fault("L10")
@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("board:\n  zones:\n    a: {at: [0, 0, 1, 1]}\n    a: {at: [2, 0, 1, 1]}\n", 6, "a"),
        ("board:\n  zones:\n    a: {exit: true, exit: false}\n", 5, "exit"),
        ("name: Y\n", 3, "name"),
        ("format: 1\n", 3, "format"),
        ("fighters:\n  p: {}\nfighters:\n  q: {}\n", 5, "fighters"),
        ("rulings:\n  cover_stacking: a\n  cover_stacking: b\n", 5, "cover_stacking"),
        ("board:\n  squares:\n    ground: {rows: '.'}\n    ground: {rows: '.'}\n", 6, "ground"),
        ("odd: {x: 1, x: 2}\n", 3, "x"),
    ],
)
def test_a_key_that_stands_twice_is_named_with_its_line(text: str, line: int, word: str) -> None:
    with pytest.raises(LoadError) as caught:
        read(HEAD + text)
    says = [str(each) for each in caught.value.problems]
    assert any(f"line {line}," in each and f"`{word}` stands here twice" in each for each in says)


@pytest.mark.fault("L10")
def test_one_id_for_two_things_of_any_kind_is_refused() -> None:
    text = "board:\n  zones:\n    a: {at: [0, 0, 2, 2]}\nclocks:\n  a: {size: 4}\n"
    with pytest.raises(LoadError, match="a"):
        read(HEAD + text)


BAD_OUTLINES = {
    "a bow tie": [(0, 0), (4, 4), (4, 0), (0, 4)],
    "all in a line": [(0, 0), (2, 0), (4, 0)],
    "two corners": [(0, 0), (4, 4)],
    "a corner twice": [(0, 0), (4, 0), (4, 0), (0, 0)],
    "a spike": [(0, 0), (4, 0), (4, 4), (4, 0)],
    "a figure of eight": [(0, 0), (2, 2), (4, 0), (4, 4), (2, 2), (0, 4)],
    "nothing": [],
}


@pytest.mark.fault("L18")
@pytest.mark.parametrize("shape", [name for name in BAD_OUTLINES if name != "nothing"])
def test_an_outline_that_is_none_is_refused_in_a_file(shape: str) -> None:
    corners = [list(corner) for corner in BAD_OUTLINES[shape]]
    with pytest.raises(LoadError) as caught:
        read(f"{HEAD}board:\n  zones:\n    a: {{outline: {corners}}}\n")
    [problem, *_] = caught.value.problems
    assert (problem.line, problem.path.startswith("board.zones.a")) == (5, True)
    assert problem.says.strip()


@pytest.mark.fault("L18")
@pytest.mark.parametrize("shape", list(BAD_OUTLINES))
def test_an_outline_that_is_none_is_refused_in_an_edit(shape: str) -> None:
    made = encounter(board(zone("a", (0, 0, 4, 4)), size=(12, 12)))
    for edit, given in (
        ("add_zone", {"name": "b", "outline": BAD_OUTLINES[shape]}),
        ("reshape_zones", {"outlines": {"a": BAD_OUTLINES[shape]}}),
    ):
        if shape == "nothing" and edit == "add_zone":
            continue  # a zone may be laid out by the program
        with pytest.raises(EditError) as caught:
            apply(made, edit, **given)
        assert str(caught.value).endswith(".")


@pytest.mark.fault("L18")
def test_a_corner_dragged_across_the_opposite_edge_is_refused() -> None:
    made = encounter(board(zone("a", (2, 2, 4, 4)), size=(12, 12)))
    with pytest.raises(EditError):
        apply(made, "move_corner", zone="a", corner=0, to=(10, 4))


@pytest.mark.fault("X06")
@pytest.mark.parametrize("traits", ["traits: []", "", "traits: null", "traits: ~"])
def test_a_zone_without_traits_is_like_any_other(traits: str) -> None:
    inside = f", {traits}" if traits else ""
    read_back = read(f"{HEAD}board:\n  zones:\n    a: {{at: [0, 0, 4, 4]{inside}}}\n").encounter
    assert read_back.board.zones["a"].traits == ()
    assert read(write(read_back)).encounter == read_back
