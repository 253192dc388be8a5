from dataclasses import replace

import pytest

from desktop.core.errors import EditError
from desktop.core.model import geometry
from desktop.core.model.edits import EDITS, apply
from desktop.core.model.encounter import Member
from desktop.core.model.geometry import outline_of
from desktop.core.model.outlines import fault_of
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from tests.helpers.build import (
    board,
    door,
    encounter,
    feature,
    fighter,
    group,
    level,
    link,
    piece,
    row,
    wall,
    zone,
)

G = "ground"


def rectangle(of, zone_id):
    return geometry.rectangle_of(of.board.zones[zone_id].outline)


def two(**fields):
    return encounter(
        board(zone("a", (0, 0, 4, 4)), zone("b", (4, 0, 4, 4)), link("a", "b"), size=(20, 12)),
        **fields,
    )


# Drawing


def test_a_new_zone_gets_an_id_from_its_name_that_nothing_has():
    here = apply(encounter(board(size=(20, 12))), "add_zone", at=[0, 0, 4, 4], name="Dock Nine")
    assert list(here.board.zones) == ["dock nine"]
    assert here.board.zones["dock nine"].label == "Dock Nine"
    again = apply(here, "add_zone", at=[5, 0, 4, 4], name="Dock Nine")
    assert list(again.board.zones) == ["dock nine", "dock nine 2"]
    renamed = apply(again, "rename", kind="zone", id="dock nine", name="Quay")
    assert list(renamed.board.zones) == ["dock nine", "dock nine 2"]


def test_a_new_zone_is_cut_back_along_those_there_and_to_the_board():
    here = apply(two(), "add_zone", at=[6, 2, 6, 2], name="c")
    assert rectangle(here, "c") == (8, 2, 4, 2)
    wide = apply(two(), "add_zone", at=[16, 8, 9, 9], name="d")
    assert rectangle(wide, "d") == (16, 8, 4, 4)


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ([1, 1, 2, 2], "Nothing would be left of c: a is there already."),
        ([0, -2, 9, 9], "fall into"),
        ([30, 0, 4, 4], "outside the board, which is 20 by 12"),
        ([9, 0, 0.3, 0.3], "too small to hold the centre of any square"),
    ],
)
def test_a_zone_that_would_vanish_or_fall_apart_is_refused_with_the_reason(at, says):
    here = encounter(
        board(zone("a", (0, 0, 4, 4)), zone("b", (0, 4, 20, 1)), size=(20, 12)),
    )
    with pytest.raises(EditError, match=says):
        apply(here, "add_zone", at=at, name="c")


def test_a_zone_all_round_another_is_refused():
    with pytest.raises(EditError, match="all round a and b; zones have no holes"):
        apply(
            encounter(board(zone("a", (4, 4, 2, 2)), zone("b", (6, 4, 2, 2)), size=(20, 12))),
            "add_zone",
            at=[2, 2, 9, 9],
        )


def test_crossing_outlines_are_refused():
    with pytest.raises(EditError, match="crosses itself"):
        apply(two(), "add_zone", outline=[[10, 0], [14, 0], [10, 4], [14, 4]])


def test_without_help_nothing_is_cut():
    with pytest.raises(EditError, match="would overlap b"):
        apply(two(), "add_zone", at=[6, 0, 4, 4], cut=False)


# Moving


def furnished():
    return encounter(
        board(
            zone("a", (0, 0, 4, 4)), zone("b", (4, 0, 4, 4)), link("a", "b"),
            wall((0, 2), (2, 2)), wall((4, 0), (4, 4)), wall((1, 0), (1, 1), (9, 1)),
            door("in", ((2, 2), (3, 2))), door("between", ((4, 1), (4, 2))),
            feature("valve", (1, 1)), feature("crate", (5, 1)),
            feature("lift", (9, 9), kind="lift", stops=[(G, (2, 3))]),
            size=(20, 12), squares={G: {(0, 0): "difficult", (5, 0): "rough", (0, 6): "void"}},
            clouds=(piece("light cloud", (3, 3), (4, 3)),),
        ),
        fighter("p", at=(1, 2)), fighter("q", at=(4, 0)), fighter("r", at="a"),
        group("g", count=2, at="b", members={"A": Member(id="A", at=Square(2, 2))}),
    )  # fmt: skip


def test_a_moved_zone_takes_along_what_stands_in_it():
    before = furnished()
    after = apply(before, "move_zones", zones=["a"], dx=2, dy=5)
    made = after.board
    assert rectangle(after, "a") == (2, 5, 4, 4)
    assert after.fighters["p"].at == (3, 7)
    assert after.fighters["q"].at == (4, 0)
    assert after.fighters["r"].at == "a"
    assert after.groups["g"].members["A"].at == (4, 7)
    assert made.features["valve"].squares == ((3, 6),)
    assert made.features["crate"].squares == ((5, 1),)
    assert made.features["lift"].squares == ((9, 9),)
    assert made.features["lift"].stops[0].at == (4, 8)
    assert made.squares[G] == {(2, 5): "difficult", (5, 0): "rough", (0, 6): "void"}
    assert made.doors["in"].on == ((4, 7), (5, 7))
    assert made.doors["between"].on == ((4, 1), (4, 2))
    assert [w.along for w in made.walls] == [
        ((2, 7), (4, 7)),
        ((4, 0), (4, 4)),
        ((3, 5), (3, 6), (6, 6)),
        ((4, 1), (9, 1)),
    ]
    assert {(c.squares) for c in made.clouds} == {((4, 3), (5, 8))}
    assert before == furnished()


def test_alone_just_the_outline_moves():
    after = apply(furnished(), "move_zones", zones=["a"], dx=0.5, dy=6.5, alone=True)
    assert rectangle(after, "a") == (0.5, 6.5, 4, 4)
    assert after.fighters == furnished().fighters
    assert after.board.squares == furnished().board.squares


def test_a_moved_zone_is_cut_back_along_those_that_stay():
    after = apply(two(), "move_zones", zones=["a"], dx=2)
    assert rectangle(after, "a") == (2, 0, 2, 4)
    both = apply(two(), "move_zones", zones=["a", "b"], dx=2)
    assert rectangle(both, "a") == (2, 0, 4, 4)
    with pytest.raises(EditError, match="Nothing would be left of a"):
        apply(two(), "move_zones", zones=["a"], dx=4)


def test_a_zone_goes_to_another_level_with_its_people():
    here = encounter(
        board(level("floor"), level("up", 4), zone("a", (0, 0, 4, 4)), size=(9, 9)),
        fighter("p", at=(1, 1)),
    )
    after = apply(here, "move_zones", zones=["a"], level="up")
    assert after.board.zones["a"].level == "up"
    assert (after.fighters["p"].at, after.fighters["p"].level) == ((1, 1), "up")
    back = apply(after, "move_zones", zones=["a"], level="floor")
    assert back == here


def test_laid_out_zones_are_written_down_before_one_of_them_moves():
    here = encounter(board(zone("a"), zone("b"), link("a", "b"), size=(40, 30)))
    was = Place.of(here.board).outlines
    after = apply(here, "move_zones", zones=["b"], dy=10)
    assert after.board.zones["a"].outline == was["a"]
    assert after.board.zones["b"].outline == geometry.translate(was["b"], 0, 10)


def test_a_link_of_a_zone_that_moved_away_says_no_longer_where():
    here = two()
    here = replace(
        here, board=replace(here.board, links={"l": link("a", "b", id="l", along=[(4, 0), (4, 2)])})
    )
    assert apply(here, "move_zones", zones=["a"], dy=6).board.links["l"].along is None
    both = apply(here, "move_zones", zones=["a", "b"], dy=6)
    assert both.board.links["l"].along == ((4, 6), (4, 8))


# Reshaping


def test_rectangles_that_share_a_side_are_resized_together_unless_alone():
    after = apply(two(), "resize_zone", zone="a", at=[0, 0, 6, 4])
    assert (rectangle(after, "a"), rectangle(after, "b")) == ((0, 0, 6, 4), (6, 0, 2, 4))
    alone = apply(two(), "resize_zone", zone="a", at=[0, 0, 3, 4], alone=True)
    assert (rectangle(alone, "a"), rectangle(alone, "b")) == ((0, 0, 3, 4), (4, 0, 4, 4))
    cut = apply(two(), "resize_zone", zone="a", at=[0, 0, 6, 4], alone=True)
    assert rectangle(cut, "a") == (0, 0, 4, 4)


def test_corners_at_one_point_move_together_unless_alone():
    after = apply(two(), "move_corner", corner=[4, 4], to=[5, 5])
    assert after.board.zones["a"].outline[2] == (5, 5)
    assert (5, 5) in after.board.zones["b"].outline
    alone = apply(two(), "move_corner", corner=[4, 4], to=[3, 5], zone="a", alone=True)
    assert (3, 5) in alone.board.zones["a"].outline
    assert alone.board.zones["b"] == two().board.zones["b"]
    with pytest.raises(EditError, match="crosses itself"):
        apply(two(), "move_corner", corner=[0, 4], to=[2, -1], zone="a", alone=True)


def test_corners_come_and_go():
    after = apply(two(), "insert_corner", zone="a", after=2, at=[2, 6])
    assert len(after.board.zones["a"].outline) == 5
    back = apply(after, "remove_corner", zone="a", corner=3)
    assert back.board.zones["a"] == two().board.zones["a"]
    three = apply(back, "remove_corner", zone="a", corner=3)
    with pytest.raises(EditError, match="only three corners"):
        apply(three, "remove_corner", zone="a", corner=0)


# Splitting and merging


def test_split_keeps_the_id_on_the_larger_piece_and_links_both():
    here = two()
    here = apply(here, "set_traits", zones=["b"], add=["light cover"])
    after = apply(here, "split_zone", zone="b", along=[[7, -1], [7, 5]])
    assert rectangle(after, "b") == (4, 0, 3, 4)
    assert rectangle(after, "b 2") == (7, 0, 1, 4)
    assert after.board.zones["b 2"].traits == after.board.zones["b"].traits
    assert [(each.from_, each.to) for each in after.board.links.values()] == [
        ("a", "b"), ("b", "b 2"),
    ]  # fmt: skip


def test_a_link_follows_the_piece_that_it_touches():
    after = apply(two(), "split_zone", zone="b", along=[[5, -1], [5, 5]])
    assert after.board.links["a-b"].to == "b 2"


def test_a_border_that_both_pieces_have_keeps_its_link_and_merging_makes_it_one_again():
    here = apply(two(), "set_field", kind="link", id="a-b", field="kind", value="barrier")
    after = apply(here, "split_zone", zone="b", along=[[3, 3], [9, 3]])
    links = [(each.from_, each.to, each.kind) for each in after.board.links.values()]
    assert links == [("a", "b", "barrier"), ("a", "b 2", "barrier"), ("b", "b 2", "open")]
    back = apply(after, "merge_zones", zones=["b", "b 2"])
    assert back.board.links == here.board.links


def test_a_link_through_a_door_goes_to_the_piece_at_the_door():
    here = encounter(
        board(
            zone("a", (0, 0, 4, 8)), zone("c", (4, 0, 4, 8)), link("a", "c", through="hatchway"),
            door("hatchway", [(4, 6), (4, 8)]), size=(9, 9),
        )
    )  # fmt: skip
    after = apply(here, "split_zone", zone="a", along=[[-1, 5], [5, 5]])
    assert [each.from_ for each in after.board.links.values()] == ["a 2", "a"]


def test_a_line_that_does_not_cross_a_zone_does_not_split_it():
    with pytest.raises(EditError, match="does not cut it"):
        apply(two(), "split_zone", zone="b", along=[[5, 1], [5, 5]])


def test_merging_keeps_the_first_id_and_the_gravest_traits_and_every_cover():
    here = encounter(
        board(
            zone("a", (0, 0, 4, 4), traits=["light cover", "dark", "minor hazard"], notes="one"),
            zone("b", (4, 0, 4, 4), traits=["medium cover", "poorly lit", "deadly hazard"],
                 exit=True),
            zone("c", (8, 0, 4, 4)), link("a", "b"), link("b", "c"), size=(20, 12),
        ),
        fighter("p", at="b"),
        muted=(),
    )  # fmt: skip
    after = apply(here, "merge_zones", zones=["a", "b"])
    merged = after.board.zones["a"]
    assert geometry.rectangle_of(merged.outline) == (0, 0, 8, 4)
    assert {trait.word for trait in merged.traits} == {
        "light cover", "medium cover", "dark", "deadly hazard",
    }  # fmt: skip
    assert merged.exit
    assert merged.notes == "one"
    assert after.fighters["p"].at == "a"
    assert [(each.from_, each.to) for each in after.board.links.values()] == [("a", "c")]
    assert EDITS["merge_zones"].says(here, {"zones": ["a", "b"]}) == "Merge a and b"


def test_merged_zones_have_one_plain_link_to_each_neighbour_and_all_that_say_more():
    here = encounter(
        board(
            zone("a", (0, 0, 4, 4)), zone("b", (0, 4, 4, 4)), zone("c", (4, 0, 4, 8)),
            link("a", "c"), link("c", "b"), link("b", "c", "barrier", id="wall"), size=(9, 9),
        )
    )  # fmt: skip
    after = apply(here, "merge_zones", zones=["a", "b"])
    assert {each.id: each.kind for each in after.board.links.values()} == {
        "a-c": "open", "wall": "barrier",
    }  # fmt: skip


def test_a_stated_link_goes_to_the_piece_at_its_stretch():
    here = encounter(
        board(
            zone("a", (0, 0, 4, 8)), zone("c", (4, 0, 4, 8)),
            link("a", "c", id="low", along=[(4, 6), (4, 8)]),
            link("c", "a", id="high", along=[(4, 0), (4, 2)]), size=(9, 9),
        )
    )  # fmt: skip
    after = apply(here, "split_zone", zone="a", along=[[-1, 5], [5, 5]])
    assert (after.board.links["low"].from_, after.board.links["high"].to) == ("a 2", "a")


def test_zones_that_do_not_touch_are_not_merged():
    here = encounter(board(zone("a", (0, 0, 4, 4)), zone("b", (4, 4, 4, 4)), size=(20, 12)))
    with pytest.raises(EditError, match="a and b do not touch along a border"):
        apply(here, "merge_zones", zones=["a", "b"])


def test_deleting_a_zone_takes_its_links_along_and_leaves_its_people():
    here = encounter(
        row("a", "b", "c"), fighter("p", at="b"), fighter("q", at=(9, 1)),
        group("g", count=2, at="b"),
    )  # fmt: skip
    standing = Place.of(here.board).squares_of("b")
    after = apply(here, "remove", things=[["zone", "b"]])
    assert list(after.board.zones) == ["a", "c"]
    assert not after.board.links
    assert after.fighters["p"].at in standing
    assert after.fighters["q"].at == (9, 1)
    assert {member.at for member in after.groups["g"].members.values()} <= standing
    assert after.groups["g"].at is None


# Traits


def words(here, zone_id):
    return [trait.word for trait in here.board.zones[zone_id].traits]


def test_a_trait_takes_the_place_of_its_family_unless_laid_beside():
    here = apply(two(), "set_traits", zones=["a", "b"], add=["light_cover"])
    after = apply(here, "set_traits", zones=["a"], add=["heavy cover", "dark"])
    assert words(after, "a") == ["heavy cover", "dark"]
    assert words(after, "b") == ["light cover"]
    beside = apply(after, "set_traits", zones=["a"], add=["light cover"], beside=True)
    assert set(words(beside, "a")) == {"heavy cover", "light cover", "dark"}
    off = apply(beside, "set_traits", zones=["a"], off=["heavy cover", "dark"])
    assert words(off, "a") == ["light cover"]


def test_the_keys_step_through_a_family_and_out_of_it():
    here = two()
    seen = []
    for _ in range(4):
        here = apply(here, "step_traits", zones=["a", "b"], family="cover")
        assert words(here, "a") == words(here, "b")
        seen.append(words(here, "a"))
    assert seen == [["light cover"], ["medium cover"], ["heavy cover"], []]
    back = apply(two(), "step_traits", zones=["a"], family="obscured", back=True)
    assert words(back, "a") == ["heavily obscured"]


def test_the_boards_own_traits_are_set_with_no_zone():
    here = apply(two(), "set_traits", add=["lightly obscured"])
    assert [trait.word for trait in here.board.traits] == ["lightly obscured"]


def test_only_known_traits_and_own_ones_are_laid():
    with pytest.raises(EditError, match=r"no trait called ligt cover[.] Did you mean light cover"):
        apply(two(), "set_traits", zones=["a"], add=["ligt cover"])
    here = apply(two(), "add_trait", word="humming", says="It hums.")
    here = apply(here, "set_traits", zones=["a"], add=["humming"])
    gone = apply(here, "remove", things=[["trait", "humming"]])
    assert words(gone, "a") == []
    assert not gone.traits


# Links


def test_proposals_are_zones_that_touch_openly_and_have_no_link():
    made = board(
        zone("a", (0, 0, 4, 4)), zone("b", (4, 0, 4, 4)), zone("c", (0, 4, 4, 4)),
        zone("d", (4, 4, 4, 4)), link("a", "b"), wall((0, 4), (4, 4)), size=(20, 12),
    )  # fmt: skip
    after = apply(encounter(made), "accept_links")
    assert list(after.board.links) == ["a-b", "b-d", "c-d"]
    one = apply(encounter(made), "accept_links", pairs=[["d", "c"]])
    assert list(one.board.links) == ["a-b", "c-d"]
    with pytest.raises(EditError, match="no link to accept"):
        apply(after, "accept_links")


def test_links_are_added_changed_and_deleted():
    here = apply(two(), "add_link", **{"from": "b", "to": "a"}, kind="barrier", name="hatch way")
    made = here.board.links["hatch way"]
    assert (made.from_, made.to, made.kind) == ("b", "a", "barrier")
    changed = apply(
        here, "set_fields", kind="link", ids=["hatch way"],
        values={"metres": 3, "test": {"skill": "athletics", "difficulty": -10}},
    )  # fmt: skip
    assert changed.board.links["hatch way"].test.difficulty == -10
    assert "hatch way" not in apply(here, "remove", things=[["link", "hatch way"]]).board.links
    with pytest.raises(EditError, match="both ends are a"):
        apply(two(), "add_link", from_="a", to="a")
    with pytest.raises(EditError, match="no zone called quay"):
        apply(two(), "add_link", from_="a", to="quay")
    with pytest.raises(EditError, match="no door or feature called gate"):
        apply(two(), "set_field", kind="link", id="a-b", field="through", value="gate")


def test_a_rectangle_cut_back_keeps_being_one():
    after = apply(two(), "add_zone", at=[2, 2, 10, 6], name="c")
    assert after.board.zones["c"].outline != outline_of(2, 2, 10, 6)
    assert fault_of(after.board.zones["c"].outline) is None


def test_several_outlines_are_given_at_once():
    after = apply(
        two(), "reshape_zones",
        outlines={"a": [[0, 0], [5, 0], [5, 4], [0, 4]], "b": [[5, 0], [8, 0], [8, 4], [5, 4]]},
    )  # fmt: skip
    assert (rectangle(after, "a"), rectangle(after, "b")) == ((0, 0, 5, 4), (5, 0, 3, 4))
    with pytest.raises(EditError, match="b would overlap a"):
        apply(two(), "reshape_zones", outlines={
            "a": [[0, 0], [5, 0], [5, 4], [0, 4]], "b": [[4, 0], [8, 0], [8, 4], [4, 4]],
        })  # fmt: skip


def test_features_placed_by_zone_follow_it_to_its_level():
    here = encounter(
        board(
            level("floor"), level("up", 4), zone("a", (0, 0, 4, 4)),
            feature("valve", zone="a"), size=(9, 9),
        )
    )  # fmt: skip
    assert apply(here, "move_zones", zones=["a"], level="up").board.features["valve"].level == "up"
    after = apply(here, "set_field", kind="zone", id="a", field="level", value="up")
    assert after.board.features["valve"].level == "up"
    gone = apply(after, "remove", things=[["zone", "a"]])
    assert gone.board.features["valve"].squares == ((2, 2),)


def test_traits_are_given_whole_and_own_ones_described_once():
    here = apply(
        two(), "replace_traits", zones=["a"], traits=[{"word": "dark", "sign": "no lamps"}]
    )
    assert here.board.zones["a"].traits[0].sign == "no lamps"
    assert apply(here, "replace_traits", traits=["dark"]).board.traits[0].word == "dark"
    with pytest.raises(EditError, match="knows already"):
        apply(here, "add_trait", word="dark")
    with pytest.raises(EditError, match="Give the trait a name"):
        apply(here, "add_trait", word=" ")
    with pytest.raises(EditError, match="no family of traits called colour"):
        apply(here, "step_traits", zones=["a"], family="colour")


def test_pieces_of_a_split_hold_squares_and_merged_zones_have_no_holes():
    with pytest.raises(EditError, match="would hold the centre of no square"):
        apply(two(), "split_zone", zone="a", along=[[0.2, -1], [0.2, 5]])
    ring = encounter(
        board(
            zone("a", (0, 0, 3, 1)), zone("b", (2, 1, 1, 2)), zone("c", (0, 2, 2, 1)),
            zone("d", (0, 1, 1, 1)), zone("hole", (1, 1, 1, 1)), size=(9, 9),
        )
    )  # fmt: skip
    with pytest.raises(EditError, match="zones have no holes"):
        apply(ring, "merge_zones", zones=["a", "b", "c", "d"])
    levels = encounter(
        board(level("x"), level("y"), zone("a", (0, 0, 3, 1)), zone("b", (3, 0, 3, 1), level="y"))
    )
    with pytest.raises(EditError, match="on different levels"):
        apply(levels, "merge_zones", zones=["a", "b"])
    with pytest.raises(EditError, match="at least two"):
        apply(ring, "merge_zones", zones=["a"])


def test_what_undo_calls_an_edit_names_what_it_changes():
    says, here = EDITS["set_fields"].says, two()
    assert says(here, {"kind": "zone", "ids": ("a", "b"), "values": {}}) == "Change a and b"
    assert says(here, {"kind": "zone", "id": "a", "values": {}}) == "Change a"
    assert says(here, {"kind": "encounter", "values": {}}) == "Change the encounter"


def test_a_zone_is_moved_though_somebody_elsewhere_is_lost_outside_the_board():
    here = encounter(
        board(zone("a", (0, 0, 4, 4)), size=(20, 12)),
        fighter("lost", at=(50, 50)), fighter("ada", at=(1, 0)),
    )  # fmt: skip
    moved = apply(here, "move_zones", zones=["a"], dx=2)
    assert moved.fighters["ada"].at == Square(3, 0)
    with pytest.raises(EditError, match=r"^a and ada would lie outside the board\.$"):
        apply(here, "move_zones", zones=["a"], dy=-1)
