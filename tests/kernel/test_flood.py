"""Floods of linked sources on bare grids."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kernel.flood import Lines, Nodes, Ways, flood_links, withdraw_links
from balance.kernel.neighbours import build_neighbours

ROWS, COLUMNS = 6, 7
COUNT = ROWS * COLUMNS
UNREACHED = 99

_row = np.repeat(np.arange(1, ROWS + 1), COLUMNS)
_column = np.tile(np.arange(1, COLUMNS + 1), ROWS)
NEIGHBOUR = build_neighbours(_row, 2 * _column + (_row % 2 == 0))
SIDES = np.full(COUNT + 1, 63, np.uint8)


def flood(sources, node_hexes, barred_hexes, limit=4, node_limit=4):
    links, node, marks, parent, queue, barred, reached = np.zeros((7, COUNT + 1), np.int16)
    links[:] = UNREACHED
    barred[[*barred_hexes, COUNT]] = 1
    node[list(node_hexes)] = 1
    for i, source in enumerate(sources):
        links[source], node[source], parent[source], queue[i] = 0, 2, source, source
    lines, ways = Lines(NEIGHBOUR, links, queue), Ways(SIDES, barred, parent)
    nodes = Nodes(node, marks, reached, node_limit)
    flood_links(lines, ways, nodes, limit, len(sources))
    return links, marks


hexes = st.integers(0, COUNT - 1)


def test_node_out_of_reach_links_nothing():
    links, _ = flood([0], [COUNT - 1], [], limit=3, node_limit=3)
    assert links[COUNT - 1] == UNREACHED


def test_node_beyond_its_own_limit_is_passed_but_not_linked():
    links, _ = flood([0], [3], [], limit=4, node_limit=2)
    assert links[3] == 3
    assert links[4] == 4
    assert links[5] == UNREACHED


def test_marks_hold_a_whole_chain():
    links, marks = flood([0], [3, 6], [])
    assert links[6] == 0
    assert marks[[0, 3, 6]].tolist() == [1, 1, 1]
    assert marks.sum() == 7  # two chains of three hexes along the row, ends shared


@settings(max_examples=60, deadline=None)
@given(hexes, st.sets(hexes, max_size=6), st.sets(hexes, max_size=12))
def test_every_distance_is_supported_by_a_nearer_neighbour(source, nodes, barred):
    barred -= {source} | nodes
    links, _ = flood([source], nodes, barred)
    for h in range(COUNT):
        beside = [int(links[x]) for x in NEIGHBOUR[h]]
        if 0 < links[h] < UNREACHED:
            assert min(beside) == links[h] - 1
        if h not in barred and links[h] > 1 and min(beside) < 4:
            assert links[h] <= min(beside) + 1


@settings(max_examples=60, deadline=None)
@given(hexes, st.sets(hexes, max_size=6), st.sets(hexes, max_size=12), hexes)
def test_closing_a_hex_off_the_chains_equals_a_flood_without_it(source, nodes, barred, closed):
    barred -= {source} | nodes
    links, marks = flood([source], nodes, barred)
    if marks[closed] or links[closed] in (0, UNREACHED):
        return
    unasked, before, queue = np.zeros((3, COUNT + 1), np.int16)
    lines, ways = Lines(NEIGHBOUR, links, queue), Ways(SIDES, unasked, before)
    withdraw_links(lines, ways, 4, closed, UNREACHED)
    again, _ = flood([source], nodes - {closed}, barred | {closed})
    assert links[:COUNT].tolist() == again[:COUNT].tolist()
