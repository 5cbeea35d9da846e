"""A change of the rules where it is known what it is worth to players who adapt to it."""

import shutil
from pathlib import Path

import pytest

import balance
from balance.errors import BadQuestion, BalanceError, DataError
from balance.experiments.results import Results
from balance.files.toml import read_toml
from balance.studies.adapt.study import CONTEST
from tests.studies.fake_training import PER_POINT, PLAYER, chance, free_name

#: Openings of the Axis that strike no prize, so that the change is nothing to them.
NAMES = {"axis": ["historical", "rostov_pocket"], "soviet": ["historical", "don_line"]}


def adapt(out, variants=("vp_to_win_5",), **options):
    given = {"budget": 1200, "judge": 200, "pairing": 60, "games": 60, **NAMES, **options}
    return balance.adapt("blue", list(variants), out=out, jobs=1, player=PLAYER, **given)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("adapt") / "study"
    adapt(found)
    return found


@pytest.fixture(scope="module")
def answer(folder):
    return balance.answer_study(Results(folder))


def test_a_change_that_only_who_adapts_can_use_is_told_of_those_alone(answer):
    table = answer.tables["adapted"].set_index("players")
    assert table.loc["unchanged", "difference"] == 0
    assert table.loc["adapted", "low"] <= PER_POINT <= table.loc["adapted", "high"]
    assert table.loc["adapted", "side"] == "axis"
    assert "favours the Axis by" in answer.sentence
    assert "Players who don't adapt: " in answer.sentence


def test_each_side_is_trained_under_either_of_the_rules(answer, folder: Path):
    table = answer.tables["searches"]
    assert list(zip(table["variant"], table["side"], strict=True)) == [
        (variant, side) for variant in ("baseline", "vp_to_win_5") for side in ("axis", "soviet")
    ]
    for place, vp_to_win in (("first", 6), ("second", 5)):
        found = read_toml(folder / place / "rounds" / "1-axis" / f"{free_name('axis')}.toml")
        assert chance(found, vp_to_win) == 0.5 + PER_POINT * (6 - vp_to_win)
    # Nothing that the Soviets do matters here, so nothing that was found for them joins.
    assert list(table["joined"]) == [1, 0, 1, 0]
    met = set(answer.tables["strategies"]["strategy"])
    assert {"axis_trained_first", "axis_trained_second"} < met


def test_taken_up_again_it_ends_as_one_that_was_not_interrupted(answer, folder: Path):
    shutil.rmtree(folder / CONTEST)
    shutil.rmtree(folder / "second")
    with pytest.raises(BadQuestion, match="the training hasn't ended yet; balance resume"):
        balance.answer_study(Results(folder))
    resumed = balance.resume(folder, jobs=1, player=PLAYER)
    assert balance.answer_study(resumed).sentence == answer.sentence
    with pytest.raises(DataError, match="can't be extended"):
        balance.resume(folder, games=100, jobs=1, player=PLAYER)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"variants": []}, "expected one, which is compared with the baseline, or two"),
        ({"variants": ["baseline"]}, "expected one, which is compared with the baseline, or two"),
        ({"variants": ["vp_to_win_5"] * 2}, "expected one, which is compared"),
        ({"variants": ["vp_to_win_4", "vp_to_win_5", "vp_to_win_7"]}, "or two; given: vp_to_win_4"),
        ({"variants": ["vp_to_win5"]}, "did you mean 'vp_to_win_5'"),
        ({"budget": 100}, "games of a training: 100"),
        ({"judge": 10}, "games that judge what a training found: 10"),
        ({"pairing": 5}, "games a pairing of a tournament: 5"),
        ({"seed": 10_000}, "takes 0 to 9,999, not 10,000"),
        ({"axis": "historcal"}, "did you mean 'historical'"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_played(changed, said, tmp_path: Path):
    with pytest.raises(BalanceError, match=said):
        adapt(tmp_path / "study", **changed)
    assert not (tmp_path / "study").exists()
