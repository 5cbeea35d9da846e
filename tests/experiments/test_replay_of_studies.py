"""Replays of games that broke off, of games of a study, and what is refused."""

from types import SimpleNamespace

import pytest

import balance
from balance.errors import DataError, ReplayMismatch, UnknownName
from balance.experiments.match import close_matches
from balance.experiments.results import Results
from tests.experiments.replay_states import flat_pairs
from tests.experiments.replayed_games import BY_PLAN

GAME = "drive_on_stalingrad"
SEED = 1000003


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studies") / "blue"
    return balance.run("blue", games=3, seed=2, jobs=1, out=folder)


@pytest.fixture(scope="module", params=BY_PLAN, ids=lambda game: game.scenario)
def any_study(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("studies") / request.param.scenario
    return balance.run(request.param.scenario, games=2, seed=2, jobs=1, out=folder)


# --- faulty games


def test_a_game_that_broke_off_is_shown_to_where_it_broke(tmp_path):
    path = tmp_path / "breaks.py"
    path.write_text(
        "from balance.strategy import Plan, Strategy\n\n\n"
        "class Breaks(Strategy):\n"
        '    name = "breaks"\n'
        f'    game = "{GAME}"\n'
        '    side = "axis"\n\n'
        "    def plan(self, view):\n"
        "        if view.game_turn == 3:\n"
        '            raise ValueError("lost the map")\n'
        "        return Plan()\n"
    )
    made = balance.replay("blue", axis=str(path), seed=5)
    outcome = made.document["outcome"]
    assert (outcome["ending"], outcome["winner"], outcome["error_side"]) == (
        "strategy_error",
        -1,
        0,
    )
    assert "lost the map" in outcome["error"]
    last = made.document["frames"][-1]
    assert (last["kind"], last["turn"]) == ("broken", 3)
    assert {frame["turn"] for frame in made.document["frames"]} == {0, 1, 2, 3}


def test_a_set_up_that_fails_leaves_the_set_up_to_look_at(tmp_path):
    path = tmp_path / "misplaces.py"
    path.write_text(
        "from balance.strategy import Plan, Strategy\n\n\n"
        "class Misplaces(Strategy):\n"
        '    name = "misplaces"\n'
        f'    game = "{GAME}"\n'
        '    side = "soviet"\n\n'
        "    def set_up(self, view):\n"
        '        raise ValueError("no idea")\n\n'
        "    def plan(self, view):\n"
        "        return Plan()\n"
    )
    made = balance.replay("blue", soviet=str(path), seed=5)
    assert [frame["kind"] for frame in made.document["frames"]] == ["set_up", "broken"]
    assert "no idea" in made.document["outcome"]["error"]


# --- games of a study


def test_a_game_of_a_study_goes_as_it_is_stored(any_study):
    made = any_study.replay(1)
    row = any_study.games.iloc[1]
    assert made.row["log"] == row["log"]
    played = made.document["played"]
    assert (played["checked"], played["game_id"], played["seed"]) == (True, 1, row["seed"])
    assert played["command"].endswith("--game 1")
    assert made.document["outcome"]["points"][0] == row["vp"]
    again = balance.replay(any_study.spec.scenario, seed=int(row["seed"]))
    assert not again.document["played"]["checked"]
    assert again.document["frames"] == made.document["frames"]


@pytest.mark.parametrize(
    ("game_id", "words"), [(3, "no game 3; its games are numbered 0 to 2"), (-1, "no game -1")]
)
def test_an_unknown_game_is_refused_with_the_numbers_there_are(study, game_id, words):
    with pytest.raises(DataError, match=words):
        study.replay(game_id)


def test_a_game_not_yet_played_is_named_as_such(study):
    longer = balance.open_study(study.folder)
    longer.manifest = SimpleNamespace(spec=study.spec.with_games(10))
    with pytest.raises(DataError, match=r"game 7 is not played yet, 3 of 10 are; balance resume"):
        longer.replay(7)


def stored_otherwise(study: Results, **changes: str) -> Results:
    """The study as if its first game had been stored with other values."""
    other = balance.open_study(study.folder)
    row = {**other.game(0), **changes}
    other.game = lambda game_id: row
    return other


def test_a_game_that_goes_otherwise_is_refused_with_what_differs(study):
    other = stored_otherwise(study, log="0123456789abcdef", winner="none")
    with pytest.raises(ReplayMismatch) as refused:
        other.replay(0)
    said = str(refused.value)
    assert "game 0: goes otherwise now than it is stored: winner was none" in said
    assert "log was 0123456789abcdef" in said
    assert "Changed since: nothing that a study records" in said


def test_a_mismatch_says_what_has_changed_since(study):
    other = stored_otherwise(study, log="0123456789abcdef")
    made = other.manifest.provenance
    object.__setattr__(made, "version", "0.0.1")
    object.__setattr__(made, "strategies", {key: "changed" for key in made.strategies})
    object.__setattr__(made, "libraries", {**made.libraries, "numpy": "1.0"})
    with pytest.raises(ReplayMismatch) as refused:
        other.replay(0)
    said = str(refused.value)
    assert "it was played by version 0.0.1" in said
    assert f"strategy axis {study.spec.cells[0].axis} has changed since" in said
    assert "numpy was 1.0, is" in said


def test_strategies_that_are_gone_are_named(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f'[opening]\nname = "mine"\ngame = "{GAME}"\nside = "axis"\n')
    results = balance.run("blue", axis=str(path), games=1, seed=2, jobs=1, out=tmp_path / "s")
    path.unlink()
    close_matches()  # as in another process
    with pytest.raises(DataError, match=r"game 0: can't be played again: .*mine"):
        results.replay(0)


def test_names_that_do_not_exist_are_refused():
    with pytest.raises(UnknownName, match="scenario 'green'"):
        balance.replay("green", seed=1)
    with pytest.raises(UnknownName, match="strategy 'historcal'"):
        balance.replay("blue", axis="historcal", seed=1)
    with pytest.raises(DataError, match="--seed -1"):
        balance.replay("blue", seed=-1)


def test_the_rules_of_a_variant_hold_in_its_replay():
    made = balance.replay("blue", seed=SEED, overrides={"victory.vp_to_win": 3})
    assert made.document["title"]["points_to_win"] == 3
    assert made.document["outcome"]["points"][0] == 3
    assert made.document["played"]["changes"] == {"victory.vp_to_win": "6 -> 3"}
    assert "--set victory.vp_to_win=3" in made.document["played"]["command"]


@pytest.mark.slow
@pytest.mark.rule("drive_on_stalingrad 11.28")
def test_a_rule_function_of_a_variant_holds_in_its_replay(tmp_path):
    variant = "concentric_by_hexes"
    results = balance.run("blue", variant=variant, games=1, seed=1, jobs=1, out=tmp_path / "own")
    made = results.replay(0)
    assert made.document["played"]["checked"]
    happened = [each for frame in made.document["frames"] for each in frame["log"]]
    prepared = [each for each in happened if each["k"] == "battle" and each["kind"] == 0]
    keys = [shift["key"] for shift in made.document["words"]["shifts"]]
    for battle in prepared:
        shifts = {keys[place]: shift for place, shift in battle["shifts"]}
        hexes = {h for _, h in flat_pairs(battle["attackers"])}
        if len(hexes) == 1:
            assert "shift_concentric" not in shifts
    assert any(len({h for _, h in flat_pairs(b["attackers"])}) >= 3 for b in prepared)


def test_a_variant_that_was_edited_since_is_named(tmp_path):
    variant = tmp_path / "mine.toml"
    text = '[variant]\nname = "mine"\n[set]\n"victory.vp_to_win" = {}\n'
    variant.write_text(text.format(4))
    results = balance.run(
        "blue", soviet="random", variant=str(variant), games=1, seed=1, jobs=1, out=tmp_path / "s"
    )
    assert results.replay(0).document["title"]["points_to_win"] == 4
    variant.write_text(text.format(9))
    with pytest.raises(ReplayMismatch, match="a rule variant or rules data has changed since"):
        results.replay(0)
