import pytest

from balance.errors import BadQuestion, DataError
from balance.rulebook.game import open_game
from balance.studies.settings import (
    check_distinct,
    on_top,
    read_values,
    rules_hashes,
    setting_label,
    settings_grid,
)

KEY = "victory.vp_to_win"


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ("5,6,7", ("5", "6", "7")),
        ("5..7", ("5", "6", "7")),
        ("5..20:5", ("5", "10", "15", "20")),
        ("9, 5..6", ("5", "6", "9")),
        ("off,on", ("off", "on")),
        ([7, 5], ("5", "7")),
        (range(5, 8), ("5", "6", "7")),
        ([("0233", "1134"), ("2618",)], ("0233|1134", "2618")),
    ],
)
def test_values_are_read_as_lists_and_ranges(given: object, values: tuple[str, ...]):
    assert read_values(KEY, given) == values


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("6", "6 is one value; expected at least two"),
        (6, "6 is one value"),
        ("", "a value is missing"),
        ("5,,6", "a value is missing"),
        ([], "nothing is one value"),
        ("6..6", "6 is one value"),
        ("9..5", "the range 9..5 holds no values"),
        ("5..9:0", "holds no values"),
        ("5..9:-1", "the range 5..9:-1 holds no values"),
        ("1..10000000000", "1..10000000000 is no range"),
        ("5,6.5..8", "6.5..8 is no range"),
        ("1..100000000", "100,000,000 settings; expected at most 400"),
    ],
)
def test_values_that_make_no_sweep_are_refused(given: object, said: str):
    with pytest.raises(BadQuestion, match=said):
        read_values(KEY, given)


def test_grid_holds_every_combination_the_last_parameter_fastest():
    grid = settings_grid({"a.b": ("1", "2"), "c.d": ("3", "4")})
    assert [setting_label(s) for s in grid] == [
        "a.b=1, c.d=3", "a.b=1, c.d=4", "a.b=2, c.d=3", "a.b=2, c.d=4",
    ]  # fmt: skip


def test_grid_too_large_is_refused_with_what_to_do():
    many = tuple(map(str, range(21)))
    with pytest.raises(BadQuestion, match=r"21 x 20 values\): 420 settings.*range with a step"):
        settings_grid({"a.b": many, "c.d": many[:20]})


def test_parameter_set_for_all_games_and_swept_too_is_refused():
    with pytest.raises(BadQuestion, match="is set to 6 for all games"):
        on_top(((KEY, "6"),), ((KEY, "7"),))


def test_same_value_in_two_spellings_is_refused():
    settings = [(("victory.sudden_death", word),) for word in ("on", "1")]
    hashes = rules_hashes(open_game("drive_on_stalingrad"), "baseline", settings)
    with pytest.raises(BadQuestion, match="are the same; expected different rules"):
        check_distinct(settings, hashes)


def test_each_fault_of_a_grid_is_told_once():
    settings = [((("victory.vp_to_wim"), "5"), (KEY, str(n))) for n in (0, 6, 100)]
    with pytest.raises(DataError) as told:
        rules_hashes(open_game("drive_on_stalingrad"), "baseline", settings)
    assert len(told.value.faults) == 3
    assert "did you mean 'victory.vp_to_win'" in str(told.value)
    assert "a whole number 1 to 99" in str(told.value)
