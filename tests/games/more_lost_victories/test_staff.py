"""What the staff makes of the special rules: overruns at low odds, and both sides in a city."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from balance.games.common.march import check_move
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import first_in_excess
from balance.games.common.vocabulary import PhaseKind, Side, Status
from balance.staff.common.battles import value_of
from balance.staff.common.conduct import conduct_exploitation
from balance.staff.common.playing import Playable
from balance.staff.craft.battle_value import (
    GROUND,
    OVERRUN,
    OWN_RETREAT,
    OWN_STEP,
    OWN_STEPS,
    OWN_WORTH,
    STAKES,
    WORTH,
)
from balance.staff.plan import Mission, Plan, select
from balance.strategy.play import prepare
from tests.games.more_lost_victories.positions import GAME, Cleared

#: Rung of odds of 5:1, for which the table has EX, HX, HX, DR, DH and DE.
_FIVE_TO_ONE = np.int64(4)


def stakes(handicap: int = 0) -> np.ndarray:
    """A stack worth 10 in a hex worth 6, against two steps worth 4 each."""
    entries = {WORTH: 10.0, GROUND: 6.0, OWN_STEPS: 2.0, OWN_WORTH: 8.0, OWN_STEP: 4.0}
    found = np.zeros(STAKES)
    for entry, value in {**entries, OWN_RETREAT: 5.0, OVERRUN: 1.0 + handicap}.items():
        found[entry] = value
    return found


@pytest.mark.rule("more_lost_victories S6b, S6d, S6f, S6g, S6h")
def test_an_overrun_at_low_odds_is_worth_what_the_table_gives_and_takes():
    state = Cleared().state
    halted = 0.3 * 5.0
    assert value_of(state, _FIVE_TO_ONE, stakes()) == pytest.approx(
        (16.0 - 3 * 4.0 - 5 * halted) / 6
    )
    # One less on the die: EX twice, and no DE.
    assert value_of(state, _FIVE_TO_ONE, stakes(1)) == pytest.approx((-4 * 4.0 - 6 * halted) / 6)
    assert value_of(state, np.int64(9), stakes()) == 16.0
    assert value_of(state, np.int64(0), stakes()) < -1000.0


@pytest.mark.rule("common 3.1", "more_lost_victories S2a")
def test_corps_that_have_advanced_together_march_apart():
    together, beside = ("26 Tank", "1 Tank", "5T/1"), ("12 Tank", "18 Tank", "4 Tank", "7 Tank")
    at = Cleared(f"1209: {', '.join(together)}", "0215: 22 Pz")
    for name, h in zip(beside, at.state.neighbour[at.hex("1209")], strict=False):
        at.put(name, at.scenario.hex_names[h])
    at.in_phase(PhaseKind.EXPLOITATION, Side.SOVIET)
    at.state.ground["control"] = Side.SOVIET
    stay = Plan(missions=(Mission(select(*together, *beside), "garrison", ("1209",)),))
    desk = Playable(at.scenario).draft(stay, Side.SOVIET)
    conduct_exploitation(at.state, desk, np.int64(Side.SOVIET))
    assert {at.row(name).status for name in together} == {Status.ON_MAP}
    assert all(first_in_excess(at.state, np.int64(h)) < 0 for h in range(len(at.state.ground) - 1))


@pytest.mark.rule("more_lost_victories S2e, S2g")
def test_corps_take_an_open_town_and_their_headquarters_follow():
    at = Cleared("1715: 5 Tank Army", "1617: 1 Tank", "2014: 22 Pz")
    at.in_phase(PhaseKind.EXPLOITATION, Side.SOVIET)
    town = at.hex("1914")  # Tatsinskaya
    at.state.ground["control"] = Side.SOVIET
    at.state.ground["control"][town] = Side.AXIS
    stay = Plan(missions=(Mission(select("1 Tank"), "garrison", ("1617",)),))
    desk = Playable(at.scenario).draft(stay, Side.SOVIET)
    for unit in ("5 Tank Army", "1 Tank"):
        assert check_move(at.state, at.unit(unit), np.int64(town)) == Refusal.OK
    conduct_exploitation(at.state, desk, np.int64(Side.SOVIET))
    assert at.row("1 Tank").hex == town
    assert at.row("5 Tank Army").hex == town


class Onlooker:
    """Counts what becomes of the two halves of Stalingrad."""

    def __init__(self, scenario) -> None:
        self.node = scenario.map.index["1705E"]
        self.seen: Counter[str] = Counter()

    def begin(self, state) -> None:
        self.note(state)

    def phase_closed(self, state) -> None:
        self.note(state)

    def before_phase(self, state) -> None:
        pass

    after_phase = end = before_phase

    def note(self, state) -> None:
        """Note whether the node is empty, or of the enclaved or the dominant side."""
        if state.ground[self.node].occupant < 0:
            self.seen["whole"] += 1
        else:
            ways = (state.neighbour[self.node] != len(state.ground) - 1).sum()
            self.seen["enclaved" if ways == 2 else "dominant"] += 1


@pytest.mark.compiled
@pytest.mark.rule("more_lost_victories S6b, S7x")
def test_the_staff_overruns_at_low_odds_and_fights_within_the_city():
    scenario = GAME.referee("scenario").load_scenario("counteroffensive", GAME.rules)
    match = prepare(GAME, "counteroffensive", GAME.rules, "historical", "historical")
    watcher, tried, won = Onlooker(scenario), 0, 0
    for seed in range(6):
        played = match.play(seed, watcher=watcher)
        low = [b for b in played.battles if b["overrun"] == 1 and b["die"] > 0]
        tried += len(low)
        won += sum(1 for battle in low if battle["defender_units_lost"] > 0)
    assert tried > won > 0
    assert {"whole", "enclaved", "dominant"} <= set(watcher.seen)
