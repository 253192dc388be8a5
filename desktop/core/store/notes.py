"""What one reading or writing of a file notes on its way, and what every shape can do."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from yaml.nodes import Node, ScalarNode, SequenceNode

from desktop.core.errors import LoadProblem
from desktop.core.model.plain import nearest
from desktop.core.store.yaml_tree import DEPTH_LIMIT, Path, described, problem_at

Tree = Any
"""A plain tree of dicts, lists, texts, numbers, true and false."""
Schema = dict[str, Any]


class _Sign:
    """Stands where no value is."""


BAD = _Sign()
"""What a node gives that cannot become a value; its problem is noted already."""
OMIT = _Sign()
"""The tree of a value that this key does not write; another does."""


@dataclass(frozen=True, slots=True)
class OddKey:
    """A key that the format does not know; it is kept and written back."""

    path: Path
    """Of the mapping that holds it."""
    key: str
    line: int
    column: int
    nearest: str
    """The known key that it may be meant for, or nothing."""


@dataclass(frozen=True, slots=True)
class AsWritten:
    """A scalar of something that the format does not know, to be written back as it was."""

    text: str
    quoted: bool


class Bare(str):
    """A key that is a number, written without quotes."""

    __slots__ = ()


class Reading:
    """One reading of one file: what was noted on the way, and where the walk stands."""

    __slots__ = ("first_level", "legends", "odd", "odd_keys", "path", "problems")

    def __init__(self, first_level: str = "ground") -> None:
        self.problems: list[LoadProblem] = []
        self.path: list[str | int] = []
        self.first_level = first_level
        self.odd: dict[Path, list[tuple[str, Tree]]] = {}
        self.odd_keys: list[OddKey] = []
        self.legends: dict[str, dict[str, str]] = {}

    def wrong(self, node: Node, says: str) -> Any:
        """Note a problem at a node and return `BAD`."""
        self.problems.append(problem_at(node, tuple(self.path), says))
        return BAD

    def expected(self, node: Node, what: str, remedy: str = "") -> Any:
        """Note that something else was expected than what stands there, and return `BAD`."""
        says = f"{what} is expected here, but {described(node)} stands there.{remedy}"
        return self.wrong(node, says)


@dataclass(frozen=True, slots=True)
class Writing:
    """What writing one file needs to know beside the value."""

    first_level: str = "ground"
    legends: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The characters that the GM chose for painted squares, by level."""


def did_you_mean(word: str, known: Collection[str]) -> str:
    """Return ` Did you mean ...?` as the messages on files write words, or nothing."""
    close = nearest(word, known)
    return f" Did you mean `{close}`?" if close else ""


class Shape(Protocol):
    """How one kind of value stands in a file."""

    empty_is_text: bool
    """Whether an empty scalar is a text; else it means that nothing is said."""

    def read(self, node: Node, reading: Reading) -> Any:
        """Return the value, or `BAD` with a problem noted."""

    def tree(self, value: Any, writing: Writing) -> Tree:
        """Return the plain tree of a value."""

    def schema(self, defs: Schema) -> Schema:
        """Return the JSON Schema, adding what is named to `defs`."""


MOST_HINTS = 1_000
"""Of keys that the format does not know; to look for a word that is near takes its time."""


def keep_odd(key_node: Node, value_node: Node, reading: Reading, known: Collection[str]) -> None:
    """Keep a key that the format does not know, to be written back and shown as an issue."""
    key: str = key_node.value
    if key == "<<":
        reading.wrong(key_node, "Merge keys (`<<`) are not part of this format. Write it out.")
        return
    path = tuple(reading.path)
    reading.path.append(key)
    tree = _as_written(value_node, reading, 0)
    reading.path.pop()
    if tree is BAD:
        return
    reading.odd.setdefault(path, []).append((key, tree))
    mark: Any = key_node.start_mark
    near = nearest(key, known) if len(reading.odd_keys) < MOST_HINTS else ""
    reading.odd_keys.append(OddKey(path, key, mark.line + 1, mark.column + 1, near))


def _as_written(node: Node, reading: Reading, depth: int) -> Tree:
    if depth > DEPTH_LIMIT:
        return reading.wrong(node, f"This is nested more than {DEPTH_LIMIT} levels deep.")
    if type(node) is ScalarNode:
        return AsWritten(node.value, bool(node.style))
    if type(node) is SequenceNode:
        return [_as_written(child, reading, depth + 1) for child in node.value]
    result: dict[str, Tree] = {}
    for key_node, value_node in node.value:
        if type(key_node) is not ScalarNode:
            reading.expected(key_node, "A key")
        elif key_node.value in result:
            says = f"The key `{key_node.value}` stands here twice. Keep one of them."
            reading.wrong(key_node, says)
        else:
            result[key_node.value] = _as_written(value_node, reading, depth + 1)
    return result
