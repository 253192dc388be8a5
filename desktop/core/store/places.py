"""Where things are: what comes with the program, and the user's own folders."""

import os
from pathlib import Path

import desktop

_PACKAGE = Path(desktop.__file__).resolve().parent


def resources() -> Path:
    """Return the folder of what comes with the program: catalogue, stock, icons, help."""
    return _shipped("_resources", "resources")


def samples() -> Path:
    """Return the folder of the sample encounters; never written to."""
    return _shipped("_encounters", "encounters")


def _shipped(packaged: str, in_checkout: str) -> Path:
    inside = _PACKAGE / packaged
    return inside if inside.is_dir() else _PACKAGE.parent / in_checkout


def config_folder() -> Path:
    """Return the folder of the user's settings; it exists and can be written."""
    return _own("config")


def data_folder() -> Path:
    """Return the folder of the user's rosters and readings; it exists and can be written."""
    return _own("data")


def state_folder() -> Path:
    """Return the folder of views, recent files and fights without a home of their own."""
    return _own("state")


def log_file() -> Path:
    """Return the file of what went wrong; it is made with the first such thing."""
    return state_folder() / "enfilade.log"


def rosters_folder() -> Path:
    """Return the folder of the user's own rosters."""
    return made(data_folder() / "rosters")


def fights_folder() -> Path:
    """Return where fights go whose encounter's folder cannot be written."""
    return made(state_folder() / "fights")


def pictures_folder() -> Path:
    """Return where pictures wait for the first save of their encounter."""
    return made(state_folder() / "pictures")


def users_pictures() -> Path:
    """Return where the user's own pictures are, to look for one there."""
    import platformdirs

    pictures = platformdirs.user_pictures_path()
    return pictures if pictures.is_dir() else Path.home()


def documents_folder() -> Path:
    """Return where an encounter is saved unless the user goes elsewhere."""
    import platformdirs

    documents = Path(platformdirs.user_documents_dir())
    return documents if documents.is_dir() else Path.home()


def _own(kind: str) -> Path:
    import platformdirs

    dirs = platformdirs.PlatformDirs("enfilade", appauthor=False, roaming=False)
    folder = {
        "config": dirs.user_config_path,
        "data": dirs.user_data_path,
        "state": dirs.user_state_path,
    }[kind]
    if can_write(folder):
        return folder
    # a home on a read-only disk: better forgetful than not at all
    folder = _stand_in()
    folder.mkdir(mode=0o700, exist_ok=True)  # others may look into the temporary folder
    return made(folder / kind)


def _stand_in() -> Path:
    import tempfile

    who = getattr(os, "getuid", lambda: os.environ.get("USERNAME", "user"))()
    return Path(tempfile.gettempdir()) / f"enfilade-{who}"


def is_stand_in(folder: Path) -> bool:
    """Return whether one of the user's own folders lies where the system clears it away.

    So it is where the home cannot be written.
    """
    return _stand_in() in folder.parents


def can_write(folder: Path) -> bool:
    """Return whether a folder is there, made if need be, and takes files."""
    import tempfile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def made(folder: Path) -> Path:
    """Return a folder, made if it was not there."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder
