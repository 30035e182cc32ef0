"""An evening of partners on four phones: own hands, a dead pair, a correction, the end."""

import re
from typing import Any, Final

import pytest
from flask import Flask

from tests.web.links import Table, begin
from tests.web.partners import FOUR
from tests.web.phone import Phone, Seen
from tests.web.seated import with_token

HANDS: Final = {
    0: {"ending": "knock", "upcard": "KD", "hand0-deadwood_points": "4"},
    1: {"ending": "other", "hand1-deadwood_points": "34"},
    2: {"ending": "knock", "upcard": "QH", "hand0-deadwood_points": "9"},
    3: {"ending": "other", "hand1-deadwood_points": "5"},
}
DEAD: Final = {"ending": "dead", "upcard": "QH", "hand1-deadwood_points": ""}


@pytest.fixture
def table(site: Flask) -> Table:
    stake = {"stake-amount": "0.50", "stake-per": "1", "stake-currency": "USD"}
    return begin(site, *FOUR, variant="gin100", **stake)


@pytest.fixture
def phones(table: Table) -> list[Phone]:
    """A phone for each player, with its seat."""
    phones = [Phone(table.site) for _ in FOUR]
    for seat, phone in enumerate(phones):
        phone.post(table.door + "seat", with_token(phone, table.door, seat=str(seat)))
    return phones


def plain(seen: Seen) -> str:
    return " ".join(re.sub("<[^>]+>", " ", seen.text).split())


def send(phone: Phone, page: Seen, ends: str, **typed: Any) -> Seen:
    """Send the form whose address has this end."""
    at = next(at for at, form in enumerate(page.forms) if form.action.endswith(ends))
    return phone.send(page, typed, form=at)


def hand_in(
    phone: Phone, game: str, seat: int, typed: dict[str, str], *, against: str = ""
) -> None:
    asked = f"?against={against}" if against else ""
    page = phone.open(f"{game}hand/{seat}{asked}")
    assert send(phone, page, f"hand/{seat}", **typed).status == 303


def score(phone: Phone, game: str) -> str:
    """Score the hands that are in; return the page of the deal in words."""
    return plain(phone.follow(send(phone, phone.open(game + "hands"), "/hands")))


def correct_second_deal(game: str, phones: list[Phone]) -> None:
    """Bob challenges, Ann corrects, and the history tells it by pair and by side."""
    ann, bob, _, dot = phones
    bob.fill(game + f"challenge/{_seq(ann, game)}", {"reason": "it was 84"})
    assert "Bob challenges this deal" in plain(ann.open(game + "deal/2"))
    ann.fill(game + "deal/2/correct", {"hand3-deadwood_points": "84", "reason": "looked again"})
    history = plain(dot.open(game + "history"))
    assert "Dot, deadwood points: 64 → 84" in history
    assert "Ann, Cal 62 → 82, 63 → 83 in all" in history


def test_four_phones_play_partners_to_the_end(table: Table, phones: list[Phone]) -> None:
    game = table.door
    ann, bob, _, dot = phones
    # Each player sends the own hand; the first pair waits, and scores nothing.
    for seat in (0, 1):
        hand_in(phones[seat], game, seat, HANDS[seat])
    assert "Cal and Dot still play. Ann is 30 up." in plain(dot.open(game + "hands"))
    assert "Enter my hand" in plain(dot.open(game))
    for seat in (2, 3):
        hand_in(phones[seat], game, seat, HANDS[seat])
    assert "30 − 29 = 1 for Ann and Cal." in score(bob, game)

    # Everybody agrees to the whole deal, each on the own phone.
    for phone in phones:
        assert send(phone, phone.open(game + "deal/1"), "/agree/2").status == 303
    assert "All agree." in plain(dot.open(game + "deal/1"))

    # Ann plays Dot now: two hands of the other pair are dead with one word of Bob.
    hand_in(ann, game, 0, {**HANDS[0], "hand0-deadwood_points": "2"}, against="3")
    hand_in(bob, game, 1, DEAD)
    assert "Cal dead: no cards needed" in plain(bob.open(game + "hands"))
    assert "Enter my hand" not in plain(phones[2].open(game))
    hand_in(dot, game, 3, {"ending": "other", "hand1-deadwood_points": "64"})
    assert "62 for Ann and Cal." in score(dot, game)
    assert "Ann beat Dot by 62 · Cal and Bob dead" in plain(table.host.open(table.game))

    correct_second_deal(game, phones)

    # The next deal opens with the opponents of this one and ends the game.
    assert "Against Dot" in plain(ann.open(game + "hand/0"))
    for seat, typed in ((0, HANDS[0]), (3, {"ending": "other", "hand1-deadwood_points": "44"})):
        hand_in(phones[seat], game, seat, typed)
    hand_in(bob, game, 1, DEAD)
    assert "The game is over: Ann and Cal win." in score(phones[2], game)
    for phone in (*phones, table.host):
        final = phone.open(game + "final")
        assert "Ann and Cal win" in plain(final)
        assert re.findall(r'<p class="pays">\s*<span>(\w+)</span>', final.text) == ["Bob", "Dot"]
    assert "Ann, Cal" in plain(table.host.open(game + "big"))


def _seq(phone: Phone, game: str) -> str:
    """Return the entry of the second deal, from the address by which it is challenged."""
    found = re.search(r"challenge/(\d+)", phone.open(game + "deal/2").text)
    assert found
    return found[1]
