"""The catalogue in `resources/catalogue/`: rules, rulings and checks in the program's own words."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from desktop.core.errors import LoadError, LoadProblem
from desktop.core.rules.catalogue import Catalogue, CatalogueRule, CheckText, Grade, RulingText
from desktop.core.rules.tally import RuleRef
from desktop.core.store.codec import Codec, InFile
from desktop.core.store.notes import Reading
from desktop.core.store.places import resources
from desktop.core.store.reading import text_of_file
from desktop.core.store.yaml_tree import compose, no_collection


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    title: str
    rule: str
    rulings: tuple[str, ...] = ()
    confidence: Literal["", "high", "medium", "low"] = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ruling:
    title: str
    question: str
    readings: Mapping[str, str]
    at_the_table: str = ""
    rules: tuple[str, ...] = ()
    read: bool = False
    confidence: Literal["", "high", "medium", "low"] = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Check:
    title: str
    grade: Grade
    says: str
    why: str = ""
    fix: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    book: str = ""
    title: str = ""
    rules: Mapping[str, _Rule] = field(default_factory=dict)
    rulings: Mapping[str, _Ruling] = field(default_factory=dict)
    checks: Mapping[str, _Check] = field(default_factory=dict)


_CODEC = Codec()
_CODEC.in_file(_Rule, InFile(keys={"source": "from"}))
_CODEC.in_file(_Ruling, InFile(keys={"source": "from"}))


@cache
def catalogue() -> Catalogue:
    """Return the program's catalogue. Raises LoadError where it is damaged."""
    paths = sorted((resources() / "catalogue").glob("*.yaml"))
    return catalogue_of({path: text_of_file(path) for path in paths})


def catalogue_of(texts: Mapping[Path, str]) -> Catalogue:
    """Return the catalogue that several files make. Raises LoadError with a file's problems."""
    digest = hashlib.sha256()
    rules: dict[RuleRef, CatalogueRule] = {}
    rulings: dict[str, RulingText] = {}
    checks: dict[str, CheckText] = {}
    with no_collection():
        for path, text in texts.items():
            digest.update(text.encode())
            found = _read(text, path)
            rules.update((each.id, each) for each in _rules(found))
            rulings.update((each.key, each) for each in _rulings(found))
            for key, own in found.checks.items():
                checks[key] = CheckText(
                    id=key, title=own.title, grade=own.grade, says=own.says, why=own.why,
                    fix=own.fix, rules=tuple(map(RuleRef, own.rules)),
                )  # fmt: skip
    return Catalogue(
        rules=rules, rulings=rulings, checks=checks, digest=digest.hexdigest()[:16]
    )  # fmt: skip


def _rules(found: _File) -> Iterator[CatalogueRule]:
    for key, own in found.rules.items():
        yield CatalogueRule(
            id=RuleRef(key), book=found.book, title=own.title, rule=own.rule, rulings=own.rulings,
            confidence=own.confidence, source=own.source,
        )  # fmt: skip


def _rulings(found: _File) -> Iterator[RulingText]:
    for key, own in found.rulings.items():
        yield RulingText(
            key=key, title=own.title, question=own.question, readings=own.readings,
            at_the_table=own.at_the_table, rules=tuple(map(RuleRef, own.rules)), read=own.read,
            book=found.book, confidence=own.confidence, source=own.source,
        )  # fmt: skip


def _read(text: str, path: Path) -> _File:
    root, problems = compose(text)
    if root is None or problems:
        raise LoadError(path, problems)
    reading = Reading()
    found = _CODEC.shape_of(_File).read(root, reading)
    odd = [
        LoadProblem(each.line, each.column, "", f"The key `{each.key}` is not known here.")
        for each in reading.odd_keys
    ]
    if reading.problems or odd or not isinstance(found, _File):
        raise LoadError(path, [*reading.problems, *odd])
    return found
