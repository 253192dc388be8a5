from desktop.core.model.place import Place
from desktop.core.model.proposals import proposals
from tests.helpers.build import board, door, feature, level, link, wall, zone


def proposed(*things):
    return proposals(Place.of(board(*things, size=(12, 6))))


A, B, C = zone("a", (0, 0, 4, 6)), zone("b", (4, 0, 4, 6)), zone("c", (8, 0, 4, 6))


def test_zones_that_touch_are_proposed_and_those_linked_already_are_not():
    found = proposed(A, B, C, link("b", "c"))
    assert [(one.from_, one.to, one.kind) for one in found] == [("a", "b", "open")]
    assert found[0].along == ((4, 0), (4, 6))


def test_a_wall_along_the_whole_border_proposes_nothing():
    assert proposed(A, B, wall((4, 0), (4, 6))) == ()


def test_a_gap_in_the_wall_is_where_the_link_is_drawn():
    assert proposed(A, B, wall((4, 0), (4, 4)))[0].along == ((4, 4), (4, 6))


def test_a_door_in_the_wall_is_what_the_link_leads_through():
    (found,) = proposed(A, B, wall((4, 0), (4, 6)), door("gate", ((4, 2), (4, 3))))
    assert (found.from_, found.to, found.through) == ("a", "b", "gate")


def test_a_lift_joins_the_zones_of_its_stops():
    (found,) = proposed(
        level("low"), level("high", 5), zone("hall", (0, 0, 4, 4), level="low"),
        zone("gantry", (0, 0, 4, 4), level="high"),
        feature("cage", (1, 1), kind="lift", level="low", stops=[("high", (1, 1))]),
    )  # fmt: skip
    assert (found.from_, found.to, found.through) == ("hall", "gantry", "cage")
    assert found.ends == ((1, 1), (1, 1))
