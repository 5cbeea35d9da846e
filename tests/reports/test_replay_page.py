import csv
import json
import re
import tomllib

import pytest

from balance.errors import DataError
from balance.rulebook.game import open_game
from reports.replay_page import embed, render, script, write
from tests.browser import wait_until
from tests.every_game import GAMES
from tests.reports.reading import HOSTILE, read, scripts
from tests.reports.replay_pages import DRAWN, click_hex, frame, picture
from tests.reports.tiny_replay import (
    BLUE,
    ENTRY,
    REAR,
    RED,
    RED_HEX,
    TOWN,
    tiny_replay,
)

#: Hex of each unit after each frame of the tiny game, as told in its document.
HEXES = [
    [12, 7, TOWN, TOWN, -1],
    [RED_HEX, 7, TOWN, TOWN, -1],
    [TOWN, 7, REAR, REAR, -1],
    [TOWN, 7, -1, REAR, 16],
    [TOWN, 7, -1, REAR, 16],
]
#: Units in each hex, the lowest first.
STACKS = [
    {"12": [0], "7": [1], "14": [2, 3]},
    {"13": [0], "7": [1], "14": [2, 3]},
    {"14": [0], "7": [1], "15": [2, 3]},
    {"14": [0], "7": [1], "15": [3], "16": [4]},
    {"14": [0], "7": [1], "15": [3], "16": [4]},
]


def test_the_page_is_one_file_that_asks_for_nothing(opened):
    page = opened()
    assert page.title() == "Tiny Game, First Lesson: replay of seed 42"
    reader = read(render(tiny_replay()))
    assert reader.loads == []
    assert reader.links == []


def test_the_heading_says_how_it_ended_and_who_played(opened):
    words = opened().locator("header").inner_text()
    for part in ("Tiny Game: First Lesson", "Red wins on points", "Red: bold, Blue: calm", "42"):
        assert part in words


def test_a_game_that_broke_off_says_so(opened):
    document = tiny_replay()
    document["outcome"] |= {"error": "IndexError: no such hex", "error_side": RED}
    outcome = opened(document).locator("#outcome.fault")
    assert "Broke off: IndexError: no such hex" in outcome.inner_text()


def test_every_frame_shows_the_state_told_by_the_document(opened):
    page = opened()
    control = [[0 if at % 6 < 2 else 1 for at in range(30)] for _ in HEXES]
    for later in control[2:]:
        later[TOWN] = later[RED_HEX] = RED
    for at, hexes in enumerate(HEXES):
        page.evaluate("(at) => replay.go(at)", at)
        assert page.evaluate("replay.state()") == {
            "hex": hexes,
            "steps": [2, 1, (2, 2, 1, 0, 0)[at], 1, 1],
            "status": [0, 0, 2 if at > 2 else 0, 0, 0 if at > 2 else 1],
            "control": control[at],
            "stacks": STACKS[at],
        }


def test_a_battle_shows_its_whole_sum(opened):
    page = opened(fragment="#frame=2")
    page.get_by_role("button", name="Attack on Midway").click()
    words = page.locator("#detail").inner_text()
    rows = dict(line.split("\t") for line in words.splitlines() if "\t" in line)
    assert rows == {
        "Attack strength": "13",
        "Defense strength": "7",
        "Odds": "1:1",
        "City (rule 8.1)": "−1",
        "Aircraft (rule 8.4, 8.5)": "+2",
        "Column rolled on (rule 8.9)": "2:1",
        "Die": "5",
        "Result": "DR: defender retreats",
    }
    for part in ("1 Red 8-6-6 from 0302", "2 Red 5-5-4 from 0202", "3 Blue 3-4-4", "4 Blue 2-3-7",
                 "3 Blue retreats to Rearville (0304)", "1 step, 0 units eliminated",
                 "0 attackers, 1 defender", "2 retreated, 1 advanced"):  # fmt: skip
        assert part in words


def test_a_chosen_battle_stands_out_on_the_map(opened):
    page = opened(fragment="#frame=2")
    before = picture(page)
    page.get_by_role("button", name="Attack on Midway").click()
    assert picture(page) != before


def test_the_log_tells_the_phase_and_a_click_goes_there(opened):
    page = opened()
    page.locator("#log-scope").select_option("game")
    assert page.locator("#log-lines button").all_inner_texts() == [
        "1 Red: 0301 to 0302, 1 hex",
        "Attack on Midway (0303), 2 against 2: 1:1 shifted to 2:1, die 5, DR (defender retreats)",
        "3 Blue retreats to Rearville (0304)",
        "4 Blue retreats to Rearville (0304)",
        "1 Red advances to Midway (0303)",
        "Red takes Midway",
        "5 Blue enters and goes to 0305",
        "3 Blue is eliminated",
    ]
    page.locator("#log-lines button", has_text="5 Blue enters").click()
    assert frame(page) == 3
    assert page.locator("#detail h2").inner_text() == "5 Blue"


def test_words_and_kinds_filter_the_log(opened):
    page = opened()
    lines = page.locator("#log-lines button")
    page.locator("#log-words").fill("REARVILLE")
    assert len(lines.all_inner_texts()) == 2
    page.locator("#log-words").fill("no such thing")
    assert lines.all_inner_texts() == []
    assert page.locator("#log-count").inner_text() == "Nothing of this kind happened here."
    page.locator("#log-words").fill("")
    page.locator("#log-kinds [data-kind=battles]").click()
    assert [line.split()[0] for line in lines.all_inner_texts()] == ["1", "Red", "5", "3"]
    page.locator("#log-kinds [data-kind=battles]").click()
    assert len(lines.all_inner_texts()) == 8


def test_keys_typed_into_the_filter_do_not_move_the_game(opened):
    page = opened()
    page.locator("#log-words").press_sequentially("a d")
    page.keyboard.press("End")
    assert frame(page) == 0


def test_a_unit_tells_its_story(opened):
    page = opened(fragment="#frame=2")
    page.locator("#log-lines button", has_text="3 Blue retreats").click()
    assert page.locator(".story li").all_inner_texts() == [
        "Set-up is in Midway (0303)",
        "Turn 1, Red attacks defends: Attack on Midway (0303), 2 against 2: 1:1 shifted to 2:1, "
        "die 5, DR (defender retreats)",
        "Turn 1, Red attacks 3 Blue retreats to Rearville (0304)",
        "Turn 2, Blue moves 3 Blue is eliminated",
        "End eliminated, 0 of 2 steps",
    ]
    words = page.locator("#detail").inner_text()
    for part in ("Blueland, Mountaineers, division", "1st Army", "1-2-4", "out of supply"):
        assert part in words


def test_a_click_on_a_pile_lists_its_units_and_one_on_a_unit_tells_of_it(opened):
    page = opened()
    click_hex(page, TOWN)
    detail = page.locator("#detail")
    assert detail.locator("h2").inner_text() == "Midway (0303)"
    assert detail.locator("button.unit strong").all_inner_texts() == ["4 Blue", "3 Blue"]
    for part in ("Prize (rule 9.1)", "Open", "Controlled by\nBlue", "2-3-7; in supply"):
        assert part in detail.inner_text()
    click_hex(page, 7)
    assert detail.locator("h2").inner_text() == "2 Red"


def test_a_side_sees_only_the_top_of_enemy_piles_and_nothing_of_untried_strengths(opened):
    page = opened()
    click_hex(page, TOWN)
    detail = page.locator("#detail")
    page.locator("#layers summary").click()
    page.get_by_label("Red", exact=True).check()
    assert detail.locator("button.unit strong").all_inner_texts() == ["4 Blue"]
    assert "?-?-7" in detail.inner_text()
    assert "1 unit below the top one cannot be seen" in detail.inner_text()
    page.get_by_label("Blue", exact=True).check()
    assert detail.locator("button.unit strong").all_inner_texts() == ["4 Blue", "3 Blue"]
    assert "?-?-7" in detail.inner_text()


@pytest.mark.parametrize(
    ("at", "keys"),
    [(2, ("units", "names", "moves", "battles", "front")), (0, ("control", "supply"))],
)
def test_every_layer_can_be_switched(opened, at, keys):
    page = opened(fragment=f"#frame={at}")
    before = picture(page)
    page.locator("#layers summary").click()
    for key in keys:
        page.locator(f"#show-{key}").click()
        assert picture(page) != before, key
        page.locator(f"#show-{key}").click()
        assert picture(page) == before, key


def test_from_afar_cities_and_what_scores_have_names(opened):
    document = tiny_replay()
    names = {TOWN: "Midway (mill)", REAR: "Rearville", 26: "Farm"}
    document["map"]["places"] = [
        {"hex": at, "name": name, "kind": "city" if at == TOWN else "town", "port": False}
        for at, name in names.items()
    ]
    document["map"]["marks"][0]["hexes"] = [REAR]
    page = opened(document)
    page.evaluate("""() => {
      const { prototype } = CanvasRenderingContext2D, { fillText } = prototype;
      prototype.fillText = function (words, ...at) {
        (window.written ||= new Set()).add(words);
        fillText.call(this, words, ...at);
      };
    }""")

    def written(width):
        page.evaluate("window.written = new Set()")
        page.set_viewport_size({"width": width, "height": 900})
        picture(page)
        return set(page.evaluate("[...window.written]")) & {"Midway", *names.values()}

    assert written(900) == {*names.values()}
    assert written(160) == {"Midway", "Rearville"}


def test_the_reach_of_a_chosen_unit_is_shown_in_its_movement_phase(opened):
    page = opened(fragment="#frame=1")
    page.locator("#log-lines button", has_text="1 Red").click()
    assert "8 hexes" in page.locator("#detail .note").inner_text()
    shown = picture(page)
    page.locator("#layers summary").click()
    page.locator("#show-reach").click()
    assert picture(page) != shown


def test_help_names_the_keys(opened):
    page = opened()
    page.keyboard.press("?")
    words = page.locator("#help").inner_text()
    assert "play, pause" in words
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()


def test_the_state_of_the_game_is_told(opened):
    page = opened(fragment="#frame=4")
    page.locator("#position summary").click()
    words = page.locator("#position").inner_text().split("\n")
    assert words[1:] == ["Points", "3", "for hexes", "1", "Aircraft left", "2"]


def test_the_points_of_the_phase_stand_under_their_curve(opened):
    page = opened(fragment="#frame=2")
    assert page.locator("#chart .points").inner_text() == "PT 1 of 3 to win (for hexes 1)"
    assert page.locator("#chart .mark").get_attribute("x1") == "2"
    curve = page.locator("#chart .curve").get_attribute("d")
    heights = [part.split("V")[1] for part in curve.split("H")[1:]]
    assert len(heights) == 4
    assert float(heights[3]) < float(heights[1]) < float(heights[0])  # up is less


def test_the_page_tells_how_to_play_the_game_again(opened):
    document = tiny_replay()
    document["played"] |= {"command": "balance replay tiny --seed 42", "changes": {"a.b": "1 -> 2"}}
    page = opened(document)
    page.locator("#legend summary").click()
    words = page.locator("#legend-sheet").inner_text()
    for part in ("balance replay tiny --seed 42", "a.b: 1 -> 2", "Set-up seed", "not compared"):
        assert part in words


def test_the_legend_comes_from_the_document(opened):
    page = opened()
    page.locator("#legend summary").click()
    words = page.locator("#legend-sheet").inner_text()
    for part in ("Redland", "Mountaineers", "Ocean", "Wall", "First line", "Prize (rule 9.1)"):
        assert part in words


def test_hostile_names_are_shown_as_text(opened):
    document = tiny_replay()
    long = HOSTILE + "x" * 4000
    document["title"]["game"] = document["sides"][0]["name"] = long
    document["units"][0]["name"] = document["map"]["places"][0]["name"] = HOSTILE
    document["units"][1]["name"] = document["units"][1]["formation"] = long
    document["frames"][2]["log"][-1]["words"] = HOSTILE + "</script></bdi>\u2028\ud800"
    page = opened(document, viewport={"width": 390, "height": 844})
    assert page.locator("#title").inner_text().startswith(HOSTILE)
    page.evaluate("replay.go(2)")
    page.locator("#drawer-button").click()
    assert f"{HOSTILE} advances" in page.locator("#log-lines").inner_text()
    click_hex(page, 7)
    assert page.locator("#detail h2").inner_text() == long
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert scripts(render(document)) == 3


def test_a_json_text_cannot_end_its_element():
    value = {"</script><!--": ["<script>", "\u2028", 'quote " and \\']}
    text = embed(value)
    assert "<" not in text
    assert json.loads(text) == value


def test_nothing_scrolls_sideways(opened):
    page = opened(fragment="#battle=0")
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.reload()
        wait_until(page, DRAWN)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.body.scrollWidth") <= width, width
        side = page.locator("#side")
        assert side.evaluate("(side) => side.scrollWidth - side.clientWidth") <= 0, width


def test_on_a_phone_the_map_comes_first_and_a_drawer_has_the_log(opened):
    page = opened(fragment="#frame=2", viewport={"width": 390, "height": 844})
    assert page.locator("#map").bounding_box()["height"] > 400
    assert page.locator("#log").is_hidden()
    page.get_by_role("button", name="Log", exact=True).click()
    assert page.get_by_role("button", name="Attack on Midway").is_visible()
    page.get_by_role("button", name="Log", exact=True).click()
    assert page.locator("#log").is_hidden()


def test_the_night_has_a_dark_map(opened):
    corner = "document.getElementById('map').getContext('2d').getImageData(3, 3, 1, 1)"

    def red(scheme):
        page = opened(color_scheme=scheme)
        # A window that gets its size late clears the map until it is drawn again.
        wait_until(page, f"{corner}.data[3] > 0")
        return page.evaluate(f"{corner}.data[0]")

    assert red("light") > 200
    assert red("dark") < 60


def test_paper_gets_map_and_log_without_the_controls(opened):
    page = opened(fragment="#frame=2")
    page.emulate_media(media="print")
    for part in (".tools", ".buttons", ".filters", "#slider"):
        assert page.locator(part).is_hidden()
    assert page.locator("#map").is_visible()
    assert "Red takes Midway" in page.locator("#log-lines").inner_text()


def test_paper_gets_the_curve_of_the_game_above_the_map_and_no_heading_over_nothing(opened):
    page = opened(fragment="#frame=2")
    page.emulate_media(media="print")
    places = [page.locator(part).bounding_box()["y"] for part in ("#chart", "#map", "#log")]
    assert places == sorted(places)
    assert page.locator("#position").is_hidden()
    page.evaluate("document.getElementById('position').open = true")
    assert page.locator("#position-facts").is_visible()


def test_paper_is_white_beside_the_map_which_fills_it_and_a_screen_gets_its_own_back(opened):
    page = opened(color_scheme="dark", viewport={"width": 1280, "height": 500})
    canvas = "[document.getElementById('map').width, document.getElementById('map').height]"
    pixel = "[...document.getElementById('map').getContext('2d').getImageData(0, 0, 1, 1).data]"
    before = page.evaluate(canvas), page.evaluate(pixel)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    width, height = page.evaluate(canvas)
    assert max(width / 695, height / 794) == pytest.approx(2, rel=0.01)  # fine enough for print
    assert page.evaluate(pixel) == [255, 255, 255, 255]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert (page.evaluate(canvas), page.evaluate(pixel)) == before


def test_points_that_are_part_of_others_are_told_as_such(opened):
    document = tiny_replay()
    names = ("Points", "of which for hexes", "of which in awards", "Blue", "of which for towns")
    document["words"]["points"] = [{"key": name, "name": name} for name in names]
    for frame_ in document["frames"]:
        frame_["points"] = [2, 1, 0, 7, 4]
    document["title"] |= {"points_short": "VP", "points_to_win": 6, "handicap": -5}
    said = "VP 2 of 6 to win (of which 1 for hexes and 0 in awards, Blue 7, of which 4 for towns, "
    said += "handicap +5)"
    page = opened(document)
    assert page.locator("#chart .points").inner_text() == said
    page.set_viewport_size({"width": 390, "height": 844})
    cut = "(one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1"
    for part in ("#chart .points", "#outcome"):
        assert not page.locator(part).evaluate(cut), part


def test_an_attack_on_units_of_no_strength_tells_of_no_odds(opened):
    document = tiny_replay()
    battle = next(item for f in document["frames"] for item in f["log"] if item["k"] == "battle")
    battle |= {"result": "none", "die": 0, "odds": "1:1", "final": "1:1", "shifts": []}
    page = opened(document, fragment="#battle=0")
    assert "1:1" not in page.locator("#detail").inner_text()
    said = "Attack on Midway (0303), 2 against 2: no battle, nobody of any strength defends"
    assert page.locator("#log-lines button", has_text="Attack on").inner_text() == said


def test_every_control_has_a_name(opened):
    page = opened(fragment="#battle=0")
    nameless = """() => [...document.querySelectorAll("button, input, select, summary")]
        .filter((one) => !one.getAttribute("aria-label") && !one.textContent.trim())
        .filter((one) => !(one.labels && one.labels.length))
        .map((one) => one.outerHTML)"""
    assert page.evaluate(nameless) == []


def test_a_game_that_leaves_out_all_it_may_is_shown(opened):
    document = tiny_replay()
    for part in ("fog", "groups", "combat_rule", "condition", "events"):
        document["words"][part] = {}
    del document["words"]["fog"], document["map"]["lines"]
    document["map"] |= {"places": [], "marks": [], "hexsides": []}
    document["map"]["terrains"][0]["key"] = "moonscape"
    document["units"][0] |= {"symbol": "rocket", "size": "swarm"}
    document["title"]["points_to_win"] = 0
    document["frames"] = [{k: v for k, v in document["frames"][0].items() if v != []}]
    document["frames"][0] |= {"log": [], "points": []}
    page = opened(document)
    click_hex(page, 12)
    assert page.locator("#detail h2").inner_text() == "1 Red"
    page.keyboard.press("End")
    assert frame(page) == 0


def test_the_page_knows_no_game():
    spoken = set(re.findall(r"[a-z]{4,}", re.sub(r"\W|_", " ", script().lower())))
    assert {"river", "hexes", "panel"} <= spoken
    assert GAMES
    for game in GAMES:
        told = tomllib.loads(open_game(game).file("replay.toml").read_text(encoding="utf-8"))
        with open_game(game).file("map/places.csv").open(encoding="utf-8") as file:
            places = [row["name"] for row in csv.DictReader(x for x in file if x[0] != "#")]
        own = {*told["side"], *(nation["name"] for nation in told["nation"]), *places}
        assert spoken & {name.lower() for name in own} == set()


def test_a_document_of_another_format_is_refused_in_words(browser, tmp_path):
    path = write({**tiny_replay(), "format": 1}, tmp_path / "replay.html")
    page = browser.new_page()
    page.goto(path.as_uri())
    words = page.locator("[role=alert]").inner_text()
    page.close()
    assert words == "This game can't be shown: This page reads replays of format 2, not 1."


def test_the_page_without_its_game_is_small():
    assert len(render(tiny_replay()).encode()) < 150_000


def test_a_page_that_cannot_be_written_says_where_and_leaves_nothing(tmp_path):
    target = tmp_path / "replay.html"
    target.mkdir()
    with pytest.raises(DataError, match=r"replay\.html: can't be written \(Is a directory\)"):
        write(tiny_replay(), target)
    assert list(tmp_path.iterdir()) == [target]


def test_sides_and_places_of_the_tiny_game_are_what_the_tests_say():
    document = tiny_replay()
    assert [unit["side"] for unit in document["units"]] == [RED, RED, BLUE, BLUE, BLUE]
    assert document["map"]["number"][ENTRY] == "0306"
