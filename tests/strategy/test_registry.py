from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from balance.errors import DataError, StrategyError, UnknownName
from balance.rulebook.game import open_game
from balance.strategy import registry
from balance.strategy.calls import make_player

GAME = "drive_on_stalingrad"
PLUGIN = """
from balance.strategy import Plan, Strategy

class Dash(Strategy):
    \"\"\"Runs for the city.

    And then some.
    \"\"\"
    name = "{name}"
    game = "drive_on_stalingrad"
    side = "{side}"
    pace: int = 3

    def plan(self, view):
        return Plan()
"""
OPENING = '[opening]\nname = "{name}"\ngame = "drive_on_stalingrad"\nside = "{side}"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A strategy folder of its own in place of the installed ones."""
    monkeypatch.setattr(registry, "folders", lambda: (tmp_path,))
    registry.entries.cache_clear()
    (tmp_path / GAME).mkdir()
    yield tmp_path / GAME
    registry.entries.cache_clear()


def put(path: Path, text: str, name: str = "dash", side: str = "axis") -> Path:
    path.write_text(text.format(name=name, side=side), encoding="utf-8")
    return path


def test_strategies_are_listed_by_side_and_name_with_their_kind_and_title(folder):
    put(folder / "a.py", PLUGIN, "zeal")
    put(folder / "b.toml", OPENING, "anvil")
    put(folder / "c.toml", OPENING, "anvil", "soviet")
    put(folder / "_draft.py", PLUGIN, "draft")
    found = [(e.side, e.name, e.kind, e.title) for e in registry.entries(open_game(GAME))]
    assert found == [
        ("axis", "anvil", "opening", "An opening file."),
        ("axis", "zeal", "plugin", "Runs for the city."),
        ("soviet", "anvil", "opening", "An opening file."),
    ]
    assert registry.names(open_game(GAME), "axis") == ["anvil", "zeal"]


def test_a_name_claimed_twice_on_one_side_is_an_error_naming_both_files(folder):
    put(folder / "a.py", PLUGIN)
    put(folder / "b.toml", OPENING)
    with pytest.raises(DataError, match=r"b\.toml: strategy 'dash' \(axis\) is already .*a\.py"):
        registry.entries(open_game(GAME))


def load(spec: str) -> Any:
    entry, parameters = registry.find(open_game(GAME), "axis", spec)
    return make_player(entry.cls, parameters)


def test_strategy_is_found_by_name_with_parameters(folder):
    put(folder / "a.py", PLUGIN)
    player = load("dash:pace=5")
    assert (player.name, player.pace) == ("dash", 5)


def test_strategy_is_found_by_path_even_with_a_leading_underscore(tmp_path):
    path = put(tmp_path / "_dash.py", PLUGIN)
    assert load(f"{path}:pace=4").pace == 4


def test_unknown_strategy_names_near_ones(folder):
    put(folder / "a.py", PLUGIN)
    with pytest.raises(UnknownName, match="unknown axis strategy 'dish'; did you mean 'dash'"):
        registry.find(open_game(GAME), "axis", "dish")


def test_a_strategy_of_the_other_side_is_told_as_such(folder):
    put(folder / "a.py", PLUGIN)
    with pytest.raises(
        DataError, match="--soviet dash:pace=2: is an Axis strategy; give it as --axis"
    ):
        registry.find(open_game(GAME), "soviet", "dash:pace=2")


def test_a_strategy_for_some_scenarios_plays_no_others(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "folders", lambda: (tmp_path,))
    registry.entries.cache_clear()
    game = open_game("stalingrad_1942")
    (tmp_path / game.name).mkdir()
    head = OPENING.replace(GAME, game.name)
    put(tmp_path / game.name / "a.toml", head, "always")
    put(tmp_path / game.name / "b.toml", head + 'scenarios = ["uranus", "winter_storm"]\n', "late")
    assert registry.names(game, "axis") == ["always", "late"]
    assert registry.names(game, "axis", "uranus") == ["always", "late"]
    assert registry.names(game, "axis", "on_to_stalingrad") == ["always"]
    registry.find(game, "axis", "late", "winter_storm")
    refusal = "--axis late: is for uranus and winter_storm alone, not for on_to_stalingrad; choose "
    with pytest.raises(DataError, match=f"{refusal}one of always"):
        registry.find(game, "axis", "late", "on_to_stalingrad")
    registry.entries.cache_clear()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("dash:pace", "'pace' is no parameter; write key=value"),
        ("dash:pace=1,pace=2", "parameter pace is given twice"),
        ("missing.toml", "missing.toml: no such strategy file"),
    ],
)
def test_malformed_specification_is_refused(folder, spec, message):
    put(folder / "a.py", PLUGIN)
    with pytest.raises(DataError, match=message):
        load(spec)


def test_file_for_the_other_side_or_another_game_is_refused(tmp_path):
    path = put(tmp_path / "dash.py", PLUGIN)
    with pytest.raises(DataError, match="holds no strategy for the soviet side"):
        registry.find(open_game(GAME), "soviet", str(path))
    with pytest.raises(
        DataError, match="is a strategy for drive_on_stalingrad, not for army_group_south"
    ):
        registry.find(open_game("army_group_south"), "axis", str(path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('side = "axis"', 'side = "german"'), "Dash.side is 'german'; expected axis or soviet"),
        (
            ('game = "drive_on_stalingrad"', "game = None"),
            "Dash.game is None; expected one of army",
        ),
        (
            ('game = "drive_on_stalingrad"', 'game = "my_own"'),
            "or the folder of a game of your own, in whose strategies/ the file lies",
        ),
        (('name = "dash"', 'name = "the dash"'), "Dash.name is 'the dash'; expected a letter"),
        (
            ("pace: int = 3", "scenarios = ['operation_blue']"),
            r"Dash.scenarios is \['operation_blue'\]; expected a tuple of some of ",
        ),
        (("pace: int = 3", "pace: list = []"), r"Dash.pace is \[\]; expected an int"),
        (('name = "dash"', ""), "defines no Strategy subclass with a name"),
    ],
)
def test_plugin_that_describes_itself_wrongly_is_refused(tmp_path, change, message):
    path = put(tmp_path / "dash.py", PLUGIN)
    path.write_text(path.read_text().replace(*change))
    with pytest.raises(DataError, match=message):
        registry.read_file(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nraise ValueError('no luck')\n", r"broken\.py: can't be loaded: ValueError: no "),
        ("x = (\n", r"SyntaxError: '\(' was never closed \(broken\.py, line 1\)$"),
        ("import sys\nsys.exit(3)\n", r"SystemExit: 3 \[broken\.py:2\]"),
        ("def f(:\n", r"SyntaxError: .*broken\.py, line 1"),
        ("import no_such_module\n", r"ModuleNotFoundError: .* \[broken\.py:1\]"),
    ],
)
def test_plugin_that_fails_when_loaded_is_told_with_file_and_line(tmp_path, text, message):
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(StrategyError, match=message):
        registry.read_file(path)


def test_the_installed_strategies_include_random_for_both_sides():
    assert "random" in registry.names(open_game(GAME), "axis")
    assert "random" in registry.names(open_game(GAME), "soviet")
