"""The scenarios of the game by name, whether they stand in its folder yet or not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from balance.games.scenario_files import ScenarioHead
from balance.games.stalingrad_1942.scenario import Scenario, open_scenario
from balance.rulebook.game import open_game

NAMES = ("on_to_stalingrad", "uranus", "winter_storm")
#: The other reading of everything that can be read two ways.
OTHER_READINGS = {
    **dict.fromkeys(
        (
            *("sequence.initiative_moves_first", "sequence.pauses", "sequence.first_turn_limits"),
            *("movement.flat_crossing", "movement.volga_whole_allowance"),
            *("movement.road_only_along_road", "movement.road_bridges_small_rivers"),
            *("movement.strategic_needs_rest", "zones.self_propelled_guns"),
            *("zones.exit_one_to_another", "combat.compulsory", "combat.halving_by_unit"),
            *("combat.bridges_halve_too", "combat.river_shift_needs_all"),
            *("artillery.bombard_uses_attack", "supply.pocket_mode_uranus"),
            *("supply.pocket_mode_winter_storm", "supply.bridges_only"),
            "victory.highest_river_only",
        ),
        0,
    ),
    "artillery.support_factor": "defense",
    "stalingrad.scenarios": "none",
    "stacking.limit": 4,
    "combat.unit_steps": 3,
    "combat.zone_loss_turns": 2,
}


@cache
def scenario(name: str, turns: int = 0, *, others: bool = False) -> Scenario:
    """A scenario by the book, but for its length if ``turns`` are given, or by other readings."""
    head = ScenarioHead(
        path=Path(f"{name}.toml"),
        name=name,
        title=name,
        first_day=f"sequence.first_day_{name}",
        turn_days="sequence.days_a_turn",
        last_turn=f"sequence.game_turns_{name}",
        aliases=(),
    )
    rules = open_game("stalingrad_1942").rules
    if others:
        rules = rules.with_overrides(OTHER_READINGS)
    if turns:
        rules = rules.with_overrides({head.last_turn: turns})
    return open_scenario(head, rules)
