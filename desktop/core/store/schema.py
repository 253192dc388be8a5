"""The published JSON Schema of encounter files, made from the same shapes that read them.

Editors complete and check YAML by it. `resources/schema/encounter.schema.json` is made by
`python -m desktop.core.store.schema`; a test says when it is no longer current.
"""

import json
from pathlib import Path

from desktop.core.model.encounter import FORMAT, Encounter
from desktop.core.store.forms import shape_of
from desktop.core.store.notes import Schema
from desktop.core.store.places import resources

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> Schema:
    """Return the JSON Schema of an encounter's file."""
    defs: Schema = {}
    shape_of(Encounter).schema(defs)
    whole = defs.pop("Encounter")
    return {
        "$schema": DRAFT,
        "title": "An Enfilade encounter",
        "description": whole["description"],
        "type": "object",
        "properties": {"format": {"const": FORMAT}, **whole["properties"]},
        "required": ["format"],
        "additionalProperties": False,
        "$defs": dict(sorted(defs.items())),
    }


def schema_text() -> str:
    """Return the schema as its file holds it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema_path() -> Path:
    """Return where the published schema is."""
    return resources() / "schema" / "encounter.schema.json"


if __name__ == "__main__":
    schema_path().parent.mkdir(parents=True, exist_ok=True)
    schema_path().write_text(schema_text(), encoding="utf-8", newline="\n")
