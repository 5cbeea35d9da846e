"""What a wargamer would laugh at, counted over games of the shipped openings.

Bars are for all pairings together: a dozen games have ten to twenty turns of one in them at best.
"""

from __future__ import annotations

import numpy as np
import pytest

from balance import run
from balance.experiments.scenarios import find_scenario
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Phase, Status
from balance.strategy.field import read_field
from tests.staff.counts import Counts, count
from tests.staff.drive_on_stalingrad.counts import Counter

#: One game of each of a dozen pairings, every opening among them.
PAIRINGS = [
    ("historical", "historical"),
    ("historical", "volga_line"),
    ("historical", "don_line"),
    ("caucasus_first", "historical"),
    ("caucasus_first", "counterstroke"),
    ("rostov_pocket", "volga_line"),
    ("rostov_pocket", "forward_defense"),
    ("historical", "counterstroke"),
    ("caucasus_first", "don_line"),
    ("voronezh_first", "counterstroke"),
    ("voronezh_first", "forward_defense"),
    ("voronezh_first", "volga_line"),
]


@pytest.fixture(scope="module")
def counted() -> Counts:
    whole = Counts()
    for n, pair in enumerate(PAIRINGS):
        whole.add(count("blue", *pair, [1_000_000 + n]))
    return whole


@pytest.mark.compiled
def test_no_more_than_a_tenth_of_the_strength_of_the_axis_is_idle(counted: Counts):
    axis, soviet = counted.share(counted.idle)
    assert axis <= 0.10, f"{axis:.1%} stands six and more hexes from any enemy for two turns"
    # The Soviets' figure over 300 games is 10 %; a dozen games vary by some points.
    assert soviet <= 0.14, f"{soviet:.1%} stands six and more hexes from any enemy for two turns"


@pytest.mark.compiled
def test_who_is_idle_is_mostly_on_the_march(counted: Counts):
    assert max(counted.share(counted.parked)) <= 0.06


@pytest.mark.compiled
def test_hardly_any_strength_hides_in_a_corner_of_the_map(counted: Counts):
    assert max(counted.share(counted.cornered)) <= 0.05


@pytest.mark.compiled
def test_places_that_score_are_taken_in_the_last_turn_where_they_lie_open(counted: Counts):
    assert max(counted.a_game(counted.open_prizes, side, full=True) for side in (0, 1)) <= 0.2


@pytest.mark.compiled
def test_the_soviets_fight(counted: Counts):
    assert counted.attacks[SOVIET] / counted.games >= 6.0, "4.6 attacks a game were too few"


@pytest.mark.compiled
@pytest.mark.rule("drive_on_stalingrad 4.6, 5.5, 8.7")
def test_hardly_a_game_of_the_field_is_lost_by_a_hex_that_nobody_held():
    """1 % of 400; a tenth, when the Soviets' two marches in turn 1 were not reckoned with."""
    played = walked_in = 0
    for pair in read_field(find_scenario("blue")).pairings:
        games = 5 * pair.weight
        found = run("blue", axis=pair.axis, soviet=pair.soviet, games=games, detail="battles")
        where = ["game_id", "game_turn", "hex"]
        lost = found.events.loc[found.events["kind"] == "sudden_death", where]
        fought = found.battles[where].drop_duplicates()
        walked_in += len(lost) - len(lost.merge(fought, on=where))
        played += games
        assert (found.games["ending_turn"] > 1).all(), f"{pair.axis} against {pair.soviet}"
    assert walked_in <= 0.05 * played


# --- the counts themselves, on a position set up by hand


@pytest.fixture
def counter() -> Counter:
    return Counter()


def end_turn(counter: Counter, state: State, side: int) -> None:
    state.game.side = side
    state.game.phase = Phase.AXIS_SECOND if side == AXIS else Phase.SOVIET_SECOND
    counter.phase_closed(state)


def standing(state: State, *hexes: int) -> State:
    """Leave one unit of either side on the map, in these hexes."""
    for side, h in zip((AXIS, SOVIET), hexes, strict=True):
        rows = np.flatnonzero((state.units["side"] == side) & (state.units["attack"] > 3))
        others = np.flatnonzero(state.units["side"] == side)
        state.units["status"][others] = Status.ELIMINATED
        state.units["hex"][others] = len(state.ground) - 1
        unit = state.units[int(rows[0])]
        unit.status, unit.hex, unit.frozen_by = Status.ON_MAP, h, 0
    return state


@pytest.mark.parametrize(("away", "idle"), [(5, False), (6, True)])
def test_strength_is_idle_six_hexes_from_any_enemy_for_two_turns(
    counter: Counter, state: State, blue: Scenario, away: int, idle: bool
):
    here, there = (blue.hex_names.index(name) for name in ("2020", f"20{20 - away:02d}"))
    standing(state, here, there)
    counter.begin(state)
    end_turn(counter, state, SOVIET)
    assert counter.counts.idle[SOVIET] == 0.0, "one turn alone"
    end_turn(counter, state, SOVIET)
    assert bool(counter.counts.idle[SOVIET] > 0.0) is idle
    assert bool(counter.counts.parked[SOVIET] > 0.0) is idle
    assert counter.counts.cornered[SOVIET] == 0.0


def test_idle_strength_near_a_corner_of_the_map_is_out_of_play(
    counter: Counter, state: State, blue: Scenario
):
    standing(state, blue.hex_names.index("2020"), blue.hex_names.index("0203"))
    counter.begin(state)
    end_turn(counter, state, SOVIET)
    end_turn(counter, state, SOVIET)
    assert counter.counts.share(counter.counts.cornered) == (0.0, 1.0)


def test_who_comes_nearer_to_the_enemy_is_idle_but_not_parked(
    counter: Counter, state: State, blue: Scenario
):
    standing(state, blue.hex_names.index("2020"), blue.hex_names.index("2003"))
    counter.begin(state)
    end_turn(counter, state, SOVIET)
    units = state.units
    soviet = np.flatnonzero((units["side"] == SOVIET) & (units["status"] == Status.ON_MAP))
    units["hex"][soviet] = blue.hex_names.index("2010")
    end_turn(counter, state, SOVIET)
    assert counter.counts.idle[SOVIET] > 0.0
    assert counter.counts.parked[SOVIET] == 0.0
