"""Any frozen value of ours to plain JSON and back, by its annotations."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, NewType

import pytest
from annotated_types import Ge
from hypothesis import given

from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter
from desktop.core.store.plain import PlainError, Vocabulary
from tests.helpers.strategies import encounters, few

Id = NewType("Id", str)


class Spot(NamedTuple):
    x: int
    y: float


@dataclass(frozen=True)
class One:
    a: int = 1


@dataclass(frozen=True)
class Two:
    b: Id
    c: float = 0.5


@dataclass(frozen=True)
class Base:
    note: str = ""


@dataclass(frozen=True)
class Derived(Base):
    more: int = 0


@dataclass(frozen=True, kw_only=True)
class Whole:
    id: Id
    number: Annotated[int, Ge(0)] = 3
    value: int | str | bool | None = None
    word: Literal["x", "y"] = "x"
    at: Id | Spot | None = None
    either: One | Two | None = None
    one: One = One()
    base: Base = Base()
    several: tuple[One | Two, ...] = ()
    pair: tuple[Id, Spot] | None = None
    by_id: Mapping[Id, One | None] = field(default_factory=dict)
    by_spot: Mapping[Spot, str] = field(default_factory=dict)
    anything: Mapping[str, object] = field(default_factory=dict)


VOCABULARY = Vocabulary([One, Two, Base, Derived, Whole], event=[Whole])
CASES: list[tuple[Whole, dict[str, Any]]] = [
    (Whole(id=Id("a")), {}),
    (Whole(id=Id("a"), number=0, value=True, word="y"), {"number": 0, "value": True, "word": "y"}),
    (Whole(id=Id("a"), value=0), {"value": 0}),
    (Whole(id=Id("a"), at=Id("z")), {"at": "z"}),
    (Whole(id=Id("a"), at=Spot(1, 0.1)), {"at": [1, 0.1]}),
    (Whole(id=Id("a"), either=Two(Id("t"))), {"either": {"is": "Two", "b": "t"}}),
    (Whole(id=Id("a"), one=One(2)), {"one": {"a": 2}}),
    (Whole(id=Id("a"), base=Derived(more=2)), {"base": {"is": "Derived", "more": 2}}),
    (Whole(id=Id("a"), base=Base("n")), {"base": {"note": "n"}}),
    (
        Whole(id=Id("a"), several=(One(), Two(Id("t"), 2.0))),
        {"several": [{"is": "One"}, {"is": "Two", "b": "t", "c": 2.0}]},
    ),
    (Whole(id=Id("a"), pair=(Id("p"), Spot(1, 2))), {"pair": ["p", [1, 2]]}),
    (
        Whole(id=Id("a"), by_id={Id("x"): One(5), Id("y"): None}),
        {"by_id": {"x": {"a": 5}, "y": None}},
    ),
    (Whole(id=Id("a"), by_spot={Spot(1, 2): "w"}), {"by_spot": [[[1, 2], "w"]]}),
    (
        Whole(id=Id("a"), anything={"a": (1, "b"), "b": One(3), "c": {"d": None}}),
        {"anything": {"a": [1, "b"], "b": {"is": "One", "a": 3}, "c": {"d": None}}},
    ),
]


@pytest.mark.parametrize(("value", "plain"), CASES)
def test_a_value_is_plain_and_back(value: Whole, plain: dict[str, Any]) -> None:
    expected = {"id": "a", **plain}
    assert VOCABULARY.to_plain(value, Whole) == expected
    assert VOCABULARY.tagged(value, "event") == {"event": "Whole", **expected}
    through = json.loads(json.dumps(expected))
    found = VOCABULARY.from_plain(through, Whole)
    assert found == value
    assert VOCABULARY.from_tagged({"event": "Whole", **through}, "event") == value


def test_tuples_and_spots_come_back_as_what_they_were() -> None:
    value = Whole(id=Id("a"), pair=(Id("p"), Spot(1, 2)), by_spot={Spot(3, 4): "w"})
    found = VOCABULARY.from_plain(VOCABULARY.to_plain(value, Whole), Whole)
    assert type(found.pair) is tuple
    assert type(found.pair[1]) is Spot
    assert all(type(key) is Spot for key in found.by_spot)


@pytest.mark.parametrize(
    ("plain", "says"),
    [
        ({}, "needs "),
        ({"id": 3}, "3 is not what is expected"),
        ({"id": "a", "number": "3"}, "'3' is not"),
        ({"id": "a", "number": True}, "True is not"),
        ({"id": "a", "word": "z"}, "'z' is not"),
        ({"id": "a", "odd": 1}, "Whole has no odd"),
        ({"id": "a", "at": [1]}, "2 items are expected, not 1"),
        ({"id": "a", "either": {"b": "t"}}, "lacks `is`"),
        ({"id": "a", "number": [1]}, "a list is not"),
        ({"id": "a", "number": {"b": 1}}, "a mapping is not"),
        ({"id": "a", "either": {"is": "Three"}}, "nothing is known by the name 'Three'"),
        ({"id": "a", "either": {"is": "Whole", "id": "b"}}, "Whole is none of One, Two"),
        ({"id": "a", "one": 5}, "5 is not"),
        ({"id": "a", "one": None}, "None is not"),
        ({"id": "a", "by_spot": [[1, 2, 3]]}, "pairs of a key and a value"),
        ({"id": "a", "several": [1]}, "1 is not"),
    ],
)
def test_what_does_not_fit_is_said(plain: Any, says: str) -> None:
    with pytest.raises(PlainError, match=says):
        VOCABULARY.from_plain(plain, Whole)


def test_a_name_stands_for_one_type() -> None:
    other = type("One", (), {})
    with pytest.raises(ValueError, match="two types are called One"):
        Vocabulary([One, other])
    with pytest.raises(PlainError, match="a mapping with the key `event`"):
        VOCABULARY.from_tagged({"id": "a"}, "event")
    with pytest.raises(PlainError, match="nothing is known"):
        VOCABULARY.from_tagged({"event": "One"}, "event")
    with pytest.raises(TypeError, match="no plain form"):
        VOCABULARY.to_plain(object())


@few
@given(encounters())
def test_whole_encounters_are_plain_and_back(encounter: Encounter) -> None:
    from desktop.core.store.fights import vocabulary

    words = vocabulary([])
    through = json.loads(json.dumps(words.to_plain(encounter, Encounter)))
    assert words.from_plain(through, Encounter) == encounter
    assert isinstance(encounter.board, Board)


def test_numbers_as_keys_are_texts_where_nobody_says_what_they_are() -> None:
    assert VOCABULARY.to_plain({"rows": {1: "a"}}) == {"rows": {"1": "a"}}
