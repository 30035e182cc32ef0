"""The outcome of a deal, for a family that shows more of it than points."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from scorekeeper.domain.deals import LaidHand, Points, Seat


class DealOutcome(Protocol):
    """How a deal ended: who won it, the hands that were shown, and the words for it."""

    @property
    def winner(self) -> Seat | None:
        """The only player who scores, None if nobody does."""

    @property
    def hands(self) -> Mapping[Seat, LaidHand]:
        """The hands whose cards are known, by seat."""

    @property
    def name(self) -> str:
        """The name of the ending, in a word or two."""

    @property
    def note(self) -> str:
        """The name with anything else that changed the points."""

    @property
    def how_ended(self) -> str:
        """The words after "somebody ended the deal", such as ``for gin``; may be empty."""

    @property
    def condition(self) -> str:
        """The condition for ending the deal, in words."""

    def counts(self, players: Sequence[str]) -> str:
        """Return the counts that decided the deal, with names, in words; may be empty."""

    def count_of(self, seat: Seat) -> Points | None:
        """Return the points that the cards of one hand count, None if they are not known."""

    def count_words(self, seat: Seat) -> str:
        """Return an explanation of the count of a hand in ``hands``; may be empty."""

    def result(self, players: Sequence[str]) -> Mapping[str, Any]:
        """Return what the outcome adds to the deal in the result of a game record, by key."""
