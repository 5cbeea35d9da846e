"""Massing: who marches to which attack, and who stays where he is."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import Phase, Side
from balance.staff.desk import SETTLED
from tests.games.army_group_south.battles import places
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
)
from tests.games.text_maps import hex_named
from tests.staff.army_group_south import craft
from tests.staff.army_group_south.craft import conduct_attacks, open_offensive
from tests.staff.army_group_south.war_desks import attacked, open_desk

ROWS = [".X . . . . . . . .E"] * 7


def mass(
    units, side=Side.AXIS, rows=ROWS, strikers=None, fight=False, sides=None, mode=0, **weights
):
    """Mass with everybody a striker for the far edge; return state and desk."""
    mover = Phase.AXIS_MOVEMENT if side == Side.AXIS else Phase.SOVIET_MOVEMENT
    # A headquarters that supplies the Soviets, too well guarded to be a target itself.
    staff = [headquarters("0401", mode=mode), rifle("0401", ladder=[(1, 60)])]
    state = build_position(rows, [*units, *staff], phase=mover, sides=sides)
    begin_phase(state, np.int64(mover))
    own = [u for u in range(len(units)) if state.units[u].side == side]
    goal = "0401" if side == Side.AXIS else "0409"
    chosen = tuple(own if strikers is None else strikers)
    desk = open_desk(state, side, strike=goal, strikers=chosen, **weights)
    open_offensive(state, desk, np.int64(side))
    if fight:
        begin_phase(state, np.int64(mover + 1))
        conduct_attacks(state, desk, np.int64(side))
    return state, desk


def touching(state, unit, name):
    return hex_named(state, name) in state.neighbour[state.units[unit].hex]


@pytest.mark.rule("army_group_south 9.13")
def test_strikers_march_to_a_target_worth_attacking():
    state, desk = mass([panzer("0408"), infantry("0508"), rifle("0404")])
    assert touching(state, 0, "0404")
    assert desk.crew[SETTLED, 0] == 1


def test_where_attacks_compel_a_units_strength_is_shared_by_whom_it_could_attack(monkeypatch):
    compelling = craft.ASK._replace(attacks=craft.ASK.attacks._replace(compel=True))
    monkeypatch.setattr(craft, "ASK", compelling)

    def shares(*enemies):
        unit = panzer("0406", ladder=[(6, 6)])
        _, desk = mass([unit, *map(rifle, enemies)], min_value=1e6)
        return sorted(desk.value[desk.value > 0])

    # The headquarters' guards are in reach too.
    assert shares("0404") == [3.0, 3.0]
    assert shares("0404", "0604") == [2.0, 2.0, 2.0]


@pytest.mark.rule("army_group_south 19.5")
def test_a_division_attacks_from_one_hex():
    division = [panzer("0408"), grenadier("0308"), grenadier("0508")]
    state, _ = mass([*division, rifle("0404", ladder=[(2, 2)])])
    assert len(set(places(state)[:3])) == 1
    assert touching(state, 0, "0404")


@pytest.mark.rule("army_group_south 9.71a")
def test_two_stacks_take_opposite_sides_and_the_enemy_is_lost():
    units = [infantry("0307", movement=10), infantry("0507", movement=10)]
    state, _ = mass([*units, rifle("0404"), rifle("0404")])
    directions = [
        list(state.neighbour[hex_named(state, "0404")]).index(state.units[u].hex) for u in (0, 1)
    ]
    assert (directions[0] - directions[1]) % 6 == 3


@pytest.mark.rule("army_group_south 9.12")
def test_nobody_marches_where_no_attack_pays():
    units = [grenadier("0407"), guards("0404"), guards("0404")]
    state, desk = mass(units)
    assert places(state)[0] == "0407"
    assert desk.crew[SETTLED, 0] == 0


def test_who_stands_beside_the_target_joins_without_a_mission():
    units = [panzer("0408"), infantry("0405"), rifle("0404"), rifle("0404")]
    state, desk = mass(units, strikers=(0,))
    assert touching(state, 0, "0404")
    assert touching(state, 1, "0404")
    assert desk.crew[SETTLED, 1] == 1


@pytest.mark.rule("army_group_south 7.0, 19.8")
def test_launch_hexes_take_no_more_than_they_hold():
    corps = [tank_corps(name) for name in ("0303", "0403", "0503")]
    units = [*corps, rifle("0303"), rifle("0403"), brigade("0503"), infantry("0406")]
    units = [u | {"at": u["at"]} for u in units]
    state, _ = mass(units, Side.SOVIET)
    assert state.ground["stack"].max() <= 3
    for h in np.flatnonzero(state.ground["stack"] > 1):
        sizes = sorted(int(u["unit_size"]) for u in state.units if u["hex"] == h)
        assert not (4 in sizes and 3 in sizes)
        assert sizes.count(4) < 2


@pytest.mark.rule("army_group_south 21.14")
def test_soviets_on_the_offensive_strike_what_lies_west():
    units = [tank_corps("0404"), tank_corps("0304"), infantry("0407", ladder=[(1, 2)])]
    state, _ = mass(units, Side.SOVIET)
    assert touching(state, 0, "0407") or touching(state, 1, "0407")


def test_what_has_been_massed_is_attacked():
    units = [infantry("0307", movement=10), infantry("0507", movement=10)]
    state, _ = mass([*units, rifle("0404"), rifle("0404")], fight=True)
    assert attacked(state) == ["0404"]
    assert state.battles[0].expected_value > 0
    assert state.battles[0].attackers == 2


@pytest.mark.rule("army_group_south 25.3")
def test_the_prize_draws_the_attack():
    rows = [*ROWS[:1], ".X . . . . .T5 . . .E", *ROWS[2:]]
    units = [panzer("0408", division=0), rifle("0204"), rifle("0604")]
    state, _ = mass(units, rows=rows)
    assert touching(state, 0, "0204")


@pytest.mark.rule("army_group_south 22.0")
@pytest.mark.parametrize(("risk", "goes"), [(0.0, True), (6.0, False)])
def test_infantry_of_the_line_sallies_where_it_can_stay(risk: float, goes: bool):
    # Panzers come back in the Mechanized Movement Phase; infantry is there when the enemy moves.
    tanks = panzer("0408", division=0, ladder=[(12, 2)])
    weak = rifle("0404", ladder=[(1, 1)])
    masses = [rifle(name, ladder=[(20, 9)]) for name in ("0103", "0203", "0703")]
    division = infantry("0508", ladder=[(4, 2)])
    state, _ = mass([tanks, division, weak, *masses, *masses], strikers=(), risk=risk)
    assert touching(state, 0, "0404")
    assert touching(state, 1, "0404") is goes


@pytest.mark.rule("army_group_south 21.14")
def test_soviets_of_no_task_go_to_attacks_on_the_offensive_only():
    target = infantry("0407", ladder=[(1, 2)])
    for mode, goes in ((0, True), (1, False)):
        units = [rifle("0404", mode=mode, ladder=[(30, 9)]), target]
        state, _ = mass(units, Side.SOVIET, strikers=(), mode=mode)
        assert touching(state, 0, "0407") == goes
