from pathlib import Path

from balance.experiments.schema import BATTLES, EVENTS, GAMES, HEXES, TABLES, TURNS, markdown
from balance.games.drive_on_stalingrad.state import BATTLE, EVENT, TURN
from balance.games.hex_record import HEX_TURN

ROOT = Path(__file__).resolve().parents[2]


def test_the_tables_are_documented_as_they_are():
    written = (ROOT / "TABLES.md").read_text(encoding="utf-8")
    assert markdown() in written, "write it anew: python -m balance.studies.tables > TABLES.md"


def test_each_number_the_engine_logs_has_its_column():
    assert set(TURN.names) == set(TURNS.names) - {"game_id"}
    assert set(EVENT.names) | {"game_id", "player_turn"} == set(EVENTS.names)
    assert set(HEX_TURN.names) == set(HEXES.names) - {"game_id"}
    ratios = {"odds_ratio", "final_odds_ratio"}
    assert set(BATTLE.names) | {"game_id"} | ratios == set(BATTLES.names)


def test_no_column_is_there_twice_and_each_is_explained():
    for table in TABLES.values():
        assert len(set(table.names)) == len(table.names)
        assert all(len(column.meaning) > 5 for column in table.columns)
    assert GAMES.names[0] == "game_id"
