from dataclasses import replace

import pytest

from desktop.core.errors import EditError
from desktop.core.model.edits import EDITS, apply, several
from desktop.core.model.encounter import Cue, Member, Side, Starts, people
from desktop.core.model.footprint import covered, seats
from desktop.core.model.moments import Bring, MoveFighters
from desktop.core.model.profile import ImperiumFigures, Profile
from desktop.core.model.words import ProfileId, SideId
from tests.helpers.build import board, encounter, fighter, group, level, profile, row

HERO = Profile(id="hero", name="Hero", imperium=ImperiumFigures(wounds=12))


def dock(*things):
    return encounter(row("a", "b", "c"), *things)


def test_a_fighter_comes_with_a_copy_of_its_profile_and_a_number_to_its_name():
    here = apply(dock(), "add_fighter", profile="hero", copy=HERO, at="a")
    here = apply(here, "add_fighter", profile="hero", copy=HERO, at=[9, 1])
    assert list(here.fighters) == ["hero 2", "hero 3"]
    assert [one.label for one in here.fighters.values()] == ["Hero", "Hero 2"]
    assert here.profiles == {"hero": HERO}
    with pytest.raises(EditError, match="no zone called quay"):
        apply(here, "add_fighter", profile="hero", at="quay")
    with pytest.raises(EditError, match="outside the board"):
        apply(here, "add_fighter", profile="hero", at=[99, 1])
    with pytest.raises(EditError, match="no side called gang"):
        apply(here, "add_fighter", profile="hero", side="gang")


def test_a_group_put_on_a_square_stands_around_it():
    here = apply(dock(), "add_group", profile="big", copy=Profile(size="large"), count=4, at=[9, 3])
    found = seats(here)
    squares = [square for spot in found.values() for square in covered(spot.square, 2)]
    assert len(found) == 4
    assert len(set(squares)) == 16
    assert (9, 3) in squares


def test_people_are_put_into_zones_and_on_squares():
    here = dock(fighter("p", at="a"), fighter("q", at="a"), group("g", count=3, at="b"))
    one = apply(here, "put_people", people=["p"], at=[9, 1])
    assert one.fighters["p"].at == (9, 1)
    two = apply(here, "put_people", people=["p", "q"], at=[9, 1])
    assert len({two.fighters["p"].at, two.fighters["q"].at}) == 2
    member = apply(here, "put_people", people=["g/B"], at=[1, 1])
    assert member.groups["g"].members == {"B": Member(id="B", at=(1, 1))}
    together = apply(member, "put_people", people=["g"], at="c")
    assert (together.groups["g"].at, together.groups["g"].members) == ("c", {})
    each = apply(here, "put_each", places={"p": "c", "q": [[3, 3], None], "g/A": [4, 4]})
    assert (each.fighters["p"].at, each.fighters["q"].at) == ("c", (3, 3))
    assert each.groups["g"].members["A"].at == (4, 4)
    with pytest.raises(EditError, match="g has no member D"):
        apply(here, "put_people", people=["g/D"], at="a")


def test_people_move_from_where_they_stand():
    here = dock(fighter("p", at=(3, 3)), fighter("q", at="b"), group("g", count=2, at="c"))
    was = seats(here)
    after = apply(here, "move_people", people=["p", "q", "g"], dx=1, dy=0)
    now = seats(after)
    assert {id_: (spot.square.x + 1, spot.square.y) for id_, spot in was.items()} == {
        id_: spot.square for id_, spot in now.items()
    }


def test_a_level_is_written_only_where_it_is_not_the_first():
    here = encounter(board(level("floor"), level("up", 3), size=(9, 9)), fighter("p", at=(1, 1)))
    up = apply(here, "move_people", people=["p"], level="up")
    assert up.fighters["p"].level == "up"
    assert apply(up, "put_people", people=["p"], at=[1, 1], level="floor") == here


def test_a_copy_has_everything_and_an_id_of_its_own():
    here = dock(
        fighter("p", at=(3, 3), notes="limps", starts={"wounds": 3}, hidden=True, tags=("boss",))
    )
    after = apply(here, "duplicate_people", people=["p"])
    copy = after.fighters["p 2"]
    assert (copy.notes, copy.starts.wounds, copy.hidden, copy.tags) == ("limps", 3, True, ("boss",))
    assert copy.at == (4, 3)
    changed = apply(after, "set_field", kind="fighter", id="p 2", field="starts.wounds", value=5)
    assert changed.fighters["p"].starts.wounds == 3


def test_fighters_become_a_group_and_fighters_again():
    here = dock(
        profile("man"), fighter("p", at=(1, 1), profile="man", name="Al", starts={"wounds": 2}),
        fighter("q", at="b", profile="man"),
        Cue(id="horn", do=(MoveFighters(move=("p", "q"), to="c"), Bring(bring=("q",)))),
    )  # fmt: skip
    after = apply(here, "group_people", fighters=["p", "q"], name="Men")
    assert after.fighters == {}
    men = after.groups["men"]
    assert (men.count, men.profile) == (2, "man")
    assert [person.name for person in people(after)] == ["Al", "q"]
    assert [person.at for person in people(after)] == [(1, 1), "b"]
    assert after.cues["horn"].do[0].move == ("men/A", "men/B")
    assert seats(after)["men/A"] == seats(here)["p"]
    back = apply(after, "ungroup", group="men")
    assert [(one.label, one.at) for one in back.fighters.values()] == [("Al", (1, 1)), ("q", "b")]
    assert set(back.cues["horn"].do[0].move) == set(back.fighters)
    with pytest.raises(EditError, match="different profiles"):
        apply(dock(fighter("p", profile="x"), fighter("q")), "group_people", fighters=["p", "q"])


def test_whatever_names_a_group_names_all_of_it_when_it_is_dissolved():
    here = dock(group("g", count=2, at="a"), Cue(id="horn", do=(Bring(bring=("g",)),)))
    after = apply(here, "ungroup", group="g")
    assert after.cues["horn"].do == (Bring(bring=("g a", "g b")),)


def test_a_group_gets_more_members_or_fewer():
    here = dock(
        group("g", count=4, at="a", members={"D": Member(id="D", name="Big Dan")}),
        Cue(id="horn", do=(Bring(bring=("g/D", "g/A")),)),
    )
    more = apply(here, "set_count", group="g", count=6)
    assert more.groups["g"].letters[-1] == "F"
    fewer = apply(here, "set_count", group="g", count=3)
    assert fewer.groups["g"].members == {}
    assert fewer.cues["horn"].do == (Bring(bring=("g/A",)),)
    same = apply(here, "set_field", kind="group", id="g", field="count", value=3)
    assert same == fewer
    with pytest.raises(EditError, match="1 to 200 members"):
        apply(here, "set_count", group="g", count=0)


def test_nobody_rides_on_whom_the_same_edit_takes_out_of_another_group():
    rider = Member(id="A", starts=Starts(riding="h/C"))
    here = dock(group("g", at="a", members={"A": rider}), group("h", at="a"))
    fewer = apply(here, "set_field", kind="group", ids=["g", "h"], field="count", value=2)
    assert [each.count for each in fewer.groups.values()] == [2, 2]
    assert fewer.groups["g"].members["A"].starts.riding is None


def test_members_behind_one_that_goes_move_up_a_letter():
    here = dock(
        group("g", count=4, at="a", members={"D": Member(id="D", name="Big Dan")}),
        Cue(id="horn", do=(Bring(bring=("g/D", "g/B")),)),
    )
    after = apply(here, "remove", things=[["fighter", "g/B"]])
    assert after.groups["g"].count == 3
    assert after.groups["g"].members == {"C": Member(id="C", name="Big Dan")}
    assert after.cues["horn"].do == (Bring(bring=("g/C",)),)
    gone = apply(here, "remove", things=[["fighter", f"g/{mark}"] for mark in "ABCD"])
    assert gone.groups == {}
    assert gone.cues["horn"].do == ()


def test_who_goes_is_forgotten_by_riders_and_effects():
    here = dock(
        fighter("p", at="a", starts={"riding": "q"}), fighter("q", at="a"),
        Cue(id="horn", do=(Bring(bring=("q",)),)),
    )  # fmt: skip
    after = apply(here, "remove", things=[["fighter", "q"]])
    assert after.fighters["p"].starts.riding is None
    assert after.cues["horn"].do == ()
    assert EDITS["remove"].says(here, {"things": [["fighter", "q"]]}) == "Delete q"


# Profiles and rosters


def test_profiles_are_made_copied_changed_and_taken_out_when_nobody_has_them():
    here = apply(dock(), "add_profile", name="Ganger")
    here = apply(here, "set_fields", kind="profile", id="ganger", values={
        "size": "large", "imperium.wounds": 9, "imperium.armour.head": 2,
        "imperium.attacks.club": {"damage": 4}, "squares_figures.health": 5, "footprint": 3,
    })  # fmt: skip
    made = here.profiles["ganger"]
    assert (made.imperium.wounds, made.imperium.armour, made.squares) == (9, {"head": 2}, 3)
    assert made.imperium.attacks["club"].id == "club"
    assert made.squares_figures.health == 5
    copied = apply(here, "copy_profile", profile="ganger")
    assert copied.profiles["ganger 2"].imperium == made.imperium
    used = apply(copied, "add_fighter", profile="ganger")
    with pytest.raises(EditError, match="Ganger has this profile still"):
        apply(used, "remove", things=[["profile", "ganger"]])
    assert "ganger 2" not in apply(used, "remove", things=[["profile", "ganger 2"]]).profiles
    with pytest.raises(EditError, match="at most 1000"):
        apply(here, "set_field", kind="profile", id="ganger", field="imperium.wounds", value=5000)


def test_a_fighters_own_differences_are_set_and_taken_back():
    here = dock(fighter("p", profile="man"), profile("man", wounds=10))
    own = apply(here, "set_field", kind="fighter", id="p", field="own.imperium.wounds", value=14)
    assert next(people(own)).profile.imperium.wounds == 14
    back = apply(own, "set_field", kind="fighter", id="p", field="own.imperium.wounds", value=None)
    assert back == here
    member = dock(group("g", count=2, profile="man"), profile("man", wounds=10))
    tough = apply(
        member, "set_field", kind="member", id="g/B", field="own.imperium.wounds", value=3
    )
    assert [person.profile.imperium.wounds for person in people(tough)] == [10, 3]
    assert apply(tough, "set_field", kind="member", id="g/B", field="own", value=None) == member


def test_a_roster_is_copied_in_with_its_profiles_under_ids_that_are_free():
    party = {
        "profiles": [HERO],
        "fighters": [fighter("ilse", profile="hero", name="Ilse", side="heroes"), fighter("pell")],
        "groups": [group("crew", count=2, profile="hero")],
    }
    here = apply(dock(), "bring_in", **party, at="a")
    assert list(here.fighters) == ["ilse", "pell"]
    assert here.fighters["ilse"].at == "a"
    assert here.profiles == {"hero": HERO}
    again = apply(here, "bring_in", **party, at=[9, 1], side="heroes")
    assert len(again.fighters) == 4
    assert len(again.profiles) == 1
    assert {one.side for one in list(again.fighters.values())[2:]} == {"heroes"}
    other = Profile(id="hero", imperium=ImperiumFigures(wounds=20))
    third = apply(here, "bring_in", profiles=[other], fighters=[fighter("vex", profile="hero")])
    assert third.profiles[third.fighters["vex"].profile].imperium.wounds == 20
    assert third.profiles["hero"] == HERO


def test_several_edits_are_one_step_all_or_none():
    here = dock(fighter("p", at="a"))
    after = several(
        here,
        [
            ("put_people", {"people": ["p"], "at": "b"}),
            ("set_traits", {"zones": ["b"], "add": ["dark"]}),
        ],
    )
    assert after.fighters["p"].at == "b"
    one = apply(here, "together", says="Ambush", edits=[
        ["put_people", {"people": ["p"], "at": "b"}],
        ["set_traits", {"zones": ["b"], "add": ["dark"]}],
    ])  # fmt: skip
    assert one == after
    assert EDITS["together"].says(here, {"says": "Ambush", "edits": []}) == "Ambush"
    for copy in (Profile(id=ProfileId("p"), name="Hero"), {"name": "Hero", "role": "hero"}):
        says = EDITS["add_fighter"].says(here, {"profile": "p", "copy": copy})
        assert says == "Bring in Hero"
    assert EDITS["add_fighter"].says(here, {"profile": "thug"}) == "Bring in thug"
    with pytest.raises(EditError, match="no zone"):
        several(here, [("put_people", {"people": ["p"]}), ("merge_zones", {"zones": ["x"]})])


def test_a_newcomer_joins_the_only_foes_there_are() -> None:
    cult = replace(
        encounter(row("a", "b"), profile("ganger")), sides={SideId("cult"): Side(id=SideId("cult"))}
    )
    joined = apply(cult, "add_fighter", profile="ganger")
    assert [one.side for one in joined.fighters.values()] == ["cult"]
    named = apply(cult, "add_group", profile="ganger", count=2, side="heroes")
    assert next(iter(named.groups.values())).side == "heroes"
    among_foes = apply(cult, "add_fighter", profile="ganger", side="foes")
    both = apply(among_foes, "add_fighter", profile="ganger").fighters.values()
    assert [one.side for one in both] == ["foes", None]


def test_whoever_is_called_like_a_profile_is_not_taken_for_it():
    ganger = Profile(name="Ganger", imperium=ImperiumFigures(wounds=10))
    here = dock(fighter("ganger", "a", profile="ganger"))
    two = apply(here, "add_fighter", profile="ganger", copy=ganger, at="a")
    assert two.profiles["ganger"].name == "Ganger"
    (other,) = (who for who in two.fighters if who != "ganger")
    left = apply(two, "remove", things=[("fighter", "ganger")])
    assert left.fighters[other].profile == "ganger"
    assert left.profiles == two.profiles
