"""The Combat Phase of the staff: who is attacked, with whom, and who is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.vocabulary import Side, Status
from tests.games.army_group_south.battles import AXIS_FIGHTS, SOVIETS_FIGHT, places
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
from tests.staff.army_group_south.craft import conduct_attacks
from tests.staff.army_group_south.war_desks import attacked, open_desk

#: Seven rows of nine hexes; a railroad in the west, the Soviet edge in the east.
ROWS = [".X . . . . . . . .E"] * 7
DIVISION = [panzer("0405"), grenadier("0405"), grenadier("0405")]


def fight(units, side=Side.AXIS, rows=ROWS, sides=None, rules=None, **keywords):
    phase = AXIS_FIGHTS if side == Side.AXIS else SOVIETS_FIGHT
    # A headquarters far enough back to keep the Soviets in supply.
    state = build_position(rows, [*units, headquarters("0401")], sides=sides, rules=rules, **phase)
    desk = open_desk(state, side, **keywords)
    conduct_attacks(state, desk, np.int64(side))
    return state


@pytest.mark.rule("army_group_south 9.12")
def test_a_weak_division_in_the_open_is_attacked():
    state = fight([*DIVISION, rifle("0404")])
    assert attacked(state) == ["0404"]
    battle = state.battles[0]
    assert (battle.attack, battle.final_odds) == (16, 2)
    assert battle.expected_value > 0


@pytest.mark.rule("army_group_south 9.12")
def test_no_attack_is_made_where_none_pays():
    state = fight([grenadier("0405"), guards("0404"), guards("0404"), rifle("0304")])
    assert attacked(state) == []


@pytest.mark.rule("army_group_south 9.12, 10.26")
def test_a_town_in_woods_is_left_alone_at_odds_that_suffice_in_the_open():
    woods = [*ROWS[:3], ".X . . . . wC . . .E", *ROWS[4:]]
    garrison = [rifle("0404"), rifle("0404")]
    assert attacked(fight([*DIVISION, *garrison], rows=woods)) == []


@pytest.mark.rule("army_group_south 9.71a")
def test_a_surrounded_stack_is_attacked_first_and_has_nowhere_to_go():
    ring = [infantry("0305"), infantry("0503")]
    free, trapped = [rifle("0203")], [rifle("0404"), rifle("0404")]
    attackers = [infantry("0304"), infantry("0304")]
    state = fight([*ring, *attackers, *free, *trapped])
    assert attacked(state)[0] == "0404"


@pytest.mark.rule("army_group_south 9.12")
def test_units_that_would_not_better_the_odds_stay_out():
    state = fight([*DIVISION, infantry("0305"), infantry("0504"), brigade("0404")])
    first = state.battles[0]
    assert first.final_odds == 9
    assert first.attackers < 5


@pytest.mark.rule("army_group_south 9.67, 21.11")
def test_offensive_attackers_bring_a_brigade_to_pay_for_the_loss():
    units = [
        tank_corps("0404"),
        brigade("0404"),
        infantry("0405", ladder=[(3, 3), (1, 2)]),
    ]
    state = fight(units, Side.SOVIET)
    assert attacked(state) == ["0405"]
    assert state.battles[0].attackers == 2


@pytest.mark.rule("army_group_south 11.37")
def test_a_headquarters_joins_where_its_points_change_the_odds():
    rows = [*ROWS[:3], ".X . . . .T5 . . . .E", *ROWS[4:]]
    company = [guards("0404", ladder=[(4, 8), (3, 4)]), headquarters("0404")]
    state = fight([*company, infantry("0405", ladder=[(1, 2)])], Side.SOVIET, rows)
    assert attacked(state) == ["0405"]
    assert (state.battles[0].headquarters, state.battles[0].final_odds) == (4, 3)


@pytest.mark.rule("army_group_south 11.33")
def test_who_is_out_of_reach_of_headquarters_does_not_attack():
    units = [tank_corps("0406"), infantry("0407", ladder=[(1, 2)])]
    assert attacked(fight(units, Side.SOVIET)) == []


@pytest.mark.rule("army_group_south 25.3")
def test_strikers_and_only_they_follow_into_a_hex_of_no_worth():
    units = [*DIVISION, brigade("0404", ladder=[(1, 1)])]
    held = fight(units)
    gone = fight(units, strike="0401", strikers=(0, 1, 2))
    assert places(held)[:3] == ["0405"] * 3
    assert places(gone)[0] != "0405"


@pytest.mark.rule("army_group_south 25.3")
def test_a_town_that_scores_is_gone_into():
    rows = [*ROWS[:3], ".X . . . . .T3 . . .E", *ROWS[4:]]
    state = fight([*DIVISION, brigade("0404", ladder=[(1, 1)])], rows=rows)
    assert "0404" in places(state)[:3]


@pytest.mark.rule("army_group_south 13.2")
def test_untried_units_count_as_the_mean_of_their_pool():
    hidden = {"untried": 1, "ladder": [(1, 1)], "mean_attack_x10": 50, "mean_defense_x10": 90}
    state = fight([grenadier("0405", ladder=[(9, 3)], division=0), rifle("0404", **hidden)])
    assert attacked(state) == []
    shown = fight([grenadier("0405", ladder=[(9, 3)], division=0), rifle("0404", ladder=[(1, 1)])])
    assert attacked(shown) == ["0404"]


def test_an_attack_that_proves_poor_is_counted():
    vanished = {"untried": 1, "ladder": [(1, 20)], "mean_attack_x10": 10, "mean_defense_x10": 10}
    state = fight([*DIVISION, rifle("0404", **vanished)])
    assert attacked(state) == ["0404"]
    assert state.battles[0].expected_value < 0
    assert (state.game.poor_attacks_axis, state.game.poor_attacks_soviet) == (1, 0)


def test_each_unit_attacks_once_and_all_is_legal():
    units = [
        *DIVISION,
        infantry("0305"),
        infantry("0504"),
        rifle("0404"),
        rifle("0304"),
        brigade("0503"),
    ]
    state = fight(units)
    assert len(attacked(state)) == len(set(attacked(state))) >= 1
    assert (state.units["status"] != Status.AWAITING).all()
