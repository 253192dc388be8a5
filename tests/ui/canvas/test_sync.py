"""After any change the canvas is what a new one would be, and only what changed was touched."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from desktop.core import play
from desktop.core.model.board import Level, Piece, Trait, Wall, Zone
from desktop.core.model.encounter import Member, Starts
from desktop.core.model.geometry import outline_of
from desktop.core.model.words import TRAITS, Point, Square
from desktop.core.rules.actions import Begin, Decree
from desktop.core.rules.events import Condition, ConditionSet, MarkSet, WoundsSet
from desktop.core.rules.fold import fold
from desktop.ui.canvas.drawn import from_encounter, from_state
from desktop.ui.canvas.scene import MAKERS, BoardScene
from desktop.ui.canvas.standing import Standing
from desktop.ui.canvas.sync import CanvasSync
from desktop.ui.session import Ref, Session
from tests.helpers.any_edit import dock, drawn_edit, tried
from tests.helpers.build import encounter, fighter, row
from tests.ui.canvas.wharf import FLOOR, GANTRY, wharf

NUMBER = st.integers(0, 30)


def with_board(encounter, **changes):
    return replace(encounter, board=replace(encounter.board, **changes))


def move_fighter(encounter, a, b):
    keys = list(encounter.fighters)
    who = encounter.fighters[keys[a % len(keys)]]
    moved = replace(who, at=Square(b, a % 20) if b % 3 else "sump", level=FLOOR)
    return replace(encounter, fighters={**encounter.fighters, who.id: moved})


def drop_fighter(encounter, a, b):
    if len(encounter.fighters) < 3:
        return encounter
    gone = list(encounter.fighters)[a % len(encounter.fighters)]
    kept = {key: each for key, each in encounter.fighters.items() if key != gone}
    return replace(encounter, fighters=kept)


def change_group(encounter, a, b):
    group = encounter.groups["loaders"]
    count = 1 + a % 7
    members = {"A": Member(at=Square(b, 3), level=FLOOR)} if b % 2 else {}
    changed = replace(group, count=count, members=members)
    return replace(encounter, groups={"loaders": changed})


def change_zone(encounter, a, b):
    zones = encounter.board.zones
    zone = zones[list(zones)[a % len(zones)]]
    words = (TRAITS[b % len(TRAITS)], TRAITS[a % len(TRAITS)])
    changed = replace(
        zone, name=f"Zone {b}", traits=tuple(Trait(word) for word in dict.fromkeys(words)),
        hidden=bool(b % 2), exit=bool(a % 2),
    )  # fmt: skip
    return with_board(encounter, zones={**zones, zone.id: changed})


def shift_zone(encounter, a, b):
    zones = encounter.board.zones
    zone = zones[list(zones)[a % len(zones)]]
    moved = replace(zone, outline=outline_of(b, a % 12, 3 + a % 5, 3 + b % 4))
    return with_board(encounter, zones={**zones, zone.id: moved})


def add_zone(encounter, a, b):
    zone = Zone(id=f"new {a}", level=GANTRY if b % 2 else FLOOR, outline=outline_of(a, b, 2, 2))
    return with_board(encounter, zones={**encounter.board.zones, zone.id: zone})


def drop_link(encounter, a, b):
    links = encounter.board.links
    if not links:
        return encounter
    gone = list(links)[a % len(links)]
    return with_board(encounter, links={key: links[key] for key in links if key != gone})


def paint(encounter, a, b):
    squares = encounter.board.squares
    words = ("water", "wall", "rubble", "difficult")
    new = {Square(a + x, b % 20): words[(a + x) % 4] for x in range(3)}
    return with_board(encounter, squares={**squares, FLOOR: {**squares[FLOOR], **new}})


def wipe(encounter, a, b):
    squares = encounter.board.squares
    left = {at: word for at, word in squares[FLOOR].items() if (at.x + a) % 3 and at.y != b}
    return with_board(encounter, squares={**squares, FLOOR: left})


def cloud(encounter, a, b):
    piece = Piece(kind="light cloud", level=FLOOR, squares=(Square(a, b % 20), Square(a + 1, 3)))
    return with_board(encounter, clouds=(*encounter.board.clouds[:2], piece))


def wall(encounter, a, b):
    new = Wall(level=FLOOR, along=(Point(a, b % 20), Point(a + 3, b % 20)), breakable=bool(a % 2))
    return with_board(encounter, walls=(*encounter.board.walls[:5], new))


def door(encounter, a, b):
    doors = encounter.board.doors
    key = list(doors)[a % len(doors)]
    state = ("open", "closed", "locked", "broken")[b % 4]
    return with_board(encounter, doors={**doors, key: replace(doors[key], state=state)})


def weather(encounter, a, b):
    return with_board(encounter, traits=(Trait(TRAITS[a % len(TRAITS)]),) if b % 3 else ())


def resize(encounter, a, b):
    return with_board(encounter, size=(38 + a % 5, 22 + b % 3))


def raise_level(encounter, a, b):
    levels = encounter.board.levels
    return with_board(encounter, levels={**levels, GANTRY: Level(id=GANTRY, height=a - 15)})


CHANGES = (
    move_fighter, drop_fighter, change_group, change_zone, shift_zone, add_zone, drop_link, paint,
    wipe, cloud, wall, door, weather, resize, raise_level,
)  # fmt: skip


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(CHANGES), NUMBER, NUMBER, st.booleans()), max_size=8))
def test_after_any_edits_the_items_are_those_of_a_new_canvas(qapp, steps):
    session = Session(wharf())
    scene = BoardScene()
    CanvasSync(session, scene, scene)
    for change, a, b, back in steps:
        session.replace("an edit", change(session.encounter, a, b))
        if back:
            session.undo()
        if a % 5 == 0:
            session.show_level(GANTRY if b % 2 else FLOOR)
        fresh = BoardScene()
        fresh.show_drawn(from_encounter(session.encounter, session.level))
        assert scene.looks() == fresh.looks()
        assert stacked(scene) == stacked(fresh)


@pytest.mark.parametrize("seed", range(3))
def test_a_canvas_that_followed_an_evening_of_edits_is_as_one_that_sees_the_last_alone(qapp, seed):
    chance = Random(seed)
    session = Session(dock())
    scene = BoardScene()
    CanvasSync(session, scene, scene)
    for _ in range(40):
        after, _ = tried(session.encounter, *drawn_edit(chance, session.encounter))
        if after is None or chance.random() < 0.2:
            session.undo()
        else:
            session.replace("an edit", after)
        if chance.random() < 0.2:
            session.show_level(chance.choice(list(session.encounter.board.levels)))
        fresh = BoardScene()
        fresh.show_drawn(from_encounter(session.encounter, session.level))
        assert scene.looks() == fresh.looks()
        assert order_of(scene) == order_of(fresh)
        assert stacked(scene) == stacked(fresh)


def order_of(scene):
    return {layer: [id_ for id_, _ in scene.of_layer(layer)] for layer in MAKERS}


def stacked(scene):
    """Return what lies over what in each layer, the lowest first."""
    return {layer: [*coat.ids(layer)] for coat in scene.coats for layer in MAKERS if layer in coat}


def test_what_comes_back_lies_again_under_what_lay_over_it(canvas):
    session, scene = canvas.session, canvas.scene
    before = stacked(scene)
    for zone in list(session.encounter.board.zones)[:2]:
        session.edit("remove", things=(("zone", zone),))
    session.undo()
    session.undo()
    assert stacked(scene) == before
    assert len(before["zone"]) > 2
    session.edit("reorder", kind="zone", id=before["zone"][0], to=2)
    assert stacked(scene)["zone"] == [before["zone"][1], before["zone"][2], before["zone"][0],
                                      *before["zone"][3:]]  # fmt: skip


def test_an_edit_leaves_every_other_item_alone(canvas):
    scene, session = canvas.scene, canvas.session
    items = dict(scene.items_by_key)
    looks = {key: item.look for key, item in items.items()}
    session.replace("rename", change_zone(session.encounter, 5, 4))
    assert scene.items_by_key == items
    other = [key for key, item in items.items() if item.look is not looks[key]]
    assert set(other) <= {("zone", "mist"), ("frame", "mist"), ("name", "mist")}
    assert scene.items_by_key["name", "mist"].look.text == "Zone 4"


def test_a_painted_square_paints_little(canvas):
    # The first change after a scene was filled paints all of it, once.
    canvas.session.replace("paint", paint(canvas.session.encounter, 20, 3))
    QApplication.processEvents()
    painted = []
    view = canvas.view
    original = view.paintEvent
    view.paintEvent = lambda event: (painted.append(event.region()), original(event))
    canvas.session.replace("paint", paint(canvas.session.encounter, 5, 5))
    QApplication.processEvents()
    area = sum(r.width() * r.height() for region in painted for r in region)
    assert 0 < area < 15 * view.px_per_square**2


def test_what_is_hidden_in_the_view_has_no_item(canvas):
    session = canvas.session
    session.shown.hidden_kinds |= {"token", "square"}
    session.view_changed.emit()
    assert canvas.scene.tokens() == []
    assert canvas.scene.squares.sheets[0].words == {}
    session.shown.hidden_kinds.clear()
    session.view_changed.emit()
    assert canvas.scene.tokens() != []


def test_a_level_shows_the_one_below_it_faintly(canvas):
    canvas.session.show_level(GANTRY)
    items = canvas.scene.items_by_key
    assert items["below zone", "quay"].faint < 0.7
    assert items["zone", "catwalk"].faint == 1
    assert ("zone", "quay") not in items
    canvas.session.shown.hidden_levels.add(FLOOR)
    canvas.session.view_changed.emit()
    assert ("below zone", "quay") not in canvas.scene.items_by_key


# Who stands where


def test_a_fight_begins_where_the_document_shows_everyone(qapp):
    encounter = wharf()
    shown = Standing().before(encounter)
    state = play.begin(encounter, Begin()).state
    assert {who: (stand.level, stand.seat) for who, stand in shown.items()} == {
        who: (now.level, now.seat) for who, now in state.fighters.items()
    }


def test_a_token_shows_cover_straps_charge_and_corruption_beside_its_conditions(qapp):
    begun = play.begin(wharf(), Begin())
    who = next(iter(begun.state.fighters))
    marks = tuple(
        MarkSet(subject=who, name=name, value=value)
        for name, value in (("corruption", 2), ("in cover", "light cover"), ("aimed", True))
    )
    state = begun.take(Decree(facts=marks), play.SeededTable(1)).state
    has = tuple(state.fighters[who].conditions)
    assert Standing().during(state)[who].conditions == (*has, "in cover", "corruption")


def test_nobody_placed_by_zone_shares_a_square(qapp):
    stands = Standing().before(wharf())
    loaders = [stand.seat for who, stand in stands.items() if who in ("guard", "guard 2")]
    assert len(set(loaders)) == 2


def test_standing_keeps_its_answer_while_nothing_changed_for_it(qapp):
    encounter, standing = wharf(), Standing()
    first = standing.before(encounter)
    assert standing.before(with_board(encounter, traits=())) is first
    moved = standing.before(move_fighter(encounter, 0, 1))
    assert moved is not first
    assert moved["pell"] is first["pell"]


# The fight's board


def test_in_a_fight_the_tokens_are_those_of_its_state(qapp):
    encounter = wharf()
    state = play.begin(encounter, Begin()).state
    state = fold(state, WoundsSet(who="pell", total=6))
    state = fold(state, ConditionSet(who="pell", condition="prone", now=Condition()))
    scene = BoardScene()
    scene.show_drawn(from_state(state, FLOOR))
    look = scene.items_by_key["token", "pell"].look
    assert (look.wounded, look.conditions) == (0.5, ("prone",))
    fresh = BoardScene()
    fresh.show_drawn(from_encounter(encounter, FLOOR))
    assert scene.looks().keys() == fresh.looks().keys()


@pytest.mark.parametrize(
    ("who", "letter"), [("guard", "A"), ("guard 2", "B"), ("loaders/C", "C"), ("pell", "")]
)
def test_twins_have_letters_and_groups_their_own(qapp, who, letter):
    scene = BoardScene()
    scene.show_drawn(from_encounter(wharf(), FLOOR))
    looks = {key[1]: item.look for key, item in scene.items_by_key.items() if key[0] == "token"}
    assert looks[who].letter == letter


def test_a_twin_off_the_board_keeps_its_letter(qapp):
    encounter = wharf()
    guard = replace(encounter.fighters["guard"], starts=Starts(off="reserve"))
    encounter = replace(encounter, fighters={**encounter.fighters, "guard": guard})
    scene = BoardScene()
    scene.show_drawn(from_encounter(encounter, FLOOR))
    assert ("token", "guard") not in scene.items_by_key
    assert scene.items_by_key["token", "guard 2"].look.letter == "B"


def test_whoever_is_off_the_board_gives_a_letter_to_its_twin_there(qapp):
    here = encounter(row("a"), fighter("bo", at="a"), fighter("ada", starts={"off": "reserve"}))
    session, scene = Session(here), BoardScene()
    CanvasSync(session, scene, scene)
    session.edit("rename", kind="fighter", id="ada", name="bo")
    assert scene.items_by_key["token", "bo"].look.letter == "A"
    session.undo()
    assert scene.items_by_key["token", "bo"].look.letter == ""


def test_a_way_that_nobody_sees_through_says_so_where_it_is_drawn(canvas):
    links = {
        key: item.look.text for key, item in canvas.scene.items_by_key.items() if key[0] == "link"
    }
    ids = [key[1] for key in links]
    canvas.session.edit("set_fields", kind="link", ids=ids, values={"blocks_sight": True})
    assert canvas.scene.items_by_key["link", "quay-yard"].look.text == "no sight"
    for key, text in links.items():
        look = canvas.scene.items_by_key[key].look
        told = [] if look.kind == "sight" or not look.has_sign else ["no sight"]
        assert look.text == ", ".join([*filter(None, [text]), *told])


def test_the_line_around_a_selected_way_takes_in_what_is_written_beside_its_sign(canvas):
    ref = Ref("link", "quay-yard")

    def wide_px(zoom):
        canvas.view.zoom_to(zoom)
        return canvas.scene.outline_of(ref).toSubpathPolygons()[-1].boundingRect().width() * zoom

    plain = wide_px(2)
    canvas.session.edit("set_fields", kind="link", ids=[ref.id], values={"blocks_sight": True})
    assert wide_px(2) > plain + 20
    assert wide_px(3) == pytest.approx(wide_px(2), abs=1), "the sign keeps its size"
