"""What holds for every command: help, one message for bad input, speed."""

import os
import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest
import typer.main

from balance import cli
from balance.cli import main
from balance.cli.app import COMMANDS, command_line
from balance.cli.options import read_overrides
from balance.errors import DataError


def commands() -> dict[str, list[str]]:
    """Words of each command and the names of its options."""
    found: dict[str, list[str]] = {}
    waiting = [((), typer.main.get_command(command_line()))]
    while waiting:
        words, command = waiting.pop()
        inner = getattr(command, "commands", {})
        waiting += [((*words, name), each) for name, each in inner.items()]
        if words and not inner:
            options = [o for p in command.params for o in p.opts if o.startswith("--")]
            found[" ".join(words)] = options
    return found


MAIN = "import sys; from balance.cli import main; sys.exit(main())"


def run(*words: str) -> tuple[int, str]:
    """Exit code and message of a command."""
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", sorted(commands()))
def test_each_command_has_help_for_itself_and_all_its_options(
    command: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    help_text = capsys.readouterr().out
    assert len(help_text.split("Options:")[0].split()) > 6
    for option in commands()[command]:
        described = re.search(rf"{option}\b(?: [A-Z]\S*)?\s+([A-Z]\w+.*)", help_text)
        assert described, f"{command} {option} has no help"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "blu"], "did you mean 'blue'"),
        (["run", "blue", "--variant", "nosuch"], "unknown variant 'nosuch'"),
        (["run", "blue", "--set", "victory.vp_to_win"], "write KEY=VALUE"),
        (["run", "blue", "--set", "victory.vp_to_win=7.5"], "whole number"),
        (["run", "blue", "--set", "victory.vp_to_wim=7"], "did you mean 'victory.vp_to_win'"),
        (["run", "blue", "--axis", "historcal"], "did you mean 'historical'"),
        (["run", "blue", "--axis", "nosuch.toml"], "nosuch.toml"),
        (["run", "blue", "--games", "0"], "not 0"),
        (["run", "blue", "--detail", "all"], "unknown detail 'all'"),
        (["run", "blue", "--jobs", "0"], "jobs: 0; expected"),
        (["sweep", "blue"], "no parameter to vary"),
        (["sweep", "blue", "--over", "victory.vp_to_win"], "e.g. victory.vp_to_win=5..7"),
        (["sweep", "blue", "--over", "victory.vp_to_win=6"], "expected at least two"),
        (["sweep", "blue", "--over", "victory.vp_to_win=0..3"], "a whole number 1 to 99"),
        (["sweep", "blue", "--over", "victory.vp_to_wim=5,6"], "did you mean 'victory.vp_to_win'"),
        (["tune", "blue"], "or --bid"),
        (["tune", "blue", "--bid", "--to", "9"], "or --bid"),
        (["tune", "blue", "--bid", "--want", "45/10/45"], "one share of wins"),
        (["tune", "blue", "--bid", "--detail", "turns"], "'events' or 'battles'"),
        (["sensitivity", "blue", "--method", "moris"], "did you mean 'morris'"),
        (["sensitivity", "blue", "--only", "vctory"], "did you mean 'victory'"),
        (["sensitivity", "blue", "--over", "air.air_shift"], "expected KEY=LOW..HIGH"),
        (["sensitivity", "blue", "--method", "sobol"], "parameters to range over"),
        (["sensitivity", "blue", "--method", "dead_rules", "--only", "99"], "unknown rule"),
        (
            ["run", "blue", "--axis", "don_line"],
            "is a Soviet strategy; give it as --soviet don_line",
        ),
        (["run", "blue", "--games", "x"], "--games takes a whole number, not 'x'"),
        (["run", "blue", "--seed=1.5"], "--seed takes a whole number, not '1.5'"),
        (["compare", "blue", "--variant", "a", "--adapt"], "say which with --out"),
        (
            ["compare", "blue", "--set", "victory.vp_to_win=7", "--adapt", "--out", "x"],
            "--set: doesn't go with --adapt",
        ),
        (["compare", "blue", "--adapt", "--out", "x"], "expected one, which is compared with"),
        (
            ["compare", "blue", "--variant", "no_aircraft", "--max-games", "50"],
            "--max-games: does nothing without --until decided; add that, or leave it out",
        ),
        (
            ["compare", "blue", "--variant", "no_aircraft", "--budget", "20"],
            "--budget: does nothing without --adapt; add that, or leave it out",
        ),
        (
            ["restrict", "blue", "--side", "axis", "--without", "aircraft", "--max-games", "10000"],
            "--max-games: does nothing without --until decided",
        ),
        (
            ["restrict", "blue", "--without", "aircraft", "--until", "decided", "--games", "50"],
            "--games: does nothing beside --until decided; leave out one of them",
        ),
        (
            ["compare", "blue", "--variant", "a", "--until", "decided", "--games", "50"],
            "--games: does nothing beside --until decided; leave out one of them",
        ),
        (
            ["compare", "blue", "--variant", "a", "--adapt", "--detail", "turns", "--out", "x"],
            "--detail: does nothing beside --adapt; leave out one of them",
        ),
        (
            ["restrict", "blue", "--side", "axis", "--without", "aircraft+aircraft"],
            "--without 'aircraft+aircraft': aircraft is there twice; write each name once",
        ),
        (
            ["run", "blue", "--variant", "no_aircraft+"],
            "variant 'no_aircraft+': a plus sign joins two names, and one is missing",
        ),
        (["run", "blue", "--variant", "+"], "variant '+': a plus sign joins two names"),
        (["variants", "show", "+"], "variant '+': a plus sign joins two names"),
        (
            ["run", "blue", "--variant", "no_aircraft+no_aircraft"],
            "variant 'no_aircraft+no_aircraft': no_aircraft is there twice",
        ),
        (
            ["run", "blue", "--variant", "/dev/null"],
            "variant '/dev/null': is neither a name nor a variant file, which ends in .toml; ",
        ),
        (
            ["run", "blue", "--variant", "no_trains"],
            "variant 'no_trains': is a variant of army_group_south, not of drive_on_stalingrad; ",
        ),
        (["run", "blue", "--variant", "nope"], "balance variants drive_on_stalingrad lists them"),
        (
            ["tune", "blue", "--parameter", "victory.vp_to_win", "--from", "2", "--to", "200"],
            "tune: --to 200: victory.vp_to_win takes a whole number 1 to 99 (VP) [",
        ),
        (["check", "game", "common"], "common: is no game but what games of data play by"),
        (["run", "common"], "common: is no game but what games of data play by"),
        (["compare", "blue", "--margin", "abc"], "--margin takes a number, not 'abc'"),
        (["check", "strategy", "x.toml", "--games", ""], "--games takes a whole number, not ''"),
        (["gate", "nosuch.toml"], "nosuch.toml: no such file"),
        (["plan", "blue", "--error-rate", "5"], "expected a number above 0 and below 0.5"),
        (["resume", "nosuch"], "no such folder"),
        (["report", "nosuch"], "no such folder"),
        (["export", "nosuch", "--to", "x"], "no such folder"),
        (["export", "nosuch", "--to", "x", "--figures"], "no such folder"),
        (["rules", "nosuch"], "unknown game 'nosuch'"),
        (["strategies", "nosuch"], "unknown game 'nosuch'"),
        (["map", "nosuch"], "unknown game 'nosuch'"),
        (["map", "drive_on_stalingrad", "--rows", "9-3"], "write a range such as 1-33"),
        (["map", "drive_on_stalingrad", "--picture", "map.txt"], "must end in .png"),
        (["variants", "nosuch"], "unknown game 'nosuch'"),
        (["check", "strategy", "nosuch.toml"], "nosuch.toml"),
        (["tournament", "blue", "--axis", "historical"], "1, but at least 2"),
        (
            ["tournament", "blue", "--axis", "don_line"],
            "is a Soviet strategy; give it as --soviet don_line",
        ),
        (["tournament", "blue", "--games", "19"], "19, but at least 20"),
        (["chances", "blue", "--games", "200"], "200, but at least 300"),
        (["chances", "blue", "--rebuild", "--variant", "vp_to_win_7"], "leave out --variant"),
        (
            ["replay", "blue", "--axis", "historical", "--seed", "1"],
            "blue: no such folder; expected a folder that a study was written to",
        ),
        (
            ["replay", "--scenario", "blue", "--seed", "1", "--chances", "nosuch.toml"],
            "nosuch.toml: no such file; balance chances operation_blue --out DIR writes one",
        ),
        (["explain", "blue", "--set-ups", "2"], "2, but at least 5"),
        (["explain", "blue", "--variant", "nosuch"], "unknown variant 'nosuch'"),
        (["restrict", "blue"], "expected axis or soviet"),
        (["restrict", "blue", "--side", "axis"], "expected one or more of mobile_assault"),
        (
            ["restrict", "blue", "--side", "axis", "--without", "aircraf"],
            "did you mean 'aircraft'",
        ),
        (["digest", "blu"], "did you mean 'blue'"),
        (["bench", "blu"], "did you mean 'blue'"),
    ],
    ids=" ".join,
)
def test_bad_input_gets_one_message_and_exit_code_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
):
    assert main(words) == 2
    message = capsys.readouterr().err
    assert message.startswith("balance: ")
    assert said in message


def test_an_option_that_does_nothing_alone_may_be_left_to_its_default(capsys):
    # It gets as far as the variant, which isn't there.
    assert main(["compare", "blue", "--variant", "nosuch"]) == 2
    assert "unknown variant 'nosuch'" in capsys.readouterr().err


def test_a_system_is_no_known_game(capsys: pytest.CaptureFixture[str]):
    assert main(["check", "game", "nope"]) == 2
    known = capsys.readouterr().err.partition(" Known: ")[2]
    assert "drive_on_stalingrad" in known
    assert "common" not in known


def test_what_is_no_strategy_file_is_told_with_what_is_expected(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("words")
    for name in ("p", "dir.toml"):
        Path(name).mkdir()
    expected = "expected an opening (.toml) or a plugin (.py)"
    for words, told in [
        (["check", "strategy", "README.md"], "README.md: is no strategy file"),
        (["check", "strategy", "p"], "p: is a folder"),
        (["run", "blue", "--axis", "README.md"], "--axis README.md: is no strategy file"),
        (["run", "blue", "--axis", "p"], "--axis p: is a folder"),
        (["run", "blue", "--axis", "dir.toml"], "dir.toml: is a folder"),
    ]:
        assert main(words) == 2
        assert f"{told}; {expected}" in capsys.readouterr().err
    assert main(["run", "blue", "--variant", "dir.toml"]) == 2
    assert "dir.toml: is a folder; expected a file" in capsys.readouterr().err


def test_an_unknown_option_gets_a_message_and_exit_code_2():
    code, message = run("run", "blue", "--gmaes", "3")
    assert code == 2
    assert "--gmaes" in message


@pytest.mark.parametrize(
    ("words", "most"),
    # Of variants some three hundred files are read.
    [
        (["games"], 5),
        (["variants"], 7),
        (["strategies"], 5),
        (["rules", "blue"], 5),
        (["--help"], 5),
    ],
    ids=str,
)
def test_lists_come_at_once(words: list[str], most: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # modules compiled once, as users'
    # In times a fixed piece of work, a tenth of a second of a quiet desktop: machines differ.
    measured = (_processor_seconds(words) / _processor_seconds(None) for _ in range(7))
    taken = list(
        takewhile(lambda times: times >= most, measured)
    )  # at its best: others are at work
    assert len(taken) < 7, f"balance {' '.join(words)} takes {min(taken):.1f} fixed works"


def _processor_seconds(words: list[str] | None) -> float:
    """Processor time of a command, or of the fixed work; other tests may keep the machine busy."""
    before = os.times()
    if words is None:
        subprocess.run([sys.executable, "-c", "sum(i * i for i in range(1_500_000))"], check=True)
    else:
        code, message = run(*words)
        assert code == 0, message
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


def test_only_the_command_that_is_asked_for_is_loaded():
    script = (
        "import sys\nfrom balance.cli.app import command_line\ncommand_line(['games'])\n"
        "print(*sorted(name for name in sys.modules if name.startswith('balance.cli.')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.split() == [
        f"balance.cli.{name}" for name in ("app", "games", "listing", "options")
    ]


def test_every_module_of_a_command_is_listed():
    modules = {path.stem for path in Path(cli.__file__).parent.glob("*.py")}
    commands = {name.replace("-", "_") for name in COMMANDS}
    assert commands == modules - {"__init__", "app", "call", "listing", "options"}


def test_a_parameter_set_twice_is_refused():
    with pytest.raises(DataError, match="twice"):
        read_overrides(["a.b=1", "a.b=2"])


def test_quiet_still_says_that_a_strategy_failed(tmp_path: Path):
    plugin = tmp_path / "lost.py"
    plugin.write_text(
        "from balance.strategy import Strategy\n"
        "class Lost(Strategy):\n"
        "    name, game, side = 'lost', 'drive_on_stalingrad', 'axis'\n"
        "    def plan(self, view):\n"
        "        raise ValueError('no map')\n"
    )
    code, message = run(
        "run", "blue", "--axis", str(plugin), "--games", "2", "--jobs", "1", "--quiet"
    )
    assert code == 1  # no game came to its end
    assert message.startswith("balance: 2 x axis strategy failed: ")
    assert "ValueError: no map [lost.py:5]" in message


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_output_that_can_not_be_written_gets_one_message():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("balance: output: can't be read or written")
    assert "Traceback" not in done.stderr


def test_a_reader_who_has_seen_enough_is_no_fault():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "variants"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_scenario_named_lists_its_own_strategies(capsys):
    with pytest.raises(SystemExit):
        main(["strategies", "uranus"])
    told = capsys.readouterr().out
    assert "historical" in told
    assert "[uranus]" in told
    assert "[winter_storm]" not in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["map", "star"], "1080 hexes"),
        (["strategies", "operation_star"], "army_group_south"),
        (["variants", "blue"], "drive_on_stalingrad"),
        (["check", "variant", "blue", "no_aircraft"], "air.german_aircraft: 2 -> 0"),
        (["rules", "star", "--format", "csv"], "modelled"),
    ],
)
def test_a_game_may_be_named_by_its_scenario(words, said, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    assert said in capsys.readouterr().out
