import json
from dataclasses import replace

import pytest

import balance
from balance.errors import BadQuestion, DataError, UnknownName
from balance.rulebook.game import Game, open_game
from balance.strategy.field import Pairing
from balance.studies.answer import Answer
from balance.studies.field import players
from balance.studies.kinds import answer_study, resume_study
from balance.studies.restrict import study as restrict_study
from balance.studies.restrict.restrictions import find_restriction, restrictions
from balance.studies.restrict.study import restrict
from tests.studies.fake_contest import LOSS, PLAYER
from tests.studies.fake_field import FIELD
from tests.studies.once import once

GAME = "drive_on_stalingrad"


@once
def fake(side="axis", without="mobile_assault", **options) -> Answer:
    chosen = {"axis": "rock", "soviet": "rock", "games": 600, "jobs": 1, "player": PLAYER}
    return restrict("blue", side, without, **{**chosen, **options})


def test_an_ability_is_worth_what_the_side_loses_without_it():
    answer = fake()
    row = answer.tables["worth"].iloc[0]
    assert row.low <= LOSS <= row.high
    assert row.low > 0.1
    assert (row.side, row.variant, row.pairs) == ("axis", "mobile_assault", 600)
    assert answer.sentence.startswith("The worth of mobile assaults to the Axis is ")
    assert "of the Axis score, with the same victory points in every game" in answer.sentence
    assert answer.sentence.endswith("over 600 paired games.")


def test_it_says_what_was_forbidden_to_whom_and_by_which_rule():
    assert fake().about == ("mobile_assault: mobile assaults forbidden to the Axis (rule 9.23).",)


def test_what_helps_the_soviets_is_worth_something_to_them():
    row = fake("soviet", "flooding").tables["worth"].iloc[0]
    assert row.low <= LOSS <= row.high
    assert row.low > 0.1


def test_an_ability_without_effect_is_shown_to_matter_less_than_the_margin():
    answer = fake(without="aerial_supply", games=400)
    assert answer.sentence.startswith(
        "The worth of the aerial supply marker to the Axis is less than"
    )
    assert answer.tables["worth"].iloc[0].identical == 400


def test_playing_until_decided_stops_early_and_can_be_resumed(tmp_path):
    wanted = {"until": "decided", "margin": 3, "max_games": 5000, "out": tmp_path / "study"}
    answer = fake(**wanted)
    row = answer.tables["worth"].iloc[0]
    assert row.low <= LOSS <= row.high
    assert row.low > 0
    assert 100 <= row.pairs < 600
    again = answer_study(resume_study(tmp_path / "study", player=PLAYER))
    assert again.sentence == answer.sentence


def test_an_unknown_way_to_stop_is_refused():
    with pytest.raises(BadQuestion, match="until: 'never' is no way to stop"):
        fake(until="never")


def test_uses_are_counted_with_and_without_the_restriction():
    uses = fake(games=20).tables["uses"].set_index("action")
    assert uses.loc["games:mobile_assaults"].tolist()[1:] == [1, 0]


def test_uses_are_counted_in_runs_as_in_the_whole_tables(monkeypatch):
    monkeypatch.setattr(restrict_study, "GAMES_A_PART", 10)
    results = fake(games=30).results
    asked = [("battles", "mobile", side) for side in ("", "axis", "soviet")]
    asked += [("events", "aerial_supply", value) for value in ("", "0", "1")]
    mobile, aerial = results.battles["mobile"], results.events["kind"] == "aerial_supply"
    chosen = [mobile] * 2 + [mobile & False] + [aerial] * 2 + [aerial & False]
    for use, seen in zip(asked, chosen, strict=True):
        means = restrict_study._means_a_game(results, use[0], [use])[use]
        ids = getattr(results, use[0]).loc[seen, "game_id"]
        for variant, games in results.games.groupby("variant")["game_id"]:
            assert means[variant] == ids.isin(games).sum() / 30, use
    assert mobile.sum() == 30
    assert aerial.sum() == 60


def test_an_action_that_goes_on_in_spite_of_it_or_was_never_taken_is_said():
    answer = fake(without=["aerial_supply", "sea_block"], games=20)
    said = " ".join(answer.remarks)
    assert (
        "the aerial supply marker: used in spite of the restriction, which is a fault of the engine"
        in said
    )
    assert "nobody used aircraft against sea movement in the unrestricted games" in said
    assert (
        "aircraft against sea movement not measurable with these players (nobody used it)"
        in answer.sentence
    )
    alone = fake(without="sea_block", games=20)
    assert alone.sentence == (
        "The worth of aircraft against sea movement to the Axis is not measurable with these "
        "players: nobody used it in 20 unrestricted games."
    )


def test_several_are_compared_one_by_one_and_joined_ones_together():
    answer = fake(without=["mobile_assault", "sea_block", "mobile_assault+sea_block"], games=100)
    worth = answer.tables["worth"].set_index("variant")["score"]
    assert worth["sea_block"] == 0
    assert worth["mobile_assault"] == worth["mobile_assault+sea_block"] > 0
    assert answer.results.spec.total_games == 400
    assert answer.sentence.startswith("Worth to the Axis, in points of its score: mobile assaults ")
    assert answer.sentence.endswith(" (100 paired games each).")


def test_restricted_games_are_those_of_the_same_seeds_and_the_others_are_as_ever():
    games = fake(games=50).results.games
    plain = balance.run("blue", axis="rock", soviet="rock", games=50, jobs=1, player=PLAYER).games
    free = games.loc[games["variant"] == "baseline"].sort_values("seed")
    assert free["log"].tolist() == plain.sort_values("seed")["log"].tolist()
    assert games.groupby("seed").size().eq(2).all()


@pytest.mark.parametrize(
    ("options", "fault", "message"),
    [
        ({"side": "german"}, BadQuestion, "german is no side; expected axis or soviet"),
        ({"without": []}, BadQuestion, r"nothing is forbidden; expected .*mobile_assault"),
        ({"without": "flooding"}, UnknownName, "'flooding' of the axis side"),
        ({"without": "mobile_asault"}, UnknownName, "did you mean 'mobile_assault'"),
        ({"without": ["aircraft"] * 2}, BadQuestion, "forbids no more than --without aircraft"),
        (
            {"without": "aircraft", "variant": "no_aircraft"},
            BadQuestion,
            "forbids no more than the variant no_aircraft",
        ),
        ({"axis": ["don_line"]}, BadQuestion, "is a Soviet strategy; give it as --soviet don_line"),
        ({"margin": 0}, BadQuestion, "margin: 0"),
        ({"error_rate": 2}, BadQuestion, "error rate: 2"),
        ({"games": 1}, BadQuestion, "games to compare: 1, but at least 2"),
    ],
)
def test_bad_questions_are_refused_before_anything_is_played(options, fault, message, tmp_path):
    with pytest.raises(fault, match=message):
        fake(**options, out=tmp_path / "study")
    assert not (tmp_path / "study").exists()


def test_extended_it_is_as_if_played_at_once_and_jobs_don_t_matter(tmp_path):
    whole = fake(games=60, jobs=2)
    fake(games=30, out=tmp_path / "study")
    grown = answer_study(resume_study(tmp_path / "study", games=60, jobs=1, player=PLAYER))
    assert grown.sentence == whole.sentence
    for name, table in whole.tables.items():
        assert table.equals(grown.tables[name]), name


def test_the_machine_readable_twin_holds_the_same_figures(tmp_path):
    answer = fake(games=20, out=tmp_path / "study")
    answer.write_summary()
    twin = json.loads((tmp_path / "study" / "summary.json").read_text())
    assert (twin["verdict"], twin["kind"]) == (answer.sentence, "restrict")
    assert twin["tables"]["worth"][0]["score"] == answer.tables["worth"].iloc[0].score
    assert twin["question"]["without"] == ["mobile_assault"]


# --- the file of restrictions


def test_joined_restrictions_hold_the_settings_of_each():
    both = find_restriction(open_game(GAME), "axis", "sea_block + aircraft")
    assert both.title == "aircraft against sea movement and aircraft"
    assert set(both.settings) == {"air.sea_block_aircraft", "air.german_aircraft"}


def test_faults_of_the_file_are_told_all_at_once(tmp_path):
    (tmp_path / "restrictions.toml").write_text(
        '[[restriction]]\nkey = "a"\nside = "german"\ntitle = "a"\nrule = "1"\nsettigs = 1\n'
    )
    with pytest.raises(DataError) as caught:
        restrictions(Game(tmp_path))
    for part in ("lacks settings", "settigs; expected", "side is 'german'"):
        assert part in str(caught.value)
    (tmp_path / "restrictions.toml").write_text(
        '[[restriction]]\nkey = "a"\nside = "axis"\ntitle = "a"\nrule = "1"\nsettings = {}\n'
        'uses = ["turns:x", "events:sea_move:1:2", "battles:overrun:german"]\n'
    )
    with pytest.raises(DataError, match=r"turns:x(.|\n)*move:1:2(.|\n)*run:german"):
        restrictions(Game(tmp_path))


# --- the real game


def shown(game: str, side: str) -> list[str]:
    """Kinds of action that the tables of a game show when a side does them."""
    return [each.key for each in restrictions(open_game(game)) if each.side == side and each.uses]


@pytest.mark.parametrize(
    ("scenario", "side", "without", "soviet", "used"),
    [
        (
            "blue",
            "axis",
            "+".join(shown(GAME, "axis")),
            "historical",
            {"games:mobile_assaults", "battles:shift_air", "events:aircraft:2"}
            | {"events:aerial_supply", "events:network_added:0"},
        ),
        (
            "blue",
            "soviet",
            "+".join(shown(GAME, "soviet")),
            ("historical", "don_line", "forward_defense"),
            {"events:sea_move", "events:network_added:1", "events:phase_order:3"},
        ),
        (
            "star",
            "axis",
            "overruns+advances",
            "historical",
            {"battles:overrun:axis", "battles:advanced:axis"},
        ),
        (
            "star",
            "soviet",
            "+".join(shown("army_group_south", "soviet")),
            ("historical", "cautious", "deep_exploitation"),
            {"battles:overrun:soviet", "battles:headquarters:soviet", "events:defensive_mode"},
        ),
    ],
)
def test_forbidden_actions_do_not_occur_in_real_games(scenario, side, without, soviet, used):
    answer = restrict(scenario, side, without, soviet=soviet, games=6, jobs=1)
    uses = answer.tables["uses"]
    assert (uses["second"] == 0).all()
    assert used <= set(uses.loc[uses["first"] > 0, "action"])
    assert answer.facts["faulty"] == 0


@pytest.fixture
def contest(monkeypatch):
    """A field in which mobile assaults are worth the same everywhere."""
    met = {("rock", "rock"): 5, ("paper", "scissors"): 3, ("scissors", "rock"): 2}
    pairings = tuple(Pairing(*names, weight) for names, weight in met.items())
    monkeypatch.setattr(players, "read_field", lambda found: replace(FIELD, pairings=pairings))
    return met


def test_the_worth_over_a_field_covers_the_truth_and_names_its_pairings(contest):
    answer = fake(axis=None, soviet=None, games=600)
    row = answer.tables["worth"].iloc[0]
    assert row.low <= LOSS <= row.high
    assert "over 600 paired games of the field. No pairing goes the other way." in answer.sentence
    changes = answer.tables["field_changes"].set_index(["axis", "soviet"])
    assert changes["share"].to_dict() == {met: weight / 10 for met, weight in contest.items()}
    assert set(changes["variant"]) == {"mobile_assault"}


def test_what_nobody_in_the_field_uses_is_not_measurable_with_these_players(contest):
    answer = fake(axis=None, soviet=None, without="sea_block", games=40)
    assert answer.sentence == (
        "The worth of aircraft against sea movement to the Axis is not measurable with these "
        "players: nobody used it in 40 unrestricted games of the field."
    )
