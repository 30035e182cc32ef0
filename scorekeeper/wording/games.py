"""What pages and papers say of a game: the lines of its deals, and the rules of its variant."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.rules import (
    JOKER,
    QUEEN_OF_SPADES,
    RANK_WORDS,
    Card,
    LaidHand,
    Meld,
    MeldCard,
    MeldRules,
    Part,
    Points,
    Rank,
    Score,
    ScoredPair,
    ScoreLine,
    ScoreSheet,
    SheetRow,
    Suit,
    Variant,
    read_melds,
    write_numbers,
)
from scorekeeper.wording import write_card, write_count, write_several

_BY_POINTS: Final = frozenset({5, 10})
"""The points by which most cards are counted at the table: ``5 × 10, 4 × 5``."""
_DEUCE_AS: Final = "deuce as "
BELL_RUNG: Final = "the bell has rung"
ROUND_PLAYED: Final = "the deals of the round are played"
"""Why a table whose round is over ends its game."""
_ENDS: Final = {BELL_RUNG: "Ended by the bell", ROUND_PLAYED: "Ended with the round"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLine:
    """One line of a hand: its cards or, without any, its label; ``how`` says how it was counted.

    In ``how`` a card is written as the game record does, for the filter ``suits``. ``is_meld`` is
    true if the cards were laid together.
    """

    label: str
    cards: tuple[MeldCard, ...]
    rule: str
    points: Score
    how: str = ""
    is_meld: bool = False


def draw_lines(sheet: ScoreSheet, row: SheetRow) -> tuple[tuple[DrawnLine, ...], ...]:
    """Return the lines of each hand, by seat; together they add up to the points of the hand."""
    return tuple([tuple(draw_hand(sheet.variant, cell.lines)) for cell in row.cells])


def draw_pair(variant: Variant, pair: ScoredPair) -> tuple[tuple[DrawnLine, ...], ...]:
    """Return the lines of both hands of a pair, as if it were a deal by itself."""
    hands = () if pair.score is None else pair.score.score.hands
    return tuple([tuple(draw_hand(variant, hand.lines)) for hand in hands])


def draw_hand(variant: Variant, lines: Iterable[ScoreLine]) -> Iterator[DrawnLine]:
    """Yield the lines of one hand; each meld is a line of its own."""
    for line in lines:
        label, rule = variant.family.reasons[line.reason], variant.cite(line.rule)
        if line.parts and all(part.is_meld for part in line.parts):
            for part in line.parts:
                yield DrawnLine(
                    label=label,
                    cards=part.cards,
                    rule=rule,
                    points=part.points,
                    how=write_count_of([part]),
                    is_meld=True,
                )
            continue
        counted = write_count_of(line.parts)
        yield DrawnLine(
            label=label,
            cards=tuple([card for part in line.parts for card in part.cards]),
            rule=rule,
            points=line.points,
            how=f"{label}: {counted}" if counted else line.how,
        )


def write_early_end(sheet: ScoreSheet) -> str:
    """Return how a game ended that nobody has won: ``Ended by the bell``, ``Ended early``."""
    return _ENDS.get(sheet.game.closed.reason if sheet.game.closed else "", "Ended early")


def write_count_of(parts: Iterable[Part]) -> str:
    """Return what cards count, in words: ``5 × 10, QS 50``; ``two aces 40, Joker 100``.

    A deuce that counts as another card is named so: ``three aces 60, deuce as ace 20``.
    """
    counts: Counter[tuple[str, Points]] = Counter()
    for part in parts:
        counts.update(
            [
                (_name(card.stands_for or card.card, card.card, value), value)
                for card, value in zip(part.cards, part.values, strict=True)
            ]
        )
    return ", ".join([_term(name, value, count) for (name, value), count in counts.items()])


def _name(stands_for: Card, card: Card, value: Points) -> str:
    """Return the word for a card that is counted; none if its points say enough."""
    if card in (JOKER, QUEEN_OF_SPADES):
        return str(card) if card == QUEEN_OF_SPADES else write_card(card)
    if value in _BY_POINTS:
        return ""
    name = "deuce" if stands_for.rank is Rank.TWO else RANK_WORDS[stands_for.rank]
    return name if card.rank is stands_for.rank else f"{_DEUCE_AS}{name}"


def _term(name: str, value: Points, count: int) -> str:
    if not name:
        return f"{count} × {value}"
    if count == 1:
        return f"{name} {value}"
    if name.startswith(_DEUCE_AS):
        plural = write_several(name.removeprefix(_DEUCE_AS))
        return f"{write_count(count)} deuces as {plural} {value * count}"
    several = name if name == str(QUEEN_OF_SPADES) else write_several(name)
    return f"{write_count(count)} {several} {value * count}"


def laid_hands(row: SheetRow) -> tuple[LaidHand | None, ...]:
    """Return how each hand lay, by seat; None if the outcome of the deal does not tell it."""
    hands = dict(row.outcome.hands) if row.outcome else {}
    for pair in row.pairs:
        laid = pair.outcome.hands if pair.outcome else {}
        hands |= {pair.seats[at]: hand for at, hand in laid.items()}
    return tuple([hands.get(cell.seat) for cell in row.cells])


def unscored_melds(sheet: ScoreSheet, row: SheetRow) -> dict[int, tuple[Meld, ...]]:
    """Return the melds of a deal that stand on no line, by seat: they were laid for no points."""
    family = sheet.variant.family
    if family.keypad is None or not row.counts:
        return {}
    rules, shown = family.keypad(sheet.setup.options).rules, laid_hands(row)
    scored = [any(line.is_meld for line in lines) for lines in draw_lines(sheet, row)]
    hands = sheet.game.deals[row.number - 1].deal.hands
    return {
        seat: read_melds(hand, rules, seat)[0]
        for seat, hand in enumerate(hands)
        if not (scored[seat] or shown[seat])
    }


# --- the rules of a variant under its options: players, cards, what a meld is ---------------------

_COUNTS: Final = {3: "three", 4: "four"}
_RED_TWO: Final = Card(Rank.TWO, Suit.HEARTS)


def write_span(variant: Variant, options: Any) -> str:
    """Return the numbers of players and cards in words: ``2 to 4 players, 105 cards``."""
    family = variant.family
    numbers = family.players(options)
    packs = [family.pack(options, players) for players in (numbers[0], numbers[-1])]
    cards = [pack.copies * 52 + pack.jokers for pack in packs]
    return f"{write_numbers(numbers)} players, {_span(*cards)} cards"


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def write_meld_rules(variant: Variant, options: Any) -> Iterator[str]:
    """Yield sentences that say what a meld is, from the rules behind the pad."""
    family = variant.family
    if family.keypad is None:
        return
    facts = family.keypad(options)
    rules = facts.rules
    several = "or four" if rules.set_max else "or more"
    yield f"A set is three {several} cards of one rank."
    yield f"A run is {_COUNTS[rules.run_min]} or more of one suit in sequence."
    yield _ace_words(rules)
    yield _wild_words(rules, family.pack(options, family.players(options)[-1]).jokers)
    if facts.limit_rule:
        yield facts.limit_rule


def _ace_words(rules: MeldRules) -> str:
    if rules.ace_both_ends:
        return "An ace is high or low; ace to ace is a run of fourteen. K-A-2 is not a run."
    if rules.ace_low and rules.ace_high:
        return "An ace is high or low, never both in one run."
    if rules.ace_low:
        return "The ace is low: A-2-3 is a run, Q-K-A is not."
    return "The ace is high: J-Q-K-A is a run, A-2-3-4 is not."


def _wild_words(rules: MeldRules, jokers: int) -> str:
    if not rules.wilds:
        return "No card is wild."
    all_twos = _RED_TWO in rules.wilds
    twos = "Twos" if all_twos else "Black twos"
    kinds = {0: twos, 1: f"{twos} and the Joker"}.get(jokers, f"{twos} and Jokers")
    red = "" if all_twos else ", red twos are not"
    alone = {0: "even a meld of wilds alone is good", 1: "a meld needs one natural card"}
    words = alone.get(rules.min_naturals, f"a meld needs {rules.min_naturals} natural cards")
    return f"{kinds} are wild{red}; {words}."
