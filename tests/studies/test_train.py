"""Training against opponents to whom the worth of each opening is known."""

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import balance
from balance.errors import BadQuestion, BalanceError, DataError
from balance.experiments.progress import Outcomes, Silent
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.study import Cell, StudySpec
from balance.files.toml import read_toml
from balance.rulebook.game import open_game
from balance.staff.weights import Weights
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.field import read_fields
from balance.strategy.opening import Look, read_opening
from balance.strategy.opening_names import check_names
from balance.studies.train.changes import (
    change_missions,
    change_weights,
    genes,
    in_manner_of,
    logarithms,
    plain,
    with_logarithms,
    without,
)
from balance.studies.train.material import Material
from balance.studies.train.openings import (
    of_scenario,
    opening_text,
    openings_of,
    striking,
    without_overridden,
)
from balance.studies.train.ranking import Scale
from balance.studies.train.search import Search
from balance.studies.train.study import JUDGED, SEARCH, head_of
from balance.studies.train.training import Training, costly_hexes
from balance.studies.train.words import sentence
from tests.every_game import GAMES, scenario_of
from tests.studies.fake_training import PLAYER, chance

OPPONENT = "historical"


def shipped(game, side):
    """Opening files of a side of a game, as its first scenario has them."""
    known = registry.names(open_game(game), SIDES[side], scenario_of(game))
    names = [name for name in known if name != "random"]
    return openings_of(open_game(game), SIDES[side], scenario_of(game), names)


def train(out, games=1500, judge=400, **options):
    given = {"against": OPPONENT, "jobs": 1, "player": PLAYER, **options}
    return balance.train("blue", "axis", games=games, judge=judge, out=out, **given)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("training") / "study"
    train(found, error_rate=0.001)  # of a single study: what is true is all but sure to lie within
    return found


@pytest.fixture(scope="module")
def answer(folder):
    return balance.answer_study(Results(folder))


def test_it_finds_what_wins_and_judges_it_rightly(answer, folder: Path):
    found = chance(read_toml(folder / "trained.toml"))
    assert found == 0.5  # no opening can be worth more
    assert answer.facts["low"] <= found <= answer.facts["high"]
    best = max(map(chance, shipped("drive_on_stalingrad", 0).values()))
    assert answer.facts["gain_low"] <= found - best <= answer.facts["gain_high"]
    assert answer.sentence.startswith("An Axis opening was found that scores ")
    assert answer.facts["games"] <= 1500


def test_what_it_writes_is_an_opening_that_says_where_it_is_from(folder: Path):
    path = folder / "trained.toml"
    assert read_opening(path).name == "trained"
    told = path.read_text().splitlines()
    assert told[0] == "# Trained by balance train operation_blue --side axis, seed 1:"
    assert "games against historical." in told[1]


def test_it_is_for_its_scenario_alone_where_the_game_has_several():
    asked = Question.of("train", side="axis", name="a", against=["tight"], shares=[1.0])
    cells = (Cell("historical", "tight"),)
    for game, scenario, told in (
        ("stalingrad_1942", "uranus", ["uranus"]),
        ("army_group_south", "operation_star", None),
    ):
        spec = StudySpec(open_game(game), scenario, cells, 1, 1, "turns", asked)
        assert head_of(Training(spec), "everything at Kalach").get("scenarios") == told


def test_no_round_plays_the_seeds_of_another_nor_those_that_judge(folder: Path):
    rounds = [Results(path.parent) for path in sorted((folder / SEARCH).glob("*/study.toml"))]
    seeds = [set(each.games["seed"]) for each in (*rounds, Results(folder))]
    judged = set(Results(folder / JUDGED).games["seed"])
    assert len(rounds) > 3
    assert sum(map(len, seeds)) == len(set().union(*seeds))
    assert not judged & set().union(*seeds)
    assert min(judged) > max(set().union(*seeds))


def test_a_search_taken_up_again_ends_as_one_that_was_not_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "study"
    whole = train(folder, games=800, judge=100).sentence
    text = (folder / "trained.toml").read_text()
    shutil.rmtree(folder / JUDGED)
    shutil.rmtree(sorted((folder / SEARCH).glob("0*"))[-1])
    (folder / "trained.toml").unlink()
    with pytest.raises(BadQuestion, match="the search hasn't ended yet; balance resume"):
        balance.answer_study(Results(folder))
    monkeypatch.chdir(tmp_path)
    resumed = balance.resume("study", jobs=1, player=PLAYER)  # called by another path
    assert balance.answer_study(resumed).sentence == whole
    assert (folder / "trained.toml").read_text() == text
    assert train(folder, games=800, judge=100).sentence == whole


class Moved(Silent):
    """Counts the games by which the bar of a search moves."""

    played = 0

    def block_played(self, games: int, outcomes: Outcomes) -> None:
        self.played += games


def test_the_bar_of_a_search_taken_up_again_ends_where_it_would_have(tmp_path: Path):
    first, again = Moved(), Moved()
    for bar in (first, again):
        train(tmp_path / "study", games=500, judge=100, progress=bar)
    folder = tmp_path / "study"
    beside = len(Results(folder).games) + len(Results(folder / JUDGED).games)
    assert first.played - beside == again.played > 400


def test_a_search_begins_with_openings_places_and_the_line(folder: Path):
    tried = balance.answer_study(Results(folder)).tables["search"]
    begun = set(tried.loc[tried["generation"] == 0, "start"])
    assert {"historical", "everybody in the line"} <= begun
    for those in ("everything", "mobile troops"):
        assert any(start.startswith(f"{those} at ") for start in begun)


def test_a_search_is_not_extended_by_games(folder: Path):
    with pytest.raises(DataError, match="a search can't be extended; train again"):
        balance.resume(folder, games=100, jobs=1, player=PLAYER)


def test_openings_that_make_no_difference_are_told_as_such(tmp_path: Path):
    told = train(tmp_path / "deaf", games=500, against="volga_line")
    assert told.sentence.startswith(
        "No Axis opening was found that is sure to gain against volga_line"
    )
    assert told.facts["gain_low"] <= 0 <= told.facts["gain_high"]


@pytest.mark.parametrize(
    ("gain", "low", "high", "told"),
    [
        (0.05, -0.01, 0.11, "5.0 points [-1.0, 11.0] more"),
        (-0.05, -0.1, 0.08, "5.0 points [-8.0, 10.0] less"),
    ],
)
def test_what_gains_nothing_is_told_as_less(gain: float, low: float, high: float, told: str):
    facts = {"score": 0.5, "low": 0.4, "high": 0.6, "gain": gain, "gain_low": low}
    facts |= {"gain_high": high, "judged": 200, "games": 500, "over": "historical", "mixed": False}
    assert f"{told} than historical, the best of the game's own" in sentence(
        facts, "don_line", "Axis"
    )


def test_the_gain_is_over_what_the_mix_of_the_side_scores(tmp_path: Path):
    over = {"historical": 3.0, "rostov_pocket": 1.0}
    answer = train(tmp_path / "s", games=900, judge=2000, over=over)
    known = shipped("drive_on_stalingrad", 0)
    mix = sum(share / 4 * chance(known[name]) for name, share in over.items())
    truth = chance(read_toml(tmp_path / "s" / "trained.toml")) - mix
    assert answer.facts["gain_low"] <= truth <= answer.facts["gain_high"]
    assert answer.facts["gain_high"] - answer.facts["gain_low"] < 0.08
    assert "more than what the Axis mix (historical 75%, rostov_pocket 25%) scores" in " ".join(
        answer.sentence.split()
    )


def test_where_nobody_is_named_the_mixes_of_the_field_are_met_and_beaten(tmp_path: Path):
    answer = train(tmp_path / "s", games=500, judge=100, against=None)
    field = read_fields(open_game("drive_on_stalingrad"))["operation_blue"]
    ask = answer.results.spec.question.get
    assert dict(zip(ask("against"), ask("shares"), strict=True)) == field.mix("soviet")
    assert dict(zip(ask("over"), ask("over_shares"), strict=True)) == field.mix("axis")


def test_opponents_count_by_their_shares(tmp_path: Path):
    against = ["historical", "volga_line"]
    answer = train(tmp_path / "s", games=600, judge=400, against=against, shares=[30, 10])
    table = answer.tables["judged"].set_index(["strategy", "opponent"])["score"]
    assert table["trained", ""] == pytest.approx(
        0.75 * table["trained", "historical"] + 0.25 * table["trained", "volga_line"]
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"games": 100}, "games of a training: 100"),
        ({"judge": 10}, "games that judge what a training found: 10"),
        ({"against": "historcal"}, "did you mean 'historical'"),
        ({"against": ["historical", "historical"]}, "is given twice"),
        ({"against": "voronezh_first"}, "is an Axis strategy"),
        ({"shares": [1, 2]}, "shares: 2 for 1 opponents"),
        ({"shares": [0]}, "expected numbers above 0"),
        ({"over": {"historical": 0.0}}, "expected numbers above 0"),
        ({"over": {"don_line": 1.0}}, "is a Soviet strategy"),
        ({"name": "the best"}, "'the best' is none for an opening"),
        ({"seed": 2_000_000}, "a search takes 0 to 999,999, not 2,000,000"),
        ({"error_rate": 5}, "error rate: 5"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_played(changed, said, tmp_path: Path):
    with pytest.raises(BalanceError, match=said):
        train(tmp_path / "study", **changed)
    assert not (tmp_path / "study").exists()


def test_a_side_that_there_is_not_is_refused():
    with pytest.raises(BadQuestion, match="--side: german is no side; expected axis or soviet"):
        balance.train("blue", "german")


# --- changes


@cache
def material(game: str, side: int) -> tuple[Material, object, int]:
    module = open_game(game).staff("playing")
    playable = module.open_playable(scenario_of(game), open_game(game).rules)
    return (
        Material.of(playable.roster, side, playable.last_turn),
        playable.roster,
        playable.last_turn,
    )


def test_a_side_is_offered_only_choices_that_mean_something_to_it():
    axis, soviet = (
        {choice.name for choice in material("drive_on_stalingrad", side)[0].choices}
        for side in (0, 1)
    )
    assert axis - soviet == {"luftwaffe", "aerial_supply"}
    assert soviet - axis == {"flood_manych"}


@pytest.mark.parametrize("opponents", [1, 3, 4])
@pytest.mark.parametrize("games", [500, 800, 1500])
def test_a_search_plays_the_games_that_it_is_given(games: int, opponents: int):
    own, _, _ = material("drive_on_stalingrad", 0)
    openings = shipped("drive_on_stalingrad", 0)
    draws = np.random.default_rng(3)
    made_up: dict[int, float] = {}

    def play(candidates, wanted):
        played = np.zeros((len(candidates), 3, opponents))
        played[:, 0] = np.ceil(wanted / opponents)
        for each, row in zip(candidates, played, strict=True):
            row[1:] = row[0] * made_up.setdefault(each.number, draws.uniform(0.1, 0.7))
        return played

    places = [(place, striking(open_game("drive_on_stalingrad"), "axis", place))
              for place in sorted(set(own.places))]  # fmt: skip
    search = Search(own, play, [1 / opponents] * opponents, games, 5)
    for name, content in openings.items():
        search.add(content, name, change=name).take(np.zeros((3, opponents)))
    assert search.run(places) in search.candidates
    assert 0.95 * games <= search.played <= games


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_changed_the_scenario_takes_it(game: str, side: int, tmp_path: Path):
    known, roster, last = material(game, side)
    random = np.random.default_rng(side)
    path = tmp_path / "opening.toml"
    for content in shipped(game, side).values():
        for number in range(30):
            change = (change_missions, change_weights)[number % 2]
            changed, said = change(content, known, random)
            assert changed != content
            assert said
            path.write_text(opening_text(changed), encoding="utf-8")
            read_opening(path)
            assert read_toml(path) == changed
            check_names(path, changed, roster, last)
            content = changed


def test_changes_say_what_the_plans_of_the_game_can_say():
    def found(game: str) -> set[str]:
        known, _, _ = material(game, 1)
        random = np.random.default_rng(1)
        content = shipped(game, 1)["historical"]
        words = set()
        for number in range(300):
            change = (change_missions, change_weights)[number % 2]
            changed, _ = change(content, known, random)
            for entry in changed.get("mission", []):
                words |= {entry["posture"], *entry} & {"reserve", "when", "weights"}
            content = changed if "mission" in changed else content
        return words

    assert found("drive_on_stalingrad") == {"reserve", "when", "weights"}
    assert found("army_group_south") == {"when"}


@pytest.mark.parametrize("seed", range(20))
def test_without_what_is_overridden_an_opening_plans_the_same(seed: int, tmp_path: Path):
    random = np.random.default_rng(seed)
    turns = [_some_turns(random) for _ in range(6)]
    content = {**shipped("army_group_south", 1)["historical"], "turn": turns}
    shorter = without_overridden(content)
    plans = []
    for name, each in (("long", content), ("short", shorter)):
        path = tmp_path / f"{name}.toml"
        path.write_text(opening_text(each), encoding="utf-8")
        opening = read_opening(path)()
        plans.append(
            [opening.plan_by(_look(turn, lead)) for turn in range(1, 11) for lead in (-1, 1)]
        )
    long, short = plans
    assert [(p.weights, dict(p.choices)) for p in long] == [
        (p.weights, dict(p.choices)) for p in short
    ]
    assert not [turn for turn in shorter.get("turn", []) if turn.keys() == {"turns"}]


def _look(turn: int, lead: int) -> Look:
    """The turn of a side that holds nothing, by its margin."""
    return Look(turn, "soviet", "", lambda place: "axis", lambda: lead, lambda places: "")


def _some_turns(random: np.random.Generator) -> dict[str, Any]:
    """An entry for some turns: a choice or a weight or both, under a condition or not."""
    entry: dict[str, Any] = {"exit": bool(random.integers(2))} if random.integers(2) else {}
    if not entry or random.integers(2):
        entry["weights"] = {
            str(random.choice(["risk", "cover"])): float(random.integers(1, 9)) / 10
        }
    entry["turns"] = sorted(map(int, random.integers(1, 11, 2)))
    if random.integers(4) == 0:
        entry["when"] = {"lead": [0, 10]}
    return entry


def test_each_part_of_an_opening_can_be_left_out():
    content = shipped("drive_on_stalingrad", 0)["historical"]
    parts = genes(content)
    assert len(parts) == len(set(parts)) > 10
    assert genes(without(content, parts)) == []
    for part in parts:
        assert len(genes(without(content, [part]))) == len(parts) - 1


def test_weights_given_with_the_name_of_an_opening_hold_in_every_turn():
    (content,) = openings_of(
        open_game("drive_on_stalingrad"),
        "axis",
        "operation_blue",
        ["caucasus_first:supply_need=7"],
    ).values()
    assert content["weights"]["supply_need"] == 7
    assert content["turn"]
    assert not any("supply_need" in entry["weights"] for entry in content["turn"])


def test_missions_may_be_carried_out_in_the_manner_of_another_opening():
    known = shipped("drive_on_stalingrad", 0)
    first, second = known["historical"], known["caucasus_first"]
    joined = in_manner_of(first, second)
    assert joined["mission"] == first["mission"]
    assert (joined["weights"], joined["turn"]) == (second["weights"], second["turn"])
    assert not {"weights", "turn"} & set(plain(first))
    weighed = {"mission": [{**first["mission"][0], "weights": {"risk": 2.0}}]}
    assert plain(weighed) == {"mission": [first["mission"][0]]}


def test_entries_for_other_scenarios_are_left_out():
    content = {
        "weights": {"risk": 2.0},
        "line": [
            {"scenarios": ["uranus"], "hexes": ["0914"], "bias": 1},
            {"scenarios": ["winter_storm"], "hexes": ["0913"], "bias": 2},
        ],
    }
    assert of_scenario(content, "uranus") == {
        "weights": {"risk": 2.0}, "line": [{"hexes": ["0914"], "bias": 1}],
    }  # fmt: skip


def test_a_change_of_weights_begins_with_what_the_game_has_them_at():
    playable = (
        open_game("stalingrad_1942")
        .staff("playing")
        .open_playable("uranus", open_game("stalingrad_1942").rules)
    )
    material = Material.of(playable.roster, 0, 23)
    assert material.weights["soak_off"] == 12.0
    doubled = with_logarithms({}, logarithms({}, material) + np.log(2), material)
    assert doubled["weights"]["vp_worth"] == 2 * material.weights["vp_worth"]
    assert material.weights["vp_worth"] != Weights().vp_worth


def test_hexes_that_ended_lost_games_come_first_then_those_whose_loss_goes_with_lost_games():
    hexes = ["2230", "0233", "0233", "1917", None, None]
    ends = pd.DataFrame({"score": [0.0, 0.0, 0.0, 1.0, 0.0, 1.0], "hex": hexes}, index=range(6))
    gone = pd.DataFrame(
        [(0, "0710"), (0, "0710"), (1, "0710"), (2, "0710"), (4, "0710"), (1, "2230"),
         (0, "1134"), (5, "1134"), (9, "1134"), (2, "0405"), (3, "0405"), (4, "0405"), (5, "0405")],
        columns=["game_id", "hex"],
    )  # fmt: skip
    # Four of six games are lost: four in which 0710 went over are 4/3 more than as many of all.
    assert costly_hexes(ends, gone) == ["0233", "2230", "0710"]


def test_a_study_knows_the_places_that_cost_its_side_games(tmp_path):
    """The Germans of More Lost Victories lose no game at a hex, but by what the Soviets take."""
    asked = Question.of("train", side="axis", name="a", against=["historical"], shares=[1.0])
    game = open_game("more_lost_victories")
    cells = (Cell("historical", "historical"), Cell("random", "historical"))
    spec = StudySpec(game, game.scenarios[0].name, cells, 12, 1, question=asked)
    training = Training(spec)
    found = training.lost_at(play_spec(spec, tmp_path / "study"))
    roster = training.playable.roster
    assert found
    assert {roster.hex_index[number] for number in found} <= set(roster.places.values())


def test_who_holds_out_is_ahead_of_who_loses_at_once():
    ends = pd.DataFrame({"ending_turn": [31, 31, 30, 18, 18, 31], "vp": [-40, 25, 35, 35, -2, 0]})
    score = np.array([1.0, 0.0, 0.0, 0.0, 1.0, 0.5])
    margins = Scale(-1, 50.0, 31).margins(ends, score)
    assert np.argsort(-margins).tolist() == [4, 0, 5, 1, 2, 3]
    assert margins[[0, 1, 5]].tolist() == [40, -25, 0]
