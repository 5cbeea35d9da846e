"""Shortcuts in Numba's compiler: with them a game is compiled in four fifths of the time.

None of them changes what is compiled. Each answers a question that Numba asks over and over, or
leaves out what nobody here looks at. Where a version of Numba is built otherwise, a shortcut whose
place isn't found is left out.
"""

# Numba and llvmlite have no type hints.
# mypy: disable-error-code="no-untyped-call, no-untyped-def, import-untyped, method-assign"

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Seldom look for garbage meanwhile: the compiler makes millions of objects and keeps most."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000, 100, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def take_shortcuts() -> None:
    """Put all shortcuts in their places."""
    for shortcut in (
        _know_options,
        _know_operators,
        _list_variables,
        _follow_variables_late,
        _leave_lock_unwatched,
    ):
        with suppress(ImportError, AttributeError):
            shortcut()


def _know_options() -> None:
    """Compare the options of a compilation without looking up each by its name.

    Numba does that each time it meets an operator.
    """
    from numba.core.targetconfig import TargetConfig

    @cache
    def usual_options(kind: Any) -> dict[str, Any]:
        return {name: option.default for name, option in kind.options.items()}

    def values(flags: Any) -> dict[str, Any]:
        """Return all options by name."""
        return {**usual_options(flags.__class__), **flags._values}

    TargetConfig.values = values


def _know_operators() -> None:
    """Remember what an operator or a function of NumPy gives for arguments of these types.

    Numba tries all it has under that name, some ten for each, every time.
    """
    from numba.core import types

    # Types that are what they are, whatever is compiled meanwhile.
    lasting = (
        types.Number,
        types.Boolean,
        types.NoneType,
        types.NumberClass,
        types.EnumMember,
        types.Array,
        types.Record,
        types.SliceType,
    )
    usual = types.Function.get_call_type
    known: dict[Any, tuple[Any, Any]] = {}

    def lasts(kind: Any) -> bool:
        # Tuples have parts.
        return all(isinstance(each, lasting) for each in getattr(kind, "types", (kind,)))

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(map(lasts, args)):
            return usual(self, context, args, kws)
        question = (self, context, args)
        if question not in known:
            signature = usual(self, context, args, kws)
            known[question] = (signature, self.get_impl_key(signature))
        signature, implementation = known[question]
        self._impl_keys[signature.args] = implementation
        return signature

    types.Function.get_call_type = get_call_type


def _list_variables() -> None:
    """List the variables of an instruction without taking its every part for a possible list."""
    from numba.core import ir

    usual = ir.Inst._rec_list_vars
    plain = frozenset({str, int, bool, type(None), ir.Loc})

    def rec_list_vars(self: Any, part: Any) -> list[Any]:
        if type(part) is not dict:
            return list(usual(self, part))
        found = []
        for each in part.values():
            kind = type(each)
            if kind is ir.Var:
                found.append(each)
            elif kind not in plain:
                found.extend(usual(self, each))
        return found

    ir.Inst._rec_list_vars = rec_list_vars


def _follow_variables_late() -> None:
    """Find out where variables live when that is asked for.

    Numba does so after each pass that may have changed a function, and looks once or twice.
    """
    from numba.core import analysis, ir, transforms
    from numba.core.postproc import PostProcessor, VariableLifetime

    usual, usual_variables = PostProcessor.run, ir.FunctionIR.get_block_entry_vars

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if function.is_generator:
            usual(self, emit_dels, extend_lifetimes)
            return
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)
        function.block_entry_vars = {}
        function.generator_info = None
        if emit_dels:
            self._insert_var_dels(extend_lifetimes=extend_lifetimes)

    def get_block_entry_vars(self: Any, block: Any) -> Any:
        if not self.block_entry_vars:
            life = self.variable_lifetime
            found = analysis.compute_live_variables(
                life.cfg, self.blocks, life.usedefs.defmap, life.deadmaps.combined
            )
            self.block_entry_vars = {each: found[place] for place, each in self.blocks.items()}
        return usual_variables(self, block)

    PostProcessor.run = run
    ir.FunctionIR.get_block_entry_vars = get_block_entry_vars


def _leave_lock_unwatched() -> None:
    """Call LLVM without telling anybody: its lock calls back twice for every small thing."""
    from llvmlite.binding import ffi

    for enter, leave in tuple(ffi.lib._lock._cblist):
        if enter.__module__ == "numba.core.base":
            ffi.unregister_lock_callback(enter, leave)
