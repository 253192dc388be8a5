"""What a file holds beside its value survives any edit and save: comments, unknown keys."""

from dataclasses import replace

import pytest

from desktop.core.model.board import Wall, Zone
from desktop.core.model.words import ZoneId
from desktop.core.store.reading import Loaded, read
from desktop.core.store.writing import write

TEXT = """\
# Dock 9
# second night

format: 1
name: Dock 9  # a working title

# who fights
sides:
  cult: {name: Cult of the Lamp}  # they sing

board:  # the place
  zones:

    # where it begins
    quay: {at: [0, 0, 16, 12]}  # wet
    shed:
      at: [16, 0, 14, 12]
      # nobody knows of it
      hidden: true  # yet
      for_players: |  # read it slowly
        A shed. # this is no comment

        It smells.
fighters:
  vex: {notes: "a # b"}
muted:
  # they asked for it
  - {issue: L31, why: they can switch it off}  # really

# the end
"""


def again(loaded: Loaded) -> str:
    return write(loaded.encounter, loaded.kept)


def test_comments_and_blank_lines_stay_where_they_were() -> None:
    assert again(read(TEXT)) == TEXT


def test_a_comment_after_a_text_that_holds_its_sign_stays() -> None:
    text = 'format: 1\nname: "a # b"  # why\nfor_players: "c\\t# d"  # so\n'
    assert again(read(text)) == text


def test_a_text_without_comments_is_written_without() -> None:
    text = "format: 1\nname: a # b\n".replace(" # b", "#b")
    assert again(read(text)) == 'format: 1\nname: "a#b"\n'


def test_comments_survive_an_edit() -> None:
    loaded = read(TEXT)
    board = loaded.encounter.board
    quay = replace(board.zones[ZoneId("quay")], exit=True)
    zones = {
        ZoneId("new"): Zone(id=ZoneId("new")), ZoneId("quay"): quay,
        ZoneId("shed"): board.zones[ZoneId("shed")],
    }  # fmt: skip
    text = write(replace(loaded.encounter, board=replace(board, zones=zones)), loaded.kept)
    expected = TEXT.replace("  zones:\n\n", "  zones:\n    new: {}\n\n").replace(
        "16, 12]}  # wet", "16, 12], exit: true}  # wet"
    )
    assert text == expected


def test_a_comment_on_what_is_gone_moves_to_what_held_it() -> None:
    loaded = read(TEXT)
    zones = {ZoneId("quay"): loaded.encounter.board.zones[ZoneId("quay")]}
    board = replace(loaded.encounter.board, zones=zones)
    text = write(replace(loaded.encounter, board=board), loaded.kept)
    assert "  # nobody knows of it\n  # yet\n  # read it slowly\n  zones:\n" in text
    # and it is at home again when the thing comes back
    assert again(loaded) == TEXT


def test_a_comment_on_a_default_that_is_not_written_is_kept() -> None:
    text = again(
        read("format: 1\nspace: zones  # as ever\nboard: {zones: {a: {exit: false}}}  # b\n")
    )
    assert text == "format: 1\nboard:  # b\n  zones:\n    a: {}\n# as ever\n"


def test_a_comment_inside_brackets_opens_them() -> None:
    text = again(
        read(
            "format: 1\nboard:\n  zones:\n"
            "    a: {at: [0, 0, 4, 4], # the place\n        exit: true}\n"
        )
    )
    assert text == (
        "format: 1\nboard:\n  zones:\n    a:\n"
        "      at: [0, 0, 4, 4]  # the place\n      exit: true\n"
    )
    assert again(read(text)) == text


def test_a_comment_in_a_list_of_effects_stays_with_its_effect() -> None:
    text = (
        "format: 1\ncues:\n  c:\n    do:\n      # first\n      - {say: a}\n"
        "      - say: b  # loudly\n        players: true\n"
    )
    assert again(read(text)) == text


def test_unknown_keys_are_kept_as_they_were_written() -> None:
    text = (
        "format: 1\nname: a\nboard:\n  zones:\n"
        "    quay: {exit: true, smell: 012, tags2: [no, 'yes']}\n"
        'weather: {rain: 1e3, "wind": ~, deep: [{a: b}, 2026-11-30]}\n'
    )
    loaded = read(text)
    written = again(loaded)
    assert 'quay: {exit: true, smell: 012, tags2: [no, "yes"]}' in written
    assert "weather: {rain: 1e3, wind: ~, deep: [{a: b}, 2026-11-30]}" in written
    assert again(read(written)) == written


def test_unknown_keys_come_out_with_their_place_and_what_they_may_mean() -> None:
    loaded = read("format: 1\nboard:\n  zones:\n    quay: {exti: true, colour: red}\n")
    first, second = loaded.odd_keys
    assert (first.path, first.key, first.line, first.column) == (
        ("board", "zones", "quay"), "exti", 4, 12,
    )  # fmt: skip
    assert first.nearest == "exit"
    assert second.nearest == ""


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("board: {traits: [{trait: dark, odd: 1}]}", "- {trait: dark, odd: 1}"),
        ("cues: {c: {do: {say: a, odd: 1}}}", "{do: [{say: a, odd: 1}]}"),
        ("goal: {odd: 1}", "goal: {odd: 1}"),
        ("board: {odd: 1}", "board:\n  odd: 1"),
        ("board: {squares: {ground: {legend: {w: wall}, rows: w, odd: 1}}}", "odd: 1"),
    ],
)
def test_unknown_keys_are_kept_wherever_they_stand(text: str, kept: str) -> None:
    loaded = read("format: 1\n" + text)
    assert [odd.key for odd in loaded.odd_keys] == ["odd"]
    written = again(loaded)
    assert kept in written
    assert again(read(written)) == written


def test_unknown_keys_survive_an_edit() -> None:
    loaded = read("format: 1\nboard: {zones: {a: {odd: 1}}}\n")
    edited = replace(loaded.encounter, name="b")
    assert "a: {odd: 1}" in write(edited, loaded.kept)


def test_an_unknown_key_of_a_thing_that_is_gone_goes_to_what_held_it() -> None:
    loaded = read("format: 1\nboard: {walls: [{along: [[0, 0], [0, 1]], odd: 1}]}\n")
    bare = replace(loaded.encounter, board=replace(loaded.encounter.board, walls=()))
    assert "odd: 1" in write(bare, loaded.kept)


def test_what_stands_at_a_list_item_goes_with_it() -> None:
    text = (
        "format: 1\nboard:\n  walls:\n    - {along: [[0, 0], [0, 1]]}  # first\n"
        "    - {along: [[0, 0], [0, 2]], odd: 2}  # second\n    - {along: [[0, 0], [0, 3]]}\n"
    )
    loaded = read(text)
    board = loaded.encounter.board
    first, second, third = board.walls

    def with_walls(*walls: Wall) -> str:
        encounter = replace(loaded.encounter, board=replace(board, walls=walls))
        return write(encounter, loaded.kept).partition("walls:\n")[2]

    assert with_walls(second, third) == (
        "    - {along: [[0, 0], [0, 2]], odd: 2}  # second\n    - {along: [[0, 0], [0, 3]]}\n"
    )
    assert with_walls(third, second, first).endswith(
        "odd: 2}  # second\n    - {along: [[0, 0], [0, 1]]}  # first\n"
    )
    changed = replace(second, breakable=True)
    assert "breakable: true, odd: 2}  # second\n" in with_walls(first, changed, third)


def test_blank_lines_below_a_block_of_text_stay() -> None:
    text = "format: 1\nnotes: |\n  a\n\n  b\n\nfor_players: |+\n  c\n\ngoal: {text: d}\n"
    loaded = read(text)
    assert loaded.encounter.for_players == "c\n\n"
    assert again(loaded) == text
