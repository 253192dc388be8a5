"""A check's sentence filled in: a number chooses the words that go with it."""

from collections.abc import Mapping
from functools import lru_cache
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


def filled(sentence: str, fields: Mapping[str, object]) -> str:
    """Return a sentence with its fields filled in, beginning with a capital letter.

    Fields may say what is counted: `{n:exit|exits}`, `{n:none is|one is|# are}`. Two forms are for
    one and for the rest, and the number stands before them; of three, for none, one and the rest,
    `#` is the number. A field that begins it keeps the letters of a name (`{zone}`) as they are.
    """
    parts = _parts(sentence)
    said = "".join(
        [text + (_told(fields[name], forms) if name else "") for text, name, forms in parts]
    )
    counted = bool(parts and not parts[0][0] and parts[0][2])
    return said[:1].upper() + said[1:] if counted else said


@lru_cache(maxsize=256)
def _parts(sentence: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return the words before each field, the name of the field, and what it counts."""
    return tuple(
        (text, name or "", tuple(spec.split("|")) if spec else ())
        for text, name, spec, _ in Formatter().parse(sentence)
    )


def _told(value: object, forms: tuple[str, ...]) -> str:
    if not forms or not isinstance(value, int):
        return str(value)
    if len(forms) == 2:
        forms = (f"no {forms[1]}", f"one {forms[0]}", f"# {forms[1]}")
    word = NUMBERS[value] if 0 <= value < len(NUMBERS) else str(value)
    return forms[min(value, 2)].replace("#", word)
