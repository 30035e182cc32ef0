"""The three links of a game, each with its role, withdrawn and renewed."""

import pytest

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, start_game
from scorekeeper.games.links import (
    ROLES_OF_GAMES,
    Role,
    UnknownLink,
    Withdrawn,
    link_of,
    open_link,
    open_links,
    renew_link,
    withdraw_link_of,
)
from scorekeeper.games.players import assign_seat, seat_of
from scorekeeper.rules.deals import Seat
from tests.games.table import opened, post, saved

GIN = {"variant": "gin100", "players": ["Ann", "Bob"]}


def link(store: GameStore, key: str, role: Role = Role.HOST) -> str:
    token = link_of(store, key, role)
    assert token is not None
    return token


def begun(store: GameStore, *, title: str = "") -> str:
    key = start_game(store, {**GIN, "title": title})
    assert isinstance(key, str)
    return key


@pytest.mark.parametrize("role", ROLES_OF_GAMES)
def test_each_link_opens_the_game_in_its_role(store: GameStore, key: str, role: Role) -> None:
    visit = open_link(store, link(store, key, role))
    assert (visit.game, visit.role) == (opened(store, key), role)


def test_the_three_links_and_the_key_are_all_different(store: GameStore, key: str) -> None:
    visit = open_link(store, link(store, key))
    assert len({key, *visit.links.values()}) == 1 + len(ROLES_OF_GAMES)


def test_the_key_of_a_game_is_no_link(store: GameStore, key: str) -> None:
    with pytest.raises(UnknownLink):
        open_link(store, key)


@pytest.mark.parametrize("role", ROLES_OF_GAMES)
def test_nobody_learns_of_a_link_with_a_higher_role(store: GameStore, key: str, role: Role) -> None:
    visit = open_link(store, link(store, key, role))
    assert max(visit.links) is role


def test_renewing_a_link_shuts_out_the_old_one(store: GameStore, key: str) -> None:
    old = link(store, key, Role.PLAYER)
    new = renew_link(store, key, Role.PLAYER)
    assert open_link(store, new).role is Role.PLAYER
    with pytest.raises(Withdrawn):
        open_link(store, old)


def test_the_other_links_go_on_when_one_is_renewed(store: GameStore, key: str) -> None:
    viewer = link(store, key, Role.VIEWER)
    renew_link(store, key, Role.PLAYER)
    assert open_link(store, viewer).role is Role.VIEWER


def test_a_link_withdrawn_leaves_the_role_without_one(store: GameStore, key: str) -> None:
    withdraw_link_of(store, key, Role.VIEWER)
    assert set(open_link(store, link(store, key)).links) == {Role.HOST, Role.PLAYER}


def test_the_link_of_the_host_cannot_be_withdrawn(store: GameStore, key: str) -> None:
    with pytest.raises(ValueError, match="host"):
        withdraw_link_of(store, key, Role.HOST)


def test_games_are_listed_the_newest_first(store: GameStore) -> None:
    tokens = [link(store, begun(store, title=title)) for title in ("first", "second", "third")]
    wanted = [tokens[1], "no link", tokens[2], tokens[0], tokens[0]]
    titles = [visit.game.sheet.game.started.title for visit in open_links(store, wanted).visits]
    assert titles == ["third", "second", "first"]


def test_a_game_known_by_two_links_is_listed_once_by_the_higher(store: GameStore, key: str) -> None:
    tokens = [link(store, key, role) for role in ROLES_OF_GAMES]
    assert [visit.role for visit in open_links(store, tokens).visits] == [Role.HOST]


def test_a_withdrawn_link_is_not_listed(store: GameStore, key: str) -> None:
    old = link(store, key, Role.PLAYER)
    renew_link(store, key, Role.PLAYER)
    assert open_links(store, [old]).visits == ()


# --- the next game of the same table --------------------------------------------------------------


def test_a_rematch_leads_each_role_to_its_own_link(store: GameStore) -> None:
    first = begun(store)
    saved(close_game(store, first, post(1), "late", settles=False))
    second = start_game(store, GIN, after=opened(store, first))
    assert isinstance(second, str)
    visit = open_link(store, link(store, first, Role.PLAYER))
    assert visit.rematch[Role.PLAYER] == link(store, second, Role.PLAYER)


def test_phones_keep_their_seats_by_name_in_a_rematch(store: GameStore) -> None:
    first = begun(store)
    assign_seat(store, first, "bob's phone", Seat(1), is_me=False)
    saved(close_game(store, first, post(1), "late", settles=False))
    turned = {**GIN, "players": ["Bob", "Ann"]}
    second = start_game(store, turned, after=opened(store, first))
    assert isinstance(second, str)
    assert seat_of(open_link(store, link(store, second)).seats, "bob's phone") == Seat(0)


def test_a_game_under_way_has_no_rematch(store: GameStore) -> None:
    first = begun(store)
    start_game(store, GIN, after=opened(store, first))
    assert open_link(store, link(store, first)).rematch == {}


# --- the change number ---------------------------------------------------------------------------


def test_the_change_number_grows_with_a_seat_and_a_link(store: GameStore, key: str) -> None:
    token = link(store, key)
    numbers = [open_link(store, token).change_number]
    assign_seat(store, key, "phone", Seat(0), is_me=False)
    numbers.append(open_link(store, token).change_number)
    renew_link(store, key, Role.VIEWER)
    numbers.append(open_link(store, token).change_number)
    assert numbers == sorted(set(numbers))


def test_the_change_number_of_another_game_stays(store: GameStore, key: str) -> None:
    other = begun(store)
    token = link(store, other)
    before = open_link(store, token).change_number
    assign_seat(store, key, "phone", Seat(0), is_me=False)
    assert open_link(store, token).change_number == before
