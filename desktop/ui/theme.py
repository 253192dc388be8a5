"""How the window looks: tables of colours, the frame's one style sheet, and icons.

A second theme is a second `Colours`; nothing else names a colour of the frame or the board.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
)

from desktop.core.model.words import Colour
from desktop.core.store.places import resources

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

PANEL_TEXT_PX = 13
BADGE_TEXT_PX = 11
RHYTHM_PX = 4
"""Every gap of the frame is a multiple of it."""

FAMILY, FAMILY_FILE = "Material Design Icons", "materialdesignicons6"
"""The one family of icons; never a mix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """One theme, as `#rrggbb`."""

    name: str
    # The frame
    window: str
    panel: str
    field: str
    raised: str
    """Buttons and what floats: menus, tool tips."""
    hover: str
    line: str
    text: str
    muted: str
    off: str
    """Text of what cannot be used just now."""
    accent: str
    accent_strong: str
    on_accent: str
    link: str
    error: str
    warning: str
    hint: str
    good: str
    # The board
    board: str
    """Where nobody built anything."""
    beside: str
    """Beside the board."""
    grid: str
    zone: str
    zone_line: str
    zone_text: str
    plate: str
    """Behind a name on the board."""
    ink: str
    """What is drawn on a token or a bright badge."""
    paper: str
    """The lightest thing on the board."""
    wall: str
    wall_edge: str
    door: str
    glass: str
    way: str
    """Links."""
    reach: str
    refused: str
    acting: str
    wounds: str
    dim: str
    """What a dark place is dimmed with."""
    sky: str
    """The open air."""
    traits: Mapping[str, str] = dataclasses.field(hash=False)
    """What the pattern of each trait is drawn with."""
    badges: Mapping[str, tuple[str, str]] = dataclasses.field(hash=False)
    """Fill and ink of a trait's badge, by family; `own` is for the GM's own."""
    ground: Mapping[str, tuple[str, str]] = dataclasses.field(hash=False)
    """Tint and ink of each kind of ground, field and cloud; `own` as above."""


DARK = Colours(
    name="dark",
    window="#1b1d21", panel="#23262b", field="#181a1e", raised="#2d3138", hover="#373c45",
    line="#3b4049", text="#e8eaed", muted="#a9b0bb", off="#767d88",
    accent="#93a4ff", accent_strong="#7386f5", on_accent="#10131a", link="#a9b8ff",
    error="#ff7b72", warning="#f0b34c", hint="#79c0ff", good="#6fcf97",
    board="#202329", beside="#15171a", grid="#191c21",
    zone="#8fa3bd", zone_line="#93a1b5", zone_text="#f1f3f6", plate="#15181d",
    ink="#14171c", paper="#f6f7f9",
    wall="#d9d2c3", wall_edge="#0e1013", door="#d29a5b", glass="#9fd8ef",
    way="#f1f3f6", reach="#62d6c4", refused="#ff7b72", acting="#fff3b0", wounds="#ff5d55",
    dim="#000008", sky="#9ad2ff",
    traits={
        "minor hazard": "#f0b34c", "major hazard": "#f5913e", "deadly hazard": "#ff5d4d",
        "lightly obscured": "#dfe8f2", "heavily obscured": "#dfe8f2",
        "difficult": "#dcc79d", "warp-touched": "#c79bff",
    },
    badges={
        "cover": ("#c9d2df", "#14171c"), "hazard": ("#f0a44c", "#14171c"),
        "obscured": ("#8fa4bd", "#101318"), "light": ("#0d0f13", "#e8eaed"),
        "difficult": ("#c9ae7f", "#14171c"), "warp": ("#c79bff", "#14171c"),
        "own": ("#e8eaed", "#14171c"),
    },
    ground={
        "wall": ("#8b8579", "#3e3a33"), "obstacle": ("#6f5f48", "#f0dcb8"),
        "difficult": ("#8a7344", "#e6cf9c"), "rubble": ("#77706a", "#ded6cc"),
        "rough": ("#7c8451", "#dbe3a8"), "slippery": ("#6ea3b8", "#e6f6ff"),
        "void": ("#030406", "#4a5160"), "water": ("#2b6ca3", "#a8d8ff"),
        "deep water": ("#143f78", "#8cc4ff"), "damaging": ("#8a2f22", "#ffb199"),
        "sludge": ("#4f6b2c", "#d0f08a"), "pitfall": ("#030406", "#e0a050"),
        "ductway": ("#4a505c", "#c4cddb"), "light cloud": ("#c4d0dd", "#f6f9fc"),
        "dark cloud": ("#4a515d", "#aab4c2"), "own": ("#808894", "#e8eaed"),
    },
)  # fmt: skip

SIDE_COLOURS: dict[Colour, str] = {
    "blue": "#58b0ee", "orange": "#f0a02c", "green": "#2fbf8f", "red": "#ee6a4d",
    "purple": "#d48bbd", "yellow": "#f2e35a", "teal": "#8fe0e6", "grey": "#a8afba",
}  # fmt: skip
"""Told apart with every common kind of colour-blindness; a notch on the ring says it again."""

_in_force = DARK


def colours() -> Colours:
    """Return the theme in force."""
    return _in_force


def apply(app: QApplication, theme: Colours = DARK) -> None:
    """Dress the whole program in a theme."""
    global _in_force
    _in_force = theme
    app.setStyle("Fusion")
    font = app.font()
    font.setPixelSize(PANEL_TEXT_PX)
    app.setFont(font)
    app.setPalette(palette(theme))
    app.setStyleSheet(style_sheet(theme))


def contrast(one: str, other: str) -> float:
    """Return how far apart two colours are in lightness, from 1 to 21; text needs 4.5."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    value = QColor(colour)
    parts = (value.redF(), value.greenF(), value.blueF())
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=1024)
def mixed(one: str, other: str, share: float) -> str:
    """Return a colour with so much of the other in it, from 0 to 1."""
    a, b = QColor(one), QColor(other)
    return QColor(
        round(a.red() + (b.red() - a.red()) * share),
        round(a.green() + (b.green() - a.green()) * share),
        round(a.blue() + (b.blue() - a.blue()) * share),
    ).name()


@lru_cache(maxsize=1024)
def faded(colour: str, alpha: float) -> QColor:
    """Return a colour that lets through what is under it; 1 is opaque. It is shared."""
    value = QColor(colour)
    value.setAlphaF(alpha)
    return value


def badge_font(font: QFont) -> QFont:
    """Return a font in the size of badges."""
    made = QFont(font)
    made.setPixelSize(BADGE_TEXT_PX)
    return made


@lru_cache(maxsize=64)
def dot(colour: str) -> QIcon:
    """Return a dot of a colour."""
    pixmap = QPixmap(24, 24)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QRectF(1.5, 1.5, 9, 9))
    painter.end()
    return QIcon(pixmap)


def icon(name: str, colour: str | None = None) -> QIcon:
    """Return an icon of the one family by its name there, as `door-open`.

    Raises KeyError for a name that the family lacks.
    """
    return _icon(name, colour or _in_force.muted, _in_force)


@lru_cache(maxsize=512)
def _icon(name: str, colour: str, theme: Colours) -> QIcon:
    return QIcon(_Glyph(_letters()[name], colour, theme.text, theme.accent, theme.off))


def paint_icon(painter: QPainter, rect: QRectF, name: str, colour: str | QColor) -> None:
    """Paint an icon of the family into a rectangle.

    Raises KeyError for a name that the family lacks.
    """
    _paint_letter(painter, rect, _letters()[name], QColor(colour))


@lru_cache(maxsize=1)
def _letters() -> Mapping[str, str]:
    """Load the family's font and return its letter for each name.

    qtawesome carries the font; importing it for one would cost a start-up of its own.
    """
    spec = find_spec("qtawesome")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("qtawesome, which carries the icons, is not installed")
    fonts = Path(spec.origin).parent / "fonts"
    QFontDatabase.addApplicationFont(str(next(fonts.glob(f"{FAMILY_FILE}-webfont-*.ttf"))))
    charmap = next(fonts.glob(f"{FAMILY_FILE}-webfont-charmap-*.json"))
    codes: dict[str, str] = json.loads(charmap.read_text(encoding="utf-8"))
    return {name: chr(int(code, 16)) for name, code in codes.items()}


def _paint_letter(painter: QPainter, rect: QRectF, letter: str, colour: QColor) -> None:
    font = QFont(FAMILY)
    font.setPixelSize(max(1, round(min(rect.width(), rect.height()))))
    painter.save()
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letter)
    painter.restore()


class _Glyph(QIconEngine):
    """One letter of the icons' font, sharp at every size, in the colour of its state."""

    def __init__(self, letter: str, normal: str, active: str, on: str, off: str) -> None:
        super().__init__()
        self._letter = letter
        self._colours = (normal, active, on, off)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the letter."""
        normal, active, on, off = self._colours
        colour = normal
        if mode == QIcon.Mode.Disabled:
            colour = off
        elif state == QIcon.State.On:
            colour = on
        elif mode in (QIcon.Mode.Active, QIcon.Mode.Selected):
            colour = active
        _paint_letter(painter, QRectF(rect), self._letter, QColor(colour))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the letter as a picture."""
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return made

    def clone(self) -> QIconEngine:
        """Return another of the same letter."""
        return _Glyph(self._letter, *self._colours)


def icons_folder() -> Path:
    """Return where our own few icons are, in a checkout or installed."""
    return resources() / "icons"


def palette(theme: Colours) -> QPalette:
    """Return Qt's palette for a theme."""
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.field,
        QPalette.ColorRole.AlternateBase: theme.panel,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Button: theme.raised,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.BrightText: theme.error,
        QPalette.ColorRole.ToolTipBase: theme.raised,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.Link: theme.link,
        QPalette.ColorRole.LinkVisited: theme.link,
        QPalette.ColorRole.Light: theme.hover,
        QPalette.ColorRole.Midlight: theme.raised,
        QPalette.ColorRole.Mid: theme.line,
        QPalette.ColorRole.Dark: theme.field,
        QPalette.ColorRole.Shadow: theme.beside,
        QPalette.ColorRole.Accent: theme.accent,
    }
    made = QPalette()
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    for role in (
        QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText,
        QPalette.ColorRole.HighlightedText,
    ):  # fmt: skip
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.off))
    made.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Highlight, QColor(theme.line))
    return made


def style_sheet(theme: Colours) -> str:
    """Return the frame's style sheet; the file it is made from is `frame.qss`."""
    template = Template((resources() / "frame.qss").read_text(encoding="utf-8"))
    return template.substitute(
        asdict(theme),
        icons=icons_folder().as_posix(),
        panel_px=PANEL_TEXT_PX,
        badge_px=BADGE_TEXT_PX,
    )
