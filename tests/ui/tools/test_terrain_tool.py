from desktop.core.model.board import GroundKind
from desktop.ui.canvas.overlay import Area
from tests.helpers.build import board, encounter, paint, wall, zone
from tests.ui.tools.hands import CTRL, SHIFT


def floor(*things, **fields):
    return encounter(board(*things, size=(20, 12), **fields))


def painted(at):
    return dict(at.board.squares.get("ground", {}))


def test_a_stroke_paints_what_it_passes_and_is_one_step(hands):
    at = hands(floor(), "terrain", terrain_kind="rubble")
    at.drag((2.5, 2.5), (4.5, 2.5), (7.5, 2.5))
    assert painted(at) == {(x, 2): "rubble" for x in range(2, 8)}
    assert len(at.history) == 1
    at.session.undo()
    assert painted(at) == {}


def test_the_preview_covers_the_stroke_and_esc_drops_it(hands):
    at = hands(floor(), "terrain", terrain_kind="rubble")
    at.pull((2.5, 2.5), (5.5, 2.5))
    assert set(at.shape(Area).squares) == {(x, 2) for x in range(2, 6)}
    assert "Ctrl erases" in at.tool.status
    at.esc()
    at.release((5.5, 2.5))
    assert painted(at) == {}


def test_brackets_change_the_size_of_the_brush(hands):
    at = hands(floor(), "terrain", terrain_kind="rubble")
    at.keys("]]")
    assert at.hand.choice("terrain.size", 1) == 3
    at.click((5.5, 5.5))
    assert set(painted(at)) == {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)}
    at.keys("[[[")
    assert at.tool.size == 1


def test_shift_click_draws_straight_from_the_last_point(hands):
    at = hands(floor(), "terrain", terrain_kind="rubble")
    at.click((2.5, 2.5))
    at.click((2.5, 6.5), SHIFT)
    assert set(painted(at)) == {(2, y) for y in range(2, 7)}
    assert len(at.history) == 2


def test_shift_while_dragging_keeps_to_the_straight_way(hands):
    at = hands(floor(), "terrain", terrain_kind="rubble")
    at.drag((2.5, 2.5), (4.5, 6.5), (8.5, 2.5), held=SHIFT)
    assert set(painted(at)) == {(x, 2) for x in range(2, 9)}


def test_ctrl_erases(hands):
    squares = {"ground": paint("####", legend={"#": "rubble"})}
    at = hands(floor(squares=squares), "terrain", terrain_kind="rubble")
    at.drag((0.5, 0.5), (1.5, 0.5), (2.2, 0.5), held=CTRL)
    assert set(painted(at)) == {(3, 0)}


def test_fill_stops_at_walls_zone_borders_and_other_ground(hands):
    squares = {"ground": paint("...#", legend={"#": "rubble"}, at=(0, 0))}
    there = floor(
        zone("a", (0, 0, 6, 6)), zone("b", (6, 0, 6, 6)), wall((3, 0), (3, 6)), squares=squares
    )
    at = hands(there, "terrain", terrain_kind="difficult", terrain_shape="fill")
    at.click((4.5, 3.5))
    filled = {square for square, kind in painted(at).items() if kind == "difficult"}
    assert filled == {(x, y) for x in (3, 4, 5) for y in range(6)} - {(3, 0)}
    assert len(at.history) == 1


def test_a_box_paints_every_square_in_it(hands):
    at = hands(floor(), "terrain", terrain_kind="void", terrain_shape="box")
    at.drag((2.5, 2.5), (3.5, 3.5), (4.5, 3.5))
    assert set(painted(at)) == {(x, y) for x in (2, 3, 4) for y in (2, 3)}


def test_the_encounters_own_kinds_can_be_painted(hands):
    at = hands(
        floor(kinds={"tar": GroundKind(qualities=("difficult",))}), "terrain", terrain_kind="tar"
    )
    at.click((1.5, 1.5))
    assert painted(at) == {(1, 1): "tar"}


def test_a_cloud_is_laid_as_a_piece_and_ctrl_takes_it_off(hands):
    at = hands(floor(), "terrain", terrain_kind="dark cloud")
    at.drag((2.5, 2.5), (4.2, 2.5))
    (cloud,) = at.board.clouds
    assert (cloud.kind, set(cloud.squares)) == ("dark cloud", {(2, 2), (3, 2), (4, 2)})
    assert painted(at) == {}
    at.click((2.5, 2.5), CTRL)
    assert set(at.board.clouds[0].squares) == {(3, 2), (4, 2)}


def test_a_field_is_laid_where_the_palette_says_so(hands):
    at = hands(floor(), "terrain", terrain_kind="damaging", terrain_layer="field")
    at.click((2.5, 2.5))
    assert at.board.fields[0].squares == ((2, 2),)


def test_what_is_beside_the_board_is_left_out(hands):
    at = hands(floor(), "terrain", terrain_kind="rubble", terrain_size=3)
    at.click((0.5, 0.5))
    assert set(painted(at)) == {(0, 0), (1, 0), (0, 1), (1, 1)}
