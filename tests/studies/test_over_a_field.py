"""Studies of other kinds than compare: what they play and say where nobody is named."""

import numpy as np
import pytest

import balance
from balance.studies.gate.study import gate
from balance.studies.kinds import answer_study, resume_study
from tests.studies import fake_balance, fake_sensitivity
from tests.studies.fake_field import FIELD, PAIRS, PLAYER, WEIGHTS, over_field

pytestmark = pytest.mark.usefixtures("field")

KEY = "victory.vp_to_win"
FAKE = {"jobs": 1, "player": PLAYER}


def truth(points: int) -> float:
    return over_field(0) + over_field(1) * (points - 6)


@pytest.fixture(scope="module")
def swept():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("balance.studies.field.players.read_field", lambda found: FIELD)
        yield balance.sweep("blue", {KEY: [5, 6, 7]}, games=1000, **FAKE)


def test_a_sweep_has_the_true_score_over_the_field_in_each_interval(swept):
    assert len(swept.results.games) == 3 * 1000
    table = swept.tables["sweep"].set_index("setting")
    for points in (5, 6, 7):
        row = table.loc[f"{KEY}={points}"]
        assert row.low <= truth(points) <= row.high
        assert row.games == 1000
    assert table.loc[f"{KEY}=7"].difference_low <= over_field(1)
    assert over_field(1) <= table.loc[f"{KEY}=7"].difference_high


def test_a_score_over_the_field_has_the_narrower_interval_of_strata(swept):
    row = swept.tables["sweep"].set_index("setting").loc[f"{KEY}=5"]
    within = sum(
        weight / 10 * chance * (1 - chance)
        for weight, chance in zip(WEIGHTS, (a - b for a, b in PAIRS.values()), strict=True)
    )
    width = 2 * 1.96 * np.sqrt(within / 1000)
    assert row.high - row.low == pytest.approx(width, rel=0.05)


def test_a_sweep_says_where_it_goes_the_other_way(swept):
    assert "(1,000 games of the field at each value)" in swept.sentence
    assert swept.sentence.endswith("It works the other way in bold against wary.")
    changes = swept.tables["field_changes"]
    assert changes.groupby("variant").size().to_dict() == {
        "baseline+victory.vp_to_win=5": 3,
        "baseline+victory.vp_to_win=7": 3,
    }
    turned = changes.loc[changes["reverses"] == 1, ["axis", "soviet"]]
    assert set(map(tuple, turned.to_numpy())) == {("bold", "wary")}


def test_tuning_finds_the_value_over_the_field_and_tells_each_pairing():
    answer = balance.tune("blue", KEY, 4, 8, want=40, games=1000, **FAKE)
    wanted = 6 + (0.4 - over_field(0)) / over_field(1)
    assert answer.facts["low"] <= wanted <= answer.facts["high"]
    assert "1,000 games of the field at each value" in answer.sentence
    scores = answer.tables["field_scores"].set_index(["axis", "soviet", "value"])
    for met, (base, change) in PAIRS.items():
        row = scores.loc[(*met, 7)]
        assert row["score"] == pytest.approx(base + change, abs=0.08)
    assert scores["games"].groupby("value").sum().tolist() == [1000] * 5


def test_values_that_are_played_later_have_the_same_players(tmp_path):
    out = tmp_path / "study"
    answer = balance.tune("blue", KEY, 1, 14, want=40, games=100, out=out, **FAKE)
    games = answer.results.games
    later = [balance.open_study(path).games for path in sorted((out / "further").iterdir())]
    assert later
    for each in later:
        assert each.groupby(["axis", "soviet"]).size().to_dict() == {
            met: 10 * weight for met, weight in zip(PAIRS, WEIGHTS, strict=True)
        }
        assert set(each.seed) == set(games.seed)


def test_a_bid_is_of_the_field():
    answer = balance.bid("blue", want=45, games=60, **FAKE)
    assert "60 games of the field" in answer.sentence
    assert set(zip(answer.results.games.axis, answer.results.games.soviet, strict=True)) == set(
        PAIRS
    )


def test_one_at_a_time_tells_the_effect_over_the_field_and_the_pairing_that_goes_against_it():
    answer = balance.sensitivity("blue", only=[KEY], games=600, **FAKE)
    assert len(answer.results.games) == 3 * 600
    effects = answer.tables["parameter_effects"].set_index("setting")
    assert effects.loc["7"].low <= over_field(1) <= effects.loc["7"].high
    assert "600 games of the field a setting" in answer.sentence
    told = f"{KEY}=7 works the other way with bold against wary"
    assert told in answer.remarks


def test_designs_play_the_main_pairing_and_say_so():
    answer = balance.sensitivity(
        "blue", method="morris", over={KEY: (5, 7), "stacking.limit": (4, 6)}, games=4,
        trajectories=3, **FAKE,
    )  # fmt: skip
    assert set(answer.results.games.axis) == {"steady"}
    (told,) = [remark for remark in answer.remarks if "nobody was named" in remark]
    assert "steady against firm" in told


def test_dead_means_dead_in_the_field(monkeypatch):
    answer = balance.dead_rules(
        "blue", only=["3.2h", "4.5b", "6.1a"], games=60, jobs=1, player=fake_sensitivity.PLAYER
    )
    assert answer.facts["dead"] == ["3.2h"]
    assert answer.facts["live"] == ["4.5b"]
    assert "none of 60 games of the field each" in answer.sentence
    games = answer.results.games
    assert games.groupby(["axis", "soviet"]).size().to_dict() == {
        met: 4 * 6 * weight for met, weight in zip(PAIRS, WEIGHTS, strict=True)
    }


def test_a_gate_that_names_nobody_holds_the_field_to_its_bands(tmp_path):
    path = tmp_path / "gate.toml"
    band = f'"score.axis" = [{truth(6) - 0.02}, {truth(6) + 0.02}]'
    path.write_text(f'[gate]\nscenario = "blue"\ngames = 1000\n[bands]\n{band}\n')
    answer = gate(path, **FAKE)
    row = answer.tables["bands"].iloc[0]
    assert row.games == 1000
    assert row.low <= truth(6) <= row.high
    assert row.status == "inside"
    assert any("bold against wary 20%" in remark for remark in answer.remarks)


def test_an_interrupted_study_counts_whole_rounds_and_is_played_to_its_end(tmp_path):
    out = tmp_path / "study"
    whole = balance.sweep("blue", {KEY: [5, 7]}, games=200, out=out, **FAKE)
    for part in out.glob("*/part-000000300-*"):
        part.unlink()
    part = answer_study(balance.open_study(out))
    assert part.results.game_count == 300
    assert part.tables["sweep"]["games"].tolist() == [150, 150]
    assert any("rounds count in which every pairing" in remark for remark in part.remarks)
    resume_study(out, jobs=1, player=PLAYER)
    again = answer_study(balance.open_study(out))
    assert again.tables["sweep"].equals(whole.tables["sweep"])


def test_a_plan_is_made_from_a_pilot_of_the_field():
    answer = balance.plan("blue", ["baseline", "vp_to_win_7"], games=60, **FAKE)
    games = answer.results.games
    assert len(games) == 120
    assert set(zip(games.axis, games.soviet, strict=True)) == set(PAIRS)
    assert answer.facts["gain"] > 1.5


def test_named_players_play_as_before():
    named = {**fake_balance.NAMED, "jobs": 1, "player": fake_balance.PLAYER}
    answer = balance.sweep("blue", {KEY: [6, 7]}, games=40, **named)
    assert answer.results.game_count == 80
    assert "field" not in answer.sentence
    assert answer.tables["field_changes"].empty
