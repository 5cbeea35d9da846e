"""``balance replay``: what it writes, and what it refuses."""

import json

import pytest

import balance
from balance.cli import main
from balance.experiments.replay import game as replay_game
from tests.reports.fake_replay_page import PAGE


@pytest.fixture(autouse=True)
def plain_page(monkeypatch):
    monkeypatch.setattr(replay_game, "PAGE", PAGE)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studies") / "blue"
    return balance.run("blue", games=2, seed=6, jobs=1, out=folder).folder


def run(*words):
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0


def refusal(capsys, *words):
    assert main(["replay", *map(str, words)]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert said.startswith("balance: ")
    return said


def test_a_game_of_a_study_goes_beside_its_report(study, capsys):
    run("replay", str(study), "--game", "1")
    said = capsys.readouterr().out
    page = study / "replays" / "game-000001.html"
    assert said.splitlines()[-1] == f"replay: {page}"
    assert "seed 6000001" in said
    assert json.loads(page.read_text())["played"]["checked"]


def test_a_game_by_its_seed_goes_where_it_is_told(tmp_path, capsys):
    page = tmp_path / "new" / "mine.html"
    words = ["replay", "--scenario", "blue", "--seed", "6000001", "--set", "victory.vp_to_win=4"]
    run(*words, "--out", str(page))
    played = json.loads(page.read_text())["played"]
    assert (played["seed"], played["variant"]) == (6000001, "baseline+victory.vp_to_win=4")
    assert capsys.readouterr().out.splitlines()[-1] == f"replay: {page}"


@pytest.mark.parametrize(("scenario", "axis"), [("blue", "caucasus_first"), ("star", "historical")])
def test_the_command_it_names_plays_the_same_game(scenario, axis, tmp_path):
    first, second = tmp_path / "a.html", tmp_path / "b.html"
    words = ["--scenario", scenario, "--axis", axis, "--seed", "3"]
    run("replay", *words, "--out", str(first))
    document = json.loads(first.read_text())
    command = document["played"]["command"].split()
    assert command[0] == "balance"
    run(*command[1:], "--out", str(second))
    assert json.loads(second.read_text()) == document


def test_what_names_no_game_is_refused(study, tmp_path, capsys):
    assert "name a game: either STUDY --game ID" in refusal(capsys)
    assert "name a game" in refusal(capsys, "--scenario", "blue")
    assert "name a game" in refusal(capsys, "--game", 1)
    assert "which game? Add --game ID" in refusal(capsys, study)
    assert "leave out --scenario" in refusal(capsys, study, "--game", 1, "--seed", 4)
    assert "leave out --scenario" in refusal(capsys, study, "--game", 1, "--axis", "random")
    assert "no such folder" in refusal(capsys, tmp_path / "none", "--game", 1)
    assert "has no game 9; its games are numbered 0 to 1" in refusal(capsys, study, "--game", 9)
    assert "unknown scenario" in refusal(capsys, "--scenario", "green", "--seed", 1)
    assert "--set-up -1: the seed of set-up draws is 0 to 9223372036854775807" in refusal(
        capsys, "--scenario", "blue", "--seed", 5, "--set-up", -1
    )
    assert "unknown axis strategy" in refusal(
        capsys, "--scenario", "blue", "--seed", 1, "--axis", "nobody"
    )
    assert "unknown variant" in refusal(
        capsys, "--scenario", "blue", "--seed", 1, "--variant", "nothing"
    )


def test_half_a_manifest_is_no_study(tmp_path, capsys):
    (tmp_path / "study.toml").write_text('[study]\ngame = "drive_on')
    assert "not valid TOML" in refusal(capsys, tmp_path, "--game", 0)


def test_a_study_without_its_tables_says_what_to_do(study, tmp_path, capsys):
    (tmp_path / "study.toml").write_text((study / "study.toml").read_text())
    said = refusal(capsys, tmp_path, "--game", 0)
    assert f"balance resume {tmp_path}" in said or "no games table" in said


def test_a_page_that_cannot_be_written_is_named(study, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    said = refusal(capsys, study, "--game", 0, "--out", tmp_path / "file" / "page.html")
    assert "can't be written" in said
