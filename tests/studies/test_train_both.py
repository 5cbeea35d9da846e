"""Training both sides where it is known what each opening is worth."""

import shutil
from pathlib import Path

import pytest

import balance
from balance.errors import BadQuestion, BalanceError, DataError
from balance.experiments.results import Results
from balance.files.resources import strategies_folder
from balance.files.toml import read_toml
from balance.rulebook.game import open_game
from balance.strategy import field as reader
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.field import FILE, read_fields
from balance.studies.field.making import WEIGHT
from balance.studies.train.study import JUDGED
from balance.studies.train_both.study import OPENINGS, ROUNDS
from tests.studies.fake_training import PLAYER, chance, free_name

#: Its missions and garrisons change nothing against the openings of the Axis.
NAMES = {"axis": ["historical", "rostov_pocket"], "soviet": ["historical", "don_line"]}


#: Names that openings get which the first search of a side finds: those that are free.
AXIS, SOVIET = (free_name(side) for side in SIDES)


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
    found = chance(read_toml(folder / ROUNDS / "1-axis" / f"{AXIS}.toml"))
    assert found == 0.5
    assert table.loc[(1, "axis"), "low"] <= found <= table.loc[(1, "axis"), "high"]
    assert table.loc[(1, "axis"), "gain_low"] > 0
    assert table.loc[(2, "soviet"), "against"] == AXIS
    # To this match it makes no difference what the Soviets do.
    assert table.loc[(1, "soviet"), "gain_low"] <= 0 <= table.loc[(1, "soviet"), "gain_high"]


def test_its_answer_is_that_of_a_tournament_with_all_that_was_found(answer):
    value = answer.tables["values"].iloc[0]
    assert value["low"] <= 0.5 <= value["high"]
    used = answer.tables["strategies"].set_index("strategy")["share"]
    assert used[AXIS] > 0.5
    assert "The best answers found to these mixes gain " in answer.sentence
    assert answer.facts["rounds"] == 2


def test_what_joins_meets_all_others_and_nobody_meets_twice(folder: Path):
    joined = Results(folder / ROUNDS / "1-tournament")
    assert {cell.axis for cell in joined.spec.cells} == {
        str(folder / ROUNDS / "1-axis" / f"{AXIS}.toml")
    }
    assert {cell.soviet for cell in joined.spec.cells} == set(NAMES["soviet"])
    assert set(joined.games["seed"]) == set(Results(folder).games["seed"])


def test_what_it_leaves_is_what_a_game_ships(answer, folder: Path, tmp_path: Path):
    (shipped,) = (folder / OPENINGS).glob("*.toml")
    assert shipped.name == f"axis_{AXIS}.toml"
    assert chance(read_toml(shipped)) == 0.5
    made = read_toml(folder / FILE)
    (field,) = made["field"]
    assert field["scenario"] == "operation_blue"
    assert {each["axis"] for each in field["pairing"]} == {AXIS}
    assert sum(each["weight"] for each in field["pairing"]) == WEIGHT
    table = answer.tables["answers"].set_index(["round", "side"])
    for each in field["answer"]:
        line = table.loc[(2, each["side"])]
        assert (each["low"], each["high"]) == pytest.approx(
            (line["gain_low"], line["gain_high"]), abs=6e-4
        )
        assert (each["games"], each["judged"]) == (line["games"], 200)


def test_the_field_that_it_writes_is_read_as_that_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    answer = train_both(tmp_path / "both", rounds=0, games=500, judge=100)
    monkeypatch.setattr(reader, "_path", lambda game: tmp_path / "both" / FILE)
    field = read_fields(open_game("drive_on_stalingrad"))["operation_blue"]
    assert {each.axis for each in field.pairings} <= set(NAMES["axis"])
    assert len(field.answers) == 2
    assert not (tmp_path / "both" / OPENINGS).exists()
    assert list(answer.tables["answers"]["round"]) == [1, 1]


@pytest.mark.parametrize("rounds", [0, 1])
def test_nothing_better_counts_when_several_seeds_have_found_nothing(
    folder: Path, tmp_path: Path, rounds: int
):
    (best,) = (folder / OPENINGS).glob("*.toml")  # nobody can do better than this one
    answer = train_both(
        tmp_path / "both", axis=["historical", str(best)], rounds=rounds, searches=2, seed=2,
        games=500, judge=100,
    )  # fmt: skip
    table = answer.tables["answers"]
    assert table.groupby("side")["seed"].nunique().tolist() == [2, 2]
    assert (table["round"] == 1).all()
    field = read_toml(tmp_path / "both" / FILE)["field"][0]
    for each in field["answer"]:
        of_side = table.loc[table["side"] == each["side"]]
        best_of_side = of_side.loc[of_side["gain"].idxmax()]
        assert each["gain"] == pytest.approx(best_of_side["gain"], abs=6e-4)
        assert (each["seed"], each["games"]) == (best_of_side["seed"], of_side["games"].sum())


def test_each_search_is_judged_against_the_mixes_that_the_field_holds(folder: Path):
    field = read_toml(folder / FILE)["field"][0]
    for side, other in (("axis", "soviet"), ("soviet", "axis")):
        ask = Results(folder / ROUNDS / f"2-{side}").spec.question.get
        for key, shares, of in (("against", "shares", other), ("over", "over_shares", side)):
            mix = {}
            for each in field["pairing"]:
                mix[each[of]] = mix.get(each[of], 0) + each["weight"] / WEIGHT
            assert dict(zip([Path(n).stem for n in ask(key)], ask(shares), strict=True)) == mix


def test_taken_up_again_it_ends_as_one_that_was_not_interrupted(answer, folder: Path):
    shutil.rmtree(folder / ROUNDS / "2-soviet")
    resumed = balance.resume(folder, jobs=1, player=PLAYER)
    assert balance.answer_study(resumed).sentence == answer.sentence
    with pytest.raises(DataError, match="can't be extended"):
        balance.resume(folder, games=100, jobs=1, player=PLAYER)


def test_it_is_taken_up_again_after_what_it_found_was_copied_to_the_game(
    answer, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.rmtree(folder / ROUNDS / "2-soviet" / JUDGED)
    names = registry.names
    monkeypatch.setattr(registry, "names", lambda game, side: [*names(game, side), AXIS, SOVIET])
    resumed = balance.resume(folder, jobs=1, player=PLAYER)
    assert balance.answer_study(resumed).sentence == answer.sentence


def test_without_a_round_there_is_no_answer_yet(folder: Path, tmp_path: Path):
    shutil.copytree(folder, tmp_path / "begun", ignore=shutil.ignore_patterns(ROUNDS))
    with pytest.raises(BadQuestion, match="no round has ended yet; balance resume"):
        balance.answer_study(Results(tmp_path / "begun"))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rounds": -1}, "rounds of a training of both sides: -1"),
        ({"games": 100}, "games of a training: 100"),
        ({"pairing": 5}, "games a pairing of a tournament: 5"),
        ({"axis": ["historical"]}, "Axis strategies to begin with: 1"),
        ({"seed": 10_000}, "takes 0 to 9,999, not 10,000"),
        ({"searches": 0}, "searches of a side in each round: 0"),
        ({"searches": 20}, "50 searches a side at most, .*; 2 rounds of 20 are 60"),
        ({"soviet": ["historical", "dno_line"]}, "did you mean 'don_line'"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_played(changed, said, tmp_path: Path):
    with pytest.raises(BalanceError, match=said):
        train_both(tmp_path / "study", **changed)
    assert not (tmp_path / "study").exists()


def test_two_files_of_one_name_are_refused(tmp_path: Path):
    files = [tmp_path / folder / "mine.toml" for folder in "ab"]
    for file in files:
        file.parent.mkdir()
        shutil.copy(strategies_folder() / "drive_on_stalingrad" / "axis_historical.toml", file)
    with pytest.raises(BadQuestion, match=r"a/mine\.toml and .*b/mine\.toml are both called mine"):
        train_both(tmp_path / "study", axis=[str(file) for file in files])
    assert not (tmp_path / "study").exists()


def test_a_file_that_was_found_names_others_by_their_names_not_their_folders(folder: Path):
    found = (folder / ROUNDS / "2-soviet" / f"{SOVIET}.toml").read_text(encoding="utf-8")
    assert f"games against {AXIS}." in found
    assert str(folder) not in found
    second = balance.answer_study(Results(folder / ROUNDS / "2-soviet"))
    assert str(folder) not in second.sentence
