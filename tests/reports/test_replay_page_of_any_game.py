"""Replay pages show what only some games have: rail, conditions, battles for several hexes."""

from tests.reports.replay_pages import click_hex, picture
from tests.reports.tiny_replay import REAR, RED_OTHER, TOWN, tiny_replay


def test_a_battle_for_two_hexes_names_both_and_is_found_in_either(opened):
    document = tiny_replay()
    battle = document["frames"][2]["log"][0]
    battle["hexes"] = [TOWN, RED_OTHER]
    page = opened(document, "#battle=0")
    title = page.locator("#detail h2").inner_text()
    assert title.startswith("Attack on Midway (0303) and 0202")
    page.keyboard.press("Escape")
    page.locator("#show-units").evaluate("(box) => box.click()")
    click_hex(page, RED_OTHER)
    assert page.locator("#detail h2").inner_text() == title


def test_hexes_that_nobody_has_taken_have_no_owner_but_lie_behind_a_line(opened):
    document = tiny_replay()
    before = picture(opened(document))
    owners = document["start"]["control"]
    document["start"]["control"] = "".join("-" if side == "1" else side for side in owners)
    document["map"]["home"] = [int(side) for side in owners]
    page = opened(document)
    assert page.evaluate("replay.state().control")[REAR] == -1
    assert picture(page) == before  # the front runs where it did
    click_hex(page, 16)
    assert "nobody" in page.locator("#detail").inner_text()


def test_a_railroad_runs_from_hex_to_hex(opened):
    document = tiny_replay()
    before = picture(opened(document))
    rail = {"key": "rail", "name": "Railroad", "kind": "rail", "edges": [6, 1, 7, 1, 8, 1]}
    document["map"]["hexsides"].append(rail)
    page = opened(document)
    assert picture(page) != before
    click_hex(page, 8)
    assert "Railroad" in page.locator("#detail").inner_text()


def test_the_condition_of_a_unit_is_marked_on_its_counter_and_in_the_legend(opened):
    document = tiny_replay()
    document["words"]["marks"] = ["", "W"]
    before = picture(opened(document))
    document["start"]["condition"][0] = 1
    page = opened(document)
    assert picture(page) != before
    page.locator("summary", has_text="Legend").click()
    assert "W: waits for orders" in page.locator("#legend-sheet").inner_text()


def test_a_reckoning_leaves_out_what_counts_for_nothing(opened):
    document = tiny_replay()
    part = {"key": "guns", "name": "of which guns", "rule": "8.2", "unless": 0}
    document["words"]["battle"]["sum"].insert(1, part)
    for guns, shown in ((0, False), (5, True)):
        document["frames"][2]["log"][0]["guns"] = guns
        words = opened(document, "#battle=0").locator("#detail").inner_text()
        assert ("of which guns (rule 8.2)" in words) == shown


def test_a_unit_with_a_rating_shows_it_instead_of_strengths(opened):
    document = tiny_replay()
    document["units"][0]["rating"] = 4
    page = opened(document)
    click_hex(page, 12)
    assert "(4)-6" in page.locator("#detail").inner_text()


def test_flat_topped_hexes_lie_turned_by_a_quarter(opened):
    pointed = opened().evaluate("[replay.place(14), replay.place(13)]")
    assert pointed[0]["y"] == pointed[1]["y"]  # neighbours in a row
    document = tiny_replay()
    document["map"]["flat"] = True
    page = opened(document)
    town, west = page.evaluate("[replay.place(14), replay.place(13)]")
    assert town["x"] == west["x"]
    assert town["y"] > west["y"]  # a row runs from north to south, one that follows lies west
    assert page.evaluate("replay.place(20).x < replay.place(14).x")
    click_hex(page, TOWN)
    assert "Midway (0303)" in page.locator("#detail").inner_text()
