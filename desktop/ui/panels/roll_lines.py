"""What the roll panel shows of an exchange: a list of lines, in the order in which they came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeGuard, assert_never

from desktop.core.model.words import ZoneId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.criticals import is_critical
from desktop.core.rules import events as e
from desktop.core.rules.actions import Assault
from desktop.core.rules.book import Rulebook
from desktop.core.rules.marks import HOLDS
from desktop.core.rules.now import Discretion, Shown
from desktop.core.rules.questions import Die, Option, Question
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Tally
from desktop.core.rules.telling import face_of, name, sentence, signed
from desktop.ui.exchange import Exchange
from desktop.ui.fight import TEXT, Fight

WOUNDS = "wounds|"
"""How the keys of the words on wounds begin."""
SECONDS = {", the second roll": ", again", ", second die": ", second die"}
"""How the questions for a second die end, and what its row adds to who rolls."""
MINUS = "−"
TOLD = (e.Contested, e.ConditionSet, e.Said, e.LeftBoard, e.Moved, e.PlaceChanged, e.ClockSet)
"""Facts that have a line of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the panel; the same key in the next picture is the same line."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyLine(Line):
    """A number: what it is called and what it starts from, or its total to type over."""

    says: str
    number: str
    word: str = ""
    """The key of the GM's word on the number; empty where a line below holds the total."""
    typed: bool = False
    rule: str = ""
    ruling: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLine(Line):
    """A reason, with its switch."""

    says: str
    amount: str
    on: bool
    default: bool
    """How it stands without the GM's word."""
    offered: bool
    rule: str
    ruling: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalLine(Line):
    """What the reasons come to, to be typed over."""

    says: str
    total: int
    word: str
    typed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DieLine(Line):
    """A die: who rolls it, its face, and who threw it."""

    says: str
    die: Die
    face: int | None
    by_hand: bool
    open: bool
    """It is what the rule needs now."""
    why: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchLine(Line):
    """A discretion that is so or not."""

    says: str
    on: bool
    default: bool
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceLine(Line):
    """Several ways: a discretion with its default, or something that must be chosen."""

    says: str
    options: tuple[Option, ...]
    value: str
    default: str
    rule: str
    asked: bool = False
    """It is no discretion but a question."""
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberLine(Line):
    """A number the GM may type over: wounds, or another discretion that is a number."""

    says: str
    value: int
    default: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine(Line):
    """What the book's table says, for the GM to type."""

    says: str
    text: str
    table: str
    """Its table's name; empty where it is no table's."""
    result: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteLine(Line):
    """What it comes to; nothing to change in it."""

    says: str
    grave: bool = False


def lines(fight: Fight, exchange: Exchange) -> list[Line]:
    """Return the lines of an exchange; the question that is open comes last."""
    maker = _Maker(fight.book, fight.state_of(exchange), exchange)
    found = [line for item in exchange.trace for line in maker.of(item)]
    if exchange.question is not None:
        found += maker.asked(exchange.question, is_open=True)
    return found


class _Maker:
    """Makes the lines of one exchange; knows what came before."""

    def __init__(self, book: Rulebook, state: CombatState, exchange: Exchange) -> None:
        self._book, self._state, self._exchange = book, state, exchange
        self._tally: Tally | None = None
        self._count = 0
        self._through: tuple[Tally, Tally] | None = None
        self._wounds: dict[str, int] = {
            who: fighter.wounds for who, fighter in state.fighters.items()
        }

    def of(self, item: Shown) -> Iterator[Line]:
        """Yield the lines of one thing that was shown."""
        match item:
            case Tally():
                yield from self._number(item)
                self._tally = item
            case Question():
                yield from self.asked(item, is_open=False)
            case Discretion():
                yield self._discretion(item)
            case e.Tested():
                yield self._tested(item)
            case e.WoundsTaken():
                yield self._taken(item)
            case _:
                yield from self._told(item)

    # Numbers

    def _number(self, tally: Tally) -> Iterator[Line]:
        base = [part for part in tally.parts if part.does == "base"]
        others = [part for part in tally.parts if part.does != "base"]
        first = base[0] if base else None
        says = tally.says
        if len(base) == 1 and first is not None and first.says not in (says, "") and others:
            whole = says.partition(",")[0]  # as `Athletics for Strength`, of what it stands for
            says = whole if _same(first.says, says) else f"{says}: {first.says}"
        says = says[:1].upper() + says[1:]
        rule, ruling = (first.rule, first.ruling) if first is not None else ("", "")
        if len(base) <= 1 and not any(part.on for part in others):
            yield TallyLine(
                key=f"tally|{tally.key}", says=says, number=str(tally.total), word=tally.key,
                typed=tally.typed is not None, rule=rule, ruling=ruling,
            )  # fmt: skip
            yield from (self._part(tally, part) for part in others)
            return
        start = sum(part.amount for part in base if part.on)
        yield TallyLine(
            key=f"tally|{tally.key}", says=says, number=str(start), rule=rule, ruling=ruling
        )
        for part in others if len(base) <= 1 else tally.parts:
            yield self._part(tally, part)
        yield TotalLine(
            key=f"total|{tally.key}", says=_comes_to(tally), total=tally.total, word=tally.key,
            typed=tally.typed is not None,
        )  # fmt: skip

    def _part(self, tally: Tally, part: Part) -> PartLine:
        key = f"{tally.key}:{part.key}"
        said = self._exchange.words.get(key)
        default = part.on if said is None else not said.value
        return PartLine(
            key=key, says=part.says, amount=amount_of(part), on=part.on, default=default,
            offered=part.offered, rule=part.rule, ruling=part.ruling,
        )  # fmt: skip

    # Dice and choices

    def asked(self, question: Question, *, is_open: bool) -> list[Line]:
        """Return the line of a die or of a choice that the rules ask for."""
        answer = None if is_open else self._exchange.answers.get(question.key)
        if question.kind == "choose":
            value = "" if answer is None else str(answer.value)
            return [
                ChoiceLine(
                    key=question.key, says=question.says, options=question.options, value=value,
                    default="", rule=question.rule, asked=True, open=is_open,
                )
            ]  # fmt: skip
        face = int(answer.value) if answer is not None else None
        by_hand = answer.by != "program" if answer is not None else True
        return [
            DieLine(
                key=question.key, says=self._roller(question), die=question.die or "d100",
                face=face, by_hand=by_hand, open=is_open, why=question.says, rule=question.rule,
            )
        ]  # fmt: skip

    def _roller(self, question: Question) -> str:
        """Return who rolls, where the line above says for what; else for what."""
        above = self._tally.says if self._tally is not None else ""
        for ends, adds in {**SECONDS, "": ""}.items():
            if question.says.endswith(ends) and question.says.removesuffix(ends) == above:
                return f"{name(self._state, question.who)}{adds}"
        return question.says

    def _discretion(self, word: Discretion) -> Line:
        if word.options:
            return ChoiceLine(
                key=word.key, says=word.says, options=word.options, value=str(word.value),
                default=str(word.default), rule=word.rule,
            )  # fmt: skip
        match word.default:
            case bool():
                return SwitchLine(
                    key=word.key, says=word.says, on=bool(word.value), default=word.default,
                    rule=word.rule,
                )  # fmt: skip
            case int():
                return self._typed(word, word.default)
            case str():
                table, result = row_of(word)
                return TextLine(
                    key=word.key, says=word.says, text=str(word.value), table=table,
                    result=result, rule=word.rule,
                )  # fmt: skip
            case _:
                assert_never(word.default)

    def _typed(self, word: Discretion, default: int) -> NumberLine:
        value = word.value if isinstance(word.value, int) else default
        says = word.says
        if word.key.startswith(WOUNDS):
            says = self._sum(word.key) or says
        return NumberLine(key=word.key, says=says, value=value, default=default, rule=word.rule)

    def _sum(self, key: str) -> str:
        """Return damage less armour in words, where both stand right before the wounds."""
        trace = self._exchange.trace
        at = next(
            (i for i, item in enumerate(trace) if isinstance(item, Discretion) and item.key == key),
            0,
        )
        taken = next((item for item in trace[at:] if isinstance(item, e.WoundsTaken)), None)
        if taken is None:
            return ""
        armour = max(0, taken.armour.total)  # what goes through more than is worn gains nothing
        return f"{taken.damage.total} {MINUS} armour {armour} = wounds"

    # What happened

    def _tested(self, fact: e.Tested) -> NoteLine:
        self._tally = None
        if fact.dice != "d100":
            passed = "passes" if fact.passed else "fails"
            says = f"{fact.face} on {fact.dice} against {fact.target}: {passed}"
            return NoteLine(key=self._next("tested"), says=says)
        rolled = face_of(fact.face)
        if fact.final != fact.face:
            rolled += f" → {face_of(fact.final)}"
        if fact.outcome:
            says = f"{rolled} against {fact.target}:  {fact.outcome}"
            return NoteLine(key=self._next("tested"), says=says)
        levels = signed(fact.levels, fact.passed).replace("-", MINUS)
        came_to = skills.result(fact.levels, passed=fact.passed)
        says = f"{rolled} against {fact.target}:  {levels} SL, {came_to}"
        if fact.final % 11 == 0 or fact.final == 100:
            says += ", a double"
        return NoteLine(key=self._next("tested"), says=says)

    def _taken(self, fact: e.WoundsTaken) -> NoteLine:
        had = self._wounds.get(fact.who, 0)
        self._wounds[fact.who] = fact.total
        most = self._book.most(self._state, fact.who)
        of = f" of {most}" if most is not None else ""
        over = f", {fact.over} beyond the maximum" if fact.over else ""
        says = f"{name(self._state, fact.who)}: {had} → {fact.total}{of}{over}"
        return NoteLine(key=self._next("taken"), says=says, grave=bool(fact.over))

    def _told(self, fact: Shown) -> Iterator[NoteLine]:
        if isinstance(fact, e.ConditionSet) and self._is_standing(fact):
            return
        state, resolved = self._state, self._exchange.resolved
        if isinstance(fact, e.Moved):
            if (zone := self._within(fact)) is not None:
                says = f"{name(state, fact.who)} moves within {name(state, zone)}"
                yield NoteLine(key=self._next("told"), says=says)
                return
            state = resolved.state if resolved is not None else state  # the zone may be a new one
        if _has_line(fact) and (says := sentence(state, fact)):
            grave = isinstance(fact, e.LeftBoard | e.ConditionSet)
            yield NoteLine(key=self._next("told"), says=says.rstrip("."), grave=grave)
        if isinstance(fact, e.Contested) and self._is_critical_all_the_same(fact):
            says = "The double is a Critical all the same"
            yield NoteLine(key=self._next("told"), says=says, grave=True)

    def _within(self, fact: e.Moved) -> ZoneId | None:
        """Return the zone that a walk never leaves, as in stepping up to a foe."""
        state = self._state
        if fact.how != "walked" or self._book.space.on_squares or not fact.path:
            return None
        crossed = {state.place.zone_at(level, square) for level, square in fact.path}
        here = state.zone_of(fact.who)
        return here if crossed == {here} else None

    def _is_standing(self, fact: e.ConditionSet) -> bool:
        """Whether a condition comes or goes with what it stands for, which is told already."""
        if fact.now is not None:
            return bool(fact.now.source)
        had = self._state.fighters[fact.who].conditions.get(fact.condition)
        return had is None or bool(had.source)

    def _is_critical_all_the_same(self, fact: e.Contested) -> bool:
        """Whether an attack that lost its contest hits by its double alone."""
        action = self._exchange.action
        if not isinstance(action, Assault):
            return False
        before = takewhile(lambda each: each is not fact, self._exchange.trace)
        tests = [each for each in before if isinstance(each, e.Tested) and each.who == action.who]
        if not tests:
            return False
        attack = tests[-1]
        return fact.winner != attack.who and is_critical(self._state, attack)

    def _next(self, kind: str) -> str:
        self._count += 1
        return f"{kind}|{self._count}"


def _has_line(fact: Shown) -> TypeGuard[e.Event]:
    if isinstance(fact, e.Related | e.Parted):
        return fact.kind == HOLDS  # a roll is about it, and does not say it before
    return isinstance(fact, TOLD)


def _same(one: str, other: str) -> bool:
    return other.lower().startswith(one.lower())


def amount_of(part: Part) -> str:
    """Return what a part does, as `Dis` or `+2`."""
    times = f" ×{part.amount}" if part.amount != 1 else ""
    match part.does:
        case "base":
            return str(part.amount)
        case "adds":
            return plus(part.amount)
        case "times":
            return f"×{part.amount}"
        case "halves" | "halves base":
            return "half"
        case "at most":
            return f"at most {part.amount}"
        case "for":
            return f"Adv{times}"
        case "against":
            return f"Dis{times}"
        case "levels" if part.most is not None:
            return f"at most {plus(part.most)} SL"
        case "levels":
            return f"{plus(part.amount)} SL"
        case _:
            assert_never(part.does)


def plus(number: int) -> str:
    """Return a number with its sign."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def _comes_to(tally: Tally) -> str:
    """Return what the parts of a tally come to besides its number."""
    edge = tally.edge
    said = [] if edge == 0 else ["Advantage" if edge > 0 else "Disadvantage"]
    added = sum(part.amount for part in tally.live("adds"))
    if tally.levels:
        said.append(f"{plus(tally.levels)} SL after")
    if added and said:
        said.append(plus(added))
    return ", ".join(said)


def row_of(word: Discretion) -> tuple[str, int]:
    """Return the table and the result that a text is for; an empty name where it is no table's."""
    if not word.key.startswith(TEXT):
        return "", 0
    table = word.key.split("|")[-1].partition("#")[0]
    number = word.says.rpartition(" ")[2]
    return table, int(number) if number.lstrip("-").isdigit() else 0
