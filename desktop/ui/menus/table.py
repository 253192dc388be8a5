"""The one table of everything that the window can do."""

from collections.abc import Mapping

from desktop.ui.menus.verb import MenuName, Verb
from desktop.ui.menus.verbs import board, edit, fight, file, help, view

VERBS: Mapping[str, Verb] = {
    verb.id: verb
    for verb in (
        *file.VERBS, *edit.VERBS, *view.VERBS, *board.VERBS, *fight.VERBS, *help.VERBS,
    )
}  # fmt: skip
"""By id, in the order of the menus."""

MENUS: tuple[tuple[MenuName, str], ...] = (
    ("file", "&File"), ("edit", "&Edit"), ("view", "&View"), ("board", "&Board"),
    ("fight", "F&ight"), ("help", "&Help"),
)  # fmt: skip


def in_menu(name: MenuName) -> tuple[Verb, ...]:
    """Return what a menu holds, in its order."""
    return tuple(verb for verb in VERBS.values() if verb.menu == name)
