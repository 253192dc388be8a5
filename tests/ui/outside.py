"""What tests of files and other windows do: rename, press what is offered, pick a file."""

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QPushButton

from desktop.core import play
from desktop.core.store import fights, places
from desktop.ui.fight import Fight
from tests.ui.conftest import SMALL

OTHER = SMALL.replace("name: Yard", "name: Theirs")
SAME_SIZE = SMALL.replace("name: Yard", "name: Mill")


def rename(window, name="Court"):
    assert window.session.edit("rename", kind="zone", id="yard", name=name)


def activate(window):
    """Bring the window to the front, as far as it is asked."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def offers(window):
    QApplication.processEvents()  # buttons of a bar in view are shown with the next event
    found = window.notice.findChildren(QPushButton)
    return {each.text(): each for each in found if not each.isHidden()}


def press(window, text):
    offers(window)[text].click()


def says(window):
    return window.notice.says.text()


def type_file(path):
    """Type a path into the file dialog that opens next, and take it."""

    def act():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QFileDialog):
            QTimer.singleShot(20, act)
            return
        dialog.findChild(QLineEdit, "fileNameEdit").setText(str(path))
        QTimer.singleShot(0, replace)
        dialog.accept()

    def replace():
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            box.button(QMessageBox.StandardButton.Yes).click()

    QTimer.singleShot(0, act)


def asked_when_closing(window, answer="Cancel"):
    """Close the window; return whether it asked what becomes of unsaved work."""
    asked = []

    def act():
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            asked.append(box.text())
            next(each for each in box.buttons() if each.text() == answer).click()

    timer = QTimer()
    timer.timeout.connect(act)
    timer.start(10)
    window.close()
    timer.stop()
    return bool(asked)


def begin(window):
    """Start the fight as the page before round 1 does."""
    window.actions_["fight.start"].trigger()
    combat = play.begin(window.session.encounter, stock=window.session.stock)
    window.bench.current_page.ready.emit(Fight(combat.book, combat, window.session))
    return window.session.fight


def in_file(window):
    return fights.read_fight(window.fights.keeper.path, play.vocabulary()).history()


def copies():
    return sorted((places.state_folder() / "copies").glob("*/*.yaml"))
