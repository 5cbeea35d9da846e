import numpy as np
import pytest

from balance.errors import BadQuestion, UnknownName
from balance.experiments.variants import rules_under
from balance.rulebook.game import open_game
from balance.studies.sensitivity.ranges import (
    Range,
    chosen_parameters,
    chosen_ranges,
    is_variable,
    neighbours,
    read_over,
)

GAME = "drive_on_stalingrad"
RULES = open_game(GAME).rules


def near(key: str, **settings: object) -> list[str]:
    rules = RULES.with_overrides(settings)
    return neighbours(rules, rules.parameter(key))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("victory.vp_to_win", ["5", "7"]),
        ("victory.oos_kills_per_vp", ["15", "25"]),  # a quarter from 12 on
        ("victory.start_vp", ["1"]),  # none below 0
        ("sequence.release_1pa", ["2", "4"]),
        ("combat.ma_defender_shift", ["-3", "-1"]),
        ("victory.sudden_death", ["0"]),
        ("combat.auto_high_result", ["AS", "AL1", "DR", "EX"]),
        ("movement.hills_mech", ["3", "5"]),
        ("movement.marsh_mech", ["1"]),  # closed: opened at its lowest cost
    ],
)
def test_settings_lie_one_sensible_step_away(key: str, expected: list[str]):
    assert near(key) == expected


def test_steps_start_from_where_the_variant_is():
    rules = rules_under(open_game(GAME), "vp_to_win_7")
    assert neighbours(rules, rules.parameter("victory.vp_to_win")) == ["6", "8"]


def test_every_parameter_that_is_no_fixed_word_or_hex_list_has_a_neighbour_that_can_be_read():
    chosen = chosen_parameters(RULES)
    assert len(chosen) > 100
    for parameter in chosen:
        settings = neighbours(RULES, parameter)
        assert settings, parameter.key
        for setting in settings:
            assert RULES.with_overrides({parameter.key: setting}).changes, parameter.key


def test_a_topic_or_a_key_or_an_alias_chooses_parameters():
    topic = [each.key for each in chosen_parameters(RULES, ["air"])]
    assert topic == [
        k for k, p in RULES.parameters.items() if k.startswith("air") and is_variable(p)
    ]
    alias = chosen_parameters(RULES, ["sequence.blue_turns"])
    assert [each.key for each in alias] == ["victory.last_turn"]


def test_parameters_that_are_not_there_or_can_not_change_are_refused():
    with pytest.raises(UnknownName, match=r"did you mean 'air'"):
        chosen_parameters(RULES, ["airr"])
    with pytest.raises(BadQuestion, match=r"victory\.vp_side has no other number"):
        chosen_parameters(RULES, ["victory.vp_side"])


def test_points_fall_into_equal_slices():
    places = Range("a.b", ("1", "2", "3", "4")).places(np.linspace(0, 0.9999, 4000))
    assert np.bincount(places).tolist() == [1000] * 4
    thirds = Range("a.b", ("x", "y", "z")).places(np.arange(4) / 3)
    assert thirds.tolist() == [0, 1, 2, 2]


def test_ranges_are_those_of_the_rules_or_given():
    ranges = chosen_ranges(
        RULES, ["victory.sudden_death", "air.air_shift"], {"victory.vp_to_win": (5, 7)}
    )
    assert [(each.key, each.settings) for each in ranges] == [
        ("victory.sudden_death", ("0", "1")),
        ("air.air_shift", ("0", "1", "2", "3", "4", "5")),
        ("victory.vp_to_win", ("5", "6", "7")),
    ]


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ({"victory.vp_to_win": (8, 4)}, "8..4 is no range"),
        ({"victory.vp_to_win": (4, 100)}, "from 1 to 99"),
        ({"victory.sudden_death": (0, 1)}, "give it no range"),
        ({"victory.vp_hexes": (0, 1)}, "has no range"),
    ],
    ids=str,
)
def test_a_range_that_is_none_is_refused(over: dict[str, tuple[int, int]], said: str):
    with pytest.raises(BadQuestion, match=said):
        chosen_ranges(RULES, [], over)


@pytest.mark.parametrize("text", ["victory.vp_to_win", "a=1", "a=1..x", "=1..2"])
def test_a_range_that_can_not_be_read_is_refused(text: str):
    with pytest.raises(BadQuestion, match=r"expected KEY=LOW\.\.HIGH"):
        read_over([text])


def test_negative_ranges_are_read_and_no_key_twice():
    assert read_over(["combat.city_shift=-3..0"]) == {"combat.city_shift": (-3, 0)}
    with pytest.raises(BadQuestion, match="given twice"):
        read_over(["a.b=1..2", "a.b=1..3"])
