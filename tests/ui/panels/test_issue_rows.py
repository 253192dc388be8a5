"""The rows of the issues, taken over from before, are what they would be from nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model.edits import apply
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import Issue, Where, survey
from desktop.ui.panels.issue_rows import RowMaker
from tests.core.survey.test_following import STOCK, followed, town
from tests.helpers.any_edit import dock


def rows(maker, here):
    return maker.rows(survey(here, catalogue(), STOCK), here, folded=False)


@given(st.integers(0, 2**32), st.sampled_from([dock, town]))
@settings(max_examples=20)
def test_after_any_edits_the_rows_are_what_they_would_be_from_nothing(seed, begun):
    kept = RowMaker()
    for here in followed(seed, begun()):
        assert rows(kept, here) == rows(RowMaker(), here)


def test_who_gets_a_letter_through_the_name_of_another_is_told_with_it():
    kept, here = RowMaker(), town()
    odd = Issue(check="L52", grade="hint", says="Mobbed.", why="", at=(Where("fighter", "ada"),))
    here = apply(here, "set_field", kind="fighter", ids=["ada"], field="name", value="Bo")
    assert [row.places for row in kept.rows([odd], here, folded=True)][1:] == ["Bo"]
    here = apply(here, "set_field", kind="fighter", ids=["bo"], field="name", value="Bo")
    assert [row.places for row in kept.rows([odd], here, folded=True)][1:] == ["Bo A"]
