"""Tables and parameters of Stalingrad 1942-43: complete, with origins, as the text has them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from balance.experiments.variants import rules_under
from balance.files.charts import Row, read_rows
from balance.rulebook.game import open_game
from balance.rulebook.parameters import ORIGINS
from balance.rulebook.record import rules_record

GAME = "stalingrad_1942"
TABLES = open_game(GAME).folder / "tables"
ODDS = ("1:4", "1:3", "1:2", "1:1", *(f"{n}:1" for n in range(2, 11)))
#: Results from the attacker's worst to his best, one left to be tried after another.
WORST_FIRST = ("A2-1", "A1-1", "-1/-1", "D/D", "-1/B1", "B1", "B2", "B3", "B4", "B4S")
CRT_VARIANTS = ("crt_milder", "crt_bloodier", "crt_for_attackers", "crt_for_defenders")


def rows(table: str) -> list[Row]:
    return read_rows(TABLES / f"{table}.csv")


def test_parameters_are_read_into_the_record_of_kernels() -> None:
    record = rules_record(open_game(GAME).rules)
    assert record.stacking_limit == 3
    assert record.headquarters_range == 4


def worth_of(variant: str) -> list[list[int]]:
    """The results table of a variant, each cell by its place among results, worst first."""
    crt = rules_under(open_game(GAME), variant, judged=False).chart("crt")
    return [[WORST_FIRST.index(crt.cell(die, odds)) for odds in ODDS] for die in "123456"]


@pytest.mark.parametrize("variant", ["baseline", *CRT_VARIANTS])
def test_results_tables_meet_what_the_text_tells_of_the_lost_one(variant: str) -> None:
    worth = worth_of(variant)
    assert {cell for line in worth for cell in line} == set(range(len(WORST_FIRST)))
    for line in worth:
        assert line == sorted(line)
    for column in zip(*worth, strict=True):
        assert list(column) == sorted(column)
    even, first_guns = (
        [WORST_FIRST[line[ODDS.index(o)]] for line in worth] for o in ("1:1", "4:1")
    )
    assert {*even} >= {"D/D", "-1/-1"}
    assert {*first_guns} & {"B2", "B3", "B4"}
    best = WORST_FIRST.index("B4S")
    found = {odds for line in worth for odds, cell in zip(ODDS, line, strict=True) if cell == best}
    assert found == {"9:1", "10:1"}


def test_other_results_tables_are_what_their_names_say() -> None:
    """Milder and bloodier ones for both sides, the others for one: cell by cell."""
    attacker = {"A2-1": 4, "A1-1": 3, "-1/-1": 2, "-1/B1": 2}
    defender = {"-1/-1": 1, "-1/B1": 1, "B1": 1, "B2": 2, "B3": 3, "B4": 4, "B4S": 5}
    base = [cell for line in worth_of("baseline") for cell in line]
    names = {name: [cell for line in worth_of(name) for cell in line] for name in CRT_VARIANTS}

    def pays(by: dict[str, int], cells: list[int]) -> list[int]:
        return [by.get(WORST_FIRST[cell], 0) for cell in cells]

    for by in (attacker, defender):
        mild, usual, bloody = (
            pays(by, cells) for cells in (names["crt_milder"], base, names["crt_bloodier"])
        )
        assert all(less <= more for less, more in zip(mild, usual, strict=True))
        assert all(less <= more for less, more in zip(usual, bloody, strict=True))
    for better, worse in ((names["crt_for_attackers"], base), (base, names["crt_for_defenders"])):
        assert all(more >= less for more, less in zip(better, worse, strict=True))


@pytest.mark.parametrize("season", ["summer", "winter"])
def test_terrain_charts_hold_the_printed_costs_in_thirtieths(season: str) -> None:
    chart = {row["terrain"]: row for row in rows(f"terrain_{season}")}
    assert len(chart) == 11
    summer = season == "summer"
    assert chart["clear"]["motorized"] == ("30" if summer else "60")
    assert chart["main_road"]["motorized"] == ("10" if summer else "15")
    assert chart["main_road"]["tank"] == "15"
    assert chart["road"]["nonmotorized"] == "24"
    assert chart["marsh"]["motorized"] == ("-" if summer else "60")
    assert chart["large_river"]["tank"] == ("150" if summer else "-")
    assert chart["river"]["tank"] == ("90" if summer else "60")
    assert chart["volga"]["nonmotorized"] == "all"
    shifts = {kind: int(row["defender_shift"]) for kind, row in chart.items()}
    assert shifts == {
        **dict.fromkeys(("clear", "large_river", "road", "main_road", "marsh", "volga"), 0),
        **dict.fromkeys(("river", "town"), 1),
        **dict.fromkeys(("forest", "city", "hills"), 2),
    }


def test_the_calendar_has_a_turn_a_day_and_21_without_the_pauses() -> None:
    for scenario in rows("scenarios"):
        turns = [row for row in rows("turns") if row["scenario"] == scenario["scenario"]]
        first = date.fromisoformat(scenario["first_day"])
        days = [(first + timedelta(k)).isoformat() for k in range(int(scenario["turns"]))]
        assert [row["date"] for row in turns] == days
        assert days[-1] == scenario["last_day"]
        assert [row["turn"] for row in turns] == [str(k + 1) for k in range(len(days))]
        assert sum(row["pause"] == "0" for row in turns) == 21


@pytest.mark.parametrize(
    ("day", "german", "soviet"),
    [
        ("1942-07-30", "4", "0"),
        ("1942-07-31", "3", "0"),
        ("1942-08-17", "2", "0"),
        ("1942-08-21", "1", "0"),
        ("1942-11-20", "0", "4"),
        ("1942-11-21", "2", "3"),
        ("1942-11-23", "3", "1"),
        ("1942-12-11", "3", "0"),
        ("1942-12-24", "1", "0"),
        ("1942-12-25", "2", "0"),
    ],
)
def test_air_counters_by_day(day: str, german: str, soviet: str) -> None:
    (turn,) = (row for row in rows("turns") if row["date"] == day)
    assert (turn["german_air"], turn["soviet_air"]) == (german, soviet)


def test_victory_points_are_the_printed_ones() -> None:
    points = {row["key"]: int(row["points"]) for row in rows("victory")}
    approach = [points[f"on_to_stalingrad/approach_{n}"] for n in range(1, 7)]
    assert approach == [10, 15, 20, 25, 30, 35]
    assert points["on_to_stalingrad/german_stalingrad_hex"] == 2
    assert points["uranus/soviet_stalingrad"] == points["winter_storm/german_link_up"] == 100
    assert points["winter_storm/not_crossed_aksai"] == 50
    assert points["uranus/soviet_encirclement"] == 50


def test_every_row_says_where_it_is_from() -> None:
    for table in TABLES.glob("*.csv"):
        for row in read_rows(table):
            assert row["origin"] in ORIGINS, row.fault("origin")
