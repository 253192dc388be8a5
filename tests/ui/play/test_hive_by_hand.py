"""Hive terrain worked by hand: the action bar, the right click, and squares that answer."""

from pathlib import Path

import pytest

from desktop.core.packs.hive.setup import SetUpTile
from desktop.core.rules.actions import Put, Walk
from desktop.core.store.reading import read_file
from desktop.core.store.rosters import stock
from desktop.ui.menus import headlines
from tests.ui.play.players import Players

WEIR = Path(__file__).parents[3] / "encounters" / "under-the-weir.yaml"


@pytest.fixture
def weir(qtbot):
    return Players(qtbot, read_file(WEIR, stock=stock()).encounter)


def lines(menu):
    return [action.text().partition("\t")[0] for action in menu.actions()]


def menu_at(hands, point):
    return hands.tool.menu(hands.view.event_at(hands.px(point)))


def test_whoever_a_lift_catches_is_sent_by_a_click_on_what_is_lit(weir):
    weir.turn("tam")
    weir.bar.trigger(9)
    assert weir.fight.exchange is not None
    weir.type("6")  # over what the program rolled for Rook
    assert weir.session.level == "gantry"
    assert "Rook gets clear to" in weir.tool.status
    weir.click((8.5, 7.5))
    weir.enter()
    assert tuple(weir.state.fighters["rook"].seat) == (8, 7)
    weir.click((4.5, 7.5))  # it has happened, and can still be changed
    assert tuple(weir.state.fighters["rook"].seat) == (4, 7)
    weir.fight.undo()
    assert tuple(weir.state.fighters["rook"].seat) == (8, 7)
    weir.fight.undo()
    assert tuple(weir.state.fighters["rook"].seat) == (6, 5)
    assert weir.state.fighters["tam"].level == "floor"


def test_a_click_on_whoever_stands_on_a_lit_square_still_attacks(weir):
    weir.turn("tam")
    weir.bar.trigger(9)
    weir.type("6")
    weir.enter()
    seat = weir.state.fighters["rook"].seat
    before = weir.fight.combat
    weir.click((seat.x + 0.5, seat.y + 0.5))
    assert weir.fight.combat is before
    assert weir.refusals or weir.fight.exchange is not None


def test_a_right_click_on_a_thing_offers_what_is_done_with_it_near_or_far(weir):
    weir.turn("ilse")
    found = lines(menu_at(weir, (5.5, 6.5)))
    assert any(text.startswith("Hoist up to Gantry") for text in found)  # refused: not on it
    assert any(text.startswith("Hoist board: Hoist to Gantry") for text in found)
    assert "Hoist is plain scenery from now on" in found
    assert "Use" not in found  # its rules say how it is used
    assert not any(offer.key.startswith("lift:") for offer in weir.bar.offers)


def test_the_gm_lets_a_stray_shot_hit_a_still_and_types_its_strength(weir):
    weir.turn("ilse")
    still = menu_at(weir, (13.5, 9.5))
    next(each for each in still.actions() if each.text() == "A stray shot hits Still").trigger()
    weir.settle()
    strength = weir.hand_of("strength|ilse|")
    strength.setFocus()
    weir.type("7")
    weir.enter()
    assert weir.state.mark("still", "exploded")
    line = headlines.headline(weir.fight.combat.at(len(weir.steps) - 1), weir.last)
    assert line.startswith("Still: ")
    assert line.endswith("it explodes")
    weir.fight.undo()
    assert not weir.state.mark("still", "exploded")


def test_a_square_is_aimed_at_on_the_level_under_the_pointer(weir):
    weir.turn("tam")
    weir.fight.take(Put(who="tam", at=(11, 5), level="gantry"))
    weir.session.show_level("gantry")
    weir.fight.arm("leap")
    weir.click((14.5, 5.5))
    action = weir.fight.exchange.action if weir.fight.exchange else weir.last.action
    assert action.level == "gantry"


def test_before_round_one_a_side_sets_up_a_tile_from_the_board(weir):
    menu = menu_at(weir, (15.5, 5.5))
    lets = next(each.menu() for each in menu.actions() if each.text() == "The GM lets")
    next(each for each in lets.actions() if each.text().startswith("Weir Crows")).trigger()
    assert weir.state.mark("", "tile 2") == "crows"


def test_what_is_at_hand_takes_the_last_place_from_what_cannot_be_done(weir):
    weir.turn("ilse")
    assert weir.bar.buttons[8].offer.key.startswith("reload")
    weir.fight.take(Walk(who="ilse", to=(3, 9)))
    assert weir.bar.buttons[8].offer.key == "hatch:drain"
    weir.bar.trigger(9)
    assert weir.state.fighters["ilse"].off == "below a hatch"
    assert [line.who for line in weir.due.lines if "comes up or not" in line.says] == ["Ilse"]
    weir.fight.undo()
    assert weir.state.on_board("ilse")


def test_the_log_says_which_way_a_door_went(weir):
    weir.turn("tam")
    weir.fight.take(Put(who="tam", at=(7, 5), level="floor"))
    door = menu_at(weir, (8, 6.4))
    next(each for each in door.actions() if each.text().startswith("Open Gate")).trigger()
    weir.settle()
    assert (
        headlines.headline(weir.fight.combat.at(len(weir.steps) - 1), weir.last) == "Tam opens Gate"
    )


def test_who_has_the_figures_of_this_book_alone_shows_them_and_has_its_place_by_them(weir):
    weir.turn("fen")
    card = weir.card
    assert card.wounds.text() == "0/2"
    assert card.figures.text() == "Hive: M 5 in., S 4, T 3, W 2, WS 4+, BS 4+, I 4+, Int 8+"


def test_a_tile_is_set_up_by_a_click_once_ctrl_k_has_named_it(qtbot):
    weir = Players(qtbot, read_file(WEIR, stock=stock()).encounter)
    weir.bar.do_named("tile:heroes")
    assert "set up the tile here" in weir.tool.status
    weir.click((3.5, 3.5))
    assert isinstance(weir.fight.combat.steps[-1].action, SetUpTile)
    assert weir.fight.armed == ""
