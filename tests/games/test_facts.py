"""A fact that a family asks for comes back from the database without another line of code."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from scorekeeper.games.journals import StoredEntry, append, begin_journal, load_journal
from scorekeeper.rules.deals import Deal, Hand
from scorekeeper.rules.game import Act, Dealt, Started
from scorekeeper.rules.options import values_of
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.store.database import Connections
from tests.empty_database import put_database
from tests.own_facts import FACTS, OwnDeal, OwnHand, asks_for_all, deal_with, own_variant

AT = datetime(2026, 11, 20, 20, 0, 30, tzinfo=UTC)


def written(seq: int, act: Act, key: str) -> StoredEntry:
    return StoredEntry(seq=seq, act=act, entry_id=f"{key} {seq}", who="Ann", at=AT)


@pytest.fixture(scope="module")
def connections(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connections]:
    path = put_database(tmp_path_factory.mktemp("facts"))
    with closing(Connections(path)) as connections:
        yield connections


@pytest.mark.parametrize(("facts", "name"), FACTS)
def test_a_fact_comes_back_from_the_journal(
    facts: type[Deal | Hand],
    name: str,
    connections: Connections,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variant = own_variant(asks_for_all(OwnDeal, OwnHand))
    monkeypatch.setitem(VARIANTS, variant.key, variant)
    started = Started(
        variant=variant.key, options=values_of(variant.defaults), players=("Ann", "Bob")
    )
    dealt = Dealt(deal=deal_with(facts, name))
    key = f"{facts.__name__} {name}"
    with connections.writing() as db:
        begin_journal(db, key, written(1, started, key))
        append(db, key, written(2, dealt, key), seats=2)
    with connections.reading() as db:
        journal = load_journal(db, key)
    assert journal is not None
    assert journal.entries[-1].act == dealt
