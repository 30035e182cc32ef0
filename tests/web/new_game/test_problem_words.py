"""Places of a record in words."""

import pytest

from scorekeeper.rules.variant import Path
from scorekeeper.web.new_game.game_form import write_place


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((), ""),
        (("played_on",), "Played on"),
        (("players", 1), "Player 2"),
        (("stake", "amount"), "Stake, amount"),
        (("deals", 0, "hands"), "Deal 1"),
        (("deals", 1, "hands", 0, "melds", 2), "Deal 2, Ann, meld 3"),
        (("deals", 0, "hands", 1, "penalties", 0, "law"), "Deal 1, Bob, penalty 1, law"),
    ],
)
def test_a_place_is_written_in_the_words_of_the_table(place: Path, words: str) -> None:
    assert write_place(place, ("Ann", "Bob")) == words
