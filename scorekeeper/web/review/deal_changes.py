"""Writes in words what a correction changed in a deal, or a new setup in the game."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.asks import AskKind
from scorekeeper.domain.deals import Deal
from scorekeeper.domain.options import values_of
from scorekeeper.domain.scoring import Setup
from scorekeeper.record.writing import write_deal
from scorekeeper.wording import without_capital, write_stake

_CARD_KINDS: Final = (AskKind.CARD, AskKind.CARDS, AskKind.MELDS)
_LONE_TEN: Final = re.compile(r"\bT\b")
"""Matches a ten without a suit; a ten with a suit is drawn."""
_NOTHING: Final = "nothing"
_BLANK: Final = "not said"
_NONE: Final = "none"
_JOKER: Final = re.compile(r"\bJK\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One changed fact or rule; cards are in the notation of the game record."""

    label: str
    old: str
    new: str


def changes_of_setup(before: Setup, after: Setup) -> Iterator[Change]:
    """Yield the stake and the house rules that differ."""
    if before.stake != after.stake:
        old, new = [write_stake(each) if each else _NOTHING for each in (before.stake, after.stake)]
        yield Change(label="Stake", old=old, new=new)
    was, now = values_of(before.options), values_of(after.options)
    for option in after.variant.options:
        if was[option.name] != now[option.name]:
            old, new = [option.words(each[option.name]) for each in (was, now)]
            yield Change(label=option.label, old=old, new=new)


def changes_of(setup: Setup, before: Deal, after: Deal) -> Iterator[Change]:
    """Yield the facts that differ, those of the deal first, then those of each hand."""
    old, new = write_deal(before, setup.players), write_deal(after, setup.players)
    labels, kinds = _labels(setup), _kinds(setup)
    yield from _compare(old, new, labels, kinds)
    for name in setup.players:
        hands = [document.get("hands", {}).get(name, {}) for document in (old, new)]
        for change in _compare(hands[0], hands[1], labels, kinds):
            label = f"{name}, {without_capital(change.label)}"
            yield Change(label=label, old=change.old, new=change.new)


def _labels(setup: Setup) -> dict[str, str]:
    """Return the labels of all facts as on the form, by name."""
    asks = setup.variant.family.asks(setup.options)
    named = {ask.name: ask.label for ask in (*asks.deal, *asks.hand)}
    return {"ending": "Ending", "by": asks.by_label, "dealer": "Dealer", **named}


def _kinds(setup: Setup) -> dict[str, AskKind]:
    """Return the kinds of all facts, by name."""
    asks = setup.variant.family.asks(setup.options)
    return {ask.name: ask.kind for ask in (*asks.deal, *asks.hand)}


def _compare(
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    labels: Mapping[str, str],
    kinds: Mapping[str, AskKind],
) -> Iterator[Change]:
    for name, label in labels.items():
        if old.get(name) != new.get(name):
            blank = _NONE if kinds.get(name) is AskKind.PENALTIES else _BLANK
            texts = [_write_value(each.get(name), blank) for each in (old, new)]
            if kinds.get(name) in _CARD_KINDS:
                texts = [_JOKER.sub("★", _LONE_TEN.sub("10", text)) for text in texts]
            yield Change(label=label, old=texts[0], new=texts[1])


def _write_value(value: Any, blank: str) -> str:
    """Return a value of the game record in words; ``blank`` stands for a missing one."""
    match value:
        case None:
            return blank
        case bool():
            return "yes" if value else "no"
        case "" | []:
            return _NOTHING
        case [dict(), *_]:
            return "; ".join([_write_penalty(each) for each in value])
        case list():
            return " · ".join(value)
    return str(value)


def _write_penalty(penalty: Mapping[str, Any]) -> str:
    what = penalty.get("reason") or f"Law {penalty.get('law')}"
    return f"{what} {penalty['points']}" if "points" in penalty else str(what)
