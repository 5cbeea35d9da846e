"""Studies made up for tests: tables that hang together as those of real games do."""

from __future__ import annotations

import numpy as np
import pandas as pd

from balance.analysis.study import EVENT_COLUMNS, StudyTables
from balance.experiments.schema import tables_of
from balance.rulebook.game import open_game

LAST_TURN = 11
KILLS_PER_AWARD = 20
POINTS_TO_WIN = 6
SUDDEN_DEATH_HEXES = ("0233", "1134", "2134", "2230")
HEX_COLUMNS = [
    column.name for column in tables_of(open_game("drive_on_stalingrad"))["hexes"].columns
]
#: hex, points, first turn in which it may fall, chance a turn
PLACES = (
    ("0425", 1, 2, 0.6),
    ("2725", 1, 4, 0.5),
    ("2618", 0, 4, 0.5),
    ("2214", 1, 5, 0.35),
    ("3924", 1, 6, 0.4),
    ("4121", 0, 6, 0.4),
    ("2111", 1, 8, 0.15),
    ("3607", 1, 8, 0.05),
)


def make_study(
    count: int = 60,
    seed: int = 1,
    *,
    broken: int = 0,
    axis: str = "historical",
    soviet: str = "historical",
    variant: str = "baseline",
) -> StudyTables:
    """Play ``count`` games of dice alone; the first ``broken`` of them break off."""
    rng = np.random.default_rng(seed)
    games, turns, events, battles, hexes = [], [], [], [], []
    for number in range(count):
        game, its_turns, its_events, its_battles, its_hexes = _play(rng, number, number < broken)
        game |= {"axis": axis, "soviet": soviet, "variant": variant, "seed": 1000 + number}
        games.append(game)
        turns += its_turns
        events += its_events
        battles += its_battles
        hexes += its_hexes
    manifest = {
        "study": {"game": "drive_on_stalingrad", "scenario": "operation_blue", "seed": 1000},
        "versions": {"wargame-balance": "0.1.0", "numpy": np.__version__},
    }
    return StudyTables(
        games=pd.DataFrame(games),
        turns=pd.DataFrame(turns),
        events=pd.DataFrame(events, columns=list(EVENT_COLUMNS)),
        battles=pd.DataFrame(battles),
        hexes=pd.DataFrame(hexes, columns=HEX_COLUMNS),
        manifest=manifest,
    )


def _event(number, turn, kind, hex_name, unit, value):
    row = (number, turn, "axis", "axis_first", kind, hex_name, unit, value)
    return dict(zip(EVENT_COLUMNS, row, strict=True))


def _play(rng, number, breaks):
    held = dict.fromkeys((place[0] for place in PLACES), 1)  # 1 = soviet
    points = kills = awards = steps = units_lost = attacks = left = 0
    turns, events, battles, hexes = [], [], [], []
    ending, winner, ending_hex = "time_limit", "soviet", None
    break_turn = int(rng.integers(1, LAST_TURN)) if breaks else 99
    nerve = rng.uniform(0.6, 1.4)
    for turn in range(1, LAST_TURN + 1):
        for hex_name, worth, first, chance in PLACES:
            takes = held[hex_name] and turn >= first and rng.random() < chance * nerve
            loses = not held[hex_name] and rng.random() < 0.05
            if takes or loses:
                held[hex_name] = 0 if takes else 1
                holder = "axis" if takes else "soviet"
                hexes.append((number, turn, hex_name, True, holder, 0, 0))
                events.append(_event(number, turn, "town_taken", hex_name, None, held[hex_name]))
                if worth:
                    points += 1 if takes else -1
                    kind = "vp_gained" if takes else "vp_lost"
                    change = 1 if takes else -1
                    events.append(_event(number, turn, kind, hex_name, None, change))
        for _ in range(int(rng.poisson(4.0 if 2 <= turn <= 7 else 1.5))):
            kills += 1
            events.append(_event(number, turn, "oos_kill", "1822", f"{kills} Rif", kills))
            events.append(_event(number, turn, "eliminated", "1822", "15 Rif", 0))
            if kills % KILLS_PER_AWARD == 0:
                awards += 1
                events.append(_event(number, turn, "oos_award", "1822", None, 1))
        if turn == 3:
            events.append(_event(number, turn, "don_line_crossed", "0423", "95 Inf", 0))
        hexes.append((number, turn, "1823", False, "soviet", 0, turn))
        steps += int(rng.poisson(5))
        units_lost = max(units_lost + int(rng.poisson(6)), kills)
        for _ in range(3):
            attacks += 1
            battles.append(
                {
                    "game_id": number,
                    "game_turn": turn,
                    "attacker": "axis",
                    "hex": "1822",
                    "final_odds": (odds := int(rng.integers(-1, 6))),
                    "final_odds_ratio": f"{odds + 1}:1" if odds >= 0 else f"1:{1 - odds}",
                    "die": int(rng.integers(1, 7)),
                    "result": str(rng.choice(["AS", "AL1", "DR", "EX", "DE"])),
                }
            )
        if turn == break_turn:
            ending, winner = "strategy_error", "none"
        elif points + awards >= POINTS_TO_WIN:
            ending, winner = "victory_points", "axis"
        elif rng.random() < 0.012:
            ending, winner = "sudden_death", "soviet"
            ending_hex = str(rng.choice(SUDDEN_DEATH_HEXES))
            events.append(_event(number, turn, "sudden_death", ending_hex, "7 TC", 0))
        elif turn == LAST_TURN:
            left = int(rng.poisson(3))
            for _ in range(left):
                kills += 1
                events.append(_event(number, turn, "oos_kill", "1822", f"{kills} Rif", kills))
                if kills % KILLS_PER_AWARD == 0:
                    awards += 1
                    events.append(_event(number, turn, "oos_award", "1822", None, 1))
            if points + awards >= POINTS_TO_WIN:
                ending, winner = "victory_points", "axis"
        units_lost = max(units_lost, kills)
        turns.append(
            {
                "game_id": number,
                "game_turn": turn,
                "vp": points + awards,
                "vp_hexes": points,
                "vp_oos": awards,
                "oos_kills": kills,
                "axis_units": 100 - steps // 4,
                "axis_steps": 180 - steps,
                "axis_strength": 900.0 - 4 * steps,
                "soviet_units": 120 + 9 * turn - units_lost,
                "soviet_strength": 700.0 + 30 * turn - 3 * units_lost,
                "axis_oos": int(rng.poisson(1)),
                "soviet_oos": int(rng.poisson(6)),
                "axis_steps_lost": steps,
                "soviet_units_lost": units_lost,
                "soviet_frozen": max(0, 60 - 20 * turn),
                "axis_hexes": 500 + 60 * turn,
                "axis_towns": 8 - sum(held.values()),
            }
        )
        if ending != "time_limit":
            break
    game = {
        "game_id": number,
        "winner": winner,
        "ending": ending,
        "ending_turn": turn,
        "ending_hex": ending_hex,
        "vp": points + awards,
        "vp_hexes": points,
        "vp_oos": awards,
        "oos_kills": kills,
        "oos_at_end": left,
        "axis_steps_lost": steps,
        "axis_units_lost": steps // 4,
        "soviet_units_lost": units_lost,
        "attacks_axis": attacks,
        "attacks_soviet": 0,
        "mobile_assaults": 0,
        "poor_attacks_axis": 1,
        "poor_attacks_soviet": 0,
        "refused_axis": 0,
        "refused_soviet": 0,
        "error": "IndexError: no such hex" if breaks and ending == "strategy_error" else None,
        "traceback": "Traceback: no such hex" if breaks and ending == "strategy_error" else None,
        "error_side": "axis" if breaks and ending == "strategy_error" else None,
        "play_seconds": 0.05,
        "worker": 0,
    }
    return game, turns, events, battles, hexes
