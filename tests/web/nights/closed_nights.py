"""A night whose money is known: Ann wins 6.20, Bob loses 2.20, Cal 4.00, and each pays a dollar.

So Ann is to get 5.20 and the till 3.00; Bob is to pay 3.20 and Cal 5.00.
"""

import json
import re
from dataclasses import dataclass
from html import unescape
from typing import Any, Final
from urllib.parse import urlsplit

from scorekeeper.club.nights import put_game_in_night
from scorekeeper.games.links import Role
from tests.club_books import tallied_game
from tests.club_site import ClubNight, ClubTable, SiteOfClub, done, new_post
from tests.web.links import Table
from tests.web.phone import Form, Phone, Seen
from tests.web.seated import with_token

FEE: Final = {"per": "person_night", "amount": "1.00"}
POINTS: Final = (300, 20, -40)


def tallied_table(night: ClubNight, record: dict[str, Any], label: str = "Table 1") -> ClubTable:
    """Bring a game to the site and put it into a night."""
    host = Phone(night.club.site)
    sent = host.fill("/import", {"text": json.dumps(record)})
    assert sent.status == 303, sent.text
    address = "/".join(urlsplit(sent.answer.location).path.split("/")[:3]) + "/"
    key = Table(night.club.site, host, address).visit.game.key
    game = done(put_game_in_night(night.club.store, new_post(), key, night.id, label=label))
    return ClubTable(night.club.site, host, address, id=game)


def sit(table: Table, seat: int) -> Phone:
    """A phone with a seat at a table, which another may have had till now."""
    phone, door = Phone(table.site), table.by(Role.PLAYER)
    typed = with_token(phone, door, seat=str(seat), me="yes")
    assert phone.post(f"{door}seat", typed).status == 303
    return phone


def words_of(page: Seen) -> str:
    """The text of a page, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page.text)))


def form_to(page: Seen, end: str, **fields: str) -> Form:
    """The first form of a page with this end of its address, and these values in its fields."""
    return next(
        form
        for form in page.forms
        if form.action.endswith(end) and fields.items() <= form.values.items()
    )


def marked(answer: Seen) -> None:
    """Check that an answer to a post says that it was done."""
    assert answer.status == 303, answer.text


@dataclass
class PlayedNight:
    """A night with one table of Ann, Bob and Cal, whose game is over."""

    night: ClubNight
    table: ClubTable

    @classmethod
    def begin(cls, club: SiteOfClub, **terms: Any) -> "PlayedNight":
        """Play the table's only game; the night stays open."""
        night = club.night(**{"fee": FEE, **terms})
        return cls(night, tallied_table(night, tallied_game(*POINTS)))

    @classmethod
    def closed(cls, club: SiteOfClub) -> "PlayedNight":
        """Return a night that is closed: Cal pays Ann 5.00, Bob the till 3.00 and Ann 0.20."""
        played = cls.begin(club)
        assert played.close().status == 303
        return played

    @property
    def officer(self) -> Phone:
        return self.night.club.officer

    def person(self, name: str) -> str:
        """The id of somebody who played."""
        people = self.night.loaded.people
        return next(who for who in self.night.loaded.figures.people if people[who].name == name)

    def close(self, way: str = "transfers") -> Seen:
        """Close the night as the officer does."""
        page = self.officer.open(f"{self.night.by_officer}closing")
        form = form_to(page, "/closing")
        return self.officer.post(form.action, {**form.values, "way": way})

    def reopening(self) -> Seen:
        """The page that says what opening the night again changes."""
        return self.officer.open(f"{self.night.by_officer}reopen")

    def payouts(self, phone: Phone | None = None) -> Seen:
        """The payouts on a phone, or on the officer's."""
        if phone is None:
            return self.officer.open(f"{self.night.by_officer}payouts")
        return phone.open(f"{self.night.join}payouts")

    def mark(self, page: Seen, phone: Phone, payer: str, payee: str, **typed: str) -> Seen:
        """Press the button of a line: mark it as paid, or the part that is typed."""
        form = self.line(page, payer, payee, is_part="part" in typed)
        return phone.post(form.action, {**form.values, **typed})

    def line(self, page: Seen, payer: str, payee: str, *, is_part: bool = False) -> Form:
        """The form of a line: that of the whole sum, or of a part."""
        ends = {"from": self.party(payer), "to": self.party(payee)}.items()
        return next(
            form
            for form in page.forms
            if ends <= form.values.items() and ("part" in form.values) == is_part
        )

    def party(self, name: str) -> str:
        """Return the id of a player, or of the till."""
        return "till" if name == "till" else self.person(name)

    def suggested(self) -> dict[tuple[str, str], tuple[int, int]]:
        """Return each payment of the plan and how much of it is open, by payer and payee.

        In minor units.
        """
        loaded = self.night.loaded
        names = {who: person.name for who, person in loaded.people.items()} | {"till": "till"}
        return {
            (names[each.payer], names[each.payee]): (each.minor, each.open)
            for each in loaded.figures.suggestions
        }


def correct(played: PlayedNight, **points: str) -> None:
    """Correct the only deal of the night's table, as its host does."""
    address = f"{played.table.game}deal/1/correct"
    answer = played.table.host.fill(address, {"form": "totals", **points})
    assert answer.status == 303, words_of(answer)
