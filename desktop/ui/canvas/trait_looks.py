"""How the known traits and kinds of ground look: one table each, shared by board and legend."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from desktop.core.model.board import Board
from desktop.core.model.ground import KINDS
from desktop.core.model.words import TRAIT_FAMILIES, KindWord, TraitWord, family_of
from desktop.ui.canvas.squares_item import SquareLook
from desktop.ui.canvas.zone_item import Badge, Fill

LETTERS: dict[str, str] = {
    "light cover": "LC", "medium cover": "MC", "heavy cover": "HC",
    "minor hazard": "mH", "major hazard": "MH", "deadly hazard": "DH",
    "lightly obscured": "LO", "heavily obscured": "HO", "poorly lit": "PL", "dark": "DK",
    "difficult": "DF", "warp-touched": "WT",
}  # fmt: skip

FILLS: dict[str, Fill] = {
    "minor hazard": Fill("hazard 1", "#f0b34c", 0.42),
    "major hazard": Fill("hazard 2", "#f5913e", 0.5),
    "deadly hazard": Fill("hazard 3", "#ff5d4d", 0.58),
    "lightly obscured": Fill("obscured 1", "#dfe8f2", 0.32),
    "heavily obscured": Fill("obscured 2", "#dfe8f2", 0.42),
    "difficult": Fill("difficult", "#dcc79d", 0.62),
    "warp-touched": Fill("warp", "#c79bff", 0.65),
}
DIMMED: dict[str, float] = {"poorly lit": 0.38, "dark": 0.66}

BADGES: dict[str, tuple[str, str]] = {
    "cover": ("#c9d2df", "#14171c"),
    "hazard": ("#f0a44c", "#14171c"),
    "obscured": ("#8fa4bd", "#101318"),
    "light": ("#0d0f13", "#e8eaed"),
    "difficult": ("#c9ae7f", "#14171c"),
    "warp": ("#c79bff", "#14171c"),
}
"""Fill and ink of a trait's badge, by family."""
OWN_BADGE = ("#e8eaed", "#14171c")

GROUND: dict[str, SquareLook] = {
    "wall": SquareLook("#8b8579", 1.0, "wall", "#3e3a33"),
    "obstacle": SquareLook("#6f5f48", 0.95, "obstacle", "#f0dcb8"),
    "difficult": SquareLook("#8a7344", 0.55, "difficult", "#e6cf9c"),
    "rubble": SquareLook("#77706a", 0.7, "difficult", "#ded6cc"),
    "rough": SquareLook("#7c8451", 0.55, "rough", "#dbe3a8"),
    "slippery": SquareLook("#6ea3b8", 0.5, "slippery", "#e6f6ff"),
    "void": SquareLook("#030406", 0.95, "void", "#4a5160"),
    "water": SquareLook("#2b6ca3", 0.7, "water", "#a8d8ff"),
    "deep water": SquareLook("#143f78", 0.9, "deep water", "#8cc4ff"),
    "damaging": SquareLook("#8a2f22", 0.75, "damaging", "#ffb199"),
    "sludge": SquareLook("#4f6b2c", 0.8, "sludge", "#d0f08a"),
    "pitfall": SquareLook("#030406", 0.95, "pitfall", "#e0a050"),
    "ductway": SquareLook("#4a505c", 0.9, "ductway", "#c4cddb"),
    "light cloud": SquareLook("#c4d0dd", 0.3, "cloud 1", "#f6f9fc"),
    "dark cloud": SquareLook("#4a515d", 0.78, "cloud 2", "#aab4c2"),
}
BY_QUALITY: dict[str, str] = {
    "wall": "wall", "obstacle": "obstacle", "void": "void", "blinding": "dark cloud",
    "obscuring": "light cloud", "hot": "damaging", "damaging": "damaging", "toxic": "sludge",
    "deep": "deep water", "water": "water", "ductway": "ductway", "slippery": "slippery",
    "rubble": "rubble", "rough": "rough", "difficult": "difficult",
}  # fmt: skip
"""The known kind that a GM's own one looks like, by the first quality it has."""
PLAIN = SquareLook("#808894", 0.5, "own", "#e8eaed")


def ground_look(board: Board, word: KindWord) -> SquareLook:
    """Return how a kind of ground, field or cloud is painted, the GM's own included."""
    own = board.kinds.get(word)
    if own is None:
        return GROUND.get(word, PLAIN)
    like = next((BY_QUALITY[each] for each in BY_QUALITY if each in own.qualities), None)
    look = GROUND[like] if like else PLAIN
    colour = own.colour if own.colour.startswith("#") and len(own.colour) == 7 else look.tint
    return SquareLook(colour, max(look.alpha, 0.6), look.pattern, look.ink)


def known_kinds(board: Board) -> tuple[KindWord, ...]:
    """Return every kind that can be painted, the GM's own last."""
    return (*KINDS, *(word for word in board.kinds if word not in KINDS))


def gravest(words: Iterable[TraitWord]) -> tuple[TraitWord, ...]:
    """Return the words that count for the picture: the gravest of each family, covers all."""
    return _gravest(frozenset(words))


@lru_cache(maxsize=512)
def _gravest(words: frozenset[TraitWord]) -> tuple[TraitWord, ...]:
    found: list[TraitWord] = []
    for family, grades in TRAIT_FAMILIES.items():
        laid = [word for word in grades if word in words]
        found += laid if family == "cover" else laid[-1:]
    return (*found, *sorted(word for word in words if family_of(word) is None))


def cover_grade(words: Iterable[str]) -> int:
    """Return how many teeth a zone's border has."""
    grades = TRAIT_FAMILIES["cover"]
    return max((grades.index(word) + 1 for word in grades if word in set(words)), default=0)


def trait_badge(word: str, *, from_board: bool = False) -> Badge:
    """Return the badge of a trait; one that the whole board has is in brackets."""
    family = family_of(word)
    fill, ink = BADGES[family] if family else OWN_BADGE
    letters = LETTERS.get(word) or "".join(part[0] for part in word.split()).upper()[:3]
    return Badge(f"({letters})" if from_board else letters, fill, ink)
