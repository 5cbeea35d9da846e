"""Names, folders and surroundings that wish us ill: each command works or says one clear thing."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from balance.cli import main
from balance.cli.call import _prepare_streams
from balance.errors import DataError
from balance.experiments.store import Store
from tests.large_study import store_tables
from tests.synthetic import make_study
from tests.waiting import HANGS

MAIN = "import sys; from balance.cli import main; sys.exit(main())"
LONG = "x" * 300
HOSTILE = ("../evil", "<script>alert(1)</script>", "a\"b'c", "a\nb", "ü😀", "", LONG)


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The message with which a command ends."""
    assert main([str(word) for word in words]) == 2
    message = capsys.readouterr().err
    assert message.startswith("balance: ")
    return message


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return store_tables(make_study(20), tmp_path_factory.mktemp("studies") / "made", 20, block=10)


@pytest.fixture
def copy(study: Path, tmp_path: Path) -> Path:
    """A study that a test may spoil."""
    folder = tmp_path / "study"
    for path in study.rglob("*.*"):
        (folder / path.relative_to(study)).parent.mkdir(parents=True, exist_ok=True)
        (folder / path.relative_to(study)).write_bytes(path.read_bytes())
    return folder


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("option", ["--axis", "--variant"])
def test_a_hostile_name_is_told_as_it_was_given(capsys, option, name):
    message = said(capsys, "run", "blue", option, name, "--games", 2)
    is_path = option == "--variant" and "/" in name
    told = f"{name!r}: is neither a name nor a variant file" if is_path else f"{name!r}. Known: "
    assert LONG in message if name == LONG else told in message


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "command",
    ["run {}", "report {}", "resume {}", "gate {}", "check strategy {}.py", "check variant {} x",
     "rules {}", "export {} --to x", "replay {} --game 0"],
)  # fmt: skip
def test_every_command_survives_a_hostile_name(capsys, tmp_path, monkeypatch, command, name):
    monkeypatch.chdir(tmp_path)
    said(capsys, *(word.format(name) for word in command.split()))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ("game =", 'game = "moon"', "study.toml: unknown game 'moon'"),
        ("detail =", 'detail = "moves"', "study.toml: unknown detail 'moves'"),
        (
            "games =",
            'games = "many"',
            "games is 'many'; expected a whole number from 1; put",
        ),
        ("version =", "", "lacks 'version'; put it back as it was, or play the study again"),
        ("seed =", "seed = [", "not valid TOML"),
    ],
)
def test_a_manifest_that_cannot_be_is_told_by_its_file(capsys, copy, line, instead, message):
    manifest = copy / "study.toml"
    lines = manifest.read_text().splitlines()
    (place,) = [number for number, each in enumerate(lines) if each.startswith(line)]
    manifest.write_text("\n".join([*lines[:place], instead, *lines[place + 1 :]]))
    assert message in said(capsys, "report", copy)


@pytest.mark.parametrize("table", ["games", "turns", "events"])
def test_garbage_instead_of_a_part_is_named_with_what_to_do(capsys, copy, table):
    part = sorted((copy / table).iterdir())[-1]
    part.write_bytes(os.urandom(999))
    message = said(capsys, "report", copy)
    assert message.startswith(f"balance: {part}: not a part of the {table} table")
    assert message.endswith(f"; balance resume {copy} plays it again\n")


def test_a_part_that_somebody_wrote_again_is_told(capsys, copy):
    part = sorted((copy / "turns").iterdir())[-1]
    table = pq.read_table(part, partitioning=None)
    pq.write_table(table.drop_columns([table.column_names[-1]]), part)
    message = said(capsys, "report", copy)
    assert f"{part}: not a part of the turns table: it has changed since it was written;" in message


def test_a_table_that_is_gone_is_told_with_what_to_do(capsys, copy):
    shutil.rmtree(copy / "games")
    message = said(capsys, "report", copy)
    assert f"{copy}: its games table is gone" in message
    assert f"put it back, and balance resume {copy} plays the games that it lacks" in message
    assert "delete" not in message  # what is gone already


def test_a_table_of_a_higher_detail_is_told_with_that(tmp_path):
    short = store_tables(make_study(10), tmp_path / "short", 10, block=10, detail="turns")
    with pytest.raises(DataError, match=r"no events table; .* at detail turns"):
        Store(short).read("events")


def test_a_name_that_is_no_utf_8_can_be_read(study: Path, tmp_path: Path):
    odd = tmp_path / os.fsdecode(b"m\xfc")
    os.symlink(study, odd)
    assert len(Store(odd).read("games")) == 20


@pytest.mark.parametrize("option", ["--axis", "--variant"])
def test_a_file_that_a_study_could_not_name_is_told(capsys, tmp_path, option):
    file = os.fsdecode(b"m\xfc.toml")
    told = said(capsys, "run", "blue", option, file, "--games", 2, "--out", tmp_path / "s")
    assert (
        told
        == f"balance: {file!r} isn't UTF-8 text, in which a study keeps names; rename the file\n"
    )
    assert not list(tmp_path.iterdir())


def test_names_that_no_letters_have_are_printed_as_escapes(monkeypatch):
    page = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(page, "utf-8", errors="strict"))
    _prepare_streams()
    print(os.fsdecode(b"m\xfc"), flush=True)
    assert page.getvalue() == b"m\\udcfc\n"


@pytest.mark.parametrize("command", ["resume", "report", "export --to x", "replay --game 0"])
def test_a_folder_that_is_gone_is_told_with_what_is_wanted(capsys, tmp_path, command):
    name, *options = command.split()
    told = said(capsys, name, tmp_path / "gone", *options)
    assert told == (
        f"balance: {tmp_path / 'gone'}: no such folder; expected a folder that a study "
        "was written to with --out\n"
    )


@pytest.mark.parametrize("words", [["rules", "drive_on_stalingrad"], ["rules", "nothing"]])
def test_streams_that_the_shell_has_closed_are_no_fault(words: list[str]):
    command = [sys.executable, "-c", MAIN, *words]
    closing = ["sh", "-c", '"$@" >&- 2>"$0"', os.devnull]
    done = subprocess.run([*closing, *command], check=False, timeout=HANGS)
    assert done.returncode == (2 if "nothing" in words else 0)


def test_a_home_that_cannot_be_written_is_not_worth_a_word(tmp_path: Path):
    (tmp_path / "home").touch()  # a file: nobody, the superuser included, makes a folder in it
    code = "import reports; import matplotlib; print(matplotlib.get_configdir() != '')"
    paths = os.pathsep.join(sys.path)
    surroundings = {**os.environ, "HOME": str(tmp_path / "home"), "PYTHONPATH": paths}
    for name in ("MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        surroundings.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=surroundings,
        capture_output=True, text=True, check=True, timeout=HANGS,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--name", "mine"), "--against, --shares, --begin and --name are for one side"),
        (("--side", "axis", "--shares", "60,40"), "--shares: whose? Name an opponent"),
        (("--side", "axis", "--searches", 3), "--rounds and --searches are for both sides"),
        (("--side", "axis", "--rounds", 0), "--rounds and --searches are for both sides"),
    ],
)
def test_an_option_of_the_other_kind_of_training_is_refused(capsys, tmp_path, given, told):
    assert told in said(capsys, "train", "blue", *given, "--out", tmp_path / "s")
    assert not list(tmp_path.iterdir())
