"""Watching a window: what goes wrong inside Qt's own calls, and answers for what waits there."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, qInstallMessageHandler
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QWidget

from desktop.ui.dialogs import asking
from desktop.ui.main_window import MainWindow

POKE_MS = 30


class Watcher:
    """Keeps what goes wrong, and pokes at dialogs and menus until they close."""

    def __init__(self, window: MainWindow, seed: int, folder: Path) -> None:
        self.window = window
        self.folder = folder
        self.any = random.Random(seed)
        self.log: list[str] = []
        self.wrong: list[str] = []
        self._poked = 0
        self._is_watching = False

    def say(self, text: str) -> None:
        """Note what is done now."""
        self.log.append(text)

    def in_menu(self, menu: QMenu) -> None:
        """Do something to a menu that waits."""
        raise NotImplementedError

    def in_widgets(self, root: QWidget) -> None:
        """Do something to a dialog that waits."""
        raise NotImplementedError

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Keep whatever goes wrong inside Qt's own calls, and answer whatever waits there."""
        hook, handler = sys.excepthook, qInstallMessageHandler(self._message)
        sys.excepthook = self._raised
        asked = asking.file_to_open, asking.file_to_save, asking.what_of_unsaved, asking.number
        asking.file_to_open = self._file_to_open
        asking.file_to_save = lambda *_: self._file_to_save()
        asking.what_of_unsaved = lambda *_: self.any.choice(("save", "discard", "cancel"))
        asking.number = lambda *_: self.any.choice((None, 0.0, 3.0, -4.5, 1000.0))
        chosen = QFileDialog.getOpenFileName
        QFileDialog.getOpenFileName = lambda *asked: (str(self._file_to_open(*asked) or ""), "")
        self._is_watching = True
        QTimer.singleShot(POKE_MS, self._poke)
        try:
            yield
        finally:
            self._is_watching = False
            QFileDialog.getOpenFileName = chosen
            self._close_waiting()
            asking.file_to_open, asking.file_to_save, asking.what_of_unsaved, asking.number = asked
            sys.excepthook = hook
            qInstallMessageHandler(handler)

    def _raised(self, kind: type, error: BaseException, trace: object) -> None:
        self.wrong.append("".join(traceback.format_exception(kind, error, trace)))  # type: ignore[arg-type]

    def _message(self, kind: object, _where: object, says: str) -> None:
        if "propagateSizeHints" not in says and "plugin does not support" not in says:
            self.wrong.append(f"Qt {kind}: {says}")

    def _file_to_open(self, *asked: object) -> Path | None:
        kind = "*.png" if "*.png" in str(asked[-1]) else "*.yaml"
        return self.any.choice([None, *sorted(self.folder.glob(kind))])

    def _file_to_save(self) -> Path | None:
        saved = self.folder / self.any.choice(("one.yaml", "two.yaml", "missing/three.yaml"))
        return self.any.choice((None, saved))

    def _poke(self) -> None:
        """Do something in a dialog or menu that waits, and in the end close it."""
        if self._is_watching:
            QTimer.singleShot(POKE_MS, self._poke)  # a repeating one rests in loops of its own
        waiting = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if waiting is None:
            self._poked = 0
            return
        self._poked += 1
        if self._poked > 6:
            self._close(waiting)
        elif isinstance(waiting, QMenu):
            self.in_menu(waiting)
        else:
            self.in_widgets(waiting)

    def _close(self, waiting: QWidget) -> None:
        self.log.append(f"close {type(waiting).__name__} {waiting.objectName()}")
        waiting.reject() if isinstance(waiting, QDialog) else waiting.close()

    def _close_waiting(self) -> None:
        for _ in range(8):
            waiting = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if waiting is None:
                return
            self._close(waiting)
            QApplication.processEvents()

    def lay_pictures(self) -> None:
        """Lay a good picture, a broken one and an empty one beside the encounter."""
        image = QImage(64, 48, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.darkGreen)
        image.save(str(self.folder / "good.png"))
        (self.folder / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nno more")
        (self.folder / "empty.png").write_bytes(b"")

    # Files

    def file(self) -> None:
        """Save, open, revert, or let another program change the file."""
        document = self.window.document
        what = self.any.choice(("save", "touch", "open", "broken", "front", "resume"))
        self.say(f"file {what}")
        if document is None or what == "open":
            self.window.files.open_path(self.any.choice(sorted(self.folder.glob("*.yaml"))))
        elif what == "save":
            self.window.files.save()
        elif what == "touch" and document.path is not None and document.path.exists():
            text = document.path.read_text(encoding="utf-8")
            document.path.write_text(text + "\n# by another\n", encoding="utf-8")
            self.window.files.look_outside()
        elif what == "broken":
            broken = self.folder / "broken"
            broken.write_text("format: 1\nname: [", encoding="utf-8")
            self.window.files.open_path(broken)
        elif what == "resume" and self.any.random() < 0.5:
            found = sorted(self.folder.glob("*.fight*"))
            if found:
                self.window.files.open_path(self.any.choice(found))

    # What must hold
