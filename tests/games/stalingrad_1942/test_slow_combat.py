"""Odds of random battles against a slow referee that reads the rules anew (7, 8.4, 11.3, 18)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest

from balance.games.stalingrad_1942.vocabulary import Kind, Mobility, Nation, Side
from tests.games.stalingrad_1942.battles import attack, build_battle, ids, set_policy
from tests.games.stalingrad_1942.positions import (
    guns,
    red_guns,
    regiment,
    rifles,
    staff,
)

pytestmark = pytest.mark.plain
FREE = {"combat.compulsory": 0}
#: What stands in the defended hexes, the attackers' and around, by letters of the text map.
LEFT = {"clear": 0, "f": 2, "h": 2, "m": 0, "T": 1, "C": 2, "W": 2}
ARMS = [
    *((Kind.INFANTRY, Mobility.NONMOTORIZED), (Kind.CAVALRY, Mobility.NONMOTORIZED)),
    *((Kind.ARMOR, Mobility.TANK), (Kind.MECHANIZED, Mobility.MOTORIZED)),
    *((Kind.FORTRESS, Mobility.NONMOTORIZED), (Kind.NAVAL_INFANTRY, Mobility.NAVAL)),
]
RIVERS = ["river", "major_river", "major_river|bridge", "volga", "main_road"]
TARGETS = ["0403", "0405"]


def random_unit(rng, make, at, nations):
    """Give a unit of random arm, strength, state and parents."""
    kind, mobility = ARMS[int(rng.integers(len(ARMS)))]
    strength = int(rng.integers(1, 12))
    return make(
        at,
        kind=kind,
        mobility=mobility,
        motorized=int(mobility in (Mobility.TANK, Mobility.MOTORIZED)),
        nation=nations[int(rng.integers(len(nations)))],
        guards=int(rng.integers(2)),
        ladder=[(strength, strength), (strength // 2, strength // 2)],
        unsupplied=int(rng.integers(2)),
        disorganized=int(rng.integers(4) == 0),
        division=int(rng.integers(3)),
        formation=int(rng.integers(1, 3)) + (0 if make is regiment else 10),
    )


def random_battle(rng):
    """Give units, a map, hexsides, who attacks, what, with which guns."""
    many = bool(rng.integers(2))
    targets = TARGETS[: 1 + int(many)]
    stands = ["0404"] if many else ["0404", "0303", "0304"]
    axis = [Nation.GERMAN, Nation.GERMAN, Nation.ROMANIAN]
    attackers = [
        random_unit(rng, regiment, stands[int(rng.integers(len(stands)))], axis)
        for _ in range(int(rng.integers(1, 6)))
    ]
    defenders = [
        random_unit(rng, rifles, targets[i % len(targets)], [Nation.SOVIET])
        | {"dug_in": int(rng.integers(4) == 0)}
        for i in range(int(rng.integers(len(targets), 5)))
    ]
    flak = {"kind": Kind.ANTI_TANK}
    fire = [guns("0602", **(flak if rng.integers(2) else {}), unsupplied=int(rng.integers(2)))]
    back = [red_guns("0201", **(flak if rng.integers(2) else {}), unsupplied=int(rng.integers(2)))]
    inside = [red_guns("0403", **(flak if rng.integers(2) else {}))][: int(rng.integers(2))]
    leads = [staff("0606", formation=1), staff("0101", formation=11, side=Side.SOVIET)]
    rows = [["." for _ in range(9)] for _ in range(7)]
    for row, column in ((4, 3), (4, 5), (4, 4), (3, 3)):
        ground = ".fhm"[int(rng.integers(4))]
        rows[row - 1][9 - column] = ground + ["", "T", "C", "W"][int(rng.integers(4))]
    pairs = [("0404", "0403"), ("0404", "0405"), ("0303", "0403"), ("0304", "0403")]
    sides = {pair: RIVERS[int(rng.integers(5))] for pair in pairs if rng.integers(2)}
    units = [*attackers, *defenders, *inside, *fire, *back, *leads]
    return units, [" ".join(row) for row in rows], sides, len(attackers), targets


def slow_odds(state, attackers, targets, gun, backer, sides, winter):
    """Attack, defense, shifts by name and final odds, from the rules alone."""
    names = {int(h): name for name in ("0303", "0304", "0404") for h in ids(state, name)}
    tiles = {int(h): name for name in targets for h in ids(state, name)}
    defenders = [
        u
        for u in range(len(state.units))
        if int(state.units[u].hex) in tiles and state.units[u].kind != Kind.HEADQUARTERS
    ]

    def is_gun(u):
        return Kind.ARTILLERY <= state.units[u].kind <= Kind.ANTI_TANK

    def printed(u, column):
        strength = int(state.strengths[u, state.units[u].steps, column])
        return max(1, strength // 2) if state.units[u].disorganized and strength else strength

    def offense(u):
        strength = printed(u, 0)
        if state.units[u].unsupplied:
            strength = floor(strength / 2) if is_gun(u) else ceil(strength / 2)
        return strength

    def side_of(u, target):
        here = names[int(state.units[u].hex)]
        return sides.get((here, target), "")

    attack_strength = 0
    for u in attackers:
        part = Fraction(1)
        for target in targets:
            river = side_of(u, target)
            divisor = 3 if "volga" in river else 2 if "major" in river else 1
            part = min(part, Fraction(1, divisor))
        if state.hexes[state.units[u].hex].terrain == 3 and not winter:
            part /= 2
        attack_strength += floor(offense(u) * part)
    attack_strength += offense(gun)
    defense = offense(backer)
    for u in defenders:
        # 8.51c: towed guns in an enemy zone; the others have one factor and keep it unsupplied.
        defense += 1 if is_gun(u) else printed(u, 1)

    best = None
    for h, target in tiles.items():
        terrain = {0: 0, 1: 2, 2: 2, 3: 0}[int(state.hexes[h].terrain)]
        features = int(state.hexes[h].features)
        terrain += (1 if features & 1 else 0) + (2 if features & 2 else 0)
        works = 2 if features & 4 or state.ground[h].works else 0
        river = 1 if all(side_of(u, target) == "river" for u in attackers) else 0
        if best is None or terrain + works + river > sum(best):
            best = (terrain, works, river)
    kinds = [{int(state.units[u].kind) for u in side} for side in (attackers, defenders)]
    kinds[0].add(int(state.units[gun].kind))
    kinds[1].add(int(state.units[backer].kind))
    german_armor = sum(
        state.units[u].kind == Kind.ARMOR and state.units[u].nation == Nation.GERMAN
        for u in attackers
    )
    foot = [u for u in defenders if not is_gun(u)]
    infantry = bool(foot) and all(
        state.units[u].kind in (Kind.INFANTRY, Kind.NAVAL_INFANTRY) and not state.units[u].guards
        for u in foot
    )
    clear = all(state.hexes[h].terrain == 0 and not int(state.hexes[h].features) & 3 for h in tiles)
    flak = [Kind.ANTI_TANK in each for each in kinds]

    def led(u):
        lead = [
            v
            for v in range(len(state.units))
            if state.units[v].kind == Kind.HEADQUARTERS
            and state.units[v].formation == state.units[u].formation
        ]
        return bool(lead) and ring_distance(state, u, lead[0]) <= 4

    def whole(units):
        divisions = [int(state.units[u].division) for u in units if state.units[u].division]
        return sum(divisions.count(division) >= 3 for division in set(divisions))

    shifts = {
        "terrain": -best[0],
        "works": -best[1],
        "river": -best[2],
        "headquarters": int(all(map(led, attackers))) - int(all(map(led, defenders))),
        "integrity": whole(attackers) - whole(defenders),
        "armor": german_armor if infantry and clear and not flak[1] else 0,
        "mechanized": int(Kind.MECHANIZED in kinds[0] and not flak[1])
        - int(Kind.MECHANIZED in kinds[1] and not flak[0] and german_armor == 0),
        "antitank": int(flak[0] and Kind.ARMOR in kinds[1])
        - int(flak[1] and Kind.ARMOR in kinds[0]),
        "fortress": -int(
            any(
                state.units[u].kind == Kind.FORTRESS
                and (
                    state.ground[state.units[u].hex].works
                    or int(state.hexes[state.units[u].hex].features) & 4
                )
                for u in defenders
            )
        ),
    }
    # Rungs of the ladder: 1:1 is 0, 2:1 is 1, 1:2 is -1; the table goes from 1:4 to 10:1.
    if attack_strength >= defense:
        rung = attack_strength // defense - 1
    else:
        rung = 1 - ceil(Fraction(defense, max(attack_strength, Fraction(1, 99))))
    return attack_strength, defense, shifts, min(9, max(-3, rung + sum(shifts.values())))


def ring_distance(state, u, v):
    """Hexes between two units, counted ring by ring."""
    off, here, there = len(state.ground) - 1, int(state.units[u].hex), int(state.units[v].hex)
    ring, away = {here}, 0
    while there not in ring:
        ring |= {int(h) for each in ring for h in state.neighbour[each]} - {off}
        away += 1
    return away


def both_odds(seed, rules=FREE):
    """Odds of a random battle by the referee and by the slow one."""
    rng = np.random.default_rng(seed)
    units, rows, sides, count, targets = random_battle(rng)
    scenario = ["on_to_stalingrad", "uranus"][seed % 2]
    state = build_battle(units, rows, sides=sides, scenario=scenario, rules=rules)
    set_policy(state, Side.SOVIET, support_defense=2)
    attackers, gun, backer = list(range(count)), len(units) - 4, len(units) - 3
    expected = slow_odds(state, attackers, targets, gun, backer, sides, scenario == "uranus")
    row = attack(state, attackers, targets, [gun])
    shifts = {name: int(row[f"{name}_shift"]) for name in expected[2]}
    ground = ("terrain", "works", "river")
    if sum(expected[2][name] for name in ground) == sum(shifts[name] for name in ground):
        # Of hexes equally good to defend either may be named.
        expected[2].update({name: shifts[name] for name in ground})
    return (row.attack, row.defense, shifts, row.final_odds), expected


@pytest.mark.rule("stalingrad_1942 7.12, 7.23, 7.24, 7.51, 7.52, 7.53, 7.54, 7.55, 8.31, 8.43")
@pytest.mark.rule("stalingrad_1942 8.51, 9.21, 11.3, 12.1, 12.2, 14.23, 14.25, 18.1, 18.2, 18.3")
@pytest.mark.parametrize("seed", range(80))
def test_both_referees_agree_on_the_odds(seed):
    found, expected = both_odds(seed)
    assert found == expected


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("combat.halving_by_unit", 0),
        ("combat.bridges_halve_too", 0),
        ("combat.river_shift_needs_all", 0),
        ("combat.mechanized_shift", 2),
        ("headquarters.range", 2),
        ("supply.attack_divisor", 3),
        ("artillery.towed_defense_in_zone", 3),
    ],
)
def test_slow_referee_notices_odds_by_another_rule(rule, value):
    def agree(seed):
        found, expected = both_odds(seed, FREE | {rule: value})
        return found == expected

    assert not all(map(agree, range(80)))
