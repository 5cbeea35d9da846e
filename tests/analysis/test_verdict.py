import pandas as pd
import pytest

from balance.analysis.telling.verdict import reach_verdict
from balance.analysis.telling.words import percent


def games(axis=0, soviet=0, broken=0):
    rows = [("axis", "victory_points")] * axis + [("soviet", "time_limit")] * soviet
    rows += [("none", "strategy_error")] * broken
    table = pd.DataFrame(rows, columns=["winner", "ending"])
    return table.assign(axis="historical", soviet="don_line", variant="baseline")


def test_a_clear_lead_is_told_with_interval_number_of_games_pairing_and_ending(labels):
    verdict = reach_verdict(games(380, 620), labels, "operation_blue")
    assert verdict.sentence == (
        "The Soviet side wins 62% [59, 65] of 1,000 games of Operation Blue (historical against "
        "don_line), always by the time limit."
    )
    assert verdict.decided


def test_no_ending_is_the_most_frequent_where_two_are_as_frequent(labels):
    for order in (["time_limit", "sudden_death"], ["sudden_death", "time_limit"]):
        verdict = reach_verdict(games(0, 2).assign(ending=order), labels, "operation_blue")
        assert verdict.sentence.endswith(
            "equally often by sudden death and by the time limit (each 50% [9, 91] of its wins)."
        )
        assert verdict.ending == "sudden_death"
    most = games(0, 3).assign(ending=["time_limit", "sudden_death", "time_limit"])
    sentence = reach_verdict(most, labels, "operation_blue").sentence
    assert "most often by the time limit (67% [21, 94] of its wins)" in sentence


def test_a_lead_within_the_interval_is_no_lead(labels):
    verdict = reach_verdict(games(205, 195), labels, "operation_blue")
    assert verdict.sentence.startswith("Neither side is clearly ahead: the Axis side wins 51%")
    assert not verdict.decided


def test_broken_games_count_for_nobody_but_are_not_dropped(labels):
    verdict = reach_verdict(games(60, 30, broken=10), labels, "operation_blue")
    assert "60% [50, 69] of 100 games" in verdict.sentence
    assert "10 games broke off" in verdict.text
    assert verdict.faulty == 10


def test_a_study_of_broken_games_alone_has_no_winner(labels):
    verdict = reach_verdict(games(broken=3), labels, "operation_blue")
    assert verdict.sentence.startswith("No side won any of 3 games")
    assert verdict.leader == ""


def test_a_study_without_games_says_so(labels):
    assert "No game of Operation Blue" in reach_verdict(games(), labels, "operation_blue").sentence


def test_several_pairings_and_variants_are_named(labels):
    both = pd.concat([games(5, 5), games(5, 5).assign(axis="random")])
    assert "(2 pairings" in reach_verdict(both, labels, "operation_blue").sentence
    changed = games(5, 5).assign(variant="short")
    assert ", under short)" in reach_verdict(changed, labels, "operation_blue").sentence


@pytest.mark.parametrize(
    ("share", "words"), [(0, "0%"), (0.004, "<1%"), (0.5, "50%"), (0.996, ">99%"), (1, "100%")]
)
def test_a_percentage_never_rounds_into_certainty(share, words):
    assert percent(share) == words
