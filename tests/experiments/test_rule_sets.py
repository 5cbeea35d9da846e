"""A game under rule functions of a variant's own: compiled, called by all, played, checked."""

from __future__ import annotations

import ast
from importlib import import_module

import numpy as np
import pytest

from balance.errors import DataError, ResumeMismatch, StrategyError
from balance.experiments.digest import digests
from balance.experiments.match import PLAYER, open_match, sources_of
from balance.experiments.provenance import provenance
from balance.experiments.run import run_cells
from balance.experiments.schema import is_run_dependent
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variants import rules_under
from balance.games.army_group_south.strength import unit_attack
from balance.games.drive_on_stalingrad.scenario import load_scenario
from balance.games.drive_on_stalingrad.shifts import GERMAN_BIT, assault_shifts
from balance.games.drive_on_stalingrad.victory import score_out_of_supply_kill
from balance.rulebook.game import open_game
from balance.rulebook.own_functions import put_own_functions
from balance.staff.drive_on_stalingrad.prospects import DEFENSE, TERMS, net_value
from tests.every_game import scenario_of
from tests.games.army_group_south.positions import build_position, grenadier, panzer

GAME = "drive_on_stalingrad"
STAR = "army_group_south"
DAYS = "stalingrad_1942"
SHIFTS = f"balance.games.{GAME}.shifts"
EXAMPLE = Cell("historical", "historical", "concentric_by_hexes")
SHIFT = "def mobile_shift(state, mobile):\n    return {}\n"
IMPORTS = "from __future__ import annotations\n\nimport numpy as np\n\n\n"
AROUND, OPPOSITE, SIDE_BY_SIDE = 0b010101, 0b001001, 0b000111


@pytest.fixture
def written(tmp_path):
    def write(text: str, replaces: str = "mobile_shift") -> str:
        (tmp_path / "mine.py").write_text(text)
        path = tmp_path / "mine.toml"
        path.write_text(
            f'[variant]\nname = "mine"\n[[rule]]\nreplaces = "{replaces}"\nfile = "mine.py"\n'
        )
        return str(path)

    return write


def start_of(rules):
    """The game at its start under some rules."""
    return load_scenario("operation_blue", rules).new_game(1)


def clear_hex(state):
    return int(np.flatnonzero((state.hexes.terrain == 0) & (state.hexes.features == 0))[0])


def shifts(state, launch_mask=AROUND, mobile=0):
    """All shifts of a German attack on clear ground."""
    numbers = (clear_hex(state), launch_mask, GERMAN_BIT, 0, 0, mobile, 0)
    return assault_shifts(state, *(np.int64(number) for number in numbers))


def concentric(state, launch_mask):
    return int(shifts(state, launch_mask)[2])


@pytest.mark.rule("drive_on_stalingrad 11.28")
def test_replaced_function_holds_where_the_built_in_one_held():
    built_in, own = (
        start_of(rules_under(open_game(GAME), name)) for name in ("baseline", EXAMPLE.variant)
    )
    masks = (AROUND, OPPOSITE, SIDE_BY_SIDE)
    assert [concentric(built_in, mask) for mask in masks] == [2, 2, 0]
    assert [concentric(own, mask) for mask in masks] == [2, 1, 2]
    # ... and the built-in one holds in the same process still.
    assert [concentric(built_in, mask) for mask in masks] == [2, 2, 0]


@pytest.mark.plain
@pytest.mark.rule("drive_on_stalingrad 4.3")
def test_award_for_units_out_of_supply_can_be_replaced(written):
    path = written(
        "def score_out_of_supply_kill(state, unit, h):\n"
        "    state.game.oos_kills += 1\n"
        "    if state.game.oos_kills % 2 == 0:\n"
        "        state.game.vp += 1\n",
        "score_out_of_supply_kill",
    )
    state = start_of(rules_under(open_game(GAME), path))
    before = int(state.game.vp)
    for _ in range(4):
        score_out_of_supply_kill(state, np.int64(0), np.int64(0))
    assert (state.game.oos_kills, state.game.vp - before) == (4, 2)


@pytest.mark.plain
@pytest.mark.rule("army_group_south 19.5")
@pytest.mark.parametrize(
    ("variant", "strength"), [("baseline", 6), ("integrity_of_full_regiments", 3)]
)
def test_the_example_of_the_second_game_holds_too(variant, strength):
    supplied = [".X .R . . . . . .E"] * 3
    units = [panzer("0305"), grenadier("0305")]
    position = build_position(supplied, units, sides={("0308", "0307"): "rail"})
    put_own_functions(position, rules_under(open_game(STAR), variant))
    position.units[0].steps = 1
    assert unit_attack(position, np.int64(0)) == strength


def test_rule_file_may_call_the_function_it_replaces(written):
    path = written(
        f"from {SHIFTS} import mobile_shift as built_in\n\n\n"
        "def mobile_shift(state, mobile):\n    return built_in(state, mobile) - 1\n"
    )
    assert shifts(start_of(rules_under(open_game(GAME), path)), mobile=1)[5] == -3


def test_own_function_calls_others_as_the_variant_has_them(written, tmp_path):
    path = written(SHIFT.format(4))
    (tmp_path / "second.py").write_text(
        f"from {SHIFTS} import mobile_shift\n\n\n"
        "def first_shift(state, attacker, order, mobile):\n    return mobile_shift(state, mobile)\n"
    )
    with (tmp_path / "mine.toml").open("a") as variant:
        variant.write('[[rule]]\nreplaces = "first_shift"\nfile = "second.py"\n')
    assert shifts(start_of(rules_under(open_game(GAME), path)))[4:] == (4, 4)


@pytest.mark.plain
def test_numbers_of_a_variant_reach_its_own_functions_too():
    rules = rules_under(open_game(GAME), f"{EXAMPLE.variant}+concentric_one_column")
    assert concentric(start_of(rules), SIDE_BY_SIDE) == 1


def test_edited_rule_file_is_never_stale(written):
    found = []
    for shift in (3, 4, 3):
        rules = rules_under(open_game(GAME), written(SHIFT.format(shift)))
        found.append(int(shifts(start_of(rules), mobile=1)[5]))
    assert found == [3, 4, 3]


@pytest.mark.plain
@pytest.mark.rule("drive_on_stalingrad 11.28")
def test_the_staff_rates_attacks_by_the_functions_of_the_variant(written):
    path = written("def is_concentric(state, launch_mask):\n    return True\n", "is_concentric")
    terms, rungs = np.zeros(TERMS), np.arange(20.0)
    terms[DEFENSE] = 4.0
    worth = []
    for rules in (open_game(GAME).rules, rules_under(open_game(GAME), path)):
        state = start_of(rules)
        launch = np.int64(SIDE_BY_SIDE)
        worth.append(net_value(state, clear_hex(state), 4.0, launch, 1, 0, 0.0, terms, rungs))
    assert worth[1] == worth[0] + 2


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (GAME, ("mobile_shift", "is_due", "score_hex", "choose_loss", "check_advance")),
        (STAR, ("loss_points", "may_share_hex", "river_crossed", "check_exit")),
        (DAYS, ("unit_attack", "river_columns", "has_room")),
    ],
)
def test_own_functions_that_say_what_the_built_in_ones_say_give_the_same_games(
    game, names, tmp_path
):
    variant = ['[variant]\nname = "same"\n']
    for name in names:
        documented = open_game(game).rule_functions[name]
        (tmp_path / f"{name}.py").write_text(copy_of(documented))
        variant.append(f'[[rule]]\nreplaces = "{name}"\nfile = "{name}.py"\n')
    path = tmp_path / "same.toml"
    path.write_text("".join(variant))
    scenario = scenario_of(game)
    built_in = digests(scenario, Cell("historical", "historical"), games=2)
    own = digests(scenario, Cell("historical", "historical", str(path)), games=2)
    assert own == built_in


def copy_of(function):
    """A rule file with a function as the game has it."""
    source = function.path.read_text(encoding="utf-8")
    there = vars(import_module(function.full_module))
    used = {each.id for each in ast.walk(function.definition) if isinstance(each, ast.Name)}
    names = ", ".join(sorted(used & set(there) - {"np"}))
    body = ast.get_source_segment(source, function.definition)
    return f"{IMPORTS}from {function.full_module} import {names}\n\n\n{body}\n"


def test_whole_game_under_own_functions_keeps_the_invariants_and_takes_another_course():
    own = digests("blue", EXAMPLE, games=2, debug=True)
    again = digests("blue", EXAMPLE, games=2)
    built_in = digests("blue", Cell("historical", "historical"), games=2)
    assert own == again
    assert own.total != built_in.total


def test_own_functions_are_part_of_what_a_study_records():
    made = provenance(StudySpec(open_game(GAME), "operation_blue", (EXAMPLE,), 1, 1))
    source = rules_under(open_game(GAME), EXAMPLE.variant).functions["concentric_shift"]
    assert made.changes[0]["rule:concentric_shift"] == f"built in -> {source.label}"
    assert source.hash in source.label
    assert made.rules[0] != open_game(GAME).rules.hash


def test_study_is_refused_when_its_rule_file_has_changed_meanwhile(written):
    cell = Cell("historical", "historical", written(SHIFT.format(0)))
    before = sources_of(open_game(GAME), cell)
    written(SHIFT.format(1))
    with pytest.raises(ResumeMismatch, match="has changed since the study began"):
        open_match(PLAYER, open_game(GAME), "operation_blue", cell, before)


def test_study_is_refused_when_an_opening_has_changed_meanwhile(tmp_path):
    mine = tmp_path / "mine.toml"
    head = f'[opening]\nname = "mine"\ngame = "{GAME}"\nside = "axis"\n'
    mine.write_text(head)
    cell = Cell(str(mine), "historical")
    before = sources_of(open_game(GAME), cell)
    mine.write_text(head + "[weights]\nvp_worth = 2.0\n")
    with pytest.raises(ResumeMismatch, match=r"axis .*mine.toml: its files have changed"):
        open_match(PLAYER, open_game(GAME), "operation_blue", cell, before)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = nothing\n" + SHIFT.format(0), r"mine.py: can't be loaded: NameError.*'nothing'"),
        (f"from {SHIFTS} import nothing\n" + SHIFT.format(0), "can't be loaded: ImportError"),
        (
            f"from balance.games.{GAME} import shifts\n" + SHIFT.format(0),
            "import names, not the module: from balance.games.drive_on_stalingrad.shifts import",
        ),
        (
            SHIFT.format("state.rules.combat_no_such_number"),
            r"mine.py:\d+: can't be compiled; .*combat_no_such_number",
        ),
        (SHIFT.format("nothing"), r"mine.py: .* Numba says: name 'nothing' is not defined$"),
        (SHIFT.format("state.rulez.x"), r"mine.py:\d+: .* says: Unknown attribute 'rulez'$"),
        (SHIFT.format("0.5"), "mine.py: mobile_shift returns a fraction instead of a whole number"),
        (SHIFT.format("'two'"), "mobile_shift returns a text instead of a whole number"),
        (SHIFT.format("None"), "mobile_shift returns nothing instead of a whole number"),
    ],
)
def test_rule_file_that_cannot_be_loaded_or_compiled_is_refused(written, text, message):
    with pytest.raises(DataError, match=message):
        start_of(rules_under(open_game(GAME), written(text)))


@pytest.mark.parametrize("answer", [True, False])
def test_an_own_function_may_answer_the_same_always(written, answer):
    text = f"def is_concentric(state, launch_mask):\n    return {answer}\n"
    state = start_of(rules_under(open_game(GAME), written(text, "is_concentric")))
    assert (shifts(state, SIDE_BY_SIDE)[2] != 0) == answer


def test_what_goes_wrong_in_an_own_function_is_told(written):
    path = written(SHIFT.format("1 // (mobile - mobile)"))
    message = r"rule functions of variant .*mine.toml, seed 1000000: .*ZeroDivisionError"
    with pytest.raises(StrategyError, match=message):
        digests("blue", Cell("historical", "historical", path), games=1)


def test_baseline_and_own_functions_are_played_in_one_study_by_any_number_of_processes(tmp_path):
    cells = (Cell("historical", "historical"), EXAMPLE)
    tables = [
        run_cells("blue", cells, games=6, seed=5, jobs=jobs, out=tmp_path / str(jobs)).games
        for jobs in (1, 2)
    ]
    plain = [table[[c for c in table if not is_run_dependent(c)]] for table in tables]
    assert plain[0].equals(plain[1])
    alone = run_cells("blue", cells[1:], games=6, seed=5, jobs=1, out=tmp_path / "alone").games
    paired = plain[0][plain[0].variant == EXAMPLE.variant]
    assert list(paired.ending_turn) == list(alone.ending_turn)
    assert list(paired.vp) == list(alone.vp)
