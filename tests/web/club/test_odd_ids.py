"""A taken-in book may call people, nights, games and payments ``.`` and ``..``."""

import json
import re
from html import unescape
from urllib.parse import urljoin, urlsplit

from scorekeeper.club.files import Taken, take_book
from tests.club_books import full_book
from tests.club_site import SiteOfClub

OFFICERS = "/club/officers/"
IDS = {"ann": ".", "bob": "..", "n1": "..", "n2": ".", "g1": "..", "p1": ".", "p2": "..", "a1": "."}


def odd_book() -> str:
    """The full book with such ids."""
    text = json.dumps(full_book())
    for plain, odd in IDS.items():
        text = text.replace(f'"{plain}"', f'"{odd}"')
    return text


def linked_from(club: SiteOfClub, address: str) -> set[str]:
    """The addresses that a page leads or posts to, as a browser understands them."""
    seen = club.officer.open(address)
    assert seen.status == 200, (address, seen.text)
    found = re.findall(r'(?:href|action)="([^"#]+)"', seen.text)
    return {urlsplit(urljoin(address, unescape(each))).path for each in found}


def test_every_address_with_an_odd_id_leads_where_it_should(club: SiteOfClub) -> None:
    taken = take_book(club.store, odd_book().encode(), lambda *_: None)
    assert isinstance(taken, Taken), taken
    assert "<h1>Ann</h1>" in club.officer.open(f"{OFFICERS}people/~.").text
    links = linked_from(club, f"{OFFICERS}people")
    assert {f"{OFFICERS}people/~.", f"{OFFICERS}people/~.."} <= links
    links = linked_from(club, f"{OFFICERS}people/~.")
    assert {f"{OFFICERS}people/~./change", f"{OFFICERS}games/~.."} <= links
    assert f"{OFFICERS}people/~./nameless" in linked_from(club, f"{OFFICERS}people/~./change")
    links = linked_from(club, f"{OFFICERS}money")
    assert {f"{OFFICERS}money/payment/~.", f"{OFFICERS}money/reversal/~.."} <= links
    assert f"{OFFICERS}money/reversal/~.." in linked_from(club, f"{OFFICERS}money/payment/~.")
    assert "/night/officers.../" in linked_from(club, f"{OFFICERS}nights")
    assert "/night/officers.../games/~.." in linked_from(club, "/night/officers.../games")
    linked_from(club, "/night/officers.../payouts")
    assert club.officer.open(f"{OFFICERS}games/~..").status == 303
