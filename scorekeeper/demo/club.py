"""The club of the demonstration: its people, its nights with all ways of paying, and its money."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Final

from scorekeeper.bookkeeping.club.book import load_night, night_of_game, people_of
from scorekeeper.bookkeeping.club.closing import (
    balances_before,
    close_night,
    digest_of,
    digest_of_before,
)
from scorekeeper.bookkeeping.club.following import ClubFollower
from scorekeeper.bookkeeping.club.ledger import balance_of_person
from scorekeeper.bookkeeping.club.nights import come_to_night, join_night, open_night, void_game
from scorekeeper.bookkeeping.club.organised import open_pot, write_season
from scorekeeper.bookkeeping.club.payments import adjust, pay, pay_all, reverse
from scorekeeper.bookkeeping.club.people import add_person, edit_person
from scorekeeper.bookkeeping.club.setting_up import NewClub, set_up_club
from scorekeeper.bookkeeping.game.posting import Post, Refused
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import ConfigError, Settings, load_settings, refuse_lost
from scorekeeper.demo.acting import Chance, Clock, Stage, UnsavedError, saved, with_clock
from scorekeeper.demo.rounds import DEALS, OrganisedNight, play_rounds
from scorekeeper.demo.table import TablePlan, play_table
from scorekeeper.domain.club.facts import TILL, Adjustment, ClubPayment, Person, SettleWay
from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.storage.journals import count_entries
from scorekeeper.wording import write_plural

_NAMES: Final = Path(__file__).with_name("names.txt")
_CURRENCY: Final = "EUR"
_DAYS_APART: Final = 7
_MEMBERS: Final = 20
"""How many of the people are members; the others come as guests."""
_STAKES: Final = {
    "oklahoma": {"currency": _CURRENCY, "amount": "0.50", "per": 100},
    "contract": {"currency": _CURRENCY, "amount": "0.05", "per": 5},
    "oklahoma_gin": {"currency": _CURRENCY, "amount": "0.02", "per": 1},
}
_FEES: Final[tuple[Sequence[Mapping[str, str]], ...]] = (
    [{"per": "person_night", "amount": "2.00", "guest": "3.00"}],
    [{"per": "table_game", "amount": "1.50"}],
    [{"per": "person_game", "amount": "0.50"}],
    [],
)
_PASSPHRASE_BYTES: Final = 12
_ORGANISED, _FIRST_ORGANISED = 5, 3
"""Every so many nights are organised, from the third on."""
_PAID_AT_ONCE: Final = 4
"""Of every so many nights one is paid by one tap for all."""
_MOST_SEATS: Final = 4
_PAIR: Final = 2
_PARTNERS: Final = 20
"""In how many of a hundred games four play as partners."""
_FOR_TWO: Final = ("oklahoma_gin",)
_LEAST_ON_ACCOUNT: Final = 500
"""Who owes or has less than this, in cents, leaves it on account."""


def fill_demo(settings: Settings, nights: int, seed: str, until: date) -> Iterator[str]:
    """Fill a new folder with a club of so many nights up to a day; yield lines that say so.

    Raises ConfigError for a folder that holds games or a club.
    """
    refuse_lost(settings.instance)
    if settings.database.exists():
        raise ConfigError(f"{settings.instance} is in use already. Name a new folder: --instance.")
    clock = Clock(until - timedelta(days=_DAYS_APART * nights + 1))
    load_settings(settings.instance)  # makes the secret key, as the first start would
    with closing(GameStore.at(settings.database, follower=ClubFollower())) as store:
        stage = Stage(store=with_clock(store, clock), clock=clock)
        passphrase = token_urlsafe(_PASSPHRASE_BYTES)
        club = _Club(stage, seed, nights, until)
        club.found(passphrase)
        for number in range(1, nights + 1):
            club.play_night(number)
        games = club.games + play_at_home(stage, seed, club.names, until)
        with store.database.reading() as db:
            entries = count_entries(db)
    told = [write_plural(len(club.names), "person", "people"), write_plural(nights, "night")]
    told += [write_plural(games, "game"), write_plural(entries, "entry", "entries")]
    yield f"{settings.instance} has a club: {', '.join(told)}."
    yield f"./run --instance {settings.instance}"
    yield f"Officers sign in there with this passphrase: {passphrase}"


def day_of(number: int, nights: int, until: date) -> date:
    """Return the day of a night: they are a week apart, the last on the day before ``until``."""
    return until - timedelta(days=1 + _DAYS_APART * (nights - number))


class _Club:
    """The club while it plays its nights."""

    def __init__(self, stage: Stage, seed: str, nights: int, until: date) -> None:
        self.stage, self.store = stage, stage.store
        self.seed, self.nights, self.until = seed, nights, until
        self.names = tuple(_NAMES.read_text(encoding="utf-8").split())
        self.games = 0
        self.pot = self.season = ""

    def found(self, passphrase: str) -> None:
        """Set the club up, with its members."""
        self.stage.clock.go_on(60)
        new = NewClub(
            terms={
                "name": "The Corner Table",
                "currency": _CURRENCY,
                "till": "40.00",
                "defaults": {
                    "stake": _STAKES["oklahoma"],
                    "fee": _FEES[0],
                    "settle": SettleWay.TRANSFERS.value,
                },
            },
            paper="a4",
            passphrase=passphrase,
            again=passphrase,
            officer=self.names[0],
        )
        post = Post(entry_id=self.store.new_key())
        if isinstance(founded := set_up_club(self.store, post, new), Refused):
            raise UnsavedError(str(founded.problems))
        today = self.store.today()
        for name in self.names[:_MEMBERS]:
            saved(add_person(self.store, self.stage.officer(), name, joined=today))
        pot = {"name": "Jackpot", "opening": "5.00"}
        self.pot = saved(open_pot(self.store, self.stage.officer(), pot))
        if self.nights > 1:
            self.season, _ = [
                saved(write_season(self.store, self.stage.officer(), self._season(number)))
                for number in (0, 1)
            ]
        for person, opening in zip(self._people()[1:4], ("7.50", "-12.00", "3.20"), strict=True):
            self._edit(person, {"opening": opening})

    def _people(self) -> tuple[Person, ...]:
        return people_of(self.store)

    def _edit(self, person: Person, changed: dict[str, Any]) -> None:
        facts = {"name": person.name, "joined": person.joined, **changed}
        post = self.stage.officer()
        saved(edit_person(self.store, post, person.id, facts, is_as_seen=lambda now: now == person))

    # --- a night ----------------------------------------------------------------------------------

    def play_night(self, number: int) -> None:
        """Open a night, play its tables, close it, and pay some of it."""
        chance = Chance(f"{self.seed} night {number}")
        day = day_of(number, self.nights, self.until)
        self.stage.clock.begin(day, 19)
        way = [*SettleWay][(number - 1) % len(SettleWay)]
        fee = chance.one_of(_FEES)
        terms = {
            "date": day.isoformat(),
            "place": chance.one_of(("Clubhouse", "Back room", "Library")),
            "settle": way.value,
            **({"fee": fee} if fee else {}),
        }
        night = saved(open_night(self.store, self.stage.officer(), terms))
        tables = self._tables(number, chance)
        if number % _ORGANISED == _FIRST_ORGANISED:
            self._play_rounds(night, day, [name for table in tables for name in table], chance)
        else:
            self._play_tables(night, day, tables, chance)
        if number == self.nights // 2:  # the champion is known
            saved(write_season(self.store, self.stage.officer(), self._season(0, day), self.season))
        if number == self.nights // 2:
            self._lose_a_member(day)
        self._close(night, way, chance)
        if way is SettleWay.CARRIED:
            self._settle_accounts(chance)
        else:
            self._pay(night, chance, at_once=number % _PAID_AT_ONCE == 0)

    def _tables(self, number: int, chance: Chance) -> list[list[str]]:
        """Return who sits where: ten to fifteen people at tables of two to four."""
        gone = self.names[_MEMBERS - 1] if number > self.nights // 2 else ""
        here = [name for name in chance.shuffled(self.names) if name != gone]
        here = here[: chance.between(10, 15)]
        tables = []
        while here:
            size = len(here)
            while size == len(here) - 1 or size > _MOST_SEATS:  # nobody is left alone
                size = chance.one_of((4, 4, 3, 3, 2))
            tables.append(here[:size])
            here = here[size:]
        return tables

    def _play_tables(
        self, night: str, day: date, tables: Sequence[Sequence[str]], chance: Chance
    ) -> None:
        """Play all tables side by side: the clock is set to their beginning for each."""
        begun = ended = self.stage.clock.time
        key = ""
        for place, names in enumerate(tables, 1):
            self.stage.clock.time = begun
            for name in names:
                saved(come_to_night(self.store, self.stage.officer(), night, name))
            for game in range(1 + chance.happens(30)):
                own = Chance(f"{self.seed} {night} {place} {game}")
                plan = self._plan(names, str(place), day, own)
                post = self.stage.officer()
                key = play_table(
                    self.stage, plan, own, join_night(self.store, post, night, label=plan.title)
                )
                self.games += 1
            ended = max(ended, self.stage.clock.time)
        self.stage.clock.time = ended
        if chance.happens(15):
            row = night_of_game(self.store, key)
            saved(void_game(self.store, self.stage.officer(), row.id if row else "", void=True))

    def _play_rounds(self, night: str, day: date, names: Sequence[str], chance: Chance) -> None:
        """Play an organised night."""
        for name in names:
            saved(come_to_night(self.store, self.stage.officer(), night, name))
        variant = VARIANTS[chance.one_of(("laws", "modern"))]
        plan = TablePlan(
            variant=variant,
            players=(),
            played_on=day.isoformat(),
            stake=_STAKES[variant.family.key],
            most_deals=DEALS,
        )
        organised = OrganisedNight(night, names, self.pot)
        self.games += play_rounds(self.stage, organised, plan, chance)

    def _season(self, number: int, ended: date | None = None) -> dict[str, Any]:
        """Return the facts of the first or second season, each half of the nights."""
        half = self.nights // 2
        first, last = ((1, half), (half + 1, self.nights))[number]
        facts: dict[str, Any] = {
            "name": ("First season", "Second season")[number],
            "from": day_of(first, self.nights, self.until).isoformat(),
            "to": day_of(last, self.nights, self.until).isoformat(),
            "points": {"by": "places", "attendance": 1},
        }
        return facts | ({"ended": ended.isoformat()} if ended else {})

    def _plan(self, names: Sequence[str], label: str, day: date, chance: Chance) -> TablePlan:
        variant = variant_for(len(names), chance)
        is_free = variant.family.allows_sitting_out and len(names) > 3
        late = is_free and chance.happens(15)
        return TablePlan(
            variant=variant,
            players=tuple(names[:-1] if late else names),
            comes_late=names[-1] if late else "",
            leaves=is_free and not late and chance.happens(15),
            title=label,
            played_on=day.isoformat(),
            stake=_STAKES[variant.family.key],
            most_deals=chance.one_of((25, 25, 25, 25, 4)),
        )

    def _lose_a_member(self, day: date) -> None:
        """Let a member leave the club."""
        leaver = self.names[_MEMBERS - 1]
        person = next(each for each in self._people() if each.name == leaver)
        self._edit(person, {"left": day.isoformat()})

    # --- money ------------------------------------------------------------------------------------

    def _close(self, night: str, way: SettleWay, chance: Chance) -> None:
        """Close a night, now and then with the balances of before."""
        loaded = load_night(self.store, night)
        before = ""
        if way is not SettleWay.CARRIED and chance.happens(40):
            before = digest_of_before(balances_before(self.store, loaded))
        post = self.stage.officer()
        seen = digest_of(loaded.figures)
        saved(close_night(self.store, post, night, way, seen=seen, before=before))

    def _pay(self, night: str, chance: Chance, *, at_once: bool) -> None:
        """Pay what a night asks for: all at once, or each line, some in part and some not yet."""
        figures = load_night(self.store, night).figures
        if at_once and figures.open:
            saved(pay_all(self.store, self.stage.officer(), night, seen=figures.open))
            return
        for line in figures.suggestions:
            share = chance.one_of((1, 1, 1, 2, 0))
            minor = line.minor // share if share else 0
            if minor:
                new = ClubPayment(
                    id="",
                    date="",
                    payer=line.payer,
                    payee=line.payee,
                    minor=minor,
                    night=night,
                )
                paid = saved(pay(self.store, self.stage.officer(), new, seen=0))
                if chance.happens(5):
                    saved(reverse(self.store, self.stage.officer(), paid))

    def _settle_accounts(self, chance: Chance) -> None:
        """Let people pay on account what they owe, or fetch what they have, and buy cards."""
        for person in self._people():
            balance = balance_of_person(self.store, person.id)
            if abs(balance) < _LEAST_ON_ACCOUNT or chance.happens(40):
                continue
            ends = (TILL, person.id) if balance > 0 else (person.id, TILL)
            minor = abs(balance) // 100 * 100
            new = ClubPayment(id="", date="", payer=ends[0], payee=ends[1], minor=minor)
            saved(pay(self.store, self.stage.officer(), new))
        if chance.happens(40):
            spent = Adjustment(id="", date="", party=TILL, minor=-1250, reason="Two packs of cards")
            saved(adjust(self.store, self.stage.officer(), spent))


def variant_for(players: int, chance: Chance) -> Variant:
    """Return a variant that so many can play; two play gin, and four at times as partners."""
    fits = [
        variant
        for variant in VARIANTS.values()
        if variant.family.play is not None and players in variant.family.players(variant.defaults)
    ]
    paired = [each for each in fits if players in each.family.asks(each.defaults).paired]
    if paired and chance.happens(_PARTNERS):
        return chance.one_of(paired)
    gin = [each for each in fits if players == _PAIR and each.family.key in _FOR_TWO]
    return chance.one_of(gin or [each for each in fits if each not in paired])


# --- games without the club -----------------------------------------------------------------------


def play_at_home(stage: Stage, seed: str, names: Sequence[str], until: date) -> int:
    """Play a game of each variant at somebody's home, the last not to its end; return how many."""
    variants = [each for each in VARIANTS.values() if each.family.play is not None]
    for back, variant in zip(range(len(variants), 0, -1), variants, strict=True):
        chance = Chance(f"{seed} home {variant.key}")
        day = until - timedelta(days=back)
        stage.clock.begin(day, 15)
        numbers = [
            each
            for each in variant.family.players(variant.defaults)
            if each <= _MOST_SEATS and each not in variant.family.asks(variant.defaults).paired
        ]
        plan = TablePlan(
            variant=variant,
            players=tuple(chance.shuffled(names)[: chance.one_of(numbers)]),
            title="At home",
            place=chance.one_of(("Kitchen table", "Porch", "Train")),
            played_on=day.isoformat(),
            most_deals=2 if back == 1 else 25,
            is_left_open=back == 1,
        )
        play_table(stage, plan, chance)
    return len(variants)
