"""Guns and headquarters: whoever would be driven over stands with troops, or behind them."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.vocabulary import Kind, Side
from balance.rules.rows import hexes_apart
from balance.staff.craft.exposure import assess_reach
from balance.staff.craft.survey import survey
from balance.staff.desk import Desk, Sizes, new_desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.blockades import STARVES
from balance.staff.stalingrad_1942.followers import move_followers
from tests.games.stalingrad_1942.positions import (
    build_position,
    guns,
    panzer,
    regiment,
    rifles,
    staff,
    tanks,
)
from tests.games.text_maps import clear_map, name_of, strip

ROAD = strip(14, {14: ".O", 1: ".E"})


def followed(state: State, unit: int) -> str:
    """Where a German unit of a position stands after guns and headquarters have followed."""
    side = np.int64(Side.AXIS)
    sizes = Sizes(classes=4, marks=STARVES + 1)
    desk: Desk = new_desk(len(state.ground) - 1, len(state.units), 1, sizes)
    trace_supply(state, side)
    survey(state, ASK, desk, side)
    assess_reach(state, ASK, desk, side)
    move_followers(state, desk, side)
    here = state.hexes[int(state.units[unit].hex)]
    return name_of(int(here.row), int(here.x2))


@pytest.mark.rule("stalingrad_1942 8.15b")
@pytest.mark.parametrize("sort", [Kind.ARTILLERY, Kind.ANTI_TANK])
def test_guns_dont_think_themselves_shielded_by_guns(sort: Kind) -> None:
    units = [guns("0106"), guns("0106", kind=sort), regiment("0109"), rifles("0104")]
    state = build_position(ROAD, units)
    assert [followed(state, u) for u in (0, 1)] == ["0109", "0109"]


@pytest.mark.rule("stalingrad_1942 11.37")
def test_a_headquarters_doesnt_follow_the_foremost_to_where_it_may_be_driven_over() -> None:
    units = [staff("0513"), regiment("0513"), panzer("0104", formation=1), tanks("0206")]
    at = followed(build_position(clear_map(9, 14), units), 0)
    assert at in ("0513", "0514")  # with the regiment or behind it


@pytest.mark.rule("stalingrad_1942 11.37")
@pytest.mark.parametrize("posts", [("0406", "0606"), ("0406", "0607")])
def test_a_headquarters_goes_behind_two_posts_of_its_formation(posts: tuple[str, str]) -> None:
    units = [staff("0513"), *(regiment(at, formation=1) for at in posts), rifles("0502")]
    assert followed(build_position(clear_map(9, 14), units), 0) == "0507"


@pytest.mark.rule("stalingrad_1942 6.21, 11.37")
@pytest.mark.parametrize(
    ("width", "enemies", "goes"),
    [(5, 1, False), (5, 6, True), (9, 1, True)],
    ids=["they bar the map", "they will be overwhelmed", "one may ride around them"],
)
def test_a_headquarters_goes_to_the_mass_of_the_troops_where_its_posts_are_no_shield(
    width: int, enemies: int, goes: bool
) -> None:
    posts = [regiment(at, formation=1) for at in ("0206", "0406")]
    units = [staff("0307"), *posts, *(panzer("0312") for _ in range(3))]
    state = build_position(clear_map(width, 14), [*units, *(tanks("0302") for _ in range(enemies))])
    followed(state, 0)
    staffs, mass = (np.int64(state.units[u].hex) for u in (0, 3))
    assert (hexes_apart(state, staffs, mass) <= 2) == goes


@pytest.mark.rule("stalingrad_1942 11.31, 11.37")
def test_a_headquarters_that_stands_foremost_itself_goes_back_to_its_formation() -> None:
    units = [staff("0504"), regiment("0410", formation=1), regiment("0610", formation=1)]
    state = build_position(clear_map(9, 14), [*units, rifles("0502")])
    followed(state, 0)
    staffs, first = (np.int64(state.units[u].hex) for u in (0, 1))
    assert hexes_apart(state, staffs, first) <= 2


@pytest.mark.rule("stalingrad_1942 11.37")
@pytest.mark.parametrize(
    ("enemy", "shared"), [("0501", False), ("0511", True)], ids=["far off", "beside the guard"]
)
def test_two_headquarters_share_a_hex_only_near_the_enemy(enemy: str, shared: bool) -> None:
    guards = [panzer("0513", formation=0) for _ in range(3)]
    units = [staff("0513"), staff("0513"), *guards, rifles(enemy)]
    state = build_position(clear_map(9, 14), units)
    followed(state, 0)
    assert (state.units[0].hex == state.units[1].hex) == shared
