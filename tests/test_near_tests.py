"""Which tests `make check` runs."""

from pathlib import Path

from tests.near_tests import ROOT, near

TESTS = sorted(
    path.relative_to(ROOT).as_posix() for path in Path(__file__).parent.rglob("test_*.py")
)


def test_tests_of_a_module_are_those_that_import_it_and_those_named_after_it():
    chosen = near(["balance/kernel/odds.py"], TESTS)
    assert "tests/kernel/test_odds.py" in chosen
    chosen = near(["balance/games/army_group_south/stacks.py", "reports/hex_map.py"], TESTS)
    assert "tests/games/army_group_south/test_stacks.py" in chosen
    assert "tests/reports/test_hex_map.py" in chosen
    assert "tests/games/drive_on_stalingrad/test_stacking.py" not in chosen


def test_a_changed_test_is_near_itself_and_nothing_is_near_nothing():
    assert near(["tests/kernel/test_odds.py", "README.md"], TESTS) == ["tests/kernel/test_odds.py"]
    assert near([], TESTS) == []
