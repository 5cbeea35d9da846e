"""Bundles: named tuples of arrays that kernels take by a pointer."""

from __future__ import annotations

import gc
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import config, typeof, types

from balance.kernel.bundles import bundle
from balance.kernel.compiled import entry, inlined, inner
from balance.kernel.records import as_row

pytestmark = pytest.mark.compiled
COMPILED = not config.DISABLE_JIT
needs_compiler = pytest.mark.skipif(not COMPILED, reason="of compiled code alone")


@bundle
class Papers(NamedTuple):
    """A record, a list and a table."""

    scalars: Any
    numbers: np.ndarray
    table: np.ndarray


class Plain(NamedTuple):
    scalars: Any
    numbers: np.ndarray
    table: np.ndarray


def papers(kind=Papers, numbers=(1, 2, 3)):
    scalars = as_row(np.zeros(1, [("count", "i4"), ("share", "f8")]))
    return kind(scalars, np.array(numbers), np.zeros((2, 3)))


@inlined
def number_at(papers, place):
    return papers.numbers[place]


@inner
def enter(papers, place, factor):
    papers.table[1, place] += factor * number_at(papers, place)
    papers.scalars.count += 1


@entry
def enter_all(papers, factor):
    scratch = np.zeros(len(papers.numbers))
    for place in range(len(papers.numbers)):
        enter(papers, np.int64(place), factor)
        scratch[place] = papers.table[1, place]
    return scratch.sum()


@entry
def enter_twice(papers, factor):
    return enter_all(papers, factor) + enter_all(papers, factor)


@entry
def add_first(one, other):
    return one.numbers[0] + 10 * other.numbers[0]


@inner
def first_of(papers):
    return papers.numbers[0]


@entry
def add_first_inside(one, other):
    return first_of(one) + 10 * first_of(other)


@entry
def add_first_of_array(papers, numbers):
    return papers.numbers[0] + numbers[0]


@entry
def put_together(papers, other):
    made = Papers(papers.scalars, other.numbers, papers.table)
    return first_of(papers) + 10 * first_of(made)


@entry
def choose(one, other, second):
    chosen = other if second else one
    return first_of(chosen)


def test_kernels_read_and_write_the_arrays_of_a_bundle():
    given = papers()
    assert enter_twice(given, 2.0) == 12.0 + 24.0
    assert given.table.tolist() == [[0, 0, 0], [4, 8, 12]]
    assert given.scalars.count == 6


def test_a_bundle_gives_what_the_plain_tuple_gives():
    given, plain = papers(), papers(Plain)
    assert enter_twice(given, 0.5) == enter_twice(plain, 0.5)
    assert given.table.tolist() == plain.table.tolist()


def test_each_bundle_has_memory_of_its_own():
    one, other = papers(numbers=[1]), papers(numbers=[2])
    assert add_first(one, other) == 21
    assert add_first_inside(one, other) == 21
    assert add_first_inside(other, one) == 12
    assert [choose(one, other, second) for second in (False, True)] == [1, 2]


def test_bundles_of_other_types_are_told_apart():
    assert enter_all(papers(), 1.0) == 6.0
    assert enter_all(papers(numbers=[0.5, 1.0, 2.0]), 1.0) == 3.5
    assert enter_all(papers(), np.int64(2)) == 12.0


def test_arrays_beside_a_bundle_are_told_apart():
    given = papers()
    assert add_first_of_array(given, np.array([4])) == 5
    assert add_first_of_array(given, np.array([0.5])) == 1.5
    assert add_first_of_array(given, np.array([4], np.int16)) == 5


def test_a_replaced_array_is_the_one_that_kernels_see():
    given = papers()
    enter_all(given, 1.0)
    changed = given._replace(numbers=np.array([5, 5, 5]))
    assert type(changed) is Papers
    assert enter_all(changed, 1.0) == (5 + 1) + (5 + 2) + (5 + 3)
    assert enter_all(given._replace(numbers=np.array([0.5, 0.5, 0.5])), 0.0) == 21.0


def test_an_array_replaced_by_one_like_it_keeps_the_form():
    given = papers()
    assert given._replace(numbers=np.arange(3)).form == given.form
    assert given._replace(numbers=np.arange(3.0)).form != given.form
    assert given._replace(numbers=np.arange(6)[::2]).form != given.form
    assert papers().form == given.form


def test_what_is_handed_over_is_the_same_however_a_bundle_came_about():
    given = papers()
    other = papers(numbers=(7, 8, 9, 10))
    for changed in (
        {"numbers": np.array([4, 5, 6])},
        {"scalars": papers().scalars, "table": np.ones((2, 3))},
        {"numbers": other.numbers, "table": other.table},
        {"table": np.ones((3, 2)).T},
    ):
        made = given._replace(**changed)
        anew = Papers(*made)
        assert made._packed.tolist() == anew._packed.tolist()
        assert made.form == anew.form
        assert given._packed.tolist() == Papers(*given)._packed.tolist()


def test_a_bundle_outlives_its_maker():
    kept = [papers(numbers=[n]) for n in range(50)]
    _ = [first.address for first in kept]
    gc.collect()
    assert [add_first(each, each) for each in kept] == [11 * n for n in range(50)]


def test_a_kernel_may_put_one_together():
    assert put_together(papers(), papers(numbers=[4])) == 41


@needs_compiler
def test_an_error_of_python_in_unpacking_is_raised():
    given = papers()
    enter_all(given, 1.0)
    given.__dict__["address"] = "nowhere"
    with pytest.raises(TypeError):
        enter_all(given, 1.0)


@needs_compiler
def test_the_hash_of_a_bundle_does_not_ask_for_those_of_its_arrays(monkeypatch):
    kind = typeof(papers())
    assert hash(typeof(papers())) == hash(kind)

    def ask(array):
        raise AssertionError(array)

    monkeypatch.setattr(types.Array, "__hash__", ask)
    hash(kind)
