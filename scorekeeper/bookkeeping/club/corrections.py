"""Notes the day on which a change of the club's facts corrects the figures of closed nights."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from scorekeeper.bookkeeping.club.book import load_night_in
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import NightMoney
from scorekeeper.domain.club.spellings import join_money, meant_ids
from scorekeeper.storage.club.nights import mark_corrected
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.database import Connection


@contextmanager
def correcting(store: GameStore, db: Connection, nights: Sequence[str]) -> Iterator[None]:
    """Mark each of these closed nights as corrected today if the ``with`` block changes its money.

    The block runs in the transaction of ``db``.
    """
    before = {night: _corrections(store, db, night) for night in nights}
    yield
    meant = meant_ids(load_people(db))
    for night, money in before.items():
        was = NightMoney(
            games={game: join_money(each, meant) for game, each in money.games.items()},
            fees=join_money(money.fees, meant),
        )
        if _corrections(store, db, night) != was:
            mark_corrected(db, night, store.today())


def _corrections(store: GameStore, db: Connection, night: str) -> NightMoney:
    return load_night_in(store, db, night).figures.corrections
