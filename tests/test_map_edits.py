import re
from pathlib import Path

import numpy as np
import pytest

from balance.errors import DataError
from balance.experiments.variants import rules_under
from balance.games.army_group_south.map import load_map as load_star_map
from balance.games.drive_on_stalingrad.scenario import Scenario, load_scenario
from balance.games.drive_on_stalingrad.vocabulary import Feature, Hexside, Terrain
from balance.rulebook.game import open_game

GAME, STAR = "drive_on_stalingrad", "army_group_south"


def blue(**overrides: str) -> Scenario:
    return load_scenario("operation_blue", rules_under(open_game(GAME), "baseline", overrides))


def test_a_hex_of_another_terrain_is_that_terrain_and_costs_what_it_costs():
    plain, hilly = blue(), blue(**{"hex:2115:terrain": "hills"})
    h = plain.hex_index("2115")
    assert plain.map.hexes["terrain"][h] == Terrain.CLEAR
    assert hilly.map.hexes["terrain"][h] == Terrain.HILLS
    differs = np.flatnonzero(plain.map.hexes["terrain"] != hilly.map.hexes["terrain"])
    assert differs.tolist() == [h]
    dearer = np.argwhere(plain.template.cost != hilly.template.cost)
    assert len(dearer) > 0
    assert {int(plain.map.neighbour[start, side]) for _, start, side in dearer} == {h}


def test_a_river_is_put_on_one_hexside_and_seen_from_both():
    plain, wet = blue(), blue(**{"hexside:2418-2419": "river"})
    changed = np.argwhere(plain.map.hexside != wet.map.hexside)
    names = sorted(plain.hex_names[h] for h, _ in changed)
    assert names == ["2418", "2419"]
    assert all(wet.map.hexside[h, d] == Hexside.RIVER for h, d in changed)


def test_features_of_a_hexside_are_taken_away():
    plain = blue()
    h, d = np.argwhere(plain.map.hexside == Hexside.RIVER)[0]
    a, b = plain.hex_names[h], plain.hex_names[plain.map.neighbour[h, d]]
    assert blue(**{f"hexside:{b}-{a}": "none"}).map.hexside[h, d] == 0


@pytest.mark.rule("drive_on_stalingrad 4.2a")
def test_a_hex_of_points_of_its_own_is_a_victory_hex_and_one_of_none_is_not():
    changes = {"hex:Kharkov:vp": "2", "hex:Voronezh:vp": "+2", "hex:Stalingrad:vp": "0"}
    plain, pointed = blue(), blue(**changes)
    features = pointed.map.hexes_with(Feature.VP)
    assert set(plain.map.hexes_with(Feature.VP)) ^ set(features) == {"1134", "2111"}
    own = {name: int(pointed.map.hexes["own_vp"][i]) for i, name in enumerate(pointed.hex_names)}
    assert {name: worth for name, worth in own.items() if worth} == {"1134": 2, "0424": 3}


@pytest.mark.rule("army_group_south 25.3c")
def test_open_ground_of_the_other_game_may_be_worth_points_too():
    rules = rules_under(
        open_game(STAR), "baseline", {"hex:0505:vp": "3", "hex:Kharkov:vp": "5 less"}
    )
    found = load_star_map(rules)
    worth = dict(zip(found.names, found.hexes["vp"][:-1].tolist(), strict=True))
    assert (worth["0505"], worth["1618"], worth["1014"]) == (3, 15, 5)


def test_what_is_on_the_map_already_is_no_change():
    rules = rules_under(open_game(GAME), "baseline", {"hex:2115:terrain": "clear"})
    assert rules.changes == {}
    assert rules.hash == rules_under(open_game(GAME)).hash


def test_changes_of_the_map_are_shown_and_hashed():
    rules = rules_under(open_game(GAME), "baseline", {"hex:2115:terrain": "hills"})
    assert rules.changes == {"hex:2115:terrain": ("clear", "hills")}
    assert rules.hash != rules_under(open_game(GAME)).hash


def test_a_variant_file_changes_hexes_and_hexsides(tmp_path: Path):
    path = tmp_path / "map.toml"
    path.write_text(
        '[variant]\nname = "map"\nwhy = "test"\n[[hex]]\nhex = "2115"\nterrain = "forest"\n'
        '[[hexside]]\nhexside = "2418-2419"\nfeatures = "river"\n',
        encoding="utf-8",
    )
    assert rules_under(open_game(GAME), str(path)).changes == {
        "hex:2115:terrain": ("clear", "forest"),
        "hexside:2418-2419": ("none", "river"),
    }


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("hex:2115:terrain", "swamp", "terrain is 'swamp'; expected one of"),
        ("hex:2111:terrain", "forest", "a city in forest; cities are clear [9.10]"),
        ("hex:9999:terrain", "clear", "unknown hex '9999'; did you mean"),
        (
            "hex:2115:terain",
            "clear",
            "unknown column 'terain' of hex '2115'; did you mean",
        ),
        ("hex:2115:port", "1", "the parameter movement.black_sea_ports says"),
        ("hex:2115:vp", "100", "expected a whole number 0 to 99"),
        ("hex:Stalingrat:vp", "1", "unknown place 'Stalingrat'; did you mean 'Stalingrad'"),
        ("hex:2115", "clear", "a hex is changed as hex:NUMBER:column"),
        ("hexside:2115-2311", "river", "2115-2311: expected two adjacent hexes"),
        ("hexside:2418-2419", "lava", "features ['lava']; expected river"),
        ("hexside:2418-9999", "river", "unknown hex"),
    ],
)
def test_a_change_that_the_map_cannot_have_is_refused_by_its_key(key: str, value: str, said: str):
    with pytest.raises(DataError, match=re.escape(said)):
        rules_under(open_game(GAME), "baseline", {key: value})
