from dataclasses import replace
from typing import Any

import pytest

from desktop.core.model.board import LinkTest, Trait
from desktop.core.model.edits import several
from desktop.core.model.encounter import Clock, Cue, Encounter, Goal, Muted, Side
from desktop.core.model.moments import Bring, ClearTrait, Moment
from desktop.core.model.profile import Flight
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import Issue, counts, survey
from tests.helpers.build import (
    attack,
    board,
    door,
    encounter,
    feature,
    fighter,
    group,
    level,
    link,
    profile,
    row,
    wall,
    zone,
)

RIFLE = attack("rifle", kind="ranged", damage=8, range="long")
PISTOL = attack("pistol", kind="ranged", damage=6, range="short")
CLUB = attack("club", kind="melee", damage=5)


def hero(id: str = "ilse", at: Any = "a", *attacks: Any, **figures: Any) -> list[Any]:
    made = profile(f"p-{id}", attacks=attacks or (CLUB,), **figures)
    return [made, fighter(id, at=at, profile=made.id, side="heroes")]


def foe(id: str = "vex", at: Any = "c", *attacks: Any, **figures: Any) -> list[Any]:
    made = profile(f"p-{id}", attacks=attacks or (CLUB,), **figures)
    return [made, fighter(id, at=at, profile=made.id, side="foes")]


def found(made: Encounter, check: str) -> list[Issue]:
    return [issue for issue in survey(made, catalogue()) if issue.check == check]


def grades(made: Encounter, check: str) -> list[str]:
    return [issue.grade for issue in found(made, check)]


def ring(*ids: str, **fields: Any) -> Any:
    """Zones side by side, the last linked back to the first."""
    made = row(*ids, **fields)
    back = link(ids[-1], ids[0])
    return replace(made, links={**made.links, back.id: back})


def with_traits(made: Any, **traits: list[Any]) -> Any:
    zones = dict(made.zones)
    for id, words in traits.items():
        zones[id] = replace(
            zones[id],
            traits=tuple(word if isinstance(word, Trait) else Trait(word) for word in words),
        )
    return replace(made, zones=zones)


def with_zone(made: Any, id: str, **fields: Any) -> Any:
    return replace(made, zones={**made.zones, id: replace(made.zones[id], **fields)})


SIX = ("a", "b", "c", "d", "e", "f")


@pytest.mark.rule("IM-ZONES-05")
@pytest.mark.parametrize(
    ("zones", "expected"),
    [(1, ["warning"]), (4, ["warning"]), (5, []), (10, []), (11, ["warning"])],
)
def test_five_to_ten_zones_are_advised_and_never_an_error(zones: int, expected: list[str]) -> None:
    made = encounter(row(*[f"z{n}" for n in range(zones)]))
    assert grades(made, "L01") == expected


def test_a_zone_nobody_can_walk_to_is_an_error_with_a_link_as_its_fix() -> None:
    lone = board(*row("a", "b").zones.values(), link("a", "b"), zone("c", at=(20, 0, 6, 6)))
    made = encounter(lone, *hero(at="a"))
    (issue,) = found(made, "L02")
    assert issue.grade == "error"
    assert issue.place == "c"
    assert "c" in issue.says
    assert issue.fix is not None
    assert issue.fix.edits[0][1] == {"from_": "c", "to": "b"}
    assert not found(encounter(with_zone(lone, "c", scenery=True), *hero(at="a")), "L02")


def test_a_ledge_leads_one_way_only() -> None:
    made = board(zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), link("b", "a", "ledge"))
    assert grades(encounter(made, *hero(at="a")), "L02") == ["error"]
    assert grades(encounter(made, *hero(at="b")), "L02") == []


def test_a_row_of_six_has_no_way_round_and_too_many_choke_points_and_a_long_way() -> None:
    made = encounter(row(*SIX))
    assert grades(made, "L03") == ["warning"]
    assert grades(made, "L05") == ["warning"]
    assert grades(made, "L09") == []
    seven = encounter(row(*SIX, "g"))
    assert grades(seven, "L09") == ["warning"]


def test_a_ring_has_a_way_round_and_no_choke_point() -> None:
    made = encounter(ring(*SIX))
    assert grades(made, "L03") == []
    assert grades(made, "L05") == ["hint"]


def test_one_route_to_the_goal_is_a_warning_and_two_are_none() -> None:
    lone = with_zone(row(*SIX), "d", goal=True)
    assert grades(encounter(lone, *hero()), "L04") == ["warning"]
    two = with_zone(ring(*SIX), "d", goal=True)
    assert grades(encounter(two, *hero()), "L04") == []


def test_a_hub_with_spokes_is_named() -> None:
    spokes = [zone(f"s{n}", at=(8 * n, 10, 6, 6)) for n in range(6)]
    hub = zone("hub", at=(0, 0, 48, 6))
    made = encounter(board(hub, *spokes, *[link("hub", each.id) for each in spokes]))
    (issue,) = found(made, "L06")
    assert issue.place == "hub"
    assert "100 %" in issue.says
    assert not found(encounter(ring(*SIX)), "L06")


def test_a_dead_end_needs_a_reason() -> None:
    made = row(*SIX)
    assert {issue.place for issue in found(encounter(made), "L07")} == {"a", "f"}
    reason = with_zone(with_zone(made, "a", exit=True), "f", goal=True)
    assert not found(encounter(reason), "L07")


def test_no_exit_is_a_warning_and_its_fix_marks_a_zone_near_the_party() -> None:
    made = encounter(row("a", "b", "c"), *hero(), *foe())
    (issue,) = found(made, "L08")
    assert issue.grade == "warning"
    assert issue.fix is not None
    assert issue.fix.edits[0][1]["ids"] in (["a"], ["b"])
    one = with_zone(row("a", "b", "c"), "a", exit=True)
    assert grades(encounter(one, *hero(), *foe()), "L08") == ["hint"]
    two = with_zone(one, "b", exit=True)
    assert grades(encounter(two, *hero(), *foe()), "L08") == []
    behind = with_zone(row("a", "b", "c"), "c", exit=True)
    assert grades(encounter(behind, *hero(), *foe(at="b")), "L08") == ["warning"]


@pytest.mark.rule("IM-ZONES-05")
def test_a_zone_thirty_metres_wide_is_a_hint_at_most() -> None:
    made = encounter(board(zone("a", at=(0, 0, 30, 30)), zone("b", at=(30, 0, 8, 8))))
    assert [(i.grade, i.place) for i in found(made, "L10")] == [("hint", "a")]
    yards = replace(encounter(board(zone("a", at=(0, 0, 21, 21)))), square="yard")
    assert not found(yards, "L10")


def test_a_crowd_is_a_hint_and_beyond_the_capacity_a_warning() -> None:
    made = encounter(row("a", "b"), profile("p"), group("g", 9, "a", profile="p"))
    assert grades(made, "L11") == ["hint"]
    tight = with_zone(row("a", "b"), "a", capacity=4)
    made = encounter(tight, profile("p"), group("g", 5, "a", profile="p"))
    assert grades(made, "L11") == ["warning"]


def test_a_ladder_without_metres_is_a_warning() -> None:
    up = board(
        level("floor"), level("top", 5), zone("a", at=(0, 0, 6, 6)),
        zone("b", at=(0, 0, 6, 6), level="top"), link("a", "b", "ladder"),
    )  # fmt: skip
    (issue,) = found(encounter(up), "L12")
    assert issue.grade == "warning"
    assert issue.at[-1].id == "a-b"
    measured = board(
        level("floor"), level("top", 5), zone("a", at=(0, 0, 6, 6)),
        zone("b", at=(0, 0, 6, 6), level="top"), link("a", "b", "ladder", metres=5),
    )  # fmt: skip
    assert not found(encounter(measured), "L12")


def test_a_flyer_without_any_air_is_a_hint() -> None:
    bird = profile("p", flies=Flight(means="wings"))
    assert grades(encounter(row("a", "b"), bird, fighter("k", at="a", profile="p")), "L13") == [
        "hint"
    ]


def test_links_all_of_one_kind_are_a_warning() -> None:
    assert grades(encounter(row(*SIX)), "L14") == ["warning"]
    made = row(*SIX)
    links = dict(made.links)
    links["a-b"] = replace(links["a-b"], kind="barrier")
    links["b-c"] = replace(links["b-c"], kind="stairs")
    assert grades(encounter(replace(made, links=links)), "L14") == []


def test_in_open_ground_the_overlook_is_named_once() -> None:
    assert len(found(encounter(row(*SIX)), "L15")) == 1


def test_starts_that_see_each_other_without_cover_are_a_warning() -> None:
    bare = row("a", "b", "c")
    assert grades(encounter(bare, *hero(), *foe()), "L16") == ["warning"]
    covered = with_traits(bare, a=["light cover"])
    assert grades(encounter(covered, *hero(), *foe()), "L16") == []
    smoke = with_traits(bare, b=["heavily obscured"])
    assert grades(encounter(smoke, *hero(), *foe()), "L16") == []


@pytest.mark.rule("IM-ZONES-12")
def test_six_zones_without_a_trait_give_one_hint_and_one_trait_is_enough() -> None:
    made = encounter(row(*SIX))
    assert grades(made, "L18") == ["hint"]
    assert [issue.check for issue in survey(made, catalogue()) if issue.grade == "error"] == []
    one = encounter(with_traits(row(*SIX), b=["light cover"]))
    assert grades(one, "L18") == []
    assert grades(one, "L19") == []


def test_a_trait_on_most_zones_belongs_to_the_board() -> None:
    foggy = with_traits(row(*SIX), **{each: ["lightly obscured"] for each in SIX})
    (issue,) = found(encounter(foggy), "L20")
    assert "lightly obscured" in issue.says
    assert issue.fix is not None


def test_a_zone_without_anything_off_every_way_is_dead() -> None:
    spur = board(
        *row("a", "b", "c").zones.values(), zone("d", at=(8, 6, 8, 6)),
        link("a", "b"), link("b", "c"), link("b", "d"),
    )  # fmt: skip
    made = encounter(spur, *hero(), *foe())
    assert [issue.place for issue in found(made, "L21")] == ["d"]
    with_a_valve = replace(spur, features={"v": feature("v", (9, 8))})
    assert not found(encounter(with_a_valve, *hero(), *foe()), "L21")


def test_a_start_without_cover_near_is_named_with_its_distance() -> None:
    made = encounter(row(*SIX), *hero(), *foe(at="f"))
    assert {issue.place for issue in found(made, "L22")} == {"a", "f"}
    near = with_traits(row(*SIX), b=["light cover"], e=["light cover"])
    assert not found(encounter(near, *hero(), *foe(at="f")), "L22")


@pytest.mark.parametrize(
    "words",
    [
        ("minor hazard", "deadly hazard"),
        ("lightly obscured", "heavily obscured"),
        ("poorly lit", "dark"),
    ],
)
def test_two_grades_of_one_family_are_an_error_and_the_fix_keeps_the_stronger(
    words: tuple[str, str],
) -> None:
    (issue,) = found(encounter(with_traits(row("a", "b"), a=list(words))), "L23")
    assert issue.grade == "error"
    assert issue.fix is not None
    assert issue.fix.edits[0][1] == {"zones": ["a"], "off": [words[0]]}


@pytest.mark.rule("IM-COVER-03")
def test_several_covers_on_one_zone_are_allowed() -> None:
    made = with_traits(row("a", "b"), a=["light cover", "medium cover"])
    assert not found(encounter(made), "L23")


def test_shooters_in_the_dark_are_warned_of() -> None:
    dark = with_traits(row("a", "b", "c"), a=["dark"], b=["dark"])
    assert grades(encounter(dark, *hero("i", "a", RIFLE)), "L24") == ["warning"]
    assert grades(encounter(dark, *hero("i", "a", CLUB)), "L24") == []


def test_difficult_ground_all_around_the_start_is_a_warning() -> None:
    made = with_traits(row(*SIX), b=["difficult"])
    assert grades(encounter(made, *hero()), "L25") == ["warning"]
    far = with_traits(row(*SIX), d=["difficult"])
    assert grades(encounter(far, *hero()), "L25") == []


def test_a_warp_touched_zone_without_a_psyker_is_a_hint() -> None:
    made = with_traits(row("a", "b"), b=["warp-touched"])
    assert grades(encounter(made, *hero()), "L26") == ["hint"]
    psyker = hero(skills={"psychic mastery (telepathy)": 40})
    assert grades(encounter(made, *psyker), "L26") == []


def test_too_many_hazards_are_a_warning() -> None:
    made = with_traits(row("a", "b", "c"), b=["minor hazard"], c=["minor hazard"])
    assert grades(encounter(made), "L30") == ["warning"]


def test_a_hazard_that_kills_on_the_only_way_is_an_error_and_else_a_warning() -> None:
    only = with_zone(with_traits(row("a", "b", "c"), b=["major hazard"]), "c", goal=True)
    assert grades(encounter(only, *hero(wounds=10)), "L31") == ["error"]
    assert grades(encounter(only, *hero(wounds=11)), "L31") == []
    round_about = with_zone(with_traits(ring("a", "b", "c"), b=["major hazard"]), "c", goal=True)
    assert grades(encounter(round_about, *hero(wounds=10)), "L31") == []


def test_starting_in_a_hazard_is_an_error_unless_it_is_an_ambush() -> None:
    made = with_traits(row("a", "b"), a=["minor hazard"])
    assert grades(encounter(made, *hero()), "L32") == ["error"]
    people = [hero()[0], replace(hero()[1], tags=("ambush",))]
    assert grades(encounter(made, *people), "L32") == []
    crew = group("crew", 6, "a", profile="hero")
    (issue,) = found(encounter(made, hero()[0], crew), "L32")
    assert issue.says == "Group crew starts in a, which is a hazard."


def test_a_hazard_wants_a_sign_or_to_be_secret() -> None:
    bare = with_traits(row("a", "b"), b=["minor hazard"])
    assert grades(encounter(bare), "L33") == ["warning"]
    signed = with_traits(row("a", "b"), b=[Trait("minor hazard", sign="It hisses")])
    assert grades(encounter(signed), "L33") == []
    secret = with_traits(row("a", "b"), b=[Trait("minor hazard", secret=True)])
    assert grades(encounter(secret), "L33") == []


def test_a_hazard_on_the_only_way_is_worth_a_look_unless_it_can_be_switched_off() -> None:
    bare = with_traits(row("a", "b", "c", "d"), b=["minor hazard"])
    assert grades(encounter(bare, *hero(), *foe(at="d")), "L34") == ["hint"]
    switch = feature("v", (1, 1), used=(ClearTrait(clear="minor hazard", off=("b",)),))
    switched = replace(bare, features={"v": switch})
    assert grades(encounter(switched, *hero(), *foe(at="d")), "L34") == []


def test_the_slow_are_bitten_twice() -> None:
    made = with_traits(row("a", "b"), b=["major hazard"])
    (issue,) = found(encounter(made, *hero(speed="slow")), "L35")
    assert "20" in issue.says
    assert not found(encounter(made, *hero()), "L35")


@pytest.mark.rule("IM-FEATURE-03")
def test_no_feature_is_a_hint_only() -> None:
    assert grades(encounter(row("a", "b")), "L36") == ["hint"]
    made = replace(row("a", "b"), features={"v": feature("v", (1, 1))})
    assert grades(encounter(made), "L36") == []


def test_a_barrier_hardly_anybody_passes_is_a_soft_lock() -> None:
    barred = replace(
        with_zone(row("a", "b"), "b", goal=True),
        links={"a-b": link("a", "b", "barrier", test=LinkTest("tech (security)", -20))},
    )
    assert grades(encounter(barred, *hero(skills={"tech": 50})), "L37") == ["warning"]
    assert grades(encounter(barred, *hero(skills={"tech (security)": 55})), "L37") == []


def test_killing_alone_is_a_hint_and_a_goal_wants_its_ends_written() -> None:
    assert grades(encounter(row("a", "b")), "L38") == ["hint"]
    made = encounter(row("a", "b"), goal=Goal(text="Hold the gate"))
    assert grades(made, "L38") == []
    assert "partial success, failure, what ends it" in found(made, "L41")[0].says
    whole = Goal(text="Hold", partial="half", failure="lost", ends="dawn")
    assert not found(encounter(row("a", "b"), goal=whole), "L41")


def test_a_goal_next_door_is_a_hint_and_one_far_away_a_warning() -> None:
    near = with_zone(row(*SIX), "b", goal=True)
    assert grades(encounter(near, *hero()), "L39") == ["hint"]
    far = with_zone(row(*SIX), "f", goal=True)
    assert grades(encounter(far, *hero()), "L39") == ["warning"]


def test_a_clock_of_three_to_eight_rounds_or_a_last_round_is_time_enough() -> None:
    assert grades(encounter(row("a", "b")), "L40") == ["hint"]
    clock = Clock(id="c", size=6, ticks=Moment("end of round"))
    assert grades(encounter(row("a", "b"), clock), "L40") == []
    assert grades(encounter(row("a", "b"), replace(clock, size=12)), "L40") == ["hint"]
    assert grades(encounter(row("a", "b"), goal=Goal(text="x", by_round=5)), "L40") == []


def test_foes_without_a_break_point_are_a_hint() -> None:
    made = encounter(row("a", "b", "c"), *hero(), *foe())
    assert [issue.place for issue in found(made, "L42")] == ["foes"]
    broken = encounter(row("a", "b", "c"), *hero(), *foe(), Side(id="foes", break_point="half"))
    assert not found(broken, "L42")
    assert not found(encounter(row("a", "b", "c"), *hero(), *foe(resolve=3)), "L42")


def test_a_field_that_nothing_changes_is_a_warning() -> None:
    assert grades(encounter(row("a", "b")), "L43") == ["warning"]
    late = Cue(id="q", when=Moment("start of round", 5))
    assert grades(encounter(row("a", "b"), late), "L43") == ["hint"]
    soon = Cue(id="q", when=Moment("start of round", 3))
    assert grades(encounter(row("a", "b"), soon), "L43") == []


def test_four_events_at_once_are_a_warning() -> None:
    cues = [Cue(id=f"q{n}", when=Moment("start of round", 2)) for n in range(4)]
    assert grades(encounter(row("a", "b"), *cues), "L44") == ["warning"]
    assert grades(encounter(row("a", "b"), *cues[:3]), "L44") == []


def test_a_wave_beside_the_party_wants_an_announcement() -> None:
    wave = Cue(id="q", when=Moment("start of round", 2), do=(Bring(bring=("vex",), at="b"),))
    made = encounter(row("a", "b", "c"), *hero(), *foe(), wave)
    assert grades(made, "L45") == ["warning"]
    told = replace(wave, text="Boots on the stairs.")
    assert grades(encounter(row("a", "b", "c"), *hero(), *foe(), told), "L45") == []


def test_the_door_problem() -> None:
    snug = with_traits(row("a", "b", "c"), a=["heavy cover"])
    assert grades(encounter(snug, *hero(), *foe()), "L46") == ["warning"]
    pulled = with_zone(snug, "c", goal=True)
    assert grades(encounter(pulled, *hero(), *foe()), "L46") == []


def test_one_enemy_is_swingy_and_a_horde_too_many() -> None:
    made = encounter(row("a", "b", "c"), *hero(), *foe())
    assert grades(made, "L47") == ["hint"]
    horde = [thing for n in range(3) for thing in foe(f"v{n}")]
    assert grades(encounter(row("a", "b", "c"), *hero(), *horde), "L47") == ["warning"]
    gang = [profile("p"), group("g", 9, "c", profile="p")]
    assert grades(encounter(row("a", "b", "c"), *hero(), *gang), "L47") == []


def test_five_profiles_on_one_side_are_many() -> None:
    five = [thing for n in range(5) for thing in foe(f"v{n}")]
    assert grades(encounter(row("a", "b", "c"), *five), "L48") == ["hint"]


def test_sixteen_who_act_alone_are_a_hint() -> None:
    many = [fighter(f"f{n}", at="a") for n in range(16)]
    assert grades(encounter(row("a", "b"), *many), "L49") == ["hint"]


@pytest.mark.rule("IM-SPEED-10")
def test_somebody_slow_and_far_off_with_a_club_is_named() -> None:
    made = encounter(row(*SIX), *hero(), *foe("vex", "f", CLUB, speed="slow"))
    assert "vex" in {issue.place for issue in found(made, "L50")}
    shooter = encounter(row("a", "b", "c"), *hero(), *foe("vex", "c", RIFLE, speed="slow"))
    assert not found(shooter, "L50")


def test_a_best_weapon_without_a_target_is_named() -> None:
    weak_rifle = replace(RIFLE, damage=2, range="extreme")
    made = encounter(row(*SIX), *hero(), *foe("vex", "f", weak_rifle, CLUB, speed="slow"))
    assert [issue.place for issue in found(made, "L51")] == ["vex"]


def test_two_who_can_be_upon_one_hero_are_a_hint() -> None:
    two = [*foe("v1", "b"), *foe("v2", "b")]
    made = encounter(row("a", "b", "c"), *hero(), *two)
    assert [issue.place for issue in found(made, "L52")] == ["ilse"]
    assert not found(encounter(row("a", "b", "c"), *hero(), *foe()), "L52")


@pytest.mark.parametrize(
    ("name", "fault"),
    [("Zone 3", "only a number"), ("b", "used twice"), ("x" * 23, "longer than 22 letters")],
)
def test_zone_names_should_say_something(name: str, fault: str) -> None:
    made = encounter(with_zone(row("a", "b"), "a", name=name))
    assert fault in found(made, "L54")[0].says


def test_a_hidden_name_in_a_text_for_players_is_an_error() -> None:
    vex = replace(foe()[1], name="Vex", hidden=True)
    made = encounter(row("a", "b", "c"), foe()[0], vex, for_players="You hear vex laugh.")
    assert grades(made, "L57") == ["error"]
    assert not found(replace(made, for_players="You hear vexing laughter."), "L57")


def test_a_link_behind_a_wall_is_a_warning_and_a_door_in_it_is_none() -> None:
    made = replace(row("a", "b"), walls=(wall((8, 0), (8, 6)),))
    assert grades(encounter(made), "F03") == ["warning"]
    (issue,) = found(encounter(replace(made, doors={"d": door("d", ((8, 2), (8, 4)))})), "F03")
    assert issue.fix is not None
    assert issue.fix.says == "Lead it through d"
    opened = replace(
        made,
        doors={"d": door("d", ((8, 2), (8, 4)))},
        links={"a-b": link("a", "b", through="d")},
    )
    assert grades(encounter(opened), "F03") == []


def test_a_reading_that_does_not_hold_is_an_error() -> None:
    made = replace(encounter(row("a", "b")), rulings={"no_such": "x", "run_distance": "nonsense"})
    issues = found(made, "F02")
    assert [issue.grade for issue in issues] == ["error", "error"]
    assert "run_distance: nonsense" in issues[1].says


def test_a_muted_issue_carries_its_reason_and_counts_no_more() -> None:
    made = encounter(row(*SIX))
    before = counts(survey(made, catalogue()))["warning"]
    muted = replace(made, muted=(Muted(issue="L03", why="a corridor fight"),))
    assert found(muted, "L03")[0].muted == "a corridor fight"
    assert counts(survey(muted, catalogue()))["warning"] == before - 1


def test_an_empty_encounter_has_no_issue_but_the_missing_goal() -> None:
    issues = survey(Encounter(), catalogue())
    assert "error" not in {issue.grade for issue in issues}
    assert len(issues) <= 4


def oddities() -> list[Encounter]:
    lone = board(*row("a", "b").zones.values(), link("a", "b"), zone("c", at=(20, 0, 6, 6)))
    foggy = with_traits(row(*SIX), **{each: ["lightly obscured"] for each in SIX})
    return [
        encounter(lone, *hero(at="a")),
        encounter(foggy, *hero(), *foe(at="f")),
        encounter(with_traits(row("a", "b"), a=["dark", "poorly lit"])),
        encounter(with_traits(row("a", "b"), b=["warp-touched"]), *hero()),
        encounter(row(*SIX), *hero(), *foe(at="f")),
    ]


def test_every_fix_takes_its_issue_away_and_brings_no_error() -> None:
    tried: set[str] = set()
    for made in oddities():
        before = survey(made, catalogue())
        errors = sum(issue.grade == "error" for issue in before)
        for issue in before:
            if issue.fix is None:
                continue
            fixed = several(made, [(name, dict(given)) for name, given in issue.fix.edits])
            after = survey(fixed, catalogue())
            assert sum(each.grade == "error" for each in after) <= errors
            same = [
                (e.grade, e.says) for e in after if (e.check, e.place) == (issue.check, issue.place)
            ]
            assert (issue.grade, issue.says) not in same, issue
            tried.add(issue.check)
    assert {"L02", "L08", "L20", "L22", "L23", "L26"} <= tried


@pytest.mark.rule("IM-SIZE-01")
def test_a_creature_without_a_size_gets_a_prompt() -> None:
    made = encounter(row("a", "b"), *hero())
    (issue,) = found(made, "F06")
    assert issue.grade == "hint"
    assert issue.fix is not None
    fixed = several(made, [(name, dict(given)) for name, given in issue.fix.edits])
    assert not found(fixed, "F06")


@pytest.mark.rule("IM-RANGE-06")
@pytest.mark.parametrize(
    ("band", "expected"), [("extreme", 1), (None, 1), ("short", 0), ("long", 0)]
)
def test_an_unusual_weapon_range_is_a_warning_not_an_error(band: Any, expected: int) -> None:
    made = encounter(row("a", "b"), *hero("ilse", "a", replace(RIFLE, range=band)))
    assert grades(made, "F07") == ["warning"] * expected
