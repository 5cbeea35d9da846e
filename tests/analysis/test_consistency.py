from dataclasses import replace

import pytest

from balance.analysis.consistency import find_faults
from tests.synthetic import make_study


@pytest.fixture
def study():
    return make_study(40, seed=2, broken=2)


def plant(study, table, game, column, change):
    """Study with one number of one game changed (the last row of that game)."""
    rows = getattr(study, table).copy()
    index = rows.index[rows["game_id"] == game][-1]
    rows.loc[index, column] = change(rows.loc[index, column])
    return replace(study, **{table: rows})


def checks(study, labels):
    return [fault.check for fault in find_faults(study, labels)]


def test_tables_that_agree_have_no_faults(study, labels):
    assert find_faults(study, labels) == []


def test_tables_of_a_study_without_events_and_battles_can_agree(study, labels):
    assert find_faults(replace(study, events=None, battles=None), labels) == []


@pytest.mark.parametrize(
    ("table", "column", "change", "words"),
    [
        ("games", "vp", lambda value: value + 1, "vp is vp_hexes plus vp_oos"),
        ("games", "vp_hexes", lambda value: value + 1, "vp_hexes of the last turn"),
        ("turns", "vp", lambda value: value - 1, "vp of the last turn"),
        ("turns", "vp_oos", lambda value: value + 1, "curve of vp_oos follows its events"),
        ("turns", "vp_hexes", lambda value: value + 1, "curve of vp_hexes follows its events"),
        ("games", "oos_kills", lambda value: value + 1, "number of its events"),
        ("games", "oos_at_end", lambda value: 500, "part of oos_kills"),
        ("games", "vp_oos", lambda value: value + 1, "number of awards"),
        ("games", "winner", lambda value: "draw", "is won by"),
        ("games", "ending", lambda value: "boredom", "every ending is known"),
        ("games", "ending_turn", lambda value: value - 1, "after the end of its game"),
        ("turns", "game_turn", lambda value: value - 1, "one row for each game turn"),
        ("games", "attacks_axis", lambda value: value + 1, "number of battles"),
        ("events", "game_id", lambda value: 999, "every row of events belongs to a game"),
    ],
)
def test_a_planted_error_is_found(study, labels, table, column, change, words):
    wrong = plant(study, table, 30, column, change)
    assert any(words in check for check in checks(wrong, labels)), checks(wrong, labels)


def test_a_game_that_is_there_twice_is_found(study, labels):
    games = study.games.copy()
    games.loc[5, "game_id"] = 6
    assert any("occurs once" in check for check in checks(replace(study, games=games), labels))


def test_a_broken_off_game_with_a_winner_is_found(study, labels):
    wrong = plant(study, "games", 0, "winner", lambda value: "axis")
    assert any("broke off has no winner" in check for check in checks(wrong, labels))


def test_unequal_awards_for_equal_kills_are_found(study, labels):
    games = study.games.copy()
    twins = games.loc[games["oos_kills"].duplicated(keep=False) & (games["game_id"] > 2)]
    first = twins.index[0]
    games.loc[first, ["vp_oos", "vp"]] += 1
    faults = checks(replace(study, games=games, events=study.events), labels)
    assert any("equally many kills" in check for check in faults)


def test_a_fault_names_some_games(study, labels):
    fault = find_faults(plant(study, "games", 30, "vp", lambda value: 77), labels)[0]
    assert fault.examples == (30,)
    assert "game_id 30" in str(fault)


@pytest.mark.parametrize("seeds", [slice(30, 31), slice(0, None)])
def test_points_that_all_games_begin_with_are_no_fault_be_it_one_game(study, labels, seeds):
    games = study.games.iloc[seeds].assign(vp=lambda games: games["vp"] + 5)
    kept = set(games["game_id"])
    turns = study.turns[study.turns["game_id"].isin(kept)]
    turns = turns.assign(vp=turns["vp"] + 5)
    some = replace(study, games=games, turns=turns, events=None, battles=None, hexes=None)
    assert not any("vp" in check for check in checks(some, labels))
    wrong = some.turns.assign(vp=lambda turns: turns["vp"] + (turns["game_turn"] == 1))
    assert any("in every turn" in check for check in checks(replace(some, turns=wrong), labels))
