import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop import cli
from desktop.core import play, script
from desktop.core.errors import LoadError
from desktop.core.store import fights, rosters
from desktop.core.store.reading import read_file

GOLDEN = Path(__file__).parents[1] / "golden"
SAMPLES = Path(__file__).parents[2] / "encounters"


@pytest.mark.parametrize("name", ["first-blood", "dock-nine", "reliquary"])
def test_no_sample_has_an_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(SAMPLES / f"{name}.yaml")]) == 0
    assert name in capsys.readouterr().out


def test_check_exits_with_1_on_an_error_and_prints_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(
        "format: 1\nboard:\n  zones:\n    a: {at: [0, 0, 6, 6], traits: [dark, poorly lit]}\n"
    )
    assert cli.main(["check", str(path), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    grades = {issue["check"]: issue["grade"] for issue in told["issues"]}
    assert grades["L23"] == "error"
    assert ["zone", "a"] in next(i["at"] for i in told["issues"] if i["check"] == "L23")


def test_check_names_an_unknown_key_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text("format: 1\nname: Odd\nwheather: rain\n")
    cli.main(["check", str(path)])
    out = capsys.readouterr().out
    assert "Line 3" in out
    assert "wheather" in out


def test_check_names_a_slot_that_its_book_does_not_fill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "slots.yaml"
    path.write_text("format: 1\nslots: {economy: squares, door: imperium, leap: yards}\n")
    assert cli.main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "F11  The slot economy names squares, a book that says nothing of it." in out
    assert out.count("F11") == 1


def test_one_issue_is_counted_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("format: 1\nmuted: [{issue: L38}, {issue: L40}]\n")
    cli.main(["check", str(path)])
    assert "empty.yaml: 1 issue, 2 muted" in capsys.readouterr().out


def test_check_exits_with_2_where_a_file_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("format: 1\nboard: {zones: {a: {at: [0, 0, x, 6]}}}\n")
    assert cli.main(["check", str(path)]) == 2
    assert "line 2" in capsys.readouterr().err
    assert cli.main(["check", str(tmp_path / "missing.yaml")]) == 2


def run(tmp_path: Path, steps: str, *more: str) -> int:
    path = tmp_path / "script.yaml"
    path.write_text(f"steps:\n{steps}")
    return cli.main(["run", str(SAMPLES / "first-blood.yaml"), str(path), *more])


def test_run_exits_with_0_when_played_and_prints_the_state_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "  - do: begin\n  - do: begin turn\n", "--json") == 0
    steps = json.loads(capsys.readouterr().out)
    assert steps[1]["state"]["acting"] == "pell"
    assert steps[1]["state"]["fighters"]["ilse"]["zone"] == "bridge"
    assert steps[0]["events"][-1]["event"] in ("FightBegan", "BudgetSet")


def test_run_tells_what_a_step_taken_again_comes_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = "  - {again: 3, do: write, text: He waits}\n"
    steps = f"  - do: begin\n  - do: begin turn\n  - {{do: aim, who: pell}}\n{again}"
    assert run(tmp_path, steps) == 0
    assert capsys.readouterr().out.endswith("4. again 3, write\n   He waits\n")
    run(tmp_path, steps, "--json")
    assert json.loads(capsys.readouterr().out)[3]["events"][0]["event"] == "Said"


def test_the_state_tells_what_changed_of_the_place_and_what_players_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "script.yaml"
    effects = "[{door: shed door, state: open}, {add: dark, to: [quay]}, {show: [sharp]}]"
    steps = f"[{{do: begin}}, {{do: do, effects: {effects}}}]"
    path.write_text(f"steps: {steps[:-1]}, {{do: read, ruling: roll_00, reading: no double}}]\n")
    cli.main(["run", "--json", str(SAMPLES / "dock-nine.yaml"), str(path)])
    state = json.loads(capsys.readouterr().out)[-1]["state"]
    assert state["doors"] == {"shed door": "open"}
    assert state["traits"]["quay"] == ["light cover", "dark"]
    assert state["knows"]["sharp"] == "seen"
    assert state["rulings"] == {"roll_00": "no double"}


def test_run_exits_with_1_when_refused_and_says_the_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = "  - do: begin\n  - do: begin turn\n  - {do: walk, who: ilse, to: stairs}\n"
    assert run(tmp_path, steps) == 1
    assert "IM-TURN-01" in capsys.readouterr().out


def test_run_exits_with_3_when_a_question_is_open_and_a_seed_answers_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shot = "{do: shoot, who: pell, target: gangers/A, attack: throwing knife}"
    steps = f"  - do: begin\n  - do: begin turn\n  - {shot}\n"
    assert run(tmp_path, steps) == 3
    assert "Asked:" in capsys.readouterr().out
    assert run(tmp_path, steps, "--seed", "3") == 0
    first = capsys.readouterr().out
    run(tmp_path, steps, "--seed", "3")
    assert capsys.readouterr().out == first


def test_answers_left_over_stop_the_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "  - {do: begin, answers: [7]}\n") == 1
    assert "left over: 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ("  - do: shoott\n", "Did you mean shoot?"),
        ("  - {do: shoot, who: pell}\n", "needs target, attack"),
        ("  - {do: walk, who: pell, too: stairs}\n", "Did you mean to?"),
        ("  - {undo: 0}\n", "count from 1"),
        ("  - {do: decree, facts: [{event: Nothing}]}\n", "does not fit"),
        ("  - 3\n", "mapping"),
    ],
)
def test_a_bad_script_is_refused_with_line_and_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], steps: str, words: str
) -> None:
    assert run(tmp_path, steps) == 2
    err = capsys.readouterr().err
    assert words in err
    assert "line 2" in err


def test_every_action_has_a_name_of_its_own_in_scripts() -> None:
    names = script.actions()
    assert len(names) == len(play.actions())
    assert {"begin", "begin turn", "walk", "shoot", "strike", "change", "read"} <= set(names)


def fight(tmp_path: Path) -> Path:
    """Return the file of a fight played from a golden case."""
    case = GOLDEN / "bridge"
    encounter = read_file(case / "encounter.yaml", stock=rosters.stock()).encounter
    steps = list(script.played(encounter, script.read_script(case / "script.yaml")))
    combat = steps[-1].after
    words = play.vocabulary()
    header = play.header(combat, encounter)
    with fights.begin(tmp_path, "bridge", header, words) as writer:
        for step in combat.steps:
            writer.step(step)
    return Path(writer.path)


def test_replay_tells_a_fight_and_verify_finds_it_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = fight(tmp_path)
    assert cli.main(["replay", str(path)]) == 0
    assert "Pell and gangers A are engaged." in capsys.readouterr().out
    assert cli.main(["replay", str(path), "--verify"]) == 0
    assert "the same" in capsys.readouterr().out


def test_replay_exits_with_2_on_damage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = fight(tmp_path)
    lines = path.read_bytes().split(b"\n")
    lines[3] = b"--- {not json}"
    path.write_bytes(b"\n".join(lines))
    assert cli.main(["replay", str(path), "--verify"]) == 2
    assert "line 4" in capsys.readouterr().out


def test_verify_tells_a_changed_fact_as_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = fight(tmp_path)
    text = path.read_text(encoding="utf-8")
    changed = text.replace('"levels": 2', '"levels": 3', 1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    assert cli.main(["replay", str(path), "--verify"]) == 2
    assert "damaged" in capsys.readouterr().out


def test_verify_tells_rules_that_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = fight(tmp_path)
    text = path.read_text(encoding="utf-8").replace('"levels": 2', '"levels": 3', 1)
    head, rest = text.split("\n", 1)
    head = head.replace('"program": "', '"program": "0.', 1)
    path.write_text(f"{head}\n{rest}", encoding="utf-8")
    assert cli.main(["replay", str(path), "--verify", "--json"]) == 1
    verdicts = json.loads(capsys.readouterr().out)["verdicts"]
    assert "rules changed" in {each["found"] for each in verdicts}


def test_verify_tells_a_step_that_no_longer_fits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = fight(tmp_path)
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if '"action": "Shoot"' in line)
    lines[at] = lines[at].replace('"answers": {', '"answers":{"nobody|asked|X":{"value":3},', 1)
    path.write_text("\n".join(lines), encoding="utf-8")
    assert cli.main(["replay", str(path), "--verify"]) == 3
    assert "left over" in capsys.readouterr().out


def test_a_script_that_is_no_yaml_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text("steps: [")
    with pytest.raises(LoadError):
        script.read_script(path)


def test_what_a_screen_cannot_show_is_printed_as_its_number(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    zone = "{at: [0, 0, 3, 3], traits: [dark, poorly lit]}"
    path.write_text(f'format: 1\nboard: {{zones: {{"\U0001f600": {zone}}}}}\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "desktop", "check", str(path)], cwd=Path(__file__).parents[2],
        capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.stderr == b""
    assert rb"\U0001f600" in done.stdout


@pytest.mark.parametrize("rest", [[], ["some.yaml"]])
def test_a_misspelt_command_is_named_with_the_one_that_is_meant(
    rest: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["chek", *rest])
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert "neither a command nor a file `chek`. Did you mean `check`?" in told


def test_the_help_of_a_command_begins_with_that_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["check", "--help"])
    assert capsys.readouterr().out.startswith("usage: enfilade check [-h] [--json] FILE")


def test_the_help_says_where_the_schemas_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    folder = Path(capsys.readouterr().out.splitlines()[-1])
    assert {path.name for path in folder.iterdir()} == {
        "encounter.schema.json", "script.schema.json",
    }  # fmt: skip
