"""Points and endings of the three scenarios (S1, S2, S3)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.control import enter_hex
from balance.games.stalingrad_1942.victory import decide_game
from balance.games.stalingrad_1942.vocabulary import Ending, Level, Side
from tests.games.stalingrad_1942.positions import build_position, move, panzer, regiment, rifles
from tests.games.text_maps import hex_named, strip

#: Two hexes of Stalingrad and a town behind the Soviet front, a town behind the German one.
ROW = strip(20, {20: ".T", 3: ".CS", 2: ".CS", 1: ".TS"})


def decided(units=(), scenario="on_to_stalingrad", rows=ROW, rules=None, **game):
    """Points of both sides if the game ends now."""
    state = build_position(rows, units, scenario=scenario, rules=rules, **game)
    decide_game(state)
    return state, (int(state.game.vp_axis), int(state.game.vp_soviet))


@pytest.mark.rule("stalingrad_1942 S1e, S1f")
def test_in_summer_towns_and_hexes_of_the_city_count_for_who_entered_last():
    _, (axis, soviet) = decided(nearest=99)
    assert (axis, soviet - 35) == (1, 1)
    _, (axis, soviet) = decided([regiment("0103"), regiment("0101")])
    assert (axis, soviet - 10) == (1 + 1 + 2, 0)
    # Control stays with the last to enter.
    state = build_position(ROW, [panzer("0104")])
    move(state, 0, "0103")
    move(state, 0, "0104")
    decide_game(state)
    assert state.game.vp_axis == 1 + 2


@pytest.mark.rule("stalingrad_1942 S1d, S1b")
def test_germans_win_at_once_when_they_hold_all_of_stalingrad():
    state = build_position(ROW, [panzer("0104")])
    move(state, 0, "0103")
    assert state.game.ended == 0
    move(state, 0, "0103")
    enter_hex(state, 0, hex_named(state, "0102"))
    game = state.game
    assert (game.ended, game.winner, game.ending) == (1, Side.AXIS, Ending.STALINGRAD_TAKEN)
    assert game.level == Level.DECISIVE
    winter = build_position(ROW, [panzer("0104")], scenario="uranus")
    for name in ("0103", "0102"):
        enter_hex(winter, 0, hex_named(winter, name))
    assert winter.game.ended == 0


@pytest.mark.rule("stalingrad_1942 S1g")
@pytest.mark.parametrize(
    ("at", "points"),
    [
        ("0103", 10),
        ("0104", 10),
        ("0105", 15),
        ("0106", 20),
        ("0107", 25),
        ("0108", 30),
        ("0109", 35),
        ("0110", 35),
    ],
)
def test_the_nearest_approach_ever_gives_the_soviets_one_award(at, points):
    _, (_, soviet) = decided([regiment(at)])
    assert soviet - 1 == points
    state = build_position(ROW, [panzer("0112"), rifles("0118")])
    move(state, 0, "0106")
    move(state, 0, "0110")
    decide_game(state)
    assert state.game.nearest == 3
    beyond = {"victory.summer_approach_beyond": 40}
    _, (_, soviet) = decided([regiment("0115")], rules=beyond)
    assert soviet - 1 == 40


@pytest.mark.rule("stalingrad_1942 S2d, S2e")
def test_uranus_pays_for_towns_the_city_and_the_ring():
    _, points = decided([regiment("0103"), regiment("0102")], scenario="uranus")
    assert points == (1 + 10 + 10, 1)
    _, points = decided([regiment("0102")], scenario="uranus", surrounded=1)
    assert points == (1, 1 + 50)
    _, points = decided(scenario="uranus", surrounded=1)
    assert points == (1, 1 + 100 + 50)


@pytest.mark.rule("stalingrad_1942 S3d, S3e")
def test_winter_storm_pays_for_the_link_and_the_city():
    _, (axis, soviet) = decided([regiment("0103"), regiment("0102")], scenario="winter_storm")
    assert (axis, soviet) == (1 + 20 + 100, 50)
    _, (axis, soviet) = decided([regiment("0103")], scenario="winter_storm", surrounded=1)
    assert (axis, soviet) == (1, 50)
    _, (axis, soviet) = decided(scenario="winter_storm", surrounded=1)
    assert (axis, soviet) == (1, 100 + 50)


@pytest.mark.rule("stalingrad_1942 S3f")
def test_the_highest_river_that_the_relief_never_crossed_counts():
    sides = {(f"01{k}", f"01{k - 1}"): "river" for k in (19, 17, 15, 13)}
    rivers = {(f"01{k}", f"01{k - 1}"): n + 1 for n, k in enumerate((19, 17, 15, 13))}

    def soviets(to, sixth_army=0, **rules):
        unit = panzer("0119", sixth_army=sixth_army, movement=30)
        state = build_position(
            ROW,
            [unit],
            scenario="winter_storm",
            sides=sides,
            rivers=rivers,
            surrounded=1,
            rules=rules,
        )
        if to:
            move(state, 0, to)
        decide_game(state)
        return state.game.vp_soviet - 100

    assert [soviets(to) for to in ("", "0118", "0116", "0114", "0112")] == [50, 30, 15, 8, 0]
    assert soviets("0112", sixth_army=1) == 50
    assert soviets("0118", **{"victory.highest_river_only": 0}) == 30 + 15 + 8


@pytest.mark.rule("stalingrad_1942 S1e, S2d, S3d")
@pytest.mark.parametrize(
    ("surrounded", "level", "winner"),
    [(0, Level.CLEAR, Side.AXIS), (1, Level.DECISIVE, Side.SOVIET)],
)
def test_more_points_win_and_the_margin_is_the_level(surrounded, level, winner):
    units = [regiment("0103"), regiment("0102"), regiment("0101")]
    if surrounded:
        units = []
    state, (axis, soviet) = decided(units, scenario="uranus", surrounded=surrounded)
    assert (state.game.winner, state.game.level) == (winner, level)
    assert abs(axis - soviet) == abs(state.game.vp)


@pytest.mark.rule("stalingrad_1942 S2d, S2e")
def test_equal_points_are_a_draw_and_a_few_more_a_marginal_victory():
    rules = {"victory.uranus_german_not_encircled": 0}
    state, points = decided([regiment("0103")], scenario="uranus", rules=rules)
    assert points == (1, 1)
    assert (state.game.winner, state.game.level) == (-1, Level.DRAW)
    state, points = decided([regiment("0101"), rifles("0120")], scenario="uranus")
    assert points == (1 + 10, 1 + 100)
    state, points = decided([regiment("0103")], scenario="uranus")
    assert (state.game.winner, state.game.level) == (Side.AXIS, Level.MARGINAL)
