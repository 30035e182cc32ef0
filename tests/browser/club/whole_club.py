"""A club with something on each of its pages, names of forty letters among them."""

from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

from scorekeeper.club.facts import Adjustment, ClubPayment
from scorekeeper.club.payments import adjust, pay, reopen_night
from scorekeeper.club.roll import bring_past
from scorekeeper.club.rows.clubs import write_mark
from scorekeeper.rules.settlement import TILL
from scorekeeper.tournament.organised import (
    organise,
    plan_of_night,
    show_rounds,
    write_season,
)
from tests.browser.screens import Screens
from tests.club_books import tallied_game
from tests.club_site import ClubNight, SiteOfClub, close, done, new_post
from tests.marks import usual_mark
from tests.tournament.test_organising import begin, play
from tests.web.nights.closed_nights import FEE, PlayedNight, marked, tallied_table
from tests.web.phone import Phone

_STEM: Final = "Wilhelmina Maximiliana Montgomery-Wu Ab"
LONG: Final = tuple(f"{_STEM}{letter}" for letter in "abcdefghij")
"""Ten names of forty letters."""
SHORT: Final = tuple(
    ("Ann Bob Cal Dot Eve Fay Gus Hal Ida Jon Kit Lou Max Ned Oda Pia Ray Sue Tom Una").split()
)
_CORRECTED: Final = {"hand1-melded_points": "130", "hand1-in_hand_points": "10"}


@dataclass(frozen=True)
class WholeClub:
    """A club whose nights are in every state.

    ``full`` has five tables under way, ``due`` has six payments, ``again`` was opened again after
    somebody had paid. ``organised`` has three rounds, of which two are shown and one is played.
    """

    club: SiteOfClub
    due: PlayedNight
    corrected: PlayedNight
    again: PlayedNight
    full: ClubNight
    empty: ClubNight
    organised: ClubNight

    @classmethod
    def begin(cls, club: SiteOfClub) -> "WholeClub":
        """Play the nights of a club that was just set up."""
        for name in (*SHORT, *LONG):
            club.person(name, joined="" if name == "Lou" else "2026-01-01")
        whole = cls(
            club,
            due=_due_night(club),
            corrected=_corrected_night(club),
            again=_night_opened_again(club),
            full=_full_night(club),
            empty=club.night("2026-11-21"),
            organised=_organised_night(club),
        )
        _play_season(club)
        _enter_money(whole)
        before = "\n".join(
            ["Name;nights;points;money", *[f"{name};31;12450;-1031.50" for name in LONG]]
        )
        done(bring_past(club.store, new_post(), "2025/26", before, "USD"))
        with club.store.database.writing() as db:
            write_mark(db, usual_mark(), club.store.now())
        return whole

    def address_of(self, page: str) -> str:
        """Return the officers' address of a page: ``people/<person>``, ``full:games/<game>``."""
        night, colon, rest = page.partition(":")
        if colon:
            found = getattr(self, night)
            chosen: ClubNight = found.night if isinstance(found, PlayedNight) else found
            game = chosen.loaded.night.games[0].id if "<game>" in rest else ""
            return chosen.by_officer + rest.replace("<game>", game)
        return "/club/officers/" + page.replace("<person>", self.club.id_of(LONG[0]))


def take(screens: Screens, phone: Phone, **about: Any) -> Page:
    """Return a page on a narrow screen that has the cookie of this phone, and so its rights."""
    screen = screens.open(320, **about)
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    about = {"name": cookie.key, "value": cookie.value, "url": screens.address}
    screen.context.add_cookies([about])  # type: ignore[list-item]
    return screen


def _due_night(club: SiteOfClub) -> PlayedNight:
    """Play and close a night: a table of three and five of two, some long names; all is unpaid."""
    played = PlayedNight.begin(club, date="2026-11-06")
    names = (*LONG[:4], *SHORT[3:9])
    for first, second in zip(names[::2], names[1::2], strict=True):
        record = tallied_game(300, 20, names=(first, second))
        tallied_table(played.night, record, f"Table of {first}"[:40])
    assert played.close("transfers").status == 303
    return played


def _corrected_night(club: SiteOfClub) -> PlayedNight:
    played = PlayedNight.begin(club, date="2026-11-13")
    assert played.close("bank").status == 303
    typed = {"form": "totals", **_CORRECTED}
    assert played.table.host.fill(f"{played.table.game}deal/1/correct", typed).status == 303
    return played


def _night_opened_again(club: SiteOfClub) -> PlayedNight:
    played = PlayedNight.begin(club, date="2026-11-14")
    tallied_table(played.night, tallied_game(300, 20, -40, names=LONG[:3]), "2")
    assert played.close("transfers").status == 303
    payouts = played.payouts()
    for payer, payee in list(played.suggested())[:4]:
        marked(played.mark(payouts, played.officer, payer, payee))
    done(reopen_night(club.store, new_post(), played.night.id))
    return played


def _full_night(club: SiteOfClub) -> ClubNight:
    night = club.night("2026-11-20", place="Back room", fee=FEE)
    night.game(*LONG, variant="contract", label="The long table by the window")
    night.game("Ann", "Bartholomew Longfellow", "Cal", "Dot", wins="Ann", stake="1.00")
    night.game("Eve", "Fay", variant="gin150")
    night.game("Gus", "Hal", "Ida")
    night.game("Jon", "Kit", "Lou", variant="modern")
    return night


def _organised_night(club: SiteOfClub) -> ClubNight:
    """Organise a night for ten people, six of them of long names, and play its first round."""
    store, night = club.store, club.night("2026-11-22")
    names = (*LONG[:6], *SHORT[:4])
    facts = {
        "rounds": 3,
        "people": {club.id_of(name): {} for name in names},
        "entry": {"amount": "5.00", "fee": "1.00"},
        "prizes": {"deal": "0.10", "places": [{"parts": [50, 30, 20]}]},
        "stakes": False,
    }
    done(organise(store, new_post(), night.id, facts))
    plan = plan_of_night(store, night.loaded, "1")
    assert plan is not None
    done(show_rounds(store, new_post(), night.loaded, plan, rounds=2))
    for table in plan.rounds[0].tables:
        people = [night.loaded.people[person].name for person in table]
        play(store, begin(store, *people, night=night.id))
    return night


def _play_season(club: SiteOfClub) -> None:
    """Play and close four nights of a round, which are a season."""
    store, names = club.store, (*LONG[:2], *SHORT[:2])
    facts = {"rounds": 1, "people": {club.id_of(name): {} for name in names}}
    for day in ("02", "09", "16", "23"):
        night = club.night(f"2026-10-{day}")
        done(organise(store, new_post(), night.id, facts))
        play(store, begin(store, *names, night=night.id))
        close(night)
    autumn = {"name": "Autumn", "from": "2026-10-01", "to": "2026-10-31"}
    done(write_season(store, new_post(), autumn))


def _enter_money(whole: WholeClub) -> None:
    store, person = whole.club.store, whole.club.id_of(LONG[0])
    day = "2026-11-19"
    new = ClubPayment(id="", payer=person, payee=TILL, minor=300, night="", date=day, method="cash")
    done(pay(store, new_post(), new))
    new = ClubPayment(
        id="",
        payer=person,
        payee=whole.club.id_of(LONG[1]),
        minor=100,
        night=whole.due.night.id,
        date=day,
    )
    done(pay(store, new_post(), new))
    coffee = Adjustment(id="", date=day, party=TILL, minor=-1250, reason="coffee")
    done(adjust(store, new_post(), coffee))
