"""The table of what was measured: printed at the end, and written into the help pages on demand."""

from pathlib import Path
from typing import Any

import pytest

from tests.bench import pairs

PAGE = Path(__file__).parents[2] / "resources" / "help" / "speed.md"
INTRODUCTION = """\
# Speed

How long the program takes, each time beside a bare thing that does the same work without it,
measured in turn in one run. What counts is the ratio: the times are those of one machine on one
day, of its processor alone but for the start, for which one waits. The board of the first rows has
200 x 200 squares, a third of them painted, and 500 tokens.
`python3 packaging/dev.py bench -- --write-table` measures anew and writes this page.

"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to write the table into the help pages."""
    parser.addoption("--write-table", action="store_true", help="write resources/help/speed.md")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the table; write it where asked."""
    if not (pairs.ROWS or pairs.EDITS or pairs.STEPS):
        return
    terminalreporter.write_sep("-", "measured")
    terminalreporter.write_line(pairs.table())
    if config.getoption("--write-table"):
        PAGE.write_text(INTRODUCTION + pairs.table(), encoding="utf-8")
        terminalreporter.write_line(f"Wrote {PAGE.name}.")
