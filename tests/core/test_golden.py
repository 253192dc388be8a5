import re
from pathlib import Path

import pytest

from desktop import commands
from desktop.core import script
from desktop.core.store import rosters
from desktop.core.store.reading import read_file

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = sorted(folder.name for folder in GOLDEN.iterdir() if (folder / "script.yaml").exists())


@pytest.mark.parametrize("case", CASES)
def test_a_script_plays_as_its_transcript_says(case: str, update_golden: bool) -> None:
    folder = GOLDEN / case
    loaded = read_file(folder / "encounter.yaml", stock=rosters.stock())
    lines = commands.transcript(loaded.encounter, script.read_script(folder / "script.yaml"))
    text = "\n".join(lines) + "\n"
    path = folder / "transcript.txt"
    if update_golden:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_every_case_has_a_transcript_of_some_length() -> None:
    assert len(CASES) >= 3
    for case in CASES:
        text = (GOLDEN / case / "transcript.txt").read_text(encoding="utf-8")
        assert len(re.findall(r"^\d+\. ", text, re.MULTILINE)) >= 5, case
