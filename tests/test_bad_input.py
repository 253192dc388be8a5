"""Two thousand bad files, and with `--long` a hundred thousand: refused in a sentence, or read.

Nothing but the documented errors, within bounds of memory and time, and no process dies of it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.core.errors import LoadError
from desktop.core.model.encounter import Encounter
from desktop.core.store.reading import read
from desktop.core.store.writing import write
from tests.helpers import fuzz, mutate
from tests.helpers.strategies import encounters

ROOT = Path(__file__).parent.parent
SAMPLE = {"encounter": 700, "fight": 450, "script": 200, "roster": 200, "picture": 350}
LONG = {"encounter": 40_000, "fight": 25_000, "script": 10_000, "roster": 9_000, "picture": 15_000}
MADE_UP, LONG_MADE_UP = 100, 1_000
MOST_S = 7_200


@pytest.mark.timeout(MOST_S + 60)
@pytest.mark.parametrize("kind", list(fuzz.KINDS))
def test_a_bad_file_is_refused_in_a_sentence_or_read(
    kind: str, is_long: bool, tmp_path: Path
) -> None:
    count = (LONG if is_long else SAMPLE)[kind]
    command = [sys.executable, "-m", "tests.helpers.fuzz", kind, "0", str(count), str(tmp_path)]
    place = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=MOST_S, env=place
    )
    assert done.returncode == 0, f"it died of input {kind}: {done.stderr[-2000:]}"
    told = json.loads(done.stdout)
    assert told["wrong"] == []
    assert told["read"] + told["refused"] == count
    assert told["refused"] > count // 4, "these are hardly bad"
    assert told["read"] > 0, "nothing of these was ever read to its end"


def test_there_are_as_many_as_is_said() -> None:
    assert sum(SAMPLE.values()) + MADE_UP >= 2_000
    assert sum(LONG.values()) + LONG_MADE_UP >= 100_000


def test_what_goes_wrong_with_an_input_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(path: Path, number: int) -> None:
        if number == 3:
            raise KeyError("a slip")

    monkeypatch.setattr(fuzz, "_bound_memory", lambda kind: None)
    monkeypatch.setitem(fuzz.KINDS, "encounter", ("a.yaml", mutate.TEXT, breaks, LoadError))
    told = fuzz.try_out("encounter", 1, 5, tmp_path)
    assert told["wrong"] == [[3, "KeyError: 'a slip'"]]


@pytest.mark.timeout(MOST_S)
def test_an_encounter_nobody_wrote_made_bad_is_refused_or_read(is_long: bool) -> None:
    @settings(
        max_examples=LONG_MADE_UP if is_long else MADE_UP,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(encounters(), st.integers(0, 2**32))
    def holds(encounter: Encounter, seed: int) -> None:
        bad = mutate.mutated(write(encounter).encode(), Random(seed), mutate.TEXT)
        try:
            again = read(bad.decode("utf-8", "surrogateescape")).encounter
        except LoadError:
            return
        assert read(write(again)).encounter == again

    holds()
