from desktop.core import play
from desktop.core.model.moments import AddTrait, ClearTrait, Moment
from desktop.core.rules.actions import Do
from desktop.core.rules.combat import Combat
from desktop.ui.canvas.drawn import from_state
from tests.helpers.build import encounter, fighter, row


def fight() -> Combat:
    return play.begin(encounter(row("a", "b"), fighter("ilse", at="a", side="heroes")))


def words(combat: Combat, zone: str) -> list[str]:
    board = combat.state.encounter.board
    drawn = from_state(combat.state, board.first_level)
    return [trait.word for trait in drawn.encounter.board.zones[zone].traits]


def test_a_trait_laid_for_a_while_is_drawn_and_taken_away_again() -> None:
    combat = fight()
    laid = AddTrait(add="dark", to=("b",), until=Moment("end of round", 2, True))
    lit = combat.take(Do(effects=(laid,)), play.SeededTable())
    assert words(lit, "b") == ["dark"]
    assert words(lit, "a") == []
    lifted = lit.take(Do(effects=(ClearTrait(clear="dark", off=("b",)),)), play.SeededTable())
    assert words(lifted, "b") == []
    assert words(combat, "b") == []


def test_where_no_effect_lies_the_very_same_board_is_drawn() -> None:
    combat = fight()
    drawn = from_state(combat.state, combat.state.encounter.board.first_level)
    assert drawn.encounter is combat.state.encounter
