"""How a long study shows that it is alive: a bar with games a second, time left, interim result."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from threading import Timer
from typing import Protocol

from balance.counting import counted

Outcomes = Counter[tuple[str, str]]


class Progress(Protocol):
    """What a study reports while it is played."""

    def tell(self, text: str) -> None:
        """Something to know before the first game."""

    def stage(self, name: str) -> contextlib.AbstractContextManager[None]:
        """Work of unknown length before the first game."""

    def games(
        self, total: int, before: Outcomes, sides: Mapping[str, str]
    ) -> contextlib.AbstractContextManager[None]:
        """Play of the games; an earlier run played those of ``before``. Keys of sides to names."""

    def block_played(self, games: int, outcomes: Outcomes) -> None:
        """Some more games are stored."""


class Silent:
    """Shows nothing."""

    def tell(self, text: str) -> None:
        """Show nothing."""

    def stage(self, name: str) -> contextlib.AbstractContextManager[None]:
        """Show nothing."""
        return contextlib.nullcontext()

    def games(
        self, total: int, before: Outcomes, sides: Mapping[str, str]
    ) -> contextlib.AbstractContextManager[None]:
        """Show nothing."""
        return contextlib.nullcontext()

    def block_played(self, games: int, outcomes: Outcomes) -> None:
        """Show nothing."""


#: How long the first work of a version takes, whatever it is.
FIRST_RUN = "the first run compiles the engine, which takes a minute or so"


@contextlib.contextmanager
def working(doing: str, takes: str, *, quiet: bool = False, after: float = 1.0) -> Iterator[None]:
    """Say on stderr what is done meanwhile, and about how long it takes.

    A spinner turns on a terminal; elsewhere the words are a line, once the work has gone on for
    ``after`` seconds: what is refused at once is told alone.
    """
    if quiet:
        yield
        return
    from rich.console import Console

    console = Console(stderr=True)
    text = f"{doing} ({takes}) ..."
    if console.is_terminal:
        with console.status(text):
            yield
        return
    say = partial(console.print, text, markup=False, highlight=False, soft_wrap=True)
    if not after:
        say()
        yield
        return
    later = Timer(after, say)
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()


class Bar:
    """A progress bar on the terminal (stderr)."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(stderr=True)
        self._outcomes: Outcomes = Counter()
        self._sides: Mapping[str, str] = {}

    def _interim(self) -> str:
        return interim(self._outcomes, self._sides)

    def tell(self, text: str) -> None:
        """Show a line that stays."""
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Show a spinner; the first use of a version compiles the engine, which takes a while."""
        with working(name, FIRST_RUN, after=0):
            yield

    @contextlib.contextmanager
    def games(self, total: int, before: Outcomes, sides: Mapping[str, str]) -> Iterator[None]:
        """Show the bar while games are played."""
        from rich import progress as rp

        self._outcomes, self._sides = Counter(before), sides
        played = sum(before.values())
        columns = (
            rp.TextColumn("playing"),
            rp.BarColumn(),
            rp.TextColumn("{task.completed:,.0f}/{task.total:,.0f} games"),
            rp.TextColumn("{task.fields[rate]}"),
            rp.TextColumn("left"),
            rp.TimeRemainingColumn(compact=True),
            rp.TextColumn("{task.fields[interim]}"),
        )
        self._bar = rp.Progress(*columns, console=self._console, speed_estimate_period=60)
        self._task = self._bar.add_task(
            "", total=total, completed=played, rate="", interim=self._interim()
        )
        with self._bar:
            yield
        if not self._console.is_terminal:
            played = sum(self._outcomes.values())
            self._console.print(f"{counted(played, 'game')}: {self._interim()}")

    def block_played(self, games: int, outcomes: Outcomes) -> None:
        """Move the bar on."""
        self._outcomes.update(outcomes)
        self._bar.update(self._task, advance=games, interim=self._interim())
        speed = self._bar.tasks[self._task].speed
        self._bar.update(self._task, rate=f"{speed:.1f} games/s" if speed else "")


def as_progress(progress: bool | Progress) -> Progress:
    """A bar for True, silence for False, else what is given."""
    if isinstance(progress, bool):
        return Bar() if progress else Silent()
    return progress


def interim(outcomes: Outcomes, sides: Mapping[str, str]) -> str:
    """Return the result so far, in counts.

    >>> outcomes = Counter({("axis", "victory_points"): 3, ("none", "strategy_error"): 1})
    >>> interim(outcomes, {"axis": "German", "soviet": "Soviet"})
    'German 3, Soviet 0, none 1'
    """
    winners = Counter(dict.fromkeys(sides, 0))
    for (winner, _), games in outcomes.items():
        winners[winner] += games
    return ", ".join(f"{sides.get(winner, winner)} {games:,}" for winner, games in winners.items())
