"""What the command line does without a window: check, run, replay. Each returns its exit code."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from desktop.core import play, script
from desktop.core.errors import EncounterError, LoadError
from desktop.core.model.encounter import Encounter
from desktop.core.model.pictures import pictures_of
from desktop.core.rules.combat import Combat
from desktop.core.rules.state import CombatState
from desktop.core.rules.telling import name, told
from desktop.core.rules.traits import traits_at
from desktop.core.store import fights, pictures, rosters
from desktop.core.store.catalogue import catalogue
from desktop.core.store.reading import Loaded, read_file
from desktop.core.survey import Issue, survey, unfilled_slots, unknown_keys
from desktop.core.survey import pictures as missing_pictures

PLAYED, REFUSED, UNREADABLE, OPEN = 0, 1, 2, 3
SAME, CHANGED, DAMAGED, UNFIT = 0, 1, 2, 3


def say(text: str) -> None:
    """Print a line for people or programs to read."""
    print(text)


def complain(error: EncounterError) -> None:
    """Print why something could not be read or done."""
    print(error, file=sys.stderr)


def check(paths: list[Path], *, as_json: bool = False) -> int:
    """Print the issues of encounters; 1 where one has an error, 2 where one cannot be read."""
    code = 0
    told_of: list[dict[str, Any]] = []
    for path in paths:
        try:
            loaded = read_file(path, stock=rosters.stock())
        except LoadError as error:
            code = UNREADABLE
            if as_json:
                told_of.append({"file": str(path), "problems": list(_problems(error))})
            else:
                complain(error)
            continue
        issues = issues_of(loaded, path.parent)
        if code == 0 and any(each.grade == "error" and each.muted is None for each in issues):
            code = 1
        if as_json:
            told_of.append({"file": str(path), "issues": [_plain_issue(each) for each in issues]})
        else:
            _print_issues(path, issues)
    if as_json:
        say(json.dumps(told_of, ensure_ascii=False, indent=2))
    return code


def issues_of(loaded: Loaded, folder: Path) -> tuple[Issue, ...]:
    """Return the issues of a file in a folder: its encounter's, odd keys and slots, pictures."""
    unknown = unknown_keys((each.line, each.key) for each in loaded.odd_keys)
    faults = pictures.faults(folder, (each.file for each in pictures_of(loaded.encounter)))
    encounter = loaded.encounter
    unfilled = unfilled_slots(encounter, play.unfilled(encounter))
    beside = (*unknown, *unfilled, *missing_pictures(encounter, faults))
    return survey(encounter, catalogue(), rosters.stock(), beside)


def _problems(error: LoadError) -> Iterator[dict[str, Any]]:
    for each in error.problems:
        yield {"line": each.line, "column": each.column, "path": each.path, "says": each.says}


def _plain_issue(issue: Issue) -> dict[str, Any]:
    return {
        "check": issue.check, "grade": issue.grade, "says": issue.says,
        "at": [list(where) for where in issue.at], "muted": issue.muted,
        "fix": issue.fix.says if issue.fix is not None else None,
    }  # fmt: skip


def _print_issues(path: Path, issues: tuple[Issue, ...]) -> None:
    open_ones = [each for each in issues if each.muted is None]
    muted = len(issues) - len(open_ones)
    note = f", {muted} muted" if muted else ""
    say(f"{path}: {_counted(len(open_ones), 'issue')}{note}")
    for each in open_ones:
        say(f"  {each.grade:7}  {each.check}  {each.says}")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def run(encounter: Path, steps: Path, *, as_json: bool = False, seed: int | None = None) -> int:
    """Play a script and print what happens."""
    try:
        loaded = read_file(encounter, stock=rosters.stock())
        found = script.read_script(steps)
        play.prepared(loaded.encounter)
    except EncounterError as error:
        complain(error)
        return UNREADABLE
    shown = _json_run if as_json else _told_run
    return shown(loaded.encounter, found, seed)


def transcript(encounter: Encounter, steps: script.Script, seed: int | None = None) -> list[str]:
    """Return the lines that `run` prints."""
    lines: list[str] = []
    for number, each in enumerate(script.played(encounter, steps, seed), 1):
        lines.append(f"{number}. {_heading(each)}")
        lines += [f"   {line}" for line in _body(each)]
    return lines


def _heading(each: script.Played) -> str:
    line = each.line
    if line.undo or line.redo:
        verb, count = ("undo", line.undo) if line.undo else ("redo", line.redo)
        return f"{verb} {count}"
    again = f"again {line.again}" if line.again is not None else ""
    action = line.action
    if action is None:
        return again
    who, words = action.doer, action.called()
    does = f"{name(each.began, who)}: {words}" if who else words
    return ", ".join(filter(None, (again, does)))


def _body(each: script.Played) -> Iterator[str]:
    if each.resolved is not None:
        yield from told(each.began, each.resolved.step)
    if each.line.again is not None:
        for index, why in each.after.waiting.items():
            yield f"Step {index + 1} waits: {why}"
    for refusal in each.refusals:
        yield f"Refused ({refusal.rule}): {refusal}"
    if each.question is not None:
        yield f"Asked: {each.question.says} [{each.question.key}]"
    if each.says:
        yield each.says


def _code(each: script.Played | None) -> int:
    if each is None or not each.stopped:
        return PLAYED
    return OPEN if each.question is not None else REFUSED


def _told_run(encounter: Encounter, steps: script.Script, seed: int | None) -> int:
    last = None
    for number, each in enumerate(script.played(encounter, steps, seed), 1):
        say(f"{number}. {_heading(each)}")
        for line in _body(each):
            say(f"   {line}")
        last = each
    return _code(last)


def _json_run(encounter: Encounter, steps: script.Script, seed: int | None) -> int:
    last = None
    found: list[dict[str, Any]] = []
    for each in script.played(encounter, steps, seed):
        found.append(_plain_played(each))
        last = each
    say(json.dumps(found, ensure_ascii=False, indent=1))
    return _code(last)


def _plain_played(each: script.Played) -> dict[str, Any]:
    words = play.vocabulary()
    step = each.resolved.step if each.resolved is not None else None
    question = each.question
    return {
        "line": each.line.line,
        "did": _heading(each),
        "answers": {
            key: {"value": answer.value, "by": answer.by} for key, answer in step.answers.items()
        } if step is not None else {},
        "events": [words.tagged(event, "event") for event in step.events] if step else [],
        "told": list(_body(each)),
        "refusals": [{"says": str(no), "rule": no.rule} for no in each.refusals],
        "question": None if question is None else words.to_plain(question, type(question)),
        "problem": each.says,
        "state": plain_state(each.after),
    }  # fmt: skip


def plain_state(combat: Combat) -> dict[str, Any]:
    """Return a fight's state in plain JSON; of its place what most often changes."""
    words, state = play.vocabulary(), combat.state
    fighters = {
        who: {**words.to_plain(each, type(each)), "zone": state.zone_of(who)}
        for who, each in state.fighters.items()
    }
    board, usual = state.encounter.board, catalogue().defaults()
    traits = {zone: [each.word for each in traits_at(state, zone)] for zone in board.zones}
    return {
        "round": state.round, "acting": state.acting, "actor": state.actor,
        "order": [entry.id for entry in state.order], "acted": list(state.acted),
        "surprised": list(state.surprised), "fighters": fighters,
        "traits": {zone: laid for zone, laid in traits.items() if laid},
        "doors": {door.id: door.state for door in board.doors.values()},
        "knows": {subject: known.shown for subject, known in state.knows.items()},
        "rulings": {key: each for key, each in state.rulings.items() if usual.get(key) != each},
        "marks": {f"{subject}|{mark}": each.value for (subject, mark), each in state.marks.items()},
        "relations": [[each.kind, each.one, each.other] for each in state.relations],
        "clocks": dict(state.clocks),
        "counters": {side: dict(each) for side, each in state.counters.items()},
        "cursor": combat.cursor, "steps": len(combat.steps),
    }  # fmt: skip


def replay(path: Path, *, verify: bool = False, as_json: bool = False) -> int:
    """Fold a fight file and print it; with `verify`, resolve each step again and compare."""
    try:
        file = fights.read_fight(path, play.vocabulary())
        combat = play.resumed(file)
    except EncounterError as error:
        complain(error)
        return DAMAGED
    if not verify:
        _print_fight(file, combat, as_json=as_json)
        return DAMAGED if file.damage else SAME
    verdicts = play.verified(file)
    worst = DAMAGED if file.damage else SAME
    codes = {"same": SAME, "rules changed": CHANGED, "damaged": DAMAGED, "no longer fits": UNFIT}
    worst = max([worst, *(codes[each.found] for each in verdicts)])
    if as_json:
        plain = [{"step": v.step, "found": v.found, "says": v.says} for v in verdicts]
        damage = [{"line": each.line, "says": each.says} for each in file.damage]
        say(json.dumps({"verdicts": plain, "damage": damage}, ensure_ascii=False, indent=1))
        return worst
    for each in verdicts:
        if each.found != "same":
            say(f"step {each.step}: {each.found}: {each.says}")
    for spoiled in file.damage:
        say(f"line {spoiled.line}: damaged: {spoiled.says}")
    same = sum(each.found == "same" for each in verdicts)
    say(f"{_counted(len(verdicts), 'step')}, {same} the same")
    return worst


def _print_fight(file: fights.FightFile, combat: Combat, *, as_json: bool) -> None:
    if as_json:
        say(json.dumps(plain_state(combat), ensure_ascii=False, indent=1))
        return
    state: CombatState = combat.start
    for index, step in enumerate(combat.steps[: combat.cursor]):
        for line in told(state, step):
            say(f"{index + 1}. {line}")
        state = combat.at(index + 1)
    for damage in file.damage:
        say(f"line {damage.line}: damaged: {damage.says}")
