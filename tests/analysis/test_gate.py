import numpy as np
import pytest

from balance.analysis.gate import check_bands, study_figures
from balance.errors import BadQuestion, UnknownName
from tests.analysis.made_up_pairs import make_games

WINNERS = ["axis", "soviet", "draw", "none"]
ENDINGS = ["victory_points", "sudden_death", "time_limit", "strategy_error", "truncated"]


def figures(axis=55, soviet=35, draw=10, none=0):
    winners = ["axis"] * axis + ["soviet"] * soviet + ["draw"] * draw + ["none"] * none
    return study_figures(make_games(winners), WINNERS, ENDINGS, ["vp"])


def test_figures_of_a_study_have_intervals_and_numbers_of_games():
    table = figures().set_index("figure")
    assert table.loc["score.axis", "estimate"] == pytest.approx(0.6)
    assert table.loc["score.soviet", "estimate"] == pytest.approx(0.4)
    assert table.loc["share.draw", "estimate"] == pytest.approx(0.1)
    assert table.loc["ending.sudden_death", "estimate"] == 0
    assert table.loc["ending_turn", "estimate"] == pytest.approx(0.55 * 8 + 0.45 * 11)
    assert table.loc["faulty", "estimate"] == 0
    assert table.index.tolist()[-2:] == ["ending_turn", "vp"]
    assert (table["low"] <= table["estimate"]).all()
    assert (table["games"] == 100).all()


def test_games_that_broke_off_are_a_figure_of_their_own_and_no_loss_for_anyone():
    table = figures(none=25).set_index("figure")
    assert table.loc["faulty", "estimate"] == pytest.approx(0.2)
    assert table.loc["score.axis", "estimate"] == pytest.approx(0.6)
    assert table.loc["score.axis", "games"] == 100
    assert table.loc["share.axis", "estimate"] == pytest.approx(0.44)


def test_a_figure_is_inside_doubtful_or_outside_its_band():
    bands = {"score.axis": (0.5, 0.65), "share.axis": (0.4, 0.5), "ending_turn": [10, 11]}
    table = check_bands(figures(), bands)
    assert table["figure"].tolist() == list(bands)
    assert table["status"].tolist() == ["inside", "doubtful", "outside"]


def test_a_true_figure_at_the_edge_of_its_band_is_called_outside_no_more_often_than_stated():
    rng = np.random.default_rng(1)
    left = 0
    for _ in range(200):
        games = make_games(rng.choice(["axis", "soviet"], 200, p=[0.55, 0.45]))
        table = check_bands(study_figures(games, WINNERS, ENDINGS), {"share.axis": (0.45, 0.55)})
        left += table.loc[0, "status"] == "outside"
    assert left / 200 < 0.05


def test_bands_without_figure_or_sense_are_refused():
    with pytest.raises(
        UnknownName, match=r"unknown figure 'share.axsi'; did you mean 'share.axis'"
    ):
        check_bands(figures(), {"share.axsi": (0, 1)})
    with pytest.raises(BadQuestion, match=r"band of share.axis: \[0.6, 0.4\] is none"):
        check_bands(figures(), {"share.axis": [0.6, 0.4]})
    with pytest.raises(BadQuestion, match="expected bands: 0, but at least"):
        check_bands(figures(), {})
    with pytest.raises(BadQuestion, match="games to check: 0, but at least"):
        study_figures(make_games([]), WINNERS, ENDINGS)


@pytest.mark.parametrize("won", [0, 1, 4, 5])
def test_the_interval_of_a_score_of_few_games_stays_inside_and_has_a_width(won):
    table = figures(axis=won, soviet=5 - won, draw=0).set_index("figure")
    score = table.loc["score.axis"]
    assert 0 <= score["low"] <= score["estimate"] <= score["high"] <= 1
    assert score["high"] - score["low"] > 0.4
    assert score[["low", "high"]].tolist() == table.loc["share.axis", ["low", "high"]].tolist()


@pytest.mark.parametrize("shares", [(0.5, 0.3, 0.2), (0.1, 0.9, 0.0), (0.2, 0.2, 0.6)])
def test_the_interval_of_a_score_holds_as_often_as_it_says_with_draws_too(shares):
    rng = np.random.default_rng(4)
    truth, held = shares[0] + shares[2] / 2, 0
    for counts in rng.multinomial(60, shares, size=200).tolist():
        score = figures(*counts).set_index("figure").loc["score.axis"]
        held += score["low"] <= truth <= score["high"]
    assert held / 200 > 0.9
