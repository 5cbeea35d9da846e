"""Variants: found by name or path, applied in full or refused with file and line."""

from __future__ import annotations

import pytest

from balance.errors import DataError, UnknownName
from balance.experiments.variants import load_variant, read_variant, variant_names
from balance.games.drive_on_stalingrad.scenario import load_scenario
from balance.rulebook import load_ruleset

GAME = "drive_on_stalingrad"
HEAD = '[variant]\nname = "mine"\n\n'


@pytest.fixture
def written(tmp_path):
    def write(text: str):
        path = tmp_path / "mine.toml"
        path.write_text(HEAD + text)
        return read_variant(GAME, path)

    return write


def test_baseline_changes_nothing():
    rules = load_variant(GAME, "baseline").apply(GAME)
    assert rules.hash == load_ruleset(GAME).hash
    assert not rules.changes


@pytest.mark.parametrize("name", [n for n in variant_names(GAME) if n != "baseline"])
def test_every_variant_that_comes_with_the_game_applies_and_says_why(name):
    variant = load_variant(GAME, name)
    rules = variant.apply(GAME)
    assert variant.name == name
    assert variant.why.endswith("?")
    assert variant.wording
    assert rules.changes
    assert rules.hash != load_ruleset(GAME).hash


def test_variants_of_the_same_game_have_different_hashes():
    hashes = [load_variant(GAME, name).apply(GAME).hash for name in variant_names(GAME)]
    assert len(set(hashes)) == len(hashes)


def test_override_on_the_command_line_goes_on_top_of_the_variant():
    rules = load_variant(GAME, "short_supply_6").apply(GAME, {"supply.line_max_hexes": "5"})
    assert rules["supply.line_max_hexes"] == 5
    assert rules["supply.link_max_hexes"] == 6
    assert rules.changes["supply.line_max_hexes"] == (7, 5)


def test_cell_of_a_table_is_replaced(written):
    variant = written('[[table]]\nchart = "crt"\nrow = "4"\ncolumn = "3:1"\nvalue = "DR"\n')
    rules = variant.apply(GAME)
    assert rules.chart("crt").cell("4", "3:1") == "DR"
    assert rules.changes == {"crt:4:3:1": ("EX", "DR")}


def test_unquoted_keys_mean_the_same_as_quoted_ones(written):
    assert written("[set]\nvictory.vp_to_win = 7\n").apply(GAME)["victory.vp_to_win"] == 7


def test_unknown_variant_names_near_ones():
    with pytest.raises(UnknownName, match="vp_to_win_7"):
        load_variant(GAME, "vp_to_win_8")


def test_unit_is_changed_or_removed_and_the_change_is_listed(written):
    text = '[[unit]]\nunit = "GD"\nattack = 11\n\n[[unit]]\nunit = "24 Pz"\nremove = true\n'
    rules = written(text).apply(GAME)
    assert rules.unit_edits == ({"unit": "GD", "attack": 11}, {"unit": "24 Pz", "remove": True})
    assert rules.changes["unit:GD:attack"][1] == "11"
    assert rules.changes["unit:24 Pz"] == ("there", "removed")
    assert rules.hash != load_ruleset(GAME).hash


def test_edited_unit_takes_the_field_with_its_new_factor(written):
    rules = written('[[unit]]\nunit = "GD"\nattack = 11\nattack_reduced = 5\n').apply(GAME)
    scenario = load_scenario(GAME, "operation_blue", rules)
    unit = scenario.units[scenario.order_of_battle.index("GD")]
    assert (unit.attack, unit.attack_reduced) == (11, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[unit]]\nunit = "GDD"\nattack = 1\n', r"mine.toml:5: unknown unit 'GDD'.*'GD'"),
        ('[[unit]]\nunit = "GD"\natack = 1\n', r"mine.toml:5: unknown column .*'attack'"),
        ('[set]\n"victory.vp_to_wn" = 7\n', r"mine.toml:5: unknown parameter .*vp_to_win"),
        ('[set]\n"stacking.limit" = 0\n', r"mine.toml:5: .*whole number 1 to 99"),
        (
            '[[table]]\nchart = "crt"\nrow = "9"\ncolumn = "3:1"\nvalue = "DR"\n',
            r"mine.toml:5: unknown row of chart crt '9'",
        ),
        (
            '[[table]]\nchart = "crt"\nrow = "4"\ncolumn = "3:1"\nvalue = "AE"\n',
            r"mine.toml: .*crt.csv:8: result 'AE'",
        ),
        (
            '[[table]]\nchart = "terrain"\nrow = "hills"\ncolumn = "mech_cost"\nvalue = 99\n',
            r"mine.toml: .*terrain.csv:9: mech_cost is '99'",
        ),
    ],
)
def test_change_that_cannot_be_made_is_refused_with_its_place(written, text, message):
    with pytest.raises(DataError, match=message):
        written(text).apply(GAME)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[sets]\nx = 1\n", r"mine.toml:4: sets: no section of a variant"),
        ('[[unit]]\nunit = "GD"\n', r"mine.toml:4: \[\[unit\]\] needs unit and at least one"),
        ('[[rule]]\nnumber = "6.1"\n', r"mine.toml:4: rule: replaced rule functions are not"),
        ('[[table]]\nchart = "crt"\n', r"mine.toml:4: \[\[table\]\] needs chart, row, column"),
        ('[[change]]\nrule = "4.99"\ntext = "x"\n', r"mine.toml:5: unknown rule .*'4.99'"),
        ("[set\n", r"mine.toml:4: not valid TOML"),
    ],
)
def test_malformed_file_is_refused_with_its_line(written, text, message):
    with pytest.raises(DataError, match=message):
        written(text)


def test_variant_of_another_game_or_without_a_name_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[variant]\nname = "mine"\ngame = "uranus"\nauthor = "me"\n')
    with pytest.raises(DataError) as error:
        read_variant(GAME, path)
    assert len(error.value.faults) == 2
    path.write_text("[set]\n")
    with pytest.raises(DataError, match=r"mine.toml:1: a variant needs \[variant\]"):
        read_variant(GAME, path)
    with pytest.raises(DataError, match="can't be read"):
        load_variant(GAME, str(tmp_path / "absent.toml"))
