"""One observation for each parameter, of what it claims to change: ``PROBES[key](rules)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from balance.games.army_group_south.exits import check_exit
from balance.games.army_group_south.losses import loss_points
from balance.games.army_group_south.map import load_map
from balance.games.army_group_south.march import move_unit
from balance.games.army_group_south.movement import movement_allowance, points_left
from balance.games.army_group_south.order_of_battle import load_order_of_battle
from balance.games.army_group_south.overrun import overrun_price
from balance.games.army_group_south.rail import check_rail_move
from balance.games.army_group_south.stacks import check_stacking
from balance.games.army_group_south.strength import (
    overrun_total,
    terrain_multiplier,
    unit_attack,
    unit_defense,
)
from balance.games.army_group_south.victory import decide_game
from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    Feature,
    Level,
    Mode,
    Phase,
    Side,
    Status,
)
from balance.rulebook.game import open_game
from tests.games.army_group_south.battles import (
    AXIS_FIGHTS,
    MAP,
    SOVIETS_FIGHT,
    attack,
    places,
    set_result,
)
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    guards,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.games.text_maps import hex_named, strip

GAME = "army_group_south"
Rules = dict[str, Any]
Probe = Callable[[Rules], Any]

ONE, NONE = np.int64(1), np.int64(0)
SOVIETS = {"phase": Phase.SOVIET_MOVEMENT}
THAW = {"game_turn": 8}
#: A railroad off the map in the west, the Soviet edge in the east.
SUPPLIED = [".X .R . . . . . .E"] * 3
RAIL = {("0108", "0107"): "rail"}


def spent(text: str, unit: Any, side: str = "", **game: Any) -> Probe:
    """Points spent from 0102 into 0101, whose cell is given."""

    def probe(rules: Rules) -> int:
        sides = {("0101", "0102"): side} if side else None
        state = build_position(strip(14, {1: text}), [unit], sides=sides, rules=rules, **game)
        before = points_left(state, 0)
        move_unit(state, 0, hex_named(state, "0101"))
        return int(before - points_left(state, 0))

    return probe


def spent_disengaging(rules: Rules) -> int:
    state = build_position(MAP, [panzer("0305"), rifle("0304")], rules=rules)
    before = points_left(state, 0)
    move_unit(state, 0, hex_named(state, "0306"))
    return int(before - points_left(state, 0))


def allowance(**fields: Any) -> Probe:
    game_turn = fields.pop("game_turn", 3)

    def probe(rules: Rules) -> int:
        unit = panzer("0305", **fields)
        state = build_position(MAP, [unit], rules=rules, game_turn=game_turn)
        return int(movement_allowance(state, 0))

    return probe


def attack_of(*units: Any, rows: list[str] = MAP, **game: Any) -> Probe:
    """Attack strength of the first unit."""

    def probe(rules: Rules) -> int:
        sides = RAIL if rows is SUPPLIED else None
        state = build_position(rows, list(units), sides=sides, rules=rules, **game)
        return int(unit_attack(state, 0))

    return probe


def defense_without_supply(rules: Rules) -> int:
    return int(unit_defense(build_position(MAP, [panzer("0305")], rules=rules), 0, 1))


def multiplier(cell: str, river: str = "", **game: Any) -> Probe:
    """What multiplies the defense of 0204 against an attack from 0205."""

    def probe(rules: Rules) -> int:
        rows = [". . . . . .", f". . {cell} . . .", ". . . . . ."]
        sides = {("0204", "0205"): river} if river else None
        units = [panzer("0205"), rifle("0204")]
        state = build_position(rows, units, sides=sides, rules=rules, **game)
        return int(terrain_multiplier(state, np.array([0]), 1, hex_named(state, "0204")))

    return probe


def by_rail(rail_moves: int, goal: str) -> Probe:
    def probe(rules: Rules) -> int:
        rows = strip(40, dict.fromkeys(range(1, 41), ".R"))
        sides = {(f"01{c:02d}", f"01{c + 1:02d}"): "rail" for c in range(1, 40)}
        state = build_position(
            rows, [panzer("0140")], sides=sides, rules=rules, rail_moves=rail_moves
        )
        return int(check_rail_move(state, 0, hex_named(state, goal)))

    return probe


def overrun_strength(rules: Rules) -> int:
    state = build_position(MAP, [panzer("0305")], rules=rules)
    return int(overrun_total(state, np.array([0]), 1))


def price_of_overrun(rules: Rules) -> int:
    state = build_position(MAP, [panzer("0305"), rifle("0304")], rules=rules)
    return int(overrun_price(state, 0, hex_named(state, "0304")))


def room_for_headquarters(rules: Rules) -> int:
    units = [headquarters("0305"), headquarters("0304")]
    state = build_position(MAP, units, rules=rules, **SOVIETS)
    return int(check_stacking(state, 1, hex_named(state, "0305")))


def steps_after_retreat_through_a_zone(rules: Rules) -> int:
    units = [brigade("0303", ladder=[(9, 9)]), headquarters("0301"), infantry("0304")]
    state = build_position(SUPPLIED, units, rules=rules, **SOVIETS_FIGHT)
    set_result(state, 0, 1)
    for name in ("0305", "0204", "0205"):
        state.zones[Side.SOVIET, hex_named(state, name)] += 1
    attack(state, "0304", [0], advance=0)
    return int(state.units[2].steps)


def end_of_an_advance(rules: Rules) -> str:
    state = build_position(MAP, [panzer("0305"), rifle("0304")], rules=rules, **AXIS_FIGHTS)
    set_result(state, 0, ELIMINATION)
    state.advance_value[Side.AXIS, hex_named(state, "0303")] = 5
    attack(state, "0304", [0])
    return places(state)[0]


def points_for(unit: Any) -> Probe:
    """Points for the last step of a unit."""

    def probe(rules: Rules) -> int:
        return int(loss_points(build_position(MAP, [unit], rules=rules), 0, ONE, ONE))

    return probe


def level_at(points: int) -> Probe:
    def probe(rules: Rules) -> Level:
        state = build_position(MAP, [panzer("0305")], rules=rules)
        state.game.vp_axis = points
        decide_game(state)
        return Level(int(state.game.level))

    return probe


def ending_after_exit(rules: Rules) -> int:
    """Level of a game in which 30 points have left by the exit area, with a free line."""
    rows = strip(9, {9: ".L", 1: ".E"})
    state = build_position(rows, [brigade(None, status=Status.EXITED)], rules=rules)
    state.units[0].exit_strength = 30
    state.units[0].exit_hex = hex_named(state, "0109")
    decide_game(state)
    return int(state.game.level)


def exit_with_one_point(rules: Rules) -> int:
    unit = brigade("0109", moved=1, mp_left=1)
    state = build_position(strip(9, {9: ".L"}), [unit], rules=rules, **SOVIETS)
    return int(check_exit(state, 0))


def arrivals(rules: Rules) -> list[int]:
    """Untried units that arrive, by game turn."""
    ruleset = open_game(GAME).rules.with_overrides(rules)
    found = load_order_of_battle(open_game(GAME).folder / "order_of_battle", ruleset)
    return np.bincount(found.pools.arrivals, minlength=12)[1:].tolist()


def entry_areas(rules: Rules) -> set[int]:
    ruleset = open_game(GAME).rules.with_overrides(rules)
    found = load_order_of_battle(open_game(GAME).folder / "order_of_battle", ruleset)
    return set(found.units["entry_area"].tolist())


def hexes_with(feature: Feature) -> Probe:
    def probe(rules: Rules) -> list[int]:
        hexes = load_map(open_game(GAME).rules.with_overrides(rules)).hexes
        return np.flatnonzero(hexes.features & int(feature)).tolist()

    return probe


#: Parameter -> another value of it, and an observation that differs under it.
PROBES: dict[str, tuple[Any, Probe]] = {
    "movement.clear": (2, spent(".", panzer("0102"))),
    "movement.city": (2, spent("wC", panzer("0102"))),
    "movement.woods_mech": (4, spent("w", panzer("0102"))),
    "movement.woods_infantry": (4, spent("w", infantry("0102"))),
    "movement.swamp_mech": (5, spent("s", panzer("0102"))),
    "movement.swamp_infantry": (5, spent("s", infantry("0102"))),
    "movement.rough_mech": (5, spent("r", panzer("0102"))),
    "movement.rough_infantry": (5, spent("r", infantry("0102"))),
    "movement.major_river": (5, spent(".", panzer("0102"), "major_river")),
    "movement.frozen_minor_river": (2, spent(".", panzer("0102"), "minor_river")),
    "movement.thawed_minor_river": (3, spent(".", panzer("0102"), "minor_river", **THAW)),
    "movement.disengage": (3, spent_disengaging),
    "supply.movement_divisor": (3, allowance(supplied=0)),
    "supply.thaw_first_turn": (7, allowance(game_turn=7)),
    "supply.thaw_divisor": (3, allowance(game_turn=8)),
    "supply.attack_divisor": (3, attack_of(panzer("0305"))),
    "supply.defense_divisor": (1, defense_without_supply),
    "supply.soviet_edge": (["0201", "3601"], hexes_with(Feature.SOVIET_EDGE)),
    "rail.units": (5, by_rail(4, "0135")),
    "rail.hexes": (35, by_rail(0, "0106")),
    "overrun.price": (4, price_of_overrun),
    "overrun.attack_divisor": (1, overrun_strength),
    "stacking.headquarters": (2, room_for_headquarters),
    "combat.min_strength": (2, attack_of(brigade("0305", ladder=[(1, 1)]))),
    "combat.woods": (3, multiplier("w")),
    "combat.rough": (3, multiplier("r")),
    "combat.city": (3, multiplier(".C")),
    "combat.town": (3, multiplier(".T")),
    "combat.minor_river": (3, multiplier(".", "minor_river", **THAW)),
    "combat.frozen_minor_river": (2, multiplier(".", "minor_river")),
    "combat.major_river": (2, multiplier(".", "major_river")),
    "combat.several_bonuses": (2, multiplier("wC")),
    "combat.most_terrain": (2, multiplier("wC")),
    "integrity.least_units": (3, attack_of(panzer("0305"), grenadier("0305"), rows=SUPPLIED)),
    "integrity.multiplier": (3, attack_of(panzer("0305"), grenadier("0305"), rows=SUPPLIED)),
    "retreat.zone_steps": (2, steps_after_retreat_through_a_zone),
    "advance.after_elimination": (1, end_of_an_advance),
    "hq.defensive_attack_divisor": (
        4,
        attack_of(
            rifle("0204"),
            headquarters("0203", mode=Mode.DEFENSIVE),
            rows=SUPPLIED,
            **SOVIETS_FIGHT,
        ),
    ),
    "reinforcement.soviet_area": ("B", entry_areas),
    "victory.exit_strength": (31, ending_after_exit),
    "victory.exit_price": (2, exit_with_one_point),
    "victory.soviet_brigade": (2, points_for(brigade("0305"))),
    "victory.soviet_division": (4, points_for(rifle("0305"))),
    "victory.guards_division_step": (4, points_for(guards("0305"))),
    "victory.soviet_corps_step": (4, points_for(tank_corps("0305"))),
    "victory.headquarters": (7, points_for(headquarters("0305"))),
    "victory.german_infantry_step": (3, points_for(infantry("0305"))),
    "victory.german_mech_step": (5, points_for(panzer("0305"))),
    "victory.tactical_most": (19, level_at(20)),
    "victory.operational_most": (59, level_at(60)),
} | {
    f"reinforcement.{kind}_{turn}": (0, arrivals)
    for kind, turns in {
        "rifle_division": (2, 3, 4, 5, 6),
        "rifle_brigade": (3, 5),
        "tank_brigade": (2, 3, 4, 5, 6),
        "anti_tank_brigade": (4,),
    }.items()
    for turn in turns
}
