"""What every game's folder offers to studies: variants, rule functions, restrictions, switches."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from balance.experiments.match import PLAYER, open_under
from balance.experiments.study import Cell
from balance.experiments.variant_diff import differences
from balance.experiments.variants import load_variant, rules_under, variant_names
from balance.rulebook.game import open_game, playable_names
from balance.studies.dead_rules.switches import read_switches
from balance.studies.plan.pairing import read_changes
from balance.studies.restrict.restrictions import restrictions
from balance.studies.sensitivity.ranges import chosen_parameters, chosen_ranges, neighbours

GAMES = playable_names()
SHIPPED = [
    (game, name) for game in GAMES for name in variant_names(open_game(game)) if name != "baseline"
]
FUNCTIONS = [each for game in GAMES for each in open_game(game).rule_functions.values()]


def load(ruleset) -> None:
    """Load the scenarios of a game under a ruleset, as a run does before it plays."""
    module = ruleset.game.referee("scenario")
    for scenario in ruleset.game.scenarios:
        module.load_scenario(scenario.name, ruleset)


# --- variants


@pytest.mark.parametrize("game", GAMES)
def test_at_least_twenty_variants_come_with_each_game_and_all_differ(game):
    names = variant_names(open_game(game))
    assert len(names) > 20
    hashes = {rules_under(open_game(game), name, judged=False).hash for name in names}
    assert len(hashes) == len(names)


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_every_variant_that_comes_with_a_game_says_why_and_plays_a_whole_game(game, name):
    variant = load_variant(open_game(game), name)
    rules = rules_under(open_game(game), name)
    assert variant.name == name
    assert variant.why.endswith("?")
    assert variant.wording
    assert rules.changes
    assert rules.hash != open_game(game).rules.hash
    assert all(line.rules for line in differences(rules, [variant]))
    # Rule functions of its own are played in test_rule_sets.py.
    if rules.functions == open_game(game).rules.functions:
        play_a_game(rules, name)


def play_a_game(rules, variant: str) -> None:
    """Play a whole game under rules, of the scenario that they are about."""
    names = [each.name for each in rules.game.scenarios]
    about = [name for name in names if any(name in key for key in rules.changes)]
    scenario = (*about, *names)[0]
    cell = Cell("random", "random", variant)
    played = open_under(PLAYER, rules.game, scenario, cell, rules).play(3)
    assert not played.error
    assert played.game.ended == 1


# --- rule functions


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_rule_functions_to_replace_and_an_example(game):
    assert len(open_game(game).rule_functions) >= 20
    assert any(
        load_variant(open_game(game), name).functions for name in variant_names(open_game(game))
    )


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f"{f.game}-{f.name}")
def test_each_documented_function_is_a_compiled_one_that_cites_its_rule(function):
    function.game.register.covers(function.rule)
    docstring = function.definition.body[0].value.value
    cited = [line for line in docstring.splitlines() if line.strip().startswith("Rule:")]
    assert any(function.rule in line.replace(",", " ").split() for line in cited)
    decorators = [ast.unparse(decorator) for decorator in function.definition.decorator_list]
    assert decorators in (["entry", "replaceable"], ["inner", "replaceable"])


# --- studies


@pytest.mark.parametrize("game", GAMES)
def test_every_restriction_cites_a_rule_of_the_book_and_forbids_one_side_something(game):
    register = open_game(game).register
    found = restrictions(open_game(game))
    assert len({(each.key, each.side) for each in found}) == len(found) >= 5
    assert {each.side for each in found} == {"axis", "soviet"}
    for each in found:
        assert register.covers(each.rule), each.key
        assert rules_under(open_game(game), overrides=each.settings).changes, each.key


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_and_setting_that_switches_off_exists_and_changes_the_rules(game):
    switches = read_switches(open_game(game))
    # A short book has fewer rules than that to switch off.
    modelled = [r for r in open_game(game).register.rules.values() if r.status == "modelled"]
    assert len(switches) >= min(80, len(modelled) // 2)
    for switch in switches.values():
        rules = rules_under(open_game(game), switch.variant or "baseline", dict(switch.settings))
        assert rules.changes, switch.rule


@pytest.mark.parametrize("game", GAMES)
def test_each_small_change_of_the_pairing_benchmark_is_one(game):
    changes = read_changes(open_game(game))
    assert len({change.title for change in changes}) == len(changes) >= 5
    for change in changes:
        load(rules_under(open_game(game), overrides=change.settings))
        assert len(rules_under(open_game(game), overrides=change.settings).changes) == 1


@cache
def settings_of(game: str) -> dict[str, list]:
    """By parameter what studies try of it: its neighbours, and the ends of its range."""
    rules = open_game(game).rules
    tried = {}
    for parameter in chosen_parameters(rules):
        (whole,) = chosen_ranges(rules, [parameter.key], {})
        near = neighbours(rules, parameter)
        assert near, parameter.key
        tried[parameter.key] = [whole.settings[0], whole.settings[-1], *near]
    return tried


@pytest.mark.parametrize("which", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_every_setting_that_a_study_tries_can_be_loaded(game, which):
    """One of each parameter at once: both ends of the ranges, and the steps beside it."""
    settings = {key: tried[min(which, len(tried) - 1)] for key, tried in settings_of(game).items()}
    load(open_game(game).rules.with_overrides(settings))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_setting_that_a_study_tries_can_be_loaded_alone(game):
    for key, tried in settings_of(game).items():
        for setting in tried:
            load(open_game(game).rules.with_overrides({key: setting}))
