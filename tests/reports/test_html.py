import re
from dataclasses import replace

import pytest

from balance.analysis.results import analyse
from reports.html import render_page
from reports.run_page import draw_pictures, run_page
from tests.reports.reading import HOSTILE, read, scripts
from tests.synthetic import make_study


def results_of(study):
    return analyse(study, "drive_on_stalingrad", "operation_blue")


def page_of(results):
    return render_page(run_page(results))


def test_the_page_opens_with_the_verdict(page):
    text = " ".join(read(page).text)
    verdict = re.search(r"(The|Neither) .* of 80 games of Operation Blue", text)
    assert verdict
    assert verdict.start() < text.index("How sure") < text.index("Data and limits")


def test_the_page_has_every_figure_with_words_for_those_who_cannot_see_it(page):
    reader = read(page)
    figures = [value for value in reader.ids if value.startswith("figure-")]
    assert figures == [
        "figure-who-wins",
        "figure-points",
        "figure-out-of-supply",
        "figure-wins-by-capture",
        "figure-incidence",
        "figure-ending-turns",
        "figure-ends-sudden-death",
        "figure-strength",
        "figure-attacks",
        "figure-control-by-turn",
        "figure-control",
        "figure-heat",
        "figure-history",
        "figure-advance",
    ]
    drawings = [attributes for tag, attributes in reader.tags if tag == "svg"]
    assert len(drawings) == len(figures)
    for attributes in drawings:
        assert attributes["role"] == "img"
        for name in attributes["aria-labelledby"].split():
            words = re.search(rf'id="{name}">([^<]+)<', page)
            assert words
            assert len(words.group(1)) > 8


def test_the_page_loads_nothing_from_anywhere(page):
    reader = read(page)
    assert reader.loads == []
    assert all(link.startswith("#") for link in reader.links)
    assert not {"link", "iframe", "object", "img"} & {tag for tag, _ in reader.tags}
    assert not re.search(r"https?:|@import|url\((?!#)", page)


def test_every_name_inside_the_page_is_there_once_and_every_reference_finds_one(page):
    reader = read(page)
    assert len(reader.ids) == len(set(reader.ids))
    wanted = {link[1:] for link in reader.links} | set(re.findall(r"url\(#([^)]+)\)", page))
    assert wanted <= set(reader.ids)


def test_the_page_tells_method_limits_and_sources(page):
    text = " ".join(read(page).text)
    for words in ("Wilson", "Rules not modelled", "What is estimated", "Seeds", "GeoNames"):
        assert words in text
    assert "Natural Earth" in text
    assert "IndexError: no such hex" in text
    assert re.search(r"\d of 80 games broke off", text)


def test_every_share_in_a_table_has_its_interval(page):
    cells = re.findall(r"<td><bdi>([^<]*)</bdi></td>", page)
    shares = [cell for cell in cells if "%" in cell]
    assert len(shares) > 50
    alone = [cell for cell in shares if "[" not in cell]
    # The table of the result has a column of its own for the intervals.
    assert len(alone) <= 8


def test_hostile_names_are_shown_as_text():
    study = make_study(12, axis=HOSTILE, soviet="</svg></bdi><b>x")
    games = study.games
    games.loc[0, ["ending", "winner", "error"]] = ["strategy_error", "none", HOSTILE]
    page = page_of(results_of(replace(study, games=games)))
    reader = read(page)
    assert scripts(page) == 1
    assert "b" not in {tag for tag, _ in reader.tags}
    assert HOSTILE in "".join(reader.text)


def test_hostile_names_of_places_and_endings_are_shown_as_text_in_figures():
    results = results_of(make_study(30))
    labels = replace(results.labels, places=dict.fromkeys(results.labels.places, HOSTILE))
    history = results.history.assign(place=HOSTILE)
    wins = results.capture_wins.assign(place=HOSTILE)
    page = page_of(replace(results, labels=labels, history=history, capture_wins=wins))
    assert scripts(page) == 1
    assert "alert" in "".join(read(page).text)


@pytest.mark.parametrize("count", [0, 1, pytest.param(2, marks=pytest.mark.long)])
def test_tiny_studies_have_a_page(count):
    study = make_study(max(count, 1), seed=5)
    if count == 0:
        study = replace(
            study,
            games=study.games.iloc[:0],
            turns=study.turns.iloc[:0],
            events=study.events.iloc[:0],
            battles=study.battles.iloc[:0],
            hexes=study.hexes.iloc[:0],
        )
    page = page_of(results_of(study))
    assert len([1 for tag, _ in read(page).tags if tag == "svg"]) == (14 if count else 13)
    assert not re.search(r"\b(nan|inf)\b", " ".join(read(page).text))


def test_a_study_of_broken_games_alone_has_a_page():
    page = page_of(results_of(make_study(3, broken=3)))
    assert "No side won any of 3 games" in page


def test_a_study_without_events_has_a_page_that_leaves_their_figures_out():
    results = results_of(replace(make_study(20), events=None, battles=None, hexes=None))
    assert set(draw_pictures(results)) == {
        "who-wins",
        "points",
        "incidence",
        "ending-turns",
        "ends-sudden-death",
        "strength",
    }
    assert "Nothing was kept for this part" in page_of(results)


def test_disagreeing_tables_raise_the_alarm_at_the_top():
    study = make_study(10)
    wrong = replace(study, games=study.games.assign(vp=study.games["vp"] + 1))
    page = page_of(results_of(wrong))
    assert page.index("tables of this study disagree") < page.index("How sure")


def test_several_pairings_have_a_table_of_their_own():
    import pandas as pd

    first, second = make_study(10), make_study(10, seed=2, axis="random")
    both = {}
    for name in ("games", "turns", "events", "battles", "hexes"):
        other = getattr(second, name)
        both[name] = pd.concat([getattr(first, name), other.assign(game_id=other["game_id"] + 10)])
    page = page_of(results_of(replace(first, **both)))
    assert "By pairing" in page
    assert "2 pairings" in page


def test_the_same_results_give_the_same_page(page):
    assert page_of(results_of(make_study(80, seed=3, broken=2))) == page


def test_every_figure_names_games_that_show_what_it_shows(page):
    figures = re.findall(r"<figcaption>.*?</figcaption>", page, re.DOTALL)
    assert len(figures) == 14
    assert all(re.search(r"Games to look at: .*: seed \d+", words) for words in figures)
