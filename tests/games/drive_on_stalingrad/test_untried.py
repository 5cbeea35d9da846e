from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.games.drive_on_stalingrad.order_of_battle import load_order_of_battle
from balance.games.drive_on_stalingrad.state import UNIT
from balance.games.drive_on_stalingrad.untried import draw_untried_values
from balance.rulebook.game import open_game

OOB = load_order_of_battle(
    open_game("drive_on_stalingrad").folder / "order_of_battle", die_mean_x10=35
)


def drawn(seed):
    units = np.rec.array(OOB.units.copy(), dtype=UNIT)
    pools = OOB.pools
    draw_untried_values(units, seed, pools.first, pools.attack, pools.defense, pools.pool_of)
    return units


def values_of(units, pool):
    members = units[OOB.pools.pool_of == pool]
    return [(int(unit["attack"]), int(unit["defense"])) for unit in members]


@pytest.mark.rule("drive_on_stalingrad 2.14e")
@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**63 - 1))
def test_every_seed_hands_out_exactly_the_values_of_each_pool(seed):
    units = drawn(seed)

    for p in range(len(OOB.pools.names)):
        members = slice(OOB.pools.first[p], OOB.pools.first[p + 1])
        pool = zip(OOB.pools.attack[members], OOB.pools.defense[members], strict=True)
        assert Counter(values_of(units, p)) == Counter((int(a), int(d)) for a, d in pool)


@pytest.mark.rule("drive_on_stalingrad 2.14a")
def test_the_draw_differs_between_seeds_and_repeats_with_the_same_seed():
    rifle = OOB.pools.names.index("rifle")

    assert values_of(drawn(1), rifle) != values_of(drawn(2), rifle)
    assert np.array_equal(drawn(1), drawn(1))


@pytest.mark.rule("drive_on_stalingrad 2.14e")
def test_every_rifle_division_is_as_likely_to_be_strong():
    rifle = OOB.pools.names.index("rifle")
    games = 1000
    strong = np.zeros(OOB.pools.size(rifle))
    for seed in range(games):
        strong += drawn(seed)["attack"][OOB.pools.pool_of == rifle] == 5

    # 16 of 156 values are the strongest; each unit's count is binomial
    share = 16 / 156
    spread = np.sqrt(games * share * (1 - share))
    assert np.all(np.abs(strong - games * share) < 5 * spread)


@pytest.mark.rule("drive_on_stalingrad 2.14a")
def test_what_players_know_of_an_untried_unit_is_the_mean_of_its_pool():
    one, other = drawn(3), drawn(4)

    for field in ("mean_attack_x10", "mean_defense_x10", "revealed", "movement", "traits"):
        assert np.array_equal(one[field], other[field])
    rifle = OOB.pools.pool_of == OOB.pools.names.index("rifle")
    assert set(one["mean_attack_x10"][rifle]) == {round(10 * one["attack"][rifle].mean())}
    assert set(one["mean_defense_x10"][rifle]) == {round(10 * one["defense"][rifle].mean())}
    assert not np.any(one["revealed"])


@pytest.mark.rule("drive_on_stalingrad 2.14d")
def test_known_units_are_left_alone_by_the_draw():
    known = OOB.pools.pool_of < 0

    assert np.array_equal(drawn(5)[known], OOB.units[known])


def test_pool_means_stand_as_derived():
    pools = OOB.pools
    means = {
        name: (pools.mean_x10(p, "attack"), pools.mean_x10(p, "defense"))
        for p, name in enumerate(pools.names)
    }

    assert means["rifle"] == (30, 39)
    assert means["guards"] == (47, 58)
    assert set(means) == {"rifle", "guards", "tank_corps", "cavalry", "cavalry_division"}
