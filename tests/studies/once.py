"""Asks a question once: tests that look at the same made-up study share its answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from balance.studies.answer import Answer


def once(ask: Callable[..., Answer]) -> Callable[..., Answer]:
    """Keep the answers of ``ask``, but those of a study in a folder of the test's own (``out``)."""
    answers: dict[str, Answer] = {}

    @wraps(ask)
    def asked(*words: object, **options: object) -> Answer:
        if "out" in options:
            return ask(*words, **options)
        question = repr((words, sorted(options.items())))
        if question not in answers:
            answers[question] = ask(*words, **options)
        return answers[question]

    return asked
