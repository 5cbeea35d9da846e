import re
from dataclasses import replace

from balance.analysis.results import analyse
from balance.analysis.telling.summary import summarise
from balance.rulebook.game import open_game
from reports.html import render_page
from reports.run_page import run_page
from tests.reports.reading import HOSTILE, drawings, read, scripts
from tests.synthetic import make_study

PAIRING = {"axis": "historical", "soviet": "historical", "variant": "baseline"}


def results_of(study):
    return analyse(study, open_game("drive_on_stalingrad"), "operation_blue")


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
    assert len(drawings(page)) == len(figures)
    for attributes in drawings(page):
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


def test_hostile_names_are_shown_as_text_in_words_tables_and_figures(wild_page):
    reader = read(wild_page)
    assert scripts(wild_page) == 1
    assert "b" not in {tag for tag, _ in reader.tags}
    assert HOSTILE in "".join(reader.text)
    assert len(drawings(wild_page)) == 15
    figures = re.findall(r"<svg.*?</svg>", wild_page, re.DOTALL)
    assert sum("alert(" in words for words in figures) >= 5


def test_a_study_without_games_has_a_page():
    study = make_study(1, seed=5)
    logs = ("games", "turns", "events", "battles", "hexes")
    page = page_of(results_of(replace(study, **{name: getattr(study, name)[:0] for name in logs})))
    assert len(drawings(page)) == 12
    assert not re.search(r"\b(nan|inf)\b", " ".join(read(page).text))


def test_a_single_game_has_a_page_and_the_same_one_again():
    results = results_of(make_study(1, seed=5))
    page = page_of(results)
    assert len(drawings(page)) == 13
    assert not re.search(r"\b(nan|inf)\b", " ".join(read(page).text))
    assert page_of(results) == page


def test_a_study_of_broken_games_alone_has_a_page():
    page = page_of(results_of(make_study(3, broken=3)))
    assert "No side won any of 3 games" in page


def test_a_study_without_events_has_a_page_that_leaves_their_figures_out():
    results = results_of(replace(make_study(20), events=None, battles=None, hexes=None))
    page = page_of(results)
    assert {value for value in read(page).ids if value.startswith("figure-")} == {
        "figure-who-wins",
        "figure-points",
        "figure-incidence",
        "figure-ending-turns",
        "figure-ends-sudden-death",
        "figure-strength",
    }
    assert "The study kept no data for this part" in page


def test_a_study_without_a_sudden_end_has_no_empty_figure_of_them(results, drawn):
    none = {ending: table.assign(games=0) for ending, table in results.triggers.items()}
    assert none
    left = run_page(replace(results, triggers=none)).pictures
    gone = {picture.key for picture in drawn.pictures} - {picture.key for picture in left}
    assert gone == {"ends-sudden-death"}


def test_a_study_with_games_still_to_be_played_says_so_at_the_top():
    study = make_study(40)
    manifest = {**study.manifest, "games": 100, "cells": [PAIRING, PAIRING]}
    results = results_of(replace(study, manifest=manifest))
    text = " ".join(read(page_of(results)).text)
    told = "40 of 200 games are played; balance resume plays the rest."
    assert told in text[: text.index("How sure")]
    assert summarise(results)["planned_games"] == 200


def test_disagreeing_tables_raise_the_alarm_at_the_top(page, wild_page):
    assert wild_page.index("tables of this study disagree") < wild_page.index("How sure")
    assert "tables of this study disagree" not in page


def test_several_pairings_have_a_table_of_their_own(page, wild_page):
    assert "By pairing" in wild_page
    assert "4 pairings" in wild_page
    assert "By pairing" not in page


def test_what_is_reconstructed_stands_under_the_headline_and_leads_to_the_list(page):
    said = "Reconstructed, not taken from the printed game: the combat results table"
    assert page.index("<h1") < page.index(said) < page.index("How sure")
    assert '<a href="#estimates">The list in full</a>' in page
    assert page.index('<h3 id="estimates">') > page.index("Data and limits</h2>")


def test_games_that_captions_name_lead_to_the_list_where_they_have_no_replays(page):
    captions = "".join(re.findall(r"<figcaption>.*?</figcaption>", page, re.DOTALL))
    assert set(re.findall(r'<a href="([^"]*)">', captions)) == {"#examples"}
    assert 'id="examples"' in page


def test_every_figure_names_games_that_show_what_it_shows(page):
    figures = re.findall(r"<figcaption>.*?</figcaption>", page, re.DOTALL)
    assert len(figures) == 14
    assert all(re.search(r"Games to look at: .*: seed \d+", words) for words in figures)
