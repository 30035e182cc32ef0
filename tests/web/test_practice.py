"""The practice table: one person enters one hand, the site does all that others would."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.app import site_of
from scorekeeper.bookkeeping.access.links import open_link
from scorekeeper.bookkeeping.access.seats import assign_seat
from scorekeeper.bookkeeping.practice import MINE, suggest_deal
from scorekeeper.bookkeeping.store.game_store import CurrentGame
from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.record.writing import write_deal
from scorekeeper.web.deal.deal_text import (
    type_deal,
)
from scorekeeper.web.hands.own_hand import read_hand
from tests.real_variants import REAL_VARIANTS
from tests.web.phone import Phone, Seen

GIN = "2H 3H 4H 5H 7S 7D 7C 2S 3S 4S"


def begin(phone: Phone, variant: str) -> str:
    """Begin a practice table; return its address, with a slash at the end."""
    shown = phone.open("/practice")
    begun = phone.send(shown, {"variant": variant}, form=len(shown.forms) - 1)
    assert begun.status == 303, begun.text
    return str(begun.answer.location)


def token_of(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def game_at(site: Flask, address: str) -> CurrentGame:
    return open_link(site_of(site).store, token_of(address)).game


def fields_of(game: CurrentGame, deal: Deal) -> dict[str, str]:
    """What a person types who enters the own hand of a deal."""
    setup = game.sheet.setup
    typed = type_deal(setup, write_deal(deal, setup.players))
    if deal.by not in (None, MINE):
        typed = {name: text for name, text in typed.items() if name not in ("ending", "by")}
        return {**read_hand(setup, MINE, typed), "ending": "other"}
    return read_hand(setup, MINE, typed)


def enter(phone: Phone, address: str, typed: dict[str, Any]) -> Seen:
    """Hand in one hand; return the page of hands."""
    page = phone.open(f"{address}hand/0")
    form = next(each for each in page.forms if each.action.endswith("hand/0"))
    sent = phone.post(form.action, {**form.values, **typed})
    assert sent.status == 303, sent.text
    return phone.follow(sent)


def score(phone: Phone, hands: Seen) -> None:
    place = next(place for place, each in enumerate(hands.forms) if "fingerprint" in each.values)
    sent = phone.send(hands, {}, form=place)
    assert sent.status == 303, sent.text


@pytest.mark.parametrize("variant", REAL_VARIANTS)
def test_the_suggested_hand_makes_a_deal_to_which_everybody_else_agrees(
    site: Flask, phone: Phone, variant: str
) -> None:
    address = begin(phone, variant)
    before = game_at(site, address)
    suggested = suggest_deal(before)
    assert "No cards? Enter these" in phone.open(f"{address}hand/0").text
    score(phone, enter(phone, address, fields_of(before, suggested)))
    sheet = game_at(site, address).sheet
    (row,) = sheet.rows
    assert sheet.game.deals[0].deal.hands == suggested.hands
    assert row.agreement.asked == (MINE,)
    assert len(row.agreement.agreed) == len(sheet.heads) - 1


def test_a_whole_contract_game_is_played_to_its_end_alone(site: Flask, phone: Phone) -> None:
    address = begin(phone, "contract")
    for number in range(1, 6):
        game = game_at(site, address)
        score(phone, enter(phone, address, fields_of(game, suggest_deal(game))))
        assert len(game_at(site, address).sheet.rows) == number
    final = phone.open(f"{address}final").text
    assert "Practise again" in final
    assert "Same again" not in final


@pytest.mark.parametrize(
    ("variant", "typed"),
    [
        ("laws", {"ending": "out", "hand0-melds": "K K K\n5S-8S"}),
        ("laws", {"ending": "other", "hand0-melds": "KKK2", "hand0-in_hand": "QS 4 4"}),
        ("laws", {"ending": "stock", "hand0-in_hand": "A A 9 9 8h 4s"}),
        ("modern", {"ending": "other", "hand0-melded_points": "45", "hand0-in_hand_points": "60"}),
        ("contract", {"ending": "out"}),
        ("contract", {"ending": "other", "hand0-in_hand": "2R 2B JK JK K K K K 9 9"}),
        ("gin150", {"ending": "knock", "upcard": "9d", "hand0-cards": GIN}),
        ("gin150", {"ending": "other", "upcard": "9d", "hand0-cards": GIN}),
        ("gin150", {"ending": "dead", "upcard": "9d"}),
    ],
)
def test_any_hand_of_ones_own_makes_a_deal_with_those_of_the_others(
    site: Flask, phone: Phone, variant: str, typed: dict[str, str]
) -> None:
    address = begin(phone, variant)
    score(phone, enter(phone, address, typed))
    assert len(game_at(site, address).sheet.rows) == 1


def test_a_hand_that_is_changed_changes_those_of_the_others(site: Flask, phone: Phone) -> None:
    address = begin(phone, "laws")
    enter(phone, address, {"ending": "other", "hand0-in_hand": "JK QS QS"})
    enter(
        phone,
        address,
        {"ending": "out", "hand0-melds": "KS KS KH KH\nQS QS JK=QH", "hand0-in_hand": ""},
    )
    score(phone, phone.open(f"{address}hands"))
    deal = game_at(site, address).sheet.game.deals[0].deal
    assert deal.by == MINE
    assert not any("KS" in map(str, hand.in_hand or ()) for hand in deal.hands[1:])


def test_a_hand_that_is_taken_back_takes_those_of_the_others_along(phone: Phone) -> None:
    address = begin(phone, "laws")
    hands = enter(phone, address, {"ending": "out", "hand0-melds": "K K K"})
    assert "Bob’s hand" not in hands.text
    place = next(place for place, each in enumerate(hands.forms) if each.action.endswith("drop"))
    phone.send(hands, {}, form=place)
    assert phone.open(f"{address}hands").text.count("not in yet") == 4


def test_a_hand_of_half_the_pack_leaves_the_others_to_be_entered(phone: Phone) -> None:
    address = begin(phone, "laws")
    every = " ".join([f"{rank}{suit} {rank}{suit}" for suit in "SHD" for rank in "A3456789TJQK"])
    hands = enter(phone, address, {"ending": "other", "hand0-in_hand": every})
    assert hands.text.count("not in yet") == 3


def test_an_undo_and_a_correction_are_agreed_to_again(site: Flask, phone: Phone) -> None:
    address = begin(phone, "laws")
    game = game_at(site, address)
    score(phone, enter(phone, address, fields_of(game, suggest_deal(game))))
    page = phone.open(f"{address}deal/1/correct")
    form = next(each for each in page.forms if "hand0-melds" in each.values)
    typed = {f"hand{seat}-{name}": "" for seat in range(4) for name in ("melds", "in_hand")}
    totals = {f"hand{seat}-melded_points": "50" for seat in range(4)}
    held = {f"hand{seat}-in_hand_points": "5" for seat in range(4)} | {"hand1-in_hand_points": "0"}
    changed = {**form.values, **typed, **totals, **held, "ending": "out", "by": "1"}
    for flag in ("concealed", "first_turn", "last_card"):
        changed.pop(flag, None)
    assert phone.post(form.action, changed).status == 303
    (row,) = game_at(site, address).sheet.rows
    assert row.agreement.asked == (MINE,)


def test_a_practice_table_is_thrown_away_with_all_that_belongs_to_it(
    site: Flask, phone: Phone
) -> None:
    address = begin(phone, "laws")
    key = game_at(site, address).key
    enter(phone, address, {"ending": "out", "hand0-melds": "K K K"})
    sheet = phone.open(address)
    place = next(p for p, each in enumerate(sheet.forms) if each.action.endswith("throw-away"))
    assert phone.send(sheet, {}, form=place).answer.location == "/"
    assert phone.open(address).status == 404
    with site_of(site).store.database.reading() as db:
        for table in ("game", "entry", "link", "seat", "slip", "seat_change"):
            name = "key" if table == "game" else "game"
            found = db.execute(f"SELECT count(*) FROM {table} WHERE {name} = ?", (key,))
            assert found.fetchone() == (0,), table
        assert db.execute("PRAGMA foreign_key_check").fetchone() is None


def test_another_practice_table_takes_the_place_of_the_former(site: Flask, phone: Phone) -> None:
    first, second = begin(phone, "laws"), begin(phone, "gin100")
    assert phone.open(first).status == 404
    assert "Oklahoma gin to 100" in phone.open("/practice").text
    assert phone.open(second).status == 200


def test_a_game_for_points_is_not_thrown_away(site: Flask, phone: Phone) -> None:
    address = phone.start("Ann", "Bob")
    page = phone.open(address)
    assert "Throw it away" not in page.text
    sent = phone.post(f"{address}throw-away", {"csrf_token": page.forms[0].values["csrf_token"]})
    assert sent.status == 303
    assert phone.open(address).status == 200


def test_a_practice_table_is_not_among_the_games_of_the_phone(phone: Phone) -> None:
    address = begin(phone, "laws")
    assert phone.open(address).status == 200
    assert token_of(address) not in phone.open("/").text
    assert token_of(address) not in phone.open("/games").text
    assert token_of(address) in phone.open("/practice").text


def test_an_unknown_variant_is_refused(phone: Phone) -> None:
    shown = phone.open("/practice")
    assert phone.send(shown, {"variant": "poker"}, form=len(shown.forms) - 1).status == 400


def test_who_takes_the_seat_of_one_of_the_sites_players_enters_that_hand(
    site: Flask, phone: Phone, other_phone: Phone
) -> None:
    address = begin(phone, "laws")
    store = site_of(site).store
    token = next(iter(open_link(store, token_of(address)).links.values()))
    other_phone.open(f"/game/{token}/")
    with other_phone.client.session_transaction() as session:
        session["phone"] = "the other phone"
    assign_seat(store, game_at(site, address).key, "the other phone", Seat(1), is_me=True)
    hands = enter(phone, address, {"ending": "out", "hand0-melds": "K K K"})
    assert hands.text.count("not in yet") == 3
