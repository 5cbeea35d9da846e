"""The staff brings reserves to the front by rail, where that spares more than a march."""

from __future__ import annotations

import pytest

from balance.experiments.run import run
from tests.games.common.positions import foot, write_game

SIDES = "feature,kind,foot,motorized,shift,supply,zones,strategic\nroad,road,-,-,0,yes,yes,yes\n"
OPENING = '[opening]\nname = "{name}"\ngame = "rides"\nside = "axis"\nwhy = "A line."\n'
WALKS = "\n[[turn]]\nturns = [1, 4]\nstrategic = false\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """Events of some games by whether the staff may use the railroad."""
    folder = tmp_path_factory.mktemp("games") / "rides"
    front = [foot(f"F{row}", f"{row:02d}22") for row in (1, 3, 5)]
    reserves = [foot(f"N{n}", arrival_turn=1) for n in range(4)]
    write_game(
        folder,
        (". " * 30,) * 5,
        [*front, *reserves],
        [foot(f"R{row}", f"{row:02d}26", attack=9, defense=9, movement=1) for row in range(1, 6)],
        rules={"strategic.axis_units": 2, "sequence.last_turn": 4},
        sources="0301:axis,0330:soviet",
        roads=" ".join(f"03{column:02d}" for column in range(1, 31)),
        tables={"hexsides": SIDES},
    )
    events = {}
    for name, more in (("rides", ""), ("walks", WALKS)):
        opening = folder.parent / f"{name}.toml"
        opening.write_text(OPENING.format(name=name) + more)
        played = run(f"{folder}/first_battle", axis=str(opening), soviet="random", games=6, jobs=1)
        assert played.games.error.isna().all()
        events[name] = played.events
    return events


@pytest.mark.rule("common 5.7, 5.8")
@pytest.mark.compiled
def test_reserves_ride_two_a_turn_and_far(played):
    rides = played["rides"][played["rides"].kind == "rode"]
    by_turn = rides.groupby(["game_id", "game_turn"]).size()
    assert by_turn.max() == 2
    assert rides.groupby("game_id").size().min() >= 4
    assert set(rides.unit.str[0]) == {"N"}
    assert (rides.value.min(), rides.value.max() > 10) == (4, True)  # a march is four hexes


@pytest.mark.compiled
def test_a_plan_may_forbid_it(played):
    assert (played["walks"].kind != "rode").all()
