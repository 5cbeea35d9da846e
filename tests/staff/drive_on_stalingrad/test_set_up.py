"""A strategy's set-up: laid over the scenario's own, with every fault told at once."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import DataError
from balance.staff.drive_on_stalingrad.set_up import place_units
from tests.staff.drive_on_stalingrad.conftest import unit_row


def test_units_left_out_stand_where_the_scenario_puts_them(blue):
    assert np.array_equal(place_units(blue, [{}, {}]), blue.default_placement)


@pytest.mark.rule("drive_on_stalingrad 12.1")
def test_wished_hex_is_taken_by_number_or_by_place(blue):
    unit = unit_row(blue, "24 Pz")
    other = next(
        h for h in np.flatnonzero(blue.allowed[unit]) if not (blue.default_placement == h).any()
    )
    placement = place_units(blue, [{"24 Pz": blue.hex_names[other]}, {}])
    moved = np.flatnonzero(placement != blue.default_placement)
    assert (moved.tolist(), placement[unit]) == ([unit], other)


@pytest.mark.rule("drive_on_stalingrad 12.1")
def test_every_fault_of_both_sides_is_told_at_once_with_its_rule(blue):
    with pytest.raises(DataError) as caught:
        place_units(
            blue,
            [
                {"24 PZ": "0533", "1 TC": "0127", "45 Inf": "Voronesh", "24 Pz": "2111"},
                {"15 Rif": "2111"},
            ],
        )
    faults = caught.value.faults
    assert len(faults) == 5
    assert "set-up of the axis side: unknown unit '24 PZ'; did you mean '24 Pz'" in faults[0]
    assert faults[1] == "set-up of the axis side: 1 TC is a unit of the other side"
    assert "45 Inf: unknown place or hex 'Voronesh'; did you mean 'Voronezh'" in faults[2]
    assert faults[3].startswith("set-up of the axis side: 24 Pz in 2111: it sets up in area:4PA")
    assert faults[4].startswith("set-up of the soviet side: 15 Rif in 2111: it sets up in front:13")
    assert all(fault.endswith("[drive_on_stalingrad 12.1]") for fault in faults[3:])


@pytest.mark.rule("drive_on_stalingrad 6.1")
def test_crowded_hex_is_refused(blue):
    start = blue.template.units["status"] == 0
    area = [
        name
        for u, name in enumerate(blue.unit_names)
        if start[u] and blue.order_of_battle.set_up[u] == "area:6A"
        and blue.order_of_battle.rows[u]["nation"] == "german"
    ]  # fmt: skip
    h = int(np.flatnonzero(blue.allowed[unit_row(blue, area[0])])[0])
    assert len(area) > 8
    with pytest.raises(DataError, match=r"units set up in it; the limit is 8 .*6\.1a"):
        place_units(blue, [dict.fromkeys(area[:9], blue.hex_names[h]), {}])
