"""Every error a user may be shown; an expected no is a value (`Refusal`, `Issue`), no error."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath


class EncounterError(Exception):
    """Anything a user may be shown; its text is a sentence that names the place and the remedy."""


@dataclass(frozen=True, slots=True)
class LoadProblem:
    """One thing that keeps a file from becoming a value."""

    line: int
    """Counted from 1; 0 when the file as a whole is meant."""
    column: int
    """Counted from 1; 0 when the file as a whole is meant."""
    path: str
    """Where in the document, as `board.zones.nave.at`; empty for the document itself."""
    says: str
    """One sentence: what was expected, what stands there, and the nearest known word."""

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}" if self.line else "the file"
        return f"{where}: {self.path + ': ' if self.path else ''}{self.says}"


class LoadError(EncounterError):
    """A file that cannot become a value, with all of its problems at once."""

    def __init__(self, path: PurePath | str, problems: Sequence[LoadProblem]) -> None:
        self.path = str(path)
        self.problems = tuple(problems)
        lines = "\n".join(f"  {problem}" for problem in self.problems)
        super().__init__(f"{self.path} cannot be read:\n{lines}")


class NewerFormatError(LoadError):
    """A file written by a later version of the program."""


class SaveError(EncounterError):
    """A file that could not be written; what stood there before still stands."""

    def __init__(self, path: PurePath | str, says: str) -> None:
        self.path = str(path)
        super().__init__(f"{self.path} was not saved: {says}")


class PictureError(EncounterError):
    """A picture that is not shown; its sentence says why and what would help."""


class EditError(EncounterError):
    """An edit that would leave no valid board; the document is unchanged."""

    def __init__(self, why: str, path: str = "", of: str = "") -> None:
        self.why = why
        """A sentence; where a path is at fault, what is said of that, as `must be text`."""
        self.path = path
        """The argument or field that is at fault, as `starts.at`; empty for no single one."""
        self.of = of
        """The id of the thing whose field it is; empty for an argument."""
        where = f"{of}: {path}" if of else path
        super().__init__(f"{where[:1].upper()}{where[1:]} {why}" if where else why)


class PackError(EncounterError):
    """A slot that is empty or named twice, or a pack, slot or ruling that does not exist."""


class IllegalActionError(EncounterError):
    """An action that the rules refuse, with every reason."""

    def __init__(self, refusals: Sequence[object]) -> None:
        self.refusals = tuple(refusals)
        super().__init__(" ".join(str(refusal) for refusal in self.refusals))


class ReplayError(EncounterError):
    """A fight whose facts do not fit its encounter."""

    def __init__(self, step: int, says: str) -> None:
        self.step = step
        super().__init__(f"step {step}: {says}")


class MisfitError(EncounterError):
    """A fact that does not fit the fight it is told of."""


class RuleLoopError(EncounterError):
    """Facts that kept causing facts; names the last of them."""

    def __init__(self, events: Sequence[object]) -> None:
        self.events = tuple(events)
        last = ", ".join(_named(event) for event in self.events[-5:])
        super().__init__(
            f"The rules went round in a circle and were stopped; last came {last}. "
            "Change the clock, cue or feature that sets itself off."
        )


def _named(event: object) -> str:
    """Return a fact's kind and whom or what it is about."""
    about = (getattr(event, key, None) for key in ("who", "clock", "subject", "entry", "side"))
    return " ".join([type(event).__name__, *(str(each) for each in about if each)])


class AnswerError(EncounterError):
    """An answer that its question cannot take, as a face the die does not have."""
