from PySide6.QtCore import QMimeData
from PySide6.QtTest import QTest

from desktop.ui.canvas.overlay import Area
from desktop.ui.menus.hand import PROFILE_MIME
from desktop.ui.tools.drops import Drops
from tests.helpers.build import board, encounter, fighter, level, profile, wall, zone
from tests.ui.tools.hands import CTRL

STOCK = {
    "thug": profile("thug", name="Thug", wounds=10, side="foes"),
    "ogre": profile("ogre", name="Ogre", size="large", side="foes"),
}


def hall(*people, levels=()):
    there = board(zone("hall", (0, 0, 12, 12), name="Hall"), *levels, size=(16, 12))
    return encounter(there, *people)


def test_a_click_stamps_a_fighter_of_the_chosen_profile(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="thug")
    at.click((3.5, 4.5))
    at.click((6.5, 4.5))
    one, other = at.encounter.fighters.values()
    assert (one.label, one.profile, one.at) == ("Thug", "thug", (3, 4))
    assert (other.label, other.at) == ("Thug 2", (6, 4))
    assert at.encounter.profiles["thug"].imperium.wounds == 10
    assert at.history == ("Bring in Thug", "Bring in Thug")
    assert at.session.selection == (("fighter", other.id),)
    at.session.undo()
    at.session.undo()
    assert not at.encounter.fighters
    assert not at.encounter.profiles


def test_a_taken_square_gives_the_one_next_to_it_and_ctrl_shares(hands):
    there = hall(fighter("ann", (3, 4)))
    at = hands(there, "fighter", stock=STOCK, fighter_profile="thug")
    at.click((3.5, 4.5))
    x, y = at.encounter.fighters[at.session.selection[0].id].at
    assert max(abs(x - 3), abs(y - 4)) == 1
    at.click((3.5, 4.5), CTRL)
    assert at.encounter.fighters[at.session.selection[0].id].at == (3, 4)


def test_a_large_one_covers_the_squares_round_the_pointer_and_keeps_off_walls(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="ogre")
    at.hover((5, 5))
    assert set(at.shape(Area).squares) == {(4, 4), (5, 4), (4, 5), (5, 5)}
    at.click((5, 5))
    assert at.encounter.fighters[at.session.selection[0].id].at == (4, 4)


def test_nothing_is_previewed_while_the_pointer_is_on_the_list_of_levels(hands):
    there = hall(levels=[level("ground"), level("loft", 4)])
    at = hands(there, "fighter", stock=STOCK, fighter_profile="thug")
    QTest.mouseMove(at.view.viewport(), at.px((5.5, 5.5)))
    assert at.shape(Area) is not None
    QTest.mouseMove(at.canvas.strip)
    assert at.shape(Area) is None


def test_a_number_stamps_so_many_fighters(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="thug")
    at.keys("4")
    assert "Thug × 4: click where the first stands" in at.tool.status
    at.click((5.5, 5.5))
    assert not at.encounter.groups
    assert [one.label for one in at.encounter.fighters.values()] == [
        "Thug", "Thug 2", "Thug 3", "Thug 4"
    ]  # fmt: skip
    assert len({one.at for one in at.encounter.fighters.values()}) == 4
    assert at.session.selection == tuple(("fighter", one) for one in at.encounter.fighters)
    assert at.history == ("Bring in Thug × 4",)
    at.click((9.5, 9.5))
    assert len(at.encounter.fighters) == 5


def test_a_number_stamps_a_group_where_that_is_ticked(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="thug", fighter_group=True)
    at.keys("4")
    assert "click where the group stands" in at.tool.status
    at.click((5.5, 5.5))
    (group,) = at.encounter.groups.values()
    assert (group.count, group.profile) == (4, "thug")
    seats = {at.seat(f"{group.id}/{mark}")[:2] for mark in "ABCD"}
    assert len(seats) == 4
    assert (5, 5) in seats
    assert all(max(abs(x - 5), abs(y - 5)) <= 1 for x, y in seats)
    assert at.history == ("Bring in Thug × 4, as a group",)


def test_esc_forgets_the_number_and_drops_a_stamp_that_is_carried(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="thug")
    at.keys("6")
    at.esc()
    assert at.tool.count == 1
    at.pull((5.5, 5.5), (7, 7))
    at.esc()
    at.release((7, 7))
    assert at.history == ()


def test_stamps_can_join_one_group(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="thug", fighter_group=True)
    at.click((3.5, 3.5))
    at.click((6.5, 3.5))
    at.click((9.5, 3.5))
    (group,) = at.encounter.groups.values()
    assert group.count == 3
    assert [at.seat(f"{group.id}/{mark}")[:2] for mark in "ABC"] == [(3, 3), (6, 3), (9, 3)]
    assert len(at.history) == 3


def test_the_side_of_the_palette_holds(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="thug", fighter_side="heroes")
    at.click((3.5, 3.5))
    assert next(iter(at.encounter.fighters.values())).side == "heroes"


def test_without_a_profile_a_click_says_what_is_missing(hands):
    at = hands(hall(), "fighter", stock=STOCK)
    at.click((3.5, 3.5))
    assert at.history == ()
    assert "Choose a profile" in at.told[-1]


def test_beside_the_board_nobody_is_put(hands):
    at = hands(hall(), "fighter", stock=STOCK, fighter_profile="thug")
    at.click((-0.5, 3.5), CTRL)
    assert at.history == ()
    assert "beside the board" in at.told[-1]


def test_those_who_wait_in_the_zone_stay_where_they_stand(hands):
    waiting = [fighter(name, "hall", side="heroes") for name in ("ann", "bob", "cat")]
    at = hands(hall(*waiting), "fighter", stock=STOCK, fighter_profile="thug")
    before = {name: at.seat(name) for name in ("ann", "bob", "cat")}
    x, y, _ = before["ann"]
    at.click((x + 1.5, y + 0.5))
    assert {name: at.seat(name) for name in before} == before
    assert len(at.history) == 1


def test_a_wall_between_does_not_hinder_a_stamp(hands):
    there = encounter(board(zone("hall", (0, 0, 12, 12)), wall((5, 0), (5, 12)), size=(12, 12)))
    at = hands(there, "fighter", stock=STOCK, fighter_profile="ogre")
    at.click((5, 5))
    x, _ = at.encounter.fighters[at.session.selection[0].id].at
    assert x != 4


def test_a_profile_dropped_from_the_palette_is_placed(hands):
    at = hands(hall(), "select", stock=STOCK)
    drops = Drops(at.canvas, at.session, at.hand)
    mime = QMimeData()
    mime.setData(PROFILE_MIME, b"thug")
    at.drop(mime, (7.5, 6.5))
    assert [one.at for one in at.encounter.fighters.values()] == [(7, 6)]
    drops.deleteLater()
