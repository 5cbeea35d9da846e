"""A game under rule functions of a variant's own: compiled, cached apart, played, checked."""

from __future__ import annotations

import ast
import os

import numpy as np
import pytest

from balance import cache
from balance.errors import DataError, ResumeMismatch
from balance.experiments.digest import digests
from balance.experiments.match import PLAYER, open_match, rules_of
from balance.experiments.provenance import provenance
from balance.experiments.run import run_cells
from balance.experiments.schema import is_run_dependent
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variants import rules_under
from balance.games.drive_on_stalingrad.scenario import load_scenario
from balance.rule_functions import rule_functions
from balance.rule_sets import blamed_on_rule_files, module_under
from balance.rulebook import load_ruleset
from tests.every_game import last_turn_key
from tests.games.army_group_south.positions import build_position, grenadier, panzer

GAME = "drive_on_stalingrad"
STAR = "army_group_south"
SHIFTS = f"balance.games.{GAME}.shifts"
VICTORY = f"balance.games.{GAME}.victory"
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


@pytest.fixture(scope="module")
def state():
    return load_scenario(GAME, "operation_blue").new_game(1)


def shifts(state, rules, launch_mask=AROUND, mobile=0):
    """All shifts of a German attack on clear ground, under some rules."""
    module = module_under(SHIFTS, rules)
    clear = int(np.flatnonzero((state.hexes.terrain == 0) & (state.hexes.features == 0))[0])
    german = module.GERMAN_BIT
    numbers = (clear, launch_mask, german, 0, 0, mobile, 0)
    return module.assault_shifts(state, *(np.int64(number) for number in numbers))


def concentric(state, rules, launch_mask):
    return int(shifts(state, rules, launch_mask)[2])


@pytest.mark.plain
@pytest.mark.rule("drive_on_stalingrad 11.28")
def test_replaced_function_holds_where_the_built_in_one_held(state):
    built_in, own = load_ruleset(GAME), rules_under(GAME, EXAMPLE.variant)
    masks = (AROUND, OPPOSITE, SIDE_BY_SIDE)
    assert [concentric(state, built_in, mask) for mask in masks] == [2, 2, 0]
    assert [concentric(state, own, mask) for mask in masks] == [2, 1, 2]
    # ... and the built-in one holds in the same process still.
    assert [concentric(state, built_in, mask) for mask in masks] == [2, 2, 0]


@pytest.mark.plain
@pytest.mark.rule("drive_on_stalingrad 4.3")
def test_award_for_units_out_of_supply_can_be_replaced(written, state):
    path = written(
        "def score_out_of_supply_kill(state, unit, h):\n"
        "    state.game.oos_kills += 1\n"
        "    if state.game.oos_kills % 2 == 0:\n"
        "        state.game.vp += 1\n",
        "score_out_of_supply_kill",
    )
    game = load_scenario(GAME, "operation_blue").new_game(1)
    award = module_under(VICTORY, rules_under(GAME, path)).score_out_of_supply_kill
    for _ in range(4):
        award(game, np.int64(0), np.int64(0))
    assert (game.game.oos_kills, game.game.vp) == (4, 2)


@pytest.mark.plain
@pytest.mark.rule("army_group_south 19.5")
@pytest.mark.parametrize(
    ("variant", "strength"), [("baseline", 6), ("integrity_of_full_regiments", 3)]
)
def test_the_example_of_the_second_game_holds_too(variant, strength):
    rules = rules_under(STAR, variant)
    supplied = [".X .R . . . . . .E"] * 3
    units = [panzer("0305"), grenadier("0305")]
    position = build_position(supplied, units, sides={("0308", "0307"): "rail"})
    position.units[0].steps = 1
    unit_attack = module_under(f"balance.games.{STAR}.strength", rules).unit_attack
    assert unit_attack(position, np.int64(0)) == strength


@pytest.mark.plain
def test_rule_file_may_call_the_function_it_replaces(written, state):
    path = written(
        f"from {SHIFTS} import mobile_shift as built_in\n\n\n"
        "def mobile_shift(state, mobile):\n    return built_in(state, mobile) - 1\n"
    )
    assert shifts(state, rules_under(GAME, path), mobile=1)[5] == -3


@pytest.mark.plain
def test_numbers_of_a_variant_reach_its_own_functions_too(state):
    rules = rules_under(GAME, f"{EXAMPLE.variant}+concentric_one_column")
    other = load_scenario(GAME, "operation_blue", rules).new_game(1)
    assert concentric(other, rules, SIDE_BY_SIDE) == 1


def test_edited_rule_file_is_never_stale(written, state):
    found = []
    for shift in (3, 4, 3):
        rules = rules_under(GAME, written(SHIFT.format(shift)))
        found.append(int(shifts(state, rules, mobile=1)[5]))
    assert found == [3, 4, 3]


def test_compiled_code_of_own_functions_lies_apart_from_that_of_the_game(state):
    own = module_under(SHIFTS, rules_under(GAME, EXAMPLE.variant))
    built_in = module_under(SHIFTS, load_ruleset(GAME))
    places = [module.assault_shifts._cache.cache_path for module in (own, built_in)]
    assert "rules-" in places[0]
    assert "rules-" not in places[1]
    assert own.is_concentric is not built_in.is_concentric


def test_compiled_code_of_the_longest_unused_functions_makes_room(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "KEPT_RULE_SETS", 2)
    for age, name in enumerate(("rules-new", "rules-old", "rules-older", "other")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1e9 - age, 1e9 - age))
    cache.remove_old_rule_sets(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "rules-new"]


def test_modules_that_do_not_rest_on_the_function_are_shared():
    own = module_under(SHIFTS, rules_under(GAME, EXAMPLE.variant))
    assert own.State is module_under(SHIFTS, load_ruleset(GAME)).State


def test_whole_game_under_own_functions_keeps_the_invariants_and_takes_another_course():
    own = digests("blue", EXAMPLE, games=2, debug=True)
    again = digests("blue", EXAMPLE, games=2)
    built_in = digests("blue", Cell("historical", "historical"), games=2)
    assert own == again
    assert own.total != built_in.total


def test_own_functions_are_part_of_what_a_study_records():
    made = provenance(StudySpec(GAME, "operation_blue", (EXAMPLE,), 1, 1))
    source = rules_under(GAME, EXAMPLE.variant).functions["concentric_shift"]
    assert made.changes[0]["rule:concentric_shift"] == f"built in -> {source.label}"
    assert source.hash in source.label
    assert made.rules[0] != load_ruleset(GAME).hash


def test_study_is_refused_when_its_rule_file_has_changed_meanwhile(written):
    cell = Cell("historical", "historical", written(SHIFT.format(0)))
    before = rules_of(GAME, cell).hash
    written(SHIFT.format(1))
    with pytest.raises(ResumeMismatch, match="has changed since the study began"):
        open_match(PLAYER, GAME, "operation_blue", cell, before)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = nothing\n" + SHIFT.format(0), r"mine.py: can't be loaded: NameError.*'nothing'"),
        (f"from {SHIFTS} import nothing\n" + SHIFT.format(0), "can't be loaded: ImportError"),
        (
            f"from balance.games.{GAME}.battle import GERMAN_BIT\n" + SHIFT.format(0),
            "imports battle, which itself rests on mobile_shift",
        ),
        (
            f"from balance.games.{GAME} import shifts\n" + SHIFT.format(0),
            "import names from balance.games.drive_on_stalingrad.shifts, not the module",
        ),
    ],
)
def test_rule_file_that_cannot_be_loaded_is_refused(written, text, message):
    rules = rules_under(GAME, written(text))
    with pytest.raises(DataError, match=message):
        module_under(SHIFTS, rules)


def test_rule_file_that_cannot_be_compiled_is_named(written, state):
    rules = rules_under(GAME, written(SHIFT.format("state.rules.combat_no_such_number")))
    message = r"mine.py: can't be compiled; .*combat_no_such_number"
    with pytest.raises(DataError, match=message), blamed_on_rule_files(rules):
        shifts(state, rules, mobile=1)


def test_baseline_and_own_functions_are_played_in_one_study_by_any_number_of_processes(tmp_path):
    cells = (Cell("historical", "historical"), EXAMPLE)
    tables = [
        run_cells("blue", cells, games=20, seed=5, jobs=jobs, out=tmp_path / str(jobs)).games
        for jobs in (1, 2)
    ]
    plain = [table[[c for c in table if not is_run_dependent(c)]] for table in tables]
    assert plain[0].equals(plain[1])
    alone = run_cells("blue", cells[1:], games=20, seed=5, jobs=1, out=tmp_path / "alone").games
    paired = plain[0][plain[0].variant == EXAMPLE.variant]
    assert list(paired.ending_turn) == list(alone.ending_turn)
    assert list(paired.vp) == list(alone.vp)


@pytest.mark.plain
def test_own_function_that_says_what_the_built_in_one_says_gives_the_same_games(written):
    documented = rule_functions(GAME)["mobile_shift"]
    source = documented.path.read_text(encoding="utf-8")
    body = ast.get_source_segment(source, documented.definition)
    one_turn = ((last_turn_key(GAME), "1"),)

    def total(variant: str) -> str:
        return digests("blue", Cell("historical", "random", variant, one_turn), games=1).total

    built_in = total("baseline")
    assert total(written(f"{IMPORTS}{body}\n", documented.name)) == built_in
    assert total(written(SHIFT.format(3), documented.name)) != built_in
