"""Plugins whose classes are wicked: each is asked once what it is; what goes wrong is its fault."""

from pathlib import Path

import pytest

from balance.errors import DataError, StrategyError
from balance.strategy import registry

HEAD = """
from balance.strategy import Strategy

class Moody(type):
    {meta}

class Wicked(Strategy, metaclass=Moody):
    name, game, side = "wicked", "drive_on_stalingrad", "soviet"
    bold: int = 1
    {own}
"""


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "_trials", [])

    def read(meta: str = "pass", own: str = "pass"):
        path = tmp_path / "wicked.py"
        path.write_text(HEAD.format(meta=meta, own=own))
        return registry.read_file(path)

    return read


@pytest.mark.parametrize(
    ("meta", "own", "told"),
    [
        ("def parameters(cls): 1 / 0", "parameters = property()", "TypeError"),
        (
            "def __getattribute__(cls, key):\n"
            "        if key == 'parameters': 1 / 0\n"
            "        return super().__getattribute__(key)",
            "pass",
            "ZeroDivisionError",
        ),
        ("@property\n    def __module__(cls): raise SystemExit", "pass", "SystemExit"),
        ("pass", "@classmethod\n    def parameters(cls): raise UnicodeError", "UnicodeError"),
        ("pass", "@classmethod\n    def parameters(cls): return 5", "AttributeError"),
    ],
)
def test_a_class_that_breaks_who_looks_at_it_is_the_plugins_fault(read, meta, own, told):
    with pytest.raises(StrategyError, match=rf"wicked\.py: can't be read: {told}.*$"):
        read(meta, own)


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("name = type('T', (str,), {'__eq__': None})('wicked')", r"\.name is "),
        ("side = []", r"\.side is \[\]; expected axis or soviet"),
        ("game = {}", r"\.game is \{\}; expected one of"),
        ("__doc__ = 5", r"\.__doc__ is 5; expected a text"),
        ("bold = type('I', (int,), {'__repr__': lambda self: 1 / 0})()", r"\.bold is a I;"),
    ],
)
def test_what_a_class_says_of_itself_must_be_plain(read, own, told):
    with pytest.raises(DataError, match=rf"wicked\.py: Wicked{told}"):
        read(own=own)
