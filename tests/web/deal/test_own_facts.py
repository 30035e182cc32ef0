"""A fact that a family alone asks for: from the form to the journal, the record and the history."""

import json
from dataclasses import replace
from typing import Any, Final

import pytest

from scorekeeper.rules.deals import AskKind, Asks, Deal, Hand, fact_kinds
from scorekeeper.rules.variants import VARIANTS
from tests.own_facts import OwnDeal, OwnHand, asks_for_all, names_of, own_variant
from tests.web.phone import Phone

TYPED: Final[dict[AskKind, dict[str, str]]] = {
    AskKind.CARD: {"": "KH"},
    AskKind.CARDS: {"": "KH, 2C"},
    AskKind.MELDS: {"": "KH KH 2C=KH\n4S 5S 6S"},
    AskKind.POINTS: {"": "25"},
    AskKind.FLAG: {"": "yes"},
    AskKind.PENALTIES: {"fine0-points": "10", "fine0-reason": "late"},
}
"""What is typed for a fact of each kind, by the end of the field's name; empty: the fact's own."""
WRITTEN: Final[dict[AskKind, Any]] = {
    AskKind.CARD: "KH",
    AskKind.CARDS: "KH 2C",
    AskKind.MELDS: ["KH KH 2C=KH", "4S 5S 6S"],
    AskKind.POINTS: 25,
    AskKind.FLAG: True,
    AskKind.PENALTIES: [{"points": 10, "reason": "late"}],
}
"""The same in a record."""
SAID: Final[dict[AskKind, str]] = {
    AskKind.POINTS: "25",
    AskKind.FLAG: "yes",
    AskKind.PENALTIES: "late 10",
}
"""The same in the history, where it is not written in cards."""

OWN: Final = [
    (facts, name)
    for facts, base in ((OwnDeal, Deal), (OwnHand, Hand))
    for name in fact_kinds(facts)
    # Only a player can be fined, so the form has no fields for penalties of a whole deal.
    if name not in names_of(base) and (facts, name) != (OwnDeal, "own_penalties")
]
SHOWN: Final = {"ending": "out", "by": "0", "hand0-in_hand": "-", "hand1-in_hand": "4D"}


@pytest.fixture(autouse=True)
def own_family(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant that asks for a fact of every kind, of the deal and of each hand."""
    asks = asks_for_all(OwnDeal, OwnHand)
    own = own_variant(_as_a_form_asks(asks))
    monkeypatch.setitem(VARIANTS, own.key, own)


def _as_a_form_asks(asks: Asks) -> Asks:
    deal = [ask for ask in asks.deal if ask.kind is not AskKind.PENALTIES]
    extras = [ask for ask in asks.extras if ask.name not in ("penalties", "sat_out")]
    return replace(asks, deal=tuple(deal), extras=tuple(extras))


def fields_of(facts: type[Deal | Hand], name: str) -> dict[str, str]:
    prefix = "" if facts is OwnDeal else "hand1-"
    typed = TYPED[fact_kinds(facts)[name]]
    return {prefix + (end or name): text for end, text in typed.items()}


def fact_in(document: dict[str, Any], facts: type[Deal | Hand], name: str) -> Any:
    (deal,) = document["deals"]
    return (deal if facts is OwnDeal else deal["hands"]["Bob"]).get(name)


def record_of(phone: Phone, game: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(phone.open(game + "record.json").text)
    return record


@pytest.mark.parametrize(("facts", "name"), OWN)
def test_a_fact_of_its_own_is_entered_kept_exported_imported_and_corrected(
    phone: Phone, facts: type[Deal | Hand], name: str
) -> None:
    kind = fact_kinds(facts)[name]
    game = phone.start("Ann", "Bob", variant="own")
    typed = {**SHOWN, **fields_of(facts, name)}
    phone.follow(phone.fill(game + "enter", typed))

    record = record_of(phone, game)
    assert fact_in(record, facts, name) == WRITTEN[kind]

    sent = phone.fill("/import", {"text": json.dumps(record)})
    imported = phone.follow(sent).address
    assert fact_in(record_of(phone, imported), facts, name) == WRITTEN[kind]

    correction = phone.open(imported + "deal/1/correct")
    shown = {field: correction.forms[0].values[field] for field in fields_of(facts, name)}
    phone.follow(phone.send(correction, {"reason": "the same", "hand1-in_hand": "5D"}))
    assert fact_in(record_of(phone, imported), facts, name) == WRITTEN[kind]

    taken_out = dict.fromkeys(shown, None if kind is AskKind.FLAG else "")
    phone.follow(phone.fill(imported + "deal/1/correct", {"reason": "not so", **taken_out}))
    assert fact_in(record_of(phone, imported), facts, name) is None
    history = phone.open(imported + "history").text
    assert history.count(f"{name}: ") == 1
    assert SAID.get(kind, "") in history


@pytest.mark.parametrize("facts", [OwnDeal, OwnHand])
def test_no_card_of_a_fact_is_not_the_same_as_nothing_said(
    phone: Phone, facts: type[Deal | Hand]
) -> None:
    game = phone.start("Ann", "Bob", variant="own")
    field = "own_cards" if facts is OwnDeal else "hand1-own_cards"
    phone.follow(phone.fill(game + "enter", {**SHOWN, field: "-"}))
    assert fact_in(record_of(phone, game), facts, "own_cards") == ""
    values = phone.open(game + "deal/1/correct").forms[0].values
    assert values[field] == "-"
    phone.follow(phone.fill(game + "deal/1/correct", {"reason": "nobody knows", field: ""}))
    assert fact_in(record_of(phone, game), facts, "own_cards") is None


def test_a_fact_of_the_trial_family_is_kept_and_its_correction_shown(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="rum500")
    typed = {"ending": "out", "by": "0", "hand0-melds": "KKK", "hand1-in_hand": "A"}
    phone.follow(phone.fill(game + "enter", {**typed, "without_discard": "yes"}))
    record = record_of(phone, game)
    assert record["deals"][0]["without_discard"] is True
    imported = phone.follow(phone.fill("/import", {"text": json.dumps(record)})).address
    correction = {"without_discard": None, "reason": "one was thrown away"}
    phone.follow(phone.fill(imported + "deal/1/correct", correction))
    assert "without_discard" not in record_of(phone, imported)["deals"][0]
    assert "Without a discard: yes → not said" in phone.open(imported + "history").text


def test_two_phones_that_enter_a_fact_in_another_order_enter_one_deal(
    phone: Phone, other_phone: Phone
) -> None:
    game = phone.start("Ann", "Bob", variant="own")
    forms = [each.open(game + "enter") for each in (phone, other_phone)]
    for each, seen, cards, who in zip(
        (phone, other_phone), forms, ("KH 2C", "2C KH"), ("Ann", "Bob"), strict=True
    ):
        typed = {**SHOWN, "hand1-own_cards": cards, "own_cards": cards, "who": who}
        assert each.send(seen, typed).status == 303
    assert len(record_of(phone, game)["deals"]) == 1
