"""Rule functions of a designer that are asked for an answer and change something besides."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from balance.errors import DataError
from balance.experiments.blocks import LIMITS, say_nothing
from balance.experiments.digest import play_digests
from balance.experiments.match import PLAYER
from balance.experiments.study import Cell, StudySpec
from balance.games.common.march import compute_reach
from balance.games.common.overruns import check_party
from balance.games.common.strength import unit_attack
from balance.games.common.supply import check_supply
from balance.games.common.vocabulary import PhaseKind, Side
from balance.games.searches import BEST
from balance.kernel.reach import UNREACHED
from balance.rulebook.game import open_folder, open_game
from balance.rulebook.telling import held_to_telling
from tests.games.common.positions import Position, foot, write_game

ANSWER = "    return 7\n"


def with_function(folder: Path, name: str, source: str, *, held: bool = True) -> Position:
    """A game of two units with a rule function of its own, which is held to telling."""
    write_game(folder / "test_game", axis=[foot("A", "0103")], soviet=[foot("R", "0107")])
    (folder / "test_game" / "own.py").write_text(source)
    with (folder / "test_game" / "game.toml").open("a") as file:
        file.write(f'[[rule]]\nreplaces = "{name}"\nfile = "own.py"\nwhy = "A test."\n')
    game = open_folder(folder / "test_game")
    if not held:
        return Position(game)
    with held_to_telling():
        return Position(game)


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("state.units[unit].note = 1", "state.units"),
        ("state.units.steps[unit] = 1", "state.units"),
        ("state.game.weather += 1", "state.game"),
        ("state.rules.stacking_limit = 9", "state.rules"),
        ("state.work[3, 0] = 5", "state.work"),
        ("state.neighbour[0].sort()", "state.neighbour"),
    ],
)
def test_what_a_function_changes_is_named_with_its_line(tmp_path, line, changed):
    source = f"def unit_attack(state, unit):\n    {line}\n{ANSWER}"
    at = with_function(tmp_path, "unit_attack", source)
    said = rf"own\.py:2: unit_attack changes {re.escape(changed)}; it is asked for an answer only"
    with pytest.raises(DataError, match=said):
        unit_attack(at.state, at.unit("A"))


def test_one_that_only_tells_is_asked_as_ever(tmp_path):
    source = "def unit_attack(state, unit):\n    return state.units[unit].steps + 40\n"
    at = with_function(tmp_path, "unit_attack", source)
    assert unit_attack(at.state, at.unit("A")) == 42
    at.row("A").steps = 1  # it sees what has been changed since
    assert unit_attack(at.state, at.unit("A")) == 41


def test_outside_the_exam_nobody_looks(tmp_path):
    source = f"def unit_attack(state, unit):\n    state.game.weather = 3\n{ANSWER}"
    at = with_function(tmp_path, "unit_attack", source, held=False)
    assert (unit_attack(at.state, at.unit("A")), at.state.game.weather) == (7, 3)


def test_what_a_function_is_given_besides_is_no_more_its_own(tmp_path):
    source = "def check_party(state, units, target):\n    units[0] = 0\n    return 0\n"
    at = with_function(tmp_path, "check_party", source)
    with pytest.raises(DataError, match="check_party changes units; it is asked"):
        check_party(at.state, at.units("R"), at.hex("0103"))


def test_one_that_is_there_to_act_may(tmp_path):
    source = "def suffer_isolation(state, unit):\n    state.units[unit].note = 5\n"
    at = with_function(tmp_path, "suffer_isolation", source)
    at.state.rules.supply_isolation_turns = 1
    at.state.hexes["features"][:] = 0  # no source of supply is left
    check_supply(at.state, np.int64(Side.AXIS))
    assert at.row("A").note == 5


def test_what_it_may_write_to_is_said_by_parameter(tmp_path):
    body = "    reach[:] = -1\n"
    at = with_function(tmp_path, "close_hexes", f"def close_hexes(state, unit, reach):\n{body}")
    at.in_phase(PhaseKind.MOVEMENT)
    compute_reach(at.state, at.unit("A"))
    assert (at.state.work[BEST] == UNREACHED).all()
    other = tmp_path / "other"
    body += "    state.work[3, 0] = 5\n"
    at = with_function(other, "close_hexes", f"def close_hexes(state, unit, reach):\n{body}")
    at.in_phase(PhaseKind.MOVEMENT)
    with pytest.raises(DataError, match=r"own\.py:3: close_hexes changes state\.work"):
        compute_reach(at.state, at.unit("A"))


@pytest.mark.rule("more_lost_victories S1a, S2a, S6b, S7j, S9a")
def test_the_functions_of_a_game_that_has_many_keep_to_it():
    cell = Cell("random", "random", overrides=(("sequence.last_turn", "1"),))
    spec = StudySpec(open_game("more_lost_victories"), "counteroffensive", (cell,), 1, 1)
    with held_to_telling():
        ((seed, held),) = play_digests(spec, False, PLAYER, LIMITS, say_nothing)
    assert play_digests(spec, False, PLAYER, LIMITS, say_nothing) == [(seed, held)]
