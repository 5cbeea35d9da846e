"""The chances to win on a replay page, in the browser."""

from typing import Any

from tests.reports.reading import HOSTILE
from tests.reports.replay_pages import frame
from tests.reports.tiny_replay import tiny_replay


def with_chances(**changes: Any) -> dict[str, Any]:
    """The tiny game: even at first, 0.3 after the first turn, won by Red in the second."""
    document = tiny_replay()
    document["chances"] = {
        "curve": [[0.5, 0.0, 0.5], [0.28, 0.02, 0.7], [1.0, 0.0, 0.0]],
        "turning": [
            {"turn": 2, "why": []},
            {"turn": 1, "why": ["Blue strength: 3 more than usual"]},
        ],
        "groups": ["places"],
        "note": "Estimated from 900 games.",
        **changes,
    }
    return document


def test_a_replay_without_a_model_shows_no_chances(opened):
    page = opened()
    assert page.locator("#chances").is_hidden()
    assert page.locator("#turning").is_hidden()


def test_the_chances_of_the_last_turn_that_ended_stand_under_their_curve(opened):
    page = opened(with_chances())
    words = page.locator("#chances .points")
    told = []
    for at in range(5):
        page.evaluate("(at) => replay.go(at)", at)
        told.append(words.inner_text().split(";")[0])
    assert told[0] == told[1] == "Chance to win at the start: Red 50%, Blue 50%"
    assert told[2] == told[3] == "Chance to win after turn 1: Red 28%, Blue 70%, draw 2%"
    assert told[4] == "Chance to win after turn 2: Red 100%, Blue 0%"


def test_the_curve_goes_through_the_chances_at_the_ends_of_the_turns(opened):
    page = opened(with_chances())
    points = page.locator("#chances .first").get_attribute("points").split()
    edge = [tuple(map(float, point.split(","))) for point in points][1:-1]
    assert [at for at, _ in edge] == [0, 2, 4, 4]
    assert [round(1 - y / 34, 6) for _, y in edge] == [0.5, 0.28, 1, 1]


def test_a_turning_point_leads_to_its_turn(opened):
    page = opened(with_chances())
    page.locator("#chances").get_by_role("button", name="turn 2").click()
    assert frame(page) == 3
    page.locator("#turning summary").click()
    page.get_by_role("button", name="Game turn 1: Blue 50% to 70%").click()
    assert frame(page) == 1


def test_a_turning_point_says_what_spoke_for_the_side_that_gained(opened):
    document = with_chances()
    document["frames"][2]["log"].append(
        {"k": "event", "kind": "taken", "hex": 15, "unit": -1, "side": 1, "words": "Blue takes it"}
    )
    page = opened(document)
    page.locator("#turning summary").click()
    assert [line for line in page.locator("#turning-points").inner_text().split("\n") if line] == [
        "Game turn 2: Red 28% to 100%",
        "Red wins on points",
        "Game turn 1: Blue 50% to 70%",
        "Blue strength: 3 more than usual",
        "Blue takes it",  # and not that Red takes Midway
        "Estimated from 900 games.",
    ]
    page.locator("#turning").get_by_role("button", name="Blue takes it").click()
    assert frame(page) == 2
    assert "Rearville" in page.locator("#detail h2").inner_text()


def test_a_game_that_no_turn_moved_says_so(opened):
    page = opened(with_chances(turning=[]))
    page.locator("#turning summary").click()
    assert "No turn moved the chances much." in page.locator("#turning").inner_text()
    assert "moved most" not in page.locator("#chances").inner_text()


def test_a_click_on_the_curve_goes_there(opened):
    page = opened(with_chances())
    box = page.locator("#chances svg").bounding_box()
    page.mouse.click(box["x"] + 0.74 * box["width"], box["y"] + 5)
    assert frame(page) == 3


def test_hostile_words_of_a_model_are_text(opened):
    page = opened(
        with_chances(note=HOSTILE, turning=[{"turn": 1, "why": [HOSTILE]}]),
        viewport={"width": 390, "height": 844},
    )
    page.locator("#drawer-button").click()
    page.locator("#turning summary").click()
    assert page.locator("#turning").inner_text().count(HOSTILE) == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
