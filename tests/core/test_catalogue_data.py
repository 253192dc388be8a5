import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

from desktop.core.survey.sentence import filled

CATALOGUE = Path(__file__).parents[2] / "resources" / "catalogue"
BOOKS = ["imperium", "squares", "hive", "yards"]

RULE_ID = re.compile(r"[A-Z]+(-[A-Z_]+)+-\d{2}")
READING = re.compile(r"[a-z]+( [a-z]+){0,2}")
RULING_ID = re.compile(r"[a-z]+[0-9]*(_[a-z0-9]+)*")
# What a reader of YAML 1.1 takes for something else than a word.
NOT_WORDS = {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}
AMERICAN = re.compile(
    r"\b(armor|color|honor|favor|defense|offense|center|gray|judgment|neighbor\w*|maneuver|"
    r"organiz\w*|recogniz\w*|labeled|traveled|leveled)\b",
    re.IGNORECASE,
)
SURVEY_FIELDS = {
    "chance",
    "damage",
    "fault",
    "feature",
    "field",
    "fighter",
    "has",
    "heroes",
    "line",
    "loops",
    "metres",
    "missing",
    "moves",
    "n",
    "name",
    "near",
    "needed",
    "other",
    "other_trait",
    "pages",
    "ratio",
    "rounds",
    "routes",
    "share",
    "side",
    "square",
    "text",
    "trait",
    "unmeasured",
    "ways",
    "wounds",
    "zone",
    "zones",
}
RULE_KEYS = {"title", "rule", "rulings", "confidence", "from"}
RULING_KEYS = {"title", "question", "readings", "at_the_table", "rules", "read"}


def read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((CATALOGUE / f"{name}.yaml").read_text("utf-8"))
    return content


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(key)
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


def repeated_keys(node: yaml.Node) -> Iterator[str]:
    if isinstance(node, yaml.MappingNode):
        keys = [key.value for key, _ in node.value]
        yield from {key for key in keys if keys.count(key) > 1}
        for _, inner in node.value:
            yield from repeated_keys(inner)


def is_sentence(text: str, end: str = ".") -> bool:
    return (
        text.endswith(end)
        and not re.search(r"[.?!]\s", text)
        and bool(re.match(r"[A-Z0-9+]", text))
        and text == " ".join(text.split())
    )


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest) -> dict[str, Any]:
    return read(request.param)


@pytest.mark.parametrize("name", [*BOOKS, "survey"])
def test_no_id_stands_twice_in_a_file(name: str) -> None:
    root = yaml.compose((CATALOGUE / f"{name}.yaml").read_text(encoding="utf-8"))
    assert root is not None
    assert list(repeated_keys(root)) == []


def test_no_id_stands_in_two_books() -> None:
    for what in ("rules", "rulings"):
        several = [key for name in BOOKS for key in read(name)[what]]
        assert len(several) == len(set(several))


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_names_itself(name: str) -> None:
    book = read(name)
    assert set(book) == {"book", "title", "rules", "rulings"}
    assert book["book"] == name


def test_every_rule_has_a_title_and_one_short_sentence(book: dict[str, Any]) -> None:
    for rule_id, rule in book["rules"].items():
        assert RULE_ID.fullmatch(rule_id), rule_id
        assert {"title", "rule"} <= set(rule) <= RULE_KEYS, rule_id
        assert 0 < len(rule["title"]) <= 48, rule_id
        assert not rule["title"].endswith("."), rule_id
        assert len(rule["rule"]) <= 160, rule_id
        assert is_sentence(rule["rule"]), rule_id
        assert rule.get("confidence", "high") in {"high", "medium", "low"}, rule_id
        assert rule.get("from", "house") == "house", rule_id


def test_no_two_rules_say_the_same(book: dict[str, Any]) -> None:
    sentences = [rule["rule"] for rule in book["rules"].values()]
    assert len(sentences) == len(set(sentences))


def test_the_numbers_of_an_area_have_no_gap(book: dict[str, Any]) -> None:
    areas: dict[str, list[int]] = {}
    for rule_id in book["rules"]:
        area, number = rule_id.rsplit("-", 1)
        areas.setdefault(area, []).append(int(number))
    for area, numbers in areas.items():
        assert numbers == list(range(1, len(numbers) + 1)), area


def test_every_ruling_has_two_readings_and_says_what_changes(book: dict[str, Any]) -> None:
    for ruling_id, ruling in book["rulings"].items():
        assert RULING_ID.fullmatch(ruling_id), ruling_id
        assert RULING_KEYS <= set(ruling) <= RULING_KEYS | {"from"}, ruling_id
        assert 0 < len(ruling["title"]) <= 48, ruling_id
        assert is_sentence(ruling["question"], "?"), ruling_id
        assert is_sentence(ruling["at_the_table"]), ruling_id
        assert len(ruling["at_the_table"]) <= 120, ruling_id
        assert isinstance(ruling["read"], bool), ruling_id
        assert ruling.get("from", "facts") == "facts", ruling_id


def test_readings_are_few_plain_words_that_stay_words(book: dict[str, Any]) -> None:
    for ruling_id, ruling in book["rulings"].items():
        readings = ruling["readings"]
        assert len(readings) == 2, ruling_id
        for key, text in readings.items():
            assert isinstance(key, str), (ruling_id, key)
            assert READING.fullmatch(key), (ruling_id, key)
            assert key not in NOT_WORDS, (ruling_id, key)
            assert is_sentence(text), (ruling_id, key)
            assert len(text) <= 120, (ruling_id, key)
        assert len(set(readings.values())) == 2, ruling_id


def test_rules_and_rulings_name_each_other(book: dict[str, Any]) -> None:
    from_rules = {
        (rule_id, ruling)
        for rule_id, rule in book["rules"].items()
        for ruling in rule.get("rulings", [])
    }
    from_rulings = {
        (rule_id, ruling_id)
        for ruling_id, ruling in book["rulings"].items()
        for rule_id in ruling["rules"]
    }
    assert from_rules == from_rulings
    assert all(ruling["rules"] for ruling in book["rulings"].values())


def test_survey_checks_run_from_l01_to_l57_and_then_those_of_the_file() -> None:
    checks = read("survey")["checks"]
    layout = [f"L{number:02}" for number in range(1, 58)]
    assert list(checks) == layout + [f"F{number:02}" for number in range(1, 14)]


def test_every_survey_check_says_what_why_and_what_would_help() -> None:
    for check_id, check in read("survey")["checks"].items():
        assert set(check) == {"title", "grade", "says", "why", "fix"}, check_id
        assert check["grade"] in {"error", "warning", "hint"}, check_id
        assert 0 < len(check["title"]) <= 48, check_id
        assert check["says"].endswith("."), check_id
        assert is_sentence(check["why"]), check_id
        fix = check["fix"]
        assert fix is None or (0 < len(fix) <= 64 and not fix.endswith(".")), check_id


def test_survey_sentences_use_known_fields_only() -> None:
    for check_id, check in read("survey")["checks"].items():
        fields = {name for _, name, _, _ in Formatter().parse(check["says"]) if name is not None}
        assert fields <= SURVEY_FIELDS, check_id
        for number in range(3):
            assert is_sentence(filled(check["says"], dict.fromkeys(fields, number))), check_id


@pytest.mark.parametrize(
    ("check_id", "grade"),
    [
        ("L01", "warning"),
        ("L08", "warning"),
        ("L10", "hint"),
        ("L18", "hint"),
        ("L36", "hint"),
        ("L02", "error"),
        ("L57", "error"),
    ],
)
def test_the_gravest_grade_of_a_check_follows_the_rule_behind_it(check_id: str, grade: str) -> None:
    assert read("survey")["checks"][check_id]["grade"] == grade


@pytest.mark.parametrize("name", [*BOOKS, "survey"])
def test_the_spelling_is_british(name: str) -> None:
    assert [text for text in texts(read(name)) if AMERICAN.search(text)] == []
