"""A check's sentence filled in: a number chooses the words that go with it."""

from collections.abc import Mapping
from string import Formatter

NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


class _Counting(Formatter):
    """Fields may say what is counted: `{n:exit|exits}`, `{n:none is|one is|# are}`.

    Two forms are for one and for the rest, and the number stands before them; of three,
    for none, one and the rest, `#` is the number.
    """

    def format_field(self, value: object, spec: str) -> str:
        if not isinstance(value, int) or "|" not in spec:
            return str(format(value, spec))
        forms = spec.split("|")
        if len(forms) == 2:
            forms = [f"no {forms[1]}", f"one {forms[0]}", f"# {forms[1]}"]
        word = NUMBERS[value] if 0 <= value < len(NUMBERS) else str(value)
        return forms[min(value, 2)].replace("#", word)


def filled(sentence: str, fields: Mapping[str, object]) -> str:
    """Return a sentence with its fields filled in, beginning with a capital letter.

    A field that begins it keeps the letters of a name (`{zone}`) as they are.
    """
    said = _Counting().vformat(sentence, (), fields)
    counted = sentence.startswith("{") and "|" in sentence.partition("}")[0]
    return said[:1].upper() + said[1:] if counted else said
