"""The loader of a rulebook's numbers: ranges, overrides, records for the kernels."""

from __future__ import annotations

import pytest

from balance.errors import DataError, UnknownName
from balance.rulebook.game import Game, open_game
from balance.rulebook.record import rules_dtype, rules_record
from balance.rulebook.ruleset import Ruleset, describe_changes, read_ruleset

GAME = "drive_on_stalingrad"


@pytest.fixture
def rules() -> Ruleset:
    return open_game(GAME).rules


def test_override_changes_one_number_and_leaves_the_baseline(rules):
    seven = rules.with_overrides({"victory.vp_to_win": "7"})
    assert seven["victory.vp_to_win"] == 7
    assert rules["victory.vp_to_win"] == 6
    assert seven.hash != rules.hash
    assert list(describe_changes(seven)) == ["victory.vp_to_win: 6 -> 7"]


def test_override_back_to_the_printed_number_is_the_baseline(rules):
    there = rules.with_overrides({"stacking.limit": 9, "movement.hills_mech": "prohibited"})
    back = there.with_overrides({"stacking.limit": 8, "movement.hills_mech": 4})
    assert back.hash == rules.hash
    assert not back.changes


def test_unknown_parameter_names_near_ones(rules):
    with pytest.raises(DataError, match=r"unknown parameter 'victory.vp_to_wn'.*victory.vp_to_win"):
        rules.with_overrides({"victory.vp_to_wn": 7})


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("stacking.limit", 0, "whole number 1 to 99"),
        ("stacking.limit", "many", "whole number 1 to 99"),
        ("stacking.limit", 7.5, "whole number 1 to 99"),
        ("stacking.limit", True, "whole number 1 to 99"),
        ("victory.sudden_death", 2, r"0 \(off\) or 1 \(on\)"),
        ("retreat.no_legal_hex", "vanish", "one of DE, stay"),
        ("supply.taman_hex", "1233|1134", "1 hex name"),
        ("supply.german_ultimate_sources", 233, "as text"),
        ("sequence.first_player", "soviet", "german and nothing else"),
        ("movement.hills_mech", 99, "or prohibited"),
        ("combat.hills_shift", "prohibited", "whole number -7 to 7"),
    ],
)
def test_value_out_of_range_is_refused_with_the_range_and_the_rule(rules, key, value, expected):
    with pytest.raises(DataError, match=f"{key}.*{expected}.*\\[{GAME} "):
        rules.with_overrides({key: value})


def test_all_wrong_overrides_are_reported_at_once(rules):
    with pytest.raises(DataError) as error:
        rules.with_overrides({"stacking.limt": 1, "stacking.limit": 0})
    assert len(error.value.faults) == 2


def test_alias_sets_the_number_it_stands_for(rules):
    assert rules.with_overrides({"sequence.blue_turns": 9})["victory.last_turn"] == 9


def test_cell_parameter_changes_the_chart(rules):
    steep = rules.with_overrides({"combat.mountains_shift": -3})
    columns = ("shift_move_first", "shift_assault_first", "shift_assault_twice")
    assert [steep.chart("terrain").cell("mountain", c) for c in columns] == ["-3", "-3", "-3"]
    assert steep["combat.mountains_shift"] == -3
    assert rules.chart("terrain").cell("mountain", "shift_move_first") == "-2"


def test_record_holds_every_number_by_its_key(rules):
    record = rules_record(rules.with_overrides({"supply.line_max_hexes": 6}))
    assert record.supply_line_max_hexes == 6
    assert record.supply_link_max_hexes == 7
    assert record.victory_sudden_death == 1
    assert record.combat_auto_high_result == 4


def test_record_type_is_the_same_for_every_variant(rules):
    other = rules.with_overrides({"victory.vp_to_win": 7, "retreat.no_legal_hex": "stay"})
    assert rules_dtype(other) == rules_dtype(rules)


def test_unknown_game_names_the_known_ones():
    with pytest.raises(UnknownName, match=GAME):
        open_game("drive_on_stalingrd")


def test_faults_of_a_parameter_file_name_file_and_line(tmp_path):
    (tmp_path / "parameters.toml").write_text(
        '[[parameter]]\nkey = "stacking.limit"\nvalue = 9\ntype = "integer"\nmin = 1\nmax = 8\n'
        'rule = "6.1a"\ntitle = "limit"\norigin = "book"\n\n'
        '[[parameter]]\nkey = "stacking.grace"\nvalue = 1\ntype = "number"\n'
        'rule = "6.3f"\ntitle = "grace"\norigin = "book"\n'
    )
    with pytest.raises(DataError) as error:
        read_ruleset(Game(tmp_path))
    assert [fault.split(": ")[0].split(":")[-1] for fault in error.value.faults] == ["2", "12"]


@pytest.mark.parametrize("value", ["{a = 1}", "[1]", "1.5", "true", "nan"])
def test_a_fixed_number_is_a_whole_number_or_text(tmp_path, value):
    (tmp_path / "parameters.toml").write_text(
        f'[[parameter]]\nkey = "combat.steps"\nvalue = {value}\ntype = "fixed"\n'
        'rule = "6.1a"\ntitle = "steps"\norigin = "book"\n'
    )
    with pytest.raises(DataError, match=r"parameters\.toml:2: combat\.steps is .*; expected"):
        read_ruleset(Game(tmp_path))


def test_malformed_toml_names_the_line(tmp_path):
    (tmp_path / "parameters.toml").write_text('[[parameter]]\nkey = "a\n')
    with pytest.raises(DataError, match=r"parameters.toml:2: not valid TOML"):
        read_ruleset(Game(tmp_path))
