# Two commands on a fresh clone: `make report` and `make test`. Needs Python 3.11 or newer, make and git.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do command -v $$p >/dev/null && \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
GAMES ?= 400
SEED ?= 1
# Who plays; the main pairing of the field where neither is named.
AXIS ?=
SOVIET ?=
STUDY ?= studies/blue$(AXIS:%=-%)$(SOVIET:%=-%)-seed$(SEED)
# Processes for the tests.
WORKERS ?= 2
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal
# Where most tests need no compiled code; see tests/conftest.py. What prepares longest comes first:
# begun last, it would be prepared by two processes.
PLAIN := $(addprefix tests/,analysis kernel rules games staff maps strategy experiments playthroughs)
# As the command line has it: threads for small sums wait more than they work.
export OPENBLAS_NUM_THREADS ?= 1
# A start-up reads what was parsed before, in whatever surroundings.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: report test check setup format lint types compile compile-blue compile-star compile-uranus compile-common unit unit-plain unit-compiled doctests bench-check \
	short-study wheel wheel-compiled coverage bounds-check lowest long-check readme readme-check first-hour clean

report: .venv/installed
	$(BIN)/balance run blue $(AXIS:%=--axis %) $(SOVIET:%=--soviet %) --games $(GAMES) --seed $(SEED) --out $(STUDY)
	$(BIN)/balance report $(STUDY)

# All stages below, two at a time where that can be; ends with how long each took.
test: setup
	@$(BIN)/python -m tests.stages

# While working: the source put into shape, lint, types, and the tests near what git says has changed.
check: format lint types
	@$(BIN)/python -m tests.near_tests

setup: .venv/installed-dev

.venv/installed .venv/installed-dev: pyproject.toml | .venv/bin/python
	@echo "installing wargame-balance and what it needs into .venv ..."
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable '.$(if $(findstring dev,$@),[dev])'
	@touch .venv/installed $@

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
	@$(PYTHON) -m venv .venv

format: .venv/installed-dev
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=. $(BIN)/lint-imports

# By itself where the machine is so busy that the processes of mypy lose each other.
types: .venv/installed-dev
	$(BIN)/mypy --num-workers 2 || $(BIN)/mypy

# Once, before several processes would each compile the same; side by side with -j2.
compile: compile-blue compile-star compile-uranus compile-common

compile-blue compile-star compile-uranus: compile-%: .venv/installed-dev
	$(BIN)/python -m tests.compiled_games $*

# A game of the common system with rule functions of its own, and one of data alone.
compile-common: .venv/installed-dev
	$(BIN)/python -m tests.compiled_games counteroffensive ./tests/games/front_and_capital/campaign

# Rules and staff are tested in plain Python, which starts at once; whatever plays whole games, compiled.
unit: unit-plain unit-compiled

unit-plain: .venv/installed-dev
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m plain $(PLAIN)

unit-compiled: .venv/installed-dev
	$(PYTEST) -m "not plain"

doctests: .venv/installed-dev
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest --doctest-modules balance reports

# No game may take 30 % longer than tests/benchmarks/baseline.json says, in times a fixed piece of work.
# After a change that is worth it: .venv/bin/python -m tests.benchmarks --renew
bench-check: .venv/installed-dev
	$(BIN)/python -m tests.benchmarks

# A whole study from the command to the page, in a folder that is thrown away.
short-study: .venv/installed-dev
	$(BIN)/python -m tests.short_study

# What is built for others works by itself.
wheel: .venv/installed-dev
	$(BIN)/python -m tests.wheel_check

# The same with the engine compiled: plays, judges, shows and tells studies as a user without rights. Minutes.
wheel-compiled: .venv/installed-dev
	$(BIN)/python -m tests.wheel_check --compiled

# Statements of rule functions that neither the tests of the rules nor random games execute, as plain Python.
coverage: .venv/installed-dev
	$(BIN)/python -m tests.rule_cover

# No index outside its array: kernels, rules and staff compiled with checks, into a folder of their own. Minutes.
bounds-check: .venv/installed-dev
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=.bounds-cache $(PYTEST) \
		tests/kernel tests/rules tests/games tests/staff tests/playthroughs -m "not slow"

# The lowest versions that pyproject.toml promises, in an environment of their own. Minutes.
lowest: .venv/installed-dev
	$(BIN)/python -m tests.lowest

# Hours: tests marked `long`, 10,000 random games of each game, and positions put to slow referees. Not part of `test`.
long-check: .venv/installed-dev
	$(PYTEST) -m long
	$(BIN)/python -m tests.long_check
	BALANCE_LONG_CHECK=1 NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests/experiments/test_meaningful_changes.py

# What programs write in README.md and the pages beside it: outputs of the examples, the list of commands. Minutes.
readme: .venv/installed-dev
	$(BIN)/python -m tests.readme

readme-check: .venv/installed-dev
	$(BIN)/python -m tests.readme --check

# The README's commands in their order, in a clean clone. Minutes.
first-hour: .venv/installed-dev
	$(BIN)/python -m tests.first_hour

clean:
	rm -rf .venv .bounds-cache build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
