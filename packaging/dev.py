"""Set up, run, check and measure Enfilade, with Python's standard library alone.

    python3 packaging/dev.py run [FILE]        open the window on a sample encounter, or on FILE
    python3 packaging/dev.py test [--long] [-- ARGS]   run every check; ARGS go to pytest
    python3 packaging/dev.py bench [-- ARGS]   measure; ARGS go to pytest
    python3 packaging/dev.py build [--check]   make the standalone program in `dist`; see freeze.py
    python3 packaging/dev.py lock [--upgrade]  write the lock file anew from pyproject.toml

`run`, `test`, `bench` and `build` first make `.venv` with the locked dependencies, once.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 14)

if not OLDEST <= sys.version_info[:2] <= NEWEST:
    sys.exit(
        "Enfilade needs Python 3.{} to 3.{}; this is {}.{}. Name another one, for example: "
        "python3.11 packaging/dev.py run".format(OLDEST[1], NEWEST[1], *sys.version_info[:2])
    )

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "enfilade-set-up.json"
LOCK = ROOT / "packaging" / "requirements.lock"
FREEZE, BARE = ROOT / "packaging" / "freeze.py", ROOT / "packaging" / "bare.py"
SAMPLE = ROOT / "encounters" / "dock-nine.yaml"
WINDOWS = sys.platform == "win32"
LINUX = sys.platform.startswith("linux")
PROGRAM = ROOT / "dist" / "enfilade" / ("enfilade.exe" if WINDOWS else "enfilade")
if sys.platform == "darwin":
    PROGRAM = PROGRAM.parent / "Enfilade.app" / "Contents" / "MacOS" / "enfilade"

QT_PACKAGES = [
    *("libgl1", "libegl1", "libglib2.0-0", "libdbus-1-3", "libfontconfig1", "libxkbcommon0"),
    *("libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0", "libxcb-xkb1"),
    *("libxkbcommon-x11-0", "fonts-dejavu-core"),
]

QT_PROBE = """
import ctypes, pathlib, sys
import PySide6.QtWidgets
plugins = pathlib.Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms"
if sys.argv[1] == "window":
    ctypes.CDLL(str(plugins / "libqxcb.so"))
"""
PYTHON_LIBRARY_PROBE = """
from PyInstaller.depend.bindepend import get_python_library_path
print(get_python_library_path())
"""

NO_NETWORK = (
    "name resolution",
    "Name or service not known",
    "nodename nor servname",
    "getaddrinfo failed",
    "NewConnectionError",
    "Network is unreachable",
    "ConnectTimeout",
    "Read timed out",
    "ProxyError",
)


class TroubleError(Exception):
    """What is wrong and what to do about it, as a sentence for whoever typed the command."""


def main(arguments: list[str]) -> int:
    """Return the exit code of the command that the arguments name."""
    own, extra = arguments, list[str]()
    if "--" in arguments:
        cut = arguments.index("--")
        own, extra = arguments[:cut], arguments[cut + 1 :]
    options = parser().parse_args(own)
    if extra and options.command not in ("test", "bench"):
        raise TroubleError(f"Arguments after -- go to pytest, and `{options.command}` runs none.")
    if options.command == "run":
        return run(options.file)
    if options.command == "test":
        return test(["--long", *extra] if options.long else extra)
    if options.command == "bench":
        return bench(extra)
    if options.command == "build":
        return build(check=options.check)
    return lock(upgrade=options.upgrade)


def parser() -> argparse.ArgumentParser:
    """Return the grammar of the command line, up to `--`."""
    grammar = argparse.ArgumentParser(prog="dev.py", description=(__doc__ or "").split("\n")[0])
    commands = grammar.add_subparsers(dest="command", required=True)
    window = commands.add_parser("run", help="open the window on a sample encounter")
    window.add_argument("file", nargs="?", type=Path, help="another encounter")
    checks = commands.add_parser("test", help="run every check; arguments after -- go to pytest")
    checks.add_argument(
        "--long", action="store_true", help="all kills and bad inputs, not the fixed sample"
    )
    commands.add_parser("bench", help="measure; arguments after -- go to pytest")
    standalone = commands.add_parser("build", help="make the standalone program in `dist`")
    standalone.add_argument(
        "--check", action="store_true", help="start it on a bare Debian 12 as well; needs root"
    )
    fresh = commands.add_parser("lock", help="write packaging/requirements.lock anew")
    fresh.add_argument("--upgrade", action="store_true", help="take the newest versions")
    return grammar


def run(file: Path | None) -> int:
    """Open the window, and return its exit code when it closes."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if LINUX and not any(os.environ.get(name) for name in screens):
        raise TroubleError("There is no screen here. Run this from a desktop, or set DISPLAY.")
    set_up()
    need_qt("window" if os.environ.get("DISPLAY") else "no window")
    encounter = file.resolve() if file else SAMPLE
    return call([venv_python(), "-m", "desktop", encounter])


def test(extra: list[str]) -> int:
    """Run every check until one fails, and return 0 when all passed."""
    set_up()
    need_qt("no window")
    need_build_tools()
    python = venv_python()
    imports = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
    checks: list[tuple[str, list[str | Path]]] = [
        ("ruff check", [python, "-m", "ruff", "check", "."]),
        ("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
        ("import contracts", [python, "-c", imports]),
        ("mypy", [python, "-m", "mypy"]),
        ("pytest", [python, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *extra]),
        ("build", [python, FREEZE, "--folder"]),
        ("build --selfcheck", [PROGRAM, "--selfcheck"]),
    ]
    lines, failed = list[str](), ""
    for name, command in checks:
        if failed:
            lines.append(f"  not run   {name}")
            continue
        say(f"{name} ...")
        begin = time.monotonic()
        code = call(command, headless=True)
        failed = name if code else ""
        mark, took = "FAILED" if code else "ok", time.monotonic() - begin
        lines.append(f"  {mark:8}  {name:18}{took:6.1f} s")
    say("Checks:\n" + "\n".join(lines))
    say(f"{failed} failed, exit code {code}." if failed else "Every check passed.")
    return 1 if failed else 0


def bench(extra: list[str]) -> int:
    """Run the measurements under tests/bench, and return pytest's exit code."""
    if not (ROOT / "tests" / "bench").is_dir():
        raise TroubleError("There is nothing to measure: tests/bench does not exist.")
    set_up()
    need_qt("no window")
    command = [str(venv_python()), "-m", "pytest", "tests/bench", "--benchmark-only", *extra]
    return call(command, headless=True)


def build(*, check: bool) -> int:
    """Make the standalone program and check it, with `check` on a bare system as well."""
    if check and not (LINUX and os.geteuid() == 0 and shutil.which("debootstrap")):
        raise TroubleError(
            "`build --check` makes a bare Debian 12 to start the program on, which needs Linux, "
            "root and debootstrap:\nsudo apt-get install debootstrap && "
            "sudo python3 packaging/dev.py build --check"
        )
    if check and not all(map(shutil.which, ("Xvfb", "weston"))):
        apt_install(["xvfb", "weston"], "The check shows windows on screens of its own.")
    set_up()
    need_qt("window")  # what X needs is carried along, so it must be here
    need_build_tools()
    commands: list[list[str | Path]] = [[venv_python(), FREEZE], [PROGRAM, "--selfcheck"]]
    if check:
        measure = ["-m", "pytest", "tests/bench/bench_frozen.py", "--benchmark-only", "-q"]
        commands += [[venv_python(), BARE], [venv_python(), *measure]]
    return next(filter(None, (call(each, headless=True) for each in commands)), 0)


def lock(*, upgrade: bool) -> int:
    """Write the lock file anew: every version that is still allowed stays, unless `upgrade`."""
    need_venv_module()
    with tempfile.TemporaryDirectory(prefix="enfilade-lock-") as folder:
        say("Fetching uv, which resolves for all platforms at once ...")
        make_venv(Path(folder))
        python = folder_python(Path(folder))
        pip_install(python, ["uv"])
        command = [str(python), "-m", "uv", "pip", "compile", "pyproject.toml", "--group", "dev"]
        command += ["--universal", "--python-version", f"{OLDEST[0]}.{OLDEST[1]}"]
        command += ["--fork-strategy", "fewest", "--generate-hashes", "--no-annotate"]
        command += ["--no-emit-index-url", "--no-emit-find-links", "--quiet"]
        command += ["--custom-compile-command", "python3 packaging/dev.py lock"]
        command += ["--output-file", str(LOCK), *(["--upgrade"] if upgrade else [])]
        code = call(command)
    if code == 0:
        say(f"Wrote {LOCK.relative_to(ROOT)}.")
    return code


def set_up() -> None:
    """Make `.venv` hold what the lock file says; return at once where it does already."""
    if not LOCK.is_file():
        raise TroubleError(f"The lock file {LOCK} is missing. Is this a whole copy of the project?")
    wanted = {
        "lock": hashlib.sha256(LOCK.read_bytes()).hexdigest(),
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "place": str(VENV),
    }
    found = read_stamp()
    if found == wanted:
        return
    if Path(sys.prefix).resolve() == VENV:
        raise TroubleError("`.venv` must be made anew. Run this with a Python from outside of it.")
    begin = time.monotonic()
    same_but_lock = {**found, "lock": ""} == {**wanted, "lock": ""}
    STAMP.unlink(missing_ok=True)
    if not same_but_lock:
        need_venv_module()
        say(f"Making {VENV} ...")
        make_venv(VENV)
    say("Installing the locked dependencies (some 150 MB to fetch the first time) ...")
    wheels = ["--require-hashes", "--only-binary=:all:", "-r", str(LOCK)]
    pip_install(venv_python(), wheels)
    STAMP.write_text(json.dumps(wanted, indent=1), encoding="utf-8")
    say(f"Set up in {time.monotonic() - begin:.0f} s.")


def read_stamp() -> dict[str, str]:
    """Return what a finished set-up left behind; empty where there was none, or it broke since."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    whole = isinstance(found, dict) and venv_python().exists()
    return found if whole else {}


def make_venv(folder: Path) -> None:
    """Make an empty environment in the folder, whatever was in it before."""
    command = [sys.executable, "-m", "venv", "--clear", str(folder)]
    done = subprocess.run(
        command, env=environment(), capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        raise TroubleError(f"{folder} could not be made: {last_line(done.stdout + done.stderr)}")


def pip_install(python: Path, what: list[str]) -> None:
    """Install with the environment's own pip, telling what is being fetched."""
    command = [str(python), "-m", "pip", "install", "--no-input", *what]
    lines = list[str]()
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            lines.append(line.rstrip())
            if line.strip().startswith("Downloading "):
                print("   ", line.strip(), flush=True)
    if pip.returncode:
        raise TroubleError(why_pip_failed(lines))


def why_pip_failed(lines: list[str]) -> str:
    """Return the sentence for what pip printed before it gave up."""
    text = "\n".join(lines)
    errors = [line for line in lines if line.startswith("ERROR:")] or lines[-3:]
    detail = "\n".join(errors[:5])
    if "DO NOT MATCH THE HASHES" in text:
        return (
            "A fetched package is not the one that packaging/requirements.lock names, so nothing "
            f"was trusted. Try again; if it stays so, the lock file is out of date.\n{detail}"
        )
    if any(sign in text for sign in NO_NETWORK):
        return "The package index cannot be reached. Connect to the network and run this again."
    if "No space left" in text:
        return "The disk is full; the dependencies need about 700 MB."
    return f"The dependencies could not be installed. pip says:\n{detail}"


def need_venv_module() -> None:
    """Make sure that this Python can make environments; Debian ships that part apart."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    apt_install([package], "This Python lacks its `venv` module.")


def need_qt(purpose: str) -> None:
    """Make sure that Qt finds the system's libraries; `purpose` "window" means an X window too."""
    if not LINUX:
        return
    missing = missing_library(purpose)
    if missing:
        apt_install(QT_PACKAGES, f"Qt needs {missing}, which this system lacks.")
        missing = missing_library(purpose)
    if missing:
        raise TroubleError(f"Qt still needs {missing}. Install the package that has it.")


def need_build_tools() -> None:
    """Make sure of what PyInstaller needs of the system: binutils, and Python's own library."""
    if not LINUX:
        return
    if not all(map(shutil.which, ("objdump", "objcopy", "strip"))):
        apt_install(["binutils"], "A standalone program is put together with binutils.")
    probe = [str(venv_python()), "-c", PYTHON_LIBRARY_PROBE]
    if subprocess.run(probe, env=environment(), capture_output=True).returncode == 0:
        return
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    why = f"A standalone program carries Python's own library, which this {name} lacks."
    if Path(sys.base_prefix) != Path("/usr"):
        raise TroubleError(f"{why} Use the system's Python, or one made with --enable-shared.")
    apt_install([f"lib{name}"], why)


def missing_library(purpose: str) -> str:
    """Return the name of the first library that Qt does not find, or nothing."""
    done = subprocess.run(
        [venv_python(), "-c", QT_PROBE, purpose],
        env=environment(),
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode == 0:
        return ""
    found = re.search(r"(lib[\w.+-]+\.so[.\d]*): cannot open", done.stderr)
    if not found:
        raise TroubleError(
            f"PySide6 does not start: {last_line(done.stderr) or done.returncode}. "
            f"Delete {VENV} and run this again."
        )
    return found[1]


def apt_install(packages: list[str], why: str) -> None:
    """Install Debian packages where that is allowed; raise the command to type where not."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not shutil.which("apt-get"):
        raise TroubleError(f"{why} On Debian it is in one of: {' '.join(packages)}.")
    typed = " && ".join(f"sudo {step}" for step in ("apt-get update", " ".join(command)))
    if not root:
        raise TroubleError(f"{why} Install it with this command, then run this again:\n{typed}")
    say(f"{why} Installing {' '.join(packages)} ...")
    quiet = {**environment(), "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update"], command):
        done = subprocess.run(
            step,
            env=quiet,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
    if done.returncode:
        detail = last_line(done.stderr)
        raise TroubleError(f"{why} apt could not install it ({detail}). The command was:\n{typed}")


def venv_python() -> Path:
    """Return the interpreter of `.venv`."""
    return folder_python(VENV)


def folder_python(folder: Path) -> Path:
    """Return where the interpreter of an environment in the folder lies."""
    return folder / "Scripts" / "python.exe" if WINDOWS else folder / "bin" / "python"


def environment() -> dict[str, str]:
    """Return the caller's environment without what would send pip or Python elsewhere."""
    elsewhere = {"PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONHOME"}
    kept = {name: value for name, value in os.environ.items() if name not in elsewhere}
    return {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def call(command: Sequence[str | Path], *, headless: bool = False) -> int:
    """Run a command in the checkout with its output shown, and return its exit code."""
    variables = environment()
    if headless:
        variables.setdefault("QT_QPA_PLATFORM", "offscreen")
    process = subprocess.Popen(command, cwd=ROOT, env=variables)
    try:
        code = process.wait()
    except KeyboardInterrupt:
        # The terminal sent it to the child as well, which may want to finish a line first.
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.terminate()
            process.wait()
        raise
    return code if code >= 0 else 128 - code


def last_line(text: str) -> str:
    """Return the last line that says something."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def say(text: str) -> None:
    """Print a line of progress at once, so that it stands before what the next command prints."""
    print(f"[dev] {text}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except TroubleError as trouble:
        sys.exit(f"[dev] {trouble}")
    except OSError as error:
        sys.exit(f"[dev] {error.strerror or error}: {error.filename or ROOT}")
    except KeyboardInterrupt:
        print("\n[dev] Stopped.", file=sys.stderr)
        sys.exit(130)
