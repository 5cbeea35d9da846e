"""Reads a page as a browser would."""

import re
from dataclasses import replace
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "link", "input", "col", "wbr"}
HOSTILE = '<script>alert("x")</script>&\'"\u202e\u05d0\u05d1$^$'


class Reader(HTMLParser):
    """Collects what a browser would see: elements, ids, references, text; checks nesting."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.ids, self.loads, self.links = [], [], [], [], []
        self.text = []

    def handle_starttag(self, tag, attributes):
        self.handle_startendtag(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "srcset", "data", "action", "poster", "xlink:href"):
                self.loads.append(value)
            if name == "href":
                self.links.append(value)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def drawings(page):
    """Attributes of each figure; the parts that stand for it on paper are none of their own."""
    tags = read(page).tags
    return [own for tag, own in tags if tag == "svg" and own.get("aria-hidden") != "true"]


def scripts(page):
    """Number of scripts on a page."""
    return len(re.findall(r"<script\b", page))


def with_pictures(page, pictures):
    """A page with figures that are drawn already in place of its own of the same keys."""
    known = {picture.key: picture for picture in pictures}
    sections = [
        replace(section, pictures=[known.get(each.key, each) for each in section.pictures])
        for section in page.sections
    ]
    return replace(page, sections=sections)
