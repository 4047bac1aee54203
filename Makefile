# make verify      decide every claim and print the table of verdicts
# make test        everything that must hold before a change is accepted
# make test-slow   the larger scopes
# make proofs      write the evidence in proofs/ again
# make bench       print speed and memory
# make clean       remove what these commands made
#
# Only Python 3.11 or newer, git and make are needed. Another interpreter: make PYTHON=/path/to/python test

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

make-venv = $(or $(PYTHON),$(error Python 3.11 or newer was not found; install it or name it: make PYTHON=/path/to/python)) -m venv .venv

.DEFAULT_GOAL := verify
.NOTPARALLEL:
.PHONY: verify test test-slow proofs bench clean

verify: .venv/installed
	$(BIN)/exactpriv verify

test: .venv/installed-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest

test-slow: .venv/installed-test
	$(BIN)/pytest -m slow

proofs: .venv/installed
	$(BIN)/exactpriv verify --certify proofs

bench: .venv/installed
	$(PIP) install --editable '.[bench]'
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps say what was installed last, and for which pyproject.toml.
.venv/installed: pyproject.toml
	$(make-venv)
	$(PIP) install --editable .
	touch $@

.venv/installed-test: pyproject.toml
	$(make-venv)
	$(PIP) install --editable '.[test]'
	touch .venv/installed $@
