"""What the Board menu holds: the tools, and what is done to zones, levels and profiles."""

from collections.abc import Callable

from desktop.ui.menus.verb import (
    Commands,
    Context,
    Do,
    Verb,
    calls,
    needs_build,
    needs_file,
    needs_selection,
    needs_zones,
)
from desktop.ui.menus.verbs.edit import change

TOOLS = (
    ("select", "Select", "V", "cursor-default-outline", "arrow pointer"),
    ("hand", "Hand", "H", "hand-back-right-outline", "pan move the view"),
    ("zone", "Zone", "Z", "vector-rectangle", "draw room rectangle polygon"),
    ("link", "Link", "L", "vector-link", "connect way door stairs ladder"),
    ("traits", "Traits", "T", "format-paint", "paint cover hazard light obscured difficult"),
    (
        "terrain",
        "Terrain",
        "P",
        "brush",
        "paint squares ground rubble water fire cloud smoke field fill erase",
    ),
    ("wall", "Wall and door", "W", "wall", "window shutter grille fence hatch gate"),
    (
        "feature",
        "Feature",
        "F",
        "valve",
        "lift panel hatch container valve stairs duct pitfall trap still reclamator lever",
    ),
    ("fighter", "Fighter", "G", "account-plus-outline", "token place people profile"),
    ("picture", "Picture", "B", "image-outline", "background map align"),
    ("measure", "Measure", "M", "ruler", "distance range sight line"),
)
"""Id, name, key, icon, and other words by which it is found."""

IN_BOTH = ("select", "hand", "measure")
"""Tools that Build and Play share."""

FAMILIES = (
    ("Cover", "cover"), ("Hazard", "hazard"), ("Obscured", "obscured"), ("Light", "light"),
    ("Difficult", "difficult"), ("Warp-touched", "warp"),
)  # fmt: skip
"""What the keys 1 to 6 step through."""


def _take(tool: str) -> Do:
    def do(window: Commands, _argument: object) -> None:
        window.hand.take(tool)
        if window.canvas is not None:
            window.canvas.view.setFocus()  # its keys are not for the field that had them

    return do


def _holds(tool: str) -> Callable[[Context], bool]:
    def holds(context: Context) -> bool:
        return context.hand.tool == tool

    return holds


def _needs_zones_or_nothing(context: Context) -> str:
    """Refuse the keys of traits where they would hit something else."""
    if refused := needs_build(context):
        return refused
    if not context.tooled:
        return "The digits are the action bar's. Take a tool of Build first."
    return needs_zones(context)


def _needs_picture(context: Context) -> str:
    if (refused := needs_build(context)) or context.session is None:
        return refused
    level = context.session.front.board.levels.get(context.session.level)
    has_one = level is not None and level.background is not None
    return "" if has_one else "The level in view has no picture."


def _needs_someone(context: Context) -> str:
    if refused := needs_selection(context):
        return refused
    people = [ref for ref in context.selection if ref.kind in ("fighter", "group")]
    return "" if len(people) == len(context.selection) == 1 else "Select one fighter or group."


def _step(number: int, *, more: bool = False) -> Do:
    def do(window: Commands, _argument: object) -> None:
        window.command("step_trait", (number, more))

    return do


def _tools() -> tuple[Verb, ...]:
    return tuple(
        Verb(
            id=f"tool.{tool}", text=text, do=_take(tool), menu="board", keys=(key,), icon=icon,
            why_not=needs_file if tool in IN_BOTH else needs_build, checked=_holds(tool),
            gap=tool in ("zone", "measure"), words=f"tool {words}",
        )
        for tool, text, key, icon, words in TOOLS
    )  # fmt: skip


def _traits() -> tuple[Verb, ...]:
    steps = tuple(
        Verb(
            id=f"traits.{family}", text=f"Step {name}", do=_step(number),
            keys=(str(number),), why_not=_needs_zones_or_nothing, words="trait zone next grade",
        )
        for number, (name, family) in enumerate(FAMILIES, 1)
    )  # fmt: skip
    beside = Verb(
        id="traits.cover_beside", text="Step Cover beside the others",
        do=_step(1, more=True), keys=("Shift+1", "!"),
        why_not=_needs_zones_or_nothing, words="trait zone second cover",
    )  # fmt: skip
    return (*steps, beside)


VERBS = (
    *_tools(),
    Verb(
        id="board.pick_up", text="Pick up a zone's traits", do=calls("pick_up"), menu="board",
        keys=("I",), gap=True, icon="eyedropper", why_not=needs_zones, words="style copy pipette",
    ),
    Verb(
        id="board.split", text="Split a zone", do=calls("split"), menu="board",
        keys=("Shift+Z",), icon="content-cut", why_not=needs_build, words="divide cut line",
    ),
    Verb(
        id="board.accept_links", text="Accept all proposed links", do=calls("accept_links"),
        menu="board", icon="link-plus", why_not=needs_build, words="connect zones geometry",
    ),
    Verb(
        id="board.picture_size", text="Give the board the picture's size",
        do=calls("picture_size"), menu="board", why_not=_needs_picture,
        words="background map resize",
    ),
    Verb(
        id="picture.take_off", text="Take the picture off the level",
        do=change("take_picture_off"), menu="board", why_not=_needs_picture,
        words="remove background map",
    ),
    Verb(
        id="board.fit", text="Make the board fit what is on it",
        do=change("fit_board"), menu="board", why_not=needs_build,
        words="resize size crop smaller",
    ),
    Verb(
        id="board.wall_in", text="Wall the board in",
        do=change("wall_in"), menu="board", why_not=needs_build,
        words="level indoor edge border outer thin walls around",
    ),
    Verb(
        id="level.add", text="Add a level…", do=calls("add_level"), menu="board",
        icon="layers-plus", why_not=needs_build, words="floor storey new height",
    ),
    Verb(
        id="profile.new", text="New profile…", do=calls("new_profile"), menu="board", gap=True,
        icon="account-plus-outline", why_not=needs_build, words="creature kind of fighter",
    ),
    Verb(
        id="profile.edit", text="Edit the profile…", do=calls("edit_profile"), menu="board",
        why_not=_needs_someone, words="figures attacks armour of the selected fighter",
    ),
    Verb(
        id="profile.own", text="Figures of this one only…", do=calls("edit_own"), menu="board",
        why_not=_needs_someone, words="own differs unlike its profile special boss",
    ),
    Verb(
        id="roster.bring", text="Bring a roster in…", do=calls("bring_roster"), menu="board",
        why_not=needs_build, words="party gang import people",
    ),
    Verb(
        id="rulings.open", text="Readings…", do=calls("open_readings"), menu="board",
        why_not=needs_file, words="rulings ambiguous rules house options",
    ),
    Verb(
        id="picture.choose", text="Choose a picture…", do=calls("choose_picture"), menu="board",
        icon="image-plus-outline", why_not=needs_build,
        words="background map portrait image of the level or the selected fighter",
    ),
    *_traits(),
)  # fmt: skip
