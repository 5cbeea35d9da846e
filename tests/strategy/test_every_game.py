"""What holds of every game that can be played: views, plans, openings, guide, exam."""

from __future__ import annotations

import dataclasses
import re
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.errors import BalanceError, DataError
from balance.rulebook.game import open_game
from balance.staff.orders import Order, orders_of_games
from balance.staff.plan import Plan
from balance.staff.seen_board import SeenBoard
from balance.strategy import Strategy, registry
from balance.strategy.api import SIDES
from balance.strategy.conformance import _check_imports
from balance.strategy.opening import read_opening
from balance.strategy.play import Match, Playable, see
from tests.every_game import GAMES, playable_of, snapshot

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "STRATEGIES.md").read_text(encoding="utf-8")
BESIDE = ["_example_orders.py", "_example_plan.py", "_template_opening.toml", "_template_plugin.py"]

pytestmark = pytest.mark.parametrize("game", GAMES)


def everything(view: Any) -> dict[str, Any]:
    """All that a view tells of a game."""
    units = view.units()
    return {
        "units": units,
        "enemies": view.enemies(),
        "controlled": view.controlled(),
        "facts": {name: view.facts[name] for name in view.facts},
        "hexes": [view.hex(unit.hex) for unit in units[:9] if unit.hex],
        "reach": [view.reach(unit.name) for unit in units[:9]],
        "entries": [view.entry_hexes(unit.name) for unit in units[:9]],
    }


# --- views


@pytest.mark.parametrize("side", [0, 1])
def test_looking_does_not_change_the_game(game, side):
    playable = playable_of(game)
    state = playable.new_game(3, playable.place(({}, {})))
    view = see(playable, state, side)
    before = snapshot(state)
    told = everything(view)
    view.random(6)
    assert snapshot(state) == before
    assert len(told["units"]) > 30
    assert told["enemies"]


@pytest.mark.parametrize("side", SIDES)
def test_the_next_prize_is_the_nearest_that_is_not_ours(game, side):
    """There is none if all are ours, nor where the staff itself frees who has done his part."""
    playable = playable_of(game)
    view = see(playable, playable.new_game(3, playable.place(({}, {}))), SIDES.index(side))
    hexes = [view.hex(name) for name in playable.hex_names]
    left = [h.hex for h in hexes if "vp" in h.features and h.control != side]
    expected = len(left) > 0 and game != "stalingrad_1942"
    for start in (["0505"], ["1010", *left[-1:]], ["1010", *left[:1]]):
        away = {prize: min(view.distance(prize, each) for each in start) for prize in left}
        assert view.next_prize(start) == (min(away, key=away.__getitem__) if expected else "")


@pytest.mark.parametrize("side", [0, 1])
def test_changing_what_a_view_hands_out_changes_nothing(game, side):
    playable = playable_of(game)
    state = playable.new_game(3, playable.place(({}, {})))
    view = see(playable, state, side)
    before, told = snapshot(state), everything(view)
    for handed in (view.units(), view.enemies(), view.controlled(), view.neighbours("0505")):
        handed.clear()
    for fact in told["facts"]:
        value = view.facts[fact]
        if isinstance(value, dict | list | set):
            value.clear()
    with pytest.raises(TypeError):
        view.facts["game_turn"] = 9
    for record in (view.units()[0], view.enemies()[0], view.hex("0505")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            record.hex = "0101"
    assert everything(view) == told
    assert snapshot(state) == before


def test_nothing_of_a_view_leads_to_the_game(game):
    playable = playable_of(game)
    view = see(playable, playable.new_game(3, playable.place(({}, {}))), 0)
    reached = walk(view, set())
    assert len(reached) > 20
    for thing in reached:
        assert not isinstance(thing, np.ndarray | np.record | SeenBoard), repr(thing)[:80]
        assert not type(thing).__module__.startswith(f"balance.games.{game}"), repr(thing)[:80]

    assert not hasattr(view, "__dict__")


@pytest.mark.parametrize("name", ["game_turn", "phase", "side", "facts", "units", "cheat"])
def test_a_view_can_not_be_written(game, name):
    playable = playable_of(game)
    view = see(playable, playable.new_game(3, playable.place(({}, {}))), 0)
    with pytest.raises(AttributeError):
        setattr(view, name, 1)


_HARMLESS = (str, int, float, bool, type(None), types.ModuleType, type)


def walk(thing: Any, seen: set[int], depth: int = 0) -> list[Any]:
    """Everything reachable from an object by attributes, items and closures."""
    if isinstance(thing, _HARMLESS) or id(thing) in seen or depth > 6:
        return []
    seen.add(id(thing))
    found = [thing]
    inner: list[Any] = []
    if isinstance(thing, dict):
        inner += [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        inner += list(thing)
    elif isinstance(thing, types.FunctionType):
        inner += [cell.cell_contents for cell in thing.__closure__ or ()]
    elif isinstance(thing, types.MethodType):
        inner += [thing.__self__, thing.__func__]
    elif not isinstance(thing, types.BuiltinFunctionType | types.MethodWrapperType):
        names = [name for name in dir(thing) if not name.startswith("__")]
        inner += [getattr(thing, name, None) for name in names]
    for other in inner:
        found += walk(other, seen, depth + 1)
    return found


@pytest.mark.parametrize("side", [0, 1])
def test_a_view_is_the_same_for_the_same_seed_and_closed_to_the_enemys_hand(game, side):
    playable = playable_of(game)
    seen = [everything(see(playable, playable.new_game(5, playable.place(({}, {}))), side))
            for _ in range(2)]  # fmt: skip
    assert seen[0] == seen[1]
    own = {unit.name for unit in seen[0]["units"]}
    assert not own & {stack.top for stack in seen[0]["enemies"]}
    waiting = {unit.name for unit in everything(see(playable, playable.new_game(
        5, playable.place(({}, {}))), 1 - side))["units"] if not unit.hex}  # fmt: skip
    assert waiting
    assert not waiting & {stack.top for stack in seen[0]["enemies"]}


# --- plans and choices


def test_choices_have_names_meanings_and_defaults_that_may_be_said(game):
    choices = open_game(game).staff("choices").CHOICES
    names = [choice.name for choice in choices]
    assert len(set(names)) == len(names) > 0
    assert not set(names) & {field.name for field in dataclasses.fields(Plan)}
    for choice in choices:
        assert choice.meaning
        assert choice.fits(choice.default), choice
        assert f"| `{choice.name}` |" in GUIDE
        assert choice.meaning in GUIDE


@pytest.mark.parametrize("side", [0, 1])
def test_desk_holds_every_choice_in_its_place(game, side):
    playable = playable_of(game)
    for place, choice in enumerate(open_game(game).staff("choices").CHOICES):
        assert playable.draft(Plan(), side).order[place] == choice.number(choice.default)
        if choice.names_units:
            continue
        for value in (True, False) if isinstance(choice.default, bool) else choice.words:
            desk = playable.draft(Plan(**{choice.name: value}), side)
            assert desk.order[place] == choice.number(value)


def test_choices_of_another_game_are_refused(game):
    strange = {c.name for other in GAMES for c in open_game(other).staff("choices").CHOICES}
    strange -= {choice.name for choice in open_game(game).staff("choices").CHOICES}
    assert strange
    for name in strange:
        with pytest.raises(DataError, match=f"unknown choice '{name}'; expected "):
            playable_of(game).draft(Plan(**{name: True}), 0)


def test_choices_of_another_game_are_refused_in_opening_files(game, tmp_path):
    own = open_game(game).staff("choices").CHOICES[0].name
    path = tmp_path / "mine.toml"
    head = f'[opening]\nname = "mine"\ngame = "{game}"\nside = "axis"\n'
    path.write_text(f"{head}[[turn]]\nturns = [1, 2]\nflood = true\n", encoding="utf-8")
    with pytest.raises(DataError, match=rf"mine\.toml:7: .*unknown key 'flood'.*{own}"):
        read_opening(path)


# --- strategies


@pytest.mark.compiled
def test_every_shipped_opening_names_what_the_scenario_has(game):
    known = [each.name for each in open_game(game).scenarios]
    sides = set()
    for entry in registry.entries(open_game(game)):
        sides.add(entry.side)
        if entry.kind == "opening":
            player, first = entry.cls(), next(name for name in known if entry.plays(name))
            playable = playable_of(game, first)
            for turn in range(1, playable.last_turn + 1):
                playable.draft(player.plan_for(turn), SIDES.index(entry.side))
    assert sides == set(SIDES)


@pytest.mark.parametrize("name", BESIDE)
def test_templates_and_examples_are_read_but_not_listed(game, name):
    path = ROOT / "strategies" / game / name
    entry = registry.read_file(path)[0]
    assert (entry.game.name, bool(entry.title)) == (game, True)
    assert path.resolve() not in {listed.path for listed in registry.entries(open_game(game))}
    assert path.suffix == ".toml" or _check_imports(path).passed
    if path.suffix == ".toml":
        for turn in range(1, playable_of(game).last_turn + 1):
            playable_of(game).draft(entry.cls().plan_for(turn), SIDES.index(entry.side))


def test_every_shipped_plugin_imports_the_interface_alone(game):
    for entry in registry.entries(open_game(game)):
        assert entry.path.suffix == ".toml" or _check_imports(entry.path).passed, entry.path


def test_random_players_are_there_for_both_sides(game):
    assert all("random" in registry.names(open_game(game), side) for side in SIDES)


def test_illegal_set_up_is_refused_before_play_with_its_rule(game, tmp_path):
    class Wishing(Strategy):
        name = "wishing"
        side = "axis"

        def set_up(self, view):
            return {view.units()[0].name: view.enemies()[0].hex}

    Wishing.game = game
    playable: Playable = playable_of(game)
    played = Match(playable, [(Wishing, {}), (Idle, {})]).play(1)
    assert played.error_side == 0
    assert re.search(r"'wishing' \(axis\) in set_up, game turn 0: set-up of .*", played.error)
    assert re.search(rf"{game} \d+\.\d", played.error)


class Idle(Strategy):
    name = "idle"
    side = "soviet"


# --- the guide


def test_guide_tells_every_fact_with_its_meaning(game):
    facts = open_game(game).staff("facts").FACTS
    assert len(facts) > 10
    for name, fact in facts.items():
        assert f"| `{name}` | {fact.meaning} |" in GUIDE, name


def test_guide_tells_every_order(game):
    module = open_game(game).staff("orders")
    own = [order for order in orders_of_games().values() if order.__module__ == module.__name__]
    assert own
    for order in own:
        assert issubclass(order, Order)
        fields = [
            field.name if field.default is dataclasses.MISSING else f"{field.name}={field.default}"
            for field in dataclasses.fields(order)
        ]
        assert f"`{order.__name__}({', '.join(fields)})`" in GUIDE
        assert getattr(import_module("balance.strategy"), order.__name__) is order


def test_unknown_strategies_are_told_with_near_ones(game):
    with pytest.raises(BalanceError, match=r"'randon'.*random"):
        registry.find(open_game(game), "axis", "randon")
