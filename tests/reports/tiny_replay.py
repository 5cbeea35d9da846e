"""A replay document small enough to be checked by hand: six by five hexes, two turns, one battle.

Red attacks Blue's town from two hexes in the first turn; Blue's pile retreats and a regiment comes
up in the second. The game and its words are made up.
"""

from __future__ import annotations

import copy
from typing import Any

COLUMNS, ROWS = 6, 5
RED, BLUE = 0, 1
#: Hexes by what they are for.
TOWN, RED_HEX, RED_OTHER, REAR, ENTRY = 14, 13, 7, 15, 17

_UNITS: list[dict[str, Any]] = [
    {"name": "1 Red", "nation": 0, "symbol": "armour", "kind_name": "Tanks", "steps": 2,
     "strengths": [[4, 3], [8, 6]], "movement": 6},
    {"name": "2 Red", "nation": 0, "symbol": "infantry", "kind_name": "Infantry", "steps": 1,
     "strengths": [[5, 5]], "movement": 4},
    {"name": "3 Blue", "nation": 1, "symbol": "mountain", "kind_name": "Mountaineers", "steps": 2,
     "strengths": [[1, 2], [3, 4]], "movement": 4},
    {"name": "4 Blue", "nation": 1, "symbol": "cavalry", "kind_name": "Cavalry", "steps": 1,
     "strengths": [[2, 3]], "movement": 7, "untried": True},
    {"name": "5 Blue", "nation": 1, "symbol": "artillery", "kind_name": "Artillery", "steps": 1,
     "strengths": [[9, 1]], "movement": 3, "arrival": 2},
]  # fmt: skip

_BATTLE = {
    "k": "battle", "n": 0, "kind": 0, "attacker": RED, "hex": TOWN, "hexes": [TOWN],
    "attackers": [0, RED_HEX, 1, RED_OTHER], "defenders": [2, 3], "attack": 13, "defense": 7,
    "odds": "1:1", "shifts": [[0, -1], [1, 2]], "final": "2:1", "die": 5, "result": "DR",
    "attacker_steps_lost": 0, "defender_steps_lost": 1, "defender_units_lost": 0,
    "attacker_oos": 0, "defender_oos": 1, "retreated": 2, "advanced": 1,
}  # fmt: skip

_BATTLE_WORDS = {
    "kinds": ["Attack", "Raid"],
    "sum": [{"key": "attack", "name": "Attack strength"},
            {"key": "defense", "name": "Defense strength"}],
    "brought": [
        {"name": "Attacker's losses", "parts": [["attacker_steps_lost", "step", "steps"]]},
        {"name": "Defender's losses", "parts": [
            ["defender_steps_lost", "step", "steps"],
            ["defender_units_lost", "unit eliminated", "units eliminated"]]},
        {"name": "Out of supply", "parts": [["attacker_oos", "attacker", "attackers"],
                                            ["defender_oos", "defender", "defenders"]]},
        {"name": "Afterwards", "parts": [["retreated", "retreated", "retreated"],
                                         ["advanced", "advanced", "advanced"]]},
    ],
}  # fmt: skip


def tiny_replay() -> dict[str, Any]:
    """A new copy of the document."""
    count = COLUMNS * ROWS
    numbers = [f"{row + 1:02}{column + 1:02}" for row in range(ROWS) for column in range(COLUMNS)]
    unit = {
        "kind": "kind", "size": "division", "mobility": "foot", "formation": "1st Army",
        "untried": False, "die_attack": False,
        "die_defense": False, "arrival": 0,
    }  # fmt: skip
    document = {
        "format": 2,
        "title": {"game": "Tiny Game", "scenario": "First Lesson", "last_turn": 2,
                  "points": "points", "points_short": "PT", "points_side": RED, "points_to_win": 3},
        "played": {"game": "tiny", "scenario": "first", "seed": 42, "set_up": 42, "red": "bold",
                   "blue": "calm", "variant": "baseline", "changes": {}, "version": "0",
                   "study": None, "game_id": None, "log": "00", "checked": False,
                   "command": "none"},
        "outcome": {"winner": RED, "ending": "points", "words": "Red wins on points", "turn": 2,
                    "hex": -1, "error": "", "error_side": -1},
        "sides": [{"key": "red", "name": "Red", "colour": "#b03030"},
                  {"key": "blue", "name": "Blue", "colour": "#3050b0"}],
        "nations": [{"key": "r", "name": "Redland", "side": RED, "colour": "#c8a090"},
                    {"key": "b", "name": "Blueland", "side": BLUE, "colour": "#405070"}],
        "map": {
            "number": numbers,
            "x": [2 * (at % COLUMNS) + (at // COLUMNS) % 2 for at in range(count)],
            "y": [at // COLUMNS for at in range(count)],
            "terrain": [1 if at % COLUMNS == 5 else 0 for at in range(count)],
            "terrains": [{"key": "clear", "name": "Open"}, {"key": "sea", "name": "Ocean"}],
            "places": [{"hex": TOWN, "name": "Midway", "kind": "city", "port": False},
                       {"hex": REAR, "name": "Rearville", "kind": "town", "port": True}],
            "marks": [{"key": "vp", "name": "Prize", "kind": "victory", "side": -1, "rule": "9.1",
                       "hexes": [TOWN]},
                      {"key": "src", "name": "Depot", "kind": "source", "side": RED, "rule": "7.1",
                       "hexes": [6]}],
            "hexsides": [{"key": "river", "name": "River", "kind": "river",
                           "edges": [3, 3, 3, 2, 10, 4]},
                         {"key": "wall", "name": "Wall", "kind": "wall", "edges": [22, 1]}],
            "lines": [{"key": "start", "name": "First line", "rule": "3", "edges": [13, 1, 7, 1]}],
        },
        "words": {
            "status": ["on the map", "due", "eliminated"],
            "supply": ["in supply", "out of supply"], "condition": ["", "waits for orders"],
            "shifts": [{"key": "terrain", "name": "City", "rules": ["8.1"]},
                       {"key": "air", "name": "Aircraft", "rules": ["8.4", "8.5"]}],
            "results": {"DR": "defender retreats"}, "battle": _BATTLE_WORDS,
            "points": [{"key": "all", "name": "Points"}, {"key": "hexes", "name": "for hexes"}],
            "events": {"taken": {"name": "Taken", "group": "places", "rule": "9.2"},
                       "gone": {"name": "Eliminated", "group": "losses"}},
            "groups": {"places": "Places", "losses": "Losses"}, "combat_rule": "8.9",
            "fog": {"top_only": True, "untried": True, "rule": "2"},
        },
        "units": [{**unit, **own, "side": own["nation"]} for own in _UNITS],
        "start": {"steps": [2, 1, 2, 1, 1], "status": [0, 0, 0, 0, 1], "revealed": [0] * 5,
                  "supply": [0] * 5, "condition": [0] * 5,
                  "control": "".join("0" if at % COLUMNS < 2 else "1" for at in range(count))},
        "frames": [
            _frame(0, -1, "set_up", "Set-up", place=[0, 12, 1, 7, 2, TOWN, 3, TOWN], points=[0, 0],
                   facts=[["Aircraft left", "2"]], sources=[[6], [17]], supplied=["AAD", "AQF"],
                   lines=[12, "5"]),
            _frame(1, RED, "movement", "Red moves", place=[0, RED_HEX], reach={"0": "AGDADD"},
                   log=[{"k": "move", "unit": 0, "path": [12, RED_HEX]}]),
            _frame(1, RED, "assault", "Red attacks",
                   place=[2, REAR, 3, REAR, 0, TOWN], control=[TOWN, RED, RED_HEX, RED],
                   change={"steps": [2, 1], "supply": [2, 1], "revealed": [3, 1]}, points=[1, 1],
                   log=[_BATTLE,
                        {"k": "retreat", "unit": 2, "path": [TOWN, REAR], "battle": 0},
                        {"k": "retreat", "unit": 3, "path": [TOWN, REAR], "battle": 0},
                        {"k": "advance", "unit": 0, "path": [RED_HEX, TOWN], "battle": 0},
                        {"k": "event", "kind": "taken", "hex": TOWN, "unit": -1, "side": RED,
                         "battle": 0, "words": "Red takes Midway"}]),
            _frame(2, BLUE, "movement", "Blue moves", place=[4, 16, 2, -1],
                   change={"status": [4, 0, 2, 2], "steps": [2, 0]}, reach={"4": "AQC"},
                   log=[{"k": "move", "unit": 4, "path": [-1, ENTRY, 16]},
                        {"k": "remove", "unit": 2, "path": [REAR]},
                        {"k": "event", "kind": "gone", "hex": REAR, "unit": 2, "side": BLUE,
                         "words": "3 Blue is eliminated"}]),
            _frame(2, -1, "end", "End of the game", points=[3, 1]),
        ],
    }  # fmt: skip
    return copy.deepcopy(document)


def _frame(turn: int, side: int, kind: str, name: str, **rest: Any) -> dict[str, Any]:
    date = f"{turn} May 1900" if turn else ""
    base = {"turn": turn, "date": date, "side": side, "phase": kind, "kind": kind, "name": name}
    return {**base, "place": [], "change": {}, "control": [], "log": [], **rest}
