"""Sentences in the little room that there is beside the pointer."""

LINE_LETTERS = 44
"""A sentence beside the pointer is broken after so many letters."""


def wrapped(text: str, letters: int = LINE_LETTERS) -> str:
    """Return a sentence in lines that are no longer than so many letters."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)
