"""What holds for every test: no screen, no folder of the user's, no stray log line."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.helpers.no_network import Guard

BENCH = Path(__file__).parent / "bench"

# Qt reads these once, when the first application starts, so they are set before any test.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_API"] = "pyside6"
os.environ["LC_ALL"] = "C.UTF-8"
for name in ("LANGUAGE", "QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME"):
    os.environ.pop(name, None)

settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the measurements alone unless the command line names their folder."""
    asked = any("bench" in str(argument) for argument in config.invocation_params.args)
    return True if collection_path == BENCH and not asked else None


NETWORK = Guard().install()


@pytest.fixture(autouse=True)
def no_network() -> Iterator[list[str]]:
    """Fail the test in which anything reached for the network and that does not expect it."""
    yield NETWORK.seen
    left = list(NETWORK.seen)
    NETWORK.seen.clear()
    if left:
        pytest.fail("reached for the network:\n" + "\n".join(left), pytrace=False)


@pytest.fixture(scope="session", autouse=True)
def runtime_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give Qt a private folder for its sockets; it warns where it must invent one."""
    folder = tmp_path_factory.mktemp("runtime")
    folder.chmod(0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(folder)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home that the program takes for the user's, in this test alone."""
    folder = tmp_path_factory.mktemp("home")
    places = {
        "HOME": folder,
        "USERPROFILE": folder,
        "APPDATA": folder / "roaming",
        "LOCALAPPDATA": folder / "local",
        "XDG_CONFIG_HOME": folder / "config",
        "XDG_DATA_HOME": folder / "data",
        "XDG_STATE_HOME": folder / "state",
        "XDG_CACHE_HOME": folder / "cache",
        "XDG_DOCUMENTS_DIR": folder / "documents",
    }
    for variable, place in places.items():
        monkeypatch.setenv(variable, str(place))
    return folder


class Keeper(logging.Handler):
    """Keeps the warnings and worse that were logged while it listened."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def stray_logs() -> Iterator[list[logging.LogRecord]]:
    """Fail the test that logs a warning or worse which it does not take off this list."""
    keeper = Keeper()
    root = logging.getLogger()
    root.addHandler(keeper)
    yield keeper.records
    root.removeHandler(keeper)
    left = [f"{record.levelname} {record.name}: {record.getMessage()}" for record in keeper.records]
    if left:
        pytest.fail("logged, and not expected:\n" + "\n".join(left), pytrace=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to write the transcripts of golden cases anew, and to try more than a sample."""
    parser.addoption("--update-golden", action="store_true", help="write transcripts anew")
    parser.addoption(
        "--long", action="store_true", help="a thousand kills and a hundred thousand bad inputs"
    )


@pytest.fixture(scope="session")
def is_long(pytestconfig: pytest.Config) -> bool:
    """Return whether `--long` was given: all kills and bad inputs, not the fixed sample."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Return whether transcripts shall be written anew; look at the difference afterwards."""
    return bool(request.config.getoption("--update-golden"))
