"""The sheet on paper, and what a machine says that cannot print."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import print as paper
from scorekeeper.print.renderer import Renderer
from tests.web.phone import Phone


@pytest.fixture
def machine_without_pango(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put in place the renderer of a machine without Pango: its WeasyPrint fails to load."""
    failing = "raise OSError('cannot load library libpango-1.0-0')\n"
    (tmp_path / "weasyprint.py").write_text(failing, encoding="utf-8")
    renderer = Renderer(environment={"PYTHONPATH": str(tmp_path)})
    monkeypatch.setattr(paper, "_renderer", lambda: renderer)
    yield
    renderer.close()


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_sheet_is_printed_on_either_paper(phone: Phone, size: str) -> None:
    game = phone.start("Ann", "Bob")
    answer = phone.open(f"{game}sheet.pdf?paper={size}").answer
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF")


def test_a_paper_that_nobody_has_is_no_page(phone: Phone) -> None:
    assert phone.open(phone.start("Ann", "Bob") + "sheet.pdf?paper=a0").status == 404


@pytest.mark.usefixtures("machine_without_pango")
def test_a_machine_that_cannot_print_says_what_to_install(phone: Phone) -> None:
    answer = phone.open(phone.start("Ann", "Bob") + "sheet.pdf")
    assert answer.status == 503
    assert "apt install libpangoft2-1.0-0" in answer.text
