import tracemalloc

import numpy as np
import pandas as pd
import pytest

from balance.analysis.estimates import bands
from balance.analysis.estimates.bands import curve_differences, difference_band, difference_bands
from balance.analysis.estimates.paired import pair_games
from balance.errors import BadQuestion
from tests.synthetic import make_study


def walks(rng, seeds, turns=8, slope=0.05):
    """Curves of two variants that share most of their dice; the second climbs by ``slope``."""
    shared = rng.normal(size=(seeds, turns)).cumsum(axis=1)
    first = shared + 0.5 * rng.normal(size=(seeds, turns)).cumsum(axis=1)
    second = shared + 0.5 * rng.normal(size=(seeds, turns)).cumsum(axis=1)
    return first, second + slope * np.arange(1, turns + 1)


def test_band_covers_the_whole_true_curve_as_often_as_it_says():
    rng = np.random.default_rng(1)
    truth = 0.05 * np.arange(1, 9)
    whole = single = 0
    for number in range(800):
        band = difference_band(*walks(rng, 60), resamples=400, seed=number)
        whole += ((band["band_low"] <= truth) & (truth <= band["band_high"])).all()
        single += ((band["low"] <= truth) & (truth <= band["high"])).mean()
    assert 0.93 < whole / 800 < 0.97
    assert 0.93 < single / 800 < 0.97


def test_band_is_wider_than_the_intervals_of_single_turns_but_not_absurdly():
    band = difference_band(*walks(np.random.default_rng(2), 400))
    ratio = (band["band_high"] - band["band_low"]) / (band["high"] - band["low"])
    assert (ratio > 1.1).all()
    assert (ratio < 1.5).all()  # eight independent turns would need 1.40


@pytest.mark.parametrize("seeds", [20, 50])
def test_band_covers_the_true_curve_where_a_game_in_thirty_changes_a_turn(seeds):
    rng = np.random.default_rng(6)
    truth = np.full(11, 0.03 * 1.5)
    whole = single = 0
    for number in range(150):
        changes = (rng.random((seeds, 11)) < 0.03) * rng.choice([1.0, 2.0], (seeds, 11))
        band = difference_band(np.zeros_like(changes), changes, resamples=200, seed=number)
        whole += ((band["band_low"] <= truth) & (truth <= band["band_high"])).all()
        single += ((band["low"] <= truth) & (truth <= band["high"])).mean()
    assert whole / 150 > 0.93
    assert single / 150 > 0.93


def test_turns_before_the_first_difference_have_a_width_that_more_seeds_narrow():
    widths = []
    for seeds in (50, 500):
        first, second = walks(np.random.default_rng(3), seeds)
        second[:, :3] = first[:, :3]
        band = difference_band(first, second)
        assert (band.loc[:2, "difference"] == 0).all()
        widths.append((band["band_high"] - band["band_low"]).loc[:2])
        assert (widths[-1] > 0).all()
        assert (band.loc[3:, "band_low"] < band.loc[3:, "band_high"]).all()
    assert (widths[1] < 0.12 * widths[0]).all()  # as one over their number


def test_a_quantity_that_changes_in_no_game_has_the_width_of_no_case_of_so_many_seeds():
    curve = np.random.default_rng(3).normal(size=(50, 8))
    band = difference_band(curve, curve)
    assert band["high"].to_numpy() == pytest.approx(1 - 0.025 ** (1 / 50))
    assert (band["band_high"] > band["high"]).all()
    assert (band["low"] == -band["high"]).all()


@pytest.mark.parametrize(("seeds", "share"), [(100, 0.95), (300, 0.99)])
def test_band_covers_what_nearly_all_games_have_as_well_as_what_few_have(seeds, share):
    rng = np.random.default_rng(7)
    whole = []
    for number in range(150):
        scores = (rng.random((seeds, 3)) < share).astype(float)
        band = difference_band(np.zeros_like(scores), scores, resamples=200, seed=number)
        whole.append(band["band_low"].le(share).all() and band["band_high"].ge(share).all())
    assert np.mean(whole) > 0.92


def test_a_quantity_that_nobody_knows_has_no_band_and_spoils_no_other():
    known = walks(np.random.default_rng(5), 40)
    unknown = np.full((40, 8), np.nan)
    both = difference_bands({"known": known, "unknown": (unknown, unknown)}).set_index("column")
    alone = difference_bands({"known": known}).set_index("column")
    pd.testing.assert_frame_equal(both.loc[["known"]], alone)
    assert both.loc["unknown", ["difference", "low", "band_high"]].isna().all(axis=None)


def test_band_depends_on_its_seed_alone():
    curves = walks(np.random.default_rng(4), 50)
    pd.testing.assert_frame_equal(difference_band(*curves), difference_band(*curves))


def test_curves_are_those_of_the_paired_games():
    first = make_study(40, seed=5)
    second = make_study(40, seed=6, variant="changed")
    pairs = pair_games(first.games, second.games)
    both = curve_differences(pairs, first.turns, second.turns, ["oos_kills", "vp"], 11)
    assert both["column"].unique().tolist() == ["oos_kills", "vp"]
    table = both.loc[both["column"] == "vp"]
    assert table["game_turn"].tolist() == list(range(1, 12))
    last = table.iloc[-1]
    assert last["first"] == pytest.approx(first.games["vp"].mean())
    assert last["second"] == pytest.approx(second.games["vp"].mean())
    assert last["band_low"] < last["difference"] < last["band_high"]


def test_a_handful_of_seeds_gives_no_band():
    with pytest.raises(BadQuestion, match="paired seeds of a curve: 5, but at least"):
        difference_band(np.zeros((5, 3)), np.zeros((5, 3)))


@pytest.mark.parametrize("scale", [1, 100, 100_000, 0.5], ids=["8", "16", "32", "halves"])
def test_bands_are_the_same_however_narrow_the_numbers_they_are_kept_in(monkeypatch, scale):
    rng = np.random.default_rng(8)
    curves = {name: tuple(scale * rng.integers(0, 9, (2, 300, 6))) for name in ("vp", "oos_kills")}
    kept = difference_bands(curves, resamples=200)
    wide = bands._Differences
    monkeypatch.setattr(bands._Differences, "of", classmethod(lambda cls, *given: wide(*given)))
    pd.testing.assert_frame_equal(kept, difference_bands(curves, resamples=200), check_exact=True)


def test_a_seed_more_takes_little_more_memory_in_many_curves():
    rng = np.random.default_rng(9)

    def taken(seeds: int) -> int:
        drawn = ((f"{n}", tuple(rng.integers(0, 90, (2, seeds, 11)))) for n in range(20))
        tracemalloc.start()
        bands._bands(drawn, 0.95, resamples=10, seed=1)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    few, many = 20_000, 60_000
    wide = 20 * 11 * 8  # bytes of all differences of a seed, had each as many as in the reckoning
    assert (taken(many) - taken(few)) / (many - few) < 0.75 * wide
