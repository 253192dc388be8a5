"""The known kinds of ground as bundles of qualities; rules ask for a quality, never for a kind."""

from collections.abc import Mapping

from desktop.core.model.board import Board, GroundKind
from desktop.core.model.words import KindWord

QUALITIES: dict[str, str] = {
    "wall": "blocks movement and sight",
    "obstacle": "blocks walking, not sight",
    "difficult": "costs more to enter",
    "rough": "hampers footing",
    "slippery": "may throw those who enter",
    "void": "open air; whoever stands there falls",
    "water": "must be waded or swum",
    "deep": "over the head",
    "damaging": "harms those who enter or stay",
    "cover": "shields those beside it",
    "low": "an obstacle up to the knee",
    "medium": "an obstacle up to the chest",
    "high": "an obstacle above the head",
    "toxic": "poisons those who fall into it",
    "ledge": "an edge one can fall from",
    "obscuring": "hampers sight through it",
    "blinding": "stops sight through it",
    "dark": "unlit",
    "hot": "burns",
    "ductway": "crawled through",
    "rubble": "what is left of an obstacle",
    "metal": "holds a grapnel",
}
"""Every quality the program knows, with what it means."""


def _kind(
    *qualities: str, metres: float | None = None, breakable: bool | None = None
) -> GroundKind:
    return GroundKind(qualities=qualities, metres=metres, breakable=breakable)


NOTHING = GroundKind()
"""What an empty square is, and a word that nobody describes."""
KINDS: Mapping[KindWord, GroundKind] = {
    KindWord("wall"): _kind("wall"),
    KindWord("obstacle"): _kind("obstacle", "cover", breakable=True),
    KindWord("difficult"): _kind("difficult"),
    KindWord("rubble"): _kind("difficult", "rubble"),
    KindWord("rough"): _kind("rough"),
    KindWord("slippery"): _kind("slippery"),
    KindWord("void"): _kind("void"),
    KindWord("water"): _kind("water", "difficult"),
    KindWord("deep water"): _kind("water", "deep"),
    KindWord("damaging"): _kind("damaging"),
    KindWord("sludge"): _kind("difficult", "toxic"),
    KindWord("pitfall"): _kind("void", "ledge"),
    KindWord("ductway"): _kind("ductway"),
    KindWord("light cloud"): _kind("obscuring"),
    KindWord("dark cloud"): _kind("blinding"),
}


def kind_of(board: Board, word: str) -> GroundKind:
    """Return the bundle a word stands for, the board's own kinds first; an empty one for others."""
    return kind_in(board.kinds, word)


def kind_in(own: Mapping[KindWord, GroundKind], word: str) -> GroundKind:
    """Return the bundle a word stands for, looked for first among the own kinds of a board."""
    return own.get(KindWord(word)) or KINDS.get(KindWord(word), NOTHING)
