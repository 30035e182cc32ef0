from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

from scorekeeper import print as print_package
from scorekeeper.config import Settings, site_folder
from scorekeeper.doctor import CheckLevel
from scorekeeper.machine_checks import (
    check_packages,
    check_paper,
    check_versions,
    fonts_of_paper,
    other_packages,
)
from scorekeeper.print.renderer import Renderer
from tests.doctor.conftest import levels


def test_the_programs_that_run_these_tests_are_ok(settings: Settings) -> None:
    assert levels([*check_versions(settings), *check_packages(settings)]) == ["ok", "ok"]


def test_packages_that_differ_from_the_lock_are_named(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text(
        f"click==0.1 \\\n    --hash=sha256:0\nflask=={version('flask')} \\\n"
        "no-such-package==1.0 \\\nof-another-machine==1.0 ; sys_platform == 'none' \\\n"
    )
    assert list(other_packages(lock)) == [
        f"click is {version('click')}, not 0.1",
        "no-such-package is missing",
    ]


def test_a_machine_without_pango_is_told_what_to_install(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('no libpango')\n")
    monkeypatch.setattr(print_package, "the_renderer", cache(Renderer))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (result,) = check_paper(settings)
    assert result.level is CheckLevel.WARNING
    assert "apt install libpangoft2-1.0-0" in result.to_do


def test_the_fonts_of_papers_are_those_that_are_there() -> None:
    static = site_folder() / "static"
    there = {f"fonts/{file.name}" for file in (static / "fonts").glob("*.ttf")}
    assert set(fonts_of_paper(static)) == there
    assert len(there) > 1
