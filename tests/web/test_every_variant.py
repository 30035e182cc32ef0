"""A small game of every variant on every page: what the site does for a family it does not know."""

import json
import re
from http import HTTPStatus

import pytest

from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.deal.deal_text import (
    type_deal,
)
from tests.web.phone import Phone

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
LIVE_PAGES = ("", "deal/1", "big", "hands", "history")
PAGES = ("", "enter", "hand/0", "hands", "deal/1", "deal/1/correct", "big", "history", "undo/2")


def typed(variant: Variant) -> dict[str, str]:
    """The first worked deal of the variant, as a form takes it."""
    example = variant.examples[0]
    setup = Setup(variant, variant.defaults, example.players, None)
    return type_deal(setup, example.deal)


def start(phone: Phone, variant: Variant) -> str:
    players = variant.examples[0].players
    return phone.start(*players, variant=variant.key, **{"stake-amount": "1"})


@pytest.fixture
def game(phone: Phone, variant: Variant) -> str:
    """The address of a game of the variant after its first worked deal."""
    address = start(phone, variant)
    phone.follow(phone.fill(address + "enter", typed(variant)))
    return address


def totals_of(page: str) -> list[int]:
    cells = re.findall(r'class="running">([−\d]+)<', page)
    return [int(text.replace("−", "-")) for text in cells]


@EVERY_VARIANT
def test_a_worked_deal_is_typed_and_stands_on_the_sheet(
    phone: Phone, game: str, variant: Variant
) -> None:
    assert totals_of(phone.open(game).text) == list(variant.examples[0].points)


@EVERY_VARIANT
def test_every_page_of_the_game_is_shown(phone: Phone, game: str, variant: Variant) -> None:
    seen = {page: phone.open(game + page).status for page in PAGES}
    assert seen == dict.fromkeys(PAGES, HTTPStatus.OK)


@EVERY_VARIANT
def test_the_form_has_a_pad_where_the_family_has_one(
    phone: Phone, game: str, variant: Variant
) -> None:
    has_pad = variant.family.keypad is not None
    for page in ("enter", "deal/1/correct", "hand/0"):
        assert ('id="pad-table"' in phone.open(game + page).text) is has_pad


@EVERY_VARIANT
def test_live_pages_are_sent_again_only_when_the_game_moves(
    phone: Phone, game: str, variant: Variant
) -> None:
    for page in LIVE_PAGES:
        phone.open(game + page)  # a phone that is new to a page is counted on it
    tags = {page: phone.open(game + page).answer.headers["ETag"] for page in LIVE_PAGES}
    same = {page: again(phone, game + page, tag) for page, tag in tags.items()}
    phone.fill(game + "deal/1/correct", {"reason": "Ann dealt", "dealer": "0"})
    moved = {page: again(phone, game + page, tag) for page, tag in tags.items()}
    assert same == dict.fromkeys(LIVE_PAGES, HTTPStatus.NOT_MODIFIED)
    assert moved == dict.fromkeys(LIVE_PAGES, HTTPStatus.OK)


def again(phone: Phone, address: str, tag: str) -> int:
    return phone.client.get(address, headers={"If-None-Match": tag}, buffered=True).status_code


@EVERY_VARIANT
def test_a_deal_is_read_aloud_with_the_points_of_each(
    phone: Phone, game: str, variant: Variant
) -> None:
    (told,) = re.findall(r"data-spoken>([^<]*)<", phone.open(game + "deal/1").text)
    for name, points in zip(variant.examples[0].players, variant.examples[0].points, strict=True):
        sign = "plus " if points > 0 else "minus " if points < 0 else ""
        assert re.search(rf"{name}: .*?{sign}{abs(points)}, together", told, re.IGNORECASE)


@EVERY_VARIANT
def test_a_correction_is_shown_in_the_history(phone: Phone, game: str, variant: Variant) -> None:
    phone.fill(game + "deal/1/correct", {"reason": "Ann dealt", "dealer": "0"})
    assert "Dealer: not said → Ann" in phone.open(game + "history").text


@EVERY_VARIANT
def test_a_deal_sent_too_late_is_shown_beside_the_other(
    phone: Phone, other_phone: Phone, variant: Variant
) -> None:
    game = start(phone, variant)
    slow = phone.open(game + "enter")
    other_phone.fill(game + "enter", {**typed(variant), "who": "Bob"})
    answer = phone.send(slow, {**typed(variant), "dealer": "0", "who": "Ann"})
    assert answer.status == HTTPStatus.CONFLICT
    assert "Put mine in its place" in answer.text


@EVERY_VARIANT
def test_a_deal_is_previewed_before_it_is_sent(phone: Phone, variant: Variant) -> None:
    game = start(phone, variant)
    (form,) = [form for form in phone.open(game + "enter").forms if "entry_id" in form.values]
    seen = phone.post(game + "enter/preview", {**form.values, **typed(variant)})
    assert json.loads(seen.text)["lines"]


@EVERY_VARIANT
def test_the_hands_of_a_deal_are_collected_one_by_one(phone: Phone, variant: Variant) -> None:
    game = start(phone, variant)
    fields = typed(variant)
    for seat, _ in enumerate(variant.examples[0].players):
        ending = fields["ending"] if fields.get("by") == str(seat) else "other"
        page = phone.open(f"{game}hand/{seat}")
        at = next(n for n, form in enumerate(page.forms) if form.action.endswith(f"hand/{seat}"))
        own = {name: text for name, text in fields.items() if name not in ("by", "ending")}
        assert phone.send(page, {**own, "ending": ending}, form=at).status == HTTPStatus.SEE_OTHER
    page = phone.open(game + "hands")
    at = next(n for n, form in enumerate(page.forms) if "fingerprint" in form.values)
    assert phone.send(page, {}, form=at).status == HTTPStatus.SEE_OTHER
    assert totals_of(phone.open(game).text) == list(variant.examples[0].points)


@EVERY_VARIANT
def test_a_game_that_is_closed_has_a_final_page(phone: Phone, game: str, variant: Variant) -> None:
    phone.follow(phone.fill(game + "close", {"reason": "It is late", "settles": "yes"}))
    page = phone.open(game + "final").text
    assert "Ended early" in page
    names = variant.examples[0].players
    assert [name for name in names if f">{name}" not in page] == []


@EVERY_VARIANT
def test_a_closed_game_is_closed_in_its_record_and_its_copy(
    phone: Phone, game: str, variant: Variant
) -> None:
    phone.follow(phone.fill(game + "close", {"reason": "It is late", "settles": "no"}))
    record = phone.open(game + "record.json").text
    assert json.loads(record)["closed_early"] == {"settles": False}
    copy = phone.follow(phone.fill("/import", {"text": record})).address
    assert "Ended early" in phone.open(copy + "final").text
    assert "no reason given" in phone.open(copy + "history").text
    assert json.loads(phone.open(copy + "record.json").text)["closed_early"] == {"settles": False}


@EVERY_VARIANT
def test_a_record_begins_the_same_game_again(phone: Phone, game: str, variant: Variant) -> None:
    record = phone.open(game + "record.json").text
    copy = phone.follow(phone.fill("/import", {"text": record})).address
    assert totals_of(phone.open(copy).text) == list(variant.examples[0].points)
    assert json.loads(phone.open(copy + "record.json").text)["deals"] == json.loads(record)["deals"]
