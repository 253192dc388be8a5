import pytest

from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.size import Fits, SizeCounts
from desktop.core.rules.now import Now
from desktop.core.rules.questions import ScriptedTable
from desktop.core.rules.tally import Tally, TallyFor
from tests.helpers.attacks import Scene, someone
from tests.helpers.build import board, link, row, zone
from tests.helpers.moves import band, dues, go, left, plan, reach, rules, walker, within, zone_of

ROW = row("a", "b", "c")
NARROW = board(
    zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), zone("c", at=(12, 0, 6, 6)),
    link("a", "b", narrow=True, id="gap"), link("b", "c"),
)  # fmt: skip


def sized(size: str, on: object = ROW, **fields: object) -> Scene:
    """Return the turn of P, who has a size."""
    from dataclasses import replace

    made = walker(on, **fields)  # type: ignore[arg-type]
    person = made.state.people["P"]  # type: ignore[index]
    changed = replace(person, profile=replace(person.profile, size=size))
    made.state = replace(made.state, people={**made.state.people, "P": changed})  # type: ignore[arg-type]
    return made


def melee_tally(made: Scene) -> Tally:
    now = Now(book=made.book, state=made.state, table=ScriptedTable())
    return now.tally(TallyFor(what="test", who="P", skill="melee (one-handed)"), "t", "t")  # type: ignore[arg-type]


@pytest.mark.rule("IM-SIZE-01")
@pytest.mark.parametrize("size", ["tiny", "small", "medium", "large"])
def test_below_enormous_size_changes_nothing(size: str) -> None:
    foe = someone("Q", "a")
    made = sized(size, others=[foe]).close("P", "Q")
    made.take(Strike(who="P", target="Q", attack="sword"), 21, 90)
    test = made.test_of("P")
    assert (test.target, test.levels, made.wounds.wounds) == (45, 2, 15)
    assert (within(made, "move"), band(made, "P", "b")) == ({"b"}, "medium")
    assert "size|P" not in dues(made)


@pytest.mark.rule("IM-SIZE-02")
def test_enormous_and_larger_get_a_reminder_and_a_box_and_nothing_by_itself() -> None:
    made = sized("enormous")
    due = dues(made)["size|P"]
    assert due.rule == "IM-SIZE-02"
    assert due.by_hand == SizeCounts(who="P", amount=0)
    (part,) = [each for each in melee_tally(made).parts if each.key == "size"]
    assert (part.on, part.offered, part.amount) == (False, True, 0)
    made.take(SizeCounts(who="P", amount=-10))
    (part,) = [each for each in melee_tally(made).parts if each.key == "size"]
    assert (part.on, part.amount, part.rule) == (True, -10, "IM-SIZE-02")
    assert "size|P" not in dues(made)
    assert rules(made.refused(SizeCounts(who="nobody", amount=1))) == ["HOUSE-NAMES-01"]


@pytest.mark.rule("IM-SIZE-03")
def test_a_large_one_squeezes_through_a_narrow_link_a_step_slower() -> None:
    made = sized("large", NARROW)
    told = plan(made, "b")
    assert (told.pay, told.refusals) == ("run", ())
    assert told.says == "Run to b, squeezes through the link between a and b"
    go(made, "b")
    assert (zone_of(made), left(made, "move"), left(made, "action")) == ("b", 1, 0)
    assert made.words()["narrow|P|gap"].value == "squeeze"
    medium = sized("medium", NARROW)
    assert plan(medium, "b").pay == "move"


@pytest.mark.rule("IM-SIZE-03")
def test_the_gm_may_let_it_fit_or_not_in_the_step_or_before() -> None:
    fits = sized("large", NARROW)
    go(fits, "b", words={"narrow|P|gap": "allow"})
    assert (zone_of(fits), left(fits, "move"), left(fits, "action")) == ("b", 0, 1)
    stays = sized("large", NARROW)
    go(stays, "b", words={"narrow|P|gap": "refuse"})
    assert (zone_of(stays), left(stays, "move"), left(stays, "action")) == ("a", 1, 1)
    assert rules(plan(stays, "b").refusals) == ["IM-SIZE-03"]
    before = sized("large", NARROW).take(Fits(who="P", link="gap", how="allow"))
    assert within(before, "move") == {"b"}
    before.take(Fits(who="P", link="gap", how="refuse"))
    assert reach(before)["b"] == "It does not fit through the link between a and b."


@pytest.mark.rule("HOUSE-NAMES-01")
def test_what_the_gm_decides_must_exist() -> None:
    made = sized("large", NARROW)
    wrong = Fits(who="nobody", link="nowhere", how="allow")
    assert rules(made.refused(wrong)) == ["HOUSE-NAMES-01", "HOUSE-NAMES-01"]
