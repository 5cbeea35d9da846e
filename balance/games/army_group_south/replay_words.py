"""A game for readers: what a replay shows of a state, in numbers and words of its own.

Looking never changes a game: supply, modes and reach are found on a copy. The words come from
``replay.toml`` of the game's data.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from balance.games.army_group_south import vocabulary
from balance.games.army_group_south.march import compute_reach
from balance.games.army_group_south.new_game import STATIC_FIELDS
from balance.games.army_group_south.order_of_battle import GERMAN_KINDS
from balance.games.army_group_south.records import WORDS, results
from balance.games.army_group_south.refusals import REASONS
from balance.games.army_group_south.replay_supply import source_hexes, supplied_hexes, supply_lines
from balance.games.army_group_south.scenario import Scenario
from balance.games.army_group_south.state import State
from balance.games.army_group_south.supply import current_mode, is_supplied
from balance.games.army_group_south.victory import cut_off_points, exited_strength, place_points
from balance.games.army_group_south.vocabulary import (
    NOBODY,
    Feature,
    Hexside,
    Mode,
    Side,
    Size,
    Status,
    Terrain,
)
from balance.games.replay_map import MapWords
from balance.games.replay_words import CONDITION, SUPPLY, GameReplayWords
from balance.kernel.compiled import entry

#: Values of ``condition``: bits.
DISRUPTED, DEFENSIVE = 1, 2
#: Values of ``supply``.
_OFF_MAP, _IN, _OUT = -1, 0, 1
_MAP_WORDS = MapWords(Terrain, (Terrain.SEA, Terrain.OFF_MAP), Feature, Hexside, Hexside.SEA)
#: Columns of the log of battles that are told as they are.
_BATTLE_NUMBERS = (
    *("attack", "headquarters", "defense", "terrain", "odds", "final_odds", "die", "no_strength"),
    *("attacker_steps_lost", "attacker_units_lost", "defender_steps_lost", "defender_units_lost"),
    *("attackers_retreated", "defenders_retreated", "attacker_oos", "defender_oos", "advanced"),
)


def _look_again(copied: State) -> None:
    if copied.game.game_turn == 0:
        copied.game.side = NOBODY  # who stands there at the start hasn't just entered (15.0)


@entry
def look_at_units(state: State, seen: np.ndarray) -> None:
    """Note the supply of each unit, -1 off the map, and its condition.

    Rule: army_group_south 6.32, 12.1, 21.0

    seen : int64[2, n_units], written
    """
    for unit in range(len(state.units)):
        seen[SUPPLY, unit] = _OFF_MAP
        seen[CONDITION, unit] = 0
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            continue
        seen[SUPPLY, unit] = _IN if is_supplied(state, unit) else _OUT
        if counter.disrupted != 0:
            seen[CONDITION, unit] = DISRUPTED
        if counter.side == Side.SOVIET and current_mode(state, unit) == Mode.DEFENSIVE:
            seen[CONDITION, unit] |= DEFENSIVE


class ReplayWords(GameReplayWords):
    """Tells of the games of one scenario.

    Rule: army_group_south 3.2, 4.1, 4.2, 9.0, 9.5, 9.6, 9.65, 11.1, 13.0, 25.0
    """

    book: ClassVar[Any] = vocabulary
    reasons = REASONS
    map_words = _MAP_WORDS
    points = ("vp", "vp_soviet", "vp_places", "vp_axis", "vp_exited")
    battle_kind = "overrun"
    battle_numbers = _BATTLE_NUMBERS
    static = STATIC_FIELDS
    look_again = staticmethod(_look_again)
    search = staticmethod(compute_reach)
    look_at = staticmethod(look_at_units)

    def kind_words(self, u: int, kind: str) -> dict[str, Any]:
        """Words for a unit: those of its class, or else of its kind."""
        usual = super().kind_words(u, kind)
        words: dict[str, Any] = self.words["class"].get(self._row(u)["unit_class"], usual)
        return words

    def printed(self, state: State, u: int) -> dict[str, Any]:
        """Size, parent, strengths by steps, and rating."""
        counter = state.units[u]
        return {
            "size": Size(int(counter.unit_size)).name.lower(),
            "formation": self._row(u)["parent"],
            "strengths": state.strengths[u, 1 : int(counter.full_steps) + 1].tolist(),
            "rating": int(counter.leadership),
            "untried": bool(counter.untried),
        }

    def _row(self, u: int) -> Any:
        return self.scenario.order_of_battle.rows[u]

    def result(self, row: Any) -> str:
        """A combat result as printed: what the attacker must do, then the defender."""
        return WORDS["result"].get(int(results(row)), "none")

    def count_points(self, state: State) -> list[int]:
        """Points as if the game ended now.

        Rule: army_group_south 25.0, 25.2, 25.3
        """
        game = state.game
        if game.ended:
            return super().count_points(state)
        exited, places = int(cut_off_points(state)), int(place_points(state))
        axis, soviet = int(game.vp_axis) + exited, int(game.vp_soviet) + places
        return [soviet - axis, soviet, places, axis, exited]

    def supply_of(self, state: State) -> dict[str, Any]:
        """Sources, hexes in supply and lines of both sides."""
        return {
            "sources": [source_hexes(state, side, working=True) for side in Side],
            "cut_off": [source_hexes(state, side, working=False) for side in Side],
            "supplied": [supplied_hexes(state, side) for side in Side],
            "lines": supply_lines(state),
        }

    def facts(self, state: State) -> list[list[str]]:
        """What both players keep an eye on beside the map, as name and value."""
        rules, units = state.rules, state.units
        left = int(rules.rail_units) - int(state.game.rail_moves)
        staffs = (units["unit_size"] == Size.HEADQUARTERS) & (units["status"] == Status.ON_MAP)
        defensive = staffs & (units["mode"] == Mode.DEFENSIVE)
        exited = f"{int(exited_strength(state, False))} of {int(rules.victory_exit_strength)}"
        return [
            ["Soviet attack strength off by the exit area", exited],
            ["Rail moves left this game turn", str(left)],
            ["Headquarters on the defensive", f"{defensive.sum()} of {staffs.sum()}"],
        ]


def open_replay_words(scenario: Scenario) -> ReplayWords:
    """Tell of a scenario in the words of its game."""
    return ReplayWords.open(scenario, classes=GERMAN_KINDS)
