import json
import re
import tracemalloc
import weakref
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import balance
import balance.studies.answer
from balance.analysis.telling.words import points_range
from balance.errors import BadQuestion, DataError, ResumeMismatch, UnknownName
from balance.experiments.results import Results
from balance.studies.answer import Answer, PlainRows
from balance.studies.compare import parts as compare_parts
from balance.studies.compare.study import compare
from balance.studies.kinds import answer_study, resume_study
from balance.studies.tables import TABLES, markdown
from tests.studies.fake_balance import ANYBODY, NAMED, PLAYER, SUDDEN, true_score
from tests.studies.once import once

ROOT = Path(__file__).resolve().parents[2]


@once
def fake(variants: list[str] | None = None, **options: object) -> Answer:
    chosen = {"games": 400, "jobs": 1, "player": PLAYER, **NAMED, **options}
    return compare("blue", variants or ["baseline", "vp_to_win_7"], **chosen)  # type: ignore[arg-type]


def verdict(answer: Answer, row: int = 0) -> pd.Series:
    return answer.tables["verdicts"].iloc[row]


def test_a_planted_change_is_found_with_its_size():
    answer = fake(games=2000)
    row = verdict(answer)
    planted = true_score(7) - true_score(6)
    assert row.verdict == "favours"
    assert row.side == "soviet"
    assert row.low <= planted <= row.high
    assert row.high - row.low < 0.03
    assert answer.sentence.startswith("vp_to_win_7 favours the Soviets by ")
    assert answer.sentence.endswith("over 2,000 paired games.")


def test_a_change_in_the_other_direction_favours_the_other_side():
    row = verdict(fake(["vp_to_win_7", "baseline"]))
    assert (row.verdict, row.side) == ("favours", "axis")


def test_one_variant_is_compared_with_the_baseline():
    alone, both = fake(["vp_to_win_7"]), fake(["baseline", "vp_to_win_7"])
    assert alone.sentence == both.sentence
    assert alone.tables["verdicts"].equals(both.tables["verdicts"])


def test_a_variant_may_come_by_itself():
    for ask in (compare, balance.plan, balance.explain, balance.tournament, balance.adapt):
        with pytest.raises(UnknownName, match="unknown variant 'nosuch'"):
            ask("blue", variants="nosuch", jobs=1)


def test_one_variant_and_settings_are_compared_with_the_variant():
    answer = fake(["vp_to_win_7"], settings={"victory.vp_to_win": 5})
    assert answer.tables["verdicts"].variant.tolist() == ["vp_to_win_7+victory.vp_to_win=5"]


def test_pairs_that_share_their_luck_gain_what_their_variances_say():
    answer = fake(games=2000)
    games = answer.results.games.assign(won=lambda g: (g.winner == "axis").astype(float))
    won = games.pivot(index="seed", columns="variant", values="won")
    first, second = won["baseline"], won["vp_to_win_7"]
    expected = (first.var() + second.var()) / (second - first).var()
    assert verdict(answer).gain == pytest.approx(expected)
    assert verdict(answer).gain > 4


def test_a_variant_that_changes_nothing_is_the_same_game_by_game():
    answer = fake(["baseline", "vp_without_caucasus"])  # the made-up games have no hexes to hold
    row = verdict(answer)
    assert (row.verdict, row.flipped, row.identical, row.difference) == ("no_effect", 0, 400, 0)
    assert "no result changed" in answer.sentence
    assert answer.tables["flipped"].empty


def test_flipped_games_are_those_whose_winner_changed():
    answer = fake()
    wins = answer.results.games.pivot(index="seed", columns="variant", values="winner")
    flipped = wins.index[wins["baseline"] != wins["vp_to_win_7"]]
    assert answer.tables["flipped"].seed.tolist() == flipped.tolist()
    assert verdict(answer).flipped == len(flipped) > 0
    changes = answer.tables["changes"]
    assert changes.games.sum() == 400
    moved = changes[(changes["first"] == "axis") & (changes["second"] == "soviet")]
    assert moved.games.item() == len(flipped)


def test_where_one_side_always_wins_the_points_are_told(tmp_path: Path):
    always = tmp_path / "always.toml"
    always.write_text(
        '[variant]\nname = "always"\ngame = "drive_on_stalingrad"\nwhy = "A test."\n'
        '[set]\n"victory.vp_to_win" = 2\n',
        encoding="utf-8",
    )
    fewer = {"victory.vp_to_win": 1}
    answer = fake([str(always)], settings=fewer, axis="strong", player=ANYBODY, games=60)
    told = [remark for remark in answer.remarks if "nearly every game" in remark]
    assert len(told) == 1
    # Each of 60 seeds by one point: one in 17 may yet be another.
    assert ": -1.00 [-1.06, -0.94]" in told[0]
    assert not any("nearly every game" in remark for remark in fake().remarks)


def test_removing_an_ending_shows_in_its_row_and_its_curve_and_nowhere_else():
    answer = fake(["baseline", "no_sudden_death"])
    outcomes = answer.tables["outcomes"].set_index("outcome")
    games = answer.results.games
    luck = np.array([np.random.default_rng(seed).random() for seed in games.seed.unique()])
    share = (luck > SUDDEN).mean()
    assert outcomes.loc["ending:sudden_death", "difference"] == pytest.approx(-share)
    assert outcomes.loc["ending:time_limit", "difference"] == pytest.approx(share)
    assert outcomes.loc["score", "difference"] == 0
    assert answer.tables["endings"].p_value.item() < 0.001
    incidence = answer.tables["incidence"]
    last = incidence[(incidence.ending == "sudden_death") & (incidence.game_turn == 11)]
    assert last.difference.item() == pytest.approx(-share)


def test_the_curve_has_a_band_that_holds_the_planted_difference_nowhere_missing():
    curves = fake().tables["curves"].query("column == 'vp'")
    assert curves.game_turn.tolist() == list(range(1, 12))
    assert (curves.band_low <= curves.low).all()
    assert (curves.high <= curves.band_high).all()
    final = curves.iloc[-1]
    games = fake().results.games.groupby("variant").vp.mean()
    assert final.difference == pytest.approx(games["vp_to_win_7"] - games["baseline"])


def test_several_variants_are_each_compared_with_the_first_and_corrected_for_their_number():
    answer = fake(["baseline", "vp_to_win_7", "vp_to_win_5", "oos_kills_30"])
    table = answer.tables["verdicts"]
    assert table.variant.tolist() == ["vp_to_win_7", "vp_to_win_5", "oos_kills_30"]
    assert table.verdict.tolist() == ["favours", "favours", "undecided"]
    assert table.side.tolist() == ["soviet", "axis", ""]
    alone = verdict(fake(["baseline", "vp_to_win_7"]))
    assert table.p_value[0] == pytest.approx(min(1, 3 * alone.p_value))
    assert "vp_to_win_7 favours the Soviets" in answer.sentence
    assert table.high[0] - table.low[0] > alone.high - alone.low
    assert any("3 variants share the error rate" in remark for remark in answer.remarks)
    assert answer.facts["confidence"] == pytest.approx(1 - 0.05 / 3)


@pytest.mark.parametrize("variants", [["baseline", "oos_kills_30"],
                                      ["baseline", "oos_kills_30", "vp_to_win_7"]])  # fmt: skip
def test_sentence_table_sheet_and_twin_tell_the_same_interval(variants: list[str]):
    answer = fake(variants, games=100, margin=25)
    row, lines = verdict(answer), answer.sheets[0].lines
    level = {2: "90%", 3: "95%"}[len(variants)]
    within = f"[{-100 * row.within_high:.1f}, {-100 * row.within_low:.1f}]"
    assert row.verdict == "no_effect"
    assert f"for the Soviets, {level} interval {within}" in answer.sentence
    assert lines[0][3] == points_range(row.within_low, row.within_high)
    assert f"the {level} interval of two one-sided tests" in answer.sheets[0].note
    twin = answer.summarise()["tables"]["verdicts"][0]
    assert (twin["within_low"], twin["p_within"]) == (row.within_low, row.p_within)
    assert row.p_within <= 0.05
    assert -0.25 < row.within_low < row.within_high < 0.25


def test_settings_make_one_more_variant():
    answer = fake(["baseline"], settings={"victory.vp_to_win": 7})
    assert verdict(answer).variant == "baseline+victory.vp_to_win=7"
    assert verdict(answer).difference == verdict(fake()).difference


def test_several_strategies_are_averaged_within_a_seed():
    answer = fake(axis=["historical", "strong"], games=300)
    assert verdict(answer).pairs == 300
    assert answer.results.game_count == 1200
    assert any("mean over 2 pairings" in remark for remark in answer.remarks)
    assert answer.tables["endings"].empty  # games on one seed are not independent


def test_an_undecided_comparison_says_how_many_more_games_it_needs():
    answer = fake(["baseline", "oos_kills_30"], games=100, margin=1)
    more = verdict(answer).more_pairs
    assert verdict(answer).more_even < more < verdict(answer).more_nearly
    assert verdict(answer).verdict == "undecided"
    assert re.search(r"About [\d,]+ more games \(.+ here\)", answer.sentence)
    assert more > 100


def test_playing_until_decided_stops_early_on_a_large_effect():
    answer = fake(until="decided", margin=3, max_games=5000)
    row = verdict(answer)
    assert row.verdict == "favours"
    assert row.pairs < 1000
    assert answer.results.spec.games == row.pairs
    assert np.isnan(row.p_value)
    assert any("play stopped" in remark for remark in answer.remarks)


def test_playing_until_decided_shows_that_nothing_changed():
    answer = fake(["baseline", "no_sudden_death"], until="decided", margin=2, max_games=5000)
    assert verdict(answer).verdict == "no_effect"
    assert "no effect larger than 2 points" in answer.sentence


def test_playing_until_decided_ends_at_the_cap():
    answer = fake(["baseline", "oos_kills_30"], until="decided", margin=0.2, max_games=150)
    assert answer.results.spec.games == 150
    assert verdict(answer).verdict == "undecided"


def test_a_study_that_plays_until_decided_resumes_to_the_same_answer(tmp_path: Path):
    options = {"until": "decided", "margin": 1.0, "max_games": 3000}
    whole = fake(**options)
    out = tmp_path / "s"
    fake(**{**options, "max_games": 200}, out=out)
    resume_study(out, games=3000, jobs=1, player=PLAYER)
    again = answer_study(Results(out))
    pd.testing.assert_frame_equal(
        again.tables["verdicts"].drop(columns="sentence"),
        whole.tables["verdicts"].drop(columns="sentence"),
    )
    with pytest.raises(ResumeMismatch, match="its margin is"):
        fake(**{**options, "margin": 2.0}, out=out)


def test_an_extended_study_answers_like_one_played_at_once(tmp_path: Path):
    fake(games=100, out=tmp_path / "s")
    resume_study(tmp_path / "s", games=400, jobs=1, player=PLAYER)
    extended = answer_study(Results(tmp_path / "s"))
    for name, table in fake().tables.items():
        if name != "verdicts":
            pd.testing.assert_frame_equal(extended.tables[name], table)
    assert verdict(extended).difference == verdict(fake()).difference


def test_another_margin_can_be_asked_of_the_same_games(tmp_path: Path):
    small = fake(["baseline", "oos_kills_30"], out=tmp_path / "s", margin=0.5)
    large = fake(["baseline", "oos_kills_30"], out=tmp_path / "s", margin=20)
    assert (verdict(small).verdict, verdict(large).verdict) == ("undecided", "no_effect")


def test_faulty_games_are_told_and_left_out():
    answer = fake(axis="failing")
    assert any("broke off" in remark and "no plan" in remark for remark in answer.remarks)
    assert answer.facts["faulty"] == 80
    assert verdict(answer).pairs == 360


def test_the_number_of_processes_changes_nothing():
    one, two = fake(games=100), fake(games=100, jobs=2)
    for name, table in one.tables.items():
        columns = [c for c in table if c != "sentence"]
        pd.testing.assert_frame_equal(table[columns], two.tables[name][columns])


def test_the_machine_readable_twin_holds_every_table(tmp_path: Path):
    answer = fake(out=tmp_path / "s")
    answer.write_summary()
    twin = json.loads((tmp_path / "s" / "summary.json").read_text(encoding="utf-8"))
    assert twin["verdict"] == answer.sentence
    assert twin["kind"] == "compare"
    assert twin["question"]["margin"] == 2.0
    assert {n: len(t) for n, t in twin["tables"].items()} == {
        name: len(table) for name, table in answer.tables.items()
    }


def test_a_comparison_that_keeps_events_tells_of_places():
    answer = fake(games=60, player="tests.reports.fake_comparison:prepare", detail="events")
    events, games = answer.results.events, answer.results.games
    taken = events.loc[
        (events["kind"] == "town_taken") & (events["value"] == 0) & (events["hex"] == "2618")
    ]
    places = answer.tables["places"].set_index(["what", "hex"])
    assert places.loc["points"].index.is_monotonic_increasing
    for place, variant in (("first", "baseline"), ("second", "vp_to_win_7")):
        ids = games.loc[games["variant"] == variant, "game_id"]
        assert places.loc[("taken", "2618"), place] == pytest.approx(
            ids.isin(taken["game_id"]).mean()
        )


def test_the_tables_are_documented_as_they_are():
    written = (ROOT / "TABLES.md").read_text(encoding="utf-8")
    assert markdown() in written, "write it anew: python -m balance.studies.tables > TABLES.md"
    assert set(fake(games=40).tables) <= set(TABLES)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"variants": ["baseline"]}, BadQuestion, "nothing differs from the baseline"),
        ({"variants": ["baseline", "baseline"]}, BadQuestion, "given twice"),
        (
            {"variants": ["baseline"], "settings": {"victory.vp_to_win": 6}},
            BadQuestion,
            "compare: victory.vp_to_win=6: nothing differs from the baseline; set another value",
        ),
        (
            {"variants": ["baseline"], "settings": {"air.german_aircraft": "+0"}},
            BadQuestion,
            "compare: air.german_aircraft=+0: nothing differs from the baseline",
        ),
        (
            {"variants": ["vp_to_win_7"], "settings": {"victory.vp_to_win": 7}},
            BadQuestion,
            "compare: vp_to_win_7, victory.vp_to_win=7: nothing differs from vp_to_win_7",
        ),
        ({"variants": ["baseline", "vp_to_win_77"]}, UnknownName, "vp_to_win_7"),
        ({"margin": 0}, BadQuestion, "margin: 0 can't be a margin"),
        ({"margin": 100, "until": "decided"}, BadQuestion, "as large as any difference"),
        ({"margin": 1e9}, BadQuestion, "as large as any difference"),
        ({"error_rate": 1}, BadQuestion, "error rate: 1"),
        ({"error_rate": 1e-300}, BadQuestion, "error rate: 1e-300 is too small to reckon with"),
        ({"until": "bored"}, BadQuestion, "'bored' is no way to stop"),
        ({"games": 1}, BadQuestion, "games to compare: 1, but at least"),
        ({"max_games": 10, "until": "decided"}, BadQuestion, "largest number of paired games"),
        ({"axis": "nobody"}, UnknownName, "nobody"),
        ({"settings": {"victory.vp_to_win": 9999}, "variants": ["baseline"]}, DataError, "9999"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_played(
    options: dict[str, object], error: type[Exception], said: str, tmp_path: Path
):
    with pytest.raises(error, match=re.escape(said)):
        fake(**{"out": tmp_path / "s", **options})  # type: ignore[arg-type]
    assert not (tmp_path / "s").exists()


def test_of_several_variants_the_one_that_changes_nothing_is_named(tmp_path: Path):
    path = tmp_path / "as_printed.toml"
    path.write_text(
        '[variant]\nname = "as_printed"\n[set]\n"victory.vp_to_win" = 6\n'
        '[[hex]]\nhex = "0424"\nvp = 1\n',
        encoding="utf-8",
    )
    with pytest.raises(
        BadQuestion, match="compare: as_printed: nothing differs from the baseline; "
    ):
        fake(["baseline", "vp_to_win_7", str(path)])


def test_a_variant_of_another_game_is_refused(tmp_path: Path):
    path = tmp_path / "foreign.toml"
    path.write_text('[variant]\nname = "foreign"\ngame = "chess"\nwhy = "none"\n', encoding="utf-8")
    with pytest.raises(DataError, match="chess"):
        fake(["baseline", str(path)])


def test_real_games_of_a_change_of_the_points_to_win_move_the_score_the_right_way():
    answer = balance.compare(
        "blue",
        ["baseline", "vp_to_win_5", "vp_to_win_7"],
        games=40,
        jobs=2,
    )
    wins = answer.results.games.assign(won=lambda g: g.winner == "axis")
    won = wins.pivot(index="seed", columns="variant", values="won")
    # Single seeds may go the other way: the players know what wins and play for it.
    assert won["vp_to_win_5"].sum() > won["baseline"].sum() > won["vp_to_win_7"].sum()


def test_turns_are_gone_before_events_are_read(monkeypatch):
    """A long study has too many of both to hold them together."""
    frames, seen = [], []
    coded, of = Results.coded, compare_parts.Events.of

    def read(*asked):
        frame = coded(*asked)
        frames.append(weakref.ref(frame))
        return frame

    def events_of(*given):
        seen.append([frame() for frame in frames])
        return of(*given)

    monkeypatch.setattr(Results, "coded", read)
    monkeypatch.setattr(compare_parts.Events, "of", events_of)
    fake(games=40, detail="events")
    assert seen == [[None]]


def test_the_twin_written_row_by_row_is_that_of_the_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(balance.studies.answer, "_ROWS_AT_A_TIME", 7)
    answer = fake(games=40, out=tmp_path / "study")
    answer.write_summary()
    written = (tmp_path / "study" / "summary.json").read_text(encoding="utf-8")
    assert written == json.dumps(answer.summarise(), indent=1, ensure_ascii=False) + "\n"
    assert len(json.loads(written)["tables"]["partings"]) == 40


def test_a_twin_is_never_longer_in_memory_than_a_few_of_its_rows():
    table = pd.DataFrame({"seed": range(10_000), "winner": "axis"})
    tracemalloc.start()
    for piece in json.JSONEncoder(indent=1).iterencode({"partings": PlainRows(table)}):
        assert len(piece) < 100
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1e6  # as records alone it would be 8e6
