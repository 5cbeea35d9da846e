"""The staff's eyes for battles: it rates them as the referee fights them, and does what is due."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from balance.games.stalingrad_1942.battle import BELOW_EVEN, rate_attack
from balance.games.stalingrad_1942.duties import find_duty
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import Kind, Policy, Side
from balance.kernel.hexes import direction_to
from balance.staff.craft.battle_value import OWN_STEPS, STAKES, STEPS
from balance.staff.craft.survey import survey
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk, Sizes, new_desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.assignments import better, draw_up, value_as_it_is
from balance.staff.stalingrad_1942.battles import is_due, price_of_duties, value_of
from balance.staff.stalingrad_1942.blockades import STARVES
from balance.staff.stalingrad_1942.chains import (
    count_poor_chains,
    enter_attack,
    no_chains,
    open_chain,
)
from balance.staff.stalingrad_1942.choices import WORKS
from balance.staff.stalingrad_1942.combat import conduct_combat
from balance.staff.stalingrad_1942.guns import fire_alone
from balance.staff.stalingrad_1942.moves import must_leave, price_of_ending
from balance.staff.stalingrad_1942.odds import (
    COVER,
    column_of,
    cover_from_guns_and_air,
    sum_cover,
)
from balance.staff.weights import Weights
from tests.games.stalingrad_1942.battles import attack, build_battle, ids, party
from tests.games.stalingrad_1942.positions import (
    MAP,
    grenadiers,
    guns,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
    tanks,
)
from tests.games.text_maps import hex_named


def desk_for(state: State) -> Desk:
    """A desk of a side that has no plan."""
    sizes = Sizes(classes=4, marks=STARVES + 1)
    return new_desk(len(state.ground) - 1, len(state.units), 1, sizes)


def neighbours(state: State, name: str) -> list[str]:
    """Printed names of the hexes around one."""
    found = []
    for h in state.neighbour[hex_named(state, name)]:
        if h < len(state.ground) - 1:
            there = state.hexes[h]
            found.append(f"{there.row:02d}{there.x2 // 2:02d}")
    return found


# --- columns of attacks that are only planned


_FORCES: dict[str, dict[str, Any]] = {
    "infantry in the open": {"units": [regiment, panzer], "enemies": [rifles("0404")]},
    "works": {"units": [panzer], "enemies": [rifles("0404")], "works": True},
    "tanks against guns": {
        "units": [panzer, grenadiers],
        "enemies": [rifles("0404", kind=Kind.ANTI_TANK)],
    },
    "a whole division": {
        "units": [lambda at: grenadiers(at, division=1) for _ in range(3)],
        "enemies": [tanks("0404")],
    },
    "guns behind": {"units": [panzer, regiment], "enemies": [rifles("0404"), red_guns("0406")]},
}


@pytest.mark.rule("stalingrad_1942 7.12")
@pytest.mark.parametrize("name", _FORCES)
def test_a_march_is_planned_for_the_column_on_which_the_referee_fights(name: str) -> None:
    case = _FORCES[name]
    away = [make("0701") for make in case["units"]]
    launch = neighbours(build_battle([], MAP), "0404")[: len(away)]
    beside = [make(at) for make, at in zip(case["units"], launch, strict=True)]
    planned = build_battle([*away, *case["enemies"]], MAP, rules={"stacking.limit": 9})
    fought = build_battle([*beside, *case["enemies"]], MAP)
    target = hex_named(planned, "0404")
    if case.get("works"):
        planned.ground[target].works = fought.ground[target].works = 1
    desk = desk_for(planned)
    sum_cover(planned, desk, Side.SOVIET)
    sides = [direction_to(planned.neighbour, target, hex_named(planned, at)) for at in launch]
    desk.party[0, : len(away)], desk.party[1, : len(away)] = range(len(away)), sides
    bits = sum(1 << d for d in sides)
    who = party(range(len(away)))
    column = column_of(planned, desk, target, 0.0, 0.0, who, len(away), -1, bits)
    guns_add = int(desk.marks[COVER, target])
    assert column == rate_attack(fought, who, ids(fought, "0404"), party([]), 0, guns_add)


@pytest.mark.rule("stalingrad_1942 8.46, 8.49")
@pytest.mark.parametrize(("attack", "defense", "added"), [(10, 2, 4), (12, 8, 8), (3, 2, 4)])
def test_as_many_guns_are_reckoned_with_as_lower_the_odds(
    attack: int, defense: int, added: int
) -> None:
    state = build_battle([panzer("0304"), rifles("0404"), red_guns("0406"), red_guns("0407")])
    desk = desk_for(state)
    sum_cover(state, desk, Side.SOVIET)
    target = hex_named(state, "0404")
    assert cover_from_guns_and_air(state, desk, target, attack, defense) == added


@pytest.mark.rule("stalingrad_1942 11.37")
def test_nobody_marches_to_attack_a_headquarters_that_is_alone() -> None:
    state = build_battle([panzer("0701"), staff("0404", side=Side.SOVIET)], MAP)
    desk, target = desk_for(state), hex_named(build_battle([], MAP), "0404")
    assert column_of(state, desk, target, 20.0, 0.0, party([0]), 0, -1, 63) == 0


@pytest.mark.rule("stalingrad_1942 8.43")
def test_a_gun_in_range_covers_a_hex_and_one_beside_enemies_doesnt() -> None:
    state = build_battle([red_guns("0404"), red_guns("0708"), panzer("0707")])
    desk = desk_for(state)
    sum_cover(state, desk, Side.SOVIET)
    assert desk.marks[COVER, hex_named(state, "0406")] == 4
    assert desk.marks[COVER, hex_named(state, "0408")] == 0


# --- what results are worth


@pytest.mark.rule("stalingrad_1942 7.31")
@pytest.mark.parametrize("odds", range(-BELOW_EVEN, 7))
def test_a_column_is_worth_the_steps_that_the_referee_takes_of_both_sides(odds: int) -> None:
    def build(**options: Any) -> State:
        ring = [regiment(at) for at in neighbours(build_battle([], MAP), "0404")]
        return build_battle([*ring, rifles("0404"), rifles("0404")], **options)

    state = build()
    column = odds + BELOW_EVEN
    taken = 0
    for face in range(state.crt.shape[0]):
        played = build(result=state.crt[face, column])
        played.policy[Side.AXIS, Policy.ATTACK_STEPS] = 1
        played.policy[:, Policy.STEPS_IF_TRAPPED] = 1
        row = attack(played, range(6), "0404")
        taken += row.defender_steps_lost - row.attacker_steps_lost
    stakes = np.zeros(STAKES)
    # Each step is worth 1, nobody can or would go back.
    stakes[STEPS : STEPS + 3] = 4, 4, 1
    stakes[OWN_STEPS : OWN_STEPS + 3] = 12, 12, 1
    stakes[OWN_STEPS + 3] = 100
    assert value_of(state, column, stakes) == pytest.approx(taken / state.crt.shape[0])


# --- the Combat Phase


def fight(state: State) -> list[Any]:
    """Have the staff conduct a Combat Phase; the battles it fought."""
    conduct_combat(state, desk_for(state), np.int64(state.game.side))
    return [state.battles[b] for b in range(state.game.battle_count)]


@pytest.mark.rule("stalingrad_1942 7.22")
def test_a_strong_attack_is_made_and_rated() -> None:
    state = build_battle([panzer("0304"), panzer("0304"), panzer("0304"), rifles("0404")])
    (battle,) = fight(state)
    assert battle.attackers == 3
    assert battle.expected_value > 0


@pytest.mark.rule("stalingrad_1942 7.22", "stalingrad_1942 9.23")
def test_who_stands_in_works_makes_no_poor_attack_and_who_doesnt_must() -> None:
    enemies = [rifles("0404") for _ in range(3)]
    for works, battles in ((1, 0), (0, 1)):
        state = build_battle([regiment("0304"), *enemies])
        state.ground[hex_named(state, "0304")].works = works
        state.units[0].must_attack = 1 - works
        fought = fight(state)
        assert len(fought) == battles
        assert all(battle.expected_value < 0 for battle in fought)


@pytest.mark.rule("stalingrad_1942 9.23")
@pytest.mark.parametrize(("panzers", "attackers"), [(2, []), (3, [3]), (4, [4])])
def test_who_stands_in_works_attacks_where_all_can_win_what_none_could_alone(
    panzers: int, attackers: list[int]
) -> None:
    around = neighbours(build_battle([]), "0404")[:panzers]
    state = build_battle([*map(panzer, around), rifles("0404")])
    for counter in state.units:
        counter.must_attack, state.ground[counter.hex].works = 0, 1
    fought = fight(state)
    assert [battle.attackers for battle in fought] == attackers
    assert all(battle.expected_value > 0 for battle in fought)


@pytest.mark.rule("stalingrad_1942 8.31")
def test_guns_support_where_they_better_an_attack() -> None:
    state = build_battle([panzer("0304"), guns("0204"), rifles("0404")])
    (battle,) = fight(state)
    assert battle.attack_support == 5


def scattered(seed: int) -> State:
    """Four German units and three Soviet ones on a small map, most of them in contact."""
    drawn = np.random.default_rng(seed)
    names = ["0303", "0304", "0305", "0403", "0404", "0405", "0503", "0504", "0505"]
    order = drawn.permutation(len(names))
    makers = [regiment, panzer, grenadiers, regiment, rifles, tanks, rifles]
    return build_battle([make(names[at]) for make, at in zip(makers, order, strict=False)])


@pytest.mark.rule("stalingrad_1942 7.21", "stalingrad_1942 7.22")
@pytest.mark.parametrize("seed", range(8))
def test_all_that_is_due_is_done_and_rated(seed: int) -> None:
    state = scattered(seed)
    fought = fight(state)
    attackers, targets = np.empty(len(state.units), np.int64), np.empty(6, np.int64)
    assert find_duty(state, attackers, targets) == (0, 0)
    assert all(battle.expected_value != 0 for battle in fought)


@pytest.mark.rule("stalingrad_1942 8.21")
def test_guns_that_no_attack_needs_fire_alone_where_it_can_hurt() -> None:
    state = build_battle(
        [*(guns("0401") for _ in range(3)), rifles("0404", ladder=[(2, 1), (1, 1)]), rifles("0403")]
    )
    fire_alone(state, desk_for(state), np.int64(Side.AXIS))
    (battle,) = [state.battles[b] for b in range(state.game.battle_count)]
    assert battle.hex == hex_named(state, "0404")
    assert battle.attackers == 3
    assert battle.expected_value > 0


@pytest.mark.rule("stalingrad_1942 7.21")
def test_a_target_costs_more_to_have_due_where_more_falls_due_beside_who_would_attack_it() -> None:
    price = []
    for others in ([], ["0403"]):
        near = ["0404", *others]
        units = [regiment("0304"), *(rifles(name) for name in near for _ in range(3))]
        state = build_battle(units)
        assert set(near) <= set(neighbours(state, "0304"))
        order = draw_up(state, desk_for(state), np.int64(Side.AXIS))
        price.append(order.due[order.place[hex_named(state, "0404")]])
    assert price[1] > price[0]


@pytest.mark.rule("stalingrad_1942 7.21", "stalingrad_1942 7.22")
@pytest.mark.parametrize("seed", [3, 12, 18, 20])
def test_no_other_choice_of_targets_is_better_than_the_plan(seed: int) -> None:
    state = scattered(seed)
    desk, side = desk_for(state), np.int64(Side.AXIS)
    order = draw_up(state, desk, side)
    better(state, desk, side, order)
    planned = sum(order.value)
    choices = []
    for unit, bound in zip(order.units, order.bound, strict=True):
        near = order.place[state.neighbour[state.units[unit].hex]]
        choices.append([int(t) for t in near if t >= 0] + [-1] * (1 - int(bound)))
    best = -1e9
    for picks in itertools.product(*choices):
        order.pick[:] = picks
        values = [value_as_it_is(state, desk, side, order, t) for t in range(len(order.targets))]
        best = max(best, sum(values))
    assert planned >= best - 0.05


@pytest.mark.rule("stalingrad_1942 7.21")
@pytest.mark.parametrize(
    ("value", "meeting", "poor"),
    [
        (9.0, True, 0),  # a soak-off beside a good attack
        (1.0, True, 1),  # one that the attack wasn't worth
        (9.0, False, 1),  # nothing compelled it
    ],
)
def test_a_soak_off_is_poor_where_its_chain_isnt_worth_it(
    value: float, meeting: bool, poor: int
) -> None:
    empty = build_battle([], MAP)
    near, other = neighbours(empty, "0404")[:2]
    far, enemy = "0701", neighbours(empty, "0701")[0]
    state = build_battle(
        [panzer(near), regiment(other if meeting else far), rifles("0404"), rifles(enemy)], MAP
    )
    chains = no_chains(state)
    for unit, worth in ((1, -3.0), (0, value)):
        enter_attack(chains, open_chain(state, chains, party([unit])), worth)
    count_poor_chains(state, np.int64(Side.AXIS), chains)
    assert state.game.poor_attacks_axis == poor


@pytest.mark.rule("stalingrad_1942 7.21")
def test_an_attack_between_two_chains_makes_them_one() -> None:
    empty = build_battle([], MAP)
    one, _, _, two, _, _ = neighbours(empty, "0404")
    outer = neighbours(empty, one)[0], "0404", neighbours(empty, two)[3]
    state = build_battle([*map(panzer, outer), rifles(one), rifles(two)], MAP)
    chains = no_chains(state)
    for unit, worth in ((0, -2.0), (2, -2.0), (1, 5.0)):
        enter_attack(chains, open_chain(state, chains, party([unit])), worth)
    count_poor_chains(state, np.int64(Side.AXIS), chains)
    assert state.game.poor_attacks_axis == 0


# --- having to attack


@pytest.mark.rule("stalingrad_1942 7.392, 9.11, 9.23")
def test_who_stands_still_digs_in_and_may_refrain_but_who_was_driven_back_must() -> None:
    def tell(*, retreated: int = 0, digging: int = 1) -> tuple[bool, bool, float]:
        state = build_battle([regiment("0404"), *[rifles("0405")] * 2], MAP)
        state.units[0].retreated = retreated
        desk, side = desk_for(state), np.int64(Side.AXIS)
        survey(state, ASK, desk, side)
        desk.order[WORKS], desk.crew[SETTLED, 0] = digging, 1
        unit, enemies = np.int64(0), hex_named(state, "0405")
        staying = price_of_ending(state, desk, unit, state.units[0].hex)
        due = is_due(state, desk, side, enemies)
        return bool(due), bool(must_leave(state, desk, unit)), float(staying)

    assert tell() == (False, False, 0.0)
    for bound in (tell(retreated=1), tell(digging=0)):
        assert bound[:2] == (True, True)
        assert bound[2] > 1.0


@pytest.mark.rule("stalingrad_1942 7.21")
def test_an_attack_makes_it_due_to_attack_who_else_is_beside_it() -> None:
    one, other = neighbours(build_battle([], MAP), "0404")[:2]
    state = build_battle([panzer("0404"), rifles(one), rifles(other)], MAP)
    desk, side = desk_for(state), np.int64(Side.AXIS)
    desk.order[WORKS], desk.crew[SETTLED, 0] = 1, 1
    due = [hex_named(state, other)]
    assert not is_due(state, desk, side, due[0])
    desk.need[hex_named(state, one)] = 1.0
    assert is_due(state, desk, side, due[0])


@pytest.mark.rule("stalingrad_1942 7.21, 7.22")
def test_to_help_who_has_to_attack_pays_by_how_well_it_can_be_done() -> None:
    state = build_battle([regiment("0404", moved=1), *[rifles("0405")] * 2], MAP)
    desk, target = desk_for(state), hex_named(build_battle([], MAP), "0405")
    saved = []
    for others in (0.0, 3.0, 99.0):
        desk.value[target] = others
        saved.append(-price_of_duties(state, desk, np.int64(Side.AXIS), target, 0))
    assert saved[0] == 0.0
    assert 0.0 < saved[1] < saved[2] == Weights().soak_off


@pytest.mark.rule("stalingrad_1942 7.22, 9.23")
def test_who_would_have_to_attack_at_poor_odds_must_leave_and_works_let_him_stay() -> None:
    def leaves(*own: dict[str, Any], works: int = 0) -> bool:
        state = build_battle([*own, rifles("0405"), rifles("0405")], MAP)
        state.ground[hex_named(state, "0404")].works = works
        desk = desk_for(state)
        survey(state, ASK, desk, np.int64(Side.AXIS))
        return bool(must_leave(state, desk, np.int64(0)))

    assert leaves(regiment("0404"))
    assert not leaves(regiment("0404"), works=1)
    assert not leaves(panzer("0404"), panzer("0404"), panzer("0404"))
    assert not leaves(regiment("0402"))


@pytest.mark.rule("stalingrad_1942 7.21")
def test_an_attack_costs_what_falls_due_beside_it() -> None:
    launch = neighbours(build_battle([], MAP), "0404")[0]

    def price(*enemies: dict[str, Any]) -> float:
        state = build_battle([regiment("0701"), rifles("0404"), *enemies], MAP)
        desk = desk_for(state)
        for enemy in enemies:
            desk.marks[ENEMY_UNITS, hex_named(state, enemy["at"])] = 1
        d = direction_to(state.neighbour, hex_named(state, "0404"), hex_named(state, launch))
        target = hex_named(state, "0404")
        return float(price_of_duties(state, desk, np.int64(Side.AXIS), target, 1 << d))

    beside = next(h for h in neighbours(build_battle([], MAP), launch) if h != "0404")
    soak_off = Weights().soak_off
    assert price() == 0.0
    assert price(rifles(beside)) == pytest.approx(soak_off)
    assert price(rifles("0707")) == 0.0
