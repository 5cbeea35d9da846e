"""Loaded by the process that others are copies of: a study, so that they have all they need."""

from pathlib import Path
from tempfile import TemporaryDirectory

from balance.experiments.pool import play_study
from tests.experiments.fake_match import PLAYER
from tests.experiments.killed_studies import study, tables

with TemporaryDirectory() as _folder:
    tables(play_study(study(10), Path(_folder) / "s", jobs=1, player=PLAYER))
