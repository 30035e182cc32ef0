from scorekeeper.record.document import expand_deal
from scorekeeper.rules.variants import VARIANTS

LAWS = VARIANTS["laws"]
ASKS = LAWS.family.asks(LAWS.defaults)


def test_every_card_string_of_every_hand_is_written_out() -> None:
    document = {
        "ending": "out",
        "by": "Ann",
        "hands": {
            "Ann": {"melds": ["KKK", "5s-7s"], "in_hand": "", "discard": "K"},
            "Bob": {"melds": [], "in_hand": "KK"},
        },
    }
    assert expand_deal(document, ASKS)["hands"] == {
        "Ann": {"melds": ["K K K", "5S 6S 7S"], "in_hand": "", "discard": "K"},
        "Bob": {"melds": [], "in_hand": "K K"},
    }


def test_the_notation_stays_as_it_is() -> None:
    document = {"hands": {"Ann": {"melds": ["2D=QS QH QD"], "in_hand": "JK 3C"}}}
    assert expand_deal(document, ASKS) == document


def test_a_document_that_is_no_deal_is_left_for_the_reader() -> None:
    for document in ({}, {"hands": 3}, {"hands": {"Ann": 7}}, {"hands": {"Ann": {"melds": [1]}}}):
        assert expand_deal(document, ASKS) == document
