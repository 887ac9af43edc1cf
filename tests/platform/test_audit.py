"""`make audit` never takes silence for good news."""

from __future__ import annotations

from tests.audit import NOT_AUDITED, VULNERABLE, judge

SOUND = {"name": "django", "version": "5.2.19", "vulns": []}
UNKNOWN = {"name": "celery", "skip_reason": "Dependency not found on PyPI and could not be audited"}
FAULTY = {"name": "redis", "version": "8.0", "vulns": [{"id": "CVE-1", "fix_versions": ["8.1"]}]}


def test_packages_of_which_nothing_is_known_to_be_wrong_pass():
    assert judge([SOUND]) == (0, ["1 of 1 packages audited, 0 known vulnerabilities."])


def test_a_known_vulnerability_fails_and_is_named():
    status, lines = judge([SOUND, FAULTY])
    assert (status, lines[0]) == (VULNERABLE, "redis 8.0: CVE-1; mended in 8.1")


def test_a_package_of_which_the_registry_says_nothing_is_counted_as_not_audited():
    status, lines = judge([SOUND, UNKNOWN])
    assert (status, lines[-1]) == (0, "Of 1 the registry said nothing: these have NOT been audited.")


def test_where_the_registry_answers_for_nothing_at_all_that_is_a_failure():
    assert judge([UNKNOWN])[0] == judge([])[0] == NOT_AUDITED
