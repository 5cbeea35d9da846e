"""How a player fares against the opponents of the exam, and what is warned of."""

from __future__ import annotations

import pytest

from balance.cli import check
from balance.errors import DataError
from balance.experiments.exam import Report
from balance.rulebook.game import open_game
from balance.studies.fares import Record, fare
from tests.experiments.fake_match import PLAYER

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_games_against_each_opponent_are_counted_for_the_side(side: str):
    game = "drive_on_stalingrad"
    found = fare(open_game(game), side, "historical", games=31, jobs=1, player=PLAYER)
    assert [each.opponent for each in found] == ["random", "historical"]
    other = "soviet" if side == "axis" else "axis"
    for each, theirs in zip(
        found,
        fare(
            open_game(game),
            other,
            "historical",
            games=31,
            opponents=["random", "historical"],
            jobs=1,
            player=PLAYER,
        ),
        strict=True,
    ):
        assert each.won + each.lost + each.failed <= each.games == 31
        assert (each.won, each.lost) == (theirs.lost, theirs.won), "the same made-up games"
        assert each.won != each.lost


def test_a_player_that_loses_beyond_doubt_is_warned_of():
    told: list[tuple[str, str]] = []
    for won in (0, 25, 60):
        for opponent in ("random", "historical"):
            told.append((opponent, Record(opponent, 60, won, 60 - won).warning))
    worst, _, doubtful, _, best, _ = (words for _, words in told)
    assert worst.startswith("it loses to random, which makes any legal moves")
    assert told[1][1].startswith("it loses to historical")
    assert doubtful == best == ""


def test_games_without_a_result_are_told():
    assert str(Record("random", 10, 5, 3, 2)).endswith("of 10 games; 2 games without a result")


def test_the_exam_tells_the_record_and_warns_on_the_error_stream(capsys, monkeypatch, tmp_path):
    from balance.experiments import exam
    from balance.studies import fares

    report = Report("mine", "axis", "drive_on_stalingrad")
    monkeypatch.setattr(exam, "examine", lambda file, games: [report])
    monkeypatch.setattr(fares, "fare", lambda *_, **__: [Record("random", 60, 3, 57)])
    check.strategy(tmp_path / "mine.toml", quiet=True)
    shown = capsys.readouterr()
    assert "against random: won 5% [2, 14], lost 95% [86, 98] of 60 games" in shown.out
    assert shown.err.startswith("balance: warning: mine: it loses to random")
    check.strategy(tmp_path / "mine.toml", record=0)
    assert "against random" not in capsys.readouterr().out
    with pytest.raises(DataError, match="--record takes a number of games"):
        check.strategy(tmp_path / "mine.toml", record=-1)
