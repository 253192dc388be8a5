"""What is written is read again, the same, and writes the same bytes."""

import json

from hypothesis import given

from desktop.core.model.encounter import Encounter
from desktop.core.store.reading import read
from desktop.core.store.writing import bare_tree, write
from tests.helpers.strategies import encounters, few


@few
@given(encounters())
def test_what_is_written_reads_as_the_same_encounter(encounter: Encounter) -> None:
    text = write(encounter)
    loaded = read(text, stock={})
    assert loaded.encounter == encounter
    assert loaded.odd_keys == ()
    assert write(loaded.encounter, loaded.kept) == text


@few
@given(encounters())
def test_the_tree_of_a_file_reads_the_same_as_json(encounter: Encounter) -> None:
    text = json.dumps(bare_tree(encounter))
    if "\\ud" not in text:  # JSON splits what lies beyond the first plane, YAML does not
        assert read(text, stock={}).encounter == encounter
