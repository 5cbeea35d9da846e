"""Changes of a variant, kind by kind: each has an effect, or is refused with file and line."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from balance.errors import BalanceError, DataError
from balance.experiments.variants import rules_under
from balance.files.charts import read_rows
from balance.games.army_group_south.order_of_battle import GERMAN_KINDS
from balance.maps.sheet import SIDE_FEATURES
from balance.rulebook.game import open_game, playable_names
from balance.rulebook.map_edits import printed_hex
from balance.rulebook.ruleset import Ruleset, unit_row

#: Games with code of their own; those of a system have the one reader of its charts.
GAMES = [name for name in playable_names() if open_game(name).system is None]
STAR, BLUE, DAYS = GAMES
#: What somebody might write into a cell.
HOSTILE = ("x", "-1", "0", "1", "2", "99", "999", "", "moon", "a|a", "٣", "1.5", "P", "-")


def charts(rules: Ruleset) -> bytes:
    """What the charts of a game come to for the referee."""
    tables = rules.game.referee("tables")
    tables.check_charts(rules)
    if rules.game.name == DAYS:
        return b"".join(map(days, names_of_scenarios(), [rules] * 3))
    read = [tables.load_crt(rules), tables.load_tec(rules)]
    if rules.game.name == BLUE:
        return b"".join(table.tobytes() for table in (*read, tables.load_hexsides(rules)))
    return b"".join(table.tobytes() for table in read) + units(rules)


def names_of_scenarios() -> list[str]:
    return [scenario.name for scenario in open_game(DAYS).scenarios]


def days(scenario: str, rules: Ruleset) -> bytes:
    """What the charts come to for a scenario of the game of days."""
    tables = open_game(DAYS).referee("tables")
    bridges = [(row["hex_a"], row["hex_b"], stands) for row, stands in tables.load_bridges(
        rules, scenario)]  # fmt: skip
    arrays = [
        tables.load_crt(rules),
        tables.load_tec(rules, tables.terrain_chart(rules, scenario)),
        tables.load_calendar(rules, scenario),
        tables.load_points(rules, scenario),
    ]
    told = f"{bridges}{tables.scene_fields(rules, scenario)}".encode()
    return told + b"".join(array.tobytes() for array in arrays)


def units(rules: Ruleset) -> bytes:
    """What the order of battle of a game comes to for the referee."""
    module = rules.game.referee("order_of_battle")
    folder = rules.game.folder / "order_of_battle"
    if rules.game.name == DAYS:
        books = [module.load_order_of_battle(folder, s, rules) for s in names_of_scenarios()]
        return b"".join(
            part for book in books for part in (
                book.units.tobytes(), book.strengths.tobytes(), "|".join(book.set_up).encode(),
                bytes(book.works),
            )
        )  # fmt: skip
    if rules.game.name == BLUE:
        last = rules.integer("victory.last_turn")
        book = module.load_order_of_battle(
            folder, die_mean_x10=35, edits=rules.unit_edits, last_turn=last
        )
        extra = [book.pools.attack, book.pools.defense, book.pools.first]
    else:
        book = module.load_order_of_battle(folder, rules)
        extra = [book.strengths, book.pools.first, book.pools.arrivals]
    texts = (*book.set_up, *getattr(book.pools, "hexes", ()))
    arrays = (book.units, book.pools.pool_of, *extra)
    return b"".join(array.tobytes() for array in arrays) + "|".join(texts).encode()


@cache
def unchanged(game: str, read) -> bytes:
    return read(open_game(game).rules)


def idle_changes(game: str, read, changes: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Changes that are taken and come to nothing."""
    idle = []
    for key, value in changes:
        try:
            rules = rules_under(open_game(game), overrides={key: value}, judged=False)
            if rules.changes and read(rules) == unchanged(game, read):
                idle.append((key, value))
        except BalanceError as error:
            told = str(error)
            assert re.search(r"\.csv:\d+: |can't be|unknown column|parameter \S+ says", told), (
                key,
                value,
                told,
            )
    return idle


def cells(game: str) -> Iterator[tuple[str, str]]:
    for name, chart in open_game(game).rules.charts.items():
        for row in chart.row_names:
            for column in chart.columns:
                for value in HOSTILE[:8] if column.endswith("_text") else HOSTILE:
                    yield f"{name}:{row}:{column}", value


def fields(game: str, *chosen: str) -> Iterator[tuple[str, str]]:
    folder = open_game(game).folder
    for unit in chosen:
        printed = unit_row(folder, unit)
        for column, text in printed.cells.items():
            others = {row[column] for row in read_rows(printed.path)}
            for value in (*HOSTILE, *sorted(others)):
                if column != "unit" and value != text and (column, value) not in ALIKE:
                    yield f"unit:{unit}:{column}", value


#: Words for the same thing: the first kind of German unit, and of the mobility of headquarters.
ALIKE = {
    *(("unit_class", word) for word in GERMAN_KINDS),
    ("mechanized", "no"), ("mechanized", "mech_phase_only"),
}  # fmt: skip


def board(rules: Ruleset) -> bytes:
    """What the map of a game comes to for the referee."""
    module = rules.game.referee("map")
    if rules.game.name == BLUE:
        found = module.load_map(parameters=module.hex_parameters(rules), edits=rules.map_edits)
    elif rules.game.name == DAYS:
        sheets = [module.load_map(rules, scenario)[0] for scenario in names_of_scenarios()]
        return b"".join(each.hexes.tobytes() + each.hexside.tobytes() for each in sheets)
    else:
        found = module.load_map(rules)
    return bytes(found.hexes.tobytes() + found.hexside.tobytes())


def places(game: str, *chosen: str) -> Iterator[tuple[str, str]]:
    """Changes of hexes, and of the side between the first two of them."""
    rows = [printed_hex(open_game(game).folder, name) for name in chosen]
    words = {column: ("x", "-1", "1", "99", "A|A") for column in rows[0].cells}
    for row in rows:
        for column, text in row.cells.items():
            for value in (*words[column], *{each[column] for each in rows}):
                if value != text:
                    yield f"hex:{row['hex']}:{column}", value
    for first, second in product((*SIDE_FEATURES, "none", "x"), ("", *SIDE_FEATURES)):
        yield f"hexside:{chosen[0]}-{chosen[1]}", f"{first}|{second}".rstrip("|")


def some(changes: Iterator[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """Some of the changes; all of them in a long check."""
    whole = list(changes)
    if os.environ.get("BALANCE_LONG_CHECK"):
        return whole
    return random.Random(2026).sample(whole, count)


@pytest.mark.parametrize("game", GAMES)
def test_a_cell_of_a_chart_has_an_effect_or_is_refused(game: str):
    assert idle_changes(game, charts, some(cells(game), 200)) == []


@pytest.mark.parametrize(
    ("game", "chosen", "count"),
    [
        (STAR, ("1/GD", "106 Inf", "1 Gd Tank Corps", "1 Guards HQ"), 40),
        (BLUE, ("GD", "340 Inf"), 25),
        (DAYS, ("126 Rif", "178/76", "2/16 Pz"), 40),
    ],
)
def test_a_field_of_a_unit_has_an_effect_or_is_refused(game: str, chosen: tuple[str], count: int):
    assert idle_changes(game, units, some(fields(game, *chosen), count)) == []


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        (STAR, ("0303", "0304", "1014")),
        (BLUE, ("0303", "0304", "0706", "2725")),
        (DAYS, ("2919", "2920", "3215")),
    ],
)
def test_a_change_of_the_map_has_an_effect_or_is_refused(game: str, chosen: tuple[str]):
    assert idle_changes(game, board, some(places(game, *chosen), 15)) == []


ARRIVALS = "soviet_reinforcements:Rifle Division"


@pytest.mark.parametrize(
    ("game", "read", "key", "value", "said"),
    [
        (STAR, charts, f"{ARRIVALS}:turn_2", "x", "can't be 'x'; it takes a whole number 0 to 2"),
        (STAR, charts, f"{ARRIVALS}:turn_2", "-1", "it takes a whole number 0 to 2 .units."),
        (STAR, charts, f"{ARRIVALS}:turn_2", "999", "it takes a whole number 0 to 2 .units."),
        (STAR, charts, "soviet_reinforcements:Rifle Brigade:turn_2", "x", "csv:5: turn_2 is 'x'"),
        (STAR, charts, "soviet_reinforcements:Rifle Brigade:turn_2", "9", "csv:5: pool 'rifle_b"),
        (STAR, charts, f"{ARRIVALS}:total", "12", "total of .* no rule goes by that cell; a var"),
        (STAR, charts, "turns:8:thaw_flag", "0", "all of it is for readers"),
        (STAR, charts, "terrain:Clear:blocks_zoc", "1", "can change mech_mp, inf_mp, defense_mu"),
        (STAR, charts, "terrain:Clear:defense_multiplier", "0", "a whole number 1 to 9, or P"),
        (STAR, units, "unit:1/GD:arrival_turn", "99", "the last game turn is 10; expected a turn"),
        (STAR, units, "unit:1/GD:note", "x", "note is 'x': no rule goes by it; a variant can"),
        (STAR, units, "unit:106 Inf:hex", "0303", "expected one alone: a hex, a turn or a pool"),
        (STAR, units, "unit:1 Guards HQ:leadership", "99", "expected a whole number 1 to 20"),
        (STAR, board, "hexside:0303-0304", "minor_river|water", "blocked and water alone"),
        (STAR, board, "hexside:0303-0304", "rail|rail", "expected each once"),
        (STAR, board, "hex:1014:place", "x", "no rule goes by a name"),
        (BLUE, charts, "crt_origin:1:1:3", "book", "all of it is for readers"),
        (BLUE, charts, "terrain:off_map:mech_cost", "3", "no rule goes by that cell"),
        (BLUE, units, "unit:340 Inf:arrival_turn", "99", "the last game turn is 11; expected a"),
        (BLUE, units, "unit:GD:rating", "moon", "rating is 'moon': no rule goes by it; a variant"),
        (BLUE, units, "unit:GD:traits", "grossdeutschland|grossdeutschland", "each trait once"),
        (
            BLUE,
            board,
            "hexside:0303-0304",
            "river|water",
            "one of river, .*blocked and water alone",
        ),
        (BLUE, board, "hex:0233:supply", "", "supply.german_ultimate_sources says; change that"),
        (BLUE, board, "victory.vp_hexes", "2111|2725|2111", "names 2111 twice; it takes each hex"),
    ],
)
def test_a_change_without_meaning_is_refused_with_what_is_possible(game, read, key, value, said):
    with pytest.raises(DataError, match=said):
        read(rules_under(open_game(game), overrides={key: value}, judged=False))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[unit]]\nunit = "1/GD"\narrival_turn = 99\n', r"mine\.toml:4: .*german.csv:.*99"),
        (
            '[[hexside]]\nhexside = "0303-0304"\nfeatures = "water|rail"\n',
            r"mine\.toml:4: .*0303-0304",
        ),
        (
            '[set]\n"soviet_reinforcements:Rifle Brigade:turn_2" = 9\n',
            r"mine\.toml:4: .*csv:5: pool",
        ),
        (
            '[set]\n"supply.german_excluded_exit" = ["0901", "0901"]\n',
            r"mine\.toml:4: .*0901 twice",
        ),
    ],
)
def test_a_change_without_meaning_is_refused_with_its_line(tmp_path, text, said):
    path = tmp_path / "mine.toml"
    path.write_text(f'[variant]\nname = "mine"\n{text}')
    with pytest.raises(DataError, match=said):
        rules_under(open_game(STAR), str(path))


def test_a_price_can_be_closed_by_its_parameter_or_its_cell():
    for key in ("movement.swamp_mech", "terrain:Swamp:mech_mp"):
        rules = rules_under(open_game(STAR), overrides={key: "prohibited"}, judged=False)
        assert rules.changes == {"movement.swamp_mech": (3, -1)}
        assert charts(rules) != unchanged(STAR, charts)


def test_a_unit_that_comes_after_the_end_of_a_shortened_game_is_no_fault():
    rules = rules_under(open_game(STAR), overrides={"sequence.game_turns": "3"}, judged=False)
    assert units(rules) == unchanged(STAR, units)
