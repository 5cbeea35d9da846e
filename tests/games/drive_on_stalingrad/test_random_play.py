"""Whole games of random orders on a small map: nothing breaks, and each game ends."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.announcements import (
    block_sea,
    flood_manych,
    support_panzers,
)
from balance.games.drive_on_stalingrad.assault import make_assault
from balance.games.drive_on_stalingrad.invariants import find_faults
from balance.games.drive_on_stalingrad.mobile_assault import make_mobile_assault
from balance.games.drive_on_stalingrad.movement import move_unit
from balance.games.drive_on_stalingrad.network import (
    add_to_network,
    list_network_candidates,
    place_aerial_marker,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.reinforcements import (
    draw_south_unit,
    enter_reinforcement,
    list_arrivals,
    list_entry_hexes,
)
from balance.games.drive_on_stalingrad.sequence import StepKind, play_sequence
from balance.games.drive_on_stalingrad.turn import declare_order
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Ending,
    EventKind,
    Nation,
    Phase,
    Side,
    Status,
    Trait,
)
from balance.games.drive_on_stalingrad.withdrawal import (
    is_withdrawal_pending,
    list_withdrawal_candidates,
    withdraw_units,
    withdrawal_kind,
)
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    satellite_panzer,
    tank_corps,
)

#: Rows 30-37: Rostov in the north, Taman in the west of the south, ports and Astrakhan.
ROWS = [
    ".A- .-  .-  .  .TV .E  .E  .NE",
    ".A- .T- .-  .* .   f   .ELT .GE",
    ".X- .-  .RV .  h   .E  .EO .GNE",
    ".-  .-  .-  .  .   s   .EV .Z",
    ".   .   .   .T .   .M  .   .",
    ".   .TV .   .  d   .   .T  .",
    ".Q  .K  .   h  .   .   .   .S",
    "w   .SPK .  m  m   .SP .TV .S",
]
SIDES = {
    ("3104", "3105"): "river",
    ("3203", "3204"): "river",
    ("3302", "3303"): "river|manych",
    ("3101", "3102"): "volga",
    ("3703", "3704"): "blocked",
}


def opening():
    armies = {"army": Army.SOVIET_21}
    axis = [
        panzer("3008"), panzer("3008"), motorized("3008", traits=Trait.MOTORIZED_DIVISION),
        infantry("3107"), infantry("3107"), infantry("3207"), infantry("3207", army=Army.AXIS_17A),
        satellite("3208"), satellite("3208"), satellite_panzer("3307"),
        satellite("3108", nation=Nation.ITALIAN),
        motorized("3307", traits=Trait.MOTORIZED_DIVISION | Trait.GROSSDEUTSCHLAND),
        panzer(None, arrival_turn=2), infantry(None, arrival_turn=3),
        infantry(None, traits=Trait.TAMAN, status=Status.POOL),
        satellite(None, traits=Trait.TAMAN, status=Status.POOL),
    ]  # fmt: skip
    soviet = [
        rifle("3005", **armies), rifle("3105", **armies), rifle("3105", **armies), rifle("3104"),
        artillery("3104"), tank_corps("3103"), rifle("3204"), rifle("3304"), rifle("3405"),
        rifle("3102", army=Army.RESERVE_7), rifle("3102", army=Army.RESERVE_7), rifle("3506"),
        rifle("3702"), artillery("3304"), tank_corps("3403"), rifle("3605"),
        *[rifle(None, arrival_turn=turn) for turn in (2, 3, 4, 5, 6, 7)],
        *[rifle(None, traits=Trait.SOUTH_POOL, status=Status.POOL) for _ in range(4)],
    ]  # fmt: skip
    return [*axis, *soviet]


class RandomPlayer:
    """Gives random orders for both sides; most are refused, and that is part of the test."""

    def __init__(self, state, seed):
        self.state = state
        self.rng = np.random.default_rng(seed)
        self.done = dict.fromkeys(StepKind, 0)
        self.buffer = np.zeros(64, np.int64)

    def act(self, step):
        if step.kind == StepKind.TURN_START:
            self.announce()
        elif step.kind == StepKind.PLAYER_TURN_START:
            self.open_turn(int(step.side))
        elif step.kind == StepKind.MOVEMENT:
            self.bring_arrivals(int(step.side))
            self.move(int(step.side))
        else:
            self.assault(int(step.side))

    def announce(self):
        if self.rng.random() < 0.2:
            block_sea(self.state)
        if self.rng.random() < 0.2:
            flood_manych(self.state)

    def open_turn(self, side):
        count = list_network_candidates(self.state, side, self.buffer)
        if count:
            assert add_to_network(self.state, side, int(self.rng.choice(self.buffer[:count]))) == 0
        if side == Side.AXIS:
            if is_withdrawal_pending(self.state):
                self.withdraw()
            if self.rng.random() < 0.3:
                support_panzers(self.state)
            if self.rng.random() < 0.3:
                place_aerial_marker(self.state, int(self.rng.integers(len(self.state.ground) - 1)))
        declare_order(self.state, int(self.rng.integers(4)))

    def withdraw(self):
        quota = np.zeros(5, np.int64)
        count = list_withdrawal_candidates(self.state, self.buffer, quota)
        chosen = []
        for unit in self.rng.permutation(self.buffer[:count]):
            kind = withdrawal_kind(self.state, int(unit))
            if quota[kind] > 0:
                quota[kind] -= 1
                chosen.append(int(unit))
        assert withdraw_units(self.state, np.array(chosen, np.int64), len(chosen)) == Refusal.OK

    def bring_arrivals(self, side):
        arrivals = self.buffer[: list_arrivals(self.state, side, self.buffer)].tolist()
        if side == Side.SOVIET:
            arrivals.append(draw_south_unit(self.state))
        for unit in arrivals:
            entries = np.zeros(64, np.int64)
            count = list_entry_hexes(self.state, unit, entries) if unit >= 0 else 0
            if count:
                h = int(self.rng.choice(entries[:count]))
                assert enter_reinforcement(self.state, unit, h) == Refusal.OK

    def on_map(self, side):
        units = self.state.units
        return np.flatnonzero((units["side"] == side) & (units["status"] == Status.ON_MAP))

    def near(self, unit, reach):
        """A random hex some steps from a unit, off the map now and then."""
        h = int(self.state.units[unit].hex)
        for _ in range(int(self.rng.integers(1, reach + 1))):
            h = int(self.state.neighbour[h, self.rng.integers(6)])
        return h

    def enemy_beside(self, unit):
        """A random hex beside a unit that holds enemies, or just one beside it."""
        hexes = self.state.neighbour[self.state.units[unit].hex]
        side = int(self.state.units[unit].side)
        held = [int(h) for h in hexes if self.state.ground[h].occupant == 1 - side]
        return int(self.rng.choice(held)) if held else self.near(unit, 1)

    def ahead(self, unit):
        """A random hex some way to the enemy's side of the map."""
        directions = (0, 1, 2) if self.state.units[unit].side == Side.AXIS else (3, 4, 5)
        h = int(self.state.units[unit].hex)
        for _ in range(int(self.rng.integers(1, 5))):
            h = int(self.state.neighbour[h, self.rng.choice(directions)])
        return h

    def move(self, side):
        for unit in self.rng.permutation(self.on_map(side)):
            if self.state.game.ended or self.state.units[unit].status != Status.ON_MAP:
                continue
            if self.rng.random() < 0.3:
                group = np.array([unit], np.int64)
                result = make_mobile_assault(self.state, group, 1, self.enemy_beside(unit))
            else:
                h = self.ahead(unit) if self.rng.random() < 0.6 else self.near(unit, 4)
                result = move_unit(self.state, int(unit), h)
            self.done[StepKind.MOVEMENT] += result == Refusal.OK

    def assault(self, side):
        for unit in self.rng.permutation(self.on_map(side)):
            if self.state.game.ended or self.state.units[unit].status != Status.ON_MAP:
                continue
            friends = np.flatnonzero(self.state.units["hex"] == self.state.units[unit].hex)
            group = np.array(friends, np.int64)[: int(self.rng.integers(1, 4))]
            target = self.enemy_beside(int(group[0]))
            aircraft = int(self.rng.integers(2)) if side == Side.AXIS else 0
            result = make_assault(self.state, target, group, len(group), aircraft, -1)
            self.done[StepKind.ASSAULT] += result == Refusal.OK


def play(seed, rules=None, look=lambda state: None):
    """Play one game; ``look`` is shown each moment before a player acts and after it."""
    state = build_position(
        ROWS,
        opening(),
        first_row=30,
        sides=SIDES,
        areas={"3206": Army.AXIS_17A, "3207": Army.AXIS_17A},
        frozen=[Army.AXIS_17A, Army.SOVIET_21, Army.RESERVE_7],
        opposite={Army.SOVIET_21: [Army.AXIS_17A]},
        reserve_hexes={Army.RESERVE_7: "3102"},
        rules={"victory.oos_kills_per_vp": 2, "victory.vp_to_win": 3} | (rules or {}),
        seed=seed,
        game_turn=0,
        phase=Phase.SET_UP,
    )
    faults = []
    player = RandomPlayer(state, seed)
    for step in play_sequence(state, lambda s: faults.extend(find_faults(s, phase_closed=True))):
        look(state)
        player.act(step)
        look(state)
        if faults:
            break
    return state, player, faults


@pytest.mark.parametrize("seed", range(6))
def test_random_games_break_no_invariant_and_end(seed):
    state, player, faults = play(seed)
    assert faults == []
    assert state.game.ended
    assert state.game.ending != Ending.NONE
    assert player.done[StepKind.MOVEMENT] > 0
    assert player.done[StepKind.ASSAULT] > 0


def test_random_games_meet_most_kinds_of_events_and_more_than_one_ending():
    kinds, endings = set(), set()
    for seed in range(8, 16):
        state, _, faults = play(seed)
        assert faults == []
        kinds |= {int(kind) for kind in state.events["kind"][: state.game.event_count]}
        endings.add(int(state.game.ending))
    assert len(endings) > 1
    assert len(kinds) >= len(EventKind) - 6


@pytest.mark.rule("drive_on_stalingrad 1.1a")
def test_a_seed_and_the_same_orders_give_the_same_game():
    first, _, _ = play(3)
    again, _, _ = play(3)
    assert first.events.tobytes() == again.events.tobytes()
    assert first.units.tobytes() == again.units.tobytes()
    assert first.turns.tobytes() == again.turns.tobytes()
