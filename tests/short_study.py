"""A whole study from end to end through the commands: run, interrupt, resume, report, export."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import balance

GAMES = 24


def command(*words: str) -> None:
    print("balance", *words, flush=True)
    subprocess.run([str(Path(sys.executable).parent / "balance"), *words], check=True)


def main() -> None:
    """Play a short study and look at what it leaves behind."""
    with TemporaryDirectory(prefix="balance-short-") as scratch:
        study = Path(scratch) / "study"
        command("run", "blue", "--games", str(GAMES // 2), "--jobs", "2", "--out", str(study))
        command("resume", str(study), "--games", str(GAMES), "--quiet")
        command("report", str(study))
        command("export", str(study), "--to", str(Path(scratch) / "csv"))
        compare(Path(scratch))
        results = balance.open_study(study)
        assert len(results.games) == GAMES, len(results.games)
        assert set(results.games.ending) <= {"victory_points", "sudden_death", "time_limit"}
        assert results.games.error.isna().all()
        page = (study / "report.html").read_text(encoding="utf-8")
        assert page.rstrip().endswith("</html>")
        for name in ("summary.json", "study.toml", "report.md", "figures/points.png"):
            assert (study / name).stat().st_size > 0, name
        linked = re.findall(r'href="(replays/game-[0-9]+[.]html)"', page)
        assert linked, "no game to watch"
        for name in linked:
            assert (study / name).stat().st_size > 100_000, name
        for name in ("games", "turns", "events", "battles", "hexes"):
            assert (Path(scratch) / "csv" / f"{name}.csv").stat().st_size > 0, name
    print("the short study is in order")


def compare(scratch: Path) -> None:
    """Compare two variants over a few games and look at the page and the files."""
    study, files = scratch / "compare", scratch / "files"
    words = ["--variant", "baseline", "--variant", "vp_to_win_7", "--games", "20"]
    command("compare", "blue", *words, "--out", str(study), "--quiet")
    command("report", str(study))
    command("export", str(study), "--to", str(files), "--format", "parquet", "--figures")
    page = (study / "report.html").read_text(encoding="utf-8")
    assert "figure-verdicts" in page
    assert "20 paired games of the field" in page
    for name in ("verdicts.parquet", "figures/changes.svg", "figures/changes.png"):
        assert (files / name).stat().st_size > 0, name


if __name__ == "__main__":
    main()
