"""Games of many entries: the history is told in pages, and neither it nor a post grows too fast."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from flask import Flask

from scorekeeper.games.game_store import CurrentGame, GameStore, replay_game
from scorekeeper.games.journals import StoredEntry, append
from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.game import Act, Challenged, Corrected, Dealt, Renamed, Undone
from scorekeeper.web.core.access import this_game, this_visit
from scorekeeper.web.review.history import LINES_A_PAGE, make_history
from tests.only_site import site_of
from tests.steps import count_steps
from tests.web.phone import Phone

FASTER_THAN_THE_ENTRIES = 3
"""More than twice, since the latest hundred of twice as many have thrice as many before them."""


def deal(points: int) -> Deal:
    ann = Hand(melded_points=points, in_hand_points=0)
    return Deal(
        ending=Ending.OUT, by=Seat(0), hands=(ann, Hand(melded_points=0, in_hand_points=20))
    )


KINDS: dict[str, Callable[[int], Act]] = {
    "challenges": lambda seq: Challenged(target=2, seat=Seat(seq % 2), reason=""),
    "corrections": lambda seq: Corrected(target=2, deal=deal(5 * (seq % 9)), reason=""),
    "undos of undos": lambda seq: Undone(target=max(2, seq - 1), reason=""),
    "names": lambda seq: Renamed(seat=Seat(0), name=f"Ann {seq}"),
}


def add_entries(site: Flask, game: str, kind: str, most: int, *, deals: int = 3) -> None:
    """Write deals and then acts of a kind into a game, up to entry ``most``."""
    store: GameStore = site_of(site).store
    with site.test_request_context(game):
        site.preprocess_request()
        key = this_game().key
    with store.database.writing() as db:
        for seq in range(2, most + 1):
            act = Dealt(deal=deal(10)) if seq < 2 + deals else KINDS[kind](seq)
            at = datetime(2026, 1, 1, 20, tzinfo=UTC)
            entry = StoredEntry(seq=seq, act=act, entry_id=store.new_key(), who="Ann", at=at)
            append(db, key, entry, seats=2)


def tell_history(site: Flask, phone: Phone, kind: str, most: int) -> tuple[int, CurrentGame]:
    """Return the steps to tell the latest entries of a game, and the game."""
    game = phone.start("Ann", "Bob")
    add_entries(site, game, kind, most)
    with site.test_request_context(game + "history"):
        site.preprocess_request()
        opened = this_visit().game
        return count_steps(lambda: make_history(opened, most)), opened


@pytest.mark.parametrize("kind", KINDS)
def test_twice_as_many_entries_are_twice_the_work(site: Flask, phone: Phone, kind: str) -> None:
    few, many = [tell_history(site, phone, kind, most) for most in (130, 260)]
    assert many[0] < FASTER_THAN_THE_ENTRIES * few[0]
    replayed = [count_steps(partial(again, game)) for _, game in (few, many)]
    assert replayed[1] < FASTER_THAN_THE_ENTRIES * replayed[0]


def again(game: CurrentGame) -> None:
    replay_game(game.key, game.created_at, game.log)


def numbers(page: str) -> list[int]:
    """Return the entries that a page offers to undo, as they stand on it."""
    return [int(seq) for seq in re.findall(r'href="[^"]*/undo/(\d+)"', page)]


def test_a_long_history_goes_on_on_further_pages(site: Flask, phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    add_entries(site, game, "challenges", 2 * LINES_A_PAGE + 10)
    first = phone.open(game + "history")
    assert numbers(first.text) == list(range(210, 110, -1))
    assert "Latest entries" not in first.text
    further = phone.open(game + "history?from=110")
    assert f'href="{game}history?from=10"' in further.text
    assert numbers(further.text) == list(range(110, 10, -1))
    last = phone.open(game + "history?from=10").text
    assert numbers(last) == list(range(10, 1, -1))
    assert "Earlier entries" not in last
    assert f'href="{game}history"' in last


def test_a_page_ends_where_its_lines_have_cost_enough(site: Flask, phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    add_entries(site, game, "corrections", 131, deals=80)
    page = phone.open(game + "history").text
    assert len(numbers(page)) == 8
    assert f'href="{game}history?from=123"' in page
