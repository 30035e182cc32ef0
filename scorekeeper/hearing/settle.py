"""Chooses among the readings of all pieces of a text those that go together.

The pack decides, and in gin also how many cards a hand has and what is left outside runs and sets.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise, product
from math import prod
from typing import Any, Final

from scorekeeper.hearing.cards import (
    NOTHING,
    READINGS_MOST,
    Game,
    Heard,
    LaidCards,
    fits,
    join,
    meaning,
    points_in_hand,
)
from scorekeeper.hearing.places import HAND, MELDED
from scorekeeper.hearing.ways import Piece, Ways
from scorekeeper.hearing.words import ONLY, THERE_IS, Word, gap
from scorekeeper.rules import JOKER, Card, Rank, best_arrangement

_CHOICES_MOST: Final = 512
_TRIES_MOST: Final = 4
_HAND_CARDS: Final = (10, 11)
"""The numbers of cards in a hand of gin, the usual one first."""
_NEAR: Final = 2
"""The article of "two and a three of clubs", heard as an ace, would take two cards from those
outside."""
_TEN: Final = 10
_MELD_LEAST: Final = 3
_PLACES: Final = frozenset({HAND, MELDED})
_Choice = tuple[Heard, ...]
"""A reading of each piece that has several."""


def settle(ways: Ways, game: Game) -> list[Piece]:
    """Return the pieces of a text with the readings that go together."""
    found = _without_joker_again(ways.pieces(), game)
    for _ in range(_TRIES_MOST):
        if not _ban_surplus(ways, found, game):
            break
        found = _without_joker_again(ways.pieces(), game)
    pieces = _without_hand_of_out(
        _without_told_sums(_with_sums_alone(found, arranges=game.arranges), game)
    )
    if game.arranges:
        pieces = _without_odd_deadwood(pieces)
    elif ways.steps.places.are_marked and not _begins_in_hand(ways.steps.words):
        pieces = _without_melds_left(pieces)
    if _cards(pieces, surely=True) and not fits(_cards(pieces, surely=True), game):
        return [Piece(pieces[0].start, pieces[-1].end, ())]
    open_at = [number for number, piece in enumerate(pieces) if len(piece.readings) > 1]
    if open_at and (game.arranges or not fits(_cards(pieces, surely=False), game)):
        pieces = _choose(pieces, open_at, game)
    few = [
        piece if len(piece.readings) <= READINGS_MOST else piece._replace(readings=())
        for piece in pieces
    ]
    if not game.arranges:
        few = _without_hand_again(_without_lists_left(few, ways.steps.words))
        few = _without_card_again(few, ways.steps.words)
        few = [piece._replace(readings=_least_told(piece.readings, game)) for piece in few]
    once = few if game.arranges else _without_melds_again(few, ways.steps.words)
    return _without_counts(_join_marked(once, ways.steps.words), ways.steps.words, game)


def _least_told(readings: tuple[Heard, ...], game: Game) -> tuple[Heard, ...]:
    """Return the readings; of those that differ in suits in hand alone, the one that has fewest.

    Whether "the jack and nine of clubs" are both clubs, nobody needs to know.
    """
    hands = [_hand_alone(heard) for heard in readings]
    first = hands[0] if hands else None
    if len(readings) < 2 or first is None or None in hands:
        return readings
    told = [[(card.rank, points_in_hand([card], game)) for card in hand or ()] for hand in hands]
    if any(sorted(cards) != sorted(told[0]) for cards in told[1:]):
        return readings
    counts = [sum([card.suit is not None for card in hand or ()]) for hand in hands]
    least = counts.index(min(counts))
    suited = Counter([card for card in hands[least] or () if card.suit])
    is_in_all = all(suited <= Counter(hand) for hand in hands if hand)
    return (readings[least],) if is_in_all else readings


def _without_lists_left(pieces: Sequence[Piece], words: Sequence[Word]) -> list[Piece]:
    """Return the pieces; a list of ranks in order is marked in hand: a run that lacks its suit."""
    found = list(pieces)
    ranks = [_bare_rank(piece) for piece in pieces]
    first = 0
    for at in range(1, len(pieces) + 1):
        before, here = ranks[at - 1], ranks[at] if at < len(pieces) else 0
        is_beside = at < len(pieces) and pieces[at].start == pieces[at - 1].end
        if before and here == before + 1 and is_beside and not words[pieces[at].start].begins:
            continue
        others = [rank for rank in (ranks[first - 1] if first else 0, here) if rank]
        if at - first >= _LIST_LEAST and not others:  # "4 6 7 8 9" is a hand in order
            found[first:at] = [piece._replace(readings=()) for piece in pieces[first:at]]
        first = at
    return found


_LIST_LEAST: Final = 4


def _without_hand_again(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces; cards in hand with their suits are marked where all are told twice.

    So are those of two cards or more that were told before without their suits.
    """
    hand = [
        at
        for at, piece in enumerate(pieces)
        if len(piece.readings) == 1 and _hand_alone(piece.readings[0])
    ]
    cards = [pieces[at].readings[0].cards for at in hand]
    half = len(hand) // 2
    is_twice = half > 1 and cards[:half] == cards[half:]
    if is_twice and all(card.suit for told in cards for card in told):
        for at in hand[half:]:
            pieces[at] = pieces[at]._replace(readings=())
        return pieces
    for spot in range(1, len(hand)):
        bare = [card for told in cards[:spot] for card in told if card.suit is None]
        more = [card for told in cards[spot:] for card in told]
        is_again = len(more) > 1 and all(card.suit for card in more)
        if is_again and _ranks(more) == _ranks(bare):
            for at in hand[spot:]:
                pieces[at] = pieces[at]._replace(readings=())
            break
    return pieces


def _without_card_again(pieces: list[Piece], words: Sequence[Word]) -> list[Piece]:
    """Return the pieces; a card in hand is marked that was told before, without its suit.

    "A nine and a deuce, spade deuce", "a two, and the two is wild", "just a two". The suit
    behind a list may be that of all its cards, so that one of them may come again.
    """
    bare: list[int] = []
    for at, piece in enumerate(pieces):
        cards = (_hand_alone(piece.readings[0]) if len(piece.readings) == 1 else None) or []
        card = cards[0] if len(cards) == 1 else None
        if card is None:
            continue
        led = [word.means.keys() for word in words[max(0, piece.start - 1) : piece.start + 1]]
        is_apart = gap(words, piece.start - 1) > 1 and _ONE.isdisjoint(led[-1])
        is_again = is_apart if card.suit else any("the" in names for names in led)
        if card.rank in bare and (is_again or words[piece.start].begins == ONLY):
            pieces[at] = piece._replace(readings=())
        bare = [] if card.suit else [*bare, card.rank]
    return pieces


_ONE: Final = frozenset({"a", "one", "next", "count"})


def _ranks(cards: Sequence[Card]) -> list[int]:
    return sorted([card.rank for card in cards])


def _bare_rank(piece: Piece) -> int:
    """Return the rank of a piece that is one card in hand without a suit or an article, else 0."""
    heard = piece.readings[0] if len(piece.readings) == 1 else None
    is_one = heard is not None and piece.end - piece.start == 1 and _hand_alone(heard) is not None
    cards = heard.cards if heard and is_one else []
    return int(cards[0].rank) if len(cards) == 1 and cards[0].suit is None else 0


def _hand_alone(heard: Heard) -> list[Card] | None:
    """Return the cards of a reading that tells nothing but cards in hand."""
    return heard.cards if {name for name, _ in heard.facts} == {"in_hand"} else None


def _without_melds_again(pieces: Sequence[Piece], words: Sequence[Word]) -> list[Piece]:
    """Return the pieces; a set is marked that seems to be told once more, in other words.

    "I had four kings, so I put down four kings" are hardly eight.
    """
    told: list[Heard] = []
    found: list[Piece] = []
    last: set[int | None] = set()
    for piece in pieces:
        heard = piece.readings[0] if len(piece.readings) == 1 else None
        cards = heard.cards if heard and [name for name, _ in heard.facts] == ["melds"] else []
        is_set = len({card.rank for card in cards}) == 1 and not any(card.suit for card in cards)
        is_put = piece.start > 0 and MELDED in words[piece.start - 1].means
        is_anew = is_put or words[piece.start].begins >= THERE_IS or words[piece.start].after_talk
        is_anew = is_anew or (bool(found) and not found[-1].readings)
        is_loose = len(piece.readings) > 1 and {_set_of(each) for each in piece.readings} == last
        last = {_set_of(each) for each in piece.readings} - {None}
        is_copy = bool(found) and words[found[-1].start].start == words[piece.start].start
        is_again = is_set and is_anew and heard in told and not is_copy
        found.append(piece._replace(readings=()) if is_again or is_loose else piece)
        told += [heard] if heard else []
    return found


def _set_of(heard: Heard) -> int | None:
    """Return the rank of a set that a reading is, but for its wild cards; None if it is none."""
    ranks = {card.rank for card in heard.cards} - {Rank.TWO, Rank.JOKER}
    is_set = [name for name, _ in heard.facts] == ["melds"] and len(ranks) == 1
    return ranks.pop() if is_set else None


def _without_hand_of_out(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces; who went out holds no cards: they are marked, as "out" may mean else."""
    if not any(heard.facts == (("out", True),) for piece in pieces for heard in piece.readings):
        return list(pieces)
    return [
        piece._replace(readings=()) if any(map(_holds_cards, piece.readings)) else piece
        for piece in pieces
    ]


def is_whole_hand(pieces: Sequence[Piece]) -> bool:
    """Tell whether what is understood has as many cards as a hand of gin."""
    return (
        sum([len(heard.cards) for piece in pieces for heard in piece.readings[:1]]) in _HAND_CARDS
    )


def _begins_in_hand(words: Sequence[Word]) -> bool:
    """Tell whether a text begins with the hand itself: "left with ...", but not "left it's ..."."""
    return bool(words[0].means.get(HAND, (0, "either"))[1] != "either")


def _without_melds_left(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces; a hand of several melds beside none is marked, as nobody holds that."""
    heard = join([heard for piece in pieces for heard in piece.readings[:1]])
    ranks = Counter([card.rank for card in heard.cards])
    sets = [rank for rank, count in ranks.items() if count >= _MELD_LEAST]
    suited = {(card.rank, card.suit) for card in heard.cards if card.suit}
    runs = [1 for rank, suit in suited if {(rank + 1, suit), (rank + 2, suit)} <= suited]
    is_melded = any(not name.startswith("in_hand") for name, _ in heard.facts)
    if is_melded or len(runs) + len(sets) < 2:
        return pieces
    return [
        piece._replace(readings=()) if any(map(_holds_cards, piece.readings)) else piece
        for piece in pieces
    ]


def _without_odd_deadwood(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces; deadwood is marked that has a run or a set, or is more than a hand."""
    sure = [piece.readings[:1] for piece in pieces]
    left = [heard for heard in sum(sure, ()) if any(name == "deadwood" for name, _ in heard.facts)]
    is_odd = _holds_meld(left) or len(_cards(pieces, surely=True)) > max(_HAND_CARDS)
    return [
        piece._replace(readings=()) if is_odd and set(piece.readings) & set(left) else piece
        for piece in pieces
    ]


def _holds_cards(heard: Heard) -> bool:
    return any(name == "in_hand" and value.cards for name, value in heard.facts)


def _without_told_sums(pieces: Sequence[Piece], game: Game) -> list[Piece]:
    """Return the pieces without sums that only say what the cards in hand come to.

    A sum that they do not come to is marked.
    """
    first = [
        sorted(piece.readings, key=lambda heard: len(_points_in(heard)))[:1] for piece in pieces
    ]
    found = []
    for at, piece in enumerate(pieces):
        if not any(map(_points_in, piece.readings)):
            found.append(piece)
            continue
        others = join([heard for readings in (*first[:at], *first[at + 1 :]) for heard in readings])
        before = join(first[at - 1] if at else ())
        told = [_without_told(heard, (others, before), game) for heard in piece.readings]
        kept = tuple(dict.fromkeys([heard for heard in told if heard is not None]))
        if kept != (_TOLD,):
            is_unclear = _TOLD in kept or (None in told and not game.arranges)
            found.append(piece._replace(readings=() if is_unclear else kept))
    return found


_TOLD: Final = Heard()
"""What a sum says that was told by the cards already."""


def _without_told(heard: Heard, besides: Sequence[Heard], game: Game) -> Heard | None:
    """Return a reading without a sum that the cards in hand come to, None if they do not.

    The first of those ``besides`` is all others, the second what was said right before. Some count
    the pips of cards.
    """
    sums = set(_points_in(heard))
    every = [_cards_left([*others.facts, *heard.facts], game) for others in besides if sums]
    if not every or every[0] is None:
        return heard
    told = {points_in_hand(cards, game) for cards in every if cards is not None}
    told |= {sum([min(_TEN, card.rank) for card in cards]) for cards in every if cards}
    return _without_points(heard) if len(sums) == 1 and sums <= told else None


def _without_points(heard: Heard) -> Heard:
    return Heard(tuple([fact for fact in heard.facts if fact[0] not in _LEFT]))


_LEFT: Final = ("deadwood_points", "in_hand_points")


def _cards_left(facts: Sequence[tuple[str, Any]], game: Game) -> list[Card] | None:
    """Return the cards outside runs and sets, None if there are only sums."""
    by_name: dict[str, list[Card]] = {}
    for name, value in facts:
        if isinstance(value, LaidCards):
            by_name.setdefault(name, []).extend(value.cards)
    if not game.arranges:
        return by_name.get("in_hand")
    left = by_name.get("deadwood", [])
    if "cards" in by_name:
        left = list(_outside_melds(by_name["cards"]))
    return left if {"cards", "deadwood"} & by_name.keys() else None


def _outside_melds(cards: Sequence[Card]) -> Sequence[Card]:
    """Return the cards outside runs and sets; all of them where one was said twice."""
    is_hand = len(set(cards)) == len(cards)
    return best_arrangement(cards).deadwood if is_hand else cards


def _points_in(heard: Heard) -> list[int]:
    return [value for name, value in heard.facts if name in _LEFT]


def _with_sums_alone(pieces: Sequence[Piece], *, arranges: bool) -> list[Piece]:
    """Return the pieces without readings as cards beside a sure sum: no hand has both."""
    sure = [piece.readings[0] for piece in pieces if len(piece.readings) == 1]
    if any(NOTHING.facts[0] in heard.facts for heard in sure):
        pieces = [_keep(_keep(piece, _is_no_meld), _has_no_melds) for piece in pieces]
    melds = [value for heard in sure for name, value in heard.facts if name == "melds" and value]
    if melds:
        worth = sum([meld.points for meld in melds])
        pieces = [_keep(piece, lambda heard: heard != NOTHING) for piece in pieces]
        pieces = [piece._replace(readings=_beside(piece.readings, worth)) for piece in pieces]
    sure = [piece.readings[0] for piece in pieces if len(piece.readings) == 1]
    if arranges or not any(map(_is_sum, sure)):
        return list(pieces)  # in gin a sum only tells what the cards come to
    if any(name == "in_hand_points" for heard in sure for name, _ in heard.facts):
        pieces = [
            _keep(piece, lambda heard: "in_hand" not in dict(heard.facts)) for piece in pieces
        ]
    return [_keep(piece, _is_sum) for piece in pieces]


def _beside(readings: Sequence[Heard], worth: int) -> tuple[Heard, ...]:
    """Return the readings without points of melds that the cards of melds do not come to.

    Where they do, it is not clear that they are no points in hand.
    """
    kept = tuple([heard for heard in readings if set(_melded(heard)) <= {worth}])
    return () if len(kept) == 1 and _melded(kept[0]) else kept


def _melded(heard: Heard) -> list[int]:
    return [value for name, value in heard.facts if name == "melded_points"]


def _keep(piece: Piece, is_right: Callable[[Heard], bool]) -> Piece:
    """Return a piece with those of its readings that are right, if there are any."""
    return piece._replace(readings=tuple(filter(is_right, piece.readings)) or piece.readings)


def _is_no_meld(heard: Heard) -> bool:
    return all(name != "melded_points" for name, _ in heard.facts)


def _has_no_melds(heard: Heard) -> bool:
    return all(name != "melds" or value is None for name, value in heard.facts)


def _is_sum(heard: Heard) -> bool:
    return any(name.endswith("_points") for name, _ in heard.facts)


def _cards(pieces: Sequence[Piece], *, surely: bool) -> list[Card]:
    """Return the cards of the pieces with one reading, or of all readings."""
    return [
        card
        for piece in pieces
        if len(piece.readings) == 1 or not surely
        for heard in piece.readings
        for card in heard.cards
    ]


def _without_joker_again(pieces: Sequence[Piece], game: Game) -> list[Piece]:
    """Return the pieces; the only joker of a pack in hand is only named once more: "Joker, ..."."""
    found: list[Piece] = []
    for piece in pieces:
        alone = [heard for heard in piece.readings if heard.cards == [JOKER]]
        is_held = any(name == "in_hand" for heard in alone for name, _ in heard.facts)
        may_be_again = is_held and len(alone) == len(piece.readings) and game.pack.limit(JOKER) == 1
        before = [other for other in found if may_be_again and _is_held(other)]
        if JOKER not in _cards(before, surely=True):
            found.append(piece)
    return found


def _is_held(piece: Piece) -> bool:
    return any(name == "in_hand" for heard in piece.readings for name, _ in heard.facts)


def _ban_surplus(ways: Ways, pieces: Sequence[Piece], game: Game) -> bool:
    """Ban the steps whose cards the pack does not have besides those before; tell if any."""
    cards: list[Card] = []
    has_surplus = False
    for piece in pieces:
        if len(piece.readings) == 1:
            more = piece.readings[0].cards
            if fits([*cards, *more], game):
                cards += more
            else:
                ways.steps.banned.add((piece.start, piece.end, piece.readings[0]))
                has_surplus = True
    return has_surplus


def _choose(pieces: list[Piece], open_at: list[int], game: Game) -> list[Piece]:
    """Return the pieces with the readings that the pack has together, and that gin prefers."""
    several = [pieces[number].readings for number in open_at]
    if prod([len(readings) for readings in several]) > _CHOICES_MOST:
        return [
            piece if len(piece.readings) == 1 else piece._replace(readings=()) for piece in pieces
        ]
    sure = _cards(pieces, surely=True)
    kept = [choice for choice in product(*several) if fits([*sure, *join(choice).cards], game)]
    if game.arranges:
        kept = _best_hands(kept, sure)
    if not kept:
        last = open_at[-1]
        pieces = [*pieces[:last], pieces[last]._replace(readings=()), *pieces[last + 1 :]]
        return _choose(pieces, open_at[:-1], game) if open_at[:-1] else pieces
    apart = [tuple(dict.fromkeys(readings)) for readings in zip(*kept, strict=True)]
    if prod([len(readings) for readings in apart]) == len(kept):
        for number, readings in zip(open_at, apart, strict=True):
            pieces[number] = pieces[number]._replace(readings=readings)
        return pieces
    return _tied(pieces, open_at, kept)


def _tied(pieces: Sequence[Piece], open_at: Sequence[int], kept: Sequence[_Choice]) -> list[Piece]:
    """Return the pieces; those whose readings depend on one another are joined into one."""
    first, last = open_at[0], open_at[-1]
    readings: dict[tuple[Any, ...], Heard] = {}
    for choice in kept:
        chosen = dict(zip(open_at, choice, strict=True))
        between = [
            chosen.get(number) or pieces[number].readings[0]
            for number in range(first, last + 1)
            if pieces[number].readings
        ]
        heard = join(between)
        readings.setdefault(meaning(heard), heard)
    is_marked = any(not piece.readings for piece in pieces[first : last + 1])
    every = () if is_marked else tuple(readings.values())
    one = Piece(pieces[first].start, pieces[last].end, every)
    return [*pieces[:first], one, *pieces[last + 1 :]]


def _best_hands(choices: Sequence[_Choice], sure: Sequence[Card]) -> list[_Choice]:
    """Return the choices of gin with the fewest cards outside runs and sets, or two cards more.

    Of these, hands of ten cards come first, then those of eleven.
    """
    hands = [(choice, [*sure, *join(choice).cards]) for choice in choices]
    for count in _HAND_CARDS:
        right = [hand for hand in hands if len(hand[1]) == count]
        if right:
            hands = right
            break
    outside = [len(_outside_melds(cards)) for _, cards in hands]
    near = [hand for hand, left in zip(hands, outside, strict=True) if left <= min(outside) + _NEAR]
    near = [hand for hand in near if not _holds_meld(hand[0])] or near
    return [choice for choice, _ in near]


def _holds_meld(choice: Sequence[Heard]) -> bool:
    """Tell whether cards called deadwood have a run or a set among them."""
    left = [
        card
        for name, value in join(choice).facts
        if name == "deadwood" and isinstance(value, LaidCards)
        for card in value.cards
    ]
    return len(_outside_melds(left)) < len(left)


def _without_counts(pieces: Sequence[Piece], words: Sequence[Word], game: Game) -> list[Piece]:
    """Return the pieces without numbers that only say how many cards or melds are told.

    "Three strays, ..." has three cards right behind it.
    """
    found: list[Piece] = []
    for at, piece in enumerate(pieces):
        spoken = range(piece.start, piece.end if not piece.readings else piece.start)
        counted = [
            spot
            for spot in spoken
            if "counter" in words[spot].means
            and _is_count(words[spot].means, (pieces, at), words, game)
        ]
        is_talk = all(not words[spot].means for spot in spoken if spot not in counted)
        if not counted or not is_talk:
            found.append(piece)
            continue
        edges = [piece.start - 1, *counted, piece.end]
        found += [Piece(one + 1, other, ()) for one, other in pairwise(edges) if one + 1 < other]
    return found


def _is_count(
    means: Mapping[str, Any],
    place: tuple[Sequence[Piece], int],
    words: Sequence[Word],
    game: Game,
) -> bool:
    """Tell whether there are as many melds in all, or cards behind a piece, as a number says."""
    pieces, at = place
    count = means["counter"][1]
    if "melds" in means:
        melds = melds_told(pieces, game)
        runs = [meld for meld in melds if len({card.suit for card in meld} - {None}) == 1]
        # "Two runs, and a set of fours."
        return count in (len(melds), len(runs), len(melds) - len(runs))
    after = [piece for piece in pieces[at + 1 :] if piece.readings]
    between = words[pieces[at].end : after[0].start] if after else ()
    is_beside = all(_PLACES.isdisjoint(word.means) for word in between)
    cards = accumulate([len(piece.readings[0].cards) for piece in after])
    return (is_beside or "there" in means) and count in cards


def melds_told(pieces: Sequence[Piece], game: Game) -> list[Sequence[Card]]:
    """Return the cards of each meld that was told, in gin also of those that lie in the hand."""
    heard = join([heard for piece in pieces for heard in piece.readings[:1]])
    melds = [value.cards for name, value in heard.facts if name == "melds" and value]
    hand = [card for name, value in heard.facts if name == "cards" for card in value.cards]
    if game.arranges and len(set(hand)) == len(hand):
        melds += best_arrangement(hand).melds
    return melds


def _join_marked(pieces: Sequence[Piece], words: Sequence[Word]) -> list[Piece]:
    """Return the pieces; marked ones with no place between them are joined into one."""
    found: list[Piece] = []
    for piece in pieces:
        is_one = bool(found) and not piece.readings and not found[-1].readings
        between = words[found[-1].end : piece.start] if is_one else ()
        is_one = is_one and all(_PLACES.isdisjoint(word.means) for word in between)
        found.append(Piece(found.pop().start, piece.end, ()) if is_one else piece)
    return found
