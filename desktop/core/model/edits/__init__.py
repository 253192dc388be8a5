"""Every edit of an encounter, in one table that the window, scripts and the fight share."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from desktop.core.errors import EditError
from desktop.core.model.edits import (
    document,
    features,
    groups,
    levels,
    links,
    people,
    profiles,
    terrain,
    things,
    traits,
    walls,
    zones,
)
from desktop.core.model.edits.things import names_of
from desktop.core.model.encounter import Encounter
from desktop.core.model.plain import Hint, closest_words, value_of
from desktop.core.model.profile import Profile
from desktop.core.model.references import new_id

Arguments = Mapping[str, object]


@dataclass(frozen=True)
class EditSpec:
    """One edit: a pure function from an encounter and plain arguments to an encounter."""

    name: str
    function: Callable[..., Encounter]
    text: str
    """What undo calls it; `{zones}` is replaced by the names of what the argument names, and
    `{ids,id|the encounter}` by those of the first argument that names anything."""

    def says(self, encounter: Encounter, arguments: Arguments) -> str:
        """Return what undo calls it, as `Merge Dock and Alley`, before it is done."""
        said = arguments.get("says")
        if isinstance(said, str) and said:
            return said

        def name(match: re.Match[str]) -> str:
            keys, _, otherwise = match[1].partition("|")
            named = (_named(encounter, arguments.get(key)) for key in keys.split(","))
            return next(filter(None, named), otherwise)

        return " ".join(re.sub(r"\{([^}]*)\}", name, self.text).split())

    @cached_property
    def arguments(self) -> Mapping[str, Hint]:
        """The type of each argument, by its name."""
        hints = get_type_hints(self.function, include_extras=True)
        return {
            name: hints[name]
            for name in inspect.signature(self.function).parameters
            if name != "encounter"
        }

    @cached_property
    def needed(self) -> frozenset[str]:
        """The arguments that cannot be left out."""
        parameters = inspect.signature(self.function).parameters.values()
        return frozenset(
            each.name
            for each in parameters
            if each.default is inspect.Parameter.empty and each.name != "encounter"
        )


def _named(encounter: Encounter, value: object) -> str:
    if isinstance(value, str):
        return names_of(encounter, (value,)) if value else ""
    if isinstance(value, Profile):
        return value.name
    if isinstance(value, Mapping):
        if isinstance(name := value.get("name"), str):
            return name  # of a profile, as a file tells it
        value = tuple(value)
    if isinstance(value, (list, tuple)):
        ids = [
            each[1] if isinstance(each, (list, tuple)) and len(each) == 2 else each
            for each in value
        ]
        return names_of(encounter, [each for each in ids if isinstance(each, str)])
    return "" if value is None else str(value)


def together(
    encounter: Encounter, *, edits: tuple[tuple[str, Mapping[str, object]], ...], says: str = ""
) -> Encounter:
    """Do several edits as one step, all or none; `says` is what undo calls them."""
    return several(encounter, edits)


def _table(*specs: tuple[str, Callable[..., Encounter], str]) -> dict[str, EditSpec]:
    return {name: EditSpec(name, function, text) for name, function, text in specs}


EDITS: Mapping[str, EditSpec] = _table(
    ("together", together, "Several changes"),
    ("set_field", things.set_field, "Change {field} of {ids} {id}"),
    ("set_fields", things.set_fields, "Change {ids,id|the encounter}"),
    ("rename", things.rename, "Rename {id|the encounter}"),
    ("remove", things.remove, "Delete {things}"),
    ("reorder", things.reorder, "Move {id} in the order"),
    ("add_zone", zones.add_zone, "Draw {name|a zone}"),
    ("reshape_zones", zones.reshape_zones, "Reshape {outlines}"),
    ("resize_zone", zones.resize_zone, "Resize {zone}"),
    ("move_corner", zones.move_corner, "Move a corner"),
    ("insert_corner", zones.insert_corner, "Add a corner to {zone}"),
    ("remove_corner", zones.remove_corner, "Take a corner out of {zone}"),
    ("move_zones", zones.move_zones, "Move {zones}"),
    ("split_zone", zones.split_zone, "Split {zone}"),
    ("merge_zones", zones.merge_zones, "Merge {zones}"),
    ("set_traits", traits.set_traits, "Change the traits of {zones|the board}"),
    ("replace_traits", traits.replace_traits, "Change the traits of {zones|the board}"),
    ("step_traits", traits.step_traits, "Step {family} in {zones}"),
    ("add_trait", traits.add_trait, "Describe the trait {word}"),
    ("add_link", links.add_link, "Link {from_} {from} to {to}"),
    ("accept_links", links.accept_links, "Accept proposed links"),
    ("add_wall", walls.add_wall, "Build a wall"),
    ("wall_in", walls.wall_in, "Wall the board in"),
    ("move_wall", walls.move_wall, "Move a wall"),
    ("erase_walls", walls.erase_walls, "Take walls away"),
    ("add_door", walls.add_door, "Put in {name|a door}"),
    ("move_door", walls.move_door, "Move {door}"),
    ("paint", terrain.paint, "Paint {kind|nothing}"),
    ("fill", terrain.fill, "Fill with {kind|nothing}"),
    ("lay", terrain.lay, "Lay a {of}: {kind}"),
    ("lift", terrain.lift, "Take a {of} away"),
    ("add_ground_kind", terrain.add_ground_kind, "Describe {word}"),
    ("add_feature", features.add_feature, "Place {name|a feature}"),
    ("put_feature", features.put_feature, "Move {feature}"),
    ("move_features", features.move_features, "Move {features}"),
    ("connect", features.connect, "Connect {panel} and {thing}"),
    ("add_fighter", people.add_fighter, "Bring in {name} {copy,profile|a fighter}"),
    ("add_group", people.add_group, "Bring in {count} {copy,profile|fighters}"),
    ("put_people", people.put_people, "Put {people} elsewhere"),
    ("put_each", people.put_each, "Move {places}"),
    ("move_people", people.move_people, "Move {people}"),
    ("duplicate_people", people.duplicate_people, "Duplicate {people}"),
    ("group_people", groups.group_people, "Group {fighters}"),
    ("ungroup", groups.ungroup, "Ungroup {group}"),
    ("set_count", groups.set_count, "Make {group} {count}"),
    ("bring_in", profiles.bring_in, "Bring in from a roster"),
    ("add_profile", profiles.add_profile, "Add the profile {name}"),
    ("copy_profile", profiles.copy_profile, "Copy the profile {profile}"),
    ("set_profile", profiles.set_profile, "Change the profile {id}"),
    ("add_side", document.add_side, "Add the side {name}"),
    ("add_clock", document.add_clock, "Add the clock {name}"),
    ("add_cue", document.add_cue, "Add the cue {name}"),
    ("mute", document.mute, "Mute {issue} {at}"),
    ("unmute", document.unmute, "Hear {issue} {at} again"),
    ("set_table", document.set_table, "Fill in the table {name}"),
    ("add_level", levels.add_level, "Add {name|a level}"),
    ("set_background", levels.set_background, "Change the picture of {level}"),
    ("resize_board", levels.resize_board, "Resize the board"),
    ("set_size", levels.set_size, "Resize the board"),
)
"""Every edit by its name."""


def apply(encounter: Encounter, name: str, /, **arguments: object) -> Encounter:
    """Return an encounter with an edit done; the one given is untouched.

    Arguments are plain values or the model's own; `from` may be written for `from_`. Raises
    EditError, with a sentence, for arguments that do not fit and for what would leave no valid
    board.
    """
    return _applied(encounter, name, arguments)


def _applied(encounter: Encounter, name: str, arguments: Arguments) -> Encounter:
    spec = EDITS.get(name)
    if spec is None:
        raise EditError(f"There is no edit called {name}.{closest_words(name, EDITS)}")
    values: dict[str, Any] = {}
    for given, value in arguments.items():
        key = given if given in spec.arguments else f"{given}_"
        if key not in spec.arguments:
            hint = closest_words(given, spec.arguments)
            known = ", ".join(spec.arguments)
            raise EditError(f"The edit {name} takes no {given}; it takes {known}.{hint}")
        values[key] = value_of(spec.arguments[key], value, given)
    missing = sorted(spec.needed - values.keys())
    if missing:
        raise EditError(f"The edit {name} needs {', '.join(missing).replace('from_', 'from')}.")
    return spec.function(encounter, **values)


def several(encounter: Encounter, edits: Iterable[tuple[str, Arguments]]) -> Encounter:
    """Return an encounter with several edits done, one after the other; all or none."""
    for name, arguments in edits:
        encounter = _applied(encounter, name, arguments)
    return encounter


__all__ = ["EDITS", "EditSpec", "apply", "new_id", "several"]
