"""The tools of Build: each previews a gesture on an overlay and commits it once, on release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop.ui.tools.build_tool import BuildTool

_MODULES: dict[str, tuple[str, str]] = {
    "select": ("select", "SelectTool"),
    "hand": ("hand", "HandTool"),
    "zone": ("zone", "ZoneTool"),
    "link": ("link", "LinkTool"),
    "traits": ("traits", "TraitsTool"),
    "terrain": ("terrain", "TerrainTool"),
    "wall": ("wall", "WallTool"),
    "feature": ("feature", "FeatureTool"),
    "fighter": ("fighter", "FighterTool"),
    "picture": ("picture", "PictureTool"),
    "measure": ("measure", "MeasureTool"),
}
_BESIDE: dict[str, tuple[str, str]] = {"pick": ("pick", "PickTool")}
"""What comes to hand by itself and has no place in the rail."""


class _Tools(Mapping[str, "type[BuildTool]"]):
    """Every tool by its id, in the order of the rail; a tool is imported when it is asked for."""

    def __getitem__(self, tool: str) -> type[BuildTool]:
        module, name = (_MODULES | _BESIDE)[tool]
        found: type[BuildTool] = getattr(import_module(f"{__name__}.{module}"), name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


TOOLS: Mapping[str, type[BuildTool]] = _Tools()
