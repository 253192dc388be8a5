"""Start both forms of the built program on a bare Debian 12, as root: `dev.py build --check`.

Two systems are made with debootstrap below `build/`, once: one without anything, where the program
must say what is missing, and one with the libraries of a desktop, where it must start: by another
user, from another folder, out of a path with spaces and other letters, with a home that cannot be
written, with a console and without one, on X11, on Wayland and without a screen.
"""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD, DIST = ROOT / "build", ROOT / "dist"
SAMPLE = ROOT / "encounters" / "dock-nine.yaml"
RELEASE = "bookworm"
OF_A_DESKTOP = (
    *("libgl1", "libegl1", "libx11-6", "libx11-xcb1", "libxcb1"),
    *("libwayland-client0", "libwayland-cursor0"),
    *("fontconfig-config", "fonts-dejavu-core", "xkb-data"),
)
FOLDER = "/opt/Spiele für Ängstliche & Mutige"
FILE = "/srv/Überfall im „Hof“.yaml"
BROKEN = "/srv/broken.yaml"
HOME = "/srv/home/gm"
RUNTIME = "/run/user/1000"
ELSEWHERE = "/var/tmp"
USER = 1000
SAID = "/var/tmp/said"
DIALOG = f'#!/bin/sh\nprintf "%s\\n" "$@" > {SAID}\n'
INSIDE = """\
set -e
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev/shm"
if [ -d /tmp/.X11-unix ]; then
    mkdir -p "$1/tmp/.X11-unix"
    mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix"
fi
mount --bind "$2" "$1/run/user/1000"
exec chroot --userspec=1000:1000 "$1" /bin/sh -c "$3"
"""
ALONE = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
SCREENS = ("offscreen", "xcb", "wayland")
OF_THE_HOME = ("Your home folder cannot be written.", "Fontconfig error: No writable cache")
PATIENCE = 120


class BareError(Exception):
    """What does not work, as a sentence."""


def main() -> int:
    """Make every check and return 0, or 1 where one failed."""
    built = sorted(DIST.glob("enfilade-*-linux-*"))
    one_folder = next((path for path in built if path.suffix == ".zip"), None)
    one_file = next((path for path in built if path.suffix != ".zip"), None)
    if one_file is None or one_folder is None:
        raise BareError("There is no build in `dist`. Run: python3 packaging/dev.py build")
    nothing, desktop = system("nothing", ()), system("desktop", OF_A_DESKTOP)
    failed = 0
    with ExitStack() as stack:
        screens = stack.enter_context(running_screens())
        for root in (nothing, desktop):
            settle(root, one_file, one_folder)
        for name, check in checks(nothing, desktop, screens).items():
            begin = time.monotonic()
            try:
                check()
                say(f"ok      {name} ({time.monotonic() - begin:.1f} s)")
            except (BareError, subprocess.TimeoutExpired) as error:
                failed += 1
                say(f"FAILED  {name}: {error}")
    return 1 if failed else 0


def checks(nothing: Path, desktop: Path, screens: dict[str, str]) -> dict[str, Callable[[], None]]:
    """Return what is looked at, by name."""
    every: dict[str, Callable[[], None]] = {}
    for form, program in programs(desktop).items():
        check, window = [program, "--selfcheck"], [program, "--selfcheck", "--window"]
        run = partial(expect, desktop, screens)
        every[f"{form}: names what a system without libraries lacks"] = partial(
            names_packages, nothing, screens, program
        )
        for screen in SCREENS:
            every[f"{form}: self-check, {screen}"] = partial(run, check, screen)
            every[f"{form}: a file in the window, {screen}"] = partial(run, [*window, FILE], screen)
        every[f"{form}: no console"] = partial(run, [*window, FILE], "xcb", closed=True)
        every[f"{form}: a broken file, no console"] = partial(
            run, [*window, BROKEN], "xcb", closed=True, code=1
        )
        every[f"{form}: a survey without a screen"] = partial(run, [program, "check", FILE], "")
    every["nothing written into the home, nothing left in the temp folder"] = partial(
        left_nothing, desktop
    )
    return every


# The systems


def system(name: str, packages: tuple[str, ...]) -> Path:
    """Return a bare Debian with these packages; it is made where there is none yet."""
    root = BUILD / f"{RELEASE}-{name}"
    if (root / "made").exists():
        return root
    shutil.rmtree(root, ignore_errors=True)
    say(f"Making {root.relative_to(ROOT)} with debootstrap ...")
    with tempfile.TemporaryDirectory(prefix="enfilade-") as folder:
        # debootstrap takes a path with spaces apart
        target = Path(folder) / name if " " in str(root) else root
        command = ["debootstrap", "--variant=minbase"]
        command += [f"--include={','.join(packages)}"] if packages else []
        done = subprocess.run([*command, RELEASE, target], capture_output=True, text=True)
        if done.returncode:
            raise BareError(f"debootstrap failed:\n{(done.stdout + done.stderr).strip()[-2000:]}")
        if target != root:
            subprocess.run(["mv", target, root], check=True)
    (root / "made").touch()
    return root


def programs(root: Path) -> dict[str, str]:
    """Return where the two forms lie in a system."""
    inside = [path for path in (root / FOLDER[1:]).iterdir() if path.is_dir()]
    return {
        "folder": f"{FOLDER}/{inside[0].name}/enfilade",
        "one file": f"{FOLDER}/enfilade",
    }


def settle(root: Path, one_file: Path, one_folder: Path) -> None:
    """Put both forms and the files into a system, and a home that nobody can write."""
    place, home = root / FOLDER[1:], root / HOME[1:]
    for old in (root / "srv", place, home, root / "tmp", root / RUNTIME[1:]):
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir(parents=True)
    (root / "tmp").chmod(0o1777)
    home.chmod(0o555)
    shutil.copyfile(SAMPLE, root / FILE[1:])
    (root / BROKEN[1:]).write_text("format: 1\nboard: [", encoding="utf-8")
    unzip(one_folder, place)
    shutil.copy2(one_file, place / "enfilade")
    dialog = root / "usr/local/bin/zenity"
    dialog.write_text(DIALOG, encoding="utf-8")
    dialog.chmod(0o755)


def unzip(file: Path, folder: Path) -> None:
    """Unpack a zip with its links and modes, which Python's own way loses."""
    with zipfile.ZipFile(file) as archive:
        for entry in archive.infolist():
            path, mode = folder / entry.filename, entry.external_attr >> 16
            path.parent.mkdir(parents=True, exist_ok=True)
            if stat.S_ISLNK(mode):
                path.symlink_to(archive.read(entry).decode())
            else:
                path.write_bytes(archive.read(entry))
                path.chmod(stat.S_IMODE(mode))


# The screens


@contextmanager
def running_screens() -> Iterator[dict[str, str]]:
    """Run an X server and a Wayland compositor, and give what programs find them by."""
    with ExitStack() as stack:
        runtime = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="enfilade-")))
        runtime.chmod(0o700)
        os.chown(runtime, USER, USER)
        said, told = os.pipe()
        x_server = ["Xvfb", "-displayfd", str(told), "-screen", "0", "1366x768x24", "-ac"]
        stack.enter_context(running([*x_server, "-noreset"], pass_fds=[told]))
        os.close(told)
        with os.fdopen(said, encoding="ascii") as lines:
            number = lines.readline().strip()
        if not number:
            raise BareError("Xvfb does not start.")
        weston = ["weston", "--backend=headless-backend.so", "--socket=wayland-enfilade"]
        weston += ["--no-config", "--idle-time=0"]
        stack.enter_context(running(weston, user=USER, env={"XDG_RUNTIME_DIR": str(runtime)}))
        wait_for(runtime / "wayland-enfilade")
        yield {
            "DISPLAY": f":{number}",
            "WAYLAND_DISPLAY": "wayland-enfilade",
            "RUNTIME": str(runtime),
        }


@contextmanager
def running(
    command: list[str],
    *,
    pass_fds: list[int] | None = None,
    user: int | None = None,
    env: dict[str, str] | None = None,
) -> Iterator[None]:
    """Run a server as long as the block lasts."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **(env or {})},
        pass_fds=pass_fds or (),
        user=user,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def wait_for(path: Path) -> None:
    """Wait until a server's socket is there."""
    for _ in range(100):
        if path.exists():
            return
        time.sleep(0.1)
    raise BareError(f"{path.name} does not come up.")


# Looking


def inside(
    root: Path, screens: dict[str, str], command: list[str], screen: str, *, closed: bool
) -> subprocess.CompletedProcess[str]:
    """Run a program in a system: another user, an environment of its own, another folder."""
    wanted = {"xcb": ["DISPLAY"], "wayland": ["WAYLAND_DISPLAY"]}.get(screen, [])
    variables = {name: screens[name] for name in wanted}
    variables |= {"HOME": HOME, "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin"}
    variables |= {"XDG_RUNTIME_DIR": RUNTIME} | ({"QT_QPA_PLATFORM": screen} if screen else {})
    quoted = " ".join(quote(each) for each in command)
    line = f"cd {ELSEWHERE} && exec {quoted}" + (" <&- >&- 2>&-" if closed else "")
    process = subprocess.Popen(
        [*ALONE, "sh", "-c", INSIDE, "sh", str(root), screens["RUNTIME"], line],
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def quote(word: str) -> str:
    """Return a word as the shell takes it literally."""
    return "'" + word.replace("'", "'\\''") + "'"


def expect(
    root: Path,
    screens: dict[str, str],
    command: list[str],
    screen: str,
    *,
    closed: bool = False,
    code: int = 0,
) -> None:
    """Run a program and complain unless it exits with this code, and complains of nothing."""
    done = inside(root, screens, command, screen, closed=closed)
    if done.returncode != code:
        raise BareError(f"exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    odd = [line for line in done.stderr.splitlines() if not line.startswith(OF_THE_HOME)]
    if odd and code == 0:
        raise BareError("it complains: " + "\n".join(odd[:10]))


def names_packages(root: Path, screens: dict[str, str], program: str) -> None:
    """Complain unless the program says what to install, in the terminal and in a dialog."""
    said = root / SAID[1:]
    said.unlink(missing_ok=True)
    done = inside(root, screens, [program, FILE], "xcb", closed=False)
    for package in ("libgl1", "libegl1", "libx11-6"):
        if done.returncode != 2 or package not in done.stderr:
            raise BareError(f"exit code {done.returncode}, without {package}: {done.stderr}")
    say(f"        {done.stderr.strip()}")
    for _ in range(50):
        if said.exists() and "libgl1" in said.read_text(encoding="utf-8"):
            return
        time.sleep(0.1)
    raise BareError("No dialog was shown.")


def left_nothing(root: Path) -> None:
    """Complain if a home was written, or a program of one file left its parts behind."""
    found = [*(root / HOME[1:]).iterdir(), *(root / "tmp").glob("_MEI*")]
    if found:
        raise BareError(f"There is {', '.join(map(str, found))}.")
    if not (root / "tmp" / f"enfilade-{USER}" / "state").is_dir():
        raise BareError("Nothing was written where the program says instead.")


def say(text: str) -> None:
    """Print a line of progress at once."""
    print(f"[check] {text}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BareError as error:
        sys.exit(f"[check] {error}")
