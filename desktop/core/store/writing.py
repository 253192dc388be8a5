"""An encounter to text: canonical, and with everything that the file held beside it."""

from collections.abc import Mapping
from typing import Any

from desktop.core.model.encounter import FORMAT, Encounter
from desktop.core.store.forms import shape_of
from desktop.core.store.kept import NOTHING_KEPT, Kept
from desktop.core.store.notes import Tree, Writing
from desktop.core.store.yaml_text import yaml_text
from desktop.core.store.yaml_tree import Path


def write(encounter: Encounter, kept: Kept = NOTHING_KEPT) -> str:
    """Return the text of an encounter's file; the same value gives the same text."""
    tree = bare_tree(encounter, kept)
    placed = kept.placed(tree)
    return yaml_text(with_odd_keys(tree, placed.odd), placed.comments)


def bare_tree(encounter: Encounter, kept: Kept = NOTHING_KEPT) -> dict[str, Tree]:
    """Return an encounter as the plain tree that its file holds, without unknown keys.

    JSON has a place for it; `kept` gives the characters of painted squares.
    """
    writing = Writing(encounter.board.first_level, kept.legends)
    tree: dict[str, Tree] = {"format": FORMAT, **shape_of(Encounter).tree(encounter, writing)}
    if tree.get("board") == {}:
        del tree["board"]
    return tree


def with_odd_keys(
    tree: dict[str, Tree], odd: Mapping[Path, tuple[tuple[str, Tree], ...]]
) -> dict[str, Tree]:
    """Put unknown keys back where they stood; what lost its place goes to what held it."""
    for path, pairs in odd.items():
        home = _home(tree, path)
        for key, own in pairs:
            home.setdefault(key, own)
    return tree


def _home(tree: dict[str, Tree], path: Path) -> dict[str, Any]:
    """Return the mapping at a path, made where it is not written, or else the nearest above."""
    home: dict[str, Any] = tree
    here: Any = tree
    for part in path:
        if isinstance(here, list):
            if not isinstance(part, int) or part >= len(here):
                return home
            if isinstance(here[part], str):
                here[part] = {"trait": here[part]}  # the one short form that a list holds
            here = here[part]
        elif isinstance(here, dict):
            if part == 0:
                continue
            here = here.setdefault(part, {})
        else:
            return home
        if isinstance(here, dict):
            home = here
    return home
