from PySide6.QtCore import Qt

from desktop.ui.canvas.overlay import Band, Stretch
from tests.helpers.build import board, encounter, zone
from tests.ui.tools.hands import CTRL, SHIFT


def rooms(**fields):
    return encounter(
        board(
            zone("a", (0, 0, 6, 6), name="A"), zone("b", (6, 0, 6, 6), name="B"),
            zone("c", (12, 0, 6, 6), name="C", traits=["heavy cover", "dark"]),
            size=(20, 12), **fields,
        )
    )  # fmt: skip


def words(at, zone):
    traits = at.board.zones[zone].traits if zone else at.board.traits
    return [trait.word for trait in traits]


def test_the_brush_paints_over_zones_and_one_stroke_is_one_step(hands):
    at = hands(rooms(), "traits", traits_word="light cover")
    at.drag((2, 3), (5, 3), (8, 3), (14, 3))
    assert words(at, "a") == words(at, "b") == ["light cover"]
    assert words(at, "c") == ["light cover", "dark"]
    assert at.history == ("Lay light cover on A, B and C",)
    at.session.undo()
    assert words(at, "c") == ["heavy cover", "dark"]


def test_a_fast_stroke_leaves_no_zone_out(hands):
    at = hands(rooms(), "traits", traits_word="dark")
    at.drag((2, 3), (14, 3))
    assert words(at, "b") == ["dark"]


def test_while_it_lasts_the_stroke_shows_the_zones_and_esc_drops_it(hands):
    at = hands(rooms(), "traits", traits_word="dark")
    at.pull((2, 3), (8, 3))
    assert len([shape for shape in at.shapes if isinstance(shape, Stretch)]) == 2
    assert "Ctrl takes off" in at.tool.status
    at.esc()
    at.release((8, 3))
    assert at.history == ()


def test_ctrl_takes_off(hands):
    at = hands(rooms(), "traits", traits_word="dark")
    at.click((14, 3), CTRL)
    assert words(at, "c") == ["heavy cover"]
    assert at.history == ("Take dark off C",)


def test_shift_adds_a_cover_beside_the_others(hands):
    at = hands(rooms(), "traits", traits_word="light cover")
    at.click((14, 3), SHIFT)
    assert sorted(words(at, "c")) == ["dark", "heavy cover", "light cover"]


def test_the_keys_step_the_families_of_the_selected_zones(hands):
    at = hands(rooms(), "traits")
    at.select(("zone", "a"), ("zone", "b"))
    at.keys("1")
    assert words(at, "a") == words(at, "b") == ["light cover"]
    at.keys("1")
    assert words(at, "a") == ["medium cover"]
    at.keys("146")
    assert words(at, "a") == ["heavy cover", "poorly lit", "warp-touched"]
    at.keys("1")
    assert words(at, "a") == ["poorly lit", "warp-touched"]
    assert at.history[0] == "Lay light cover on A and B"
    assert at.history[-1].startswith("Take")


def test_shift_and_1_add_the_mildest_cover_that_is_not_there(hands):
    at = hands(rooms(), "traits")
    at.select(("zone", "c"))
    at.key(Qt.Key.Key_1, SHIFT)
    assert sorted(words(at, "c")) == ["dark", "heavy cover", "light cover"]


def test_with_nothing_selected_the_keys_set_the_boards_own_traits(hands):
    at = hands(rooms(), "traits")
    at.keys("3")
    assert words(at, None) == ["lightly obscured"]
    assert at.history == ("Lay lightly obscured on the board",)


def test_i_picks_a_style_up_and_the_brush_lays_just_that(hands):
    at = hands(rooms(), "traits")
    at.hover((14, 3))
    at.keys("i")
    assert at.hand.choice("traits.picked", ()) == ("heavy cover", "dark")
    at.select(("zone", "a"))
    at.keys("2")
    at.click((2, 3))
    assert words(at, "a") == ["heavy cover", "dark"]


def test_without_a_brush_a_drag_selects_zones(hands):
    at = hands(rooms(), "traits")
    at.pull((2, 3), (8, 4))
    assert at.shape(Band) is not None
    at.release((8, 4))
    assert at.session.selection == (("zone", "a"), ("zone", "b"))


def test_locked_zones_are_not_painted(hands):
    at = hands(rooms(), "traits", traits_word="dark")
    at.session.shown.locked_kinds.add("zone")
    at.drag((2, 3), (8, 3))
    assert at.history == ()
