"""What a rules page says of a variant: its rules in our words, the card values, a game's course."""

from dataclasses import dataclass

from scorekeeper.domain.deals import Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of a printed text, in words of our own; ``key`` is how a score line cites it."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRow:
    """What cards of one kind count (points): melded for their player, in hand against him.

    ``None`` where ``note`` says it, and for ``melded`` in every row where melds score nothing.
    """

    cards: str
    in_hand: Points | None = None
    melded: Points | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The course of a game under the options in force: who deals, and its end step by step."""

    dealer: str
    end: tuple[str, ...]
