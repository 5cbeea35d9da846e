"""The search for an opening, where what decides is known and each game is a throw of dice."""

from dataclasses import asdict, replace
from itertools import combinations

import numpy as np
import pytest

from balance.experiments.scenarios import find_scenario
from balance.rulebook.game import open_game
from balance.staff.choices import Choice
from balance.staff.weights import RANGES, Weights
from balance.studies.train.areas import Areas
from balance.studies.train.changes import (
    change_missions,
    logarithms,
    spread,
    with_army_of,
    with_each_choice,
    with_each_guard,
    with_logarithms,
)
from balance.studies.train.material import Material
from balance.studies.train.ranking import Candidate, Forecast
from balance.studies.train.search import Search, sure_slopes

pytestmark = pytest.mark.plain
#: What the score of a made-up opening gains by a point.
POINT = 0.1
ONE = np.ones(1)
USUAL = asdict(Weights())
MATERIAL = Material(
    armies=("1", "2"),
    kinds=("tank", "infantry"),
    nations=("ours",),
    places=("Kursk", "Rostov"),
    last_turn=5,
    choices=(
        Choice("order", "", "best", words=("best", "first", "second")),
        Choice("bold", "", default=False),
        Choice("reserves", "", 1, least=0, most=2),
    ),
)


def mission(place):
    return {"posture": "strike", "objective": [place]}


def played(games, score, margin):
    candidate = Candidate(0, {}, "a")
    candidate.take(np.array([[games], [games * score], [games * margin]], float))
    return candidate


def search(worth, games=1500, seed=1, material=MATERIAL):
    """A search in which an opening wins as often as ``worth`` says, and its points say so too."""
    random = np.random.default_rng(seed)

    def play(candidates, number):
        chances = np.array([worth(each.content) for each in candidates])
        wins = random.binomial(number, chances)
        points = number * (chances - 0.3) / POINT
        points += random.normal(0, 1.5 * np.sqrt(number), len(chances))
        return np.stack([np.full(len(chances), number), wins, points], axis=1)[:, :, None]

    return Search(material, play, [1.0], games, seed)


def test_the_forecast_is_the_share_of_games_that_a_margin_wins():
    random = np.random.default_rng(1)
    margins = random.normal(2, 4, 3000)
    wins = random.binomial(20, 1 / (1 + np.exp(-(margins - 4) / 3))) / 20
    forecast = Forecast.of([played(20, *each) for each in zip(wins, margins, strict=True)])
    for margin, chance in ((1, 0.27), (4, 0.5), (7, 0.73)):
        assert forecast.score(margin) == pytest.approx(chance, abs=0.01)


@pytest.mark.parametrize("margins", [(0.0, 0.0), (0.0, 1.0, 2.0)])
def test_points_are_worth_something_where_no_game_was_won(margins):
    forecast = Forecast.of([played(6, 0, margin) for margin in margins])
    assert 1 > forecast.score(8.0) > forecast.score(4.0) > 0


def test_after_few_games_points_tell_more_than_wins_and_after_many_less():
    forecast = Forecast(level=-0.85, slope=0.5, centre=0.0)

    def ranks(games):
        by_points, by_wins = played(games, 0.2, 3.0), played(games, 0.4, 0.0)
        return by_points.rank(ONE, forecast), by_wins.rank(ONE, forecast)

    assert ranks(10)[0] > ranks(10)[1]
    assert ranks(400)[0] < ranks(400)[1]


def test_each_other_choice_is_tried_in_all_turns():
    content = {"turn": [{"turns": [1, 1], "order": "second"}]}
    made = with_each_choice(content, MATERIAL)
    assert [said for _, said in made] == [
        "order first", "order second", "bold True", "reserves 0", "reserves 2",
    ]  # fmt: skip
    assert made[2][0]["turn"] == [*content["turn"], {"turns": [1, 5], "bold": True}]


def test_a_choice_that_decides_is_found():
    def worth(content):
        chosen = [entry.get("order") for entry in content.get("turn", [])]
        return 0.7 if "first" in chosen else 0.3

    found = [
        worth(search(worth, seed=seed).run([("k", {"mission": [mission("Kursk")]})]).content)
        for seed in range(5)
    ]
    assert found == [0.7] * 5


def test_a_choice_that_pays_in_one_turn_alone_is_found():
    def worth(content):
        bold = {
            turn
            for entry in content.get("turn", [])
            if entry.get("bold")
            for turn in range(entry["turns"][0], entry["turns"][1] + 1)
        }
        return 0.5 + 0.2 * (3 in bold) - 0.1 * len(bold - {3})

    found = [
        worth(search(worth, 3000, seed).run([("k", {"mission": [mission("Kursk")]})]).content)
        for seed in range(5)
    ]
    assert found == [0.7] * 5


def test_hexes_where_games_were_lost_are_guarded_beside_all_other_garrisons():
    content = {"garrison": [{"hex": "Kursk", "units": 1}, {"hex": "Rostov", "units": 3}]}
    made = with_each_guard(content, replace(MATERIAL, lost_at=("Kursk", "0101")))
    guards = [content["garrison"] for content, _ in made]
    assert guards[0] == [content["garrison"][1], {"turns": [1, 5], "hex": "Kursk", "units": 2}]
    assert guards[3] == [*content["garrison"], {"turns": [1, 5], "hex": "0101", "units": 4}]


def test_a_hex_where_games_were_lost_is_the_place_that_an_opening_names():
    blue = open_game("drive_on_stalingrad")
    playable = blue.staff("playing").open_playable("operation_blue", blue.rules)
    material = Material.of(playable.roster, 0, 12, lost_at=["0233", "0101"])
    assert material.lost_at == ("Kursk", "0101")
    for hex_of in ("Kursk", "0233"):
        content = {"garrison": [{"hex": hex_of, "units": 1}]}
        made = [guarded["garrison"] for guarded, _ in with_each_guard(content, material)]
        assert made[0] == [{"turns": [1, 12], "hex": "Kursk", "units": 2}]
        assert [entry["hex"] for entry in made[2]] == [hex_of, "0101"]


def test_a_garrison_where_games_were_lost_is_found():
    def worth(content):
        strong = [each["hex"] for each in content.get("garrison", []) if each["units"] >= 4]
        return 0.7 if "0101" in strong else 0.3

    material, start = replace(MATERIAL, lost_at=("0101",)), ("k", {"mission": [mission("Kursk")]})
    searches = [search(worth, seed=seed, material=material) for seed in range(5)]
    assert [worth(each.run([start]).content) for each in searches] == [0.7] * 5


def area(army, places):
    return {**mission("Kursk"), "armies": [army], "objective": places}


def test_an_army_takes_over_the_missions_that_another_opening_has_for_it():
    content = {"mission": [area("1", ["Kursk"]), area("2", ["Kursk"])], "weights": {"risk": 2.0}}
    other = {"mission": [mission("Rostov"), area("2", ["Rostov"])], "weights": {"risk": 7.0}}
    joined, said = with_army_of(content, other, np.random.default_rng(1))
    assert joined == {**content, "mission": [area("1", ["Kursk"]), area("2", ["Rostov"])]}
    assert said == "missions of 2"
    assert with_army_of(content, {"mission": [mission("Rostov")]}, np.random.default_rng(1)) == (
        content, "",
    )  # fmt: skip


def test_each_army_is_given_an_area_rather_near_to_where_it_stands():
    places = tuple("abcdefghij")
    near = {place: (place, *(each for each in places if each != place)) for place in places}
    areas = Areas(near, {"1": places, "2": places[::-1]})
    material = replace(MATERIAL, places=places, areas=areas)
    random = np.random.default_rng(1)
    plans = [spread({"weights": {"risk": 2.0}}, material, random) for _ in range(400)]
    assert all(plan["weights"] == {"risk": 2.0} for plan in plans)
    missions = [each for plan in plans for each in plan["mission"] if each["turns"][0] == 1]
    assert [each["armies"] for each in missions] == [["1"], ["2"]] * len(plans)
    first, second = (
        [place for each in missions[army::2] for place in each["objective"][:1]] for army in (0, 1)
    )
    assert np.mean([places.index(each) for each in first]) < 4
    assert np.mean([places.index(each) for each in second]) > 5
    sizes = {len(each["objective"]) for each in missions}
    assert sizes == {0, 1, 2, 3, 5, 8, 10}  # 0: in the line; 10: all that there are


def test_what_troops_do_next_is_theirs_from_a_turn_on():
    before = {**area("1", ["Kursk"]), "armies": ["1", "2"], "kinds": ["tank"], "turns": [2, 4]}
    content = {"mission": [before, {**mission("Rostov"), "turns": [5, 5]}]}
    changed = [
        change_missions(content, MATERIAL, np.random.default_rng(seed)) for seed in range(400)
    ]
    made = [each["mission"] for each, said in changed if said.startswith("then: ")]
    assert all((one, other) == (before, content["mission"][1]) for one, _, other in made)
    then = [second for _, second, _ in made]
    assert {tuple(each["turns"]) for each in then} == {(3, 4), (4, 4)}
    assert {tuple(each["armies"]) for each in then} == {("1", "2"), ("1",), ("2",)}
    assert all(each["kinds"] == ["tank"] for each in then)


def test_a_plan_of_two_stages_is_found():
    """Army 1 must be in Kursk first and in Rostov at the end: each alone is worth nothing."""
    places = ("Kursk", "Rostov", "Voronezh", "Maikop")

    def where(content, turn):
        placed = [
            each["objective"]
            for each in content.get("mission", [])
            if "1" in each.get("armies", ()) and each.get("turns", (1, 5))[0] <= turn
            if turn <= each.get("turns", (1, 5))[1]
        ]
        return placed[-1:]

    def worth(content):
        stages = [where(content, turn) for turn in (1, 5)]
        return 0.7 if stages == [[["Kursk"]], [["Rostov"]]] else 0.3

    material = replace(MATERIAL, places=places)
    random = np.random.default_rng(0)
    starts = [(str(n), spread({}, material, random)) for n in range(60)]
    found = [
        worth(search(worth, 3000, seed, material=material).run(starts).content) for seed in range(5)
    ]
    assert found == [0.7] * 5


def test_half_of_the_areas_are_for_mobile_troops_alone():
    material = replace(MATERIAL, mobile=("fast",))
    plans = [spread({}, material, np.random.default_rng(seed)) for seed in range(400)]
    alone = [{tuple(each.get("kinds", ())) for each in plan["mission"]} for plan in plans]
    assert set(map(frozenset, alone)) == {frozenset({()}), frozenset({("fast",)})}
    assert 160 <= alone.count({("fast",)}) <= 240


@pytest.mark.parametrize(
    ("scenario", "mobile"),
    [("blue", ("mech",)), ("star", ("mech",)), ("winter_storm", ("motorized", "tank"))],
)
def test_mobile_troops_are_those_faster_than_most_of_their_side(scenario, mobile):
    found = find_scenario(scenario)
    playable = found.game.staff("playing").open_playable(found.name, found.game.rules)
    begun = playable.new_game(1, playable.place(({}, {})))
    for side in (0, 1):
        material = Material.of(playable.roster, side, 5, movement=begun.units["movement"])
        assert material.mobile == mobile
    assert Material.of(playable.roster, 0, 5, movement=0 * begun.units["movement"]).mobile == ()


def test_places_are_in_the_order_in_which_an_army_comes_to_them():
    blue = open_game("drive_on_stalingrad")
    playable = blue.staff("playing").open_playable("operation_blue", blue.rules)
    begun = playable.new_game(1, playable.place(({}, {})))
    areas = Areas.of(playable.roster, 0, begun.units["hex"])
    assert areas.from_army["2H"][0] == "Belgorod"
    assert areas.near["Kursk"][:2] == ("Kursk", "Shchigry")
    assert all(set(ranked) == set(areas.near) for ranked in areas.from_army.values())
    nameless = replace(playable.roster, places={})
    assert set(Areas.of(nameless, 0, begun.units["hex"]).from_army.values()) == {()}


def test_an_area_for_each_army_is_found_that_no_single_change_leads_to():
    """Both armies must go to the right place at once: each alone is worth nothing."""
    places = tuple("abcdefgh")
    material = replace(
        MATERIAL, places=places, areas=Areas({p: (p,) for p in places}, {"1": places, "2": places})
    )

    def worth(content):
        aims = {
            army: each["objective"]
            for each in content.get("mission", [])
            if each["posture"] == "strike"
            for army in each.get("armies", [])
        }
        return 0.7 if aims.get("1") == ["a"] and aims.get("2") == ["b"] else 0.2

    random = np.random.default_rng(2)
    starts = [(f"areas {n}", spread({}, material, random)) for n in range(150)]
    assert any(worth(content) == 0.7 for _, content in starts)
    searches = [search(worth, games=5000, seed=seed, material=material) for seed in range(5)]
    assert [worth(each.run(starts).content) for each in searches] == [0.7] * 5


def test_missions_of_one_line_are_tried_with_the_weights_of_another():
    def worth(content):
        aims = [place for entry in content.get("mission", []) for place in entry["objective"]]
        right = ("Rostov" in aims, content.get("weights", {}).get("risk") == 7.0)
        return (0.1, 0.4, 0.8)[sum(right)]

    found = []
    for seed in range(5):
        made = search(worth, games=3000, seed=seed)
        made.add({"mission": [mission("Kursk")], "weights": {"risk": 7.0}}, "k", change="k")
        found.append(worth(made.run([("r", {"mission": [mission("Rostov")]})]).content))
    assert found == [0.8] * 5


def test_no_opening_is_tried_twice_and_the_games_are_kept_to():
    made = search(lambda content: 0.3, games=1200)
    made.add({"mission": [mission("Kursk")]}, "k", change="k")
    made.run([("r", {"mission": [mission("Rostov")]})])
    assert made.played <= 1200
    changed = [each for each in made.candidates if not each.change.startswith("without ")]
    assert len(changed) > 20
    assert all(a.content != b.content for a, b in combinations(changed, 2))


def test_weights_that_help_only_a_little_each_are_moved_together():
    helpful = ("min_value", "caution", "vp_worth", "advance", "effort", "risk", "forward", "cover")

    def worth(content):
        weights = content.get("weights", {})
        ratio = np.array([weights.get(key, USUAL[key]) / USUAL[key] for key in helpful])
        more = np.tanh(np.log(np.maximum(ratio, 0.01)))
        return float(np.clip(0.3 + 0.05 * more.sum(), 0.05, 0.95))

    found = [
        worth(
            search(worth, games=4000, seed=seed)
            .run([("k", {"mission": [mission("Kursk")]})])
            .content
        )
        for seed in range(4)
    ]
    # Without climbs 0.34 on average, 0.40 at most.
    assert np.mean(found) > 0.55


def test_slopes_are_those_of_the_weights_that_tell():
    random = np.random.default_rng(3)
    found = []
    for _ in range(200):
        signs = random.choice((-1.0, 1.0), size=(60, 8))
        chances = 0.4 + 0.1 * signs[:, 0] - 0.05 * signs[:, 1]
        found.append(sure_slopes(signs, random.binomial(4, chances) / 4))
    slopes = np.array(found)
    # What may be chance is taken off, so they are a little short.
    assert 0.08 < slopes[:, 0].mean() < 0.1
    assert -0.05 < slopes[:, 1].mean() < -0.03
    assert np.abs(slopes[:, 2:].mean(axis=0)).max() < 0.01
    assert (slopes[:, 2:] == 0).mean() > 0.6


def test_weights_keep_to_their_ranges_and_others_stay():
    own = {"mass": 2.0, "risk": 3.0, "min_value": -3.0}
    content = {"weights": own, "turn": [{"weights": {"risk": 1.0}}]}
    values = logarithms(content, MATERIAL)
    same = with_logarithms(content, values, MATERIAL)
    assert same == content
    far = with_logarithms(content, values + 20, MATERIAL)["weights"]
    assert far["risk"] == RANGES["risk"][1]
    # It is 0 by default, but not here.
    assert far["mass"] == RANGES["mass"][1]
    assert far["min_value"] == -3.0
    assert same["turn"] == content["turn"]
    assert "mass" not in with_logarithms({}, logarithms({}, MATERIAL) + 1, MATERIAL)["weights"]
