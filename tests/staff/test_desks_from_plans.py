"""Plans on their way to the staff's arrays: who is chosen, and what is refused in which words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.errors import DataError, UnknownName
from balance.kernel.neighbours import build_neighbours
from balance.kernel.reach import PROHIBITED
from balance.staff import desks_from_plans
from balance.staff.choices import Choice
from balance.staff.desk import (
    GARRISON,
    LINE_BIAS,
    MISSION,
    NAMED,
    WRITTEN,
    Posture,
    Sizes,
    planned_parts,
    used_parts,
)
from balance.staff.desks_from_plans import Desks, Roster, draft_desk
from balance.staff.plan import Mission, Plan, Selection, select
from balance.staff.weights import Weights

AXIS, SOVIET = 0, 1
CHOICES = (
    Choice("pace", "how fast", "best", ("best", "slow", "fast")),
    Choice("flood", "whether to flood", default=True),
    Choice("guards", "who stays", default=()),
    Choice("aircraft", "how many", default=1, least=0, most=3),
    Choice("scouts", "who looks", default=()),
)
HOLD = Mission(select(kinds=["mech"]), "hold", ())


@pytest.fixture
def roster() -> Roster:
    """Four units on a row of five clear hexes."""
    names = [f"010{column}" for column in range(1, 6)]
    neighbour = build_neighbours(
        np.ones(5, np.int16), np.array([2 * column for column in range(1, 6)], np.int16)
    )
    return Roster(
        unit_names=["24 Pz", "45 Inf", "6R Inf", "1 TC"],
        side=np.array([AXIS, AXIS, AXIS, SOVIET]),
        mobility=np.array([0, 1, 1, 0]),
        kinds=["panzer", "infantry", "infantry", "tank_corps"],
        armies=["4PA", "2A", "", ""],
        nations=["german", "german", "romanian", "soviet"],
        starts_on_map=np.array([True, True, False, True]),
        hex_index={name: h for h, name in enumerate(names)},
        places={"Voronezh": 4},
        neighbour=neighbour,
        cost=np.where(neighbour == 5, PROHIBITED, 1)[None].repeat(6, 0).astype(np.uint16),
        closed=PROHIBITED,
        classes=["mech", "nonmech"],
        choices=CHOICES,
        mission_weights=("risk", "advance"),
    )


@pytest.mark.parametrize(
    ("selection", "chosen"),
    [
        (select(), [0, 1, 2]),
        (select(kinds=["mech"]), [0]),
        (select(kinds=["infantry"]), [1, 2]),
        (select(kinds="infantry"), [1, 2]),
        (select(armies=["4PA", "2A"]), [0, 1]),
        (select(nations=["german"], kinds=["nonmech"]), [1]),
        (select("6R Inf", "24 Pz"), [0, 2]),
        (select("1 TC"), []),
        (select(arrivals=["later"]), [2]),
        (select(arrivals=["start", "later"]), [0, 1, 2]),
    ],
)
def test_selection_takes_own_units_that_meet_every_condition(roster, selection, chosen):
    assert roster.chosen(AXIS, selection).tolist() == chosen


def test_desk_holds_the_plan(roster):
    plan = Plan(
        missions=(HOLD, Mission(select("24 Pz"), "strike", ("Voronezh",))),
        garrisons=(("0102", 2),),
        ground=(("Voronezh", 5.0),),
        line=(("0103", -4),),
        pace="fast",
        flood=False,
        guards=("24 Pz",),
        scouts=("24 Pz", "45 Inf"),
        weights=replace(Weights(), caution=2.0),
    )
    desk = draft_desk(plan, roster, AXIS)
    assert desk.crew[MISSION].tolist() == [1, -1, -1, -1], "the later mission has the panzers"
    assert desk.posture.tolist() == [Posture.HOLD, Posture.STRIKE]
    assert desk.fields[1, 0, :5].tolist() == [4, 3, 2, 1, 0], "points to Voronezh"
    assert (desk.marks[GARRISON, 1], desk.hex_worth[4], desk.marks[LINE_BIAS, 2]) == (
        2,
        5.0,
        -4,
    )
    assert desk.weights.caution == 2.0
    assert desk.order[:6].tolist() == [2, 0, 1, 1, 2, 0], "choices in the order of the game"
    assert desk.crew[NAMED].tolist() == [3, 2, 0, 0], "a mark for each list of units"


def test_desk_holds_the_defaults_of_choices_not_made(roster):
    desk = draft_desk(Plan(), roster, AXIS)
    assert desk.order[:6].tolist() == [0, 1, 0, 1, 0, 0]
    assert not desk.crew[NAMED].any()


def test_desk_has_the_rows_that_a_game_asks_for(roster):
    roster.sizes = Sizes(classes=2, marks=7, party=20)
    plan = Plan(missions=(Mission(select("24 Pz"), "strike", ("Voronezh",)),))
    desk = draft_desk(plan, roster, AXIS)
    assert desk.fields.shape == (1, 2, 6)
    assert (len(desk.marks), desk.party.shape) == (7, (2, 20))


def test_equal_plans_are_drafted_once_and_put_on_their_desk_each_time(roster, monkeypatch):
    drafted = []
    monkeypatch.setattr(
        desks_from_plans, "draft_desk", lambda *given: drafted.append(given) or draft_desk(*given)
    )
    desks = Desks(roster)
    plan = Plan(pace="fast", garrisons=(("0102", 2),), ground=(("0103", 5.0),), line=(("0101", 1),))
    desk = desks.draft(plan, AXIS)
    fresh = draft_desk(plan, roster, AXIS)
    for name in WRITTEN:
        getattr(desk, name)[:] = 9
    assert desks.draft(Plan(pace="slow"), AXIS).order[0] != 9
    again = desks.draft(replace(plan), AXIS)
    assert len(drafted) == 2
    assert again is desk
    for parts in (planned_parts, used_parts):
        for part, wanted in zip(parts(again), parts(fresh), strict=True):
            assert np.array_equal(part, wanted)


def test_what_the_staff_only_reads_is_put_on_the_desk_when_another_plan_wanted_something_else(
    roster,
):
    desks = Desks(roster)
    one, other = Plan(ground=(("0103", 5.0),)), Plan(ground=(("0103", 5.0),), pace="fast")
    desk = desks.draft(one, AXIS)
    desk.hex_worth[:] = 9.0  # as no staff does: to see when it is written on
    assert desks.draft(other, AXIS).hex_worth.tolist() == [9.0] * 6
    desks.draft(Plan(), AXIS)
    wanted = draft_desk(one, roster, AXIS).hex_worth.tolist()
    assert desks.draft(one, AXIS).hex_worth.tolist() == wanted


def test_all_papers_are_blank_as_a_game_begins(roster):
    desks = Desks(roster)
    plan = Plan(pace="fast", garrisons=(("0102", 2),))
    for name in WRITTEN:
        getattr(desks.draft(plan, AXIS), name)[:] = 9
    desks.clear()
    desk, fresh = desks.draft(plan, AXIS), draft_desk(plan, roster, AXIS)
    for name in WRITTEN:
        assert np.array_equal(getattr(desk, name), getattr(fresh, name))


@pytest.mark.parametrize(
    ("mission", "message"),
    [
        (Mission(select("24 PZ"), "hold", ()), r"unit \(in mission 2\) '24 PZ'; did you .* '24 Pz"),
        (Mission(select(armies=["5PA"]), "hold", ()), r"army \(in mission 2\) '5PA'.*'4PA'"),
        (Mission(select(kinds=["tanks"]), "hold", ()), r"unit kind \(in mission 2\) 'tanks'"),
        (Mission(select(nations=["finnish"]), "hold", ()), r"nation \(in mission 2\) 'finnish'"),
        (Mission(select(arrivals=["never"]), "hold", ()), r"arrival \(in mission 2\) 'never'"),
        (
            Mission(select(), "strike", ("Voronesh",)),
            r"hex or place \(in mission 2\) 'Voronesh'; did you mean 'Voronezh'",
        ),
    ],
)
def test_unknown_name_in_a_mission_is_told_with_its_number_and_near_ones(roster, mission, message):
    with pytest.raises(UnknownName, match=message):
        draft_desk(Plan(missions=(HOLD, mission)), roster, AXIS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"missions": [HOLD]}, r"plan: missions is \[Mission.*expected a tuple"),
        ({"missions": ("hold",)}, "mission 1 is 'hold'; expected a Mission of a Selection"),
        ({"missions": (Mission("x", "hold", ()),)}, "expected a Mission of a Selection"),
        (
            {"missions": (Mission(select(), "attack", ()),)},
            "mission 1: posture 'attack'; expected one of hold, strike, garrison",
        ),
        (
            {"missions": (Mission(select(), "strike", ()),)},
            "mission 1: posture strike needs an objective",
        ),
        (
            {"missions": (Mission(select(), "strike", "Voronezh"),)},
            "mission 1: objective is 'Voronezh'; expected a tuple of texts",
        ),
        (
            {"missions": (Mission(Selection(kinds="mech"), "hold", ()),)},
            "mission 1: kinds is 'mech'; expected a tuple of texts",
        ),
        ({"garrisons": ("0101",)}, "garrisons: '0101'; expected pairs of a hex and a number"),
        ({"garrisons": (("0101", 9),)}, "expected a number from 0 to 8"),
        ({"ground": (("0101", float("nan")),)}, "expected a number from -1000 to 1000"),
        ({"line": (("0101", 0.5),)}, "expected a whole number"),
        ({"pace": "first"}, "pace is 'first'; expected one of best, slow, fast"),
        ({"pace": None}, "pace is None; expected one of best"),
        ({"flood": 1}, "flood is 1; expected true or false"),
        ({"guards": "24 Pz"}, "guards is '24 Pz'; expected a list of texts"),
        ({"aircraft": 4}, "aircraft is 4; expected a whole number 0 to 3"),
        ({"aircraft": True}, "aircraft is True; expected a whole number"),
        ({"luftwaffe": "best"}, "unknown choice 'luftwaffe'; expected pace, flood, guards"),
        (
            {"missions": (Mission(select(), "reserve", ()),)},
            "mission 1: posture 'reserve'; expected one of hold, strike, garrison",
        ),
        (
            {"missions": (Mission(select(), "hold", (), (("caution", 2.0),)),)},
            "mission 1: no weight 'caution' of a mission for itself; expected one of risk, advance",
        ),
        (
            {"missions": (Mission(select(), "hold", (), (("risk", 99),)),)},
            "mission 1: weight risk is 99; expected a number from 0 to 20",
        ),
        (
            {"missions": (Mission(select(), "hold", (), {"risk": 1.0}),)},
            "mission 1: weights is {'risk': 1.0}; expected pairs of a weight and a number",
        ),
        ({"weights": {"caution": 1}}, "weights is {'caution': 1}; expected Weights"),
        (
            {"weights": Weights(caution=99)},
            "weight caution is 99; expected a number from 0.1 to 10",
        ),
    ],
)
def test_plan_that_is_not_what_it_should_be_is_refused(roster, changes, message):
    with pytest.raises(DataError, match=message):
        draft_desk(replace(Plan(), **changes), roster, AXIS)


def test_mission_has_the_weights_of_the_plan_but_for_its_own(roster):
    missions = (HOLD, replace(HOLD, weights=(("risk", 3.0),)))
    desk = draft_desk(Plan(missions, weights=Weights(risk=2.0, advance=7.0)), roster, AXIS)
    assert [own.risk for own in desk.mission_weights] == [2.0, 3.0]
    assert [own.advance for own in desk.mission_weights] == [7.0, 7.0]
    assert desk.weights.risk == 2.0


def test_a_plan_that_says_nothing_of_weights_has_those_of_its_game(roster):
    usual = replace(roster, weights=Weights(vp_worth=4.0))
    plain = Mission(select(kinds=["mech"]), "hold", (), weights=(("risk", 3.0),))
    desk = draft_desk(Plan(missions=(plain,)), usual, AXIS)
    assert (desk.weights.vp_worth, desk.mission_weights[0].vp_worth) == (4.0, 4.0)
    assert desk.mission_weights[0].risk == 3.0
    desk = draft_desk(Plan(weights=Weights(caution=2.0)), usual, AXIS)
    assert (desk.weights.vp_worth, desk.weights.caution) == (Weights().vp_worth, 2.0)


def test_unknown_hexes_of_garrisons_ground_and_line_say_where_they_are(roster):
    for kind, value in (("garrisons", 1), ("ground", 1.0), ("line", 1)):
        with pytest.raises(UnknownName, match=rf"hex or place \(in {kind}\) '0909'"):
            draft_desk(replace(Plan(), **{kind: (("0909", value),)}), roster, AXIS)


def test_a_choice_that_names_no_unit_of_the_side_is_told(roster):
    with pytest.raises(UnknownName, match=r"unit \(in guards\) '25 Pz'; did you .* '24 Pz'"):
        draft_desk(Plan(guards=("25 Pz",)), roster, AXIS)


def test_choices_are_keywords_and_attributes_of_a_plan_and_survive_changes():
    plan = Plan(pace="fast", flood=False)
    assert (plan.pace, plan.flood) == ("fast", False)
    assert plan == Plan(flood=False, choices=[("pace", "fast")])
    assert hash(plan) == hash(Plan(flood=False, pace="fast"))
    changed = replace(plan, pace="slow", line=(("0103", -4),))
    assert (changed.pace, changed.flood, changed.line) == ("slow", False, (("0103", -4),))
    with pytest.raises(AttributeError, match="makes no such choice"):
        _ = plan.guards


def test_a_choice_that_can_not_be_hashed_is_refused_in_words(roster):
    with pytest.raises(DataError, match=r"guards is \['24 Pz'\]; expected a list of texts"):
        Desks(roster).draft(Plan(guards=["24 Pz"]), AXIS)


def test_plans_of_a_side_share_their_papers_but_for_what_each_wants(roster):
    desks = Desks(roster)
    first = desks.draft(Plan(missions=(HOLD,), ground=(("0102", 3.0),)), AXIS)
    for part in used_parts(first):
        part.fill(77)
    second = Plan(missions=(HOLD,), garrisons=(("Voronezh", 2),), line=(("0101", 1),))
    fresh = draft_desk(second, roster, AXIS)
    for name in WRITTEN:
        assert getattr(desks.draft(second, AXIS), name) is getattr(first, name)
    for parts in (planned_parts, used_parts):
        for part, wanted in zip(parts(first), parts(fresh), strict=True):
            assert part.tolist() == wanted.tolist()
    assert desks.draft(second, SOVIET).threat is not first.threat
