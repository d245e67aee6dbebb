# `make help` lists the commands. PYTHON=/path/to/python chooses the interpreter of .venv.

PY := .venv/bin/python
SPREAD := -n 3 --dist worksteal
FAST := $(addprefix tests/, engine games perft contract match texts store)
export PYTHON

# Every process would compile each module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test check format lock openapi examples clients bench soak record clean

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-9s %s\n", $$1, $$2}' Makefile

setup:  ## create .venv with the tools of developers, or update it to requirements-dev.lock
	@.ci/setup dev

run:  ## start everything: Redis-compatible server, web, stream, workers, hooks; Ctrl-C stops it
	@.ci/setup run
	@exec $(PY) -m service

test: setup  ## the fast tests, in a minute: engine, titles, match, texts, store
	@$(PY) -m pytest -q $(SPREAD) $(FAST)

check: setup  ## format, lint, types, audit and all tests: what CI runs
	@$(PY) -m clients.tools >/dev/null 2>&1 &  # for tests, which wait for it and report errors
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy & types=$$!; $(PY) .ci/audit.py && $(PY) -m pytest $(SPREAD) || exit 1; \
	    wait $$types || { echo 'check: mypy failed, see its errors above' >&2; exit 1; }

format: setup  ## format the code and fix what the linter can
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

LOCK := -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links

lock: setup  ## pin every dependency of pyproject.toml, with hashes, into the two locks
	@$(PY) -m pip install --quiet 'uv>=0.9,<1'
	@UV_CUSTOM_COMPILE_COMMAND='make lock' $(PY) $(LOCK) --upgrade --extra dev \
	    --output-file requirements-dev.lock pyproject.toml
	@UV_CUSTOM_COMPILE_COMMAND='make lock' $(PY) $(LOCK) --upgrade --constraint requirements-dev.lock \
	    --output-file requirements.lock pyproject.toml
	@.ci/setup dev

openapi: setup  ## generate openapi.yaml from the schemas
	@$(PY) -m service.specification > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

examples: setup  ## record the examples of the specification from the service, then generate it
	@RECORD_EXAMPLES=1 $(PY) -m pytest -q tests/service/test_problems.py tests/service/test_limits.py \
	    tests/service/test_refusals.py tests/service/test_examples.py
	@$(PY) -m service.specification > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

clients: setup  ## generate clients in six languages from openapi.yaml; most need Node.js or Java
	@$(PY) -m clients

bench: setup  ## measure speed and memory; write docs/performance.md
	@$(PY) -m bench --write

soak: setup  ## run hundreds of games, all laws, and kills under load; write docs/reliability.md
	@$(PY) -m tests.soak --write

record: setup  ## record the games of a title again: make record TITLE=tzolkin
	@test -n '$(TITLE)' || { echo 'record: name a title, as in: make record TITLE=tzolkin' >&2; exit 1; }
	@$(PY) -m tests.recorded $(TITLE)

clean:  ## remove everything that can be generated again; the data folder stays
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache .schemathesis build dist *.egg-info
	rm -rf clients/node_modules clients/generated clients/.installing
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
