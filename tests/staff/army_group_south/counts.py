"""Counts of what a wargamer would laugh at in the play of the staff, from whole games.

``python -m tests.staff.army_group_south.counts --games 12 [--axis NAME] [--soviet NAME]`` plays
every pairing of the openings named, all that ship if none are, and prints a line for each and one
for all of them.

What is counted, a game:

- ``open``: places that score and stand empty as the enemy's movement phase begins, where one of his
  units could walk in at once; by turns, so that a place open twice counts twice.
- ``out_of_reach``: of these, those that no unit of their owner could have marched into in his own
  turn. In the first one all German places are: it begins after the German movement phase.
- ``undefended``: of the others, those that a unit would have held, as all enemies within a march
  together have less than 3-1 against it there.
- ``missed``: places that were empty and in reach in the last turn and weren't taken in it.
- ``unstormed``: places of three points and more whose defenders were, as a combat phase of the last
  two turns began, weaker than a third of those beside them, and were neither attacked in these
  turns nor driven out by the end.
- ``starving``: stacks of at most two units out of supply in places, with eight units of the enemy
  within four hexes and three times their strength within two, that he doesn't attack in two turns
  on end.
- ``staffs_lost``: headquarters eliminated.
- ``far``: share of the attack strength on the map that stood six hexes and more from any enemy at
  the end of two player turns on end.
- ``idle``: of this, what attacked nobody in the combat phase of the second of these turns: panzers
  that strike and go back behind the line in one player turn aren't idle.
- ``last_gain``: points that the Soviets, who move last, gain in their last player turn.
- ``automatic``: share of games won by leaving the map.
- ``overshoot``: share of games in which Kupyansk or Izyum is German at the end.
- ``taken``, ``retaken``: median turn in which all Kharkov fell, and was lost again; 99 for never.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance.games.army_group_south.march import compute_reach
from balance.games.army_group_south.tables import TerrainColumn
from balance.games.army_group_south.victory import place_points
from balance.games.army_group_south.vocabulary import (
    Ending,
    EventKind,
    Feature,
    Kind,
    Phase,
    Side,
    Status,
)
from balance.games.searches import BEST
from balance.rulebook.game import open_game
from balance.strategy.play import Match, prepare
from tests.staff.army_group_south.craft import known_attack, known_defense

GAME, SCENARIO = "army_group_south", "operation_star"
AXIS = ("elastic", "historical")
SOVIET = ("cautious", "deep_exploitation", "historical", "kharkov_only")
#: Hexes from any enemy from which a unit counts as far off.
FAR_OFF = 6
#: Points from which a place is a prize, and times its defenders that are plenty beside it.
PRIZE, PLENTY = 3, 3.0
#: Units of a stack that is as good as alone, and of the enemy around it that are many.
ALONE, MANY = 2, 8
#: Odds at which one unit isn't thought to hold a place.
TOO_MANY = 3.0
#: Turns at the end that are looked at for prizes left alone.
LAST_TURNS = 2
NEVER = 99
BOTH = (Side.AXIS, Side.SOVIET)
_MOVEMENTS = (Phase.AXIS_MOVEMENT, Phase.SOVIET_MOVEMENT)
_COMBATS = (Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT)
_MECHANIZED = (Phase.AXIS_MECHANIZED, Phase.SOVIET_MECHANIZED)


def _two() -> list[float]:
    return [0.0, 0.0]


@dataclass
class Counts:
    """What was counted in one game; pairs are by side, 0 the German one."""

    open: list[float] = field(default_factory=_two)
    out_of_reach: list[float] = field(default_factory=_two)
    undefended: list[float] = field(default_factory=_two)
    missed: list[float] = field(default_factory=_two)
    unstormed: list[float] = field(default_factory=_two)
    starving: list[float] = field(default_factory=_two)
    far_strength: list[float] = field(default_factory=_two)
    idle_strength: list[float] = field(default_factory=_two)
    strength: list[float] = field(default_factory=_two)
    staffs_lost: int = 0
    last_gain: float = 0.0
    automatic: bool = False
    winner: int = -1
    taken: dict[str, int] = field(default_factory=dict)  # first turn a place was Soviet
    lost: dict[str, int] = field(default_factory=dict)  # first turn it was German again
    soviet_at_end: dict[str, bool] = field(default_factory=dict)
    opened: list[tuple[int, int, str]] = field(default_factory=list)  # side, turn and place


class Looker:
    """Counts while a game is played; a ``Watcher`` of ``Match.play``."""

    def __init__(self, match: Match) -> None:
        self.names = match.playable.hex_names
        self.last_turn = match.playable.last_turn

    def begin(self, state: Any) -> None:
        """Note the map."""
        self.counts = Counts()
        hexes = state.hexes.view(np.ndarray)[:-1]
        rows, x2 = hexes["row"].astype(int), hexes["x2"].astype(int)
        apart = np.abs(rows[:, None] - rows)
        halves = np.abs(x2[:, None] - x2)
        self.apart = apart + np.maximum(0, halves - apart) // 2
        self.places = np.flatnonzero(hexes["vp"] > 0)
        joint = np.flatnonzero(hexes["features"] & Feature.KHARKOV)
        self.scoring = np.union1d(self.places, joint)
        self.prizes = np.flatnonzero(hexes["joint_vp"] >= PRIZE)
        self.kharkov = joint
        self.far_before: list[set[int]] = [set(), set()]
        self.attackers: set[int] = set()
        self.in_reach: set[int] = set()
        #: What defenders within a march of each place could have gone there in their own turn.
        self.defenders: list[dict[int, float]] = [{}, {}]
        self.plenty: list[set[int]] = [set(), set()]
        self.stormed: list[set[int]] = [set(), set()]
        self.vp_before = 0
        self.battles_seen = 0
        self.battles_before = 0
        self.left_alone: list[set[int]] = [set(), set()]

    def before_phase(self, state: Any) -> None:
        """Look at the state when the referee has opened a phase."""
        game = state.game
        side, phase, last = int(game.side), int(game.phase), int(game.game_turn) == self.last_turn
        if phase in _MOVEMENTS:
            open_places = self._open_to(state, side)
            self.counts.open[1 - side] += len(open_places)
            near = open_places & self.defenders[1 - side].keys()
            self.counts.out_of_reach[1 - side] += len(open_places - near)
            self.counts.undefended[1 - side] += len(self._could_hold(state, side, near))
            self.defenders[side] = self._defenders(state, side)
            self.counts.opened += [
                (1 - side, int(game.game_turn), self.names[h]) for h in open_places
            ]
            self.in_reach = open_places
            self.battles_before = int(game.battle_count)
            if side == Side.SOVIET:
                self.vp_before = _points(state)
        elif phase in _COMBATS and int(game.game_turn) > self.last_turn - LAST_TURNS:
            self.plenty[side] |= self._plenty_beside(state, side)
            self.battles_seen = int(game.battle_count)
        elif phase in _MECHANIZED and last:
            self.in_reach |= self._open_to(state, side)

    def after_phase(self, state: Any) -> None:
        """Look at the state when a player has done with a phase."""
        game = state.game
        side, phase = int(game.side), int(game.phase)
        if phase in _COMBATS:
            self.attackers = set(np.flatnonzero(state.units.view(np.ndarray)["attacked"]).tolist())
        if phase in _COMBATS and int(game.game_turn) > self.last_turn - LAST_TURNS:
            fought = state.battles.view(np.ndarray)[self.battles_seen : int(game.battle_count)]
            for battle in fought:
                # Of several hexes attacked at once only the first is named: take those around too.
                near = 1 if battle["hexes"] > 1 else 0
                self.stormed[side] |= set(np.flatnonzero(self.apart[battle["hex"]] <= near))
        if phase not in _MECHANIZED:
            return
        if int(game.game_turn) == self.last_turn:
            missed = [h for h in self.in_reach if not _holds(state, side, h)]
            self.counts.missed[side] += len(missed)
            left = self.plenty[side] - self.stormed[side]
            self.counts.unstormed[side] += len([h for h in left if not _holds(state, side, h)])
            if side == Side.SOVIET:
                self.counts.last_gain = _points(state) - self.vp_before
        self._count_idle(state, side)
        alone = self._left_alone(state, side)
        self.counts.starving[side] += len(alone & self.left_alone[side])
        self.left_alone[side] = alone - self.left_alone[side]

    def phase_closed(self, state: Any) -> None:
        """Note who holds which place as player turns end."""
        if int(state.game.phase) not in _MECHANIZED:
            return
        turn, counts = int(state.game.game_turn), self.counts
        for name, held in self._held(state).items():
            if held:
                counts.taken.setdefault(name, turn)
            elif name in counts.taken:
                counts.lost.setdefault(name, turn)

    def end(self, state: Any) -> None:
        """Note how it ended."""
        events = state.events.view(np.ndarray)[: int(state.game.event_count)]
        gone = events["unit"][events["kind"] == EventKind.ELIMINATED]
        kinds = state.units.view(np.ndarray)["kind"][gone]
        self.counts.staffs_lost = int(np.count_nonzero(kinds == Kind.HEADQUARTERS))
        self.counts.automatic = int(state.game.ending) == Ending.AUTOMATIC_VICTORY
        self.counts.winner = int(state.game.winner)
        self.counts.soviet_at_end = self._held(state)

    def _held(self, state: Any) -> dict[str, bool]:
        """Whether the Soviets hold each place; Kharkov as a whole, by the hex that scores."""
        held = {self.names[h]: _holds(state, Side.SOVIET, h) for h in self.places}
        for h in self.kharkov:
            if self.names[h] in held:
                held[self.names[h]] = all(_holds(state, Side.SOVIET, k) for k in self.kharkov)
        return held

    def _open_to(self, state: Any, side: int) -> set[int]:
        """Empty places of the enemy that units of the phasing side could walk into now."""
        empty = state.ground.view(np.ndarray)["occupant"][self.scoring] < 0
        wanted = [int(h) for h in self.scoring[empty] if not _holds(state, side, h)]
        found: set[int] = set()
        for unit in _troops(state, side):
            found |= self._in_reach(state, unit, [h for h in wanted if h not in found])
        return found

    def _in_reach(self, state: Any, unit: int, wanted: list[int]) -> set[int]:
        """Those of some hexes that a unit could march into now."""
        start, march = state.units[unit].hex, state.units[unit].movement
        near = {h for h in wanted if self.apart[start, h] <= march}
        if not near or compute_reach(state, np.int64(unit)) == 0:
            return set()
        return {h for h in near if state.work[BEST, h] >= 0}

    def _defenders(self, state: Any, side: int) -> dict[int, float]:
        """Defense of the best unit of the phasing side that could march into each of its places."""
        own = [int(h) for h in self.scoring if _holds(state, side, h)]
        most: dict[int, float] = {}
        for unit in _troops(state, side):
            defense = known_defense(state, np.int64(unit))
            for h in self._in_reach(state, unit, own):
                most[h] = max(most.get(h, 0.0), defense)
        return most

    def _could_hold(self, state: Any, side: int, places: set[int]) -> list[int]:
        """Those of some places open to a side that a unit of the enemy could have held."""
        held = []
        for h in places:
            defense = self.defenders[1 - side].get(h, 0.0) * _cover(state, h)
            against = sum(
                known_attack(state, np.int64(unit))
                for unit in _troops(state, side)
                if self.apart[state.units[unit].hex, h] <= state.units[unit].movement + 1
            )
            if against < TOO_MANY * defense:
                held.append(h)
        return held

    def _plenty_beside(self, state: Any, side: int) -> set[int]:
        """Prizes whose defenders are weaker than a third of those who could attack them."""
        ground = state.ground.view(np.ndarray)
        units = state.units.view(np.ndarray)
        found = set()
        for h in self.prizes:
            if ground["occupant"][h] != 1 - side:
                continue
            on_map = units["status"] == Status.ON_MAP
            there = on_map & (units["hex"] == h)
            able = on_map & (units["side"] == side) & (units["disrupted"] == 0)
            beside = able & np.isin(units["hex"], state.neighbour[h])
            held = sum(known_defense(state, np.int64(u)) for u in np.flatnonzero(there))
            against = sum(known_attack(state, np.int64(u)) for u in np.flatnonzero(beside))
            if against > PLENTY * held * _cover(state, h):
                found.add(int(h))
        return found

    def _left_alone(self, state: Any, side: int) -> set[int]:
        """Places with a few starving enemies whom the many around didn't attack in this turn."""
        hexes = state.units.view(np.ndarray)["hex"]
        own = _troops(state, side)
        battles = state.battles.view(np.ndarray)
        fought = set(battles["hex"][self.battles_before : int(state.game.battle_count)].tolist())
        left = set()
        for h in {int(hexes[u]) for u in _troops(state, 1 - side)} & set(self.scoring.tolist()):
            there = [u for u in _troops(state, 1 - side) if hexes[u] == h]
            if h in fought or len(there) > ALONE or any(state.units[u].supplied for u in there):
                continue
            many = sum(self.apart[h, hexes[u]] <= 4 for u in own) >= MANY
            beside = [u for u in own if self.apart[h, hexes[u]] <= 2]
            against = sum(known_attack(state, np.int64(u)) for u in beside)
            held = sum(known_defense(state, np.int64(u)) for u in there)
            if many and against > PLENTY * held * _cover(state, h):
                left.add(h)
        return left

    def _count_idle(self, state: Any, side: int) -> None:
        """Add up attack strength far from any enemy, and what of it attacked nobody."""
        units = state.units.view(np.ndarray)
        fighting = (units["status"] == Status.ON_MAP) & (units["kind"] != Kind.HEADQUARTERS)
        own = np.flatnonzero(fighting & (units["side"] == side))
        enemies = units["hex"][fighting & (units["side"] != side)]
        if not len(own) or not len(enemies):
            return
        far = self.apart[np.ix_(units["hex"][own], enemies)].min(axis=1) >= FAR_OFF
        now = set(own[far].tolist())
        strengths = {int(u): known_attack(state, np.int64(u)) for u in own}
        self.counts.strength[side] += sum(strengths.values())
        both = now & self.far_before[side]
        self.counts.far_strength[side] += sum(strengths[u] for u in both)
        self.counts.idle_strength[side] += sum(strengths[u] for u in both - self.attackers)
        self.far_before[side] = now


def _troops(state: Any, side: int) -> list[int]:
    """Combat units of a side on the map."""
    units = state.units.view(np.ndarray)
    on_map = (units["side"] == side) & (units["status"] == Status.ON_MAP)
    troops: list[int] = np.flatnonzero(on_map & (units["kind"] != Kind.HEADQUARTERS)).tolist()
    return troops


def _holds(state: Any, side: int, h: int) -> bool:
    """Whether a place counts for a side: the Germans' is what no Soviet unit was in last."""
    return (int(state.ground[h].control) == Side.SOVIET) == (side == Side.SOVIET)


def _cover(state: Any, h: int) -> int:
    """What a hex multiplies its defenders by."""
    hexes = state.hexes[h]
    by_terrain = int(state.tec[hexes.terrain, TerrainColumn.MULTIPLIER])
    return max(by_terrain, 2) if hexes.features & Feature.CITY else by_terrain


def _points(state: Any) -> int:
    """Soviet points less German ones as things stand."""
    return int(state.game.vp_soviet) + int(place_points(state)) - int(state.game.vp_axis)


def count(axis: str, soviet: str, seeds: Iterable[int]) -> list[Counts]:
    """Play games of a pairing and count in each."""
    game = open_game(GAME)
    match = prepare(game, SCENARIO, game.rules, axis, soviet)
    looker = Looker(match)
    counted = []
    for seed in seeds:
        played = match.play(seed, watcher=looker)
        assert not played.error, played.error
        counted.append(looker.counts)
    return counted


def mean(counted: Sequence[Counts], name: str) -> Any:
    """Mean of a count over games; by side where it is counted so."""
    values = np.array([getattr(each, name) for each in counted], float)
    return values.mean(axis=0)


def share_of_strength(counted: Sequence[Counts], name: str) -> Any:
    """Share of the strength on the map that ``far_strength`` or ``idle_strength`` is, by side."""
    return mean(counted, name) / mean(counted, "strength")


def date_of(counted: Sequence[Counts], name: str, lost: bool = False) -> float:
    """Median turn in which the Soviets took a place, or lost it again; ``NEVER`` if they didn't."""
    turns = [(each.lost if lost else each.taken).get(name, NEVER) for each in counted]
    return float(np.median(turns))


def describe(counted: Sequence[Counts]) -> str:
    """All counts in a line."""
    pairs = {
        name: mean(counted, name)
        for name in ("open", "out_of_reach", "undefended", "missed", "unstormed", "starving")
    }
    words = [f"{name} {axis:.2f} {soviet:.2f}" for name, (axis, soviet) in pairs.items()]
    for name in ("far", "idle"):
        axis, soviet = share_of_strength(counted, f"{name}_strength")
        words.append(f"{name} {axis:.1%} {soviet:.1%}")
    for name in ("staffs_lost", "last_gain", "automatic"):
        words.append(f"{name} {mean(counted, name):.2f}")
    overshoot = [not (c.soviet_at_end["2209"] and c.soviet_at_end["2712"]) for c in counted]
    words.append(f"overshoot {np.mean(overshoot):.2f}")
    words.append(f"taken {date_of(counted, '1618'):g} {date_of(counted, '1618', lost=True):g}")
    words.append(f"soviet wins {np.mean([c.winner == Side.SOVIET for c in counted]):.2f}")
    return "; ".join(words)


def main() -> None:
    """Count over all pairings of the openings named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--axis", action="append")
    parser.add_argument("--soviet", action="append")
    parser.add_argument("--places", action="store_true", help="list the places left open, and when")
    arguments = parser.parse_args()
    everything: list[Counts] = []
    for axis in arguments.axis or AXIS:
        for soviet in arguments.soviet or SOVIET:
            seeds = range(arguments.seed, arguments.seed + arguments.games)
            counted = count(axis, soviet, seeds)
            everything += counted
            print(f"{axis} v {soviet}: {describe(counted)}", flush=True)
    print(f"all: {describe(everything)}")
    if arguments.places:
        _list_open(everything)


def _list_open(counted: Sequence[Counts]) -> None:
    """Say where and when places lay open, a game."""
    for side in BOTH:
        opened = [(turn, name) for each in counted for s, turn, name in each.opened if s == side]
        for at in (0, 1):
            keys, many = np.unique([str(each[at]) for each in opened], return_counts=True)
            told = sorted(zip(many / len(counted), keys, strict=True), reverse=True)
            print(side.name, ", ".join(f"{name} {often:.1f}" for often, name in told))


if __name__ == "__main__":
    main()
