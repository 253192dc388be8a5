"""Older formats brought to the present one, a step at a time, on the tree of nodes.

Each step takes the tree of one format and gives that of the next, keeping the marks, so that a
problem still names the line of the file. `tests/old_files/` holds a frozen sample of every format.
"""

from collections.abc import Callable

from yaml.nodes import MappingNode

from desktop.core.model.encounter import FORMAT

Step = Callable[[MappingNode], MappingNode]

STEPS: dict[int, Step] = {}
"""From each older format to the one after it; empty while there is one format only."""


def migrated(root: MappingNode, number: int) -> MappingNode:
    """Return the tree of a file of an older format as the present format has it."""
    for older in range(number, FORMAT):
        root = STEPS[older](root)
    return root
