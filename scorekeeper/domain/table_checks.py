"""Checks that families share: the whole pack over all hands, and who claims to have gone out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.domain.cards import JOKER, Card, Pack
from scorekeeper.domain.deals import Deal, Ending, Hand, Seat
from scorekeeper.domain.variant import Path, Problem, Table, warning

PlacedCard = tuple[Card, Path]
ONE_HAND: Final = Table(players=("This hand",), number=1)
"""Where a hand is counted by itself, its cards are placed by this name."""
_FEWEST_PLAYING: Final = 2


def placed_cards(deal: Deal) -> Iterator[PlacedCard]:
    """Every card that the hands of a deal name, with the place where it stands."""
    for seat, hand in enumerate(deal.hands):
        for number, meld in enumerate(hand.melds or ()):
            at: Path = ("hands", seat, "melds", number)
            for item in meld:
                yield item.card, at
        loose = {"in_hand": hand.in_hand, "cards": hand.cards, "deadwood": hand.deadwood}
        for name, cards in loose.items():
            at = ("hands", seat, name)
            for card in cards or ():
                yield card, at
        if hand.discard is not None:
            yield hand.discard, ("hands", seat, "discard")


def check_pack(deal: Deal, pack: Pack, table: Table) -> tuple[Problem, ...]:
    """Cards that stand on the table more often than the pack in play has them, at the surplus."""
    counts = Counter([card for card, _ in placed_cards(deal)])
    copies, jokers = pack
    surplus = [card for card, count in counts.items() if count > (copies if card.suit else jokers)]
    return tuple(
        [
            _surplus(card, [at for each, at in placed_cards(deal) if each == card], pack, table)
            for card in surplus
        ]
    )


def has_surplus_wilds(deal: Deal, pack: Pack, wilds: Iterable[Card]) -> bool:
    """Whether more wild cards stand on the table than the pack in play has."""
    counts = Counter([card for card, _ in placed_cards(deal)])
    return any(counts[card] > pack.limit(card) for card in wilds)


def _surplus(card: Card, at: list[Path], pack: Pack, table: Table) -> Problem:
    limit = pack.limit(card)
    where = ", ".join(dict.fromkeys(_place_words(place, table) for place in at))
    if card == JOKER and limit == 0:
        code, text = "joker_not_in_play", f"The Joker is not in play here: {where}"
    elif card == JOKER:
        code, text = "too_many_jokers", f"{len(at)} Jokers, the pack has {limit}: {where}"
    elif limit == 1:
        code, text = "duplicate_card", f"{card} stands {len(at)} times, the pack has one: {where}"
    else:
        code = "too_many_copies"
        text = f"{card} stands {len(at)} times, the pack has {limit}: {where}"
    return Problem(at=at[limit], code=code, text=text)


def _place_words(at: Path, table: Table) -> str:
    seat, part = at[1], str(at[2])
    words = {"melds": "melded", "in_hand": "in hand", "discard": "discarded", "cards": "held"}
    return f"{table.players[int(seat)]} {words.get(part, part)}"


def claims_out(hand: Hand) -> bool:
    """Whether a hand without a card claims to have gone out."""
    return hand.in_hand == () or hand.in_hand_points == 0


def check_out(deal: Deal, table: Table) -> Iterator[Problem]:
    """One player is out, with an empty hand, if the deal ended so; nobody if the stock ran out."""
    claims = [Seat(seat) for seat, hand in enumerate(deal.hands) if claims_out(hand)]
    names = " and ".join([table.players[seat] for seat in claims])
    verb = "holds" if len(claims) == 1 else "hold"
    if deal.ending is Ending.STOCK:
        for seat in claims:
            text = f"{table.players[seat]} holds no card and so went out before the stock did"
            yield Problem(at=("hands", seat), code="two_out", text=text)
        return
    if len(claims) > 1:
        text = f"{names} {verb} no card; only one player can go out"
        other = next(seat for seat in reversed(claims) if seat != deal.by)
        yield Problem(at=("hands", other), code="two_out", text=text)
    if deal.by is not None and deal.by not in claims and deal.is_played_by(deal.by):
        text = f"{table.players[deal.by]} went out and still holds cards"
        yield Problem(
            at=("hands", deal.by, _left_over(deal.hands[deal.by])), code="out_with_cards", text=text
        )
    if not claims:
        yield Problem(at=("hands",), code="nobody_out", text="No hand is empty: who went out?")
    elif deal.by is None:
        yield Problem(at=("by",), code="nobody_out", text=f"{names} {verb} no card: who went out?")


def _left_over(hand: Hand) -> str:
    return "in_hand" if hand.in_hand is not None else "in_hand_points"


def check_absence(deal: Deal, table: Table) -> Iterator[Problem]:
    """Two or more take part, and who sat out neither dealt nor went out."""
    playing = [Seat(seat) for seat in table.seats if deal.is_played_by(Seat(seat))]
    if deal.hands and len(playing) < _FEWEST_PLAYING:
        names = f"{table.players[playing[0]]} alone" if playing else "Nobody"
        text = f"{names} took part in this deal; two or more have to"
        yield Problem(at=("hands",), code="bad_value", text=text)
    for name, words in (("by", "gone out"), ("dealer", "dealt")):
        seat = getattr(deal, name)
        if seat is not None and not deal.is_played_by(seat):
            text = f"{table.players[seat]} sat this deal out and cannot have {words}"
            yield Problem(at=(name,), code="bad_value", text=text)


def check_totals(deal: Deal) -> Iterator[Problem]:
    """Totals that no cards can add up to: every card counts a multiple of five."""
    for seat, hand in enumerate(deal.hands):
        for name in ("melded_points", "in_hand_points"):
            points = getattr(hand, name)
            if points is not None and points % 5:
                text = f"{points} is not a multiple of five"
                yield warning(("hands", seat, name), "not_multiple_of_five", text)


def has_error(problems: Iterable[Problem]) -> bool:
    """Whether any of the problems stops the score."""
    return any(problem.severity == "error" for problem in problems)
