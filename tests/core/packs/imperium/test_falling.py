import pytest

from desktop.core.model.words import Square
from desktop.core.packs.imperium.falling import Fall, height_of
from desktop.core.rules.actions import Force
from tests.helpers.attacks import Scene
from tests.helpers.build import board, level, link, row, zone
from tests.helpers.moves import go, plan, rules, walker, zone_of

ROW = row("a", "b")
LEDGE = board(
    level("ground"), level("top", 4),
    zone("a", at=(0, 0, 6, 6), level="top"), zone("b", at=(6, 0, 6, 6)),
    link("a", "b", "ledge", id="edge", metres=4),
)  # fmt: skip


def human(**fields: object) -> Scene:
    return walker(ROW, height=1.8, **fields)


def prone(made: Scene) -> bool:
    return "prone" in made.state.fighters["P"].conditions


def fallen(metres: float, *faces: int, **fields: object) -> Scene:
    words = fields.pop("words", None)
    controlled = fields.pop("controlled", False)
    return human(**fields).take(
        Fall(who="P", metres=metres, controlled=controlled), *faces, words=words
    )  # type: ignore[arg-type]


def bonuses(made: Scene) -> list[int]:
    return [critical.bonus for critical in made.criticals_of("P")]


@pytest.mark.rule("IM-FALLING-01")
def test_whoever_falls_is_prone() -> None:
    made = fallen(1)
    assert prone(made)
    assert (bonuses(made), made.state.fighters["P"].wounds) == ([], 0)


@pytest.mark.rule("IM-FALLING-02")
def test_a_fall_of_ones_own_height_is_no_more_than_that() -> None:
    assert bonuses(fallen(1.8)) == []
    assert prone(fallen(1.8))


@pytest.mark.rule("IM-FALLING-03", "IM-TESTS-07")
def test_a_longer_fall_is_a_critical_hit_on_a_random_location() -> None:
    made = fallen(3, 4, 7)
    (critical,) = made.criticals_of("P")
    assert (critical.location, critical.bonus, critical.face) == ("left leg", 0, 7)
    assert prone(made)
    assert len(made.state.fighters["P"].criticals) == 1


@pytest.mark.rule("IM-FALLING-04")
@pytest.mark.parametrize(("metres", "bonus"), [(4.9, 0), (5, 1), (12, 2), (15, 3)])
def test_each_full_five_metres_add_one(metres: float, bonus: int) -> None:
    assert bonuses(fallen(metres, 6, 7)) == [bonus]


@pytest.mark.rule("IM-FALLING-04")
def test_a_giant_falls_further_before_it_hurts() -> None:
    def giant() -> Scene:
        return walker(ROW, height=6)

    assert bonuses(giant().take(Fall(who="P", metres=6))) == []
    assert bonuses(giant().take(Fall(who="P", metres=7), 6, 7)) == [1]
    other = walker(ROW, height=6, rulings={"fall_bonus_base": "beyond own height"})
    assert bonuses(other.take(Fall(who="P", metres=10.9), 6, 7)) == [0]
    assert bonuses(other.take(Fall(who="P", metres=11), 6, 7)) == [1]


@pytest.mark.rule("IM-FALLING-05")
def test_a_short_controlled_drop_may_be_softened() -> None:
    soft = {"skills": {"athletics": 40}, "controlled": True}
    passed = fallen(8, 38, **soft)
    assert (bonuses(passed), prone(passed)) == ([], True)
    assert bonuses(fallen(8, 41, 6, 7, **soft)) == [1]
    assert bonuses(fallen(10, 41, 6, 7, **soft)) == [2]
    too_long = fallen(11, 6, 7, **soft)
    assert (too_long.tests, bonuses(too_long)) == ([], [2])
    pushed = fallen(6, 6, 7, skills={"athletics": 40})
    assert (pushed.tests, bonuses(pushed)) == ([], [1])
    refused = fallen(8, 6, 7, **soft, words={"soften|P": False})
    assert (refused.tests, bonuses(refused)) == ([], [1])


@pytest.mark.rule("IM-FALLING-05")
def test_softening_picks_the_better_skill_and_may_keep_one_on_its_feet() -> None:
    made = fallen(
        8, 50, controlled=True, skills={"athletics": 20, "reflexes": 50},
        rulings={"fall_damage_word": "on its feet"},
    )  # fmt: skip
    assert made.test_of("P").target == 50
    assert not prone(made)
    told = fallen(
        8, 20, controlled=True, skills={"athletics": 20, "reflexes": 50},
        words={"soften skill|P": "athletics"},
    )  # fmt: skip
    assert told.test_of("P").target == 20


def test_the_gm_has_the_metres_and_a_height_that_no_profile_says() -> None:
    made = fallen(1, 6, 7, words={"metres|P": 12})
    assert bonuses(made) == [2]
    unsaid = walker(ROW)
    assert height_of(unsaid.state, "P") == 1.8
    unsaid.take(Fall(who="P", metres=3), 6, 7)
    assert unsaid.words()["height|P"].value == "1.8"
    taller = walker(ROW).take(Fall(who="P", metres=3), words={"height|P": "3.5"})
    assert bonuses(taller) == []


@pytest.mark.rule("IM-FALLING-05")
def test_going_over_a_ledge_is_a_controlled_drop() -> None:
    made = walker(LEDGE, height=1.8, skills={"athletics": 40})
    assert "drops 4 m" in plan(made, "b").says
    go(made, "b", 41, 6, 7)
    assert (zone_of(made), bonuses(made), prone(made)) == ("b", [0], True)
    low = board(
        zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)),
        link("a", "b", "ledge", id="edge", metres=1),
    )  # fmt: skip
    step = go(walker(low, height=1.8), "b")
    assert not prone(step)


def test_being_thrown_over_a_ledge_is_a_fall() -> None:
    made = walker(LEDGE, height=1.8).take(Force(who="P", to="b"), 6, 7)
    assert (zone_of(made), bonuses(made), made.tests) == ("b", [0], [])


def test_being_thrown_off_the_edge_of_a_level_is_a_fall_to_what_is_below() -> None:
    off = Force(who="P", to=(7, 2), level="top")
    made = walker(LEDGE, height=1.8).take(off, 6, 7)
    fighter = made.state.fighters["P"]
    assert (fighter.level, fighter.seat, zone_of(made)) == ("ground", (7, 2), "b")
    assert (bonuses(made), prone(made)) == ([0], True)
    held = walker(LEDGE, height=1.8).take(off, words={"edge|P": False})
    assert (held.state.fighters["P"].level, bonuses(held), prone(held)) == ("top", [], False)


def test_where_one_falls_must_exist() -> None:
    made = human()
    assert rules(made.refused(Fall(who="X", metres=1))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Fall(who="P", metres=1, to="z"))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Fall(who="P", metres=-1, to="b"))) == ["IM-FALLING-01"]
    made.take(Fall(who="P", metres=1, to="b"))
    assert zone_of(made) == "b"
    assert made.state.fighters["P"].seat != Square(0, 0)
