"""Counts of play that a wargamer would laugh at, over whole games of Operation Blue.

    python -m tests.staff.drive_on_stalingrad.counts --games 12 [--axis NAME] [--soviet NAME]

Each is taken from what stands where as player turns begin and end, with open eyes: what a stack
holds, not what the enemy thinks it does. Strength is the attack factor of a unit as it stands.

idle
    Share of a side's strength that stands six hexes or more from any enemy at the ends of two of
    its player turns in a row. Left out: who could not move (frozen armies) or has just arrived.
parked
    The part of it that has come no nearer to any enemy meanwhile: neither on the march to the front
    nor met by one.
in a corner
    The part of the idle that stands within ``CORNER`` hexes of a corner of the map.
weak prizes
    Prizes of the enemy, held by less than a third of the strength that could attack them, rivers
    and supply counted, as the last player turn of a side begins, and that it neither attacks in its
    last two turns nor takes, a game.
open prizes
    Empty prizes of the enemy that a unit can march into as the last movement phase of a side begins
    and that it has not taken when the game ends, a game.
left alone
    Prizes and towns where a lone enemy unit out of supply stands within four hexes of eight own
    units at the starts of two player turns in a row and is attacked in neither, a game.

Only games that last to the last turn count in ``weak prizes`` and ``open prizes``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from balance.experiments.scenarios import find_scenario
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    EventKind,
    Feature,
    Hexside,
    Phase,
    Side,
    Status,
    SupplyState,
)
from balance.kernel.hexes import distances
from balance.strategy.play import Match, prepare

SIDES = ("axis", "soviet")
#: Hexes from any enemy from which strength is idle, and from a corner within which it hides.
FAR, CORNER = 6, 8
#: Game turns in which most of it is idle.
MIDWAY = (6, 7)
#: Hexes around a lone unit in which so many of the other side count as enough to deal with it.
AROUND, ENOUGH = 4, 8
#: A prize is held weakly if more than so many times its defense stands next to it.
WEAKLY = 3.0
#: Hexes that each side plays for: points, and what ends the game at once.
PRIZES = (int(Feature.VP), int(Feature.VP) | int(Feature.SUDDEN_DEATH))
_TOWNS = int(Feature.TOWN) | int(Feature.CITY)
_STARTS = (int(Phase.AXIS_START), int(Phase.SOVIET_START))


@dataclass
class Counts:
    """What has been counted, by side."""

    games: int = 0
    full_games: int = 0
    seen: np.ndarray = field(default_factory=lambda: np.zeros(2))
    idle: np.ndarray = field(default_factory=lambda: np.zeros(2))
    seen_midway: np.ndarray = field(default_factory=lambda: np.zeros(2))
    idle_midway: np.ndarray = field(default_factory=lambda: np.zeros(2))
    parked: np.ndarray = field(default_factory=lambda: np.zeros(2))
    cornered: np.ndarray = field(default_factory=lambda: np.zeros(2))
    weak_prizes: list[tuple[int, int, int]] = field(default_factory=list)  # seed, side, hex
    open_prizes: list[tuple[int, int, int]] = field(default_factory=list)
    left_alone: list[tuple[int, int, int]] = field(default_factory=list)
    wins: int = 0
    attacks: np.ndarray = field(default_factory=lambda: np.zeros(2))
    taken: dict[int, list[int]] = field(default_factory=dict)  # hex -> turns, 99 for never

    def share(self, what: np.ndarray) -> tuple[float, float]:
        """Share of the strength seen, of either side."""
        axis, soviet = what / np.maximum(1.0, self.seen)
        return float(axis), float(soviet)

    def a_game(self, cases: Sequence[tuple[int, int, int]], side: int, *, full: bool) -> float:
        """Cases of a side in a game."""
        games = self.full_games if full else self.games
        return sum(case[1] == side for case in cases) / max(1, games)


class Counter:
    """Counts while games are played; a ``Watcher`` of one game after another."""

    def __init__(self, dated: Iterable[int] = ()) -> None:
        self.counts = Counts()
        self._dated = list(dated)
        self._apart: np.ndarray = np.zeros((0, 0), np.int16)

    def begin(self, state: State) -> None:
        """Measure the map, once, and forget the last game."""
        if not len(self._apart):
            self._measure(state)
        self._ended: list[dict[int, tuple[float, int]]] = [{}, {}]
        self._alone: list[set[int]] = [set(), set()]
        self._battles = 0
        self._weak: list[list[int]] = [[], []]
        self._open: list[list[int]] = [[], []]
        self._opened = -1

    def before_phase(self, state: State) -> None:
        """Look at the beginning of a player turn, and of the last movement of a side."""
        phase, side = int(state.game.phase), int(state.game.side)
        last = int(state.rules.victory_last_turn)
        turn = int(state.game.game_turn)
        if phase in _STARTS and self._opened != 2 * turn + side:
            self._opened = 2 * turn + side
            self._look_at_lone_units(state, side)
            if turn == last:
                self._weak[side] = self._weakly_held(state, side)
        elif turn == last and is_movement_phase(state) and phase not in _STARTS:
            self._open[side] = self._in_reach(state, side)

    def after_phase(self, state: State) -> None:
        """Nothing: phases end when the referee says so."""

    def phase_closed(self, state: State) -> None:
        """Look where everybody stands when a player turn ends."""
        if int(state.game.phase) in (int(Phase.AXIS_SECOND), int(Phase.SOVIET_SECOND)):
            self._look_at_idlers(state, int(state.game.side))

    def end(self, state: State) -> None:
        """Count what was left undone."""
        counts = self.counts
        seed, last = int(state.game.seed), int(state.rules.victory_last_turn)
        counts.games += 1
        counts.wins += int(state.game.winner) == Side.AXIS
        counts.attacks += (int(state.game.attacks_axis), int(state.game.attacks_soviet))
        self._note_dates(state)
        if int(state.game.game_turn) < last or int(state.game.vp) >= int(
            state.rules.victory_vp_to_win
        ):
            return
        counts.full_games += 1
        control = np.asarray(state.ground["control"])
        for side in (0, 1):
            for h in self._weak[side]:
                if control[h] != side and not self._attacked(state, side, h, last - 1):
                    counts.weak_prizes.append((seed, side, h))
            for h in self._open[side]:
                if control[h] != side:
                    counts.open_prizes.append((seed, side, h))

    # --- parts

    def _measure(self, state: State) -> None:
        row, x2 = np.asarray(state.hexes["row"])[:-1], np.asarray(state.hexes["x2"])[:-1]
        self._apart = np.stack([distances(row, x2, h).astype(np.int16) for h in range(len(row))])
        rows, columns = (row.min(), row.max()), (x2.min(), x2.max())
        corners = [(r, x) for r in rows for x in columns]
        near = np.zeros(len(row), bool)
        for r, x in corners:
            h = int(np.argmin(np.abs(row - r) * 2 + np.abs(x2 - x)))
            near |= self._apart[h] <= CORNER
        self._corner = near

    def _standing(self, state: State, side: int) -> np.ndarray:
        units = state.units
        on_map = np.asarray(units["status"]) == Status.ON_MAP
        return np.flatnonzero(on_map & (np.asarray(units["side"]) == side))

    def _look_at_idlers(self, state: State, side: int) -> None:
        units = state.units
        enemies = np.unique(np.asarray(units["hex"])[self._standing(state, 1 - side)])
        if not len(enemies):
            return
        nearest = self._apart[:, enemies].min(axis=1)
        before, now = self._ended[side], {}
        frozen = np.asarray(units["frozen_by"])
        for u in self._standing(state, side).tolist():
            h = int(units["hex"][u])
            away = int(nearest[h])
            now[u] = (away, h)
            if u not in before or frozen[u] != 0:
                continue
            strength = strength_of(state, u)
            counts = self.counts
            counts.seen[side] += strength
            midway = int(state.game.game_turn) in MIDWAY
            counts.seen_midway[side] += strength * midway
            if away >= FAR and before[u][0] >= FAR:
                counts.idle[side] += strength
                counts.idle_midway[side] += strength * midway
                counts.parked[side] += strength * (away >= before[u][0])
                counts.cornered[side] += strength * bool(self._corner[h])
        self._ended[side] = now

    def _look_at_lone_units(self, state: State, side: int) -> None:
        """Note prizes and towns with a lone unsupplied enemy amid many of ours."""
        own = np.asarray(state.units["hex"])[self._standing(state, side)]
        features = np.asarray(state.hexes["features"])[:-1]
        found = set()
        for h in np.flatnonzero(features & (PRIZES[side] | _TOWNS)).tolist():
            ground = state.ground[h]
            if int(ground.occupant) != 1 - side or int(ground.stack) + int(ground.guns) != 1:
                continue
            if int(hex_supply(state, np.int64(1 - side), np.int64(h))) != SupplyState.OUT:
                continue
            if np.count_nonzero(self._apart[h, own] <= AROUND) >= ENOUGH:
                found.add(h)
        turn = int(state.game.game_turn)
        for h in found & self._alone[side]:
            # The turn that begins is still open: what counts are the two before.
            if not self._attacked(state, side, h, turn - 2):
                self.counts.left_alone.append((int(state.game.seed), side, h))
                found.discard(h)
        self._alone[side] = found

    def _weakly_held(self, state: State, side: int) -> list[int]:
        weak = []
        for h in self._prizes_of_enemy(state, side):
            defense = beside = 0.0
            around = set(np.asarray(state.neighbour[h]).tolist())
            for u in self._standing(state, 1 - side).tolist():
                if int(state.units["hex"][u]) == h:
                    defense += defense_of(state, u)
            for u in self._standing(state, side).tolist():
                here = int(state.units["hex"][u])
                if here in around:
                    beside += strength_of(state, u) * self._share(state, side, here, h)
            if 0.0 < WEAKLY * defense < beside:
                weak.append(h)
        return weak

    def _share(self, state: State, side: int, here: int, target: int) -> float:
        """Share of its strength that a unit attacks with: half by a river, half out of supply."""
        d = np.asarray(state.neighbour[here]).tolist().index(target)
        wet = int(state.hexside[here, d]) & int(Hexside.RIVER | Hexside.VOLGA)
        fed = int(hex_supply(state, np.int64(side), np.int64(here))) == SupplyState.REGULAR
        return (0.5 if wet else 1.0) * (1.0 if fed else 0.5)

    def _in_reach(self, state: State, side: int) -> list[int]:
        empty = {h for h in self._prizes_of_enemy(state, side) if int(state.ground[h].occupant) < 0}
        found: set[int] = set()
        for u in self._standing(state, side).tolist():
            if found == empty:
                break
            if compute_reach(state, np.int64(u)) > 0:
                # Beyond the march of the unit the row holds what it held before.
                near = self._apart[int(state.units["hex"][u])] <= int(state.units["movement"][u])
                best = np.asarray(state.work[BEST, :-1])
                found |= empty & set(np.flatnonzero(near & (best >= 0)).tolist())
        return sorted(found)

    def _prizes_of_enemy(self, state: State, side: int) -> list[int]:
        features = np.asarray(state.hexes["features"])[:-1]
        control = np.asarray(state.ground["control"])[:-1]
        prizes = (features & PRIZES[side] != 0) & (control != side)
        return [int(h) for h in np.flatnonzero(prizes)]

    def _attacked(self, state: State, side: int, h: int, since: int) -> bool:
        battles = np.asarray(state.battles)[: int(state.game.battle_count)]
        here = (battles["hex"] == h) & (battles["attacker"] == side)
        return bool(np.any(here & (battles["game_turn"] >= since)))

    def _note_dates(self, state: State) -> None:
        events = np.asarray(state.events)[: int(state.game.event_count)]
        for h in self._dated:
            taken = events[
                (events["hex"] == h)
                & (events["kind"] == EventKind.TOWN_TAKEN)
                & (events["value"] == Side.AXIS)
            ]
            turn = int(taken["game_turn"].min()) if len(taken) else 99
            self.counts.taken.setdefault(h, []).append(turn)


def strength_of(state: State, unit: int) -> float:
    """Attack factor of a unit as it stands."""
    counter = state.units[unit]
    reduced = int(counter.steps) < int(counter.full_steps)
    return float(counter.attack_reduced if reduced else counter.attack)


def defense_of(state: State, unit: int) -> float:
    """Defense factor of a unit as it stands."""
    counter = state.units[unit]
    reduced = int(counter.steps) < int(counter.full_steps)
    return float(counter.defense_reduced if reduced else counter.defense)


#: Places whose dates history tells.
DATED = ("Voronezh", "Rostov", "Kalach", "Maikop")


def open_match(axis: str, soviet: str) -> Match:
    """Two players of Operation Blue under the rules as printed."""
    scenario = find_scenario("blue")
    return prepare(scenario.game, scenario.name, scenario.game.rules, axis, soviet)


def count(match: Match, seeds: Iterable[int]) -> Counts:
    """Play games and count."""
    places: Any = match.playable.roster.places
    counter = Counter(places[name] for name in DATED)
    for seed in seeds:
        played = match.play(seed, watcher=counter)
        assert not played.error, played.error
    return counter.counts


def merge(parts: Iterable[Counts]) -> Counts:
    """Counts of several pairings together; dates are left out."""
    whole = Counts()
    for part in parts:
        for name in ("games", "full_games", "wins"):
            setattr(whole, name, getattr(whole, name) + getattr(part, name))
        for name in ("seen", "idle", "seen_midway", "idle_midway", "parked", "cornered", "attacks"):
            setattr(whole, name, getattr(whole, name) + getattr(part, name))
        for name in ("weak_prizes", "open_prizes", "left_alone"):
            getattr(whole, name).extend(getattr(part, name))
    return whole


def shipped(side: str) -> list[str]:
    """Names of the shipped openings of a side."""
    folder = Path(__file__).parents[3] / "strategies" / "drive_on_stalingrad"
    return sorted(path.stem.removeprefix(f"{side}_") for path in folder.glob(f"{side}_*.toml"))


HEAD = f"{'AXIS':18s} {'SOVIET':18s} {'WIN':>4s}  " + " ".join(
    f"{name:>9s}"
    for name in ("IDLE", "MIDWAY", "PARKED", "CORNER", "WEAK", "OPEN", "ALONE", "ATTACKS", " DATES")
)


def told(axis: str, soviet: str, counts: Counts) -> str:
    """One row: shares in percent and cases a game, German / Soviet; median dates."""

    def both(pair: Iterable[float], form: str) -> str:
        return "/".join(form.format(value) for value in pair).rjust(9)

    def cases(which: Sequence[tuple[int, int, int]], *, full: bool) -> str:
        return both((counts.a_game(which, side, full=full) for side in (0, 1)), "{:.2f}")

    shares = [counts.share(what) for what in (counts.idle, counts.parked, counts.cornered)]
    shares.insert(1, tuple(counts.idle_midway / np.maximum(1.0, counts.seen_midway)))
    parts = [both((100 * each for each in pair), "{:.0f}") for pair in shares]
    parts += [cases(counts.weak_prizes, full=True), cases(counts.open_prizes, full=True)]
    parts += [cases(counts.left_alone, full=False)]
    parts += [both(counts.attacks / counts.games, "{:.0f}")]
    dates = " ".join(f"{int(np.median(turns))}" for turns in counts.taken.values())
    win = f"{100 * counts.wins / counts.games:4.0f}"
    return f"{axis:18s} {soviet:18s} {win}  {' '.join(parts)}  {dates}"


def main() -> None:
    """Count over pairings and print a row for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--first", type=int, default=1_000_000)
    parser.add_argument("--axis", nargs="*", default=shipped("axis"))
    parser.add_argument("--soviet", nargs="*", default=shipped("soviet"))
    asked = parser.parse_args()
    print(HEAD)
    rows = []
    for axis in asked.axis:
        for soviet in asked.soviet:
            match = open_match(axis, soviet)
            counts = count(match, range(asked.first, asked.first + asked.games))
            rows.append(counts)
            print(told(axis, soviet, counts), flush=True)
            for what in ("weak_prizes", "open_prizes", "left_alone"):
                cases = getattr(counts, what)
                if cases and len(asked.axis) * len(asked.soviet) == 1:
                    names = match.hex_names
                    listed = ", ".join(f"{s} {SIDES[side]} {names[h]}" for s, side, h in cases)
                    print(f"  {what}: {listed}")
    whole = merge(rows)
    print(told("all", "", whole))


if __name__ == "__main__":
    main()
