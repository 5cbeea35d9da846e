import os
import shutil
from pathlib import Path

import pytest

from balance.experiments import source_hashes, strategy_hashes
from balance.experiments.source_hashes import data_hash, engine_hash, hash_files
from balance.experiments.strategy_hashes import strategy_hash
from balance.rulebook.game import Game, open_game

GAME = "drive_on_stalingrad"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the product and its data that a test may edit."""
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("balance", "data", "strategies"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    monkeypatch.setattr(source_hashes, "_PACKAGE", tmp_path / "balance")
    monkeypatch.setattr(strategy_hashes, "strategies_folder", lambda: tmp_path / "strategies")
    return tmp_path


def edit(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n# edited")


@pytest.mark.parametrize(
    "file",
    [
        "balance/kernel/dice.py",
        f"balance/games/{GAME}/supply.py",
        "balance/rulebook/ruleset.py",
        f"data/{GAME}/map/hexes.csv",
        f"data/{GAME}/tables/crt.csv",
    ],
)
def test_an_edit_of_code_or_data_that_decides_games_shows(copy: Path, file: str):
    before = engine_hash(Game(copy / "data" / GAME))
    edit(copy / file)
    assert engine_hash(Game(copy / "data" / GAME)) != before


@pytest.mark.parametrize(
    "file", ["balance/analysis/estimates/means.py", "balance/cli/run.py", f"data/{GAME}/rulings.md"]
)
def test_an_edit_of_what_comes_after_a_game_leaves_studies_alone(copy: Path, file: str):
    before = engine_hash(Game(copy / "data" / GAME))
    edit(copy / file)
    assert engine_hash(Game(copy / "data" / GAME)) == before


def test_the_hash_of_the_data_tells_code_from_data(copy: Path):
    before = data_hash(Game(copy / "data" / GAME))
    edit(copy / "balance/rulebook/ruleset.py")
    assert data_hash(Game(copy / "data" / GAME)) == before
    edit(copy / f"data/{GAME}/tables/crt.csv")
    assert data_hash(Game(copy / "data" / GAME)) != before


def test_what_is_compiled_does_not_count_nor_is_it_looked_through(
    copy: Path, monkeypatch: pytest.MonkeyPatch
):
    before = engine_hash(Game(copy / "data" / GAME))
    for place in ("balance", "balance/kernel"):
        (copy / place / "__pycache__").mkdir()
        (copy / place / "__pycache__" / "dice.pyc").write_bytes(b"compiled")
    looked_at: list[str] = []
    stat = os.stat
    monkeypatch.setattr(
        os, "stat", lambda path, **how: looked_at.append(str(path)) or stat(path, **how)
    )
    assert engine_hash(Game(copy / "data" / GAME)) == before
    assert len(looked_at) > 10
    assert not [path for path in looked_at if path.endswith(".pyc")]


def test_a_file_counts_with_its_name_wherever_it_lies(copy: Path, monkeypatch: pytest.MonkeyPatch):
    (copy / "mine.toml").write_text("a = 1\n")
    shutil.copy(copy / "mine.toml", copy / "yours.toml")
    monkeypatch.chdir(copy)
    near, far = ([Path(start, name) for name in ("mine.toml", "data")] for start in ("", copy))
    assert hash_files(near) == hash_files(far)
    assert hash_files([Path("mine.toml")]) != hash_files([Path("yours.toml")])


def test_a_strategy_of_ones_own_is_hashed_by_its_file(copy: Path):
    mine = copy / "mine.toml"
    mine.write_text("a = 1\n")
    before = strategy_hash(open_game(GAME), "axis", f"{mine}:min_odds=3")
    assert strategy_hash(open_game(GAME), "axis", str(mine)) == before
    edit(mine)
    assert strategy_hash(open_game(GAME), "axis", str(mine)) != before


def test_each_opening_that_comes_with_the_product_has_a_hash_of_its_own():
    names = ("historical", "rostov_pocket", "caucasus_first")
    assert len({strategy_hash(open_game(GAME), "axis", name) for name in names}) == len(names)
