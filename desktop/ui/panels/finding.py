"""What Ctrl+K makes of a text: names to jump to, verbs to do, a line that places people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, TypeVar

from desktop.core.model.encounter import Encounter, people
from desktop.core.model.profile import Profile
from desktop.core.model.words import TRAITS, ProfileId, ZoneId
from desktop.core.rules.labels import label_of as label_in_fight
from desktop.ui.menus import front
from desktop.ui.menus.naming import label_of, told_apart
from desktop.ui.menus.offers import gm_offers, offers_of
from desktop.ui.menus.verb import Context, Verb, needs_build
from desktop.ui.panels.card_lines import PLAIN, TIERED
from desktop.ui.panels.finding_effects import ADDS, HAPPENS, effects_found, verbs_found
from desktop.ui.panels.finding_order import order_found
from desktop.ui.panels.finding_parts import Part, fields_found, toggles_found, unseen_found
from desktop.ui.session import Kind, Ref, Session

T = TypeVar("T")

CONDITIONS = tuple(sorted((*TIERED, *PLAIN)))
MOST_SHOWN = 12
WISHED = 0.97
"""What an action, a trait or a condition counts beside a name."""
NOBODY_NAMED = 0.8
"""What `place` alone counts for each that could be placed: whatever else is meant goes first."""
MOST_AT_ONCE = 200
"""As many as a group holds."""

PLACING = re.compile(
    r"^(?:(?P<before>\d+)\s*[x×*]?\s+)?(?P<who>[^@]+?)(?:\s*[x×*]\s*(?P<after>\d+))?"
    r"(?:\s*@\s*(?P<where>.*))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Placing:
    """A line like `ganger x6 @dock`, understood."""

    profile: ProfileId
    name: str
    count: int
    zone: ZoneId | None
    zone_name: str = ""
    from_stock: bool = False

    @property
    def says(self) -> str:
        """What Enter would do."""
        who = self.name if self.count == 1 else f"{self.count} × {self.name}, as a group"
        where = f"in {self.zone_name}" if self.zone else "where their side starts"
        return f"Place {who} {where}"

    @property
    def whose(self) -> str:
        """Where its profile comes from."""
        return "from the stock" if self.from_stock else "of this encounter"


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the list."""

    kind: Literal["thing", "verb", "placing", "wish"]
    text: str
    beside: str
    """What stands small beside it: the kind of thing, or the keys of a verb."""
    key: str
    """What it is remembered by."""
    ref: Ref | None = None
    verb: Verb | None = None
    placing: Placing | None = None
    profile: ProfileId | None = None
    wish: tuple[str, str] = ("", "")
    """What the window is asked for, and about what: an action, a trait, a condition."""
    why_not: str = ""


def score(wanted: str, text: str) -> float:
    """Return how well a text fits what was typed; 0 for not at all, 1 for the same.

    Every letter typed must come in the text in its order; whole words and beginnings count most.
    """
    wanted, text = wanted.casefold().strip(), text.casefold()
    if not wanted or not text:
        return 0
    if wanted == text:
        return 1
    share = len(wanted) / len(text)
    if text.startswith(wanted):
        return 0.9 + 0.09 * share
    if re.search(rf"\b{re.escape(wanted)}", text):
        return 0.8 + 0.09 * share
    if wanted in text:
        return 0.65 + 0.09 * share
    parts = wanted.split()
    if len(parts) > 1 and all(re.search(rf"\b{re.escape(part)}", text) for part in parts):
        return 0.6 + 0.04 * share
    return 0.5 * _in_order(wanted.replace(" ", ""), text)


def _in_order(letters: str, text: str) -> float:
    """Return how closely letters stand together in a text, 0 where one is missing."""
    place = -1
    gaps = 0
    starts = 0
    for letter in letters:
        at = text.find(letter, place + 1)
        if at < 0:
            return 0
        if at == 0 or not text[at - 1].isalnum():
            starts += 1
        elif place >= 0:
            gaps += at - place - 1
        place = at
    if gaps > 2 * len(letters):
        return 0
    return min(0.99, (1 + starts) / (1 + len(letters) + gaps))


def best(wanted: str, choices: Iterable[tuple[T, Sequence[str]]]) -> T | None:
    """Return the choice whose names fit best; the first of equals, None where none does.

    Where no name holds the letters in their order, a slip of the hand is allowed for.
    """
    listed = [(choice, [name for name in names if name]) for choice, names in choices]
    for fits, least in ((score, 0.3), (_nearness, 0.7)):
        marks = [max((fits(wanted, name) for name in names), default=0.0) for _, names in listed]
        if marks and max(marks) > least:
            return listed[marks.index(max(marks))][0]
    return None


def _nearness(wanted: str, name: str) -> float:
    return SequenceMatcher(None, wanted.casefold().strip(), name.casefold()).ratio()


def placing(
    text: str, encounter: Encounter, stock: Mapping[ProfileId, Profile]
) -> Placing | str | None:
    """Return what a line would place; a sentence where it names nobody or nowhere.

    None: the line is no placing, for it has neither a number nor an `@`.
    """
    match = PLACING.match(text.strip())
    if match is None:
        return None
    number = match["after"] or match["before"]
    if number is None and match["where"] is None:
        return None
    count = int(number) if number else 1
    if not 1 <= count <= MOST_AT_ONCE:
        return f"Between 1 and {MOST_AT_ONCE} can be placed at once."
    profile, from_stock = _profile(match["who"], encounter, stock)
    if profile is None:
        return f"No profile is called anything like “{match['who'].strip()}”."
    where = (match["where"] or "").strip()
    zone = best(where, _zone_names(encounter)) if where else None
    if where and zone is None:
        return f"No zone is called anything like “{where}”."
    return Placing(
        profile.id, profile.label, count, zone,
        encounter.board.zones[zone].label if zone else "", from_stock,
    )  # fmt: skip


def _profile(
    text: str, encounter: Encounter, stock: Mapping[ProfileId, Profile]
) -> tuple[Profile | None, bool]:
    wanted = text.strip()
    for profiles, from_stock in ((encounter.profiles, False), (stock, True)):
        names = [(profile, _names_of(profile)) for profile in profiles.values()]
        if (found := best(wanted, names)) is not None:
            return found, from_stock
    return None, False


def _names_of(profile: Profile) -> tuple[str, ...]:
    """Return what a profile may be called, its plural too."""
    names = [profile.name, profile.id]
    return tuple(form for name in names if name for form in (name, f"{name}s"))


def _zone_names(encounter: Encounter) -> Iterator[tuple[ZoneId, Sequence[str]]]:
    for zone in encounter.board.zones.values():
        yield zone.id, (zone.name, zone.id, zone.seen_as)


KIND_WORDS: dict[Kind, str] = {
    "level": "level", "zone": "zone", "link": "link", "wall": "wall", "door": "door",
    "feature": "feature", "fighter": "fighter", "group": "group", "picture": "picture",
    "piece": "piece",
}  # fmt: skip


def things(encounter: Encounter) -> Iterator[tuple[Ref, str, Sequence[str]]]:
    """Yield everything that has a name, with the name shown and the others it is found by."""
    board = encounter.board
    for zone in board.zones.values():
        yield Ref("zone", zone.id), zone.label, (zone.id, zone.seen_as, *zone.tags)
    for fighter in encounter.fighters.values():
        ref = Ref("fighter", fighter.id)
        yield ref, told_apart(encounter, ref), (fighter.id, fighter.seen_as)
    for group in encounter.groups.values():
        yield Ref("group", group.id), group.label, (group.id, group.seen_as)
    for person in people(encounter):
        if person.group is not None:
            yield Ref("fighter", person.id), person.name, (person.id,)
    for feature in board.features.values():
        yield Ref("feature", feature.id), feature.label, (feature.id, feature.kind)
    for door in board.doors.values():
        yield Ref("door", door.id), door.label, (door.id, door.kind)
    for link in board.links.values():
        ref = Ref("link", link.id)
        yield ref, label_of(encounter, ref), (link.id, link.kind)
    for level in board.levels.values():
        yield Ref("level", level.id), level.label, (level.id,)


def find(
    text: str,
    context: Context,
    verbs: Iterable[Verb],
    recent: Sequence[str] = (),
    files: Iterable[Part] = (),
) -> list[Found]:
    """Return what a text may mean, the likeliest first; of an empty one, what was used last."""
    wanted = text.strip()
    offered: list[tuple[float, int, Found]] = []
    for found, names in _candidates(context, verbs, files):
        if wanted:
            fits = max(score(wanted, name) * (1 if at == 0 else 0.95) for at, name in names)
        else:
            fits = 0.01
        if fits <= 0:
            continue
        again = recent.index(found.key) if found.key in recent else len(recent)
        if not wanted and found.key not in recent and found.kind != "verb":
            continue
        if found.key in recent:
            fits += 0.06
        if found.why_not:
            fits *= 0.7
        if found.kind in ("wish", "placing"):
            fits *= WISHED  # names go first
        if found.kind == "placing" and "place".startswith(wanted.casefold()):
            fits *= NOBODY_NAMED
        offered.append((-fits, again, found))
    offered.sort(key=lambda line: line[:2])
    lines = [found for _, _, found in offered[:MOST_SHOWN]]
    return [*_placings(wanted, context), *lines]


def _placings(text: str, context: Context) -> list[Found]:
    session = context.session
    if session is None or not text:
        return []
    line = placing(text, session.front, session.stock)
    if line is None:
        return []
    if isinstance(line, str):
        return [Found("placing", line, "", "", why_not=line)]
    return [Found("placing", line.says, line.whose, "", placing=line)]


def _candidates(
    context: Context, verbs: Iterable[Verb], files: Iterable[Part]
) -> Iterator[tuple[Found, list[tuple[int, str]]]]:
    for verb in verbs:
        if verb.found:
            label = verb.label(context)
            found = Found(
                "verb", label, verb.keys[0] if verb.keys else "", f"verb:{verb.id}",
                verb=verb, why_not=verb.why_not(context),
            )  # fmt: skip
            yield found, [(0, label), (1, verb.words), (1, verb.text)]
    yield from map(_of_part, files)
    if context.session is None:
        return
    yield from map(_of_part, _parts(context, context.session))
    yield from _wishes(context, context.session)
    for ref, name, others in things(context.session.front):
        found = Found("thing", name, KIND_WORDS[ref.kind], f"{ref.kind}:{ref.id}", ref=ref)
        yield found, [(0, name), *((1, other) for other in others)]
    known = context.session.front.profiles
    for profile in known.values():
        found = Found(
            "thing", profile.label, "profile", f"profile:{profile.id}", profile=profile.id
        )
        yield found, [(0, profile.label), (1, profile.id)]
    for profile in {**context.session.stock, **known}.values():
        one = Placing(profile.id, profile.label, 1, None, from_stock=profile.id not in known)
        key = f"place:{profile.id}"
        found = Found("placing", f"Place {profile.label}", one.whose, key, placing=one)
        yield found, [(0, found.text), (1, profile.label)]


def _parts(context: Context, session: Session) -> Iterator[Part]:
    fight = front.fight_of(session)
    if fight is not None:
        yield from order_found(fight.state, session.selected("fighter"))
    yield from fields_found(context)
    yield from unseen_found(context, session.front)
    yield from toggles_found(session)


def _of_part(part: Part) -> tuple[Found, list[tuple[int, str]]]:
    key = ":".join(part.wish)
    found = Found("wish", part.text, part.beside, key, wish=part.wish, why_not=part.why_not)
    return found, [(0, part.text), (1, part.words)]


def _wishes(context: Context, session: Session) -> Iterator[tuple[Found, list[tuple[int, str]]]]:
    """Yield every action of whoever acts, every condition, every trait and every effect."""
    fight = front.fight_of(session)
    if fight is not None and fight.state.actor is not None:
        whose = label_in_fight(fight.state, fight.state.actor)
        for offer in offers_of(fight, fight.state.actor):
            why = " ".join(str(refusal) for refusal in offer.refusals)
            beside = f"{whose}, {offer.cost}" if offer.cost else whose
            wish = ("act.offer", offer.key)
            found = Found("wish", offer.says, beside, f"offer:{offer.key}", wish=wish, why_not=why)
            yield found, [(0, offer.says), (1, f"action {offer.key}")]
    if fight is not None:
        for offer in gm_offers(fight):
            wish = ("act.offer", offer.key)
            found = Found("wish", offer.says, "the GM", f"offer:{offer.key}", wish=wish)
            yield found, [(0, offer.says), (1, f"action {offer.key}")]
        for word in CONDITIONS:
            wish = ("condition.step", word)
            text = f"{word[:1].upper()}{word[1:]}"
            yield Found("wish", text, "condition", f"condition:{word}", wish=wish), [(0, word)]
    if not needs_build(context):
        zones = session.selected("zone")
        where = "the selected zones" if zones else "the board: weather"
        for word in (*TRAITS, *session.front.traits):
            wish = ("trait.lay", word)
            text = f"Add {word}"
            found = Found("wish", text, where, f"trait:{word}", wish=wish)
            yield found, [(0, word), (1, text), (1, f"trait {word}")]
    yield from _effects(context, session)


def _effects(context: Context, session: Session) -> Iterator[tuple[Found, list[tuple[int, str]]]]:
    fights = front.fight_of(session) is not None
    for text, beside, feature, occasion in effects_found(session, fights=fights):
        key = f"effect:{feature}:{occasion}"
        if fights:
            found = Found("wish", text, beside, key, wish=(HAPPENS, f"{occasion} {feature}"))
        else:
            found = Found("thing", text, beside, key, ref=Ref("feature", feature))
        yield found, [(1, text), (1, f"effect {text}")]
    if not needs_build(context):
        for text, beside, kind in verbs_found(session):
            found = Found("wish", text, beside, f"verb of effect:{kind}", wish=(ADDS, kind))
            yield found, [(0, text), (1, f"effect {text}")]
