"""Good files made bad: bytes flipped, lines moved, values put where they do not belong."""

import json
import struct
import zlib
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random], bytes]

ODD_TEXTS = (
    "null", "~", "", "no", "Yes", "012", "1:30", "1e3", "1e999999", ".inf", "-.nan", "-0", "0x7f",
    "9" * 400, "-1", "99999999999", "0.0000001", "2026-11-30", "=", "<<", "!!python/object:os.x {}",
    "!!binary aGk=", "&a [*a]", "*a", "&b {x: *b}", "[", "]", "{", "}", "{}", "[]", "[[[[[[[[",
    "- - - - -", "? x", "|", ">-", "'", '"', "'it''s'", '"\\x00"', '"\\ud800"', "\t", "#", "---",
    "...", "%YAML 9.9", "a: b: c", "@at", "`tick", "é" * 300, "\u202eא", "🐉", "\ufeff", "\u2028",
    "a/b", "../../etc/passwd", "%s%n{0}", "<b>bold</b>", "[" * 5000, "{a: " * 3000, "- " * 3000,
)  # fmt: skip
ODD_VALUES = (
    None, True, False, 0, -1, 10**30, 1e300, 0.5, "", "nobody", "\u0000", "a" * 5000, [], {},
    [[]], [None], {"is": "Zone"}, {"is": "nothing"}, {"event": "WoundsTaken"}, [1, 2, 3], "ilse",
)  # fmt: skip
ODD_BYTES = (b"\0", b"\xff", b"\xfe\xff", b"\x80", b"\xed\xa0\x80", b"\x7f" * 20, b"\r", b"\x1b[2J")


def _flipped(content: bytes, dice: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 8, 40))):
        if changed:
            changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _cut(content: bytes, dice: Random) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _without(content: bytes, dice: Random) -> bytes:
    start = dice.randrange(len(content) + 1)
    return content[:start] + content[start + dice.choice((1, 2, 10, 200)) :]


def _twice(content: bytes, dice: Random) -> bytes:
    start = dice.randrange(len(content) + 1)
    part = content[start : start + dice.choice((1, 5, 50, 400))]
    return content[:start] + part * dice.choice((2, 3, 20)) + content[start:]


def _put_in(content: bytes, dice: Random) -> bytes:
    start = dice.randrange(len(content) + 1)
    return content[:start] + dice.choice(ODD_BYTES) + content[start:]


BYTES: tuple[Mutation, ...] = (_flipped, _cut, _without, _twice, _put_in)


def _lines(content: bytes, dice: Random) -> bytes:
    lines = content.split(b"\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(6):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            del lines[at]
        case 3:
            lines[at] = b" " * dice.randrange(9) + lines[at].lstrip()
        case 4:
            lines[at:at] = [lines[at]] * dice.choice((3, 300))
        case _:
            lines[at] = lines[at].rstrip() + b"  " + _odd(dice)
    return b"\n".join(lines)


def _value(content: bytes, dice: Random) -> bytes:
    """Put something odd behind a colon, or in place of an item of a list."""
    places = [i for i, sign in enumerate(content) if sign in b":,["]
    if not places:
        return content + _odd(dice)
    at = dice.choice(places) + 1
    end = min(content.find(sign, at) % (len(content) + 1) for sign in (b",", b"}", b"]", b"\n"))
    return content[:at] + b" " + _odd(dice) + content[end:]


def _key(content: bytes, dice: Random) -> bytes:
    lines = content.split(b"\n")
    keyed = [i for i, line in enumerate(lines) if b":" in line]
    if not keyed:
        return content
    at = dice.choice(keyed)
    key, _, rest = lines[at].partition(b":")
    indent = key[: len(key) - len(key.lstrip())]
    lines[at] = indent + _odd(dice) + b":" + rest
    return b"\n".join(lines)


def _odd(dice: Random) -> bytes:
    return dice.choice(ODD_TEXTS).encode("utf-8", "surrogatepass")


TEXT: tuple[Mutation, ...] = (*BYTES, _lines, _value, _value, _key)


def _json(content: bytes, dice: Random) -> bytes:
    """Change one line of a fight inside its JSON, so that it still is JSON."""
    lines = content.split(b"\n")
    filled = [i for i, line in enumerate(lines) if line.startswith(b"--- {")]
    if not filled:
        return content
    at = dice.choice(filled)
    try:
        document = json.loads(lines[at][4:])
    except ValueError:
        return content
    for _ in range(dice.choice((1, 1, 1, 4))):
        _changed(document, dice)
    lines[at] = b"--- " + json.dumps(document).encode()
    return b"\n".join(lines)


def _changed(document: Any, dice: Random) -> None:
    here = document
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = dice.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and dice.random() < 0.85:
            here = here[key]
            continue
        match dice.randrange(4):
            case 0 if isinstance(here, dict):
                del here[key]
            case 1 if isinstance(here, dict):
                here[dice.choice(("who", "is", "events", "x", "", "cursor"))] = here.pop(key)
            case 2 if isinstance(here, list):
                here.insert(0, deepcopy(here[key]))
            case _:
                here[key] = deepcopy(dice.choice(ODD_VALUES))
        return


FIGHT: tuple[Mutation, ...] = (*BYTES, _lines, _json, _json, _json, _json)


def _sound(content: bytes, dice: Random) -> bytes:
    """Change a PNG inside a part, and let its check sums be right all the same."""
    parts, at = [], 8
    while at + 12 <= len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        parts.append((content[at + 4 : at + 8], content[at + 8 : at + 8 + length]))
        at += 12 + length
    if not parts or content[:4] != b"\x89PNG":
        return _flipped(content, dice)
    chosen = dice.randrange(len(parts))
    kind, held = parts[chosen]
    parts[chosen] = kind, dice.choice(BYTES)(held, dice)
    if dice.random() < 0.2:
        parts.insert(dice.randrange(len(parts) + 1), dice.choice(parts))
    return content[:8] + b"".join(
        struct.pack(">I", len(held)) + kind + held + struct.pack(">I", zlib.crc32(kind + held))
        for kind, held in parts
    )


PICTURE: tuple[Mutation, ...] = (*BYTES, _sound, _sound)


def mutated(content: bytes, dice: Random, mutations: Sequence[Mutation]) -> bytes:
    """Return a file after one change or several."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        content = dice.choice(mutations)(content, dice)
        if len(content) > 400_000:
            break
    return content
