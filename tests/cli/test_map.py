"""``balance map``: the summary and the picture."""

from pathlib import Path

import pytest

from balance.cli import main
from tests.games.common.positions import foot, write_game


def told(capsys: pytest.CaptureFixture[str], *words: str, game: str = "drive_on_stalingrad") -> str:
    with pytest.raises(SystemExit) as ended:
        main(["map", game, *words])
    assert ended.value.code in (0, None)
    return capsys.readouterr().out


def test_the_summary_counts_hexes_and_names_victory_hexes(capsys: pytest.CaptureFixture[str]):
    text = told(capsys)
    assert text.startswith("1709 hexes: ")
    assert "Stalingrad 2111" in text


def test_the_summary_gives_points_of_more_than_one(capsys: pytest.CaptureFixture[str]):
    text = told(capsys, game="army_group_south")
    assert text.startswith("1080 hexes: ")
    assert "Kharkov 1618 (20)" in text
    assert "Sudzha 0122," in text


def test_a_picture_of_a_part_of_the_map_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    picture = tmp_path / "stalingrad.png"
    told(capsys, "--picture", str(picture), "--rows", "20-24", "--columns", "8-15")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("rows", ["900-999", "0-0", "²-9"])
def test_a_part_without_a_hex_is_refused(
    rows: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    picture = tmp_path / "nowhere.png"
    words = ["map", "stalingrad_1942", "--picture", str(picture), "--rows", rows]
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("balance: --rows ")
    assert not picture.exists()


def test_a_part_without_a_picture_is_refused(capsys: pytest.CaptureFixture[str]):
    assert main(["map", "drive_on_stalingrad", "--rows", "1-3"]) == 2
    assert "--rows: does nothing without --picture" in capsys.readouterr().err


def test_a_map_of_letters_needs_no_rebuilding(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    write_game(tmp_path / "mine", axis=[foot("A", "0103")], soviet=[foot("R", "0107")])
    assert main(["map", str(tmp_path / "mine"), "--rebuild"]) == 2
    told = capsys.readouterr().err
    assert "has no projection.toml" in told
    assert "leave --rebuild out" in told


def test_a_map_without_places_is_summed_up_in_one_line_each(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    write_game(tmp_path / "mine", axis=[foot("A", "0103")], soviet=[foot("R", "0107")])
    places = tmp_path / "mine" / "map" / "places.csv"
    header = next(line for line in places.read_text().splitlines() if not line.startswith("#"))
    places.write_text(f"{header}\n")
    lines = told(capsys, game=str(tmp_path / "mine")).splitlines()
    assert lines[1:] == ["0 victory hexes"]
