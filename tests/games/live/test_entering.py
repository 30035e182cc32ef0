from scorekeeper.games.live import (
    EXPIRES_SECONDS,
    MOST_PHONES,
    EnteringPhone,
    EnteringPhones,
)
from scorekeeper.rules.deals import Seat

BOB, CAL = EnteringPhone(name="Bob", seat=Seat(1)), EnteringPhone(name="Cal")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_phone_that_enters_cards_is_listed() -> None:
    entering = EnteringPhones()
    entering.note("game", "bob's", BOB)
    assert entering.present("game") == (BOB,)


def test_nobody_is_listed_for_another_game() -> None:
    entering = EnteringPhones()
    entering.note("game", "bob's", BOB)
    assert entering.present("another") == ()


def test_a_phone_is_not_told_of_itself() -> None:
    entering = EnteringPhones()
    entering.note("game", "bob's", BOB)
    entering.note("game", "cal's", CAL)
    assert entering.present("game", but="cal's") == (BOB,)


def test_a_phone_that_stopped_is_no_longer_listed() -> None:
    entering = EnteringPhones()
    entering.note("game", "bob's", BOB)
    entering.clear("game", "bob's")
    assert entering.present("game") == ()


def test_a_phone_expires_without_another_sign() -> None:
    clock = Clock()
    entering = EnteringPhones(clock)
    entering.note("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS
    entering.take_changed()
    assert entering.present("game") == ()


def test_a_phone_expires_even_if_nobody_watches() -> None:
    clock = Clock()
    entering = EnteringPhones(clock)
    entering.note("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS
    assert entering.present("game") == ()


def test_another_sign_keeps_a_phone() -> None:
    clock = Clock()
    entering = EnteringPhones(clock)
    entering.note("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS - 1
    entering.note("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS
    entering.take_changed()
    assert entering.present("game") == (BOB,)


def test_a_phone_that_expires_is_a_change() -> None:
    clock = Clock()
    entering = EnteringPhones(clock)
    entering.note("game", "bob's", BOB)
    entering.take_changed()
    clock.now = EXPIRES_SECONDS
    assert entering.take_changed() == {"game"}


def test_the_same_phone_again_is_no_change() -> None:
    entering = EnteringPhones()
    entering.note("game", "bob's", BOB)
    entering.take_changed()
    entering.note("game", "bob's", BOB)
    assert entering.take_changed() == set()


def test_clearing_what_is_not_there_is_no_change() -> None:
    entering = EnteringPhones()
    entering.clear("game", "bob's")
    assert entering.take_changed() == set()


def test_every_change_gives_another_revision() -> None:
    entering = EnteringPhones()
    revisions = [entering.revision("game")]
    entering.note("game", "bob's", BOB)
    revisions.append(entering.revision("game"))
    entering.note("game", "bob's", EnteringPhone(name="Bob", seat=Seat(2)))
    revisions.append(entering.revision("game"))
    entering.clear("game", "bob's")
    revisions.append(entering.revision("game"))
    assert len(set(revisions)) == 4


def test_one_game_cannot_be_filled_with_phones() -> None:
    entering = EnteringPhones()
    for number in range(MOST_PHONES + 5):
        entering.note("game", f"phone {number}", BOB)
    assert len(entering.present("game")) == MOST_PHONES
