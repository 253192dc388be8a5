"""What a file holds beside its value: comments and blank lines, unknown keys, drawn characters.

All of it is kept by path, so that it finds its place again after any edit.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from desktop.core.store.notes import Tree
from desktop.core.store.yaml_tree import Path


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments that a GM wrote, each with its `#`; an empty text is a blank line."""

    before: Mapping[Path, tuple[str, ...]] = field(default_factory=dict)
    """Lines of their own above what stands at a path."""
    after: Mapping[Path, str] = field(default_factory=dict)
    """At the end of the line where something stands."""
    end: tuple[str, ...] = ()
    """At the end of the file."""

    def settled(self, tree: Tree) -> "Comments":
        """Return the comments as a tree can hold them: what lost its place goes to what held it."""
        before: dict[Path, tuple[str, ...]] = {}
        after: dict[Path, str] = {}
        lost: dict[Path, tuple[str, ...]] = {}
        for path, lines in self.before.items():
            home = _home(tree, path)
            if home == path:
                before[path] = lines
            else:
                lost[home] = lost.get(home, ()) + tuple(line for line in lines if line)
        for path, line in self.after.items():
            home = _home(tree, path)
            if home == path:
                after[path] = line
            else:
                lost[home] = (*lost.get(home, ()), line)
        end = self.end + lost.pop((), ())
        for home, lines in lost.items():
            before[home] = before.get(home, ()) + lines
        return Comments(before, after, end)

    def around(self) -> frozenset[Path]:
        """Return the path of everything that holds a comment somewhere inside."""
        said = {path for path, lines in self.before.items() if any(lines)} | set(self.after)
        return frozenset(path[:depth] for path in said for depth in range(len(path)))


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything of a file that is not in its encounter; what `write` needs to lose nothing."""

    comments: Comments = Comments()
    odd: Mapping[Path, tuple[tuple[str, Tree], ...]] = field(default_factory=dict)
    """Unknown keys with what they hold, by the path of the mapping they stand in."""
    legends: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The characters of painted squares, by level."""
    items: Mapping[Path, tuple[str, ...]] = field(default_factory=dict)
    """What stood in the lists that hold a comment or an unknown key, to know it when it moves."""

    def paths(self) -> set[Path]:
        """Return where anything is kept."""
        return {*self.comments.before, *self.comments.after, *self.odd}

    def anchored(self, tree: Tree) -> "Kept":
        """Return this with what now stands in the lists on the way to anything kept."""
        items: dict[Path, tuple[str, ...]] = {}
        for path in self.paths():
            here = tree
            for depth, part in enumerate(path):
                if not _holds(here, part):
                    break
                if isinstance(here, list):
                    items[path[:depth]] = tuple(map(_told, here))
                here = here[part]
        return replace(self, items=items) if items else self

    def placed(self, tree: Tree) -> "Kept":
        """Return this with every path through a list as the tree now has it."""
        if not self.items:
            return self
        mover = _Mover(self.items, tree)
        before = {mover.moved(path): own for path, own in self.comments.before.items()}
        after = {mover.moved(path): own for path, own in self.comments.after.items()}
        odd = {mover.moved(path): own for path, own in self.odd.items()}
        return replace(self, comments=replace(self.comments, before=before, after=after), odd=odd)


NOTHING_KEPT = Kept()


GONE = 1_000_000_000
"""The place in a list of what is no longer in it."""


class _Mover:
    """Finds where the items of lists have gone to."""

    def __init__(self, items: Mapping[Path, tuple[str, ...]], tree: Tree) -> None:
        self._items = items
        self._tree = tree
        self._now: dict[Path, list[str]] = {}

    def moved(self, path: Path) -> Path:
        here = self._tree
        new: list[str | int] = []
        for depth, part in enumerate(path):
            old = self._items.get(path[:depth])
            if old is not None and isinstance(part, int) and isinstance(here, list):
                part = self._found(tuple(new), old, part, here)
            new.append(part)
            here = here[part] if _holds(here, part) else None
        return tuple(new)

    def _found(self, at: Path, old: tuple[str, ...], index: int, here: list[Tree]) -> int:
        if index >= len(old):
            return index
        if at not in self._now:
            self._now[at] = list(map(_told, here))
        now = self._now[at]
        if index < len(now) and now[index] == old[index]:
            return index
        twins = [place for place, each in enumerate(now) if each == old[index]]
        if twins:
            return twins[min(old[:index].count(old[index]), len(twins) - 1)]
        return index if len(now) == len(old) else GONE


def _told(tree: Tree) -> str:
    return json.dumps(tree, sort_keys=True, default=str)


def _home(tree: Tree, path: Path) -> Path:
    """Return the longest beginning of a path that a tree holds."""
    here = tree
    for depth, part in enumerate(path):
        if _holds(here, part):
            here = here[part]
        elif part == 0 and not isinstance(here, list):
            continue
        else:
            return path[:depth]
    return path


def _holds(here: Tree, part: str | int) -> bool:
    if isinstance(here, dict):
        return part in here
    return isinstance(here, list) and isinstance(part, int) and part < len(here)


_HIT = re.compile(r"(?:(?<=[ \t])|^)#[^\n]*|^[ \t]*$", re.MULTILINE)


def comments_of(text: str, root: Node) -> Comments:
    """Return the comments of a text whose tree is given."""
    if "#" not in text and "\n\n" not in text and not re.search(r"\n[ \t]+\n", text):
        return Comments()
    layout = _Layout(text, root)
    before: dict[Path, list[str]] = {}
    after: dict[Path, str] = {}
    end: list[str] = []
    for hit in layout.hits():
        start = hit.start()
        comment = hit.group().strip()
        if not comment and (hit.end() >= len(text) or text[hit.end()] != "\n"):
            continue
        line_start = text.rfind("\n", 0, start) + 1
        if text[line_start:start].strip():
            path = layout.ended_by(line_start, start)
            after[path] = f"{after[path]} {comment}" if path in after else comment
            continue
        following = layout.following(start)
        lines = end if following is None else before.setdefault(following, [])
        if comment or not lines or lines[-1]:
            lines.append(comment)
    while end and not end[-1]:
        end.pop()
    first = layout.following(-1)
    if first in before:  # nothing stands above the first line but its comments
        while before[first] and not before[first][0]:
            before[first].pop(0)
    kept = {path: tuple(lines) for path, lines in before.items() if lines}
    return Comments(kept, after, tuple(end))


class _Layout:
    """Where every key and list item of a text begins and ends, by character."""

    def __init__(self, text: str, root: Node) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._parents: list[int] = []
        self._keys: list[str | int] = []
        self._texts: list[tuple[int, int]] = []
        self._text = text
        self._walk(root)
        self._text_starts = [start for start, _ in self._texts]

    def _walk(self, root: Node) -> None:
        waiting: list[tuple[Any, Any, int, str | int]] = []
        self._below(root, -1, waiting)
        while waiting:
            key_node, node, parent, key = waiting.pop()
            if key_node is not node:
                self._note_text(key_node)
            self._starts.append(key_node.start_mark.index)
            self._ends.append(node.end_mark.index)
            self._parents.append(parent)
            self._keys.append(key)
            self._below(node, len(self._keys) - 1, waiting)

    def _below(self, node: Node, here: int, waiting: list[tuple[Any, Any, int, str | int]]) -> None:
        if isinstance(node, MappingNode):
            for key_node, value in reversed(node.value):
                key = key_node.value if isinstance(key_node, ScalarNode) else ""
                waiting.append((key_node, value, here, key))
        elif isinstance(node, SequenceNode):
            for index in range(len(node.value) - 1, -1, -1):
                child = node.value[index]
                waiting.append((child, child, here, index))
        else:
            self._note_text(node)

    def _note_text(self, node: Any) -> None:
        if not isinstance(node, ScalarNode):
            return
        begin: Any = node.start_mark
        end: Any = node.end_mark
        if not node.style and begin.line == end.line:
            return
        start, stop = begin.index, end.index
        if node.style in ("|", ">"):  # a comment may follow the sign on its line
            sign, start = start, self._text.find("\n", start)
            if "+" not in self._text[sign:start].partition("#")[0]:
                # blank lines below it are not part of it
                stop = start + len(self._text[start:stop].rstrip()) + 1
        self._texts.append((start, stop))

    def hits(self) -> Iterator[re.Match[str]]:
        """Yield what looks like a comment or a blank line, but for what stands in a text."""
        at = 0
        while at <= len(self._text) and (hit := _HIT.search(self._text, at)) is not None:
            stop = self._inside_text(hit.start())
            if stop is None:
                yield hit
            at = hit.end() + 1 if stop is None else stop

    def _inside_text(self, index: int) -> int | None:
        """Return where the text ends that a place is in; a comment may follow on its line."""
        place = bisect_right(self._text_starts, index) - 1
        if place < 0 or index >= self._texts[place][1]:
            return None
        return self._texts[place][1]

    def _path(self, entry: int) -> Path:
        parts: list[str | int] = []
        while entry >= 0:
            parts.append(self._keys[entry])
            entry = self._parents[entry]
        return tuple(reversed(parts))

    def following(self, index: int) -> Path | None:
        place = bisect_left(self._starts, index + 1)
        return self._path(place) if place < len(self._starts) else None

    def ended_by(self, line_start: int, index: int) -> Path:
        """Return what a comment at the end of a line belongs to: the outermost that ends there."""
        first = bisect_left(self._starts, line_start)
        last = bisect_left(self._starts, index) - 1
        for entry in range(first, last + 1):
            if self._ends[entry] <= index:
                return self._path(entry)
        if first <= last:
            return self._path(last)
        ended = max(last, 0)
        while self._parents[ended] >= 0 and self._ends[self._parents[ended]] <= index:
            ended = self._parents[ended]
        return self._path(ended)
