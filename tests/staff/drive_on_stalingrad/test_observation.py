"""What a player may know: his own units, the tops of enemy stacks, the score."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Status
from balance.staff.drive_on_stalingrad.facts import FACTS
from balance.staff.drive_on_stalingrad.observation import COLUMNS, observe_units
from balance.staff.facts import Told
from balance.staff.seen_openly import ATTACK, DEFENSE
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    infantry,
    rifle,
)

BOARD = change_cell(change_cell(clear_map(5, 12), 3, 1, ".N"), 3, 12, ".A-")
UNSEEN = -1


def observe(state, side):
    """Attack and defense of every unit, in tenths, as a side knows them."""
    table = np.full((len(state.units), COLUMNS), UNSEEN, np.int16)
    observe_units(state, side, table)
    return [(int(row[ATTACK]), int(row[DEFENSE])) for row in table]


@pytest.mark.rule("drive_on_stalingrad 11.7a")
def test_only_the_top_of_an_enemy_stack_is_seen():
    units = [rifle("0307"), rifle("0307"), rifle("0307", attack=5, defense=4), infantry("0308")]
    state = build_position(BOARD, units)
    assert observe(state, AXIS) == [(UNSEEN, UNSEEN)] * 2 + [(50, 40), (70, 70)]
    assert observe(state, SOVIET) == [(20, 30), (20, 30), (50, 40), (70, 70)]


@pytest.mark.rule("drive_on_stalingrad 2.14b, 11.7a")
def test_an_untried_unit_on_top_shows_the_mean_of_its_kind():
    hidden = rifle("0307", attack=5, revealed=0, mean_attack_x10=21, mean_defense_x10=24)
    state = build_position(BOARD, [hidden])
    assert observe(state, AXIS) == observe(state, SOVIET) == [(21, 24)]
    state.units[0].revealed = 1
    assert observe(state, AXIS) == observe(state, SOVIET) == [(50, 30)]


@pytest.mark.rule("drive_on_stalingrad 11.7c")
def test_nobody_sees_what_the_enemy_has_yet_to_bring_on():
    state = build_position(BOARD, [infantry(arrival_turn=6), rifle("0307")])
    assert state.units[0].status == Status.AWAITING
    assert observe(state, SOVIET)[0] == (UNSEEN, UNSEEN)
    assert observe(state, AXIS)[0] == (70, 70)


@pytest.mark.rule("drive_on_stalingrad 11.7c")
def test_both_players_know_the_german_victory_points():
    state = build_position(BOARD, vp=4)
    assert [FACTS["vp"].tell(Told(None, state, side)) for side in (AXIS, SOVIET)] == [4, 4]
