"""The JSON Schema of scripts, and the tables of the help page on them, made from the actions.

`python -m desktop.core.script_schema` writes both anew; a test says when they are not current.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, cast, get_args, get_origin

from desktop.core import script
from desktop.core.model.edits import EDITS
from desktop.core.model.plain import hints_of
from desktop.core.model.words import Point, Square
from desktop.core.rules import events
from desktop.core.rules.actions import Action
from desktop.core.store.docs import fields_of, first_line
from desktop.core.store.places import resources
from desktop.core.store.schema import DRAFT

Schema = dict[str, Any]
ANSWERS: Schema = {
    "description": "Dice faces and choices, in the order asked or by key.",
    "type": ["array", "object", "integer", "string", "boolean"],
}
WORDS: Schema = {
    "description": "The GM's word on tallies, parts and discretions, by key.",
    "type": "object",
}
COUNT: Schema = {"type": "integer", "minimum": 1}
FACTS = cast("tuple[type, ...]", get_args(events.Event))
RECORDS = (events.Entry, events.Condition)
"""What facts and actions hold that a script may say, beside the words of a file."""
BEGIN, END = "<!-- made: {} -->", "<!-- end: {} -->"


def schema() -> Schema:
    """Return the JSON Schema of a script."""
    beside = {"answers": ANSWERS, "words": WORDS}
    moves = [
        {
            "type": "object",
            "properties": {name: COUNT, **beside},
            "required": [name],
            "additionalProperties": False,
        }
        for name in script.MOVES
    ]
    beside["again"] = {**COUNT, "description": "A step already taken, which this one replaces."}
    acts = [_action(name, kind, beside) for name, kind in sorted(script.actions().items())]
    return {
        "$schema": DRAFT,
        "title": "A script of a fight",
        "type": "object",
        "properties": {
            "format": {"const": 1},
            "seed": {"type": "integer", "description": "Rolls what the script does not answer."},
            "steps": {"type": "array", "items": {"anyOf": [*moves, *acts]}},
        },
        "required": ["steps"],
        "additionalProperties": False,
        "$defs": {
            **{kind.__name__: _record(kind) for kind in RECORDS},
            **{kind.__name__: _record(kind, event=kind.__name__) for kind in FACTS},
        },
    }


def _action(name: str, kind: type[Action], beside: Mapping[str, Schema]) -> Schema:
    notes = fields_of(cast(Any, kind))
    hints: Mapping[str, Any] = hints_of(cast(Any, kind))
    properties: Schema = {"do": {"const": name}}
    for item in fields(kind):
        properties[item.name] = _said(hints[item.name], item, notes)
    needed = ["do", *(item.name for item in fields(kind) if script.is_needed(item))]
    return {
        "description": first_line(kind), "type": "object",
        "properties": {**properties, **beside}, "required": needed, "additionalProperties": False,
    }  # fmt: skip


def _record(kind: type, **tag: str) -> Schema:
    """Return what stands for a fact, which names its `event`, or for a thing that one holds."""
    hints, notes = hints_of(kind), fields_of(kind)
    properties: Schema = {name: {"const": said} for name, said in tag.items()}
    for item in fields(kind):
        properties[item.name] = _said(hints[item.name], item, notes)
    needed = [*tag, *(item.name for item in fields(kind) if script.is_needed(item))]
    return {
        "description": first_line(kind), "type": "object", "properties": properties,
        "required": needed, "additionalProperties": False,
    }  # fmt: skip


def _said(hint: Any, item: Field[Any], notes: Mapping[str, str]) -> Schema:
    """Return what stands for a field; one that must be said may be `null` where it may be None."""
    typed = _typed(hint)
    if script.is_needed(item) and NoneType in get_args(hint):
        typed = {"anyOf": [*typed.get("anyOf", [typed]), {"type": "null"}]}
    return {**typed, "description": notes[item.name]} if notes.get(item.name) else typed


def _typed(hint: Any) -> Schema:
    """Return what stands for a type, as exactly as is of use to who writes a script."""
    if isinstance(hint, NewType):
        hint = hint.__supertype__
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _typed(inside[0])
    if origin is Literal:
        return {"enum": list(inside)}
    if origin in (Union, UnionType):
        kinds = [_typed(each) for each in inside if each is not NoneType]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if hint in (Square, Point):
        return {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    if origin is tuple:
        is_list = len(inside) == 2 and inside[1] is Ellipsis
        return {"type": "array", "items": _typed(inside[0])} if is_list else {"type": "array"}
    if hint in RECORDS or hint in FACTS:
        return {"$ref": f"#/$defs/{hint.__name__}"}
    names = {str: "string", bool: "boolean", int: "integer", float: "number"}
    return {"type": names[hint]} if hint in names else {"type": "object"}


def schema_text() -> str:
    """Return the schema as its file holds it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def schema_path() -> Path:
    """Return where the published schema is."""
    return resources() / "schema" / "script.schema.json"


def page_path() -> Path:
    """Return where the help page on scripts is."""
    return resources() / "help" / "scripts.md"


def page_text(page: str) -> str:
    """Return the help page with its tables as they should be."""
    for name, lines in (("actions", _actions()), ("facts", _facts()), ("edits", _edits())):
        begin, end = BEGIN.format(name), END.format(name)
        head, _, rest = page.partition(begin)
        _, _, tail = rest.partition(end)
        page = head + begin + "\n" + "\n".join(lines) + "\n" + end + tail
    return page


def _actions() -> Iterator[str]:
    yield "| `do:` | What it does | Fields |"
    yield "|---|---|---|"
    for name, kind in sorted(script.actions().items()):
        own = [item for item in fields(kind) if item.name not in ("forced", "note")]
        listed = [f"`{each.name}`{'' if script.is_needed(each) else '?'}" for each in own]
        yield f"| `{name}` | {first_line(kind)} | {', '.join(listed)} |"


def _facts() -> Iterator[str]:
    yield "| `event:` | What it says | Fields |"
    yield "|---|---|---|"
    for kind in sorted(FACTS, key=lambda each: each.__name__):
        listed = [f"`{each.name}`{'' if script.is_needed(each) else '?'}" for each in fields(kind)]
        yield f"| `{kind.__name__}` | {first_line(kind)} | {', '.join(listed)} |"


def _edits() -> Iterator[str]:
    yield "| `edit:` | Arguments |"
    yield "|---|---|"
    for name, spec in sorted(EDITS.items()):
        listed = [f"`{each}`{'' if each in spec.needed else '?'}" for each in spec.arguments]
        yield f"| `{name}` | {', '.join(listed)} |"


if __name__ == "__main__":
    schema_path().write_text(schema_text(), encoding="utf-8", newline="\n")
    page = page_path().read_text(encoding="utf-8")
    page_path().write_text(page_text(page), encoding="utf-8", newline="\n")
