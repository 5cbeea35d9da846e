"""The figure of the bench, and the measurements it is made of."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest

from balance.cli import main
from balance.errors import DataError
from balance.experiments import bench
from balance.experiments.growth_bench import Growth, measure_growth
from balance.experiments.kernel_bench import exponent_of, supply_times
from reports.figures_bench import growth_picture, write_growth
from tests.experiments.fake_match import PLAYER
from tests.experiments.test_kernel_bench import some_map


def grown(exponent=1.0):
    sizes = [1_000.0, 10_000.0, 1_000_000.0]
    seconds = [1e-9 * size**exponent for size in sizes]
    return Growth(
        "reach", "Reach of all units", "units x hexes to go on from", sizes, seconds, exponent
    )


def test_a_stand_in_for_a_game_has_its_games_measured_alone():
    (found,) = measure_growth("blue", soviet="random", games=12, player=PLAYER)
    assert (found.key, found.sizes) == ("games", list(range(1, 13)))
    assert np.all(np.diff([0, *found.seconds]) >= 0)


def test_floods_are_measured_on_ever_more_maps_side_by_side_as_far_as_hexes_have_numbers():
    area = some_map(1, 30, 50)
    times = supply_times(area.neighbour, area.cost)
    assert [size for size, _ in times] == [1500, 3000, 6000, 12000, 24000]
    assert 0.5 < exponent_of(*zip(*times, strict=True)) < 1.5
    large = some_map(1, 60, 100)
    assert len(supply_times(large.neighbour, large.cost)) == 3


def test_the_figure_says_how_each_kind_of_work_grows(tmp_path):
    (tmp_path / "bench").mkdir()
    paths = write_growth([grown(), grown(1.5)], tmp_path / "bench")
    assert [path.name for path in paths] == ["growth.svg", "growth.png", "growth.json"]
    words = " ".join(ElementTree.fromstring(paths[0].read_text(encoding="utf-8")).itertext())
    assert "exponent 1.00" in words
    assert "exponent 1.50" in words
    assert "1,000,000" in words
    assert "$" not in words  # no formula shows through
    assert paths[1].read_bytes().startswith(b"\x89PNG")
    assert json.loads(paths[2].read_text(encoding="utf-8"))[1] == grown(1.5).entries()
    with pytest.raises(DataError, match="there already"):
        write_growth([grown()], tmp_path / "bench")


def test_the_numbers_of_the_figure_name_their_units():
    lines = growth_picture([grown(), grown(1.5)]).numbers.lines
    assert lines[0] == (
        "Reach of all units", "units x hexes to go on from", "1,000,000", "1000.0 us", "1.00"
    )  # fmt: skip
    assert lines[1][3] == "1.0 s"


def test_the_command_draws_it_where_asked(tmp_path, monkeypatch, capsys):
    figure = bench.Figure("growth", "time over number of games, exponent", 1.0, "")
    monkeypatch.setattr(bench, "measure", lambda *_, **__: [figure])
    monkeypatch.setattr(
        "balance.experiments.growth_bench.measure_growth", lambda *_, **__: [grown()]
    )
    with pytest.raises(SystemExit) as done:
        main(["bench", "--json", "--out", str(tmp_path / "here")])
    assert done.value.code == 0
    assert json.loads(capsys.readouterr().out) == {"growth": 1.0}
    assert (tmp_path / "here" / "growth.svg").is_file()
