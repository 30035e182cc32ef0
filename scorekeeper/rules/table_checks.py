"""Checks and sums that families share: melds of a hand, cards of the pack, card values."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.rules.cards import (
    JOKER,
    RANK_WORDS,
    SUIT_WORDS,
    SUITS_NEEDED,
    Card,
    Colour,
    Pack,
    Suit,
    SuitlessCards,
)
from scorekeeper.rules.deals import (
    NAMED_AGAIN,
    AskKind,
    Deal,
    Ending,
    Hand,
    Highlight,
    MeldCard,
    Points,
    Seat,
    fact_kinds,
)
from scorekeeper.rules.melds import Meld, MeldFault, MeldRules, read_meld
from scorekeeper.rules.variant import Part, Path, Problem, ScoreLine, Table, warning
from scorekeeper.rules.words import write_names, write_several, write_subject

# --- Sums of card values, divided into the terms that a score sheet shows; cards that were caught


def parts_by_value(cards: Iterable[Card], values: Mapping[Card, Points]) -> tuple[Part, ...]:
    """Return one part for all cards of the same value, the highest value first."""
    groups: dict[Points, list[MeldCard]] = {}
    for card in cards:
        groups.setdefault(values[card], []).append(MeldCard(card))
    return tuple(
        [
            Part(cards=tuple(groups[value]), values=(value,) * len(groups[value]))
            for value in sorted(groups, reverse=True)
        ]
    )


def sum_line(reason: str, parts: Sequence[Part], *, rule: str, sign: int = 1) -> ScoreLine:
    """Return a line whose points are the sum of its parts, negative if ``sign`` is −1."""
    points = sign * sum([part.points for part in parts])
    return ScoreLine(reason=reason, points=points, rule=rule, parts=tuple(parts))


def caught_cards(deal: Deal, caught: Mapping[Card, Highlight]) -> Iterator[tuple[Seat, Highlight]]:
    """Yield seat and highlight for each card of ``caught`` that was left in a player's hand.

    A hand that was entered as totals has no cards, so nothing is caught in it.
    """
    for seat, hand in enumerate(deal.hands):
        for card in hand.in_hand or ():
            if card in caught:
                yield Seat(seat), caught[card]


PlacedCard = tuple[Card, Path]
ONE_HAND: Final = Table(players=("This hand",), number=1)
"""The table for counting a single hand; problems call its player "This hand"."""
_FEWEST_PLAYING: Final = 2
_IN_HAND: Final = ("in_hand", "in_hand_points")
_CARD_KINDS: Final = (AskKind.MELDS, AskKind.CARDS, AskKind.CARD)


def read_melds(
    hand: Hand, rules: MeldRules, seat: int, *, most_wilds: int | None = None
) -> tuple[tuple[Meld, ...], tuple[Problem, ...]]:
    """Return the legal melds of the hand in ``seat``, and the problems of the others.

    A meld of wild cards alone is a warning. A meld with more than ``most_wilds`` wild cards is left
    out, as it could have so many readings that a long file would take hours.
    """
    melds: list[Meld] = []
    problems: list[Problem] = []
    for number, laid in enumerate(hand.melds or ()):
        at: Path = ("hands", seat, "melds", number)
        wilds = sum([item.card in rules.wilds for item in laid])
        if most_wilds is not None and wilds > most_wilds:
            continue
        read = read_meld(laid, rules)
        if isinstance(read, MeldFault):
            problems.append(Problem(at=at, code=read.code, text=read.text))
            continue
        if read.all_wild:
            problems.append(warning(at, "all_wild_meld", "Every card of this meld is wild"))
        melds.append(read)
    return tuple(melds), tuple(problems)


def placed_cards(deal: Deal) -> Iterator[PlacedCard]:
    """Yield every card of the hands of a deal, with the place of the fact that names it."""
    for seat, hand in enumerate(deal.hands):
        # mypy doubts that a class has a hash.
        for name, kind in _card_facts(type(hand)):  # type: ignore[arg-type]
            value = getattr(hand, name)
            if value:
                yield from _cards_of(kind, value, ("hands", seat, name))


def count_cards(deal: Deal) -> int:
    """Return how many cards the hands of a deal name, without looking at each."""
    count = 0
    for hand in deal.hands:
        for name, kind in _card_facts(type(hand)):  # type: ignore[arg-type]  # as above
            value = getattr(hand, name) or ()
            if kind is AskKind.MELDS:
                count += sum(map(len, value))
            else:
                count += 1 if isinstance(value, Card) else len(value)
    return count


@cache
def _card_facts(kind: type[Any]) -> tuple[tuple[str, AskKind], ...]:
    """Return the facts that name the cards of a hand, each card once."""
    facts = [fact for fact in fact_kinds(kind).items() if fact[0] not in NAMED_AGAIN]
    return tuple([fact for fact in facts if fact[1] in _CARD_KINDS])


def _cards_of(kind: AskKind, value: Any, at: Path) -> list[PlacedCard]:
    if kind is AskKind.MELDS:
        placed = [((*at, number), meld) for number, meld in enumerate(value)]
        return [(item.card, place) for place, meld in placed for item in meld]
    if kind is AskKind.CARDS:
        return [(card, at) for card in value]
    return [(value, at)]


def check_pack(
    deal: Deal, pack: Pack, table: Table, suitless: SuitlessCards = SUITS_NEEDED
) -> tuple[Problem, ...]:
    """Return a problem for each card of which the deal has more copies than the pack.

    ``suitless`` are the cards that may be named without a suit. There may be as many of each as the
    pack has cards of its kind, less those named with their suit; no two kinds share a card.
    """
    places: dict[Card, list[tuple[int, Path]]] = {}
    for number, (card, place) in enumerate(placed_cards(deal)):
        places.setdefault(card, []).append((number, place))
    counts = Counter({card: len(found) for card, found in places.items()})
    surplus = surplus_cards(counts, pack, suitless)
    return tuple(
        [
            _surplus(card, places, table, pack, left=left, kind=suitless.get(card, ()))
            for card, left in surplus.items()
        ]
    )


def has_surplus_wilds(
    deal: Deal, pack: Pack, wilds: Container[Card], suitless: SuitlessCards = SUITS_NEEDED
) -> bool:
    """Tell whether the deal has more copies of a wild card than the pack."""
    counts = Counter([card for card, _ in placed_cards(deal) if card in wilds])
    return bool(surplus_cards(counts, pack, suitless))


def surplus_cards(counts: Counter[Card], pack: Pack, suitless: SuitlessCards) -> dict[Card, int]:
    """Return the cards of which there are too many, each with the number that there can be."""
    copies, jokers = pack
    limits = {
        card: sum([max(0, copies - counts[suited]) for suited in suitless.get(card, ())])
        for card in counts
        if not isinstance(card.suit, Suit)
    }
    limits[JOKER] = jokers
    return {
        card: limit
        for card, count in counts.items()
        if count > (limit := copies if isinstance(card.suit, Suit) else limits[card])
    }


def _surplus(
    card: Card,
    places: Mapping[Card, Sequence[tuple[int, Path]]],
    table: Table,
    pack: Pack,
    *,
    left: int,
    kind: tuple[Card, ...],
) -> Problem:
    """Return the problem of a card of which only ``left`` copies are possible.

    Its place is that of the first copy too many. If the card has no suit, the text also names the
    cards of its ``kind`` that have one.
    """
    at = [place for _, place in places[card]]
    alike = sorted([place for one in {card, *kind} for place in places.get(one, ())])
    among = [place for _, place in alike]
    limit = pack.limit(card) * max(1, len(kind))
    where = ", ".join(dict.fromkeys(_place_words(place, table) for place in among))
    has = f"the pack has {'one' if limit == 1 else limit}: {where}"
    code = "duplicate_card" if pack.copies == 1 else "too_many_copies"
    if card == JOKER and limit == 0:
        code, text = "joker_not_in_play", f"The Joker is not in play here: {where}"
    elif card == JOKER:
        code, text = "too_many_jokers", f"{len(at)} Jokers, {has}"
    elif kind:
        text = f"{len(among)} {_kind_words(card, kind)}, {has}"
    else:
        text = f"{card} stands {len(at)} times, {has}"
    # These cards were read, so there is a surplus whatever the other facts are.
    return Problem(at=at[left], code=code, text=text, judged_by=())


def _kind_words(card: Card, kind: tuple[Card, ...]) -> str:
    """Return a kind of cards in words: ``kings``, ``queens other than of spades``."""
    ranks = write_several(RANK_WORDS[card.rank])
    if isinstance(card.suit, Colour):
        return f"{card.suit.name.lower()} {ranks}"
    others = [SUIT_WORDS[suit] for suit in Suit if Card(card.rank, suit) not in kind]
    return f"{ranks} other than of {write_names(others)}" if others else ranks


def _place_words(at: Path, table: Table) -> str:
    seat, part = at[1], str(at[2])
    words = {"melds": "melded", "in_hand": "in hand", "discard": "discarded", "cards": "held"}
    return f"{table.players[int(seat)]} {words.get(part, part.replace('_', ' '))}"


def facts_of_hand(seat: int, *names: str) -> tuple[Path, ...]:
    """Return the places of some facts of the hand in ``seat``."""
    return tuple([("hands", seat, name) for name in names])


def claims_out(hand: Hand) -> bool:
    """Tell whether a hand has no card left, so that its player must have gone out."""
    return hand.in_hand == () or hand.in_hand_points == 0


def check_out(deal: Deal, table: Table) -> Iterator[Problem]:
    """Yield problems unless only the player ``by`` has no card, or nobody if the stock ran out.

    A deal whose ending is not known is not checked.
    """
    claims = [Seat(seat) for seat, hand in enumerate(deal.hands) if claims_out(hand)]
    names = [table.players[seat] for seat in claims]
    if deal.ending is None:
        return
    if deal.ending is Ending.STOCK:
        for seat in claims:
            text = f"{table.players[seat]} holds no card and so went out before the stock did"
            left = facts_of_hand(seat, *_IN_HAND)
            yield Problem(at=("hands", seat), code="two_out", text=text, judged_by=left)
        return
    if len(claims) > 1:
        text = f"{write_subject(names, 'holds', 'hold')} no card; only one player can go out"
        other = next(seat for seat in reversed(claims) if seat != deal.by)
        left = facts_of_hand(other, *_IN_HAND)
        yield Problem(at=("hands", other), code="two_out", text=text, judged_by=left)
    yield from _check_by(deal, claims, table)


def _check_by(deal: Deal, claims: Sequence[Seat], table: Table) -> Iterator[Problem]:
    """Yield problems unless the player who is said to be out holds no card."""
    names = [table.players[seat] for seat in claims]
    holds = f"{write_subject(names, 'holds', 'hold')} no card" if names else ""
    if deal.by is not None and deal.by not in claims and deal.is_played_by(deal.by):
        text = f"{table.players[deal.by]} went out and still holds cards"
        if holds:
            text += f"; {holds}: was it {write_names(names, 'or')}?"
        left = facts_of_hand(deal.by, *_IN_HAND)
        given = [name for name in _IN_HAND if getattr(deal.hands[deal.by], name) is not None]
        at: Path = ("hands", deal.by, *given[:1])
        yield Problem(at=at, code="out_with_cards", text=text, judged_by=left)
    if not claims:
        every = [at for seat in table.seats for at in facts_of_hand(seat, *_IN_HAND)]
        text = "No hand is empty: who went out?"
        yield Problem(at=("hands",), code="nobody_out", text=text, judged_by=tuple(every))
    elif deal.by is None:
        yield Problem(at=("by",), code="nobody_out", text=f"{holds}: who went out?")


def check_absence(deal: Deal, table: Table) -> Iterator[Problem]:
    """Yield problems unless two or more take part, and the dealer and ``by`` are among them."""
    playing = [Seat(seat) for seat in table.seats if deal.is_played_by(Seat(seat))]
    if deal.hands and len(playing) < _FEWEST_PLAYING <= len(table.players):
        names = f"{table.players[playing[0]]} alone" if playing else "Nobody"
        text = f"{names} took part in this deal; two or more have to"
        yield Problem(at=("hands",), code="bad_value", text=text, judged_by=())
    for name, words in (("by", "gone out"), ("dealer", "dealt")):
        seat = getattr(deal, name)
        if seat is not None and not deal.is_played_by(seat):
            text = f"{table.players[seat]} sat this deal out and cannot have {words}"
            yield Problem(at=(name,), code="bad_value", text=text)


def check_fives(deal: Deal) -> Iterator[Problem]:
    """Yield warnings for totals that are no multiple of five, as all card values are."""
    for seat, hand in enumerate(deal.hands):
        for name in ("melded_points", "in_hand_points"):
            yield from warn_of_five(("hands", seat, name), getattr(hand, name))


def warn_of_five(at: Path, points: Points | None) -> Iterator[Problem]:
    """Yield a warning if points are no multiple of five."""
    if points is not None and points % 5:
        yield warning(at, "not_multiple_of_five", f"{points} is not a multiple of five")


def has_error(problems: Iterable[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)
