"""Parts of the craft that suit any game, with a game made up here, on a map of one row."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from balance.kernel.compiled import entry, inner
from balance.kernel.records import as_row, as_rows
from balance.staff.craft.best_first import UNIT, attack_best_first, drop_needless, is_garrison
from balance.staff.craft.manning import fill_gaps
from balance.staff.craft.questions import Line, Questions
from balance.staff.desk import ENEMY_UNITS, GARRISON, Desk, new_desk, weights_record
from balance.staff.weights import Weights

HEXES = 6
OURS, THEIRS, EMPTY = 0, 1, -1
FLOOR = 2.0
#: The defense of a unit that is brought to a post, and a post where nobody gets.
BROUGHT, OUT_OF_REACH = 4.0, 5

GAME = [("ended", "i4")]
GROUND = [("occupant", "i2"), ("stack", "i2")]
UNITS = [("hex", "i2")]


class State(NamedTuple):
    game: Any
    units: Any
    ground: Any
    neighbour: np.ndarray
    prize: np.ndarray  # float64[n + 1], worth of attacking a hex
    order: (
        np.ndarray
    )  # int64[16]: hexes in the order in which something was done, behind their count


def make_state(occupants: list[int]) -> State:
    ground = np.zeros(HEXES + 1, GROUND)
    ground["occupant"] = [*occupants, EMPTY]
    ground["stack"] = 2
    neighbour = np.full((HEXES + 1, 6), HEXES, np.int16)
    for h in range(HEXES):
        neighbour[h, 0] = h - 1 if h > 0 else HEXES
        neighbour[h, 3] = h + 1
    units = np.zeros(4, UNITS)
    return State(
        as_row(np.zeros(1, GAME)),
        as_rows(units),
        as_rows(ground),
        neighbour,
        np.zeros(HEXES + 1),
        np.zeros(16, np.int64),
    )


def make_desk() -> Desk:
    desk = new_desk(HEXES, 4, 0)
    return desk._replace(weights=weights_record(Weights(min_value=FLOOR)))


def done(state: State) -> list[int]:
    return state.order[1 : 1 + state.order[0]].tolist()


@inner
def note(state, h):
    state.order[0] += 1
    state.order[state.order[0]] = h


# --- attacks, best first


@inner
def rate(state, ask, desk, side, target, papers):
    taken = state.ground[target].occupant != 1 - side
    desk.value[target] = -1e9 if taken else state.prize[target]


@inner
def attack(state, ask, desk, side, target, papers):
    """Take a hex: all others gain, but only the next one is looked at; one worth 9 isn't taken."""
    note(state, target)
    desk.value[target] = -1e9
    if state.prize[target] == 9.0:
        return
    state.ground[target].occupant = -1
    for h in range(len(state.prize)):
        state.prize[h] += 2.0
    rate(state, ask, desk, side, min(target + 2, HEXES), papers)


@entry
def attack_all(state, desk, papers):
    attack_best_first(state, 0, desk, OURS, rate, attack, papers)


def attacked(prizes: dict[int, float]) -> list[int]:
    state = make_state([OURS, THEIRS] * 3)
    for h, prize in prizes.items():
        state.prize[h] = prize
    attack_all(state, make_desk(), np.zeros(1))
    return done(state)


def test_the_best_attack_comes_first_and_what_is_not_worth_it_never():
    assert attacked({1: 4.0, 3: 5.0, 5: -9.0}) == [3, 1]


def test_what_has_been_rated_anew_is_attacked_if_it_is_worth_it_now():
    # Hex 5 is worth it once another has been taken, but nobody looks before hex 3 falls.
    assert attacked({1: 8.0, 3: 4.0, 5: 1.0}) == [1, 3, 5]
    assert attacked({1: 8.0, 3: -9.0, 5: 1.0}) == [1]


def test_an_attack_that_cannot_be_made_is_not_tried_again():
    assert attacked({1: 9.0, 3: 4.0, 5: -9.0}) == [1, 3]


# --- the party


@inner
def strength_up_to_eight(state, ask, desk, target, count, given, papers):
    total = 0.0
    for i in range(count):
        total += desk.party_strength[i]
    return min(8.0, total)


@entry
def drop(state, desk, count, papers):
    return drop_needless(state, 0, desk, 0, count, strength_up_to_eight, 0, papers)


def test_who_adds_nothing_to_an_attack_is_left_out_weakest_first():
    state, desk = make_state([EMPTY] * HEXES), make_desk()
    desk.party[UNIT, :4] = [3, 1, 2, 0]
    desk.party_strength[:4] = [5.0, 3.0, 2.0, 1.0]
    assert drop(state, desk, 4, np.zeros(1)) == 2
    assert desk.party[UNIT, :2].tolist() == [3, 1]


@entry
def stays(state, desk, unit, free):
    return is_garrison(state, desk, unit, free)


@pytest.mark.parametrize(("wanted", "free", "answer"), [(0, 0, False), (1, 0, False), (1, 1, True)])
def test_as_many_stay_in_a_hex_as_its_garrison_has(wanted, free, answer):
    # Two units stand in the hex; those of the party before this one have left it.
    state, desk = make_state([OURS] * HEXES), make_desk()
    desk.marks[GARRISON, 0] = wanted
    desk.party[UNIT, :2] = [0, 1]
    assert stays(state, desk, 1, free) == answer


# --- the line


@inner
def bring(state, ask, desk, whom, goal):
    note(state, goal)
    if goal == OUT_OF_REACH:
        return False
    desk.own_defense[goal] += BROUGHT
    return True


ASK = Questions(line=Line(grave_threat=10.0))


@entry
def fill(state, desk):
    fill_gaps(state, ASK, desk, bring, 0)


def filled(wanted: dict[int, float], have: dict[int, float]) -> list[int]:
    state, desk = make_state([EMPTY] * HEXES), make_desk()
    for h, defense in wanted.items():
        desk.wanted[h] = defense
    for h, defense in have.items():
        desk.own_defense[h] = defense
    desk.threat[:] = 10.0
    desk.marks[ENEMY_UNITS, 0] = 1
    fill(state, desk)
    return done(state)


def test_posts_without_anybody_come_before_weak_ones_until_all_have_what_they_want():
    assert filled({1: 8.0, 2: 8.0}, {1: 1.0}) == [2, 1, 2, 1]


def test_a_post_that_nobody_reaches_is_asked_for_once_and_one_held_by_enemies_never():
    assert filled({0: 8.0, 3: 4.0, OUT_OF_REACH: 4.0}, {}) in ([OUT_OF_REACH, 3], [3, OUT_OF_REACH])


def test_gaps_that_are_slight_stay_open():
    assert filled({1: 8.0}, {1: 7.8}) == []
