"""The compiled referee of Operation Blue against the slow one, in one position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.assault import check_assault, make_assault
from balance.games.drive_on_stalingrad.losses import check_losses, order_losses
from balance.games.drive_on_stalingrad.mobile_assault import (
    check_mobile_assault,
    make_mobile_assault,
)
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import supply_state
from balance.games.drive_on_stalingrad.vocabulary import Result, Side, Status
from balance.kernel.reach import UNREACHED
from tests.oracles.copies import copied
from tests.oracles.drive_on_stalingrad import losses, movement, odds, retreats
from tests.oracles.drive_on_stalingrad.board import GUEST, Board
from tests.oracles.tally import Tally

Questions = Iterator[tuple[str, Any, Any]]

#: Units asked in a position, battles fought, and those fought again as an exchange.
MOVERS, BATTLES, EXCHANGES = 15, 12, 3


def compare(state: State, tally: Tally, rng: np.random.Generator) -> None:
    """Ask both referees about one position."""
    if state.game.ended:
        return
    board = Board(state)
    tally.compare("supply", _supply(board))
    if movement.moves_now(board):
        tally.compare("movement", _movement(board, rng))
    if movement.moves_now(board) or movement.assaults_now(board):
        reckoned, retreated, paid = [], [], []
        for i, battle in enumerate(_battles(board, rng)):
            reckoned.append(battle.odds())
            retreated += battle.retreat()
            paid += battle.exchange() if i < EXCHANGES else ()
        tally.compare("odds", iter(reckoned))
        tally.compare("retreats", iter(retreated))
        tally.compare("losses", iter(paid))


def _named(board: Board, what: str) -> str:
    game = board.state.game
    return f"seed {game.seed}, turn {game.game_turn}, phase {game.phase}: {what}"


def _some(rng: np.random.Generator, items: list[Any], most: int) -> list[Any]:
    return [items[i] for i in rng.permutation(len(items))[:most]]


def _supply(board: Board) -> Questions:
    for h, stack in board.stacks.items():
        for unit in stack:
            found = int(supply_state(board.state, np.int64(unit.number)))
            words = _named(board, f"supply of unit {unit.number} in {h}")
            yield words, found, int(board.supply(unit.side, h))


def _movement(board: Board, rng: np.random.Generator) -> Questions:
    state = board.state
    movers = [u for stack in board.stacks.values() for u in stack if u.side == state.game.side]
    for unit in _some(rng, movers, MOVERS):
        compute_reach(state, np.int64(unit.number))
        best = state.work[BEST, : board.off]
        found = {int(h): int(best[h]) for h in np.flatnonzero(best != UNREACHED)}
        words = _named(board, f"reach of unit {unit.number} from {unit.hex}")
        yield words, found, movement.reach(board, unit)


def _battles(board: Board, rng: np.random.Generator) -> Iterator[Battle]:
    """Assaults by random units of random hexes on a hex that they stand beside."""
    side = int(board.state.game.side)
    mobile = movement.moves_now(board)
    fronts = {
        h: beside
        for h, stack in sorted(board.stacks.items())
        if stack[0].side == 1 - side
        and (beside := [n for n, _ in board.neighbours(h) if board.owner(n) == side])
    }
    for target in _some(rng, list(fronts), BATTLES):
        places = _some(rng, fronts[target], 1) if mobile else fronts[target]
        around = [u.number for h in places for u in board.stacks[h]]
        party = [u for u in around if rng.random() < 0.7]
        aircraft = int(rng.integers(2)) if side == Side.AXIS and not mobile else 0
        battle = Battle(board, target, party, aircraft, mobile=mobile)
        if battle.is_legal():
            yield battle


class Battle:
    """An assault, fought in copies of the position by tables that know one result."""

    def __init__(
        self, board: Board, target: int, party: list[int], aircraft: int, *, mobile: bool
    ) -> None:
        self.board, self.target, self.mobile = board, target, mobile
        self.units = np.array(party, np.int64)
        self.aircraft = aircraft
        self.words = _named(board, f"assault by {party} on {target}, mobile {mobile}")

    def is_legal(self) -> bool:
        """Whether the referee lets it happen."""
        state, count = self.board.state, len(self.units)
        if self.mobile:
            refusal = check_mobile_assault(state, self.units, count, np.int64(self.target))
        else:
            where, planes = np.int64(self.target), np.int64(self.aircraft)
            refusal = check_assault(state, where, self.units, count, planes)
        return bool(refusal == Refusal.OK)

    def odds(self) -> tuple[str, odds.Odds, odds.Odds]:
        """Fight it, and compare what was reckoned."""
        self.after = after = copied(self.board.state)
        self.row = row = self._fight(after, Result.DR)
        soviets_attack = after.game.side == Side.SOVIET
        spent = int(self.board.state.game.aircraft) - int(after.game.aircraft)
        expected = odds.odds(
            self.board,
            [self.board.units[int(u)] for u in self.units],
            self.target,
            mobile=self.mobile,
            attacking_aircraft=self.aircraft,
            defending_aircraft=spent if soviets_attack else 0,
        )
        shifts = ("terrain", "fortification", "concentric", "air", "first", "mobile")
        found = [int(row[f"shift_{shift}"]) for shift in shifts]
        reckoned = odds.Odds(int(row.attack), int(row.defense), *found, int(row.final_odds))
        return self.words, reckoned, expected

    def _fight(self, state: State, result: Result) -> np.record:
        """Fight it in a copy, whatever the die; give the row of the battle."""
        state.crt[:] = result
        count, where = len(self.units), np.int64(self.target)
        if self.mobile:
            make_mobile_assault(state, self.units, count, where)
        else:
            planes = np.int64(self.aircraft)
            make_assault(state, where, self.units, count, planes, np.int64(0))
        return state.battles[state.game.battle_count - 1]

    def exchange(self) -> Questions:
        """Compare who pays for an exchange, by standing orders and by a list, both drawn anew."""
        if self.row.die == 0:
            return
        # A generator of its own: the positions that others are asked about stay the same.
        rng = np.random.default_rng((self.board.state.game.seed, self.target))
        for listing in (False, True):
            after = copied(self.board.state)
            for field in ("reduction_priority", "loss_priority"):
                after.units[field] = rng.integers(0, 5, len(after.units))
            board = Board(after)
            attackers = [board.units[int(u)] for u in self.units]
            steps = losses.owed(board, self.target, attackers)
            payers = losses.any_way(attackers, steps, rng) if listing else []
            listed = np.array(payers, np.int64)
            refusal = int(check_losses(after, self.units, len(self.units), listed, len(listed)))
            order_losses(after, listed, len(listed))
            self._fight(after, Result.EX)
            left = losses.left(attackers, steps, payers)
            yield f"{self.words}: {payers} pay", (refusal, self._steps(after)), (0, left)

    def _steps(self, state: State) -> losses.Steps:
        """Steps left to the attackers, as far as they are still on the map."""
        units = {int(u): state.units[u] for u in self.units}
        on_map = Status.ON_MAP
        return {u: int(unit.steps) if unit.status == on_map else 0 for u, unit in units.items()}

    def retreat(self) -> Questions:
        """Compare where the defenders went, if the result was a retreat."""
        if self.row.result != Result.DR or self.row.die == 0:
            return
        # A mobile assault leaves its launch hex before the defenders retreat.
        absent = frozenset(int(u) for u in self.units) if self.mobile else frozenset()
        board = Board(self.board.state, absent)
        units = [u for u in board.stacks[self.target] if u.retreated != GUEST]
        places = {
            u.number: int(self.after.units[u.number].hex)
            for u in units
            if self.after.units[u.number].status == Status.ON_MAP
        }
        gone = set(places.values()) - {self.target}
        best = retreats.best_hexes(board, units)
        if best:
            yield f"{self.words}: {gone} of {best}", True, len(gone) == 1 and gone <= best
        elif gone:
            yield (
                f"{self.words}: apart to {places}",
                True,
                (
                    len(places) == len(units)
                    and retreats.may_split(board, units)
                    and retreats.is_lawful_split(board, units, places)
                ),
            )
        else:
            yield f"{self.words}: trapped", False, retreats.can_split(board, units)
