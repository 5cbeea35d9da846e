"""Damaged data: refused with one clear message, or the same game as before."""

from __future__ import annotations

import random

import pytest

from balance.errors import BalanceError, DataError
from balance.files import resources
from balance.files.charts import read_rows
from balance.files.shapes import SETTING, TEXT, Number, read_shaped
from tests.mutations.loads import copy_data, files, forget, lead_to
from tests.mutations.mutate import damage
from tests.mutations.run import run

#: Files damaged in a normal test run; ``python -m tests.mutations 2000`` does more.
COUNT = 25


@pytest.fixture
def copied(tmp_path):
    place = resources._PACKAGE
    yield copy_data(tmp_path)
    resources._PACKAGE = place
    forget()


def test_damaged_files_are_refused_by_name_or_mean_what_they_meant(copied):
    lead_to(copied)
    verdicts = list(run(copied, COUNT, seed=331))
    faults = [f"{v.file}: {v.what}: {v.outcome}: {v.fault}" for v in verdicts if v.fault]
    assert faults == []
    refused = sum(v.outcome == "refused" for v in verdicts)
    assert refused > 0.7 * COUNT


@pytest.mark.parametrize(
    ("file", "sound", "damaged", "said"),
    [
        ("army_group_south/rulebook.toml", 'kind = "movement"', 'kind = ""', "kind is ''"),
        ("drive_on_stalingrad/tables/terrain.csv", "book,9.22", "book,0x10", "rule is '0x10'"),
        (
            *("drive_on_stalingrad/map/projection.toml", "at = [46.41, 42.55]"),
            *("at = [1, 2, 3]", r"anchor at \[1, 2, 3\]; expected a longitude"),
        ),
        ("army_group_south/replay.toml", "\nmechanized =", "\nmechanizedx =", "lacks mechanized"),
        (
            *("army_group_south/order_of_battle/soviet.csv", "mech_phase_only,,,8,1,,,,,6,K"),
            *("mech_phase_only,,,8,1,,,-5,,6,K", "step_4 is '-5'; a headquarters"),
        ),
        (
            *("army_group_south/report.toml", "\noperation_star =", "\noperation_starx ="),
            "unknown scenario 'operation_starx'",
        ),
        (
            *("army_group_south/restrictions.toml", 'key = "headquarters_points"'),
            *('key = "no such thing"', "key is 'no such thing'; expected small letters"),
        ),
        (
            *("army_group_south/parameters.toml", 'key = "combat.die_sides"\nvalue = 6'),
            *('key = "combat.die_sides"\nvalue = 1979-10-01', "die_sides is .*; expected a whole"),
        ),
        ("more_lost_victories/tables/sequence.csv", "\n2,soviet", "\n-5,soviet", "step is '-5'"),
        (
            *("more_lost_victories/tables/weather.csv", "autumn,winter", "autumn,winterx"),
            "turns.csv:5: season is 'winter'; .* winterx, the columns of weather.csv",
        ),
        (
            "stalingrad_1942/tables/turns.csv",
            "\nkey,scenario,",
            "\nkey,other,",
            "no column scenario",
        ),
        (
            *("stalingrad_1942/order_of_battle/soviet.csv", "214 Rif,soviet,XX,,"),
            *("214 Rif,soviet,XX,0x10,", "division '0x10' has no other unit"),
        ),
        (
            *("variants/before_addenda_disengaging.toml", '"movement.disengage_first" = 0'),
            *('"movement.disengage_first" = {}', "movement.disengage_first"),
        ),
    ],
)
def test_damage_that_once_passed_is_refused(copied, file, sound, damaged, said):
    lead_to(copied)
    [(path, load)] = [each for each in files(copied) if str(each[0]).endswith(file)]
    text = path.read_text(encoding="utf-8")
    assert sound in text
    path.write_text(text.replace(sound, damaged, 1), encoding="utf-8")
    forget()
    with pytest.raises(BalanceError, match=said) as refused:
        load()
    assert path.name in str(refused.value)


@pytest.mark.parametrize("suffix", [".toml", ".csv"])
def test_damage_is_the_same_for_a_seed_and_changes_the_file(suffix):
    text = {
        ".toml": b'[[rule]]\nnumber = "1"\nworth = 3\n\n[[rule]]\nnumber = "2"\nworth = 4\n',
        ".csv": b"# rows: 2\nhex,vp\n0101,3\n0102,4\n",
    }[suffix]
    first = [damage(text, suffix, random.Random(seed)) for seed in range(60)]
    assert first == [damage(text, suffix, random.Random(seed)) for seed in range(60)]
    changed = [each for each in first if each is not None]
    assert len(changed) > 40
    assert all(each.content != text for each in changed)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# rows: 3\nhex,vp\n0101,1\n0102,2\n", "has 2 rows where its head says 3"),
        ("\ufeffhex,vp\n0101,1\n", "1: begins with a byte order mark"),
        ("hex,vp\n0101,\x00\n", "2: holds the control character 0x0"),
    ],
)
def test_a_table_that_lost_a_row_or_holds_no_text_is_refused(tmp_path, text, said):
    path = tmp_path / "hexes.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=f"hexes.csv.*{said}"):
        read_rows(path)


SHAPE = {
    "format": Number(1, 1, whole=True),
    "rule": [
        {"title": TEXT, "least": Number(0, 9), "side?": ("axis", "soviet"), "set": {"*": SETTING}}
    ],
}


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("least = nan", r"rule\[1\].least is nan; expected a number 0 to 9"),
        ("least = 10", r"rule\[1\].least is 10"),
        ("least = true", r"rule\[1\].least is True"),
        ('least = 1\nside = "german"', r"rule\[1\].side is 'german'; expected one of axis, soviet"),
        ("least = 1\nmost = 2", r"unknown entry rule\[1\].most; expected title, least, side, set"),
        ("", r"rule\[1\] lacks least; expected a number 0 to 9"),
    ],
)
def test_an_entry_of_another_shape_is_told_with_its_line(tmp_path, entry, said):
    path = tmp_path / "x.toml"
    path.write_text(f'format = 1\n\n[[rule]]\ntitle = "a"\nset = {{ "a.b" = 1 }}\n{entry}\n')
    with pytest.raises(DataError, match=rf"x\.toml:[36-7]: {said}"):
        read_shaped(path, SHAPE)


def test_a_file_of_the_shape_is_read(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text('format = 1\n[[rule]]\ntitle = "a"\nleast = 2\nset = { "a.b" = ["0101"] }\n')
    assert read_shaped(path, SHAPE)["rule"][0]["set"] == {"a.b": ["0101"]}
