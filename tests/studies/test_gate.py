import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.cli.app import command_line
from balance.errors import DataError
from balance.experiments.results import Results
from balance.files.resources import data_folder
from balance.studies.answer import Answer
from balance.studies.gate.study import gate, read_gate
from balance.studies.kinds import answer_study, resume_study
from tests.every_game import GAMES
from tests.studies.fake_balance import NAMED, PLAYER, true_score

HEAD = '[gate]\nscenario = "blue"\ngames = 400\n'
#: Longer than the name of a file may be.
LONG = "a" * 5000


def written(folder: Path, text: str) -> Path:
    path = folder / "gate.toml"
    path.write_text(text, encoding="utf-8")
    return path


def fake(folder: Path, bands: str, head: str = HEAD, **options: object) -> Answer:
    named = "".join(f'{side} = "{name}"\n' for side, name in NAMED.items() if side not in head)
    before = head.replace("[gate]\n", "[gate]\n" + named)
    path = written(folder, f"{before}[bands]\n{bands}\n")
    return gate(path, jobs=1, player=PLAYER, **options)  # type: ignore[arg-type]


def test_figures_in_their_bands_pass(tmp_path: Path):
    truth = true_score()
    answer = fake(tmp_path, f'"score.axis" = [{truth - 0.1}, {truth + 0.1}]\nfaulty = [0, 0]')
    assert answer.facts["passed"]
    assert answer.tables["bands"].status.tolist() == ["inside", "inside"]
    assert str(answer) == "Gate passed: all 2 figures lie in their bands (400 games)."


def test_a_figure_that_left_its_band_fails_and_is_named_with_its_interval(tmp_path: Path):
    answer = fake(tmp_path, '"score.axis" = [0.2, 0.3]\nending_turn = [11, 11]')
    assert not answer.facts["passed"]
    assert answer.facts["failed"] == ["score.axis"]
    found = answer.tables["bands"].iloc[0]
    assert found.low > 0.3
    assert f"Axis score {100 * found.estimate:.3g}% [" in str(answer)
    assert "expected 20% to 30%" in str(answer)
    score, turn = answer.sheets[0].lines
    assert score[2:4] == ("20% to 30%", f"{100 * found.estimate:.3g}%")
    assert turn[2] == "11 to 11"  # no share of games


def test_a_doubtful_figure_is_counted_apart_and_fails_only_a_strict_gate(tmp_path: Path):
    estimate = fake(tmp_path, '"score.axis" = [0, 1]').tables["bands"].estimate.item()
    band = f'"score.axis" = [{estimate + 0.01}, 1]\nfaulty = [0, 0]'
    lenient = fake(tmp_path, band)
    assert not lenient.facts["passed"]
    assert not lenient.facts["failed"]
    assert lenient.facts["doubtful"] == ["score.axis"]
    assert str(lenient) == (
        "Gate undecided: 1 of 2 figures in their bands, 1 in doubt, none is shown to lie "
        "outside (400 games)."
    )
    assert any(remark.startswith("in doubt") for remark in lenient.remarks)
    assert fake(tmp_path, band, HEAD + "strict = true\n").facts["failed"] == ["score.axis"]


def test_a_failed_gate_counts_its_doubtful_figures_apart(tmp_path: Path):
    estimate = fake(tmp_path, '"score.axis" = [0, 1]').tables["bands"].estimate.item()
    answer = fake(tmp_path, f'"score.axis" = [{estimate + 0.01}, 1]\nending_turn = [1, 2]')
    assert answer.facts["failed"] == ["ending_turn"]
    assert str(answer).endswith("; 1 more in doubt (400 games).")


def test_a_planted_change_of_the_rules_is_caught(tmp_path: Path):
    band = '"score.axis" = [0.45, 0.55]'
    changed = '[gate]\nscenario = "blue"\ngames = 400\n[set]\n"victory.vp_to_win" = 4\n'
    assert fake(tmp_path, band).facts["passed"]
    assert not fake(tmp_path, band, changed).facts["passed"]


def test_a_gate_resumes_and_extends_from_its_folder(tmp_path: Path):
    first = fake(tmp_path, '"score.axis" = [0.2, 0.8]', out=tmp_path / "s", games=50)
    assert first.tables["bands"].games.item() == 50
    extended = answer_study(resume_study(tmp_path / "s", games=400, jobs=1, player=PLAYER))
    whole = fake(tmp_path, '"score.axis" = [0.2, 0.8]')
    assert extended.tables["bands"].equals(whole.tables["bands"])


def test_games_that_break_off_leave_the_band_of_faulty_ones(tmp_path: Path):
    head = '[gate]\nscenario = "blue"\naxis = "failing"\ngames = 200\n'
    answer = fake(tmp_path, "faulty = [0, 0]", head)
    assert answer.facts["failed"] == ["faulty"]
    assert any("broke off" in remark for remark in answer.remarks)


def test_a_variant_is_found_beside_the_gate_file(tmp_path: Path):
    variant = tmp_path / "mine.toml"
    variant.write_text(
        '[variant]\nname = "mine"\nwhy = "test"\n[set]\n"victory.vp_to_win" = 4\n', encoding="utf-8"
    )
    answer = fake(tmp_path, '"score.axis" = [0, 1]', HEAD + 'variant = "mine.toml"\n')
    estimate = answer.tables["bands"].iloc[0]
    assert estimate.low <= true_score(4) <= estimate.high


def test_a_rule_that_changes_nothing_fails_a_gate_that_asks_for_it(tmp_path: Path):
    bands = '"score.axis" = [0, 1]\n[dead_rules]\ngames = 40\nonly = ["4.6a", "11.28"]'
    answer = fake(tmp_path, bands, out=tmp_path / "s")
    assert answer.facts["failed"] == ["dead_rules"]
    # The made-up games know sudden death, and nothing of combat.
    assert answer.facts["dead_rules"]
    assert "4.6a" not in answer.facts["dead_rules"]
    again = answer_study(resume_study(tmp_path / "s", jobs=1, player=PLAYER))
    assert again.facts == answer.facts
    allowed = ", ".join(f'"{rule}"' for rule in answer.facts["dead_rules"])
    assert fake(tmp_path, f"{bands}\nallowed = [{allowed}]").facts["passed"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[gate]\ngames = 10\n[bands]\nvp = [1, 2]\n",
            'gate.toml:1: [gate] needs scenario = "..."',
        ),
        (HEAD, "a gate needs [bands]"),
        (HEAD + "[bands]\nvp = [2, 1]\n", "gate.toml:5: vp is [2, 1]; expected its least"),
        (HEAD + "[bands]\nvp = 3\n", "gate.toml:5: vp is 3; expected its least"),
        (HEAD + "[bands]\nvp = [0, nan]\n", "gate.toml:5: vp is [0, nan]"),
        (HEAD + "[bands]\nvpp = [0, 9]\n", "unknown figure 'vpp'; did you mean 'vp'"),
        (HEAD + 'seed = "one"\n[bands]\nvp = [0, 9]\n', "seed is 'one'; expected a whole number"),
        (HEAD + "gamess = 3\n[bands]\nvp = [0, 9]\n", "unknown entry 'gamess' of [gate]"),
        (HEAD + "[band]\nvp = [0, 9]\n", "gate.toml:4: unknown entry 'band'"),
        (HEAD + "confidence = 1.0\n[bands]\nvp = [0, 9]\n", "confidence: 1 is not possible"),
        ('[gate]\nscenario = "red"\n[bands]\nvp = [0, 9]\n', "unknown scenario 'red'"),
        ('[gate]\nscenario = "blue"\nvariant = "x"\n[bands]\nvp = [0, 9]\n', "unknown variant 'x'"),
        (
            f'[gate]\nscenario = "blue"\nvariant = "{LONG}"\n[bands]\nvp = [0, 9]\n',
            "unknown variant",
        ),
        (
            f'[gate]\nscenario = "blue"\naxis = "{LONG}.py"\n[bands]\nvp = [0, 9]\n',
            "unknown strategy",
        ),
        (
            '[gate]\nscenario = "blue"\ngames = 0\naxis = "historical"\n[bands]\nvp = [0, 9]\n',
            "1 to 1,000,000 games",
        ),
        (HEAD + "[bands]\nvp = [0, 9]\n[dead_rules]\nonly = ['99.9']\n", "unknown rule '99.9' of"),
        (HEAD + "[bands]\nvp = [0, 9]\n[dead_rules]\ngmes = 3\n", "unknown entry 'gmes' of [dead"),
        (HEAD + "[bands]\nvp = [0, 9]\n[dead_rules]\ngames = 'x'\n", "games is 'x'; expected a"),
        ("[gate\n", "gate.toml:1: not valid TOML"),
    ],
)
def test_a_faulty_file_is_refused_by_file_and_line(text: str, said: str, tmp_path: Path):
    path = written(tmp_path, text)
    with pytest.raises(DataError, match=re.escape(said)):
        gate(path, jobs=1, player=PLAYER, out=tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_a_gate_of_no_games_is_refused_not_played_as_the_file_says(tmp_path: Path):
    with pytest.raises(DataError, match="plays 1 to 1,000,000 games a pairing, not 0"):
        fake(tmp_path, "vp = [0, 9]", games=0)


def test_a_number_of_games_below_nothing_is_told_as_it_was_given(tmp_path: Path):
    path = written(tmp_path, '[gate]\nscenario = "blue"\ngames = -7\n[bands]\nvp = [0, 9]\n')
    with pytest.raises(DataError, match="games a pairing, not -7"):
        gate(path, jobs=1, player=PLAYER, out=tmp_path / "s")


def test_a_player_who_is_not_there_is_told_with_the_file(tmp_path: Path):
    path = written(tmp_path, HEAD + 'soviet = "x"\n[bands]\nvp = [0, 9]\n')
    with pytest.raises(DataError, match=r"gate\.toml: unknown soviet strategy 'x'"):
        gate(path, jobs=1, out=tmp_path / "s")


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_gate_that_reads(game: str):
    shipped = sorted((data_folder() / game / "gates").glob("*.toml"))
    assert shipped
    assert all(read_gate(path).bands["faulty"] == (0, 0) for path in shipped)


def test_the_command_of_a_gate_exits_by_what_it_finds(tmp_path: Path):
    path = written(tmp_path, f"{HEAD}[bands]\nending_turn = [1, 2]\n")
    done = CliRunner().invoke(
        command_line(), ["gate", str(path), "--games", "4", "--jobs", "1", "--quiet"]
    )
    assert done.exit_code == 1
    path = written(tmp_path, f"{HEAD}[bands]\nending_turn = [1, 11]\n")
    out = tmp_path / "s"
    done = CliRunner().invoke(
        command_line(),
        ["gate", str(path), "--games", "4", "--jobs", "1", "--quiet", "--out", str(out)],
    )
    assert done.exit_code == 0
    assert (out / "summary.json").is_file()
    assert answer_study(Results(out)).facts["passed"]
