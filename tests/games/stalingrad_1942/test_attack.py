"""Who may attack whom, and who must (7.1, 7.2, 9.23)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.attack import close_combat
from balance.games.stalingrad_1942.duties import find_duty, is_target
from balance.games.stalingrad_1942.refusals import REASONS, Refusal
from balance.games.stalingrad_1942.turn import begin_phase, end_phase
from balance.games.stalingrad_1942.vocabulary import Phase, Result, Side
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    fire,
    refusal_of_attack,
    refusal_of_fire,
)
from tests.games.stalingrad_1942.positions import (
    MAP,
    guns,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
)
from tests.games.text_maps import change_cell, hex_named

pytestmark = pytest.mark.plain
FREE = {"combat.compulsory": 0}
BESIDE = [regiment("0404"), rifles("0403")]


def both(target_fields=None, **fields):
    return [regiment("0404", **fields), rifles("0403", **(target_fields or {}))]


# --- legality


@pytest.mark.rule("stalingrad_1942 7.11a")
@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"phase": Phase.AXIS_MOVEMENT}, Refusal.WRONG_PHASE),
        ({"side": Side.SOVIET}, Refusal.NO_ENEMY),
        ({"ended": 1}, Refusal.GAME_OVER),
        ({"pause": 1}, Refusal.PAUSE),
        ({}, Refusal.OK),
    ],
)
def test_a_side_attacks_in_its_own_combat_phase(options, refusal):
    state = build_battle(BESIDE, **options)
    assert refusal_of_attack(state, 0, "0403") == refusal
    assert REASONS[refusal]


@pytest.mark.rule("stalingrad_1942 7.11a")
def test_units_of_the_other_side_do_not_attack():
    state = build_battle([*BESIDE, regiment("0402")], side=Side.SOVIET)
    assert refusal_of_attack(state, 0, "0404") == Refusal.WRONG_SIDE


@pytest.mark.rule("stalingrad_1942 7.11b")
def test_only_neighbours_attack():
    state = build_battle([regiment("0405"), rifles("0403")])
    assert refusal_of_attack(state, 0, "0403") == Refusal.NOT_ADJACENT
    assert refusal_of_attack(state, 0, "0404") == Refusal.NO_ENEMY


@pytest.mark.rule("stalingrad_1942 7.12a")
def test_an_attack_needs_attackers_and_a_hex_and_names_each_once():
    state = build_battle(BESIDE)
    assert refusal_of_attack(state, [], "0403") == Refusal.NO_ATTACKERS
    assert refusal_of_attack(state, 0, []) == Refusal.NO_ENEMY
    assert refusal_of_attack(state, [0, 0], "0403") == Refusal.NAMED_TWICE
    assert refusal_of_attack(state, 0, ["0403", "0403"]) == Refusal.NAMED_TWICE
    assert refusal_of_attack(state, 9, "0403") == Refusal.NO_SUCH_UNIT


@pytest.mark.rule("stalingrad_1942 11.36, 11.37")
def test_headquarters_neither_attack_nor_are_attacked_alone():
    units = [*BESIDE, staff("0404"), staff("0405", side=Side.SOVIET)]
    state = build_battle(units)
    assert refusal_of_attack(state, 2, "0403") == Refusal.HEADQUARTERS_ATTACK
    assert refusal_of_attack(state, 0, "0405") == Refusal.NO_ENEMY


@pytest.mark.rule("stalingrad_1942 8.11a, 8.51a")
def test_guns_beside_enemies_without_a_zone_only_fire():
    state = build_battle([guns("0404"), red_guns("0403")])
    assert refusal_of_attack(state, 0, "0403") == Refusal.GUN_ONLY_FIRES
    assert refusal_of_fire(state, 0, "0403") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.27")
def test_a_unit_attacks_once_and_is_attacked_once():
    units = [regiment("0404"), regiment("0404"), rifles("0403"), rifles("0405")]
    state = build_battle(units, result=Result.BOTH_DISORGANIZED, rules=FREE)
    attack(state, 0, "0403")
    assert refusal_of_attack(state, 0, "0405") == Refusal.ALREADY_ATTACKED
    assert refusal_of_attack(state, 1, "0403") == Refusal.ALREADY_DEFENDED
    assert refusal_of_attack(state, 1, "0405") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.23a, 7.23b, 7.25, 7.28")
def test_many_attack_one_hex_and_one_hex_many_but_not_several_several():
    units = [regiment("0404"), regiment("0303"), regiment("0404"), rifles("0403"), rifles("0304")]
    state = build_battle(units, rules=FREE)
    assert refusal_of_attack(state, [0, 1], "0403") == Refusal.OK
    assert refusal_of_attack(state, [0, 2], ["0403", "0304"]) == Refusal.OK
    assert refusal_of_attack(state, [0, 1], ["0403", "0304"]) == Refusal.SEVERAL_ON_SEVERAL


@pytest.mark.rule("stalingrad_1942 S2i, S2j")
def test_armies_that_may_not_act_on_the_first_turn_do_not_attack():
    state = build_battle(both(), scenario="uranus", game_turn=1)
    assert refusal_of_attack(state, 0, "0403") == Refusal.FROZEN
    assert state.units[0].must_attack == 0
    state.units[0].opens = 1
    assert refusal_of_attack(state, 0, "0403") == Refusal.OK


# --- duties


@pytest.mark.rule("stalingrad_1942 7.22")
def test_units_with_enemies_in_their_zone_must_attack():
    units = [*BESIDE, regiment("0406"), guns("0404"), staff("0404")]
    state = build_battle(units)
    assert state.units["must_attack"].tolist() == [1, 0, 0, 0, 0]


@pytest.mark.rule("stalingrad_1942 7.22, 11.1")
def test_a_lone_headquarters_binds_nobody_but_lone_guns_do():
    state = build_battle([regiment("0404"), staff("0403", side=Side.SOVIET)])
    assert state.units[0].must_attack == 0
    state = build_battle([regiment("0404"), red_guns("0403")])
    assert state.units[0].must_attack == 1


@pytest.mark.rule("stalingrad_1942 9.23, 21.13")
def test_units_in_works_need_not_attack_nor_anyone_in_a_pause():
    assert build_battle(both(dug_in=1)).units[0].must_attack == 0
    assert build_battle(both(), change_cell(MAP, 4, 4, ".W")).units[0].must_attack == 0
    assert build_battle(both(), pause=1).units[0].must_attack == 0
    assert build_battle(both(), rules=FREE).units[0].must_attack == 0


@pytest.mark.rule("stalingrad_1942 6.12b, 7.22")
def test_a_unit_that_lost_its_zone_need_not_attack():
    assert build_battle(both(zoneless=1)).units[0].must_attack == 0


@pytest.mark.rule("stalingrad_1942 7.21")
def test_no_attack_may_leave_an_enemy_in_its_zone_to_nobody():
    state = build_battle([regiment("0404"), rifles("0403"), rifles("0405")])
    assert refusal_of_attack(state, 0, "0403") == Refusal.LEAVES_ENEMY
    assert refusal_of_attack(state, 0, ["0403", "0405"]) == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.21, 9.23")
def test_who_attacks_out_of_works_owes_as_much_as_any_attacker():
    state = build_battle([regiment("0404", dug_in=1), rifles("0403"), rifles("0405")])
    assert state.units[0].must_attack == 0
    assert refusal_of_attack(state, 0, "0403") == Refusal.LEAVES_ENEMY


@pytest.mark.rule("stalingrad_1942 7.21, 7.25")
def test_an_enemy_may_be_left_to_another_unit():
    units = [regiment("0404"), regiment("0404"), rifles("0403"), rifles("0405")]
    state = build_battle(units, result=Result.BOTH_DISORGANIZED)
    assert refusal_of_attack(state, [0, 1], "0403") == Refusal.LEAVES_ENEMY
    attack(state, 0, "0403")
    assert refusal_of_attack(state, 1, "0405") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.21, 8.15a")
def test_guns_that_attack_make_no_enemy_a_duty():
    units = [guns("0404"), rifles("0403"), rifles("0405")]
    assert refusal_of_attack(build_battle(units), 0, "0403") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.22")
def test_no_attack_may_take_the_last_enemy_from_a_unit_that_must_attack():
    state = build_battle([regiment("0404"), regiment("0303"), rifles("0403")])
    assert refusal_of_attack(state, 0, "0403") == Refusal.LEAVES_NO_TARGET
    assert refusal_of_attack(state, [0, 1], "0403") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.22, 7.27, 8.21a")
def test_fire_of_guns_alone_may_not_take_it_either():
    units = [*BESIDE, guns("0406")]
    assert refusal_of_fire(build_battle(units), 2, "0403") == Refusal.LEAVES_NO_TARGET
    rules = {"artillery.bombard_uses_attack": 0}
    state = build_battle(units, rules=rules, result=Result.B1)
    fire(state, 2, "0403")
    assert refusal_of_attack(state, 0, "0403") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 7.29")
def test_what_is_left_undone_is_fought_as_the_phase_ends():
    units = [
        *(regiment("0404"), regiment("0404"), regiment("0303"), regiment("0606")),
        *(rifles("0403"), rifles("0405"), rifles("0607")),
    ]
    state = build_battle(units, result=Result.BOTH_DISORGANIZED)
    close_combat(state)
    assert state.units["attacked"].tolist() == [1, 1, 1, 1, 0, 0, 0]
    assert state.units["defended"].tolist() == [0, 0, 0, 0, 1, 1, 1]


@pytest.mark.rule("stalingrad_1942 3.1-P4, 3.1-P8, 7.29")
def test_the_phase_opens_and_ends_with_its_duties():
    state = build_battle(BESIDE, result=Result.BOTH_LOSE)
    state.units["must_attack"] = 0
    begin_phase(state, Phase.AXIS_COMBAT)
    assert state.units[0].must_attack == 1
    end_phase(state)
    assert state.units["steps"].tolist() == [1, 1]


@pytest.mark.rule("stalingrad_1942 S1d, 7.29")
def test_a_game_that_is_over_compels_nobody():
    state = build_battle(BESIDE, result=Result.BOTH_LOSE)
    state.game.ended = 1
    close_combat(state)
    assert state.game.battle_count == 0


@pytest.mark.rule("stalingrad_1942 7.21, 7.29")
def test_an_enemy_left_to_units_in_works_is_theirs_to_attack():
    units = [regiment("0404"), regiment("0406", dug_in=1), rifles("0403"), rifles("0405")]
    state = build_battle(units, result=Result.BOTH_DISORGANIZED)
    assert state.units["must_attack"].tolist() == [1, 0, 0, 0]
    attack(state, 0, "0403")
    close_combat(state)
    assert state.units[1].attacked == 1
    assert state.units[3].defended == 1


@pytest.mark.rule("stalingrad_1942 7.21, 7.22, 7.29")
@pytest.mark.parametrize("seed", range(12))
def test_duties_can_always_be_done(seed):
    """Random positions and random attacks: at the end of the phase nobody owes anything."""
    rng = np.random.default_rng(seed)
    cells = [f"{row:02d}{column:02d}" for row in range(2, 7) for column in range(2, 9)]
    rng.shuffle(cells)
    units = [regiment(at) for at in cells[:7]] + [panzer(at) for at in cells[:2]]
    units += [guns(at) for at in cells[5:7]] + [rifles(at) for at in cells[7:14]]
    state = build_battle(units, seed=seed)
    enemies = [at for at in cells[7:14]]
    for _ in range(10):
        count = int(rng.integers(1, 4))
        some = rng.choice(11, count, replace=False).tolist()
        at = rng.choice(enemies, int(rng.integers(1, 3)), replace=False).tolist()
        if refusal_of_attack(state, some, at) == Refusal.OK:
            attack(state, some, at)
        assert_feasible(state)
    bound = state.units["must_attack"] != 0
    assert bound.any()
    close_combat(state)
    assert state.units["attacked"][bound].all()
    attackers, targets = np.zeros(len(state.units), np.int64), np.zeros(6, np.int64)
    assert find_duty(state, attackers, targets) == (0, 0)


def assert_feasible(state):
    """Every unit that must attack has an enemy to attack; every enemy that must be, an attacker."""
    own, off = state.game.side, len(state.ground) - 1
    free = [
        u
        for u in range(len(state.units))
        if state.units[u].side == own and state.units[u].hex < off and state.units[u].attacked == 0
    ]
    for u in free:
        around = [int(h) for h in state.neighbour[state.units[u].hex]]
        if state.units[u].must_attack != 0:
            assert any(is_target(state, h) for h in around), u
    for h in range(off):
        if state.ground[h].due != 0 and is_target(state, h):
            able = [u for u in free if h in state.neighbour[state.units[u].hex]]
            assert able, h


@pytest.mark.rule("stalingrad_1942 7.395")
def test_order_returns_at_the_end_of_the_next_own_combat_phase():
    state = build_battle(BESIDE, result=Result.BOTH_DISORGANIZED)
    attack(state, 0, "0403")
    assert state.units["disorganized"].tolist() == [2, 1]
    close_combat(state)
    assert state.units["disorganized"].tolist() == [1, 1]
    state.game.side = Side.SOVIET
    close_combat(state)
    assert state.units["disorganized"].tolist() == [1, 0]
    assert hex_named(state, "0404") == state.units[0].hex


@pytest.mark.rule("stalingrad_1942 7.395, 21.13")
def test_a_pause_turn_does_not_count_for_order():
    state = build_battle(BESIDE, result=Result.BOTH_DISORGANIZED)
    attack(state, 0, "0403")
    close_combat(state)
    for pause, left in ((1, [1, 1]), (0, [0, 0])):
        state.game.pause = pause
        for phase in (Phase.SOVIET_COMBAT, Phase.AXIS_COMBAT):
            begin_phase(state, phase)
            state.units["must_attack"] = 0
            end_phase(state)
        assert state.units["disorganized"].tolist() == left


@pytest.mark.rule("stalingrad_1942 7.21, 7.29")
def test_whoever_is_left_attacks_the_enemy_that_is_due_and_not_a_weaker_one():
    # 0405 is due once 0404 has attacked; the units dug in at 0406 also stand beside weak 0407.
    units = [
        *(regiment("0404"), regiment("0406", dug_in=1), regiment("0406", dug_in=1)),
        *(rifles("0403"), rifles("0405"), rifles("0407", ladder=[(1, 1)])),
    ]
    state = build_battle(units, result=Result.BOTH_DISORGANIZED)
    attack(state, 0, "0403")
    close_combat(state)
    assert state.units["defended"].tolist() == [0, 0, 0, 1, 1, 1]
    first = state.battles[1]
    assert (first.hex, first.attackers) == (hex_named(state, "0405"), 1)


@pytest.mark.rule("stalingrad_1942 6.12, 7.21, 7.29, 8.51a")
def test_a_gun_that_is_left_with_an_enemy_owes_no_other():
    # 0304 is due, as it stands in the zone of 0203; no zone reaches 0305.
    units = [regiment("0203"), guns("0404"), rifles("0202"), rifles("0304"), rifles("0305")]
    state = build_battle(units, result=Result.BOTH_DISORGANIZED)
    attack(state, 0, "0202")
    close_combat(state)
    assert state.units["defended"].tolist() == [0, 0, 1, 1, 0]
    row = state.battles[state.game.battle_count - 1]
    assert (row.hexes, row.attack, row.defense) == (1, 5, 6)
