"""Victory: points for places and losses, sudden death, and the end of the game (14)."""

from __future__ import annotations

from balance.games.common.state import State
from balance.games.common.vocabulary import AXIS, SOVIET, Ending, Level
from balance.kernel.compiled import inner
from balance.kernel.replaceable import replaceable


@inner
def count_places(state: State, side: int) -> int:
    """Places worth points that a side controls.

    Rule: common 14.1
    """
    held = 0
    for h in range(len(state.ground) - 1):
        held += min(1, _points_in(state, side, h))
    return held


@inner
def _points_in(state: State, side: int, h: int) -> int:
    """Points that a side has for a hex.

    Rule: common 14.1
    """
    return points_at(state, h) if state.ground[h].control == side else 0


@inner
@replaceable
def points_at(state: State, h: int) -> int:
    """Points that a hex counts now, whoever controls it.

    Rule: common 14.1
    """
    return state.hexes[h].vp


@inner
@replaceable
def points_of(state: State, side: int) -> int:
    """Victory points of a side now: its places, and the steps that the enemy has lost.

    Rule: common 14.1
    """
    points = 0
    for h in range(len(state.ground) - 1):
        points += _points_in(state, side, h)
    if side == AXIS:
        return points + state.rules.victory_axis_step_points * state.game.soviet_steps_lost
    return points + state.rules.victory_soviet_step_points * state.game.axis_steps_lost


@inner
def count_points(state: State) -> None:
    """Write the points of both sides as if the game ended now.

    Rule: common 14.1, 14.3
    """
    game = state.game
    game.vp_axis = points_of(state, AXIS)
    game.vp_soviet = points_of(state, SOVIET)
    game.vp = game.vp_axis - game.vp_soviet - state.rules.victory_handicap


@inner
def note_capture(state: State, side: int) -> None:
    """End the game if a side now controls all places that win it at once.

    Rule: common 14.2
    """
    wanted = 0
    for h in range(len(state.ground) - 1):
        if state.sudden[side, h] != 0:
            wanted += 1
            if state.ground[h].control != side:
                return
    if wanted > 0 and state.game.ended == 0:
        _end_game(state, side, Ending.SUDDEN_DEATH)


@inner
def judge_turn(state: State) -> None:
    """At the end of a game turn: sudden death by points, or after the last turn the decision.

    Rule: common 14.2, 14.3
    """
    rules, game = state.rules, state.game
    if game.ended != 0:
        return
    count_points(state)
    axis, soviet = rules.victory_axis_sudden_points, rules.victory_soviet_sudden_points
    if axis > 0 and game.vp >= axis:
        _end_game(state, AXIS, Ending.SUDDEN_DEATH)
    elif soviet > 0 and -game.vp >= soviet:
        _end_game(state, SOVIET, Ending.SUDDEN_DEATH)
    elif game.game_turn >= rules.sequence_last_turn:
        if game.vp == 0:
            _end_game(state, -1, Ending.POINTS)
        else:
            _end_game(state, AXIS if game.vp > 0 else SOVIET, Ending.POINTS)


@inner
def _end_game(state: State, winner: int, ending: int) -> None:
    """End the game, and say how clearly it is won.

    Rule: common 14.3
    """
    count_points(state)
    game = state.game
    game.ended = 1
    game.winner = winner
    game.ending = ending
    game.level = Level.DRAW if winner < 0 else _level_of(state, abs(game.vp))
    if ending == Ending.SUDDEN_DEATH:
        game.level = Level.DECISIVE


@inner
def _level_of(state: State, margin: int) -> int:
    """Level of a victory by a margin of points.

    Rule: common 14.3
    """
    if margin >= state.rules.victory_decisive_margin:
        return Level.DECISIVE
    return Level.CLEAR if margin >= state.rules.victory_clear_margin else Level.MARGINAL
