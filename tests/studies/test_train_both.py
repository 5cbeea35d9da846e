"""Training both sides where it is known what each opening is worth."""

import shutil
from pathlib import Path

import pytest

import balance
from balance.errors import BadQuestion, BalanceError, DataError
from balance.experiments.results import Results
from balance.files.toml import read_toml
from balance.studies.train_both.study import ROUNDS
from tests.studies.fake_training import PLAYER, chance

#: Its missions and garrisons change nothing against the openings of the Axis.
NAMES = {"axis": ["historical", "rostov_pocket"], "soviet": ["historical", "don_line"]}


def train_both(out, **options):
    given = {"rounds": 2, "games": 1200, "judge": 200, "pairing": 40, **NAMES, **options}
    return balance.train_both("blue", out=out, jobs=1, player=PLAYER, **given)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("both") / "study"
    train_both(found)
    return found


@pytest.fixture(scope="module")
def answer(folder):
    return balance.answer_study(Results(folder))


def test_what_one_side_finds_is_what_the_other_is_trained_against_next(answer, folder: Path):
    table = answer.tables["answers"].set_index(["round", "side"])
    found = chance(read_toml(folder / ROUNDS / "1-axis" / "axis_1.toml"))
    assert found == 0.5
    assert table.loc[(1, "axis"), "low"] <= found <= table.loc[(1, "axis"), "high"]
    assert table.loc[(1, "axis"), "gain_low"] > 0
    assert "axis_1 100%" in table.loc[(2, "soviet"), "against"]
    # To this match it makes no difference what the Soviets do.
    assert table.loc[(1, "soviet"), "gain_low"] <= 0 <= table.loc[(1, "soviet"), "gain_high"]


def test_its_answer_is_that_of_a_tournament_with_all_that_was_found(answer):
    value = answer.tables["values"].iloc[0]
    assert value["low"] <= 0.5 <= value["high"]
    used = answer.tables["strategies"].set_index("strategy")["share"]
    assert used["axis_1"] > 0.5
    assert "The best answers found to these mixes gain " in answer.sentence
    assert answer.facts["rounds"] == 2


def test_taken_up_again_it_ends_as_one_that_was_not_interrupted(answer, folder: Path):
    shutil.rmtree(folder / ROUNDS / "2-soviet")
    resumed = balance.resume(folder, jobs=1, player=PLAYER)
    assert balance.answer_study(resumed).sentence == answer.sentence
    with pytest.raises(DataError, match="can't be extended"):
        balance.resume(folder, games=100, jobs=1, player=PLAYER)


def test_without_a_round_there_is_no_answer_yet(folder: Path, tmp_path: Path):
    shutil.copytree(folder, tmp_path / "begun", ignore=shutil.ignore_patterns(ROUNDS))
    with pytest.raises(BadQuestion, match="no round has ended yet; balance resume"):
        balance.answer_study(Results(tmp_path / "begun"))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rounds": 0}, "rounds of a training of both sides: 0"),
        ({"games": 100}, "games of a training: 100"),
        ({"pairing": 5}, "games a pairing of a tournament: 5"),
        ({"axis": ["historical"]}, "Axis strategies to begin with: 1"),
        ({"seed": 10_000}, "takes 0 to 9,999, not 10,000"),
        ({"soviet": ["historical", "dno_line"]}, "did you mean 'don_line'"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_played(changed, said, tmp_path: Path):
    with pytest.raises(BalanceError, match=said):
        train_both(tmp_path / "study", **changed)
    assert not (tmp_path / "study").exists()


def test_a_file_that_was_found_names_others_by_their_names_not_their_folders(folder: Path):
    found = (folder / ROUNDS / "2-soviet" / "soviet_2.toml").read_text(encoding="utf-8")
    assert "axis_1" in found
    assert str(folder) not in found
    second = balance.answer_study(Results(folder / ROUNDS / "2-soviet"))
    assert str(folder) not in second.sentence
