import re

import numpy as np
import pytest

from balance.analysis.telling.comparison import reach_comparison
from balance.errors import BadQuestion
from balance.experiments.results import Results
from balance.experiments.study import game_seed
from balance.studies.answer import Answer
from balance.studies.compare.study import compare
from balance.studies.kinds import answer_study, resume_study
from balance.studies.plan.study import plan, upper_sd
from tests.studies.fake_balance import NAMED, PLAYER, luck_of, true_score
from tests.studies.once import once


@once
def fake(variants: list[str] | None = None, **options: object) -> Answer:
    chosen = {"games": 100, "jobs": 1, "player": PLAYER, **NAMED, **options}
    return plan("blue", variants or ["baseline"], **chosen)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "chances"),
    [
        ((0, 1), (0.5, 0.5)),
        ((0, 1), (0.9, 0.1)),
        ((0, 1), (0.95, 0.05)),
        ((0, 0.5, 1), (0.1, 0.1, 0.8)),
        ((-1, 0, 1), (0, 0.97, 0.03)),
        ((-1, 0, 1), (0.05, 0.9, 0.05)),
    ],
)
def test_the_upper_limit_of_a_spread_holds_in_the_share_of_pilots_it_promises(values, chances):
    rng = np.random.default_rng(1)
    spread = np.sqrt(np.square(values) @ chances - np.dot(values, chances) ** 2)
    pilots = rng.choice(values, p=chances, size=(1500, 60)).astype(float)
    assert np.mean([upper_sd(pilot) >= spread for pilot in pilots]) > 0.8


def test_the_games_planned_give_the_precision_asked_for():
    row = fake(["baseline", "vp_to_win_7"], precision=[3]).tables["plan"].iloc[0]
    answer = compare(
        "blue", ["baseline", "vp_to_win_7"], games=int(row.pairs), jobs=1, player=PLAYER, **NAMED
    )
    verdict = answer.tables["verdicts"].iloc[0]
    half_width = (verdict.high - verdict.low) / 2
    assert 0.02 < half_width <= 0.031  # planned on the safe side of a pilot


def test_the_games_planned_for_a_change_find_it_as_often_as_promised():
    change = true_score(6) - true_score(7)
    asked = fake(["baseline", "vp_to_win_7"], precision=[100 * change], power=0.8)
    pairs = int(asked.tables["plan"].iloc[0].power_pairs)
    luck = np.array([[luck_of(game_seed(s, n))[0] for n in range(pairs)] for s in range(300)])
    differences = (luck < true_score(7)).astype(float) - (luck < true_score(6))
    sides = ("the Axis", "the Soviets")
    verdicts = [reach_comparison(each, sides, 0.02).kind for each in differences]
    assert verdicts.count("favours") / 300 > 0.8 - 3 * np.sqrt(0.8 * 0.2 / 300)
    study = compare(
        "blue", ["baseline", "vp_to_win_7"], games=pairs, seed=50, jobs=1, player=PLAYER, **NAMED
    )
    (verdict,) = study.tables["verdicts"].itertuples()
    assert (verdict.difference, verdict.verdict) == (differences[50].mean(), verdicts[50])


def test_two_variants_tell_what_the_same_seeds_save():
    alone, paired = fake(), fake(["baseline", "vp_to_win_7"])
    assert alone.facts["gain"] == pytest.approx(1)
    assert paired.facts["gain"] > 2
    assert any("as if seeds were independent" in remark for remark in alone.remarks)
    assert (paired.tables["plan"].pairs < alone.tables["plan"].pairs).all()


def test_a_pilot_in_which_no_game_differs_does_not_promise_that_none_will():
    answer = fake(["baseline", "no_sudden_death"])
    assert 0 < answer.facts["pair_sd"] < 0.2


def test_the_time_is_that_of_the_pilots_games():
    answer = fake(precision=[2])
    row = answer.tables["plan"].iloc[0]
    assert row.games_seconds == pytest.approx(row.games / answer.facts["games_per_second"])
    said = r"Knowing the Axis score to ±2 points takes about [\d,]+ games \(.+ here\)"
    assert re.search(said, str(answer))


def test_a_plan_is_answered_again_from_its_folder(tmp_path):
    first = fake(out=tmp_path / "s")
    assert str(answer_study(Results(tmp_path / "s"))) == str(first)
    more = resume_study(tmp_path / "s", games=200, jobs=1, player=PLAYER)
    assert answer_study(more).facts["pilot_games"] == 200


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"precision": [0]}, "precision: 0 points"),
        ({"precision": [60]}, "precision: 60 points"),
        ({"precision": []}, "precisions: 0, but at least"),
        ({"power": 1}, "power: 1 is not possible"),
        ({"confidence": 95}, "confidence: 95 is not possible"),
        ({"games": 5}, "games of the pilot: 5, but at least"),
        ({"variants": ["baseline", "vp_to_win_5", "vp_to_win_7"]}, "plan: 3 variants"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, object], said: str):
    with pytest.raises(BadQuestion, match=re.escape(said)):
        fake(**options)  # type: ignore[arg-type]
