"""Fights with a rider P and a mount M, and how the two stand to each other."""

from dataclasses import replace

from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.flying import GainFlight, TakeOff
from desktop.core.packs.imperium.mounts import Mount, Secure
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn
from desktop.core.rules.order import idle_because
from tests.helpers.attacks import Scene, scene, someone
from tests.helpers.build import row

ZONES = row("a", "b", "c", "d")
RIDER = {"athletics (riding)": 40, "reflexes": 45, "rapport (animals)": 30}
ON = Mount(who="P", mount="M")


def beast(at="a", *, size="large", mount=True, tags=(), speed="normal", initiative=3, **fields):
    fighter, own = someone("M", at, side="heroes", speed=speed, initiative=initiative, **fields)
    return fighter, replace(own, size=size, mount=mount, tags=tags)


def stable(mount=None, *, on=ZONES, rulings=None, others=(), faces=(), **rider) -> Scene:
    """Return a fight in which it is the turn of P, within reach of the mount M."""
    skills = {**RIDER, **rider.pop("skills", {})}
    hero = someone("P", "a", side="heroes", initiative=6, skills=skills, **rider)
    made = scene(hero, mount or beast(), *others, on=on, rulings=rulings)
    made.take(BeginTurn(entry="P"), *faces)
    return made.close("P", "M")


def ridden(mount=None, *, secured=False, **fields) -> Scene:
    """Return the same with P in the saddle, in a turn that has just begun."""
    made = stable(mount, **fields).let(e.Related(kind="riding", one="P", other="M", mutual=False))
    if secured:
        made.take(Secure(who="P"))
    return made


def flown(**fields) -> Scene:
    """Return the same with the mount ten metres up in the air."""
    made = ridden(**fields).take(GainFlight(who="M", means="wings")).take(TakeOff(who="M"))
    for who in ("M", "P"):
        seat = made.state.fighters[who].seat
        how = "walked" if who == "M" else "carried"
        made.let(e.Moved(who=who, how=how, level="ground", to=seat, above=10))
    return made


def afresh(made: Scene, *faces, **fields) -> Scene:
    """End turns until that of P begins once more, with these answers."""
    made.take(EndTurn())
    while True:
        waiting = [entry for entry in made.state.order if entry.id not in made.state.acted]
        able = [each for each in waiting if not idle_because(made.book, made.state, each)]
        if not able or able[0].id == "P":
            return made.take(BeginTurn(), *faces, **fields)
        made.take(BeginTurn()).take(EndTurn())


def rides(made: Scene) -> bool:
    return saddle.mount_of(made.state, "P") == "M"


def prone(made: Scene, who: str = "P") -> bool:
    return "prone" in made.state.fighters[who].conditions


def near(made: Scene) -> bool:
    return made.book.space.in_reach(made.state, "P", "M")


def share_a_seat(made: Scene) -> bool:
    one, other = (made.state.fighters[who] for who in ("P", "M"))
    return (one.level, one.seat, one.above) == (other.level, other.seat, other.above)
