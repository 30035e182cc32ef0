"""Acts as they are stored, and read again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.journals import (
    PayloadError,
    PayloadReader,
    kind_of,
    read_started,
    write_payload,
)
from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.deals import Deal, Ending, Hand, MeldCard, Penalty, Seat
from scorekeeper.rules.game import (
    Act,
    Challenged,
    Closed,
    Corrected,
    Dealt,
    PutAway,
    Renamed,
    Reopened,
    SentHand,
    SetupChanged,
    Started,
    Undone,
)
from scorekeeper.rules.settlement import Stake
from tests.strategies import later_acts, setups, starts

STARTED = Started(variant="laws", options={"target": 500}, players=("Ann", "Bob"))
READER = PayloadReader(STARTED)
KING = Card(Rank.KING, Suit.HEARTS)
DEAL = Deal(
    ending=Ending.OUT,
    by=Seat(0),
    dealer=Seat(1),
    concealed=True,
    hands=(
        Hand(
            melds=((MeldCard(KING), MeldCard(KING), MeldCard(Card(Rank.TWO, Suit.CLUBS), KING)),),
            in_hand=(),
            penalties=(Penalty(law=18),),
        ),
        Hand(melded_points=0, in_hand_points=95),
    ),
)
DEAL_TEXT = (
    '{"dealer":"1","ending":"out","by":"0","concealed":true,"hands":{'
    '"0":{"melds":["KH KH 2C=KH"],"in_hand":"","penalties":[{"law":18}]},'
    '"1":{"melded_points":0,"in_hand_points":95}}}'
)

# What existing databases contain: a change that breaks one of these needs a migration.
STORED: list[tuple[Act, str, str]] = [
    (Dealt(deal=DEAL), "dealt", f'{{"deal":{DEAL_TEXT}}}'),
    (
        Corrected(target=2, deal=DEAL, reason="Bob’s slip"),
        "corrected",
        f'{{"target":2,"deal":{DEAL_TEXT},"reason":"Bob’s slip"}}',
    ),
    (Undone(target=3, reason="twice"), "undone", '{"target":3,"reason":"twice"}'),
    (Renamed(seat=Seat(1), name="Bea"), "renamed", '{"seat":1,"name":"Bea"}'),
    (Closed(reason="late", settles=False), "closed", '{"reason":"late","settles":false}'),
    (Reopened(reason="early"), "reopened", '{"reason":"early"}'),
    (PutAway(), "putaway", "{}"),
    (
        SetupChanged(options={"target": 500}, stake=Stake(currency="EUR", minor=50, per=100)),
        "setupchanged",
        '{"options":{"target":500},"stake":{"currency":"EUR","minor":50,"per":100}}',
    ),
    (
        Challenged(target=2, seat=Seat(1), reason="an ace", about=Seat(0)),
        "challenged",
        '{"target":2,"seat":1,"reason":"an ace","about":0}',
    ),
]


@pytest.mark.parametrize(("act", "kind", "text"), STORED, ids=[kind for _, kind, _ in STORED])
def test_an_act_is_written_as_it_always_was(act: Act, kind: str, text: str) -> None:
    assert (kind_of(act), write_payload(act, seats=2)) == (kind, text)


@pytest.mark.parametrize(("act", "kind", "text"), STORED, ids=[kind for _, kind, _ in STORED])
def test_an_act_of_old_is_read(act: Act, kind: str, text: str) -> None:
    assert READER.read(kind, text) == act


def test_hands_that_had_been_sent_come_back_with_their_deal() -> None:
    act = Dealt(deal=DEAL, sent=(SentHand(seat=Seat(1), cards="in hand: QS QS QS"),))
    text = f'{{"deal":{DEAL_TEXT},"sent":[[1,"in hand: QS QS QS"]]}}'
    assert write_payload(act, seats=2) == text
    assert READER.read("dealt", text) == act


def test_a_start_is_written_as_it_always_was() -> None:
    started = Started(
        variant="laws",
        options={"target": 500},
        players=("Ann", "Bob"),
        stake=Stake(currency="USD", minor=100, per=10),
        title="Friday",
    )
    text = (
        '{"variant":"laws","options":{"target":500},"players":["Ann","Bob"],'
        '"stake":{"currency":"USD","minor":100,"per":10},"title":"Friday"}'
    )
    assert (write_payload(started, seats=0), read_started(text)) == (text, started)


@given(st.data())
def test_every_start_comes_back(data: st.DataObject) -> None:
    started = data.draw(starts(data.draw(setups())))
    assert read_started(write_payload(started, seats=0)) == started


@given(st.data())
def test_every_later_act_comes_back(data: st.DataObject) -> None:
    setup = data.draw(setups())
    started = data.draw(starts(setup))
    act = data.draw(later_acts(setup, 9))
    text = write_payload(act, seats=len(setup.players))
    assert PayloadReader(started).read(kind_of(act), text) == act


def test_a_stored_deal_names_nobody() -> None:
    assert list(json.loads(write_payload(Dealt(deal=DEAL), seats=2))["deal"]["hands"]) == ["0", "1"]


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        ("sung", "{}", "does not know entries of the kind 'sung'"),
        ("undone", '{"target":2}', "reason"),
        ("dealt", '{"deal":{"ending":"sung"}}', "The ending is 'out' or 'stock'"),
    ],
)
def test_an_act_that_makes_no_sense_is_refused(kind: str, text: str, sentence: str) -> None:
    with pytest.raises(PayloadError, match=sentence):
        READER.read(kind, text)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        '{"variant":"chess","options":{},"players":["Ann","Bob"]}',
        '{"variant":"laws","options":{},"players":["Ann"],"moon":"full"}',
        '{"variant":"laws","options":{},"players":["Ann"],"stake":{"per":1}}',
    ],
)
def test_a_start_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(PayloadError):
        read_started(text)
