"""What everything that can be referred to has in common."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A thing with an id; the id is its key in the file and never changes."""

    id: str = ""
    name: str = ""
    """For people; empty means the id serves. May repeat."""
    seen_as: str = ""
    """The only name that leaves the GM's window; empty means `name` may."""
    hidden: bool | None = None
    """Whether players do not know of it at the start; None takes the default of its kind."""
    notes: str = ""
    """For the GM only."""
    picture: str = ""
    """Relative path inside the encounter's folder."""
    tags: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name for the GM."""
        return self.name or self.id
