"""Effects: what each of the short list does, and how it is undone at its time."""

from dataclasses import replace

import pytest

from desktop.core.errors import IllegalActionError, RuleLoopError
from desktop.core.model import moments as m
from desktop.core.model.board import GroundKind
from desktop.core.model.encounter import Clock, Starts
from desktop.core.model.moments import Moment
from desktop.core.model.words import Square
from desktop.core.rules.actions import BeginTurn, Decree, Do, EndTurn, Settle
from desktop.core.rules.due import due
from desktop.core.rules.effects import let
from desktop.core.rules.events import (
    ClockSet,
    KnowledgeSet,
    MarkSet,
    Moved,
    Overridden,
    PlaceChanged,
    PlaceParts,
    Said,
    Until,
    WoundsTaken,
)
from desktop.core.rules.now import Now
from desktop.core.rules.traits import has_trait, laid_at, traits_at
from tests.helpers.build import (
    board,
    door,
    encounter,
    fighter,
    group,
    level,
    link,
    paint,
    row,
    zone,
)
from tests.helpers.fight import Circle, events, fight, play, table


def started(on=None, **fields):
    return fight(
        encounter(
            on or row("a", "b"),
            fighter("ilse", "a", side="heroes", initiative=30),
            group("gang", 2, "b", initiative=20),
            **fields,
        )
    )


def do(combat, *effects, words=None, source="valve"):
    """Let effects happen; forced, for what they name and is not there is left out."""
    return play(combat, (Do(effects=effects, source=source, forced=True), table(words=words)))


def round_on(combat, n=1):
    """Return the fight at the first turn of the round after the next n."""
    for _ in range(n):
        here = combat.state.round
        while combat.state.round == here:
            combat = play(combat, EndTurn() if combat.state.acting else BeginTurn())
    return combat


def words(combat, where="a"):
    return [trait.word for trait in traits_at(combat.state, where)]


# Traits


@pytest.mark.rule("HOUSE-EFFECT-01")
def test_a_trait_is_laid_for_good():
    combat = do(started(), m.AddTrait(add="dark", to=("a", "nowhere")))
    assert words(combat) == ["dark"]
    assert [type(event) for event in events(combat)] == [Overridden, PlaceChanged]
    assert not events(do(combat, m.AddTrait(add="dark", to=("a",))))


def test_a_trait_is_laid_until_a_moment_and_says_where_it_comes_from():
    until = Moment("end of round", 1, later=True)
    combat = round_on(started())
    combat = do(combat, m.AddTrait(add="heavily obscured", to=("a",), until=until))
    (trait,) = traits_at(combat.state, "a")
    assert (trait.source, trait.until) == ("valve", Until("end of round", 2))
    combat = round_on(combat)
    assert words(combat) == ["heavily obscured"]
    assert words(round_on(combat)) == []


def test_a_trait_laid_by_nobody_in_particular_has_no_source():
    combat = do(started(), m.AddTrait(add="dark", to=("a",), until=Moment("end phase")), source="")
    assert traits_at(combat.state, "a")[0].source == ""


def test_a_trait_lasts_until_somebody_enters():
    until = Moment("entering", of="b")
    combat = do(started(), m.AddTrait(add="dark", to=("a",), until=until))
    combat = round_on(combat, 3)
    assert words(combat) == ["dark"]
    walk = Moved(who="ilse", how="walked", level="ground", to=Square(10, 2))
    combat = play(combat, Decree(facts=(walk,)))
    assert words(combat) == []
    assert not [subject for subject, _ in combat.state.marks if subject == "ends"]


def test_what_was_taken_off_before_its_end_leaves_nothing_behind():
    until = Moment("entering", of="b")
    combat = do(started(), m.AddTrait(add="dark", to=("a",), until=until))
    combat = play(combat, Decree(facts=(MarkSet(subject="a", name="trait:dark", value=None),)))
    walk = Moved(who="ilse", how="walked", level="ground", to=Square(10, 2))
    combat = play(combat, Decree(facts=(walk,)))
    assert combat.state.marks == {}


def test_a_trait_is_cleared_for_good_or_for_a_while():
    on = board(zone("a", (0, 0, 8, 6), traits=["dark"]), zone("b", (8, 0, 8, 6)), size=(16, 6))
    combat = do(started(on), m.ClearTrait(clear="dark", off=("a", "nowhere")))
    assert words(combat) == []
    combat = do(started(on), m.ClearTrait(clear="dark", off=("a",), until=Moment("end of round")))
    assert words(combat) == []
    assert words(round_on(combat, 2)) == ["dark"]


def test_the_boards_own_trait_is_cleared_off_one_zone_and_comes_back_when_it_is_added():
    combat = do(started(row("a", "b", traits=["dark"])), m.ClearTrait(clear="dark", off=("a",)))
    assert (words(combat, "a"), words(combat, "b")) == ([], ["dark"])
    combat = do(combat, m.AddTrait(add="dark", to=("a",)))
    assert words(combat, "a") == ["dark"]


def test_a_laid_trait_is_cleared_before_its_end():
    combat = do(started(), m.AddTrait(add="dark", to=("a",), until=Moment("end of round", 5)))
    combat = do(combat, m.ClearTrait(clear="dark", off=("a",)))
    assert words(combat) == []


def test_of_hazards_only_the_gravest_counts_and_of_covers_all():
    on = row("a", "b", traits=["poorly lit", "minor hazard"])
    combat = do(
        started(on),
        m.AddTrait(add="deadly hazard", to=("a",)),
        m.AddTrait(add="light cover", to=("a",)),
        m.AddTrait(add="heavy cover", to=("a",)),
    )
    assert words(combat) == ["deadly hazard", "light cover", "heavy cover", "poorly lit"]
    assert "minor hazard" in [each.word for each in laid_at(combat.state, "a")]
    assert words(combat, None) == ["poorly lit", "minor hazard"]


def test_a_sheltered_zone_has_only_its_own():
    on = board(
        zone("a", (0, 0, 8, 6), sheltered=True, traits=["dark"]), zone("b", (8, 0, 8, 6)),
        size=(16, 6), traits=["lightly obscured"],
    )  # fmt: skip
    combat = started(on)
    assert (words(combat, "a"), words(combat, "b")) == (["dark"], ["lightly obscured"])


def test_a_trait_follows_a_fighter():
    carries = MarkSet(subject="ilse", name="trait:lightly obscured", value=True)
    combat = play(started(), Decree(facts=(carries,)))
    assert traits_at(combat.state, "a")[0].source == "ilse"
    walk = Moved(who="ilse", how="walked", level="ground", to=Square(10, 2))
    combat = play(combat, Decree(facts=(walk,)))
    assert (words(combat, "a"), words(combat, "b")) == ([], ["lightly obscured"])
    assert has_trait(combat.state, "b", "lightly obscured")


# Links, doors, squares


def test_a_link_changes_for_a_while_and_goes_back():
    effect = m.SetLink(link="a-b", kind="barrier", until=Moment("end of round"))
    combat = do(started(), effect)
    assert combat.state.encounter.board.links["a-b"].kind == "barrier"
    combat = round_on(combat, 2)
    assert combat.state.encounter.board.links["a-b"].kind == "open"
    assert combat.state.marks == {}


def test_a_link_or_door_that_is_not_there_or_is_so_already_is_left_alone():
    combat = do(started(), m.SetLink(link="a-b", kind="open"), m.SetLink(link="x", kind="open"))
    assert [event.says for event in combat.steps[-1].events] == ["There is no link called x."]
    combat = do(started(), m.SetDoor(door="x", state="open"))
    assert [type(event) for event in combat.steps[-1].events] == [Overridden]


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (m.AddTrait(add="foggy", to=("a",)), "no trait called foggy"),
        (m.AddTrait(add="dark", to=("cellar",)), "no zone called cellar"),
        (m.PaintSquares(paint="mud", squares=(Square(1, 1),)), "no kind of ground called mud"),
        (m.PaintSquares(paint="wall", squares=(Square(1, 10**9),)), "outside the board"),
        (m.PaintSquares(paint="wall", squares=(Square(1, 1),), level="roof"), "no level"),
    ],
)
def test_what_nobody_knows_is_refused_and_changes_nothing_even_when_forced(effect, says):
    with pytest.raises(IllegalActionError, match=says):
        play(started(), Do(effects=(effect,)))
    combat = do(started(), effect)
    assert combat.state.encounter == started().state.encounter
    assert events(combat, PlaceChanged) == []


def with_door():
    on = board(
        zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)), link("a", "b"),
        door("gate", ((8, 0), (8, 2))), size=(16, 6),
    )  # fmt: skip
    return started(on)


def state_of(combat):
    return combat.state.encounter.board.doors["gate"].state


def test_a_door_opened_twice_goes_back_to_what_it_was_first():
    combat = do(with_door(), m.SetDoor(door="gate", state="open", until=Moment("end of round", 1)))
    combat = do(combat, m.SetDoor(door="gate", state="locked", until=Moment("end of round", 2)))
    combat = round_on(combat, 2)
    assert state_of(combat) == "locked"
    assert state_of(round_on(combat)) == "closed"


def test_a_door_that_was_changed_since_stays_so():
    combat = do(with_door(), m.SetDoor(door="gate", state="open", until=Moment("end of round")))
    broken = do(combat, m.SetDoor(door="gate", state="broken"))
    assert state_of(round_on(broken, 2)) == "broken"
    gate = combat.state.encounter.board.doors["gate"]
    smashed = PlaceParts(doors={"gate": replace(gate, state="broken")})
    combat = play(combat, Decree(facts=(PlaceChanged(says="smash", parts=smashed),)))
    assert state_of(round_on(combat, 2)) == "broken"


def test_squares_are_painted_and_cleared_and_go_back():
    on = row("a", "b", squares={"ground": paint("~.", legend={"~": "difficult"})})
    effect = m.PaintSquares(paint="wall", squares=((0, 0), (1, 0)), until=Moment("end of round"))
    combat = do(started(on), effect, m.PaintSquares(paint="", squares=((5, 5),)))
    assert combat.state.encounter.board.squares["ground"] == {(0, 0): "wall", (1, 0): "wall"}
    combat = do(combat, m.PaintSquares(paint="", squares=((1, 0),), level="ground"))
    combat = round_on(combat, 2)
    assert combat.state.encounter.board.squares["ground"] == {(0, 0): "difficult"}


def test_what_was_painted_on_several_squares_at_once_goes_back_together():
    until = Moment("end of round")
    combat = do(
        started(),
        m.PaintSquares(paint="wall", squares=((0, 0),), until=until),
        m.PaintSquares(paint="rough", squares=((1, 0),), until=until),
    )
    assert len(combat.state.encounter.board.squares["ground"]) == 2
    assert combat.state.encounter.board.squares.get("ground") != {}
    assert round_on(combat, 2).state.encounter.board.squares["ground"] == {}


def squares_of(combat):
    return combat.state.encounter.board.squares.get("ground", {})


def paints(kind, *squares, until=None):
    return m.PaintSquares(paint=kind, squares=squares, until=until and Moment(until, 1, later=True))


@pytest.mark.parametrize("second", ["rough", "wall", ""])
@pytest.mark.parametrize("until", ["start of round", "end of round", "end phase"])
def test_squares_painted_again_meanwhile_go_back_to_what_they_were_at_first(second, until):
    on = row("a", "b", squares={"ground": paint("~~", legend={"~": "difficult"})})
    combat = round_on(started(on))
    before = squares_of(combat)
    combat = do(combat, paints("rough", (0, 0), (5, 5), until=until))
    combat = do(combat, paints(second, (0, 0), (1, 0), until="end of round"))
    combat = round_on(combat, 3)
    assert squares_of(combat) == before
    assert [name for _, name in combat.state.marks if name.startswith("back")] == []


def test_what_is_painted_again_each_round_is_gone_when_it_ends():
    combat = round_on(started())
    for _ in range(3):
        combat = do(combat, paints("rough", (0, 0), (1, 0), until="end of round"))
        combat = round_on(combat)
        assert squares_of(combat) == {(0, 0): "rough", (1, 0): "rough"}
    assert squares_of(round_on(combat)) == {}


def test_squares_painted_for_good_over_a_while_stay_so_and_their_neighbours_go_back():
    combat = do(round_on(started()), paints("rough", (0, 0), (1, 0), until="end of round"))
    combat = do(combat, paints("rough", (0, 0)))
    assert squares_of(round_on(combat, 3)) == {(0, 0): "rough"}


def test_of_two_paintings_from_one_square_both_go_back():
    combat = do(round_on(started()), paints("rough", (0, 0), (1, 0), until="end of round"))
    combat = do(combat, paints("rough", (0, 0), until="start of round"))
    assert squares_of(round_on(combat)) == {(1, 0): "rough"}
    assert squares_of(round_on(combat, 2)) == {}


# People


def test_people_are_brought_moved_and_taken_off():
    wave = group("wave", 2, "b", starts=Starts(off="not yet here"), initiative=5)
    combat = fight(encounter(row("a", "b"), fighter("ilse", "a", side="heroes"), wave))
    assert combat.state.in_zone("b") == ()
    combat = do(combat, m.Bring(bring=("wave",)))
    assert combat.state.in_zone("b") == ("wave/A", "wave/B")
    assert combat.state.order[-1].members == ("wave/A", "wave/B")
    combat = do(combat, m.MoveFighters(move=("wave/A", "nobody"), to="a"))
    assert combat.state.in_zone("a") == ("ilse", "wave/A")
    combat = do(combat, m.Bring(bring=("wave/B",), at=Square(0, 0)))
    assert combat.state.fighters["wave/B"].seat == (0, 0)
    combat = do(combat, m.Remove(remove=("wave",), why="below a hatch"))
    assert {combat.state.fighters[f"wave/{mark}"].off for mark in "AB"} == {"below a hatch"}


def test_the_dead_of_a_group_stay_out_when_it_is_brought_moved_or_taken_off():
    combat = do(started(), m.Remove(remove=("gang/A",), why="out"))
    for effect in (
        m.MoveFighters(move=("gang", "gang/A"), to="a"),
        m.Bring(bring=("gang",), at="b"),
        m.Remove(remove=("gang",), why="away"),
    ):
        combat = do(combat, effect)
        assert combat.state.fighters["gang/A"].off == "out"
    assert combat.state.fighters["gang/B"].off == "away"
    combat = do(combat, m.MoveFighters(move=("gang/B",), to="a"))
    assert combat.state.fighters["gang/B"].off == "away"
    combat = do(combat, m.Bring(bring=("gang/A",), at="b"))
    assert combat.state.zone_of("gang/A") == "b"


def test_everyone_in_a_zone_is_hurt_through_the_slot_and_the_gm_has_a_word():
    combat = do(started(), m.Hurt(hurt=("b",), damage=3))
    assert [(event.who, event.wounds) for event in events(combat, WoundsTaken)] == [
        ("gang/A", 3), ("gang/B", 3),
    ]  # fmt: skip
    combat = do(started(), m.Hurt(hurt=("b", "ilse"), damage=3), words={"gang/A|valve|harm": 9})
    assert [event.wounds for event in events(combat, WoundsTaken)] == [9, 3, 3]


def test_who_is_off_the_board_is_not_hurt_and_who_has_no_place_is_not_brought():
    combat = do(started(), m.Remove(remove=("gang/A",)))
    combat = do(combat, m.Hurt(hurt=("gang",), damage=2))
    assert [event.who for event in events(combat, WoundsTaken)] == ["gang/B"]
    lost = fight(encounter(row("a"), fighter("ilse", "a"), fighter("lost")))
    assert do(lost, m.Bring(bring=("lost",))).steps[-1].events == ()


def test_clocks_knowledge_and_words():
    clock = Clock(id="alarm", size=4)
    meeting = encounter(row("a", "b"), fighter("ilse", "a", side="heroes"), group("gang", 2, "b"))
    combat = fight(replace(meeting, clocks={"alarm": clock}))
    combat = do(
        combat,
        m.Tick(tick="alarm", by=2),
        m.Tick(tick="none"),
        m.Show(show=("gang", "alarm")),
        m.Hide(hide=("gang/B", "a")),
        m.Say(say="Click", players=True),
    )
    assert events(combat, ClockSet) == [ClockSet(clock="alarm", filled=2)]
    assert [(event.subject, event.shown) for event in events(combat, KnowledgeSet)] == [
        ("gang/A", "seen"), ("gang/B", "seen"), ("alarm", "known"),
        ("gang/B", "unknown"), ("a", "unknown"),
    ]  # fmt: skip
    assert events(combat, Said) == [Said(text="Click", players=True)]


def test_only_effects_are_effects():
    combat = started()
    with pytest.raises(TypeError, match="int is no effect"):
        let(Now(book=combat.book, state=combat.state, table=table()), [3])


# What is due and skipped


def test_an_effect_that_ends_is_due_and_can_be_skipped_or_ended_at_once():
    effect = m.SetLink(link="a-b", kind="barrier", until=Moment("end of round"))
    combat = do(round_on(started()), effect)
    (one,) = due(combat.book, combat.state)
    assert (one.says, one.when, one.who) == (
        "link ends",
        "end of round",
        "the barrier between a and b",
    )
    ended = play(combat, one.by_hand)
    assert ended.state.encounter.board.links["a-b"].kind == "open"
    kept = round_on(play(combat, Settle(due=one.key)))
    assert kept.state.encounter.board.links["a-b"].kind == "barrier"
    assert round_on(kept).state.encounter.board.links["a-b"].kind == "open"


def test_facts_that_follow_themselves_are_stopped():
    with pytest.raises(RuleLoopError, match="last came MarkSet") as caught:
        play(started(), Circle())
    assert len(caught.value.events) < 200


def test_a_level_of_its_own_is_painted():
    on = board(
        level("floor"), level("top", 3), zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)),
        size=(16, 6),
    )  # fmt: skip
    combat = do(started(on), m.PaintSquares(paint="rough", squares=((1, 1),), level="top"))
    assert combat.state.encounter.board.squares == {"top": {(1, 1): "rough"}}


def test_marks_that_the_gm_writes_over_break_nothing():
    for name, value in (
        ("squares 0,0 rough", "x"),
        ("squares 0,0 rough", 3),
        ("link", ""),
        ("x", 1),
    ):
        mark = MarkSet(
            subject="ground", name=f"back:{name}", value=value, until=Until("end of round")
        )
        combat = round_on(play(round_on(started()), Decree(facts=(mark,))))
        assert squares_of(do(combat, paints("rough", (0, 0)))) == {(0, 0): "rough"}


def test_a_kind_of_any_name_goes_back():
    kind = 'a;b=c>"d"/e'
    own = {kind: GroundKind(qualities=("rough",))}
    on = row("a", "b", kinds=own, squares={"ground": {(0, 0): kind}})
    combat = do(round_on(started(on)), paints("wall", (0, 0), until="end of round"))
    combat = do(combat, paints(kind, (1, 0), until="end of round"))
    assert squares_of(round_on(combat, 2)) == {(0, 0): kind}
    entering = Moment("entering", of="b")
    combat = do(combat, m.PaintSquares(paint=kind, squares=((3, 3),), until=entering))
    walk = Moved(who="ilse", how="walked", level="ground", to=Square(9, 1))
    assert (3, 3) not in squares_of(play(combat, Decree(facts=(walk,))))
