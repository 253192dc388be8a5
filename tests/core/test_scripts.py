"""Scripts written by hand: whatever is odd about one is a sentence with its line, never a crash."""

import pytest

from desktop.core import script
from desktop.core.errors import LoadError
from tests.core.test_play import dock


def problem(text: str) -> tuple[int, str]:
    with pytest.raises(LoadError) as caught:
        script.script_of(text)
    return caught.value.problems[0].line, caught.value.problems[0].says


def said(*steps: str) -> str:
    """Return why the last of some steps could not be played, or nothing."""
    text = "steps:\n" + "".join(f"- {{{step}}}\n" for step in steps)
    *_, last = script.played(dock(), script.script_of(text), 1)
    return last.says or " ".join(map(str, last.refusals))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("# nothing", 1, "should begin with `steps:`"),
        ("- {do: begin}", 1, "A script has `steps`"),
        ("sed: 4\nsteps: []", 1, "Did you mean seed?"),
        ("? [a]\n: b\nsteps: []", 1, "has no a list"),
        ("seed: four\nsteps: []", 1, "The seed is a whole number, not `four`"),
        ("steps:\n- {? [a] : b}", 2, "A key is a text, not a list"),
        ("steps:\n- {do: begin, do: end turn}", 2, "`do` stands here twice"),
        ("steps:\n- {do: [begin]}", 2, "`do` with an action's name"),
        ("steps:\n- {do: }", 2, "`do` with an action's name"),
        ("steps:\n- {}", 2, "`do` with an action's name"),
        ("steps:\n- {undo: 1, do: begin}", 2, "`undo` takes a count from 1"),
        ("steps:\n- {again: 1, who: ilse}", 2, "`again` takes a count from 1"),
        ("steps:\n- {do: begin, words: 3}", 2, "`words` is a mapping"),
        ("steps:\n- {do: begin, words: [a]}", 2, "`words` is a mapping"),
        ("steps:\n- {do: begin, answers: [[1]]}", 2, "An answer is a face"),
        ("steps:\n- {do: begin, answers: {a: }}", 2, "An answer is a face"),
        ("steps:\n- {do: write, text: " + "[" * 90 + "]" * 90 + "}", 2, "more than 60 levels"),
        ("steps:\n- {do: write, text: 3}", 2, "Put it in quotes"),
        ("steps:\n- {do: write, txt: a}", 2, "has no txt; it has forced, note, text. Did you"),
        ("steps:\n- {do: decree, facts: 3}", 2, "a mapping with the key `event`"),
        ("steps:\n- {do: decree, facts: {event: Moved, who: x}}", 2, "needs how, level, to"),
        ("steps:\n- {do: write, text: x, note: 12}", 2, "Put it in quotes"),
        ("steps:\n- {do: read, ruling: barrier_cost, reading: free}", 2, "there are action only"),
    ],
)
def test_what_is_odd_about_a_script_is_told_with_its_line(text: str, line: int, says: str) -> None:
    found, told = problem(text)
    assert (found, says in told) == (line, True), told


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("do: begin, answers: {zork: 4}", "left over: zork"),
        ("do: begin, answers: [4]", "left over: 4"),
        ("do: begin, words: {zork: 4}", "left over: zork"),
        ("again: 1, answers: {zork: 4}", "left over: zork"),
        ("again: 1, answers: [4]", "left over: 4"),
    ],
)
def test_what_nothing_asked_for_stops_a_script_wherever_it_stands(step: str, says: str) -> None:
    before = ["do: begin"] if step.startswith("again") else []
    assert says in said(*before, step)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("do: begin, surprised: [heros]", "There is no side heros. Did you mean heroes?"),
        ("do: begin, counters: {zork: {x: 1}}", "There is no side zork."),
        ("do: begin, initiatives: {gang/A: 3}", "There is no entry gang/A."),
        ("do: begin turn", "The fight has not begun"),
        ("do: do, effects: [{add: foggy, to: quay}]", "There is no trait called foggy."),
    ],
)
def test_names_of_nothing_are_refused(step: str, says: str) -> None:
    assert says in said(step)


def test_a_fight_that_nobody_is_in_says_so() -> None:
    assert "nobody is in its order" in said("do: begin, present: []", "do: begin turn")


def test_words_of_an_effect_may_be_written_with_underscores() -> None:
    effect = "{add: heavily_obscured, to: quay}"
    text = f"steps: [{{do: begin}}, {{do: do, effects: [{effect}]}}]"
    *_, last = script.played(dock(), script.script_of(text), 1)
    laid = last.after.state.encounter.board.zones["quay"].traits[-1]
    assert laid.word == "heavily obscured"


def test_a_step_is_taken_again_with_another_action_and_those_after_it_stay() -> None:
    text = """
        steps:
        - {do: begin}
        - {do: write, text: one}
        - {do: write, text: two}
        - {again: 2, do: do, effects: [{add: dark, to: quay}]}
    """
    *_, last = script.played(dock(), script.script_of(text), 1)
    assert last.after.state.encounter.board.zones["quay"].traits[-1].word == "dark"
    assert [type(step.action).__name__ for step in last.after.steps] == ["Begin", "Do", "Write"]
    assert last.resolved is not None
    assert last.resolved.step is last.after.steps[1]
    assert last.began is last.after.at(1)


def test_no_other_action_is_taken_where_there_is_no_step_to_take_again() -> None:
    assert said("do: begin", "again: 9, do: aim, who: ilse") == (
        "There is no step 9 yet; there are 1."
    )
