"""The sequence of play and the set-up of the three scenarios (3, 15.1, S1 to S3)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.sequence import StepKind, play_sequence
from balance.games.stalingrad_1942.supply import check_supply
from balance.games.stalingrad_1942.turn import begin_game_turn, end_game_turn
from balance.games.stalingrad_1942.vocabulary import Kind, Mobility, Phase, Side, Status
from tests.games.stalingrad_1942.positions import build_position, regiment, rifles
from tests.games.stalingrad_1942.scenarios import NAMES, scenario
from tests.games.text_maps import strip

#: A map where nobody starves.
FED = strip(9, {9: ".O", 1: ".E"})


def steps_of(turns, name, rules=None, **fields):
    """Kinds, sides and turns of the steps of the first turns of a game of two units."""
    units = [regiment("0109"), rifles("0101")]
    state = build_position(FED, units, scenario=name, rules=rules, game_turn=0, **fields)
    state.game.phase = Phase.SET_UP
    found = []
    for step in play_sequence(state):
        if step.game_turn > turns:
            break
        found.append((step.game_turn, step.side, step.kind))
    return found


HALF = (
    StepKind.MOVEMENT, StepKind.FORTIFICATION, StepKind.COMBAT, StepKind.STRATEGIC_MOVEMENT,
)  # fmt: skip


@pytest.mark.rule("stalingrad_1942 3.0a, 3.1a, 3.1b, 3.2b, 3.1-P1a, 3.1-P2a, 3.1-P3, 3.1-P4")
@pytest.mark.rule(
    "stalingrad_1942 3.1-P5, 3.1-P6a, 3.1-P7, 3.1-P8, 3.1-P9, S1b, S2b, S3b, 10.12, 13.22"
)
@pytest.mark.parametrize(
    ("name", "first", "air"),
    [
        ("on_to_stalingrad", Side.AXIS, [Side.AXIS]),
        ("uranus", Side.SOVIET, [Side.SOVIET]),
        ("winter_storm", Side.AXIS, [Side.AXIS]),
    ],
)
def test_a_turn_has_air_units_first_then_a_half_for_each_side(name, first, air):
    halves = [(1, side, kind) for side in (first, Side(1 - first)) for kind in HALF]
    assert steps_of(1, name) == [(1, side, StepKind.AIR) for side in air] + halves


@pytest.mark.rule("stalingrad_1942 3.1a, S1b")
def test_by_the_printed_order_the_soviets_always_begin():
    found = steps_of(1, "on_to_stalingrad", {"sequence.initiative_moves_first": 0})
    assert [side for _, side, _ in found[1:]] == [Side.SOVIET] * 4 + [Side.AXIS] * 4


@pytest.mark.rule("stalingrad_1942 S2g, S2h, S1i, S3h, 10.18b")
def test_both_sides_place_air_units_where_the_calendar_has_any():
    air = [(turn, side) for turn, side, kind in steps_of(5, "uranus") if kind == StepKind.AIR]
    assert air == [(1, 1), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1), (5, 0), (5, 1)]


@pytest.mark.rule("stalingrad_1942 21.11, 21.12b, 21.13, 3.0b")
def test_pause_turns_have_neither_battles_nor_strategic_movement():
    def kinds(rules=None):
        return {kind for turn, _, kind in steps_of(10, "on_to_stalingrad", rules) if turn == 10}

    assert kinds() == {StepKind.AIR, StepKind.MOVEMENT, StepKind.FORTIFICATION}
    assert kinds({"sequence.pauses": 0}) == {*HALF, StepKind.AIR}


@pytest.mark.rule("stalingrad_1942 3.0b, S1c, S2c, S3c")
@pytest.mark.parametrize(("name", "turns"), [(NAMES[0], 31), (NAMES[1], 23), (NAMES[2], 31)])
def test_a_scenario_lasts_its_days_and_ends_by_points(name, turns):
    state = build_position(FED, [regiment("0109")], scenario=name, game_turn=0)
    state.game.phase = Phase.SET_UP
    last = [step.game_turn for step in play_sequence(state)][-1]
    assert last == turns == scenario(name).last_turn
    assert (state.game.ended, state.game.phase) == (1, Phase.TURN_END)
    assert state.turns["game_turn"][:turns].tolist() == list(range(1, turns + 1))


@pytest.mark.rule("stalingrad_1942 S2e, S3d")
def test_the_ring_is_looked_for_as_a_turn_ends():
    rows = strip(12, {12: ".O", 3: ".C", 1: ".E"})
    state = build_position(
        rows, [regiment("0103", sixth_army=1)], scenario="winter_storm", surrounded=0
    )
    end_game_turn(state)
    assert (state.game.surrounded, state.turns[2].surrounded) == (1, 1)
    move_in = build_position(
        rows, [regiment("0109", sixth_army=1)], scenario="winter_storm", surrounded=1
    )
    end_game_turn(move_in)
    assert (move_in.game.surrounded, move_in.turns[2].vp_axis) == (0, 20 + 100)


@pytest.mark.rule("stalingrad_1942 6.12b, 7.31h")
def test_a_unit_hit_by_b4s_has_no_zone_in_the_whole_next_turn():
    state = build_position(FED, [regiment("0105")])
    state.units[0].zoneless_turn = 4
    assert state.zones[Side.AXIS].sum() == 2
    begin_game_turn(state)
    assert state.zones[Side.AXIS].sum() == 0
    begin_game_turn(state)
    assert state.zones[Side.AXIS].sum() == 2


# --- set-up


@pytest.mark.rule(
    "stalingrad_1942 15.1a, 15.21, 2.21, 2.22, 2.23, 2.24, 2.25, Setup-a, Setup-c, Setup-d"
)
@pytest.mark.parametrize("name", NAMES)
def test_units_set_up_where_the_list_has_them_and_reinforcements_wait(name):
    played = scenario(name)
    state = played.new_game(1)
    units = state.units
    for u, row in enumerate(played.order_of_battle.rows):
        if row["hex"]:
            assert units[u].status == Status.ON_MAP
            assert played.hex_names[units[u].hex] == row["hex"]
        else:
            assert (units[u].status, units[u].hex) == (Status.AWAITING, len(state.ground) - 1)
            assert units[u].arrival_turn == int(row["arrival_turn"])
    guns = (units["kind"] >= Kind.ARTILLERY) & (units["kind"] <= Kind.ANTI_TANK)
    assert guns.sum() > 10
    assert set(units["full_steps"][guns]) == {1}
    fighting = ~guns & (units["kind"] != Kind.HEADQUARTERS)
    strengths = state.strengths[fighting]
    for row, unit, steps in zip(
        played.order_of_battle.rows, state.strengths, units["full_steps"], strict=True
    ):
        if row["strength"] and row["arm"] != "headquarters":
            sides = [int(row["reduced"]), int(row["strength"])]
            # Setup-c: who starts flipped has the strength of his state, and no other side.
            assert unit[1 : steps + 1, 0].tolist() == sides[int(row["missing"]) :]
    assert (strengths[:, :, 0] == strengths[:, :, 1]).all()
    assert (strengths[:, 1] >= 1).all()


@pytest.mark.rule("stalingrad_1942 2.25, 11.22, Setup-b1, Setup-b2, Setup-b3, Setup-b4, 18.1a")
def test_symbols_say_how_units_move():
    played = scenario("uranus")
    units = dict(zip(played.unit_names, played.units, strict=True))
    assert units["6A HQ"].movement == 8
    assert units["6A HQ"].mobility == Mobility.MOTORIZED
    kinds = played.units["kind"]
    assert set(played.units["mobility"][kinds == Kind.ARMOR]) == {Mobility.TANK}
    assert set(played.units["mobility"][kinds == Kind.MECHANIZED]) == {Mobility.MOTORIZED}
    assert set(played.units["mobility"][kinds == Kind.INFANTRY]) == {Mobility.NONMOTORIZED}
    naval = scenario("on_to_stalingrad").units
    assert Mobility.NAVAL in naval["mobility"]


@pytest.mark.rule("stalingrad_1942 12.1a, 12.1b, 11.31, S2i, S2j, 16.11, 2.24d")
def test_divisions_formations_and_armies_come_from_the_lists():
    played = scenario("uranus")
    units, rows = played.units, played.order_of_battle.rows
    sizes = units["division_size"][units["division"] > 0]
    assert set(sizes) == {3}
    # Soviet corps count together where the rule's list has them: it names none of 1942.
    assert not units["division"][units["side"] == Side.SOVIET].any()
    for side in Side:
        own = np.flatnonzero(units["side"] == side)
        led = {int(units[u].formation) for u in own if units[u].kind == Kind.HEADQUARTERS}
        assert {int(units[u].formation) for u in own} == led
    openers = {row["army"] for u, row in enumerate(rows) if units[u].opens}
    assert openers == {"5 Tank", "21", "65", "24", "Romanian 3", "XI", "XXXXVIII"}
    assert [bool(units[u].breath) for u in range(len(rows))] == [
        row["stalins_breath"] == "1" for row in rows
    ]
    for name, names in zip(NAMES, (set(), {"6A"}, {"6A"}), strict=True):
        played = scenario(name)
        armies = {
            row["army"]: int(u.sixth_army)
            for u, row in zip(played.units, played.order_of_battle.rows, strict=True)
        }
        assert {army for army, flag in armies.items() if flag} == names


@pytest.mark.rule("stalingrad_1942 S1h, S2f, S3g, 17.1a")
@pytest.mark.parametrize(
    ("name", "intact", "destroyed"), [(NAMES[0], 5, 0), (NAMES[1], 7, 0), (NAMES[2], 5, 2)]
)
def test_bridges_of_the_scenario_stand_or_lie_destroyed(name, intact, destroyed):
    state = scenario(name).new_game(1)
    bridges = state.bridges[: state.game.bridge_count]
    assert (bridges["intact"] == 1).sum() == intact
    assert (bridges["intact"] == 0).sum() == destroyed


@pytest.mark.rule("stalingrad_1942 14.15, 14.16, S2d")
@pytest.mark.parametrize(("name", "cut_off"), [(NAMES[0], 1), (NAMES[1], 0), (NAMES[2], 1)])
def test_almost_all_units_eat_at_the_first_check_that_counts(name, cut_off):
    state = scenario(name).new_game(1)
    state.game.game_turn = 3
    check_supply(state)
    outside = (state.units["status"] == Status.ON_MAP) & (state.units["pocket"] == 0)
    assert (state.units["unsupplied"][outside] > 0).sum() == cut_off
    assert (state.units["pocket"].sum() > 70) == (name == "winter_storm")
    assert state.game.surrounded == (name == "winter_storm")


@pytest.mark.rule("stalingrad_1942 2.1b")
def test_hexes_are_called_by_line_and_place_and_neighbours_follow_the_printed_lattice():
    played = scenario("uranus")
    beside = {played.hex_names[h] for h in played.map.neighbour[played.hex_index("0926")].tolist()}
    assert beside == {"0925", "0927", "0826", "0827", "1026", "1027"}
