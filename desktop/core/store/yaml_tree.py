"""Text to a tree of YAML nodes with marks, within limits; scalars stay as they were written.

What a scalar means is decided by the field that reads it (`shapes`), never by how it looks.
"""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from desktop.core.errors import LoadProblem

try:
    from yaml.cyaml import CParser as _CParser  # type: ignore[attr-defined]  # left out of the stubs
except ImportError:  # PyYAML was built without its C part: the same tree, ten times slower
    _CParser = None  # type: ignore[assignment,misc]

SIZE_LIMIT = 20_000_000
"""Characters; a larger file is no encounter."""
DEPTH_LIMIT = 60
"""Levels of nesting; the format itself needs ten."""
ALIAS_LIMIT = 100_000
"""Nodes that aliases may add to a file."""

Path = tuple[str | int, ...]
"""Where something stands in a file: keys as written there, and places in lists from 0."""

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,4})?")
_FLAGS = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


def path_text(path: Path) -> str:
    """Return a path as people read it: `board.zones.nave.at`, places in lists from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


def problem_at(node: Node | None, path: Path, says: str) -> LoadProblem:
    """Return a problem at the place where a node begins, or of the whole file."""
    if node is None:
        return LoadProblem(0, 0, path_text(path), says)
    mark: Any = node.start_mark
    return LoadProblem(mark.line + 1, mark.column + 1, path_text(path), says)


class _NoMeaning:
    """Answers what the loader asks about the meaning of a node: nothing."""

    def resolve(self, kind: object, value: object, implicit: object) -> None:
        return None

    def descend_resolver(self, parent: object, index: object) -> None:
        return None

    def ascend_resolver(self) -> None:
        return None


if _CParser is not None:

    class _Loader(_NoMeaning, _CParser):
        def __init__(self, text: str) -> None:
            _CParser.__init__(self, text)
else:  # pragma: no cover
    from yaml.composer import Composer
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class _Loader(_NoMeaning, Reader, Scanner, Parser, Composer):  # type: ignore[no-redef]
        def __init__(self, text: str) -> None:
            Reader.__init__(self, text)
            Scanner.__init__(self)
            Parser.__init__(self)
            Composer.__init__(self)


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector from walking a growing tree again and again (measured: x2.5)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def compose(text: str, begins: str = "format: 1") -> tuple[Node | None, list[LoadProblem]]:
    """Return the tree of the one document of a text with what forbids it; None where none is read.

    A tag leaves the tree readable, so that whatever else is wrong is told along with it.
    `begins` is what an empty file is told to begin with.
    """
    if len(text) > SIZE_LIMIT:
        says = f"The file has {len(text):,} characters; at most {SIZE_LIMIT:,} are read."
        return None, [LoadProblem(0, 0, "", says)]
    try:
        root = _Loader(text).get_single_node()
    except yaml.YAMLError as error:
        return None, [_broken(error, text)]
    except UnicodeError:
        says = "The file holds half of a character (a lone surrogate). Delete that character."
        return None, [LoadProblem(0, 0, "", says)]
    except RecursionError:
        return None, [LoadProblem(0, 0, "", _TOO_DEEP)]
    if root is None:
        says = f"The file is empty. It should begin with `{begins}`."
        return None, [LoadProblem(1, 1, "", says)]
    if any(sign in text for sign in "!&*"):
        endless, tags = _forbidden(root)
        return (None if endless else root), [*endless, *tags]
    return root, []


_TOO_DEEP = f"The file is nested more than {DEPTH_LIMIT} levels deep. Nothing in the format is."


def _broken(error: yaml.YAMLError, text: str) -> LoadProblem:
    """Return one sentence for what the YAML parser stumbled over."""
    what = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "broken")
    context = str(getattr(error, "context", None) or "")
    remedy = next((hint for words, hint in _REMEDIES if words in f"{context} {what}"), "")
    says = f"This is not YAML ({f'{context}: ' if context else ''}{what}).{remedy}"
    mark = getattr(error, "problem_mark", None)
    begun = getattr(error, "context_mark", None)
    if begun is not None and ("flow" in context or "quoted" in context or mark is None):
        mark = begun  # where it was opened says more than where the file ended
    if mark is not None:
        return LoadProblem(mark.line + 1, mark.column + 1, "", says)
    before = text[: getattr(error, "position", 0)]
    line_start = before.rfind("\n") + 1
    return LoadProblem(before.count("\n") + 1, len(before) - line_start + 1, "", says)


_REMEDIES = (
    ("tab character", " Indent with spaces, not tabs."),
    ("expected a single document", " An encounter is one document: take out the second `---`."),
    ("found undefined alias", " Write the thing out instead of `*` and a name; quote a `*`."),
    ("cannot start any token", " Indent with spaces, not tabs, and quote a text that begins so."),
    ("mapping values are not allowed", " Quote a text that holds a colon and a space."),
    ("did not find expected key", " Check the indentation and the quotes here and just above."),
    ("could not find expected ':'", " A key needs a colon and a space after it."),
    ("flow", " Check that every [ and { is closed, with commas between."),
    ("quoted scalar", " Check that every quote is closed."),
    ("special characters", " Delete the control character."),
    ("control characters", " Delete the control character."),
)


def _forbidden(root: Node) -> tuple[list[LoadProblem], list[LoadProblem]]:
    """Return the cycles and the aliases that blow a file up, and the tags."""
    problems: list[LoadProblem] = []
    tags: list[LoadProblem] = []
    sizes: dict[int, int] = {}
    open_nodes: set[int] = set()

    def size(node: Node, depth: int) -> int:
        known = sizes.get(id(node))
        if known is not None:
            return known
        if id(node) in open_nodes:
            problems.append(problem_at(node, (), "This alias holds itself. Write it out."))
            return 1
        if depth > DEPTH_LIMIT:
            problems.append(problem_at(node, (), _TOO_DEEP))
            return 1
        if node.tag is not None:
            says = f"Tags such as `{node.tag}` are not part of this format. Delete it, or quote it."
            tags.append(problem_at(node, (), says))
        open_nodes.add(id(node))
        total = 1 + sum(size(child, depth + 1) for child in children(node))
        open_nodes.discard(id(node))
        sizes[id(node)] = total
        return total

    if size(root, 0) > len(sizes) + ALIAS_LIMIT:
        problems.append(problem_at(root, (), "Its aliases add too much. Write the things out."))
    return problems, tags


def children(node: Node) -> Iterator[Node]:
    """Yield what stands directly in a node, keys included, in order."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            yield key
            yield value
    elif isinstance(node, SequenceNode):
        yield from node.value


def is_nothing(node: Node) -> bool:
    """Whether a value is left empty or is `null`."""
    return type(node) is ScalarNode and not node.style and node.value in NULLS


def described(node: Node) -> str:
    """Return what stands there, for a sentence."""
    if isinstance(node, MappingNode):
        return "a mapping"
    if isinstance(node, SequenceNode):
        return "a list"
    if is_nothing(node):
        return "nothing"
    assert isinstance(node, ScalarNode)
    word = node.value if len(node.value) <= 40 else node.value[:37] + "..."
    return f"`{word}` in quotes" if node.style in ("'", '"') else f"`{word}`"


def whole_number(node: Node) -> int | None:
    """Return the integer that a plain scalar is by YAML 1.2 core, else None."""
    if not isinstance(node, ScalarNode) or node.style or len(node.value) > 18:
        return None
    value: str = node.value
    if _INTEGER.fullmatch(value):
        return int(value)
    return int(value, 0) if _OTHER_BASE.fullmatch(value) else None


def number(node: Node) -> float | None:
    """Return the number that a plain scalar is by YAML 1.2 core, infinities excepted."""
    if not isinstance(node, ScalarNode) or node.style or len(node.value) > 40:
        return None
    value: str = node.value
    return float(value) if _DECIMAL.fullmatch(value) else None


def flag(node: Node) -> bool | None:
    """Return true or false by YAML 1.2 core, else None."""
    return None if type(node) is not ScalarNode or node.style else _FLAGS.get(node.value)


def locate(root: Node, path: Path) -> tuple[Node, bool]:
    """Return the node at a path, or the deepest one on the way to it, and whether it is there.

    A thing that stands alone where a list is meant counts as the list's only one.
    """
    node = root
    for part in path:
        if isinstance(part, int):
            if not isinstance(node, SequenceNode):
                continue
            if part >= len(node.value):
                return node, False
            node = node.value[part]
            continue
        found = _under(node, part)
        if found is None:
            return node, False
        node = found
    return node, True


def _under(node: Node, key: str) -> Node | None:
    if not isinstance(node, MappingNode):
        return None
    spaced = key.replace("_", " ")
    for key_node, value in node.value:
        written = key_node.value
        if written == key or (isinstance(written, str) and written.replace("_", " ") == spaced):
            found: Node = value
            # what is left empty has no place of its own
            return key_node if is_nothing(found) else found
    return None
