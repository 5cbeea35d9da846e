"""The game as a whole: sequence, weather, victory, set-up, strengths by steps (1, 2, 14, 15)."""

from __future__ import annotations

import pytest

from balance.errors import DataError
from balance.games.common.march import movement_allowance
from balance.games.common.strength import find_shifts
from balance.games.common.tables import weather_names
from balance.games.common.turn import close_step, open_step, play_sequence
from balance.games.common.vocabulary import Ending, Level, Phase, PhaseKind, Side
from balance.games.steps import OVER
from balance.rulebook.game import open_folder
from tests.commands import new_game
from tests.games.common.positions import FIELD, foot, position, write_game


def phases_of_a_turn(at):
    """Phases of the first game turn, in order."""
    state, found = at.state, []
    state.game.game_turn = 0
    while open_step(state) != OVER and state.game.game_turn == 1:
        found.append(Phase(int(state.game.phase)).name.lower())
        close_step(state)
    return found


@pytest.mark.rule("common 1.1")
def test_phases_follow_the_table_of_the_sequence(tmp_path):
    sequence = (
        "step,side,phase\n1,soviet,movement\n2,soviet,combat\n3,axis,supply\n4,axis,movement\n"
    )
    at = position(tmp_path, tables={"sequence": sequence})
    assert phases_of_a_turn(at) == [
        "soviet_movement", "soviet_combat", "axis_supply", "axis_movement",
    ]  # fmt: skip
    assert len(phases_of_a_turn(position(tmp_path / "plain"))) == 10


@pytest.mark.rule("common 1.1")
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("1,axis,movement\n", "the soviet side has no movement phase"),
        ("1,axis,movement\n2,soviet,movement\n3,axis,movement\n", "is there already"),
        ("1,axis,movment\n2,soviet,movement\n", "did you mean 'movement'"),
    ],
)
def test_a_sequence_that_is_none_is_refused(tmp_path, lines, told):
    with pytest.raises(DataError, match=rf"sequence\.csv:\d+: .*{told}"):
        position(tmp_path, tables={"sequence": f"step,side,phase\n{lines}"})


@pytest.mark.rule("common 1.2, 14.3")
def test_the_game_ends_with_its_last_turn_and_who_has_more_points_wins(tmp_path):
    rules = {"sequence.last_turn": 3, "victory.clear_margin": 2, "victory.decisive_margin": 9}
    at = position(tmp_path, places="0102:3,0108:1", rules=rules)
    at.state.game.game_turn = 0
    for _ in play_sequence(at.state):
        pass
    game = at.state.game
    assert (game.game_turn, game.ended, game.winner, game.vp) == (3, 1, Side.AXIS, 2)
    assert (game.ending, game.level) == (Ending.POINTS, Level.CLEAR)
    assert at.scenario.first_day(2).isoformat() == "2000-01-08"
    draw = position(tmp_path / "draw", places="0102:3,0108:1", rules={"victory.handicap": 2})
    draw.state.game.game_turn = 0
    for _ in play_sequence(draw.state):
        pass
    assert (draw.state.game.winner, draw.state.game.level) == (-1, Level.DRAW)


@pytest.mark.rule("common 14.1")
def test_steps_that_the_enemy_loses_give_points(tmp_path):
    from balance.games.common.victory import count_points

    at = position(
        tmp_path,
        places="0102:3,0108:1",
        rules={"victory.axis_step_points": 2, "victory.soviet_step_points": 1},
    )
    at.state.game.soviet_steps_lost, at.state.game.axis_steps_lost = 3, 1
    count_points(at.state)
    assert (at.state.game.vp_axis, at.state.game.vp_soviet) == (9, 2)


@pytest.mark.rule("common 14.2")
def test_a_side_wins_at_once_by_places_or_by_its_lead(tmp_path):
    from balance.games.common.control import enter_hex

    at = position(
        tmp_path,
        axis=[foot("A", "0104")],
        places="0106:2",
        rules={"victory.axis_sudden_places": ["Place0106", "0105"]},
    )
    enter_hex(at.state, at.unit("A"), at.hex("0105"))
    assert at.state.game.ended == 0
    enter_hex(at.state, at.unit("A"), at.hex("0106"))
    game = at.state.game
    assert (game.ended, game.winner, game.ending) == (1, Side.AXIS, Ending.SUDDEN_DEATH)
    assert game.level == Level.DECISIVE
    lead = position(tmp_path / "lead", places="0108:5", rules={"victory.soviet_sudden_points": 5})
    lead.state.game.game_turn = 0
    for _ in play_sequence(lead.state):
        pass
    game = lead.state.game
    assert (game.game_turn, game.winner, game.ending) == (1, Side.SOVIET, Ending.SUDDEN_DEATH)


_WEATHER = {
    "turns": "turn,season,axis_replacements,soviet_replacements\n1,mud,0,0\n",
    "weather": "die,mud\n" + "".join(f"{die},deep\n" for die in range(1, 7)),
    "weather_effects": "weather,movement,shift\nfine,100,0\ndeep,50,-2\n",
}


@pytest.mark.rule("common 1.3")
def test_weather_slows_and_shifts(tmp_path):
    at = position(tmp_path, axis=[foot("A", "0102")], soviet=[foot("R", "0105")], tables=_WEATHER)
    at.state.game.game_turn = 0
    open_step(at.state)
    assert weather_names(at.scenario.ruleset)[int(at.state.game.weather)] == "deep"
    at.in_phase(PhaseKind.MOVEMENT)
    assert movement_allowance(at.state, at.unit("A")) == 12
    assert find_shifts(at.state, at.hex("0105"), 0)[2] == -2


@pytest.mark.rule("common 2.1")
def test_strengths_fall_with_the_steps(tmp_path):
    units = [
        foot("A", "0101", steps=3, attack=9, defense=6, reduced_attack=1, reduced_defense=2),
        foot("B", "0102", steps=4, attack=6),
    ]
    at = position(tmp_path, axis=units)
    table = at.state.strengths
    assert table[0, 1:4].tolist() == [[1, 2], [5, 4], [9, 6]]
    assert table[1, 1:5, 0].tolist() == [2, 3, 4, 6]


@pytest.mark.rule("common 15.1")
def test_units_set_up_where_the_order_of_battle_says(tmp_path):
    at = position(tmp_path, FIELD, [foot("A", "0203")], [foot("R", "0407")])
    assert (at.where("A"), at.where("R")) == ("0203", "0407")
    for number, (axis, soviet, told) in enumerate(
        [
            (
                [foot("A", "9999")],
                [],
                "axis.csv:2: hex 9999 isn't on the map; expected one of 0101",
            ),
            ([foot("A", "102")], [], "hex 102 isn't on the map; did you mean 0102?"),
            ([foot("A", entry_area="Q", arrival_turn=2)], [], "entry_area is 'Q', which no hex"),
            ([foot("A", "0102")], [foot("R", "0102")], "the other side sets up in 0102 already"),
            ([foot(n, "0102") for n in "ABC"], [], "axis.csv:4: 0102 holds 2 units already"),
            ([foot("A")], [], "A has neither a hex nor a turn of arrival"),
            ([foot("A", "0102", mobility="wings")], [], "mobility is 'wings'; expected one of"),
        ]
    ):
        with pytest.raises(DataError, match=told):
            position(tmp_path / str(number), axis=axis, soviet=soviet)


@pytest.mark.rule("common 5.2", "common 15.1")
def test_nobody_sets_up_where_his_class_cannot_stand(tmp_path):
    with pytest.raises(
        DataError, match=r"axis\.csv:2: A sets up in 0102, but lake is closed to fo"
    ):
        position(tmp_path, (". ~ . . .",), [foot("A", "0102")], sources="0101:axis,0105:soviet")


def test_counters_of_a_scenario_that_is_not_there_are_refused(tmp_path):
    game = write_game(tmp_path / "test_game", axis=[foot("A", "0102")])
    path = game.folder / "order_of_battle" / "axis.csv"
    columns, unit = path.read_text().splitlines()
    path.write_text(f"{columns},scenarios\n{unit},frist_battle\n")
    with pytest.raises(DataError, match=r"axis\.csv:2: unknown scenario 'frist_battle'; did you"):
        game.referee("scenario").load_scenario("first_battle", game.rules)


def test_a_scenario_is_called_as_its_file(tmp_path):
    game = write_game(tmp_path / "test_game")
    path = game.folder / "scenarios" / "first_battle.toml"
    path.write_text('format = 1\nname = "first"\ntitle = "T"\n')
    with pytest.raises(DataError, match=r"toml:2: name is 'first'; expected that of the file, 'fi"):
        game.referee("scenario").load_scenario("first_battle", game.rules)


def test_a_date_that_is_none_is_told_where_it_is_set(tmp_path):
    game = write_game(tmp_path / "test_game", rules={"sequence.first_day": "1950-13-01"})
    with pytest.raises(DataError, match=r"game\.toml:5: first_day: .*month must be in 1\.\.12"):
        game.referee("scenario").load_scenario("first_battle", game.rules)


def test_the_die_of_the_weather_has_all_its_faces(tmp_path):
    tables = {
        "weather": "die,summer\n1,fine\n3,fine\n",
        "weather_effects": "weather,movement,shift\nfine,100,0\n",
    }
    with pytest.raises(DataError, match=r"weather\.csv:3: rows are the faces of the die, .* 2"):
        position(tmp_path, tables=tables)


def test_a_scenario_has_numbers_of_its_own_that_a_variant_may_change(tmp_path):
    game = write_game(tmp_path / "test_game")
    path = game.folder / "scenarios" / "first_battle.toml"
    path.write_text(
        'format = 1\nname = "first_battle"\ntitle = "T"\n[rules]\n"sequence.last_turn" = 5\n'
    )
    load = game.referee("scenario").load_scenario
    assert load("first_battle", game.rules).last_turn == 5
    longer = game.rules.with_overrides({"sequence.last_turn": 7})
    assert load("first_battle", longer).last_turn == 7
    path.write_text(path.read_text() + '"sequence.lst_turn" = 5\n')
    with pytest.raises(DataError, match=r"first_battle\.toml:6: .*mean 'sequence.last_turn'"):
        load("first_battle", game.rules)


@pytest.mark.rule("common 5.5, 15.1")
def test_a_scenario_may_begin_with_other_hexes_in_other_hands(tmp_path):
    game = new_game("mine", tmp_path)
    (game / "scenarios" / "late.toml").write_text('format = 1\nname = "late"\ntitle = "Late"\n')
    rows = (game / "map" / "control.txt").read_text().replace("a s", "a a")
    (game / "map" / "control_late.txt").write_text(rows)
    held = {}
    for name in ("first_battle", "late"):
        found = open_folder(game)
        scenario = found.referee("scenario").load_scenario(name, found.rules)
        state = scenario.new_game(1)
        held[name] = int(state.ground[scenario.map.index["0307"]].control)
    assert held == {"first_battle": Side.SOVIET, "late": Side.AXIS}


@pytest.mark.parametrize(
    ("name", "rows", "told"),
    [
        ("lat", "a", r"control_lat\.txt: unknown scenario 'lat'"),
        (
            "first_battle",
            " a",
            r"control_first_battle\.txt: says nothing of hex 0102 and 118 others",
        ),
        ("first_battle", " x", r"control_first_battle\.txt:1: 'x' for hex 0101; expected a or s"),
    ],
)
def test_control_of_a_scenario_that_is_wrong_is_told(tmp_path, name, rows, told):
    folder = new_game("mine", tmp_path)
    (folder / "map" / f"control_{name}.txt").write_text(rows)
    game = open_folder(folder)
    with pytest.raises(DataError, match=told):
        game.referee("scenario").load_scenario("first_battle", game.rules)
