"""Help without a network: pages, rules, keys, what the program is."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication

import desktop
from desktop.core.store.catalogue import catalogue
from desktop.ui.dialogs.about import About
from desktop.ui.dialogs.help import HelpViewer, pages
from desktop.ui.dialogs.keys import KeysPage
from desktop.ui.dialogs.readings import Readings

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)


def dialogs(kind):
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, kind)]


def test_a_rule_stays_when_the_keys_come_to_a_window_that_was_just_made(qtbot):
    viewer = HelpViewer()
    qtbot.addWidget(viewer)
    with qtbot.waitActive(viewer):
        viewer.open_rule("IM-COVER-03")
    assert viewer.list.currentRow() == -1
    assert "IM-COVER-03" in viewer.text.toPlainText()
    viewer.open_page("index")
    viewer.open_rule("IM-COVER-03")
    assert viewer.list.currentRow() == -1


def test_a_rule_that_hangs_on_a_reading_leads_to_where_it_is_chosen(shown, small):
    window = shown(small)
    window.want("help.rule", "IM-TESTS-05")
    viewer = next(each for each in dialogs(HelpViewer) if each.isVisible())
    assert 'href="reading:adv_excess_step"' in viewer.text.toHtml()
    viewer.text.anchorClicked.emit(QUrl("reading:adv_excess_step"))
    (readings,) = window.findChildren(Readings)
    assert (readings.isVisible(), readings.chosen) == (True, "adv_excess_step")
    readings.close()
    viewer.close()


def test_a_rule_is_shown_with_its_title_and_sentence(shown, small):
    window = shown(small)
    rule = catalogue().rules["IM-COVER-03"]
    window.want("help.rule", "IM-COVER-03")
    viewer = next(each for each in dialogs(HelpViewer) if each.isVisible())
    text = viewer.text.toPlainText()
    assert rule.title in text
    assert rule.rule.split()[0] in text
    assert viewer.isVisible()
    viewer.close()


def test_every_link_of_a_page_leads_somewhere_and_every_page_can_be_reached():
    linked = set()
    for name, path in pages().items():
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).is_file(), f"{name} leads to {target}"
            linked.add(Path(target).stem)
    assert pages().keys() - linked <= {"index"}


def test_a_page_shows_its_pictures_within_its_width(shown, small, qtbot):
    window = shown(small)
    window.want("help.page", "sight")
    viewer = next(each for each in dialogs(HelpViewer) if each.isVisible())
    document, text = viewer.text.document(), viewer.text
    at = document.toPlainText().index("\N{OBJECT REPLACEMENT CHARACTER}")
    before, after = (cursor_at(text, place) for place in (at, at + 1))
    assert text.cursorRect(after).left() - text.cursorRect(before).left() > 300, "it is there"
    assert text.horizontalScrollBar().maximum() == 0
    viewer.close()


def cursor_at(text, place):
    cursor = text.textCursor()
    cursor.setPosition(place)
    return cursor


def test_the_page_of_what_is_kept_names_lines_of_menus_as_they_are(shown, small):
    window = shown(small)
    text = pages()["kept"].read_text(encoding="utf-8").replace("\n", " ")
    for verb in ("file.recover", "help.log"):
        assert f"**{window.actions_[verb].text().replace('&', '')}**" in text, verb


def test_f1_opens_the_help_and_says_so_where_there_is_none(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F1)
    viewer = next(each for each in dialogs(HelpViewer) if each.isVisible())
    assert viewer.text.toPlainText().strip()
    viewer.close()


@pytest.mark.parametrize(
    ("typed", "page"),
    [("sight on", "Sight on squares"), ("after a crash", "What is kept"), ("fighting", "Fighting")],
)
def test_ctrl_k_finds_the_pages_of_the_help_by_title_and_heading(shown, small, qtbot, typed, page):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(window.finder, typed)
    assert window.finder.offered[0].beside == "help"
    qtbot.keyClick(window.finder, Qt.Key.Key_Return)
    viewer = next(each for each in dialogs(HelpViewer) if each.isVisible())
    assert viewer.text.toPlainText().startswith(page)
    assert viewer.list.currentItem().text().startswith(page)
    viewer.close()


def test_the_page_of_keys_opens_by_its_own_key(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    page = next(each for each in dialogs(KeysPage) if each.isVisible())
    assert "Traits" in page.text.toPlainText()
    page.close()


def test_about_says_the_version(shown, small, qtbot):
    window = shown(small)
    about = About(window)
    assert desktop.__version__ in about.versions.text()


def test_a_long_page_is_laid_out_once_and_not_for_each_of_its_cells(qtbot):
    viewer = HelpViewer()
    qtbot.addWidget(viewer)
    viewer.open_page("index")
    laid_out = []
    viewer.text.document().contentsChanged.connect(lambda: laid_out.append(1))
    viewer.open_page("scripts")
    assert len(laid_out) < 10
