"""Combat: who attacks, odds and shifts, results, retreats, advances, overruns (6, 8 to 10)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import DataError
from balance.games.common.battle import check_attack, make_attack
from balance.games.common.overruns import check_overrun, make_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.retreat import find_way
from balance.games.common.vocabulary import PhaseKind, Policy, Side, Status
from tests.games.common.positions import FIELD, crt_of, foot, position, tank

_BY_ORDER = np.int64(-1)


def fought(at, target, *names, advance=_BY_ORDER):
    """The log's row of an attack."""
    at.in_phase(PhaseKind.COMBAT)
    code = make_attack(at.state, at.units(*names), at.hex(target), advance)
    assert code == Refusal.OK
    return at.state.battles[at.state.game.battle_count - 1]


@pytest.mark.rule("common 8.1")
def test_units_attack_beside_them_once_and_each_hex_is_attacked_once(tmp_path):
    at = position(
        tmp_path,
        axis=[foot("A", "0104"), foot("B", "0104"), foot("C", "0102"), foot("D", "0104", attack=0)],
        soviet=[foot("R", "0105")],
        rules={"stacking.limit": 3},
        tables={"crt": crt_of("NE")},
    )
    fought(at, "0105", "A")
    refused = {
        ("A",): Refusal.ALREADY_ATTACKED,
        ("B",): Refusal.ALREADY_DEFENDED,
        ("C",): Refusal.NOT_ADJACENT,
        ("D",): Refusal.NO_STRENGTH,
        (): Refusal.NO_ATTACKERS,
    }
    for names, code in refused.items():
        assert check_attack(at.state, at.units(*names), at.hex("0105")) == code, names
    assert check_attack(at.state, at.units("B"), at.hex("0103")) == Refusal.NO_ENEMY


@pytest.mark.rule("common 8.2, 8.3, 8.4")
def test_strengths_terrain_and_rivers_make_the_odds(tmp_path):
    rows = (". . . . f . . . .",)
    at = position(
        tmp_path,
        rows,
        [foot("A", "0104"), tank("T", "0104")],
        [foot("R", "0105")],
        sides="0104-0105:river",
    )
    battle = fought(at, "0105", "A", "T")
    assert (battle.attack, battle.defense) == (12, 4)
    assert (battle.odds, battle.terrain_shift, battle.side_shift) == (2, -1, -1)
    assert battle.final_odds == 0
    assert 1 <= battle.die <= 6


GAPS = crt_of("NE", "1:2,1:1,2:1,3:1,5:1,7:1")


@pytest.mark.rule("common 8.3, 8.4")
@pytest.mark.parametrize(
    ("attack", "column", "across_a_river"),
    [
        (6, 0, -1),
        (11, 1, 0),
        (16, 2, 1),
        (19, 2, 1),
        (20, 4, 2),
        (27, 4, 2),
        (28, 6, 4),
        (32, 6, 6),
    ],
)
def test_odds_between_columns_are_read_in_the_lower_and_shifts_are_columns(
    tmp_path, attack, column, across_a_river
):
    at, behind = (
        position(
            tmp_path / sides,
            axis=[foot("A", "0104", attack=attack)],
            soviet=[foot("R", "0105")],
            sides=f"0104-0105:{sides}" if sides else "",
            tables={"crt": GAPS},
        )
        for sides in ("", "river")
    )
    assert fought(at, "0105", "A").final_odds == column
    battle = fought(behind, "0105", "A")
    assert (battle.odds, battle.final_odds) == (column, across_a_river)


@pytest.mark.rule("common 6.2")
@pytest.mark.parametrize(("attack", "fits"), [(24, False), (28, True)])
def test_a_shift_of_an_overrun_is_a_column_of_the_table_too(tmp_path, attack, fits):
    at = position(
        tmp_path,
        axis=[tank("T", "0104", attack=attack)],
        soviet=[foot("R", "0105")],
        sides="0104-0105:river",
        tables={"crt": GAPS},
        rules={"overrun.odds": 5},
    ).in_phase(PhaseKind.MOVEMENT)
    code = check_overrun(at.state, at.units("T"), at.hex("0105"))
    assert code == (Refusal.OK if fits else Refusal.ODDS_TOO_LOW)


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("1:2,3:2,2:1", "column '3:2'; expected whole odds that rise"),
        ("2:1,1:1,1:2", "column 1:1 stands behind 2:1; expected whole odds that rise"),
        ("-3,0,+3", "neither 3:2 nor differences of strength"),
        ("02:01,3:1", "column '02:01'; expected whole odds"),
    ],
)
def test_odds_that_do_not_rise_are_told(tmp_path, columns, told):
    with pytest.raises(DataError, match=r"tables/crt\.csv: ") as refusal:
        position(tmp_path, tables={"crt": crt_of("NE", columns)})
    assert told in str(refusal.value)


@pytest.mark.rule("common 8.3")
@pytest.mark.parametrize(("needs_all", "shift"), [(1, 0), (0, -1)])
def test_a_river_counts_if_all_come_across_it_or_if_one_does(tmp_path, needs_all, shift):
    at = position(
        tmp_path,
        FIELD,
        [foot("A", "0303"), foot("B", "0204")],
        [foot("R", "0304")],
        sides="0303-0304:river",
        rules={"combat.shift_needs_all": needs_all},
    )
    assert fought(at, "0304", "A", "B").side_shift == shift


RESULTS = {
    # code: steps of the attacker and the defender, whether each is driven back
    "AE": (0, 2, False, False),
    "AH": (1, 2, True, False),
    "AR": (2, 2, True, False),
    "A1": (1, 2, False, False),
    "NE": (2, 2, False, False),
    "EX": (0, 0, False, False),
    "D1": (2, 1, False, False),
    "DR": (2, 2, False, True),
    "DH": (2, 1, False, True),
    "DE": (2, 0, False, False),
}


@pytest.mark.rule("common 2.2, 8.5, 8.7")
@pytest.mark.parametrize("code", RESULTS)
def test_results_cost_steps_and_drive_back(tmp_path, code):
    at = position(
        tmp_path,
        axis=[foot("A", "0104")],
        soviet=[foot("R", "0105")],
        tables={"crt": crt_of(code)},
        rules={"advance.allowed": 0},
    )
    battle = fought(at, "0105", "A")
    own, other = int(at.row("A").steps), int(at.row("R").steps)
    back = (battle.attackers_retreated > 0, battle.defenders_retreated > 0)
    assert (own, other, *back) == RESULTS[code]
    assert (at.row("A").status == Status.ELIMINATED) == (own == 0)
    assert (battle.attacker_steps_lost, battle.defender_steps_lost) == (2 - own, 2 - other)


@pytest.mark.rule("common 8.7")
def test_in_a_half_exchange_half_as_much_strength_is_lost(tmp_path):
    table = (
        "result,attacker_loses,attacker_retreats,defender_loses,defender_retreats,meaning\n"
        "HX,half_equal,0,all,0,\nNE,0,0,0,0,\n"
    )
    for attackers, left in ((1, [1]), (2, [1, 2])):
        names = [f"A{n}" for n in range(attackers)]
        at = position(
            tmp_path / str(attackers),
            axis=[foot(name, "0104") for name in names],
            soviet=[foot("R", "0105")],
            tables={"crt": crt_of("HX"), "results": table},
        )
        fought(at, "0105", *names)
        # The defender loses 4: half of it is a step of two.
        assert sorted(int(at.row(name).steps) for name in names) == left


@pytest.mark.rule("common 8.5")
@pytest.mark.parametrize("company", [False, True])
def test_units_without_strength_are_no_steps_to_halve_but_alone(tmp_path, company):
    idle = foot("H", "0105", steps=1, attack=0, defense=0)
    at = position(
        tmp_path,
        axis=[foot("A", "0104")],
        soviet=[foot("R", "0105"), idle] if company else [foot("R", "0105")],
        tables={"crt": crt_of("DH")},
    )
    at.state.units.loss_priority[-1] = 100
    fought(at, "0105", "A")
    assert at.row("R").steps == 1
    alone = position(
        tmp_path / "alone",
        axis=[foot("A", "0104")],
        soviet=[idle],
        tables={"crt": crt_of("DH")},
    )
    fought(alone, "0105", "A")
    assert alone.row("H").status == Status.ELIMINATED


@pytest.mark.rule("common 8.6")
def test_the_owner_says_whose_steps_go(tmp_path):
    units = [foot("A", "0104"), foot("B", "0104", steps=1)]
    for keeps, lost in ((1, "A"), (0, "B")):
        at = position(
            tmp_path / str(keeps),
            axis=units,
            soviet=[foot("R", "0105")],
            tables={"crt": crt_of("A1")},
        )
        at.state.policy[Side.AXIS, Policy.KEEP_UNITS] = keeps
        at.row("A").loss_priority = 3
        full = {"A": 2, "B": 1}
        fought(at, "0105", "A", "B")
        assert {n for n in full if at.row(n).steps < full[n]} == {lost}


# --- retreats


@pytest.mark.rule("common 9.1")
def test_a_retreat_leads_away_to_where_its_owner_likes_best(tmp_path):
    at = position(
        tmp_path, FIELD, [foot("A", "0304")], [foot("R", "0305")], tables={"crt": crt_of("DR2")}
    )
    at.state.retreat_value[Side.SOVIET, at.hex("0507")] = 9
    at.state.retreat_value[Side.SOVIET, at.hex("0506")] = 5
    way = np.zeros(3, np.int64)
    assert find_way(at.state, at.unit("R"), np.int64(2), way)
    assert at.scenario.hex_names[way[2]] == "0506"
    fought(at, "0305", "A", advance=np.int64(0))
    assert at.where("R") == "0506"


@pytest.mark.rule("common 9.2")
@pytest.mark.parametrize(("choice", "steps"), [("eliminated", 0), ("steps", 1)])
def test_who_has_no_way_is_lost_or_pays_in_steps(tmp_path, choice, steps):
    at = position(
        tmp_path,
        axis=[foot("A", "0104"), foot("B", "0106")],
        soviet=[foot("R", "0105")],
        tables={"crt": crt_of("DR")},
        rules={"retreat.blocked": choice},
    )
    fought(at, "0105", "A")
    assert at.row("R").steps == steps
    assert at.where("R") == ("0105" if steps else "")


@pytest.mark.rule("common 9.3")
@pytest.mark.parametrize(("choice", "where"), [("friends", "0106"), ("barred", "")])
def test_enemy_zones_bar_retreats_but_where_friends_stand(tmp_path, choice, where):
    at = position(
        tmp_path,
        axis=[foot("A", "0104"), foot("B", "0107", zone="yes")],
        soviet=[foot("R", "0105"), foot("S", "0106", zone="no")],
        tables={"crt": crt_of("DR")},
        rules={"retreat.zones": choice},
    )
    fought(at, "0105", "A", advance=np.int64(0))
    assert at.where("R") == where


# --- advances


@pytest.mark.rule("common 10.1")
def test_attackers_advance_by_their_class_along_the_retreat(tmp_path):
    at = position(
        tmp_path,
        axis=[foot("A", "0104"), tank("T", "0104")],
        soviet=[foot("R", "0105")],
        tables={"crt": crt_of("DR2")},
        rules={"zones.stop": 1},
    )
    at.row("R").has_zone = 1
    at.state.advance_value[Side.AXIS, at.hex("0106")] = 9
    battle = fought(at, "0105", "T", "A")
    assert at.where("R") == "0107"
    # The tank would go on to 0106, but for nothing: no zone holds it in 0105.
    assert (at.where("T"), at.where("A"), battle.advanced) == ("0106", "0105", 2)


@pytest.mark.rule("common 10.1")
@pytest.mark.parametrize(("most", "allowed", "advanced"), [(0, 1, 0), (1, 1, 1), (2, 0, 0)])
def test_as_many_advance_as_their_owner_wants(tmp_path, most, allowed, advanced):
    at = position(
        tmp_path,
        axis=[foot("A", "0104"), foot("B", "0104")],
        soviet=[foot("R", "0105")],
        tables={"crt": crt_of("DE")},
        rules={"advance.allowed": allowed},
    )
    assert fought(at, "0105", "A", "B", advance=np.int64(most)).advanced == advanced


# --- overruns


@pytest.mark.rule("common 6.1, 6.2, 6.3")
def test_an_overrun_eliminates_and_goes_on(tmp_path):
    at = position(
        tmp_path,
        axis=[tank("T", "0104"), tank("U", "0104"), foot("A", "0104")],
        soviet=[foot("R", "0105", defense=2)],
        rules={"stacking.limit": 3},
    )
    at.in_phase(PhaseKind.MOVEMENT)
    target = at.hex("0105")
    refused = {
        ("T",): Refusal.ODDS_TOO_LOW,
        ("A",): Refusal.CANNOT_OVERRUN,
        (): Refusal.NO_ATTACKERS,
    }
    for names, code in refused.items():
        assert check_overrun(at.state, at.units(*names), target) == code
    assert make_overrun(at.state, at.units("T", "U"), target) == Refusal.OK
    assert (at.where("T"), at.where("U"), at.where("R")) == ("0105", "0105", "")
    # Six points, of which the hex and the overrun took two.
    assert int(at.row("T").mp_left) == 24
    assert int(at.state.battles[0].overrun) == 1


@pytest.mark.rule("common 6.1, 6.2")
@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"overrun.allowed": 0}, Refusal.CANNOT_OVERRUN),
        ({"overrun.mp": 6}, Refusal.NOT_ENOUGH_POINTS),
        ({"overrun.odds": 9}, Refusal.ODDS_TOO_LOW),
        ({}, Refusal.OK),
    ],
)
def test_numbers_say_when_there_are_overruns(tmp_path, rules, code):
    at = position(
        tmp_path, axis=[tank("T", "0104")], soviet=[foot("R", "0105", defense=1)], rules=rules
    )
    at.in_phase(PhaseKind.MOVEMENT)
    assert check_overrun(at.state, at.units("T"), at.hex("0105")) == code
