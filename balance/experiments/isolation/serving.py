"""Inside a process apart: works for the process that started it, see ``apart``."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import signal
import sys
import threading
from functools import partial
from types import ModuleType

from balance.errors import BalanceError
from balance.experiments.blocks import end_after
from balance.experiments.isolation.answers import MARK, write_answer
from balance.strategy.calls import fit_to_print, name_of_fault, traceback_of

#: Packages that no game can be played, or told, without.
_NEEDED = {"balance", "builtins", "numba", "numpy", "os", "pickle", "pyarrow", "sys"}
_working = False


def is_apart() -> bool:
    """Whether this process is one apart."""
    return _working


def serve(last_words: int, lifeline: int) -> None:
    """Work for the process that started this one, until it says no more.

    Parameters
    ----------
    last_words
        File for what was running when this process ended in the middle of it.
    lifeline
        Pipe whose other end is closed when that process is gone.
    """
    global _working
    _working = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # see calls.is_fault_of_code
    asked = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a plugin prints must not come between the answers
    _end_with(lifeline)
    os.register_at_fork(after_in_child=partial(os._exit, 0))  # a copy would play the game, too
    faulthandler.enable(last_words)
    mark = asked.read(MARK)
    intact = _Intact()

    def tell(kind: str, what: object) -> None:
        try:
            write_answer(answers, mark, kind, what)
        except OSError:
            os._exit(1)  # nobody listens any more

    def begin(game: object) -> None:
        intact.check()
        tell("begins", game)
        if limits.in_force:
            faulthandler.dump_traceback_later(limits.last_second, exit=True, file=last_words)

    while True:
        try:
            work, arguments, limits, here = pickle.load(asked)
        except EOFError:
            return
        os.chdir(here)
        try:
            done = work(*arguments, begin=begin)
            intact.check()
            tell("done", done)
        except BalanceError as error:
            tell("refused", (type(error).__name__, fit_to_print(str(error))))
        except OSError as error:
            told = (name_of_fault(error), traceback_of(error))
            tell("unreadable", (*told, error.errno or 0, str(error.strerror), error.filename))
        except Exception as error:
            intact.mend()
            tell("broken", (name_of_fault(error), traceback_of(error)))
        finally:
            faulthandler.cancel_dump_traceback_later()


def _end_with(lifeline: int) -> None:
    """Have this process end when the one that it works for does, however that happens.

    On Linux the system ends it, and all that it has started, at once: a compiled function that
    never ends keeps a thread of Python from ever running. (``PR_SET_PDEATHSIG`` would do so when
    the thread ends that started this process.)
    """
    threading.Thread(target=end_after, args=(os.getppid(),), daemon=True).start()
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)


class _Intact:
    """Sees to it that what Python finds its modules by is there after a game as it was before."""

    def __init__(self) -> None:
        self._modules: dict[str, ModuleType] = {}
        self._path = list(sys.path)
        self._note()

    def _note(self) -> None:
        for name in sys.modules.keys() - self._modules.keys():
            if name.partition(".")[0] in _NEEDED:
                self._modules[name] = sys.modules[name]

    def check(self) -> None:
        """Raise a RuntimeError if something is gone; else what is new is to stay, too."""
        lost = [
            *(f"sys.modules has lost {name}" for name in self._modules if name not in sys.modules),
            *(f"sys.path has lost {folder!r}" for folder in self._path if folder not in sys.path),
        ]
        if lost:
            raise RuntimeError(f"{lost[0]}; code that plays a game must take nothing from either")
        self._note()

    def mend(self) -> None:
        """Put back what was there."""
        sys.modules.update(self._modules)
        sys.path = list(self._path)
