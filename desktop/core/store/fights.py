"""Fight files: a line for each step and each move of the cursor, on disk before one goes on.

A fight file is a YAML stream of one-line JSON documents, each `--- {...}`: a header, then steps,
cursors and the end. Lines are only ever added. A line cut off by a crash stays; the next one to
write begins with a line break and a `torn` document, and readers skip the line before that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from desktop.core.errors import LoadError, LoadProblem, NewerFormatError
from desktop.core.model.board import (
    Door,
    Feature,
    GroundKind,
    Level,
    LevelPicture,
    Link,
    LinkTest,
    OwnTrait,
    Piece,
    Stop,
    Trait,
    Wall,
    Zone,
)
from desktop.core.model.encounter import (
    Clock,
    Cue,
    Encounter,
    Fighter,
    Goal,
    Group,
    Member,
    Muted,
    OwnTable,
    Side,
    Starts,
)
from desktop.core.model.moments import Effect, Moment
from desktop.core.model.profile import (
    Attack,
    Flight,
    HiveFigures,
    ImperiumFigures,
    Power,
    Profile,
    SquaresFigures,
    YardsFigures,
)
from desktop.core.rules.events import Event
from desktop.core.rules.now import Step
from desktop.core.store.checks import Stock
from desktop.core.store.fight_lines import SUFFIX, document_in, json_text
from desktop.core.store.fight_lists import FightSummary, fights_in, unfinished
from desktop.core.store.fight_log import FightWriter, begin, now, resume
from desktop.core.store.fight_values import (
    FIGHT_FORMAT,
    Cursor,
    Damage,
    Document,
    Ended,
    FightFile,
    Header,
    Retaken,
    Taken,
)
from desktop.core.store.opening import not_opened, opened
from desktop.core.store.plain import PlainError, Vocabulary
from desktop.core.store.reading import read

__all__ = [
    "FIGHT_FORMAT",
    "SUFFIX",
    "Cursor",
    "Damage",
    "Document",
    "Ended",
    "FightFile",
    "FightSummary",
    "FightWriter",
    "Header",
    "Retaken",
    "Taken",
    "begin",
    "fights_in",
    "now",
    "read_fight",
    "resume",
    "unfinished",
    "vocabulary",
    "with_profiles",
]


def with_profiles(encounter: Encounter, stock: Stock) -> Encounter:
    """Return an encounter with every profile it uses written out, the stock's included."""
    used = [
        *(each.profile for each in encounter.fighters.values()),
        *(each.profile for each in encounter.groups.values()),
    ]
    missing = {
        id_: replace(stock[id_], id=id_)
        for id_ in used
        if id_ in stock and id_ not in encounter.profiles
    }
    return replace(encounter, profiles={**encounter.profiles, **missing}) if missing else encounter


def vocabulary(actions: Iterable[type]) -> Vocabulary:
    """Return what reads and writes steps: every fact, every effect, and these actions."""
    things = [Level, LevelPicture, Zone, Trait, OwnTrait, Link, LinkTest, Wall, Door, Feature, Stop]
    things += [GroundKind, Piece, Side, Fighter, Member, Group, Starts, Clock, Cue, Goal, Profile]
    things += [Moment, Muted, OwnTable, Attack, Power, Flight]
    things += [ImperiumFigures, SquaresFigures, HiveFigures, YardsFigures]
    return Vocabulary(
        (*get_args(Effect), *things),
        event=get_args(Event),
        action=actions,
    )


def _step(plain: Any, vocabulary: Vocabulary) -> Step:
    if not isinstance(plain, dict) or not isinstance(plain.get("events"), list):
        raise PlainError("a step with `action` and a list of `events` is expected")
    rest = {key: own for key, own in plain.items() if key not in ("action", "events")}
    action = vocabulary.from_tagged(plain.get("action"), "action")
    events = tuple(vocabulary.from_tagged(event, "event") for event in plain["events"])
    own = vocabulary.fields_from(Step, rest)
    return Step(**{"answers": {}, **own, "action": action, "events": events})


HEADER_LIMIT = 100_000_000
"""Bytes; what has no line end within them is no fight."""


def read_fight(path: Path, vocabulary: Vocabulary) -> FightFile:
    """Return what a fight file tells, without what follows a line that is damaged.

    Steps taken again that need nothing of that line are read; whoever goes on with a damaged
    fight begins with such.
    Raises LoadError where not even its header can be read.
    """
    try:
        with opened(path) as file:
            header = _header(path, file.readline(HEADER_LIMIT))
            lines = file.read().split(b"\n")
    except OSError as error:
        raise not_opened(path, error) from None
    documents: list[Document] = []
    damage: list[Damage] = []
    torn = steps = cursor = 0
    lost = False
    for number, line, parsed, is_torn in _parsed_lines(lines):
        if is_torn:
            torn += 1
            continue
        found = _document(line, parsed, vocabulary)
        if isinstance(found, str):
            damage.append(Damage(number, found))
            lost = True
            continue
        if isinstance(found, Retaken) and found.first <= steps:
            lost = False  # it stands instead of whatever was in the damaged line
        if found is not None and not lost:
            documents.append(found)
            steps, cursor = _counted(found, steps, cursor)
            if cursor > steps:
                says = f"The line counts {cursor} steps; only {steps} stand before it."
                damage.append(Damage(number, says))
                cursor = steps
    return FightFile(
        path=path, header=header, documents=tuple(documents), damage=tuple(damage), torn=torn
    )  # fmt: skip


def _counted(document: Document, steps: int, cursor: int) -> tuple[int, int]:
    """Return how many steps there are after a document, and how many it says are in force."""
    match document:
        case Taken():
            return cursor + 1, cursor + 1
        case Retaken(first, again, at):
            return min(first, steps) + len(again), at
        case Cursor(at):
            return steps, at
        case _:
            return steps, cursor


def _parsed_lines(lines: Sequence[bytes]) -> Iterator[tuple[int, bytes, Any, bool]]:
    """Yield number, text, what it parses to, and whether it was cut off, for each line."""
    filled = [(number, line) for number, line in enumerate(lines, 2) if line.strip()]
    parsed = [document_in(line) for _, line in filled]
    for place, (number, line) in enumerate(filled):
        last = place == len(filled) - 1
        cut = parsed[place] is None and (last or _is_torn_sign(parsed[place + 1]))
        # a last line with its end in place was damaged, not cut off
        cut = cut and not (last and lines[-1] == b"" and line == lines[-2])
        yield number, line, parsed[place], cut


def _is_torn_sign(parsed: Any) -> bool:
    return isinstance(parsed, dict) and "torn" in parsed


def _document(line: bytes, parsed: Any, vocabulary: Vocabulary) -> Document | str | None:
    """Return what a line tells, None for a `torn` sign, or the sentence of what is wrong."""
    if parsed is None:
        return "The line is no JSON document."
    if "torn" in parsed:
        return None
    at = parsed.get("at", "")
    try:
        if "step" in parsed:
            return Taken(_step(parsed["step"], vocabulary), at)
        if "again" in parsed:
            if not isinstance(parsed["again"], list):
                raise PlainError("a list of steps is expected")
            steps = tuple(_step(plain, vocabulary) for plain in parsed["again"])
            return Retaken(_count(parsed, "first"), steps, _count(parsed, "cursor"), at)
        if "cursor" in parsed:
            return Cursor(_count(parsed, "cursor"), at)
        if "ended" in parsed:
            return Ended(at)
    except (PlainError, TypeError) as error:
        return f"The line does not fit this program: {error}."
    return f"The line holds {', '.join(parsed)}, which no fight has."


def _count(parsed: Mapping[str, Any], key: str) -> int:
    number = parsed.get(key)
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise PlainError(f"`{key}` is {number!r}, not a count")
    return number


def _header(path: Path, line: bytes) -> Header:
    parsed = document_in(line)
    form = None if parsed is None else parsed.get("fight")
    if type(form) is not int or form < 1:
        says = "The first line is no header of a fight. Is it another kind of file?"
        raise LoadError(path, [LoadProblem(1, 1, "", says)])
    if form > FIGHT_FORMAT:
        says = (
            f"The fight has format {form}; this program reads formats up to "
            f"{FIGHT_FORMAT}. Open it with a newer version of the program."
        )
        raise NewerFormatError(path, [LoadProblem(1, 1, "fight", says)])
    try:
        return Header(
            program=str(parsed["program"]),
            catalogue=str(parsed["catalogue"]),
            packs=tuple(map(str, parsed["packs"])),
            slots={str(key): str(own) for key, own in parsed["slots"].items()},
            rulings={str(key): str(own) for key, own in parsed["rulings"].items()},
            encounter=read(json_text(parsed["encounter"]), path).encounter,
            source=str(parsed.get("source", "")),
            started=str(parsed.get("started", "")),
        )
    except (KeyError, TypeError, AttributeError) as error:
        what = f"it lacks {error}" if isinstance(error, KeyError) else "a value is of another kind"
        says = f"The header of the fight is not whole: {what}. Take the file from a copy."
        raise LoadError(path, [LoadProblem(1, 1, "", says)]) from None
