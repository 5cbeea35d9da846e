"""The replay page of real games: what it shows is what the engine did, whichever game it is."""

from statistics import median

import pytest

import balance
from tests.browser import opening, wait_until
from tests.experiments.replay_states import frame_states
from tests.experiments.replayed_games import BY_PLAN, SEED
from tests.reports.replay_pages import DRAWN, picture


@pytest.fixture(scope="module", params=BY_PLAN, ids=lambda game: game.scenario)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def replay(game):
    return balance.replay(game.scenario, seed=SEED)


@pytest.fixture(scope="module")
def path(replay, tmp_path_factory):
    return replay.write(tmp_path_factory.mktemp("replays") / "game.html")


@pytest.fixture(scope="module")
def page(path, browser):
    """One page for all that is asked of a game; each test says where it begins."""
    with opening(browser) as open_page:
        page = open_page(path)
        wait_until(page, DRAWN)
        yield page


def battles(document):
    return [item for frame in document["frames"] for item in frame["log"] if item["k"] == "battle"]


def test_every_frame_shows_the_state_of_the_engine(page, replay):
    for at, state in enumerate(frame_states(replay.document)):
        page.evaluate("(at) => replay.go(at)", at)
        shown = page.evaluate("replay.state()")
        assert shown["hex"] == state.hex, at
        assert shown["control"] == state.control, at
        for key in ("steps", "status"):
            assert shown[key] == state.units[key], (at, key)
        stacks = {int(h): units[::-1] for h, units in shown["stacks"].items()}
        assert stacks == state.stacks, at
    assert at + 1 == page.evaluate("replay.frames")


def test_every_tenth_battle_shows_its_numbers(page, replay):
    document = replay.document
    names = [unit["name"] for unit in document["units"]]
    chosen = battles(document)[::10]
    assert len(chosen) > 3
    for item in chosen:
        page.evaluate("(n) => { location.hash = `#battle=${n}`; }", item["n"])
        wait_until(page, "document.querySelector('#detail .sum') !== null")
        place = document["map"]["number"][item["hex"]]
        wait_until(page, f"document.querySelector('#detail h2').textContent.includes('{place}')")
        words = page.locator("#detail").inner_text()
        rows = dict(line.split("\t") for line in words.splitlines() if "\t" in line)
        assert words.startswith(document["words"]["battle"]["kinds"][item["kind"]])
        assert rows["Attack strength"] == str(item["attack"])
        assert rows["Defense strength"] == str(item["defense"])
        if item["result"] == "none":  # units of no strength go before odds are reckoned
            assert "Odds" not in rows
            continue
        assert rows["Odds"] == item["odds"]
        assert rows["Result"].startswith(item["result"])
        shifts = [rows[key] for key in rows if key.startswith(tuple(shift_names(document, item)))]
        assert [int(text.replace("−", "-")) for text in shifts] == [v for _, v in item["shifts"]]
        for unit in (*item["attackers"][::2], *item["defenders"]):
            assert names[unit] in words
        page.keyboard.press("Escape")


def shift_names(document, item):
    return [document["words"]["shifts"][kind]["name"] for kind, _ in item["shifts"]]


def test_every_unit_can_tell_its_story(page, replay):
    page.evaluate("replay.go(replay.frames - 1)")
    page.locator("#log-scope").select_option("game")
    moved = {item["unit"] for f in replay.document["frames"] for item in f["log"] if "path" in item}
    assert len(moved) > 100
    for unit in sorted(moved)[::25]:
        name = replay.document["units"][unit]["name"]
        page.locator("#log-words").fill(f"{name}:")
        if not page.locator("#log-lines button.line").count():
            continue
        page.locator("#log-lines button.line").first.click()
        lines = page.locator(".story li").all_inner_texts()
        assert len(lines) >= 3
        assert lines[-1].startswith("End")


def test_the_page_of_a_game_stays_small_and_quick(page, path):
    assert path.stat().st_size < 5_000_000
    waits = page.evaluate("""async () => {
        const waits = { still: [], moving: [] };
        const drawn = () => new Promise((done) => {
            requestAnimationFrame(() => requestAnimationFrame(done));
        });
        for (let at = 0; at < 20; at += 1) {
            for (const kind of Object.keys(waits)) {
                const from = performance.now();
                if (kind === "moving") replay.go(at);
                await drawn();
                waits[kind].push(performance.now() - from);
            }
        }
        return waits;
    }""")
    # To show another frame takes as long as to show the same again, or little more.
    assert median(waits["moving"]) < 15 * median(waits["still"])


def test_layers_of_a_real_game_show(path, open_file, replay):
    page = open_file(path)  # the whole map
    wait_until(page, DRAWN)
    kinds = {"moves": "move", "battles": "battle"}
    page.locator("#layers summary").click()
    for key in ("supply", "control", "moves", "battles"):
        at = next(
            at for at, frame in enumerate(replay.document["frames"])
            if key not in kinds or kinds[key] in {item["k"] for item in frame["log"]}
        )  # fmt: skip
        page.evaluate("(at) => replay.go(at)", at)
        before = picture(page)
        page.locator(f"#show-{key}").click()
        assert picture(page) != before, key
        page.locator(f"#show-{key}").click()
