from typing import get_args

from desktop.core import script, script_schema
from desktop.core.model.edits import EDITS
from desktop.core.rules.events import Event

MAKE = "make it anew: python -m desktop.core.script_schema"


def test_the_published_schema_of_scripts_is_current() -> None:
    path = script_schema.schema_path()
    assert path.read_text(encoding="utf-8") == script_schema.schema_text(), MAKE


def test_the_help_page_names_every_action_fact_and_edit() -> None:
    page = script_schema.page_path().read_text(encoding="utf-8")
    assert page == script_schema.page_text(page), MAKE
    facts = (kind.__name__ for kind in get_args(Event))
    for name in (*script.actions(), *facts, *EDITS):
        assert f"`{name}`" in page


def test_the_schema_tells_facts_by_their_names_and_what_may_be_null() -> None:
    made = script_schema.schema()
    acts = {
        each["properties"]["do"]["const"]: each["properties"]
        for each in made["properties"]["steps"]["items"]["anyOf"]
        if "do" in each["properties"]
    }
    told = {each["$ref"].rpartition("/")[2] for each in acts["decree"]["facts"]["items"]["anyOf"]}
    assert told == {kind.__name__ for kind in get_args(Event)}
    fact = made["$defs"]["WoundsSet"]
    assert fact["properties"]["event"] == {"const": "WoundsSet"}
    assert fact["required"] == ["event", "who", "total"]
    assert {"type": "null"} in acts["put"]["at"]["anyOf"]
