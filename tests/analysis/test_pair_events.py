"""What the events of paired games tell: where they part, what separates them, and the places."""

import numpy as np
import pandas as pd
import pytest

from balance.analysis.estimates.paired import pair_games
from balance.analysis.play.paired_places import PlaceEvents, PlaceLog, compare_places
from balance.analysis.play.parting import first_differences, parting_turns
from balance.analysis.play.separating import EventLog, fisher_p_value, separating_events
from balance.analysis.study import EVENT_COLUMNS

KINDS = PlaceEvents("town_taken", "vp_gained", "vp_lost", "axis", ["axis", "soviet"])


def event(game, turn, kind, hex_name="2111", value=0, unit="24 Pz", phase="axis_first"):
    return dict(
        zip(EVENT_COLUMNS, (game, turn, "axis", phase, kind, hex_name, unit, value), strict=True)
    )


def games(winners, variant, first_id, logs=None):
    count = len(winners)
    return pd.DataFrame(
        {
            "game_id": range(first_id, first_id + count),
            "variant": variant,
            "axis": "a",
            "soviet": "s",
            "seed": range(count),
            "winner": winners,
            "ending": "time_limit",
            "ending_turn": 11,
            "log": logs or [f"{variant}{n}" for n in range(count)],
        }
    )


def paired(first, second, logs=(None, None)):
    return pair_games(games(first, "baseline", 0, logs[0]), games(second, "changed", 100, logs[1]))


def table(*events):
    """Events as a study gives them: texts are categories."""
    made = pd.DataFrame(list(events), columns=list(EVENT_COLUMNS))
    return made.astype(dict.fromkeys(["player_turn", "phase", "kind", "hex", "unit"], "category"))


def places(*runs):
    """Runs of events as the comparison of places takes them."""
    log = PlaceLog(KINDS)
    for events in runs:
        log.add(events)
    return log


def seen(*runs):
    """Runs of events as the search for what separates games takes them."""
    log = EventLog(["town_taken"])
    for events in runs:
        log.add(events)
    return log


def test_games_part_at_the_first_event_that_one_has_and_the_other_hasn_t():
    pairs = paired(["axis"] * 3, ["axis", "soviet", "axis"], (["x", "y", "z"], ["x", "q", "r"]))
    shared = [event(game, 1, "arrived") for game in (0, 1, 2, 100, 101, 102)]
    events = table(
        *shared,
        event(1, 3, "town_taken", "2618"),
        event(101, 4, "eliminated"),
        event(102, 5, "oos_kill"),
    )
    found = first_differences(pairs, pd.DataFrame(), [events])
    assert found["flipped"].tolist() == [0, 1, 0]
    assert np.isnan(found["game_turn"][0])
    assert found.loc[1, ["game_turn", "first_kind", "first_hex", "second_kind"]].tolist() == [
        3, "town_taken", "2618", "eliminated",
    ]  # fmt: skip
    # The third pair: only the second game goes on.
    assert found.loc[2, ["game_turn", "first_kind", "second_kind"]].tolist() == [5, "", "oos_kill"]
    counts = parting_turns(found, 6).set_index("game_turn")
    assert counts.loc[[0, 3, 5], "pairs"].tolist() == [1, 1, 1]
    assert counts["flipped"].tolist() == [0, 0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("cut", [1, 3, 5])
def test_pairs_that_lie_in_two_runs_of_games_part_as_they_do_in_one(cut):
    pairs = pair_games(
        games(["axis"] * 3, "baseline", 0).assign(game_id=[0, 2, 4]),
        games(["axis"] * 3, "changed", 0).assign(game_id=[1, 3, 5]),
    )
    rng = np.random.default_rng(3)
    drawn = [event(game, turn, "arrived") for game in range(6) for turn in range(1, 9)]
    events = table(*(each for each in drawn if rng.random() < 0.8))
    first = events["game_id"] < cut
    runs = [part.astype({"kind": object}).astype({"kind": "category"}) for part in
            (events.loc[first], events.loc[~first])]  # fmt: skip
    whole = first_differences(pairs, pd.DataFrame(), [events])
    assert whole["game_turn"].notna().all()
    pd.testing.assert_frame_equal(first_differences(pairs, pd.DataFrame(), runs), whole)


def test_without_events_games_part_in_the_first_turn_that_ends_otherwise():
    pairs = paired(["axis"], ["soviet"])
    turns = pd.DataFrame(
        {"game_id": [0] * 3 + [100] * 3, "game_turn": [1, 2, 3] * 2, "vp": [0, 1, 2, 0, 1, 3]}
    )
    found = first_differences(pairs, turns)
    assert found["game_turn"].tolist() == [3]
    assert found["first_kind"].tolist() == [""]


def test_an_event_that_only_flipped_pairs_have_separates_them():
    flips = 20
    first = ["axis"] * 60
    second = ["soviet"] * flips + ["axis"] * 40
    pairs = paired(first, second)
    # Stalingrad falls in the first game of each flipped pair, Rostov in all, Tuapse at random.
    rng = np.random.default_rng(1)
    events = table(
        *(event(game, 7, "town_taken", "2111") for game in range(flips)),
        *(event(game, 3, "town_taken", "2725") for game in [*range(60), *range(100, 160)]),
        *(event(int(game), 9, "town_taken", "4329") for game in rng.choice(60, 15, replace=False)),
        *(event(game, 2, "withdrawn", f"{game:04}") for game in range(0, 60, 2)),
    )
    found = separating_events(pairs, seen(events), "axis")
    top = found.iloc[0]
    assert (top["kind"], top["hex"], top["flipped"], top["others"]) == ("town_taken", "2111", 20, 0)
    assert (top["won_with"], top["with_total"]) == (20, 20)
    assert top["difference"] == 1
    assert 0.7 < top["low"] < 1
    assert top["p_holm"] < 0.001
    assert "2725" not in set(found["hex"])  # no pair differs in it
    assert (found.loc[found["kind"] == "withdrawn", "hex"] == "").all()
    others = found.iloc[1:]
    assert (others["p_holm"] > 0.05).all()


def test_few_flips_separate_nothing():
    pairs = paired(["axis"] * 20, ["soviet"] * 4 + ["axis"] * 16)
    events = table(*(event(game, 7, "town_taken") for game in range(4)))
    assert separating_events(pairs, seen(events), "axis").empty


def test_chance_alone_separates_hardly_ever():
    rng = np.random.default_rng(2)
    alarms = 0
    for _ in range(60):
        pairs = paired(["axis"] * 80, rng.choice(["axis", "soviet"], 80).tolist())
        chosen = [
            event(int(game), 5, "town_taken", f"{place:04}")
            for place in range(12)
            for game in rng.choice(80, 30, replace=False)
        ]
        found = separating_events(pairs, seen(table(*chosen)), "axis")
        alarms += (found["p_holm"] < 0.05).any()
    assert alarms <= 7  # 5% of 60 are 3


def test_fisher_agrees_with_scipy():
    from scipy.stats import fisher_exact

    for count, total, other, other_total in ((3, 10, 8, 12), (0, 5, 0, 9), (7, 7, 1, 30)):
        rows = [[count, total - count], [other, other_total - other]]
        assert fisher_p_value(count, total, other, other_total) == pytest.approx(
            fisher_exact(rows).pvalue
        )


def test_places_are_compared_pair_by_pair():
    pairs = paired(["axis"] * 4, ["soviet"] * 4)
    taken = [event(game, 5, "town_taken", "2111") for game in (0, 1, 2, 100)]
    points = [event(game, 5, "vp_gained", "2111", 1) for game in (0, 1, 2, 100)]
    retaken = [event(2, 9, "town_taken", "2111", 1), event(2, 9, "vp_lost", "2111", -1)]
    found = compare_places(pairs, places(table(*taken, *points, *retaken)), 11)
    by_what = found.set_index("what")
    assert by_what["first"].to_dict() == {"points": 0.5, "taken": 0.75, "turn": 6.75, "held": 0.5}
    assert by_what["second"].to_dict() == {
        "points": 0.25, "taken": 0.25, "turn": 10.25, "held": 0.25,
    }  # fmt: skip
    assert (found["difference"] == found["second"] - found["first"]).all()
    assert (found["p_holm"] >= found["p_value"]).all()


def test_a_hex_that_the_other_side_takes_first_was_held_before():
    pairs = paired(["axis"], ["axis"])
    found = compare_places(pairs, places(table(event(0, 3, "town_taken", "0233", 1))), 11)
    (held,) = found.loc[found["what"] == "held", ["first", "second"]].to_numpy().tolist()
    assert held == [0, 1]


def test_hexes_where_points_come_and_go_are_told_as_those_that_nobody_takes_are_not():
    pairs = paired(["axis"] * 2, ["axis"] * 2)
    back = [event(0, 2, "vp_gained", "2111", 1), event(0, 4, "vp_lost", "2111", -1)]
    other = event(7, 2, "town_taken", "4329")  # a game of another variant
    found = compare_places(pairs, places(table(*back, other)), 11)
    assert found[["what", "hex", "first"]].to_numpy().tolist() == [
        ["points", "2111", 0.0],
        ["held", "2111", 0.0],
    ]


@pytest.mark.parametrize("games_a_run", [1, 7, 40])
def test_events_in_runs_give_the_tables_of_the_whole(games_a_run):
    rng = np.random.default_rng(5)
    pairs = paired(*(rng.choice(["axis", "soviet"], 30).tolist() for _ in range(2)))
    kinds = ("town_taken", "vp_gained", "vp_lost", "arrived")
    events = table(
        *(
            event(game, turn, rng.choice(kinds), f"{rng.integers(9):04}", int(rng.integers(2)))
            for game in [*range(30), *range(100, 130)]
            for turn in range(1, 12)
            if rng.random() < 0.7
        )
    )
    runs = [
        part.astype({"hex": object}).astype({"hex": "category"})
        for _, part in events.groupby(events["game_id"] // games_a_run)
    ]
    assert len(runs) > 1
    whole = compare_places(pairs, places(events), 11)
    assert set(whole["what"]) == {"points", "taken", "turn", "held"}
    pd.testing.assert_frame_equal(compare_places(pairs, places(*runs), 11), whole)
    whole = separating_events(pairs, seen(events), "axis")
    assert len(whole) > 9
    pd.testing.assert_frame_equal(separating_events(pairs, seen(*runs), "axis"), whole)
