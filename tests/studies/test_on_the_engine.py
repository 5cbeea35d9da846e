"""Studies of real games: what must hold for the product to be trusted, on Operation Blue itself."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import balance
from balance.analysis.estimates.sequential import decide_sequentially
from balance.analysis.telling.comparison import reach_comparison
from balance.experiments import pool
from balance.experiments.match import close_matches
from balance.experiments.results import Results
from balance.files.resources import strategies_folder
from balance.rulebook.game import open_game
from balance.strategy import play
from balance.studies.plan.pairing import measure_pairing, read_changes
from tests.studies import fake_balance

SIDES = ("the Axis", "the Soviets")


@pytest.fixture(scope="module")
def played() -> Results:
    """Games of the same rules on different seeds, in blocks of fifty on a busy machine, too."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(pool, "BLOCK_SECONDS", 1e6)
        return balance.run("blue", games=200, seed=31, jobs=1, detail="turns")


@pytest.fixture(scope="module")
def scores(played: Results) -> np.ndarray:
    """Score of the Axis in each of them."""
    assert set(played.games.winner) == {"axis", "soviet"}
    return (played.games.winner == "axis").to_numpy(float)


def test_a_game_takes_less_than_a_kilobyte_on_disk_where_only_turns_are_kept(played: Results):
    parts = [path for path in played.folder.rglob("part-*") if path.is_file()]
    assert {path.parent.name for path in parts} == {"games", "turns"}
    assert sum(path.stat().st_size for path in parts) / played.game_count < 1024


def false_differences(scores: np.ndarray, pairs: int, studies: int = 600) -> list[np.ndarray]:
    """Differences of studies that compare the rules with themselves, on seeds of their own.

    Each game of a study is drawn from those played, which stand for all that there may be.
    """
    drawn = np.random.default_rng(7).choice(scores, (studies, 2, pairs))
    return list(drawn[:, 1] - drawn[:, 0])


def test_comparing_the_rules_with_themselves_seldom_favours_a_side(scores: np.ndarray):
    verdicts = [
        reach_comparison(differences, SIDES, 0.02).kind
        for differences in false_differences(scores, 100)
    ]
    false_alarms = sum(kind in ("favours", "small_effect") for kind in verdicts)
    assert false_alarms / len(verdicts) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / len(verdicts))
    assert verdicts.count("undecided") > 0.8 * len(verdicts)


def test_playing_until_decided_seldom_favours_a_side_of_equal_rules(scores: np.ndarray):
    tests = [
        decide_sequentially(differences, 0.15, batch=20, most_pairs=200)
        for differences in false_differences(scores, 200)
    ]
    false_alarms = sum(test.decision in ("favours", "disfavours") for test in tests)
    assert false_alarms / len(tests) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / len(tests))


def test_a_variant_whose_rule_never_comes_into_play_plays_identical_games():
    answer = balance.compare(
        "blue", "no_sudden_death", games=10, jobs=2, axis="voronezh_first", soviet="historical"
    )
    verdict = answer.tables["verdicts"].iloc[0]
    assert (verdict.identical, verdict.flipped, verdict.difference) == (10, 0, 0)


def test_without_sudden_death_games_go_on_as_they_were_until_it_would_have_come():
    answer = balance.compare(
        "blue", ["baseline", "no_sudden_death"], axis="random", soviet="counterstroke", games=20,
        jobs=2,
    )  # fmt: skip
    games = answer.results.games.set_index(["variant", "seed"])
    turns = answer.results.turns
    before, after = games.loc["baseline"], games.loc["no_sudden_death"]
    struck = before.ending == "sudden_death"
    assert struck.sum() >= 3
    assert not (after.ending == "sudden_death").any()
    assert (before.log[~struck] == after.log[~struck]).all()
    columns = [c for c in turns if c != "game_id"]
    for seed in before.index[struck]:
        last = before.ending_turn[seed]
        first, second = (
            turns.loc[(turns.game_id == g.game_id[seed]) & (turns.game_turn < last), columns]
            for g in (before, after)
        )
        pd.testing.assert_frame_equal(first.reset_index(drop=True), second.reset_index(drop=True))


def test_the_gain_from_pairing_is_the_ratio_of_the_variances():
    table = measure_pairing("blue", games=400, jobs=1, player=fake_balance.PLAYER)
    assert len(table) == len(read_changes(open_game("drive_on_stalingrad")))
    # The made-up games know neither units nor hexes: none differs.
    assert (table.identical == 400).all()
    assert np.isinf(table.score).all()


def test_each_change_of_the_pairing_benchmark_reaches_the_games():
    table = measure_pairing("blue", games=20, jobs=2).set_index("change")
    assert (table.identical < 20).any()
    assert ((table.score_low <= table.score) & (table.score <= table.score_high)).all()


def test_pairings_that_share_a_scenario_play_as_each_does_alone():
    met = [("rostov_pocket", "counterstroke"), ("voronezh_first", "don_line")]
    cells = [balance.Cell(*names) for names in met]
    both = balance.run_cells("blue", cells, games=4, jobs=1).games
    for axis, soviet in met:
        play._open_playable.cache_clear()
        close_matches()
        alone = balance.run("blue", axis=axis, soviet=soviet, games=4, jobs=1).games
        assert both.loc[both["axis"] == axis, "log"].tolist() == alone["log"].tolist()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_opening_edited_between_two_studies_of_a_process_plays_as_it_is_now(
    tmp_path: Path, jobs: int
):
    mine = tmp_path / "mine.toml"
    for name in ("historical", "caucasus_first"):
        shutil.copy(strategies_folder() / "drive_on_stalingrad" / f"axis_{name}.toml", mine)
        logs = [
            balance.run("blue", axis=axis, soviet="historical", games=2, jobs=jobs).games["log"]
            for axis in (str(mine), name)
        ]
        assert logs[0].tolist() == logs[1].tolist()
