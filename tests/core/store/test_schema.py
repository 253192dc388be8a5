"""The published schema is the one that the program reads by, and fits what it writes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given

from desktop.core.model.encounter import Encounter
from desktop.core.store.places import resources
from desktop.core.store.reading import read
from desktop.core.store.rosters import stock
from desktop.core.store.schema import schema, schema_path, schema_text
from desktop.core.store.writing import bare_tree, write
from tests.helpers.strategies import encounters, few

OLD = Path(__file__).parents[2] / "old_files"
TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
    "number": int | float, "null": type(None),
}  # fmt: skip

WORDS = {
    "$ref", "$schema", "$defs", "title", "description", "default", "type", "enum", "const",
    "anyOf", "properties", "required", "additionalProperties", "propertyNames", "items",
    "prefixItems", "minItems", "minimum", "maximum", "pattern",
}  # fmt: skip
"""What of JSON Schema the schema uses, and `wrong` therefore knows."""


def wrong(value: Any, rule: Any, path: str = "") -> list[str]:
    """Return what does not fit, for the words of JSON Schema that the schema uses."""
    if rule is False:
        return [f"{path}: one too many"]
    assert set(rule) <= WORDS
    found: list[str] = []
    if "$ref" in rule:
        found += wrong(value, WHOLE["$defs"][rule["$ref"].removeprefix("#/$defs/")], path)
    if "anyOf" in rule and all(wrong(value, each, path) for each in rule["anyOf"]):
        found.append(f"{path}: none of several")
    kinds = rule.get("type", list(TYPES))
    if not any(is_of(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return [*found, f"{path}: {value!r} is no {kinds}"]
    if isinstance(value, dict):
        return found + wrong_in_object(value, rule, path)
    if isinstance(value, list):
        return found + wrong_in_list(value, rule, path)
    return found + wrong_scalar(value, rule, path)


def wrong_scalar(value: Any, rule: Any, path: str) -> list[str]:
    found = []
    if value not in rule.get("enum", [value]) or value != rule.get("const", value):
        found.append(f"{path}: {value!r} is not of the list")
    if isinstance(value, str) and not re.search(rule.get("pattern", ""), value):
        found.append(f"{path}: {value!r} does not match")
    if isinstance(value, int | float) and not (
        rule.get("minimum", value) <= value <= rule.get("maximum", value)
    ):
        found.append(f"{path}: {value} is out of bounds")
    return found


def is_of(value: Any, kind: str) -> bool:
    if isinstance(value, bool) and kind in ("integer", "number"):
        return False
    return isinstance(value, TYPES[kind])


def wrong_in_object(value: dict[str, Any], rule: Any, path: str) -> list[str]:
    found = [f"{path}: {key} is missing" for key in rule.get("required", ()) if key not in value]
    known = rule.get("properties", {})
    for key, own in value.items():
        found += wrong(key, rule.get("propertyNames", {}), f"{path}.{key}")
        found += wrong(own, known.get(key, rule.get("additionalProperties", {})), f"{path}.{key}")
    return found


def wrong_in_list(value: list[Any], rule: Any, path: str) -> list[str]:
    first = rule.get("prefixItems", [])
    found = [] if len(value) >= rule.get("minItems", 0) else [f"{path}: too few"]
    for index, own in enumerate(value):
        each = first[index] if index < len(first) else rule.get("items", {})
        found += wrong(own, each, f"{path}.{index}")
    return found


WHOLE = schema()


def test_the_published_schema_is_current() -> None:
    assert schema_path().read_text(encoding="utf-8") == schema_text(), (
        "make it anew: python -m desktop.core.store.schema"
    )


@few
@given(encounters())
def test_whatever_is_written_fits_the_schema(encounter: Encounter) -> None:
    assert wrong(json.loads(json.dumps(bare_tree(encounter))), WHOLE) == []


def test_the_sample_of_the_format_fits_the_schema() -> None:
    text = (OLD / "format-1.yaml").read_text(encoding="utf-8")
    plain = yaml.load(re.sub(r"([{ ])(on|off):", r'\1"\2":', text), yaml.CSafeLoader)
    assert wrong(json.loads(json.dumps(plain)), WHOLE) == []


@pytest.mark.parametrize(
    "odd",
    [
        {}, {"format": 2}, {"format": 1, "nmae": "x"}, {"format": 1, "space": "zone"},
        {"format": 1, "board": {"size": [0, 4]}}, {"format": 1, "board": {"size": [4]}},
        {"format": 1, "board": {"zones": {"a": {"exit": "yes"}}}},
        {"format": 1, "cues": {"c": {"when": "soon"}}}, {"format": 1, "slots": {"jump": "hive"}},
        {"format": 1, "cues": {"c": {"do": [{"ad": "dark"}]}}},
        {"format": 1, "board": {"walls": [{"along": [[1]]}]}},
    ],
)  # fmt: skip
def test_what_is_wrong_does_not_fit_the_schema(odd: Any) -> None:
    assert wrong(odd, WHOLE)


def test_the_schema_says_what_fields_are() -> None:
    zone = WHOLE["$defs"]["Zone"]
    assert zone["properties"]["start"]["description"] == "The side that starts here."
    assert (
        zone["description"]
        == "A place with a reason. Its squares are those whose centres its outline holds."
    )
    link = WHOLE["$defs"]["Link"]["properties"]
    assert "from" in link
    assert "from_" not in link
    assert "ladder" in link["kind"]["enum"]
    assert link["kind"]["default"] == "open"


HELP = resources() / "help" / "format.md"


def test_the_help_page_tells_every_key_and_word() -> None:
    page = re.sub(r"```.*?```", "", HELP.read_text(encoding="utf-8"), flags=re.DOTALL)
    quoted = re.findall(r"`([^`]+)`", page)
    told = {word for text in quoted for word in re.split(r"\W+", text)}
    for name, rule in WHOLE["$defs"].items():
        for key, own in rule.get("properties", {}).items():
            assert key in told, f"{name}.{key}"
            for word in own.get("enum", ()):
                assert f"`{word}`" in page, f"{name}.{key}: {word}"


def test_the_examples_of_the_help_page_are_read_and_stand_as_they_are_written() -> None:
    examples = re.findall(r"```yaml\n(format: 1\n.*?)```", HELP.read_text(encoding="utf-8"), re.S)
    assert len(examples) == 3
    for text in examples:
        loaded = read(text, stock=stock())
        assert loaded.odd_keys == ()
        if text != examples[-1]:  # that one is written by hand
            assert write(loaded.encounter, loaded.kept) == text
