"""The action bar: what the acting fighter may do, each thing at its place for the whole fight."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import takewhile

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QWidget

from desktop.core.rules.book import Offer
from desktop.core.rules.resolve import can_be_forced
from desktop.ui import theme
from desktop.ui.canvas.ink import elided
from desktop.ui.menus.captions import headed, menu_line, refused
from desktop.ui.menus.following import Following
from desktop.ui.menus.offers import (
    NOT_NOW,
    PLACES,
    by_subject,
    gm_offers,
    offer_named,
    offers_of,
)
from desktop.ui.menus.panel import Panel
from desktop.ui.menus.typed_menu import TypedMenu
from desktop.ui.session import Session

HEIGHT = 46
MOST_PX = 150
FOLDED = 3
"""So many ways of doing one thing fold into a menu of their own behind “more”."""
STRETCHES = (100, 94, 88, 82, 76)
"""How wide letters may be drawn, in hundredths."""


def narrowed(font: QFont, text: str, room: int) -> QFont:
    """Return a font in which a text fits into so many pixels, where letters a bit narrower do."""
    for stretch in STRETCHES:
        narrow = QFont(font)
        narrow.setStretch(stretch)
        if QFontMetrics(narrow).horizontalAdvance(text) <= room:
            return narrow
    return font


class OfferButton(QAbstractButton):
    """One offer: its key's number, what it is, and what it costs."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMaximumWidth(MOST_PX)
        self.number = number
        self.offer: Offer | None = None
        self._armed = False

    def show_offer(self, offer: Offer | None, *, armed: bool) -> None:
        """Show an offer, or an empty place."""
        self.offer, self._armed = offer, armed
        possible = offer is not None and not offer.refusals
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if possible else Qt.CursorShape.ArrowCursor
        )
        self.setToolTip("" if offer is None else tip_of(offer, self.number))
        self.setAccessibleName("" if offer is None else offer.says)
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for two short lines."""
        return QSize(84, HEIGHT - 8)

    def minimumSizeHint(self) -> QSize:
        """Give way where the window is small."""
        return QSize(48, HEIGHT - 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the place."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(1, 1, -1, -1)
        offer = self.offer
        possible = offer is not None and not offer.refusals
        fill = colours.hover if possible and (self.underMouse() or self.isDown()) else colours.panel
        line = colours.accent if self._armed else colours.line
        painter.setBrush(QColor(fill))
        painter.setPen(QColor(line if possible or self._armed else colours.panel))
        painter.drawRoundedRect(box, 4, 4)
        small = theme.badge_font(self.font())
        if offer is None:
            return
        first, _, rest = offer.says.partition(": ")
        left = QRect(box.left() + 4, box.top() + 3, 10, box.height() // 2)
        painter.setFont(small)
        painter.setPen(QColor(colours.accent if possible else colours.off))
        painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, str(self.number or ""))
        room = box.adjusted(14 if self.number else 6, 3, -2, -3)
        half = room.height() // 2
        painter.setFont(self._name_font(first, room.width()))
        painter.setPen(QColor(colours.text if possible else colours.off))
        if not rest and (lines := two_lines(first, painter.font(), room.width())):
            for at, text in enumerate(lines):  # what it costs is in the tool tip
                self._line(painter, room.adjusted(0, at * half, 0, (at - 1) * half), text)
            return
        self._line(painter, QRect(room.left(), room.top(), room.width(), half), first)
        painter.setPen(QColor(colours.muted if possible else colours.off))
        under = rest or offer.cost
        below = QRect(room.left(), room.top() + half, room.width(), half)
        if QFontMetrics(small).horizontalAdvance(under) > below.width():
            below.setLeft(left.left())  # under the number
        painter.setFont(narrowed(small, under, below.width()))
        self._line(painter, below, under)

    def _name_font(self, text: str, room: int) -> QFont:
        """Return the font for a name, a little smaller where it has no room."""
        font = QFont(self.font())
        if QFontMetrics(font).horizontalAdvance(text) > room:
            return theme.badge_font(font)
        return font

    def _line(self, painter: QPainter, room: QRect, text: str) -> None:
        cut = elided(text, painter.font(), room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, cut)


def two_lines(text: str, font: QFont, room: int) -> tuple[str, str] | None:
    """Return a text on two lines where one has no room for it; None where one will do."""
    metrics, words = QFontMetrics(font), text.split()
    if metrics.horizontalAdvance(text) <= room or len(words) < 2:
        return None
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(splits, key=lambda pair: max(map(metrics.horizontalAdvance, pair)))


def shared_words(texts: list[str]) -> str:
    """Return the whole words that several texts begin with, as `Overwatch: `."""
    several = zip(*(text.split(" ")[:-1] for text in texts), strict=False)
    shared = takewhile(lambda words: len(set(words)) == 1, several)
    return "".join(f"{words[0]} " for words in shared)


def two_verbs(texts: list[str]) -> str:
    """Return the two words that all of several texts begin with, as `Break or shoot`."""
    verbs = list(dict.fromkeys(text.split(" ")[0] for text in texts))
    return f"{verbs[0]} or {verbs[1].lower()}" if len(verbs) == 2 else ""


def tip_of(offer: Offer, number: int = 0) -> str:
    """Return an offer's whole text: what it costs, or why not."""
    cost = f" ({offer.cost})" if offer.cost else ""
    key = f"  {number}" if number else ""
    if offer.refusals:
        return f"{offer.says}{cost}\n" + "\n".join(str(refusal) for refusal in offer.refusals)
    wants = f"\nThen click a {offer.wants}." if offer.wants else ""
    return f"{offer.says}{cost}{key}{wants}"


class ActionBar(Panel):
    """At most nine places with their keys; the rest is behind “more”."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setObjectName("action bar")
        self.setFixedHeight(HEIGHT)
        self.offers: list[Offer] = []
        self._places: dict[str, int] = {}
        """Where each offer stands, by its key, for the whole fight."""
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(4)
        self.buttons = [OfferButton(number, self) for number in range(1, PLACES + 1)]
        for button in self.buttons:
            button.setObjectName(f"act {button.number}")
            button.clicked.connect(partial(self._pressed, button.number))
            row.addWidget(button, 3)
        self.others = OfferButton(0, self)
        self.others.setObjectName("act more")
        self.others.setMinimumWidth(58)
        self.others.setMaximumWidth(72)
        self.others.clicked.connect(self.more)
        row.addWidget(self.others, 2)
        self._following = Following(session, self)
        self._following.other.connect(self._places.clear)
        self._following.moved.connect(self._refresh)
        self._following.armed.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        fight = self._following.fight
        now = fight is not None and not fight.looking_back
        self.offers = offers_of(fight, fight.state.actor) if fight is not None and now else []
        placed = self._placed()
        armed = "" if fight is None else fight.armed
        for button in self.buttons:
            offer = placed.get(button.number)
            button.show_offer(offer, armed=offer is not None and offer.key == armed)
        rest = self._rest()
        self.others.show_offer(
            Offer(key="more", says="More", cost=f"{len(rest)} left") if rest else None,
            armed=any(offer.key == armed for offer in rest),
        )
        self.others.setVisible(bool(rest))

    def _placed(self) -> dict[int, Offer]:
        """Return the offers at their places; one keeps its own for the whole fight.

        What stands where it likes to goes before what only found that place free; at the last
        place, which is for what a fighter is in just now, what is possible goes first.
        """
        liking = [offer for offer in self.offers if 1 <= offer.place <= PLACES]
        liking.sort(
            key=lambda each: (
                each.place,
                each.place == PLACES and bool(each.refusals),
                self._places.get(each.key) != each.place,
            )
        )
        placed: dict[int, Offer] = {}
        late: list[Offer] = []
        for offer in liking:
            if (
                offer.place not in placed
                and self._places.get(offer.key, offer.place) == offer.place
            ):
                placed[offer.place] = offer
            else:
                late.append(offer)
        late.sort(key=lambda each: each.key not in self._places)
        for offer in late:
            at = self._places.get(offer.key, 0)
            if not at or at in placed:
                at = self._free(placed)
            if at:
                placed[at] = offer
        for at, offer in placed.items():
            self._places.setdefault(offer.key, at)
        return placed

    def _free(self, placed: dict[int, Offer]) -> int:
        """Return a place that nothing stands at, best one that nothing ever stood at; or 0."""
        free = [number for number in range(1, PLACES + 1) if number not in placed]
        never = [number for number in free if number not in self._places.values()]
        return next(iter([*never, *free]), 0)

    def _rest(self) -> list[Offer]:
        shown = {offer.key for offer in self._placed().values()}
        return [offer for offer in self.offers if offer.key not in shown]

    def _pressed(self, number: int, _on: bool = False) -> None:
        self.trigger(number)

    def trigger(self, number: int) -> None:
        """Do what stands at a place; an offer that wants a target waits for it."""
        fight = self._following.fight
        if fight is None:
            return
        if fight.exchange is not None:
            fight.typed.emit(str(number))  # the digits of an open die come first
            return
        offer = self._placed().get(number)
        if offer is None:
            who = "Nobody acts." if fight.state.actor is None else f"Nothing stands at {number}."
            who = "The board shows an earlier point." if fight.looking_back else who
            self.session.told.emit(who)
        else:
            self.do(offer)

    def do(self, offer: Offer, *, forced: bool = False) -> None:
        """Take an offer, or let it wait for its target."""
        fight = self._following.fight
        if fight is None:
            return
        if offer.refusals and not forced:
            self.session.told.emit(" ".join(str(refusal) for refusal in offer.refusals))
        elif offer.action is not None:
            action = offer.action
            fight.propose(replace(action, forced=True) if forced else action)
        else:
            fight.arm("" if fight.armed == offer.key else offer.key)

    def do_named(self, key: str) -> None:
        """Do what whoever acts may do, or what the GM may let happen, by the key of its offer."""
        fight = self._following.fight
        several = [*self.offers, *(gm_offers(fight) if fight is not None else ())]
        offer = offer_named(several, key)
        if offer is not None:
            self.do(offer)

    def more(self) -> None:
        """Open what is behind “more”."""
        if not self._rest():
            self.session.told.emit("There is nothing more to do.")
            return
        menu = self.menu()
        menu.stands_on_foot = True
        menu.popup(self.others.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def menu(self) -> TypedMenu:
        """Return a menu of everything that has no place of its own, possible or not.

        What is possible is found by typing, in the menus of many ways too.
        """
        menu = TypedMenu(self)
        menu.setProperty("role", "dense")
        menu.setToolTipsVisible(True)
        rest = self._rest()
        for subject, several in by_subject(offer for offer in rest if not offer.refusals):
            headed(menu, subject)
            self._lines(menu, several)
        refused = [offer for offer in rest if offer.refusals]
        if refused:
            menu.addSeparator()
            below = menu.addMenu(NOT_NOW)
            for offer in refused:
                self._line(below, offer)
        return menu

    def _lines(self, menu: TypedMenu, several: list[Offer]) -> None:
        """Add what is possible; many ways of doing one thing share a menu of their own."""
        ways: dict[str, list[Offer]] = {}
        for offer in several:
            ways.setdefault(offer.key.partition(":")[0], []).append(offer)
        for of_one_kind in ways.values():
            texts = [offer.says for offer in of_one_kind]
            shared = shared_words(texts)
            title = shared.rstrip(" :") or two_verbs(texts)
            if len(of_one_kind) < FOLDED or not title:
                for offer in of_one_kind:
                    menu.find_by(offer.says, self._line(menu, offer))
                continue
            below = menu.addMenu(menu_line(title))
            menu.find_by("; ".join((title, *texts)), below.menuAction())
            for offer in of_one_kind:
                self._line(below, offer, offer.says.removeprefix(shared))

    def _line(self, menu: QMenu, offer: Offer, says: str = "") -> QAction:
        cost = f"\t{offer.cost}" if offer.cost else ""
        text = says or offer.says
        if not offer.refusals:
            action = menu.addAction(f"{menu_line(text)}{cost}")
            action.setToolTip(tip_of(offer))
            action.triggered.connect(lambda: self.do(self._now(offer)))
            return action
        why = refused(menu, text, offer.refusals)
        if offer.action is not None and can_be_forced(offer.refusals):
            why.addSeparator()
            forced = why.addAction("Do it all the same")
            forced.triggered.connect(lambda: self.do(self._now(offer), forced=True))
        return why.menuAction()

    def _now(self, offer: Offer) -> Offer:
        return offer_named(self.offers, offer.key) or offer
