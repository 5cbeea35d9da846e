"""Replays of real games: what a document tells is what the engine did."""

import json
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

import balance
from balance.experiments.match import PLAYER, open_match, rules_of
from balance.experiments.replay import game as replay_game
from balance.experiments.replay.recorder import Recorder
from balance.experiments.replay.runs import read_runs, write_runs
from balance.experiments.replay.states import flat_pairs, frame_states
from balance.experiments.rows import log_fingerprint
from balance.experiments.schema import tables_of
from balance.experiments.study import Cell
from balance.games.drive_on_stalingrad import vocabulary
from balance.games.drive_on_stalingrad.scenario import load_scenario
from balance.games.drive_on_stalingrad.state import BATTLE
from balance.games.drive_on_stalingrad.telling import open_telling
from balance.kernel.hexes import DIRECTION_NAMES

GAME = "drive_on_stalingrad"
#: Random play soon loses a sudden-death hex: without that rule it goes through all the turns.
CELLS = [
    Cell("historical", "historical"),
    Cell("random", "random", overrides=(("victory.sudden_death", "off"),)),
    Cell("stalingrad_dash", "don_line"),
]
#: Direction -> change of a map's x and y, clockwise from north-east.
STEPS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
SEED = 1000003


class Watching(Recorder):
    """A recorder that keeps what the engine holds at the end of each frame."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.seen = []
        watched.append(self)

    def _cut(self, state, kind):
        before = len(self.frames)
        super()._cut(state, kind)
        if len(self.frames) > before:
            self.seen.append(look(state))


watched: list[Watching] = []


def look(state):
    off_map = len(state.ground) - 1
    stacks = {}
    for h in range(off_map):
        unit = int(state.ground["first"][h])
        while unit >= 0:
            stacks.setdefault(h, []).append(unit)
            unit = int(state.units["next"][unit])
    return SimpleNamespace(
        hex=[-1 if h == off_map else h for h in state.units["hex"].tolist()],
        stacks=stacks,
        units={key: state.units[key].tolist() for key in ("steps", "status", "revealed")},
        control=state.ground["control"][:-1].tolist(),
        points=[int(state.game[key]) for key in ("vp", "vp_hexes", "vp_oos")],
        aerial=int(state.game.aerial_hex),
        traced=int(state.traced[0]),
    )


@pytest.fixture(scope="module", params=CELLS, ids=lambda cell: f"{cell.axis}-{cell.soviet}")
def recorded(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay_game, "Recorder", Watching)
        cell = request.param
        rules = dict(cell.overrides)
        made = balance.replay(
            "blue", axis=cell.axis, soviet=cell.soviet, overrides=rules, seed=SEED
        )
    match = open_match(PLAYER, GAME, "operation_blue", cell, rules_of(GAME, cell).hash)
    return SimpleNamespace(
        document=made.document, row=made.row, watched=watched[-1], played=match.play(SEED)
    )


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
    assert recorded.row["log"] == log_fingerprint(recorded.played)
    assert recorded.document["played"]["log"] == recorded.row["log"]


def test_each_frame_comes_to_what_the_engine_holds(recorded):
    states = list(frame_states(recorded.document))
    assert len(states) == len(recorded.watched.seen) > 20
    for told, seen in zip(states, recorded.watched.seen, strict=True):
        assert told.hex == seen.hex
        assert told.stacks == seen.stacks
        assert {key: told.units[key] for key in seen.units} == seen.units
        assert told.control == seen.control
        assert told.whole["points"] == seen.points
        markers = [marker["hex"] for marker in told.whole["markers"]]
        assert markers == ([seen.aerial] if seen.aerial < len(told.control) else [])


def test_the_trace_has_ample_room(recorded):
    assert 2000 < recorded.watched.seen[-1].traced < 100_000


def test_the_frames_are_the_phases_in_order(recorded):
    kinds = [(f["turn"], f["side"]) for f in recorded.document["frames"] if f["side"] >= 0]
    assert kinds == sorted(kinds)
    played = Counter(
        (f["turn"], f["side"])
        for f in recorded.document["frames"]
        if f["kind"] in ("movement", "assault")
    )
    assert set(list(played.values())[:-1]) == {2}


# --- the same moves


def test_every_unit_goes_step_by_step_from_where_it_stands(recorded):
    near = neighbours(recorded.document)
    place = [-1] * len(recorded.document["units"])
    states = frame_states(recorded.document)
    for frame, state in zip(recorded.document["frames"], states, strict=True):
        arrived = {each["unit"] for each in frame["log"] if each.get("kind") == "arrived"}
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
        if frame["kind"] != "movement" or first is None or fought or first.get("by"):
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
    shift_keys = [shift["key"] for shift in recorded.document["words"]["shifts"]]
    for battle, row in zip(told, recorded.played.battles, strict=True):
        launched = list(flat_pairs(battle["attackers"]))
        assert len(launched) == row["attackers"]
        assert len(battle["defenders"]) == row["defenders"]
        assert len({h for _, h in launched}) == row["launch_hexes"]
        assert all((h, battle["hex"]) in near for _, h in launched)
        assert {side[unit] for unit, _ in launched} == {row["attacker"]}
        assert {side[unit] for unit in battle["defenders"]} == {1 - row["attacker"]}
        assert {shift_keys[place]: shift for place, shift in battle["shifts"]} == {
            key: row[key] for key in shift_keys if row[key]
        }
        assert int(row["odds"]) + sum(s for _, s in battle["shifts"]) == int(row["final_odds"])
        assert (battle["die"], battle["attack"]) == (row["die"], row["attack"])


def test_losses_retreats_and_advances_are_those_of_their_battle(recorded):
    side = [unit["side"] for unit in recorded.document["units"]]
    follow = {}
    for frame in recorded.document["frames"]:
        for each in frame["log"]:
            if "battle" in each:
                follow.setdefault(each["battle"], []).append(each)
    for battle in happenings(recorded.document, "battle"):
        after = follow.get(battle["n"], [])
        lost = [e for e in after if e["k"] == "event"]
        mine = [e for e in lost if side[e["unit"]] == battle["attacker"]]
        theirs = [e for e in lost if side[e["unit"]] != battle["attacker"]]
        assert len(mine) == battle["attacker_steps_lost"]
        steps = [e for e in theirs if e["unit"] in battle["defenders"]]
        assert len(steps) == battle["defender_steps_lost"]
        gone = sum(e["kind"] == "eliminated" for e in theirs)
        assert gone == battle["defender_units_lost"]
        assert len([e for e in after if e["k"] == "retreat"]) == battle["retreated"]
        if battle["kind"] == 0:
            assert len([e for e in after if e["k"] == "advance"]) == battle["advanced"]


def test_all_events_are_there_in_words(recorded):
    kinds = [vocabulary.EventKind(int(kind)).name.lower() for kind in recorded.played.events.kind]
    told = happenings(recorded.document, "event")
    assert [event["kind"] for event in told] == kinds
    assert {event["kind"] for event in told} <= set(recorded.document["words"]["events"])
    names = [unit["name"] for unit in recorded.document["units"]]
    for event in told:
        assert event["words"]
        assert "{" not in event["words"]
        if event["kind"] == "eliminated":
            assert names[event["unit"]] in event["words"]
            assert recorded.document["map"]["number"][event["hex"]] in event["words"]


# --- supply


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_supply_lines_lead_to_a_source_of_the_side(recorded):
    near = {
        (h, direction): there for (h, there), direction in neighbours(recorded.document).items()
    }
    side = [unit["side"] for unit in recorded.document["units"]]
    walked = 0
    for state in frame_states(recorded.document):
        for h, way in flat_pairs(state.whole["lines"]):
            owner = side[state.stacks[h][0]]
            assert len(way) <= 7
            for direction in way:
                h = near[h, int(direction)]
                assert owner == side[state.stacks[h][0]] if h in state.stacks else True
            assert h in state.whole["sources"][owner]
            walked += 1
    assert walked > 500


def test_units_are_in_supply_where_their_side_is(recorded):
    side = [unit["side"] for unit in recorded.document["units"]]
    for state in frame_states(recorded.document):
        supplied = [set(read_runs(text)) for text in state.whole["supplied"]]
        for unit, h in enumerate(state.hex):
            supply = state.units["supply"][unit]
            assert (supply == -1) == (h == -1)
            if h >= 0:
                assert (supply == 0) == (h in supplied[side[unit]])


# --- the document


def test_the_document_is_plain_json_of_modest_size(recorded):
    text = replay_game.compact_json(recorded.document)
    assert json.loads(text) == recorded.document
    assert len(text.encode()) < 1_000_000


def test_runs_say_any_set_of_hexes():
    rng = np.random.default_rng(1)
    for share in (0.0, 0.02, 0.5, 0.98, 1.0):
        hexes = np.flatnonzero(rng.random(1734) < share).tolist()
        assert read_runs(write_runs(hexes)) == hexes


def test_the_game_has_words_for_all_that_may_happen():
    telling = open_telling(load_scenario(GAME, "operation_blue"))
    words = telling.words
    assert set(words["event"]) == {kind.name for kind in vocabulary.EventKind}
    assert set(words["kind"]) == {kind.name for kind in vocabulary.Kind}
    assert {entry["key"] for entry in words["nation"]} == {n.name for n in vocabulary.Nation}
    assert set(words["shift"]) == {name for name in BATTLE.names if name.startswith("shift_")}
    assert set(words["group"]) == {entry["group"] for entry in words["event"].values()}
    assert len(words["states"]["status"]) == len(vocabulary.Status)
    assert len(words["states"]["supply"]) == len(vocabulary.SupplyState)
    assert set(telling.values()["order"]) == set(map(int, vocabulary.PhaseOrder))
    for entry in words["event"].values():
        kinds = {"number", "battle", "side", *telling.values()}
        assert entry.get("value", "number") in kinds
        entry["words"].format(unit="24 Pz", place="0101", side="Axis", value=1)


def test_directions_of_a_replay_are_those_of_the_engine():
    assert DIRECTION_NAMES == ("NE", "E", "SE", "SW", "W", "NW")
    telling = open_telling(load_scenario(GAME, "operation_blue"))
    document = {"map": telling.map()}
    table = telling.scenario.map.neighbour
    assert all(table[h, d] == there for (h, there), d in neighbours(document).items())


def test_the_start_line_lies_between_the_sides():
    telling = open_telling(load_scenario(GAME, "operation_blue"))
    line = next(line for line in telling.map()["lines"] if line["key"] == "start_line")
    table, bits = telling.scenario.map.neighbour, telling.scenario.map.hexes["features"]
    soviet = vocabulary.Feature.SOVIET_AT_START
    edges = list(flat_pairs(line["edges"]))
    assert len(edges) > 50
    assert all(bits[h] & soviet and not bits[table[h, d]] & soviet for h, d in edges)


def test_a_study_stores_all_that_a_replay_is_compared_by(recorded):
    assert set(replay_game.COMPARED) <= set(tables_of("drive_on_stalingrad")["games"].names)
    assert set(replay_game.COMPARED) <= set(recorded.row)
