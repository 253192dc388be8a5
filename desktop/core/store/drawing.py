"""Painted squares as a block of text, one character a square, with a legend."""
# ruff: noqa: D102 - what `read`, `tree` and `schema` give, `Shape` says

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode

from desktop.core.model.board import BOARD_LIMIT_SQ
from desktop.core.model.words import KindWord, Square
from desktop.core.store.notes import Reading, Schema, Tree, Writing, did_you_mean, keep_odd

EMPTY = "."
_USUAL = {
    "wall": "#", "obstacle": "o", "difficult": "~", "rubble": ":", "rough": "^",
    "slippery": "/", "void": "v", "water": "w", "deep water": "W", "damaging": "!",
    "sludge": "s", "pitfall": "O", "ductway": "=",
}  # fmt: skip
_SPARE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*%@$&?;<>|(){}[]"
_KEYS = ("legend", "rows")

Painted = Mapping[Square, KindWord]


@dataclass(frozen=True, slots=True)
class Drawings:
    """The painted squares of every level: `{floor: {legend: {"~": difficult}, rows: "..~~"}}`."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not MappingNode:
            return reading.expected(node, "A mapping from a level to its drawing")
        levels: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if type(key_node) is not ScalarNode:
                reading.expected(key_node, "A level's id")
                continue
            level = key_node.value
            if level in levels:
                reading.wrong(key_node, f"The key `{level}` stands here twice. Keep one of them.")
                continue
            reading.path.append(level)
            levels[level] = _drawing(level, value_node, reading)
            reading.path.pop()
        return {level: painted for level, painted in levels.items() if painted}

    def tree(self, value: Mapping[str, Painted], writing: Writing) -> Tree:
        usual = writing.legends
        return {
            level: drawn(painted, usual.get(level, {}))
            for level, painted in value.items()
            if painted
        }

    def schema(self, defs: Schema) -> Schema:
        legend = {"type": "object", "additionalProperties": {"type": "string"}}
        drawing = {
            "type": "object",
            "properties": {"legend": legend, "rows": {"type": "string"}},
            "required": ["rows"],
            "additionalProperties": False,
        }
        return {"type": "object", "additionalProperties": drawing}


def _drawing(level: str, node: Node, reading: Reading) -> Painted:
    if type(node) is not MappingNode:
        reading.expected(node, "A drawing {legend: ..., rows: ...}")
        return {}
    parts: dict[str, Node] = {}
    for key_node, value_node in node.value:
        key = key_node.value
        if type(key_node) is not ScalarNode:
            reading.expected(key_node, "A key")
        elif key in parts:
            reading.wrong(key_node, f"The key `{key}` stands here twice. Keep one of them.")
        elif key in _KEYS:
            parts[key] = value_node
        else:
            keep_odd(key_node, value_node, reading, dict.fromkeys(_KEYS))
    legend = _legend(parts["legend"], reading) if "legend" in parts else {}
    if legend:
        reading.legends[level] = dict(legend)
    if "rows" not in parts:
        reading.wrong(node, "`rows` is missing here: the drawing, a line for each row of squares.")
        return {}
    reading.path.append("rows")
    painted = _painted(parts["rows"], legend, reading)
    reading.path.pop()
    return painted


def _legend(node: Node, reading: Reading) -> dict[str, KindWord]:
    legend: dict[str, KindWord] = {}
    if type(node) is not MappingNode:
        reading.expected(node, 'A legend, as {"#": wall}')
        return legend
    reading.path.append("legend")
    for key_node, value_node in node.value:
        sign = key_node.value
        if type(key_node) is not ScalarNode or len(sign) != 1 or sign in ". \n":
            reading.expected(key_node, "A single character other than `.`, which is empty ground,")
        elif sign in legend:
            reading.wrong(key_node, f"The character `{sign}` stands here twice. Keep one of them.")
        elif type(value_node) is not ScalarNode or not value_node.value:
            reading.expected(value_node, "A kind of ground")
        else:
            legend[sign] = KindWord(value_node.value.replace("_", " "))
    reading.path.pop()
    return legend


def _painted(node: Node, legend: Mapping[str, KindWord], reading: Reading) -> Painted:
    painted: dict[Square, KindWord] = {}
    if type(node) is not ScalarNode:
        reading.expected(node, "A text with a line for each row of squares")
        return painted
    rows = node.value.split("\n")
    unknown: dict[str, tuple[int, int]] = {}
    for y, row in enumerate(rows):
        if not row.strip(" ."):
            continue
        for x, sign in enumerate(row):
            if sign in ". ":
                continue
            kind = legend.get(sign)
            if kind is None:
                unknown.setdefault(sign, (x, y))
            elif x < BOARD_LIMIT_SQ and y < BOARD_LIMIT_SQ:
                painted[Square(x, y)] = kind
            else:
                says = f"Row {y + 1}, column {x + 1} lies beyond {BOARD_LIMIT_SQ} squares."
                reading.wrong(node, f"{says} Cut the drawing off there.")
                return painted
    for sign, (x, y) in unknown.items():
        hint = did_you_mean(sign, legend)
        says = f"Row {y + 1}, column {x + 1} holds `{sign}`, which the legend does not explain."
        reading.wrong(node, f"{says} Add it to `legend`, or write `.` for empty ground.{hint}")
    return painted


def drawn(painted: Painted, usual: Mapping[str, str]) -> Tree:
    """Return the drawing of a level; the characters of `usual` are kept where they serve."""
    signs = _signs(painted.values(), usual)
    width = max(square.x for square in painted) + 1
    height = max(square.y for square in painted) + 1
    rows = [[EMPTY] * width for _ in range(height)]
    for square, kind in painted.items():
        rows[square.y][square.x] = signs[kind]
    legend = {sign: kind for kind, sign in signs.items()}
    return {"legend": legend, "rows": "".join("".join(row) + "\n" for row in rows)}


def _signs(kinds: Iterable[str], usual: Mapping[str, str]) -> dict[str, str]:
    """Return a character for each kind: the GM's, then the usual one, then a letter of its name."""
    used = set(kinds)
    signs: dict[str, str] = {}
    for sign, kind in usual.items():
        if kind in used:
            signs.setdefault(kind, sign)
    known = [kind for kind in _USUAL if kind in used]
    for kind in (*known, *sorted(used - _USUAL.keys())):
        if kind in signs:
            continue
        taken = set(signs.values())
        wishes = (_USUAL.get(kind, ""), *kind, *kind.upper(), *_SPARE)
        free = (each for each in wishes if each in _ALLOWED and each not in taken)
        signs[kind] = next(free, "") or _any_free(taken)
    return signs


_ALLOWED = frozenset(_SPARE) | frozenset(_USUAL.values())


def _any_free(taken: set[str]) -> str:
    return next(chr(code) for code in range(0x3B1, 0x2FFF) if chr(code) not in taken)
