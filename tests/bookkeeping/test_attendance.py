from scorekeeper.bookkeeping.live.typing import EXPIRES_SECONDS, MOST_MARKS, Attendance, Mark
from scorekeeper.domain.deals import Seat

BOB, CAL = Mark(name="Bob", seat=Seat(1)), Mark(name="Cal")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_is_entering_is_present() -> None:
    attendance = Attendance()
    attendance.mark("game", "bob's", BOB)
    assert attendance.present("game") == (BOB,)


def test_another_game_has_nobody() -> None:
    attendance = Attendance()
    attendance.mark("game", "bob's", BOB)
    assert attendance.present("another") == ()


def test_a_phone_is_not_told_of_itself() -> None:
    attendance = Attendance()
    attendance.mark("game", "bob's", BOB)
    attendance.mark("game", "cal's", CAL)
    assert attendance.present("game", but="cal's") == (BOB,)


def test_a_cleared_mark_is_gone() -> None:
    attendance = Attendance()
    attendance.mark("game", "bob's", BOB)
    attendance.clear("game", "bob's")
    assert attendance.present("game") == ()


def test_a_mark_expires_without_another_sign() -> None:
    clock = Clock()
    attendance = Attendance(clock)
    attendance.mark("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS
    attendance.take_changed()
    assert attendance.present("game") == ()


def test_a_mark_expires_where_nobody_looks_on() -> None:
    clock = Clock()
    attendance = Attendance(clock)
    attendance.mark("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS
    assert attendance.present("game") == ()


def test_another_sign_keeps_a_mark() -> None:
    clock = Clock()
    attendance = Attendance(clock)
    attendance.mark("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS - 1
    attendance.mark("game", "bob's", BOB)
    clock.now = EXPIRES_SECONDS
    attendance.take_changed()
    assert attendance.present("game") == (BOB,)


def test_a_mark_that_expires_is_a_change() -> None:
    clock = Clock()
    attendance = Attendance(clock)
    attendance.mark("game", "bob's", BOB)
    attendance.take_changed()
    clock.now = EXPIRES_SECONDS
    assert attendance.take_changed() == {"game"}


def test_the_same_mark_again_is_no_change() -> None:
    attendance = Attendance()
    attendance.mark("game", "bob's", BOB)
    attendance.take_changed()
    attendance.mark("game", "bob's", BOB)
    assert attendance.take_changed() == set()


def test_clearing_what_is_not_there_is_no_change() -> None:
    attendance = Attendance()
    attendance.clear("game", "bob's")
    assert attendance.take_changed() == set()


def test_every_change_gives_another_revision() -> None:
    attendance = Attendance()
    revisions = [attendance.revision("game")]
    attendance.mark("game", "bob's", BOB)
    revisions.append(attendance.revision("game"))
    attendance.mark("game", "bob's", Mark(name="Bob", seat=Seat(2)))
    revisions.append(attendance.revision("game"))
    attendance.clear("game", "bob's")
    revisions.append(attendance.revision("game"))
    assert len(set(revisions)) == 4


def test_one_game_cannot_be_filled_with_marks() -> None:
    attendance = Attendance()
    for number in range(MOST_MARKS + 5):
        attendance.mark("game", f"phone {number}", BOB)
    assert len(attendance.present("game")) == MOST_MARKS
