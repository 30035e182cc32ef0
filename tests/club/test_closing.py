"""Closings of nights in clubs where things happen by chance, against figures added up plainly."""

import random
from collections import Counter
from pathlib import Path

import pytest

from scorekeeper.club.facts import GameState, SettleWay, payments_in_force
from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.figures.ledger import balance_of
from scorekeeper.club.nights import void_game
from scorekeeper.club.payments import reopen_night
from scorekeeper.club.stored_book import LoadedNight, load_book, load_night
from scorekeeper.games.game_store import GameStore
from scorekeeper.rules.settlement import TILL
from tests.club.random_club import RandomClub
from tests.club.test_whole import club_store
from tests.club_site import done

Sums = dict[str, int]


def base_of_closing(loaded: LoadedNight) -> Sums:
    """What each is to get: games and balances brought forward, less fees; the till the rest."""
    closed = loaded.night.closed
    assert closed is not None
    base: Counter[str] = Counter()
    for money in (*closed.seen.games.values(), closed.before):
        for who, minor in money.items():
            base[who] += minor
    for who, minor in closed.seen.fees.items():
        base[who] -= minor
    base[TILL] = -sum(base.values())
    return dict(base)


def check_closing(loaded: LoadedNight) -> None:
    """The list of a night that was closed this moment."""
    figures, left = loaded.figures, base_of_closing(loaded)
    ends = [(each.payer, each.payee) for each in figures.suggestions]
    assert len(set(ends)) == len(ends)
    for each in figures.suggestions:
        left[each.payer] = left.get(each.payer, 0) + each.minor
        left[each.payee] = left.get(each.payee, 0) - each.minor
    if loaded.night.settle is not SettleWay.CARRIED:
        assert not any(left.values())
    if loaded.night.settle is SettleWay.TRANSFERS:
        paid: Counter[tuple[str, str]] = Counter()
        for payment in payments_in_force(loaded.payments):
            paid[payment.payer, payment.payee] += payment.minor
        assert figures.outside == {}
        found = {(each.payer, each.payee): each.paid for each in figures.suggestions if each.paid}
        assert found == paid


def check_before(store: GameStore, loaded: LoadedNight) -> None:
    """The balances that were taken in are those of the book without its open nights."""
    closed = loaded.night.closed
    assert closed is not None
    book, _ = load_book(store)
    figures = ClubFigures(book, Question())
    balances = {who: balance_of(who, figures.sums) for who in figures.people}
    for night in figures.nights:
        if night.night.is_open or night.night.id == loaded.night.id:
            for who, each in night.people.items():
                balances[who] -= each.left
    there = {who: balances[who] for who in loaded.figures.people if balances[who]}
    assert closed.before in ({}, there)


@pytest.mark.parametrize(
    "seed", [0, 1, *[pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3)]]
)
def test_every_closing_clears_what_was_seen_and_asks_nobody_twice(
    tmp_path: Path, seed: int
) -> None:
    store = club_store(tmp_path)
    club = RandomClub(store, random.Random(seed))
    club.begin()
    again = 0
    for _ in range(40):
        (club.step if club.chance.random() < 0.5 else club.pay)()
        night = club.chance.choice(club.nights)
        if not load_night(store, night).night.is_open:
            done(reopen_night(store, club.post(), night))
            continue
        for game in load_night(store, night).night.games:
            if game.state is GameState.OPEN:
                done(void_game(store, club.post(), game.id, void=True))
        club.close_night(night)
        check_closing(load_night(store, night))
        check_before(store, load_night(store, night))
        again += club.closed.count(night) > 1
    assert again > 3
    store.close()
