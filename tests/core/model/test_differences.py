"""What one alone has otherwise than its profile, and back again."""

from hypothesis import given, strategies

from desktop.core.model.differences import Difference, difference, differences
from desktop.core.model.profile import Attack, Flight, ImperiumFigures, Profile, laid_over

BASE = Profile(
    id="guard", name="Guard", size="medium",
    imperium=ImperiumFigures(
        wounds=8, skills={"melee": 40, "ranged": 30}, attacks={"club": Attack(id="club", damage=5)}
    ),
)  # fmt: skip


def test_the_same_differs_in_nothing():
    assert difference(BASE, BASE) is None


def test_only_what_differs_is_kept_key_by_key():
    own = Profile(
        name="Sergeant", imperium=ImperiumFigures(wounds=12, skills={"ranged": 55, "tech": 20})
    )
    whole = laid_over(BASE, own)
    assert difference(BASE, whole) == own
    assert list(differences(BASE, own)) == [
        Difference("name", "Sergeant", "Guard"),
        Difference("imperium.wounds", 12, 8),
        Difference("imperium.skills.ranged", 55, 30),
        Difference("imperium.skills.tech", 20, None),
    ]


def test_a_changed_attack_is_kept_whole():
    sharp = Attack(id="club", damage=7)
    whole = laid_over(BASE, Profile(imperium=ImperiumFigures(attacks={"club": sharp})))
    own = difference(BASE, whole)
    assert own == Profile(imperium=ImperiumFigures(attacks={"club": sharp}))
    (only,) = differences(BASE, own)
    assert (only.path, only.value) == ("imperium.attacks.club", sharp)


def test_a_book_that_the_profile_lacks_is_a_difference():
    whole = laid_over(BASE, Profile(flies=Flight(means="wings")))
    assert difference(BASE, whole) == Profile(flies=Flight(means="wings"))


figures = strategies.integers(0, 60)
profiles = strategies.builds(
    Profile,
    id=strategies.just("x"),
    name=strategies.sampled_from(["", "Ada"]),
    size=strategies.sampled_from([None, "small", "large"]),
    mount=strategies.sampled_from([None, True, False]),
    imperium=strategies.none()
    | strategies.builds(
        ImperiumFigures,
        wounds=strategies.none() | figures,
        skills=strategies.none()
        | strategies.dictionaries(strategies.sampled_from(["melee", "tech"]), figures),
        talents=strategies.sampled_from([None, ("swift",)]),
        keen_senses=strategies.sampled_from([None, True, False]),
    ),
)


@given(profiles, profiles)
def test_a_difference_laid_over_gives_the_whole_again(under, own):
    whole = laid_over(under, own)
    found = difference(under, whole)
    assert (laid_over(under, found) if found else under) == whole
