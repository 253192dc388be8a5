"""A short run of the monkey on every sample; a longer one is a matter of the numbers below."""

import shutil

import pytest

from tests.ui.conftest import SAMPLE
from tests.ui.monkey import Monkey

SAMPLES = sorted(each.name for each in SAMPLE.parent.glob("*.yaml"))
EVENTS = 30
SEED = 7


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_monkey_breaks_nothing(shown, tmp_path, sample):
    folder = shutil.copytree(SAMPLE.parent, tmp_path / "encounters")
    window = shown(folder / sample)
    monkey = Monkey(window, SEED, folder)
    monkey.run(EVENTS, every=15)
    monkey.undo_all()
    assert len(monkey.log) > EVENTS / 2
