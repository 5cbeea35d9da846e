"""Rule files of a variant: read and compared with what they replace, never run to be read."""

from __future__ import annotations

import pytest

from balance.errors import DataError
from balance.experiments.variants import load_variant, rules_under
from balance.rulebook.game import open_game

GAME = "drive_on_stalingrad"
SHIFT = "def mobile_shift(state, mobile):\n    return 0\n"


@pytest.fixture
def written(tmp_path):
    """Write a variant that replaces a function; the text None leaves its file out."""

    def write(text: str | None, replaces: str = "mobile_shift") -> str:
        if text is not None:
            (tmp_path / "mine.py").write_text(text)
        path = tmp_path / "mine.toml"
        path.write_text(
            f'[variant]\nname = "mine"\n[[rule]]\nreplaces = "{replaces}"\nfile = "mine.py"\n'
        )
        return str(path)

    return write


def test_replaced_function_is_a_change_of_the_rules_and_of_their_hash(written):
    rules = rules_under(open_game(GAME), written(SHIFT))
    assert rules.functions["mobile_shift"].source == SHIFT
    assert list(rules.changes) == ["rule:mobile_shift"]
    assert rules.hash != open_game(GAME).rules.hash


def test_every_edit_of_a_rule_file_changes_the_hash_of_the_rules(written):
    first = rules_under(open_game(GAME), written(SHIFT))
    second = rules_under(open_game(GAME), written(SHIFT + "\n# the same, but for this remark\n"))
    assert first.hash != second.hash
    assert first.changes != second.changes


def test_of_stacked_variants_the_later_function_wins(written):
    path = written(
        "def concentric_shift(state, target, launch_mask, nations, mobile):\n    return 0\n",
        "concentric_shift",
    )
    rules = rules_under(open_game(GAME), f"concentric_by_hexes+{path}")
    assert rules.functions["concentric_shift"].path.name == "mine.py"


def test_reading_a_rule_file_does_not_run_it(written):
    load_variant(open_game(GAME), written(SHIFT + "raise RuntimeError('was run')\n"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, r"mine.toml:4: .*mine.py: can't be read \(No such file"),
        ("", r"mine.py: has no function 'mobile_shift'; write `def mobile_shift\(state, mobile\)`"),
        ("def mobil_shift(state, mobile):\n    return 0\n", r"Functions there: mobil_shift"),
        ("def mobile_shift(state):\n    return 0\n", r"mine.py:1: .*other parameters than"),
        ("\ndef mobile_shift(mobile, state):\n    return 0\n", r"mine.py:2: .*other parameters"),
        ("def mobile_shift(state, mobile, x=1):\n    return 0\n", r"mine.py:1: .*other parameters"),
        ("def mobile_shift(state, mobile:\n", r"mine.toml:4: .*mine.py:1: not valid Python"),
        (f"import os\n{SHIFT}", r"mine.py:1: imports os; a rule file rests on"),
        (f"from .near import x\n{SHIFT}", r"mine.py:1: imports a neighbour"),
    ],
)
def test_rule_file_that_cannot_replace_anything_is_refused_with_its_place(written, text, message):
    with pytest.raises(DataError, match=message):
        load_variant(open_game(GAME), written(text))


def test_rule_file_that_is_no_text_is_refused(written, tmp_path):
    path = written(SHIFT)
    (tmp_path / "mine.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"mine.py: isn't UTF-8 text"):
        load_variant(open_game(GAME), path)


def test_function_that_nobody_may_replace_is_refused_with_near_ones(written):
    with pytest.raises(DataError, match=r"mine.toml:4: unknown rule function.*'mobile_shift'"):
        load_variant(open_game(GAME), written(SHIFT, "mobil_shift"))
