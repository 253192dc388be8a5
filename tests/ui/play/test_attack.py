"""An attack with real dice: one click, and no more keys than the dice have digits."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.core.model.words import Square
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.overwatch import Overwatch
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules.actions import EndTurn, Put, Walk
from desktop.core.rules.events import Overridden, TableRolled
from desktop.core.rules.tally import Tally
from desktop.ui.canvas.overlay import Beside
from desktop.ui.menus.headlines import headline
from desktop.ui.panels import roll_lines as lines
from desktop.ui.panels.die_field import DieField
from tests.ui.play.players import BY_HAND, duel, focus

MOST_KEYS = 7


def test_an_opposed_attack_with_physical_dice_takes_a_click_and_seven_keys(ann):
    before = len(ann.steps)
    ann.click(ann.at("bob"))
    ann.settle()
    keys = ann.type("33")  # Ann's Melee 45: +1, a double
    keys += ann.type("21")  # Bob's Melee 50: +3, so he wins the contest
    keys += ann.type("4")  # the critical is given all the same: where
    keys += ann.type("7")  # how bad
    keys += ann.enter()
    assert keys <= MOST_KEYS
    assert len(ann.steps) == before + 1
    assert any(
        line.says == "The double is a Critical all the same" for line in ann.lines(lines.NoteLine)
    )
    assert isinstance(ann.last.action, Strike)
    hero, foe = ann.tests
    assert (hero.face, hero.levels, foe.face, foe.levels) == (33, 1, 21, 3)
    (critical,) = ann.facts(TableRolled)
    assert (critical.who, critical.face, critical.location) == ("bob", 7, "left leg")


def test_stepping_up_to_a_foe_is_told_as_moving_within_its_zone(ann):
    ann.fight.take(Put(who="bob", at=Square(0, 0)))
    ann.fight.begin(Strike(who="ann", target="bob", attack="sword"))
    ann.settle()
    assert [line.says for line in ann.lines(lines.NoteLine)] == ["ann moves within a"]


def test_the_focus_goes_from_die_to_die_and_then_to_apply(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    first = focus()
    assert isinstance(first, DieField)
    ann.type("32")
    second = focus()
    assert isinstance(second, DieField)
    assert second is not first
    ann.type("21")
    assert focus() is ann.roll.foot.apply


def test_a_digit_too_many_types_over_none_of_the_dice_and_says_so(ann):
    said = []
    ann.session.told.connect(said.append)
    ann.click(ann.at("bob"))
    ann.type("32")
    ann.type("21")
    typed = dict(ann.fight.exchange.answers)
    ann.type("7")
    assert ann.fight.exchange.answers == typed
    assert focus() is ann.roll.foot.apply
    assert said[-1].startswith("Every die is typed.")


def test_dice_are_swapped_by_the_program_and_typed_as_they_fell(playing):
    hands = playing(duel(foe={"skills": {"awareness": 30}})).turn("ann")
    hands.click(hands.at("cid"))
    hands.settle()
    # From the next zone only the rifle reaches.
    assert isinstance(hands.fight.exchange.action, Shoot)
    hands.type("12")
    (die,) = [line for line in hands.lines(lines.DieLine) if line.face is not None]
    assert die.face == 12
    key = next(line.word for line in hands.lines(lines.TallyLine))
    assert hands.fight.exchange.resolved is not None or hands.fight.exchange.question
    assert key.startswith("test|ann")


def test_a_hundred_and_a_ten_are_typed_as_noughts(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("00")
    assert [line.face for line in ann.lines(lines.DieLine) if line.face is not None] == [100]
    ann.type("0")
    assert focus().text == "0"
    QTest.keyClick(focus(), Qt.Key.Key_Backspace)
    assert focus().text == ""


def test_enter_once_rolls_what_is_empty_and_applies(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.enter()
    assert isinstance(ann.last.action, Strike)
    assert ann.fight.exchange is None
    assert {answer.by for answer in ann.last.answers.values()} == {"program"}


def test_one_digit_and_enter_is_that_face_and_half_a_face_is_never_shown_for_another(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("0")  # of a hundred, or the start of any below ten
    ann.enter()
    assert ann.fight.exchange.answers == {}
    ann.type("7")
    ann.enter()
    assert [answer.value for answer in ann.fight.exchange.answers.values()] == [7]
    half = focus()
    ann.type("2")
    assert half.text == "2"
    ann.view.setFocus()
    assert half.text == ""


def test_escape_leaves_no_trace(ann):
    before = ann.fight.combat
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("33")
    assert ann.roll.showing
    ann.press_key(Qt.Key.Key_Escape)
    assert ann.fight.combat is before
    assert not ann.roll.showing
    assert ann.shape(Beside) is None  # nothing lies about on the board until one points again
    ann.hover(ann.at("bob"))
    assert ann.shape(Beside) is not None


def test_keys_pressed_on_the_board_go_to_the_open_roll(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.view.setFocus()
    ann.key(Qt.Key.Key_3)
    ann.settle()
    assert isinstance(focus(), DieField)
    ann.type("2")
    assert [line.face for line in ann.lines(lines.DieLine) if line.face] == [32]


def test_step_back_takes_one_answer_and_undo_does_so_too(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("3221")
    assert ann.fight.exchange.question is None
    ann.press_widget(ann.roll.foot.back)
    assert [line.open for line in ann.lines(lines.DieLine)] == [False, True]
    ann.fight.undo()
    assert [line.open for line in ann.lines(lines.DieLine)] == [True]
    before = ann.fight.combat
    ann.fight.undo()
    assert ann.fight.exchange is None
    assert ann.fight.combat is before


def test_a_tie_in_everything_is_asked_and_one_key_answers(playing):
    hands = playing(duel(hero={"melee": 45}, foe={"melee": 45})).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.settle()
    hands.type("3232")
    (choice,) = hands.lines(lines.ChoiceLine)[-1:]
    assert choice.asked
    assert not hands.roll.foot.apply.isEnabled()
    hands.type("2")
    assert hands.fight.exchange.question is None
    hands.enter()
    assert hands.last.answers[choice.key].value == "bob"


def test_the_program_rolls_for_its_side_and_a_roll_can_change_hands(playing):
    sides = {**BY_HAND, "foes": BY_HAND["foes"].__class__(id="foes", dice="program")}
    hands = playing(duel(sides=sides)).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.settle()
    hands.type("32")
    mine, theirs = hands.lines(lines.DieLine)[:2]
    assert (mine.by_hand, theirs.by_hand) == (True, False)
    hands.press_widget(hands.roll.row(theirs.key).by)
    assert isinstance(focus(), DieField)
    hands.type("21")
    assert hands.fight.exchange.answers[theirs.key].value == 21
    assert hands.fight.exchange.answers[theirs.key].by == "hand"
    hands.press_widget(hands.roll.row(mine.key).by)
    assert hands.fight.exchange.answers[mine.key].by == "program"


def test_an_attack_that_the_program_rolls_takes_a_click_and_enter(playing):
    hands = playing(duel(sides={})).turn("ann").close("ann", "bob")
    before = len(hands.steps)
    hands.click(hands.at("bob"))
    hands.settle()
    assert len(hands.steps) == before
    hands.enter()
    assert len(hands.steps) == before + 1


def test_superiority_is_offered_and_switched_on_with_space(playing):
    sides = {**BY_HAND, "heroes": BY_HAND["heroes"].__class__(
        id="heroes", dice="hand", counters={"superiority": 2}
    )}  # fmt: skip
    hands = playing(duel(sides=sides)).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.settle()
    hands.type("32")
    part = next(line for line in hands.lines(lines.PartLine) if line.says == "Superiority 2")
    assert (part.on, part.offered) == (False, True)
    hands.hand_of(part.key).setFocus()
    hands.type(" ")
    assert hands.fight.exchange.words[part.key].value is True
    hands.press_key(Qt.Key.Key_Space)
    assert part.key not in hands.fight.exchange.words
    hands.press_widget(hands.hand_of(part.key))
    hands.fight.apply()
    assert hands.tests[0].levels == 1 + 2


def test_every_reason_leads_to_its_rule(playing):
    sides = {**BY_HAND, "heroes": BY_HAND["heroes"].__class__(
        id="heroes", dice="hand", counters={"superiority": 1}
    )}  # fmt: skip
    hands = playing(duel(sides=sides)).turn("ann").close("ann", "bob")
    hands.click(hands.at("bob"))
    hands.settle()
    part = next(line for line in hands.lines(lines.PartLine))
    hands.hand_of(part.key).setFocus()
    hands.type("?")
    assert hands.wanted[-1] == ("help.rule", "IM-SUPERIORITY-02")


def test_a_number_is_typed_over_with_a_click_and_the_number(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("12")
    tally = ann.lines(lines.TallyLine)[0]
    field = ann.hand_of(tally.key)
    ann.press_widget(field)
    ann.type("99")
    ann.enter()
    assert ann.fight.exchange is not None  # the first Enter gives the number, no more
    ann.type("95")
    ann.fight.apply()
    assert ann.tests[0].target == 99
    assert any(isinstance(fact, Overridden) for fact in ann.last.events)


def test_the_weapon_can_be_changed_in_the_head(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ways = ann.roll.head.ways
    assert ways.currentText() == "Strike: sword"
    other = ways.findText("Shoot: rifle")
    ways.setCurrentIndex(other)
    ways.activated.emit(other)
    ann.settle()
    assert isinstance(ann.fight.exchange.action, Shoot)
    assert isinstance(focus(), DieField)


def test_what_the_rules_refuse_cannot_take_the_place_of_a_roll_with_dice(playing):
    hands = playing(duel(foe={"skills": {"awareness": 30}})).turn("ann")
    hands.click(hands.at("cid"))  # from the next zone only the rifle reaches
    hands.settle()
    hands.type("12")
    ways = hands.roll.head.ways
    sword = ways.findText("Strike: sword")
    refused = ways.model().index(sword, 0)
    assert not refused.flags() & Qt.ItemFlag.ItemIsEnabled
    assert "out of the reach of ann" in refused.data(Qt.ItemDataRole.ToolTipRole)
    ways.activated.emit(sword)
    assert (ways.currentText(), hands.fight.exchange.given != "") == ("Shoot: rifle", True)
    ways.setFocus()
    hands.press_key(Qt.Key.Key_Space)
    assert hands.fight.exchange.action.attack == "rifle"


def test_where_the_target_is_to_be_hit_can_be_chosen_in_the_head(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("23")
    head = ann.roll.head
    assert head.aim.currentText() == "Anywhere"
    head.aim.setFocus()
    ann.press_key(Qt.Key.Key_Space)
    action = ann.fight.exchange.action
    assert (action.location, head.aim.currentText()) == ("head", "Head")
    tally = next(each for each in ann.fight.exchange.trace if isinstance(each, Tally))
    assert "chosen location" in [part.says for part in tally.parts]
    other = head.ways.findText("Shoot: rifle")
    head.ways.setCurrentIndex(other)
    head.ways.activated.emit(other)
    ann.settle()
    assert (ann.fight.exchange.action.attack, ann.fight.exchange.action.location) == (
        "rifle", "head",
    )  # fmt: skip


def test_a_grapple_that_is_won_is_said_to_succeed(ann):
    grapple = next(offer for offer in ann.bar.offers if offer.key == "grapple")
    ann.fight.propose(grapple.aimed("bob"))
    ann.settle()
    before = ann.fight.combat
    ann.type("0199")
    ann.enter()
    assert headline(before.state, ann.last) == "ann grapples bob: succeeds"
    told = [getattr(line, "says", "") for line in lines.lines(ann.fight, ann.fight.in_view)]
    assert "ann holds bob fast" in told


def test_a_foe_that_strikes_in_vain_at_one_who_leaves_is_said_to_miss(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("9721")
    ann.enter()
    ann.enter()
    ann.fight.propose(Walk(who="ann", to="b"))
    ann.settle()
    before = ann.fight.combat
    ann.type("9721")
    ann.enter()
    assert headline(before.state, ann.last) == "ann goes to b: bob misses"


def test_whoever_shoots_in_vain_at_one_who_comes_is_said_to_miss_and_not_the_walk_to_fail(playing):
    hands = playing().turn("ann")
    hands.fight.take(Overwatch(who="ann", attack="rifle", zone="a"))
    hands.fight.take(EndTurn())
    hands.turn("cid")
    before = hands.fight.combat
    hands.fight.propose(Walk(who="cid", to="a"))
    hands.settle()
    hands.type("97")
    hands.enter()
    assert headline(before.state, hands.last) == "cid goes to a: ann misses"


def test_a_text_for_a_table_is_kept_and_found_again(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("332147")
    text = ann.lines(lines.TextLine)[0]
    assert (text.table, text.result, text.text) == ("critical leg", 7, "")
    field = ann.hand_of(text.key)
    ann.press_widget(field)
    ann.type("Off with it")
    ann.enter()
    ann.enter()
    assert ann.facts(TableRolled)[0].text == "Off with it"
    assert ann.session.encounter.tables["critical leg"].rows == {7: "Off with it", 8: ""}
    ann.fight.undo()
    ann.fight.review(None)
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("332147")
    assert ann.lines(lines.TextLine)[0].text == "Off with it"


def test_every_key_is_answered_promptly(ann):
    from time import perf_counter

    ann.roll._warm_up()
    slowest = 0.0
    ann.click(ann.at("bob"))
    for digit in "332147":
        begun = perf_counter()
        QTest.keyClick(focus(), digit)
        slowest = max(slowest, perf_counter() - begun)
        ann.settle()
    assert slowest < 0.5  # a tenth on a quiet machine; the suite shares its cores


def test_a_discretion_is_changed_with_one_key_before_it_happens(playing):
    hands = playing(duel(foe={"dodge": 40})).turn("ann")
    hands.click(hands.at("cid"))
    hands.settle()
    hands.type("12")
    dodge = next(line for line in hands.lines(lines.SwitchLine) if "Reaction to dodge" in line.says)
    assert not dodge.on
    hands.hand_of(dodge.key).setFocus()
    hands.type(" ")  # now the dodge is rolled for
    assert hands.fight.exchange.question.who == "cid"
    hands.type("05")  # digits go to the open die, though the switch has the focus
    assert hands.fight.exchange.question is None
    hands.press_widget(hands.hand_of(dodge.key))
    assert not next(line for line in hands.lines(lines.SwitchLine) if line.key == dodge.key).on


def test_where_it_lands_is_stepped_on_with_space(ann):
    ann.click(ann.at("bob"))
    ann.settle()
    ann.type("1281")
    place = next(line for line in ann.lines(lines.ChoiceLine) if line.says == "bob is hit")
    assert (place.value, place.default) == ("left arm", "left arm")
    ann.hand_of(place.key).setFocus()
    ann.press_key(Qt.Key.Key_Space)
    assert ann.fight.exchange.words[place.key].value == "right arm"
    ann.enter()
    assert ann.wounds[0].location == "right arm"


def test_a_test_is_shown_before_it_happens_and_what_has_no_numbers_is_not(playing):
    from desktop.core.packs.imperium.aim import Aim
    from desktop.core.packs.imperium.barrier import CrossBarrier
    from tests.helpers.build import board, encounter, link, zone
    from tests.ui.play.players import someone

    there = board(
        zone("a", (0, 0, 8, 6)), zone("b", (8, 0, 8, 6)), link("a", "b", "barrier"), size=(16, 6)
    )
    made = encounter(there, *someone("ann", "a", side="heroes", skills={"athletics": 40}))
    hands = playing(made).turn("ann")
    before = len(hands.steps)
    assert not hands.fight.propose(CrossBarrier(who="ann", link="a-b"))
    assert len(hands.steps) == before
    assert hands.roll.showing
    hands.fight.drop()
    assert hands.fight.propose(Aim(who="ann"))
    assert len(hands.steps) == before + 1
