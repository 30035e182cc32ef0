"""Agreement: to figures, by seats, never too late; challenges until they are met."""

import pytest

from scorekeeper.bookkeeping.agreement import agree, challenge, figures_of
from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.company import join_player
from scorekeeper.bookkeeping.games import close_game, correct_deal, record_deal, undo
from scorekeeper.bookkeeping.outcomes import OpenGame, Saved
from scorekeeper.domain.consent import Consent
from scorekeeper.domain.deals import Seat
from tests.bookkeeping.table import ANN_OUT, deal_times, opened, out, post, refused, saved

ANN, BOB, CAL, DOT = (Seat(seat) for seat in range(4))
FIRST = 2  # the entry of the first deal


def agreed(
    books: Books, key: str, *seats: Seat, target: int = FIRST, entry_id: str | None = None
) -> OpenGame:
    """The game after these seats (or all) agreed to what they see."""
    game = opened(books, key)
    talk = post(game.version, entry_id)
    seen = figures_of(game, target)
    return saved(agree(books, key, talk, target, seats=seats or None, seen=seen))


def consent(game: OpenGame, number: int = 1) -> Consent:
    return game.sheet.rows[number - 1].consent


def test_nobody_has_agreed_to_a_new_deal(books: Books, key: str) -> None:
    game = deal_times(books, key, 1)
    assert consent(game).asked == (ANN, BOB, CAL)


def test_a_seat_that_agrees_is_asked_no_more(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    game = agreed(books, key, BOB)
    assert (consent(game).agreed, consent(game).asked) == ({BOB: 3}, (ANN, CAL))


def test_all_agree_on_one_phone(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    assert consent(agreed(books, key)).complete


def test_agreement_makes_no_deal_stale(books: Books, key: str) -> None:
    seen = deal_times(books, key, 1).version
    agreed(books, key)
    assert isinstance(record_deal(books, key, post(seen, "next"), ANN_OUT), Saved)


def test_a_deal_more_makes_no_agreement_stale(books: Books, key: str) -> None:
    game = deal_times(books, key, 1)
    deal_times(books, key, 1)
    late = post(game.version, "late")
    seen = figures_of(game, FIRST)
    assert consent(saved(agree(books, key, late, FIRST, seats=[CAL], seen=seen))).agreed == {CAL: 4}


def test_nobody_agrees_to_figures_that_were_corrected_meanwhile(books: Books, key: str) -> None:
    before = deal_times(books, key, 1)
    correct_deal(books, key, post(2), FIRST, document=out("Ann", 150), reason="miscounted")
    late = post(before.version, "late")
    answer = agree(books, key, late, FIRST, seats=[ANN], seen=figures_of(before, FIRST))
    assert [at for at, _, _ in refused(answer)] == [("figures",)]


def test_a_correction_asks_again_only_those_whose_figures_changed(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    agreed(books, key)
    corrected = correct_deal(
        books, key, post(3), FIRST, document=out("Ann", 150), reason="miscounted"
    )
    assert consent(saved(corrected)).asked == (ANN,)


def test_a_correction_taken_back_brings_the_agreement_back(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    agreed(books, key)
    correct_deal(books, key, post(3), FIRST, document=out("Ann", 150), reason="miscounted")
    assert consent(saved(undo(books, key, post(4), 4, reason="it was right"))).complete


def test_a_challenge_marks_the_deal_with_its_reason(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    game = saved(challenge(books, key, post(2), FIRST, seat=BOB, reason="I had the joker"))
    assert [(each.seat, each.reason) for each in consent(game).objections] == [
        (BOB, "I had the joker")
    ]


def test_a_challenge_takes_back_the_agreement_of_the_same_seat(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    agreed(books, key, BOB)
    game = saved(challenge(books, key, post(3), FIRST, seat=BOB, reason="no"))
    assert BOB in consent(game).asked


def test_a_challenge_needs_a_reason(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    answer = challenge(books, key, post(2), FIRST, seat=BOB, reason=" ")
    assert [at for at, _, _ in refused(answer)] == [("reason",)]


def test_the_deal_corrected_the_challenge_is_met(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    challenge(books, key, post(2), FIRST, seat=BOB, reason="no")
    right = out("Ann", 150)
    game = correct_deal(books, key, post(3), FIRST, document=right, reason="so it was")
    assert consent(saved(game)).objections == ()


def test_a_challenger_who_agrees_after_all_meets_it(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    challenge(books, key, post(2), FIRST, seat=BOB, reason="no")
    assert consent(agreed(books, key, BOB)).objections == ()


def test_the_same_agreement_sent_twice_is_one(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    game = agreed(books, key, BOB, entry_id="once")
    seen = figures_of(game, FIRST)
    again = agree(books, key, post(2, "once"), FIRST, seats=[BOB], seen=seen)
    assert isinstance(again, Saved)
    assert again.repeated


def test_a_deal_taken_back_meanwhile_cannot_be_agreed_to(books: Books, key: str) -> None:
    game = deal_times(books, key, 1)
    undo(books, key, post(2), FIRST, reason="wrong table")
    seen = figures_of(game, FIRST)
    answer = agree(books, key, post(2, "late"), FIRST, seats=[BOB], seen=seen)
    assert [at for at, _, _ in refused(answer)] == [("target",)]


def test_who_sat_a_deal_out_is_not_asked(books: Books, key: str) -> None:
    absent = {**ANN_OUT, "hands": {**ANN_OUT["hands"], "Cal": {"sat_out": True}}}
    game = saved(record_deal(books, key, post(1), absent))
    assert consent(game).asked == (ANN, BOB)


def test_an_early_end_is_agreed_to_as_a_deal_is(books: Books, key: str) -> None:
    game = saved(close_game(books, key, post(1), "the bar closes", settles=True))
    assert game.sheet.closing is not None
    assert game.sheet.closing.asked == (ANN, BOB, CAL)
    closing = agreed(books, key, target=2).sheet.closing
    assert closing is not None
    assert closing.complete


def test_all_agree_meets_the_challenge_of_the_host(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    challenge(books, key, post(2), FIRST, seat=None, reason="a card is missing")
    assert consent(agreed(books, key)).complete


def test_one_who_agrees_meets_no_challenge_of_others(books: Books, key: str) -> None:
    deal_times(books, key, 1)
    challenge(books, key, post(2), FIRST, seat=None, reason="a card is missing")
    challenge(books, key, post(3), FIRST, seat=CAL, reason="no")
    assert len(consent(agreed(books, key, BOB)).objections) == 2


@pytest.fixture
def challenged_by_dot(books: Books, key: str) -> str:
    """A game whose first deal is challenged by Dot, who came after it."""
    deal_times(books, key, 1)
    saved(join_player(books, key, post(2), "Dot"))
    saved(challenge(books, key, post(3), FIRST, seat=DOT, reason="no"))
    return key


def test_the_challenge_of_somebody_whose_coming_was_taken_back_is_gone(
    books: Books, challenged_by_dot: str
) -> None:
    game = saved(undo(books, challenged_by_dot, post(4), 3, reason="she went home"))
    assert consent(game).objections == ()


def test_who_has_a_seat_later_has_not_said_what_was_said_there(
    books: Books, challenged_by_dot: str
) -> None:
    key = challenged_by_dot
    saved(undo(books, key, post(4), 3, reason="she went home"))
    assert consent(saved(join_player(books, key, post(5), "Eve"))).objections == ()


def test_a_coming_put_back_brings_the_challenge_back(books: Books, challenged_by_dot: str) -> None:
    key = challenged_by_dot
    saved(undo(books, key, post(4), 3, reason="she went home"))
    game = saved(undo(books, key, post(5), 5, reason="she is back"))
    assert [each.seat for each in consent(game).objections] == [DOT]


def test_nobody_agreed_to_an_early_end_before_coming(books: Books, key: str) -> None:
    saved(join_player(books, key, post(1), "Dot"))
    saved(close_game(books, key, post(2), "late", settles=True))
    agreed(books, key, target=3)
    saved(undo(books, key, post(4), 2, reason="she went home"))
    saved(undo(books, key, post(5), 3, reason="not so late"))
    saved(join_player(books, key, post(6), "Eve"))
    closing = saved(undo(books, key, post(7), 6, reason="late after all")).sheet.closing
    assert closing is not None
    assert closing.asked == (DOT,)
