"""The command line: `enfilade [FILE]` opens the window; the other commands need no screen."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import desktop

if TYPE_CHECKING:
    import argparse

OPEN = "open"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _hold_streams()
    _print_anything()
    if _only_opens(given) and not _misspells_command(given):
        return _open(Path(given[0]) if given else None)
    parser = _parser()
    chosen, left = parser.parse_known_args(_with_command(given))
    if left or _misspells_command(given):
        parser.error(_unknown(given, left))
    try:
        return int(chosen.run(chosen))
    except BrokenPipeError:
        # whoever read the output has enough of it; Python shall not complain at the end either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _hold_streams() -> None:
    """Occupy the standard streams that are closed, as a start without a console leaves them.

    Else the next file that is opened takes the place of one, and what libraries complain of is
    written into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 -- open to the end
            setattr(sys, name, nowhere)


def _print_anything() -> None:
    """Let signs that a screen, pipe or file does not know be printed as their numbers."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _only_opens(given: Sequence[str]) -> bool:
    """Return whether a window is all that is asked for: it comes sooner where nothing is parsed."""
    if not given:
        return True
    return len(given) == 1 and not given[0].startswith("-") and given[0] not in COMMANDS


def _misspells_command(given: Sequence[str]) -> bool:
    """Return whether the first is a plain word, no file, and nearly a command."""
    if not given or not given[0].isalpha() or given[0] in COMMANDS or Path(given[0]).exists():
        return False
    from desktop.core.store.notes import did_you_mean

    return bool(did_you_mean(given[0], COMMANDS))


def _parser() -> argparse.ArgumentParser:
    import argparse

    from desktop.core.store import places

    schemas = places.resources() / "schema"
    parser = argparse.ArgumentParser(
        prog="enfilade",
        description="Build tabletop encounters and run them. Without a command the window opens.",
        usage="enfilade [FILE] | COMMAND ...",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"The JSON Schemas of encounters and scripts, for editors, are in\n{schemas}",
    )
    parser.add_argument("--version", action="version", version=f"Enfilade {desktop.__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, prog="enfilade"
    )
    opening = commands.add_parser(OPEN, help="open the window (what FILE alone does)")
    opening.add_argument(
        "file", nargs="?", type=Path, help="an encounter, or a fight to go on with"
    )
    opening.set_defaults(run=lambda chosen: _open(chosen.file))
    _add_check(commands)
    _add_run(commands)
    _add_replay(commands)
    _add_selfcheck(commands)
    return parser


def _add_check(commands: Any) -> None:
    check = commands.add_parser(
        "check",
        help="print what is odd about encounters",
        description="Exits with 1 where one has an error, 2 where one cannot be read, else 0.",
    )
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.add_argument("--json", action="store_true", help="print JSON")
    check.set_defaults(run=_check)


def _add_run(commands: Any) -> None:
    run = commands.add_parser(
        "run",
        help="play a script of actions and answers",
        description="Exits with 0 when played, 1 when refused, 2 when unreadable, 3 when a "
        "question is open.",
    )
    run.add_argument("encounter", type=Path, metavar="ENCOUNTER")
    run.add_argument("script", type=Path, metavar="SCRIPT")
    run.add_argument("--json", action="store_true", help="print each step whole, with the state")
    run.add_argument("--seed", type=int, help="roll what the script does not answer")
    run.set_defaults(run=_run)


def _add_replay(commands: Any) -> None:
    replay = commands.add_parser(
        "replay",
        help="fold a fight file and print it",
        description="Exits with 0 when the same, 1 when the rules changed, 2 when damaged, 3 "
        "when it no longer fits.",
    )
    replay.add_argument("fight", type=Path, metavar="FIGHT")
    replay.add_argument("--verify", action="store_true", help="resolve each step again")
    replay.add_argument("--json", action="store_true", help="print JSON")
    replay.set_defaults(run=_replay)


def _add_selfcheck(commands: Any) -> None:
    check = commands.add_parser(
        SELFCHECK,
        help="prove that nothing of this copy of the program is missing",
        description="Prints a line for each check. Exits with 1 where one failed, else 0.",
    )
    check.add_argument(
        "--window", type=Path, metavar="FILE", help="open the window on a file, and close it again"
    )
    check.set_defaults(run=_selfcheck)


def _with_command(given: list[str]) -> list[str]:
    """Return the arguments with `open` before them where no command is named."""
    if given and given[0] == f"--{SELFCHECK}":
        return [SELFCHECK, *given[1:]]
    if given and (given[0] in COMMANDS or given[0] in ("-h", "--help", "--version")):
        return given
    return [OPEN, *given]


def _unknown(given: list[str], left: list[str]) -> str:
    """Return what is told of arguments that are too many; before them a command may be misspelt."""
    first = given[0]
    if first in COMMANDS or first.startswith("-") or Path(first).exists():
        return f"unrecognized arguments: {' '.join(left)}"
    from desktop.core.store.notes import did_you_mean

    hint = did_you_mean(first, COMMANDS)
    return f"There is neither a command nor a file `{first}`.{hint}"


SELFCHECK = "selfcheck"
COMMANDS = frozenset({OPEN, "check", "run", "replay", SELFCHECK})
"""What is a command and not a file; a file of such a name is written `./check`."""


def _open(file: Path | None) -> int:
    try:
        try:
            from desktop.ui import app  # imported late: the other commands need no Qt
        except ImportError as error:
            return _without_qt(error)
        return app.run(file)
    except Exception as error:  # before there is a window that would tell
        return _did_not_start(error)


def _did_not_start(error: Exception) -> int:
    """Tell of a fault of our own in the log, the terminal and a dialog; return the exit code."""
    import contextlib
    import traceback
    from datetime import datetime

    from desktop import libraries
    from desktop.core.store import places

    details, where = "".join(traceback.format_exception(error)), ""
    print(details, file=sys.stderr, flush=True)
    with contextlib.suppress(OSError):
        log = places.log_file()
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now():%Y-%m-%d %H:%M:%S} ERROR enfilade: no start\n{details}")
        where = f" More about it stands in {log}."
    libraries.tell(f"Enfilade could not start: {type(error).__name__}: {error}{where}")
    return libraries.CANNOT_START


def _without_qt(error: ImportError) -> int:
    """Tell what the system lacks for Qt, and return the exit code; raise what is our own fault."""
    from desktop import libraries

    says = libraries.why_not(error)
    if says is None:
        raise error
    libraries.tell(says)
    return libraries.CANNOT_START


def _check(chosen: argparse.Namespace) -> int:
    from desktop import commands  # imported late, as are those below: opening needs none of it

    return commands.check(chosen.files, as_json=chosen.json)


def _run(chosen: argparse.Namespace) -> int:
    from desktop import commands

    return commands.run(chosen.encounter, chosen.script, as_json=chosen.json, seed=chosen.seed)


def _replay(chosen: argparse.Namespace) -> int:
    from desktop import commands

    return commands.replay(chosen.fight, verify=chosen.verify, as_json=chosen.json)


def _selfcheck(chosen: argparse.Namespace) -> int:
    try:
        from desktop import selfcheck

        return selfcheck.run(chosen.window)
    except ImportError as error:
        return _without_qt(error)
