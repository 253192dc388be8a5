"""What no file may do: run code, nest without end, blow itself up, or take for ever to refuse."""

import time

import pytest

from desktop.core import script
from desktop.core.errors import LoadError
from desktop.core.store import reading, rosters, yaml_tree
from desktop.core.store.reading import read

HEAD = "format: 1\nname: X\n"


def said(text: str) -> str:
    with pytest.raises(LoadError) as caught:
        read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "tag",
    [
        "!!python/object/apply:os.system [echo]", "!!python/name:os.system", "!own {a: 1}",
        "!!binary aGk=", "!!set {a, b}", "!!str no", "!<tag:yaml.org,2002:python/none> x",
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["notes: {}", "odd: {}", "profiles: {{x: {} }}"])
def test_a_tag_is_refused_wherever_it_stands(tag: str, where: str) -> None:
    assert "are not part of this format" in said(HEAD + where.format(tag) + "\n")


@pytest.mark.parametrize("reader", [read, rosters.read_roster, script.script_of])
def test_every_reader_refuses_tags(reader) -> None:
    text = "format: 1\nsteps: []\nprofiles: !!python/name:os.system {}\n"
    with pytest.raises(LoadError, match="are not part of this format"):
        reader(text)


@pytest.mark.parametrize("levels", [61, 100, 500, 900])
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ("{a: ", "}")])
def test_what_nests_deeper_than_the_format_is_refused(levels: int, opens: str, closes: str) -> None:
    assert "nested more than 60 levels deep" in said(
        f"{HEAD}odd: [{opens * levels}1{closes * levels}]\n"
    )


@pytest.mark.parametrize("levels", [1_100, 100_000])
@pytest.mark.parametrize("opens", ["[", "{a: ", "- ", "? "])
def test_endless_nesting_is_refused_before_it_is_a_tree(levels: int, opens: str) -> None:
    assert "exceeded maximum nesting depth" in said(f"{HEAD}odd:\n  {opens * levels}\n")


def test_an_alias_may_not_hold_itself() -> None:
    assert "This alias holds itself" in said(HEAD + "odd: &a [*a]\n")


def test_aliases_that_multiply_are_refused() -> None:
    text = HEAD + "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for number in range(1, 12):
        again = ", ".join([f"*a{number - 1}"] * 10)
        text += f"a{number}: &a{number} [{again}]\n"
    began = time.process_time()
    assert "Its aliases add too much" in said(text)
    assert time.process_time() - began < 1


def test_merge_keys_are_refused() -> None:
    assert "Merge keys" in said(HEAD + "board: {zones: {a: &a {exit: true}, b: {<<: *a}}}\n")


def test_a_text_beyond_the_limit_is_refused_with_both_numbers(monkeypatch) -> None:
    monkeypatch.setattr(yaml_tree, "SIZE_LIMIT", 100)
    assert "has 119 characters; at most 100 are read" in said(HEAD + "notes: " + "x" * 94)


def test_a_file_beyond_the_limit_is_not_read_whole(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(reading, "SIZE_LIMIT", 10)
    path = tmp_path / "big.yaml"
    path.write_bytes(b"x" * 41)
    with pytest.raises(LoadError, match="too large; at most 10 characters"):
        reading.read_file(path)


def test_thousands_of_unknown_keys_are_kept_in_good_time() -> None:
    text = HEAD + "".join(f"key{number}: 1\n" for number in range(20_000))
    began = time.process_time()
    loaded = read(text)
    assert len(loaded.odd_keys) == 20_000
    assert time.process_time() - began < 10


def test_thousands_of_wrong_names_are_refused_in_good_time() -> None:
    zones = "".join(f"    zone number {number}: {{}}\n" for number in range(3_000))
    links = "".join(f"    l{n}: {{from: zone numbr {n}, to: zone {n}}}\n" for n in range(3_000))
    began = time.process_time()
    says = said(f"{HEAD}board:\n  size: [300, 300]\n  zones:\n{zones}  links:\n{links}")
    assert "These are the first 500 problems of more. Mend them first." in says
    assert "Did you mean `zone number 0`?" in says
    assert time.process_time() - began < 20
