"""Games of a system, wherever they lie: opened by path, hashed, handed on, checked."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from balance.errors import BadQuestion, DataError, UnknownName
from balance.experiments import game_check
from balance.experiments.game_check import check_field, check_game
from balance.experiments.report_words import report_words
from balance.experiments.scenarios import find_game, find_scenario
from balance.experiments.source_hashes import data_hash, engine_hash
from balance.experiments.strategy_hashes import strategy_hash
from balance.experiments.variants import load_variant
from balance.rulebook import game as games
from balance.rulebook.game import open_folder, open_game
from balance.strategy import registry
from balance.strategy.play import prepare
from tests.commands import exit_code, new_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new game, of which no other test knows."""
    return new_game("mine", tmp_path, "--title", "My Own Game")


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert exit_code(*words) == 2
    return capsys.readouterr().err


# --- by path


@pytest.mark.plain
def test_a_folder_opens_by_its_path_and_again_in_another_process(folder: Path):
    game = open_game(str(folder))
    assert (game.name, game.title, game.reference) == ("mine", "My Own Game", str(folder))
    assert (game.is_outside, str(game.system)) == (True, "common")
    assert pickle.loads(pickle.dumps(game)) == game
    assert open_game("drive_on_stalingrad").reference == "drive_on_stalingrad"


@pytest.mark.plain
def test_scenarios_are_found_by_path(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder.parent)
    for name in ("./mine", "mine", "./mine/first_battle", str(folder / "first_battle")):
        assert find_scenario(name).game.folder == folder
    assert find_game("./mine/first_battle") == find_game(str(folder))
    with pytest.raises(UnknownName, match="unknown scenario 'frist' of mine"):
        find_scenario("./mine/frist")
    with pytest.raises(DataError, match=r"nowhere: no game lies there; .*game\.toml"):
        find_scenario("./nowhere")


@pytest.mark.plain
def test_installed_packages_may_bring_games(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "__init__.py").write_text("")

    class Point:
        value = "mine"

    monkeypatch.syspath_prepend(str(folder.parent))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point()])
    games.installed_games.cache_clear()
    try:
        assert games.installed_games()["mine"].folder == folder
    finally:
        games.installed_games.cache_clear()


# --- what it has of its system


@pytest.mark.plain
def test_what_a_game_has_not_is_its_systems(folder: Path):
    game, common = open_game(str(folder)), open_game("common")
    assert game.register is common.register
    assert game.referee("battle") is common.referee("battle")
    assert game.rules["stacking.limit"] == 2
    assert game.rules["sequence.last_turn"] == 8
    assert game.rules.charts["crt"] is common.rules.charts["crt"]
    assert game.rules.changes == {}
    changed = game.rules.with_overrides({"sequence.last_turn": 9})
    assert changed.changes == {"sequence.last_turn": (8, 9)}


@pytest.mark.plain
def test_reports_call_sides_and_game_by_their_names(folder: Path):
    words = report_words(open_game(str(folder)))
    assert words["game"]["name"] == "My Own Game"
    assert [side["name"] for side in words["side"]] == ["Blue", "Red"]
    assert words["measures"]["vp_axis"] == "Points of Blue"
    assert words["scenario"] == {"first_battle": "The first battle"}
    assert words["results"]["DE"] == "defenders eliminated"


@pytest.mark.plain
def test_its_openings_lie_beside_its_data(folder: Path):
    game = open_game(str(folder))
    assert registry.names(game, "axis") == ["cautious", "historical", "planner", "random"]
    entry, _ = registry.find(game, "axis", str(folder / "strategies" / "axis_cautious.toml"))
    assert (entry.game, entry.kind) == (game, "opening")


@pytest.mark.plain
def test_a_planner_needs_chances_for_a_horizon(folder: Path):
    game = open_game(str(folder))
    (scenario,) = game.scenarios
    with pytest.raises(BadQuestion, match="planner: horizon: this scenario has no model"):
        prepare(game, scenario.name, game.rules, "planner:horizon=2", "historical")
    # Not told how far to look, it plays to the end.
    assert prepare(game, scenario.name, game.rules, "planner", "historical").trials


@pytest.mark.plain
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"common"', '"comon"', r"game\.toml:\d+: unknown system 'comon'; did you mean 'common'"),
        ("stacking.limit", "stacking.limt", r"game\.toml:\d+: .*did you mean 'stacking.limit'"),
        ("= 8", "= 800", r"game\.toml:\d+: sequence.last_turn can't be 800; it takes .* 1 to 60"),
        ("[sides]", "[side]", r"game\.toml:\d+: unknown entry side"),
        ('"1950-06-05"', "1950", r"game\.toml:\d+: sequence.first_day can't be 1950"),
        ('"stacking.limit"', "stacking.limit", r"a key with a point in it stands in quotes"),
        ('system = "common"\n', "", r'the file lacks system; expected system = "common"'),
    ],
)
def test_faults_of_a_game_file_are_told_with_their_line(folder, old, new, told):
    path = folder / "game.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises((DataError, UnknownName), match=told):
        _ = open_folder(folder).rules


# --- hashes


@pytest.mark.plain
def test_results_carry_the_hash_of_the_games_data(folder: Path):
    game = open_game(str(folder))
    before = engine_hash(game), data_hash(game), strategy_hash(game, "axis", "historical")
    path = folder / "map" / "map.txt"
    path.write_text(path.read_text().replace(". . f f", ". . . f", 1))
    assert engine_hash(game) != before[0]
    assert data_hash(game) != before[1]
    assert strategy_hash(game, "axis", "historical") == before[2]
    path = folder / "strategies" / "axis_historical.toml"
    path.write_text(path.read_text() + "\n# other\n")
    assert strategy_hash(game, "axis", "historical") != before[2]


@pytest.mark.plain
def test_planners_carry_the_hash_of_what_they_look_up(folder: Path, tmp_path: Path):
    game = open_game(str(folder))
    own, other = tmp_path / "own.py", tmp_path / "other.py"
    own.write_text("class Own(Planner): ...")
    other.write_text("class Other(Strategy): ...")

    def hashes() -> list[str]:
        named = ("planner", str(own), str(other), "historical")
        return [strategy_hash(game, "axis", name) for name in named]

    def change(name: str) -> None:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text((path.read_text() if path.is_file() else "") + "\n# other\n")

    for looked_up in ("strategies/axis_cautious.toml", "field.toml", "chances/made_up.toml"):
        before = hashes()
        change(looked_up)
        after = hashes()
        assert [a != b for a, b in zip(before, after, strict=True)] == [True, True, False, False]


# --- new-game and check game


@pytest.mark.plain
def test_a_new_game_takes_no_place_or_name_that_is_taken(folder: Path, capsys):
    into = ["--in", str(folder.parent)]
    assert "is there already" in refused(["new-game", "mine", *into], capsys)
    assert "small letters" in refused(["new-game", "My-Game", *into], capsys)
    assert "comes with the product" in refused(["new-game", "common", *into], capsys)
    assert "plain text" in refused(["new-game", "other", *into, "--title", 'a "b"'], capsys)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_new_game_passes_its_exam_at_once(folder: Path, capsys):
    assert exit_code("check", "game", str(folder), "--games", "1", "--quiet") == 0
    told = capsys.readouterr().out
    assert told.startswith("My Own Game: passed\n")
    assert (told.count("  ok  "), "FAIL" in told) == (10, False)


@pytest.mark.plain
def test_a_game_with_code_of_its_own_can_be_examined_too(monkeypatch, capsys):
    # Its map isn't in the form of the common system, so that nobody looks at it.
    monkeypatch.setattr(game_check, "_play", lambda *asked: "played")
    monkeypatch.setattr(game_check, "_openings", lambda game: [])
    assert exit_code("check", "game", "blue", "--quiet") == 0
    told = capsys.readouterr().out
    assert told.startswith("Drive On Stalingrad: passed\n")
    assert told.count("  ok  ") == 5
    assert "Its map was not looked at: this game has code of its own" in told


@pytest.mark.plain
def test_the_exam_tells_what_is_wrong(folder: Path, capsys):
    path = folder / "map" / "map.txt"
    wall = "  . f f . . . . . . . . .\n"
    assert wall in path.read_text()
    shutil.copy(path, folder / "kept")
    path.write_text(path.read_text().replace(wall, "  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~\n", 1))
    for name in ("hexsides.csv", "lines.csv"):
        (folder / "map" / name).unlink()
    checks = check_game(open_folder(folder), games=1)
    read = next(checks)
    assert read.passed, read.answer
    found = next(checks)
    assert (found.question, found.passed) == ("first_battle: map is connected", False)
    assert "no class of units comes from" in found.answer


@pytest.mark.plain
def test_a_game_without_a_historical_opening_fails_its_exam(folder: Path):
    (folder / "strategies" / "axis_historical.toml").unlink()
    found = list(check_game(open_folder(folder), games=1))
    assert [each.passed for each in found] == [False]
    assert "the axis side has no opening called historical" in found[0].answer


@pytest.mark.plain
def test_a_field_that_names_who_is_gone_fails_the_exam_and_stops_a_tournament(folder: Path, capsys):
    path = folder / "strategies" / "soviet_elastic.toml"
    text = path.read_text().replace('name = "elastic"', 'name = "mobile"')
    path.rename(path.with_name("soviet_mobile.toml")).write_text(text)
    found = check_field(open_folder(folder))
    assert (found.question, found.passed) == ("who plays where nobody is named", False)
    assert "unknown soviet strategy 'elastic'" in found.answer
    out = folder.parent / "study"
    told = refused(["tournament", str(folder), "--games", "20", "--out", str(out)], capsys)
    assert "unknown soviet strategy 'elastic'" in told
    assert not out.exists()


@pytest.mark.plain
def test_a_side_without_a_unit_fails_the_exam(folder: Path):
    path = folder / "order_of_battle" / "axis.csv"
    columns = next(line for line in path.read_text().splitlines() if line[0] != "#")
    path.write_text(f"{columns}\n")
    found = next(check_game(open_folder(folder), games=1))
    assert not found.passed
    assert "order_of_battle/axis.csv: has no unit of first_battle" in found.answer


@pytest.mark.plain
def test_a_variant_is_called_as_its_file(folder: Path):
    path = folder / "variants" / "long_war.toml"
    path.write_text(path.read_text().replace('"long_war"', '"longer_war"'))
    with pytest.raises(
        DataError, match=r"long_war\.toml:2: name is 'longer_war'; expected that of"
    ):
        load_variant(open_folder(folder), "long_war")


@pytest.mark.plain
def test_numbers_that_a_game_sets_say_so(folder: Path):
    rules = open_folder(folder).rules
    assert rules.parameter("stacking.limit").reason == "set in game.toml"
    assert rules.parameter("overrun.odds").reason.startswith("Customary")


@pytest.mark.plain
def test_terrain_of_ones_own_is_drawn(folder: Path):
    for name in ("tables/terrain.csv", "map/map.txt"):
        path = folder / name
        path.write_text(path.read_text().replace("forest,f", "urban,f"))
    out = folder / "map.svg"
    assert exit_code("map", str(folder), "--picture", str(out)) == 0
    assert out.stat().st_size > 0


# --- rule functions


@pytest.mark.slow
@pytest.mark.compiled
def test_a_rule_function_of_the_game_plays_in_a_process_apart(folder: Path, tmp_path: Path, capsys):
    (folder / "rules").mkdir()
    (folder / "rules" / "unit_attack.py").write_text(
        "import sys\nassert 'pytest' not in sys.modules\n\n\ndef unit_attack(state, unit):\n"
        "    return 0\n"
    )
    with (folder / "game.toml").open("a") as file:
        file.write(
            '\n[[rule]]\nreplaces = "unit_attack"\nfile = "rules/unit_attack.py"\nwhy = "Peace."\n'
        )
    out = tmp_path / "study"
    words = ["run", str(folder), "--games", "2", "--jobs", "1", "--out", str(out), "--quiet"]
    assert exit_code(*words) == 2
    assert "imports sys" in capsys.readouterr().err
    path = folder / "rules" / "unit_attack.py"
    path.write_text("def unit_attack(state, unit):\n    return 0\n")
    fresh = folder.rename(folder.parent / "peace")
    words[1] = str(fresh)
    for opening in (fresh / "strategies").glob("*.toml"):
        opening.write_text(opening.read_text().replace('"mine"', '"peace"'))
    assert exit_code(*words) == 0, capsys.readouterr().err
    from balance.experiments.results import open_study

    assert open_study(out).games["attacks_axis"].tolist() == [0, 0]


@pytest.mark.plain
def test_a_game_that_lists_nothing_to_forbid_says_so(folder: Path, capsys):
    capsys.readouterr()
    assert exit_code("restrict", str(folder), "--list", "--side", "axis") == 0
    told = "mine lists nothing to forbid the axis side: it has no restrictions.toml"
    assert capsys.readouterr().out.startswith(told)


@pytest.mark.plain
def test_of_games_called_alike_the_one_opened_last_is_meant(folder: Path, tmp_path: Path):
    other = new_game("mine", tmp_path / "elsewhere")
    assert open_game("mine").folder == other
    assert open_game(str(folder)).folder == folder
    assert open_game(str(folder)) is open_game(str(folder))
