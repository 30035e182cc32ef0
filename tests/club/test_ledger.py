"""What a person's page and paper are read from."""

from pathlib import Path

from scorekeeper.club.facts import ClubPayment
from scorekeeper.club.payments import pay
from scorekeeper.club.people import add_person
from scorekeeper.club.whole import club_figures
from scorekeeper.club.words import sources_in
from scorekeeper.games.game_store import GameStore
from scorekeeper.rules.settlement import TILL
from tests.club.test_whole import club_store
from tests.club_site import done, new_post


def pay_in(store: GameStore, person: str, how: str) -> str:
    paid = ClubPayment(id="", date="", payer=person, payee=TILL, minor=500, method=how)
    return done(pay(store, new_post(), paid))


def test_a_statement_says_how_each_payment_was_made(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    ann = done(add_person(store, new_post(), "Ann"))
    paid = {pay_in(store, ann, how): how for how in ("card", "cash", "")}
    figures = club_figures(store)
    lines = figures.lines_of(ann)
    assert [line.ref for line in lines] == [*paid]
    assert figures.once(sources_in).methods == paid
    store.close()
