"""The register of the special rules, and the numbers of the article as printed."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.rulebook.register import missing_cover
from tests.games.more_lost_victories.positions import GAME


def own_rules():
    base = GAME.system.register.rules
    return {number: rule for number, rule in GAME.register.rules.items() if number not in base}


def test_all_duties_of_the_article_are_registered_and_those_of_the_base_follow():
    assert len(own_rules()) == 56
    assert list(GAME.register.rules)[:2] == ["S0a", "S0b"]
    assert "11.4" in GAME.register.rules
    found = Counter(rule.status for rule in own_rules().values())
    assert found == {"modelled": 28, "simplified": 18, "not_modelled": 8, "no_effect": 2}


def test_every_modelled_special_rule_has_code_and_tests():
    without_code, without_test = missing_cover(GAME)
    assert not [each for each in (*without_code, *without_test) if str(each).startswith("S")]


@pytest.mark.rule("more_lost_victories S1a, S2a, S2b, S2h, S6b, S6d, S7b, S9a, S9b, S9c")
def test_printed_numbers():
    printed = {
        "bond.free_turn": 4,
        "corps.per_hex": 1,
        "corps.per_overrun": 1,
        "corps.headquarters_points": 3,
        "overrun.odds": 10,
        "overrun.low_min": 2,
        "overrun.low_max": 9,
        "overrun.drm_without_division": 1,
        "city.free_hexsides": 2,
        "air.range_hexes": 10,
        "air.frost_transport_halves": 1,
        "air.snow_transport_halves": 1,
        "air.snow_bomber_halves": 0,
        "wiking.replaceable": 0,
    }
    assert {key: GAME.rules[key] for key in printed} == printed


def test_rulings_give_every_switch_its_question():
    text = (GAME.folder / "rulings.md").read_text(encoding="utf-8")
    own = set(GAME.rules.parameters) - set(GAME.system.rules.parameters)
    ruled = [key for key in own if GAME.rules.parameter(key).origin == "ruling"]
    assert ruled
    assert not [key for key in ruled if f"`{key}`" not in text and "restriction" not in key]
