"""The guide and the files it points to: every example runs, every fact is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.staff.drive_on_stalingrad.facts import FACTS
from balance.strategy import Strategy, registry
from balance.strategy.conformance import _check_imports

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "STRATEGIES.md").read_text(encoding="utf-8")
GAME = "drive_on_stalingrad"
BESIDE = sorted((ROOT / "strategies" / GAME).glob("_[a-z]*.*"))
EXAMPLES = re.findall(r"```(toml|python)\n(.*?)```", GUIDE, re.DOTALL)


def test_guide_has_an_example_of_each_rung():
    assert [kind for kind, _ in EXAMPLES] == ["toml", "python", "python"]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example_of_the_guide_is_a_strategy(number, tmp_path):
    kind, text = EXAMPLES[number]
    path = tmp_path / ("example.toml" if kind == "toml" else "example.py")
    path.write_text(text, encoding="utf-8")
    entry = registry.read_file(path)[0]
    assert entry.title
    if kind == "python":
        assert _check_imports(path).passed
        assert (entry.cls.orders is not Strategy.orders) == ("def orders" in text)


def test_guide_tells_every_fact_with_its_meaning():
    for name, fact in FACTS.items():
        assert f"| `{name}` | {fact.meaning} |" in GUIDE


def test_templates_and_examples_are_read_but_not_listed():
    assert [path.name for path in BESIDE] == [
        "_example_orders.py",
        "_example_plan.py",
        "_template_opening.toml",
        "_template_plugin.py",
    ]
    listed = {entry.path for entry in registry.entries(GAME)}
    for path in BESIDE:
        assert registry.read_file(path)
        assert path.resolve() not in listed
        assert path.suffix == ".toml" or _check_imports(path).passed


def test_every_shipped_plugin_imports_the_interface_alone():
    for entry in registry.entries(GAME):
        assert entry.path.suffix == ".toml" or _check_imports(entry.path).passed, entry.path
