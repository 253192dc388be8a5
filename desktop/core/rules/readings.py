"""Which reading of an ambiguous rule holds."""

from collections.abc import Mapping
from typing import Protocol


class Ruled(Protocol):
    """What says how rules are read: a fight as it is now, or an encounter."""

    @property
    def rulings(self) -> Mapping[str, str]:
        """The readings that are taken, by ruling."""


def reads(by: Ruled, ruling: str, reading: str) -> bool:
    """Whether a ruling is taken in this reading, which is not the catalogue's default."""
    return by.rulings.get(ruling) == reading
