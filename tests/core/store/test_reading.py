"""What keeps a file from being read: every kind of problem with its line, column and words."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core import play
from desktop.core.errors import LoadError, LoadProblem, NewerFormatError
from desktop.core.model.encounter import Encounter
from desktop.core.store import fights, reading
from desktop.core.store.reading import read, read_file, text_of_file
from desktop.core.store.writing import write

HEAD = "format: 1\n"


def problems(text: str) -> list[LoadProblem]:
    with pytest.raises(LoadError) as caught:
        read(text, "x.yaml", stock={})
    return list(caught.value.problems)


def only(text: str) -> LoadProblem:
    found = problems(text)
    assert len(found) == 1, found
    return found[0]


CASES = [
    # the text as YAML
    ("a: [1", 1, 4, "", "every [ and { is closed"),
    ("format: 1\n\tname: x", 2, 1, "", "spaces, not tabs"),
    ("", 1, 1, "", "The file is empty"),
    (HEAD + "name: 'x", 2, 7, "", "every quote is closed"),
    (HEAD + "name: a: b", 2, 8, "", "Quote a text that holds a colon"),
    (HEAD + "name: @x", 2, 7, "", "quote a text that begins so"),
    (HEAD + "name x\nspace: b", 3, 1, "", "A key needs a colon"),
    (HEAD + "name: a\x07", 2, 8, "", "Delete the control character"),
    ("- a", 1, 1, "", "not a list"),
    ("format: 1\n---\nformat: 1\n", 2, 1, "", "take out the second `---`"),
    (HEAD + "name: !!str x", 2, 7, "", "Tags such as"),
    (HEAD + "name: *x", 2, 7, "", "undefined alias"),
    (HEAD + "goal: &a {text: x, odd: *a}", 2, 7, "", "holds itself"),
    (HEAD + "board: {zones: {<<: {a: {}}}}", 2, 17, "board.zones.<<", "Merge keys"),
    (HEAD + "goal: {<<: {text: a}}", 2, 8, "goal", "Merge keys"),
    # the format
    ("name: x", 1, 1, "format", "Write `format: 1` as the first line"),
    ("format: one", 1, 9, "format", "whole number, not `one`"),
    (HEAD + "format: 1", 2, 1, "", "stands here twice"),
    # keys
    (HEAD + "name: a\nname: b", 3, 1, "", "The key `name` stands here twice"),
    (HEAD + "board:\n  zones:\n    a: {}\n    a: {}", 5, 5, "board.zones.a", "stands here twice"),
    (HEAD + "odd: {a: 1, a: 2}", 2, 13, "odd", "stands here twice"),
    (HEAD + "fighters: {a/b: {}}", 2, 12, "fighters.a/b", "cannot be an id"),
    (HEAD + "fighters: {'': {}}", 2, 12, "fighters.", "neither is empty"),
    (HEAD + "? [a]\n: b", 2, 3, "", "A key is expected here, but a list"),
    # types
    (HEAD + "name: [a]", 2, 7, "name", "A text is expected here, but a list stands there"),
    (HEAD + "goal: fight", 2, 7, "goal", "A mapping (text, by_round, partial, failure, ...) is"),
    (HEAD + "goal: {by_round: soon}", 2, 18, "goal.by_round", "A whole number of 1 or more"),
    (
        HEAD + "goal: {by_round: 0}",
        2, 18, "goal.by_round", "of 1 or more is expected here, but `0`",
    ),
    (HEAD + "goal: {by_round: '3'}", 2, 18, "goal.by_round", "`3` in quotes stands there. Take"),
    (HEAD + "goal: {by_round: 03}", 2, 18, "goal.by_round", "without leading zeros"),
    (HEAD + "goal: {by_round: 1e3}", 2, 18, "goal.by_round", "`1e3` stands there"),
    (HEAD + "board: {levels: {a: {height: tall}}}", 2, 30, "board.levels.a.height", "A number"),
    (HEAD + "board: {levels: {a: {height: .inf}}}", 2, 30, "board.levels.a.height", "A number"),
    (HEAD + "board: {levels: {a: {height: 1001}}}", 2, 30, "board.levels.a.height", "1,000"),
    (HEAD + "board: {zones: {a: {exit: yes}}}", 2, 27, "board.zones.a.exit", "`true` or `false`"),
    (HEAD + "board: {size: [1, 2, 3]}", 2, 15, "board.size", "A list of 2 is expected"),
    (HEAD + "board: {size: [0, 5]}", 2, 16, "board.size", "from 1 to 1,000"),
    (HEAD + "board: {zones: {a: {at: [0, 0, 0, 4]}}}", 2, 25, "board.zones.a.at", "above 0"),
    (HEAD + "board: {walls: {a: b}}", 2, 16, "board.walls.1", "`along` is missing"),
    (HEAD + "packs: {a: b}", 2, 8, "packs", "A list is expected"),
    # closed lists
    (HEAD + "space: zone", 2, 8, "space", "not `zone`. Did you mean `zones`?"),
    (
        HEAD + "board: {zones: {a: {}, b: {}}, links: {l: {from: a, to: b, kind: laddr}}}",
        2, 66, "board.links.l.kind", "Did you mean `ladder`?",
    ),
    (HEAD + "slots: {jump: hive}", 2, 9, "slots.jump", "economy, test"),
    (HEAD + "cues: {c: {when: end of rounds}}", 2, 18, "cues.c.when", "mean `end of round`?"),
    (HEAD + "cues: {c: {when: end phase 3 x}}", 2, 18, "cues.c.when", "is no moment"),
    (HEAD + "cues: {c: {do: [{ad: dark}]}}", 2, 17, "cues.c.do.1", "Did you mean `add`?"),
    (HEAD + "cues: {c: {do: [{add: dark}]}}", 2, 17, "cues.c.do.1", "`to` is missing here"),
    # traits and kinds of ground
    (HEAD + "board: {traits: [drak]}", 2, 18, "board.traits.1", "Did you mean `dark`?"),
    (
        HEAD + "board: {zones: {a: {traits: [dark, foggy]}}}",
        2, 36, "board.zones.a.traits.2", "Describe it under `traits`",
    ),
    (
        HEAD + "board: {kinds: {mud: {qualities: [slow]}}}",
        2, 35, "board.kinds.mud.qualities.1", "no quality of ground",
    ),
    (
        HEAD + "board: {clouds: [{kind: smoke, squares: [1, 1]}]}",
        2, 25, "board.clouds.1.kind", "Describe it in `board.kinds`",
    ),
    # references
    (
        HEAD + "board: {zones: {a: {level: attic}}}",
        2, 28, "board.zones.a.level", "no level `attic`",
    ),
    (HEAD + "board: {zones: {a: {start: hero}}}", 2, 28, "board.zones.a.start", "mean `heroes`?"),
    (
        HEAD + "board: {zones: {quay: {}}, links: {l: {from: quai, to: quay}}}",
        2, 46, "board.links.l.from", "There is no zone `quai` in this file. Write it, or correct",
    ),
    (
        HEAD + "board: {zones: {quay: {}}, links: {l: {from: quay}}}",
        2, 39, "board.links.l.to", "The id of a zone is expected here, but nothing",
    ),
    (
        HEAD + "board: {zones: {a: {}}, links: {l: {from: a, to: a}}}",
        2, 50, "board.links.l.to", "both ends are the same",
    ),
    (
        HEAD + "board: {zones: {a: {}, b: {}}, links: {l: {from: a, to: b, through: gate}}}",
        2, 69, "board.links.l.through", "no door or feature `gate`",
    ),
    (HEAD + "board: {features: {f: {at: nave}}}", 2, 28, "board.features.f.at", "no zone `nave`"),
    (
        HEAD + "board: {features: {f: {works: [g]}}}",
        2, 32, "board.features.f.works.1", "no door or",
    ),
    (HEAD + "sides: {a: {against: [b]}}", 2, 23, "sides.a.against.1", "no side `b`"),
    (HEAD + "profiles: {p: {side: b}}", 2, 22, "profiles.p.side", "no side `b`"),
    (
        HEAD + "profiles: {cultist: {}}\nfighters: {a: {profile: cultis}}",
        3, 25, "fighters.a.profile", "in this file or the stock",
    ),
    (HEAD + "fighters: {a: {at: nowhere}}", 2, 20, "fighters.a.at", "no zone `nowhere`"),
    (HEAD + "fighters: {a: {side: b}}", 2, 22, "fighters.a.side", "no side `b`"),
    (HEAD + "fighters: {a: {own: {side: b}}}", 2, 28, "fighters.a.own.side", "no side `b`"),
    (
        HEAD + "fighters: {a: {starts: {riding: b}}}",
        2, 33, "fighters.a.starts.riding", "no fighter",
    ),
    (
        HEAD + "fighters: {a: {starts: {in_cover: bush}}}",
        2, 35, "fighters.a.starts.in_cover", "bush",
    ),
    (
        HEAD + "profiles: {p: {imperium: {attacks: {gun: {}}}}}\n"
        "fighters: {a: {profile: p, starts: {ammunition: {gnu: 3}}}}",
        3, 55, "fighters.a.starts.ammunition.gnu", "Did you mean `gun`?",
    ),
    (
        HEAD + "groups: {g: {count: 2, members: {C: {hidden: true}}}}",
        2, 37, "groups.g.members.C", "has 2 members, A to B; `C` is none",
    ),
    (HEAD + "clocks: {c: {ticks: full d}}", 2, 21, "clocks.c.ticks", "no clock `d`"),
    (HEAD + "cues: {c: {when: entering x}}", 2, 18, "cues.c.when", "no zone `x`"),
    (HEAD + "cues: {c: {when: start of turn x}}", 2, 18, "cues.c.when", "no fighter, group, clock"),
    (HEAD + "cues: {c: {do: [{tick: d}]}}", 2, 24, "cues.c.do.1.tick", "no clock `d`"),
    (HEAD + "cues: {c: {do: [{door: d, state: open}]}}", 2, 24, "cues.c.do.1.door", "no door `d`"),
    (HEAD + "cues: {c: {do: [{link: d, kind: open}]}}", 2, 24, "cues.c.do.1.link", "no link `d`"),
    (HEAD + "cues: {c: {do: [{bring: [d]}]}}", 2, 26, "cues.c.do.1.bring.1", "fighter or group"),
    (HEAD + "cues: {c: {do: {move: d, to: [1, 1]}}}", 2, 23, "cues.c.do.1.move.1", "fighter or"),
    (HEAD + "cues: {c: {do: [{hurt: d, damage: 1}]}}", 2, 24, "cues.c.do.1.hurt.1", "or zone"),
    (HEAD + "cues: {c: {do: [{remove: d}]}}", 2, 26, "cues.c.do.1.remove.1", "fighter or group"),
    (HEAD + "cues: {c: {do: [{show: d}]}}", 2, 24, "cues.c.do.1.show.1", "no thing `d`"),
    (HEAD + "cues: {c: {do: [{hide: d}]}}", 2, 24, "cues.c.do.1.hide.1", "no thing `d`"),
    (
        HEAD + "board: {zones: {a: {}}}\ncues: {c: {do: [{clear: drak, off: a}]}}",
        3, 25, "cues.c.do.1.clear", "Did you mean `dark`?",
    ),
    (
        HEAD + "cues: {c: {do: [{paint: mud, squares: [1, 1]}]}}",
        2, 25, "cues.c.do.1.paint", "kind of ground `mud`",
    ),
    # ids
    (
        HEAD + "board: {zones: {quay: {}}}\nfighters: {quay: {}}",
        3, 18, "fighters.quay", "is the id of a zone already. Give the fighter another",
    ),
    # the plan
    (HEAD + "board: {doors: {d: {kind: window}}}", 2, 20, "board.doors.d", "`on` is missing here"),
    (HEAD + "board: {doors: {d: }}", 2, 20, "board.doors.d", "`on` is missing here"),
    (HEAD + "board: {features: {f: {stops: {}}}}", 2, 31, "board.features.f.stops.1", "`at` is"),
    (
        HEAD + "board: {zones: {a: {outline: [[0, 0], [4, 4], [4, 0], [0, 4]]}}}",
        2, 30, "board.zones.a.outline", "crosses itself or touches itself",
    ),
    (
        HEAD + "board: {zones: {a: {outline: [[0, 0], [4, 4]]}}}",
        2, 30, "board.zones.a.outline", "at least three corners, not 2",
    ),
    (
        HEAD + "board: {zones: {a: {at: [0, 0, 1, 1], outline: [[0, 0], [4, 4], [4, 0]]}}}",
        2, 39, "board.zones.a", "`outline` says again",
    ),
    (
        HEAD + "board: {walls: [{along: [[0, 0], [1, 1]]}]}",
        2, 25, "board.walls.1.along", "differ in x",
    ),
    (HEAD + "board: {walls: [{along: [[0, 0]]}]}", 2, 25, "board.walls.1.along", "two points"),
    (HEAD + "board: {walls: [{along: [[0, 0], [0, 1.5]]}]}", 2, 25, "board.walls.1.along", "whole"),
    (
        HEAD + "board: {doors: {d: {on: [[0, 0], [0, 0]]}}}",
        2, 25, "board.doors.d.on", "A door runs",
    ),
    (
        HEAD + "board: {size: [4, 3], features: {f: {at: [4, 0]}}}",
        2, 42, "board.features.f.at", "[0, 0] to [3, 2]. Move it, or change `board.size`",
    ),
    (
        HEAD + "board: {size: [4, 3]}\nfighters: {a: {at: [0, 3]}}",
        3, 20, "fighters.a.at", "outside",
    ),
    (HEAD + "fighters: {a: {at: [0, 1000]}}", 2, 20, "fighters.a.at", "lies outside the board"),
    # drawn squares
    (
        HEAD + 'board: {squares: {ground: {legend: {"#": wall}, rows: "#?"}}}',
        2, 55, "board.squares.ground.rows", "Row 1, column 2 holds `?`, which the legend does not",
    ),
    (
        HEAD + "board: {squares: {ground: {legend: {}}}}",
        2, 27, "board.squares.ground", "`rows` is mis",
    ),
    (
        HEAD + 'board: {squares: {ground: {legend: {"#": wal}, rows: "#"}}}',
        2, 36, "board.squares.ground.legend", "Did you mean `wall`?",
    ),
    (
        HEAD + 'board: {squares: {ground: {legend: {".": wall}, rows: "."}}}',
        2, 37, "board.squares.ground.legend", "A single character other than `.`",
    ),
    (
        HEAD + 'board: {size: [1, 1], squares: {ground: {legend: {"#": wall}, rows: ".#"}}}',
        2, 69, "board.squares.ground.rows", "outside the board",
    ),
    (
        HEAD + 'board: {squares: {loft: {legend: {"#": wall}, rows: "#"}}}',
        2, 25, "board.squares.loft", "no level `loft`",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "path", "words"), CASES)
def test_a_problem_names_its_place_and_says_what_would_do(
    text: str, line: int, column: int, path: str, words: str
) -> None:
    problem = only(text)
    assert words in problem.says
    assert (problem.line, problem.column, problem.path) == (line, column, path)
    assert problem.says.endswith((".", "?"))


def test_all_problems_come_at_once_in_the_order_of_the_file() -> None:
    text = HEAD + "space: zone\ngoal: {by_round: 0}\nfighters: {a: {at: x}, b: {profile: y}}\n"
    assert [problem.line for problem in problems(text)] == [2, 3, 4, 4]
    tagged = "name: !a x\nspace: zone\nspace: zones\ngoal: !b {text: [x]}\n"  # and no format
    assert [problem.line for problem in problems(tagged)] == [1, 1, 2, 3, 4, 4]


def test_a_problem_reads_as_a_sentence_with_its_place() -> None:
    with pytest.raises(LoadError, match=r"(?s)dock\.yaml cannot be read:.*line 2, column 8: space"):
        read("format: 1\nspace: zone", Path("dock.yaml"))


def test_a_newer_format_is_refused_with_both_numbers() -> None:
    with pytest.raises(NewerFormatError, match="has format 7; this program reads formats up to 1"):
        read("format: 7\nboard: 3", "x")


def test_aliases_stand_for_what_they_name() -> None:
    text = HEAD + "board: {zones: {a: &z {exit: true}, b: *z}}"
    zones = read(text).encounter.board.zones
    assert zones["b"].exit
    assert zones["b"].id == "b"


def test_aliases_that_blow_a_file_up_are_refused() -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8)]
    problem = only(HEAD + "a0: &a0 [x, x]\n" + "\n".join(levels))
    assert "aliases add too much" in problem.says


def test_what_is_nested_too_deep_is_refused() -> None:
    assert "levels deep" in only(HEAD + "odd: " + "[" * 100 + "]" * 100).says
    assert problems(HEAD + "odd: " + "[" * 3000 + "]" * 3000)
    assert "levels deep" in only(HEAD + "odd: " + "[" * 100 + "'!'" + "]" * 100).says


def test_a_file_that_is_too_large_is_refused() -> None:
    assert "20,000,000" in only("#" * 20_000_001).says


def test_a_file_that_is_no_text_is_refused_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"format: 1\nname: K\xf6ln\n")
    with pytest.raises(LoadError) as caught:
        read_file(path)
    problem = caught.value.problems[0]
    assert (problem.line, problem.column) == (2, 8)
    assert "Save the file as UTF-8" in problem.says


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="There is no such file"):
        read_file(tmp_path / "x.yaml")
    with pytest.raises(LoadError, match=r"It cannot be opened.*Give the name of a file"):
        read_file(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.timeout(20)
def test_nothing_waits_for_a_pipe_that_stands_instead_of_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / f"x{fights.SUFFIX}"
    os.mkfifo(pipe)
    with pytest.raises(LoadError, match=r"Is a pipe.*Give the name of a file"):
        read_file(pipe)
    with pytest.raises(LoadError, match="Is a pipe"):
        fights.read_fight(pipe, play.vocabulary())
    assert fights.unfinished(tmp_path) == []


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfformat: 1\r\nname: a\r\nnotes: |\r\n  b\r\n  c\r\n")
    assert "\r" not in text_of_file(path)
    assert read_file(path).encounter.notes == "b\nc\n"


PIECES = [
    "format: 1\n", "name: ", "board:\n", "  zones:\n", "    a: ", "{at: [0, 0, 4, 4]}", "\n", "- ",
    "[", "]", "{", "}", ": ", "'", '"', "*a", "&a", "!x", "|\n", "#", "\t", "fighters: ", "{a: {}}",
    "null", "~", "1e999", "012", "\x00", "\ud800", "\u2028", "%", "@", "---\n", "? ", "squares: ",
    "cues: {c: {do: [{add: dark", "groups: {g: {members: ", "tables: {a: {1: b}}", "walls: [[1]]",
]  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map("".join))
def test_junk_is_read_or_gives_problems_and_nothing_else(junk: str) -> None:
    for text in (junk, "format: 1\n" + junk):
        found: Encounter | LoadError
        try:
            found = read(text, stock={}).encounter
        except LoadError as error:
            found = error
        if isinstance(found, LoadError):
            assert found.problems
            assert all(problem.says for problem in found.problems)
        else:
            assert read(write(found), stock={}).encounter == found


def test_every_kind_of_line_end_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    for end in (b"\n", b"\r\n", b"\r"):
        path.write_bytes(end.join([b"format: 1", b"# why", b"name: Dock"]))
        loaded = read_file(path)
        assert (loaded.encounter.name, write(loaded.encounter, loaded.kept)) == (
            "Dock", "format: 1\n# why\nname: Dock\n",
        )  # fmt: skip


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a file without end, as POSIX has it")
def test_a_file_without_end_is_said_to_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SIZE_LIMIT", 1000)
    with pytest.raises(LoadError, match="too large; at most 1,000 characters"):
        text_of_file(Path("/dev/zero"))
