"""Puts a variant's own rule functions in the place of the game's.

Whatever calls a replaceable function, referee or staff, asks the rules of its state for the
address of another (``balance/kernel/replaceable.py``). So only the variant's function is compiled,
and one process can play the game under several sets of them.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from balance.errors import DataError
from balance.files.charts import shown_path
from balance.rulebook.functions import RuleFunction
from balance.rulebook.ruleset import Ruleset
from balance.rulebook.telling import hold_to_telling, is_held

_addresses: dict[tuple[str, str, str, Any, bool], int] = {}


def put_own_functions(state: Any, ruleset: Ruleset) -> None:
    """Have a state and its copies play by the rule functions of a ruleset; mutates its ``rules``.

    Raises
    ------
    DataError
        If one of them can't be loaded or compiled.
    """
    from balance.kernel.replaceable import OWN

    for function in ruleset.functions.values():
        state.rules[OWN + function.name] = _address(function, state)


def _address(function: RuleFunction, state: Any) -> int:
    """Where the function is, compiled for states of this kind."""
    key = (str(function.documented.game), function.name, function.hash, state.form, is_held())
    if key not in _addresses:
        from balance.kernel.replaceable import WrongResult, address_of

        replaced = getattr(import_module(function.documented.full_module), function.name)
        own = _load(function, replaced)
        if is_held():
            own = hold_to_telling(function, own)
        try:
            _addresses[key] = address_of(own, replaced, state)
        except WrongResult as error:
            raise DataError(f"{shown_path(function.path)}: {function.name} {error}") from error
        except Exception as error:
            place, reason = _told_by_numba(function.path, error)
            raise DataError(
                f"{place}: can't be compiled; write it like the function it replaces, in what "
                f"Numba understands. Numba says: {reason}"
            ) from error
    return _addresses[key]


def _told_by_numba(path: Path, error: Exception) -> tuple[str, str]:
    """Where Numba stopped in a file, with the line if it says one, and what it says in short."""
    if isinstance(error, KeyError):  # a field of the state or of its rules
        name = str(error.args[0])
        place = next(
            (f":{n}" for n, line in enumerate(_lines_of(path), 1) if f".{name}" in line), ""
        )
        return f"{shown_path(path)}{place}", f"there is no field {name!r} there"
    told = " ".join(str(error).split())
    lines = re.findall(rf'{re.escape(path.name)}"?(?:, line |:| \()(\d+)', told)
    place = f"{shown_path(path)}:{lines[-1]}" if lines else shown_path(path)
    short = re.search(r"name '\w+' is not defined|Unknown attribute '\w+'", told)
    return place, short[0] if short else f"{type(error).__name__}: {told[:600]}"


def _lines_of(path: Path) -> list[str]:
    """Lines of a file that has been read before."""
    return path.read_text(encoding="utf-8").splitlines()


def _load(function: RuleFunction, replaced: Any) -> Any:
    """The function as its file has it; by the name of the replaced one it calls the game's own."""
    from balance.kernel.replaceable import built_in

    shown = shown_path(function.path)
    module = ModuleType(f"{function.documented.full_module}__{function.name}_{function.hash}")
    module.__file__ = str(function.path.resolve())
    # Numba finds the globals of cached code by the name of their module.
    sys.modules[module.__name__] = module
    try:
        exec(compile(function.source, module.__file__, "exec", dont_inherit=True), vars(module))
    except Exception as error:
        raise DataError(f"{shown}: can't be loaded: {type(error).__name__}: {error}") from error
    own = getattr(module, function.name)
    for name, value in list(vars(module).items()):
        if value is replaced:
            setattr(module, name, built_in(replaced))
        elif getattr(value, function.name, None) is replaced:
            home = function.documented.full_module
            raise DataError(f"{shown}: import names, not the module: from {home} import ...")
    # Decorated or not, it's the game that says how.
    return getattr(own, "py_func", own)
