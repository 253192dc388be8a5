"""What can be read: contrasts, corners of names, patterns, badges."""

from itertools import combinations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from desktop.core.model.board import Board, Zone
from desktop.core.model.encounter import Encounter, Fighter, Side, Starts
from desktop.core.model.geometry import outline_of, squares_in
from desktop.core.model.ground import KINDS
from desktop.core.model.place import Place
from desktop.core.model.profile import ImperiumFigures, Profile
from desktop.core.model.words import TRAITS, Point, Square
from desktop.core.packs.hive.sludge import CONDITION as IN_SLUDGE
from desktop.core.packs.imperium.wounds import CONDITION as AT_MOST
from desktop.ui import theme
from desktop.ui.canvas.drawn import Drawn, from_encounter
from desktop.ui.canvas.hit import under
from desktop.ui.canvas.name_corners import corner_for
from desktop.ui.canvas.patterns import PATTERNS, tile
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.canvas.sides import side_looks
from desktop.ui.canvas.standing import BADGED, Stand
from desktop.ui.canvas.token_item import CONDITION_ICONS, TokenItem
from desktop.ui.canvas.token_looks import TokenLooks, initials
from desktop.ui.canvas.trait_looks import (
    GROUND,
    LETTERS,
    SKY,
    cover_grade,
    gravest,
)
from desktop.ui.canvas.trait_looks import (
    PATTERNS as TRAIT_PATTERNS,
)
from desktop.ui.canvas.zone_item import ZoneName
from desktop.ui.panels.card_lines import PLAIN, TIERED
from tests.ui.canvas.wharf import FLOOR, wharf

DARK = theme.DARK


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (text, ground)
        for text in ("text", "muted", "error", "warning", "hint", "good", "link")
        for ground in ("window", "panel", "field", "raised")
    ]
    + [("on_accent", "accent"), ("zone_text", "plate"), ("text", "hover")],
)
def test_text_can_be_read(text, ground):
    assert theme.contrast(getattr(DARK, text), getattr(DARK, ground)) >= 4.5


@pytest.mark.parametrize("family", DARK.badges)
def test_badges_can_be_read(family):
    fill, ink = DARK.badges[family]
    assert theme.contrast(fill, ink) >= 4.5


@pytest.mark.parametrize("colour", theme.SIDE_COLOURS.values())
def test_sides_stand_out_from_the_board(colour):
    assert theme.contrast(colour, DARK.board) >= 4.5
    assert theme.contrast(colour, DARK.ink) >= 4.5


def _as_seen(colour, kind):
    """Return a colour as one sees it who lacks a kind of cone (Vienot's matrices)."""
    matrix = {
        "red": ((0.1121, 0.8853, -0.0005), (0.1127, 0.8897, -0.0001), (0.0045, 0.0000, 1.0019)),
        "green": ((0.2920, 0.7054, -0.0003), (0.2934, 0.7089, 0.0000), (-0.0210, 0.0256, 1.0)),
    }[kind]
    value = QColor(colour)
    linear = [part**2.2 for part in (value.redF(), value.greenF(), value.blueF())]
    mixed = [sum(m * part for m, part in zip(row, linear, strict=True)) for row in matrix]
    return [min(max(part, 0), 1) ** (1 / 2.2) * 255 for part in mixed]


@pytest.mark.parametrize("kind", ["red", "green"])
def test_the_first_sides_are_told_apart_without_a_kind_of_cone(kind):
    first = [theme.SIDE_COLOURS[word] for word in ("blue", "orange", "green")]
    for one, other in combinations(first, 2):
        a, b = _as_seen(one, kind), _as_seen(other, kind)
        assert sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 > 40


def test_every_side_has_a_colour_and_a_notch_of_its_own():
    sides = {name: Side(id=name) for name in ("a", "b", "c")}
    sides["b"] = Side(id="b", colour="blue")
    looks = side_looks(Encounter(sides=sides))
    assert list(looks) == ["heroes", "foes", "a", "b", "c"]
    assert looks["b"].colour == theme.SIDE_COLOURS["blue"]
    assert len({look.colour for look in looks.values()}) == 5
    assert len({look.notch for look in looks.values()}) == 5


def test_every_trait_has_letters_and_every_known_kind_a_look():
    assert set(LETTERS) == set(TRAITS)
    assert len(set(LETTERS.values())) == len(TRAITS)
    assert set(GROUND) == set(KINDS)
    assert set(DARK.ground) == {*KINDS, "own"}
    assert set(DARK.traits) == set(TRAIT_PATTERNS)


def test_every_pattern_that_is_named_can_be_drawn(qapp):
    laid = (*TRAIT_PATTERNS.values(), SKY)
    named = {name for name, _ in laid} | {name for _, name in GROUND.values()}
    assert named <= set(PATTERNS)
    images = {name: tile(name, "#ffffff").toImage() for name in named}
    for one, other in combinations(sorted(named), 2):
        assert images[one] != images[other], (one, other)


def test_every_condition_has_a_picture_of_its_own(qapp):
    assert {*TIERED, *PLAIN, *BADGED, AT_MOST, IN_SLUDGE} <= set(CONDITION_ICONS)
    assert len(set(CONDITION_ICONS.values())) == len(CONDITION_ICONS)
    assert all(not theme.icon(name).isNull() for name in CONDITION_ICONS.values())


def test_the_gravest_of_a_family_shows_and_covers_all():
    words = ("minor hazard", "deadly hazard", "light cover", "heavy cover", "loud")
    shown = gravest(words)
    assert shown == ("light cover", "heavy cover", "deadly hazard", "loud")
    assert cover_grade(shown) == 3


def test_a_name_avoids_the_corner_where_somebody_stands():
    outline = outline_of(0, 0, 10, 8)
    corner, right, bottom, _ = corner_for(outline, "Nave", 1, frozenset())
    assert (corner, right, bottom) == ((0, 0), False, False)
    corner, right, bottom, _ = corner_for(outline, "Nave", 1, frozenset({Square(0, 0)}))
    assert (corner, right, bottom) == ((10, 0), True, False)
    busy = frozenset({Square(0, 0), Square(9, 1), Square(1, 7)})
    corner, right, bottom, _ = corner_for(outline, "Nave", 1, busy)
    assert (corner, right, bottom) == ((10, 8), True, True)


def test_a_name_in_a_bent_zone_lies_inside_it():
    outline = (Point(0, 0), Point(10, 0), Point(10, 10), Point(7, 10), Point(7, 3), Point(0, 3))
    corner, right, bottom, _ = corner_for(outline, "Nave", 0, frozenset())
    x = corner.x - 2 if right else corner.x
    y = corner.y - 1 if bottom else corner.y
    assert {Square(int(x), int(y)), Square(int(x) + 1, int(y))} <= squares_in(outline)


@pytest.fixture
def painted(monkeypatch):
    """Return what gives the tokens and names of a scene as they are painted, the lowest first."""

    def found(scene):
        order = []
        for kind in (TokenItem, ZoneName):
            monkeypatch.setattr(kind, "draw", lambda item, painter: order.append(item))
        image = QImage(900, 600, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        scene.render(painter)
        painter.end()
        return order

    return found


def test_a_name_is_never_under_a_token(qapp, painted):
    encounter = wharf()
    scene = BoardScene()
    scene.show_drawn(from_encounter(encounter, FLOOR))
    kinds = [type(item) for item in painted(scene)]
    names = kinds.count(ZoneName)
    assert 0 < names < len(kinds)
    assert kinds[-names:] == [ZoneName] * names
    taken = {token.look.centre for token in scene.tokens() if token.look.side_sq == 1}
    quay = scene.items_by_key["name", "quay"].look
    assert (1.5, 1.5) in taken
    assert quay.right


def test_initials_are_of_the_first_and_last_name():
    assert initials("Ilse Varn") == "IV"
    assert initials("pell") == "Pe"
    assert initials("Gangers C", "C") == "Ga"
    assert initials("") == "?"


def test_a_zone_without_an_outline_is_drawn_where_it_is_laid_out(qapp):
    board = Board(zones={"a": Zone(id="a"), "b": Zone(id="b")})
    scene = BoardScene()
    scene.show_drawn(from_encounter(Encounter(board=board), "ground"))
    assert {key[1] for key in scene.items_by_key if key[0] == "zone"} == {"a", "b"}


def test_icons_are_there_and_an_unknown_one_is_told(qapp):
    assert not theme.icon("door-open").pixmap(16, 16).toImage().isNull()
    with pytest.raises(KeyError):
        theme.icon("no such icon")


def test_a_rider_lies_on_its_mount_and_both_can_be_clicked(qapp, painted):
    profiles = {
        "m": Profile(id="m", size="large", imperium=ImperiumFigures(speed="fast")),
        "p": Profile(id="p", size="medium", imperium=ImperiumFigures(speed="normal")),
    }
    people = {
        "ilse": Fighter(id="ilse", profile="p", at=Square(4, 4), starts=Starts(riding="dray")),
        "dray": Fighter(id="dray", profile="m", at=Square(4, 4)),
    }
    here = Encounter(board=Board(size=(12, 12)), profiles=profiles, fighters=people)
    scene = BoardScene()
    scene.show_drawn(from_encounter(here, "ground"))
    assert [token.look.id for token in painted(scene)] == ["dray", "ilse"]
    tokens = {token.look.id: token for token in scene.tokens()}
    assert (tokens["dray"].centre, tokens["dray"].look.stack) == ((5, 5), (0, 1))
    saddle = tokens["ilse"].centre
    assert [ref.id for ref in under(scene, saddle, 0.1)] == ["ilse", "dray"]
    assert [ref.id for ref in under(scene, Point(5, 5.5), 0.1)] == ["dray"]


def test_the_mark_of_the_acting_one_hides_nobody():
    alone, above = stand("a", (4, 4), acting=True), stand("b", (4, 3))
    assert acting_pointer(alone) == (0, -1)
    assert acting_pointer(alone, above) == (1, 0)
    assert acting_pointer(alone, above, stand("c", (5, 4)), stand("d", (3, 4))) == (0, 1)


def stand(who, seat, **more):
    return Stand(
        id=who, name=who, letter="", side="heroes", level="ground", seat=Square(*seat),
        side_sq=1, **more,
    )  # fmt: skip


def acting_pointer(*stands):
    board = Board(size=(12, 12))
    drawn = Drawn(
        Encounter(board=board), Place.of(board), "ground", None, {each.id: each for each in stands}
    )
    looks = TokenLooks().of(drawn)["token"]
    return next(look.pointer for look in looks.values() if look.acting)
