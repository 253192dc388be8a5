"""How the known traits and kinds of ground look: one table each, shared by board and legend."""

from __future__ import annotations

from functools import lru_cache

from desktop.core.model.board import Board
from desktop.core.model.ground import KINDS
from desktop.core.model.words import TRAIT_FAMILIES, KindWord, TraitWord, family_of
from desktop.ui.canvas.squares_item import SquareLook
from desktop.ui.canvas.zone_item import Badge, Fill
from desktop.ui.theme import colours

LETTERS: dict[str, str] = {
    "light cover": "LC", "medium cover": "MC", "heavy cover": "HC",
    "minor hazard": "mH", "major hazard": "MH", "deadly hazard": "DH",
    "lightly obscured": "LO", "heavily obscured": "HO", "poorly lit": "PL", "dark": "DK",
    "difficult": "DF", "warp-touched": "WT",
}  # fmt: skip

PATTERNS: dict[str, tuple[str, float]] = {
    "minor hazard": ("hazard 1", 0.42), "major hazard": ("hazard 2", 0.5),
    "deadly hazard": ("hazard 3", 0.58), "lightly obscured": ("obscured 1", 0.32),
    "heavily obscured": ("obscured 2", 0.42), "difficult": ("difficult", 0.62),
    "warp-touched": ("warp", 0.65),
}  # fmt: skip
"""A trait's pattern, and how much of it shows, from 0 to 1."""
SKY, SKY_LETTERS = ("sky", 0.5), "SKY"
DIMMED: dict[str, float] = {"poorly lit": 0.38, "dark": 0.66}

GROUND: dict[str, tuple[float, str]] = {
    "wall": (1.0, "wall"), "obstacle": (0.95, "obstacle"), "difficult": (0.55, "difficult"),
    "rubble": (0.7, "difficult"), "rough": (0.55, "rough"), "slippery": (0.5, "slippery"),
    "void": (0.95, "void"), "water": (0.7, "water"), "deep water": (0.9, "deep water"),
    "damaging": (0.75, "damaging"), "sludge": (0.8, "sludge"), "pitfall": (0.95, "pitfall"),
    "ductway": (0.9, "ductway"), "light cloud": (0.3, "cloud 1"), "dark cloud": (0.78, "cloud 2"),
}  # fmt: skip
"""How much of its tint shows, from 0 to 1, and its pattern."""
OWN_GROUND = (0.5, "own")
BY_QUALITY: dict[str, str] = {
    "wall": "wall", "obstacle": "obstacle", "void": "void", "blinding": "dark cloud",
    "obscuring": "light cloud", "hot": "damaging", "damaging": "damaging", "toxic": "sludge",
    "deep": "deep water", "water": "water", "ductway": "ductway", "slippery": "slippery",
    "rubble": "rubble", "rough": "rough", "difficult": "difficult",
}  # fmt: skip
"""The known kind that a GM's own one looks like, by the first quality it has."""


def trait_fill(word: str) -> Fill | None:
    """Return the pattern that a trait lays over a zone, if it has one."""
    if word not in PATTERNS:
        return None
    pattern, alpha = PATTERNS[word]
    return Fill(pattern, colours().traits[word], alpha)


def sky_fill() -> Fill:
    """Return the pattern of open air."""
    pattern, alpha = SKY
    return Fill(pattern, colours().sky, alpha)


def _known_look(kind: str) -> SquareLook:
    alpha, pattern = GROUND.get(kind, OWN_GROUND)
    tint, ink = colours().ground[kind if kind in GROUND else "own"]
    return SquareLook(tint, alpha, pattern, ink)


def ground_look(board: Board, word: KindWord) -> SquareLook:
    """Return how a kind of ground, field or cloud is painted, the GM's own included."""
    own = board.kinds.get(word)
    if own is None:
        return _known_look(word)
    like = next((BY_QUALITY[each] for each in BY_QUALITY if each in own.qualities), "own")
    look = _known_look(like)
    colour = own.colour if own.colour.startswith("#") and len(own.colour) == 7 else look.tint
    return SquareLook(colour, max(look.alpha, 0.6), look.pattern, look.ink)


def known_kinds(board: Board) -> tuple[KindWord, ...]:
    """Return every kind that can be painted, the GM's own last."""
    return (*KINDS, *(word for word in board.kinds if word not in KINDS))


@lru_cache(maxsize=512)
def gravest(words: tuple[TraitWord, ...]) -> tuple[TraitWord, ...]:
    """Return the words that count for the picture: the gravest of each family, covers all."""
    found: list[TraitWord] = []
    for family, grades in TRAIT_FAMILIES.items():
        laid = [word for word in grades if word in words]
        found += laid if family == "cover" else laid[-1:]
    return (*found, *sorted({word for word in words if family_of(word) is None}))


@lru_cache(maxsize=512)
def cover_grade(words: tuple[TraitWord, ...]) -> int:
    """Return how many teeth a zone's border has."""
    grades = TRAIT_FAMILIES["cover"]
    return max((grades.index(word) + 1 for word in grades if word in words), default=0)


@lru_cache(maxsize=512)
def dimmed(words: tuple[TraitWord, ...]) -> float:
    """Return how dark a zone is, from 0 to 1."""
    return max((DIMMED.get(word, 0) for word in words), default=0)


def trait_badge(word: str, *, from_board: bool = False) -> Badge:
    """Return the badge of a trait; one that the whole board has is in brackets."""
    fill, ink = colours().badges[family_of(word) or "own"]
    letters = LETTERS.get(word) or "".join(part[0] for part in word.split()).upper()[:3]
    return Badge(f"({letters})" if from_board else letters, fill, ink)


def sky_badge() -> Badge:
    """Return the badge of open air."""
    return Badge(SKY_LETTERS, colours().sky, colours().ink)
