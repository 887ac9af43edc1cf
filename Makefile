# Every target works in a fresh clone: it first installs what it needs into .venv.
PYTHON ?= python3
PY := .venv/bin/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check --constraint constraints.txt
TRANSLATIONS := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run setup test lint format messages audit bench soak gallery lock clean

help: ## list these targets
	@echo "Polignac. Two commands do most of it: 'make run' to play, 'make test' to check."
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name what; do printf '%-16s %s\n' "$$name" "$$what"; done

run: .venv/runtime.stamp $(TRANSLATIONS) ## play: start the site, the worker and what they need on http://localhost:8000 (PORT=8001 make run: elsewhere)
	@$(PY) -m polignac_site.run

setup: .venv/runtime.stamp $(TRANSLATIONS) ## install what the site runs on into .venv
	@echo "All is installed. 'make run' starts the site."

test: .venv/test.stamp $(TRANSLATIONS) ## install what the tests need and run them all, on SQLite and on PostgreSQL
	@$(PY) -m tests

lint: .venv/test.stamp $(TRANSLATIONS) ## check style, types, layers, templates, migrations and the settings for real use
	@$(PY) -m tests.lint

format: .venv/test.stamp ## put code and templates into the house style
	@$(PY) -m tests.lint --fix

messages: .venv/runtime.stamp ## bring locale/*.po up to date with the code (needs xgettext, from the package gettext)
	@$(PY) -m polignac_site.messages extract

audit: .venv/audit.stamp ## ask a registry on the network whether a package that is pinned has a known vulnerability
	@$(PY) -m tests.audit

bench: .venv/bench.stamp $(TRANSLATIONS) ## measure: moves a second, and more
	@$(PY) -m tests.bench

soak: .venv/test.stamp $(TRANSLATIONS) ## run the long tests, and the property tests with many more examples (takes long)
	@lots=$${LOTS:-$$(date +%s)}; echo "Deals are drawn by LOTS=$$lots: with it they come again."; \
		LOTS=$$lots $(PY) -m tests --database=sqlite -m "hypothesis or soak" --hypothesis-profile=soak

gallery: .venv/test.stamp $(TRANSLATIONS) ## make pictures of the pages in var/gallery, and those of the README
	@$(PY) -m tests.gallery

lock: ## pin every package anew in constraints.txt, after a change of requirements*.txt
	@echo "Installing everything into a folder of its own to see which versions fit together ..."
	@rm -rf var/lock && $(PYTHON) -m venv var/lock
	@var/lock/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.txt -r requirements-audit.txt
	@{ sed '/^[^#]/,$$d' constraints.txt; var/lock/bin/python -m pip freeze; } > var/constraints.new
	@mv var/constraints.new constraints.txt && rm -rf var/lock && echo "constraints.txt is new. 'make test' tells whether it is good."

clean: ## remove .venv and every cache; games, mail and logs in var/ stay
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis staticfiles
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Environment

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Polignac needs Python 3.11 or later, and '$(PYTHON)' is not. Name another: PYTHON=python3.12 make setup" >&2; exit 1; }
	@echo "Making the virtual environment .venv ..."
	@$(PYTHON) -m venv --clear .venv || \
		{ echo "Python could not make a virtual environment. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }

.venv/runtime.stamp: .venv/bin/python requirements.txt constraints.txt
	@echo "Installing what the site runs on (a quarter of a minute) ..."
	@$(PIP) --requirement requirements.txt
	@touch $@

.venv/test.stamp: .venv/runtime.stamp requirements-test.txt
	@echo "Installing what the tests need (half a minute) ..."
	@$(PIP) --requirement requirements-test.txt
	@touch $@

.venv/bench.stamp: .venv/test.stamp requirements-bench.txt
	@echo "Installing what the measurements need ..."
	@$(PIP) --requirement requirements-bench.txt
	@touch $@

.venv/audit.stamp: .venv/test.stamp requirements-audit.txt
	@echo "Installing what asks for known vulnerabilities ..."
	@$(PIP) --requirement requirements-audit.txt
	@touch $@

locale/%.mo: locale/%.po .venv/runtime.stamp
	@$(PY) -m polignac_site.messages compile
	@touch $@
