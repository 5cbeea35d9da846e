"""Replays of real games: what a document tells is what the engine did, whichever game it is."""

import json
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

import balance
from balance.experiments.replay import game as replay_game
from balance.experiments.replay.runs import read_runs, write_runs
from balance.experiments.schema import tables_of
from balance.experiments.study import Cell
from balance.games.drive_on_stalingrad import vocabulary as blue_vocabulary
from balance.games.drive_on_stalingrad.state import BATTLE
from balance.rulebook.game import open_game
from tests.experiments.replay_states import flat_pairs, frame_states
from tests.experiments.replayed_games import BLUE, GAMES, SEED, record

CASES = [(game, cell) for game in GAMES for cell in game.cells]
#: Direction -> change of a map's x and y, clockwise from north-east.
STEPS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))


def _name(case):
    game, cell = case
    return f"{game.scenario}-{cell.axis}-{cell.soviet}"


@pytest.fixture(scope="module", params=CASES, ids=_name)
def recorded(request):
    return record(*request.param)


@pytest.fixture(params=GAMES, ids=lambda game: game.scenario)
def game(request):
    return request.param


def happenings(document, kind):
    return [each for frame in document["frames"] for each in frame["log"] if each["k"] == kind]


def neighbours(document):
    """Set of pairs of adjacent hexes, by the positions that a page draws."""
    game_map = document["map"]
    at = {place: h for h, place in enumerate(zip(game_map["x"], game_map["y"], strict=True))}
    return {
        (h, at[x + dx, y + dy]): direction
        for (x, y), h in at.items()
        for direction, (dx, dy) in enumerate(STEPS)
        if (x + dx, y + dy) in at
    }


# --- the same game


def test_a_recorded_game_goes_exactly_like_an_unwatched_one(recorded):
    assert recorded.same


def test_each_frame_comes_to_what_the_engine_holds(recorded):
    states = list(frame_states(recorded.document))
    assert len(states) == len(recorded.seen) > 20
    for told, seen in zip(states, recorded.seen, strict=True):
        assert told.hex == seen.hex
        assert told.stacks == seen.stacks
        assert {key: told.units[key] for key in seen.units} == seen.units
        assert told.control == seen.control
        assert told.whole["points"] == seen.points
        assert [marker["hex"] for marker in told.whole["markers"]] == seen.markers


def test_the_last_frame_has_the_points_that_the_game_ends_with(recorded):
    last = list(frame_states(recorded.document))[-1]
    names = recorded.words["points"]
    assert last.whole["points"] == [int(recorded.played.game[name]) for name in names]


def test_the_trace_has_ample_room(recorded):
    assert 2000 < recorded.seen[-1].traced < 100_000


def test_the_frames_are_the_phases_in_order(recorded):
    kinds = [(f["turn"], f["side"]) for f in recorded.document["frames"] if f["side"] >= 0]
    assert kinds == sorted(kinds)
    acting = (*recorded.words["moving"], *recorded.words["fighting"])
    played = Counter(
        (f["turn"], f["side"]) for f in recorded.document["frames"] if f["kind"] in acting
    )
    # The first player turn may begin late, and the last be cut short.
    assert set(list(played.values())[1:-1]) == {recorded.game.phases}


# --- the same moves


def test_every_unit_goes_step_by_step_from_where_it_stands(recorded):
    near = neighbours(recorded.document)
    place = [-1] * len(recorded.document["units"])
    states = frame_states(recorded.document)
    for frame, state in zip(recorded.document["frames"], states, strict=True):
        arrived = {e["unit"] for e in frame["log"] if e.get("kind") in recorded.game.arrivals}
        for each in frame["log"]:
            if "path" not in each:
                continue
            path = each["path"]
            assert path[0] == place[each["unit"]]
            place[each["unit"]] = -1 if each["k"] == "remove" else path[-1]
            legs = list(pairwise(path))
            if path[0] == -1:
                assert each["unit"] in arrived
                legs = legs[1:]
            elif each.get("by") == "sea":
                legs = legs[1:]
            assert all(leg in near for leg in legs), each
        if frame["kind"] == "set_up":
            place = list(state.hex)
        assert place == state.hex


def test_the_first_to_move_goes_where_the_reach_of_its_phase_says(recorded):
    checked = 0
    for frame in recorded.document["frames"]:
        first = next((e for e in frame["log"] if e["k"] == "move" and e["path"][0] >= 0), None)
        fought = any(each["k"] == "battle" for each in frame["log"])
        moving = frame["kind"] in recorded.words["moving"]
        if not moving or first is None or fought or first.get("by"):
            continue
        assert first["path"][-1] in read_runs(frame["reach"][str(first["unit"])])
        checked += 1
    assert checked >= 3


# --- the same battles and events


def test_all_battles_are_there_with_those_who_fought(recorded):
    near = neighbours(recorded.document)
    side = [unit["side"] for unit in recorded.document["units"]]
    told = happenings(recorded.document, "battle")
    assert [battle["n"] for battle in told] == list(range(len(recorded.played.battles)))
    for battle, row in zip(told, recorded.played.battles, strict=True):
        launched = list(flat_pairs(battle["attackers"]))
        assert len(launched) == row["attackers"]
        assert len(battle["defenders"]) == row["defenders"]
        from_afar = battle["kind"] in recorded.game.from_afar
        assert from_afar or all((h, t) in near for _, h in launched for t in battle["hexes"])
        assert {side[unit] for unit, _ in launched} <= {row["attacker"]}
        assert {side[unit] for unit in battle["defenders"]} == {1 - row["attacker"]}
        assert (battle["die"], battle["attack"]) == (row["die"], row["attack"])
        recorded.game.check_fighters(battle, row, list(recorded.words.get("shift", ())))


def test_losses_retreats_and_advances_are_those_of_their_battle(recorded):
    side = [unit["side"] for unit in recorded.document["units"]]
    battle, after = None, []
    for frame in recorded.document["frames"]:
        for each in [*frame["log"], {"k": "battle"}]:  # what follows a battle ends with its phase
            if each["k"] == "battle":
                if battle:
                    recorded.game.check_outcome(battle, after, side)
                battle, after = (each if "n" in each else None), []
            elif battle:
                assert each.get("battle", battle["n"]) == battle["n"]
                after.append(each)


def test_all_events_are_there_in_words(recorded):
    kinds = recorded.game.module("vocabulary").EventKind
    names = [unit["name"] for unit in recorded.document["units"]]
    told = happenings(recorded.document, "event")
    assert [event["kind"] for event in told] == [
        kinds(int(event["kind"])).name.lower()
        for event in recorded.played.events
        if event["game_turn"] > 0  # who holds what at the start needs no telling
    ]
    assert {event["kind"].upper() for event in told} <= set(recorded.words["event"])
    for event in told:
        assert event["words"]
        assert "{" not in event["words"]
        if event["kind"] == "eliminated" and event["hex"] >= 0:
            assert names[event["unit"]] in event["words"]
            assert recorded.document["map"]["number"][event["hex"]] in event["words"]


# --- supply


@pytest.mark.rule("drive_on_stalingrad 7.12")
@pytest.mark.rule("army_group_south 12.1")
def test_supply_lines_lead_to_a_source_of_the_side(recorded):
    near = {
        (h, direction): there for (h, there), direction in neighbours(recorded.document).items()
    }
    units = recorded.document["units"]
    side = [unit["side"] for unit in units]
    walked = 0
    for state in frame_states(recorded.document):
        staffs = {state.hex[u] for u in range(len(units)) if units[u].get("rating")}
        for h, way in flat_pairs(state.whole["lines"]):
            owner = side[state.stacks[h][0]]
            assert len(way) <= recorded.game.longest_line
            for direction in way:
                h = near[h, int(direction)]
                assert owner == side[state.stacks[h][0]] if h in state.stacks else True
            assert h in state.whole["sources"][owner] or h in staffs
            walked += 1
    assert walked > 500 or recorded.game.longest_line == 0


def test_units_are_in_supply_where_their_side_is(recorded):
    units = recorded.document["units"]
    turn, fresh = (0, -1), set()  # who arrives is supplied for his player turn
    for frame, state in zip(
        recorded.document["frames"], frame_states(recorded.document), strict=True
    ):
        if frame["side"] >= 0 and turn != (frame["turn"], frame["side"]):
            turn, fresh = (frame["turn"], frame["side"]), set()
        fresh |= {e["unit"] for e in frame["log"] if e.get("kind") in recorded.game.arrivals}
        supplied = [set(read_runs(text)) for text in state.whole["supplied"]]
        for unit, h in enumerate(state.hex):
            supply = state.units["supply"][unit]
            assert (supply == -1) == (h == -1)
            if h < 0 or units[unit].get("rating"):
                continue
            if h in supplied[units[unit]["side"]]:
                assert supply == 0 or recorded.game.marks_supply
            elif unit not in fresh:
                assert supply != 0 or recorded.game.marks_supply


# --- the document


def test_the_document_is_plain_json_of_modest_size(recorded):
    text = replay_game.compact_json(recorded.document)
    assert json.loads(text) == recorded.document
    assert len(text.encode()) < recorded.game.most_bytes


def test_runs_say_any_set_of_hexes():
    rng = np.random.default_rng(1)
    for share in (0.0, 0.02, 0.5, 0.98, 1.0):
        hexes = np.flatnonzero(rng.random(1734) < share).tolist()
        assert read_runs(write_runs(hexes)) == hexes


def test_the_game_has_words_for_all_that_may_happen(game):
    replay_words = game.match(Cell("random", "random")).replay_words()
    words, vocabulary = replay_words.words, game.module("vocabulary")
    assert set(words["event"]) == {kind.name for kind in vocabulary.EventKind}
    assert set(words["kind"]) == {kind.name for kind in vocabulary.Kind}
    assert set(words["group"]) == {entry["group"] for entry in words["event"].values()}
    assert len(words["states"]["status"]) == len(vocabulary.Status)
    assert set(words["moving"]) | set(words["fighting"]) < set(words["phase"])
    assert set(words["points"]) == set(replay_words.points)
    for entry in words["event"].values():
        kinds = {"number", "battle", "side", *replay_words.values()}
        assert entry.get("value", "number") in kinds
        entry["words"].format(unit="24 Pz", place="0101", side="Axis", value=1)


def test_words_are_in_the_order_of_their_numbers():
    replay_words = BLUE.match(Cell("random", "random")).replay_words()
    words = replay_words.words
    assert [entry["key"] for entry in words["nation"]] == [n.name for n in blue_vocabulary.Nation]
    assert set(words["shift"]) == {name for name in BATTLE.names if name.startswith("shift_")}
    assert len(words["states"]["supply"]) == len(blue_vocabulary.SupplyState)
    assert set(replay_words.values()["order"]) == set(map(int, blue_vocabulary.PhaseOrder))


def test_directions_of_a_replay_are_those_of_the_engine(game):
    replay_words = game.match(Cell("random", "random")).replay_words()
    document = {"map": replay_words.map()}
    table = replay_words.scenario.map.neighbour
    assert all(table[h, d] == there for (h, there), d in neighbours(document).items())


def test_the_start_line_lies_between_the_sides(game):
    replay_words = game.match(Cell("random", "random")).replay_words()
    line = next(line for line in replay_words.map()["lines"] if line["key"] == game.line)
    table, bits = replay_words.scenario.map.neighbour, replay_words.scenario.map.hexes["features"]
    soviet = game.module("vocabulary").Feature[game.start_line]
    edges = list(flat_pairs(line["edges"]))
    assert len(edges) > 50
    assert all(bits[h] & soviet and not bits[table[h, d]] & soviet for h, d in edges)


def test_a_study_stores_all_that_a_replay_is_compared_by():
    made = balance.replay("blue", seed=SEED)
    assert set(replay_game.COMPARED) <= set(
        tables_of(open_game("drive_on_stalingrad"))["games"].names
    )
    assert set(replay_game.COMPARED) <= set(made.row)
