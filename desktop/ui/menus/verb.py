"""What a line of the table is, and what its deciding and its doing may look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

from desktop.ui.menus.hand import Hand

if TYPE_CHECKING:  # the table is read before the first picture; what it acts on is not
    from desktop.ui.canvas.canvas import Canvas
    from desktop.ui.fight import Fight
    from desktop.ui.session import Mode, Ref, Session

MenuName = Literal["file", "edit", "view", "board", "fight", "help", ""]
Scope = Literal["window", "canvas", "shown"]


@dataclass(frozen=True)
class Context:
    """What decides whether something can be done just now; each is looked for once."""

    session: Session | None
    hand: Hand
    page: bool = False
    """The page between Build and round 1 is open."""

    @cached_property
    def fight(self) -> Fight | None:
        """The fight in the window, in Build as well as in Play."""
        return None if self.session is None else self.session.fight

    @cached_property
    def mode(self) -> Mode:
        """Build or Play; Build while no file is open."""
        return "build" if self.session is None else self.session.mode

    @cached_property
    def selection(self) -> tuple[Ref, ...]:
        """What is selected."""
        return () if self.session is None else self.session.selection

    @cached_property
    def building(self) -> bool:
        """Whether a tool of Build may be in hand."""
        return self.session is not None and (self.mode == "build" or self.hand.change_place)

    @cached_property
    def tooled(self) -> bool:
        """Whether the digits and letters of a fight belong to a tool of Build just now."""
        return self.mode == "build" or self.hand.change_place


class Commands(Protocol):
    """What the window does for the table; nothing of it asks before it has to."""

    @property
    def session(self) -> Session | None:
        """The open encounter."""
        ...

    @property
    def hand(self) -> Hand:
        """The tool in hand."""
        ...

    @property
    def canvas(self) -> Canvas | None:
        """The canvas of the open encounter."""
        ...

    @property
    def page_open(self) -> bool:
        """Whether the page between Build and round 1 is open."""
        ...

    def tell(self, text: str) -> None:
        """Say one sentence in the status line."""
        ...

    def command(self, name: str, argument: object = None) -> None:
        """Do what belongs to the window itself, as `save`; the names are those of its methods."""
        ...


Do = Callable[[Commands, object], object]


def always(_context: Context) -> str:
    """Never refuse."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One thing that the window can do; menus, Ctrl+K and the page of keys are views of it."""

    id: str
    text: str
    do: Do
    menu: MenuName = ""
    """Empty: no line in a menu, but in Ctrl+K and on the page of keys."""
    keys: tuple[str, ...] = ()
    """As Qt writes them; the first is the one that is shown."""
    icon: str = ""
    why_not: Callable[[Context], str] = always
    """A sentence when it cannot be done just now; empty when it can."""
    says: Callable[[Context], str] | None = None
    """The text where it depends on what is so, as `Undo: merge Dock and Alley`."""
    checked: Callable[[Context], bool] | None = None
    scope: Scope = "window"
    """Who hears the keys: the window, the canvas alone, or whoever has the focus by itself."""
    words: str = ""
    """Other words by which Ctrl+K finds it."""
    gap: bool = False
    """A line is drawn above it in its menu."""
    found: bool = True
    """Whether Ctrl+K offers it."""

    def label(self, context: Context) -> str:
        """Return its text as it reads now."""
        return self.text if self.says is None else self.says(context)


def calls(name: str) -> Do:
    """Return a doing that is the window's own, by the name of its method."""

    def do(window: Commands, argument: object) -> None:
        window.command(name, argument)

    return do


def needs_file(context: Context) -> str:
    """Refuse while no encounter is open."""
    return (
        "" if context.session is not None else "No encounter is open. Open one or make a new one."
    )


def needs_build(context: Context) -> str:
    """Refuse where no tool of Build may work."""
    if context.session is None:
        return needs_file(context)
    if context.page:
        return "The start page is open. Go back to Build first."
    return (
        ""
        if context.building
        else "This is for Build. Turn on “Change the place” in the Fight menu."
    )


def needs_selection(context: Context) -> str:
    """Refuse while nothing is selected in Build."""
    return needs_build(context) or ("" if context.selection else "Nothing is selected.")


def needs_play(context: Context) -> str:
    """Refuse outside a fight."""
    if context.session is None:
        return needs_file(context)
    if context.fight is None:
        return "No fight is on. Start one with F5."
    return "" if context.mode == "play" else "This is for Play. Switch over with Ctrl+Tab."


def needs_zones(context: Context, count: int = 1) -> str:
    """Refuse while fewer zones are selected."""
    if refused := needs_build(context):
        return refused
    zones = [ref for ref in context.selection if ref.kind == "zone"]
    if len(zones) >= count:
        return ""
    return "No zone is selected." if count == 1 else f"Select at least {count} zones."


def both(*tests: Callable[[Context], str]) -> Callable[[Context], str]:
    """Return a test that refuses with the first reason of several."""

    def why_not(context: Context) -> str:
        return next((reason for test in tests if (reason := test(context))), "")

    return why_not
