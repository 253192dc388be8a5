"""A plain tree as canonical YAML text: same tree, same bytes; short things stand on one line."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from desktop.core.store.kept import Comments
from desktop.core.store.notes import AsWritten, Bare, Tree
from desktop.core.store.yaml_tree import Path

WIDTH = 120
_PLAIN = re.compile(r"[^\W_](?:[\w .;/()'\"+=%&*!?|<>$^~’…–-]*[\w.;/()'\"+=%&*!?|<>$^~’…–-])?")
_PLAIN_WITH_COMMAS = re.compile(_PLAIN.pattern.replace("[\\w ", "[\\w, "))
_OTHER = re.compile(
    r"y|yes|n|no|true|false|on|off|null|none"
    r"|[0-9][0-9_]*\.?[0-9_]*(?:e[-+]?[0-9]+)?|0[box][0-9a-f_]+"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*",
    re.IGNORECASE,
)
"""What YAML 1.1 or 1.2 takes for something else than a text."""
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_UNPRINTABLE = re.compile(
    "[\\\\\"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)  # fmt: skip


def yaml_text(tree: Mapping[str, Tree], comments: Comments) -> str:
    """Return a tree as YAML, with its comments in their places."""
    writer = _Writer(comments.settled(tree))
    writer.mapping(tree, (), 0)
    return "\n".join([*writer.lines, *writer.comments.end, ""])


class _Writer:
    def __init__(self, comments: Comments) -> None:
        self.lines: list[str] = []
        self.comments = comments
        self._around = comments.around()

    def mapping(self, tree: Mapping[str, Tree], path: Path, indent: int) -> None:
        for key, value in tree.items():
            self._entry(f"{_key(key)}:", value, (*path, key), indent)

    def _items(self, tree: Sequence[Tree], path: Path, indent: int) -> None:
        for index, value in enumerate(tree):
            self._entry("-", value, (*path, index), indent)

    def _entry(self, head: str, value: Tree, path: Path, indent: int) -> None:
        pad = " " * indent
        self.lines += [
            f"{pad}{line}" if line else "" for line in self.comments.before.get(path, ())
        ]
        after = self.comments.after.get(path, "")
        note = f"  {after}" if after else ""
        short = self._on_one_line(value, path, len(pad) + len(head) + 1)
        if short is not None:
            self.lines.append(f"{pad}{head} {short}{note}")
        elif not isinstance(value, dict | list):
            self._literal(f"{pad}{head}", note, text_of(value), indent)
        elif isinstance(value, list):
            self.lines.append(f"{pad}{head}{note}")
            self._items(value, path, indent + 2)
        elif head == "-":
            self._item_mapping(value, path, indent, after)
        else:
            self.lines.append(f"{pad}{head}{note}")
            self.mapping(value, path, indent + 2)

    def _item_mapping(self, value: Mapping[str, Tree], path: Path, indent: int, after: str) -> None:
        """Write `- key: value` with the other keys below the first."""
        pad = " " * indent
        if after:
            self.lines.append(f"{pad}{after}")
        begin = len(self.lines)
        self.mapping(value, path, indent + 2)
        while not self.lines[begin].strip() or self.lines[begin].lstrip().startswith("#"):
            self.lines[begin] = self.lines[begin].removeprefix("  ")
            begin += 1
        self.lines[begin] = f"{pad}- {self.lines[begin].lstrip()}"

    def _on_one_line(self, value: Tree, path: Path, used: int) -> str | None:
        if not isinstance(value, dict | list):
            text = text_of(value)
            return None if text is not None and _is_literal(text) else scalar(value)
        if value and (path in self._around or _stands_apart(value, path)):
            return None
        short = _flow(value, WIDTH - used)
        return short if short is not None and len(short) + used <= WIDTH else None

    def _literal(self, head: str, note: str, text: str | None, indent: int) -> None:
        assert text is not None
        body = text.rstrip("\n")
        ends = len(text) - len(body)
        chomp = "-" if ends == 0 else "" if ends == 1 else "+"
        self.lines.append(f"{head} |{chomp}{note}")
        pad = " " * (indent + 2)
        lines = [*body.split("\n"), *[""] * (ends - 1 if ends > 1 else 0)]
        self.lines += [f"{pad}{line}" if line else "" for line in lines]


def _stands_apart(value: Tree, path: Path) -> bool:
    """Whether something is written a line a part even where one line would hold it all."""
    if path == ("board",):
        return True
    if len(path) == 1 or (len(path) == 2 and path[0] == "board"):
        inside = value.values() if isinstance(value, dict) else value
        return any(isinstance(part, dict) for part in inside)
    return False


def _flow(value: Tree, room: int) -> str | None:
    """Return a tree on one line, or None where a text in it has several or there is no room."""
    if room < 0:
        return None
    if isinstance(value, dict):
        parts = []
        for key, own in value.items():
            part = _flow(own, room)
            if part is None:
                return None
            parts.append(f"{_key(key)}: {part}")
            room -= len(parts[-1])
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list):
        parts = []
        for own in value:
            part = _flow(own, room)
            if part is None:
                return None
            parts.append(part)
            room -= len(part)
        return "[" + ", ".join(parts) + "]"
    text = text_of(value)
    return None if text is not None and _is_literal(text) else scalar(value, flow=True)


def _key(key: str) -> str:
    """Return a key; `on` and `off` need no quotes, for keys are never true or false."""
    return key if key in ("on", "off") or isinstance(key, Bare) else scalar(key, flow=True)


def text_of(value: Any) -> str | None:
    """Return the text that a scalar is, or None for a number, true or false."""
    if isinstance(value, AsWritten):
        return value.text if value.quoted else None
    return value if isinstance(value, str) else None


def _is_literal(text: str) -> bool:
    """Whether a text is written as a block of lines."""
    if "\n" not in text or text[0] in " \n\t" or not text.strip():
        return False
    return not any(sign not in '\n\t"\\' for sign in _UNPRINTABLE.findall(text))


def scalar(value: Any, *, flow: bool = False) -> str:
    """Return a text, number, true or false on one line; texts get quotes only where they must."""
    if isinstance(value, AsWritten):
        if not value.quoted and not (flow and any(sign in value.text for sign in ",[]{}")):
            return value.text or "null"
        return _quoted(value.text)
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        plain = _PLAIN if flow else _PLAIN_WITH_COMMAS
        if plain.fullmatch(value) and not _OTHER.fullmatch(value):
            return value
        return _quoted(value)
    if isinstance(value, float):
        return format(value, ".3f").rstrip("0").rstrip(".")
    return str(value)


def _quoted(text: str) -> str:
    return f'"{_UNPRINTABLE.sub(_escaped, text)}"'


def _escaped(found: re.Match[str]) -> str:
    sign = found.group()
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    if "\ud800" <= sign <= "\udfff":
        return "\\ufffd"  # half a character cannot be saved
    return f"\\x{ord(sign):02x}" if ord(sign) < 0x100 else f"\\u{ord(sign):04x}"
