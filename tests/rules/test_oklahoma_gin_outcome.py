"""How a deal of Oklahoma gin is said to have ended."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.record.reading import read_record
from scorekeeper.rules.cards import read_card
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.variant import DealOutcome
from scorekeeper.rules.variants.oklahoma_gin.deal import arrange_hand
from scorekeeper.rules.variants.oklahoma_gin.facts import asks
from scorekeeper.rules.variants.oklahoma_gin.knock import GinOutcome
from scorekeeper.rules.variants.oklahoma_gin.options import GIN150

ANN, BOB = Seat(0), Seat(1)
DEAL: dict[str, Any] = {
    "upcard": "7D",
    "ending": "knock",
    "by": "Ann",
    "hands": {
        "Ann": {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        "Bob": {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    },
}


def outcome_of(**options: Any) -> DealOutcome:
    reading = read_record(
        {
            "format": "scorekeeper-game/1",
            "variant": "gin150",
            "options": options,
            "players": ["Ann", "Bob"],
            "deals": [DEAL],
        }
    )
    assert reading.score is not None, reading.problems
    scored = reading.score.deals[0].score
    assert scored is not None
    assert scored.outcome is not None
    return scored.outcome


def test_a_knock_says_what_the_upcard_allowed_and_what_both_counted() -> None:
    outcome = outcome_of()
    assert (outcome.name, outcome.how_ended) == ("knock", "")
    assert outcome.condition == "Knock with 7 or less"
    assert outcome.counts(("Ann", "Bob")) == "Ann 4, Bob 12 after lay-offs"
    assert [outcome.count_of(seat) for seat in (ANN, BOB)] == [4, 12]


def test_lay_offs_say_what_they_took_off_and_where_they_lie() -> None:
    outcome = outcome_of()
    assert outcome.count_words(ANN) == ""
    assert outcome.count_words(BOB) == "28 − 16: 7 on the run, 9 on the set."


@pytest.mark.parametrize(
    ("outcome", "note", "how_ended"),
    [
        (GinOutcome(type="knock", limit=7, doubled=True), "knock, doubled", ""),
        (GinOutcome(type="gin", limit=7), "gin", "for gin"),
        (GinOutcome(type="big_gin", limit=0, doubled=True), "big gin, doubled", "for big gin"),
        (GinOutcome(type="undercut", limit=7), "undercut", "and was undercut"),
        (GinOutcome(type="dead", limit=7), "dead", ""),
    ],
    ids=["knock", "gin", "big gin", "undercut", "dead"],
)
def test_an_outcome_has_words_for_a_sheet_and_for_a_sentence(
    outcome: GinOutcome, note: str, how_ended: str
) -> None:
    assert (outcome.note, outcome.how_ended) == (note, how_ended)


def test_a_dead_deal_has_no_counts() -> None:
    assert GinOutcome(type="dead", limit=7).counts(("Ann", "Bob")) == ""


def test_an_ace_turned_up_allows_gin_only() -> None:
    assert GinOutcome(type="dead", limit=0).condition == "Gin only"


def test_big_gin_is_named_only_where_the_house_plays_it() -> None:
    typed = "4S 5S 6S 7S 9C 9D 9H TD JD QD KD".split()
    eleven = [card for card in map(read_card, typed) if card]
    for options, name in ((GIN150, "Gin"), (replace(GIN150, big_gin_bonus=31), "Big gin")):
        assert arrange_hand(options, eleven, None).whole_words == f"{name}: all eleven are melded."
        helps = [ask.help for form in asks(options).forms for ask in form.asks]
        assert any("big gin" in text for text in helps) == (name == "Big gin")
