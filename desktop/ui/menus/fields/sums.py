"""Numbers as people type them: with a sum where the head would have to work."""

import re

TOKEN = re.compile(r"\s*(?:(\d+(?:[.,]\d+)?)|(.))")
SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/"})

LONGEST = 100
"""So many letters are no sum of a person's, and each bracket of them costs a call."""
LARGEST = 1e9


class SumError(ValueError):
    """A text that is no sum."""


def value_of_sum(text: str) -> float:
    """Return what a sum comes to, as `3 + 4 * (2 - 1)`. Raises SumError for anything else."""
    if len(text) > LONGEST:
        raise SumError(text[:LONGEST])
    reader = _Reader(_tokens(text.translate(SIGNS)))
    value = reader.total()
    if reader.left or abs(value) > LARGEST:
        raise SumError(text)
    return value


def _tokens(text: str) -> list[float | str]:
    found: list[float | str] = []
    for number, sign in TOKEN.findall(text):
        if number:
            found.append(float(number.replace(",", ".")))
        elif not sign.isspace():
            found.append(sign)
    return found


class _Reader:
    """Reads a sum from left to right: totals of products of parts."""

    def __init__(self, tokens: list[float | str]) -> None:
        self.left = tokens

    def total(self) -> float:
        value = self._product()
        while self._next() in ("+", "-"):
            value = value + self._product() if self._take() == "+" else value - self._product()
        return value

    def _product(self) -> float:
        value = self._part()
        while self._next() in ("*", "/"):
            by = self._take()
            other = self._part()
            if by == "/" and other == 0:
                raise SumError("/ 0")
            value = value * other if by == "*" else value / other
        return value

    def _part(self) -> float:
        token = self._take()
        if isinstance(token, float):
            return token
        if token in ("+", "-"):
            return self._part() if token == "+" else -self._part()
        if token == "(":
            value = self.total()
            if self._take() == ")":
                return value
        raise SumError(str(token))

    def _next(self) -> float | str | None:
        return self.left[0] if self.left else None

    def _take(self) -> float | str:
        if not self.left:
            raise SumError("")
        return self.left.pop(0)
