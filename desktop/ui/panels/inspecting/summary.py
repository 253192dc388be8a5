"""What a profile says, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.core.model.profile import Attack, ImperiumFigures, Profile


def figures(profile: Profile) -> str:
    """Return the figures that a GM looks for first; empty where a profile has none."""
    return "\n".join(line for line in _lines(profile) if line)


def _lines(profile: Profile) -> Iterator[str]:
    yield ", ".join(word for word in (profile.size, profile.role) if word)
    if profile.imperium is not None:
        yield from _imperium(profile.imperium)
    if profile.squares_figures is not None:
        own = profile.squares_figures
        yield _told("Squares", ("speed", own.speed), ("health", own.health))
    if profile.hive is not None:
        hive = profile.hive
        yield _told("Hive", ("move", hive.movement_in), ("wounds", hive.wounds))
    if profile.yards is not None:
        yards = profile.yards
        yield _told("Yards", ("speed", yards.speed_yd), ("toughness", yards.toughness))


def _imperium(own: ImperiumFigures) -> Iterator[str]:
    yield _told("", ("wounds", own.wounds), ("", own.speed), ("initiative", own.initiative))
    if own.armour:
        numbers = sorted(set(own.armour.values()))
        span = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        yield f"armour {span}"
    for attack in (own.attacks or {}).values():
        yield attack_line(attack)
    for power in (own.powers or {}).values():
        yield f"{power.label}, rating {power.rating}"


def attack_line(attack: Attack) -> str:
    """Return an attack in a line, as `Carbine 7, medium, burst`."""
    parts = [f"{attack.label} {attack.damage}", attack.range or "", *attack.traits]
    return ", ".join(part for part in parts if part)


def printed(profile: Profile) -> tuple[str, ...]:
    """Return the figures of the other books as one has them at the table, a line for each book."""
    squares, hive, yards = profile.squares_figures, profile.hive, profile.yards
    lines = []
    if squares is not None:
        checks = ((name, f"{value:+}") for name, value in (squares.checks or {}).items())
        lines.append(
            _told("Squares", ("speed", squares.speed), ("health", squares.health), *checks)
        )
    if hive is not None:
        move = None if hive.movement_in is None else f"{hive.movement_in} in."
        plain = (("M", move), ("S", hive.strength), ("T", hive.toughness), ("W", hive.wounds))
        faces = (
            ("WS", hive.weapon_skill), ("BS", hive.ballistic_skill), ("Sv", hive.save),
            ("I", hive.initiative), ("Cl", hive.cool), ("Int", hive.intelligence),
        )  # fmt: skip
        needed = ((word, None if face is None else f"{face}+") for word, face in faces)
        lines.append(_told("Hive", *plain, *needed))
    if yards is not None:
        own = (("strength", yards.strength), ("toughness", yards.toughness),
               ("agility", yards.agility), ("injury", yards.injury))  # fmt: skip
        lines.append(_told("Yards", ("speed", yards.speed_yd), *own, *(yards.checks or {}).items()))
    return tuple(line for line in lines if line)


def _told(book: str, *pairs: tuple[str, object]) -> str:
    said = ", ".join(f"{word} {value}".strip() for word, value in pairs if value is not None)
    return f"{book}: {said}" if book and said else said
