"""Compiled code from the cache that takes no more memory and time than it needs.

Numba keeps two forms of an entry in its cache: machine code, and bitcode for callers still to be
compiled. On loading it parses the bitcode each time: a third of the memory of a process that plays
games. Nobody ever asks for it, since kernels call an entry as an inner kernel, which is compiled
anew. So in its place Numba reads a module that holds nothing but names.

Where a version of Numba lacks the hooks for that, entries get its own cache.
"""

# Numba and llvmlite have no type hints, or not for what is used here.
# mypy: disable-error-code="no-untyped-call, import-untyped, attr-defined"

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

from balance.kernel.cache import written_since

try:
    from llvmlite import binding, ir
    from numba.core.caching import CompileResultCacheImpl, FunctionCache
except ImportError:  # pragma: no cover

    def cache_entry(dispatcher: Any) -> None:
        """Keep the machine code of an entry from run to run."""
        if isinstance(dispatcher, Dispatcher):
            dispatcher.enable_caching()

else:

    class _EntryCacheImpl(CompileResultCacheImpl):
        """Form of an entry in the cache: Numba's own with names for bitcode."""

        def reduce(self, cres: Any) -> Any:
            (name, kind, (code, bitcode)), *others = super().reduce(cres)
            return ((name, kind, (code, _names_only(bitcode))), *others)

    class _EntryCache(FunctionCache):
        """Cache of an entry, looked for when the entry is first called.

        Of two hundred entries a process that plays games calls eight; to stamp and find the files
        of all took it a fifth of its start. What was written since the entry was read is not what
        would be compiled: such an entry is neither loaded nor saved.
        """

        _impl_class = _EntryCacheImpl

        def __init__(self, kernel: Any) -> None:
            self._kernel, self._read = kernel, time.time_ns()

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or "_enabled" in vars(self):
                raise AttributeError(name)
            super().__init__(self._kernel)
            file = Path(self._kernel.__code__.co_filename)
            if file.is_file() and written_since(file, self._read):
                self.disable()
            return getattr(self, name)

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            # The first thing asked of any entry, and the call below has Numba load all its parts.
            _import_without_scipy()
            return super().load_overload(sig, target_context)

    def cache_entry(dispatcher: Any) -> None:
        """Keep the machine code of an entry from run to run."""
        if isinstance(dispatcher, Dispatcher):
            dispatcher._cache = _EntryCache(dispatcher.py_func)


def has_code(entry: Any) -> bool:
    """Whether machine code of an entry is in the cache, for this processor and source.

    With the JIT switched off there is nothing to wait for either.
    """
    if not isinstance(entry, Dispatcher):
        return True
    try:
        index = entry._cache._cache_file._load_index()
        processor = entry.targetctx.codegen().magic_tuple()
    except (AttributeError, OSError):  # another Numba's cache, or none that can be read
        return True
    return any(processor in key for key in index)


def _names_only(bitcode: bytes) -> bytes:
    """Bitcode of a module that has the names another one defines, and nothing behind them.

    Names that a module keeps to itself are left out: Numba asks for none of them.
    """
    module = binding.parse_bitcode(bitcode)
    own = (binding.Linkage.private, binding.Linkage.internal)
    names = ir.Module(module.name)
    names.triple, names.data_layout = module.triple, module.data_layout
    for each in module.functions:
        if not each.is_declaration and each.linkage not in own:
            kind = ir.FunctionType(ir.VoidType(), ())
            ir.IRBuilder(ir.Function(names, kind, each.name).append_basic_block()).ret_void()
    for each in module.global_variables:
        if not each.is_declaration and each.linkage not in own:
            ir.GlobalVariable(names, ir.IntType(8), each.name).initializer = ir.IntType(8)(0)
    return bytes(binding.parse_assembly(str(names)).as_bitcode())


def _import_without_scipy() -> None:
    """Import the part of Numba that would import SciPy's linear algebra, without that.

    It only wants to know whether that could be imported. What really calls it, ``np.dot`` say,
    imports it when it is compiled or run. Kernels don't, and it takes 15 MB and 0.2 s.
    """
    name = "numba.np.arraymath"
    if name in sys.modules or find_spec("scipy") is None:
        return
    try:
        from numba.np import linalg

        ensure_blas = linalg.ensure_blas
    except (ImportError, AttributeError):  # pragma: no cover
        return
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = ensure_blas
    arraymath.ensure_blas = ensure_blas
