from __future__ import annotations

import pytest

from balance.errors import DataError, UnknownName
from balance.strategy import Strategy


class Bold(Strategy):
    name: str = "bold"  # annotated, yet no parameter
    game = "drive_on_stalingrad"
    side = "axis"

    min_odds: float = 3.0
    turns: int = 4
    early: bool = False
    goal: str = "Rostov"
    _kept: int = 0


def test_parameters_are_the_annotated_fields_with_their_defaults():
    assert Bold.parameters() == {"min_odds": 3.0, "turns": 4, "early": False, "goal": "Rostov"}


def test_parameters_given_as_text_get_the_type_of_their_default():
    player = Bold(min_odds="2.5", turns="6", early="yes", goal="Voronezh")
    assert (player.min_odds, player.turns, player.early, player.goal) == (2.5, 6, True, "Voronezh")
    assert type(Bold(min_odds=2).min_odds) is float


def test_setting_a_parameter_leaves_the_class_as_it_was():
    Bold(turns="9")
    assert Bold.turns == 4


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("turns", "four", "a whole number"),
        ("turns", "4.5", "a whole number"),
        ("turns", True, "a whole number"),
        ("min_odds", "nan", "a number"),
        ("min_odds", "many", "a number"),
        ("early", "perhaps", "true or false"),
        ("goal", 7, "a text"),
    ],
)
def test_parameter_of_the_wrong_type_is_refused_with_what_was_expected(key, value, expected):
    with pytest.raises(DataError) as caught:
        Bold(**{key: value})
    assert str(caught.value) == (
        f"strategy 'bold': parameter {key} is {value!r}; expected {expected}"
    )


def test_unknown_parameter_names_near_ones():
    with pytest.raises(UnknownName, match="did you mean 'min_odds'"):
        Bold(min_ods=2.0)


def test_weights_take_changes_and_refuse_what_is_unknown_or_out_of_range():
    assert Bold().weights(caution=2.0).caution == 2.0
    with pytest.raises(UnknownName, match="did you mean 'caution'"):
        Bold().weights(causion=2.0)
    with pytest.raises(
        DataError, match=r"bold: weight caution is 99; expected a number from 0\.1 to 10"
    ):
        Bold().weights(caution=99)
