"""Closes a night, which keeps the figures that everybody saw, and opens it again."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Final

from scorekeeper.club.acting import CHANGED, ClubDecision, ClubOutcome, post_club_act
from scorekeeper.club.facts import SettleWay
from scorekeeper.club.figures.accounts import account_of
from scorekeeper.club.figures.nights import NightFigures
from scorekeeper.club.games import GameState
from scorekeeper.club.nights import remove_idle_guests
from scorekeeper.club.rows.acts import ClubAct, find_act_on
from scorekeeper.club.rows.nights import (
    add_closing,
    change_night,
    find_taking_night,
    mark_reopened,
    took_balances_in,
)
from scorekeeper.club.stored_book import LoadedNight, load_night_in
from scorekeeper.club.whole import figures_in
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.posting import Post, refusal
from scorekeeper.rules.variant import Problem
from scorekeeper.store.database import Connection
from scorekeeper.wording import write_plural

CLOSED: Final = "night_closed"
"""The kind of the act that closes a night."""
REOPENED: Final = "night_reopened"
_DIGEST_BYTES: Final = 12
_CLOSED_ALREADY: Final = refusal(CHANGED, "The night was closed meanwhile")
_OPEN_ALREADY: Final = refusal(CHANGED, "The night is open")
_OTHER_FIGURES: Final = refusal(
    CHANGED, "The figures have changed since this page was drawn. Look at them, and close again"
)


def closed_at(store: GameStore, night: str) -> datetime | None:
    """Return when a night was closed last, or None."""
    with store.database.reading() as db:
        act = find_act_on(db, night, CLOSED)
    return None if act is None else act.at


def digest_of(figures: NightFigures) -> str:
    """Return a digest of the money of a night, as a page shows it before the closing."""
    games = {game: dict(money) for game, money in figures.money.games.items()}
    paid = [(each.payer, each.payee, each.paid) for each in figures.suggestions]
    money = (figures.money.fees, figures.money.entry, figures.money.prize)
    seen = (sorted(games.items()), *[sorted(each.items()) for each in money], list(figures.base))
    return _digest((*seen, paid, list(figures.outside.items())))


def digest_of_before(before: Mapping[str, int]) -> str:
    """Return a digest of the balances of before, as a page shows them before the closing."""
    return _digest(sorted(before.items()))


def _digest(seen: object) -> str:
    return blake2b(repr(seen).encode(), digest_size=_DIGEST_BYTES).hexdigest()


def balances_before(store: GameStore, loaded: LoadedNight) -> Mapping[str, int]:
    """Return what each person at an open night has to get from before it (minus: to pay).

    That is the balance without the games, fees and payments of nights that are open, which have
    lists of their own; nobody whose balance is zero is named.
    """
    with store.database.reading() as db:
        return _balances_before(store, db, loaded)


def _balances_before(store: GameStore, db: Connection, loaded: LoadedNight) -> dict[str, int]:
    figures = figures_in(store, db)
    still_open = {each.night.id for each in figures.nights if each.night.is_open}
    entries = [each for each in figures.ledger if each.night not in still_open]
    owed = {
        person: sum([each.postings.get(account_of(person), 0) for each in entries])
        for person in loaded.figures.people
    }
    return {person: -minor for person, minor in owed.items() if minor}


def was_closed_with_before(store: GameStore, night: str) -> bool:
    """Tell whether a night was closed with balances of before when it was closed last."""
    with store.database.reading() as db:
        return took_balances_in(db, night)


def night_that_took_in(store: GameStore, night: str, people: Sequence[str]) -> str:
    """Return the day of the latest night that was closed since with balances of these people.

    Their balances then had what is open of this closed night; empty if there is no such night.
    """
    with store.database.reading() as db:
        return find_taking_night(db, night, people)


def close_night(
    store: GameStore, post: Post, night: str, way: SettleWay, *, seen: str, before: str = ""
) -> ClubOutcome:
    """Close a night in one way to settle it; ``seen`` is the digest of the figures that were shown.

    With ``before``, the digest of the balances of before that were shown, these are taken into the
    payments. It is refused while a game is open, and if the figures have changed. Raises
    UnknownNight.
    """

    def decide(db: Connection) -> ClubDecision:
        loaded = load_night_in(store, db, night)
        takes_in = bool(before) and way is not SettleWay.CARRIED
        balances = _balances_before(store, db, loaded) if takes_in else {}
        has_changed = seen != digest_of(loaded.figures)
        if takes_in:
            has_changed = has_changed or before != digest_of_before(balances)
        problems = tuple(_problems(loaded, has_changed=has_changed))
        if problems:
            return problems
        # A night may have been opened for a day to come.
        after = loaded.closed_as(way, max(store.today(), loaded.night.date), balances)
        change_night(db, after.night)
        if after.night.closed is not None:
            add_closing(db, night, after.night.closed, store.now())
        details: dict[str, object] = {"settle": way.value}
        players = [each for game in after.night.games if not game.is_void for each in game.people]
        if gone := remove_idle_guests(store, db, night, [*players, *after.figures.money.fees]):
            details["gone"] = gone
        return ClubAct(kind=CLOSED, subject=night, night=night, details=details)

    return post_club_act(store, post, decide)


def _problems(loaded: LoadedNight, *, has_changed: bool) -> Iterator[Problem]:
    if loaded.night.closed is not None:
        yield from _CLOSED_ALREADY
        return
    still = sum([game.state is GameState.OPEN for game in loaded.night.games])
    if still:
        verb = "is" if still == 1 else "are"
        yield from refusal("unfinished_game", f"{write_plural(still, 'game')} {verb} open")
    if has_changed:
        yield from _OTHER_FIGURES


def reopen_night(store: GameStore, post: Post, night: str) -> ClubOutcome:
    """Open a closed night again; its payments stay, and count when it is closed once more.

    Raises UnknownNight.
    """

    def decide(db: Connection) -> ClubDecision:
        loaded = load_night_in(store, db, night)
        if loaded.night.is_open:
            return _OPEN_ALREADY
        mark_reopened(db, night, store.now())
        return ClubAct(kind=REOPENED, subject=night, night=night)

    return post_club_act(store, post, decide)
