"""The last line of `make test` counts what both runs did."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.__main__ as runner

REPORT = (
    '<testsuites><testsuite tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}"/></testsuites>'
)


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have every run of pytest be one that has written its report into this folder already."""
    monkeypatch.setattr(runner, "REPORTS", tmp_path)
    monkeypatch.setattr(runner, "run_pytest", lambda database, arguments: 0)
    monkeypatch.setattr(runner.chromium, "install_if_absent", lambda: None)
    monkeypatch.setattr("sys.argv", ["tests"])
    return tmp_path


def _write(report: Path, tests: int, failures: int = 0, errors: int = 0, skipped: int = 0) -> None:
    report.write_text(REPORT.format(tests=tests, failures=failures, errors=errors, skipped=skipped))


def test_both_runs_are_counted_together(reports: Path, capsys: pytest.CaptureFixture[str]):
    _write(reports / "sqlite.xml", tests=10)
    _write(reports / "postgres.xml", tests=4)
    assert runner.main() == 0
    assert capsys.readouterr().out == "14 passed, 0 failed\n"


def test_failures_and_errors_count_as_failed(reports: Path, capsys: pytest.CaptureFixture[str]):
    _write(reports / "sqlite.xml", tests=10, failures=1, errors=2)
    _write(reports / "postgres.xml", tests=4)
    assert runner.main() == 1
    assert capsys.readouterr().out == "11 passed, 3 failed\n"


def test_a_skipped_test_fails_the_run(reports: Path, capsys: pytest.CaptureFixture[str]):
    _write(reports / "sqlite.xml", tests=10, skipped=1)
    _write(reports / "postgres.xml", tests=4)
    assert runner.main() == 1
    assert capsys.readouterr().out.endswith("\n13 passed, 1 failed\n")


def test_a_run_without_a_report_has_failed(reports: Path, capsys: pytest.CaptureFixture[str]):
    _write(reports / "sqlite.xml", tests=10)
    assert runner.main() == 1
    assert capsys.readouterr().out == "10 passed, 1 failed\n"


def test_a_failing_run_fails_the_whole_even_if_the_other_passes(
    reports: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    _write(reports / "sqlite.xml", tests=10)
    _write(reports / "postgres.xml", tests=4)
    monkeypatch.setattr(runner, "run_pytest", lambda database, arguments: int(database == "postgres"))
    assert runner.main() == 1
    assert capsys.readouterr().out == "14 passed, 0 failed\n"


def test_the_second_run_leaves_out_what_needs_no_database(reports: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[str, list[str]]] = []

    def note(database: str, arguments: list[str]) -> int:
        asked.append((database, arguments))
        return 0

    monkeypatch.setattr(runner, "run_pytest", note)
    monkeypatch.setattr("sys.argv", ["tests", "-k", "trick"])
    runner.main()
    assert asked == [("sqlite", ["-k", "trick"]), ("postgres", ["--database-only", "-k", "trick"])]
