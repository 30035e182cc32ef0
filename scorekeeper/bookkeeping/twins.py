"""Whether two phones entered the same deal: the same facts, in whatever order they were typed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.bookkeeping.outcomes import OpenGame, Post
from scorekeeper.bookkeeping.posting import read_deal
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import Deal, Hand
from scorekeeper.domain.journal import GameDeal


def deal_meant(game: OpenGame, post: Post) -> tuple[int, GameDeal | None]:
    """The number of the deal that a post of a new one is about, and what is entered there now."""
    deals = game.sheet.game.deals
    place = sum(each.seq <= post.version for each in deals)
    return place + 1, deals[place] if place < len(deals) else None


def find_twin(game: OpenGame, post: Post, document: Mapping[str, Any]) -> int | None:
    """The entry that brought the deal in ``document`` since its author looked, if one did."""
    number, entered = deal_meant(game, post)
    if entered is None or post.version > game.version:
        return None
    if post.who and post.who == game.log[entered.seq - 1].who:
        return None  # nobody enters a deal twice: it may be the next one, and the table is asked
    read = read_deal(game, document, number=number)
    if not isinstance(read, Deal) or _arranged(read) != _arranged(entered.deal):
        return None
    return entered.seq


def _arranged(deal: Deal) -> Deal:
    return replace(deal, hands=tuple([in_order(hand) for hand in deal.hands]))


def in_order(hand: Hand) -> Hand:
    """A hand with its melds and loose cards in one order; what is inside a meld keeps its own."""
    return replace(
        hand,
        melds=None if hand.melds is None else tuple(sorted(hand.melds, key=str)),
        in_hand=_sorted(hand.in_hand),
        cards=_sorted(hand.cards),
        deadwood=_sorted(hand.deadwood),
        lay_offs=_sorted(hand.lay_offs),
    )


def _sorted(cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    return None if cards is None else tuple(sorted(cards, key=str))
