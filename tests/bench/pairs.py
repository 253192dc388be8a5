"""Measuring in pairs: ours and the bare thing in turn, so that a busy machine slows both.

What is measured becomes a row of the table that `dev.py bench` prints.
"""

import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import PySide6


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    ours: float
    """Seconds, the median."""
    against: str
    bare: float
    """Seconds, the median."""
    ratio: float
    """The median of the ratios of each pair."""
    goal: str = ""

    def told(self) -> str:
        """Return the row in Markdown."""
        ours, bare = (shown(seconds) for seconds in (self.ours, self.bare))
        return (
            f"| {self.what} | {ours} | {self.against} | {bare} | {self.ratio:.2f} | {self.goal} |"
        )


@dataclass(frozen=True, slots=True)
class Edit:
    """One line of the table of edits."""

    what: str
    takes: float
    """Seconds, the median."""
    goal: float
    """Seconds."""

    def told(self) -> str:
        """Return the row in Markdown."""
        return f"| {self.what} | {shown(self.takes)} | at most {shown(self.goal)} |"


@dataclass(frozen=True, slots=True)
class Steps:
    """One line of the table of steps."""

    space: str
    count: int
    median: float
    """Seconds."""
    longest: float
    """Seconds."""
    goal: float
    """Seconds, of the longest."""

    def told(self) -> str:
        """Return the row in Markdown."""
        median, longest, goal = map(shown, (self.median, self.longest, self.goal))
        return f"| {self.space} | {self.count:,} | {median} | {longest} | under {goal} |"


ROWS: list[Row] = []
EDITS: list[Edit] = []
STEPS: list[Steps] = []
HEAD = "| what | ours | against | takes | ratio | goal |\n|---|---|---|---|---|---|"
EDITS_HEAD = """\
## Edits

What the processor works on an edit in the window until it is done, drawn and checked, at the
median. The board has 200 zones on 100 x 100 squares, a third of them painted, and 500 fighters who
all go by one name. A frame of 60 a second has 16.7 ms.

| edit | takes | goal |
|---|---|---|
"""

STEPS_HEAD = """\
## Steps of a fight

What the processor works on a step, from what somebody does to all that follows. The fights are
played by chance, with ten zones and thirty fighters: whatever those may do whose turn it is, and
what the GM may let happen, the first of each kind in a fight among it.

| space | steps | median | longest | goal |
|---|---|---|---|---|
"""


def shown(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.1f} ms" if seconds >= 0.001 else f"{seconds * 1e6:.0f} µs"


def clocked(work: Callable[[], object]) -> float:
    """Return the seconds of the processor that something takes: what else runs does not count."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def waited(work: Callable[[], object]) -> float:
    """Return the seconds that one waits for something, other processes among it."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def measured(
    what: str,
    ours: Callable[[], object],
    against: str,
    bare: Callable[[], object],
    *,
    rounds: int = 15,
    goal: str = "",
    time_of: Callable[[Callable[[], object]], float] = clocked,
) -> Row:
    """Measure a pair in turn and keep it as a row; each is tried once beforehand."""
    time_of(ours), time_of(bare)
    with collector_off():
        pairs = [(time_of(ours), time_of(bare)) for _ in range(rounds)]
    row = Row(
        what,
        statistics.median(one for one, _ in pairs),
        against,
        statistics.median(other for _, other in pairs),
        statistics.median(one / other for one, other in pairs),
        goal,
    )
    ROWS.append(row)
    return row


@contextmanager
def collector_off() -> Iterator[None]:
    """Keep the garbage collector out of what is measured, on both sides."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def table() -> str:
    """Return all rows as tables in Markdown, with the machine that they were measured on."""
    rows = "\n".join(row.told() for row in ROWS)
    edits = "\n".join(edit.told() for edit in EDITS)
    steps = "\n".join(each.told() for each in STEPS)
    return (
        f"{HEAD}\n{rows}\n\n{EDITS_HEAD}{edits}\n\n{STEPS_HEAD}{steps}\n\n"
        f"Measured on {machine()}.\n"
    )


def machine() -> str:
    """Return what a reader needs to know of the machine; its name is nobody's business."""
    cores = os.cpu_count() or 1
    return (
        f"{processor()}, {cores} core{'s' if cores > 1 else ''}, {platform.system()}, "
        f"Python {platform.python_version()}, Qt {PySide6.__version__}, without a screen"
    )


def processor() -> str:
    """Return the model of the processor, or its architecture where the system does not say."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return " ".join(line.partition(":")[2].split())
    except OSError:
        pass
    return platform.processor() or platform.machine()
