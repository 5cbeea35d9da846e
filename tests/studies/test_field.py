"""The file of a game's field: what it says, and what is refused."""

import re

import numpy as np
import pytest

from balance.errors import BadQuestion, DataError
from balance.experiments.scenarios import find_game, find_scenario, scenarios
from balance.strategy import field as reader
from balance.strategy.api import SIDES
from balance.strategy.field import MOST_WEIGHT, Pairing, read_field, read_fields
from balance.strategy.registry import entries
from balance.studies.field.making import fields_text, main_pairing_first, met_pairings
from balance.studies.field.players import Players

SOUND = """
[[field]]
scenario = "operation_blue"
source = "made up"
games = 2500
seed = 11
date = 2026-11-25
version = "0.1"

[[field.pairing]]
axis = "historical"
soviet = "don_line"
weight = 3

[[field.pairing]]
axis = "caucasus_first"
soviet = "don_line"
weight = 2

[[field.answer]]
side = "axis"
gain = 0.031
low = 0.002
high = 0.06
games = 5000
judged = 1000
seed = 12
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "_path", lambda game: tmp_path / "field.toml")
    return tmp_path


def read(folder, text: str = SOUND):
    (folder / "field.toml").write_text(text, encoding="utf-8")
    return read_fields(find_game("drive_on_stalingrad"))


def test_a_field_has_pairings_weights_and_where_they_come_from(folder):
    found = read(folder)["operation_blue"]
    assert [(p.axis, p.soviet, p.weight) for p in found.pairings] == [
        ("historical", "don_line", 3),
        ("caucasus_first", "don_line", 2),
    ]
    assert (found.source, found.games, found.seed, found.version) == ("made up", 2500, 11, "0.1")
    assert found.weight == 5
    (answer,) = found.answers
    assert (answer.side, answer.gain, answer.games) == ("axis", 0.031, 5000)


@pytest.mark.parametrize(
    ("sound", "wrong", "said"),
    [
        ('"operation_blue"', '"operation_blu"', "field.toml:3: unknown scenario 'operation_blu'; "
         "did you mean 'operation_blue'?"),
        ('"historical"', '"historcal"', "field.toml:11: unknown axis strategy 'historcal'; did you "
         "mean 'historical'?"),
        ('axis = "historical"', 'axis = "volga_line"', "field.toml:11: --axis volga_line: is a "
         "Soviet strategy"),
        ("weight = 3", "weight = 0", "field.toml:13: field[1].pairing[1].weight is 0; expected a "
         "whole number 1 to 20"),
        ("weight = 3", "weight = 1.5", "weight is 1.5; expected a whole number"),
        ("weight = 3", "weight = 19", "field.toml:3: the weights of operation_blue add up to 21; "
         "expected 1 to 20"),
        ("weight = 3\n", "", "lacks weight"),
        ('"caucasus_first"', '"historical"', "historical against don_line is there twice"),
        ("low = 0.002", "low = 0.04", "field.toml:21: gain 0.031 lies outside 0.04 to 0.06"),
        ('side = "axis"', 'side = "german"', "side is 'german'; expected one of axis, soviet"),
        ("date = 2026-11-25", 'date = "today"', "date is 'today'; expected a date"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(folder, sound, wrong, said):
    assert sound in SOUND
    with pytest.raises(DataError, match=re.escape(said)):
        read(folder, SOUND.replace(sound, wrong, 1))


def test_all_faults_come_at_once(folder):
    text = SOUND.replace("historical", "historcal").replace("operation_blue", "blue")
    with pytest.raises(DataError) as told:
        read(folder, text)
    assert len(told.value.faults) == 2


def test_two_fields_of_one_scenario_are_refused(folder):
    with pytest.raises(DataError, match="has 2 fields; expected one"):
        read(folder, SOUND + SOUND.partition("[[field.answer]]")[0])


def test_a_scenario_without_a_field_asks_for_names(folder):
    with pytest.raises(BadQuestion, match=r"no field of operation_blue.*--axis and --soviet"):
        Players.chosen(find_scenario("blue"), None, None)


def test_of_a_wide_field_the_largest_shares_are_told():
    met = tuple((f"a{n}", "s") for n in range(6))
    told = Players(met, (5, 5, 4, 3, 2, 1)).remarks[0]
    assert told.endswith("a2 against s 20%, a3 against s 15%, 2 other pairings 15%")


def test_what_is_written_is_what_is_read(folder):
    found = read(folder)
    assert read(folder, fields_text(found.values())) == found


@pytest.mark.parametrize(
    ("axis", "soviet", "met"),
    [
        ({"a": 1.0}, {"s": 1.0}, [("a", "s", 20)]),
        ({"a": 0.5, "b": 0.5}, {"s": 0.5, "t": 0.5}, [("a", "s", 5), ("a", "t", 5), ("b", "s", 5),
         ("b", "t", 5)]),
        ({"a": 0.98, "b": 0.02, "c": 0.0}, {"s": 1.0}, [("a", "s", 20)]),
    ],
)  # fmt: skip
def test_mixes_meet_in_whole_games(axis, soviet, met):
    found = met_pairings(axis, soviet)
    assert [(each.axis, each.soviet, each.weight) for each in found] == met


@pytest.mark.parametrize("seed", range(20))
def test_each_strategy_plays_its_share_of_the_field_to_within_one_game(seed):
    random = np.random.default_rng(seed)
    shares = {side: random.dirichlet(np.full(n, 0.5)) for side, n in (("axis", 7), ("soviet", 5))}
    mixes = {side: {f"{n}": share for n, share in enumerate(s)} for side, s in shares.items()}
    found = met_pairings(mixes["axis"], mixes["soviet"])
    assert sum(each.weight for each in found) == MOST_WEIGHT
    for side, mix in mixes.items():
        for name, share in mix.items():
            games = sum(each.weight for each in found if getattr(each, side) == name)
            assert abs(games - MOST_WEIGHT * share) < 1


@pytest.mark.parametrize(
    ("weights", "scores", "main"),
    [
        ((10, 10), (0.1, 0.6), 0),  # over the field 0.35; of equally near ones the first
        ((8, 6, 6), (0.1, 0.9, 0.5), 2),  # 0.46
        ((9, 7, 4), (0.1, 0.9, 0.5), 0),  # 0.46, but the third plays too seldom
    ],
)
def test_the_main_pairing_is_a_frequent_one_that_scores_what_the_field_does(weights, scores, main):
    met = tuple(Pairing(f"{n}", "s", weight) for n, weight in enumerate(weights))
    found = main_pairing_first(met, {(p.axis, "s"): s for p, s in zip(met, scores, strict=True)})
    assert found[0] == met[main]
    assert set(found) == set(met)


def test_the_first_pairing_of_a_file_is_the_main_one(folder):
    text = SOUND.replace("weight = 3", "weight = 1")
    assert read(folder, text)["operation_blue"].main == Pairing("historical", "don_line", 1)


def test_a_mix_is_what_the_pairings_have_of_a_side(folder):
    assert read(folder)["operation_blue"].mix("axis") == {"historical": 0.6, "caucasus_first": 0.4}
    assert read(folder)["operation_blue"].mix("soviet") == {"don_line": 1.0}


@pytest.mark.parametrize("name", [f"{each.game}/{each.name}" for each in scenarios()])
def test_every_scenario_has_a_field_of_players_that_searches_hardly_beat(name):
    """At most 5 points were found against either mix, and 8 at the upper end of the interval."""
    found = find_scenario(name)
    field = read_field(found)
    assert field.weight >= 10
    examples = {(e.side, e.name) for e in entries(found.game) if e.is_example(found.name)}
    for side in SIDES:
        assert not examples & {(side, each) for each in field.mix(side)}
    assert sorted(each.side for each in field.answers) == sorted(SIDES)
    for each in field.answers:
        assert each.gain <= 0.05
        assert each.high <= 0.08
        assert each.games > 4900
