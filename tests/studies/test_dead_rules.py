from pathlib import Path

import pandas as pd
import pytest

import balance
from balance.errors import DataError
from balance.experiments.schema import tables_of
from balance.experiments.study import Cell
from balance.rulebook.game import Game, open_game
from balance.studies.answer import Answer
from balance.studies.dead_rules.study import IN_PLAY
from balance.studies.dead_rules.switches import Firing, RuleSwitch, read_switches
from tests.studies.fake_balance import NAMED
from tests.studies.fake_sensitivity import CROSSINGS, PLAYER

TABLES = tables_of(open_game("drive_on_stalingrad"))
GAME = "drive_on_stalingrad"
GAMES = 60


def ask(**options: object) -> Answer:
    chosen = {"games": GAMES, "jobs": 1, "player": PLAYER, **NAMED, **options}
    return balance.dead_rules("blue", **chosen)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def answer() -> Answer:
    return ask(only=["3.2h", "3.2k", "4.5b", "6.1a", "11.25", "4.1"])


@pytest.fixture(scope="module")
def effects(answer: Answer) -> pd.DataFrame:
    return answer.tables["rule_effects"].set_index("rule")


def test_rules_are_dead_quiet_or_live_as_planted(answer: Answer, effects: pd.DataFrame):
    assert effects["status"].to_dict() == {
        "3.2h": "dead",
        "3.2k": "dead",
        "4.5b": "live",
        "6.1a": "quiet",
        "11.25a": "live",
        "11.25b": "dead",
    }
    assert answer.facts["dead"] == ["3.2h", "3.2k", "11.25b"]
    assert answer.facts["quiet"] == ["6.1a"]


def test_firings_are_counted_in_the_baseline(effects: pd.DataFrame):
    row = effects.loc["3.2h"]
    assert row["fired"] == CROSSINGS / 2
    assert row["fired_low"] < CROSSINGS / 2 < row["fired_high"]
    assert (row["fired_share"], row["changed"]) == (0.5, 0)
    assert pd.isna(effects.loc["6.1a", "fired"])  # no table tells


def test_what_a_dead_rule_may_still_change_is_bounded(answer: Answer, effects: pd.DataFrame):
    assert effects.loc["3.2h", "changed_bound"] == pytest.approx(1 - 0.05 ** (1 / GAMES))
    assert "their absence changed none of 60 games each" in answer.sentence
    assert "at most 5% of all games for any one rule" in answer.sentence
    assert answer.sentence.startswith("3 of 6 rules tested are dead (3.2h ")


def test_the_bound_of_dead_rules_is_told_for_all_rules_tested_too(
    answer: Answer, effects: pd.DataFrame
):
    # Six were tested, and the dead ones picked from them.
    assert effects.loc["3.2h", "changed_bound_all"] == pytest.approx(1 - (0.05 / 6) ** (1 / GAMES))
    assert "8% for all 6 tested together (95% confidence)." in answer.sentence
    dead = answer.sheets[0]
    assert dead.head[2:] == ("Changes at most", "All rules together")
    assert dead.lines[0][2:] == ("5% of games", "8% of games")


def test_a_quiet_rule_changes_games_and_no_winner(effects: pd.DataFrame):
    row = effects.loc["6.1a"]
    assert (row["changed"], row["flipped"], row["difference"]) == (GAMES, 0, 0)
    assert row["low"] < 0 < row["high"]


def test_a_live_rule_shows_who_gains_by_it(answer: Answer, effects: pd.DataFrame):
    games = answer.results.games
    won = (games.loc[games["variant"] == "baseline", "winner"] == "axis").mean()
    row = effects.loc["4.5b"]
    assert row["difference"] == pytest.approx(-won)
    assert row["flipped"] == round(won * GAMES)
    assert row["p_holm"] < 0.001


def test_rules_with_the_same_switch_share_their_games(answer: Answer):
    numbers = dict(answer.results.spec.question.get("tested"))
    assert len(set(ask(only=["7.14c", "7.14f"], games=2).results.spec.cells)) == 2
    assert numbers["3.2h"] != numbers["3.2k"]


def test_a_rule_that_nothing_switches_off_is_listed(answer: Answer):
    untested = answer.tables["rules_not_tested"]
    assert untested["rule"].tolist() == ["4.1", "11.25c", "11.25d", "11.25e"]
    assert set(untested["reason"]) == {"nothing switches it off"}


def test_a_rule_that_the_baseline_does_without_is_listed():
    answer = ask(only=["6.1a", "3.2h"], settings={"stacking.limit": 99}, games=4)
    untested = answer.tables["rules_not_tested"]
    assert untested["rule"].tolist() == ["6.1a"]
    assert "baseline of this study has it switched off" in untested["reason"].iloc[0]


def test_nothing_is_dead_where_all_is_live():
    answer = ask(only=["4.5b", "11.25a"])
    assert answer.sentence.startswith(
        "None of the 2 rules tested is dead (60 games each). 0 change"
    )


def test_firings_are_unknown_where_their_table_is_not_kept():
    answer = ask(only=["3.2h"], detail="turns", games=4)
    assert answer.tables["rule_effects"]["fired"].isna().all()


def test_all_rules_of_the_file_can_be_played_and_the_rest_is_listed():
    answer = ask(games=2)
    tested = set(answer.tables["rule_effects"]["rule"])
    untested = set(answer.tables["rules_not_tested"]["rule"])
    in_play = {n for n, r in open_game(GAME).register.rules.items() if r.status in IN_PLAY}
    assert tested | untested == in_play
    assert not tested & untested
    assert len(tested) >= 120


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('rule = "4.5x"\nset = { "victory.vp_to_win" = 9 }', "unknown rule '4.5x' of "),
        ('rule = "4.5b"\nset = { "victory.vp_to_wim" = 9 }', "victory.vp_to_win"),
        ('rule = "4.5b"\nset = { "victory.vp_to_win" = 900 }', "can't be '900'"),
        ('rule = "4.5b"\nvariant = "nosuch"', "unknown variant 'nosuch'"),
        ('rule = "4.5b"', "nothing switches it off"),
        ('set = { "victory.vp_to_win" = 9 }', r"rule\[1\] lacks rule"),
        ('rule = "4.5b"\nsett = 1', r"unknown entry rule\[1\].sett"),
        ('{} table = "gmes" }}', "did you mean 'games'"),
        ('{} table = "games", where = [["vpp", "=", 1]] }}', "unknown column 'vpp' of games"),
        ('{} table = "games", where = [["vp", "~", 1]] }}', "unknown comparison '~'"),
        ('{} table = "games", count = "x" }}', "unknown column 'x' of games"),
    ],
)
def test_a_fault_of_the_file_is_told_with_its_line(text: str, said: str, tmp_path: Path):
    start = 'rule = "4.5b"\nset = { "victory.vp_to_win" = 9 }\nfired = {'
    text = text.format(start) if "{}" in text else text
    folder = tmp_path / GAME
    folder.mkdir()
    (folder / "switch_off.toml").write_text(f"format = 1\n[[rule]]\n{text}\n")
    for path in open_game(GAME).folder.iterdir():
        if path.name != "switch_off.toml":
            (folder / path.name).symlink_to(path)
    with pytest.raises(DataError, match=rf"switch_off\.toml:\d+: .*{said}"):
        read_switches(Game(folder))


def test_firings_are_rows_that_meet_all_conditions_or_a_sum():
    battles = pd.DataFrame({name: [0] * 6 for name in TABLES["battles"].names})
    battles["game_id"] = [1, 1, 1, 2, 2, 9]
    battles["attacker"] = ["axis", "soviet", "axis", "axis", "axis", "axis"]
    battles["shift_air"] = [1, 1, 2, 0, -1, 5]
    games = pd.Series([1, 2, 3])
    air = Firing("battles", (("attacker", "=", "axis"), ("shift_air", ">", 0)))
    assert air.by_game(battles, games).tolist() == [2, 0, 0]
    total = Firing("battles", (("attacker", "=", "axis"),), "shift_air")
    assert total.by_game(battles, games).tolist() == [3, -1, 0]


def test_a_rule_is_switched_off_on_top_of_the_baseline():
    switch = RuleSwitch("4.6a", (("stacking.limit", "9"),), "no_sudden_death")
    base = Cell("historical", "random", "vp_to_win_7", (("stacking.limit", "7"),))
    off = switch.off(base)
    assert (off.variant, off.overrides) == (
        "vp_to_win_7+no_sudden_death",
        (("stacking.limit", "9"),),
    )


@pytest.mark.slow
def test_in_the_real_game_concentric_attacks_are_not_dead():
    answer = balance.dead_rules("blue", only=["11.28a"], games=4, jobs=1, **NAMED)
    row = answer.tables["rule_effects"].iloc[0]
    assert row["status"] in ("quiet", "live")
    assert row["fired"] > 3
