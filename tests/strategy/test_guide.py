"""The guide and the files it points to: every example runs, every fact is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.strategy import Strategy, registry
from balance.strategy.conformance import _check_imports

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "STRATEGIES.md").read_text(encoding="utf-8")
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
