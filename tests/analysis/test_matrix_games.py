import nashpy
import numpy as np
import pytest
from scipy.optimize import linprog

from balance.analysis.contests.matrix_games import exploitability, solve_matrices, solve_matrix


def value_by_program(matrix):
    """The value by a general solver of linear programs, as an oracle."""
    rows, columns = matrix.shape
    result = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return result.x[-1]


def test_value_and_mixes_are_those_of_nashpy():
    rng = np.random.default_rng(1)
    for _ in range(8):
        matrix = rng.random((4, 4)) - 0.5
        rows, columns = next(iter(nashpy.Game(matrix, -matrix).support_enumeration()))
        ours = solve_matrix(matrix + 0.5)
        assert ours.value == pytest.approx(rows @ matrix @ columns + 0.5)
        assert ours.rows == pytest.approx(rows, abs=1e-9)
        assert ours.columns == pytest.approx(columns, abs=1e-9)


@pytest.mark.parametrize("shape", [(1, 4), (2, 5), (6, 3), (7, 7), (16, 12)])
def test_stacks_are_solved_as_one_by_one_with_payoffs_that_tie_or_hardly_differ(shape):
    rng = np.random.default_rng(2)
    games = rng.random((60, *shape))
    games[::2] = np.round(3 * games[::2]) / 3
    games[1::5] = 0.5
    games[2::5] *= 1e-7
    found = solve_matrices(games)
    for matrix, value, rows, columns in zip(
        games, found.values, found.rows, found.columns, strict=True
    ):
        assert rows.sum() == pytest.approx(1)
        assert columns.sum() == pytest.approx(1)
        assert min(rows.min(), columns.min()) >= 0
        assert rows @ matrix @ columns == pytest.approx(value, abs=1e-12)
        # Nobody gains by leaving the equilibrium.
        assert exploitability(matrix, rows, columns) == pytest.approx(0, abs=1e-12)
    assert found.values[:6] == pytest.approx(
        [value_by_program(game) for game in games[:6]], abs=1e-9
    )


def test_where_one_strategy_of_each_side_is_best_both_play_it_alone():
    found = solve_matrix(np.array([[0.6, 0.5], [0.5, 0.5], [0.2, 0.5]]))
    assert (found.value, found.rows.tolist(), found.columns.tolist()) == (0.5, [1, 0, 0], [0, 1])


def test_of_strategies_that_are_as_good_none_plays_that_another_dominates():
    # The second of each side does as well against the best of the other, and better against others.
    rows = solve_matrix(np.array([[0.0, 0.0], [0.0, 1.0]])).rows
    columns = solve_matrix(np.array([[1.0, 1.0], [1.0, 0.9]])).columns
    assert (rows.tolist(), columns.tolist()) == ([0, 1], [0, 1])
