from balance.experiments.rows import Words, block_tables
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import open_game
from tests.experiments.fake_match import FakeMatch


def test_games_of_matches_with_other_units_keep_their_own_names():
    cells = (Cell("historical", "random"), Cell("random", "random"))
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 3, 1)
    matches = [FakeMatch("historical", "random", 6), FakeMatch("random", "random", 6)]
    matches[1].unit_names = ("other 1", "other 2", "other 3")
    words = [Words(spec.game, match) for match in matches]
    games = [matches[i % 2].play(spec.seed_of(i)) for i in range(6)]
    events = block_tables(
        spec, range(6), games, [words[i % 2] for i in range(6)], ("games", "events")
    )["events"].to_pandas()
    for game_id, log in enumerate(games):
        names = [
            None if row["unit"] < 0 else matches[game_id % 2].unit_names[row["unit"]]
            for row in log.events
        ]
        of_game = events[events.game_id == game_id]
        assert of_game.unit.astype(object).where(of_game.unit.notna(), None).tolist() == names
