"""The lines of a fight file: one JSON document each, readable as YAML too."""

import json
import os
import re
from collections.abc import Mapping
from typing import IO, Any

SUFFIX = ".fight.yaml"
_MARK = "--- "
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def line_of(document: Mapping[str, Any]) -> bytes:
    """Return a document as its one line, readable as JSON and as YAML."""
    return f"{_MARK}{json_text(document)}\n".encode()


def json_text(plain: Any) -> str:
    """Return plain JSON on one line, with whatever YAML does not take written as escapes."""
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False)
    return _UNPRINTABLE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    sign = found.group()
    return "\\ufffd" if "\ud800" <= sign <= "\udfff" else f"\\u{ord(sign):04x}"


def document_in(line: bytes) -> Any:
    """Return the mapping in a line, or None."""
    try:
        text = line.decode().strip()
        found = json.loads(text.removeprefix(_MARK)) if text.startswith(_MARK) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def last_line(handle: IO[bytes]) -> bytes:
    """Return the last line of a file, its end included if it has one."""
    handle.seek(0, os.SEEK_END)
    size = handle.tell()
    reach = 65_536
    while True:
        begin_at = max(0, size - reach)
        handle.seek(begin_at)
        tail = handle.read()
        cut = tail.rstrip(b"\n").rfind(b"\n")
        if cut >= 0 or begin_at == 0:
            return tail[cut + 1 :]
        reach *= 8
