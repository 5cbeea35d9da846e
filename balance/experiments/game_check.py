"""The exam of a game, as ``balance check game`` holds it: its data, its map, whole games, openings.

A game with rule functions of its own is played in a process apart, as a variant with such functions
is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from balance.errors import BalanceError, DataError
from balance.experiments.blocks import Begin, Limits, play_checked, play_game
from balance.experiments.digest import digests, play_digests
from balance.experiments.exam import examine
from balance.experiments.isolation.guarded import play_guarded
from balance.experiments.match import PLAYER
from balance.experiments.report_words import report_words
from balance.experiments.scenarios import system_told
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variants import rules_under, variant_names
from balance.rulebook.game import Game
from balance.rulebook.telling import held_to_telling
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.conformance import Check
from balance.strategy.field import read_fields

#: Who plays whole games.
_PAIRINGS = (("random", "random"), ("historical", "random"), ("historical", "historical"))
_SEED = 1
#: Hexes that a message names.
_SHOWN = 5


def check_game(game: Game, games: int = 4) -> Iterator[Check]:
    """Put a game through its exam; ``games`` is how many each pairing plays in each scenario.

    Each answer comes as it is found; once the data can't be read or a game fails, the rest is left
    out. Maps are looked at as games of a system have them; the tests of a game with code of its own
    look at its own.

    Raises
    ------
    DataError
        For a system, which is no game.
    """
    if game.is_system:
        raise DataError(system_told(game))
    read = _asked("data are in order", partial(_read, game))
    yield read
    if not read.passed:
        return
    if game.rules.functions:
        question = "rule functions keep within their arrays and change nothing"
        kept = _asked(question, partial(_play_uncompiled, game))
        yield kept
        if not kept.passed:
            return
    for scenario in game.scenarios:
        where = f"{scenario.name}: "
        if game.system:
            yield _asked(f"{where}map is connected", partial(_look_at_map, game, scenario.name))
        for pair in _PAIRINGS:
            question = f"{where}{' v '.join(pair)} keep the rules"
            played = _asked(question, partial(_play, game, scenario.name, pair, games))
            yield played
            if not played.passed:  # where a game never ends, each further one would take as long
                return
    for path in _openings(game):
        yield from _examine(path, games)


def check_field(game: Game) -> Check:
    """Whether the players of the field are there."""
    return _asked("who plays where nobody is named", partial(_read_fields, game))


def _read_fields(game: Game) -> str:
    """Read the fields, and tell which scenarios have none."""
    fields = read_fields(game)
    left = [each.name for each in game.scenarios if each.name not in fields]
    if left:
        return f"field.toml has no pairings of {', '.join(left)}: name players there"
    return "field.toml has pairings of every scenario"


def _asked(question: str, answer: Callable[[], str]) -> Check:
    """The answer to one question; a fault of the game is one, too."""
    try:
        return Check(question, True, answer())
    except BalanceError as fault:
        return Check(question, False, str(fault))


def _read(game: Game) -> str:
    """Read all there is to read, and count it."""
    rules = game.rules
    game.referee("tables").check_charts(rules)
    report_words(game)
    if not game.scenarios:
        raise DataError(f"{game.folder}: has no scenario; it needs a file in scenarios/")
    cell = Cell("random", "random")
    counted = []
    for scenario in game.scenarios:
        spec = StudySpec(game, scenario.name, (cell,), 1, _SEED)
        units = play_guarded(spec, cell, play_checked, _open, game, scenario.name)
        counted.append(f"{scenario.name} with {units} units")
    faults = []
    for name in variant_names(game):
        try:
            rules_under(game, name)
        except BalanceError as fault:
            faults.append(str(fault))
    for side in SIDES:
        if "historical" not in registry.names(game, side):
            faults.append(
                f"{game.folder}: the {side} side has no opening called historical, who plays "
                "where nobody is named; write one in strategies/"
            )
    if faults:
        raise DataError(faults)
    return f"{', '.join(counted)}; {len(variant_names(game)) - 1} variants"


def _open(game: Game, scenario: str, limits: Limits, begin: Begin) -> int:
    """Open a scenario with the words of its replays; return its units."""
    playable = game.staff("playing").open_playable(scenario, game.rules)
    playable.replay_words()
    for number, side in enumerate(SIDES):
        if number not in playable.roster.side:
            path = game.folder / "order_of_battle" / f"{side}.csv"
            raise DataError(f"{path}: has no unit of {scenario}; expected at least one")
    return len(playable.unit_names)


def _look_at_map(game: Game, scenario: str) -> str:
    """See to it that units can march from wherever they start to every place that scores."""
    cell = Cell("random", "random")
    spec = StudySpec(game, scenario, (cell,), 1, _SEED)
    parts = play_guarded(spec, cell, play_checked, _parted, game, scenario)
    if parts:
        alone, others = parts
        more = f" and {len(alone) - _SHOWN} others" if len(alone) > _SHOWN else ""
        raise DataError(
            f"{game.folder}/map: no class of units comes from {', '.join(alone[:_SHOWN])}{more} to "
            f"{others[0]}; open a way on the map, or in terrain.csv and hexsides.csv"
        )
    return "every set-up hex and place can be reached"


def _parted(game: Game, scenario: str, limits: Limits, begin: Begin) -> list[list[str]]:
    """Set-up hexes and places between which no way of any class leads, the fewer first, or []."""
    playable = game.staff("playing").open_playable(scenario, game.rules)
    roster, template = playable.roster, playable.scenario.template
    wanted = set(np.flatnonzero(template.hexes["vp"][:-1] > 0).tolist())
    wanted |= {roster.hex_index[h] for h in playable.scenario.order_of_battle.set_up if h}
    near = roster.neighbour
    # Beside no hex lie places within one, as enclaves in a city: rules of their own lead there.
    wanted = {h for h in wanted if (near[h] < len(near) - 1).any()}
    if not wanted:
        return []
    first = min(wanted)
    per_side = len(roster.cost) // 2
    of_units = np.unique(per_side * roster.side.astype(np.int64) + roster.mobility)
    open_sides = (roster.cost[of_units] < roster.closed).any(axis=0)
    reached, ahead = {first}, [first]
    while ahead:
        h = ahead.pop()
        for there in near[h][open_sides[h]].tolist():
            if there not in reached:
                reached.add(there)
                ahead.append(there)
    if wanted <= reached:
        return []
    parts = sorted((wanted & reached, wanted - reached), key=len)
    return [[playable.hex_names[h] for h in sorted(part)] for part in parts]


def _play(game: Game, scenario: str, pair: tuple[str, str], games: int) -> str:
    """Play whole games twice, after each phase of which the invariants are asked."""
    place = f"{game.reference}/{scenario}"
    once, again = (
        digests(place, Cell(*pair), games=games, seed=_SEED, debug=True).total for _ in range(2)
    )
    if once != again:
        raise DataError(
            f"the same seeds played twice give other games ({once}, then {again}); a rule function "
            "must depend on the state alone"
        )
    return f"{games} games, twice the same; digest {once}"


def _play_uncompiled(game: Game) -> str:
    """Play a game in plain Python, which refuses an index that compiled code reads nonsense at.

    Rule functions are held to telling meanwhile.
    """
    cell = Cell("historical", "historical")
    spec = StudySpec(game, game.scenarios[0].name, (cell,), 1, _SEED)
    played = play_guarded(spec, cell, play_game, _play_held, spec, uncompiled=True)
    return f"digest {played}"


def _play_held(spec: StudySpec, limits: Limits, begin: Begin) -> str:
    """Play a game with rule functions that may change nothing; return its fingerprint."""
    with held_to_telling():
        return play_digests(spec, False, PLAYER, limits, begin)[0][1]


def _openings(game: Game) -> list[Path]:
    """Opening files of a game, in order."""
    return [entry.path for entry in registry.entries(game) if entry.kind == "opening"]


def _examine(path: Path, games: int) -> Iterator[Check]:
    """Hold the exam of an opening."""
    try:
        for report in examine(path, games):
            failed = [
                f"{each.question}: {each.answer}" for each in report.checks if not each.passed
            ]
            question = f"opening {report.name} ({report.side}) passes its exam"
            yield Check(question, report.passed, "\n".join(failed))
    except BalanceError as fault:
        yield Check(f"opening {path.name} passes its exam", False, str(fault))


def told(checks: Iterator[Check] | list[Check], width: int = 60) -> Iterator[str]:
    """Each answer as a line for the terminal, as it comes.

    >>> print(*told([Check("map is connected", True, "yes")], 18))
      ok    map is connected    yes
    """
    for check in checks:
        mark = "ok  " if check.passed else "FAIL"
        answer = check.answer.replace("\n", "\n" + " " * 10)
        gap = f"\n{' ' * 10}" if len(check.question) > width or "\n" in check.answer else "  "
        yield f"  {mark}  {check.question:<{width}}{gap}{answer}".rstrip()
