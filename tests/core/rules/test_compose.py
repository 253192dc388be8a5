"""From chapters to a pack, and from packs to a rulebook."""

import itertools

import pytest

from desktop.core.errors import IllegalActionError, PackError
from desktop.core.rules.actions import Write
from desktop.core.rules.book import ActionRule, Pack
from desktop.core.rules.compose import joined, rulebook
from desktop.core.rules.events import MarkSet, Said
from desktop.core.rules.now import Now
from desktop.core.rules.resolve import refusals, resolve
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor, parts_from
from tests.helpers.build import board, door, encounter, fighter, row, zone
from tests.helpers.fight import RULE, TINY, Strike, fight, table

EMPTY = Pack(name="squares", title="Squares")


def nobody(*_):
    return ()


def test_chapters_are_joined_in_their_order():
    one = Pack(name="hive", follows={Said: (nobody,)}, sight=(nobody,), slots={"fall": 1})
    two = Pack(name="hive", follows={Said: (nobody,), MarkSet: (nobody,)}, slots={"leap": 2})
    pack = joined("hive", "Hive", one, two)
    assert (pack.name, pack.title, pack.space) == ("hive", "Hive", None)
    assert {kind: len(several) for kind, several in pack.follows.items()} == {Said: 2, MarkSet: 1}
    assert (pack.sight, pack.slots) == ((nobody,), {"fall": 1, "leap": 2})
    assert joined("hive", "Hive").actions == {}


def test_two_chapters_do_not_fill_one_slot():
    one = Pack(name="hive", slots={"fall": 1})
    with pytest.raises(PackError, match="two chapters speak for fall of slots"):
        joined("hive", "Hive", one, one)
    rule = ActionRule(refusals=nobody, resolve=nobody)
    act = Pack(name="hive", actions={Write: rule})
    with pytest.raises(PackError, match="two chapters speak for Write of actions"):
        joined("hive", "Hive", act, act)
    with pytest.raises(PackError, match="two chapters fill the slot space"):
        joined("imperium", "Tiny", TINY, TINY)


def test_packs_speak_in_their_own_order_whatever_the_file_says():
    hive = Pack(name="hive", title="Hive", slots={"fall": "hive's"})
    book = rulebook(encounter(packs=("hive", "squares")), [TINY, EMPTY, hive])
    assert [pack.name for pack in book.packs] == ["imperium", "squares", "hive", "engine"]
    book = rulebook(encounter(slots={"fall": "hive"}), [TINY, EMPTY, hive])
    assert book.other_slots == {"fall": "hive's"}
    assert [pack.name for pack in book.packs] == ["imperium", "hive", "engine"]


def test_a_thing_that_names_its_own_book_puts_it_on_and_goes_by_it():
    tiny = joined("imperium", "Tiny", TINY, Pack(name="imperium", slots={"door": "imperium's"}))
    hive = Pack(name="hive", title="Hive", slots={"door": "hive's"})
    gate = door("gate", ((2, 0), (2, 1)), book="hive")
    place = board(zone("a", at=(0, 0, 8, 6)), gate, size=(8, 6))
    book = rulebook(encounter(place), [tiny, EMPTY, hive])
    assert [pack.name for pack in book.packs] == ["imperium", "hive", "engine"]
    assert book.provider("door") == "imperium's"
    assert book.provider("door", "hive") == "hive's"
    assert book.provider("door", "squares") == "imperium's", "a book that is not on has no say"
    assert book.provider("leap", "hive") is None
    assert book.provider("test", "hive") is book.test


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"packs": ("yards",)}, "no pack yards; known are imperium, squares"),
        ({"slots": {"fly": "squares"}}, "no slot fly; known are economy"),
        ({"slots": {"fall": "squares"}}, "slot fall names squares, which does not fill it"),
        ({"slots": {"fall": "yards"}}, "slot fall names yards, which is no pack"),
        ({"slots": {"test": "squares"}}, "slot test names squares, which does not fill it"),
        ({"space": "squares"}, "space squares are built yet. Choose the space zones"),
        ({"space": "measured"}, "space measured are built yet"),
    ],
)
def test_what_nobody_fills_is_a_sentence(fields, says):
    with pytest.raises(PackError, match=says):
        rulebook(encounter(**fields), [TINY, EMPTY])


def test_a_slot_that_the_game_does_without_is_missed():
    with pytest.raises(PackError, match="Nobody fills the slot economy"):
        rulebook(encounter(), [Pack(name="imperium", title="Nothing")])


def test_an_action_of_a_pack_that_is_not_on_is_refused():
    combat = fight(encounter(row("a"), fighter("ilse", "a")))
    book = rulebook(encounter(), [Pack(**{**_slots(), "name": "imperium"})])
    action = Strike(who="ilse", foe="ilse", forced=True)
    with pytest.raises(IllegalActionError, match="No pack of this fight knows how to strike"):
        resolve(book, combat.state, action, table())


def _slots():
    return {"slots": TINY.slots, "space": TINY.space}


def test_why_not_is_asked_without_doing_it():
    combat = fight(encounter(row("a"), fighter("ilse", "a"), fighter("pell", "a")))
    (refusal,) = refusals(combat.book, combat.state, Strike(who="ilse", foe="pell"))
    assert str(refusal) == "They are friends."


# Order never changes a number

PARTS = (
    Part(key="a", says="a", does="base", amount=30, rule=RULE),
    Part(key="b", says="b", does="adds", amount=-10, rule=RULE),
    Part(key="c", says="c", does="times", amount=2, rule=RULE),
    Part(key="d", says="d", does="at most", amount=35, rule=RULE),
    Part(key="e", says="e", does="for", rule=RULE),
    Part(key="f", says="f", does="levels", amount=2, rule=RULE),
)


def speaks(part):
    return lambda *_: [part]


def test_contributions_in_any_order_give_the_same_numbers():
    found = {
        (tally.total, tally.edge, tally.levels)
        for order in itertools.permutations(PARTS)
        for tally in [Tally(key="t", says="t", parts=order)]
    }
    assert found == {(35, 1, 2)}


def test_a_number_is_halved_before_or_after_what_is_added():
    tally = Tally(key="t", says="t", parts=(*PARTS[:2], half("halves"), half("at most", 99)))
    assert tally.total == 10
    assert Tally(key="t", says="t", parts=(PARTS[1], half("halves base"), PARTS[0])).total == 5
    odd = Part(key="o", says="o", does="base", amount=45, rule=RULE)
    assert Tally(key="t", says="t", parts=(half("halves"), odd)).total == 22


def half(does, amount=1):
    return Part(key=f"half{does}", says="half", does=does, amount=amount, rule=RULE)


def test_packs_in_any_order_give_the_same_numbers():
    combat = fight(encounter(row("a"), fighter("ilse", "a")))
    packs = [Pack(name="imperium", parts=(speaks(part),)) for part in PARTS]
    totals = set()
    for order in itertools.permutations(packs, 4):
        book = rulebook(encounter(), [joined("imperium", "T", TINY, *order)])
        now = Now(book=book, state=combat.state, table=table())
        wanted = TallyFor(what="test", who="ilse")
        backwards = rulebook(encounter(), [joined("imperium", "T", TINY, *reversed(order))])
        other = Now(book=backwards, state=combat.state, table=table())
        pair = now.tally(wanted, "t", "t"), other.tally(wanted, "t", "t")
        assert (pair[0].total, pair[0].edge) == (pair[1].total, pair[1].edge)
        totals.add(pair[0].total)
    assert len(totals) > 3


def test_a_part_counts_once_whoever_brings_it():
    again = Part(key="a", says="another", does="base", amount=99, rule=RuleRef("X-Y-01"))
    assert parts_from([PARTS, [again]]) == PARTS


def test_the_book_that_is_always_on_may_be_named_where_nobody_fills_a_slot():
    assert rulebook(encounter(slots={"leap": "imperium"}), [TINY]).provider("leap") is None
