"""What is dropped on the canvas or pasted: profiles from the palette, and picture files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QMimeData, QObject, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QImage

from desktop.core.model.words import ProfileId, SideId
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.menus.hand import PROFILE_MIME, Hand
from desktop.ui.session import PICTURES, Ref, Session
from desktop.ui.tools.desk import Desk
from desktop.ui.tools.fighter import place_fighters, profile_of, seats_for

URI_LIST = "text/uri-list"


class Drops(QObject):
    """Takes what is dropped on one canvas; one a window is enough."""

    wants = Signal(str, object)
    """`file.picture`, with a path and what the picture is of."""

    def __init__(
        self, canvas: Canvas, session: Session, hand: Hand, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk = Desk(canvas, session, hand)
        canvas.view.accept_mime(PROFILE_MIME, URI_LIST)
        canvas.view.dropped.connect(self.take)

    def take(self, mime: QMimeData, event: PointerEvent) -> None:
        """Place a dropped profile, or hang a dropped picture."""
        if mime.hasFormat(PROFILE_MIME):
            self._place(ProfileId(bytes(mime.data(PROFILE_MIME).data()).decode("utf-8")), event)
        elif mime.hasUrls():
            self._hang(mime.urls(), self._target(event))

    def _place(self, profile_id: ProfileId, event: PointerEvent) -> None:
        profile = profile_of(self._desk, profile_id)
        if profile is None:
            self._desk.tell(f"There is no profile called {profile_id}.")
            return
        seats = seats_for(self._desk, profile, event.point, event.level, count=1, exact=event.ctrl)
        chosen = self._desk.hand.choice("fighter.side", "")
        side = SideId(chosen) if chosen in self._desk.encounter.all_sides else None
        place_fighters(self._desk, profile_id, seats, event.level, side)

    def _target(self, event: PointerEvent) -> Ref:
        """Return what a picture dropped here is of: a fighter, else the level in view."""
        found = self._desk.view.under(event.point)
        if found and found[0].kind == "fighter":
            return found[0]
        return Ref("picture", event.level)

    def paste(self) -> bool:
        """Hang the picture on the clipboard; returns whether there is one.

        It becomes the portrait of the fighter selected alone, else the level's background.
        """
        mime = cast("QMimeData | None", QGuiApplication.clipboard().mimeData())
        selection = self._desk.session.selection
        alone = len(selection) == 1 and selection[0].kind == "fighter"
        target = selection[0] if alone else Ref("picture", self._desk.level)
        urls = mime.urls() if mime is not None else []
        if _pictures(urls):
            self._hang(urls, target)
            return True
        image = QGuiApplication.clipboard().image()
        if image.isNull():
            return False
        self.wants.emit("file.picture", (str(_kept(image)), target))
        return True

    def _hang(self, urls: Iterable[QUrl], target: Ref) -> None:
        found = _pictures(urls)
        if found:
            self.wants.emit("file.picture", (str(found[0]), target))
        elif not any(url.path().endswith((".yaml", ".yml")) for url in urls):  # the window opens it
            self._desk.tell("Only a picture can be hung up, as a PNG or JPEG file.")


def _pictures(urls: Iterable[QUrl]) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in PICTURES]


def _kept(image: QImage) -> Path:
    """Return the file in which a pasted picture waits until the encounter is saved."""
    from PySide6.QtCore import QStandardPaths

    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))
    folder = folder / "pasted"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while (folder / f"pasted-{number}.png").exists():
        number += 1
    path = folder / f"pasted-{number}.png"
    image.save(str(path), "PNG")  # type: ignore[call-overload]  # the stubs know bytes alone
    return path
