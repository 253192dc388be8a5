from dataclasses import replace

import pytest

from desktop.core.errors import EditError
from desktop.core.model.edits import apply
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from tests.helpers.build import board, encounter, feature, level, row, wall, zone

G = "ground"


def empty(**fields):
    return encounter(board(size=(10, 6), **fields))


# Squares


def test_paint_lays_a_kind_and_clears_it():
    here = apply(empty(), "paint", squares=[[1, 1], [2, 1], [99, 99]], kind="deep_water")
    assert here.board.squares == {G: {(1, 1): "deep water", (2, 1): "deep water"}}
    after = apply(here, "paint", squares=[[1, 1], [2, 1]])
    assert after.board.squares == {}


def test_only_known_kinds_and_own_ones_are_painted():
    with pytest.raises(EditError, match=r"no kind of ground called rubbel\. Did you mean rubble"):
        apply(empty(), "paint", squares=[[1, 1]], kind="rubbel")
    here = apply(empty(), "add_ground_kind", word="tar", qualities=["difficult"], colour="black")
    here = apply(here, "paint", squares=[[1, 1]], kind="tar")
    assert Place.of(here.board).qualities_at(G, Square(1, 1)) == {"difficult"}
    gone = apply(here, "remove", things=[["ground", "tar"]])
    assert (gone.board.squares, gone.board.kinds) == ({}, {})
    with pytest.raises(EditError, match="no quality called sticky"):
        apply(empty(), "add_ground_kind", word="glue", qualities=["sticky"])


def filled(here, x, y):
    return set(apply(here, "fill", square=[x, y], kind="rough").board.squares[G])


def test_fill_stops_at_zone_borders():
    here = encounter(
        board(zone("a", (0, 0, 3, 2)), zone("b", (3, 0, 3, 2)), size=(10, 6)),
    )
    assert filled(here, 0, 0) == {(x, y) for x in range(3) for y in range(2)}
    assert len(filled(here, 9, 5)) == 60 - 12


def test_fill_stops_at_walls_and_other_ground():
    here = encounter(
        board(wall((4, 0), (4, 6)), size=(10, 6), squares={G: {(x, 2): "void" for x in range(10)}})
    )
    assert filled(here, 0, 0) == {(x, y) for x in range(4) for y in range(2)} | {
        (x, 2) for x in range(10)
    }
    again = apply(here, "fill", square=[0, 2], kind="")
    assert set(again.board.squares[G]) == {(x, 2) for x in range(4, 10)}


def test_fields_and_clouds_lie_once_on_a_square():
    here = apply(empty(), "lay", of="cloud", kind="light cloud", squares=[[1, 1], [2, 1]])
    here = apply(
        here, "lay", of="cloud", kind="dark cloud", squares=[[2, 1]], until="end of round 3"
    )
    here = apply(here, "lay", of="cloud", kind="light cloud", squares=[[3, 1]])
    assert [(each.kind, each.squares) for each in here.board.clouds] == [
        ("light cloud", ((1, 1), (3, 1))),
        ("dark cloud", ((2, 1),)),
    ]
    here = apply(here, "lay", of="field", kind="damaging", squares=[[2, 1]], damage=4)
    assert [each.damage for each in here.board.fields] == [4]
    gone = apply(here, "lift", of="cloud", squares=[[1, 1], [2, 1], [3, 1]])
    assert gone.board.clouds == ()
    assert apply(here, "remove", things=[["cloud", "1"]]).board.clouds == here.board.clouds[:1]


# Walls and doors


def test_walls_are_built_moved_and_erased_stretch_by_stretch():
    here = apply(empty(), "add_wall", along=[[1, 1], [5.2, 1], [5, 4]])
    assert here.board.walls[0].along == ((1, 1), (5, 1), (5, 4))
    erased = apply(here, "erase_walls", along=[[2, 1], [3, 1]])
    assert [each.along for each in erased.board.walls] == [
        ((1, 1), (2, 1)), ((3, 1), (5, 1), (5, 4)),
    ]  # fmt: skip
    edge = apply(here, "erase_walls", edges=[[5, 3, "w"]])
    assert edge.board.walls[0].along == ((1, 1), (5, 1), (5, 3))
    moved = apply(here, "move_wall", index=0, dx=1, dy=1)
    assert moved.board.walls[0].along == ((2, 2), (6, 2), (6, 5))
    assert apply(here, "remove", things=[["wall", "0"]]).board.walls == ()
    with pytest.raises(EditError, match="no wall to take away"):
        apply(here, "erase_walls", edges=[[0, 0, "n"]])
    with pytest.raises(EditError, match="leave the board"):
        apply(here, "add_wall", along=[[1, 1], [11, 1]])
    with pytest.raises(EditError, match="two different grid points"):
        apply(here, "add_wall", along=[[1, 1], [1.2, 1]])


def test_doors_are_put_in_changed_and_moved():
    here = apply(empty(), "add_door", on=[[5, 1], [5, 2]], kind="grille", name="Portcullis")
    assert here.board.doors["portcullis"].state == "closed"
    shut = apply(here, "set_field", kind="door", id="portcullis", field="state", value="locked")
    assert shut.board.doors["portcullis"].state == "locked"
    lock = apply(here, "set_field", kind="door", id="portcullis", field="lock.skill", value="tech")
    assert lock.board.doors["portcullis"].lock.skill == "tech"
    moved = apply(here, "move_door", door="portcullis", on=[[2, 2], [4, 2]])
    assert moved.board.doors["portcullis"].on == ((2, 2), (4, 2))
    with pytest.raises(EditError, match="straight along the edges"):
        apply(here, "add_door", on=[[1, 1], [2, 2]])
    with pytest.raises(EditError, match="state must be one of open, closed, locked, broken"):
        apply(here, "set_field", kind="door", id="portcullis", field="state", value="ajar")


def test_a_door_that_goes_leaves_its_links_open():
    here = apply(encounter(row("a", "b")), "add_door", on=[[8, 1], [8, 2]], name="gate")
    here = apply(here, "set_field", kind="link", id="a-b", field="through", value="gate")
    after = apply(here, "remove", things=[["door", "gate"]])
    assert after.board.links["a-b"].through == ""


# Features


def test_features_stand_on_squares_or_somewhere_in_a_zone():
    here = apply(encounter(row("a", "b")), "add_feature", kind="lift", squares=[[1, 1]])
    assert here.board.features["lift"].squares == ((1, 1),)
    moved = apply(here, "move_features", features=["lift"], dx=2, dy=1)
    assert moved.board.features["lift"].squares == ((3, 2),)
    there = apply(moved, "put_feature", feature="lift", zone="b")
    assert (there.board.features["lift"].zone, there.board.features["lift"].squares) == ("b", ())
    with pytest.raises(EditError, match="outside the board"):
        apply(here, "move_features", features=["lift"], dx=-2)
    with pytest.raises(EditError, match="Say where panel stands"):
        apply(here, "add_feature", kind="panel")


def test_a_panel_is_connected_and_effects_name_only_what_there_is():
    here = encounter(replace(row("a", "b"), features={"valve": feature("valve", (1, 1))}))
    here = apply(here, "add_feature", kind="panel", squares=[[2, 2]])
    on = apply(here, "connect", panel="panel", thing="valve")
    assert on.board.features["panel"].works == ("valve",)
    assert apply(on, "connect", panel="panel", thing="valve", on=False) == here
    steam = {"add": "heavily obscured", "to": "b", "until": "end of round +2"}
    works = apply(here, "set_field", kind="feature", id="valve", field="used", value=[steam])
    assert str(works.board.features["valve"].used[0].until) == "end of round +2"
    gone = apply(works, "remove", things=[["zone", "b"]])
    assert gone.board.features["valve"].used == ()
    with pytest.raises(EditError, match="no zone called shed"):
        apply(
            here, "set_field", kind="feature", id="valve", field="used",
            value=[{**steam, "to": "shed"}],
        )  # fmt: skip


# Levels and size


def storeys():
    return encounter(
        board(
            level("floor"), level("up", 4), zone("a", (0, 0, 4, 4)),
            zone("b", (0, 0, 4, 4), level="up"), size=(9, 9), squares={"up": {(5, 5): "rough"}},
        ),
    )  # fmt: skip


def test_levels_come_with_a_height_and_go_with_all_that_is_on_them():
    here = apply(storeys(), "add_level", name="Roof")
    assert here.board.levels["roof"].height == 7
    gone = apply(here, "remove", things=[["level", "up"]])
    assert list(gone.board.zones) == ["a"]
    assert gone.board.squares == {}
    with pytest.raises(EditError, match="at least one level"):
        apply(storeys(), "remove", things=[["level", "up"], ["level", "floor"]])


def test_everyone_keeps_their_level_when_another_comes_first():
    here = apply(storeys(), "add_fighter", name="p", at=[1, 1])
    here = apply(here, "add_fighter", name="q", at=[1, 1], level="up")
    after = apply(here, "reorder", kind="level", id="up", to=0)
    assert after.board.first_level == "up"
    assert (after.fighters["p"].level, after.fighters["q"].level) == ("floor", None)
    assert apply(after, "reorder", kind="level", id="up", to=1) == here


def test_a_level_gets_a_picture_and_the_players_one_of_their_own():
    picture = {"file": "dock.jpg", "at": [-0.5, 0.25], "width": 49.6}
    here = apply(storeys(), "set_background", level="floor", picture=picture)
    assert here.board.levels["floor"].background.width == 49.6
    here = apply(here, "set_background", level="floor", picture={"file": "p.png"}, players=True)
    assert here.board.levels["floor"].players_background.file == "p.png"
    assert apply(here, "set_background", level="floor").board.levels["floor"].background is None
    with pytest.raises(EditError, match=r"faded must be at most 1"):
        apply(here, "set_background", level="floor", picture={"file": "a", "faded": 2})


def test_a_board_is_resized_on_any_side_with_its_content_kept():
    here = apply(storeys(), "add_fighter", name="p", at=[1, 1])
    here = apply(here, "add_wall", along=[[1, 1], [4, 1]])
    here = apply(here, "set_background", level="floor", picture={"file": "dock.jpg"})
    after = apply(here, "resize_board", left=2, top=3, right=-1)
    assert after.board.size == (10, 12)
    assert after.board.zones["a"].outline[0] == (2, 3)
    assert after.fighters["p"].at == (3, 4)
    assert after.board.walls[0].along == ((3, 4), (6, 4))
    assert after.board.squares == {"up": {(7, 8): "rough"}}
    assert after.board.levels["floor"].background.at == (2, 3)
    back = apply(after, "resize_board", left=-2, top=-3, right=1)
    assert back == here
    with pytest.raises(EditError, match="a and b would lie outside the board"):
        apply(storeys(), "resize_board", right=-6)
    with pytest.raises(EditError, match="1 to 1000 squares a side"):
        apply(storeys(), "set_size", width=2000, height=3)
    small = apply(storeys(), "set_size", width=5, height=5)
    assert small.board.squares == {}


def test_a_board_without_a_size_grows_with_what_is_drawn():
    here = encounter(board(zone("a", (0, 0, 4, 4))))
    after = apply(here, "add_zone", at=[30, 10, 5, 5], name="b")
    assert Place.of(after.board).size == (35, 15)


@pytest.mark.parametrize(
    ("edit", "arguments", "says"),
    [
        ("add_feature", {"squares": [[1, 1]], "stops": [{"level": "roof", "at": [1, 1]}]}, "roof"),
        ("add_feature", {"squares": [[1, 1]], "stops": [[99, 1]]}, "outside the board"),
        ("add_link", {"from": "a", "to": "b", "metres": -3}, "at least 0"),
        ("add_level", {"height": 1001}, "at most 1000"),
        ("add_door", {"on": [[1, 0], [1, 1]], "toughness": -1}, "at least 0"),
        ("add_clock", {"filled": -1}, "at least 0"),
        ("add_ground_kind", {"word": "mud", "qualities": ["rough"], "damage": 10**6}, "100,000"),
        ("lay", {"of": "field", "kind": "wall", "squares": [[1, 1]], "damage": -1}, "at least 0"),
    ],
)
def test_no_edit_makes_what_a_file_could_not_hold(edit, arguments, says):
    with pytest.raises(EditError, match=says):
        apply(encounter(row("a", "b")), edit, **arguments)
