"""Changes in a designer's words: towns for hexes, groups of units, "+1", points of any hex."""

from __future__ import annotations

import re

import pytest

from balance.errors import BalanceError, DataError
from balance.experiments.variant_diff import differences
from balance.experiments.variants import load_variants, rules_under
from balance.rulebook.game import open_game
from balance.rulebook.ruleset import Ruleset
from balance.rulebook.unit_groups import unit_rows, units_of

BLUE, STAR = "drive_on_stalingrad", "army_group_south"

pytestmark = pytest.mark.plain


def under(game: str, overrides: dict[str, object]) -> Ruleset:
    return rules_under(open_game(game), "baseline", overrides, judged=False)


@pytest.fixture
def written(tmp_path):
    def write(text: str, game: str = BLUE) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(f'[variant]\nname = "mine"\ngame = "{game}"\n{text}', encoding="utf-8")
        return str(path)

    return write


# --- a change of what is there


@pytest.mark.parametrize(
    ("game", "key", "given", "before", "after"),
    [
        (BLUE, "supply.line_max_hexes", "+1", 7, 8),
        (BLUE, "supply.line_max_hexes", "1 less", 7, 6),
        (BLUE, "supply.line_max_hexes", "x1.5", 7, 11),
        (BLUE, "supply.line_max_hexes", "x0.5", 7, 4),
        (BLUE, "combat.clear_shift", "+1", 0, 1),
        (BLUE, "movement.hills_mech", "2 more", 4, 6),
        (BLUE, "unit:GD:attack", "+2", "13", "15"),
        (STAR, "unit:106 Inf:movement", "1 less", "7", "6"),
        (BLUE, "combat.forest_shift_pa_first", "1 less", 0, -1),
        (STAR, "hex:1618:vp", "x1.5", "20", "30"),
    ],
)
def test_a_number_is_changed_by_as_much_as_is_said(game, key, given, before, after):
    assert under(game, {key: given}).changes == {key: (before, after)}


def test_the_number_that_is_changed_is_the_one_an_earlier_variant_left(written):
    path = written('[set]\n"supply.line_max_hexes" = "+1"\n')
    rules = rules_under(
        open_game(BLUE), f"short_supply_6+{path}", {"unit:GD:attack": "x2"}, judged=False
    )
    assert rules["supply.line_max_hexes"] == 7
    assert rules.changes["unit:GD:attack"] == ("13", "26")


def test_cells_that_a_variant_has_parted_change_each_by_itself():
    cell = under(BLUE, {"movement.forest_mech": 3}).parameter("movement.forest_mech").cells[0]
    rules = under(BLUE, {":".join(cell): "+2", "movement.forest_mech": "+1"})
    assert rules.chart(cell[0]).cell(cell[1], cell[2]) == "5"


@pytest.mark.parametrize(
    ("game", "key", "given", "said"),
    [
        (BLUE, "stacking.limit", "x99", "'stacking.limit', 8 with 'x99', can't be 792; it takes"),
        (BLUE, "supply.line_max_hexes", "-1", "for 1 less, write '1 less'"),
        (BLUE, "victory.sudden_death", "+1", "can't be '+1'; it takes 0 (off) or 1 (on)"),
        (BLUE, "movement.marsh_mech", "+1", "'movement.marsh_mech' is prohibited; '+1' needs a n"),
        (BLUE, "crt:4:3:1", "+1", "cell 'crt:4:3:1' is 'EX'; '+1' needs a number"),
        (BLUE, "unit:GD:attack", "14 less", "attack of unit 'GD' is 13; '14 less' would leave"),
        (BLUE, "unit:15 Rif:attack", "+1", "attack of unit '15 Rif' is 'u'; '+1' needs a number"),
        (BLUE, "unit:GD:atack", "+1", "unknown column 'atack' of unit 'GD'; did you mean"),
        (BLUE, "hex:2111:terrain", "+1", "2111, terrain is 'clear'; '+1' needs a number"),
    ],
)
def test_a_change_that_cannot_be_is_refused_with_what_is_possible(game, key, given, said):
    with pytest.raises(DataError, match=re.escape(said)):
        under(game, {key: given})


@pytest.mark.parametrize("change", ["+1", "x1.5"])
def test_a_change_without_quotation_marks_is_refused_with_its_line(written, change):
    path = written(f'[[unit]]\nunit = "GD"\nattack = {change} # better\n')
    with pytest.raises(DataError) as caught:
        load_variants(open_game(BLUE), path)
    (fault,) = caught.value.faults
    assert f"mine.toml:6: {change} stands without quotation marks" in fault
    assert f'write "{change}" to change what is there' in fault


# --- names of places


@pytest.mark.parametrize(
    ("game", "named", "numbered"),
    [
        (BLUE, {"hex:Kharkov:terrain": "hills"}, {"hex:1134:terrain": "hills"}),
        (BLUE, {"hexside:Kharkov-1133": "river"}, {"hexside:1133-1134": "river"}),
        (
            BLUE,
            {"hexside:Nizhne-Chirskaya-2119": "river"},
            {"hexside:2119-2315": "river"},
        ),
        (
            BLUE,
            {"victory.vp_hexes": "Voronezh|stary oskol, 2111"},
            {"victory.vp_hexes": ["0424", "0529", "2111"]},
        ),
        (BLUE, {"supply.rostov_hex": ["Kamensk"]}, {"supply.rostov_hex": ["2223"]}),
        (BLUE, {"unit:GD:set_up": "hex:Kursk"}, {"unit:GD:set_up": "hex:0233"}),
        (STAR, {"unit:106 Inf:hex": "Kharkov (west)"}, {"unit:106 Inf:hex": "1619"}),
        (STAR, {"hex:Belgorod:vp": "7"}, {"hex:1014:vp": "7"}),
    ],
)
def test_a_place_means_its_hex(game, named, numbered):
    assert under(game, named).changes
    assert under(game, named).hash == under(game, numbered).hash


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("hex:Stalingrat:vp", 1, "unknown place 'Stalingrat'; did you mean 'Stalingrad'"),
        ("victory.vp_hexes", "Voronezh|Rostow", "unknown place 'Rostow'; did you mean 'Rostov'"),
        ("victory.vp_hexes", "Stalingrad|2111", "names 2111 twice; it takes each hex once"),
        ("victory.vp_hexes", ["Voronezh", "Voronezh"], "names 0424 twice"),
        ("unit:GD:set_up", "hex:Kurks", "unknown place 'Kurks'; did you mean 'Kursk'"),
    ],
)
def test_a_place_that_is_none_or_there_twice_is_refused(key, value, said):
    with pytest.raises(BalanceError, match=re.escape(said)):
        under(BLUE, {key: value})


# --- groups of units


@pytest.mark.parametrize(
    ("game", "group", "count"),
    [
        (BLUE, "all", 309),
        (BLUE, "all axis", 98),
        (BLUE, "all German infantry", 43),
        (BLUE, "all german infantry 6A", 16),
        (BLUE, "all german infantry except 6A", 27),
        (BLUE, "all nation=slovak", 1),
        (BLUE, "all army=13", 5),
        (BLUE, "* Pz", 10),
        (STAR, "all infantry_regiment", 20),
        (STAR, "all german infantry", 36),
        (STAR, "all hq", 9),
        (STAR, "all parent=GD", 2),
    ],
)
def test_a_group_has_the_units_that_are_all_of_its_words(game, group, count):
    rows = unit_rows(open_game(game).folder)
    assert len(units_of(open_game(game).folder, group)) == count
    assert set(units_of(open_game(game).folder, group)) <= set(rows)


def test_a_change_of_a_group_is_one_of_each_of_its_units():
    rows = unit_rows(open_game(BLUE).folder)
    wanted = {
        f"unit:{name}:attack": (row["attack"], str(int(row["attack"]) + 1))
        for name, (row,) in rows.items()
        if row["nation"] == "german" and row["kind"] == "infantry"
    }
    assert under(BLUE, {"unit:all german infantry:attack": "+1"}).changes == wanted
    gone = under(BLUE, {"unit:all italian": "removed"}).changes
    assert set(gone.values()) == {("there", "removed")}
    assert len(gone) == 9


def test_a_group_has_no_units_that_an_earlier_change_removed():
    overrides = {"unit:95 Inf": "removed", "unit:all german infantry:movement": "1 less"}
    changes = under(BLUE, overrides).changes
    assert changes["unit:95 Inf"] == ("there", "removed")
    assert len(changes) == 43


@pytest.mark.parametrize(
    ("group", "given", "said"),
    [
        ("all germn infantry", "+1", "unknown word 'germn' for units; did you mean 'german'"),
        ("all hungarian cavalry", "+1", "none is all of that; of each there are 'hungarian' 10"),
        ("all army=99", "+1", "unknown army '99' of a unit"),
        ("all arny=13", "+1", "unknown column 'arny' of the order of battle; did you mean 'army'"),
        ("all german infantry except", "+1", "nothing follows 'except'; say which units"),
        ("* Panzer", "+1", "no unit has such a name"),
        ("all soviet infantry", "+1", "15 Rif, 132 Rif, 143 Rif and 150 more ('u')"),
        ("all soviet", "3 less", "leave them out, e.g. with `except untried`"),
    ],
)
def test_a_group_that_is_none_or_has_no_such_number_is_refused(group, given, said):
    with pytest.raises(BalanceError, match=re.escape(said)):
        under(BLUE, {f"unit:{group}:attack": given})


def test_faults_of_a_group_are_told_once_with_the_line(written):
    path = written('[[unit]]\nunit = "all soviet untried"\nattack = 5\n')
    with pytest.raises(DataError) as caught:
        rules_under(open_game(BLUE), path)
    (fault,) = str(caught.value).splitlines()
    assert "mine.toml:5: " in fault
    assert "and 196 more faults of this change" in fault


# --- what is said twice


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[victory_points]\nKharkov = 2\n1134 = 3\n", "6: hex:1134:vp is set in line 5 already"),
        (
            '[victory_points]\nKharkov = 2\n[[hex]]\nhex = "1134"\nvp = 3\n',
            "7: hex:1134:vp is set in line 5 already",
        ),
        (
            '[set]\n"victory.last_turn" = 9\n"sequence.blue_turns" = 9\n',
            "6: sequence.blue_turns is set in line 5 already",
        ),
        (
            '[[unit]]\nunit = "GD"\nattack = 9\n[[unit]]\nunit = "GD"\nattack = 9\n',
            "8: unit:GD:attack is set in line 5 already",
        ),
        (
            '[[unit]]\nunit = "all axis"\nsteps = 2\n[[unit]]\nunit = "all axis"\nsteps = 1\n',
            "8: unit:all axis:steps is set in line 5 already",
        ),
        ("[[victory_points]]\nKharkov = 3\n", "4: [victory_points] is a table of hex = points"),
    ],
)
def test_what_a_file_says_twice_is_refused_with_both_lines(written, text, said):
    with pytest.raises(DataError, match=re.escape(said)):
        load_variants(open_game(BLUE), written(text))


def test_an_entry_area_that_is_named_twice_is_refused():
    with pytest.raises(DataError, match=r"entry_areas is 'A.A'; expected each area once"):
        rules_under(open_game(STAR), "baseline", {"hex:0120:entry_areas": "A|A"})


# --- victory points of any hex


def test_points_of_a_hex_stand_whatever_the_others_are_worth():
    rules = under(BLUE, {"hex:Stalingrad:vp": "1", "victory.vp_per_hex": 2})
    assert rules.changes == {"victory.vp_per_hex": (1, 2), "hex:2111:vp": ("1", "1")}
    more = under(BLUE, {"victory.vp_per_hex": 2, "hex:Stalingrad:vp": "+1"})
    assert more.changes["hex:2111:vp"] == ("1", "3")


def test_points_that_a_hex_has_anyway_are_no_change():
    rules = under(BLUE, {"hex:Stalingrad:vp": 1, "hex:Kharkov:vp": 0})
    assert (rules.changes, rules.hash) == ({}, under(BLUE, {}).hash)


def test_a_new_list_of_victory_hexes_replaces_points_said_before():
    rules = under(BLUE, {"hex:Kharkov:vp": 3, "victory.vp_hexes": "2111"})
    assert list(rules.changes) == ["victory.vp_hexes"]


# --- what a variant is shown to change


def rules_shown(path: str) -> dict[str, tuple[str, ...]]:
    variants = load_variants(open_game(BLUE), path)
    ruleset = rules_under(open_game(BLUE), path, judged=False)
    return {each.key: each.rules for each in differences(ruleset, variants)}


def test_no_rule_is_cited_that_the_file_does_not_cite(written):
    text = (
        '[set]\n"victory.sudden_death" = 0\n"supply.line_max_hexes" = 6\n'
        '[victory_points]\nKharkov = 2\n[[unit]]\nunit = "GD"\nattack = 11\n'
        '[[change]]\nrule = "4.6"\ntext = "No sudden death."\n'
    )
    assert rules_shown(written(text)) == {
        "victory.sudden_death": ("4.6",),
        "supply.line_max_hexes": (),
        "hex:1134:vp": (),
        "unit:GD:attack": (),
    }


def test_a_change_of_units_has_the_rule_that_the_file_cites_for_nothing_else(written):
    text = (
        '[set]\n"victory.sudden_death" = 0\n[[unit]]\nunit = "GD"\nattack = 11\n'
        '[[change]]\nrule = "4.6a"\ntext = "No sudden death."\n'
        '[[change]]\nrule = "2.12a"\ntext = "GD is weaker."\n'
    )
    assert rules_shown(written(text)) == {
        "victory.sudden_death": ("4.6a",),
        "unit:GD:attack": ("2.12a",),
    }


def test_a_group_is_shown_as_one_change(written):
    path = written('[[unit]]\nunit = "all german infantry"\nattack = "+1"\n')
    ruleset = rules_under(open_game(BLUE), path, judged=False)
    (shown,) = differences(ruleset, load_variants(open_game(BLUE), path))
    assert (shown.key, shown.before, shown.after) == (
        "unit:all german infantry:attack",
        "6 to 8",
        "7 to 9",
    )
    assert shown.title == "attack of all german infantry: 43 units"
