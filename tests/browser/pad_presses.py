"""What has to be pressed on the pad to enter a deal."""

from collections import Counter
from collections.abc import Container, Sequence

from scorekeeper.rules.cards import JOKER, NATURAL_CARDS, Card, Rank, Suit
from scorekeeper.rules.deals import Deal, Hand, LaidMeld, MeldCard
from scorekeeper.rules.scoring import Setup


def presses_of(setup: Setup, deal: Deal) -> list[str]:
    """The fewest presses that enter a deal, the last one the way to the score."""
    if deal.upcard is not None:
        return _gin_presses(deal, deal.upcard)
    splits = setup.variant.key == "contract"
    found = [f"end:{deal.ending}" if deal.by is None else f"by:{deal.by}"]
    seats, least = len(deal.hands), _least_run(setup)
    spare = _spare(setup, deal)
    for step in range(seats):
        hand = deal.hands[((deal.by or 0) + step) % seats]
        found += _lay(hand, least, spare)
        found += _hold(hand.in_hand or (), splits=splits)
        found += ["next"] if step < seats - 1 else []
    return found


def own_presses_of(setup: Setup, deal: Deal, seat: int) -> list[str]:
    """Return the fewest presses that enter one player's hand by itself."""
    hand = deal.hands[seat]
    found = [f"by:{seat}"] if deal.by == seat else []
    found += _lay(hand, _least_run(setup), _spare(setup, deal))
    return found + _hold(hand.in_hand or (), splits=False)


def _spare(setup: Setup, deal: Deal) -> set[Card]:
    """Return the cards of which the pad never counts all: it knows suits in runs alone."""
    copies = setup.variant.family.pack(setup.options, len(setup.players)).copies
    melds = [meld for hand in deal.hands for meld in hand.melds or ()]
    suited = Counter([item.card for meld in melds if _is_run(meld) for item in meld])
    loose = [card for hand in deal.hands for card in hand.in_hand or ()]
    queens = Card(Rank.QUEEN, Suit.SPADES)
    cards = [*loose, *[item.card for meld in melds for item in meld]]
    ranks = Counter([card.rank for card in cards if card != queens])
    return {
        card
        for card in NATURAL_CARDS
        if card != queens
        and suited[card] < copies
        and ranks[card.rank] < (3 if card.rank is Rank.QUEEN else 4) * copies
    }


def _lay(hand: Hand, least: int, spare: Container[Card]) -> list[str]:
    """Return the presses of the melds.

    Sets of the same rank are parted by others, which saves *New*. Runs come last: after a short one
    a rank would end it.
    """
    sets = [meld for meld in hand.melds or () if not _is_run(meld)]
    ranks = [_natural_cards(meld)[0].rank for meld in sets]
    order = sorted(range(len(sets)), key=lambda at: (ranks[:at].count(ranks[at]), -len(sets[at])))
    found: list[str] = []
    for before, at in zip([None, *order], order, strict=False):
        is_open = before is not None and ranks[before] == ranks[at] and len(sets[before]) < 4
        found += ["new"] if is_open else []
        found += _set_presses(sets[at], spare)
    runs = [meld for meld in hand.melds or () if _is_run(meld)]
    return found + [press for run in runs for press in _run_presses(run, least, spare)]


def _hold(cards: Sequence[Card], *, splits: bool) -> list[str]:
    """Return the presses of cards in hand: a key that is held counts twice.

    The first key is slid down, where the keys begin with melds.
    """
    counts = Counter([_loose(card, splits=splits) for card in cards])
    found = [
        press
        for key, count in counts.items()
        for press in [f"held:{key}"] * (count // 2) + [key] * (count % 2)
    ]
    if found and not splits:
        first = found[0].removeprefix("held:")
        found[0] = f"down:{first}" if first == found[0] else f"down:{first}:{first}"
    return found


def _least_run(setup: Setup) -> int:
    keys = setup.variant.family.keypad
    assert keys is not None
    return keys(setup.options).rules.run_min


def _is_run(meld: LaidMeld) -> bool:
    return len({item.card.rank for item in meld if not _is_wild(item)}) > 1


def _loose(card: Card, *, splits: bool) -> str:
    if card == JOKER:
        return "JK"
    if card.rank is Rank.TWO and splits:
        return "2R" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else "2B"
    return "QS" if card == Card(Rank.QUEEN, Suit.SPADES) and not splits else card.rank.letter


def _is_wild(item: MeldCard) -> bool:
    return item.card.rank in (Rank.TWO, Rank.JOKER)


def _natural_cards(meld: LaidMeld) -> list[Card]:
    return [item.card for item in meld if not _is_wild(item)]


def _run_presses(meld: LaidMeld, least: int, spare: Container[Card]) -> list[str]:
    """Return its suit, its ends, and its wild cards.

    The first card alone makes the shortest run, held down one more, of cards that are to spare
    where wild ones are to lie.
    """
    named = [item.stands_for or item.card for item in meld]
    low, high = named[0].rank.letter, named[-1].rank.letter
    wilds = [
        (index, item, name)
        for index, (item, name) in enumerate(zip(meld, named, strict=True))
        if _is_wild(item)
        and item.card != name
        and (item.card == JOKER or name.rank is not Rank.TWO)
    ]
    more = len(meld) - least if all(name in spare for _, _, name in wilds) else 2
    ends = {0: [low], 1: [f"held:{low}"]}.get(more, [low, high])
    presses = [str(named[0].suit), *ends]
    for index, item, name in wilds:
        presses += ["JK", name.rank.letter] if item.card == JOKER else [f"card:{index}"]
    return presses


def _set_presses(meld: LaidMeld, spare: Container[Card]) -> list[str]:
    """Return its rank, slid up where a deuce lies in it, and its wild cards.

    That lays more natural cards at first than it has where two are wild.
    """
    natural = _natural_cards(meld)
    letter = natural[0].rank.letter
    queens = ["QS" for card in natural if card == Card(Rank.QUEEN, Suit.SPADES)]
    wilds = ["2" if item.card.rank is Rank.TWO else "JK" for item in meld if _is_wild(item)]
    if "2" in wilds and (len(wilds) < 2 or natural[0] in spare):
        wilds.remove("2")
        return [f"up:{letter}{f':{letter}' * (len(meld) - 3)}", *queens, *wilds]
    if len(meld) > 3 and len(wilds) < 2:
        return [f"held:{letter}", *queens, *wilds]
    # Before the fourth card, since the pack may have no natural card for the place of a wild one.
    first = max(0, 3 - len(queens))
    more = [letter] * (len(meld) - 3)
    return [*(queens or [letter]), *wilds[:first], *more, *wilds[first:]]


def _gin_presses(deal: Deal, upcard: Card) -> list[str]:
    found = [str(upcard.suit), upcard.rank.letter]
    if deal.by is None:
        return [*found, "dead"]
    found.append(f"by:{deal.by}")
    suit = None
    for hand in (deal.hands[deal.by], deal.hands[1 - deal.by]):
        for card in sorted(hand.cards or (), key=lambda card: str(card.suit)):
            found += [] if card.suit == suit else [str(card.suit)]
            suit = card.suit
            found.append(card.rank.letter)
        found += ["next"] if hand is deal.hands[deal.by] else []
    return found
