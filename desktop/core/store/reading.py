"""Text to an encounter: strict, with every problem at once, and nothing of the file lost."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path as FilePath
from pathlib import PurePath
from typing import TypeVar

from yaml.nodes import MappingNode, Node, ScalarNode

from desktop.core.errors import LoadError, LoadProblem, NewerFormatError
from desktop.core.model.board import GROUND
from desktop.core.model.encounter import FORMAT, Encounter
from desktop.core.store.checks import NO_STOCK, Problem, Stock, problems_of
from desktop.core.store.forms import shape_of
from desktop.core.store.kept import Kept, comments_of
from desktop.core.store.migrations import migrated
from desktop.core.store.notes import OddKey, Reading, Tree, Writing
from desktop.core.store.opening import not_opened, opened
from desktop.core.store.yaml_tree import (
    SIZE_LIMIT,
    compose,
    described,
    locate,
    no_collection,
    problem_at,
    whole_number,
)

T = TypeVar("T")
MOST_PROBLEMS = 500
"""That are told of references and the like; to find the place of each takes its time."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """An encounter and what its file held beside it."""

    encounter: Encounter
    kept: Kept
    odd_keys: tuple[OddKey, ...] = ()
    """Keys that the format does not know, in the order of the file."""


def read_file(path: FilePath, *, stock: Stock = NO_STOCK) -> Loaded:
    """Return what an encounter's file holds. Raises LoadError with every problem."""
    return read(text_of_file(path), path, stock=stock)


def text_of_file(path: FilePath) -> str:
    """Return the text of a file. Raises LoadError where there is none to read."""
    try:
        with opened(path) as file:
            content = file.read(4 * SIZE_LIMIT + 1)  # a sign has four bytes at the most
        if len(content) > 4 * SIZE_LIMIT:
            says = f"The file is too large; at most {SIZE_LIMIT:,} characters are read."
            raise LoadError(path, [LoadProblem(0, 0, "", says)])
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        head = error.object[: error.start]
        line = head.count(b"\n") + 1
        column = error.start - (head.rfind(b"\n") + 1) + 1
        says = f"The byte {error.object[error.start]:#04x} is no UTF-8. Save the file as UTF-8."
        raise LoadError(path, [LoadProblem(line, column, "", says)]) from None
    except OSError as error:
        raise not_opened(path, error) from None


def read(text: str, source: PurePath | str = "the text", *, stock: Stock = NO_STOCK) -> Loaded:
    """Return the encounter that a text holds, and what else the text held.

    A profile that the file lacks must be in `stock`.
    Raises LoadError with every problem, NewerFormatError for a later format, nothing else.
    """
    encounter, kept, odd_keys = document(
        Encounter, text, source, lambda value: problems_of(value, stock)
    )
    return Loaded(encounter, kept, odd_keys)


def document(
    cls: type[T], text: str, source: PurePath | str, check: Callable[[T], Iterable[Problem]]
) -> tuple[T, Kept, tuple[OddKey, ...]]:
    """Return the value that a text holds, what else it held, and the keys nobody knows.

    `check` yields what no single field can tell. Raises LoadError with every problem.
    """
    with no_collection():
        root, problems = root_of(text, source)
        reading = Reading(_first_level(root))
        reading.problems += problems
        value = _value(cls, root, reading)
        kept = _kept(text, root, reading)
        problems = reading.problems
        if isinstance(value, cls):
            found = list(islice(check(value), MOST_PROBLEMS + 1))
            for path, says in found[:MOST_PROBLEMS]:
                node, _ = locate(root, path)
                problems.append(problem_at(node, path, says))
            if len(found) > MOST_PROBLEMS:
                says = f"These are the first {MOST_PROBLEMS} problems of more. Mend them first."
                problems.append(LoadProblem(0, 0, "", says))
        if problems or not isinstance(value, cls):
            raise LoadError(source, in_order(problems))
        if any(isinstance(part, int) for path in kept.paths() for part in path):
            kept = kept.anchored(_tree(cls, value, reading.first_level))
        return value, kept, tuple(reading.odd_keys)


def in_order(problems: list[LoadProblem]) -> list[LoadProblem]:
    """Return problems once each, in the order of the file."""
    return sorted(dict.fromkeys(problems), key=lambda each: (each.line, each.column))


def root_of(text: str, source: PurePath | str) -> tuple[MappingNode, list[LoadProblem]]:
    """Return the mapping that a text is, brought to the present format, and what is wrong so far.

    Raises LoadError where nothing more can be told of it.
    """
    root, problems = compose(text.removeprefix("\ufeff"))
    if root is None:
        raise LoadError(source, problems)
    if not isinstance(root, MappingNode):
        says = f"A mapping that begins with `format: {FORMAT}` is expected, not {described(root)}."
        raise LoadError(source, [*problems, problem_at(root, (), says)])
    return migrated(root, _format(root, source, problems)), problems


def _format(root: MappingNode, source: PurePath | str, problems: list[LoadProblem]) -> int:
    """Return the format of a file; one not named is read as of today, with a problem."""
    node = next((value for key, value in root.value if key.value == "format"), None)
    if node is None:
        says = f"The format is not named. Write `format: {FORMAT}` as the first line."
        problems.append(problem_at(root, ("format",), says))
        return FORMAT
    number = whole_number(node)
    if number is None or number < 1:
        says = f"The format is a whole number, not {described(node)}. Write `format: {FORMAT}`."
        problems.append(problem_at(node, ("format",), says))
        return FORMAT
    if number > FORMAT:
        says = (
            f"The file has format {number}; this program reads formats up to {FORMAT}. "
            "Open it with a newer version of the program."
        )
        raise NewerFormatError(source, [problem_at(node, ("format",), says)])
    return number


def _value(cls: type, root: MappingNode, reading: Reading) -> object:
    shape = shape_of(cls)
    rest = MappingNode(root.tag, _without_format(root, reading), root.start_mark, root.end_mark)
    return shape.read(rest, reading)


def _tree(cls: type, value: object, first_level: str) -> Tree:
    return shape_of(cls).tree(value, Writing(first_level))


def _without_format(root: MappingNode, reading: Reading) -> list[tuple[Node, Node]]:
    formats = [key for key, _ in root.value if key.value == "format"]
    for again in formats[1:]:
        reading.wrong(again, "The key `format` stands here twice. Keep one of them.")
    return [pair for pair in root.value if pair[0].value != "format"]


def _first_level(root: MappingNode) -> str:
    levels, there = locate(root, ("board", "levels"))
    if there and isinstance(levels, MappingNode):
        for key, _ in levels.value:
            if isinstance(key, ScalarNode):
                return str(key.value)
    return GROUND


def _kept(text: str, root: Node, reading: Reading) -> Kept:
    odd = {path: tuple(pairs) for path, pairs in reading.odd.items()}
    return Kept(comments_of(text.removeprefix("\ufeff"), root), odd, reading.legends)
