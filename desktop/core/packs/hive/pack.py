"""The chapters of this book, joined."""

from desktop.core.packs.hive import (
    activation,
    door,
    duct,
    end_phase,
    fall,
    hatch,
    lift,
    moving,
    panel,
    pieces,
    pitfall,
    reclamator,
    setup,
    sludge,
    stairs,
    statuses,
    still,
    through,
    walls,
)
from desktop.core.rules.compose import joined

# Whoever goes down on stairs is at their foot before the holes beside it are looked at.
PACK = joined(
    "hive",
    "Hive boards",
    pieces.CHAPTER,
    statuses.CHAPTER,
    activation.CHAPTER,
    moving.CHAPTER,
    setup.CHAPTER,
    walls.CHAPTER,
    lift.CHAPTER,
    door.CHAPTER,
    panel.CHAPTER,
    duct.CHAPTER,
    hatch.CHAPTER,
    through.CHAPTER,
    sludge.CHAPTER,
    stairs.CHAPTER,
    pitfall.CHAPTER,
    reclamator.CHAPTER,
    still.CHAPTER,
    fall.CHAPTER,
    end_phase.CHAPTER,
)
