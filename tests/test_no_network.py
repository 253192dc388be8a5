"""No network: not from Python, not from Qt, and not from any library below them."""

import json
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.helpers.no_network import NetworkUsedError

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "encounters" / "dock-nine.yaml"
KILLED_BY_THE_KERNEL = -31
"""What a process ends with that made a system call which it may not."""


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_the_guard_hears_an_internet_socket(family: int, no_network: list[str]) -> None:
    with pytest.raises(NetworkUsedError):
        socket.socket(family)
    assert [each.split()[0] for each in no_network] == ["socket.__new__"]
    no_network.clear()


@pytest.mark.parametrize(
    "look_up",
    [
        lambda: socket.getaddrinfo("example.org", 80),
        lambda: socket.gethostbyname("example.org"),
        lambda: urllib.request.urlopen("http://example.org"),
    ],
)
def test_the_guard_hears_a_look_up_of_a_name(look_up, no_network: list[str]) -> None:
    with pytest.raises(NetworkUsedError):
        look_up()
    assert no_network
    no_network.clear()


def test_the_guard_lets_the_machine_talk_to_itself(no_network: list[str]) -> None:
    if not hasattr(socket, "AF_UNIX"):
        pytest.skip("a system without sockets of its own")
    for each in socket.socketpair(socket.AF_UNIX):
        each.close()
    assert no_network == []


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such seal")
@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6"])
def test_the_seal_kills_who_makes_an_internet_socket(family: str) -> None:
    code = (
        "import socket; from tests.helpers import seccomp\n"
        "sealed = seccomp.forbid_internet_sockets(); print(sealed, flush=True)\n"
        f"socket.socket(socket.{family}) if sealed else None"
    )
    done = run("-c", code)
    if done.stdout.strip() == "False":
        pytest.skip("the system does not let a process seal itself")
    assert done.returncode == KILLED_BY_THE_KERNEL, done.stderr


def test_a_whole_evening_needs_no_network(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_bytes(SAMPLE.read_bytes())
    done = run("-m", "tests.helpers.evening", str(path))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told.pop("steps") > 0
    assert told.pop("sealed") or sys.platform != "linux"
    assert told == {"reached for": [], "modules": [], "libraries": []}


def test_no_part_of_the_program_names_a_module_that_knows_the_network() -> None:
    words = ("QtNetwork", "QtWeb", "QtDBus", "socket", "urllib", "http", "requests", "ftplib")
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in (ROOT / "desktop").rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.lstrip().startswith(("import ", "from "))
        and any(word in line.replace(".", " ").split() for word in words)
    ]
    assert found == []
