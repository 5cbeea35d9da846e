import json
import math
from pathlib import Path

import pytest

import balance
from balance.analysis.reading import answers_of
from balance.errors import BadQuestion, BalanceError
from balance.studies.bid.study import MOST_BIDS
from balance.studies.tables import TABLES
from tests.studies import fake_lead
from tests.studies.fake_balance import NAMED
from tests.studies.fake_rules import PLAYER

#: What a bid means in a game that 6 points win.
MEANT = {
    -2: "2 fewer are needed, 4 in all",
    -1: "1 fewer is needed, 5 in all",
    0: "6 are needed, as by the rules",
    1: "1 more is needed, 7 in all",
    2: "2 more are needed, 8 in all",
}


def bid(games=400, **options):
    return balance.bid("blue", games=games, jobs=1, player=PLAYER, **NAMED | options)


def plain(answer):
    told = answer.summarise()
    return {name: told[name] for name in ("verdict", "facts", "remarks", "tables", "games")}


@pytest.mark.parametrize(("want", "true"), [(55, -2), (35, 0), (25, 1)])
def test_fair_bid_is_the_true_one_on_both_sides_of_the_printed_number(want: int, true: int):
    answer = bid(want=want)  # wins (4 - bid) in ten games
    assert answer.facts["bid"] == true
    assert answer.facts["low"] <= true <= answer.facts["high"]
    said = answer.sentence
    assert said.startswith("The fair bid for the Axis is ")
    assert f": the Axis side still wins at least {want}% of its games if {MEANT[true]} (" in said
    assert f"), no longer if {MEANT[true + 1]} (" in said


def test_wins_at_each_bid_are_near_the_truth():
    table = bid(games=1000).tables["bid"].set_index("bid")
    for number in (-3, -1, 0, 2):
        assert table.loc[number, "share"] == pytest.approx(0.4 - number / 10, abs=0.05)


def test_games_in_which_players_play_the_same_way_give_no_warning():
    (remark,) = bid().remarks
    assert "no sign that strategies play differently" in remark


def test_strategy_that_plays_otherwise_when_it_needs_more_is_found_out():
    (remark,) = bid(axis="daring").remarks
    assert remark.startswith("strategies play differently when more points are needed")
    assert "balance tune --parameter victory.vp_to_win" in remark


def test_bid_that_the_games_leave_open_says_how_many_would_tell():
    answer = bid(games=40, want=42)
    assert answer.facts["low"] < answer.facts["high"]
    assert "have an 80% chance of singling out one bid." in answer.sentence


def test_bid_is_added_to_the_number_that_wins_by_the_rules_played():
    answer = bid(want=35, settings={"victory.vp_to_win": 5})
    assert answer.facts["points_to_win"] == 5
    assert answer.facts["bid"] == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"want": "45/10/45"}, "a bid takes one share of wins"),
        ({"want": 100}, "is no balance"),
        ({"detail": "turns"}, "a bid takes 'events' or 'battles'"),
        ({"games": 1}, "1, but at least"),
        ({"settings": {"victory.vp_to_win": 99}}, "play can't go on beyond"),
        ({"settings": {"victory.vp_to_wim": 9}}, "did you mean"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_played(changed, said, tmp_path):
    folder = tmp_path / "study"
    with pytest.raises(BalanceError, match=said):
        bid(**{"out": folder, **changed})
    assert not folder.exists()


def test_study_extended_or_in_parallel_answers_as_one_played_at_once(tmp_path: Path):
    whole = bid(games=60)
    bid(games=25, out=tmp_path / "study")
    extended = balance.resume(tmp_path / "study", games=60, jobs=2, player=PLAYER)
    assert plain(balance.answer_study(extended)) == plain(whole)


def test_faulty_games_count_for_nobody_and_are_told(tmp_path: Path):
    answer = bid(axis="failing", games=60, out=tmp_path / "study")
    assert answer.tables["bid"]["total"].tolist()[0] == 40
    assert "40 games broke off" in answer.remarks[0]
    answer.write_summary()
    told = json.loads((tmp_path / "study" / "summary.json").read_text())
    assert list(told["tables"]["bid"][0]) == TABLES["bid"].names
    with pytest.raises(BadQuestion, match="played to the end"):
        bid(axis="failing", games=2, seed=0)


def test_small_bid_of_the_real_game():
    answer = balance.bid("blue", games=3, jobs=1, **NAMED)
    assert len(answer.results.games) == 6
    assert answer.facts["faulty"] == 0


def test_where_a_lead_wins_the_fair_bid_is_a_quantile_of_it():
    """Of leads even from -20 to 40 and one sure win in ten, half are won with a lead from 14 on."""
    answer = balance.bid("star", games=1000, jobs=1, player=fake_lead.PLAYER, **NAMED, want=50)
    low, high = answer.facts["low"], answer.facts["high"]
    assert low <= 13 <= high
    assert high - low < 8
    assert answer.sentence.startswith("The fair bid for the Soviets is +")
    assert f" games if it gives the other side {answer.facts['bid']:.0f} (" in answer.sentence
    assert "played on" not in answer.sentence
    assert answer.results.game_count == 1000  # no second games
    table = answer.tables["bid"].set_index("bid")
    assert all(table["share"].diff().dropna() <= 0)


def test_no_bid_is_so_high_that_what_is_won_otherwise_is_lost():
    answer = balance.bid("star", games=1000, jobs=1, player=fake_lead.PLAYER, **NAMED, want=5)
    assert not math.isfinite(answer.facts["bid"])
    assert answer.sentence.startswith("The fair bid for the Soviets is ?")


def test_a_drawn_game_is_a_draw_at_its_level(tmp_path: Path):
    results = balance.run(
        "star", axis="historical", soviet="historical", games=300, jobs=1,
        player=fake_lead.PLAYER, out=tmp_path / "s",
    )  # fmt: skip
    games = results.games
    drawn = games.loc[games["winner"] == "draw"]
    assert len(drawn)
    assert set(drawn["level"]) == {"draw"}
    assert (drawn["vp"] == 0).all()
    assert not answers_of(results).faults


def test_of_a_wide_range_of_bids_some_are_shown_and_those_that_are_told():
    answer = balance.bid("star", games=20, jobs=1, player=fake_lead.PLAYER, **NAMED)
    bids = answer.tables["bid"]["bid"].tolist()
    assert answer.facts["high"] - answer.facts["low"] > 20
    assert len(bids) <= MOST_BIDS + 2
    assert {answer.facts["bid"], answer.facts["bid"] + 1} <= set(bids)
