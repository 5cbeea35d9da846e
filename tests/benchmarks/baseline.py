"""How long play takes, in times a fixed piece of work, and what it took before."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from balance.experiments.bench import RATIO_GAMES, measure_ratios
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import open_game
from tests.every_game import GAMES, scenario_of

FILE = Path(__file__).with_name("baseline.json")
#: A figure that is above its baseline by more than this share fails.
ALLOWED = 0.3

#: Figures by game and name.
Figures = dict[str, dict[str, float]]


def measure() -> Figures:
    """Measure every game, each side played by its historical strategy."""
    found = {}
    for game in GAMES:
        cells = (Cell("historical", "historical"),)
        spec = StudySpec(open_game(game), scenario_of(game), cells, RATIO_GAMES, 1)
        found[game] = {figure.key: figure.value for figure in measure_ratios(spec)}
    return found


def read(path: Path) -> Figures:
    """The baseline as it is kept."""
    kept: Figures = json.loads(path.read_text(encoding="utf-8"))
    return kept


def write(path: Path, found: Figures) -> None:
    """Keep figures as the baseline, to three digits."""
    kept = {
        game: {key: float(f"{value:.3g}") for key, value in figures.items()}
        for game, figures in found.items()
    }
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def faults(found: Mapping[str, Mapping[str, float]], known: Figures) -> list[str]:
    """What has become too slow, or has no baseline."""
    return [fault for game in found for fault in _faults(game, found[game], known.get(game, {}))]


def _faults(game: str, found: Mapping[str, float], known: Mapping[str, float]) -> Iterator[str]:
    for key in sorted({*found, *known}):
        if key not in known or key not in found:
            where = "the baseline" if key not in known else "what is measured"
            yield f"{game}: {key} isn't in {where}; python -m tests.benchmarks --renew"
        elif found[key] > (1 + ALLOWED) * known[key]:
            more = 100 * (found[key] / known[key] - 1)
            yield (
                f"{game}: {key} is {found[key]:.3g}, {more:.0f}% above its baseline {known[key]:g};"
                " if that is worth it, python -m tests.benchmarks --renew and say why"
            )
