"""Agreement to figures by seats, which is never too late, and challenges."""

import pytest

from scorekeeper.games.deals import (
    agree_to_entry,
    challenge_entry,
    correct_deal,
    figures_of,
    record_deal,
    undo,
)
from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.games.games import close_game
from scorekeeper.games.players import join_player
from scorekeeper.games.posting import Saved
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Agreed, Agreement
from tests.games.table import ANN_OUT, deal_times, opened, out, post, refused, saved

ANN, BOB, CAL, DOT = (Seat(seat) for seat in range(4))
FIRST = 2  # the entry of the first deal


def agreed(
    store: GameStore, key: str, *seats: Seat, target: int = FIRST, entry_id: str | None = None
) -> CurrentGame:
    """Let these seats, or all, agree to the current figures, and return the game."""
    game = opened(store, key)
    opinion = post(game.version, entry_id)
    seen = figures_of(game, target)
    return saved(agree_to_entry(store, key, opinion, target, seats=seats or None, seen=seen))


def agreement(game: CurrentGame, number: int = 1) -> Agreement:
    return game.sheet.rows[number - 1].agreement


def test_nobody_has_agreed_to_a_new_deal(store: GameStore, key: str) -> None:
    game = deal_times(store, key, 1)
    assert agreement(game).asked == (ANN, BOB, CAL)


def test_a_player_who_agreed_is_not_asked_again(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    game = agreed(store, key, BOB)
    assert (agreement(game).agreed, agreement(game).asked) == ({BOB: 3}, (ANN, CAL))


def test_all_agree_on_one_phone(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    assert agreement(agreed(store, key)).complete


def test_all_agree_leaves_the_agreement_that_a_player_gave_before(
    store: GameStore, key: str
) -> None:
    deal_times(store, key, 1)
    agreed(store, key, BOB)
    game = agreed(store, key)
    assert agreement(game).agreed == {ANN: 4, BOB: 3, CAL: 4}
    act = game.log[-1].act
    assert isinstance(act, Agreed)
    assert act.seats == (ANN, CAL)


def test_agreement_makes_no_deal_stale(store: GameStore, key: str) -> None:
    seen = deal_times(store, key, 1).version
    agreed(store, key)
    assert isinstance(record_deal(store, key, post(seen, "next"), ANN_OUT), Saved)


def test_another_deal_makes_no_agreement_stale(store: GameStore, key: str) -> None:
    game = deal_times(store, key, 1)
    deal_times(store, key, 1)
    late = post(game.version, "late")
    seen = figures_of(game, FIRST)
    assert agreement(
        saved(agree_to_entry(store, key, late, FIRST, seats=[CAL], seen=seen))
    ).agreed == {CAL: 4}


def test_nobody_agrees_to_figures_that_were_corrected_meanwhile(store: GameStore, key: str) -> None:
    before = deal_times(store, key, 1)
    correct_deal(store, key, post(2), FIRST, document=out("Ann", 150), reason="miscounted")
    late = post(before.version, "late")
    answer = agree_to_entry(store, key, late, FIRST, seats=[ANN], seen=figures_of(before, FIRST))
    assert [at for at, _, _ in refused(answer)] == [("figures",)]


def test_a_correction_asks_again_only_those_whose_figures_changed(
    store: GameStore, key: str
) -> None:
    deal_times(store, key, 1)
    agreed(store, key)
    corrected = correct_deal(
        store, key, post(3), FIRST, document=out("Ann", 150), reason="miscounted"
    )
    assert agreement(saved(corrected)).asked == (ANN,)


def test_a_correction_taken_back_brings_the_agreement_back(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    agreed(store, key)
    correct_deal(store, key, post(3), FIRST, document=out("Ann", 150), reason="miscounted")
    assert agreement(saved(undo(store, key, post(4), 4, reason="it was right"))).complete


def test_a_challenge_marks_the_deal_with_its_reason(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    game = saved(challenge_entry(store, key, post(2), FIRST, seat=BOB, reason="I had the joker"))
    assert [(each.seat, each.reason) for each in agreement(game).challenges] == [
        (BOB, "I had the joker")
    ]


def test_a_challenge_takes_back_the_agreement_of_the_same_seat(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    agreed(store, key, BOB)
    game = saved(challenge_entry(store, key, post(3), FIRST, seat=BOB, reason="no"))
    assert BOB in agreement(game).asked


def test_a_challenge_may_say_whose_hand_and_why_or_neither(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    challenge_entry(store, key, post(2), FIRST, seat=BOB, reason=" ")
    saved(challenge_entry(store, key, post(3), FIRST, seat=CAL, reason="an ace", about=BOB))
    made = agreement(opened(store, key)).challenges
    assert [(each.reason, each.about) for each in made] == [("", None), ("an ace", BOB)]


def test_correcting_the_deal_settles_its_challenge(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    challenge_entry(store, key, post(2), FIRST, seat=BOB, reason="no")
    right = out("Ann", 150)
    game = correct_deal(store, key, post(3), FIRST, document=right, reason="so it was")
    assert agreement(saved(game)).challenges == ()


def test_a_challenger_who_agrees_after_all_settles_the_challenge(
    store: GameStore, key: str
) -> None:
    deal_times(store, key, 1)
    challenge_entry(store, key, post(2), FIRST, seat=BOB, reason="no")
    assert agreement(agreed(store, key, BOB)).challenges == ()


def test_the_same_agreement_sent_twice_is_one(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    game = agreed(store, key, BOB, entry_id="once")
    seen = figures_of(game, FIRST)
    again = agree_to_entry(store, key, post(2, "once"), FIRST, seats=[BOB], seen=seen)
    assert isinstance(again, Saved)
    assert again.repeated


def test_a_deal_taken_back_meanwhile_cannot_be_agreed_to(store: GameStore, key: str) -> None:
    game = deal_times(store, key, 1)
    undo(store, key, post(2), FIRST, reason="wrong table")
    seen = figures_of(game, FIRST)
    answer = agree_to_entry(store, key, post(2, "late"), FIRST, seats=[BOB], seen=seen)
    assert [at for at, _, _ in refused(answer)] == [("target",)]


def test_a_player_who_sat_the_deal_out_is_not_asked(store: GameStore, key: str) -> None:
    absent = {**ANN_OUT, "hands": {**ANN_OUT["hands"], "Cal": {"sat_out": True}}}
    game = saved(record_deal(store, key, post(1), absent))
    assert agreement(game).asked == (ANN, BOB)


def test_an_early_end_is_agreed_to_as_a_deal_is(store: GameStore, key: str) -> None:
    game = saved(close_game(store, key, post(1), "the bar closes", settles=True))
    assert game.sheet.closing is not None
    assert game.sheet.closing.asked == (ANN, BOB, CAL)
    closing = agreed(store, key, target=2).sheet.closing
    assert closing is not None
    assert closing.complete


def test_agreement_of_all_settles_the_challenge_of_the_host(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    agreed(store, key, BOB)
    challenge_entry(store, key, post(3), FIRST, seat=None, reason="a card is missing")
    now = agreement(agreed(store, key))
    assert (now.complete, now.agreed[BOB]) == (True, 3)


def test_one_player_who_agrees_settles_no_challenge_of_others(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    challenge_entry(store, key, post(2), FIRST, seat=None, reason="a card is missing")
    challenge_entry(store, key, post(3), FIRST, seat=CAL, reason="no")
    assert len(agreement(agreed(store, key, BOB)).challenges) == 2


@pytest.fixture
def challenged_by_dot(store: GameStore, key: str) -> str:
    """Return a game whose first deal is challenged by Dot, who joined after it."""
    deal_times(store, key, 1)
    saved(join_player(store, key, post(2), "Dot"))
    saved(challenge_entry(store, key, post(3), FIRST, seat=DOT, reason="no"))
    return key


def test_undoing_that_a_player_joined_removes_the_players_challenge(
    store: GameStore, challenged_by_dot: str
) -> None:
    game = saved(undo(store, challenged_by_dot, post(4), 3, reason="she went home"))
    assert agreement(game).challenges == ()


def test_the_next_player_in_a_seat_does_not_get_the_challenge_of_the_one_before(
    store: GameStore, challenged_by_dot: str
) -> None:
    key = challenged_by_dot
    saved(undo(store, key, post(4), 3, reason="she went home"))
    assert agreement(saved(join_player(store, key, post(5), "Eve"))).challenges == ()


def test_a_player_put_back_gets_the_challenge_back(
    store: GameStore, challenged_by_dot: str
) -> None:
    key = challenged_by_dot
    saved(undo(store, key, post(4), 3, reason="she went home"))
    game = saved(undo(store, key, post(5), 5, reason="she is back"))
    assert [each.seat for each in agreement(game).challenges] == [DOT]


def test_a_player_who_joined_since_has_not_agreed_to_an_early_end(
    store: GameStore, key: str
) -> None:
    saved(join_player(store, key, post(1), "Dot"))
    saved(close_game(store, key, post(2), "late", settles=True))
    agreed(store, key, target=3)
    saved(undo(store, key, post(4), 2, reason="she went home"))
    saved(undo(store, key, post(5), 3, reason="not so late"))
    saved(join_player(store, key, post(6), "Eve"))
    closing = saved(undo(store, key, post(7), 6, reason="late after all")).sheet.closing
    assert closing is not None
    assert closing.asked == (DOT,)
