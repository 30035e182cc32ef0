"""The papers of a game and of a variant, from the pages that offer them."""

import re
from http import HTTPStatus

import pytest

from tests.club_site import SiteOfClub
from tests.papers.games import NO_LETTER
from tests.papers.texts import whole_text
from tests.web.deals import ANN_OUT, ANN_WINS
from tests.web.phone import Phone, Seen


def text_of(phone: Phone, address: str) -> str:
    """The text of a PDF."""
    answer = phone.open(address).answer
    assert answer.mimetype == "application/pdf"
    return whole_text(answer.data)


def offered(page: Seen) -> dict[str, str]:
    """The papers that a page offers by their kind, each with its size."""
    return dict(re.findall(r"(\w+)\.pdf\?paper=([\w-]+)", page.text))


def test_the_papers_of_a_game_are_found_in_its_menu(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_WINS)
    assert f'href="{game}print"' in phone.open(game).text
    assert f'href="{game}print"' in phone.open(game + "final").text
    assert offered(phone.open(game + "print")) == {
        "sheet": "a4",
        "long": "a4",
        "rules": "a4",
        "blank": "a4",
    }


def test_the_chosen_size_holds_for_all_papers_that_have_it_and_is_kept(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    page = phone.open(game + "print?paper=letter-large")
    assert offered(page) == {
        "sheet": "letter-large",
        "long": "letter",
        "rules": "letter-large",
        "blank": "letter-large",
    }
    assert "Letter." in page.text
    assert re.findall(r'paper=([\w-]+)" aria-current', page.text) == ["letter-large", "letter"]
    assert offered(phone.open(phone.start("Cal", "Dot") + "print"))["long"] == "letter"
    a5 = offered(phone.open(game + "print?paper=a5"))
    assert (a5["rules"], a5["sheet"]) == ("a5", "a4")
    phone.open(game + "print?paper=a3")
    assert offered(seen := phone.open(game + "print")) == a5
    assert "<b>Paper: A5</b>" in seen.text


def test_a_club_prints_on_its_paper_until_a_browser_takes_another(club: SiteOfClub) -> None:
    assert club.officer.fill("/club/officers/settings", {"paper": "letter"}).status == 303
    game = club.officer.start("Ann", "Bob")
    assert offered(club.officer.open(game + "print"))["sheet"] == "letter"
    club.officer.open(game + "print?paper=a4")
    assert offered(club.officer.open(game + "print"))["sheet"] == "a4"


def test_every_hand_of_a_game_is_printed(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    text = text_of(phone, game + "long.pdf")
    assert "Deal 1 Ann went out. Bob dealt." in text


def test_a_paper_that_the_browser_has_is_not_sent_again(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.fill(game + "enter", ANN_OUT)
    tag = {"If-None-Match": phone.open(game + "sheet.pdf").answer.headers["ETag"]}
    again = phone.client.get(game + "sheet.pdf", headers=tag)
    assert (again.status_code, again.data) == (HTTPStatus.NOT_MODIFIED, b"")
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert "Date" not in again.headers  # the server adds one
    phone.fill(game + "enter", ANN_OUT)
    assert phone.client.get(game + "sheet.pdf", headers=tag).status_code == HTTPStatus.OK


def test_the_pad_and_the_card_of_a_game_have_its_house_rules(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"options-target": "1500"})
    assert "1500" in text_of(phone, game + "rules.pdf?paper=a5")
    answer = phone.open(game + "blank.pdf").answer
    assert "laws blank.pdf" in answer.headers["Content-Disposition"]


def test_a_correction_is_printed_with_old_and_new_points(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    assert "“miscounted”. Bob −30 to 25." in text_of(phone, game + "sheet.pdf")


def test_corrections_without_a_reason_are_told_in_one_line(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    for cards in ("AS", "AS 7D", "AS 7D 2H"):
        phone.fill(game + "deal/1/correct", {"hand1-in_hand": cards})
    phone.fill(game + "deal/1/correct", {"hand1-in_hand": "AS", "reason": "miscounted"})
    text = text_of(phone, game + "sheet.pdf")
    assert re.search(
        r"Corrected 3 times, last (by \w+ )?[\d:]+: no reason given\. Bob −30 to 0", text
    )
    assert text.count("no reason given") == 1
    assert "“miscounted”. Bob 0 to 25." in text


def test_a_name_that_no_font_has_is_named_before_it_is_printed(phone: Phone) -> None:
    game = phone.start(NO_LETTER, "Bob")
    assert f"has no font for {NO_LETTER}." in phone.open(game + "print").text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/rules/laws/card.pdf?paper=a3", 404),
        ("/rules/whist/card.pdf", 404),
        ("/rules/laws/pad.pdf?players=9", 404),
        ("/rules/laws/pad.pdf?players=many", 404),
    ],
)
def test_a_paper_that_does_not_exist_is_not_printed(
    phone: Phone, address: str, status: int
) -> None:
    assert phone.open(address).status == status


def test_the_rules_page_offers_a_card_and_pads(phone: Phone) -> None:
    page = phone.open("/rules/contract").text
    assert "/rules/contract/card.pdf?paper=a5" in page
    assert "players=10" in page
    assert "Contract Oklahoma" in text_of(phone, "/rules/contract/pad.pdf?players=3")
