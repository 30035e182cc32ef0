"""Requests that people make most, each made ready so that nothing but itself is followed."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.club_site import SiteOfClub
from tests.web.deals import BOB_OUT
from tests.web.nights.closed_nights import PlayedNight, form_to
from tests.web.phone import Phone, Seen
from tests.web.seated import seat_two, with_token

Request = Callable[[], Seen]
"""Makes a request and returns the answer; whatever must come before it was done."""


@dataclass
class Requests:
    """The requests at a table at home and at a night of a club; each begins a table of its own."""

    club: SiteOfClub

    def all(self) -> dict[str, Callable[[], Request]]:
        """Return what makes each request ready, by its name."""
        return {
            "open the table page": self.table,
            "post a deal": self.deal,
            "agree": self.agree,
            "join a seat": self.seat,
            "night board": self.board,
            "first page": self.front,
            "close a night": self.close,
            "mark paid": self.pay,
            "money": lambda: self._page("money"),
            "standings": lambda: self._page("standings"),
        }

    def table(self) -> Request:
        """Bob looks at the score sheet of a game for two."""
        table = seat_two(self.club.site)
        return lambda: table.bobs.open(table.player)

    def front(self) -> Request:
        """Ann opens the first page during a night, on a phone that knows the club."""
        night = PlayedNight.begin(self.club, date="2026-11-20")
        table = night.night.game("Ann", "Bob", label="Table 1")
        phone = Phone(self.club.site)
        phone.open(self.club.member)
        phone.open(night.night.join)
        phone.send(phone.open(f"{table.door}seat"), {})
        return lambda: phone.open("/")

    def deal(self) -> Request:
        """Ann enters the second deal by its points."""
        table = seat_two(self.club.site)
        page = table.anns.open(f"{table.player}enter?form=totals")
        return lambda: table.anns.send(page, {**BOB_OUT, "form": "totals"})

    def agree(self) -> Request:
        """Bob agrees to the first deal."""
        table = seat_two(self.club.site)
        page = table.bobs.open(f"{table.player}deal/1")
        at = next(at for at, form in enumerate(page.forms) if "/agree/" in form.action)
        return lambda: table.bobs.send(page, {}, form=at)

    def seat(self) -> Request:
        """Bob takes his seat with another phone."""
        table, phone = seat_two(self.club.site), Phone(self.club.site)
        door = f"{table.player}seat"
        typed = with_token(phone, table.player, seat="1", me="yes")
        return lambda: phone.post(door, typed)

    def board(self) -> Request:
        """An officer looks at a night with a game that is over."""
        played = PlayedNight.begin(self.club)
        return lambda: played.officer.open(played.night.by_officer)

    def close(self) -> Request:
        """The officer closes it."""
        played = PlayedNight.begin(self.club)
        form = form_to(played.officer.open(f"{played.night.by_officer}closing"), "/closing")
        values = {**form.values, "way": "transfers"}
        return lambda: played.officer.post(form.action, values)

    def pay(self) -> Request:
        """The officer marks a payment of the night as paid."""
        played = PlayedNight.closed(self.club)
        line = played.line(played.payouts(), "Cal", "Ann")
        return lambda: played.officer.post(line.action, line.values)

    def _page(self, name: str) -> Request:
        played = PlayedNight.closed(self.club)
        return lambda: played.officer.open(f"/club/officers/{name}")
