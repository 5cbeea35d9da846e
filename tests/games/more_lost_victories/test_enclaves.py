"""Enclaves: both sides in one major city (special rule 7)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.battle import check_attacker, make_attack
from balance.games.common.control import enter_hex, settle
from balance.games.common.invariants import find_faults
from balance.games.common.march import compute_reach
from balance.games.common.refusals import Refusal
from balance.games.common.retreat import may_retreat_into
from balance.games.common.stacks import has_room
from balance.games.common.state import CLASSES, PART
from balance.games.common.strategic import rides_left
from balance.games.common.supply import check_supply
from balance.games.common.victory import count_points, points_at
from balance.games.common.vocabulary import Feature, PhaseKind, Side, Status
from balance.games.more_lost_victories.enclaves import arrow_of, choose_arrow, other_half
from balance.games.searches import BEST
from balance.kernel.reach import UNREACHED
from tests.games.more_lost_victories.positions import GAME, Cleared

AXIS, SOVIET = np.int64(Side.AXIS), np.int64(Side.SOVIET)
CITY, NODE, ACROSS = "1705", "1705E", "1704"
#: Hexes round Stalingrad but for that across the Volga.
AROUND = ("1604", "1605", "1706", "1805", "1804")


def divided(*more: str, axis: str = "16 Pz", soviet: str = "62A/1", **rules) -> Cleared:
    """Stalingrad held by the Axis, with an enclave whose line leads across the Volga."""
    return Cleared(f"{ACROSS}: 62A/3", f"{CITY}: {axis}", f"{NODE}: {soviet}", *more, **rules)


def attack(at: Cleared, target: str, *units: str, result: str) -> Cleared:
    """An attack with a result, after which its side's phase ends."""
    at.throws(result)
    at.in_phase(PhaseKind.COMBAT, Side(int(at.row(units[0]).side)))
    assert make_attack(at.state, at.units(*units), at.hex(target), np.int64(3)) == Refusal.OK
    settle(at.state)
    check(at)
    return at


def check(at: Cleared) -> None:
    """Find that zones, costs and stacks agree with who stands where."""
    faults = find_faults(at.state, phase_closed=True)
    assert not [each for each in faults if "steps and status" not in each]


def arrows(at: Cleared) -> tuple[int, int]:
    """Hexsides of the lines of communication of city and node, -1 for the dominant side."""
    city, node = at.hex(CITY), at.hex(NODE)
    return int(arrow_of(at.state, city, node)), int(arrow_of(at.state, node, city))


def beside(at: Cleared, place: str) -> set[str]:
    """What adjoins a place."""
    names = [*at.scenario.hex_names, ""]
    return {names[h] for h in at.state.neighbour[at.hex(place)]} - {""}


def line_of(at: Cleared) -> str:
    """Hex beyond the line of communication of the enclave."""
    (line,) = beside(at, NODE) - {CITY}
    return line


def is_whole(at: Cleared) -> bool:
    """Whether Stalingrad adjoins what it adjoins on the map, and its node nothing."""
    h = at.hex(CITY)
    printed = at.scenario.map
    same = (at.state.neighbour[h] == printed.neighbour[h]).all()
    return bool(
        same
        and (at.state.hexside[h] == printed.hexside[h]).all()
        and (at.state.neighbour[at.hex(NODE)] == len(at.state.ground) - 1).all()
    )


def test_every_major_city_has_a_node():
    game_map = Cleared().scenario.map
    cities = {h for h, place in zip(game_map.names, game_map.places, strict=False) if place}
    nodes = [name for name in game_map.names if name.endswith("E")]
    assert len(nodes) == 7
    assert {name[:-1] for name in nodes} <= cities
    assert game_map.places[game_map.index[NODE]] == "Stalingrad (enclave)"


@pytest.mark.rule("more_lost_victories S7l")
def test_stalingrad_is_divided_as_the_game_begins():
    at = Cleared.__new__(Cleared)
    at.scenario = GAME.referee("scenario").load_scenario("counteroffensive", GAME.rules)
    at.state = at.scenario.new_game(1)
    assert beside(at, NODE) == {CITY, ACROSS}
    assert at.where("62A/1") == NODE
    assert (at.ground(CITY).control, at.ground(NODE).control) == (AXIS, SOVIET)
    check(at)


@pytest.mark.rule("more_lost_victories S7i")
def test_attackers_come_in_and_become_the_dominant_side():
    at = Cleared(f"{CITY}: 62A/1, 62A/2", "1706: 16 Pz", f"{ACROSS}: 62A/3")
    attack(at, CITY, "16 Pz", result="DR")
    assert (at.where("62A/1"), at.where("62A/2"), at.where("16 Pz")) == (NODE, NODE, CITY)
    assert beside(at, CITY) == {NODE, *AROUND}
    assert beside(at, NODE) == {CITY, ACROSS}


@pytest.mark.rule("more_lost_victories S7i")
def test_if_nobody_comes_in_the_city_is_whole_again():
    at = Cleared(f"{CITY}: 62A/1", "1706: 16 Pz")
    at.state.rules.advance_allowed = 0
    attack(at, CITY, "16 Pz", result="DR")
    assert at.where("62A/1") == CITY
    assert is_whole(at)


@pytest.mark.rule("more_lost_victories S7h")
def test_who_held_the_city_loses_a_unit_of_the_railroads_for_good():
    at = Cleared(f"{CITY}: 62A/1, 62A/2", "1706: 16 Pz", f"{ACROSS}: 62A/3")
    before = [int(rides_left(at.state, np.int64(side))) for side in (AXIS, SOVIET)]
    assert before == [3, 3]
    attack(at, CITY, "16 Pz", result="DR")
    assert [int(rides_left(at.state, np.int64(side))) for side in (AXIS, SOVIET)] == [3, 2]
    settle(at.state)
    assert int(rides_left(at.state, np.int64(SOVIET))) == 2
    begun = GAME.referee("scenario").load_scenario("counteroffensive", GAME.rules).new_game(1)
    assert int(rides_left(begun, np.int64(SOVIET))) == 3


@pytest.mark.rule("more_lost_victories S7g")
def test_railroads_do_not_run_through_a_divided_city():
    at = divided()
    rail = at.scenario.map.hexside[at.hex("1605"), :].max()
    assert rail > 0
    out = at.state.hexside[at.hex(CITY)]
    printed = at.scenario.map.hexside[at.hex(CITY)]
    assert (printed == rail).any()
    assert not (out == rail).any()
    assert (at.state.hexside[at.hex("1605")] == at.scenario.map.hexside[at.hex("1605")]).all()


@pytest.mark.rule("more_lost_victories S7j")
def test_each_side_has_full_stacking():
    at = divided(axis="71 Inf, 79 Inf", soviet="62A/1, 62A/2")
    for name in ("295 Inf", "64A/1"):
        half = CITY if name == "295 Inf" else NODE
        assert has_room(at.state, at.unit(name), at.hex(half))
        at.put(name, half)
        assert not has_room(at.state, at.unit(name), at.hex(half))
    assert at.ground(CITY).stack == at.ground(NODE).stack == 3
    check(at)


@pytest.mark.rule("more_lost_victories S7j")
def test_nobody_advances_into_the_other_half():
    at = attack(divided(axis="71 Inf, 79 Inf"), NODE, "71 Inf", "79 Inf", result="DE")
    assert at.ground(CITY).stack == 2
    assert is_whole(at)


#: Two divisions beyond the Volga, to whom no line leads, with enemies all round.
BEYOND = (
    "1702: 71 Inf, 79 Inf", "1701: 64A/1", "1602: 66A/1", "1601: 66A/2", "1801: 57A/1",
    "1703: 64A/2", "1802: 24A/1", "1603: 24A/2", "1803: 65A/1",
)  # fmt: skip


@pytest.mark.rule("more_lost_victories S7k")
@pytest.mark.parametrize(
    ("soviet", "groups", "fed"),
    [(None, 2, 2), ("62A/1", 2, 1), ("62A/1", 4, 2), ("62A/1", 0, 0)],
)
def test_a_divided_city_bases_few_groups(soviet, groups, fed):
    rules = {"air__transport_groups": 4, "air__bomber_groups": 0, "air__range_hexes": 3}
    places = [f"{CITY}: 16 Pz", *BEYOND, *([f"{NODE}: {soviet}"] if soviet else [])]
    at = Cleared(*places, city__airbase_groups=groups, **rules)
    at.state.game.weather = 0
    check_supply(at.state, AXIS)
    assert at.row("16 Pz").unsupplied == 0
    assert [at.row(name).unsupplied for name in ("71 Inf", "79 Inf")].count(0) == fed


@pytest.mark.rule("more_lost_victories S7l")
def test_the_enclaved_side_moves_by_its_line_of_communication_alone():
    at = divided().in_phase(PhaseKind.MOVEMENT, Side.SOVIET)
    compute_reach(at.state, at.unit("62A/1"))
    assert at.state.work[BEST, at.hex(ACROSS)] != UNREACHED
    assert all(at.state.work[BEST, h] == UNREACHED for h in (at.hex("1605"), at.hex(CITY)))
    compute_reach(at.state, at.unit("62A/3"))
    assert at.state.work[BEST, at.hex(NODE)] != UNREACHED
    assert at.state.work[BEST, at.hex(CITY)] == UNREACHED


@pytest.mark.rule("more_lost_victories S7m")
def test_the_line_leads_where_no_enemy_and_if_possible_a_friend_stands():
    at = Cleared(f"{CITY}: 62A/1", "1706: 16 Pz", "1804: 64A/1")
    attack(at, CITY, "16 Pz", result="DR")
    assert beside(at, NODE) == {CITY, "1804"}
    closed = Cleared(f"{CITY}: 62A/1", "1706: 16 Pz", f"{ACROSS}: 71 Inf", "1804: 64A/1")
    attack(closed, CITY, "16 Pz", result="DR")
    assert beside(closed, NODE) == {CITY, "1804"}


@pytest.mark.rule("more_lost_victories S7m")
def test_no_line_leads_over_the_sea():
    at = Cleared()
    city, node = at.hex("2525"), at.hex("2525E")
    side = choose_arrow(at.state, city, node, SOVIET)
    there = at.state.neighbour[city, side]
    assert at.scenario.ruleset.chart("terrain").row_names[at.state.hexes[there].terrain] != "sea"
    assert "sea" in {
        at.scenario.ruleset.chart("terrain").row_names[at.state.hexes[h].terrain]
        for h in at.state.neighbour[city]
    }


@pytest.mark.rule("more_lost_victories S7n")
def test_an_enemy_beyond_the_line_isolates():
    at = Cleared(f"{CITY}: 16 Pz", f"{NODE}: 62A/1")
    check_supply(at.state, SOVIET)
    assert at.row("62A/1").unsupplied == 0
    at.put("71 Inf", line_of(at))
    check_supply(at.state, SOVIET)
    assert at.row("62A/1").unsupplied == 1


@pytest.mark.rule("more_lost_victories S7o")
def test_neither_side_is_ahead_by_a_divided_city():
    whole, shared = Cleared(f"{CITY}: 16 Pz"), divided()
    for at in (whole, shared):
        count_points(at.state)
    assert points_at(whole.state, whole.hex(NODE)) == 0
    assert points_at(shared.state, shared.hex(NODE)) == 12
    assert int(whole.state.game.vp - shared.state.game.vp) == 12


@pytest.mark.rule("more_lost_victories S7p")
def test_zones_reach_across_the_sides_of_each_half():
    at = divided()
    axis = at.state.zones[AXIS]
    assert [int(axis[at.hex(h)]) for h in AROUND] == [1] * 5
    assert axis[at.hex(ACROSS)] == 0
    alone = Cleared(f"{CITY}: 16 Pz", f"{NODE}: 62A/1")
    soviet = alone.state.zones[SOVIET]
    reached = {h for h in (*AROUND, ACROSS) if soviet[alone.hex(h)] > 0}
    assert reached == {line_of(alone)}


@pytest.mark.rule("more_lost_victories S7q")
def test_a_retreat_out_of_the_city_needs_a_friend_beyond():
    at = divided()
    assert may_retreat_into(at.state, at.unit("62A/1"), at.hex(ACROSS))
    assert not may_retreat_into(at.state, at.unit("16 Pz"), at.hex("1805"))
    at.put("71 Inf", "1805")
    assert may_retreat_into(at.state, at.unit("16 Pz"), at.hex("1805"))
    assert may_retreat_into(at.state, at.unit("62A/1"), at.hex("1703"))  # the hex after
    whole = Cleared(f"{CITY}: 16 Pz")
    assert may_retreat_into(whole.state, whole.unit("16 Pz"), whole.hex("1805"))


@pytest.mark.rule("more_lost_victories S7q")
def test_who_comes_in_pays_for_a_zone():
    at = divided()
    row = CLASSES * SOVIET + at.row("62A/3").mobility
    side = list(at.state.neighbour[at.hex(ACROSS)]).index(at.hex(NODE))
    assert at.state.rules.zones_enter_mp == 1
    whole = Cleared(f"{CITY}: 62A/1")
    before = whole.state.cost[row, whole.hex(ACROSS), side]
    assert at.state.cost[row, at.hex(ACROSS), side] == before + PART


@pytest.mark.rule("more_lost_victories S7s")
def test_friends_attack_the_city_but_not_from_the_line_of_communication():
    at = divided("1605: 24A/1").in_phase(PhaseKind.COMBAT, Side.SOVIET)
    city = at.hex(CITY)
    assert check_attacker(at.state, at.unit("24A/1"), city) == Refusal.OK
    assert check_attacker(at.state, at.unit("62A/1"), city) == Refusal.OK
    assert check_attacker(at.state, at.unit("62A/3"), city) == Refusal.NOT_ADJACENT


@pytest.mark.rule("more_lost_victories S7t")
@pytest.mark.parametrize(("percent", "out"), [(50, 1), (100, 3), (0, 0)])
def test_half_of_the_res_attack_out_of_the_city_and_all_within(percent, out):
    names = ("62A/1", "62A/2", "64A/1")
    at = Cleared(f"{CITY}: 71 Inf", f"{NODE}: {', '.join(names)}", city__attack_out_percent=percent)
    line = line_of(at)
    at.put("79 Inf", line)
    at.in_phase(PhaseKind.COMBAT, Side.SOVIET)

    def attackers(target: str) -> int:
        found = [check_attacker(at.state, at.unit(name), at.hex(target)) for name in names]
        assert set(found) <= {Refusal.OK, Refusal.MAY_NOT_ATTACK}
        return found.count(Refusal.OK)

    assert (attackers(line), attackers(CITY)) == (out, 3)


#: Divisions that hold Stalingrad, as they stand in the stack: the last come on top.
OUT, WITHIN, STAYS = "16 Pz", "29 Mot", "71 Inf"


def sortie(*more: str) -> Cleared:
    """The city held by three divisions, of which the first has attacked out and advanced."""
    at = divided("1605: 24A/1", *more, axis=", ".join((STAYS, WITHIN, OUT)))
    at.state.rules.city_attack_out_percent = 67
    at.throws("DE")
    at.in_phase(PhaseKind.COMBAT)
    assert make_attack(at.state, at.units(OUT), at.hex("1605"), np.int64(1)) == Refusal.OK
    assert at.where(OUT) == "1605"
    return at


@pytest.mark.rule("more_lost_victories S7t")
def test_who_has_attacked_out_and_advanced_counts_with_those_in_the_city():
    at = sortie("1706: 24A/2")
    codes = {
        name: check_attacker(at.state, at.unit(name), at.hex("1706")) for name in (WITHIN, STAYS)
    }
    assert codes == {WITHIN: Refusal.OK, STAYS: Refusal.MAY_NOT_ATTACK}
    at.state.rules.city_attack_out_percent = 50
    assert check_attacker(at.state, at.unit(WITHIN), at.hex("1706")) == Refusal.MAY_NOT_ATTACK


@pytest.mark.rule("more_lost_victories S7t")
@pytest.mark.parametrize(("target", "code"), [("1605", Refusal.MAY_NOT_ATTACK), (NODE, Refusal.OK)])
def test_who_was_lost_in_an_attack_within_the_city_did_not_go_out(target, code):
    at = divided("1605: 24A/1", "1706: 24A/2", axis=f"{STAYS}, {OUT}")
    at.throws("AE")
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units(OUT), at.hex(target), np.int64(0))
    assert at.row(OUT).status == Status.ELIMINATED
    assert check_attacker(at.state, at.unit(STAYS), at.hex("1706")) == code


@pytest.mark.rule("more_lost_victories S7t")
def test_who_retreats_into_the_city_is_none_of_those_who_began_there():
    at = divided("1605: 24A/1", "1604: 14 Pz", axis=f"{STAYS}, {OUT}")
    at.in_phase(PhaseKind.COMBAT)
    enter_hex(at.state, at.unit("14 Pz"), at.hex(CITY))
    at.row("14 Pz").attacked = 1
    codes = [check_attacker(at.state, at.unit(name), at.hex("1605")) for name in (OUT, STAYS)]
    assert codes == [Refusal.OK, Refusal.MAY_NOT_ATTACK]


@pytest.mark.rule("more_lost_victories S7u")
def test_the_enclaved_side_retreats_when_it_must():
    at = attack(divided(), NODE, "16 Pz", result="DR")
    assert at.where("62A/1") == ACROSS
    assert is_whole(at)
    lonely = attack(Cleared(f"{CITY}: 16 Pz", f"{NODE}: 62A/1"), NODE, "16 Pz", result="DR")
    assert lonely.row("62A/1").status == Status.ELIMINATED


@pytest.mark.rule("more_lost_victories S7w")
def test_the_dominant_side_takes_de():
    at = attack(divided("1605: 24A/1"), CITY, "24A/1", "62A/1", result="DE")
    assert at.row("16 Pz").status == Status.ELIMINATED
    assert at.where("62A/1") == CITY
    assert is_whole(at)


@pytest.mark.rule("more_lost_victories S7x")
@pytest.mark.parametrize("result", ["DR", "DH", "HX"])
def test_the_dominant_side_becomes_the_enclaved_one_instead_of_retreating(result):
    at = divided("1605: 24A/1", "1706: 71 Inf", axis="16 Pz, 79 Inf")
    attack(at, CITY, "24A/1", "62A/1", result=result)
    assert at.ground(CITY).occupant == Side.AXIS
    assert (at.where("62A/1"), at.where("24A/1")) == (NODE, "1605")
    assert beside(at, CITY) == {NODE, "1706"}
    assert beside(at, NODE) == {CITY, ACROSS, "1604", "1605", "1805", "1804"}
    city, node = arrows(at)
    assert (city >= 0, node) == (True, -1)
    attack(at, CITY, "62A/1", result="DR")  # now it goes
    assert at.where("16 Pz") == "1706"
    assert at.where("62A/1") == CITY
    assert is_whole(at)


@pytest.mark.rule("more_lost_victories S7a, S7x")
def test_without_enclaves_the_dominant_side_retreats():
    at = divided("1605: 24A/1", "1706: 71 Inf", city__enclaves=0)
    attack(at, CITY, "24A/1", "62A/1", result="DR")
    assert at.where("16 Pz") == "1706"


@pytest.mark.rule("more_lost_victories S7x")
def test_without_a_hexside_for_its_line_the_dominant_side_is_lost():
    around = zip(AROUND, ("24A/1", "24A/2", "64A/1", "64A/2", "57A/1"), strict=True)
    at = divided(*(f"{h}: {name}" for h, name in around))
    attack(at, CITY, "24A/2", "62A/1", result="DR")
    assert at.row("16 Pz").status == Status.ELIMINATED


@pytest.mark.rule("more_lost_victories S7a")
def test_attackers_who_must_retreat_hold_out_nowhere():
    at = Cleared(f"{CITY}: 62A/1", "1706: 16 Pz")
    attack(at, "1706", "62A/1", result="AR")
    assert at.where("62A/1") not in (CITY, NODE)


@pytest.mark.rule("more_lost_victories S7j")
def test_a_city_without_a_node_has_one_place():
    at = Cleared()
    h = at.hex("1616")
    kept = int(at.state.hexes[h].features)
    at.state.hexes[h].features = kept | Feature.CITY
    found = other_half(at.state, h)
    at.state.hexes[h].features = kept  # the map is shared
    assert found == -1
