from pathlib import Path

import pytest

from balance.experiments.schema import (
    ADDED,
    CORE,
    event_kinds,
    markdown,
    own_records,
    phases,
    tables_of,
)
from balance.games.hex_record import HEX_TURN
from balance.rulebook.game import open_game, playable_names
from balance.studies.tables import TABLES, document

ROOT = Path(__file__).resolve().parents[2]
GAMES = playable_names()
#: Columns that are no field of a log, or that a game works out from several.
MADE = {"game_id", "player_turn", "odds_ratio", "final_odds_ratio", "result"}


def test_the_tables_are_documented_as_they_are():
    written = (ROOT / "TABLES.md").read_text(encoding="utf-8")
    assert markdown() in written, "write it anew: python -m balance.studies.tables > TABLES.md"


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_event_and_each_phase_is_documented(game: str):
    vocabulary = open_game(game).referee("vocabulary")
    kinds = [kind.name.lower() for kind in vocabulary.EventKind]
    assert [
        name for name, meaning, value in event_kinds(open_game(game)) if meaning and value
    ] == kinds
    names = [phase.name.lower() for phase in vocabulary.Phase]
    assert [name for name, meaning in phases(open_game(game)) if meaning] == names


def test_the_contents_of_the_tables_lead_to_each_of_them():
    written = (ROOT / "TABLES.md").read_text(encoding="utf-8")
    assert written == document(), "write it anew: python -m balance.studies.tables > TABLES.md"
    contents, _, body = written.partition("\n# Tables of the games\n")
    for name in [*CORE, *TABLES]:
        assert f"[{name}](#{name}" in contents
        assert f"### {name}\n" in body
    assert body.index("# Tables of the answers") > body.index("Events of drive_on_stalingrad")


@pytest.mark.parametrize("game", GAMES)
def test_each_number_the_engine_logs_has_its_column(game: str):
    state = open_game(game).referee("state")
    logs = {"turns": state.TURN, "events": state.EVENT, "battles": state.BATTLE, "hexes": HEX_TURN}
    for name, log in logs.items():
        columns = set(tables_of(open_game(game))[name].names)
        assert columns - set(log.names) <= MADE, name
        assert set(log.names) - columns <= {"attacker_result", "defender_result"}, name


@pytest.mark.parametrize("game", GAMES)
def test_no_column_is_there_twice_and_each_is_explained(game: str):
    for table in tables_of(open_game(game)).values():
        assert len(set(table.names)) == len(table.names)
        assert all(len(column.meaning) > 5 for column in table.columns)
        assert table.names[0] == "game_id"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_columns_that_all_analysis_asks_for(game: str):
    for name, table in CORE.items():
        own = {column.name: column.type for column in tables_of(open_game(game))[name].columns}
        assert own.items() >= {column.name: column.type for column in table.columns}.items()


@pytest.mark.parametrize("game", GAMES)
def test_words_are_given_for_columns_of_text_alone(game: str):
    records = open_game(game).referee("records")
    types = {c.name: c.type for table in tables_of(open_game(game)).values() for c in table.columns}
    assert {types[name] for name in records.WORDS} == {"text"}
    own = own_records(open_game(game))
    assert {types[name] for name in [*own.get("fields", ()), *own.get("counted", ())]} <= {"int32"}


def test_the_tables_of_the_first_game_are_those_of_older_studies():
    tables = tables_of(open_game("drive_on_stalingrad"))
    assert [name for name in tables["games"].names if name not in ADDED] == [
        "game_id",
        "variant",
        "axis",
        "soviet",
        "seed",
        "set_up",
        "winner",
        "ending",
        "ending_turn",
        "ending_hex",
        "vp",
        "vp_hexes",
        "vp_oos",
        "oos_kills",
        "oos_at_end",
        "axis_steps_lost",
        "axis_units_lost",
        "soviet_units_lost",
        "attacks_axis",
        "attacks_soviet",
        "mobile_assaults",
        "poor_attacks_axis",
        "poor_attacks_soviet",
        "refused_axis",
        "refused_soviet",
        "log",
        "error",
        "error_side",
        "play_seconds",
        "worker",
    ]
    assert tables["turns"].names == [
        "game_id",
        "game_turn",
        "vp",
        "vp_hexes",
        "vp_oos",
        "oos_kills",
        "axis_units",
        "axis_steps",
        "axis_strength",
        "soviet_units",
        "soviet_strength",
        "axis_oos",
        "soviet_oos",
        "axis_steps_lost",
        "soviet_units_lost",
        "soviet_frozen",
        "axis_hexes",
        "axis_towns",
    ]
    assert tables["battles"].names == [
        "game_id",
        "game_turn",
        "phase",
        "mobile",
        "attacker",
        "hex",
        "launch_hexes",
        "attackers",
        "defenders",
        "attack",
        "defense",
        "odds",
        "odds_ratio",
        "shift_terrain",
        "shift_fortification",
        "shift_concentric",
        "shift_air",
        "shift_first",
        "shift_mobile",
        "final_odds",
        "final_odds_ratio",
        "die",
        "result",
        "expected_value",
        "attacker_steps_lost",
        "defender_steps_lost",
        "defender_units_lost",
        "defender_oos",
        "attacker_oos",
        "retreated",
        "advanced",
    ]
