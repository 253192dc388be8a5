"""Scripts: a fight written down beforehand, for tests and for the command line.

A script is YAML: `steps`, a list of mappings. `do: shoot` names an action in words and gives its
fields beside it; `undo: 2`, `redo: 1` move the cursor; `again: 3` takes a step once more with
other answers, or does something else in its place where it has a `do` as well. A step's `answers`
are dice faces and choices, in the order asked or by key; its `words` are the GM's word on tallies,
parts and discretions, by key.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, cast

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from desktop.core import play
from desktop.core.errors import (
    EditError,
    EncounterError,
    IllegalActionError,
    LoadError,
    LoadProblem,
)
from desktop.core.model.encounter import Encounter
from desktop.core.model.plain import closest_words, hints_of, value_of
from desktop.core.rules.actions import Action, Read
from desktop.core.rules.combat import Combat
from desktop.core.rules.events import Event
from desktop.core.rules.now import Resolved, Step
from desktop.core.rules.questions import Answer, Asked, Question, ScriptedTable, Value
from desktop.core.rules.resolve import resolve
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal
from desktop.core.store.catalogue import catalogue
from desktop.core.store.plain import PlainError
from desktop.core.store.reading import text_of_file
from desktop.core.store.yaml_tree import (
    DEPTH_LIMIT,
    compose,
    described,
    flag,
    is_nothing,
    number,
    problem_at,
    whole_number,
)

BESIDE = ("answers", "words")
MOVES = ("undo", "redo", "again")
KEYS = ("format", "seed", "steps")


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a script's `steps`."""

    line: int
    """Where it stands in the file."""
    action: Action | None = None
    undo: int = 0
    redo: int = 0
    again: int | None = None
    """A step already taken, counted from 1; `action` then takes its place."""
    answers: Mapping[str, Value] | tuple[Value, ...] = ()
    words: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Script:
    """What a script's file says."""

    lines: tuple[Line, ...]
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """What one line of a script came to."""

    line: Line
    before: Combat
    after: Combat
    resolved: Resolved | None = None
    refusals: tuple[Refusal, ...] = ()
    question: Question | None = None
    """The one that no answer was there for."""
    says: str = ""
    """Why it could not be played, in a sentence."""

    @property
    def began(self) -> CombatState:
        """The state that it was resolved from: for a step taken again, the one before it."""
        again = self.line.again
        if again is None or again > len(self.before.steps):
            return self.before.state
        return self.before.at(again - 1)

    @property
    def stopped(self) -> bool:
        """Whether the script ends here."""
        return bool(self.refusals or self.says or self.question is not None)


def read_script(path: Path) -> Script:
    """Return what a script's file says. Raises LoadError with every problem."""
    return script_of(text_of_file(path), path)


def script_of(text: str, source: Path | str = "script") -> Script:
    """Return what a script says. Raises LoadError with every problem."""
    root, problems = compose(text, begins="steps:")
    if root is None:
        raise LoadError(source, problems)
    steps = _entry(root, "steps")
    if not isinstance(root, MappingNode) or not isinstance(steps, SequenceNode):
        says = "A script has `steps`, a list of mappings."
        raise LoadError(source, [LoadProblem(1, 1, "steps", says)])
    for key, _ in root.value:
        if key.value not in KEYS:
            near = closest_words(str(key.value), KEYS)
            says = f"A script has no {described(key)}; it has {', '.join(KEYS)}.{near}"
            problems.append(problem_at(key, (), says))
    seed = _entry(root, "seed")
    if seed is not None and whole_number(seed) is None:
        says = f"The seed is a whole number, not {described(seed)}."
        problems.append(problem_at(seed, ("seed",), says))
    lines: list[Line] = []
    for index, node in enumerate(steps.value):
        try:
            lines.append(_line(node))
        except EncounterError as error:
            problems.append(problem_at(node, ("steps", index), str(error)))
    if problems:
        raise LoadError(source, problems)
    return Script(tuple(lines), whole_number(seed) if seed is not None else None)


def _entry(node: Node, key: str) -> Node | None:
    if not isinstance(node, MappingNode):
        return None
    return next((value for name, value in node.value if name.value == key), None)


def _plain(node: Node, depth: int = 0) -> Any:
    """Return a node as plain values; what a scalar means follows YAML 1.2."""
    if depth > DEPTH_LIMIT:
        raise EditError(f"This is nested more than {DEPTH_LIMIT} levels deep.")
    if isinstance(node, MappingNode):
        return _plain_mapping(node, depth)
    if isinstance(node, SequenceNode):
        return [_plain(each, depth + 1) for each in node.value]
    assert isinstance(node, ScalarNode)
    if node.style in ("'", '"', "|", ">"):
        return node.value
    if is_nothing(node):
        return None
    for read in (whole_number, number, flag):
        found = read(node)
        if found is not None:
            return found
    return node.value


def _plain_mapping(node: MappingNode, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in node.value:
        if not isinstance(key, ScalarNode):
            raise EditError(f"A key is a text, not {described(key)}.")
        if key.value in found:
            raise EditError(f"The key `{key.value}` stands here twice. Delete one of them.")
        found[key.value] = _plain(value, depth + 1)
    return found


def _line(node: Node) -> Line:
    plain = _plain(node)
    if not isinstance(plain, dict):
        raise EditError("A step is a mapping, as `{do: end turn}`.")
    own = {key: plain.pop(key) for key in BESIDE if plain.get(key) is not None}
    answers, words = own.get("answers", ()), own.get("words", {})
    if not isinstance(words, dict):
        raise EditError("`words` is a mapping from keys to the GM's words.")
    common: dict[str, Any] = {
        "line": node.start_mark.line + 1,
        "answers": _said(answers) if isinstance(answers, dict) else _listed(answers),
        "words": _said(words),
    }
    move = next((each for each in MOVES if each in plain), None)
    if move is not None:
        common[move] = value_of(int, plain.pop(move), move)
        acts = move == "again" and "do" in plain
        if common[move] < 1 or (plain and not acts):
            raise EditError(f"`{move}` takes a count from 1, and `answers` beside it.")
        if not acts:
            return Line(**common)
    name = plain.pop("do", None)
    if not isinstance(name, str):
        raise EditError(
            "A step has `do` with an action's name, as `end turn`, or `undo`, `redo` or `again`."
        )
    return Line(action=_known_reading(action_of(name, plain)), **common)


def _known_reading(action: Action) -> Action:
    """Return an action. Raises EditError where it takes a reading that its ruling has not."""
    ruling = catalogue().rulings.get(action.ruling) if isinstance(action, Read) else None
    if isinstance(action, Read) and ruling is not None and action.reading not in ruling.readings:
        known = ", ".join(ruling.readings)
        raise EditError(f"{action.reading} is no reading of {action.ruling}; there are {known}.")
    return action


def _listed(answers: Any) -> tuple[Value, ...]:
    listed = answers if isinstance(answers, list | tuple) else (answers,)
    return tuple(_value(each) for each in listed)


def _said(answers: Mapping[str, Any]) -> dict[str, Value]:
    return {key: _value(each) for key, each in answers.items()}


def _value(answer: Any) -> Value:
    if isinstance(answer, int | str | bool):
        return answer
    raise EditError(f"An answer is a face, a word, or true or false, not {answer}.")


def actions() -> Mapping[str, type[Action]]:
    """Return every action by what a script calls it."""
    return {kind.called(): kind for kind in play.actions()}


def action_of(name: str, given: Mapping[str, Any]) -> Action:
    """Return an action from its name in words and its plain fields.

    Raises EditError with the nearest name where there is none such.
    """
    known = actions()
    kind = known.get(name.replace("_", " "))
    if kind is None:
        near = closest_words(name, known)
        hint = near or f" There are {', '.join(sorted(known))}."
        raise EditError(f"There is no action `{name}`.{hint}")
    hints = hints_of(cast(Any, kind))
    values: dict[str, Any] = {}
    for key, plain in given.items():
        if key not in hints:
            names = ", ".join(hints)
            near = closest_words(key, hints)
            raise EditError(f"`{name}` has no {key}; it has {names}.{near}")
        values[key] = _field(hints[key], key, plain)
    missing = [each.name for each in fields(kind) if each.name not in values and is_needed(each)]
    if missing:
        raise EditError(f"`{name}` needs {', '.join(missing)}.")
    return kind(**values)


def is_needed(item: Field[Any]) -> bool:
    """Whether a field of an action cannot be left out."""
    return item.default is MISSING and item.default_factory is MISSING


def _field(hint: Any, key: str, plain: Any) -> Any:
    if hint != tuple[Event, ...]:
        return value_of(hint, plain, key)
    try:
        told = plain if isinstance(plain, list) else [plain]
        return tuple(play.vocabulary().from_tagged(each, "event") for each in told)
    except (PlainError, TypeError) as error:
        raise EditError(f"A fact of the decree does not fit: {error}.") from None


def played(encounter: Encounter, script: Script, seed: int | None = None) -> Iterator[Played]:
    """Yield what each line of a script comes to; ends after the first that cannot be played.

    Without a seed, a question that the script does not answer stays open.
    """
    combat = play.prepared(encounter)
    seed = script.seed if seed is None else seed
    for index, line in enumerate(script.lines):
        found = _played(combat, line, None if seed is None else seed * 1_000_003 + index)
        yield found
        if found.stopped:
            return
        combat = found.after


def _played(combat: Combat, line: Line, seed: int | None) -> Played:
    if line.undo or line.redo:
        return Played(line, combat, combat.back(line.undo).forward(line.redo))
    table = _table(line, seed)
    try:
        if line.again is not None:
            return _again(combat, line, table)
        assert line.action is not None
        resolved = resolve(combat.book, combat.state, line.action, table)
    except Asked as asked:
        return Played(line, combat, combat, question=asked.question)
    except IllegalActionError as error:
        refusals = tuple(each for each in error.refusals if isinstance(each, Refusal))
        return Played(line, combat, combat, refusals=refusals)
    except EncounterError as error:
        return Played(line, combat, combat, says=str(error))
    says = _left_over(line, table, resolved.step)
    return Played(line, combat, combat.added(resolved), resolved=resolved, says=says)


def _left_over(line: Line, table: ScriptedTable | play.SeededTable, step: Step) -> str:
    """Return which answers and words of a line nothing asked for, in a sentence."""
    left = [str(each) for each in table.left]
    given = [*(line.answers if isinstance(line.answers, dict) else ()), *line.words]
    left += [key for key in given if key not in step.answers]
    return f"Answers are left over: {', '.join(left)}." if left else ""


def _again(combat: Combat, line: Line, table: ScriptedTable | play.SeededTable) -> Played:
    index = (line.again or 1) - 1
    if index >= len(combat.steps):
        says = f"There is no step {index + 1} yet; there are {len(combat.steps)}."
        return Played(line, combat, combat, says=says)
    by_key = line.answers if isinstance(line.answers, dict) else {}
    answers = {key: Answer(value) for key, value in by_key.items()}
    words = {key: Answer(value, "gm") for key, value in line.words.items()}
    after = combat.retaken(index, answers, words, table=table, action=line.action)
    step = after.steps[index]
    resolved = Resolved(step, after.at(index + 1), after.traces[index])
    return Played(line, combat, after, resolved=resolved, says=_left_over(line, table, step))


def _table(line: Line, seed: int | None) -> ScriptedTable | play.SeededTable:
    words = {key: Answer(value, "gm") for key, value in line.words.items()}
    by_key = line.answers if isinstance(line.answers, dict) else {}
    answers = {key: Answer(value) for key, value in by_key.items()}
    in_order = line.answers if isinstance(line.answers, tuple) else ()
    if seed is None:
        return ScriptedTable(by_key=answers, in_order=in_order, words=words)
    return play.SeededTable(seed, answers=answers, in_order=in_order, words=words)
