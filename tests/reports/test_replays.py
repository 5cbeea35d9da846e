"""Links from a report to the games worth looking at."""

import json
import re
from html import unescape

import numpy as np
import pandas as pd
import pytest

import balance
from balance.analysis.play.examples import halfway_points, landmarks, typical_and_extreme
from balance.analysis.telling.labels import read_labels
from balance.errors import DataError, ReplayMismatch
from balance.experiments.replay import game as replay_game
from balance.rulebook.game import open_game
from balance.strategy.chances import Chances
from balance.studies.examples import games_to_look_at
from reports.html import render
from reports.replays import AS_A_RULE, Replays, examples_section
from tests.reports.fake_replay_page import PAGE
from tests.reports.reading import read
from tests.strategy.test_chances import MADE
from tests.studies import fake_balance
from tests.studies.fake_balance import NAMED
from tests.studies.fake_sensitivity import PLAYER as SENSITIVE

LABELS = read_labels(open_game("drive_on_stalingrad"))


@pytest.fixture(autouse=True)
def plain_page(monkeypatch):
    monkeypatch.setattr(replay_game, "PAGE", PAGE)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studies") / "blue"
    return balance.run("blue", games=6, seed=4, jobs=1, out=folder, detail="turns")


def made_up(**columns):
    count = len(next(iter(columns.values())))
    usual = {
        "game_id": range(count),
        "seed": [100 + game for game in range(count)],
        "set_up": [100 + game for game in range(count)],
        "axis": "a",
        "soviet": "s",
        "variant": "baseline",
        "winner": "soviet",
        "ending": "time_limit",
        "ending_turn": 11,
        "vp": 5,
        "oos_kills": 3,
    }
    return pd.DataFrame({**usual, **columns})


def curve(games, points, turn=5):
    turns = pd.DataFrame({"game_id": games["game_id"], "game_turn": turn, "vp": points})
    return halfway_points(turns, 5)


def chosen(table):
    return dict(zip(table["what"], table["game_id"], strict=True))


def test_the_upset_is_won_by_whoever_was_furthest_behind_at_half_time():
    games = made_up(
        winner=["axis", "axis", "soviet", "soviet"],
        ending=["victory_points", "victory_points", "time_limit", "time_limit"],
    )
    behind = "biggest upset: won from furthest behind at the end of game turn 5"
    assert chosen(landmarks(games, LABELS, curve(games, [4, 1, 2, 3])))[behind] == 1
    assert chosen(landmarks(games, LABELS, curve(games, [4, 3, 6, 2])))[behind] == 2
    assert behind not in chosen(landmarks(games, LABELS, curve(games, [4, 4, 1, 1])))


def test_median_and_quickest_games_leave_out_those_that_broke_off():
    games = made_up(
        ending=["strategy_error", "time_limit", "sudden_death", "sudden_death", "time_limit"],
        ending_turn=[1, 11, 3, 2, 11],
        vp=[9, 5, 1, 2, 4],
    )
    found = chosen(landmarks(games, LABELS))
    assert found["quickest end by sudden death"] == 3
    assert found["a game that ended by the time limit"] == 1  # both in the last turn
    assert "quickest end on victory points" not in found
    assert found["median game"] not in (0,)
    assert landmarks(games.head(1), LABELS).empty


def test_landmarks_come_first_among_the_examples():
    games = made_up(vp=[3, 4, 5])
    found = typical_and_extreme(games, LABELS, curve(games, [1, 2, 3]))
    assert found["shows"].tolist()[:2] == ["landmark", "landmark"]
    assert found["what"].iloc[0] == "median game"


def test_only_games_that_differ_in_length_or_points_have_a_shortest_or_a_highest_one():
    same = made_up(vp=[4, 4], ending_turn=[11, 11])
    found = chosen(typical_and_extreme(same, LABELS, curve(same, [4, 4])))
    assert not {"shortest game", "most victory points"} & set(found)
    other = made_up(vp=[4, 5], ending_turn=[11, 10])
    found = chosen(typical_and_extreme(other, LABELS, curve(other, [4, 4])))
    assert (found["shortest game"], found["most victory points"]) == (1, 1)


def test_a_report_with_replays_links_to_pages_that_are_there(study, tmp_path):
    page = render(study.folder, tmp_path / "site" / "index.html", replays=2)
    read_page = read(page.read_text(encoding="utf-8"))
    links = [link for link in read_page.links if link.startswith("replays/")]
    written = sorted(path.name for path in (page.parent / "replays").iterdir())
    assert len(set(links)) == len(written) == 2
    captions = re.findall(r"<figcaption>.*?</figcaption>", page.read_text("utf-8"), re.DOTALL)
    assert any('<a href="replays/game-' in caption for caption in captions)
    for link in links:
        document = json.loads((page.parent / link).read_text(encoding="utf-8"))
        number = document["played"]["game_id"]
        assert link == f"replays/game-{number:06d}.html"
        assert document["played"]["checked"]


def test_as_a_rule_a_few_games_get_pages(study, tmp_path):
    page = render(study.folder, tmp_path / "index.html", replays=None)
    written = list((tmp_path / "replays").iterdir())
    assert 1 <= len(written) <= AS_A_RULE
    assert "Games with a link can be watched" in page.read_text(encoding="utf-8")


def test_a_study_that_can_not_be_played_again_gets_its_report_and_the_reason(
    study, tmp_path, monkeypatch
):
    def differs(results, game_id, **_):
        raise ReplayMismatch("game 3 goes otherwise: <the engine> has changed")

    monkeypatch.setattr(replay_game, "replay_stored", differs)
    text = render(study.folder, tmp_path / "index.html", replays=None).read_text(encoding="utf-8")
    assert "no such pages: game 3 goes otherwise: &lt;the engine&gt; has changed" in text
    with pytest.raises(ReplayMismatch):
        render(study.folder, tmp_path / "index.html", replays=1)


def test_a_report_without_replays_has_numbers_and_no_links(study, tmp_path):
    page = render(study.folder, tmp_path / "index.html")
    text = page.read_text(encoding="utf-8")
    assert not (tmp_path / "replays").exists()
    assert not [link for link in read(text).links if "replays" in link]
    assert "median game" in unescape(text)


def test_a_comparison_shows_the_game_in_which_the_rule_mattered_most(tmp_path):
    answer = balance.compare(
        "blue", ["baseline", "vp_to_win_5"], games=6, seed=4, jobs=1, out=tmp_path / "two", **NAMED
    )
    games = answer.results.games.set_index("game_id")
    table = games_to_look_at(answer.results)
    pair = table.loc[table["what"].str.startswith("where vp_to_win_5 mattered most")]
    assert pair["variant"].tolist() == ["baseline", "vp_to_win_5"]
    assert pair["seed"].nunique() == 1
    by_variant = {v: part.set_index("seed") for v, part in games.groupby("variant")}
    first, second = by_variant["baseline"], by_variant["vp_to_win_5"]
    flipped = first.index[first["winner"] != second["winner"].reindex(first.index)]
    assert (pair["winner"].nunique() == 2) == (len(flipped) > 0)
    page = render(answer.results.folder, replays=2)
    assert len([link for link in read(page.read_text()).links if "replays/" in link]) >= 2


def test_a_comparison_names_games_of_the_printed_rules_that_turned_late(monkeypatch):
    """By a model that gives the Axis no chance before the end, each of its wins turned last."""
    hopeless = Chances(
        "operation_blue", MADE, ("axis", "soviet"), ("vp",), np.array([0.1, 0.9]),
        np.zeros((10, 1)), np.tile([[-9.0, 0.0], [0.0, 0.0]], (10, 1, 1)),
    )  # fmt: skip
    monkeypatch.setattr("balance.studies.examples.shipped_chances", lambda found: hopeless)
    answer = balance.compare(
        "blue", ["baseline", "vp_to_win_5"], games=40, jobs=1, player=fake_balance.PLAYER, **NAMED
    )
    table = games_to_look_at(answer.results)
    late = table.loc[table["what"].str.startswith("turned late")]
    assert late["what"].iloc[0] == "turned late: the winner's chance was <1% after game turn 10"
    assert len(late) == 3
    assert set(late["variant"]) == {"baseline"}
    assert set(late["winner"]) == {"axis"}


def test_the_table_of_games_shows_the_six_variants_that_mattered_most():
    variants = ["baseline", *(f"vp_to_win_{points}" for points in (5, 7))]
    over = {"victory.vp_to_win": [5, 6, 7], "victory.oos_kills_per_vp": [10, 15, 30]}
    answer = balance.sweep("blue", over, games=20, jobs=1, player=fake_balance.PLAYER, **NAMED)
    assert len(answer.results.spec.cells) == 9
    mattered = games_to_look_at(answer.results)["what"].str.contains("mattered most")
    assert mattered.sum() == 12
    answer = balance.compare(
        "blue", variants, games=20, jobs=1, player=fake_balance.PLAYER, **NAMED
    )
    assert games_to_look_at(answer.results)["what"].str.contains("mattered most").sum() == 4


def test_points_of_a_design_and_games_played_on_are_no_games_to_look_at():
    over = {"victory.vp_to_win": (5, 7), "air.german_aircraft": (0, 4)}
    design = balance.sensitivity(
        "blue", method="sobol", over=over, rows=64, games=2, jobs=1, player=SENSITIVE, **NAMED
    )
    assert not games_to_look_at(design.results)["what"].str.contains("mattered").any()
    bid = balance.bid("blue", games=20, jobs=1, player=fake_balance.PLAYER, **NAMED)
    assert set(games_to_look_at(bid.results)["variant"]) == {"baseline"}


def test_a_variant_that_changes_no_game_has_no_game_in_which_it_mattered(tmp_path):
    answer = balance.compare(
        "blue", "no_sudden_death", games=2, seed=4, jobs=1, out=tmp_path / "same", **NAMED
    )
    assert answer.tables["verdicts"].identical.item() == 2
    assert not games_to_look_at(answer.results)["what"].str.contains("mattered").any()


def test_hostile_names_stand_in_the_table_as_text():
    games = made_up(variant=['<script>"x"', "b", "c"])
    section = examples_section(
        landmarks(games, LABELS), LABELS, Replays({0: "replays/a.html"}), pairings=True
    )
    cells = [cell for line in section.tables[0].lines for cell in line]
    assert '<script>"x"' in cells
    assert "replays/a.html" in section.tables[0].links


def test_a_folder_that_cannot_be_written_is_named(study, tmp_path):
    (tmp_path / "replays").write_text("a file in the way")
    with pytest.raises(DataError, match=r"replays.*can't be written"):
        render(study.folder, tmp_path / "index.html", replays=1)
