"""What no TOML file may hold is told by file and line, whatever the parser makes of it."""

from pathlib import Path

import pytest

from balance.errors import DataError
from balance.experiments.study import read_manifest
from balance.files.toml import line_of, read_toml
from balance.rulebook.game import Game
from balance.rulebook.ruleset import read_ruleset
from balance.strategy.opening import read_opening

WRONG = {
    "no value": (b"a = 1\nb =\n", r":2: not valid TOML: "),
    "not closed": (b"a = 1\nb = [\n", r":2: not valid TOML: "),
    "thousands of digits": (b"a = 1\nb = " + b"9" * 5000, r":2: .*a number of thousands of digits"),
    "deep arrays": (b"a = 1\nb = " + b"[" * 3000 + b"]" * 3000, r":2: .*nested too deeply"),
    "deep tables": (b"a = 1\n\nb = " + b"{a=" * 3000 + b"1" + b"}" * 3000, r":3: .*nested too"),
    "a deep key": (b"a = [1]\n\n" + b"b." * 3000 + b"b = 1", r":3: .*nested too"),
    "no character": (b'a = 1\nb = ["x\\u0000y"]', r":2: holds the control character 0x0; remove"),
    "no character in a key": (b'"x\\u0000y" = 1', r":1: holds the control character 0x0; remove"),
    "no text": (b"a = '\xff'", r": isn't UTF-8 text \(byte 5\)"),
    "a byte order mark": (b"\xef\xbb\xbfa = 1", r":1: begins with a byte order mark"),
}


@pytest.mark.parametrize(("content", "told"), WRONG.values(), ids=WRONG)
def test_what_is_no_toml_is_told(content: bytes, told: str, tmp_path: Path):
    path = tmp_path / "wrong.toml"
    path.write_bytes(content)
    with pytest.raises(DataError, match=rf"wrong\.toml{told}"):
        read_toml(path)


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(DataError, match=r"none\.toml: no such file"):
        read_toml(tmp_path / "none.toml")


@pytest.mark.parametrize("case", ["thousands of digits", "deep arrays"])
@pytest.mark.parametrize("read", [read_opening, read_manifest, read_ruleset])
def test_every_reader_tells_what_is_no_toml(read, case: str, tmp_path: Path):
    names = {
        read_opening: "mine.toml",
        read_manifest: "study.toml",
        read_ruleset: "parameters.toml",
    }
    content, told = WRONG[case]
    path = tmp_path / names[read]
    path.write_bytes(content)
    with pytest.raises(DataError, match=rf"{names[read]}{told}"):
        read({read_opening: path, read_ruleset: Game(tmp_path)}.get(read, tmp_path))


def test_lines_are_found_by_text_by_key_and_by_header(tmp_path: Path):
    path = tmp_path / "some.toml"
    path.write_text('[[a]]\nb = "c"\n[[a]]\nd = 1\n')
    assert line_of(path, "c") == 2
    assert line_of(path, "d") == 4
    assert line_of(path, "", 2, "[[a]]") == 3
    assert line_of(path, "nowhere") == 1
