"""The arrays of a game before its first turn: map and charts of a variant, and blank ones to play.

Rule: common 15.1
"""

from __future__ import annotations

import numpy as np

from balance.games.boards import GameMap
from balance.games.common.order_of_battle import OrderOfBattle
from balance.games.common.stacks import build_costs
from balance.games.common.state import (
    BATTLE,
    CLASSES,
    GAME,
    GROUND,
    MAX_BATTLES,
    MAX_EVENTS,
    MAX_TURNS,
    NO_LINE,
    PROHIBITED,
    TURN,
    State,
)
from balance.games.common.tables import (
    load_calendar,
    load_crt,
    load_mobility,
    load_odds,
    load_results,
    load_sequence,
    load_sides,
    load_terrain,
    load_weather,
)
from balance.games.common.vocabulary import Feature, Phase, Policy, Side
from balance.games.new_game import blank_fields, open_game
from balance.kernel.reach import CLOSED
from balance.rulebook.record import rules_record
from balance.rulebook.ruleset import Ruleset

#: Fields of ``State`` that play never changes; a game that keeps a trace gets one of its own.
STATIC_FIELDS = frozenset(
    (
        *("rules", "strengths", "hexes", "board", "terrain", "sides"),
        *("mobility", "crt", "odds", "results", "sequence", "calendar", "weather", "effects"),
        *("sudden", "trace", "traced"),
    )
)


def assemble_state(
    ruleset: Ruleset, game_map: GameMap, order_of_battle: OrderOfBattle, sudden: np.ndarray
) -> State:
    """Build the state of a game in which no unit stands on the map yet.

    Rule: common 5.5, 15.1

    sudden : int16[2, n + 1], places that win the game at once, by side
    """
    count = len(game_map.hexes)
    weather, effects = load_weather(ruleset)
    fields = blank_fields(
        game_map.hexes,
        order_of_battle.units,
        game=GAME,
        ground=GROUND,
        events=MAX_EVENTS,
        battles=(BATTLE, MAX_BATTLES),
        turns=(TURN, MAX_TURNS),
    )
    state = State(
        **fields,
        rules=rules_record(ruleset),
        strengths=order_of_battle.strengths,
        neighbour=game_map.neighbour,
        hexside=game_map.hexside,
        cost=np.full((2 * CLASSES, count, 6), PROHIBITED, np.uint16),
        terrain=load_terrain(ruleset),
        sides=load_sides(ruleset),
        mobility=load_mobility(ruleset),
        crt=load_crt(ruleset),
        odds=load_odds(ruleset),
        results=load_results(ruleset),
        sequence=load_sequence(ruleset),
        calendar=load_calendar(ruleset),
        weather=weather,
        effects=effects,
        sudden=sudden,
        blocked=np.zeros((2, count), np.int16),
        zones=np.zeros((2, count), np.int16),
        supply=np.full((2, count), NO_LINE, np.int16),
        trail=np.full(8, -1, np.int64),
        advance_value=np.zeros((2, count), np.int16),
        hold_steps=np.zeros((2, count), np.int16),
    )
    open_game(state, 0, Phase.SET_UP)
    state.game.step = -1
    state.game.mover = -1
    state.blocked[:, -1] = CLOSED
    state.units["start_hex"] = count - 1
    behind = (game_map.hexes["features"] & Feature.SOVIET_SIDE) != 0
    state.ground["control"] = np.where(behind, Side.SOVIET, Side.AXIS)
    # A player who says nothing advances with all he has.
    state.policy[:, Policy.ADVANCE] = 99
    build_costs(state)
    return state
