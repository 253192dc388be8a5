"""The right click in Play as values: what each line does, and what stands against it."""

from desktop.core import play
from desktop.core.model.moments import Remove
from desktop.core.model.words import Square
from desktop.core.packs.imperium.mounts import Dismount
from desktop.core.rules.actions import Decree, Do, TakeOver, Walk
from desktop.core.rules.events import Related
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import RIDING
from desktop.ui.fight import Fight
from desktop.ui.session import Ref
from desktop.ui.tools.play_lines import Ask, Below, Head, Line, Offered, Propose, Take
from tests.ui.play.players import duel


def offered():
    """Return what can be done in Ann's turn, with the fight."""
    combat = play.begin(duel(sides={}))
    fight = Fight(combat.book, combat)
    assert fight.take(TakeOver(who="ann"))
    return Offered(fight), fight.state


def line(items, says):
    (found,) = (each for each in items if isinstance(each, Line) and each.says == says)
    return found


def test_what_cannot_be_done_lies_behind_one_line_and_can_be_done_all_the_same():
    offers, state = offered()
    items = list(offers.at("cid", [Ref("fighter", "cid")], Square(9, 2), "ground"))
    assert items[0] == Head(label_of(state, "cid"))
    shot = line(items, "Shoot: rifle")
    assert isinstance(shot.does, Propose)
    assert not shot.refusals
    (behind,) = (each for each in items if isinstance(each, Below))
    assert behind.not_now
    blow = line(behind.lines, "Strike: sword")
    assert str(blow.refusals[0]).startswith("cid is in b")
    assert blow.all_the_same.action.forced
    assert blow.all_the_same != blow.does
    off = Do(effects=(Remove(remove=("cid",)),))
    assert line(items, "Take off the board").does == Take(off)
    assert line(items, "Wounds…").does == Ask("fight.wounds")


def test_ones_own_mount_offers_getting_off_before_all_else():
    combat = play.begin(duel(sides={}))
    fight = Fight(combat.book, combat)
    riding = Related(kind=RIDING, one="ann", other="bob", mutual=False)
    assert fight.take(Decree(facts=(riding,)))
    assert fight.take(TakeOver(who="ann"))
    offers = Offered(fight)
    first = next(each for each in offers.with_fighter("bob") if isinstance(each, Line))
    assert (first.says, first.cost) == ("Dismount", "Free")
    assert first.does == Propose(Dismount(who="ann"))
    assert "Dismount" not in [getattr(each, "says", "") for each in offers.with_fighter("cid")]


def test_a_place_offers_every_price_of_going_there_and_its_change():
    offers, state = offered()
    items = list(offers.with_place(Square(9, 2), "ground"))
    ways = [each.does.action for each in items if isinstance(each, Line) and _is_walk(each)]
    assert [(way.who, way.pay) for way in ways][:2] == [("ann", ""), ("ann", "run")]
    assert line(items, "Change the place…").does == Ask("place.change", Ref("zone", "b"))
    assert state.zone_of("ann") == "a"


def _is_walk(each):
    return isinstance(each.does, Take) and isinstance(each.does.action, Walk)
