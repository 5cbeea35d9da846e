"""``balance variants`` and bad variants at the command line."""

from __future__ import annotations

import subprocess
import sys

import pytest

from balance.cli import main
from tests.games.common.positions import foot, write_game

GAME = "drive_on_stalingrad"


def show(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["variants", *words])
    assert ended.value.code == 0
    return capsys.readouterr().out


def fails(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    message = capsys.readouterr().err
    assert message.startswith("balance: ")
    return message


def test_list_names_each_variant_with_its_reason(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")  # room for a row each
    lines = show(capsys, GAME).splitlines()
    assert any(line.split()[1:3] == ["baseline", "0"] for line in lines)
    assert any("no_sudden_death" in line and line.endswith("tie down?") for line in lines)


def test_show_prints_each_change_beside_the_baseline_with_its_rule(capsys):
    lines = show(capsys, "show", "short_supply_6", "--game", GAME).splitlines()
    (change,) = [line for line in lines if "supply.line_max_hexes" in line]
    words = change.split()
    where = words.index("supply.line_max_hexes")
    assert words[where + 1 : where + 3] == ["7", "6"]
    assert any("7.12a" in word for word in words[:where])
    assert any(line.startswith("  7.12a  A supply line is six hexes") for line in lines)


@pytest.mark.parametrize("name", ["vp_without_caucasus", "stronger_german_infantry"])
def test_changes_are_shown_within_80_columns(capsys, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "80")
    _, table, *_ = show(capsys, "show", name, "--game", GAME).split("\n\n")
    assert max(map(len, table.splitlines())) <= 80
    assert "4.2a" in table or "2.4" in table


def test_show_stacks_variants_and_settings(capsys):
    text = show(capsys, "show", "vp_to_win_7+no_sudden_death", "--set", "victory.vp_to_win=8")
    (change,) = [line for line in text.splitlines() if "victory.vp_to_win " in line]
    assert change.split()[:4] == ["4.5b", "victory.vp_to_win", "6", "8"]
    assert "victory.sudden_death " in text


def test_show_prints_the_source_of_a_replaced_function(capsys):
    text = show(capsys, "show", "concentric_by_hexes")
    assert "built in: balance.games.drive_on_stalingrad.shifts" in text
    assert "    def concentric_shift(state, target, launch_mask, nations, mobile):" in text
    assert "rule:concentric_shift" in text


def test_show_of_the_baseline_says_that_nothing_changes(capsys):
    assert "changes nothing" in show(capsys, "show", "baseline", "--game", GAME)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show"], "which one?"),
        (["show", "vp_to_win_8"], "'vp_to_win_7'"),
        (["show", "nosuch.toml"], "nosuch.toml: no such file"),
        (["show", "baseline", "--game", "nosuch"], "unknown game 'nosuch'"),
        (["show", "baseline"], "say which game is meant"),
        (["show", "baseline", "--game", GAME, "--set", "crt:4:3:1=AE"], "result 'AE'"),
        ([GAME, "vp_to_win_7"], "write show vp_to_win_7"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_shown_gets_one_message_and_exit_code_2(capsys, words, said):
    assert said in fails(capsys, "variants", *words)


BAD = {
    "malformed": ('[variant]\nname = "mine\n', "mine.toml:2: not valid TOML"),
    "unknown key": ('[variant]\nname = "m"\n[set]\n"supply.lin" = 1\n', "mine.toml:4: unknown"),
    "out of range": ('[variant]\nname = "m"\n[set]\n"stacking.limit" = 0\n', "1 to 99"),
    "wrong game": ('[variant]\nname = "m"\ngame = "uranus"\n', "belongs to the game uranus"),
    "no rule file": (
        '[variant]\nname = "m"\n[[rule]]\nreplaces = "mobile_shift"\nfile = "absent.py"\n',
        "absent.py: can't be read",
    ),
    "no function": (
        '[variant]\nname = "m"\n[[rule]]\nreplaces = "mobile_shift"\nfile = "empty.py"\n',
        "empty.py: has no function 'mobile_shift'",
    ),
    "wrong signature": (
        '[variant]\nname = "m"\n[[rule]]\nreplaces = "mobile_shift"\nfile = "short.py"\n',
        "short.py:1: mobile_shift(state) has other parameters",
    ),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("command", ["run", "check", "show"])
def test_bad_variant_gets_one_message_and_exit_code_2(capsys, tmp_path, case, command):
    text, said = BAD[case]
    path = tmp_path / "mine.toml"
    path.write_text(text)
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "short.py").write_text("def mobile_shift(state):\n    return 0\n")
    words = {
        "run": ["run", "blue", "--variant", str(path), "--games", "1"],
        "check": ["check", "variant", GAME, str(path)],
        "show": ["variants", "show", str(path), "--game", GAME],
    }[command]
    message = fails(capsys, *words)
    assert said in message
    assert len(message.splitlines()) == 1


def test_listing_and_showing_variants_load_no_compiler():
    code = (
        "import sys\nfrom balance.cli import main\n"
        "try:\n    main(sys.argv[1:])\nfinally:\n    print('numba' in sys.modules)"
    )
    for words in (["variants"], ["variants", "show", "concentric_by_hexes"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "False"


def test_a_number_of_a_game_s_own_has_no_rule_of_the_book(capsys, monkeypatch, tmp_path):
    write_game(tmp_path / "mine", axis=[foot("A", "0103")], soviet=[foot("R", "0107")])
    (tmp_path / "mine" / "parameters.toml").write_text(
        'format = 1\ncount = 1\n[[parameter]]\nkey = "fog.turn"\nvalue = 2\ntype = "integer"\n'
        'min = 0\nmax = 9\nrule = ""\ntitle = "Turn of fog"\norigin = "estimate"\n'
        'reason = "A test."\n'
    )
    monkeypatch.setenv("COLUMNS", "200")
    words = ("show", "baseline", "--game", str(tmp_path / "mine"), "--set", "fog.turn=3")
    (change,) = [line for line in show(capsys, *words).splitlines() if "fog.turn" in line]
    assert change.startswith("none: a number of the game's own  fog.turn  2")
