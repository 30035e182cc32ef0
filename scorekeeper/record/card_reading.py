"""Reads the facts of a record that name cards: one card, several, or melds.

A card without a suit is read where the family needs none; elsewhere it is a problem.
"""

from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.cards import (
    CARD_TEXTS,
    JOKER,
    TWOS_BY_COLOUR,
    Card,
    Suit,
    SuitlessCards,
    read_card,
)
from scorekeeper.domain.deals import LaidMeld, MeldCard
from scorekeeper.domain.names import quote_text
from scorekeeper.domain.variant import Path
from scorekeeper.record.places import Findings

CARDS_MAX: Final = 270
"""The cards of five packs of 54, the most of any game: contract with ten players."""
_PLAIN: Final = {
    text: MeldCard(card)
    for card, text in CARD_TEXTS.items()
    if isinstance(card.suit, Suit) or card == JOKER
}
"""The meld card of each canonical text with a suit, looked up instead of parsed."""


@dataclass(frozen=True, slots=True)
class CardReader:
    """Reads cards and notes problems; ``suitless`` cards may be named without a suit."""

    suitless: SuitlessCards
    findings: Findings

    def read_one(self, value: Any, at: Path) -> Card | None:
        """Return the card that a text names, or ``None``."""
        cards = self.read_several(value, at)
        if cards is None or self.findings.is_incomplete(at):
            return None
        if len(cards) != 1:
            text = f"One card belongs here, not {len(cards) or 'none'}"
            self.findings.add(at, "bad_card", text)
            return None
        return cards[0]

    def read_several(self, value: Any, at: Path) -> tuple[Card, ...] | None:
        """Return the cards in a string separated by spaces, or ``None`` if none can be read."""
        if not isinstance(value, str):
            self.findings.add(at, "bad_value", "Cards stand in one string, parted by spaces")
            return None
        tokens = self._tokens(value, at)
        found = []
        for token in tokens or ():
            plain = _PLAIN.get(token)
            card = read_card(token) if plain is None else plain.card
            if card is None:
                self.findings.add(at, "bad_card", f"{quote_text(token)} is not a card")
            elif plain is not None or self._has_needed_suit(card, token, at):
                found.append(card)
        # A hand whose cards cannot be read is not empty.
        return tuple(found) if found or tokens == [] else None

    def read_melds(self, value: Any, at: Path) -> tuple[LaidMeld, ...] | None:
        """Return the melds in a list of strings, or ``None`` if it is no list."""
        if not isinstance(value, list):
            self.findings.add(at, "bad_value", "Melds are a list of card strings")
            return None
        if len(value) > CARDS_MAX:
            text = f"{len(value)} melds are more than any pack has cards for"
            self.findings.add(at, "bad_value", text)
            return None
        return tuple([self._read_meld(each, (*at, number)) for number, each in enumerate(value)])

    def _read_meld(self, value: Any, at: Path) -> LaidMeld:
        if not isinstance(value, str):
            self.findings.add(at, "bad_value", "The cards of a meld stand in one string")
            return ()
        found = []
        for token in self._tokens(value, at) or ():
            plain = _PLAIN.get(token)
            item = plain or _read_meld_card(token)
            if item is None:
                self.findings.add(at, "bad_card", f"{quote_text(token)} is not a card")
            elif plain is not None or self._has_needed_suits(item, token, at):
                found.append(item)
        return tuple(found)

    def _tokens(self, text: str, at: Path) -> list[str] | None:
        """Return the words of a text, or ``None`` if they are too many to be cards."""
        tokens = text.split()
        if len(tokens) <= CARDS_MAX:
            return tokens
        self.findings.add(at, "bad_value", f"{len(tokens)} cards are more than any pack has")
        return None

    def _has_needed_suits(self, item: MeldCard, token: str, at: Path) -> bool:
        card, name = item
        # Where some cards need no suit, a wild may stand for any rank.
        is_rank = name is not None and name.suit is None and bool(self.suitless)
        return self._has_needed_suit(card, token, at) and (
            name is None or is_rank or self._has_needed_suit(name, token, at)
        )

    def _has_needed_suit(self, card: Card, token: str, at: Path) -> bool:
        """Tell whether a card has a suit or needs none; note the problem if it does not."""
        if isinstance(card.suit, Suit) or card == JOKER or card in self.suitless:
            return True
        if self.suitless and card in TWOS_BY_COLOUR:
            text = f"{quote_text(token)} is not a card here, where twos of all suits are alike"
            self.findings.add(at, "bad_card", text)
        elif self.suitless:
            text = f"{quote_text(token)} may be black or red: write 2B or 2R, or its suit"
            self.findings.add(at, "suit_needed", text)
        else:
            texts = [CARD_TEXTS[Card(card.rank, suit)] for suit in Suit]
            text = f"{quote_text(token)} needs its suit: {', '.join(texts)}"
            self.findings.add(at, "suit_needed", text)
        return False


def _read_meld_card(token: str) -> MeldCard | None:
    """Return a card, perhaps with the card that it stands for; None for any other text.

    No card stands for the Joker.
    """
    text, equals, name = token.partition("=")
    card, stands_for = read_card(text), read_card(name)
    if card is None or stands_for == JOKER or bool(equals) != bool(stands_for):
        return None
    return MeldCard(card, stands_for)
