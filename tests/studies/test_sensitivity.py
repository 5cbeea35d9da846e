import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import balance
from balance.errors import BadQuestion, DataError, ResumeMismatch, UnknownName
from balance.experiments.progress import Silent
from balance.studies.answer import Answer
from balance.studies.kinds import answer_study, resume_study
from balance.studies.sensitivity.designs import Design
from tests.studies.fake_balance import NAMED
from tests.studies.fake_sensitivity import AIRCRAFT, PLAYER, POINT

ONLY = ["victory.vp_to_win", "air", "stacking.limit", "combat.ex_ma_from"]
OVER = {"victory.vp_to_win": (5, 7), "air.german_aircraft": (0, 4)}


def ask(**options: object) -> Answer:
    return balance.sensitivity("blue", jobs=1, player=PLAYER, **NAMED | options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def stepped() -> Answer:
    return ask(only=ONLY, games=600)


@pytest.fixture(scope="module")
def effects(stepped: Answer) -> pd.DataFrame:
    return stepped.tables["parameter_effects"].set_index(["parameter", "setting"])


def test_each_planted_effect_is_found_with_its_size(effects: pd.DataFrame):
    for setting, true in (("5", POINT), ("7", -POINT)):
        row = effects.loc[("victory.vp_to_win", setting)]
        assert row["low"] < true < row["high"]
        assert row["p_all"] < 0.001
        assert row["high"] - row["low"] < 0.07
    row = effects.loc[("air.german_aircraft", "3")]
    assert row["low"] < AIRCRAFT < row["high"]
    assert row["flipped"] == round(row["difference"] * row["pairs"])


def test_a_parameter_without_any_effect_shows_as_such(stepped: Answer, effects: pd.DataFrame):
    row = effects.loc[("air.schwerpunkt_aircraft", "1")]
    assert (row["identical_share"], row["difference"], row["flipped"]) == (1, 0, 0)
    limit = effects.loc[("stacking.limit", "9")]
    assert (limit["identical"], limit["flipped"]) == (0, 0)  # other games, the same winners
    idle = stepped.facts["never_changed_a_game"]
    assert "air.schwerpunkt_aircraft" in idle
    assert "stacking.limit" not in idle


def test_the_sentence_says_what_matters_most_how_many_do_and_how_many_never_do(stepped: Answer):
    top = stepped.tables["parameter_effects"].iloc[0]
    assert top["parameter"] == "victory.vp_to_win"
    lead = (
        "2 of 9 parameters clearly matter, the largest change first: German victory points that "
        "win at once, from 6 to "
    )
    assert stepped.sentence.startswith(lead)
    assert stepped.sentence.endswith(
        "(600 games a setting; the interval holds for all 15 settings at once). "
        "6 parameters never changed a game."
    )
    assert stepped.facts["matter"] == ["victory.vp_to_win", "air.german_aircraft"]


def test_the_smallest_effect_that_would_be_found_is_told(stepped: Answer, effects: pd.DataFrame):
    found, alone = stepped.facts["effect_found"], stepped.facts["effect_found_alone"]
    assert 0 < alone < found < 0.12
    assert any(
        "600 games a setting have an 80% chance of finding" in each for each in stepped.remarks
    )
    few = ask(only=["air", "victory.vp_to_win"], games=3)
    assert not any("chance of finding" in remark for remark in few.remarks)


def test_a_setting_whose_games_all_break_off_is_left_out(stepped: Answer):
    left = stepped.tables["left_out"]
    assert left["parameter"].tolist() == ["combat.ex_ma_from"]
    assert any("600 games broke off" in remark for remark in stepped.remarks)
    assert stepped.facts["faulty"] == 600


def test_a_setting_that_can_not_be_set_up_is_left_out_with_its_reason():
    answer = ask(only=["supply.line_max_hexes"], settings={"supply.line_max_hexes": 1}, games=4)
    assert answer.tables["left_out"].to_dict("records") == [
        {
            "parameter": "supply.line_max_hexes",
            "setting": "0",
            "reason": "supply: no line at all needs smaller stacks",
        }
    ]
    effects = answer.tables["parameter_effects"]
    assert effects[["before", "setting"]].to_numpy().tolist() == [["1", "2"]]


def test_a_baseline_that_can_not_be_set_up_is_refused():
    with pytest.raises(DataError, match="smaller stacks"):
        ask(only=["air"], settings={"supply.line_max_hexes": 0})


def test_all_parameters_of_the_game_can_be_played(tmp_path: Path):
    answer = ask(games=2)
    effects = answer.tables["parameter_effects"]
    assert effects["parameter"].nunique() > 140
    assert answer.sentence.startswith("No parameter stands out")
    assert len(answer.sheets) >= 3


def test_another_outcome_can_be_looked_at():
    answer = ask(only=["victory.vp_to_win"], outcome="vp", games=200)
    row = answer.tables["parameter_effects"].iloc[0]
    assert abs(row["difference"]) == pytest.approx(10 * POINT, abs=0.2)
    assert "Axis victory points at the end by" in answer.sentence


def test_effects_of_trajectories_are_those_of_the_whole_range():
    answer = ask(method="morris", over=OVER, parameters=["stacking.limit"], outcome="vp", games=30)
    table = answer.tables["elementary_effects"].set_index("parameter")
    assert table.loc["victory.vp_to_win", "mu"] == pytest.approx(-20 * POINT, abs=0.3)
    assert table.loc["victory.vp_to_win", "mu_star"] == pytest.approx(20 * POINT, abs=0.3)
    assert table.loc["air.german_aircraft", "mu"] == pytest.approx(40 * AIRCRAFT, abs=0.3)
    assert table.loc["stacking.limit", "mu_star"] == 0
    assert " moves the Axis victory points" in answer.sentence
    assert "10 trajectories of 4 points on 30 seeds, 1,200 games" in answer.sentence


def test_trajectories_that_can_not_tell_what_moves_most_do_not_say_so():
    over = {"air.german_aircraft": (1, 2), "victory.vp_to_win": (5, 6)}
    answer = ask(method="morris", over=over, games=2, trajectories=3)
    said = " seems to move the score of the Axis side most, but others may move it more: by "
    assert said in answer.sentence


def test_a_switch_that_is_flipped_counts_as_its_whole_range():
    answer = ask(
        method="morris",
        over={"victory.vp_to_win": (6, 7)},
        parameters=["victory.sudden_death"],
        outcome="vp",
        games=60,
    )
    table = answer.tables["elementary_effects"].set_index("parameter")
    assert table.loc["victory.vp_to_win", "mu"] == pytest.approx(-10 * POINT, abs=0.15)


def test_sobol_indices_are_those_of_the_planted_variances():
    answer = ask(
        method="sobol", over=OVER, parameters=["victory.sudden_death"], outcome="vp", rows=64
    )
    table = answer.tables["sobol_indices"].set_index("parameter")
    points, aircraft = POINT**2 * 2 / 3, AIRCRAFT**2 * 2
    for key, own in (("victory.vp_to_win", points), ("air.german_aircraft", aircraft)):
        true = own / (points + aircraft)
        assert table.loc[key, "total_low"] < true < table.loc[key, "total_high"]
        assert table.loc[key, "total"] == pytest.approx(true, abs=0.15)
    assert table.loc["victory.sudden_death", ["total", "total_high"]].tolist() == [0, 0]
    true = (points + aircraft) / (points + aircraft + 1 / 12)
    assert answer.facts["caused_low"] < true < answer.facts["caused_high"]
    assert " seems to matter most for the Axis victory points" in answer.sentence
    assert "between games; the rest is luck; 1 of 3 parameters made no" in answer.sentence
    assert answer.sentence.endswith(
        f"(64 rows of 5 points on 4 seeds, {answer.results.game_count:,} games)."
    )


def test_where_the_dice_hide_what_parameters_do_the_answer_says_so_and_tells_no_share():
    answer = ask(method="sobol", over={"air.german_aircraft": (1, 2)}, games=2,
                 parameters=["victory.sudden_death"], outcome="vp")  # fmt: skip
    assert "What the parameters do to the Axis victory points" in answer.sentence
    assert "they cause at most" in answer.sentence
    assert all(line[3:] == ("-", "-") for line in answer.sheets[0].lines)


def test_the_cost_of_a_design_is_told_before_it_is_played():
    told: list[str] = []

    class Listening(Silent):
        def tell(self, text: str) -> None:
            told.append(text)

    answer = ask(method="sobol", over=OVER, games=2, progress=Listening())
    games = answer.results.game_count
    assert told == [f"64 rows of 4 points on 2 seeds: {games:,} games to play"]


def test_points_that_come_to_the_same_settings_are_played_once():
    answer = ask(method="sobol", over=OVER, rows=64, games=2)
    spec = answer.results.spec
    drawn = Design(spec.question, spec.seed)
    points = sum(len(places) for _, places in drawn.groups)
    assert points == 64 * 4
    assert len(spec.cells) < points
    assert len(set(spec.cells)) == len(spec.cells)


def test_a_design_that_changes_nothing_says_so():
    answer = ask(method="sobol", parameters=["air.air_shift", "victory.sudden_death"],
                 settings={"victory.vp_to_win": 99}, games=2)  # fmt: skip
    assert "No answer yet (64 rows" in answer.sentence
    assert any("same outcome" in remark for remark in answer.remarks)


def test_faulty_games_of_a_design_are_told_and_left_out():
    answer = ask(
        method="morris", over=OVER, parameters=["combat.ex_ma_from"], games=4, trajectories=3
    )
    assert "broke off" in answer.remarks[0]
    assert any("lack games" in remark for remark in answer.remarks)


METHODS = [
    {"only": ["air"], "games": 40},
    {"method": "morris", "over": OVER, "games": 4, "trajectories": 3},
    {"method": "sobol", "over": OVER, "games": 4},
    {"method": "dead_rules", "only": ["4", "11.25"], "games": 40},
]


@pytest.mark.parametrize("options", METHODS, ids=lambda options: options.get("method", "steps"))
def test_an_extension_comes_to_the_same_as_playing_at_once(
    options: dict[str, object], tmp_path: Path
):
    games = options["games"]
    assert isinstance(games, int)
    whole = ask(**options)
    ask(**{**options, "games": games // 2}, out=tmp_path / "s")
    results = resume_study(tmp_path / "s", games=games, jobs=1, player=PLAYER)
    extended = answer_study(results)
    assert json.dumps(extended.summarise()["tables"]) == json.dumps(whole.summarise()["tables"])
    assert extended.sentence == whole.sentence


def test_the_number_of_processes_changes_nothing():
    one = ask(only=["air"], games=40)
    two = balance.sensitivity("blue", only=["air"], games=40, jobs=2, player=PLAYER, **NAMED)
    assert one.summarise()["tables"] == two.summarise()["tables"]


def test_an_unfinished_study_counts_the_seeds_that_all_settings_have(tmp_path: Path):
    ask(only=ONLY, games=40, out=tmp_path / "s")
    parts = sorted((tmp_path / "s" / "games").glob("*.parquet"))
    parts[-1].unlink()
    answer = answer_study(balance.open_study(tmp_path / "s"))
    effects = answer.tables["parameter_effects"]
    assert 2 <= effects["pairs"].max() < 40
    assert any("balance resume" in remark for remark in answer.remarks)


def test_another_question_is_not_mixed_into_the_same_folder(tmp_path: Path):
    ask(only=["air"], games=4, out=tmp_path / "s")
    with pytest.raises(ResumeMismatch, match="holds another study"):
        ask(only=["victory"], games=4, out=tmp_path / "s")


@pytest.mark.parametrize("options", METHODS, ids=lambda options: options.get("method", "steps"))
def test_the_twin_for_machines_is_valid_and_complete(options: dict[str, object], tmp_path: Path):
    answer = ask(**options, out=tmp_path / "s")
    answer.write_summary()
    twin = json.loads((tmp_path / "s" / "summary.json").read_text(encoding="utf-8"))
    assert twin["verdict"] == answer.sentence
    assert set(twin["tables"]) == set(answer.tables)
    assert twin["tables"] == answer.summarise()["tables"]


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"method": "moris"}, UnknownName, "did you mean 'morris'"),
        ({"only": ["vctory"]}, UnknownName, "did you mean 'victory'"),
        ({"only": ["zoc.zoc"]}, BadQuestion, "zoc.zoc has no other number"),
        ({"outcome": "vpp"}, UnknownName, "did you mean 'vp'"),
        ({"games": 1}, BadQuestion, "games of a setting: 1, but at least"),
        ({"error_rate": 0.7}, BadQuestion, "error rate: 0.7"),
        (
            {"parameters": ["air.air_shift"]},
            BadQuestion,
            "does not apply to the method one_at_a_time",
        ),
        ({"rows": 64}, BadQuestion, "rows: does not apply"),
        ({"method": "sobol", "only": ["air"]}, BadQuestion, "only: does not apply"),
        ({"method": "morris"}, BadQuestion, "parameters to range over .*: 0, but at least"),
        ({"method": "sobol", "over": OVER, "rows": 8}, BadQuestion, "rows: 8 given, but at least"),
        ({"method": "sobol", "over": OVER, "games": 1}, BadQuestion, "seeds at each point"),
        (
            {"method": "sobol", "over": OVER, "settings": {"victory.vp_to_win": 5}},
            BadQuestion,
            "is set and has a range too",
        ),
        ({"method": "sobol", "parameters": ["air.x"]}, UnknownName, "air.x"),
        ({"method": "dead_rules", "only": ["99"]}, UnknownName, "unknown rule"),
        ({"method": "dead_rules", "only": ["1.4"]}, BadQuestion, "nothing switches it off"),
        ({"method": "dead_rules", "games": 1}, BadQuestion, "games of a rule"),
        ({"variant": "nosuch"}, UnknownName, "nosuch"),
    ],
    ids=str,
)
def test_a_question_that_makes_no_sense_is_refused_before_anything_is_played(
    options: dict[str, object], error: type[Exception], said: str, tmp_path: Path
):
    with pytest.raises(error, match=said):
        ask(**options, out=tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_seeds_of_trajectories_have_nothing_in_common():
    answer = ask(method="morris", over=OVER, games=3, trajectories=4)
    games, spec = answer.results.games, answer.results.spec
    groups = [spec.cells[number].group for number in games["game_id"].map(spec.cell_number)]
    seeds = games.groupby(groups)["seed"].apply(set)
    assert all(len(own) == 3 for own in seeds)
    assert len(set().union(*seeds)) == sum(map(len, seeds))
    assert np.all(games.groupby("seed").size() >= 2)


@pytest.mark.slow
def test_the_real_game_shows_that_points_to_win_matter_and_a_check_does_not():
    answer = balance.sensitivity(
        "blue", only=["victory.vp_to_win", "combat.crt_monotonic"], games=4, jobs=1, **NAMED
    )
    effects = answer.tables["parameter_effects"].set_index(["parameter", "setting"])
    assert effects.loc[("combat.crt_monotonic", "0"), "identical_share"] == 1
    assert effects.loc[("victory.vp_to_win", "5"), "difference"] >= 0
