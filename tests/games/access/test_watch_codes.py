"""Watch codes: what they open, how long, and what takes them back."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.games import keys
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, start_game
from scorekeeper.games.keys import (
    ALPHABET,
    GOOD_FOR,
    find_watched,
    length_beside,
    renew_watch_code,
    watch_code_of,
    withdraw_watch_code,
)
from scorekeeper.games.links import (
    Role,
    Thing,
    link_of,
    open_link,
    renew_link,
    withdraw_link_of,
)
from tests.games.table import opened, post, saved


def watched(store: GameStore, key: str) -> tuple[Thing, str]:
    return Thing.GAME, link_of(store, key, Role.VIEWER) or ""


def test_the_letters_open_the_game_for_a_viewer(store: GameStore, key: str) -> None:
    found = find_watched(store, renew_watch_code(store, key).letters)
    assert found is not None
    visit = open_link(store, found[1])
    assert (visit.game.key, visit.role) == (key, Role.VIEWER)


def test_a_code_has_four_letters_that_cannot_be_confused(store: GameStore, key: str) -> None:
    for _ in range(20):
        letters = renew_watch_code(store, key).letters
        assert len(letters) == 4
        assert set(letters) <= set(ALPHABET)
    assert set("ILOU0158") & set(ALPHABET) == set()


def test_the_more_tables_have_letters_the_more_letters_a_new_code_has() -> None:
    assert [length_beside(others) for others in (0, 9, 10, 199, 200)] == [4, 4, 5, 5, 6]


def test_a_code_beside_many_is_longer_and_opens_its_game(
    store: GameStore, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "LEAST_UNUSED", len(ALPHABET) ** 4 + 1)
    letters = renew_watch_code(store, key).letters
    assert len(letters) == 5
    assert find_watched(store, letters) == watched(store, key)


@pytest.mark.parametrize("written", ["{}", " {} ", "{}-"])
def test_how_letters_are_typed_does_not_matter(store: GameStore, key: str, written: str) -> None:
    letters = renew_watch_code(store, key).letters.lower()
    assert find_watched(store, written.format(letters)) == watched(store, key)


def test_a_game_has_no_letters_before_they_are_made(store: GameStore, key: str) -> None:
    assert watch_code_of(store, key) is None
    assert renew_watch_code(store, key) == watch_code_of(store, key)


def test_new_letters_take_the_place_of_old_ones(store: GameStore, key: str) -> None:
    old = renew_watch_code(store, key).letters
    new = renew_watch_code(store, key).letters
    assert (find_watched(store, old), find_watched(store, new)) == (
        None,
        watched(store, key),
    )


def test_letters_taken_back_open_nothing(store: GameStore, key: str) -> None:
    letters = renew_watch_code(store, key).letters
    withdraw_watch_code(store, key)
    assert (find_watched(store, letters), watch_code_of(store, key)) == (None, None)


def test_letters_work_for_one_evening(store: GameStore, key: str) -> None:
    code = renew_watch_code(store, key)
    at_the_end = replace(store, now=lambda: code.expires_at)
    assert code.expires_at - GOOD_FOR < store.now()
    assert find_watched(at_the_end, code.letters) is None
    assert watch_code_of(at_the_end, key) is None


def test_letters_that_expired_are_dropped_with_the_next(store: GameStore, key: str) -> None:
    old = renew_watch_code(store, key)
    other = start_game(store, {"variant": "gin100", "players": ["Dot", "Eve"]})
    assert isinstance(other, str)
    later = replace(store, now=lambda: old.expires_at)
    renew_watch_code(later, other)
    assert watch_code_of(store, key) is None


@pytest.mark.parametrize("change", [renew_link, withdraw_link_of])
def test_letters_go_with_the_link_that_they_stand_for(
    store: GameStore, key: str, change: Callable[[GameStore, str, Role], object]
) -> None:
    letters = renew_watch_code(store, key).letters
    change(store, key, Role.PLAYER)
    assert find_watched(store, letters) is not None
    change(store, key, Role.VIEWER)
    assert find_watched(store, letters) is None


def test_letters_go_on_to_the_next_game_of_the_table(store: GameStore, key: str) -> None:
    letters = renew_watch_code(store, key).letters
    saved(close_game(store, key, post(1), "late", settles=False))
    again = {"variant": "laws", "players": ["Ann", "Bob", "Cal"]}
    following = start_game(store, again, after=opened(store, key))
    assert isinstance(following, str)
    assert find_watched(store, letters) == watched(store, following)


def test_open_pages_learn_of_new_letters(store: GameStore, key: str) -> None:
    token = link_of(store, key, Role.HOST) or ""
    numbers = [open_link(store, token).change_number]
    for change in (renew_watch_code, withdraw_watch_code):
        change(store, key)
        numbers.append(open_link(store, token).change_number)
    assert numbers == sorted(set(numbers))
