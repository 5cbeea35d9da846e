"""Counts of play that a wargamer would laugh at, over whole games; what a game is, it says itself.

    python -m tests.staff.counts SCENARIO --games 12 [--axis NAME ...] [--soviet NAME ...]

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
    Prizes of the enemy that an attack pays for, held by less than a third of the strength that
    could attack them, rivers and supply counted, as the last player turn of a side begins, and that
    it neither attacks in its last two turns nor takes, a game.
open prizes
    Empty prizes of the enemy that a unit can march into as the last movement phases of a side begin
    and that it has not taken when its player turn ends, a game. A unit that stands in another prize
    then can't have been in both, and one that took none could have taken one.
left alone
    Prizes and towns where a lone enemy unit out of supply stands within four hexes of eight own
    units at the starts of two player turns in a row and is attacked in neither, a game.
headquarters
    Headquarters eliminated, a game.

Only games that last to the last turn count in ``weak prizes`` and ``open prizes``.
"""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any

import numpy as np

from balance.experiments.scenarios import find_scenario
from balance.games.searches import BEST
from balance.kernel.hexes import distances
from balance.staff.craft.questions import ON_MAP
from balance.strategy.field import read_field
from balance.strategy.play import prepare

SIDES = ("axis", "soviet")
#: Hexes from any enemy from which strength is idle, and from a corner within which it hides.
FAR, CORNER = 6, 8
#: Hexes around a lone unit in which so many of the other side count as enough to deal with it.
AROUND, ENOUGH = 4, 8
#: A prize is held weakly if more than so many times its defense stands next to it.
WEAKLY = 3.0
NEVER = 99

#: What was seen of a side in a hex of a game: its seed, side and hex.
Case = tuple[int, int, int]


def _two() -> np.ndarray:
    return np.zeros(2)


@dataclass
class Counts:
    """What has been counted, by side."""

    games: int = 0
    full_games: int = 0
    seen: np.ndarray = field(default_factory=_two)
    idle: np.ndarray = field(default_factory=_two)
    parked: np.ndarray = field(default_factory=_two)
    cornered: np.ndarray = field(default_factory=_two)
    weak_prizes: list[Case] = field(default_factory=list)
    open_prizes: list[Case] = field(default_factory=list)
    left_alone: list[Case] = field(default_factory=list)
    headquarters: np.ndarray = field(default_factory=_two)
    wins: int = 0
    attacks: np.ndarray = field(default_factory=_two)
    taken: dict[int, list[int]] = field(default_factory=dict)  # hex -> turns

    def share(self, what: np.ndarray) -> tuple[float, float]:
        """Share of the strength seen, of either side."""
        axis, soviet = what / np.maximum(1.0, self.seen)
        return float(axis), float(soviet)

    def a_game(self, cases: Sequence[Case], side: int, *, full: bool = False) -> float:
        """Cases of a side in a game, one that lasted to its end if ``full``."""
        games = self.full_games if full else self.games
        return sum(case[1] == side for case in cases) / max(1, games)

    def add(self, other: Counts) -> None:
        """Add what was counted in other games."""
        for name in (each.name for each in fields(self)):
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, dict):
                for h, turns in theirs.items():
                    mine.setdefault(h, []).extend(turns)
            else:
                setattr(self, name, mine + theirs)

    def rest(self) -> str:
        """What stands at the end of a row: the median turns in which dated places were taken."""
        return " ".join(f"{np.median(turns):g}" for turns in self.taken.values())


class Counter(ABC):
    """Counts while games are played; a ``Watcher`` of one game after another."""

    #: Phases in which a player turn begins, and ends.
    starts: frozenset[int]
    ends: frozenset[int]
    #: Places whose dates history tells, and the kind of event that says that a side took one.
    dated: tuple[str, ...] = ()
    taking: int = -1
    #: The kernel that finds where a unit may go, and the kind of unit that doesn't fight.
    compute_reach: Callable[[Any, np.int64], int]
    headquarters: int = -1
    #: Status of an eliminated unit, in games that have headquarters.
    eliminated: int = 2
    counts_of: type[Counts] = Counts

    def __init__(self, dated: Iterable[int] = ()) -> None:
        self.counts = self.counts_of()
        self._dated = list(dated)
        self._apart: np.ndarray = np.zeros((0, 0), np.int16)

    @abstractmethod
    def prizes(self, state: Any, side: int) -> np.ndarray:
        """Whether each hex is one that a side plays for."""

    def places(self, state: Any, side: int) -> np.ndarray:
        """Whether each hex is a prize or another place in which a lone enemy is not left alone."""
        return self.prizes(state, side)

    def worth_an_attack(self, state: Any, side: int) -> np.ndarray:
        """Whether each hex is a prize that an attack in the last turns pays for."""
        return self.prizes(state, side)

    def holds(self, state: Any, side: int) -> np.ndarray:
        """Whether each hex counts for a side."""
        return np.asarray(state.ground["control"])[:-1] == side

    @abstractmethod
    def last_turn(self, state: Any) -> int:
        """Number of the last game turn."""

    def is_starving(self, state: Any, side: int, h: int) -> bool:
        """Whether the units of a side in a hex are out of supply."""
        return int(state.units[int(state.ground[h].first)].unsupplied) > 0

    @abstractmethod
    def strength(self, state: Any, unit: int) -> float:
        """Attack factor of a unit as it stands."""

    @abstractmethod
    def defense(self, state: Any, unit: int) -> float:
        """Defense factor of a unit as it stands."""

    def share(self, state: Any, side: int, here: int, target: int) -> float:
        """Share of its strength that a unit attacks with, from one hex into the next."""
        return 1.0

    def could_move(self, state: Any, unit: int) -> bool:
        """Whether the rules let a unit leave where it stands."""
        return True

    def is_busy(self, unit: int) -> bool:
        """Whether a unit has done something in this player turn, wherever it stands now."""
        return False

    def marches(self, state: Any) -> bool:
        """Whether this phase is one in which units may march for the last time in a player turn."""
        return int(state.game.phase) in self.starts

    def rests(self, state: Any) -> bool:
        """Whether nobody may fight in this game turn."""
        return False

    def lasted(self, state: Any) -> bool:
        """Whether a game went to its last turn."""
        return int(state.game.game_turn) >= self.last_turn(state)

    # --- a watcher

    def begin(self, state: Any) -> None:
        """Measure the map, once, and forget the last game."""
        if not len(self._apart):
            self._measure(state)
        self._ended: list[dict[int, tuple[int, int]]] = [{}, {}]
        self._alone: list[set[int]] = [set(), set()]
        self._weak: list[list[int]] = [[], []]
        self._open: list[dict[int, set[int]]] = [{}, {}]
        self._missed: list[list[int]] = [[], []]
        self._opened = -1

    def before_phase(self, state: Any) -> None:
        """Look at the beginning of a player turn, and of the last movement of a side."""
        phase, side = int(state.game.phase), int(state.game.side)
        turn, last = int(state.game.game_turn), self.last_turn(state)
        if phase in self.starts and self._opened != 2 * turn + side and not self.rests(state):
            self._opened = 2 * turn + side
            self._look_at_lone_units(state, side)
            if turn == last:
                self._weak[side] = self._weakly_held(state, side)
        if turn == last and self.marches(state):
            for h, able in self._open_to(state, side).items():
                self._open[side].setdefault(h, set()).update(able)

    def after_phase(self, state: Any) -> None:  # noqa: B027
        """Nothing: phases end when the referee says so."""

    def phase_closed(self, state: Any) -> None:
        """Look where everybody stands when a player turn ends."""
        if int(state.game.phase) not in self.ends:
            return
        side = int(state.game.side)
        if not self.rests(state):
            self._look_at_idlers(state, side)
        if int(state.game.game_turn) == self.last_turn(state):
            holds = self.holds(state, side)
            left = {h: able for h, able in self._open[side].items() if not holds[h]}
            self._missed[side] = self._who_could(state, left, side)
            self._weak[side] = [h for h in self._weak[side] if not holds[h]]

    def end(self, state: Any) -> None:
        """Count what was left undone."""
        counts = self.counts
        seed, last = int(state.game.seed), self.last_turn(state)
        counts.games += 1
        counts.wins += int(state.game.winner) == 0
        counts.attacks += (int(state.game.attacks_axis), int(state.game.attacks_soviet))
        units = state.units.view(np.ndarray)
        gone = (units["status"] == self.eliminated) & (units["kind"] == self.headquarters)
        counts.headquarters += np.bincount(units["side"][gone], minlength=2)
        self._note_dates(state)
        if not self.lasted(state):
            return
        counts.full_games += 1
        for side in (0, 1):
            counts.open_prizes += [(seed, side, h) for h in self._missed[side]]
            for h in self._weak[side]:
                if not self._attacked(state, side, h, last - 1):
                    counts.weak_prizes.append((seed, side, h))

    # --- parts

    def _measure(self, state: Any) -> None:
        row, x2 = np.asarray(state.hexes["row"])[:-1], np.asarray(state.hexes["x2"])[:-1]
        self._apart = np.stack([distances(row, x2, h).astype(np.int16) for h in range(len(row))])
        rows, columns = (row.min(), row.max()), (x2.min(), x2.max())
        near = np.zeros(len(row), bool)
        for r, x in ((r, x) for r in rows for x in columns):
            h = int(np.argmin(np.abs(row - r) * 2 + np.abs(x2 - x)))
            near |= self._apart[h] <= CORNER
        self._corner = near

    def _standing(self, state: Any, side: int) -> np.ndarray:
        units = state.units.view(np.ndarray)
        fights = (units["status"] == ON_MAP) & (units["kind"] != self.headquarters)
        return np.flatnonzero(fights & (units["side"] == side))

    def _look_at_idlers(self, state: Any, side: int) -> None:
        units = state.units
        enemies = np.unique(np.asarray(units["hex"])[self._standing(state, 1 - side)])
        if not len(enemies):
            return
        nearest = self._apart[:, enemies].min(axis=1)
        before, now, counts = self._ended[side], {}, self.counts
        for u in self._standing(state, side).tolist():
            h = int(units["hex"][u])
            away = int(nearest[h])
            now[u] = (away, h)
            if u not in before or not self.could_move(state, u):
                continue
            strength = self.strength(state, u)
            counts.seen[side] += strength
            if away >= FAR and before[u][0] >= FAR and not self.is_busy(u):
                counts.idle[side] += strength
                counts.parked[side] += strength * (away >= before[u][0])
                counts.cornered[side] += strength * bool(self._corner[h])
        self._ended[side] = now

    def _look_at_lone_units(self, state: Any, side: int) -> None:
        """Note places with a lone unsupplied enemy amid many of ours."""
        own = np.asarray(state.units["hex"])[self._standing(state, side)]
        theirs = np.asarray(state.units["hex"])[self._standing(state, 1 - side)]
        lone = self.places(state, side) & (np.bincount(theirs, minlength=len(self._apart)) == 1)
        found = {
            h
            for h in np.flatnonzero(lone).tolist()
            if self.is_starving(state, 1 - side, h)
            and np.count_nonzero(self._apart[h, own] <= AROUND) >= ENOUGH
        }
        turn = int(state.game.game_turn)
        for h in found & self._alone[side]:
            # The turn that begins is still open: what counts are the two before.
            if not self._attacked(state, side, h, turn - 2):
                self.counts.left_alone.append((int(state.game.seed), side, h))
                found.discard(h)
        self._alone[side] = found

    def _weakly_held(self, state: Any, side: int) -> list[int]:
        weak, hexes = [], np.asarray(state.units["hex"])
        theirs, own = self._standing(state, 1 - side), self._standing(state, side)
        for h in self._of_enemy(state, side, self.worth_an_attack(state, side)):
            defense = sum(self.defense(state, u) for u in theirs[hexes[theirs] == h].tolist())
            around = own[np.isin(hexes[own], np.asarray(state.neighbour[h]))].tolist()
            beside = sum(
                self.strength(state, u) * self.share(state, side, int(hexes[u]), h) for u in around
            )
            if 0.0 < WEAKLY * defense < beside:
                weak.append(h)
        return weak

    def _open_to(self, state: Any, side: int) -> dict[int, set[int]]:
        """Empty prizes of the enemy, each with the units that can march into it."""
        enemys = self._of_enemy(state, side, self.prizes(state, side))
        return self._in_reach(state, side, {h for h in enemys if state.ground[h].occupant < 0})

    def _in_reach(self, state: Any, side: int, hexes: set[int]) -> dict[int, set[int]]:
        """Those of some hexes that units of a side can march into, each with these units."""
        found: dict[int, set[int]] = {}
        for u in self._standing(state, side).tolist() if hexes else ():
            # Beyond the march of the unit the row holds what it held before.
            march = int(state.units["movement"][u])
            near = [h for h in hexes if self._apart[int(state.units["hex"][u]), h] <= march]
            if near and type(self).compute_reach(state, np.int64(u)) > 0:
                for h in near:
                    if state.work[BEST, h] >= 0:
                        found.setdefault(h, set()).add(u)
        return found

    def _who_could(self, state: Any, left: dict[int, set[int]], side: int) -> list[int]:
        """Those of the prizes left that units could have taken who stand in none, one each."""
        prizes, hexes = self.prizes(state, side), np.asarray(state.units["hex"])
        missed, used = [], set[int]()
        for h, able in sorted(left.items(), key=lambda each: len(each[1])):
            free = [u for u in able - used if hexes[u] >= len(prizes) or not prizes[hexes[u]]]
            if free:
                missed.append(h)
                used.add(min(free))
        return missed

    def _of_enemy(self, state: Any, side: int, hexes: np.ndarray) -> list[int]:
        """Those of some hexes (bool[n]) that don't count for a side."""
        found: list[int] = np.flatnonzero(hexes & ~self.holds(state, side)).tolist()
        return found

    def _attacked(self, state: Any, side: int, h: int, since: int) -> bool:
        battles = np.asarray(state.battles)[: int(state.game.battle_count)]
        here = (battles["hex"] == h) & (battles["attacker"] == side)
        return bool(np.any(here & (battles["game_turn"] >= since)))

    def _note_dates(self, state: Any) -> None:
        events = np.asarray(state.events)[: int(state.game.event_count)]
        taken = events[(events["kind"] == self.taking) & (events["value"] == 0)]
        for h in self._dated:
            turns = taken["game_turn"][taken["hex"] == h]
            turn = int(turns.min()) if len(turns) else NEVER
            self.counts.taken.setdefault(h, []).append(turn)


def count(scenario: str, axis: str, soviet: str, seeds: Iterable[int]) -> Counts:
    """Play games of a pairing under the rules as printed, and count."""
    found = find_scenario(scenario)
    match = prepare(found.game, found.name, found.game.rules, axis, soviet)
    kind = counter_of(found.game.name)
    counter = kind(match.playable.roster.places[name] for name in kind.dated)
    for seed in seeds:
        played = match.play(seed, watcher=counter)
        assert not played.error, played.error
    return counter.counts


def count_field(scenario: str, games: int, first: int) -> Any:
    """Count over the pairings of a field, by their weights, each game with a seed of its own."""
    field = read_field(find_scenario(scenario))
    pairings = [
        (each.axis, each.soviet, games * each.weight // field.weight) for each in field.pairings
    ]
    return count_pairings(scenario, pairings, first)


def count_pairings(scenario: str, pairings: Iterable[tuple[str, str, int]], first: int) -> Any:
    """Count over some games of each of some pairings, each with a seed of its own."""
    counted = []
    for axis, soviet, games in pairings:
        counted.append(count(scenario, axis, soviet, range(first, first + games)))
        first += games
    for other in counted[1:]:
        counted[0].add(other)
    return counted[0]


def counter_of(game: str) -> type[Counter]:
    """The counter of a game."""
    kind: type[Counter] = import_module(f"tests.staff.{game}.counts").Counter
    return kind


HEAD = f"{'AXIS':18s} {'SOVIET':18s} {'WIN':>4s}  " + " ".join(
    f"{name:>9s}"
    for name in ("IDLE", "PARKED", "CORNER", "WEAK", "OPEN", "ALONE", "HQ", "ATTACKS", " DATES")
)


def told(axis: str, soviet: str, counts: Counts) -> str:
    """One row: shares in percent and cases a game, German / Soviet; median dates."""

    def both(pair: Iterable[float], form: str) -> str:
        return "/".join(form.format(value) for value in pair).rjust(9)

    def cases(which: Sequence[Case], *, full: bool) -> str:
        return both((counts.a_game(which, side, full=full) for side in (0, 1)), "{:.2f}")

    shares = [counts.share(what) for what in (counts.idle, counts.parked, counts.cornered)]
    parts = [both((100 * each for each in pair), "{:.0f}") for pair in shares]
    parts += [cases(counts.weak_prizes, full=True), cases(counts.open_prizes, full=True)]
    parts += [cases(counts.left_alone, full=False)]
    parts += [both(counts.headquarters / counts.games, "{:.2f}")]
    parts += [both(counts.attacks / counts.games, "{:.0f}")]
    win = f"{100 * counts.wins / counts.games:4.0f}"
    return f"{axis:18s} {soviet:18s} {win}  {' '.join(parts)}  {counts.rest()}"


def main() -> None:
    """Count over pairings, those of the field where none are named, and print a row for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--first", type=int, default=1_000_000)
    parser.add_argument("--axis", nargs="*")
    parser.add_argument("--soviet", nargs="*")
    asked = parser.parse_args()
    field = read_field(find_scenario(asked.scenario))
    of_field = [(each.axis, each.soviet) for each in field.pairings]
    named = [(a, s) for a in asked.axis or () for s in asked.soviet or ()]
    print(HEAD)
    whole = counter_of(find_scenario(asked.scenario).game.name).counts_of()
    for axis, soviet in named or of_field:
        counts = count(asked.scenario, axis, soviet, range(asked.first, asked.first + asked.games))
        whole.add(counts)
        print(told(axis, soviet, counts), flush=True)
        for what in fields(counts) if len(named) == 1 else ():
            found = getattr(counts, what.name)
            if isinstance(found, list):
                cases = (f"{seed} {SIDES[side]} {h}" for seed, side, h in found)
                print(f"  {what.name}: {', '.join(cases)}")
    print(told("all", "", whole))


if __name__ == "__main__":
    main()
