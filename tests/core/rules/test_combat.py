"""A fight as a value: taking steps, taking them back, taking them again, replaying, verifying."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.core.errors import EncounterError, IllegalActionError, ReplayError
from desktop.core.model.encounter import Clock
from desktop.core.model.moments import AddTrait, Hurt, Moment, SetLink
from desktop.core.rules.actions import (
    BeginTurn,
    Decree,
    Do,
    EndTurn,
    Put,
    Settle,
    TickClock,
    Write,
)
from desktop.core.rules.book import Pack
from desktop.core.rules.combat import Combat, Verdict, replayed, verify
from desktop.core.rules.compose import joined, rulebook
from desktop.core.rules.events import LeftBoard, MarkSet, Related, Said, WoundsSet
from desktop.core.rules.fold import fold
from desktop.core.rules.questions import Answer, Asked
from tests.helpers.build import encounter, fighter, group, row
from tests.helpers.fight import TINY, Strike, fight, play, table

STRIKE = "ilse|strike|TINY-RULE-01"
WHERE = "ilse|where|TINY-RULE-01"


def duel():
    return fight(
        encounter(
            row("a", "b"),
            fighter("ilse", "a", side="heroes", initiative=30),
            fighter("vex", "b", initiative=20),
            group("gang", 2, "b", initiative=10),
            Clock(id="alarm", size=4, ticks=Moment("end of round")),
        )
    )


def strike(foe="vex", who="ilse"):
    return Strike(who=who, foe=foe)


# To and fro


def test_steps_are_taken_back_and_again():
    combat = play(duel(), BeginTurn(), (strike(), table(10)), EndTurn())
    back = combat.back(2)
    assert back.state == combat.at(2)
    assert back.state.fighters["vex"].wounds == 0
    assert back.forward().state.fighters["vex"].wounds == 2
    assert back.forward(9) == combat
    assert combat.back(99).state == combat.start
    assert combat.moved(2) == back


def test_a_new_step_takes_the_place_of_those_taken_back():
    combat = play(duel(), BeginTurn(), (strike(), table(10)), EndTurn()).back(2)
    combat = play(combat, Write(text="wait"))
    assert [type(step.action).__name__ for step in combat.steps] == ["Begin", "BeginTurn", "Write"]
    assert combat.forward() == combat


def test_what_is_refused_changes_nothing():
    combat = duel()
    with pytest.raises(IllegalActionError):
        play(combat, (strike(foe="ilse"), table(10)))
    assert len(combat.steps) == 1


# Taking again


def test_changing_a_face_is_taking_the_step_again():
    combat = play(duel(), (strike(), table(10)), (strike("gang/A"), table(40, "head")))
    again = combat.retaken(1, {STRIKE: Answer(99)})
    assert again.state.fighters["vex"].wounds == 0
    assert again.state.fighters["gang/A"].wounds == 2
    assert again.steps[2] == combat.steps[2]
    assert (again.cursor, dict(again.waiting)) == (3, {})


def test_answers_that_a_step_needs_no_more_are_spare_and_serve_again():
    combat = play(duel(), (strike(), table(40, "head")))
    missed = combat.retaken(1, {STRIKE: Answer(99)})
    assert missed.steps[1].spare == {WHERE: Answer("head")}
    assert missed.waiting == {}
    hit = missed.retaken(1, {STRIKE: Answer(45)})
    assert hit.state.mark("vex", "hit") == "head"
    assert hit.steps[1].spare == {}


def test_words_are_given_afterwards():
    combat = play(duel(), (strike(), table(10)))
    again = combat.retaken(1, words={"vex|damage": Answer(8, "gm")})
    assert again.state.fighters["vex"].wounds == 8
    assert again.retaken(1).state == again.state


def test_the_step_itself_asks_the_table_for_what_is_new():
    combat = play(duel(), (strike(), table(10)))
    with pytest.raises(Asked, match="where"):
        combat.retaken(1, {STRIKE: Answer(40)})
    again = combat.retaken(1, {STRIKE: Answer(40)}, table=table("body"))
    assert again.state.mark("vex", "hit") == "body"


def test_a_later_step_that_asks_waits_and_loses_nothing():
    damp = AddTrait(add="heavily obscured", to=("b",))
    missed = play(duel(), Do(effects=(damp,)), (strike(who="vex", foe="ilse"), table(45)))
    clear = missed.retaken(1, action=Write(text="clear"))
    assert clear.waiting == {2: "It asks: where"}
    assert clear.steps[2].answers == missed.steps[2].answers
    assert clear.state.fighters["ilse"].wounds == 0
    done = clear.retaken(2, table=table("head"))
    assert done.waiting == {}
    assert done.state.fighters["ilse"].wounds == 2


def test_a_later_step_with_an_answer_left_over_waits_until_it_is_taken_as_it_is():
    hit = play(duel(), Write(text="clear"), (strike(who="vex", foe="ilse"), table(45, "head")))
    damp = Do(effects=(AddTrait(add="heavily obscured", to=("b",)),))
    misty = hit.retaken(1, action=damp)
    assert misty.waiting == {2: "An answer is left over: where"}
    assert misty.state.fighters["ilse"].wounds == 0
    assert misty.retaken(1, action=Write(text="clear")).state == hit.state
    settled = misty.retaken(2)
    assert (settled.waiting, settled.steps[2].spare) == (
        {},
        {"vex|where|TINY-RULE-01": Answer("head")},
    )


def test_a_later_step_that_is_refused_waits_and_those_after_it_go_on():
    combat = play(
        duel(), Write(text="nothing"), (strike(), table(10)), (strike("gang/A"), table(10)),
    )  # fmt: skip
    gone = combat.retaken(1, action=Decree(facts=(LeftBoard(who="vex", why="away"),)))
    assert gone.waiting == {2: "The foe is not here."}
    assert gone.state.fighters["gang/A"].wounds == 2
    assert gone.at(2) == gone.at(3)
    back = gone.retaken(1, action=Write(text="nothing"))
    assert back.state == combat.state
    assert back.waiting == {}


def test_steps_beyond_the_cursor_are_taken_again_as_well():
    combat = play(duel(), (strike(), table(10)), (strike(), table(10))).back()
    again = combat.retaken(1, words={"vex|damage": Answer(5, "gm")})
    assert again.cursor == 2
    assert again.state.fighters["vex"].wounds == 5
    assert again.forward().state.fighters["vex"].wounds == 7


# From a file


def test_replay_folds_and_nothing_else():
    combat = play(duel(), BeginTurn(), (strike(), table(10)), EndTurn()).back()
    again = replayed(combat.book, combat.start, combat.steps, combat.cursor)
    assert again == combat
    assert replayed(combat.book, combat.start, combat.steps).cursor == 4


def test_facts_that_do_not_fit_are_told_with_their_step():
    combat = play(duel(), Decree(facts=(WoundsSet(who="vex", total=1),)))
    odd = replace(combat.steps[1], events=(WoundsSet(who="wick", total=1),))
    with pytest.raises(
        ReplayError, match="step 2: WoundsSet does not fit the fight: nobody is called wick"
    ) as caught:
        replayed(combat.book, combat.start, [combat.steps[0], odd])
    assert caught.value.step == 2


def test_two_thousand_steps_replay():
    combat = play(duel(), BeginTurn(), (strike(), table(10)), EndTurn())
    steps = [combat.steps[0], *combat.steps[1:] * 670]
    assert replayed(combat.book, combat.start, steps).cursor == len(steps)


def test_verify_tells_the_four_results_apart():
    combat = play(duel(), BeginTurn(), (strike(), table(10)), (strike(), table(40, "head")))
    steps = list(combat.steps)
    check = lambda steps, book=combat.book, **how: [  # noqa: E731
        verdict.found for verdict in verify(book, combat.start, steps, **how)
    ]
    assert check(steps) == ["same"] * 4
    soft = joined("imperium", "Soft", replace(TINY, parts=(), standing=()))
    changed = rulebook(combat.start.encounter, [soft])
    assert check(steps, changed) == ["same", "same", "rules changed", "rules changed"]
    assert check(steps, changed, same_rules=True)[2:] == ["damaged", "damaged"]
    odd = replace(steps[2], events=(WoundsSet(who="wick", total=1),))
    verdicts = verify(combat.book, combat.start, [*steps[:2], odd, steps[3]])
    assert verdicts[-1] == Verdict(
        3, "damaged", "step 3: WoundsSet does not fit the fight: nobody is called wick."
    )
    assert len(verdicts) == 3
    asks = replace(steps[3], answers={STRIKE: Answer(40)})
    left = replace(steps[2], answers={**steps[2].answers, WHERE: Answer("head")})
    refused = replace(steps[2], action=strike(foe="ilse"))
    wrong = replace(steps[2], answers={STRIKE: Answer(101)})
    for broken in (asks, left, refused, wrong):
        assert check([steps[0], broken])[1] == "no longer fits"


def test_verify_says_which_fact_differs():
    combat = play(duel(), (strike(), table(10)))
    step = combat.steps[1]
    fewer = replace(step, events=step.events[:-1])
    other = replace(step, events=(Said(text="odd"), *step.events[1:]))
    passed = replace(step.events[0], passed=False, target=7)
    changed = replace(step, events=(passed, *step.events[1:]))
    told = [
        verify(combat.book, combat.start, [combat.steps[0], each])[1].says
        for each in (fewer, other, changed)
    ]
    assert told == [
        "1 fact, now 2", "fact 1 was Said, now Tested",
        f"fact 1 was Tested with target 7, now {step.events[0].target}; passed False, now True",
    ]  # fmt: skip


def test_a_step_that_waits_is_no_damage():
    combat = play(duel(), Write(text="x"), (strike(), table(10)))
    gone = combat.retaken(1, action=Decree(facts=(LeftBoard(who="vex", why="away"),)))
    assert verify(gone.book, gone.start, gone.steps)[2] == Verdict(3, "same", "it waits")


# Any play, any rewind

ACTIONS = st.one_of(
    st.just(BeginTurn()),
    st.just(EndTurn()),
    st.builds(BeginTurn, entry=st.sampled_from(["ilse", "vex", "gang"]), forced=st.just(True)),
    st.builds(
        Strike,
        who=st.sampled_from(["ilse", "vex", "gang/A"]),
        foe=st.sampled_from(["ilse", "vex", "gang/B"]),
        forced=st.booleans(),
    ),
    st.builds(Put, who=st.sampled_from(["ilse", "gang/A"]), at=st.sampled_from(["a", "b", None])),
    st.builds(TickClock, clock=st.just("alarm"), by=st.integers(-3, 3)),
    st.builds(Settle, due=st.just("clock:alarm"), skip=st.booleans()),
    st.builds(
        Do,
        effects=st.lists(
            st.sampled_from(
                [
                    AddTrait(add="heavily obscured", to=("b",), until=Moment("end of round")),
                    AddTrait(add="dark", to=("a",)),
                    SetLink(link="a-b", kind="barrier", until=Moment("end of turn")),
                    Hurt(hurt=("b",), damage=2),
                ]
            ),
            max_size=2,
        ).map(tuple),
    ),
    st.just(Decree(facts=(MarkSet(subject="vex", name="out", value=True),))),
    st.just(Decree(facts=(Related(kind="reach", one="ilse", other="vex"),))),
)
MOVES = st.one_of(
    st.tuples(st.just("take"), ACTIONS, st.integers(1, 100)),
    st.tuples(st.just("move"), st.integers(0, 30), st.none()),
    st.tuples(st.just("again"), st.integers(0, 30), st.integers(1, 100)),
)


def folded(combat: Combat, count: int):
    state = combat.start
    for step in combat.steps[:count]:
        for event in step.events:
            state = fold(state, event)
    return state


@given(st.lists(MOVES, max_size=25))
def test_any_play_with_any_rewind_equals_the_fold(moves):
    combat = duel()
    for kind, what, face in moves:
        try:
            if kind == "take":
                combat = combat.take(what, table(face, "head"))
            elif kind == "move":
                combat = combat.moved(what)
            else:
                index = what % len(combat.steps)
                faces = {
                    key: Answer(face) for key in combat.steps[index].answers if "strike" in key
                }
                combat = combat.retaken(index, faces, table=table("body"))
        except EncounterError:
            continue
        assert combat.state == folded(combat, combat.cursor)
    assert combat.back(99).forward(99).state == folded(combat, len(combat.steps))
    assert replayed(combat.book, combat.start, combat.steps).states == combat.states
    found = {verdict.found for verdict in verify(combat.book, combat.start, combat.steps)}
    assert found <= {"same"}


def test_a_pack_may_be_joined_from_nothing():
    assert joined("hive", "Hive", Pack(name="hive")) == Pack(name="hive", title="Hive")
