"""Three links a game, each with its role; withdrawn and made anew."""

import pytest

from scorekeeper.bookkeeping.books import Books, UnknownGame
from scorekeeper.bookkeeping.games import close_game, start_game
from scorekeeper.bookkeeping.links import (
    Role,
    Withdrawn,
    link_of,
    open_link,
    open_links,
    renew_link,
    withdraw,
)
from scorekeeper.bookkeeping.seats import seat_of, take_seat
from scorekeeper.domain.deals import Seat
from tests.bookkeeping.table import opened, post, saved

GIN = {"variant": "gin100", "players": ["Ann", "Bob"]}


def link(books: Books, key: str, role: Role = Role.HOST) -> str:
    token = link_of(books, key, role)
    assert token is not None
    return token


def begun(books: Books, *, title: str = "") -> str:
    key = start_game(books, {**GIN, "title": title})
    assert isinstance(key, str)
    return key


@pytest.mark.parametrize("role", Role)
def test_each_link_opens_the_game_in_its_role(books: Books, key: str, role: Role) -> None:
    visit = open_link(books, link(books, key, role))
    assert (visit.game, visit.role) == (opened(books, key), role)


def test_the_three_links_and_the_key_are_four_different_words(books: Books, key: str) -> None:
    visit = open_link(books, link(books, key))
    assert len({key, *visit.links.values()}) == 1 + len(Role)


def test_the_key_of_a_game_is_no_link(books: Books, key: str) -> None:
    with pytest.raises(UnknownGame):
        open_link(books, key)


def test_a_link_made_anew_shuts_out_the_old_one(books: Books, key: str) -> None:
    old = link(books, key, Role.PLAYER)
    new = renew_link(books, key, Role.PLAYER)
    assert open_link(books, new).role is Role.PLAYER
    with pytest.raises(Withdrawn):
        open_link(books, old)


def test_the_other_links_go_on_when_one_is_made_anew(books: Books, key: str) -> None:
    viewer = link(books, key, Role.VIEWER)
    renew_link(books, key, Role.PLAYER)
    assert open_link(books, viewer).role is Role.VIEWER


def test_a_link_withdrawn_leaves_the_role_without_one(books: Books, key: str) -> None:
    withdraw(books, key, Role.VIEWER)
    assert set(open_link(books, link(books, key)).links) == {Role.HOST, Role.PLAYER}


def test_the_link_of_the_host_cannot_be_withdrawn(books: Books, key: str) -> None:
    with pytest.raises(ValueError, match="host"):
        withdraw(books, key, Role.HOST)


def test_games_are_listed_the_newest_first(books: Books) -> None:
    tokens = [link(books, begun(books, title=title)) for title in ("first", "second", "third")]
    wanted = [tokens[1], "no link", tokens[2], tokens[0], tokens[0]]
    titles = [visit.game.sheet.game.started.title for visit in open_links(books, wanted)]
    assert titles == ["third", "second", "first"]


def test_a_game_known_by_two_links_is_listed_once_by_the_higher(books: Books, key: str) -> None:
    tokens = [link(books, key, role) for role in Role]
    assert [visit.role for visit in open_links(books, tokens)] == [Role.HOST]


def test_a_withdrawn_link_is_not_listed(books: Books, key: str) -> None:
    old = link(books, key, Role.PLAYER)
    renew_link(books, key, Role.PLAYER)
    assert open_links(books, [old]) == ()


# --- the next game of the same table --------------------------------------------------------------


def test_a_rematch_leads_each_role_to_its_own_link(books: Books) -> None:
    first = begun(books)
    saved(close_game(books, first, post(1), "late", settles=False))
    second = start_game(books, GIN, after=opened(books, first))
    assert isinstance(second, str)
    visit = open_link(books, link(books, first, Role.PLAYER))
    assert visit.rematch[Role.PLAYER] == link(books, second, Role.PLAYER)


def test_phones_keep_their_seats_by_name_in_a_rematch(books: Books) -> None:
    first = begun(books)
    take_seat(books, first, "bob's phone", Seat(1), is_me=False)
    saved(close_game(books, first, post(1), "late", settles=False))
    turned = {**GIN, "players": ["Bob", "Ann"]}
    second = start_game(books, turned, after=opened(books, first))
    assert isinstance(second, str)
    assert seat_of(open_link(books, link(books, second)).seats, "bob's phone") == Seat(0)


def test_a_game_under_way_has_no_rematch(books: Books) -> None:
    first = begun(books)
    start_game(books, GIN, after=opened(books, first))
    assert open_link(books, link(books, first)).rematch == {}


# --- the pulse ------------------------------------------------------------------------------------


def test_the_pulse_grows_with_a_seat_and_a_link(books: Books, key: str) -> None:
    token = link(books, key)
    pulses = [open_link(books, token).pulse]
    take_seat(books, key, "phone", Seat(0), is_me=False)
    pulses.append(open_link(books, token).pulse)
    renew_link(books, key, Role.VIEWER)
    pulses.append(open_link(books, token).pulse)
    assert pulses == sorted(set(pulses))


def test_the_pulse_of_another_game_stays(books: Books, key: str) -> None:
    other = begun(books)
    token = link(books, other)
    before = open_link(books, token).pulse
    take_seat(books, key, "phone", Seat(0), is_me=False)
    assert open_link(books, token).pulse == before
