"""A night whose money is known: Ann wins 6.20, Bob loses 2.20, Cal 4.00, and each pays a dollar."""

import json
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import person_of_phone
from scorekeeper.bookkeeping.club.nights import put_game_in_night
from tests.club_books import tallied_game
from tests.club_site import ClubNight, ClubTable, SiteOfClub, done, new_post
from tests.web.links import Table
from tests.web.phone import Phone, Seen
from tests.web.seated import with_token

FEE: Final = {"per": "person_night", "amount": "1.00"}
POINTS: Final = (300, 20, -40)


@dataclass
class PaidNight:
    """A night with one table of Ann, Bob and Cal, and the phones of an officer and the players."""

    club: SiteOfClub
    night: ClubNight
    table: ClubTable

    @property
    def officer(self) -> Phone:
        return self.club.officer

    def phone_of(self, seat: int) -> Phone:
        """A phone with a seat at the table, which came by the code of the night."""
        phone = Phone(self.club.site)
        door = self.table.by(Role.PLAYER)
        assert phone.post(f"{door}seat", with_token(phone, door, seat=str(seat))).status == 303
        return phone

    def close(self, way: str) -> Seen:
        """Close the night as the officer does."""
        address = f"{self.night.by_officer}closing"
        return self.officer.send(self.officer.open(address), {"way": way}, form=_form(address))


def _form(_: str) -> int:
    return 0
