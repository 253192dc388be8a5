"""What is worth a word just now: on the card, as a badge, beside a door or where a line hangs."""

from desktop.core.model.place import Spot
from desktop.core.packs.imperium.using import WorkDoor
from desktop.core.packs.yards.breach import HitDoor
from desktop.core.packs.yards.climb import ClimbTo
from desktop.core.packs.yards.door import HoldDoor
from desktop.core.packs.yards.rope import FixGear
from desktop.core.rules.actions import Walk
from tests.core.packs.yards.test_climb import face_of
from tests.core.packs.yards.test_doors import at_a_door
from tests.core.packs.yards.test_swim import lake, swim
from tests.helpers.yards import measured, native


def noted(made, subject="P"):
    notes = made.book.notes(made.state).get(subject, ())
    return [note.says for note in notes], [note.badge for note in notes if note.badge]


def test_doors_and_locks_tell_what_is_left_of_them_and_who_holds_them():
    made = at_a_door("locked").take(HitDoor(door="d", damage=12))
    assert noted(made, "d") == (["28 of 40 left"], [])
    made.take(HitDoor(door="d", damage=3, lock=True)).take(WorkDoor(who="P", door="d"))
    made.take(HoldDoor(who="P", door="d"))
    says = ["28 of 40 left", "lock 1 of 4 left", "known to be locked", "held shut by P"]
    assert noted(made, "d") == (says, [])
    made.take(HitDoor(door="d", damage=9, lock=True))
    assert noted(made, "d")[0] == ["28 of 40 left", "lock broken", "held shut by P"]
    made = at_a_door().take(HitDoor(door="d", damage=12)).take(HitDoor(door="d", damage=50))
    assert noted(made, "d") == ([], [])


def test_a_climber_goes_on_or_down_and_nowhere_else():
    made = face_of("h").take(ClimbTo(who="P", to=(2, 1)), 20)
    climbs = [offer.says for key, offer in made.offers("P").items() if key.startswith("climb:")]
    assert climbs == ["Climb down at 1, 1, 2 yd", "Climb on at 2, 1, 5 yd"]
    assert not made.book.space.reach(made.book, made.state, "P").squares


def test_a_climber_tells_how_high_it_is_and_a_line_where_it_hangs():
    made = face_of("h", native(gear=("climbing gear",)))
    made.take(ClimbTo(who="P", to=(2, 1)), 20)
    assert noted(made) == (["climbing, 2 yd up"], ["climbing"])
    tied = measured(native(gear=("climbing gear",))).take(FixGear(who="P", gear="climbing gear"))
    assert noted(tied, Spot("ground", (1, 1)))[0] == ["climbing gear tied"]


def test_who_sneaks_or_flounders_is_heard_or_not():
    quiet = native(checks={"sneak": 50})
    for face, word in ((50, "unheard"), (51, "heard")):
        made = measured(quiet).take(Walk(who="P", to=(2, 1), gait="sneak"), face)
        assert noted(made) == (["1 yd left to go", f"{word} while sneaking"], [word])
    assert noted(swim(lake(), (4, 1), 51)) == (["heard splashing"], ["loud"])
