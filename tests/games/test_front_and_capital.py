"""A whole game as YOUR_OWN_GAME.md has one make it: it holds together and either side may win it.

``front_and_capital`` was made from the guide alone: a front, a river, a capital eight hexes behind
it, ten turns. It stays here as the example of what a folder of data and one rule function can say.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.experiments import blocks
from balance.experiments.isolation import apart
from balance.experiments.replay.game import replay
from balance.experiments.run import run
from balance.rulebook.game import open_folder
from balance.strategy.field import read_fields
from tests.commands import exit_code
from tests.waiting import limits_for_the_endless

FOLDER = Path(__file__).parent / "front_and_capital"
CAMPAIGN = f"{FOLDER}/campaign"
#: A rule function that fails, and one that never ends.
FAILING = "def unit_attack(state, unit):\n    return 1 // (state.game.game_turn * 0)\n"
ENDLESS = """
def unit_attack(state, unit):
    while state.game.game_turn > 0:
        pass
    return 1
"""


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A copy of the game with a rule function to write."""
    folder = tmp_path / "front_and_capital"
    shutil.copytree(FOLDER, folder)
    with (folder / "game.toml").open("a") as file:
        file.write('\n[[rule]]\nreplaces = "unit_attack"\nfile = "own.py"\nwhy = "A test."\n')
    return folder


@pytest.fixture
def little_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As much time for a game as one takes that ends."""
    monkeypatch.setattr(blocks, "LIMITS", limits_for_the_endless(1, patience=0.5))
    yield
    apart.lasting_room(blocks.LIMITS).close()
    apart.lasting_room.cache_clear()


@pytest.mark.compiled
def test_an_index_outside_its_array_fails_the_exam(changed, capsys):
    (changed / "scenarios" / "river.toml").unlink()  # one scenario shows it
    (changed / "own.py").write_text(
        "def unit_attack(state, unit):\n    return state.units[unit + 5000].steps\n"
    )
    assert exit_code("check", "game", str(changed), "--games", "1", "--quiet") == 1
    told = capsys.readouterr().out
    assert "FAIL  rule functions keep within their arrays" in told
    assert "IndexError: index 5000 is out of bounds" in told


@pytest.mark.plain
def test_the_field_has_players_of_both_scenarios():
    game = open_folder(FOLDER)
    assert sorted(read_fields(game)) == [each.name for each in game.scenarios]


@pytest.mark.compiled
def test_the_example_passes_its_exam(capsys: pytest.CaptureFixture[str]):
    assert exit_code("check", "game", str(FOLDER), "--games", "1", "--quiet") == 0
    assert capsys.readouterr().out.startswith("Front and Capital: passed\n")


@pytest.mark.compiled
def test_either_side_may_win_it_and_the_capital_may_fall():
    won = {"axis": 0, "soviet": 0}
    endings = set()
    for axis, soviet in (("historical", "capital_first"), ("pincers", "historical")):
        games = run(CAMPAIGN, axis=axis, soviet=soviet, games=40, jobs=1).games
        endings |= set(games.ending)
        for side in won:
            won[side] += int((games.winner == side).sum())
    assert min(won.values()) >= 8, won
    assert endings == {"points", "sudden_death"}


@pytest.mark.compiled
def test_a_replay_tells_what_makes_up_the_net_points():
    document = replay(CAMPAIGN, seed=1).document
    net, axis, soviet = document["outcome"]["points"]
    assert net == axis - soviet - document["title"]["handicap"]
    assert document["title"]["handicap"] == -4


@pytest.mark.compiled
def test_the_staff_attacks_at_the_odds_that_it_reckoned_with():
    battles = run(CAMPAIGN, games=40, jobs=1).battles
    willing = battles[~battles.overrun.astype(bool)]
    assert len(willing) > 200
    assert (willing.expected_value < 0).mean() < 0.02


@pytest.mark.compiled
def test_its_morale_plays_a_part_once_the_towns_are_lost():
    plain, shaken = (
        run(CAMPAIGN, soviet="capital_first", games=20, jobs=1, variant=variant).games
        for variant in ("baseline", "national_morale")
    )
    assert (plain.seed == shaken.seed).all()
    assert (plain.soviet_steps_lost != shaken.soviet_steps_lost).any()
    assert shaken.error.isna().all()


@pytest.mark.compiled
def test_a_rule_function_of_a_game_that_fails_is_told(changed, capsys):
    (changed / "own.py").write_text(FAILING)
    assert exit_code("digest", f"{changed}/river", "--games", "1") == 2
    assert "the game failed: ZeroDivisionError: integer div" in capsys.readouterr().err


@pytest.mark.compiled
@pytest.mark.usefixtures("little_time")
def test_a_rule_function_of_a_game_that_never_ends_is_told(changed, capsys):
    (changed / "own.py").write_text(ENDLESS)
    assert exit_code("digest", f"{changed}/river", "--games", "1") == 2
    told = f"{blocks.too_long(blocks.LIMITS.seconds)}, in code that nothing can interrupt"
    assert told in capsys.readouterr().err
