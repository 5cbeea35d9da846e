"""What a battle sets off besides its result: armies wake, lines are crossed, kills are scored."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Result,
    Side,
)
from tests.games.drive_on_stalingrad.assaults import (
    BOARD,
    SOVIET_ASSAULT,
    TARGET,
    board_of,
    fought,
)
from tests.games.drive_on_stalingrad.positions import (
    change_cell,
    clear_map,
    infantry,
    rifle,
    satellite,
    strip,
)

SOVIETS_CUT_OFF = change_cell(clear_map(5, 12), 3, 12, ".A-")


@pytest.mark.rule("drive_on_stalingrad 4.3a")
@pytest.mark.parametrize(("rows", "pile"), [(BOARD, 0), (SOVIETS_CUT_OFF, 1)])
def test_defenders_killed_out_of_supply_go_on_the_pile(rows, pile):
    state = board_of([infantry("0308"), rifle(TARGET)], Result.DE, rows)
    battle = fought(state, [0])
    assert (state.game.oos_kills, battle.defender_oos) == (pile, pile)


@pytest.mark.rule("drive_on_stalingrad 4.3a")
def test_attackers_killed_out_of_supply_go_on_the_pile_too():
    state = board_of(
        [rifle("0306"), infantry(TARGET)], Result.AL1, SOVIETS_CUT_OFF, **SOVIET_ASSAULT
    )
    battle = fought(state, [0])
    assert (state.game.oos_kills, battle.attacker_oos) == (1, 1)


@pytest.mark.rule("drive_on_stalingrad 4.3a")
@pytest.mark.parametrize(("judged", "pile"), [("battle_start", 1), ("at_elimination", 0)])
def test_supply_is_judged_as_the_battle_begins_or_as_the_unit_dies_by_the_ruling(judged, pile):
    # The German division bars the line of the Soviet one, until it dies in the exchange.
    rows = strip(5, {1: ".N"})
    units = [rifle("0104"), infantry("0103", steps=1)]
    rules = {"victory.oos_kill_judged": judged}
    state = board_of(units, Result.EX, rows, rules=rules, **SOVIET_ASSAULT)
    battle = fought(state, [0], "0103")
    assert (battle.defender_units_lost, battle.attacker_steps_lost) == (1, 1)
    assert (battle.attacker_oos, state.game.oos_kills) == (1, pile)


@pytest.mark.rule("drive_on_stalingrad 3.2n")
def test_attack_on_a_frozen_front_army_wakes_it():
    units = [infantry("0308"), rifle(TARGET, army=Army.SOVIET_21)]
    state = board_of(units, Result.AS, frozen=[Army.SOVIET_21])
    assert state.units[1].frozen_by == Army.SOVIET_21
    fought(state, [0])
    assert state.units[1].frozen_by == Army.NONE


@pytest.mark.rule("drive_on_stalingrad 8.6a")
def test_german_attack_over_the_don_line_counts_as_crossing_it():
    rows = change_cell(BOARD, 3, 7, ".E")
    state = board_of([infantry("0308"), rifle(TARGET)], Result.AS, rows)
    fought(state, [0])
    assert state.game.don_line_crossed != 0


@pytest.mark.rule("drive_on_stalingrad 3.2h")
def test_soviet_attack_over_the_start_line_lifts_the_army_restrictions():
    rows = change_cell(BOARD, 3, 7, ".-")
    units = [rifle("0306"), infantry(TARGET, army=Army.AXIS_6A)]
    state = board_of(units, Result.AS, rows, frozen=[Army.AXIS_6A], game_turn=1, **SOVIET_ASSAULT)
    fought(state, [0])
    assert state.game.lifted == 1


@pytest.mark.rule("drive_on_stalingrad 4.6a, 11.33a")
def test_soviet_advance_into_a_german_base_ends_the_game():
    rows = change_cell(BOARD, 3, 7, ".X-")
    state = board_of([rifle("0306"), satellite(TARGET)], Result.DE, rows, **SOVIET_ASSAULT)
    fought(state, [0], advance=1)
    assert (state.game.ended, state.game.winner) == (1, Side.SOVIET)
