"""The sheet on paper, and what a machine says that cannot print."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import print as paper
from scorekeeper.print.renderer import Renderer
from tests.web.deals import ANN_OUT, ANN_WINS
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


def test_the_result_is_offered_as_text_for_a_message(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1", "title": "Friday", "played_on": ""})
    phone.fill(game + "enter", ANN_WINS)
    text = phone.open(game + "final").text
    told = text.partition('aria-label="The result as text">')[2].partition("</textarea>")[0]
    assert told.splitlines() == [
        "Friday",
        "Laws of Oklahoma · $1.00 per 100",
        "Ann wins. Over after 1 deal.",
        "Ann: 1200, +13.00 USD",
        "Bob: −60, rounded −100, −13.00 USD",
        "Bob pays Ann $13.00",
    ]


def test_the_same_game_under_other_rules_is_shown_and_not_saved(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.fill(game + "enter", ANN_OUT)
    page = phone.open(game + "other-rules").text
    own, _, other = page.partition("</table>")
    assert re.findall(r"<td>(.*?)</td>", own)[:2] == ["210", "−30"]
    assert re.findall(r"<td>(.*?)</td>", other)[:2] == ["210", "−50"]
    printed = phone.open(game + "other-rules?variant=laws").text
    assert "Laws, as printed" in printed
    assert "210" in phone.open(game).text
    assert phone.open(game + "history").text.count("<li>") == 2


def test_a_paper_that_nobody_has_is_no_page(phone: Phone) -> None:
    assert phone.open(phone.start("Ann", "Bob") + "sheet.pdf?paper=a0").status == 404


@pytest.mark.usefixtures("machine_without_pango")
def test_a_machine_that_cannot_print_says_what_to_install(phone: Phone) -> None:
    answer = phone.open(phone.start("Ann", "Bob") + "sheet.pdf")
    assert answer.status == 503
    assert "apt install libpangoft2-1.0-0" in answer.text
