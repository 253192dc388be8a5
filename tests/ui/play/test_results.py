"""After it has happened: every number can be typed over, any step taken again, nothing is lost."""

import pytest
from PySide6.QtCore import Qt

from desktop.core import play
from desktop.core.packs.imperium.falling import Fall
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Decree, Walk
from desktop.core.rules.combat import replayed
from desktop.ui.fight import Fight
from desktop.ui.panels import roll_lines as lines
from tests.ui.play.players import duel, focus


@pytest.fixture
def struck(ann):
    """Return a fight in which Ann has just hit Bob, the result in view."""
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("1281")
    ann.enter()
    assert ann.wounds[0].wounds > 0
    return ann


def number_of(hands, says):
    return next(line for line in hands.lines(lines.NumberLine) if says in line.says)


def test_the_result_stays_in_view_until_enter(struck):
    assert struck.roll.showing
    assert struck.roll.foot.apply.text().startswith("Done")
    struck.key(Qt.Key.Key_Return)
    struck.settle()
    assert not struck.roll.showing


def test_the_result_is_put_away_by_the_next_click(struck):
    struck.click(struck.in_zone("b"))
    struck.settle()
    assert not struck.roll.showing


def test_a_number_typed_over_after_it_happened_takes_the_step_again(struck):
    before = len(struck.steps)
    line = number_of(struck, "wounds")
    struck.press_widget(struck.hand_of(line.key))
    struck.type("2")
    struck.enter()
    assert len(struck.steps) == before
    assert struck.wounds[0].wounds == 2
    assert struck.state.fighters["bob"].wounds == 2
    assert struck.facts(e.Overridden)
    assert struck.roll.showing
    # Emptied, the number is what the rules make of it again.
    struck.press_widget(struck.hand_of(line.key))
    focus().selectAll()
    struck.press_key(Qt.Key.Key_Backspace)
    struck.enter()
    assert struck.wounds[0].wounds == line.value
    assert not struck.facts(e.Overridden)


def test_a_number_with_a_fraction_stands_beside_its_words_and_is_typed_over(ann):
    ann.fight.propose(Fall(who="bob", metres=3))
    ann.fight.apply()
    ann.settle()
    text = next(line for line in ann.lines(lines.TextLine) if "metres tall" in line.says)
    field = ann.hand_of(text.key)
    assert (text.text, field.text(), field.placeholderText()) == ("1.8", "1.8", "")
    area = ann.roll.area
    assert area.widget().width() == area.viewport().width(), "nothing of a line is out of sight"
    assert ann.facts(e.TableRolled)
    ann.press_widget(field)
    field.selectAll()
    ann.type("3.5")
    ann.enter()
    assert not ann.facts(e.TableRolled), "the drop is shorter than bob is tall"


def test_a_face_typed_over_recomputes_everything_after_it(struck):
    (die, *_) = struck.lines(lines.DieLine)
    struck.press_widget(struck.hand_of(die.key))
    struck.type("95")
    assert struck.tests[0].face == 95
    assert struck.wounds == []


def test_a_reason_switched_afterwards_counts_at_once(struck):
    tally = struck.lines(lines.TallyLine)[0]
    struck.press_widget(struck.hand_of(tally.key))
    struck.type("5")
    struck.enter()
    assert struck.tests[0].target == 5


def test_a_change_that_needs_another_die_asks_for_it(struck):
    (die, *_) = struck.lines(lines.DieLine)
    struck.press_widget(struck.hand_of(die.key))
    struck.type("11")  # a double now: the place and the severity are not known yet
    assert struck.fight.exchange.index == len(struck.steps) - 1
    struck.type("5")
    struck.type("3")
    assert struck.fight.exchange is None
    assert struck.facts(e.TableRolled)[0].face == 3


def test_an_early_step_is_changed_and_the_later_ones_follow(playing):
    """T7: the third of six actions used the wrong weapon."""
    hands = playing(duel(sides={})).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.fight.apply()
    wrong = len(hands.steps) - 1
    hands.fight.take(Decree(facts=(e.WoundsSet(who="cid", total=1),)))
    hands.fight.next_turn()
    hands.fight.take(Walk(who="bob", to="b"))
    later = [step.action for step in hands.steps[wrong + 1 :]]
    item = hands.log.tree.topLevelItem(wrong)
    hands.log.tree.itemDoubleClicked.emit(item, 0)  # input 1
    hands.settle()
    assert hands.roll.showing
    ways = hands.roll.head.ways
    ways.setCurrentIndex(ways.findText("Shoot: rifle"))  # inputs 2 and 3
    ways.activated.emit(ways.currentIndex())
    hands.settle()
    assert isinstance(hands.steps[wrong].action, Shoot)
    assert [step.action for step in hands.steps[wrong + 1 :]] == later
    assert hands.state.fighters["cid"].wounds == 1


def test_a_later_step_that_no_longer_fits_waits_and_says_why(playing):
    hands = playing(duel()).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.settle()
    hands.type("1281")
    hands.enter()
    struck = len(hands.steps) - 1
    hands.fight.next_turn()
    hands.click(hands.at("ann"))
    hands.settle()
    hands.type("2345")
    hands.enter()
    assert hands.state.actor == "bob"
    hands.fight.review(struck)
    line = next(line for line in hands.lines(lines.NumberLine))
    hands.fight.say(line.key, 99)  # Bob is down, so that his blow cannot be
    hands.settle()
    for _ in range(6):
        if hands.fight.exchange is None:
            break
        hands.fight.apply()
    assert hands.fight.combat.waiting
    index = min(hands.fight.combat.waiting)
    assert hands.roll.foot.apply.text().startswith("Answer what waits")
    assert "wait" in hands.roll.foot.note.text()
    assert hands.fight.next_waiting == index
    hands.fight.force(index)
    for _ in range(6):
        if hands.fight.exchange is not None:
            hands.fight.apply()
    assert index not in hands.fight.combat.waiting
    hands.fight.undo()
    assert "waits" in hands.log.tree.topLevelItem(index).text(0)


def test_undo_takes_back_the_change_of_an_old_step_and_its_answers_are_kept(playing):
    hands = playing(duel()).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.settle()
    hands.type("1281")
    hands.enter()
    struck = len(hands.steps) - 1
    hands.fight.next_turn()
    hands.settle()
    at_first = hands.fight.combat
    hands.fight.review(struck)
    (die, *_) = hands.lines(lines.DieLine)
    hands.press_widget(hands.hand_of(die.key))
    hands.type("11")  # a double: the place and the severity are not known yet
    hands.type("53")
    hands.settle()
    changed = hands.fight.combat
    assert changed is not at_first
    hands.fight.undo()
    assert hands.fight.combat.steps == at_first.steps
    hands.fight.redo()
    assert hands.fight.combat.steps == changed.steps

    # What was typed for the double is still there when it becomes one again.
    def severity():
        return [fact.face for fact in hands.steps[struck].events if isinstance(fact, e.TableRolled)]

    rolled = severity()
    assert rolled
    for face in ("12", "11"):
        hands.fight.review(None)
        hands.fight.review(struck)
        (die, *_) = hands.lines(lines.DieLine)
        hands.press_widget(hands.hand_of(die.key))
        hands.type(face)
        hands.settle()
    assert hands.fight.exchange is None
    assert severity() == rolled


def test_undo_to_the_start_and_redo_give_the_same(struck):
    end = struck.fight.combat.state
    start = struck.fight.combat.at(1)
    for _ in range(len(struck.steps)):
        struck.fight.undo()
    assert struck.fight.state == start
    for _ in range(len(struck.fight.combat.steps)):
        struck.fight.redo()
    assert struck.fight.state is end


def test_a_step_read_from_a_file_can_be_looked_at_and_changed(struck):
    combat = struck.fight.combat
    fresh = replayed(play.rulebook(struck.encounter), combat.start, combat.steps)
    fight = Fight(fresh.book, fresh, struck.session)
    struck.session.set_fight(fight)
    struck.fight = fight
    fight.review(len(fresh.steps) - 1)
    struck.settle()
    assert struck.lines(lines.DieLine)[0].face == 12
    fight.say(number_of(struck, "wounds").key, 1)
    assert fight.state.fighters["bob"].wounds == 1


def test_a_step_by_the_program_shows_its_numbers_and_can_be_changed(playing):
    things = duel(sides={})
    hands = playing(things).turn("ann").close("ann", "bob")
    assert hands.fight.take(Shoot(who="ann", target="bob", attack="rifle"))
    hands.settle()
    assert hands.roll.showing
    assert hands.lines(lines.DieLine)
