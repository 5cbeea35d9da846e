"""Who may hold out in a major city (special rule 7), and air transport (its second one)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.battle import make_attack
from balance.games.common.strength import terrain_columns
from balance.games.common.supply import check_supply
from balance.games.common.vocabulary import PhaseKind, Side, Status
from tests.games.more_lost_victories.positions import Cleared

FROST, SNOW = 0, 1
AXIS, SOVIET = np.int64(Side.AXIS), np.int64(Side.SOVIET)


def fight_for(city: str, defender: str, result: str, *around: str, **rules) -> Cleared:
    """An attack from the first of the hexes named, with more units in the others."""
    at = Cleared(f"{city}: {defender}", *around, **rules)
    at.throws(result)
    attacker = around[0].split(": ")[1]
    at.in_phase(PhaseKind.COMBAT, Side(int(at.row(attacker).side)))
    assert make_attack(at.state, at.units(attacker), at.hex(city), np.int64(1)) == 0
    return at


@pytest.mark.rule("more_lost_victories S7a")
@pytest.mark.parametrize("result", ["DR", "DH", "HX"])
def test_defenders_stay_in_their_city(result):
    at = fight_for("1705", "62A/1", result, "1706: 16 Pz")
    assert (at.where("62A/1"), at.where("16 Pz")) == ("1705E", "1705")
    assert at.row("62A/1").steps == (3 if result == "DR" else 1)


@pytest.mark.rule("more_lost_victories S7a")
def test_nobody_stays_after_de():
    at = fight_for("1705", "62A/1", "DE", "1706: 16 Pz")
    assert (at.row("62A/1").status, at.where("16 Pz")) == (Status.ELIMINATED, "1705")


@pytest.mark.rule("more_lost_victories S7a")
def test_the_open_country_shelters_nobody():
    at = fight_for("1703", "62A/1", "DR", "1704: 16 Pz")
    assert at.where("62A/1") != "1703"


@pytest.mark.rule("more_lost_victories S7b")
@pytest.mark.parametrize(
    ("around", "stays"), [(("1605: 3 Mot", "1704: 29 Mot"), False), (("1605: 3 Mot",), True)]
)
def test_two_sides_in_a_row_must_be_free(around, stays):
    # With units at 1706, 1605 and 1704 no two of the six sides lie free beside each other.
    at = Cleared("1705: 62A/1", "1706: 16 Pz", *around)
    if not stays:
        for name, h in (("60 Mot", "1804"), ("24 Pz", "1805")):
            at.put(name, h)
    at.throws("DR")
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units("16 Pz"), at.hex("1705"), np.int64(0))
    assert (at.where("62A/1") == "1705E") == stays


@pytest.mark.rule("more_lost_victories S7c")
@pytest.mark.parametrize(("at_home_only", "stays"), [(1, False), (0, True)])
def test_the_axis_is_not_at_home(at_home_only, stays):
    at = fight_for("1705", "71 Inf", "DR", "1704: 62A/1", city__home_country_only=at_home_only)
    assert (at.where("71 Inf") == "1705E") == stays


@pytest.mark.rule("more_lost_victories S7r")
def test_a_major_city_is_worth_two_columns():
    at = Cleared()
    columns = [int(terrain_columns(at.state, at.hex(h))) for h in ("1705", "1616", "2005")]
    assert columns == [2, 0, 1]


# --- air transport

#: Two infantry divisions and a flak brigade in a ring that no line crosses.
RING = (
    "1705: 71 Inf, 79 Inf, 9 Flak",
    "1605: 66A/1", "1706: 64A/1", "1805: 64A/2", "1606: 24A/1",
    "1604: 62A/1", "1704: 62A/2", "1804: 57A/1",
)  # fmt: skip


def flown(weather: int, **rules) -> list[bool]:
    """Who of those in the ring is in supply."""
    at = Cleared(*RING, **rules)
    at.state.game.weather = weather
    check_supply(at.state, AXIS)
    return [at.row(name).unsupplied == 0 for name in ("79 Inf", "71 Inf", "9 Flak")]


def loads(**rules) -> dict[str, int]:
    return {key: 0 for key in ("air__bomber_groups",)} | rules


@pytest.mark.rule("more_lost_victories S9a")
def test_two_groups_feed_a_division_on_a_frost_turn():
    assert flown(FROST, **loads(air__transport_groups=2)) == [True, False, False]
    assert flown(FROST, **loads(air__transport_groups=4)) == [True, True, False]
    assert flown(FROST, **loads(air__transport_groups=5)) == [True, True, True]
    assert flown(FROST, **loads(air__transport_groups=0)) == [False, False, False]


@pytest.mark.rule("more_lost_victories S9a")
def test_the_likelier_reading_carries_three_times_as_much():
    reading = loads(air__transport_groups=2, air__frost_transport_halves=3)
    assert flown(FROST, **reading) == [True, True, True]
    assert flown(SNOW, **reading) == [True, False, False]


@pytest.mark.rule("more_lost_victories S9a")
def test_airfields_farther_away_than_ten_hexes_are_too_far():
    # Kalach at three hexes is the nearest town in supply.
    assert flown(FROST, air__range_hexes=2) == [False, False, False]
    assert flown(FROST, air__range_hexes=3)[0]


@pytest.mark.rule("more_lost_victories S9b")
def test_the_range_on_snow_turns_is_a_reading():
    rules = {"air__range_hexes": 2, "air__transport_groups": 8}
    assert flown(SNOW, **rules) == [False, False, False]
    assert flown(SNOW, air__range_in_snow=0, **rules)[0]


@pytest.mark.rule("more_lost_victories S9c")
def test_bombers_fly_on_frost_turns_alone():
    rules = {"air__transport_groups": 0, "air__bomber_groups": 2}
    assert flown(FROST, **rules)[0]
    assert not flown(SNOW, **rules)[0]


@pytest.mark.rule("more_lost_victories S9a")
def test_nobody_flies_to_the_soviets():
    at = Cleared("1705: 62A/1", "1605: 16 Pz", "1706: 24 Pz", "1805: 14 Pz", "1704: 3 Mot")
    for name, h in (("29 Mot", "1604"), ("60 Mot", "1804")):
        at.put(name, h)
    check_supply(at.state, SOVIET)
    assert at.row("62A/1").unsupplied == 1
