"""``balance map``: the summary and the picture."""

from pathlib import Path

import pytest

from balance.cli import main


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
