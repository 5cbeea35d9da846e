"""The referee of Operation Star against the slow one, in one position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from balance.games.army_group_south.attack import check_attack, make_attack
from balance.games.army_group_south.march import BEST, compute_reach
from balance.games.army_group_south.overrun import check_overrun, make_overrun
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.retreat import NO_WAY, find_retreat
from balance.games.army_group_south.state import State
from balance.games.army_group_south.supply import current_mode, is_in_communication, is_supplied
from balance.games.army_group_south.vocabulary import Phase, Side
from balance.kernel.reach import UNREACHED
from tests.oracles.army_group_south import movement, odds, retreats
from tests.oracles.army_group_south.board import Board, is_headquarters
from tests.oracles.army_group_south.supply import Supply
from tests.oracles.copies import copied
from tests.oracles.tally import Tally

Questions = Iterator[tuple[str, Any, Any]]

#: Units asked in a position, and battles fought.
MOVERS, RETREATERS, BATTLES = 25, 12, 12


def compare(state: State, tally: Tally, rng: np.random.Generator) -> None:
    """Ask both referees about one position."""
    if state.game.ended:
        return
    board = Board(state)
    tally.compare("supply", _supply(board))
    tally.compare("retreats", _retreats(board, rng))
    if state.game.phase in (*movement.FIRST_PHASE.values(), *movement.SECOND_PHASE.values()):
        tally.compare("movement", _movement(board, rng))
        tally.compare("overruns", _overruns(board, rng))
    if state.game.phase in (Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT):
        tally.compare("odds", _attacks(board, rng))


def _named(board: Board, unit: Any, what: str) -> str:
    game = board.state.game
    return (
        f"seed {game.seed}, turn {game.game_turn}, phase {game.phase}, unit {unit.number}: {what}"
    )


def _some(rng: np.random.Generator, units: list[Any], most: int) -> list[Any]:
    return [units[i] for i in rng.permutation(len(units))[:most]]


def _on_map(board: Board, side: int | None = None) -> list[Any]:
    units = [u for stack in board.stacks.values() for u in stack]
    return [u for u in units if side is None or u.side == side]


def _supply(board: Board) -> Questions:
    state, supply = board.state, Supply(board)
    for unit in _on_map(board):
        u = np.int64(unit.number)
        yield _named(board, unit, "supplied"), bool(is_supplied(state, u)), supply.is_supplied(unit)
        if unit.side == Side.SOVIET:
            yield _named(board, unit, "mode"), int(current_mode(state, u)), supply.mode(unit)
            if not is_headquarters(unit):
                heard = bool(is_in_communication(state, u))
                yield _named(board, unit, "command"), heard, supply.is_in_communication(unit)


def _movement(board: Board, rng: np.random.Generator) -> Questions:
    state = board.state
    for unit in _some(rng, _on_map(board, int(state.game.side)), MOVERS):
        compute_reach(state, np.int64(unit.number))
        best = state.work[BEST, : board.off]
        found = {int(h): int(best[h]) for h in np.flatnonzero(best != UNREACHED)}
        yield _named(board, unit, f"reach from {unit.hex}"), found, movement.reach(board, unit)


def _retreats(board: Board, rng: np.random.Generator) -> Questions:
    state = board.state
    threatened = [u for u in _on_map(board) if u.hex in board.zones[1 - u.side]]
    for unit in _some(rng, threatened, RETREATERS):
        hexes = int(rng.integers(1, 4))
        number, leaves = np.int64(unit.number), bool(rng.random() < 0.5)
        way = int(find_retreat(state, number, np.int64(hexes), np.int64(0), leaves))
        best = retreats.best_ways(board, unit, hexes, leaves=leaves)
        words = _named(board, unit, f"retreat of {hexes} from {unit.hex}")
        if way == NO_WAY or not best:
            yield words, way == NO_WAY, not best
            continue
        taken = _hexes_of(state, unit.hex, way, hexes)
        yield f"{words} by {taken}", True, taken in best
        if taken[-1] != board.off:
            yield f"{words}, standing order", best.get(taken), max(best.values())


def _hexes_of(state: State, start: int, way: int, hexes: int) -> retreats.Way:
    """Hexes of a way that is written as directions, as far as the map goes."""
    taken = [start]
    for _ in range(hexes):
        taken.append(int(state.neighbour[taken[-1], way % 6]))
        way //= 6
        if taken[-1] == len(state.ground) - 1:
            break
    return tuple(taken)


def _parties(board: Board, rng: np.random.Generator) -> Iterator[tuple[list[int], list[int]]]:
    """Random units beside enemies, and one or two hexes that they could attack."""
    side = int(board.state.game.side)
    fronts = {
        h: beside
        for h, stack in sorted(board.stacks.items())
        if stack[0].side == 1 - side
        and (beside := [n for n, _ in board.neighbours(h) if board.owner(n) == side])
    }
    for target in _some(rng, list(fronts), BATTLES):
        around = [u.number for h in fronts[target] for u in board.stacks[h]]
        targets = [target]
        others = [h for h, _ in board.neighbours(target) if h in fronts]
        if others and rng.random() < 0.3:
            targets.append(others[0])
        yield targets, [u for u in around if rng.random() < 0.6]


def _attacks(board: Board, rng: np.random.Generator) -> Questions:
    """Fight battles in copies of the position, and compare what was reckoned."""
    for targets, party in _parties(board, rng):
        hexes, units = np.array(targets, np.int64), np.array(party, np.int64)
        if check_attack(board.state, hexes, len(hexes), units, len(units)) == Refusal.OK:
            after = copied(board.state)
            assert make_attack(after, hexes, len(hexes), units, len(units), -1) == Refusal.OK
            yield from _battle(board, after, targets, party)


def _overruns(board: Board, rng: np.random.Generator) -> Questions:
    """Overrun in copies of the position, by units of one hex."""
    for (target, *_), party in _parties(board, rng):
        units = [u for u in party if board.units[u].hex == board.units[party[0]].hex]
        units = [u for u in units if not is_headquarters(board.units[u])]
        chosen = np.array(units, np.int64)
        if check_overrun(board.state, chosen, len(chosen), np.int64(target)) == Refusal.OK:
            after = copied(board.state)
            assert make_overrun(after, chosen, len(chosen), np.int64(target)) == Refusal.OK
            yield from _battle(board, after, [target], units)


def _battle(board: Board, after: State, targets: list[int], party: list[int]) -> Questions:
    """Compare the last battle of a state with what the position before it promised."""
    row = after.battles[after.game.battle_count - 1]
    if row.die == 0:  # units of no strength left one side empty
        return
    fighters = [*party, *(u.number for h in targets for u in board.stacks[h])]
    gone = frozenset(u for u in fighters if odds.has_no_strength(board, board.units[u]))
    seen = Board(board.state, gone)
    attackers = [seen.units[u] for u in party if u not in gone]
    held = [h for h in targets if h in seen.stacks]
    expected = odds.odds(seen, attackers, held, overrun=bool(row.overrun))
    found = odds.Odds(int(row.attack), int(row.headquarters), int(row.defense), int(row.final_odds))
    yield _named(board, attackers[0], f"attack by {party} on {targets}"), found, expected
