import pandas as pd
import pytest

from balance.analysis.play.endings import cumulative_incidence, endings_by_turn
from balance.analysis.play.sudden_death import triggers, triggers_by_hex
from tests.synthetic import make_study

GAMES = pd.DataFrame(
    {
        "ending": ["time", "points", "points", "sudden", "sudden"],
        "ending_turn": [3, 2, 3, 1, 2],
        "ending_hex": [None, None, None, "0233", "1134"],
    }
)


def test_incidence_by_cause_adds_up_to_all_games_at_the_end():
    table = cumulative_incidence(GAMES, ["points", "sudden", "time", "truncated"], 3)
    shares = table.pivot(index="ending", columns="game_turn", values="share")
    assert shares[3].sum() == pytest.approx(1)
    assert shares.loc["points"].tolist() == pytest.approx([0, 0.2, 0.4])
    assert shares.loc["sudden"].tolist() == pytest.approx([0.2, 0.4, 0.4])
    assert shares.loc["truncated"].tolist() == [0, 0, 0]
    assert (table["low"] <= table["share"]).all()
    assert (table["share"] <= table["high"]).all()


def test_incidence_is_the_share_of_all_games_ended_so_far():
    games = make_study(300, seed=8).games
    causes = ["victory_points", "sudden_death", "time_limit"]
    table = cumulative_incidence(games, causes, 11)
    for row in table.itertuples():
        direct = ((games["ending"] == row.ending) & (games["ending_turn"] <= row.game_turn)).mean()
        assert row.share == pytest.approx(direct)


def test_every_game_ends_in_one_turn_by_one_cause():
    table = endings_by_turn(GAMES, ["points"], 3)
    assert table["games"].sum() == len(GAMES)
    assert table.groupby("ending", sort=False).ngroups == 3


def test_sudden_death_is_counted_by_hex_and_turn_with_hexes_that_never_did():
    table = triggers(GAMES, "sudden", 3, ["0233", "2230"])
    counts = table.pivot(index="hex", columns="game_turn", values="games")
    assert counts.loc["0233"].tolist() == [1, 0, 0]
    assert counts.loc["2230"].tolist() == [0, 0, 0]
    assert counts.loc["1134"].tolist() == [0, 1, 0]
    totals = triggers_by_hex(table).set_index("hex")
    assert totals.loc["1134", ["games", "total"]].tolist() == [1, 5]
    assert totals.loc["2230", "share"] == 0


def test_a_study_without_sudden_death_still_lists_its_hexes():
    table = triggers(GAMES.loc[GAMES["ending"] == "time"], "sudden", 3, ["0233"])
    assert table["games"].tolist() == [0, 0, 0]
