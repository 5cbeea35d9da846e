from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr
from statsmodels.stats.multitest import multipletests

from balance.analysis.estimates.multiplicity import holm
from balance.errors import BadQuestion


@settings(max_examples=40)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_adjusted_p_values_are_those_of_statsmodels(p_values):
    with mock.patch("gc.collect"):  # it collects garbage at each call: long in a large process
        _, adjusted, *_ = multipletests(p_values, method="holm")
    assert holm(p_values) == pytest.approx(adjusted)


def test_variants_that_change_nothing_raise_a_false_alarm_no_more_often_than_stated():
    rng = np.random.default_rng(1)
    shared = rng.normal(size=(4000, 1))  # all are compared with the same baseline
    z = (rng.normal(size=(4000, 6)) + shared) / np.sqrt(2)
    alarms = [(holm(2 * ndtr(-abs(row))) <= 0.05).any() for row in z]
    assert np.mean(alarms) < 0.055


def test_what_is_no_probability_is_refused():
    with pytest.raises(BadQuestion, match="p value"):
        holm([0.1, 1.2])
    with pytest.raises(BadQuestion, match="p value nan"):
        holm([float("nan")])
