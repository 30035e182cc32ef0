"""What a person's page and paper are read from."""

from pathlib import Path

from scorekeeper.club.facts import ClubPayment
from scorekeeper.club.ledger import whole_statement
from scorekeeper.club.payments import pay
from scorekeeper.club.people import add_person
from scorekeeper.club.whole import club_figures
from scorekeeper.games.game_store import GameStore
from scorekeeper.rules.settlement import TILL
from tests.club.test_whole import club_store
from tests.club_site import done, new_post


def pay_in(store: GameStore, person: str, how: str) -> str:
    paid = ClubPayment(id="", date="", payer=person, payee=TILL, minor=500, method=how)
    return done(pay(store, new_post(), paid))


def queries_of_statement(store: GameStore, person: str) -> int:
    whole_statement(store, club_figures(store), person)  # from here on the figures are in memory
    told: list[str] = []
    with store.database.reading() as db:
        db.conn.set_trace_callback(told.append)
    whole_statement(store, club_figures(store), person)
    with store.database.reading() as db:
        db.conn.set_trace_callback(None)
    return len(told)


def test_a_longer_statement_takes_no_more_queries(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    ann = done(add_person(store, new_post(), "Ann"))
    paid = {pay_in(store, ann, "cash"): "cash"}
    before = queries_of_statement(store, ann)
    paid |= {pay_in(store, ann, how): how for how in ("card", "cash", "")}
    assert queries_of_statement(store, ann) == before > 0
    assert whole_statement(store, club_figures(store), ann).methods == paid
    store.close()
