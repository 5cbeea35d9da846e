"""Single orders of 1942 are done by the rules or refused with them; views tell what lies open."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import StrategyError, UnknownName
from balance.games.stalingrad_1942.sequence import StepKind
from balance.games.stalingrad_1942.vocabulary import AirTask, EventKind, Status
from balance.staff.orders import Enter, Move
from balance.staff.stalingrad_1942.facts import FACTS
from balance.staff.stalingrad_1942.orders import (
    Battle,
    BlowBridge,
    Bombard,
    BuildBridge,
    DigIn,
    MarkStrategic,
    PlaceAir,
    ShellBridge,
)
from tests.staff.stalingrad_1942.on_the_map import playable, row_of, stopped, view_of

AXIS, SOVIET = 0, 1
BOOK = playable().order_desk()


@pytest.fixture(scope="module")
def marching():
    return stopped(StepKind.MOVEMENT, SOVIET)


@pytest.fixture(scope="module")
def fighting():
    return stopped(StepKind.COMBAT, SOVIET)


def mover(state, side=SOVIET):
    """A unit of a side that may march to more than ten hexes."""
    view = view_of(state, side)
    return next(u.name for u in view.units() if u.can_act and len(view.reach(u.name)) > 10)


@pytest.mark.rule("stalingrad_1942 4.1a, 13.13")
def test_a_unit_is_marked_and_marches_where_its_reach_says(marching):
    name = mover(marching)
    reach = view_of(marching, SOVIET).reach(name)
    assert BOOK.execute(marching, SOVIET, MarkStrategic(name)).accepted
    goal = max(reach, key=lambda h: view_of(marching, SOVIET).distance(h, "Kalach"))
    assert BOOK.execute(marching, SOVIET, Move(name, goal)).accepted
    assert playable().hex_names[int(marching.units[row_of(name)].hex)] == goal
    assert marching.units[row_of(name)].marked == 0


def test_orders_against_the_rules_are_refused_counted_and_logged(marching):
    before = int(marching.game.soviet_refused)
    enemy = view_of(marching, SOVIET).enemies()[0].top
    told = BOOK.execute(marching, SOVIET, Move(enemy, "Kalach"))
    assert not told.accepted
    assert told.rule == "stalingrad_1942 3.0a"
    far = BOOK.execute(marching, SOVIET, Move(mover(marching), "Kotelnikovo"))
    assert "no legal way" in far.reason
    assert marching.game.soviet_refused == before + 2
    event = marching.events[marching.game.event_count - 1]
    assert event.kind == EventKind.ORDER_REFUSED
    with pytest.raises(UnknownName, match="Kalach"):
        BOOK.execute(marching, SOVIET, Move(mover(marching), "Kalash"))
    with pytest.raises(UnknownName, match="unit"):
        BOOK.execute(marching, SOVIET, DigIn("9 Tank Army"))


@pytest.mark.rule("stalingrad_1942 17.1, 17.3, 15.21")
def test_bridges_and_newcomers_are_ordered_by_name(marching):
    pairs = view_of(marching, SOVIET).facts["bridges"]
    told = BOOK.execute(marching, SOVIET, BlowBridge(*pairs[0]))
    assert told.rule in ("", "stalingrad_1942 17.1")
    there = view_of(marching, SOVIET)
    staff = next(u for u in there.units() if u.kind == "headquarters" and u.hex)
    refused = BOOK.execute(
        marching, SOVIET, BuildBridge(staff.name, there.neighbours(staff.hex)[0])
    )
    assert refused.rule == "stalingrad_1942 17.3"
    waiting = next(u for u in there.units() if u.status == "awaiting")
    assert BOOK.execute(marching, SOVIET, Enter(waiting.name, "0101")).rule.startswith("stalingrad")
    due = there.facts["reinforcements_due"]
    entries = there.entry_hexes(due[0])
    assert BOOK.execute(marching, SOVIET, Enter(due[0], entries[0])).accepted
    assert marching.units[row_of(due[0])].status == Status.ON_MAP


@pytest.mark.rule("stalingrad_1942 7.12, 8.21, 17.2")
def test_attacks_fire_and_bridges_under_fire_are_ordered(fighting):
    view = view_of(fighting, SOVIET)
    mine = {u.name: u for u in view.units() if u.hex and u.kind in ("infantry", "armor")}
    for enemy in view.enemies():
        beside = set(view.neighbours(enemy.hex))
        able = tuple(u.name for u in mine.values() if u.can_act and u.hex in beside)
        if able:
            told = BOOK.execute(fighting, SOVIET, Battle(able, (enemy.hex,)))
            if told.accepted:
                break
    assert told.accepted
    assert told.result
    gun = next(u.name for u in view.units() if u.kind == "artillery" and u.hex)
    far = BOOK.execute(fighting, SOVIET, Bombard((gun,), "Kotelnikovo"))
    assert not far.accepted
    pair = view.facts["bridges"][0]
    assert not BOOK.execute(fighting, SOVIET, ShellBridge(gun, *pair)).accepted
    foreign = view.enemies()[0].members[0].name
    assert not BOOK.execute(fighting, SOVIET, Battle((foreign,), (view.enemies()[1].hex,))).accepted


@pytest.mark.rule("stalingrad_1942 10.12, 10.14, 9.11")
def test_air_units_and_works_are_ordered_in_their_phases():
    state = stopped(StepKind.AIR, SOVIET, 1)
    place = view_of(state, SOVIET).enemies()[0].hex
    assert BOOK.execute(state, SOVIET, PlaceAir(1, "strike_units", place)).accepted
    assert state.air[4].task == AirTask.STRIKE_UNITS
    with pytest.raises(StrategyError, match="task"):
        BOOK.execute(state, SOVIET, PlaceAir(1, "fly", place))
    with pytest.raises(StrategyError, match="number"):
        BOOK.execute(state, SOVIET, PlaceAir(5, "disrupt", place))
    digging = stopped(StepKind.FORTIFICATION, SOVIET, 1)
    able = [u.name for u in view_of(digging, SOVIET).units() if u.can_act]
    assert able
    assert BOOK.execute(digging, SOVIET, DigIn(able[0])).accepted


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_views_tell_all_counters_and_facts_and_change_nothing(marching, side):
    view = view_of(marching, side)
    before = marching.units.tobytes(), marching.ground.tobytes(), marching.cost.tobytes()
    units, enemies = view.units(), view.enemies()
    assert len(units) + len({m.name for e in enemies for m in e.members}) > 250
    told = {name: view.facts[name] for name in view.facts}
    assert set(told) == set(FACTS)
    assert told["stalingrad"][0] == "0817"
    assert told["garrison"] >= 3
    assert {"city", "vp"} <= set(view.hex("0817").features)
    assert view.control("0216") == "soviet"
    for unit in units[:20]:
        view.reach(unit.name)
    assert before == (marching.units.tobytes(), marching.ground.tobytes(), marching.cost.tobytes())
    assert np.isfinite([unit.attack for unit in units]).all()
