"""Every error a user can cause: one tree, one clear message each.

A message says *where: what is wrong with which value; what was expected; what to do* and cites the
rule where there is one. The command line prints it on stderr and exits with code 2; bugs of the
product itself stay plain exceptions with a traceback.

BalanceError
    DataError         a data, variant, opening or strategy file is wrong (names file and line)
    UnknownName       no game, scenario, strategy, variant, parameter of that name (near ones told)
    StrategyError     a strategy raised, returned nonsense or broke its contract
    ResumeMismatch    a study folder holds another study
    ReplayMismatch    a game doesn't go again as it is stored
    BadQuestion       a study is asked what its settings or games can't answer
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

#: Of a longer list those that come near are told alone.
_MOST_SHOWN = 40
#: Between what is sought and where: "column of unit 'GD'".
_OWNER = re.compile(r"( (?:of|in|for) )")


class BalanceError(Exception):
    """Anything a user can put right; the message is the whole report."""


class Terminated(KeyboardInterrupt):
    """The command is ended by ``kill``, as schedulers of jobs do it: it ends as by Ctrl-C."""


class DataError(BalanceError):
    """A file is wrong. Collects all faults of a load and raises once.

    Each fault is told once, though many rows may have met it.

    >>> DataError(["a.csv:2: missing 7", "b.csv:9: no hex", "a.csv:2: missing 7"]).faults
    ['a.csv:2: missing 7', 'b.csv:9: no hex']
    """

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults = [faults] if isinstance(faults, str) else list(dict.fromkeys(faults))
        super().__init__("\n".join(self.faults))


class UnknownName(BalanceError):
    """No such name; says what kind of thing was sought and which names come near.

    >>> str(UnknownName("strategy", "historcal", ["historical", "random"]))
    "unknown strategy 'historcal'; did you mean 'historical'? Known: historical, random"
    >>> str(UnknownName("column of unit 'GD'", "cost", ["attack"]))
    "unknown column 'cost' of unit 'GD'. Known: attack"

    ``see`` says where they are all listed.
    """

    def __init__(self, kind: str, name: object, known: Iterable[str], see: str = "") -> None:
        names = sorted(known)
        what, *owner = _OWNER.split(kind, maxsplit=1)
        told = f"unknown {what} {name!r}{''.join(owner)}"
        near = _near(name, names)
        if near and len(names) > _MOST_SHOWN:
            super().__init__(f"{told}; {near}{f' {see}' if see else ''}")
        else:
            shown = f"{_shown(names)}{f'; {see}' if see else ''}"
            super().__init__(f"{told}{f'; {near}' if near else '.'} Known: {shown}")

    @classmethod
    def of_several(cls, kind: str, name: object, meant: Iterable[str]) -> UnknownName:
        """Say that a name fits several.

        >>> str(UnknownName.of_several("scenario", "uranus", ["campaign/uranus", "duel/uranus"]))
        "scenario 'uranus' may be several; expected one of campaign/uranus, duel/uranus"
        """
        error = cls.__new__(cls)
        BalanceError.__init__(
            error, f"{kind} {name!r} may be several; expected one of {_shown(sorted(meant))}"
        )
        return error


def told_near(name: object, known: Iterable[str]) -> str:
    """Which names come near a wrong one, or where none does, which there are.

    >>> told_near("strik", ["hold", "strike"]), told_near("?", ["hold", "strike"])
    ("did you mean 'strike'?", 'expected one of hold, strike')
    """
    names = sorted(known)
    return _near(name, names) or f"expected one of {_shown(names)}"


def _near(name: object, names: list[str]) -> str:
    # What a file gives for a name may be of any type.
    near = difflib.get_close_matches(str(name), names, n=3, cutoff=0.5)
    return f"did you mean {' or '.join(repr(n) for n in near)}?" if near else ""


def _shown(names: list[str]) -> str:
    return (", ".join(names[:_MOST_SHOWN]) + (" ..." if len(names) > _MOST_SHOWN else "")) or "none"


class StrategyError(BalanceError):
    """A strategy raised, returned nonsense or broke its contract."""


class ResumeMismatch(BalanceError):
    """The output folder holds another study, or one made by other rules or versions."""


class ReplayMismatch(BalanceError):
    """A game played again doesn't go as its study has it, for something has changed since."""


class BadQuestion(BalanceError):
    """A study is asked what its settings or its games can't answer."""


class UncheckedStudy(UserWarning):
    """A study is read that an older version wrote without checksums."""


def error_again(kind: str, message: str) -> BalanceError:
    """An error that another process has raised, by the name of its class and its message.

    >>> error_again("StrategyError", "never ends")
    StrategyError('never ends')
    """
    known = globals().get(kind)
    cls = known if isinstance(known, type) and issubclass(known, BalanceError) else BalanceError
    error = cls.__new__(cls, message)
    if isinstance(error, DataError):
        error.faults = message.split("\n")
    return error
