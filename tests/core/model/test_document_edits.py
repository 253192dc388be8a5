import pytest

from desktop.core.errors import EditError
from desktop.core.model.edits import EDITS, apply, new_id
from desktop.core.model.encounter import Side
from tests.helpers.build import attack, encounter, fighter, group, profile, row


def dock(*things, **fields):
    return encounter(row("a", "b"), *things, **fields)


def field(here, kind, id_, name, value):
    return apply(here, "set_field", kind=kind, id=id_, field=name, value=value)


def test_the_document_itself_has_fields():
    here = apply(dock(), "set_fields", kind="encounter", values={
        "name": "Dock 9", "goal.text": "Stop the loading", "goal.by_round": 6, "space": "squares",
        "packs": ["squares"], "slots.fall": "squares", "rulings.barrier_cost": "move too",
    })  # fmt: skip
    assert (here.name, here.goal.by_round, here.space, here.packs) == (
        "Dock 9", 6, "squares", ("squares",),
    )  # fmt: skip
    assert (here.slots, here.rulings) == ({"fall": "squares"}, {"barrier_cost": "move too"})
    back = apply(here, "set_fields", kind="encounter", values={
        "name": None, "goal.text": None, "goal.by_round": None, "space": None, "packs": None,
        "slots.fall": None, "rulings.barrier_cost": None,
    })  # fmt: skip
    assert back == dock()
    with pytest.raises(EditError, match="space must be one of zones, squares, measured"):
        apply(dock(), "set_field", kind="encounter", field="space", value="hexes")
    with pytest.raises(EditError, match="no field zones to set"):
        apply(dock(), "set_field", kind="encounter", field="zones", value={})


def test_a_field_is_set_on_several_things_at_once():
    here = apply(dock(), "set_field", kind="zone", ids=["a", "b"], field="sheltered", value=True)
    assert all(zone.sheltered for zone in here.board.zones.values())
    here = apply(here, "set_fields", kind="zone", ids=["a"], values={
        "seen_as": "Hall", "hidden": False, "start": "heroes", "exit": True, "capacity": 4,
        "tags": ["dusty"], "for_players": "It smells.", "notes": "Trap.",
    })  # fmt: skip
    made = here.board.zones["a"]
    assert (made.seen_as, made.hidden, made.start, made.capacity, made.tags) == (
        "Hall", False, "heroes", 4, ("dusty",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "id_", "name", "value", "says"),
    [
        ("zone", "c", "name", "x", "no zone called c"),
        ("zone", "a", "nmae", "x", "Did you mean name"),
        ("zone", "a", "id", "x", "no field id to set"),
        ("zone", "a", "capacity", -1, "at least 0"),
        ("zone", "a", "capacity", "many", "a whole number"),
        ("zone", "a", "start", "gang", "no side called gang"),
        ("zone", "a", "level", "roof", "no level called roof"),
        ("zone", "a", "outline", [[0, 0], [4, 4], [4, 0], [0, 4]], "crosses itself"),
        ("zone", "a", "at", [4, 0, 8, 6], "would overlap b"),
        ("zone", "a", "traits", ["gloomy"], "no trait called gloomy"),
        ("fighter", "p", "at", "quay", "no zone called quay"),
        ("fighter", "p", "starts.riding", "nobody", "no fighter called nobody"),
        ("fighter", "p", "starts.in_cover", "a hedge", "no trait called a hedge"),
        ("fighter", "p", "starts.above", True, "a number"),
        ("group", "g", "count", 0, "1 to 200 members"),
        ("side", "gang", "name", "x", "no side called gang"),
        ("link", "a-b", "to", "a", "both ends are a"),
        ("profile", "man", "imperium.speed", "quick", "one of none, slow, normal, fast, swift"),
        ("board", "", "walls", [], "no field walls to set"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(kind, id_, name, value, says):
    here = dock(fighter("p", at="a"), group("g"), profile("man"))
    with pytest.raises(EditError, match=says) as refused:
        field(here, kind, id_, name, value)
    assert str(refused.value)[-1] in ".?"


def test_edits_tell_what_they_take():
    for given, says in (
        ({"zoness": []}, "takes no zoness; it takes zones"),
        ({}, "needs zones"),
    ):
        with pytest.raises(EditError, match=says):
            apply(dock(), "merge_zones", **given)
    with pytest.raises(EditError, match=r"no edit called merge_zone\. Did you mean merge_zones"):
        apply(dock(), "merge_zone")
    assert set(EDITS["add_link"].arguments) >= {"from_", "to", "kind"}
    assert all(spec.name == name and spec.arguments is not None for name, spec in EDITS.items())


def test_the_board_has_a_size_and_traits_to_set():
    here = apply(dock(), "set_fields", kind="board", values={"size": [20, 9], "traits": ["dark"]})
    assert (here.board.size, here.board.traits[0].word) == ((20, 9), "dark")


# Sides, clocks, cues


def test_the_two_sides_that_need_not_be_written_can_be_changed():
    here = field(dock(), "side", "heroes", "dice", "hand")
    here = field(here, "side", "heroes", "counters.superiority", 2)
    assert here.sides == {"heroes": Side(id="heroes", dice="hand", counters={"superiority": 2})}
    with pytest.raises(EditError, match="always there"):
        apply(here, "remove", things=[["side", "heroes"]])


def test_the_people_of_a_side_that_goes_become_foes():
    here = apply(dock(), "add_side", name="Gang", colour="red", against=["heroes"])
    here = apply(here, "add_fighter", side="gang", name="p")
    here = field(here, "zone", "a", "start", "gang")
    after = apply(here, "remove", things=[["side", "gang"]])
    assert after.fighters["p"].side == "foes"
    assert after.board.zones["a"].start is None
    assert after.sides == {}


def test_clocks_and_cues_name_moments_and_effects():
    here = apply(dock(), "add_clock", name="Alarm", size=6, ticks="end of round")
    here = apply(here, "add_cue", name="Steam", when="full alarm", text="Hiss", do=[
        {"add": "minor hazard", "to": "b"}, {"say": "Steam vents", "players": True},
    ])  # fmt: skip
    assert str(here.cues["steam"].when) == "full alarm"
    assert here.cues["steam"].do[0].to == ("b",)
    gone = apply(here, "remove", things=[["clock", "alarm"]])
    assert str(gone.cues["steam"].when) == "by hand"
    ticked = field(here, "clock", "alarm", "filled", 6)
    assert ticked.clocks["alarm"].filled == 6
    with pytest.raises(EditError, match="only 6 segments"):
        field(here, "clock", "alarm", "filled", 7)
    with pytest.raises(EditError, match="no clock called bell"):
        apply(here, "add_cue", when="full bell")
    with pytest.raises(EditError, match="a moment, as"):
        apply(here, "add_cue", when="at midnight")


def test_the_order_in_the_file_can_be_changed():
    here = dock(fighter("p"), fighter("q"), fighter("r"))
    after = apply(here, "reorder", kind="fighter", id="r", to=0)
    assert list(after.fighters) == ["r", "p", "q"]
    assert list(apply(here, "reorder", kind="fighter", id="p", to=9).fighters) == ["q", "r", "p"]


def test_issues_are_muted_with_a_reason_and_heard_again():
    here = apply(dock(), "mute", issue="L31", at="a", why="they can switch it off")
    here = apply(here, "mute", issue="L31", at="a", why="really")
    assert [(each.issue, each.at, each.why) for each in here.muted] == [("L31", "a", "really")]
    assert apply(here, "unmute", issue="L31", at="a").muted == ()
    assert apply(here, "remove", things=[["zone", "a"]]).muted == ()
    with pytest.raises(EditError, match="not muted at b"):
        apply(here, "unmute", issue="L31", at="b")


def test_tables_are_filled_in_and_emptied():
    here = apply(dock(), "set_table", name="critical head", rows={"10": "Out cold", "1": "Dazed"})
    assert list(here.tables["critical head"].rows.items()) == [(1, "Dazed"), (10, "Out cold")]
    assert apply(here, "set_table", name="critical head").tables == {}


# Ids


def test_ids_pass_over_what_is_used_and_what_must_not_come_back():
    here = dock(fighter("nave"))
    assert new_id(here, "Nave") == "nave 2"
    assert new_id(here, "Nave", {"nave 2", "nave 3"}) == "nave 4"
    assert new_id(here, "Heroes") == "heroes 2"
    assert new_id(here, "a/b_c  d") == "a b c d"
    assert new_id(here, "  ") == "thing"
    with pytest.raises(EditError, match="is taken"):
        apply(here, "add_zone", at=[0, 0, 1, 1], id="nave")


# What effects and moments name


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ({"add": "gloom", "to": ["a"]}, "no trait called gloom"),
        ({"clear": "dark", "off": ["x"]}, "no zone called x"),
        ({"link": "x", "kind": "barrier"}, "no link called x"),
        ({"door": "x", "state": "open"}, "no door called x"),
        ({"paint": "x", "squares": [[1, 1]]}, "no kind of ground called x"),
        ({"paint": "void", "squares": [[1, 1]], "level": "x"}, "no level called x"),
        ({"bring": ["x"]}, "no fighter called x"),
        ({"bring": ["p"], "at": "x"}, "no zone called x"),
        ({"move": ["g/Z"], "to": "a"}, "g has no member Z"),
        ({"hurt": ["x"], "damage": 3}, "no fighter called x"),
        ({"remove": ["x"]}, "no fighter called x"),
        ({"tick": "x"}, "no clock called x"),
        ({"show": ["x"]}, "no fighter called x"),
        ({"hide": ["x"]}, "no fighter called x"),
        ({"add": "dark", "to": ["a"], "until": "end of turn x"}, "no fighter called x"),
        ({"do": "x"}, "cannot be"),
    ],
)
def test_an_effect_names_only_what_there_is(effect, says):
    here = dock(fighter("p", at="a"), group("g", count=2, at="b"))
    with pytest.raises(EditError, match=says):
        apply(here, "add_cue", do=[effect])


def test_every_kind_of_effect_can_be_given_plainly():
    here = dock(fighter("p", at="a"), group("g", count=2, at="b"))
    here = apply(here, "add_door", on=[[8, 1], [8, 2]], name="gate")
    here = apply(here, "add_clock", name="alarm", ticks="start of turn p")
    here = apply(here, "add_cue", name="all", when="entering a", do=[
        {"add": "dark", "to": "a", "until": "start of turn +1 g"}, {"clear": "dark", "off": ["a"]},
        {"link": "a-b", "kind": "barrier"}, {"door": "gate", "state": "open"},
        {"paint": "void", "squares": [[1, 1]]}, {"bring": ["p"], "at": [2, 2]},
        {"move": ["g/A"], "to": "b"}, {"hurt": ["a"], "damage": 5, "location": "head"},
        {"remove": ["p"], "why": "out"}, {"tick": "alarm", "by": -1}, {"show": ["p", "a"]},
        {"hide": ["gate"]}, {"say": "Bang"},
    ])  # fmt: skip
    assert len(here.cues["all"].do) == 13
    assert str(here.cues["all"].do[0].until) == "start of turn +1 g"
    without_people = apply(here, "remove", things=[["fighter", "p"], ["group", "g"]])
    assert [type(each).__name__ for each in without_people.cues["all"].do] == [
        "AddTrait", "ClearTrait", "SetLink", "SetDoor", "PaintSquares", "Hurt", "Tick", "Show",
        "Hide", "Say",
    ]  # fmt: skip
    gone = apply(here, "remove", things=[["door", "gate"], ["zone", "a"], ["clock", "alarm"]])
    assert [type(each).__name__ for each in gone.cues["all"].do] == [
        "PaintSquares", "Bring", "MoveFighters", "Remove", "Show", "Say",
    ]  # fmt: skip
    assert str(gone.cues["all"].when) == "by hand"


# Things without an id


def test_walls_and_pieces_are_set_by_their_place_in_the_file():
    here = apply(dock(), "add_wall", along=[[1, 1], [4, 1]])
    here = apply(here, "lay", of="cloud", kind="light cloud", squares=[[1, 1]])
    here = apply(here, "add_ground_kind", word="tar", qualities=["difficult"])
    here = field(here, "wall", "0", "breakable", True)
    here = field(here, "cloud", "0", "until", "end of round 4")
    here = field(here, "ground", "tar", "damage", 2)
    assert here.board.walls[0].breakable
    assert here.board.clouds[0].until.number == 4
    assert here.board.kinds["tar"].damage == 2
    for kind, id_, name, value, says in (
        ("wall", "1", "breakable", True, "no wall 1"),
        ("wall", "0", "along", [[1, 1]], "two different grid points"),
        ("cloud", "0", "kind", "fog", "no kind of ground called fog"),
        ("cloud", "0", "squares", [[99, 1]], "squares of the board"),
        ("ground", "tar", "qualities", ["wet"], "no quality called wet"),
        ("ground", "pitch", "damage", 2, "no kind of ground of your own called pitch"),
    ):
        with pytest.raises(EditError, match=says):
            field(here, kind, id_, name, value)
    with pytest.raises(EditError, match="does not count"):
        apply(here, "reorder", kind="wall", id="0", to=1)


def test_anything_is_renamed_and_what_cannot_go_says_so():
    here = apply(dock(), "rename", kind="encounter", id="", name="Dock 9")
    assert here.name == "Dock 9"
    assert EDITS["rename"].says(here, {"kind": "zone", "id": "a", "name": "x"}) == "Rename a"
    assert apply(here, "rename", kind="zone", id="a", name="a") == here
    with pytest.raises(EditError, match="Choose what to delete"):
        apply(here, "remove", things=[])
    with pytest.raises(EditError, match="The board cannot be deleted"):
        apply(here, "remove", things=[["board", "a"]])
    with pytest.raises(EditError, match="Say which zone is meant"):
        apply(here, "set_field", kind="zone", field="name", value="x")
    assert apply(apply(here, "set_table", name="t", rows={1: "a"}), "remove",
                 things=[["table", "t"]]) == here  # fmt: skip


def test_a_whole_profile_is_put_in_place_of_another():
    plain = {"id": "man", "name": "Man", "side": "heroes", "imperium": {"wounds": 9}}
    here = apply(dock(), "set_profile", profile=plain)
    assert here.profiles["man"].imperium.wounds == 9
    again = apply(here, "set_profile", profile={**plain, "name": "Woman"})
    assert [each.label for each in again.profiles.values()] == ["Woman"]
    with pytest.raises(EditError, match="it has no id"):
        apply(here, "set_profile", profile={"name": "x"})
    with pytest.raises(EditError, match="has no weight"):
        apply(here, "set_profile", profile={"id": "x", "weight": 3})


def test_what_is_wrong_stands_apart_from_whose_field_it_is():
    with pytest.raises(EditError) as refused:
        field(dock(), "zone", "a", "picture", 3)
    wrong = refused.value
    assert (wrong.of, wrong.path, wrong.why) == (
        "a", "picture", "must be text, not 3. Put it in quotes.",
    )  # fmt: skip
    assert str(wrong) == "A: picture must be text, not 3. Put it in quotes."
    with pytest.raises(EditError) as refused:
        apply(dock(), "set_profile", profile={"id": "x", "imperium": {"wounds": -1}})
    assert (refused.value.of, refused.value.path) == ("", "profile.imperium.wounds")


def test_numbers_words_and_lists_are_told_what_they_should_be():
    for arguments, says in (
        ({"square": [1.5, 0]}, "whole number"),
        ({"square": 3}, r"a square as \[x, y\]"),
        ({"square": [1, 1], "level": 3}, "must be text"),
        ({"square": [1, 1], "kind": None}, "must be text"),
    ):
        with pytest.raises(EditError, match=says):
            apply(dock(), "fill", **arguments)
    with pytest.raises(EditError, match="must be a mapping"):
        apply(dock(), "set_table", name="x", rows=[1])
    with pytest.raises(EditError, match="a list of 2"):
        apply(dock(), "add_door", on=[[1, 1]])
    with pytest.raises(EditError, match="true or false"):
        apply(dock(), "add_wall", along=[[1, 1], [1, 2]], breakable="yes")
    with pytest.raises(EditError, match="a mapping of its fields"):
        apply(dock(), "set_profile", profile=3)


@pytest.mark.parametrize(
    ("kind", "id", "name", "value", "says"),
    [
        ("side", "foes", "against", [""], "no side"),
        ("member", "ilse", "name", "x", "no member of a group"),
        ("zone", "a", "level", "", "no level"),
        ("fighter", "ilse", "own.side", "cult", "no side called cult"),
        ("fighter", "ilse", "own.imperium.attacks", {"a/b": {}}, "no stroke"),
        ("fighter", "ilse", "initiative", 10**9, "must lie between"),
        ("fighter", "ilse", "initiative", True, "a whole number"),
    ],
)
def test_no_field_takes_what_a_file_could_not_hold(kind, id, name, value, says):
    with pytest.raises(EditError, match=says):
        field(dock(fighter("ilse", "a")), kind, id, name, value)


@pytest.mark.parametrize("id", [" x", "x ", "x\ny", "x/y"])
def test_an_id_is_one_that_a_file_could_hold(id):
    with pytest.raises(EditError, match="An id "):
        apply(dock(), "add_zone", at=[20, 0, 3, 3], id=id)
    with pytest.raises(EditError, match="An id has no stroke"):
        apply(dock(), "add_trait", word="a/b")


def test_an_empty_name_is_none():
    here = dock(fighter("ilse", "a", side="heroes"))
    here = field(here, "zone", "a", "start", "heroes")
    assert field(here, "zone", "a", "start", "").board.zones["a"].start is None
    assert field(here, "fighter", "ilse", "side", "").fighters["ilse"].side is None
    assert field(here, "fighter", "ilse", "at", "").fighters["ilse"].at is None


def test_shots_go_with_the_attack_they_are_for():
    gun, bow = attack("gun", kind="ranged", magazine=6), attack("bow", kind="ranged", magazine=1)
    here = dock(
        profile("ganger", attacks=[gun, bow]), profile("archer", attacks=[bow]),
        fighter("ilse", "a", profile="ganger", starts={"ammunition": {"gun": 2, "bow": 1}}),
    )  # fmt: skip
    archer = field(here, "fighter", "ilse", "profile", "archer")
    assert archer.fighters["ilse"].starts.ammunition == {"bow": 1}
    disarmed = apply(here, "set_profile", profile=profile("ganger", attacks=[gun]))
    assert disarmed.fighters["ilse"].starts.ammunition == {"gun": 2}
