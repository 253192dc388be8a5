"""L: draws links from zone to zone, takes up what the geometry proposes, ends links elsewhere."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt

from desktop.core.errors import EditError
from desktop.core.model.place import Place
from desktop.core.model.proposals import Proposal, proposals, way_through
from desktop.core.model.words import LevelId, LinkId, LinkKind, Point, Square, ZoneId
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.menus import link_kind
from desktop.ui.menus.keys import ENTER
from desktop.ui.menus.link_kind import KINDS
from desktop.ui.session import Ref
from desktop.ui.tools import changes, sketch
from desktop.ui.tools.build_tool import BuildTool, Gesture

DIGITS: dict[Qt.Key, LinkKind] = dict(
    zip((Qt.Key(Qt.Key.Key_1.value + i) for i in range(len(KINDS))), KINDS, strict=True)
)
ACCEPT_PX = 10
"""A proposal is taken up by a click so near to it."""


class DrawLink(Gesture):
    """A link from the zone of the press to that of the release."""

    def __init__(self, tool: LinkTool, start: PointerEvent) -> None:
        self.tool = tool
        self.level, self.point, self.square = start.level, start.point, start.square
        self.zone = tool.place.zone_at(start.level, start.square)
        self.edit: changes.Edit | None = None
        self.why_not = ""
        self.same: LinkId | None = None
        """The link that does the same, and lies there already."""

    def move(self, event: PointerEvent) -> None:
        """Preview the link."""
        self.edit, self.why_not = self._wanted(event)
        kind = self.tool.kind
        self.says = (
            f"Link ({kind}): let go over a zone, hold over a level to carry on there · "
            "Ctrl: from square to square"
        )
        start = self.point
        place, zones = self.tool.place, self.tool.encounter.board.zones
        shapes: list[ink.Shape] = []
        for zone in (self.zone, self._zone_below(event)):
            if zone is not None and (zone != self.zone or zones[zone].level == event.level):
                shapes.append(sketch.room(place.outlines[zone]))
        style: ink.Style = "refused" if self.why_not else "preview"
        if event.level == self.level:
            shapes.append(sketch.line(start, event.point, style))
        else:
            shapes.append(ink.Mark(self.square, zones[self.zone].label if self.zone else ""))
            shapes.append(sketch.line(start, event.point, style, "from another level"))
        if event.ctrl:
            shapes.append(sketch.area(frozenset((event.square,)), style))
        if self.why_not:
            shapes.append(sketch.refusal(event.point, self.why_not))
        self.overlay = Overlay(tuple(shapes))

    def _wanted(self, event: PointerEvent) -> tuple[changes.Edit | None, str]:
        self.same, to = None, self._zone_below(event)
        if self.zone is None:
            return None, "A link begins in a zone."
        if to is None:
            return None, "A link ends in a zone."
        if to == self.zone:
            return None, "A link joins two zones."
        ends = (self.square, event.square) if event.ctrl else None
        through = "" if event.ctrl else way_through(self.tool.place, self.zone, to)
        self.same = self._same(to, through, ends)
        if self.same is not None:
            zones = self.tool.encounter.board.zones
            return None, f"{zones[self.zone].label} and {zones[to].label} are linked already."
        edit = changes.link_added(self.zone, to, self.tool.kind, ends=ends, through=through)
        tried = self.tool.desk.tried(edit[0], **edit[1])
        return (None, str(tried)) if isinstance(tried, EditError) else (edit, "")

    def _same(self, to: ZoneId, through: str, ends: tuple[Square, Square] | None) -> LinkId | None:
        """Return the link that would lie under the new one, and from which nobody could tell it."""
        kind = self.tool.kind
        ways = [(self.zone, to, ends), (to, self.zone, ends and ends[::-1])]
        return next(
            (
                link.id for link in self.tool.encounter.board.links.values()
                if link.kind == kind and link.through == through and link.along is None
                and (link.from_, link.to, link.ends) in (ways[:1] if kind == "ledge" else ways)
            ),
            None,
        )  # fmt: skip

    def _zone_below(self, event: PointerEvent) -> ZoneId | None:
        """Return the zone under the pointer, also one that shows through from the level below."""
        below = self.tool.desk.drawn.below
        levels = (event.level, *((below,) if below is not None else ()))
        zones = (self.tool.place.zone_at(level, event.square) for level in levels)
        return next((zone for zone in zones if zone is not None), None)

    def release(self, event: PointerEvent) -> None:
        """Make the link and select it."""
        self.move(event)
        if self.same is not None:
            self.tool.session.select([Ref("link", self.same)])
        if self.edit is None:
            self.tool.desk.tell(f"No link was made. {self.why_not}")
            return
        self.tool.make(self.edit)


class MoveEnd(Gesture):
    """An end of a link, the one nearer to the press, taken to another zone or square."""

    def __init__(self, tool: BuildTool, link: LinkId, start: PointerEvent) -> None:
        self.tool = tool
        self.link = tool.encounter.board.links[link]
        self.first = self._is_first(start)
        self.edit: changes.Edit | None = None
        self.why_not = ""

    def _is_first(self, start: PointerEvent) -> bool:
        spot = self.tool.place.link_spot(self.link.id)
        if spot is None:
            return True
        if spot.first.level != spot.second.level:
            return spot.first.level == start.level
        a, b = spot.first.square, spot.second.square
        far_a = start.distance_px(Point(a.x + 0.5, a.y + 0.5))
        return far_a <= start.distance_px(Point(b.x + 0.5, b.y + 0.5))

    def move(self, event: PointerEvent) -> None:
        """Preview where it ends."""
        place = self.tool.place
        to = place.zone_at(event.level, event.square)
        other = self.link.to if self.first else self.link.from_
        self.edit, self.why_not = None, ""
        if to is None:
            self.why_not = "A link ends in a zone."
        elif to == other:
            self.why_not = "A link joins two zones."
        else:
            self.edit = changes.link_ended(
                self.link, to, event.square, first=self.first, on_square=event.ctrl
            )
            tried = self.tool.desk.tried(self.edit[0], **self.edit[1])
            if isinstance(tried, EditError):
                self.edit, self.why_not = None, str(tried)
        self.says = "Let go over the zone where the link shall end · Ctrl: on this very square"
        spot = place.link_spot(self.link.id)
        shapes: list[ink.Shape] = []
        if spot is not None:
            shapes.append(
                sketch.line(spot.middle, event.point, "refused" if self.why_not else "preview")
            )
        if to is not None:
            shapes.append(ink.Stretch(place.outlines[to], "refused" if self.why_not else "preview"))
        if self.why_not:
            shapes.append(sketch.refusal(event.point, self.why_not))
        self.overlay = Overlay(tuple(shapes))

    def release(self, event: PointerEvent) -> None:
        """End the link there."""
        self.move(event)
        if self.edit is None:
            self.tool.desk.tell(f"The link was left as it is. {self.why_not}")
        else:
            self.tool.desk.edit(self.edit[0], **self.edit[1])


class LinkTool(BuildTool):
    """Draws links."""

    id = "link"
    text = "Link"
    shortcut = "L"
    cursor = Qt.CursorShape.CrossCursor
    idle: ClassVar[str] = (
        "Link: drag from zone to zone · a click takes a dashed one up, Enter all · "
        "1 to 7 or [ ] choose the kind"
    )

    _known: tuple[Place, tuple[Proposal, ...]] | None = None
    """The proposals for the board as it was last seen."""

    @property
    def kind(self) -> LinkKind:
        """The kind of the next link."""
        return link_kind.kind_in_hand(self.desk.hand)

    def activate(self) -> None:
        """Come to hand."""
        super().activate()
        self.session.selection_changed.connect(self._note_chosen)

    def deactivate(self) -> None:
        """Be put down; a link that is still selected when the tool comes back counts as chosen."""
        self.session.selection_changed.disconnect(self._note_chosen)
        link_kind.note_drawn(self.desk.hand)
        super().deactivate()

    def _note_chosen(self, _refs: object) -> None:
        link_kind.note_drawn(self.desk.hand)

    def proposals(self) -> tuple[Proposal, ...]:
        """Return what the geometry proposes and the encounter lacks."""
        place = self.place
        if self._known is None or self._known[0] is not place:
            self._known = place, proposals(place)
        return self._known[1]

    def proposed_here(self) -> tuple[Proposal, ...]:
        """Return the proposals that are drawn on the level in view."""
        zones = self.encounter.board.zones
        return tuple(
            one for one in self.proposals()
            if self.level in (zones[one.from_].level, zones[one.to].level)
        )  # fmt: skip

    def accept_all(self) -> None:
        """Take every proposal up in one step."""
        found = self.proposals()
        if not found:
            self.desk.tell("Nothing is proposed: the zones that touch are linked.")
            return
        edits = [changes.proposal_taken(one) for one in found]
        says = f"Add {len(edits)} proposed links" if len(edits) > 1 else "Add proposed link"
        self.desk.edit_several(says, edits)

    def make(self, edit: changes.Edit) -> None:
        """Make a link and select it."""
        known = set(self.encounter.board.links)
        if self.desk.edit(edit[0], **edit[1]):
            made = next((link for link in self.encounter.board.links if link not in known), None)
            if made is not None:
                self.session.select([Ref("link", made)])
                link_kind.note_drawn(self.desk.hand, made)

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Begin a link, or take hold of an end of a selected one."""
        held = selected_link(self, start)
        return DrawLink(self, start) if held is None else MoveEnd(self, held, start)

    def click(self, event: PointerEvent) -> None:
        """Take a proposal up, else select the link that is there."""
        near = [
            (far, index, one)
            for index, one in enumerate(self.proposed_here())
            if (far := self._far(one, event)) <= ACCEPT_PX
        ]
        if near:
            self.make(changes.proposal_taken(min(near)[2]))
            return
        links = [ref for ref in self.desk.view.under(event.point) if ref.kind == "link"]
        link_kind.note_drawn(self.desk.hand)
        self.session.select(links[:1])

    def _far(self, proposal: Proposal, event: PointerEvent) -> float:
        a, b = drawn_from(proposal, event.level, self.encounter.board.zones[proposal.from_].level)
        length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
        share = 0.5
        if length:
            share = (event.point.x - a.x) * (b.x - a.x) + (event.point.y - a.y) * (b.y - a.y)
            share = min(max(share / length, 0.0), 1.0)
        return event.distance_px(Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)))

    def idle_overlay(self) -> Overlay | None:
        """Return the proposals, dashed."""
        shapes: list[ink.Shape] = []
        for one in self.proposed_here():
            a, b = drawn_from(one, self.level, self.encounter.board.zones[one.from_].level)
            shapes.append(sketch.line(a, b, "proposed"))
        return Overlay(tuple(shapes)) if shapes else None

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key is a number for the tool."""
        return press.key in DIGITS and not press.ctrl

    def key(self, press: KeyPress) -> bool:
        """Take all up with Enter; choose the kind by number or with [ and ]."""
        if press.key in ENTER and self.gesture is None:
            self.accept_all()
            return True
        if press.key in DIGITS and not press.ctrl:
            self._choose(DIGITS[press.key])
            return True
        if press.text in ("[", "]"):
            step = 1 if press.text == "]" else -1
            self._choose(KINDS[(KINDS.index(self.kind) + step) % len(KINDS)])
            return True
        return super().key(press)

    def _choose(self, kind: LinkKind) -> None:
        if self.gesture is None:
            link_kind.choose(self.session, self.desk.hand, kind)
        else:
            self.desk.hand.choose("link.kind", kind)


def selected_link(tool: BuildTool, start: PointerEvent) -> LinkId | None:
    """Return the selected link under a press; only a selected one is taken by its ends."""
    selection = tool.session.selection
    return next(
        (
            LinkId(ref.id)
            for ref in tool.desk.view.under(start.point)
            if ref.kind == "link" and ref in selection and not tool.desk.is_locked(ref)
        ),
        None,
    )


def drawn_from(proposal: Proposal, level: LevelId, first: LevelId) -> tuple[Point, Point]:
    """Return the line that a proposal is drawn as on a level."""
    if proposal.along is not None:
        return proposal.along
    if proposal.ends is None:
        return Point(0, 0), Point(0, 0)
    a, b = proposal.ends
    here = a if level == first else b
    return Point(here[0], here[1] + 0.5), Point(here[0] + 1, here[1] + 0.5)
