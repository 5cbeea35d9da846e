"""The players that come as examples don't lose to one that makes any legal moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.experiments.exam import examine
from balance.rulebook.game import open_game
from balance.studies.fares import fare

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "STRATEGIES.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(toml|python)\n(.*?)```", GUIDE, re.DOTALL)
FILES = sorted((ROOT / "strategies").glob("*/_[a-z]*.*"))

# Minutes: plugins give orders one by one, and each game is compiled.
pytestmark = [pytest.mark.long, pytest.mark.compiled]


def loses_to_random(path: Path) -> bool:
    (report,) = examine(path, games=1)
    assert report.passed, report.text()
    (record,) = fare(
        open_game(report.game), report.side, str(path), games=20, opponents=["random"], jobs=1
    )
    assert not record.failed
    return record.lost > record.won


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_no_example_of_the_guide_loses_to_random(number: int, tmp_path: Path):
    kind, text = EXAMPLES[number]
    path = tmp_path / ("example.toml" if kind == "toml" else "example.py")
    path.write_text(text, encoding="utf-8")
    assert not loses_to_random(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_template_loses_to_random(path: Path):
    assert not loses_to_random(path)
