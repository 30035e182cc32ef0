"""The cookie of a browser that remembers as much as it may."""

import secrets

from scorekeeper.web.core.access import GAMES_REMEMBERED
from scorekeeper.web.core.club_access import NIGHTS_REMEMBERED
from tests.web.phone import Phone

MOST_BYTES = 4096
"""What browsers keep of a cookie, name and attributes included (RFC 6265, 6.1)."""


def key() -> str:
    return secrets.token_urlsafe(16)


def test_a_browser_that_knows_many_games_and_a_club_keeps_its_cookie(phone: Phone) -> None:
    phone.open("/")
    with phone.client.session_transaction() as session:
        session["games"] = [key() for _ in range(GAMES_REMEMBERED)]
        session["nights"] = [f"{key()}.{'n' * 40}" for _ in range(NIGHTS_REMEMBERED)]
        session["sat"] = {key(): 5 for _ in range(11)}
        session["next_links"] = [(key(), key()) for _ in range(5)]
        session["club"], session["officer"], session["phone"] = key(), key(), key()
        session["who"] = "Ж" * 40
    cookie = phone.client.get_cookie(phone.client.application.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    assert len(cookie.value) + 200 < MOST_BYTES
