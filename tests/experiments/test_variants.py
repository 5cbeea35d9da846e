"""Variants: found by name or path, stacked, applied in full or refused with file and line."""

from __future__ import annotations

import pytest

from balance.errors import DataError, UnknownName
from balance.experiments import variants
from balance.experiments.variant_diff import differences
from balance.experiments.variant_file import read_variant
from balance.experiments.variants import (
    apply_variants,
    load_variant,
    load_variants,
    rules_under,
    variant_names,
)
from balance.games.drive_on_stalingrad.scenario import load_scenario
from balance.games.drive_on_stalingrad.vocabulary import Feature
from balance.rulebook.game import Game, open_game

GAME = "drive_on_stalingrad"
HEAD = '[variant]\nname = "mine"\n\n'
SHIPPED = [name for name in variant_names(open_game(GAME)) if name != "baseline"]


@pytest.fixture
def written(tmp_path):
    def write(text: str, name: str = "mine") -> str:
        path = tmp_path / f"{name}.toml"
        path.write_text(HEAD + text)
        return str(path)

    return write


def changes(*names: str, **overrides: object) -> dict:
    return rules_under(open_game(GAME), "+".join(names) or "baseline", overrides).changes


# --- those that come with the game


def test_baseline_changes_nothing():
    rules = rules_under(open_game(GAME))
    assert rules.hash == open_game(GAME).rules.hash
    assert not rules.changes


# --- what can be changed


def test_override_on_the_command_line_goes_on_top_of_the_variant():
    rules = rules_under(open_game(GAME), "short_supply_6", {"supply.line_max_hexes": "5"})
    assert rules["supply.line_max_hexes"] == 5
    assert rules["supply.link_max_hexes"] == 6
    assert rules.changes["supply.line_max_hexes"] == (7, 5)


def test_of_stacked_variants_the_later_one_wins():
    assert changes("vp_to_win_7", "vp_to_win_5", "no_sudden_death") == {
        "victory.vp_to_win": (6, 5),
        "victory.sudden_death": (1, 0),
    }
    assert changes("vp_to_win_5", "vp_to_win_7") == {"victory.vp_to_win": (6, 7)}


def test_what_a_later_variant_undoes_is_no_change(written):
    back = written('[set]\n"victory.vp_to_win" = 6\n[[unit]]\nunit = "95 Inf"\nremove = false\n')
    found = changes("vp_to_win_7", "infantry_gone_west", back)
    assert found == {"unit:257 Inf": ("there", "removed")}


def test_only_a_name_with_a_plus_sign_is_looked_for_among_all(monkeypatch: pytest.MonkeyPatch):
    looked: list[Game] = []
    monkeypatch.setattr(variants, "variant_names", lambda game: looked.append(game) or ["a+b"])
    for name in ("baseline", "vp_to_win_7"):
        assert [variant.name for variant in load_variants(open_game(GAME), name)] == [name]
    assert not looked
    load_variants(open_game(GAME), "short_supply_6+cautious_table")
    assert len(looked) == 1


def test_path_with_a_plus_sign_is_one_variant(written):
    path = written("[set]\nvictory.vp_to_win = 7\n", "a+b")
    assert [variant.name for variant in load_variants(open_game(GAME), path)] == ["mine"]


@pytest.mark.parametrize(
    ("key", "value", "changed"),
    [
        ("victory.vp_to_win", "7", {"victory.vp_to_win": (6, 7)}),
        ("victory.sudden_death", "off", {"victory.sudden_death": (1, 0)}),
        ("crt:4:3:1", "DR", {"crt:4:3:1": ("EX", "DR")}),
        ("terrain:hills:mech_cost", "3", {"movement.hills_mech": (4, 3)}),
        ("movement.marsh_mech", "4", {"movement.marsh_mech": (-1, 4)}),
        ("unit:GD:attack", "11", {"unit:GD:attack": ("13", "11")}),
        ("unit:GD:defense", "9", {"unit:GD:defense": ("13", "9")}),
        ("unit:GD:movement", "8", {"unit:GD:movement": ("10", "8")}),
        ("unit:340 Inf:arrival_turn", "1", {"unit:340 Inf:arrival_turn": ("2", "1")}),
        ("unit:GD:set_up", "hex:0333", {"unit:GD:set_up": ("area:4PA", "hex:0333")}),
        ("unit:24 Pz", "removed", {"unit:24 Pz": ("there", "removed")}),
        ("unit:24 Pz:remove", "true", {"unit:24 Pz": ("there", "removed")}),
    ],
)
def test_every_kind_of_change_can_be_made_by_its_key(key, value, changed):
    rules = rules_under(open_game(GAME), "baseline", {key: value})
    assert rules.changes == changed
    assert rules.hash != open_game(GAME).rules.hash
    again = open_game(GAME).rules.with_overrides({k: after for k, (_, after) in changed.items()})
    assert again.hash == rules.hash


def test_unit_of_two_steps_can_be_given_one(written):
    path = written('[[unit]]\nunit = "GD"\nsteps = 1\nattack_reduced = 0\ndefense_reduced = 0\n')
    scenario = load_scenario("operation_blue", rules_under(open_game(GAME), path))
    assert scenario.units[scenario.order_of_battle.index("GD")].full_steps == 1


@pytest.mark.rule("drive_on_stalingrad 4.2")
def test_vp_hexes_of_a_variant_are_those_on_its_map():
    rules = rules_under(open_game(GAME), "baseline", {"victory.vp_hexes": "2111|2725"})
    scenario = load_scenario("operation_blue", rules)
    assert scenario.map.hexes_with(Feature.VP) == ["2111", "2725"]


def test_cell_of_a_table_is_replaced(written):
    path = written('[[table]]\nchart = "crt"\nrow = "4"\ncolumn = "3:1"\nvalue = "DR"\n')
    rules = rules_under(open_game(GAME), path)
    assert rules.chart("crt").cell("4", "3:1") == "DR"
    assert rules.changes == {"crt:4:3:1": ("EX", "DR")}


def test_unquoted_keys_mean_the_same_as_quoted_ones(written):
    assert changes(written("[set]\nvictory.vp_to_win = 7\n")) == {"victory.vp_to_win": (6, 7)}


def test_edited_unit_takes_the_field_with_its_new_factor(written):
    path = written('[[unit]]\nunit = "GD"\nattack = 11\nattack_reduced = 5\n')
    scenario = load_scenario("operation_blue", rules_under(open_game(GAME), path))
    unit = scenario.units[scenario.order_of_battle.index("GD")]
    assert (unit.attack, unit.attack_reduced) == (11, 5)


def test_edits_of_one_unit_in_two_variants_add_up(written):
    first = written('[[unit]]\nunit = "GD"\nattack = 11\ndefense = 11\n', "first")
    second = written('[[unit]]\nunit = "GD"\ndefense = 9\n', "second")
    rules = rules_under(open_game(GAME), f"{first}+{second}")
    assert rules.changes == {"unit:GD:attack": ("13", "11"), "unit:GD:defense": ("13", "9")}
    unit = load_scenario("operation_blue", rules).units
    names = load_scenario("operation_blue", rules).order_of_battle
    assert (unit[names.index("GD")].attack, unit[names.index("GD")].defense) == (11, 9)


def test_each_change_is_shown_with_its_rule_and_the_baseline():
    variants = load_variants(open_game(GAME), "short_supply_6+cautious_table")
    lines = {d.key: d for d in differences(apply_variants(open_game(GAME), variants), variants)}
    supply, cell = lines["supply.line_max_hexes"], lines["crt:4:3:1"]
    assert (supply.before, supply.after) == ("7", "6")
    assert "7.12a" in supply.rules
    assert (cell.before, cell.after, cell.rules) == ("EX", "DR", ("11.29a",))


# --- what can't


def test_unknown_variant_names_near_ones():
    with pytest.raises(UnknownName, match="vp_to_win_7"):
        load_variant(open_game(GAME), "vp_to_win_8")
    with pytest.raises(UnknownName, match="vp_to_win_7"):
        rules_under(open_game(GAME), "no_sudden_death+vp_to_win_8")


CELL = '[[table]]\nchart = "{}"\nrow = "{}"\ncolumn = "{}"\nvalue = "{}"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[unit]]\nunit = "GDD"\nattack = 1\n', r"mine.toml:5: unknown unit 'GDD'.*'GD'"),
        ('[[unit]]\nunit = "GD"\nremoved = true\n', r"unknown column .* mean 'remove'.* remove,"),
        ('[[unit]]\nunit = "GD"\natack = 1\n', r"mine.toml:5: unknown column .*'attack'"),
        ('[[unit]]\nunit = "GD"\nremove = "yes"\n', r"mine.toml:5: unit 'GD' can't be 'yes'"),
        ('[[unit]]\nunit = "GD"\nmovement = 99\n', r"mine.toml:5: .*movement .*1 to 20"),
        ('[[unit]]\nunit = "GD"\nsteps = 3\n', r"mine.toml:5: .*steps .*1 to 2"),
        ('[[unit]]\nunit = "GD"\nset_up = "hex:9999"\n', r"mine.toml:5: .*unknown hex '9999'"),
        ('[[unit]]\nunit = "GD"\narrival_turn = 3\n', r"mine.toml:5: .*arrival_turn 3 with set_up"),
        ('[set]\n"victory.vp_to_wn" = 7\n', r"mine.toml:5: unknown parameter .*vp_to_win"),
        ('[set]\n"stacking.limit" = 0\n', r"mine.toml:5: .*whole number 1 to 99"),
        ('[set]\n"combat.al1_steps" = "2x"\n', r"mine.toml:5: .*whole number 0 to 9"),
        ('[set]\n"victory.vp_hexes" = ["233"]\n', r"mine.toml:5: .*hex names, e.g. 2618"),
        ('[set]\n"victory.vp_hexes" = ["9999"]\n', r"mine.toml:5: .*no hex '9999' on this map"),
        ('[set]\n"crt:4" = "DR"\n', r"mine.toml:5: 'crt:4': a cell of a chart is chart:row"),
        ('[set]\n"victory.vp_side" = "soviet"\n', r"mine.toml:5: .*german and nothing else"),
        (CELL.format("crt", "9", "3:1", "DR"), r"mine.toml:5: unknown row '9' of chart crt"),
        (CELL.format("crt", "4", "7:1", "DR"), r"mine.toml:5: unknown column '7:1' of chart crt"),
        (CELL.format("crtt", "4", "3:1", "DR"), r"mine.toml:5: unknown chart 'crtt'.*'crt'"),
        (CELL.format("crt", "4", "3:1", "AE"), r"mine.toml:5: .*crt.csv:9: result 'AE'"),
        (CELL.format("crt", "4", "1:3", "DE"), r"mine.toml:5: .*crt.csv"),
        (
            CELL.format("terrain", "hills", "mech_cost", "99"),
            r"mine.toml:5: cell 'terrain:hills:mech_cost' can't be '99'",
        ),
    ],
)
def test_change_that_cannot_be_made_is_refused_with_its_line(written, text, message):
    with pytest.raises(DataError, match=message):
        rules_under(open_game(GAME), written(text))


def test_all_faults_of_a_variant_come_at_once(written):
    path = written('[set]\n"stacking.limit" = 0\n"victory.vp_to_wn" = 7\n')
    with pytest.raises(DataError) as error:
        rules_under(open_game(GAME), path)
    assert [fault.split(": ")[0][-11:] for fault in error.value.faults] == [
        "mine.toml:5",
        "mine.toml:6",
    ]


def test_changing_a_unit_that_an_earlier_variant_removed_is_refused(written):
    path = written('[[unit]]\nunit = "95 Inf"\nattack = 5\n')
    with pytest.raises(DataError, match=r"mine.toml:5: .*removed by an earlier change"):
        rules_under(open_game(GAME), f"infantry_gone_west+{path}")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("unit:GD:movement", "99", "unit:GD:movement: .*1 to 20"),
        ("unit:GD", "gone", "removed or there"),
        ("unit:GDD:attack", "1", "'GD'"),
        ("crt:4:3:1", "AE", "crt:4:3:1: .*result 'AE'"),
        ("victory.vp_to_win", "100", "whole number 1 to 99"),
    ],
)
def test_override_that_cannot_be_made_is_refused_by_its_key(key, value, message):
    with pytest.raises(DataError, match=message):
        rules_under(open_game(GAME), "baseline", {key: value})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[sets]\nx = 1\n", r"mine.toml:4: sets: no section of a variant"),
        ('[[unit]]\nunit = "GD"\n', r"mine.toml:4: \[\[unit\]\] needs unit and at least one"),
        ('[[rule]]\nnumber = "6.1"\n', r"mine.toml:4: \[\[rule\]\] needs replaces, file"),
        ('[[table]]\nchart = "crt"\n', r"mine.toml:4: \[\[table\]\] needs chart, row, column"),
        ('[[change]]\nrule = "4.99"\ntext = "x"\n', r"mine.toml:5: unknown rule .*'4.99'"),
        ("[set\n", r"mine.toml:4: not valid TOML"),
    ],
)
def test_malformed_file_is_refused_with_its_line(written, text, message):
    with pytest.raises(DataError, match=message):
        load_variant(open_game(GAME), written(text))


def test_variant_of_another_game_or_without_a_name_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[variant]\nname = "mine"\ngame = "uranus"\nauthor = "me"\n')
    with pytest.raises(DataError) as error:
        read_variant(open_game(GAME), path)
    assert len(error.value.faults) == 2
    path.write_text("[set]\n")
    with pytest.raises(DataError, match=r"mine.toml:1: a variant needs \[variant\]"):
        read_variant(open_game(GAME), path)
    path.write_text('[variant]\nname = " "\n')
    with pytest.raises(DataError, match=r"mine.toml:1: a variant needs \[variant\]"):
        read_variant(open_game(GAME), path)
    with pytest.raises(DataError, match="no such file"):
        load_variant(open_game(GAME), str(tmp_path / "absent.toml"))


def test_file_that_calls_itself_the_baseline_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[variant]\nname = "baseline"\nwhy = 3\n')
    both = r"(?s)mine.toml:2: 'baseline' means the rules without.*mine.toml:3: why is 3"
    with pytest.raises(DataError, match=both):
        load_variant(open_game(GAME), str(path))


def test_file_named_without_its_ending_is_pointed_to(written):
    with pytest.raises(DataError, match=r"for the file write .*mine.toml"):
        load_variant(open_game(GAME), written("[set]\n").removesuffix(".toml"))
