from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from desktop.core.model.board import Trait
from desktop.ui.canvas.overlay import Beside, Sight
from tests.helpers.build import board, encounter, level, link, row, wall, zone


def test_it_tells_squares_length_zones_and_the_band(hands):
    at = hands(encounter(row("a", "b", "c")), "measure")
    at.pull((1.5, 1.5), (10, 1.5), (18.5, 5.5))
    says = at.tool.status
    assert says.startswith("17 squares, 17.5 m")
    assert "a to c: 2 zones, Long" in says
    assert "in sight" in says
    assert "17 sq" in at.shape(Beside).text
    at.release((18.5, 5.5))
    assert at.tool.status == says
    assert at.history == ()
    at.esc()
    assert at.shapes == ()


def test_sight_shows_where_it_ends_and_why(hands):
    there = encounter(board(zone("a", (0, 0, 12, 6)), wall((5, 0), (5, 6)), size=(12, 6)))
    at = hands(there, "measure")
    at.drag((1.5, 2.5), (9.5, 2.5))
    line = at.shape(Sight)
    assert line.stop == (5, 2.5), "the wall, on the line"
    assert line.why == "a wall"
    assert "sight ends at 4,2: a wall" in at.tool.status


def test_smoke_ends_sight_and_where_zones_measure_a_missing_link(hands):
    smoke = zone("b", (6, 0, 6, 6), traits=(Trait("heavily obscured"),))
    zones = zone("a", (0, 0, 6, 6)), smoke, zone("c", (12, 0, 6, 6)), zone("d", (0, 6, 6, 6))
    there = board(*zones, link("a", "b"), link("b", "c"), size=(18, 12))
    at = hands(encounter(there), "measure")
    for end, why in (
        ((9.5, 2.5), "thick smoke in b"),
        ((15.5, 2.5), "thick smoke between"),
        ((1.5, 9.5), "no link lets sight through"),
    ):
        at.drag((1.5, 2.5), end)
        line = at.shape(Sight)
        assert (line.why, f"no sight: {why}" in at.tool.status) == (why, True), at.tool.status
        assert line.stop is not None
        assert line.stop != line.b
    at.drag((9.5, 2.5), (1.5, 2.5))  # out of the smoke: whoever is in it is Blinded
    assert at.shape(Sight).stop is None
    at.session.replace("Measure squares", replace(encounter(there), space="squares"))
    at.drag((1.5, 2.5), (1.5, 9.5))
    assert "in sight" in at.tool.status
    at.drag((1.5, 2.5), (9.5, 2.5))
    assert "no sight: thick smoke in b" in at.tool.status


def test_a_slanting_line_is_cut_where_it_meets_the_wall_and_stays_straight(hands):
    there = encounter(board(zone("a", (0, 0, 12, 6)), wall((5, 0), (5, 6)), size=(12, 6)))
    at = hands(there, "measure")
    at.drag((8.5, 1.5), (0.5, 5.5))
    line = at.shape(Sight)
    assert line.stop == (5, 3.25)


def test_sight_is_measured_by_the_readings_of_the_encounter(hands):
    there = board(zone("a", (0, 0, 12, 6)), wall((4, 2), (4, 3)), size=(12, 6))
    at = hands(encounter(there, rulings={"grid_los_line": "any corner"}), "measure")
    at.drag((2.5, 2.5), (6.5, 3.5))
    assert at.shape(Sight).stop is None


@pytest.mark.parametrize(
    ("space", "rulings", "says", "label"),
    [
        ("squares", {}, "6 squares, 7.2 yd: Short", "6 squares · 7.2 yd · Short"),
        ("squares", {"grid_diagonal_cost": "every second double"}, "8 squares, 7.2 yd: Short",
         "8 squares · 7.2 yd · Short"),
        ("measured", {}, "7.7 yd: Short", "7.7 yd · Short"),
        ("measured", {"grid_bands": "by zones"}, "7.7 yd: Medium", "7.7 yd · Medium"),
    ],
)  # fmt: skip
def test_squares_and_yards_count_as_the_space_counts_them(hands, space, rulings, says, label):
    there = encounter(row("a", "b"), space=space, square="yard", rulings=rulings)
    at = hands(there, "measure")
    at.drag((3.5, 0.5), (9.5, 4.5))
    assert says in at.tool.status
    assert at.shape(Beside).text == label
    assert "zone" not in at.tool.status


def test_height_counts_between_levels(hands, qtbot):
    there = encounter(
        board(
            level("low", name="Low"), level("high", 4, name="High"),
            zone("hall", (0, 0, 12, 12), level="low"), zone("loft", (0, 0, 12, 12), level="high"),
            size=(16, 12),
        )
    )  # fmt: skip
    at = hands(there, "measure")
    at.pull((8.5, 8.5), (9, 9))
    at.move(at.over_level("high"))
    qtbot.waitUntil(lambda: at.session.level == "high", timeout=3000)
    at.move((6.5, 6.5))
    at.release((6.5, 6.5))
    assert "+4 m" in at.tool.status
    assert "sight ends" in at.tool.status


def test_a_click_puts_the_line_away(hands):
    at = hands(encounter(row("a", "b")), "measure")
    at.drag((1.5, 1.5), (9.5, 1.5))
    at.click((4, 4))
    assert at.shapes == ()
    assert at.tool.status == at.tool.idle


def test_a_drag_is_dropped_when_the_level_it_began_on_goes(hands):
    there = encounter(
        board(
            level("low"), level("high", 4),
            zone("hall", (0, 0, 12, 12), level="low"), zone("loft", (0, 0, 12, 12), level="high"),
            size=(16, 12),
        )
    )  # fmt: skip
    at = hands(there, "measure")
    at.pull((1.5, 1.5), (6.5, 5.5))
    assert at.session.edit("remove", things=[["level", "low"]])
    at.key(Qt.Key.Key_Shift)
    assert not at.tool.busy
    at.move((7.5, 5.5))
    at.release((7.5, 5.5))
    assert at.tool.status == at.tool.idle
