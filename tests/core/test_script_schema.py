from desktop.core import script, script_schema
from desktop.core.model.edits import EDITS

MAKE = "make it anew: python -m desktop.core.script_schema"


def test_the_published_schema_of_scripts_is_current() -> None:
    path = script_schema.schema_path()
    assert path.read_text(encoding="utf-8") == script_schema.schema_text(), MAKE


def test_the_help_page_names_every_action_and_edit() -> None:
    page = script_schema.page_path().read_text(encoding="utf-8")
    assert page == script_schema.page_text(page), MAKE
    for name in (*script.actions(), *EDITS):
        assert f"`{name}`" in page
