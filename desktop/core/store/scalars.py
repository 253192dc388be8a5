"""The shapes of single scalars: texts, words of a closed list, numbers, true and false."""
# ruff: noqa: D102 - what `read`, `tree` and `schema` give, `Shape` says

from dataclasses import dataclass
from typing import Any

from yaml.nodes import Node, ScalarNode

from desktop.core.model.plain import FAR
from desktop.core.store.notes import Reading, Schema, Tree, Writing, did_you_mean
from desktop.core.store.yaml_tree import flag, number, whole_number


@dataclass(frozen=True, slots=True)
class Text:
    """A text, taken as written: `no`, `012` and `1:30` are texts here."""

    empty_is_text = True
    what: str = "A text"
    spaced: bool = False
    """Underscores are read as spaces (names of traits and kinds)."""
    is_id: bool = False
    known: tuple[str, ...] = ()
    """Texts that an editor proposes."""

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not ScalarNode:
            return reading.expected(node, self.what)
        value: str = node.value
        return value.replace("_", " ") if self.spaced and "_" in value else value

    def tree(self, value: str, writing: Writing) -> Tree:
        return str(value)

    def schema(self, defs: Schema) -> Schema:
        # as written: a number or a date where a text is meant is that text
        defs["text"] = {"type": ["string", "number", "boolean", "null"]}
        text = {"$ref": "#/$defs/text"}
        return {"anyOf": [{"enum": list(self.known)}, text]} if self.known else text


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a closed list."""

    empty_is_text = False
    words: tuple[str, ...]
    what: str = ""

    def read(self, node: Node, reading: Reading) -> Any:
        value = node.value
        if type(node) is ScalarNode:
            if value in self.words:
                return value
            spaced = value.replace("_", " ")
            if spaced in self.words:
                return spaced
            known = ", ".join(self.words)
            hint = did_you_mean(value, self.words)
            return reading.wrong(node, f"One of {known} is expected here, not `{value}`.{hint}")
        return reading.expected(node, f"One of {', '.join(self.words)}")

    def tree(self, value: str, writing: Writing) -> Tree:
        return value

    def schema(self, defs: Schema) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    empty_is_text = False
    low: int = -FAR
    high: int = FAR

    def read(self, node: Node, reading: Reading) -> Any:
        value = node.value
        if type(node) is ScalarNode and not node.style:
            # most numbers are short and plain
            if value.isdecimal() and value.isascii() and len(value) < 7:
                found: int | None = None if value[0] == "0" and value != "0" else int(value)
            else:
                found = whole_number(node)
            if found is not None and self.low <= found <= self.high:
                return found
        return self._refused(node, reading)

    def _refused(self, node: Node, reading: Reading) -> Any:
        remedy = ""
        if type(node) is ScalarNode:
            bare = node.value.lstrip("-+")
            if node.style in ("'", '"'):
                remedy = " Take the quotes away."
            elif bare.isdecimal() and bare != "0" and bare.startswith("0"):
                remedy = " Write it without leading zeros."
        return reading.expected(node, f"A whole number {self._span()}", remedy)

    def _span(self) -> str:
        if self.high >= FAR and self.low > -FAR:
            return f"of {self.low} or more"
        return f"from {self.low:,} to {self.high:,}"

    def tree(self, value: int, writing: Writing) -> Tree:
        return int(value)

    def schema(self, defs: Schema) -> Schema:
        return {"type": "integer", **_bounds(self.low, self.high)}


@dataclass(frozen=True, slots=True)
class Real:
    """A number with fractions, kept to a thousandth."""

    empty_is_text = False
    low: float = -FAR
    high: float = FAR

    def read(self, node: Node, reading: Reading) -> Any:
        value = node.value
        if type(node) is ScalarNode and not node.style:
            if value.isdecimal() and value.isascii() and len(value) < 7:
                found: float | None = None if value[0] == "0" and value != "0" else float(value)
            else:
                found = number(node)
            if found is not None and self.low <= found <= self.high:
                return rounded(found)
        low, high = (f"{bound:,g}" for bound in (self.low, self.high))
        remedy = " Take the quotes away." if type(node) is ScalarNode and node.style else ""
        return reading.expected(node, f"A number from {low} to {high}", remedy)

    def tree(self, value: float, writing: Writing) -> Tree:
        return plain_number(value)

    def schema(self, defs: Schema) -> Schema:
        return {"type": "number", **_bounds(self.low, self.high)}


def _bounds(low: float, high: float) -> Schema:
    least = {"minimum": low} if low > -FAR else {}
    return {**least, "maximum": high} if high < FAR else least


def rounded(value: float) -> float:
    """Return a number to a thousandth, never a negative nought."""
    return round(value, 3) + 0.0


def plain_number(value: float) -> int | float:
    """Return a number as a file shows it: to a thousandth, whole where it is whole."""
    short = rounded(value)
    return int(short) if short == int(short) else short


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        found = flag(node)
        if found is None:
            return reading.expected(node, "`true` or `false`")
        return found

    def tree(self, value: bool, writing: Writing) -> Tree:
        return bool(value)

    def schema(self, defs: Schema) -> Schema:
        return {"type": "boolean"}
