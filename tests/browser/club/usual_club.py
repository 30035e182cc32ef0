"""A club as most are: three nights closed, one open with five tables, and a player's phone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from scorekeeper.club.nights import come_to_night
from tests.browser.games import empty_game, total
from tests.club_site import ClubNight, ClubTable, SiteOfClub, done, new_post
from tests.papers.games import record
from tests.web.nights.closed_nights import PlayedNight, marked, sit, tallied_table
from tests.web.phone import Phone

MEMBERS: Final = tuple("Ann Bob Cal Dot Eve Fay Gus Hal Ida Jon Kit".split())
LONG: Final = "Bartholomew Longfellow"
GUEST: Final = "Lou"
_NIGHTS: Final = {"2026-10-30": 0, "2026-11-06": 1, "2026-11-13": 32}
"""The days of the nights, and the seeds of their games: on the last three people are to pay Ann."""
_TABLES: Final = (("Ann", "Bob", "Cal"), ("Dot", "Fay", "Gus"), ("Hal", GUEST, LONG))
_TERMS: Final = {
    "place": "Back room",
    "fee": {"per": "person_night", "amount": "2.00", "guest": "3.00"},
    "settle": "transfers",
}
_STAKE: Final = {"currency": "USD", "amount": "1.00", "per": 100}


@dataclass(frozen=True)
class UsualClub:
    """``night`` is open: Ann has a seat at ``table``, where five deals were played in cards.

    ``over`` is a table of that night whose game is over. ``closed`` is the newest night that is
    closed: three people are to pay Ann, whose phone was ``payee``, all others have paid.
    """

    club: SiteOfClub
    closed: PlayedNight
    night: ClubNight
    table: ClubTable
    over: ClubTable
    ann: Phone
    payee: Phone

    @classmethod
    def begin(cls, club: SiteOfClub) -> "UsualClub":
        """Play the nights of a club that was just set up."""
        for name in (*MEMBERS, LONG):
            club.person(name, joined="2026-01-01")
        club.person(GUEST)
        *_, closed = [_closed_night(club, date, seed) for date, seed in _NIGHTS.items()]
        night = club.night(club.store.today(), **_TERMS)
        laws = record("laws")
        table = tallied_table(night, {**laws, "deals": laws["deals"][:5], "title": ""}, "Table 1")
        chance = Random(5)
        under_way = _game(chance, _TABLES[1], deals=3)
        tallied_table(night, under_way, "Table 2")
        over = tallied_table(night, _game(chance, _TABLES[2]), "Table 3")
        tallied_table(night, _gin(chance, ("Ida", "Jon")), "Table 4")
        tallied_table(night, empty_game("contract", ("Eve", "Kit", "Ned")), "Table 5")
        for name in ("Oda", "Pia"):
            done(come_to_night(club.store, new_post(), night.id, name))
        ann = sit(table, 0)
        ann.open(club.member)
        payee = sit(closed.table, seats_of(closed.table).index("Ann"))
        return cls(club, closed, night, table, over, ann, payee)


def seats_of(table: ClubTable) -> tuple[str, ...]:
    """Return the names of the players at a table, by their seats."""
    return table.visit.game.sheet.setup.players


def _closed_night(club: SiteOfClub, date: str, seed: int) -> PlayedNight:
    chance = Random(seed)
    night = club.night(date, **_TERMS)
    tables = [
        tallied_table(night, _game(chance, chance.sample(names, len(names))), f"Table {number}")
        for number, names in enumerate((*_TABLES, *_TABLES[:1]), 1)
    ]
    played = PlayedNight(night, tables[0])
    marked(played.close())
    payouts = played.payouts()
    for payer, payee in played.suggested():
        if "Ann" not in (payer, payee):
            marked(played.mark(payouts, played.officer, payer, payee))
    return played


def _game(chance: Random, players: Sequence[str], *, deals: int = 0) -> dict[str, Any]:
    """A game by the laws in totals, played to its end unless a number of deals is told."""
    found = list(_deals(chance, players, target=0 if deals else 1000))
    return empty_game("laws", tuple(players), stake=_STAKE, deals=found[:deals] if deals else found)


def _deals(chance: Random, players: Sequence[str], *, target: int) -> Iterator[dict[str, Any]]:
    """Deals until somebody has the target, or five of them where there is none."""
    totals = dict.fromkeys(players, 0)
    for _ in range(99 if target else 5):
        out = chance.choice(players)
        hands = {
            name: total(
                5 * chance.randrange(10, 60), 0 if name == out else 5 * chance.randrange(3, 25)
            )
            for name in players
        }
        yield {"ending": "out", "by": out, "hands": hands}
        for name, hand in hands.items():
            totals[name] += hand["melded_points"] - hand["in_hand_points"] + 100 * (name == out)
        if target and max(totals.values()) >= target:
            return


def _gin(chance: Random, players: tuple[str, str]) -> dict[str, Any]:
    """A game of gin after four knocks, in sums."""
    deals = []
    for _ in range(4):
        out = chance.choice(players)
        sums = {name: {"deadwood_points": 4 if name == out else 26} for name in players}
        deals.append({"upcard": "9D", "ending": "knock", "by": out, "hands": sums})
    return empty_game("gin150", players, deals=deals)
