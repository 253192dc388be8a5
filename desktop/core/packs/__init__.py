"""What the books say, one folder a book; no pack imports another."""

from importlib import import_module

from desktop.core.model.words import PackName
from desktop.core.rules.book import Pack

IN_ORDER: tuple[PackName, ...] = ("imperium", "squares", "hive", "yards")
"""The order in which packs speak, whatever the order in a file."""


def all_packs() -> tuple[Pack, ...]:
    """Return every pack, each imported when first asked for."""
    return tuple(import_module(f"{__name__}.{name}.pack").PACK for name in IN_ORDER)
