"""The pages for users are as a program would write them today."""

from __future__ import annotations

import pytest

from tests.readme import BLOCK, MADE, PAGES, ROOT, commands_page, digests_now, without_times


def test_the_page_of_commands_is_that_of_their_help():
    written = (ROOT / "COMMANDS.md").read_text(encoding="utf-8")
    assert written == commands_page(), "run `make readme`"


def test_outputs_are_those_of_the_games_played_today():
    (made,) = MADE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert made == digests_now(), "run `make readme`: games have changed since"


@pytest.mark.parametrize("name", PAGES)
def test_every_output_says_what_makes_it(name):
    blocks = list(BLOCK.finditer((ROOT / name).read_text(encoding="utf-8")))
    assert [b["text"] for b in blocks if b["kind"] == "text" and not b["command"]] == []


def test_times_of_a_machine_do_not_make_a_page_stale():
    pages = [f"About 790 more games (25{gap}s here)" for gap in (" ", "\n")]
    assert [without_times(page).split("(")[1] for page in pages] == ["TIME)", "TIME)"]
