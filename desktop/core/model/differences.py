"""What one fighter differs in from its profile: the way back from `laid_over`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeVar, cast

from desktop.core.model.profile import Attack, Power

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is otherwise."""

    path: str
    """As `imperium.wounds` or `imperium.skills.melee`."""
    value: Any
    usual: Any
    """What stands under it; None where nothing does."""


def difference(under: T, over: T) -> T | None:
    """Return what laid over `under` gives `over`; None where they are the same.

    What is empty or unsaid in `over` and said in `under` cannot be said so; it is left out.
    """
    found: dict[str, object] = {}
    for item in fields(under):  # type: ignore[arg-type]  # T is a dataclass by contract
        mine, own = getattr(under, item.name), getattr(over, item.name)
        if item.name == "id" or own == mine or own is None or own in ("", (), {}):
            continue
        if isinstance(own, Mapping) and isinstance(mine, Mapping):
            other = {key: value for key, value in own.items() if mine.get(key) != value}
            if other:
                found[item.name] = other
        elif is_dataclass(own) and is_dataclass(mine):
            inner = difference(cast("Any", mine), cast("Any", own))
            if inner is not None:
                found[item.name] = inner
        else:
            found[item.name] = own
    return type(under)(**found) if found else None


def differences(under: object, own: object, path: str = "") -> Iterator[Difference]:
    """Yield everything that is said in `own`, with what stands under it."""
    for item in fields(own):  # type: ignore[arg-type]  # a dataclass by contract
        value, usual = getattr(own, item.name), getattr(under, item.name, None)
        if item.name == "id" or value is None or value in ("", (), {}):
            continue
        here = f"{path}{item.name}"
        if isinstance(value, Mapping):
            known = usual if isinstance(usual, Mapping) else {}
            for key, each in value.items():
                yield Difference(f"{here}.{key}", each, known.get(key))
        elif is_dataclass(value) and not isinstance(value, Attack | Power):
            yield from differences(usual, value, f"{here}.")
        else:
            yield Difference(here, value, usual)
