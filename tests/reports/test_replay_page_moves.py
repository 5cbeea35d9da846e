"""Going through a game on its replay page, and over its map."""

from io import BytesIO

import pytest
from matplotlib.image import imread

from tests.browser import wait_until
from tests.reports.replay_pages import DRAWN, frame, picture
from tests.reports.tiny_replay import tiny_replay


def test_the_slider_moves_the_game_and_says_where_it_is(opened):
    page = opened()
    slider = page.locator("#slider")
    slider.fill("2")
    assert frame(page) == 2
    assert slider.get_attribute("aria-valuetext") == "Game turn 1, 1 May 1900: Red attacks"
    assert page.locator("#phase").inner_text() == "Game turn 1, 1 May 1900: Red attacks"
    wait_until(page, "location.hash === '#frame=2'")


def test_keys_move_the_game(opened):
    page = opened()
    for keys, reached in (
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("ArrowRight ArrowRight ArrowLeft", 1),
        ("Shift+ArrowRight", 1),
        ("PageDown PageDown", 3),
        ("End", 4),
        ("End PageUp", 1),
        ("End Shift+ArrowLeft Shift+ArrowLeft", 0),
        ("End Home", 0),
    ):
        page.evaluate("replay.go(0)")
        for key in keys.split():
            page.keyboard.press(key)
        assert frame(page) == reached, keys


def test_buttons_move_the_game(opened):
    page = opened()
    for name, start, reached in (
        ("First phase", 3, 0), ("Turn back", 3, 1), ("Phase back", 3, 2), ("Phase on", 3, 4),
        ("Turn on", 1, 3), ("Last phase", 1, 4),
    ):  # fmt: skip
        page.evaluate("(at) => replay.go(at)", start)
        page.get_by_role("button", name=name).click()
        assert frame(page) == reached, name


def test_the_address_leads_to_a_frame(opened):
    page = opened()
    assert frame(page) == 0
    address = page.url.partition("#")[0]
    for fragment, reached in (
        ("#frame=3", 3), ("#turn=2", 3), ("#turn=2&phase=2", 4), ("#turn=1&phase=9", 2),
        ("#frame=99", 4), ("#turn=7", 0), ("#battle=0", 2),
    ):  # fmt: skip
        page.goto("about:blank")  # or it would be a move inside the page
        page.goto(address + fragment)
        wait_until(page, DRAWN)
        assert frame(page) == reached, fragment


def test_a_changed_address_is_followed(opened):
    page = opened()
    page.evaluate("location.hash = '#turn=2&phase=1'")
    wait_until(page, "replay.frame === 3")


def test_an_address_that_was_not_read_yet_is_not_overwritten(opened):
    page = opened()
    page.evaluate("replay.go(1); history.replaceState(null, '', '#battle=0')")
    page.evaluate("() => new Promise((done) => setTimeout(done, 500))")
    assert page.evaluate("location.hash") == "#battle=0"


def test_play_runs_to_the_end_and_stops(opened):
    page = opened()
    page.locator("#speed").select_option("4")
    page.locator("#map").focus()
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    wait_until(page, "replay.frame === 4")
    assert page.locator("#play").get_attribute("aria-label") == "Play"


def test_space_stops_the_play(opened):
    page = opened()
    page.locator("#map").focus()
    page.keyboard.press("Space")
    wait_until(page, "replay.frame === 1")
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-label") == "Play"


@pytest.mark.parametrize(("wish", "walks"), [("no-preference", True), ("reduce", False)])
def test_units_walk_unless_the_reader_wants_no_motion(opened, wish, walks):
    page = opened(reduced_motion=wish)
    page.evaluate("""() => {
        window.walked = false;
        const watch = () => { window.walked ||= replay.moving; requestAnimationFrame(watch); };
        watch();
    }""")
    page.locator("#play").click()
    wait_until(page, "replay.frame === 2")
    assert page.evaluate("walked") is walks


def test_the_map_is_zoomed_by_wheel_keys_and_buttons_and_dragged(opened):
    page = opened(viewport={"width": 900, "height": 600})
    apart = "Math.hypot(replay.place(0).x - replay.place(1).x, 0)"
    whole = page.evaluate(apart)
    box = page.locator("#map").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    under = page.evaluate("replay.place(8)")
    page.mouse.wheel(0, -200)
    wait_until(page, f"{apart} > {whole} * 1.02")
    wheeled = page.evaluate(apart)
    page.get_by_role("button", name="Zoom in").click()
    assert page.evaluate(apart) == pytest.approx(min(140, wheeled * 1.4))
    page.keyboard.press("0")
    assert page.evaluate(apart) == pytest.approx(whole)
    assert page.evaluate("replay.place(8)") == pytest.approx(under)
    page.keyboard.press("+")
    before = page.evaluate("replay.place(8)")
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 280, box["y"] + 290, steps=4)
    page.mouse.up()
    after = page.evaluate("replay.place(8)")
    assert (after["x"], after["y"]) != (before["x"], before["y"])
    assert page.locator("#detail").is_hidden()  # a drag is no click


def test_a_game_that_is_played_while_the_map_is_zoomed_is_painted_at_once(opened):
    page = opened()
    page.evaluate("""() => new Promise((done) => {
        const map = document.getElementById("map");
        const wheel = { deltaY: -1, cancelable: true };
        const turn = () => map.dispatchEvent(new WheelEvent("wheel", wheel));
        turn();
        document.getElementById("play").click();
        for (let at = 1; at < 12; at += 1) setTimeout(turn, at * 40);
        setTimeout(done, 600);
    })""")
    assert page.evaluate("replay.painted")


def test_two_fingers_zoom_the_map(opened):
    page = opened(viewport={"width": 390, "height": 844}, has_touch=True)
    touch = page.context.new_cdp_session(page)
    apart = "replay.place(1).x - replay.place(0).x"
    whole = page.evaluate(apart)

    def send(kind, *points):
        places = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    send("touchStart", (180, 300), (220, 300))
    send("touchMove", (140, 300), (260, 300))
    send("touchEnd")
    wait_until(page, f"{apart} > {whole} * 1.5")


def test_a_zoom_stays_where_the_pointer_is_though_the_map_is_smaller_than_the_window(opened):
    page = opened(viewport={"width": 1280, "height": 400})
    before = page.evaluate("replay.place(6)")
    apart = "replay.place(1).x - replay.place(0).x"
    whole = page.evaluate(apart)
    box = page.locator("#map").bounding_box()
    page.mouse.move(box["x"] + before["x"], box["y"] + before["y"])
    page.mouse.wheel(0, -100)
    wait_until(page, f"{apart} > {whole} * 1.02")
    assert page.evaluate("replay.place(6)") == pytest.approx(before, abs=1)
    page.keyboard.press("+")
    assert page.evaluate("replay.place(6)") == pytest.approx(before, abs=1)


def test_counters_seen_from_far_tell_side_arm_and_strength(opened):
    def far(**changed):
        document = tiny_replay()
        document["units"][0] |= changed
        page = opened(document)
        page.evaluate("document.getElementById('view').style.height = '70px'")
        wait_until(page, "replay.place(1).x - replay.place(0).x < 20")
        return picture(page)

    plain = far()
    assert far() == plain
    assert far(side=1) != plain
    assert far(symbol="artillery") != plain
    assert far(strengths=[[1, 1], [1, 1]]) != plain


def test_the_curve_of_points_has_a_scale(opened):
    scale = opened().locator("#chart .scale span")
    assert set(scale.all_inner_texts()) == {"0", "3"}
    tops = {int(tick.inner_text()): tick.bounding_box()["y"] for tick in scale.all()}
    assert tops[3] < tops[0]


def test_a_sheet_with_more_to_scroll_has_a_shadow_at_its_end(opened):
    page = opened(viewport={"width": 390, "height": 500})
    page.locator("#legend summary").click()
    sheet = page.locator("#legend-sheet")
    assert sheet.evaluate("(sheet) => sheet.scrollHeight > sheet.clientHeight")

    def brightness():
        box = sheet.bounding_box()
        clip = {"x": box["x"] + 9, "y": box["y"] + box["height"] - 5, "width": 4, "height": 3}
        return imread(BytesIO(page.screenshot(clip=clip)))[:, :, :3].mean()

    more = brightness()
    sheet.evaluate("(sheet) => { sheet.scrollTop = sheet.scrollHeight; }")
    assert more < brightness() - 0.1
