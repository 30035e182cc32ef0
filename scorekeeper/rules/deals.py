"""The facts of one deal, never its points, and how a family asks the table for them.

``Deal`` and ``Hand`` hold the facts that families ask for; a family with facts of its own derives a
class from either and names it in its ``Asks``. A record has the facts in the order of the fields.
Seats are numbered from 0 as the players came, in order of play unless that was corrected; deals do
not contain names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NewType

from scorekeeper.rules.cards import CARD_TEXTS, Card, SuitlessCards

Seat = NewType("Seat", int)
Points = int


class Ending(StrEnum):
    """How a deal ended: a player out, no stock left, a knock, or dead (gin without a knock)."""

    OUT = "out"
    STOCK = "stock"
    KNOCK = "knock"
    DEAD = "dead"


class MeldCard(NamedTuple):
    """A card in a meld and, for a wild, the card that it stands for, if players said so.

    In a set a wild may stand for a rank, which is a card without a suit.
    """

    card: Card
    stands_for: Card | None = None

    @property
    def is_itself(self) -> bool:
        """Whether the card stands for itself, as a deuce does in a set of twos."""
        card, name = self
        return name is None or name == card or (name.suit is None and name.rank is card.rank)

    def __str__(self) -> str:
        if self.stands_for is None:
            return CARD_TEXTS[self.card]
        return f"{CARD_TEXTS[self.card]}={CARD_TEXTS[self.stands_for]}"


LaidMeld = tuple[MeldCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """A penalty: set by a law of the variant, or points (0 or more) that the table chose."""

    law: int | None = None
    points: Points | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The cards or totals of one player at the end of a deal; ``None`` means not given.

    Oklahoma and contract have ``melds`` and ``in_hand``, or the totals in points. Gin has
    ``cards``, which the program arranges, or ``melds`` and ``deadwood`` as the player arranged
    them, or ``deadwood_points``. A player who ``sat_out`` has no cards.
    """

    sat_out: bool = False
    laid_down: bool | None = None
    melds: tuple[LaidMeld, ...] | None = None
    in_hand: tuple[Card, ...] | None = None
    cards: tuple[Card, ...] | None = None
    deadwood: tuple[Card, ...] | None = None
    lay_offs: tuple[Card, ...] | None = None
    melded_points: Points | None = None
    in_hand_points: Points | None = None
    deadwood_points: Points | None = None
    penalties: tuple[Penalty, ...] = ()
    took_pile: bool | None = None
    discard: Card | None = None

    @property
    def is_total(self) -> bool:
        """Whether the hand was entered as totals, without its cards."""
        return self.in_hand_points is not None or self.deadwood_points is not None


NAMED_AGAIN: Final = frozenset({"lay_offs"})
"""Facts of a hand whose cards another of its facts names too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidHand:
    """The cards of one hand as they lie at the end of a deal, each of them in one place.

    ``points`` are those of the deadwood; ``lay_offs`` lie on the melds of another hand.
    """

    melds: tuple[tuple[Card, ...], ...]
    lay_offs: tuple[Card, ...] = ()
    deadwood: tuple[Card, ...]
    points: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal. ``hands`` has one hand for each seat, in order; a dead gin deal may have none.

    ``by`` is the player who went out or knocked; the flags after it describe that player's turn.
    ``dealer`` is ``None`` if the rules of the variant decide who dealt. ``ending`` is ``None`` if
    it could not be read: then the deal is checked as far as possible, but has no score. For
    partners, all of this but the dealer is in ``pairs``, which play side by side.
    """

    dealer: Seat | None = None
    upcard: Card | None = None
    ending: Ending | None
    by: Seat | None = None
    concealed: bool = False
    first_turn: bool = False
    last_card: bool = False
    wrong_count: bool = False
    agreed_correct: bool = False
    hands: tuple[Hand, ...] = ()
    pairs: "tuple[DealtPair, ...]" = ()

    @property
    def parts(self) -> "tuple[Deal, ...]":
        """What was played side by side: the deals of the pairs, else the deal itself."""
        return tuple([pair.deal for pair in self.pairs]) if self.pairs else (self,)

    @property
    def has_ended(self) -> bool:
        """Whether it is known how the deal ended, in every part of it."""
        return all(part.ending for part in self.parts) if self.pairs else self.ending is not None

    def part_of(self, seat: Seat) -> "tuple[Deal, Seat]":
        """Return the deal that a player played, for partners the pair's, and the seat in it."""
        for pair in self.pairs:
            if seat in pair.seats:
                return pair.deal, Seat(pair.seats.index(seat))
        return self, seat

    def is_played_by(self, seat: Seat) -> bool:
        """Tell whether the player in a seat took part; everybody did in a deal without hands."""
        return not (self.hands and self.hands[seat].sat_out)

    def is_ended_by(self, seat: Seat) -> bool:
        """Tell whether the player in a seat went out or knocked, for partners in their pair."""
        return self.by == seat or any(pair.by == seat for pair in self.pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtPair:
    """The part of a deal that one player of each side play with each other, with a pack of its own.

    ``seats`` are their seats at the table; in ``deal`` they are 0 and 1, in the same order. Only a
    pair that could not be read has fewer or more: the last ``unnamed`` ones have a hand in it, but
    are not named as its players.
    """

    seats: tuple[Seat, ...]
    deal: Deal
    unnamed: int = 0

    @property
    def named(self) -> tuple[Seat, ...]:
        """The seats of the players whom the pair names."""
        return self.seats[: len(self.seats) - self.unnamed]

    @property
    def by(self) -> Seat | None:
        """The seat at the table of the player who knocked, None if nobody did."""
        return None if self.deal.by is None else self.seats[self.deal.by]


def seat_players(deal: Deal, players: int) -> Deal:
    """Return the deal with a hand for each present player; those who joined later sat out."""
    if len(deal.hands) in (0, players):
        return deal
    absent = type(deal.hands[0])(sat_out=True)
    hands = (*deal.hands, *[absent] * (players - len(deal.hands)))
    seated = replace(deal, hands=hands[:players])
    return replace(seated, by=_keep_seat(deal.by, players), dealer=_keep_seat(deal.dealer, players))


def _keep_seat(seat: Seat | None, players: int) -> Seat | None:
    """Return the seat if it has a player, else None."""
    return seat if seat is not None and seat < players else None


def seats_after(seat: Seat, turns: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return all seats of ``turns`` from the left of ``seat`` round to itself."""
    place = turns.index(seat) + 1
    return (*turns[place:], *turns[:place])


def place_deal(deal: Deal, turns: Sequence[Seat], *, dealer: Seat | None) -> Deal:
    """Return a deal with its seats numbered in order of play, and with its dealer if one is given.

    ``turns`` are the seats in that order.
    """
    places = {seat: Seat(place) for place, seat in enumerate(turns)}
    pairs = [replace(pair, seats=tuple([places[at] for at in pair.seats])) for pair in deal.pairs]
    named = deal.dealer if dealer is None else dealer
    return replace(
        deal,
        dealer=None if named is None else places[named],
        by=None if deal.by is None else places[deal.by],
        hands=tuple([deal.hands[seat] for seat in turns]) if deal.hands else (),
        pairs=tuple(pairs),
    )


# --- The highlights of a deal, which a club counts besides its points -----------------------------


class Highlight(StrEnum):
    """Something in a deal that standings count for a player; the value is its name there.

    A card is caught if its player still holds it at the end of the deal.
    """

    CONCEALED = "concealed"
    QUEEN_CAUGHT = "queens_caught"
    JOKER_CAUGHT = "jokers_caught"
    GIN = "gins"
    UNDERCUT = "undercuts"


# --- The facts of a deal and of a hand that a family asks the table to enter ----------------------
# Forms, the reader of records and the schema are made from these declarations. This module contains
# no rule of a game.


class AskKind(StrEnum):
    """The kind of a fact, which decides how a record stores it and a form asks for it."""

    CARD = "card"
    CARDS = "cards"
    MELDS = "melds"
    POINTS = "points"
    FLAG = "flag"
    PENALTIES = "penalties"


_KINDS: Final[Mapping[Any, AskKind]] = {
    Card | None: AskKind.CARD,
    tuple[Card, ...] | None: AskKind.CARDS,
    tuple[LaidMeld, ...] | None: AskKind.MELDS,
    Points | None: AskKind.POINTS,
    bool: AskKind.FLAG,
    bool | None: AskKind.FLAG,
    tuple[Penalty, ...]: AskKind.PENALTIES,
}

_EVERY_DEAL: Final = frozenset(("dealer", "ending", "by", "hands", "pairs"))


def fact_kinds(facts: Deal | Hand | type[Deal | Hand]) -> Mapping[str, AskKind]:
    """Return the kind of every fact of a deal or a hand by name, from the type of its field.

    ``dealer``, ``ending``, ``by``, ``hands`` and ``pairs``, which every deal has, have no kind and
    are left out. Raises ``KeyError`` for any other type that has no kind, since no record could
    hold it.
    """
    # Any, since mypy does not accept a union of types as hashable.
    kind: Any = facts if isinstance(facts, type) else type(facts)
    return _kinds_of(kind)


@cache
def _kinds_of(kind: type[Deal | Hand]) -> Mapping[str, AskKind]:
    facts = [field for field in fields(kind) if field.name not in _EVERY_DEAL]
    return MappingProxyType({field.name: _KINDS[field.type] for field in facts})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One fact that is asked for; ``name`` is its key in a record and in ``Deal`` or ``Hand``.

    Points that are ``none_if_out`` are 0 for the player who ended the deal.
    """

    name: str
    kind: AskKind
    label: str
    help: str = ""
    required: bool = False
    none_if_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForm:
    """One way to enter a hand, such as by its cards; a hand has the facts of one form only.

    ``blank_if_out`` is true if the player who ended the deal has nothing to enter in it.
    """

    name: str
    label: str
    asks: tuple[Ask, ...]
    blank_if_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """All facts that a family asks of a deal.

    The facts in ``deal`` and ``extras`` may be missing unless they are required; a hand is shown in
    one of ``forms``. ``by_label`` is the label of ``Deal.by``, such as "Who went out". A deal that
    ends as one of ``hands_optional`` may have no hands; one that ends as one of ``ended_by_nobody``
    has no player who ended it. ``penalty_laws`` are the numbers and labels of the laws that fine.
    ``suitless`` are the cards that may be named without a suit, outside runs. ``paired`` are the
    numbers of players who play in pairs, each of which is asked the facts of a deal. A family with
    facts of its own derives ``deal_type`` or ``hand_type`` from ``Deal`` or ``Hand``.
    """

    endings: tuple[tuple[Ending, str], ...]
    by_label: str
    deal: tuple[Ask, ...]
    forms: tuple[HandForm, ...]
    extras: tuple[Ask, ...] = ()
    hands_optional: frozenset[Ending] = frozenset()
    ended_by_nobody: frozenset[Ending] = frozenset()
    penalty_laws: tuple[tuple[int, str], ...] = ()
    suitless: SuitlessCards = field(default_factory=dict)
    paired: frozenset[int] = frozenset()
    deal_type: type[Deal] = Deal
    hand_type: type[Hand] = Hand

    @property
    def by_words(self) -> str:
        """What the player who ended the deal did: ``went out``, ``knocked``."""
        return self.by_label.removeprefix("Who ")

    @property
    def by_mark(self) -> str:
        """The same in one word, for marks and legends: ``out``, ``knocked``."""
        return self.by_words.removeprefix("went ")

    @property
    def hand(self) -> tuple[Ask, ...]:
        """The facts that are asked of a hand: those of all forms, then the extras."""
        return (*[ask for form in self.forms for ask in form.asks], *self.extras)
