# The only door: people and CI call these targets. `make verify` and `make test` set up `.venv` themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: verify test lint clean help
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "symproof needs Python 3.11 or newer; say which with: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 4; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

test: $(READY)  ## the default test suite
	$(BIN)/python -m pytest -q -n 2

lint: $(READY)  ## ruff, mypy strict, size of the kernel
	$(BIN)/ruff check symproof tests
	$(BIN)/ruff format --check symproof tests
	$(BIN)/mypy
	@cat symproof/kernel/*.py | wc -l | awk '{print "kernel lines: " $$1 " (at most 700)"; exit $$1 > 700}'

clean:  ## remove what the other targets made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
