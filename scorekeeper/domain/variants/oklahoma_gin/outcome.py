"""How a deal of Oklahoma gin ended, in facts and in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from scorekeeper.domain.arrangement import deadwood_value
from scorekeeper.domain.cards import Card, write_cards
from scorekeeper.domain.deals import LaidHand, Points, Seat
from scorekeeper.domain.lay_offs import lay_off_among
from scorekeeper.domain.variants.oklahoma_gin.facts import limit_words
from scorekeeper.domain.words import MINUS, write_names

GinType = Literal["knock", "gin", "big_gin", "undercut", "dead"]

_AFTER_THE_KNOCK: Final[Mapping[GinType, str]] = {
    "knock": "",
    "gin": "for gin",
    "big_gin": "for big gin",
    "undercut": "and was undercut",
    "dead": "",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GinOutcome:
    """How a deal ended. Counts are deadwood points, the defender's after lay-offs.

    ``limit`` is the most deadwood of a knocker. ``knocker`` and the counts are ``None`` in a dead
    deal; ``winner`` is ``None`` if nobody scores. ``hands`` lacks hands of unknown cards.
    """

    type: GinType
    limit: Points
    knocker: Seat | None = None
    knocker_count: Points | None = None
    defender_count: Points | None = None
    hands: Mapping[Seat, LaidHand] = field(default_factory=dict)
    winner: Seat | None = None
    doubled: bool = False

    @property
    def name(self) -> str:
        """The name of the ending, in a word or two: ``big gin``."""
        return self.type.replace("_", " ")

    @property
    def note(self) -> str:
        """The name with anything else that changed the points: ``big gin, doubled``."""
        return f"{self.name}, doubled" if self.doubled else self.name

    @property
    def how_ended(self) -> str:
        """The words after "Ann knocked" in a sentence; empty for a plain knock."""
        return _AFTER_THE_KNOCK[self.type]

    @property
    def condition(self) -> str:
        """The limit that the upcard set, in words."""
        return limit_words(self.limit)

    def counts(self, players: Sequence[str]) -> str:
        """Return the counts of a knock in words: ``Ann 4, Bob 12 after lay-offs``."""
        if self.knocker is None:
            return ""
        knocker, defender = players[self.knocker], players[1 - self.knocker]
        after = " after lay-offs" if self._lay_offs else ""
        return f"{knocker} {self.knocker_count}, {defender} {self.defender_count}{after}"

    def count_of(self, seat: Seat) -> Points | None:
        """Return the deadwood points of one hand."""
        return self.knocker_count if seat == self.knocker else self.defender_count

    def count_words(self, seat: Seat) -> str:
        """Return how lay-offs reduced a count: ``28 − 16: 7 on the run, 9 on the set.``"""
        laid = self.hands[seat].lay_offs
        if not laid:
            return ""
        table = self.hands[Seat(1 - seat)].melds
        runs = [meld for meld in table if meld[0].rank is not meld[1].rank]
        on_runs = lay_off_among(runs, laid).lay_offs
        on_sets = [card for card in laid if card not in on_runs]
        places = [_on(on_runs, "run", len(runs)), _on(on_sets, "set", len(table) - len(runs))]
        saved = deadwood_value(laid)
        told = ", ".join([words for words in places if words])
        return f"{(self.count_of(seat) or 0) + saved} {MINUS} {saved}: {told}."

    def result(self, players: Sequence[str]) -> dict[str, Any]:
        """Return the outcome as it stands in the result of a game record, under the key ``gin``."""
        return {
            "gin": {
                "type": self.type,
                "limit": self.limit,
                "knocker_count": self.knocker_count,
                "defender_count": self.defender_count,
                "lay_offs": [str(card) for card in self._lay_offs],
                "arrangements": {
                    players[seat]: {
                        "melds": [write_cards(meld) for meld in hand.melds],
                        "deadwood": write_cards(hand.deadwood),
                    }
                    for seat, hand in self.hands.items()
                },
            }
        }

    @property
    def _lay_offs(self) -> tuple[Card, ...]:
        return tuple([card for hand in self.hands.values() for card in hand.lay_offs])


def _on(cards: Sequence[Card], kind: str, melds: int) -> str:
    """Return cards and their place in words: ``7 and 8 on the run``, ``3 and 7 on the runs``."""
    if not cards:
        return ""
    several = "s" if melds > 1 and len(cards) > 1 else ""
    return f"{write_names([card.rank.face for card in cards])} on the {kind}{several}"
