"""Each reading of the article, and each of its numbers, has a variant that plays it otherwise.

The position of a test tells the two apart: what the baseline does in it, and what the variant does.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from balance.experiments.variant_file import BASELINE
from balance.experiments.variants import rules_under, variant_names
from balance.games.common.battle import check_attacker, make_attack
from balance.games.common.control import settle
from balance.games.common.march import check_move, movement_allowance
from balance.games.common.overruns import make_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.retreat import may_retreat_into
from balance.games.common.stacks import has_room
from balance.games.common.state import PART
from balance.games.common.strategic import rides_left
from balance.games.common.strength import ATTACK, DEFENSE, find_shifts
from balance.games.common.supply import check_supply
from balance.games.common.vocabulary import PhaseKind, Side, Status
from balance.games.more_lost_victories.marks import Note
from tests.games.more_lost_victories.positions import GAME, Cleared

AXIS, SOVIET = np.int64(Side.AXIS), np.int64(Side.SOVIET)
FROST, SNOW = 0, 1
CITY, NODE, ACROSS = "1705", "1705E", "1704"
#: Soviets all round Stalingrad.
RING = (
    "1605: 66A/1", "1706: 64A/1", "1805: 64A/2", "1606: 24A/1",
    "1604: 62A/1", "1704: 62A/2", "1804: 57A/1",
)  # fmt: skip


def either(variant: str, printed: object, otherwise: object):
    """Run a test under the baseline and under a variant, with what each does."""
    cases = [(BASELINE, printed), (variant, otherwise)]
    return pytest.mark.parametrize(("variant", "expected"), cases, ids=[BASELINE, variant])


# --- the list


def readings() -> dict[int, str]:
    """Numbered readings of rulings.md, each on one line."""
    text = (GAME.folder / "rulings.md").read_text(encoding="utf-8")
    part = text.split("## Readings")[1].split("\n## ")[0]
    entries = re.split(r"^(\d+)\. ", part, flags=re.MULTILINE)[1:]
    return {
        int(number): " ".join(entry.split())
        for number, entry in zip(entries[::2], entries[1::2], strict=True)
    }


def numbers() -> list[tuple[str, ...]]:
    """Lines of the table of the article's numbers: rule, what it is, key, variants."""
    text = (GAME.folder / "rulings.md").read_text(encoding="utf-8").split("## Numbers of the")[1]
    lines = [line for line in text.splitlines() if line.startswith("| S")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_reading_names_its_variants_or_why_there_is_none():
    found, shipped = readings(), set(variant_names(GAME))
    assert list(found) == list(range(1, 27))
    for number, entry in found.items():
        _, variants, named = entry.partition("Variants: ")
        if variants:
            names = quoted(named)
            assert names, number
            assert set(names) <= shipped, number
        else:
            assert "No variant: " in entry, number


def test_every_switch_of_a_reading_is_turned_by_one_of_its_variants():
    for number, entry in readings().items():
        before, _, named = entry.partition("Variants: ")
        turned = {key for name in quoted(named) for key in rules_under(GAME, name).changes}
        own = [key for key in quoted(before) if key in GAME.rules.parameters]
        played = [key for key in own if GAME.rules.parameter(key).origin == "ruling"]
        assert set(played) <= turned, number


def test_every_number_of_the_article_has_variants_that_change_it():
    listed = numbers()
    assert len(listed) == 20
    for rule, _, key, variants in listed:
        assert GAME.register.covers(rule)
        for name in quoted(variants):
            assert quoted(key)[0] in rules_under(GAME, name).changes, name


def test_every_number_of_this_game_s_own_is_changed_by_some_variant():
    names = [name for name in variant_names(GAME) if name != BASELINE]
    changed = {key for name in names for key in rules_under(GAME, name).changes}
    own = set(GAME.rules.parameters) - set(GAME.system.rules.parameters)
    assert not [key for key in own - changed if not key.startswith("restriction.")]


# --- 6th Army


def pocket(variant: str) -> Cleared:
    at = Cleared("1708: 16 Pz, 29 Mot", variant=variant)
    at.isolate("16 Pz", "29 Mot")
    return at.in_phase(PhaseKind.MOVEMENT)


@pytest.mark.rule("more_lost_victories S1a")
@either("no_step_sideways", Refusal.OK, Refusal.OUT_OF_REACH)
def test_sideways_is_as_near_as_before(variant, expected):
    at = pocket(variant)
    assert check_move(at.state, at.unit("16 Pz"), at.hex("1807")) == expected
    assert check_move(at.state, at.unit("16 Pz"), at.hex("1707")) == Refusal.OK


@pytest.mark.rule("more_lost_victories S1a")
@either("bond_by_phase", [0, 0], [Note.ISOLATED, 0])
def test_isolation_is_found_by_the_check_of_supply(variant, expected):
    at = Cleared("1705: 71 Inf", "2418: 23 Pz", *RING, variant=variant)
    at.in_phase(PhaseKind.COMBAT)
    settle(at.state)
    assert [at.row(name).note for name in ("71 Inf", "23 Pz")] == expected
    freed = Cleared("1705: 71 Inf", variant=variant)
    freed.row("71 Inf").note = Note.ISOLATED
    freed.in_phase(PhaseKind.MOVEMENT)
    settle(freed.state)
    assert freed.row("71 Inf").note == Note.ISOLATED  # before the exploitation phase alone
    freed.in_phase(PhaseKind.COMBAT)
    settle(freed.state)
    assert freed.row("71 Inf").note == (Note.ISOLATED if variant == BASELINE else 0)


@pytest.mark.rule("more_lost_victories S1a, S9a")
@either("airlift_ends_isolation", Note.ISOLATED, 0)
def test_an_airlift_is_no_line(variant, expected):
    at = Cleared("1705: 71 Inf", *RING, variant=variant)
    check_supply(at.state, AXIS)
    assert at.row("71 Inf").unsupplied == 0
    assert at.row("71 Inf").note == expected


@pytest.mark.rule("more_lost_victories S1c")
@either("line_at_any_time", 0, Note.FREE)
def test_who_misses_the_next_check_stays_bound(variant, expected):
    rules = {"air__transport_groups": 0, "air__bomber_groups": 0}
    at = Cleared("1705: 71 Inf", *RING, variant=variant, **rules)
    at.row("71 Inf").note = Note.ISOLATED | Note.ADVANCED
    check_supply(at.state, AXIS)
    assert at.row("71 Inf").note & Note.ISOLATED
    later = Cleared("1705: 71 Inf", variant=variant, **rules)
    later.row("71 Inf").note = at.row("71 Inf").note
    check_supply(later.state, AXIS)
    assert later.row("71 Inf").note == expected


# --- headquarters and cavalry


@pytest.mark.rule("more_lost_victories S2f")
@either("all_zones_bar_headquarters", True, False)
def test_other_zones_do_not_bar_headquarters(variant, expected):
    at = Cleared("1509: 5 Tank Army", "1409: 5 Rum Inf", variant=variant)
    beside = next(
        h for h in at.state.neighbour[at.hex("1509")] if at.state.zones[AXIS, h] > 0
        and at.state.ground[h].occupant < 0
    )  # fmt: skip
    assert may_retreat_into(at.state, at.unit("5 Tank Army"), beside) == expected


@pytest.mark.rule("more_lost_victories S2e, S2g")
@pytest.mark.parametrize("result", ["DR", "NE"])
@either("lone_headquarters_fall", True, False)
def test_a_lone_headquarters_goes_back(variant, expected, result):
    at = Cleared("1509: 5 Tank Army", "1510: 16 Pz, 24 Pz", variant=variant)
    at.throws(result)
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units("16 Pz", "24 Pz"), at.hex("1509"), np.int64(0))
    lives = at.row("5 Tank Army").status == Status.ON_MAP
    assert lives == (expected or result == "NE")


@pytest.mark.rule("more_lost_victories S3a")
@either("cavalry_rounds_down", 7 * PART // 2, 3 * PART)
def test_half_a_point_is_worth_half_a_point(variant, expected):
    at = Cleared("1209: 8 Cav, 26 Tank", variant=variant)
    at.in_phase(PhaseKind.EXPLOITATION, Side.SOVIET)
    assert movement_allowance(at.state, at.unit("8 Cav")) == expected
    assert movement_allowance(at.state, at.unit("26 Tank")) == 8 * PART


@pytest.mark.rule("more_lost_victories S4a")
@either("snow_hampers", (8 * PART, 0), (6 * PART, -1))
def test_snow_hampers_nobody(variant, expected):
    at = Cleared("1209: 26 Tank", variant=variant).in_phase(PhaseKind.MOVEMENT, Side.SOVIET)
    at.state.game.weather = SNOW
    shift = find_shifts(at.state, at.hex("1310"), np.int64(1))[2]
    assert (movement_allowance(at.state, at.unit("26 Tank")), shift) == expected


# --- overruns


def overrun(variant: str, attack: int, defense: int, result: str, who: str = "16 Pz") -> Cleared:
    """A unit that has tried to overrun another in the open steppe."""
    away = "2209: 28A/1" if who == "16 Pz" else "2209: 23 Pz"
    at = Cleared(f"2210: {who}", away, variant=variant)
    target = away.split(": ")[1]
    at.in_phase(PhaseKind.MOVEMENT, Side(int(at.row(who).side)))
    at.state.strengths[at.unit(who), :, ATTACK] = attack
    at.state.strengths[at.unit(target), :, DEFENSE] = defense
    at.throws(result)
    assert make_overrun(at.state, at.units(who), at.hex("2209")) == Refusal.OK
    return at


@pytest.mark.rule("more_lost_victories S6a, S6b")
@pytest.mark.parametrize(("attack", "sure"), [(39, True), (36, False)])
@either("overruns_round_up", Status.ON_MAP, Status.ELIMINATED)
def test_more_than_nine_to_one_is_nine_to_one(variant, expected, attack, sure):
    at = overrun(variant, attack, 4, "NE")
    assert at.row("28A/1").status == (expected if sure else Status.ON_MAP)


@pytest.mark.rule("more_lost_victories S6h")
@either("idle_overruns_cost_nothing", 1, 2)
def test_no_effect_is_a_bad_result(variant, expected):
    assert overrun(variant, 20, 10, "NE").row("16 Pz").steps == expected
    assert overrun(variant, 20, 10, "EX").row("16 Pz").steps == 1


@pytest.mark.rule("more_lost_victories S6i")
@either("uncapped_overruns", 2, 1)
def test_weak_defenders_cost_no_strong_step(variant, expected):
    at = overrun(variant, 4, 1, "NE")
    assert at.row("16 Pz").steps == expected


@pytest.mark.rule("more_lost_victories S6d")
@either("corps_are_no_divisions", 0, 1)
def test_soviet_corps_count_as_divisions(variant, expected):
    at = Cleared("2210: 26 Tank", "2209: 23 Pz", variant=variant)
    handicap = GAME.referee("overruns").overrun_handicap
    assert handicap(at.state, at.units("26 Tank")) == expected
    assert handicap(at.state, at.units("23 Pz")) == 0


# --- cities


def fought_over(variant: str, *around: str) -> Cleared:
    """Stalingrad, from which an attack has sent its Soviet defenders back."""
    at = Cleared(f"{CITY}: 62A/1", "1706: 16 Pz", *around, variant=variant)
    at.throws("DR")
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units("16 Pz"), at.hex(CITY), np.int64(1))
    return at


@pytest.mark.rule("more_lost_victories S7b")
@either("sides_free_of_zones", True, False)
def test_zones_beyond_the_sides_do_not_count(variant, expected):
    # Units at 1706 and 1604 leave three sides in a row free, but zones reach all of them but one.
    at = fought_over(variant, "1604: 3 Mot")
    assert (at.where("62A/1") == NODE) == expected


@pytest.mark.rule("more_lost_victories S7h")
@either("no_rail_lost", 2, 3)
def test_an_enclave_costs_a_unit_of_the_railroads(variant, expected):
    at = fought_over(variant)
    assert [int(rides_left(at.state, side)) for side in (AXIS, SOVIET)] == [3, expected]


@pytest.mark.rule("more_lost_victories S7h")
def test_an_enclave_may_cost_two_units_of_the_railroads():
    at = fought_over("two_rails_lost")
    assert [int(rides_left(at.state, side)) for side in (AXIS, SOVIET)] == [3, 1]


def divided(variant: str, *more: str, soviet: str = "62A/1", axis: str = "16 Pz") -> Cleared:
    places = (f"{ACROSS}: 62A/3", f"{CITY}: {axis}", f"{NODE}: {soviet}", *more)
    return Cleared(*places, variant=variant)


@pytest.mark.rule("more_lost_victories S7j")
@either("one_stack_a_city", True, False)
def test_each_side_has_a_whole_stack(variant, expected):
    at = divided(variant, axis="16 Pz, 71 Inf")
    assert has_room(at.state, at.unit("79 Inf"), at.hex(CITY)) == expected
    fewer = divided(variant)
    assert has_room(fewer.state, fewer.unit("79 Inf"), fewer.hex(CITY))


@pytest.mark.rule("more_lost_victories S7s")
@either("nobody_attacks_by_the_line", Refusal.OK, Refusal.MAY_NOT_ATTACK)
def test_enemies_attack_an_enclave_along_its_line(variant, expected):
    at = Cleared(f"{CITY}: 16 Pz", f"{NODE}: 62A/1", variant=variant)
    node, city, line = at.hex(NODE), at.hex(CITY), line_of(at)
    at.put("71 Inf", at.scenario.hex_names[line])
    at.put("24A/1", "1706")
    at.in_phase(PhaseKind.COMBAT)
    assert check_attacker(at.state, at.unit("71 Inf"), node) == expected
    assert check_attacker(at.state, at.unit("16 Pz"), node) == Refusal.OK
    at.in_phase(PhaseKind.COMBAT, Side.SOVIET)
    assert check_attacker(at.state, at.unit("24A/1"), city) == Refusal.OK
    assert check_attacker(at.state, at.unit("62A/1"), city) == Refusal.OK


def line_of(at: Cleared) -> np.int64:
    """Hex beyond the line of communication of whoever is in the node."""
    (line,) = {int(h) for h in at.state.neighbour[at.hex(NODE)]} - {
        int(at.hex(CITY)), len(at.state.ground) - 1,
    }  # fmt: skip
    return np.int64(line)


def attackers_out(variant: str, inside: list[str], outside: str, beyond: str) -> int:
    """How many units of an enclave may attack an enemy beyond its line."""
    at = Cleared(f"{CITY}: {outside}", f"{NODE}: {', '.join(inside)}", variant=variant)
    line = line_of(at)
    at.put(beyond, at.scenario.hex_names[line])
    at.in_phase(PhaseKind.COMBAT, Side(int(at.row(inside[0]).side)))
    codes = [check_attacker(at.state, at.unit(name), line) for name in inside]
    assert set(codes) <= {Refusal.OK, Refusal.MAY_NOT_ATTACK}
    return codes.count(Refusal.OK)


@pytest.mark.rule("more_lost_victories S7t")
@either("half_of_all_attack_out", 1, 2)
def test_half_of_the_own_res_attack_out(variant, expected):
    own = ["62A/1", "62A/2", "64A/1"]
    assert attackers_out(variant, own, outside="71 Inf", beyond="79 Inf") == expected


@pytest.mark.rule("more_lost_victories S7t")
@either("attack_out_rounds_up", 0, 1)
def test_half_an_re_is_rounded_down(variant, expected):
    assert Cleared().row("9 Flak").full_steps == 1
    assert attackers_out(variant, ["9 Flak"], outside="62A/1", beyond="64A/1") == expected


# --- the airlift


def is_flown_to(variant, transport_groups, bomber_groups):
    """Whether what so many groups carry on a frost turn feeds a surrounded division."""
    rules = {"air__transport_groups": transport_groups, "air__bomber_groups": bomber_groups}
    at = Cleared("1705: 71 Inf", *RING, variant=variant, **rules)
    at.state.game.weather = FROST
    check_supply(at.state, AXIS)
    return at.row("71 Inf").unsupplied == 0


@pytest.mark.rule("more_lost_victories S9a")
@either("hungry_divisions", True, False)
def test_a_load_of_one_re_feeds_a_division(variant, expected):
    assert is_flown_to(variant, 2, 0) == expected


@pytest.mark.rule("more_lost_victories S9c")
@either("laden_bombers", False, True)
def test_a_bomber_group_carries_half_an_re(variant, expected):
    assert is_flown_to(variant, 0, 1) == expected
