"""Where the pictures of an encounter are, and how one lies that is turned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from desktop.core.errors import PictureError
from desktop.core.model.board import LevelPicture
from desktop.core.store import places
from desktop.ui.pictures import path_in, size_of
from desktop.ui.session import Session


def pictures_of(session: Session) -> Path:
    """Return the folder that the pictures of an encounter are relative to."""
    return Path(session.path).parent if session.path else places.pictures_folder()


def turned(session: Session, picture: LevelPicture, quarters: int) -> LevelPicture:
    """Return a picture turned so far, with what is drawn on it as large as before.

    One that is as wide as the board stays so, as does one that cannot be read.
    """
    after = replace(picture, turned=quarters)
    path = path_in(pictures_of(session), picture.file)
    if picture.width is None or not (quarters - picture.turned) % 2 or not path:
        return after
    try:
        size = size_of(Path(path))
    except PictureError:
        return after
    now = size.transposed() if picture.turned % 2 else size
    return replace(after, width=round(picture.width * now.height() / now.width(), 3))
