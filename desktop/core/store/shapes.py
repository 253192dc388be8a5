"""The shapes of things made of others: lists, records, mappings; a plain tree of each.

A plain tree is what a file holds: dicts, lists, texts, numbers, true and false. Which type has
which shape is told by `codec`; where a file differs from memory, by `forms`.
"""
# ruff: noqa: D102 - what `read`, `tree` and `schema` give, `Shape` says

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from desktop.core.store import docs
from desktop.core.store.notes import (
    BAD,
    OMIT,
    Bare,
    Reading,
    Schema,
    Shape,
    Tree,
    Writing,
    did_you_mean,
    keep_odd,
)
from desktop.core.store.scalars import Text, Whole, Word
from desktop.core.store.yaml_tree import is_nothing


@dataclass(frozen=True, slots=True)
class Several:
    """A list of one kind of thing; a single one may stand for itself."""

    empty_is_text = False
    item: Shape
    alone: bool = False
    """A single one is written without the list's brackets."""

    def read(self, node: Node, reading: Reading) -> Any:
        path = reading.path
        if type(node) is not SequenceNode:
            if not self._may_be_alone(node):
                return reading.expected(node, "A list")
            path.append(0)
            alone = self.item.read(node, reading)
            path.pop()
            return BAD if alone is BAD else (alone,)
        read = self.item.read
        values = []
        path.append(0)
        for index, child in enumerate(node.value):
            path[-1] = index
            value = read(child, reading)
            if value is not BAD:
                values.append(value)
        path.pop()
        return tuple(values)

    def _may_be_alone(self, node: Node) -> bool:
        if type(node) is MappingNode:
            return not isinstance(self.item, Text | Word | Fixed)
        return not isinstance(self.item, Fixed | Record | OneOf)

    def tree(self, value: Sequence[Any], writing: Writing) -> Tree:
        tree = self.item.tree
        if self.alone and len(value) == 1:
            return tree(value[0], writing)
        return [tree(each, writing) for each in value]

    def schema(self, defs: Schema) -> Schema:
        item = self.item.schema(defs)
        several = {"type": "array", "items": item}
        return several if isinstance(self.item, Fixed) else {"anyOf": [several, item]}


@dataclass(frozen=True, slots=True)
class Fixed:
    """A list of so many things, each of its own kind: a square, a point, two ends."""

    empty_is_text = False
    items: tuple[Shape, ...]
    make: Callable[..., Any]
    what: str

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not SequenceNode:
            return reading.expected(node, self.what)
        if len(node.value) != len(self.items):
            stands = f"a list of {len(node.value)} stands there"
            return reading.wrong(node, f"{self.what} is expected here, but {stands}.")
        values = [
            item.read(child, reading)
            for item, child in zip(self.items, node.value, strict=True)
        ]  # fmt: skip
        return BAD if BAD in values else self.make(*values)

    def tree(self, value: Sequence[Any], writing: Writing) -> Tree:
        return [item.tree(each, writing) for item, each in zip(self.items, value, strict=True)]

    def schema(self, defs: Schema) -> Schema:
        items = [item.schema(defs) for item in self.items]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of a record and the key that it has in a file."""

    key: str
    name: str
    shape: Shape
    default: Any = MISSING


@dataclass(frozen=True, slots=True)
class Record:
    """A mapping with the keys of a dataclass."""

    empty_is_text = False
    cls: type
    entries: tuple[Entry, ...]
    first_level: bool = False
    """An unsaid `level` is the board's first."""
    settle: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    """Fits what a file says to the fields, where one key serves two of them."""
    known: dict[str, Entry] = field(init=False, repr=False, compare=False)
    needed: tuple[Entry, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        needed = tuple(entry for entry in self.entries if entry.default is MISSING)
        known: dict[str, Entry] = {}
        for entry in self.entries:
            known.setdefault(entry.key, entry)
        object.__setattr__(self, "known", known)
        object.__setattr__(self, "needed", needed)

    def read(self, node: Node, reading: Reading) -> Any:
        values = self.fields(node, reading)
        if values is BAD or not self._complete(values, node, reading):
            return BAD
        return self.cls(**values)

    def named(self, node: Node, reading: Reading, key: str) -> Any:
        """Return the thing whose id is its key; one that says nothing is all defaults."""
        values = {} if is_nothing(node) else self.fields(node, reading)
        if values is BAD or not self._complete(values, node, reading):
            return BAD
        if self.first_level and "level" not in values:
            values["level"] = reading.first_level
        return self.cls(id=key, **values)

    def fields(self, node: Node, reading: Reading) -> Any:
        """Return what a mapping says, by the names of the fields."""
        if type(node) is not MappingNode:
            return reading.expected(node, f"A mapping ({', '.join(list(self.known)[:4])}, ...)")
        values: dict[str, Any] = {}
        seen: set[str] = set()
        path = reading.path
        known = self.known
        for key_node, value_node in node.value:
            key = key_node.value
            if type(key_node) is not ScalarNode:
                reading.expected(key_node, "A key")
                continue
            if key in seen:
                reading.wrong(key_node, f"The key `{key}` stands here twice. Keep one of them.")
                continue
            seen.add(key)
            entry = known.get(key)
            if entry is None:
                keep_odd(key_node, value_node, reading, known)
                continue
            if not entry.shape.empty_is_text and is_nothing(value_node):
                continue
            path.append(key)
            value = entry.shape.read(value_node, reading)
            path.pop()
            if value is BAD:
                continue
            if entry.name in values:
                reading.wrong(key_node, f"`{key}` says again what stands above. Keep one of them.")
            values[entry.name] = value
        if self.first_level and "level" not in values:
            values["level"] = reading.first_level
        return values if self.settle is None else self.settle(values)

    def _complete(self, values: dict[str, Any], node: Node, reading: Reading) -> bool:
        missing = [entry for entry in self.needed if entry.name not in values]
        for entry in missing:
            pairs = node.value if isinstance(node, MappingNode) else ()
            if all(key.value != entry.key for key, _ in pairs):
                reading.wrong(node, f"`{entry.key}` is missing here.")
        return not missing

    def tree(self, value: Any, writing: Writing) -> Tree:
        result: dict[str, Tree] = {}
        for entry in self.entries:
            own = getattr(value, entry.name)
            default = entry.default
            if self.first_level and entry.name == "level":
                default = writing.first_level
            if own is None or (default is not MISSING and own == default):
                continue
            tree = entry.shape.tree(own, writing)
            if tree is not OMIT:
                result.setdefault(entry.key, tree)
        return result

    def schema(self, defs: Schema) -> Schema:
        name = self.cls.__name__
        if name not in defs:
            defs[name] = {}  # held free, for a type that holds itself
            properties = {}
            says, about = docs.fields_of(self.cls), docs.first_line(self.cls)
            for entry in self.known.values():
                properties[entry.key] = dict(entry.shape.schema(defs))
                if entry.name in says:
                    properties[entry.key]["description"] = says[entry.name]
                if isinstance(entry.default, str | int | float) and entry.default != "":
                    properties[entry.key]["default"] = entry.default
            needed = [entry.key for entry in self.needed]
            defs[name] = {
                "type": ["object", "null"],
                **({"description": about} if about else {}),
                "properties": properties,
                **({"required": needed} if needed else {}),
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several records, told apart by the key that only it has (effects)."""

    empty_is_text = False
    records: dict[str, Record]
    what: str

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not MappingNode:
            return reading.expected(node, f"{self.what} ({', '.join(self.records)})")
        for key_node, _ in node.value:
            record = self.records.get(key_node.value) if type(key_node) is ScalarNode else None
            if record is not None:
                return record.read(node, reading)
        first = node.value[0][0].value if node.value else ""
        hint = did_you_mean(first, self.records) if isinstance(first, str) and first else ""
        kinds = ", ".join(f"`{key}`" for key in self.records)
        return reading.wrong(node, f"{self.what} needs one of the keys {kinds}.{hint}")

    def tree(self, value: Any, writing: Writing) -> Tree:
        for record in self.records.values():
            if type(value) is record.cls:
                return record.tree(value, writing)
        raise TypeError(f"{type(value).__name__} is not {self.what.lower()}")

    def schema(self, defs: Schema) -> Schema:
        return {"anyOf": [record.schema(defs) for record in self.records.values()]}


@dataclass(frozen=True, slots=True)
class Keyed:
    """A mapping from ids, words or numbers to one kind of thing."""

    empty_is_text = False
    key: Shape
    value: Shape
    named: bool = False
    """The key is the thing's id."""

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not MappingNode:
            return reading.expected(node, "A mapping")
        values: dict[Any, Any] = {}
        path = reading.path
        for key_node, value_node in node.value:
            if type(key_node) is not ScalarNode:
                reading.expected(key_node, "A key")
                continue
            path.append(key_node.value)
            key = self._key(key_node, reading)
            if key is BAD:
                pass
            elif key in values:
                reading.wrong(key_node, f"The key `{key}` stands here twice. Keep one of them.")
            else:
                values[key] = self._value(key, value_node, reading)
            path.pop()
        return {key: value for key, value in values.items() if value is not BAD}

    def _key(self, node: ScalarNode, reading: Reading) -> Any:
        if node.value == "<<" and not node.style:
            return reading.wrong(
                node, "Merge keys (`<<`) are not part of this format. Write it out."
            )
        if isinstance(self.key, Text):
            wrong = bad_id(node.value) if self.named or self.key.is_id else ""
            if wrong:
                return reading.wrong(node, wrong)
        if isinstance(self.key, Whole) and node.style:
            # JSON has no other keys than texts
            node = ScalarNode("", node.value, node.start_mark, node.end_mark)
        return self.key.read(node, reading)

    def _value(self, key: Any, node: Node, reading: Reading) -> Any:
        if isinstance(self.value, Record):
            if self.named:
                return self.value.named(node, reading, key)
            if is_nothing(node):
                return self.value.cls()
        return self.value.read(node, reading)

    def tree(self, value: Mapping[Any, Any], writing: Writing) -> Tree:
        key, tree = self.key.tree, self.value.tree
        if isinstance(self.key, Whole):
            return {Bare(each): tree(own, writing) for each, own in value.items()}
        return {key(each, writing): tree(own, writing) for each, own in value.items()}

    def schema(self, defs: Schema) -> Schema:
        result: Schema = {"type": "object", "additionalProperties": self.value.schema(defs)}
        if isinstance(self.key, Word):
            result["propertyNames"] = {"enum": list(self.key.words)}
        return result


def bad_id(text: str) -> str:
    """Return the sentence about an id that cannot be one, or nothing."""
    if "/" in text:
        return f"`{text}` cannot be an id: the sign / tells a group's member. Use another sign."
    if not text.strip() or text != text.strip():
        return "An id is a text that neither is empty nor begins or ends with a space."
    if "\n" in text:
        return "An id stands on one line."
    return ""
