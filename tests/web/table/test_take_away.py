"""The sheet on paper, and what a machine says that cannot print."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from pypdf import PdfReader

from scorekeeper.papers import renderer as module
from scorekeeper.papers.renderer import Renderer
from tests.games.illegal import deal_two_contracts, take_back_unchecked
from tests.only_site import site_of
from tests.web.deals import ANN_OUT, ANN_WINS
from tests.web.links import begin
from tests.web.phone import Phone


@pytest.fixture
def machine_without_pango(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put in place the renderer of a machine without Pango: its WeasyPrint fails to load."""
    failing = "raise OSError('cannot load library libpango-1.0-0')\n"
    (tmp_path / "weasyprint.py").write_text(failing, encoding="utf-8")
    renderer = Renderer(environment={"PYTHONPATH": str(tmp_path)})
    monkeypatch.setattr(module, "the_renderer", lambda: renderer)
    yield
    renderer.close()


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_sheet_is_printed_on_either_paper(phone: Phone, size: str) -> None:
    game = phone.start("Ann", "Bob")
    answer = phone.open(f"{game}sheet.pdf?paper={size}").answer
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF")
    assert re.search(
        'inline; filename="[0-9-]{10} Ann and Bob laws.pdf"', answer.headers["Content-Disposition"]
    )


@pytest.mark.parametrize(
    ("title", "plain", "full"),
    [
        ("Friday table 2", "Friday table 2", "Friday%20table%202"),
        ("Café / Zürich", "Cafe Zurich", "Caf%C3%A9%20Z%C3%BCrich"),
        ("金曜日", "", "%E9%87%91%E6%9B%9C%E6%97%A5"),
        ("Friday.", "Friday", "Friday"),
        ("../..", "Game", "Game"),
        ('a"; x=y', "a x=y", "a%20x%3Dy"),
    ],
)
def test_a_record_is_called_by_date_title_and_variant_in_any_script(
    phone: Phone, title: str, plain: str, full: str
) -> None:
    game = phone.start("Ann", "Bob", title=title, played_on="2026-11-20")
    header = phone.open(game + "record.json").answer.headers["Content-Disposition"]
    old = " ".join(f"2026-11-20 {plain} laws.json".split())
    full = f"2026-11-20%20{full}%20laws.json"
    assert header == f"attachment; filename=\"{old}\"; filename*=UTF-8''{full}"


def test_a_game_without_a_title_is_called_by_its_players(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", title="", played_on="2026-11-20")
    header = phone.open(game + "record.json").answer.headers["Content-Disposition"]
    assert 'filename="2026-11-20 Ann and Bob laws.json"' in header


def test_a_file_without_a_date_begins_with_the_title(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="gin150", title="Friday", played_on="")
    header = phone.open(game + "sheet.pdf").answer.headers["Content-Disposition"]
    assert 'filename="Friday gin150.pdf"' in header


def result_text(phone: Phone, game: str) -> str:
    """The text of the result that is offered beside the papers."""
    text = phone.open(game + "print").text
    return text.partition('id="result-text" rows="6">')[2].partition("</textarea>")[0]


def test_a_game_that_goes_on_has_no_result_as_text(phone: Phone) -> None:
    assert "result-text" not in phone.open(phone.start("Ann", "Bob") + "print").text


def test_the_result_is_offered_as_text_for_a_message(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1", "title": "Friday", "played_on": ""})
    phone.enter_first(game, ANN_WINS)
    told = result_text(phone, game)
    assert told.splitlines() == [
        "Friday",
        "Laws · $1 per 100",
        "Ann wins. Finished after 1 deal.",
        "Ann: 1000 + 200 game = 1200, +$13.00",
        "Bob: −60, counts as −100, −$13.00",
        "Bob pays Ann $13.00",
    ]


def test_the_end_of_a_game_has_a_link_by_which_others_only_watch(
    phone: Phone, other_phone: Phone
) -> None:
    game = phone.start("Ann", "Bob")
    assert "watch-link" not in phone.open(game + "print").text
    phone.enter_first(game, ANN_WINS)
    found = re.search('id="watch-link" value="(.*?)"', phone.open(game + "print").text)
    assert found is not None
    seen = other_phone.open(urlsplit(found[1]).path)
    assert "Ann wins</p>" in seen.text
    assert other_phone.open(seen.address.replace("final", "enter")).status == 403


def test_the_result_as_text_names_the_bonus_that_waited_for_the_end(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "1"})
    phone.fill(game + "enter", {**ANN_OUT, "concealed": "yes"})
    phone.fill(game + "close", {"reason": "late"})
    assert re.search(r"Ann: \d+ \+ 250 concealed = \d+", result_text(phone, game))


def test_the_paper_says_who_closed_the_game_as_the_page_does(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    phone.fill(game + "close", {"reason": "late", "who": "Ann"})
    assert "Ended early by Ann." in phone.open(game + "final").text
    pdf = PdfReader(BytesIO(phone.open(game + "sheet.pdf").answer.data))
    text = " ".join(" ".join([page.extract_text() for page in pdf.pages]).split())
    assert "Ended early by Ann: late" in text


def test_the_page_says_what_other_rules_cannot_score_again(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    totals = {"hand1-melded_points": "0", "hand1-in_hand_points": "60", "hand1-law17": "1"}
    phone.fill(game + "enter", {**ANN_WINS, **totals, "hand0-melded_points": "300"})
    other = phone.open(game + "other-rules?variant=modern").text
    words = "Totals cannot be scored again without the cards: deal 1 has the totals"
    assert other.count(words) == 1
    assert other.count("A penalty counts nothing here: Bob in deal 1.") == 1
    assert "counts nothing" not in phone.open(game + "other-rules?variant=laws").text


def test_the_same_game_under_other_rules_is_shown_and_not_saved(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    page = phone.open(game + "other-rules").text
    totals, own, other, _ = page.split("</table>")
    figures = ["", "210", "210", "–", "−30", "−50", "−20"]
    assert re.findall(r"<td[^>]*>(.*?)</td>", totals) == figures
    assert re.findall(r"<td>(.*?)</td>", own)[:2] == ["210", "−30"]
    assert re.findall(r"<td>(.*?)</td>", other)[:2] == ["210", "−50"]
    printed = phone.open(game + "other-rules?variant=laws").text
    assert "Laws, as printed" in printed
    assert "210" in phone.open(game).text
    assert phone.open(game + "history").text.count("<li>") == 2


def test_under_other_rules_the_bonuses_of_the_end_have_rows(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.fill(game + "enter", {**ANN_WINS, "hand0-melded_points": "1300", "concealed": "yes"})
    page = phone.open(game + "other-rules?variant=modern").text
    _, own, other, _ = page.split("</table>")
    rows = re.compile(r'<th scope="row">(.*?)</th>')
    assert rows.findall(own)[1:] == ["Score", "Game", "Concealed", "Total", "Rounded"]
    assert rows.findall(other)[-1] == "Total, not rounded"


def answer(phone: Phone, address: str) -> str:
    found = re.search(r'<p class="answer">(.*?)</p>', phone.open(address).text)
    return found[1] if found else ""


def test_under_other_rules_the_answer_comes_first(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    assert answer(phone, game + "other-rules") == ""
    hands = {f"hand{seat}-{what}_points": "60" for seat in (1, 2) for what in ("melded", "in_hand")}
    deal = {"ending": "out", "by": "0", "form": "totals", "hand0-in_hand_points": "0", **hands}
    phone.fill(game + "enter", {**deal, "hand0-melded_points": "540", "hand2-melded_points": "90"})
    other = game + "other-rules"
    assert answer(phone, other) == "Ann leads under Modern too: 640, before Cal 30 and Bob 0."
    phone.fill(game + "enter", {**deal, "hand0-melded_points": "240", "concealed": "yes"})
    phone.fill(game + "enter", {**deal, "hand0-melded_points": "0", "hand2-melded_points": "0"})
    assert answer(phone, other) == "Ann wins under Modern too: 1530, before Bob 0 and Cal −30."


def test_under_other_rules_each_common_house_rule_can_be_tried(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_WINS)
    page = phone.open(game + "other-rules").text
    tried = re.findall(r'href="[^"]*other-rules\?(\w+=[\w-]+)"', page)
    assert tried[:2] == ["variant=modern", "variant=laws"]
    assert "rule=rounding-none" in tried
    assert "rule=rounding-nearest_100" not in tried
    unrounded = phone.open(game + "other-rules?rule=rounding-none").text
    words = "Ann wins under “Final scores are not rounded” too: 1200, before Bob −60."
    assert words in unrounded
    assert 'aria-current="true"><span>Final scores are not rounded' in unrounded


def test_under_other_rules_no_variant_is_offered_that_is_not_for_so_many_players(
    phone: Phone,
) -> None:
    names = ("Ann", "Bob", "Cal", "Dot", "Eve")
    game = phone.start(*names, variant="modern", **{"options-rounding": "nearest_100"})
    hands = {
        f"hand{seat}-{what}_points": "40" for seat in range(1, 5) for what in ("melded", "in_hand")
    }
    phone.fill(game + "enter", {**ANN_WINS, **hands, "hand0-melded_points": "1340"})
    page = phone.open(game + "other-rules?variant=laws").text
    assert re.findall(r'other-rules\?variant=(\w+)"', page) == ["modern"]
    assert answer(phone, game + "other-rules").startswith("Ann wins under Modern as printed too")
    assert "1440 + 200 game, rounded (house rule)" in phone.open(game + "final").text


def test_under_other_rules_an_unknown_rule_is_the_first_one(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_WINS)
    assert "Ann leads under Modern: 1000" in answer(
        phone, game + "other-rules?rule=rounding-sideways"
    )


def test_a_paper_size_that_does_not_exist_is_not_found(phone: Phone) -> None:
    assert phone.open(phone.start("Ann", "Bob") + "sheet.pdf?paper=a0").status == 404


@pytest.mark.usefixtures("machine_without_pango")
def test_a_machine_that_cannot_print_says_what_to_install(phone: Phone) -> None:
    answer = phone.open(phone.start("Ann", "Bob") + "sheet.pdf")
    assert answer.status == 503
    assert "apt install libpangoft2-1.0-0" in answer.text


def test_a_copy_that_nobody_could_read_is_not_given_out(site: Flask) -> None:
    table = begin(site, "Ann", "Bob", variant="contract")
    store, key = site_of(site).store, table.visit.game.key
    deal_two_contracts(store, key)
    assert table.host.open(table.game + "record.json").status == 200
    take_back_unchecked(store, key, 2)
    refused = table.host.open(table.game + "record.json")
    assert refused.status == 409
    assert "Deal 1 breaks a rule and does not count." in refused.text
