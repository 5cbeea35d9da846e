"""Places beyond the printed hexes (``nodes.csv``), and rule functions that need them."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import DataError
from balance.games.common.battle import check_attacker
from balance.games.common.map import load_map
from balance.games.common.overruns import make_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.turn import close_step
from balance.games.common.victory import count_points
from balance.games.common.vocabulary import Feature, PhaseKind
from balance.rules.rows import behind_below, first_above
from tests.games.common.positions import FIELD, Position, foot, tank, write_game

_HEAD = "node,hex,place\n"


def with_nodes(tmp_path, text: str):
    """A field of five rows with a town, a source and an area, and nodes."""
    game = write_game(
        tmp_path / "test_game", FIELD, sources="0101:axis,0109:soviet,0305:A", places="0305:3"
    )
    (game.folder / "map" / "nodes.csv").write_text(text, encoding="utf-8")
    return game


@pytest.mark.rule("common 5.2")
def test_a_node_is_like_its_hex_but_no_source_and_no_way_in(tmp_path):
    game = with_nodes(tmp_path, _HEAD + "0305X,0305,Town cellars\n0101X,0101,\n")
    game_map = load_map(game.rules)
    node, h, source = (game_map.index[name] for name in ("0305X", "0305", "0101X"))
    hexes = game_map.hexes
    assert (hexes[node].vp, hexes[node].terrain) == (3, hexes[h].terrain)
    assert (hexes[h].areas, hexes[node].areas) == (1, 0)
    assert hexes[node].features == hexes[h].features
    assert hexes[source].features & Feature.AXIS_SOURCE == 0
    assert (hexes[node].ahead, hexes[node].aside) == (hexes[h].ahead, hexes[h].aside)
    assert game_map.places[node] == "Town cellars"
    assert (game_map.neighbour[node] == len(hexes) - 1).all()


def test_units_set_up_in_nodes_and_look_about_from_there(tmp_path):
    game = with_nodes(tmp_path, _HEAD + "0305X,0305,\n")
    path = game.folder / "order_of_battle" / "axis.csv"
    path.write_text(path.read_text() + "N,infantry,,foot,2,4,4,,,4,0305X,,,yes,yes\n")
    at = Position(game)
    h = at.hex("0305")
    assert at.where("N") == "0305X"
    node = np.int64(at.row("N").hex)
    for away in range(6):
        # What lies near a node is what lies near its hex; nobody else's rows hold the node.
        rows = first_above(at.state, h, away), behind_below(at.state, h, away)
        assert (first_above(at.state, node, away), behind_below(at.state, node, away)) == rows
        assert rows[1] <= at.hex("0509") + 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("X,9999,", "nodes.csv:2: no hex '9999' on this map"),
        ("0305,0305,", "nodes.csv:2: '0305' is a hex of this map; name the node otherwise"),
    ],
)
def test_nodes_that_are_none_are_refused(tmp_path, line, told):
    with pytest.raises(DataError, match=told):
        load_map(with_nodes(tmp_path, _HEAD + line + "\n").rules)


def with_rule(tmp_path, name: str, body: str, **units):
    """A row of nine hexes whose game has a rule function of its own."""
    game = write_game(tmp_path / "test_game", **units)
    (game.folder / f"{name}.py").write_text(body, encoding="utf-8")
    path = game.folder / "game.toml"
    rule = f'\n[[rule]]\nreplaces = "{name}"\nfile = "{name}.py"\nwhy = "A test."\n'
    path.write_text(path.read_text() + rule, encoding="utf-8")
    return Position(game)


@pytest.mark.rule("common 14.1")
def test_a_rule_function_says_what_a_hex_counts(tmp_path):
    body = "def points_at(state, h):\n    return 2 * state.hexes[h].vp\n"
    at = with_rule(tmp_path, "points_at", body, places="0101:3", axis=[foot("A", "0101")])
    count_points(at.state)
    assert int(at.state.game.vp_axis) == 6


@pytest.mark.rule("common 8.1")
def test_a_rule_function_says_who_may_attack(tmp_path):
    body = "def may_attack(state, unit, target):\n    return state.units[unit].steps > 1\n"
    at = with_rule(
        tmp_path,
        "may_attack",
        body,
        axis=[foot("A", "0104"), foot("B", "0104", steps=1)],
        soviet=[foot("R", "0105")],
    ).in_phase(PhaseKind.COMBAT)
    found = [check_attacker(at.state, at.unit(name), at.hex("0105")) for name in "AB"]
    assert found == [Refusal.OK, Refusal.MAY_NOT_ATTACK]


@pytest.mark.rule("common 5.5")
def test_a_rule_function_sets_things_right_as_the_game_begins_and_as_phases_end(tmp_path):
    body = "def settle(state):\n    for unit in range(len(state.units)):\n"
    body += "        state.units[unit].note += 1\n"
    at = with_rule(tmp_path, "settle", body, axis=[foot("A", "0104")])
    assert at.row("A").note == 1
    close_step(at.state)
    assert at.row("A").note == 2


@pytest.mark.rule("common 6.2, 6.3")
@pytest.mark.parametrize(("outcome", "steps", "where"), [(0, 2, "0104"), (1, 1, "0104")])
def test_an_overrun_that_fails_costs_steps_and_ends_the_march(tmp_path, outcome, steps, where):
    body = f"def overrun_outcome(state, rung, face):\n    return {outcome}\n"
    at = with_rule(
        tmp_path,
        "overrun_outcome",
        body,
        axis=[tank("T", "0104"), tank("U", "0104")],
        soviet=[foot("R", "0105")],
        rules={"stacking.limit": 3},
    ).in_phase(PhaseKind.MOVEMENT)
    at.row("U").loss_priority = -5
    assert make_overrun(at.state, at.units("T", "U"), at.hex("0105")) == 0
    assert (at.row("U").steps, at.row("T").steps, at.row("R").steps) == (steps, 2, 2)
    assert (at.where("U"), at.where("R")) == (where, "0105")
    assert int(at.row("T").mp_left) == 0
    assert int(at.state.battles[0].die) > 0
