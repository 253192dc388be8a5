"""Fields of text: one line, or as many as it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QPlainTextEdit, QWidget

from desktop.core.model.named import one_line
from desktop.ui.menus.fields.field import SAID, SEVERAL, Field, dress, leaves_undo
from desktop.ui.menus.keys import ENTER

Words = Callable[[], Sequence[str]]


class TextField(Field):
    """A line of text. Enter and Tab commit it, Esc brings the old one back."""

    def __init__(self, hint: str = "", words: Words | None = None) -> None:
        super().__init__()
        self.hint = hint
        self._words = words
        self._shown = ""
        self._hands_over = False
        self.edit = QLineEdit(self)
        self.edit.setPlaceholderText(hint)
        self.edit.installEventFilter(self)
        self.setFocusProxy(self.edit)
        self._line.addWidget(self.edit, 1)

    def show_value(self, value: object) -> None:
        """Show a text; what is being typed stays unless the value itself changed."""
        text = "" if value is SEVERAL else self.text_of(value)
        self.edit.setPlaceholderText(SAID if value is SEVERAL else self.hint)
        is_typed = text == self._shown and self.is_dirty and self.edit.hasFocus()
        if is_typed and not self._hands_over:
            return
        self._shown = text
        if text != self.edit.text():
            self.edit.setText(text)
            self.edit.setCursorPosition(0)
        self.set_wrong(False)

    def text_of(self, value: object) -> str:
        """Return how a value is written."""
        return "" if value is None else str(value)

    def value_of(self, text: str) -> object:
        """Return the value that a text stands for. Raises ValueError, with a sentence."""
        return one_line(text)

    @property
    def is_dirty(self) -> bool:
        """Whether something was typed that is not committed."""
        return self.edit.text() != self._shown

    def flush(self) -> None:
        """Commit what was typed, if anything was."""
        if not self.is_dirty:
            return
        try:
            value = self.value_of(self.edit.text())
        except ValueError as error:
            self.set_wrong(True)
            self.complaint.emit(str(error))
            return
        self.complaint.emit("")
        self.set_wrong(False)
        self._hands_over = True
        self.committed.emit(value)
        self._hands_over = False

    def restore(self) -> None:
        """Bring the committed text back."""
        self.edit.setText(self._shown)
        self.edit.setCursorPosition(0)
        self.set_wrong(False)
        self.complaint.emit("")

    def set_wrong(self, wrong: bool) -> None:
        """Draw the border of something that will not do."""
        dress(self.edit, wrong, "wrong")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Commit and restore by keys, and commit when the focus goes."""
        if leaves_undo(event, self.is_dirty):
            return True
        if event.type() == QEvent.Type.FocusIn and self._words is not None:
            self._offer(self._words())
        elif event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
            if event.reason() != Qt.FocusReason.PopupFocusReason:
                self.flush()
                if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
                    self.edit.setCursorPosition(0)  # a text longer than its field shows its start
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER:
            self.flush()
            self.edit.selectAll()
            return True
        if event.key() == Qt.Key.Key_Escape and (self.is_dirty or self.edit.property("wrong")):
            self.restore()
            self.edit.selectAll()
            return True
        return False

    def _offer(self, words: Sequence[str]) -> None:
        completer = self.edit.completer()
        if completer is None:
            completer = QCompleter(self)
            completer.setModel(QStringListModel(completer))
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self.edit.setCompleter(completer)
        model = completer.model()
        if isinstance(model, QStringListModel) and model.stringList() != list(words):
            model.setStringList(list(words))


class WordsField(TextField):
    """A list of words, written with commas between them."""

    def text_of(self, value: object) -> str:
        """Return the words with commas."""
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else ""

    def value_of(self, text: str) -> object:
        """Return the words, each once."""
        return tuple(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


class NotesField(Field):
    """Text of several lines, as high as it needs. Ctrl+Enter commits, and so does leaving it.

    Whoever writes on and on commits it now and then: a crash shall not take an hour's notes.
    """

    MOST = 9
    """Lines that it is high."""
    LONGEST_MS = 30_000
    """Nothing typed waits longer than this."""

    def __init__(self, hint: str = "", *, least: int = 2) -> None:
        super().__init__()
        self.hint = hint
        self._least = least
        """Lines that it is high while it is empty; with one, Enter commits as well."""
        self._shown = ""
        self.edit = _Notes(self)
        self.edit.setPlaceholderText(hint)
        self.edit.setTabChangesFocus(True)
        self.edit.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.edit.installEventFilter(self)
        self.edit.resized.connect(self._fit)
        self.edit.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        self.setFocusProxy(self.edit)
        self._line.addWidget(self.edit, 1)
        self._waits = QTimer(self)
        self._waits.setSingleShot(True)
        self._waits.timeout.connect(self.flush)
        self.edit.textChanged.connect(self._typed)
        self._fit()

    @property
    def is_dirty(self) -> bool:
        """Whether something was typed that is not committed."""
        return self.edit.toPlainText() != self._shown

    def _typed(self) -> None:
        if not self._waits.isActive() and self.is_dirty:
            self._waits.start(self.LONGEST_MS)

    def show_value(self, value: object) -> None:
        """Show a text; what is being typed stays unless the value itself changed."""
        text = value if isinstance(value, str) else ""
        self.edit.setPlaceholderText(SAID if value is SEVERAL else self.hint)
        if text == self._shown and self.is_dirty and self.edit.hasFocus():
            return
        self._shown = text
        if text != self.edit.toPlainText():
            self.edit.setPlainText(text)

    def flush(self) -> None:
        """Commit what was typed, if anything was."""
        if self.is_dirty:
            self._shown = self.edit.toPlainText()
            self.committed.emit(self._shown)

    def restore(self) -> None:
        """Bring the committed text back."""
        self.edit.setPlainText(self._shown)
        self.complaint.emit("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Commit and restore by keys, and commit when the focus goes."""
        if leaves_undo(event, self.is_dirty):
            return True
        if event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
            if event.reason() != Qt.FocusReason.PopupFocusReason:
                self.flush()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if event.key() in ENTER and (ctrl or self._least == 1):
                self.flush()
                return True
            if event.key() == Qt.Key.Key_Escape and self.is_dirty:
                self.restore()
                return True
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        lines = self.edit.document().size().height()
        shown = min(max(lines, self._least), self.MOST)
        policy = Qt.ScrollBarPolicy
        bar = policy.ScrollBarAsNeeded if lines > self.MOST else policy.ScrollBarAlwaysOff
        if bar != self.edit.verticalScrollBarPolicy():
            self.edit.setVerticalScrollBarPolicy(bar)
        height = round(shown * self.edit.fontMetrics().lineSpacing()) + 18
        if height != self.edit.minimumHeight():
            self.edit.setFixedHeight(height)


class _Notes(QPlainTextEdit):
    """Text that leaves the wheel to the panel unless it is being written and is too long."""

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus() and self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()
