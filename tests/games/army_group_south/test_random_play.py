"""Whole games of random orders: nothing breaks, and each game ends."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from balance.games.army_group_south.attack import make_attack
from balance.games.army_group_south.doctrine import take_defensive_mode
from balance.games.army_group_south.exits import exit_map
from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.march import move_stack, move_unit
from balance.games.army_group_south.overrun import make_overrun
from balance.games.army_group_south.rail import move_by_rail
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import (
    enter_by_rail,
    enter_map,
    list_arrivals,
    list_entry_hexes,
)
from balance.games.army_group_south.sequence import StepKind, play_sequence
from balance.games.army_group_south.vocabulary import (
    Ending,
    EventKind,
    Feature,
    Phase,
    Policy,
    Side,
    Size,
    Status,
)
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    guards,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
    untried,
)

#: West to east: the exit and the German areas, two railroads, Kharkov, the Soviet edge.
ROWS = [
    ".AB .  .   w   .  .T2 .   .  .EK",
    ".AX .R .R  .R  .R .   .   s  .EK",
    ".B  .  .H9 .   .  w   .   .  .EK",
    ".L  .  .H  r   .  .T3 .   .  .EK",
    ".LX .R .H  .R  .R .R  .   w  .EK",
    ".L  .  .   .C4 .  .   .T1 .  .EK",
]
_RAILS = [("0209", "0208"), ("0208", "0207"), ("0207", "0206"), ("0206", "0205")]
_RAILS += [("0509", "0508"), ("0504", "0505"), ("0505", "0506")]
SIDES = {pair: "rail" for pair in _RAILS} | {
    ("0305", "0304"): "major_river",
    ("0405", "0404"): "major_river",
    ("0404", "0304"): "minor_river",
    ("0104", "0103"): "minor_river",
}
NO_STRENGTH = [(0, 0)]
SEEDS = range(12)


def opening():
    german = [
        panzer("0206"), grenadier("0206"), grenadier("0206"), infantry("0305"),
        infantry("0505", ladder=[(3, 4), (1, 2)]), infantry("0606"), panzer("0507", division=2),
        grenadier("0507", division=2), infantry("0107", ladder=[(1, 2)]),
        panzer(None, arrival_turn=2, entry_area=int(Feature.AREA_A), division=3),
        grenadier(None, arrival_turn=2, entry_area=int(Feature.AREA_A), division=3),
        infantry(None, arrival_turn=3, entry_area=int(Feature.AREA_B)),
    ]  # fmt: skip
    arrivals = {"entry_area": int(Feature.AREA_K)}
    soviet = [
        headquarters("0302"), headquarters("0503", always_offensive=1),
        rifle("0304"), untried("0304"), untried("0104", ladder=NO_STRENGTH), guards("0403"),
        tank_corps("0404"), brigade("0404"), brigade("0503", untried=1, ladder=NO_STRENGTH),
        rifle("0503"), untried("0604"), guards("0603"), brigade("0204"), rifle("0203"),
        *[rifle(None, arrival_turn=turn, **arrivals) for turn in (2, 3, 4)],
        *[untried(None, arrival_turn=turn, **arrivals) for turn in (2, 3, 5)],
        headquarters(None, arrival_turn=3, **arrivals),
    ]  # fmt: skip
    return german + soviet


class RandomPlayer:
    """Gives random orders for both sides; most are refused, and that is part of the test."""

    def __init__(self, state, seed):
        self.state = state
        self.rng = np.random.default_rng(seed)
        self.done = dict.fromkeys(("move", "rail", "overrun", "attack", "enter", "exit"), 0)
        state.units["loss_priority"] = self.rng.permutation(len(state.units))
        state.units["mode_wish"] = self.rng.integers(0, 2, len(state.units))
        for field in (state.retreat_value, state.advance_value):
            field[:] = self.rng.integers(-9, 9, field.shape)
        state.hold_steps[:] = self.rng.integers(0, 2, state.hold_steps.shape)
        for policy in Policy:
            state.policy[:, policy] = self.rng.integers(0, 3, 2)

    def count(self, what, refusal):
        self.done[what] += refusal == Refusal.OK

    def act(self, step):
        side = int(step.side)
        if step.kind == StepKind.DOCTRINE:
            for unit in self.on_map(side):
                if self.rng.random() < 0.02:
                    take_defensive_mode(self.state, int(unit))
        elif step.kind == StepKind.COMBAT:
            self.attack(side)
        else:
            if step.kind == StepKind.MOVEMENT:
                self.enter(side)
            self.move(side)

    def on_map(self, side):
        units = self.state.units
        return np.flatnonzero((units["side"] == side) & (units["status"] == Status.ON_MAP))

    def stack_of(self, unit):
        """Some units of a unit's hex, itself among them."""
        others = np.flatnonzero(self.state.units["hex"] == self.state.units[unit].hex)
        chosen = [u for u in others if u == unit or self.rng.random() < 0.7]
        return np.array(chosen, np.int64)

    def near(self, unit, reach):
        h = int(self.state.units[unit].hex)
        directions = (3, 4, 5, 4, 1) if self.state.units[unit].side == Side.SOVIET else range(6)
        for _ in range(int(self.rng.integers(1, reach + 1))):
            h = int(self.state.neighbour[h, self.rng.choice(directions)])
        return h

    def enemies_beside(self, unit):
        side = int(self.state.units[unit].side)
        hexes = self.state.neighbour[self.state.units[unit].hex]
        return [int(h) for h in hexes if self.state.ground[h].occupant == 1 - side]

    def enter(self, side):
        arrivals, entries = np.zeros((2, 64), np.int64)
        for unit in arrivals[: list_arrivals(self.state, side, arrivals)].tolist():
            count = list_entry_hexes(self.state, unit, entries)
            if count == 0 or self.rng.random() < 0.1:
                continue
            h = int(self.rng.choice(entries[:count]))
            if side == Side.AXIS and self.rng.random() < 0.5:
                goal = int(self.rng.integers(len(self.state.ground) - 1))
                self.count("rail", enter_by_rail(self.state, unit, h, goal))
            if self.state.units[unit].status != Status.ON_MAP:
                assert enter_map(self.state, unit, h) == Refusal.OK
                self.done["enter"] += 1

    def move(self, side):
        for unit in self.rng.permutation(self.on_map(side)):
            unit = int(unit)
            if self.state.units[unit].status != Status.ON_MAP:
                continue
            if self.rng.random() < 0.2:
                self.count("exit", exit_map(self.state, unit))
            if self.rng.random() < 0.2:
                goal = int(self.rng.integers(len(self.state.ground) - 1))
                self.count("rail", move_by_rail(self.state, unit, goal))
            if self.state.units[unit].status == Status.ON_MAP:
                self.overrun_or_walk(unit)

    def overrun_or_walk(self, unit):
        for _ in range(2):
            enemies = self.enemies_beside(unit)
            if enemies and self.rng.random() < 0.6:
                party = self.stack_of(unit)
                party = party[self.state.units["unit_size"][party] != Size.HEADQUARTERS]
                target = int(self.rng.choice(enemies))
                self.count("overrun", make_overrun(self.state, party, len(party), target))
                if self.state.units[unit].status != Status.ON_MAP:
                    return
            goal = self.near(unit, 3)
            if self.rng.random() < 0.5:
                party = self.stack_of(unit)
                self.count("move", move_stack(self.state, party, len(party), goal))
            else:
                self.count("move", move_unit(self.state, unit, goal))

    def attack(self, side):
        for unit in self.rng.permutation(self.on_map(side)):
            unit = int(unit)
            if self.state.units[unit].status != Status.ON_MAP:
                continue
            enemies = self.enemies_beside(unit)
            if not enemies:
                continue
            count = 2 if len(enemies) > 1 and self.rng.random() < 0.2 else 1
            targets = self.rng.choice(enemies, count, replace=False).astype(np.int64)
            party = self.stack_of(unit)
            refusal = make_attack(self.state, targets, count, party, len(party), -1)
            self.count("attack", refusal)


def play(seed, rules=None, look=lambda state: None):
    """Play one game; ``look`` is shown each moment before a player acts and after it."""
    between = {"game_turn": 0, "phase": Phase.SET_UP}
    state = build_position(ROWS, opening(), sides=SIDES, seed=seed, rules=rules, **between)
    faults = []
    player = RandomPlayer(state, seed)
    for step in play_sequence(state, lambda s: faults.extend(find_faults(s, phase_closed=True))):
        look(state)
        player.act(step)
        look(state)
        faults.extend(find_faults(state))
        if faults:
            break
    return state, player, faults


@cache
def played(seed):
    """The game of a seed under the rules as printed; looked at by several tests."""
    return play(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_break_no_invariant_and_end(seed):
    state, player, faults = played(seed)
    assert faults == []
    assert state.game.ended
    assert state.game.ending != Ending.NONE
    assert player.done["move"] > 0
    assert player.done["attack"] > 0


#: Every switch and choice the other way.
OTHER_READINGS = {
    "sequence.turn1_start_phase": "german_initial_movement",
    "movement.major_river_price": "total",
    "movement.one_hex_covers_disengaging": 0,
    "movement.zone_stop_lasts": "game_turn",
    "movement.disengage_price": "total",
    "movement.disengage_first": 0,
    "movement.soviet_zone_to_zone": "friend",
    "movement.german_zone_to_zone": "always",
    "movement.modes_without_line": "defensive",
    "supply.count_rail_hex": 0,
    "supply.zones_block_rails": 0,
    "supply.headquarters_must_be_supplied": 0,
    "supply.major_river_blocks": 1,
    "overrun.terrain_extra": 1,
    "overrun.offensive_attackers_pay_steps": 0,
    "overrun.zone_losses": 0,
    "overrun.retreat_off_map": 0,
    "overrun.reveals": 0,
    "stacking.excess_scores": 0,
    "stacking.major_river_stops_zones": 0,
    "combat.min_strength_for_zero": 1,
    "combat.spread_losses": 0,
    "combat.attackers_pay_all_they_have": 0,
    "combat.mixed_rivers": "major",
    "combat.integrity_on_top": 0,
    "retreat.friend_lifts_zone_loss": 0,
    "retreat.german_order": "zone_before_friend",
    "retreat.exact_distance": 0,
    "retreat.engaged_finds_guests": 0,
    "hq.defensive_mech_move": 1,
    "hq.two_modes_in_reach": "defensive",
    "hq.disrupted_denies": "attacks",
    "hq.adds_to_attack": 0,
    "untried.vanishing_is_elimination": 0,
    "reinforcement.soviets_may_wait": 1,
    "victory.exit_strength_counted": "halved",
    "victory.exit_line_tested": "exit",
    "victory.towns_need_entry": 0,
    "victory.set_up_enters": 0,
    "victory.off_map_traces_from_exit": 0,
}


@pytest.mark.parametrize("seed", range(20, 22))
def test_random_games_hold_under_the_other_readings_too(seed):
    state, _, faults = play(seed, rules=OTHER_READINGS)
    assert faults == []
    assert state.game.ended


def test_random_games_meet_most_kinds_of_events_and_acts():
    kinds, done = set(), dict.fromkeys(("move", "rail", "overrun", "attack", "enter", "exit"), 0)
    for seed in SEEDS:
        state, player, _ = played(seed)
        kinds |= {EventKind(int(k)) for k in state.events["kind"][: state.game.event_count]}
        done = {what: number + player.done[what] for what, number in done.items()}
    assert kinds == set(EventKind) - {EventKind.ORDER_REFUSED}, "the referee alone logs no orders"
    assert min(done.values()) > 0, done


def test_a_seed_and_the_same_orders_give_the_same_game():
    first, _, _ = played(3)
    again, _, _ = play(3)
    assert first.events.tobytes() == again.events.tobytes()
    assert first.units.tobytes() == again.units.tobytes()
    assert first.turns.tobytes() == again.turns.tobytes()
