"""A fact that a family asks for is written and read by that alone; no field is forgotten."""

import json

import pytest

from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.document import Findings, parse_document
from scorekeeper.record.reading import Record, read_record
from scorekeeper.record.writing import write_deal, write_record
from scorekeeper.rules.deals import AskKind, Deal, Ending, Hand, fact_kinds
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from tests.own_facts import FACTS, OwnDeal, OwnHand, asks_for_all, deal_with, names_of, own_variant

PLAYERS = ("Ann", "Bob")
EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
EVERY_DEAL = {"dealer", "ending", "by", "hands", "pairs"}


def test_every_kind_is_a_fact_of_the_family_here() -> None:
    for facts in (OwnDeal, OwnHand):
        own = names_of(facts) - names_of(Deal) - names_of(Hand)
        assert {fact_kinds(facts)[name] for name in own} == set(AskKind)


@EVERY_VARIANT
def test_every_field_has_a_kind_by_which_it_is_written(variant: Variant) -> None:
    asks = variant.family.asks(variant.defaults)
    assert names_of(asks.deal_type) - set(fact_kinds(asks.deal_type)) == EVERY_DEAL
    assert names_of(asks.hand_type) - set(fact_kinds(asks.hand_type)) == set()


@EVERY_VARIANT
def test_a_family_asks_for_facts_that_it_has_by_their_kind(variant: Variant) -> None:
    asks = variant.family.asks(variant.defaults)
    kinds = {ask.name: ask.kind for ask in asks.hand}
    assert kinds.items() <= fact_kinds(asks.hand_type).items()
    kinds = {ask.name: ask.kind for ask in asks.deal}
    assert kinds.items() <= fact_kinds(asks.deal_type).items()


@pytest.mark.parametrize(("facts", "name"), FACTS)
def test_a_fact_comes_back_from_a_record(
    facts: type[Deal | Hand], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = own_variant(asks_for_all(OwnDeal, OwnHand))
    monkeypatch.setitem(VARIANTS, variant.key, variant)
    deal = deal_with(facts, name)
    setup = Setup(variant, variant.defaults, PLAYERS, None)
    written = json.dumps(write_record(Record(setup=setup, deals=(deal,)))).encode()
    read = read_record(parse_document(written))
    assert read.record is not None, read.problems
    assert read.record.deals == (deal,)


def test_a_fact_that_was_not_given_is_not_written() -> None:
    document = write_deal(deal_with(OwnDeal, "concealed"), PLAYERS)
    assert document == {
        "ending": "out",
        "concealed": True,
        "hands": {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "KH"}},
    }


def test_a_player_who_sat_out_comes_back() -> None:
    deal = OwnDeal(ending=Ending.OUT, hands=(OwnHand(in_hand=()), OwnHand(sat_out=True)))
    reader = DealReader(asks_for_all(OwnDeal, OwnHand), PLAYERS)
    assert reader.read(write_deal(deal, PLAYERS), (), Findings()) == deal
