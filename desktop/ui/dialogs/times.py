"""Dates and times as people say them."""

from datetime import datetime


def when(at: str, *, seconds: bool = False) -> str:
    """Return a date and time as people say it; what is no date stays as it is."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return at or "an unknown time"
    clock = "%H:%M:%S" if seconds else "%H:%M"
    return f"{found.day} {found:%B} at {found.strftime(clock)}"
