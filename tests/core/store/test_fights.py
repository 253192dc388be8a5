"""Fight files: every step on the disk, nothing ever cut, and what a crash tore is skipped."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
import yaml

from desktop.core.errors import LoadError, NewerFormatError, SaveError
from desktop.core.model.board import Board, LevelPicture, Stop, Trait, Zone
from desktop.core.model.edits import EDITS, apply
from desktop.core.model.encounter import Cue, Encounter, Fighter, Goal
from desktop.core.model.moments import Moment, Say, Tick
from desktop.core.model.words import (
    ClockId,
    CueId,
    FighterId,
    LevelId,
    Point,
    ProfileId,
    Square,
    TraitWord,
    ZoneId,
)
from desktop.core.rules.actions import Action, Change, Decree, Do, EndTurn, Walk, Write
from desktop.core.rules.engine import ENGINE
from desktop.core.rules.events import MarkSet, Moved, PlaceChanged, PlaceParts, Said, WoundsTaken
from desktop.core.rules.now import Step
from desktop.core.rules.questions import Answer
from desktop.core.rules.tally import Part, RuleRef, Tally
from desktop.core.store import fights, rosters
from desktop.core.store.plain import Vocabulary

ADA, GROUND = FighterId("ada"), LevelId("ground")
ENCOUNTER = Encounter(
    name="The mill\u2028at \x7f night 🐙",
    board=Board(zones={ZoneId("bank"): Zone(id=ZoneId("bank"))}),
    fighters={ADA: Fighter(id=ADA, profile=ProfileId("warden"), at=ZoneId("bank"))},
)
HEADER = fights.Header(
    program="0.1",
    catalogue="abc",
    packs=("imperium", "squares"),
    slots={"fall": "squares"},
    rulings={"barrier_cost": "move too"},
    encounter=fights.with_profiles(ENCOUNTER, rosters.stock()),
    source="mill.yaml",
)
DAMAGE = Tally(
    key="t", says="damage",
    parts=(Part(key="p", says="knife", does="base", amount=5, rule=RuleRef("IM-X-01")),),
)  # fmt: skip
THIRD = Zone(id=ZoneId("b"), outline=(Point(0.1, 1 / 3),))
WALK = Step(
    Walk(who=ADA, to=Square(1, 2), via=((GROUND, Square(0, 1)),)),
    {"ada|dodge|IM-X": Answer(45), "word": Answer(True, "gm"), "t": Answer("head", "program")},
    (
        Moved(who=ADA, how="walked", level=GROUND, to=Square(1, 2), path=((GROUND, Square(1, 2)),)),
        WoundsTaken(
            who=ADA, damage=DAMAGE, armour=replace(DAMAGE, typed=3), location=None, wounds=2,
            total=2, rule=RuleRef("IM-X-02"),
        ),
        MarkSet(subject="ada", name="aimed", value=True),
        PlaceChanged(
            says="The bank is wet",
            parts=PlaceParts(
                zones={ZoneId("bank"): None, ZoneId("b"): THIRD},
                squares={GROUND: {Square(1, 1): "wall"}},  # type: ignore[dict-item]
                cues={CueId("c"): Cue(id=CueId("c"), do=(Say(say="x"),))},
            ),
        ),
    ),
)  # fmt: skip
SAID = Step(Write(text="a\nb\u2029"), {}, (Said(text="a"),))
END = Step(EndTurn(forced=True, note="late"), {}, ())
WAITS = Step(
    Decree(facts=(Said(text="a"), MarkSet(subject="", name="b", value="c"))), {}, (),
    spare={"k": Answer(3)}, waits="It asks.",
)  # fmt: skip


@pytest.fixture
def vocabulary() -> Vocabulary:
    return fights.vocabulary(ENGINE.actions)


def started(folder: Path, vocabulary: Vocabulary) -> fights.FightWriter:
    return fights.begin(
        folder, "The mill", HEADER, vocabulary, when=datetime(2026, 3, 4, 20, 15, 6)
    )


def test_a_fight_is_told_as_it_was(tmp_path: Path, vocabulary: Vocabulary) -> None:
    with started(tmp_path, vocabulary) as writer:
        for step in (WALK, SAID, END, WAITS):
            writer.step(step)
    fight = fights.read_fight(writer.path, vocabulary)
    assert fight.header.encounter == HEADER.encounter
    assert replace(fight.header, started="") == HEADER
    assert fight.history() == ((WALK, SAID, END, WAITS), 4)
    assert fight.damage == ()
    assert fight.torn == 0
    assert not fight.ended


def test_a_fight_is_read_in_which_somebody_is_called_like_a_profile_of_the_stock(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    warden = FighterId("warden")
    named = Fighter(id=warden, profile=ProfileId("warden"), at=ZoneId("bank"))
    here = fights.with_profiles(
        replace(ENCOUNTER, fighters={warden: named, **ENCOUNTER.fighters}), rosters.stock()
    )
    header = replace(HEADER, encounter=here)
    with fights.begin(tmp_path, "The mill", header, vocabulary) as writer:
        writer.step(SAID)
    assert fights.read_fight(writer.path, vocabulary).header.encounter == here


def test_a_fight_file_is_named_after_its_encounter_and_the_time(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    names = []
    for _ in range(3):
        with started(tmp_path, vocabulary) as writer:
            names.append(writer.path.name)
    first = "The mill.2026-03-04-201506"
    assert names == [f"{first}.fight.yaml", f"{first}-2.fight.yaml", f"{first}-3.fight.yaml"]


def test_a_fight_file_is_a_stream_of_one_line_documents(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    with started(tmp_path, vocabulary) as writer:
        writer.step(WALK)
        writer.cursor(0)
    text = writer.path.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("--- {") for line in lines)
    assert list(yaml.safe_load_all(text)) == [json.loads(line[4:]) for line in lines]


def test_the_header_needs_no_stock(tmp_path: Path, vocabulary: Vocabulary) -> None:
    with started(tmp_path, vocabulary) as writer:
        pass
    profiles = fights.read_fight(writer.path, vocabulary).header.encounter.profiles
    assert profiles[ProfileId("warden")].name == "Warden"


def test_undo_redo_and_a_step_after_undo(tmp_path: Path, vocabulary: Vocabulary) -> None:
    with started(tmp_path, vocabulary) as writer:
        for step in (WALK, SAID, END):
            writer.step(step)
        writer.cursor(1)
        assert fights.read_fight(writer.path, vocabulary).history() == ((WALK, SAID, END), 1)
        writer.cursor(2)
        writer.step(WAITS)
    assert fights.read_fight(writer.path, vocabulary).history() == ((WALK, SAID, WAITS), 3)


def test_steps_taken_again_stand_instead(tmp_path: Path, vocabulary: Vocabulary) -> None:
    with started(tmp_path, vocabulary) as writer:
        for step in (WALK, SAID, END):
            writer.step(step)
        writer.retaken(1, [END, WAITS], 2)
    assert fights.read_fight(writer.path, vocabulary).history() == ((WALK, END, WAITS), 2)


def test_a_fight_goes_on_where_it_was(tmp_path: Path, vocabulary: Vocabulary) -> None:
    with started(tmp_path, vocabulary) as writer:
        writer.step(WALK)
    before = writer.path.read_bytes()
    with fights.resume(writer.path, vocabulary) as again:
        again.step(SAID)
    assert writer.path.read_bytes().startswith(before)
    assert fights.read_fight(writer.path, vocabulary).history() == ((WALK, SAID), 2)


@pytest.mark.parametrize("left", [1, 20, -1, -2, -30])
def test_a_line_cut_off_is_skipped_and_never_cut(
    left: int, tmp_path: Path, vocabulary: Vocabulary
) -> None:
    with started(tmp_path, vocabulary) as writer:
        writer.step(WALK)
        size = writer.path.stat().st_size
        writer.step(SAID)
    whole = writer.path.read_bytes()
    end = size + left if left > 0 else len(whole) + left
    writer.path.write_bytes(whole[:end])
    complete = left == -1  # only the end of the line is missing
    fight = fights.read_fight(writer.path, vocabulary)
    assert fight.history()[0] == ((WALK, SAID) if complete else (WALK,))
    assert fight.torn == (0 if complete else 1)
    assert fight.damage == ()
    with fights.resume(writer.path, vocabulary) as again:
        again.step(END)
        again.cursor(1)
    assert writer.path.read_bytes().startswith(whole[:end])
    fight = fights.read_fight(writer.path, vocabulary)
    assert fight.history()[0] == ((WALK, SAID, END) if complete else (WALK, END))
    assert fight.damage == ()
    assert fight.torn == (0 if complete else 1)


def test_a_write_that_fails_is_said_and_the_next_one_is_whole(
    tmp_path: Path, vocabulary: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(tmp_path, vocabulary) as writer:
        real = os.fsync

        def full(handle: int) -> None:
            os.truncate(writer.path, writer.path.stat().st_size - 5)
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(SaveError, match="could not be added: the disk is full"):
            writer.step(WALK)
        monkeypatch.setattr(os, "fsync", real)
        writer.step(SAID)
    fight = fights.read_fight(writer.path, vocabulary)
    assert fight.history()[0] == (SAID,)
    assert fight.torn == 1
    assert fight.damage == ()


def test_damage_in_the_middle_is_named_and_ends_the_reading(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    with started(tmp_path, vocabulary) as writer:
        for step in (WALK, SAID, END):
            writer.step(step)
    lines = writer.path.read_bytes().split(b"\n")
    for broken, says in (
        (b"--- {broken", "no JSON"),
        (lines[2].replace(b'"Said"', b'"Sung"'), "nothing is known by the name 'Sung'"),
        (lines[2].replace(b'"text"', b'"song"'), "has no song"),
        (b'--- {"cursor": -1}', "not a count"),
        (b'--- {"odd": 1}', "which no fight has"),
    ):
        writer.path.write_bytes(b"\n".join([*lines[:2], broken, *lines[3:]]))
        fight = fights.read_fight(writer.path, vocabulary)
        assert fight.history() == ((WALK,), 1)
        assert [damage.line for damage in fight.damage] == [3]
        assert says in fight.damage[0].says


def test_who_goes_on_with_a_damaged_fight_loses_nothing_of_what_follows(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    with started(tmp_path, vocabulary) as writer:
        for step in (WALK, SAID, END):
            writer.step(step)
    lines = writer.path.read_bytes().split(b"\n")
    writer.path.write_bytes(b"\n".join([*lines[:2], b"--- {broken", *lines[3:]]))
    with fights.resume(writer.path, vocabulary) as again:
        again.retaken(1, (), 1)
        again.step(END)
        again.step(SAID)
        again.cursor(2)
    fight = fights.read_fight(writer.path, vocabulary)
    assert fight.history() == ((WALK, END, SAID), 2)
    assert [damage.line for damage in fight.damage] == [3]


def test_what_is_no_fight_is_said_so(tmp_path: Path, vocabulary: Vocabulary) -> None:
    path = tmp_path / "x.fight.yaml"
    for content in (b"", b"format: 1\n", b"--- {}\n", b"\xff\xfe"):
        path.write_bytes(content)
        with pytest.raises(LoadError, match="no header of a fight"):
            fights.read_fight(path, vocabulary)
    path.write_bytes(b'--- {"fight": 1}\n')
    with pytest.raises(LoadError, match="not whole"):
        fights.read_fight(path, vocabulary)
    path.write_bytes(b'--- {"fight": 9}\n')
    with pytest.raises(NewerFormatError, match="has format 9; this program reads formats up to 1"):
        fights.read_fight(path, vocabulary)
    with pytest.raises(LoadError, match="There is no such file"):
        fights.read_fight(tmp_path / "none.fight.yaml", vocabulary)
    with pytest.raises(SaveError, match="cannot be opened for adding"):
        fights.resume(tmp_path / "none.fight.yaml", vocabulary)
    with pytest.raises(SaveError, match="its folder is not there any more"):
        started(tmp_path / "none", vocabulary)


def test_unfinished_fights_are_found_and_others_left_alone(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    with started(tmp_path, vocabulary) as first, started(tmp_path, vocabulary) as second:
        first.step(WALK)
        second.end()
    os.utime(second.path, (1, 1))
    (tmp_path / "x.fight.yaml").write_text("no fight")
    found = fights.fights_in(tmp_path, tmp_path)
    assert [each.path for each in found] == [first.path, second.path]
    assert [each.ended for each in found] == [False, True]
    assert found[0].name == ENCOUNTER.name
    assert found[0].source == "mill.yaml"
    assert [each.path for each in fights.unfinished(tmp_path)] == [first.path]
    assert fights.read_fight(second.path, vocabulary).ended
    with fights.resume(second.path, vocabulary) as again:
        again.step(SAID)
    assert len(fights.unfinished(tmp_path)) == 2


def test_effects_and_values_of_the_place_stand_in_actions(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    step = Step(Do(effects=(Tick(tick=ClockId("c")), Say(say="x"))), {}, ())
    with started(tmp_path, vocabulary) as writer:
        writer.step(step)
    assert fights.read_fight(writer.path, vocabulary).history() == ((step,), 1)


def test_an_action_that_nobody_knows_is_not_written(tmp_path: Path, vocabulary: Vocabulary) -> None:
    class Dance(Action):
        pass

    with started(tmp_path, vocabulary) as writer, pytest.raises(TypeError, match="Dance"):
        writer.step(Step(Dance(), {}, ()))


PLAYED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.core.store import test_fights as t
from desktop.core.store import fights
with t.started(Path(sys.argv[1]), fights.vocabulary(t.ENGINE.actions)) as writer:
    print(writer.path, flush=True)
    for number in range(100000):
        writer.step(t.WALK)
        if number == 5:
            print("played", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX")
def test_a_killed_program_loses_no_step(tmp_path: Path, vocabulary: Vocabulary) -> None:
    root = str(Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, "-c", PLAYED, str(tmp_path), root], stdout=subprocess.PIPE, text=True,
        cwd=root,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        path = Path(process.stdout.readline().strip())
        assert process.stdout.readline() == "played\n"
        process.send_signal(signal.SIGKILL)
    fight = fights.read_fight(path, vocabulary)
    steps: Any = fight.history()[0]
    assert len(steps) >= 6
    assert set(map(repr, steps)) == {repr(WALK)}
    assert fight.damage == ()
    with fights.resume(path, vocabulary) as again:
        again.step(SAID)
    after = fights.read_fight(path, vocabulary)
    assert after.history()[0] == (*steps, SAID)
    assert after.damage == ()


def reachable() -> set[type]:
    """Return every record of the model that an edit may be given, or an encounter may hold."""
    found: set[type] = set()

    def walk(hint: Any) -> None:
        hint = getattr(hint, "__supertype__", hint)
        for part in get_args(hint):
            walk(part)
        if isinstance(hint, type) and is_dataclass(hint) and hint not in found:
            found.add(hint)
            for part in get_type_hints(hint).values():
                walk(part)

    for spec in EDITS.values():
        for hint in spec.arguments.values():
            walk(hint)
    walk(Encounter)
    return found - {Encounter, Board}


@pytest.mark.parametrize("kind", sorted(reachable(), key=lambda kind: kind.__name__))
def test_whatever_a_change_may_be_given_is_read_again(kind: type, vocabulary: Vocabulary) -> None:
    made = {
        LevelPicture: LevelPicture(file="x.png"), Trait: Trait(TraitWord("dark")),
        Stop: Stop(at=Square(1, 2)), Goal: Goal(text="x"), Moment: Moment("end of round"),
    }  # fmt: skip
    value = made.get(kind) or _smallest(kind)
    plain = json.loads(json.dumps(vocabulary.to_plain({"value": value})))
    assert vocabulary.from_plain(plain) == {"value": value}


def _smallest(kind: type) -> Any:
    hints = get_type_hints(kind)
    needed = [
        item.name
        for item in fields(kind)
        if item.default is MISSING and item.default_factory is MISSING
    ]
    return kind(**{name: _least(hints[name]) for name in needed})


def _least(hint: Any) -> Any:
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    return () if get_origin(hint) is tuple else 1 if hint is int else "x"


def test_a_change_with_numbers_as_keys_fits_again(tmp_path: Path, vocabulary: Vocabulary) -> None:
    step = Step(Change(edit="set_table", arguments={"name": "x", "rows": {1: "a", 5: "b"}}), {}, ())
    with started(tmp_path, vocabulary) as writer:
        writer.step(step)
    (again,), _ = fights.read_fight(writer.path, vocabulary).history()
    assert isinstance(again.action, Change)
    after = apply(ENCOUNTER, again.action.edit, **again.action.arguments)
    assert after == apply(ENCOUNTER, "set_table", name="x", rows={1: "a", 5: "b"})


def test_a_count_of_steps_that_are_not_there_is_damage_and_the_rest_is_read(
    tmp_path: Path, vocabulary: Vocabulary
) -> None:
    with started(tmp_path, vocabulary) as writer:
        writer.step(WALK)
        writer.cursor(3)
        writer.step(SAID)
        writer.retaken(0, [WALK, SAID], 2)
        writer.retaken(0, [WALK], 2)
    file = fights.read_fight(writer.path, vocabulary)
    assert [(each.line, each.says) for each in file.damage] == [
        (3, "The line counts 3 steps; only 1 stand before it."),
        (6, "The line counts 2 steps; only 1 stand before it."),
    ]
    assert file.history() == ((WALK,), 1)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"step": {"action": {"action": "EndTurn"}, "events": 3}}, "a list of `events`"),
        ({"step": {"events": []}}, "a mapping with the key `action`"),
        ({"again": 3, "first": 0, "cursor": 0}, "a list of steps"),
    ],
)
def test_a_line_of_another_shape_is_said_in_words(
    tmp_path: Path, vocabulary: Vocabulary, line: dict[str, Any], says: str
) -> None:
    with started(tmp_path, vocabulary) as writer:
        writer._add(line)
    (damage,) = fights.read_fight(writer.path, vocabulary).damage
    assert says in damage.says


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("fight", True, "no header of a fight"), ("fight", 0, "no header of a fight"),
        ("packs", 3, "of another kind"), ("rulings", [], "of another kind"),
    ],
)  # fmt: skip
def test_a_header_of_another_shape_is_said_in_words(
    tmp_path: Path, vocabulary: Vocabulary, key: str, value: Any, says: str
) -> None:
    with started(tmp_path, vocabulary) as writer:
        path = writer.path
    header = json.loads(path.read_text(encoding="utf-8").removeprefix("--- "))
    path.write_text("--- " + json.dumps({**header, key: value}) + "\n", encoding="utf-8")
    with pytest.raises(LoadError, match=says):
        fights.read_fight(path, vocabulary)
