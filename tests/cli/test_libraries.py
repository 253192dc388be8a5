"""What one hears where the system lacks what Qt needs."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop import cli, libraries
from desktop.core.store import places

ROOT = Path(__file__).parents[2]
LACKS_GL = ImportError("libGL.so.1: cannot open shared object file: No such file or directory")
TOO_OLD = ImportError("libc.so.6: version `GLIBC_2.34' not found (required by libQt6Core.so.6)")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all it needs")


@pytest.fixture
def no_screen(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def test_a_missing_library_is_named_with_its_package(monkeypatch, no_screen):
    monkeypatch.setattr(libraries, "_loads", lambda name: name not in ("libGL.so.1", "libEGL.so.1"))
    assert libraries.why_not(LACKS_GL) == (
        "Enfilade cannot start: this system lacks libGL.so.1, libEGL.so.1. On Debian and Ubuntu "
        "this installs what is missing: sudo apt install libgl1 libegl1"
    )


def test_what_a_screen_needs_is_asked_for_where_there_is_one(monkeypatch, no_screen):
    monkeypatch.setattr(libraries, "_loads", lambda name: False)
    assert "libxcb-cursor.so.0" not in libraries.missing()
    monkeypatch.setenv("DISPLAY", ":7")
    assert "libxcb-cursor.so.0" in libraries.missing()
    assert "libwayland-client.so.0" not in libraries.missing()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert "libwayland-client.so.0" in libraries.missing()


def test_a_library_nobody_has_listed_is_named_without_a_package(monkeypatch, no_screen):
    monkeypatch.setattr(libraries, "_loads", lambda name: True)
    error = ImportError("libodd-2.so.7: cannot open shared object file: No such file")
    says = libraries.why_not(error)
    assert says is not None
    assert "libodd-2.so.7. Install the package that has it." in says


def test_a_system_that_is_too_old_is_told_so():
    says = libraries.why_not(TOO_OLD)
    assert says is not None
    assert "too old for it, GLIBC_2.34 is missing" in says


def test_our_own_faults_are_not_the_systems(monkeypatch):
    assert libraries.why_not(ImportError("cannot import name 'x' from 'desktop.ui'")) is None


def test_every_library_that_qt_needs_for_x_is_in_the_table():
    """Every library that Qt's X plugin asks the linker for, and does not bring, has its package."""
    import PySide6

    qt = Path(PySide6.__file__).parent / "Qt"
    listed = subprocess.run(
        ["ldd", qt / "plugins" / "platforms" / "libqxcb.so"], capture_output=True, text=True
    ).stdout
    theirs = {line.split()[0] for line in listed.splitlines() if "=> /" in line}
    ours = {path.name for path in (qt / "lib").iterdir()}
    kinds = ("libxcb", "libX11", "libGL.", "libEGL")
    needed = {name for name in theirs - ours if name.startswith(kinds)}
    assert "libxcb-cursor.so.0" in needed
    assert needed <= {*libraries.ALWAYS, *libraries.X11}


ZENITY = """\
#!/bin/sh
printf "%s\\n" "$@" > "{shown}.part"
mv "{shown}.part" "{shown}"
"""


def without_qt(
    folder: Path, *arguments: str, why: Exception = LACKS_GL
) -> subprocess.CompletedProcess[str]:
    """Start the program where another PySide6 stands first, which says what a bare system does."""
    (folder / "PySide6").mkdir()
    fake = folder / "PySide6" / "__init__.py"
    fake.write_text(f"raise {type(why).__name__}({str(why)!r})", encoding="utf-8")
    (folder / "bin").mkdir()
    zenity = folder / "bin" / "zenity"
    zenity.write_text(ZENITY.format(shown=folder / "shown"), encoding="utf-8")
    zenity.chmod(0o755)
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, "-m", "desktop", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder), "DISPLAY": ":7", "PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_program_says_what_is_missing_in_the_terminal_and_in_a_dialog(tmp_path):
    done = without_qt(tmp_path)
    assert done.returncode == libraries.CANNOT_START
    assert "sudo apt install libgl1" in done.stderr
    assert "Traceback" not in done.stderr
    assert "sudo apt install libgl1" in shown_in(tmp_path)


@pytest.mark.fault("X19")
def test_a_fault_before_there_is_a_window_is_logged_and_shown_in_a_dialog(tmp_path):
    done = without_qt(tmp_path, why=RuntimeError("a screw is loose"))
    assert done.returncode == libraries.CANNOT_START
    says = shown_in(tmp_path)
    assert "Enfilade could not start: RuntimeError: a screw is loose" in says
    assert str(places.log_file()) in says
    assert "a screw is loose" in places.log_file().read_text(encoding="utf-8")


def shown_in(folder: Path) -> str:
    """Return what the dialog says, which another process shows."""
    until = time.monotonic() + 10
    while not (folder / "shown").exists() and time.monotonic() < until:
        time.sleep(0.05)
    return (folder / "shown").read_text(encoding="utf-8")


def test_the_self_check_goes_on_without_qt_and_names_the_package(tmp_path):
    done = without_qt(tmp_path, "--selfcheck")
    assert done.returncode == 1
    assert "FAILED  render: Enfilade cannot start: this system lacks libGL.so.1" in done.stdout
    assert "ok      fight: " in done.stdout


def test_without_a_program_for_dialogs_the_terminal_does(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("PATH", str(tmp_path))
    libraries.tell("It does not start.")
    assert capsys.readouterr().err == "It does not start.\n"


def test_an_import_error_of_our_own_is_raised():
    with pytest.raises(ImportError, match="cannot import name"):
        cli._without_qt(ImportError("cannot import name 'x'"))
