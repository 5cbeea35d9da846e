"""Combat results: automatic ones, who pays for the others, and who follows up."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.assault import BY_POLICY, check_advance
from balance.games.drive_on_stalingrad.battle import final_result
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.turn import begin_phase
from balance.games.drive_on_stalingrad.vocabulary import (
    Phase,
    Policy,
    Result,
    Side,
    Status,
)
from tests.games.drive_on_stalingrad.assaults import (
    BOARD,
    SOVIET_ASSAULT,
    TARGET,
    board_of,
    fought,
    fought_on_the_move,
    place_of,
    steps_of,
)
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    change_cell,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
)

# --- steps


@pytest.mark.rule("drive_on_stalingrad 2.12b")
def test_a_full_unit_that_loses_a_step_fights_on_with_its_lower_factors():
    units = [infantry("0308"), rifle(TARGET)]
    state = board_of(units, Result.AL1)
    assert fought(state, [0]).attack == 7
    assert steps_of(state) == [1, 1]
    begin_phase(state, 1)
    assert fought(state, [0]).attack == 3
    state = board_of([infantry(TARGET, steps=1), rifle("0306")], Result.AS, **SOVIET_ASSAULT)
    assert fought(state, [1]).defense == 3


@pytest.mark.rule("drive_on_stalingrad 2.12b, 2.12c")
def test_a_full_unit_that_loses_two_steps_is_gone():
    state = board_of([infantry("0308", attack=14), rifle(TARGET), rifle(TARGET)], Result.EX)
    assert fought(state, [0]).attacker_steps_lost == 2
    assert (state.units[0].status, place_of(state, 0)) == (Status.ELIMINATED, "")
    assert (state.game.axis_steps_lost, state.game.axis_units_lost) == (2, 1)


@pytest.mark.rule("drive_on_stalingrad 2.12c")
@pytest.mark.parametrize("unit", [satellite, infantry])
def test_a_unit_on_its_last_step_is_removed_for_good(unit):
    state = board_of([unit("0308", steps=1), infantry("0207"), rifle(TARGET)], Result.AL1)
    state.units[1].reduction_priority = 5
    fought(state, [0, 1])
    assert state.units[0].status == Status.ELIMINATED
    assert state.game.axis_units_lost == 1
    assert place_of(state, 0) == ""
    begin_phase(state, 1)
    assert state.units[0].status == Status.ELIMINATED


@pytest.mark.rule("drive_on_stalingrad 2.14b, 2.14c")
def test_untried_units_show_their_factors_in_their_first_battle_and_ever_after():
    units = [infantry("0308"), rifle(TARGET, revealed=0), rifle(TARGET, revealed=0)]
    state = board_of([*units, rifle("0306", revealed=0)], Result.AS)
    fought(state, [0])
    assert [int(u.revealed) for u in state.units[1:]] == [1, 1, 0]
    begin_phase(state, 0)
    assert [int(u.revealed) for u in state.units[1:]] == [1, 1, 0]


@pytest.mark.rule("drive_on_stalingrad 2.14b")
def test_an_attack_reveals_untried_units_too():
    units = [rifle("0306", revealed=0), rifle("0306", revealed=0), infantry(TARGET)]
    state = board_of(units, Result.AS, **SOVIET_ASSAULT)
    fought(state, [0])
    assert [int(u.revealed) for u in state.units[:2]] == [1, 0]


@pytest.mark.rule("drive_on_stalingrad 2.14b, 9.31b")
def test_a_mobile_assault_reveals_untried_units():
    units = [panzer("0308"), rifle(TARGET, revealed=0)]
    state = board_of(units, Result.AS, phase=Phase.AXIS_FIRST)
    fought_on_the_move(state, [0])
    assert state.units[1].revealed == 1


# --- the table and its ends


@pytest.mark.rule("drive_on_stalingrad 11.10b, 11.29b")
@pytest.mark.parametrize(
    ("attackers", "result", "die"), [(12, Result.AS, True), (14, Result.DE, False)]
)
def test_odds_above_six_to_one_need_no_die(attackers, result, die):
    state = board_of([infantry("0308", attack=attackers), rifle(TARGET, defense=2)], Result.AS)
    battle = fought(state, [0])
    assert (battle.result, battle.die > 0) == (result, die)


@pytest.mark.rule("drive_on_stalingrad 11.10c")
@pytest.mark.parametrize(
    ("defense", "result", "die"), [(6, Result.AS, True), (8, Result.AL1, False)]
)
def test_odds_below_one_to_three_need_no_die(defense, result, die):
    state = board_of([infantry("0308", attack=2), rifle(TARGET, defense=defense)], Result.AS)
    battle = fought(state, [0])
    assert (battle.result, battle.die > 0) == (result, die)


@pytest.mark.rule("drive_on_stalingrad 11.29b")
def test_twenty_to_one_against_two_columns_is_eighteen_to_one():
    rows = change_cell(BOARD, 3, 7, ".C")
    state = board_of([infantry("0308", attack=40), rifle(TARGET, defense=2)], Result.AS, rows=rows)
    battle = fought(state, [0])
    assert (battle.odds, battle.final_odds, battle.die) == (19, 17, 0)
    assert battle.result == Result.DE


@pytest.mark.rule("drive_on_stalingrad 11.29a")
def test_a_five_at_six_to_one_eliminates_the_defender():
    state = build_position(BOARD)
    assert final_result(state, 5, 5) == Result.DE


@pytest.mark.rule("drive_on_stalingrad 11.8a, 11.15a, 11.16a, 11.9")
@pytest.mark.parametrize(
    ("strengths", "cell", "odds", "final"),
    [
        ((26, 7), ".", 2, 2),
        ((7, 7), ".", 0, 0),
        ((5, 11), ".", -2, -2),
        ((9, 3), "h", 2, 1),
        ((9, 3), "m", 2, 0),
    ],
)
def test_odds_and_shifts_of_whole_battles_are_the_books(strengths, cell, odds, final):
    rows = change_cell(BOARD, 3, 7, cell)
    units = [infantry("0308", attack=strengths[0]), rifle(TARGET, defense=strengths[1])]
    battle = fought(board_of(units, Result.AS, rows=rows), [0])
    assert (battle.odds, battle.final_odds) == (odds, final)


# --- AS, AL1


@pytest.mark.rule("drive_on_stalingrad 11.31a")
def test_a_stalled_attack_changes_nothing():
    state = board_of([infantry("0308"), rifle(TARGET)], Result.AS)
    fought(state, [0], advance=1)
    assert steps_of(state) == [2, 1]
    assert (place_of(state, 0), place_of(state, 1)) == ("0308", TARGET)


@pytest.mark.rule("drive_on_stalingrad 11.32a, 11.32b")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_attacker_loses_one_step_in_all_from_the_unit_he_likes(first):
    units = [panzer("0308"), infantry("0308"), motorized("0207"), rifle(TARGET, defense=6)]
    for u, unit in enumerate(units[:3]):
        unit["reduction_priority"] = 0 if u == first else 5
    state = board_of(units, Result.AL1)
    battle = fought(state, [0, 1, 2], advance=3)
    assert steps_of(state) == [1 if u == first else 2 for u in range(3)] + [1]
    assert (battle.attacker_steps_lost, battle.defender_steps_lost) == (1, 0)
    assert [place_of(state, u) for u in range(4)] == ["0308", "0308", "0207", TARGET]


# --- DE, EX


@pytest.mark.rule("drive_on_stalingrad 11.36a")
def test_defenders_of_one_step_die_and_those_of_two_are_reduced():
    units = [
        rifle("0306", attack=30),
        infantry(TARGET),
        satellite(TARGET),
        infantry(TARGET, steps=1),
    ]
    state = board_of(units, Result.DE, **SOVIET_ASSAULT)
    battle = fought(state, [0], advance=1)
    assert steps_of(state) == [1, 1, 0, 0]
    assert [place_of(state, u) for u in range(4)] == ["0306", TARGET, "", ""]
    assert (battle.defender_steps_lost, battle.defender_units_lost) == (3, 2)


@pytest.mark.rule("drive_on_stalingrad 11.36a")
@pytest.mark.parametrize(("fate", "place"), [("stay", TARGET), ("retreat", "0308")])
def test_reduced_defenders_stay_or_retreat_by_the_ruling(fate, place):
    units = [rifle("0306", attack=30), infantry(TARGET), satellite(TARGET)]
    state = board_of(units, Result.DE, rules={"combat.de_survivors": fate}, **SOVIET_ASSAULT)
    battle = fought(state, [0], advance=1)
    assert steps_of(state) == [1, 1, 0]
    assert [place_of(state, u) for u in (0, 1)] == ["0306" if place == TARGET else TARGET, place]
    assert battle.retreated == (0 if place == TARGET else 1)


@pytest.mark.rule("drive_on_stalingrad 11.36b")
def test_the_attacker_loses_nothing_and_may_take_the_emptied_hex():
    state = board_of([infantry("0308"), rifle(TARGET), rifle(TARGET)], Result.DE)
    battle = fought(state, [0], advance=1)
    assert (battle.attacker_steps_lost, battle.advanced) == (0, 1)
    assert place_of(state, 0) == TARGET
    assert state.ground[hex_named(state, TARGET)].control == Side.AXIS


@pytest.mark.rule("drive_on_stalingrad 11.37a, 11.30a")
def test_an_exchange_costs_the_attacker_as_many_steps_as_the_defender():
    units = [infantry("0308"), infantry("0308"), infantry("0308"), *[rifle(TARGET)] * 3]
    state = board_of(units, Result.EX)
    battle = fought(state, [0, 1, 2])
    assert (battle.defender_steps_lost, battle.attacker_steps_lost) == (3, 3)
    assert sum(steps_of(state)[:3]) == 3


@pytest.mark.rule("drive_on_stalingrad 11.37a, 11.30a")
def test_the_defender_pays_in_full_even_if_the_attacker_cannot():
    units = [rifle("0306", attack=14), infantry(TARGET), infantry(TARGET)]
    state = board_of(units, Result.EX, **SOVIET_ASSAULT)
    battle = fought(state, [0])
    assert steps_of(state) == [0, 1, 1]
    assert (battle.defender_steps_lost, battle.attacker_steps_lost) == (2, 1)


@pytest.mark.rule("drive_on_stalingrad 11.37a, 11.32c")
@pytest.mark.parametrize(("choice", "payer"), [("any", 0), ("panzer_division", 1)])
def test_the_owner_chooses_who_pays_an_exchange_on_the_move(choice, payer):
    units = [motorized("0308"), panzer("0308", reduction_priority=5), rifle(TARGET)]
    rules = {"combat.ex_ma_from": choice}
    state = board_of(units, Result.EX, phase=Phase.AXIS_FIRST, rules=rules)
    fought_on_the_move(state, [0, 1])
    assert steps_of(state) == [1 if u == payer else 2 for u in range(2)] + [0]
    assert place_of(state, 0) == TARGET


@pytest.mark.rule("drive_on_stalingrad 11.37b, 11.38b")
def test_survivors_of_an_exchange_may_take_the_emptied_hex():
    units = [infantry("0308"), infantry("0308", steps=1), rifle(TARGET), rifle(TARGET)]
    units[1]["loss_priority"] = -1
    state = board_of(units, Result.EX)
    battle = fought(state, [0, 1], advance=2)
    assert steps_of(state) == [1, 0, 0, 0]
    assert (battle.advanced, place_of(state, 0)) == (1, TARGET)


# --- advance


@pytest.mark.rule("drive_on_stalingrad 11.38a")
def test_victors_advance_for_nothing_whatever_the_terrain_costs():
    rows = change_cell(BOARD, 3, 7, "h")
    sides = {("0307", "0308"): "river"}
    state = board_of(
        [infantry("0308", movement=1), rifle(TARGET)], Result.DR, rows=rows, sides=sides
    )
    fought(state, [0], advance=1)
    assert place_of(state, 0) == TARGET
    assert state.units[0].moved == 0


@pytest.mark.rule("drive_on_stalingrad 11.38a, 9.13b")
def test_nobody_advances_where_he_could_not_move():
    rows = change_cell(BOARD, 3, 7, "m")
    state = board_of([panzer("0308"), infantry("0308"), rifle(TARGET)], Result.DR, rows=rows)
    assert fought(state, [0, 1], advance=2).advanced == 1
    assert (place_of(state, 0), place_of(state, 1)) == ("0308", TARGET)


@pytest.mark.rule("drive_on_stalingrad 11.38a")
def test_only_the_hex_beside_is_advanced_into():
    state = board_of([infantry("0309"), infantry("0308")], Result.AS)
    refusals = [Refusal(check_advance(state, unit, hex_named(state, TARGET))) for unit in (0, 1)]
    assert refusals == [Refusal.NOT_ADJACENT, Refusal.OK]


@pytest.mark.rule("drive_on_stalingrad 11.38a, 6.1")
def test_the_advance_keeps_to_the_limits_of_stacking():
    units = [infantry("0308")] * 5 + [infantry("0207")] * 5 + [rifle(TARGET)]
    state = board_of(units, Result.DR)
    assert fought(state, list(range(10)), advance=10).advanced == 8


@pytest.mark.rule("drive_on_stalingrad 11.38a, 6.3a")
def test_the_advance_keeps_nationalities_apart():
    units = [infantry("0308"), satellite("0207"), infantry("0308"), rifle(TARGET)]
    state = board_of(units, Result.DR)
    assert fought(state, [0, 1, 2], advance=3).advanced == 2
    assert place_of(state, 1) == "0207"


@pytest.mark.rule("drive_on_stalingrad 11.38b")
@pytest.mark.parametrize(("ordered", "advanced"), [(0, 0), (1, 1), (BY_POLICY, 2)])
def test_any_number_of_victors_may_stay_behind(ordered, advanced):
    state = board_of([infantry("0308")] * 3 + [rifle(TARGET)], Result.DR)
    state.policy[Side.AXIS, Policy.ADVANCE] = 2
    assert fought(state, [2, 1, 0], advance=ordered).advanced == advanced
    assert [place_of(state, u) for u in (2, 1, 0)].count(TARGET) == advanced
    assert (place_of(state, 2) == TARGET) == (advanced > 0)


@pytest.mark.rule("drive_on_stalingrad 11.38a, 11.38b")
def test_units_that_took_no_part_do_not_advance():
    state = board_of([infantry("0308"), infantry("0308"), rifle(TARGET)], Result.DR)
    assert fought(state, [0], advance=9).advanced == 1
    assert place_of(state, 1) == "0308"


@pytest.mark.rule("drive_on_stalingrad 11.38c")
def test_artillery_does_not_advance():
    units = [rifle("0306"), artillery("0306"), infantry(TARGET)]
    state = board_of(units, Result.DR, **SOVIET_ASSAULT)
    assert fought(state, [1, 0], advance=2).advanced == 1
    assert (place_of(state, 0), place_of(state, 1)) == (TARGET, "0306")


@pytest.mark.rule("drive_on_stalingrad 11.38c")
def test_defenders_never_advance():
    units = [rifle("0306", attack=3), infantry(TARGET)]
    state = board_of(units, Result.AL1, **SOVIET_ASSAULT)
    fought(state, [0], advance=1)
    assert state.ground[hex_named(state, "0306")].first == -1
    assert place_of(state, 1) == TARGET
