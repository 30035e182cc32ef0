"""What has to be pressed on the pad to enter a deal."""

from scorekeeper.rules.cards import JOKER, Card, Rank, Suit
from scorekeeper.rules.deals import Deal, LaidMeld, MeldCard
from scorekeeper.rules.scoring import Setup


def presses_of(setup: Setup, deal: Deal) -> list[str]:
    """The fewest presses that enter a deal, the last one the way to the score."""
    if deal.upcard is not None:
        return _gin_presses(deal, deal.upcard)
    assert deal.by is not None
    splits = setup.variant.key == "contract"
    found = [f"by:{deal.by}"]
    seats = len(deal.hands)
    for step in range(seats):
        hand = deal.hands[(deal.by + step) % seats]
        for meld in hand.melds or ():
            found += _meld_presses(meld, found)
        if hand.in_hand:
            found += [] if splits else ["in_hand"]
            found += [_loose(card, splits=splits) for card in hand.in_hand]
        found += ["next"] if step < seats - 1 else []
    return found


def own_presses_of(setup: Setup, deal: Deal, seat: int) -> list[str]:
    """Return the fewest presses that enter one player's hand by itself."""
    hand = deal.hands[seat]
    found = [f"by:{seat}"] if deal.by == seat else []
    for meld in hand.melds or ():
        found += _meld_presses(meld, found or ["in_hand"])
    if hand.in_hand:
        found += ["in_hand", *[_loose(card, splits=False) for card in hand.in_hand]]
    return found


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


def _meld_presses(meld: LaidMeld, before: list[str]) -> list[str]:
    named = [item.stands_for or item.card for item in meld]
    natural = [item.card for item in meld if not _is_wild(item)]
    if not _is_run(meld):
        return _set_presses(meld, natural, before)
    low, high = named[0].rank.letter, named[-1].rank.letter
    presses = [str(named[0].suit), low, high]
    for index, item in enumerate(meld):
        name = item.stands_for or item.card
        if item.card == JOKER:
            presses += ["JK", name.rank.letter]
        elif _is_wild(item) and name.rank is not Rank.TWO:
            presses.append(f"card:{index}")
    return presses


def _set_presses(meld: LaidMeld, natural: list[Card], before: list[str]) -> list[str]:
    letter = natural[0].rank.letter
    presses = ["new"] if before[-1] in (letter, "2", "JK", "QS") else []
    presses += [letter] * (len(meld) - 2)
    presses += ["QS" for card in natural if card == Card(Rank.QUEEN, Suit.SPADES)]
    return presses + [
        "2" if item.card.rank is Rank.TWO else "JK" for item in meld if _is_wild(item)
    ]


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
