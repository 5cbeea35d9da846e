"""Parts of the staff that only kernels call, made callable for the tests.

Few, and small: each is compiled on its own, which takes seconds.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.kernel.compiled import entry
from balance.staff.craft.cuts import blank_lines, find_cut
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.line import (
    far_march_field,
    march_field_of_newcomers,
    measure_distances,
    note_cover,
    price_hexes,
    start_march_fields,
)
from balance.staff.drive_on_stalingrad.logistics import expects_newcomers
from balance.staff.drive_on_stalingrad.muster import measure_reach, muster
from balance.staff.drive_on_stalingrad.offensive import NO_LIMIT, value_of_assaults
from balance.staff.drive_on_stalingrad.parties import (
    SHAPES,
    call_up,
    form_party,
    plan_assault,
    thin_party,
)
from balance.staff.drive_on_stalingrad.prospects import (
    DEFENSE,
    TERMS,
    blank_papers,
    most_value,
    net_value,
    odds_terms,
)
from balance.staff.drive_on_stalingrad.situation import survey
from balance.staff.drive_on_stalingrad.stakes import price_rungs
from balance.staff.drive_on_stalingrad.worth import worth_of_relief


@entry
def cut_off(
    state: State, start: int, row: int, capacity: np.ndarray, cut: np.ndarray, inside: np.ndarray
) -> tuple[int, int]:
    """Find the fewest hexes that part a stack from its sources, with papers of its own."""
    lines = blank_lines(state.neighbour.shape[0])
    return find_cut(state, ASK, start, row, capacity, lines, cut, inside)


@entry
def rate_launch(
    state: State, desk: Desk, side: int, target: int, held: np.ndarray, germans: int, others: int
) -> float:
    """Place among the rungs, lowest first, that the staff expects of an attack at 1:1."""
    terms = np.zeros(TERMS)
    odds_terms(state, desk, side, target, terms)
    rungs = np.arange(10.0)
    launch = np.int64(0)
    for d in range(6):
        if held[d] > 0:
            launch |= np.int64(1) << d
    return net_value(state, target, terms[DEFENSE], launch, germans, others, 0.0, terms, rungs)


@entry
def plan_attack(state: State, desk: Desk, side: int, target: int, camp: np.ndarray) -> int:
    """Plan the attack on a hex with everybody free; units are left as rows of ``camp``."""
    able = muster(state, desk, side, np.zeros(len(state.units), np.int64))
    measure_reach(state, desk, able)
    camp[: len(able.units)] = able.units
    members, _, _ = plan_assault(state, desk, side, target, able, blank_papers(len(able.units)))
    return members


@entry
def rate_shapes(
    state: State,
    desk: Desk,
    side: int,
    target: int,
    nets: np.ndarray,
    mosts: np.ndarray,
) -> None:
    """Fill ``nets`` with the value of an attack from each shape, ``mosts`` with its bound."""
    camp = muster(state, desk, side, np.zeros(len(state.units), np.int64))
    measure_reach(state, desk, camp)
    papers = blank_papers(len(camp.units))
    ready, _ = call_up(state, desk, side, target, camp, papers)
    price_rungs(state, desk, side, target, 3.0, np.int64(20), papers.price)
    odds_terms(state, desk, side, target, papers.terms)
    for s in range(len(nets)):
        shape = np.int64(SHAPES[s])
        mosts[s] = most_value(state, target, camp.about, ready, shape, papers)
        members = form_party(state, desk, camp, ready, target, shape, papers)
        nets[s] = -1e9
        if members > 0:
            _, nets[s] = thin_party(state, desk, camp, target, np.int64(members), papers)


@entry
def worth_of_attacks(state: State, desk: Desk, side: int) -> float:
    """Sum of the values of the attacks that are open from where everybody stands."""
    return value_of_assaults(state, desk, side, False, NO_LIMIT)


@entry
def way_of_newcomers(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Complete the march field of newcomers, from what the desk says is wanted."""
    start_march_fields(state, desk)
    march_field_of_newcomers(state, desk, side, mobility)


@entry
def far_way_of_newcomers(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Complete it as far as any town, after the kernel above."""
    far_march_field(state, desk, side, mobility)


@entry
def relief_worth(state: State, desk: Desk, side: int, h: int) -> float:
    """What it saves a side to drive the enemy out of a hex."""
    survey(state, desk, side)
    return worth_of_relief(state, desk, side, h)


@entry
def anybody_expected(state: State, side: int) -> bool:
    """Whether anybody may come on the map this phase."""
    return expects_newcomers(state, side)


@entry
def measure_camp(
    state: State,
    desk: Desk,
    side: int,
    camp: np.ndarray,
    reach: np.ndarray,
    nearest: np.ndarray,
) -> int:
    """List who could attack and where each can march to; ``reach`` has a bit for each unit."""
    able = muster(state, desk, side, np.zeros(len(state.units), np.int64))
    measure_reach(state, desk, able)
    count = len(able.units)
    camp[:count], nearest[:count] = able.units, able.nearest
    reach[:] = able.reach
    return count


@entry
def price_the_line(state: State, desk: Desk, side: int) -> None:
    """Fill the tolls of a line, from a survey."""
    measure_distances(state, desk, side)
    note_cover(state, desk)
    price_hexes(state, desk, side)
