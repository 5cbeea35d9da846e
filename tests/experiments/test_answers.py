"""What comes from a process apart is looked at before it is believed."""

import io
import os
import pickle
from pathlib import Path

import pytest

from balance.errors import DataError, StrategyError, UnknownName
from balance.experiments.blocks import BlockDone, Limits, play_block
from balance.experiments.isolation.answers import MARK, Garbled, read_answer, write_answer
from balance.experiments.isolation.apart import Apart, GameLost

AGREED = b"m" * MARK


class Trap:
    """Runs something when it is unpickled."""

    def __reduce__(self):
        return os._exit, (7,)


def answer(kind: str, what: object, mark: bytes = AGREED) -> io.BufferedReader:
    sink = io.BytesIO()
    write_answer(sink, mark, kind, what)
    return io.BufferedReader(io.BytesIO(sink.getvalue()))


def seconds(begin: object) -> float:
    return 0.5


def test_an_answer_arrives_as_it_was_sent():
    assert read_answer(answer("done", 0.5), AGREED, seconds) == ("done", 0.5)
    assert read_answer(answer("begins", 3), AGREED, seconds) == ("begins", 3)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("done", None),
        ("done", Trap()),
        ("begins", None),
        ("refused", "one text"),
        ("unreadable", (1, 2, 3)),
        ("unreadable", ("", "", "", "", "")),
        ("broken", "half"),
        ("unheard", ()),
        (["done"], 0.5),
    ],
)
def test_what_no_work_would_answer_is_garbled(kind, what):
    with pytest.raises(Garbled):
        read_answer(answer(kind, what), AGREED, seconds)


def test_a_block_is_played_or_not():
    with pytest.raises(Garbled):
        read_answer(answer("done", {"block": 3}), AGREED, play_block)
    assert BlockDone in (type(None), BlockDone)


@pytest.mark.parametrize(
    "written", [b"x", pickle.dumps(("done", 0.5)), AGREED[:5] + b"x", b"n" * 2 * MARK]
)
def test_what_has_not_the_mark_is_garbled(written):
    with pytest.raises(Garbled):
        read_answer(io.BufferedReader(io.BytesIO(written)), AGREED, seconds)


@pytest.mark.parametrize("size", [0, 5, MARK + 3, MARK + 20])
def test_an_answer_that_breaks_off_is_none(size):
    whole = answer("done", 0.5).read()
    with pytest.raises(EOFError):
        read_answer(io.BufferedReader(io.BytesIO(whole[:size])), AGREED, seconds)


def unknown(begin: object) -> None:
    raise UnknownName("unit", "24 Pz", ["23 Pz"])


def several(begin: object) -> None:
    raise DataError(["one", "two"])


def surrogate(begin: object) -> None:
    raise StrategyError("\ud800 alone")


@pytest.mark.parametrize(
    ("work", "error", "message"),
    [
        (unknown, UnknownName, "^unknown unit '24 Pz'; did you mean '23 Pz'"),
        (several, DataError, "^one\ntwo$"),
        (surrogate, StrategyError, r"^\? alone$"),
    ],
)
def test_errors_arrive_as_what_they_are(work, error, message):
    with Apart(Limits()) as room, pytest.raises(error, match=message) as caught:
        room.call(work)
    if error is DataError:
        assert caught.value.faults == ["one", "two"]


def wrong_in_a_game(begin) -> None:
    begin(3)
    raise KeyError("\ud800")


def unreadable_in_a_game(begin) -> None:
    begin(3)
    Path("missing").read_text()


def forged(begin) -> float:
    begin(3)
    (tell,) = (cell.cell_contents for cell in begin.__closure__ if callable(cell.cell_contents))
    tell("done", "no number")
    return 0.5


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (wrong_in_a_game, "the game failed: KeyError: '\\ud800'"),
        (
            unreadable_in_a_game,
            "the game failed: FileNotFoundError: [Errno 2] No such file or directory: 'missing'",
        ),
        (forged, "the game wrote among the answers of its process"),
    ],
)
def test_what_goes_wrong_in_a_game_costs_that_game(work, told):
    with Apart(Limits()) as room:
        with pytest.raises(GameLost) as caught:
            room.call(work)
        assert (caught.value.game, caught.value.told) == (3, told)
        assert room.call(seconds) == 0.5
