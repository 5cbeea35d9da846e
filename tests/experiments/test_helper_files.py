"""What a plugin takes from its folder belongs to it: it is hashed, and a study resumes with it."""

from pathlib import Path

import pytest

from balance.errors import ResumeMismatch
from balance.experiments.helper_files import helpers_of
from balance.experiments.provenance import provenance
from balance.experiments.strategy_hashes import strategy_hash
from balance.experiments.study import Cell, Manifest, StudySpec, check_same_study
from balance.rulebook.game import open_game
from balance.strategy import registry

GAME = "drive_on_stalingrad"
FILES = {
    "mine.py": """
import importlib, json, sys
from pathlib import Path
import helper
from tables import worths
def late():
    import later
odd = importlib.import_module("by_name")
json.loads(Path(__file__).with_name("values.json").read_text())
name, log = "unrelated", "games.log"
""",
    "helper.py": "import deeper",
    "deeper.py": "import helper, math",
    "tables/__init__.py": "",
    "tables/worths.py": "from .inner import x; from .. import upper; from ...... import too_far",
    "tables/inner.py": "x = open('row.csv')",
    "tables/row.csv": "1",
    "upper.py": "",
    "later.py": "half a line (",
    "by_name.py": "",
    "values.json": "{}",
    "unrelated.py": "import other",
    "other.py": "",
    "notes.txt": "",
    "games.log": "",
}
UNRELATED = {"unrelated.py", "other.py", "notes.txt", "games.log"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_what_a_plugin_imports_or_names_in_its_folder_is_found(home: Path):
    found = {path.relative_to(home).as_posix() for path in helpers_of(home / "mine.py")}
    assert found == set(FILES) - UNRELATED - {"mine.py"}


def test_nothing_outside_its_folder_is_its_own(home: Path):
    (home / "link.py").symlink_to(__file__)
    inside = home / "tables" / "mine.py"
    inside.write_text(f"import link; '../upper.py'; {__file__!r}; '\\ud800.json'; '\\0'")
    (home / "tables" / "link.py").symlink_to(__file__)
    assert helpers_of(inside) == []


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_changed_helper_changes_the_hash_of_its_plugin(home: Path, name: str):
    before = strategy_hash(open_game(GAME), "axis", f"{home / 'mine.py'}:bold=1")
    (home / name).write_text(f"{FILES[name]}\n# changed")
    changed = strategy_hash(open_game(GAME), "axis", f"{home / 'mine.py'}:bold=1") != before
    assert changed == (name not in UNRELATED)


def test_a_study_is_not_resumed_with_a_changed_helper(home: Path):
    spec = StudySpec(
        open_game(GAME), "operation_blue", (Cell(str(home / "mine.py"), "random"),), 10, 1
    )
    stored = Manifest(spec, provenance(spec), 10)
    (home / "deeper.py").write_text("import helper, math  # changed")
    with pytest.raises(ResumeMismatch, match=r"axis .*mine\.py"):
        check_same_study(home, stored, Manifest(spec, provenance(spec), 10))


PLUGIN = f"""
from balance.strategy import Strategy
class Mine(Strategy):
    name, game, side = "mine_of_another_folder", "{GAME}", "axis"
"""


def test_a_plugin_found_by_name_is_hashed_by_its_own_files(home: Path, monkeypatch):
    folder = home / GAME
    folder.mkdir()
    path = folder / "mine.py"
    path.write_text(PLUGIN + "    other = 'values.json'\n")
    (folder / "values.json").write_text("{}")
    monkeypatch.setattr(registry, "folders", lambda: (home,))
    monkeypatch.setattr(registry, "_trials", [])
    registry.entries.cache_clear()
    try:
        before = strategy_hash(open_game(GAME), "axis", "mine_of_another_folder")
        (folder / "values.json").write_text("{1: 2}")
        assert strategy_hash(open_game(GAME), "axis", "mine_of_another_folder") != before
    finally:
        registry.entries.cache_clear()
