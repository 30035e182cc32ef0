"""A club in which things happen by chance, as in a long winter: games, closings, money, merges."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.club.acting import ClubOutcome, Doing, club_act
from scorekeeper.club.facts import Adjustment, ClubPayment, SettleWay
from scorekeeper.club.nights import (
    change_game,
    open_night,
    put_game_in_night,
    take_game_out,
    void_game,
)
from scorekeeper.club.payments import (
    adjust,
    balances_before,
    charge_people,
    close_night,
    digest_of,
    digest_of_brought_forward,
    pay,
    reopen_night,
    reverse,
    take_charge_back,
)
from scorekeeper.club.people import add_person
from scorekeeper.club.rows.clubs import ClubAct
from scorekeeper.club.rows.people import change_person, find_person
from scorekeeper.club.stored_book import load_night
from scorekeeper.games.deals import record_deal, undo
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, import_game, open_game, reopen_game
from scorekeeper.games.posting import Post, Saved
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.settlement import TILL
from tests.club_books import tallied_game
from tests.games.table import out

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve")
DATES = ("2025-12-30", "2026-11-13", "2026-11-20", "2026-11-20")


@dataclass
class RandomClub:
    """A club whose store is set up; ``step`` does one thing, or tries to."""

    store: GameStore
    chance: random.Random
    nights: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    games: list[tuple[str, str]] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    payments: list[str] = field(default_factory=list)
    charges: list[str] = field(default_factory=list)
    done: int = 0
    numbers: int = 0

    def post(self) -> Post:
        self.numbers += 1
        return Post(entry_id=f"act {self.numbers}")

    def begin(self) -> None:
        """Add people, some of whom are written in two spellings, and a night with games."""
        for number, name in enumerate((*NAMES, "Anne", "Bobby")):
            joined = "2026-01-01" if number % 2 else ""
            self._keep(self.people, add_person(self.store, self.post(), name, joined=joined))
        self.open_night()
        for _ in range(4):
            self.play()

    def _keep(self, kept: list[str], outcome: ClubOutcome) -> None:
        if isinstance(outcome, Saved):
            kept.append(outcome.thing)
            self.done += 1

    def step(self) -> None:
        """Do one thing by chance."""
        things: list[tuple[int, Callable[[], Any]]] = [
            (9, self.play),
            (6, self.deal),
            (4, self.take_back),
            (2, self.close_early),
            (1, self.reopen_game),
            (2, self.open_night),
            (3, self.close_night),
            (2, self.reopen_night),
            (2, self.void),
            (1, self.move),
            (1, self.take_out),
            (2, self.seat),
            (5, self.pay),
            (2, self.reverse),
            (2, self.adjust),
            (1, self.charge),
            (1, self.give_back),
            (3, self.change_person),
        ]
        weights = [weight for weight, _ in things]
        (thing,) = self.chance.choices([each for _, each in things], weights)
        thing()

    # --- nights and games -------------------------------------------------------------------------

    def open_night(self) -> None:
        rules = ["person_night", "person_game", "table_game"]
        fee = [
            {"per": rule, "amount": "2.05"} | ({"guest": "3.00"} if "person" in rule else {})
            for rule in self.chance.sample(rules, self.chance.randint(1, 3))
        ]
        date = self.chance.choice(DATES)
        terms = {"date": date, "fee": fee, "settle": self.chance.choice(list(SettleWay)).value}
        self._keep(self.nights, open_night(self.store, self.post(), terms))

    def play(self) -> None:
        """Begin a game, over or not, and put it into a night."""
        names = tuple(self.chance.sample(NAMES, self.chance.randint(2, 4)))
        most = 1100 if self.chance.random() < 0.5 else 100
        points = [most, *[5 * self.chance.randint(-10, 19) for _ in names[1:]]]
        record = tallied_game(*points, names=names)
        record["options"] |= {"target": 300, "winner_bonus": self.chance.choice([0, 100])}
        key = import_game(self.store, json.dumps(record).encode())
        assert isinstance(key, str), key
        night = self.chance.choice(self.nights)
        outcome = put_game_in_night(self.store, self.post(), key, night, label="1")
        if isinstance(outcome, Saved):
            self.games.append((outcome.thing, key))
            self.done += 1

    def _game(self) -> tuple[str, str, Post]:
        game, key = self.chance.choice(self.games)
        found = open_game(self.store, key)
        assert found is not None
        self.numbers += 1
        version = found.sheet.game.facts_version
        return game, key, Post(entry_id=f"entry {self.numbers}", version=version, who="Ann")

    def deal(self) -> None:
        if self.games:
            _, key, post = self._game()
            found = open_game(self.store, key)
            assert found is not None
            names = tuple([head.name for head in found.sheet.heads])
            record_deal(self.store, key, post, out(names[0], 150, against=names))

    def take_back(self) -> None:
        if self.games:
            _, key, post = self._game()
            undo(self.store, key, post, post.version, reason="wrong")

    def close_early(self) -> None:
        if self.games:
            _, key, post = self._game()
            close_game(self.store, key, post, "", settles=self.chance.random() < 0.7)

    def reopen_game(self) -> None:
        if self.games:
            _, key, post = self._game()
            reopen_game(self.store, key, post, "")

    def void(self) -> None:
        if self.games:
            game, _ = self.chance.choice(self.games)
            void_game(self.store, self.post(), game, void=self.chance.random() < 0.6)

    def move(self) -> None:
        if self.games:
            _, key = self.chance.choice(self.games)
            night = self.chance.choice(self.nights)
            put_game_in_night(self.store, self.post(), key, night, label="2")

    def take_out(self) -> None:
        if self.games:
            take_game_out(self.store, self.post(), self.chance.choice(self.games)[0])

    def seat(self) -> None:
        if self.games:
            game, _ = self.chance.choice(self.games)
            person = self.chance.choice(self.people)
            change_game(self.store, self.post(), game, people={Seat(0): person})

    def close_night(self, night: str = "") -> None:
        night = night or self.chance.choice(self.nights)
        loaded = load_night(self.store, night)
        seen, before = digest_of(loaded.figures), ""
        if self.chance.random() < 0.5:
            before = digest_of_brought_forward(balances_before(self.store, loaded))
        way = self.chance.choice(list(SettleWay))
        outcome = close_night(self.store, self.post(), night, way, seen=seen, before=before)
        if isinstance(outcome, Saved):
            self.closed.append(night)

    def reopen_night(self) -> None:
        reopen_night(self.store, self.post(), self.chance.choice(self.nights))

    # --- money and people -------------------------------------------------------------------------

    def pay(self) -> None:
        # Other spellings pay nobody whom they may turn out to be.
        payer, payee = self.chance.sample([*self.people[2:], TILL], 2)
        night = self.chance.choice(["", *self.nights])
        new = ClubPayment(
            id="", date="", payer=payer, payee=payee, minor=self.chance.randint(1, 900), night=night
        )
        self._keep(self.payments, pay(self.store, self.post(), new))

    def reverse(self) -> None:
        if self.payments:
            reverse(self.store, self.post(), self.chance.choice(self.payments))

    def adjust(self) -> None:
        party = self.chance.choice([*self.people, TILL])
        minor = self.chance.choice([-1250, 700])
        adjust(self.store, self.post(), Adjustment(id="", date="", party=party, minor=minor))

    def charge(self) -> None:
        people = self.chance.sample(self.people, self.chance.randint(1, len(self.people)))
        new = Adjustment(id="", date="", party="", minor=self.chance.choice([305, 3000]))
        self._keep(self.charges, charge_people(self.store, self.post(), new, people))

    def give_back(self) -> None:
        if self.charges:
            take_charge_back(self.store, self.post(), self.chance.choice(self.charges))

    def change_person(self) -> None:
        """Join two spellings, part them, or let somebody join the club or leave it."""
        chance, (ann, bob, *_) = self.chance, self.people
        changes: list[tuple[str, dict[str, Any]]] = [
            (self.people[5], {"same_as": chance.choice(["", ann])}),
            (self.people[6], {"same_as": chance.choice(["", bob])}),
            (ann, {"joined": chance.choice(["", "2026-11-20", "2025-01-01"])}),
            (bob, {"left": chance.choice(["", "2026-11-15"])}),
            (bob, {"opening": chance.choice([0, 500])}),
        ]
        person, fields = chance.choice(changes)

        @club_act
        def decide(doing: Doing) -> ClubAct:
            known = find_person(doing.db, person)
            assert known is not None
            change_person(doing.db, replace(known, **fields))
            return ClubAct(kind="person_changed", subject=person)

        decide(self.store, self.post())
