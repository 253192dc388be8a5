"""What a rule holds while a step is resolved: questions, words, refusals and their traces."""

from dataclasses import replace

import pytest

from desktop.core.errors import AnswerError, IllegalActionError
from desktop.core.model.words import Square
from desktop.core.rules.actions import (
    Begin,
    BeginTurn,
    Decree,
    FireCue,
    Force,
    Put,
    Read,
    SetOrder,
    TakeOver,
    TickClock,
    Walk,
    Write,
)
from desktop.core.rules.events import (
    Entry,
    LeftBoard,
    MarkSet,
    Moved,
    Overridden,
    RulingSet,
    Said,
    Tested,
    WoundsSet,
    WoundsTaken,
)
from desktop.core.rules.house import NAMES
from desktop.core.rules.now import ActionLost, Discretion, Now
from desktop.core.rules.questions import Answer, Asked, Question, ScriptedTable
from desktop.core.rules.resolve import can_be_forced, resolve
from desktop.core.rules.tally import Tally
from tests.helpers.build import encounter, fighter, row
from tests.helpers.fight import RULE, Strike, events, fight, play, table

STRIKE = "ilse|strike|TINY-RULE-01"
WHERE = "ilse|where|TINY-RULE-01"


@pytest.fixture
def combat():
    return fight(encounter(row("a", "b"), fighter("ilse", "a", side="heroes"), fighter("vex", "b")))


def test_an_action_that_is_lost_when_it_is_paid_for_ends_there(combat):
    def lose(now, fact):
        now.happens(MarkSet(subject="ilse", name="splashes", value=type(now.action).__name__))
        raise ActionLost

    pack = replace(combat.book.packs[0], follows={WoundsTaken: (lose,)})
    losing = replace(combat, book=replace(combat.book, packs=(pack, *combat.book.packs[1:])))
    after = play(losing, (Strike(who="ilse", foe="vex"), table(20)))
    assert after.state.mark("ilse", "splashes") == "Strike"


def test_what_follows_a_fact_knows_the_state_before_it_whatever_it_lets_happen(combat):
    seen = []

    def bleed(now, fact):
        had = now.before.fighters[fact.who].wounds
        now.happens(MarkSet(subject="vex", name="bleeds", value=True))
        seen.append((had, now.before.fighters[fact.who].wounds, now.state.fighters["vex"].wounds))

    follows = {WoundsTaken: (bleed,), MarkSet: (lambda now, fact: None,)}
    pack = replace(combat.book.packs[0], follows=follows)
    bleeding = replace(combat, book=replace(combat.book, packs=(pack, *combat.book.packs[1:])))
    after = play(bleeding, (Strike(who="ilse", foe="vex"), table(20)))
    assert seen == [(0, 0, after.state.fighters["vex"].wounds)]
    assert after.state.fighters["vex"].wounds
    assert [type(fact).__name__ for fact in after.steps[-1].events][-1] == "MarkSet"


def test_answers_come_by_key_or_in_order_and_are_kept_by_key(combat):
    in_order = play(combat, (Strike(who="ilse", foe="vex"), table(30, "head")))
    by_key = play(combat, (Strike(who="ilse", foe="vex"), table(**{STRIKE: 30, WHERE: "head"})))
    assert in_order.steps[-1] == by_key.steps[-1]
    assert by_key.steps[-1].answers == {STRIKE: Answer(30), WHERE: Answer("head")}
    assert by_key.state.mark("vex", "hit") == "head"
    assert by_key.state.fighters["vex"].wounds == 2


def test_a_rule_asks_one_thing_after_the_other_and_resolving_again_is_the_same(combat):
    strike = Strike(who="ilse", foe="vex")
    with pytest.raises(Asked) as first:
        resolve(combat.book, combat.state, strike, table())
    assert (first.value.question.key, first.value.question.die) == (STRIKE, "d100")
    assert [type(shown) for shown in first.value.trace] == [Tally]
    with pytest.raises(Asked) as second:
        resolve(combat.book, combat.state, strike, table(30))
    assert [option.key for option in second.value.question.options] == ["head", "body"]
    assert [type(shown) for shown in second.value.trace] == [Tally, Question, Tested]


def test_an_answer_that_a_question_cannot_take_is_a_sentence(combat):
    with pytest.raises(AnswerError, match="101 is not a face of a d100; 1 to 100"):
        play(combat, (Strike(who="ilse", foe="vex"), table(101)))
    with pytest.raises(AnswerError, match="'leg' is no choice here; choose one of head, body"):
        play(combat, (Strike(who="ilse", foe="vex"), table(30, "leg")))


def test_every_reason_of_a_refusal_is_told_and_forcing_notes_each(combat):
    own = Strike(who="ilse", foe="ilse")
    combat = play(combat, Decree(facts=(_away("ilse"),)))
    with pytest.raises(IllegalActionError) as refused:
        play(combat, (own, table(99)))
    assert str(refused.value) == "They are friends. The foe is not here."
    forced = play(combat, (Strike(who="ilse", foe="ilse", forced=True, note="ha"), table(99)))
    told = events(forced, Overridden)
    assert [(each.says, each.note) for each in told] == [
        ("They are friends.", "ha"), ("The foe is not here.", "ha"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "action",
    [
        BeginTurn(entry="wick"),
        TakeOver(who="wick"),
        Walk(who="wick", to="a"),
        Walk(who="ilse", to="attic"),
        Put(who="wick", at="a"),
        Put(who="ilse", at=Square(99, 0)),
        Put(who="ilse", at="a", level="attic"),
        Force(who="wick", to="a"),
        FireCue(cue="steam"),
        TickClock(clock="alarm"),
        SetOrder(order=(Entry("wick", "fighter", 1, ("wick",)),)),
        Read(ruling="reading_nine", reading="x"),
        Decree(facts=(WoundsSet(who="wick", total=1),)),
        Begin(present=("wick",)),
    ],
    ids=lambda action: type(action).__name__,
)
@pytest.mark.rule("HOUSE-NAMES-01")
def test_what_is_not_there_is_refused_and_cannot_be_forced(combat, action):
    before = combat.back() if isinstance(action, Begin) else combat
    for forced in (False, True):
        with pytest.raises(IllegalActionError) as refused:
            before.take(replace(action, forced=forced), table())
        assert {each.rule for each in refused.value.refusals} == {NAMES}
        assert not can_be_forced(refused.value.refusals)


def test_a_name_nearly_right_is_offered(combat):
    with pytest.raises(IllegalActionError, match=r"no fighter ilsa\. Did you mean ilse\?"):
        play(combat, Put(who="ilsa", at="a"))


def _away(who):
    return LeftBoard(who=who, why="away")


def test_the_gm_switches_a_reason_and_types_over_a_number(combat):
    strike = Strike(who="ilse", foe="vex")
    lucky = play(combat, (strike, table(70, "head", words={"ilse|strike:luck": True})))
    (test,) = events(lucky, Tested)
    assert (test.target, test.passed) == (80, True)
    assert [each.key for each in events(lucky, Overridden)] == ["ilse|strike:luck"]
    typed = play(combat, (strike, table(20, words={"ilse|strike": 10, "vex|damage": 7})))
    assert events(typed, Tested)[0].passed is False
    assert "vex|damage" not in typed.steps[-1].answers
    typed = play(combat, (strike, table(5, words={"vex|damage": 7})))
    assert events(typed, WoundsTaken)[0].wounds == 7
    assert typed.steps[-1].answers["vex|damage"] == Answer(7, "gm")


def test_a_discretion_has_a_default_and_one_key_changes_it(combat):
    strike = Strike(who="ilse", foe="vex")
    plain = resolve(combat.book, combat.state, strike, table(5))
    (shown,) = [each for each in plain.trace if isinstance(each, Discretion)]
    assert (shown.value, shown.default) == (False, False)
    hard = play(combat, (strike, table(5, words={"ilse|hard": True})))
    assert events(hard, WoundsTaken)[0].wounds == 4
    assert events(hard, Overridden)[0].says == "strike hard: yes"
    same = play(combat, (strike, table(5, words={"ilse|hard": False})))
    assert events(same, Overridden) == []


def test_a_discretion_may_be_any_word(combat):
    now = Now(book=combat.book, state=combat.state, table=table(words={"where": "roof"}))
    assert now.word("where", "where it falls", "floor", RULE) == "roof"
    assert now.events == [Overridden(key="where", says="where it falls: roof", rule=RULE)]


def test_the_same_question_twice_has_two_keys(combat):
    now = Now(book=combat.book, state=combat.state, table=table(1, 2))
    assert [now.roll("d10", "ilse", "how far", RULE) for _ in range(2)] == [1, 2]
    assert list(now.answers) == ["ilse|how far|TINY-RULE-01", "ilse|how far|TINY-RULE-01#2"]
    with pytest.raises(Asked, match="how far"):
        now.roll("d10", None, "how far", RULE)


def test_a_follow_knows_the_state_before_its_fact(combat):
    now = Now(book=combat.book, state=combat.state, table=ScriptedTable())
    now.happens(Moved(who="ilse", how="put", level="ground", to=(1, 1)), Said(text="there"))
    assert now.before.fighters["ilse"].seat != (1, 1)
    assert now.state.fighters["ilse"].seat == (1, 1)


def test_a_step_knows_the_last_of_what_happened_in_it(combat):
    now = Now(book=combat.book, state=combat.state, table=ScriptedTable())
    now.happens(*(MarkSet(subject=who, name="seen", value=who) for who in ("ilse", "vex", "ilse")))
    assert now.happened(MarkSet) is now.events[2]
    assert now.happened(MarkSet, subject="vex", name="seen") is now.events[1]
    assert now.happened(MarkSet, subject="vex", name="heard") is None
    assert now.happened(Moved, who="vex") is None


def test_what_the_gm_says_is_so_is_so_and_what_follows_follows(combat):
    combat = play(combat, Decree(facts=(WoundsSet(who="vex", total=10),)))
    assert combat.state.fighters["vex"].wounds == 10
    assert events(combat, MarkSet) == [MarkSet(subject="vex", name="out", value=True, rule=RULE)]


def test_a_reading_holds_from_here_on(combat):
    combat = play(combat, Read(ruling="reading_one", reading="second"))
    assert events(combat) == [RulingSet(ruling="reading_one", reading="second")]
    assert combat.state.rulings["reading_one"] == "second"
    assert combat.at(1).rulings["reading_one"] == "first"
    with pytest.raises(IllegalActionError, match="no ruling reading_nine"):
        play(combat, Read(ruling="reading_nine", reading="x"))


def test_the_gm_writes_a_line(combat):
    assert events(play(combat, Write(text="They wait."))) == [Said(text="They wait.")]
