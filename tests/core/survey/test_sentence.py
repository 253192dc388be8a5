"""Sentences of checks: numbers choose their words."""

import pytest

from desktop.core.survey.sentence import filled


@pytest.mark.parametrize(
    ("sentence", "fields", "said"),
    [
        ("The board has {n:exit|exits}.", {"n": 0}, "The board has no exits."),
        ("The board has {n:exit|exits}.", {"n": 1}, "The board has one exit."),
        ("{n:zone|zones} in all.", {"n": 30}, "30 zones in all."),
        ("{n:none is|one is|# are} {why}.", {"n": 2, "why": "far"}, "Two are far."),
        ("{zone} sees {n} %.", {"zone": "e|f", "n": 75}, "e|f sees 75 %."),
        ("{zone} is {why}.", {"zone": "{n:a|b}", "why": "one"}, "{n:a|b} is one."),
    ],
)
def test_a_number_chooses_the_words_that_go_with_it(sentence: str, fields: dict, said: str) -> None:
    assert filled(sentence, fields) == said
