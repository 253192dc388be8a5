"""Hide, Search, and shots from hiding."""

import pytest

from desktop.core.packs.imperium.hiding import Hide, Search
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.overwatch import Overwatch
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.speed import speed_of
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from desktop.core.rules.book import Note
from tests.helpers.attacks import scene, sides_of, someone
from tests.helpers.moves import left, rules, zone_of

HIDE = Hide(who="P")
SHOOT = Shoot(who="P", target="Q", attack="rifle")
SNEAKY = {"stealth (hide)": 50, "awareness (sight)": 50}


def thicket(*traits, rulings=None, others=(), **p):
    """Return P's turn, in a zone with these traits, Q in the next one."""
    people = (
        someone("P", "a", side="heroes", skills=SNEAKY, **p), someone("Q", "b", skills=SNEAKY),
    )  # fmt: skip
    return scene(*people, *others, rulings=rulings).traits("a", *traits).turn("P")


def hidden(*traits, roll=21, **more):
    return thicket(*(traits or ("light cover",)), **more).take(HIDE, roll)


@pytest.mark.rule("IM-ACTIONS-13")
def test_hiding_needs_something_to_hide_in():
    assert rules(thicket().refused(HIDE)) == ["IM-ACTIONS-13"]
    for trait in ("light cover", "heavily obscured", "lightly obscured", "dark", "poorly lit"):
        assert thicket(trait).refused(HIDE) == ()
    assert rules(thicket("difficult").refused(HIDE)) == ["IM-ACTIONS-13"]


@pytest.mark.rule("IM-POORLY_LIT-01")
def test_bad_light_lets_one_hide_without_advantage():
    made = hidden("poorly lit")
    assert sides_of(made.test_of("P").tally, "for") == []
    assert made.state.mark("P", "hidden") == 3


@pytest.mark.rule("IM-ACTIONS-13")
def test_the_levels_are_noted_and_every_foe_loses_sight_of_it():
    made = hidden(others=[someone("R", "c"), someone("H", "a", side="heroes")])
    assert made.state.mark("P", "hidden") == 3
    assert [who for who in "QRH" if made.state.holds("unaware of", who, "P")] == ["Q", "R"]
    assert left(made, "action") == 0


@pytest.mark.rule("IM-ACTIONS-13")
def test_whoever_fails_is_not_hidden():
    made = thicket("light cover").take(HIDE, 51)
    assert made.state.mark("P", "hidden") is None
    assert not made.state.holds("unaware of", "Q", "P")


@pytest.mark.rule("IM-ACTIONS-13")
def test_a_hidden_fighter_is_slow():
    made = hidden(speed="fast")
    assert speed_of(made.book, made.state, "P") == "slow"
    assert rules(made.refused(Walk(who="P", to="b")))
    made.let(e.MarkSet(subject="P", name="hidden", value=None))
    assert speed_of(made.book, made.state, "P") == "fast"


@pytest.mark.rule("IM-ACTIONS-13")
def test_nobody_can_pick_a_hidden_fighter_as_target():
    made = hidden().turn("Q")
    shot = Shoot(who="Q", target="P", attack="rifle")
    assert rules(made.refused(shot)) == ["IM-ACTIONS-14"]
    made = hidden(others=[someone("R", "a")]).turn("R").close("R", "P")
    assert rules(made.refused(Strike(who="R", target="P"))) == ["IM-ACTIONS-14"]


@pytest.mark.rule("IM-UNAWARE-01", "IM-UNAWARE-02", "IM-ACTIONS-13")
def test_a_shot_from_hiding_has_advantage_hits_critically_and_gives_one_away():
    made = hidden().let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(SHOOT, 62, 6, 4)
    assert sides_of(made.test_of("P").tally, "for") == ["unaware target"]
    assert len(made.criticals_of("Q")) == 1
    assert made.state.mark("P", "hidden") is None
    assert not made.state.holds("unaware of", "Q", "P")


@pytest.mark.rule("IM-ACTIONS-13")
def test_the_gm_may_let_a_shooter_stay_hidden():
    made = hidden(others=[someone("R", "c")]).let(e.BudgetSet(who="P", left={"action": 1}))
    words = {"gives away|P": False, "notices|Q|P": False}
    made.take(SHOOT, 62, 6, 4, words=words)
    assert made.state.mark("P", "hidden") == 3


@pytest.mark.rule("IM-ACTIONS-12", "IM-ACTIONS-14")
def test_finding_takes_more_levels_than_the_hider_had():
    for roll, found in ((24, False), (19, True)):
        made = hidden().turn("Q").take(Search(who="Q", zone="a"), roll)
        assert left(made, "action", "Q") == 0
        assert made.state.holds("unaware of", "Q", "P") is not found
        assert (made.state.mark("P", "hidden") is None) is found


@pytest.mark.rule("IM-ACTIONS-14")
def test_whoever_finds_it_shows_its_side_unless_the_gm_says_otherwise():
    made = hidden(others=[someone("R", "c")]).turn("Q")
    made.take(Search(who="Q", zone="a"), 12, words={"shows|Q|P": False})
    assert made.state.mark("P", "hidden") == 3
    assert made.turn("R").refused(Shoot(who="R", target="P", attack="rifle"))
    assert made.turn("Q").refused(Shoot(who="Q", target="P", attack="rifle")) == ()


@pytest.mark.rule("IM-ACTIONS-12", "IM-POORLY_LIT-02")
def test_a_search_reckons_with_the_light_where_it_looks():
    made = hidden("poorly lit").turn("Q").take(Search(who="Q", zone="a"), 12)
    assert sides_of(made.test_of("Q").tally, "against") == ["poorly lit target"]
    made = hidden("poorly lit").turn("Q").take(Search(who="Q", zone="b"), 12)
    assert sides_of(made.test_of("Q").tally, "against") == []
    assert made.state.mark("P", "hidden") == 3


@pytest.mark.rule("IM-ACTIONS-12", "IM-OBSCURED-07")
def test_nobody_searches_smoke_from_outside():
    assert rules(hidden("heavily obscured").turn("Q").refused(Search(who="Q", zone="a")))


@pytest.mark.rule("IM-ACTIONS-13", "IM-SPEED-08")
def test_creeping_into_the_open_is_seen_and_from_shadow_to_shadow_is_not():
    made = hidden().let(e.BudgetSet(who="P", left={"move": 1, "action": 1}))
    made.take(Walk(who="P", to="b"))
    assert (zone_of(made), made.state.mark("P", "hidden")) == ("b", None)
    made = hidden().traits("b", "dark").let(e.BudgetSet(who="P", left={"move": 1, "action": 1}))
    made.take(Walk(who="P", to="b"))
    assert made.state.mark("P", "hidden") == 3


@pytest.mark.rule("IM-ACTIONS-13", "IM-OBSCURED-06")
def test_smoke_that_clears_leaves_its_hiders_in_the_open():
    made = hidden("heavily obscured").traits("a")
    assert made.state.mark("P", "hidden") is None


@pytest.mark.rule("IM-ACTIONS-13")
def test_whoever_is_carried_off_or_falls_is_hidden_no_more():
    down = e.ConditionSet(who="P", condition="unconscious", now=e.Condition())
    for fact in (down, e.LeftBoard(who="P", why="out")):
        made = hidden().let(fact)
        assert made.state.mark("P", "hidden") is None
        assert not made.state.holds("unaware of", "Q", "P")


@pytest.mark.rule("IM-DARK-01", "IM-OBSCURED-02", "IM-ACTIONS-13")
def test_mist_and_dark_help_and_net_as_two():
    made = thicket("dark", "lightly obscured").take(HIDE, 62)
    assert sides_of(made.test_of("P").tally, "for") == ["dark", "lightly obscured"]
    assert (made.test_of("P").target, made.test_of("P").final) == (60, 26)


@pytest.mark.rule("IM-ACTIONS-13", "IM-ACTIONS-14")
def test_players_keep_the_place_where_a_foe_was_seen_last():
    made = thicket("light cover").traits("b", "light cover").turn("Q")
    seat = made.state.fighters["Q"].seat
    seen = e.KnowledgeSet(subject="Q", shown="seen", level="ground", at=seat, round=1)
    made.let(seen).take(Hide(who="Q"), 21)
    assert (made.state.knows["Q"].shown, made.state.knows["Q"].at) == ("known", seat)
    made.turn("P").take(Search(who="P", zone="b"), 12)
    assert made.state.knows["Q"].shown == "seen"
    unknown = thicket().traits("b", "light cover").turn("Q").take(Hide(who="Q"), 21)
    assert "Q" not in unknown.state.knows


@pytest.mark.rule("IM-ACTIONS-13")
def test_whoever_hides_or_is_on_watch_is_noted_and_has_a_badge():
    made = hidden()
    assert made.book.notes(made.state)["P"] == (Note("P", "in hiding", badge="hidden"),)
    made = thicket().take(Overwatch(who="P", attack="rifle"))
    assert made.book.notes(made.state)["P"] == (
        Note("P", "on Overwatch: rifle", badge="overwatch"),
    )
