# Needs Python 3.11 or newer and make. The virtual environment makes itself on first use;
# its stamps record what is installed, so later calls start at once.

VENV ?= .venv
# The interpreters to try, in this order, for the virtual environment.
PYTHON ?= python3 python3.11 python3.12 python3.13 python3.14
# More arguments for pytest, as in: make test ARGS="-k selector"
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
MADE := $(VENV)/.made
PACKAGE := $(VENV)/.package
TEST := $(VENV)/.package-test
DEV := $(VENV)/.package-dev
METADATA := pyproject.toml constraints.txt src/byteperm/version.py

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help demo test check golden clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(PACKAGE) ## run examples/demo.py
	@$(BIN)/python examples/demo.py

test: $(TEST) ## run every test, on all cores
	@$(BIN)/python -m pytest -n auto $(ARGS)

check: $(DEV) ## lint, formatting and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

golden: $(TEST) ## rewrite tests/golden from the present output; read the diff before committing it
	@$(BIN)/python -m pytest -n auto --update-golden tests $(ARGS)

clean: ## remove the virtual environment, caches and build output
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@for python in $(PYTHON); do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "error: no Python 3.11 or newer among: $(PYTHON)" >&2; \
	  echo "help: install one, or name it: make PYTHON=/path/to/python3.11" >&2; \
	  exit 1; \
	fi; \
	echo "creating $(VENV) with $$found" >&2; \
	rm -rf $(VENV); \
	if ! $$found -m venv $(VENV); then \
	  rm -rf $(VENV); \
	  echo "error: $$found cannot create a virtual environment" >&2; \
	  echo "help: on Debian and Ubuntu: apt-get install python3-venv" >&2; \
	  exit 1; \
	fi
	@touch $@

$(PACKAGE): $(MADE) $(METADATA)
	@echo "installing byteperm into $(VENV)" >&2
	@$(PIP) --editable .
	@touch $@

$(TEST): $(MADE) $(METADATA)
	@echo "installing byteperm and what its tests need into $(VENV)" >&2
	@$(PIP) --editable '.[test]'
	@touch $(PACKAGE) $@

$(DEV): $(MADE) $(METADATA)
	@echo "installing byteperm and its development tools into $(VENV)" >&2
	@$(PIP) --editable '.[dev]'
	@touch $(PACKAGE) $(TEST) $@
