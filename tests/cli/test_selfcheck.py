"""What `--selfcheck` proves, and that it says so when it cannot."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from desktop import cli, selfcheck

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "encounters" / "dock-nine.yaml"


def of_a_process(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "desktop", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **more},
        capture_output=True,
        text=True,
        timeout=100,
    )


def test_every_check_passes_and_prints_a_line():
    done = of_a_process("--selfcheck")
    assert done.returncode == 0, done.stdout + done.stderr
    *lines, last = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        f"ok      {name}" for name in selfcheck.CHECKS
    ]
    assert last == f"All {len(lines)} checks passed."


def test_it_opens_the_window_on_a_file_and_closes_it():
    done = of_a_process("--selfcheck", "--window", SAMPLE)
    assert done.returncode == 0, done.stdout + done.stderr
    first, then = done.stdout.splitlines()
    assert first == selfcheck.FIRST_PICTURE
    assert then.startswith("ok      window: dock-nine.yaml stands in")


def test_a_file_that_does_not_open_is_said_with_the_reason(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: 1\nboard: [", encoding="utf-8")
    done = of_a_process("--selfcheck", "--window", broken)
    assert done.returncode == 1
    assert "FAILED  window:" in done.stdout
    assert "broken.yaml was not opened: line 3" in done.stdout


def test_a_failed_check_is_told_and_the_others_are_made_all_the_same(monkeypatch, capsys):
    def missing():
        selfcheck._need(False, "The drawer is empty.")
        return "never"

    def broken():
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(
        selfcheck,
        "CHECKS",
        {"drawer": missing, "sum": broken, "packs": selfcheck.packs},
    )
    assert cli.main(["--selfcheck"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "FAILED  drawer: The drawer is empty."
    assert lines[1] == "FAILED  sum: ZeroDivisionError: by nought"
    assert lines[2].startswith("ok      packs: ")
    assert lines[3] == "2 of 3 checks failed."


ONE_CHECK = """
import sys
from pathlib import Path
from desktop import selfcheck
from desktop.core.store import places

name, places._PACKAGE = sys.argv[1], Path(sys.argv[2])
selfcheck.CHECKS = {name: selfcheck.CHECKS[name]}
sys.exit(selfcheck.run())
"""


@pytest.mark.parametrize(
    ("name", "spoilt", "says"),
    [
        ("catalogue", "catalogue/imperium.yaml", "The catalogue of rules is empty"),
        ("schemas", "schema/script.schema.json", "script.schema.json"),
        ("help", "help/index.md", "The first help page is missing"),
        ("icons", "frame.qss", "frame.qss"),
    ],
)
def test_what_is_missing_of_the_resources_is_found(name, spoilt, says, tmp_path):
    """The resources as they lie where the program is installed, with one thing taken out."""
    shutil.copytree(ROOT / "resources", tmp_path / "_resources")
    gone = tmp_path / "_resources" / spoilt
    for path in gone.parent.glob("*.yaml") if name == "catalogue" else [gone]:
        path.unlink()
    done = subprocess.run(
        [sys.executable, "-c", ONE_CHECK, name, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.startswith(f"FAILED  {name}: ")
    assert says in done.stdout


def test_nothing_is_written_into_a_home_that_cannot_be_written(tmp_path):
    home = tmp_path / "home"
    home.write_text("no folder can be made below a file", encoding="utf-8")
    temp = tmp_path / "temp"
    temp.mkdir()
    places = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "STATE")}
    done = of_a_process(
        "--selfcheck", "--window", SAMPLE, HOME=str(home), TMPDIR=str(temp), **places
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [instead] = temp.iterdir()
    assert f"Settings and fights go to {instead}," in done.stderr
    assert (instead / "state").is_dir()
    assert home.is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell of Unix")
def test_it_opens_a_file_without_a_console():
    line = 'exec "$0" -m desktop --selfcheck --window "$1" <&- >&- 2>&-'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable, str(SAMPLE)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        timeout=100,
    )
    assert done.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell of Unix")
def test_a_closed_stream_is_never_a_file_of_ours(tmp_path):
    """What a library prints for people shall not get into the file that is opened next."""
    code = (
        "import os, sys; from desktop import cli; cli._hold_streams(); "
        f"kept = open({str(tmp_path / 'kept')!r}, 'w'); "
        "os.write(2, b'a library complains'); print('into nothing'); "
        "print('nothing', file=sys.stderr); kept.write(str(kept.fileno()))"
    )
    subprocess.run(
        ["sh", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, code],
        cwd=ROOT,
        check=True,
        timeout=30,
    )
    assert int((tmp_path / "kept").read_text(encoding="utf-8")) > 2
