"""A slow reader of said hands, written from the description alone, against which the quick one is
tried: every way over the words is followed to its end, and none may leave a word out.

It shares the table of words and the rules of melds with the program, and nothing else. Corrections,
and marks that are said last, are understood only as far as ``said_hands`` says them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

from scorekeeper.hearing.cards import Game
from scorekeeper.rules.arrangement import best_arrangement
from scorekeeper.rules.cards import Card, read_card
from scorekeeper.rules.deals import MeldCard
from scorekeeper.rules.melds import MeldKind, readings_of
from tests.hearing.said_hands import TABLE

PLACES: Final = " A23456789TJQKA"
SUITS: Final = "SHDC"
Meld = tuple[tuple[str, ...], int]
Hand = tuple[tuple[Meld, ...], tuple[str, ...], int | None]
"""Melds with their cards and points, the cards left, and a sum that was said in their place."""
LINKS: Final = frozenset({"and", "next", "a", "the", "with"})


def entries() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for section, keys in TABLE.items():
        if section in ("format", "phrases", "command"):
            continue
        for key, spellings in keys.items():
            for each in spellings:
                told = (key, "") if section == "word" else (section, key)
                found.setdefault(each, []).append(told)
    return found


ENTRIES: Final = entries()


def take_words(text: str) -> list[list[tuple[str, str]]]:
    plain = text.lower().replace("’", "'")
    plain = re.sub("[0-9]+", lambda run: " ".join(re.findall("10|[0-9]", run[0])), plain)
    tokens = re.findall(r"[a-z]+(?:'[a-z]+)*'?|[0-9]+(?:'?s\b)?|[♠♥♦♣]", plain)
    taken: list[str] = []
    for _ in range(2):
        taken, at = [], 0
        while at < len(tokens):
            size = next((n for n in (5, 4, 3, 2) if " ".join(tokens[at : at + n]) in ENTRIES), 1)
            entry = " ".join(tokens[at : at + size])
            at += size
            if ("filler", "") not in ENTRIES.get(entry, []):
                taken.append(entry)
        tokens = [part for entry in taken for part in entry.split()]
    return [ENTRIES.get(entry, []) for entry in taken]


class NaiveReader:
    """All ways to understand one text without leaving out a word."""

    def __init__(self, text: str, line: str, game: Game) -> None:
        self.words = take_words(text)
        self.line = line
        self.game = game
        self.is_gin = line == "gin"
        self.ways = cache(self.ways_from)

    def best(self) -> set[Hand]:
        start = {"melds": "melds", "hand": "hand", "gin": "cards"}[self.line]
        if self.is_gin and any(("hand", "") in word for word in self.words):
            start = "melds"
        found = [way for way in self.ways(0, start) if self.fits(way[1])]
        least = min([weak for weak, _ in found], default=0)
        hands = {hand for weak, hand in found if weak == least}
        return self.best_of_gin(hands) if self.is_gin else hands

    # --- The words --------------------------------------------------------------------------------

    def is_(self, at: int, name: str) -> bool:
        return at < len(self.words) and (name, "") in self.words[at]

    def keys(self, at: int, section: str) -> list[str]:
        return [k for s, k in self.words[at] if s == section] if at < len(self.words) else []

    def is_plural(self, at: int) -> bool:
        return bool(self.keys(at, "ranks") or self.keys(at, "wilds"))

    def numbers(self, at: int) -> list[str]:
        counts = self.is_plural(at + 1)
        known = [*self.keys(at, "rank"), *([] if counts else self.keys(at, "number"))]
        return ["T" if key == "10" else key for key in known if key != "1"]

    def count(self, at: int) -> list[int]:
        if not self.is_plural(at + 1):
            return []
        return [int(key) for key in [*self.keys(at, "number"), *self.keys(at, "count")]]

    def suit(self, at: int) -> list[str]:
        return [*self.keys(at, "suit"), *self.keys(at, "suits")]

    def article(self, at: int, *words: str) -> list[int]:
        here = any(self.is_(at, word) for word in words) or "1" in self.keys(at, "number")
        return [at, at + 1] if here and not self.is_plural(at + 1) else [at]

    def between(self, at: int) -> bool:
        return at > 0 and bool(self.numbers(at - 1)) and bool(self.numbers(at + 1))

    def of_suit(self, at: int) -> list[tuple[int, str]]:
        if not self.is_(at, "of"):
            return []
        return [(at + 2, each) for each in self.suit(at + 1)]

    # --- Every way --------------------------------------------------------------------------------

    def ways_from(self, at: int, section: str) -> frozenset[tuple[int, Hand]]:
        if at >= len(self.words):
            return frozenset({(0, ((), (), None))})
        found: set[tuple[int, Hand]] = set()
        for link in LINKS:
            if self.is_(at, link):
                weak = link == "the" and section == "hand"
                found |= {(w + weak, rest) for w, rest in self.ways(at + 1, section)}
        if self.is_(at, "hand"):
            found |= self.ways(at + 1, "deadwood" if self.is_gin else "hand")
        for end, speaks_against, melds, cards in self.parts(at, section):
            for w, (more, left, total) in self.ways(end, section):
                if total is None or not cards:
                    hand = tuple(sorted([*melds, *more])), tuple(sorted([*cards, *left])), total
                    found.add((w + speaks_against, hand))
        found |= self.sums(at, section)
        return frozenset(found)

    def sums(self, at: int, section: str) -> set[tuple[int, Hand]]:
        """A number that is all that was said to be in hand."""
        is_led = at > 0 and self.article(at - 1, "a", "the")[1:] == [at]
        alone = not is_led and not any(self.numbers(each) for each in self.since_mark(at))
        if section != "hand" or not alone or at != len(self.words) - 1:
            return set()
        points = [int(key) for key in self.keys(at, "number")]
        return {(int(each % self.game.step > 0), ((), (), each)) for each in points}

    def since_mark(self, at: int) -> range:
        """The words between the last mark and a word."""
        marks = [number for number in range(at) if self.is_(number, "hand")]
        return range(marks[-1] + 1 if marks else 0, at)

    def parts(
        self, at: int, section: str
    ) -> Iterator[tuple[int, int, Sequence[Meld], Sequence[str]]]:
        if section == "melds" and not self.is_gin:
            for end, weak, laid in self.corrected(at):
                for meld in laid:
                    yield end, weak, [meld] if meld else [], []
            return
        for end, weak, cards in self.hand_corrected(at, section):
            if section == "melds" and cards:
                items = tuple([MeldCard(card_of(card)) for card in cards])
                if len(items) > 2 and any(True for _ in readings_of(items, self.game.rules)):
                    yield end, weak, [(tuple(sorted(cards)), 0)], []
            else:
                yield end, weak, [], cards

    # --- Melds ------------------------------------------------------------------------------------

    def corrected(self, at: int) -> Iterator[tuple[int, int, Sequence[Meld | None]]]:
        for end, kind, lacks, laid in self.melds(at):
            yield end, int(lacks) + self.begins_wild(at), laid
            if self.is_(end, "scratch"):
                yield end + 1, 0, [None]
            if self.is_(end, "sorry"):
                for after, other, lacks_too, instead in self.melds(end + 1):
                    if other == kind:
                        yield after, int(lacks_too), instead

    def begins_wild(self, at: int) -> int:
        first = at + 1 if self.is_(at, "a") or self.is_(at, "the") else at
        article = first > 0 and self.article(first - 1, "a", "the")[1:] == [first]
        link = first - 2 if article else first - 1
        led = link > 0 and (self.is_(link, "and") or self.is_(link, "with"))
        return int(led and (article or bool(self.count(at))) and self.wild_at(first))

    def wild_at(self, at: int) -> bool:
        if self.count(at):
            return "2" in self.keys(at + 1, "ranks")
        return "2" in self.numbers(at) or bool(self.keys(at, "wild"))

    def melds(self, at: int) -> Iterator[tuple[int, str, bool, list[Meld | None]]]:
        for start in self.article(at, "a", "the"):
            for end, cards, lacks in self.bags(start):
                yield end, "set", lacks, [*self.legal_sets(cards)]
            for end, suit, steps in self.runs(start):
                yield end, "run", False, [*self.legal_runs(suit, steps, [])]
                for tail, added in self.tails(end):
                    yield tail, "run", False, [*self.legal_runs(suit, steps, added)]

    def tails(self, at: int) -> Iterator[tuple[int, list[str]]]:
        if not self.is_(at, "and") and not self.is_(at, "with"):
            return
        if self.count(at + 1) and "2" in self.keys(at + 2, "ranks"):
            yield at + 3, ["2"] * self.count(at + 1)[0]
        for start in self.article(at + 1, "a", "the"):
            if self.wild_at(start) and not self.count(start):
                yield start + 1, ["2"]

    def bags(
        self, at: int, so_far: tuple[str, ...] = ()
    ) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        if so_far and (self.is_(at, "and") or self.is_(at, "with")):
            for found in self.bags_here(at + 1, so_far):
                if self.is_(at, "and") or set(found[1][len(so_far) :]) == {"2"}:
                    yield found
        yield from self.bags_here(at, so_far)

    def bags_here(
        self, at: int, so_far: tuple[str, ...]
    ) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        for end, cards, lacks in self.same(at):
            every = (*so_far, *cards)
            if len({card[0] for card in every if card[0] != "2"}) <= 1 and len(every) <= 9:
                yield end, every, lacks
                yield from [(e, c, lacks or other) for e, c, other in self.bags(end, every)]

    def same(self, at: int) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        yield from [(end, cards, False) for end, cards in self.several(at)]
        for rank in set(self.keys(at, "ranks")) - {"2"}:
            yield from [(at + 1, (rank,) * number, True) for number in (3, 4)]
        for start in self.article(at, "a", "the"):
            for rank in self.numbers(start):
                if not (self.is_(start, "to") and self.between(start)):
                    yield start + 1, (rank,), False
                    yield from [(end, (rank + s,), False) for end, s in self.of_suit(start + 1)]

    def several(self, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        counts = self.count(at)
        plain = at + 1 if counts else at
        for rank in self.keys(plain, "ranks"):
            for count in counts:
                yield plain + 1, (rank,) * count
                yield from [(end, (rank + s,) * count) for end, s in self.of_suit(plain + 1)]
                if self.is_(plain + 1, "including"):
                    yield from self.including(plain + 2, rank, count)
            for end, suits in self.suits(plain + 1):
                if len(suits) > 1 and (not counts or counts[0] == len(suits)):
                    yield end, tuple([rank + suit for suit in suits])
            if self.is_(plain + 1, "but") and (not counts or counts[0] == 3):
                at_suit = plain + 3 if self.is_(plain + 2, "the") else plain + 2
                for suit in self.suit(at_suit):
                    yield at_suit + 1, tuple([rank + each for each in SUITS if each != suit])

    def including(self, at: int, rank: str, count: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        start = at + 1 if self.is_(at, "the") else at
        rest = (rank,) * (count - 1)
        yield from [(start + 1, (*rest, rank + suit)) for suit in self.suit(start)]
        if rank in self.numbers(start):
            yield from [(end, (*rest, rank + suit)) for end, suit in self.of_suit(start + 1)]

    def suits(self, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        start = at + 1 if self.is_(at, "of") else at
        for suit in self.suit(start):
            yield start + 1, (suit,)
            after = start + 2 if self.is_(start + 1, "and") else start + 1
            yield from [(end, (suit, *more)) for end, more in self.suits(after)]

    def runs(self, at: int) -> Iterator[tuple[int, str, list[str]]]:
        start = at + 1 if self.is_(at, "run") else at
        for suit in self.suit(start):
            after = start + 2 if self.is_(start + 1, "run") else start + 1
            yield from [(end, suit, steps) for end, steps in self.lists(after)]
        for end, steps in self.lists(start):
            yield from [(after, suit, steps) for after, suit in self.of_suit(end)]

    def lists(self, at: int) -> Iterator[tuple[int, list[str]]]:
        yield from self.ranges(at)
        yield from [(end, steps) for end, steps in self.steps(at, []) if len(steps) > 0]

    def ace_or(self, at: int) -> list[str]:
        ace = self.is_(at, "a") and bool({"2", "3"} & set(self.numbers(at + 1)))
        return [*self.numbers(at), *(["A"] if ace else [])]

    def steps(self, at: int, so_far: list[str]) -> Iterator[tuple[int, list[str]]]:
        if len(so_far) > 14 or len(so_far) - len(set(so_far)) > 3:
            return
        starts = [
            (start, "") for start in self.article(at, "a", "the") if not so_far or start == at
        ]
        if so_far and self.is_(at, "and"):
            starts += [(start, "+") for start in self.article(at + 1, "a", "the")]
        for start, mark in starts:
            for rank in self.ace_or(start):
                if not (self.is_(start, "to") and self.between(start)):
                    steps = [*so_far, rank + (mark if rank == "2" else "")]
                    yield start + 1, steps
                    yield from self.steps(start + 1, steps)

    def ranges(self, at: int) -> Iterator[tuple[int, list[str]]]:
        start = at + 1 if self.is_(at, "from") else at
        word = next((each for each in ("up", "down", "to", "two") if self.is_(start + 1, each)), "")
        last_at = start + 3 if self.is_(start + 2, "the") else start + 2
        for first, last in product(self.ace_or(start), self.numbers(last_at) if word else []):
            for low, high in ends(first, last, word):
                yield last_at + 1, list(PLACES[low : high + 1])

    # --- What is legal ----------------------------------------------------------------------------

    def cards(self, said: str) -> list[str]:
        """The cards that a said one can be: in gin of any suit, in contract twos of any colour."""
        if len(said) > 1:
            return [said]
        if self.is_gin:
            return [said + suit for suit in SUITS]
        if said == "2" and card_of("2") not in self.game.suitless:
            return ["2R", "2B"]
        return [said]

    def legal_sets(self, said: Sequence[str]) -> Iterator[Meld]:
        for way in set(product(*[self.cards(each) for each in sorted(said)])):
            if len(way) > 2 and len(set(way) - {"2"}) > (self.game.rules.worth is not None) - 1:
                yield from self.legal([(each, "") for each in way], (MeldKind.SET, MeldKind.RUN))

    def legal_runs(self, suit: str, steps: Sequence[str], added: Sequence[str]) -> Iterator[Meld]:
        lying = [each for each in steps if each != "2+"]
        loose = [*added, *["2" for each in steps if each == "2+"]]
        wild = "2" if card_of("2") in self.game.suitless else "2B"
        found: set[Meld] = set()
        if "2" in lying and self.game.rules.wilds:
            for places in in_order(lying):
                items = []
                for rank, place in zip(lying, places, strict=True):
                    name = PLACES[place] + suit
                    is_own = rank != "2" or place == 2
                    items.append((name, "") if is_own else (wild, name))
                found |= {*self.with_loose(items, loose, suit, wild)}
        if not found and lying.count("2") < 2:
            found |= {*self.with_loose([(rank + suit, "") for rank in lying], loose, suit, wild)}
        yield from found

    def with_loose(
        self, items: list[tuple[str, str]], loose: Sequence[str], suit: str, wild: str
    ) -> Iterator[Meld]:
        others = [(wild, "")] * len(loose)
        yield from self.legal([*items, *others], (MeldKind.RUN,))
        if loose:
            yield from self.legal([*items, (f"2{suit}", ""), *others[1:]], (MeldKind.RUN,))

    def legal(self, items: Sequence[tuple[str, str]], kinds: Sequence[MeldKind]) -> Iterator[Meld]:
        laid = tuple([MeldCard(card_of(c), card_of(name) if name else None) for c, name in items])
        if MeldKind.SET not in kinds:  # a two that is said with the suit of its run is itself
            laid = tuple(
                [
                    MeldCard(c, c) if is_two(c, self.game) and not n else MeldCard(c, n)
                    for c, n in laid
                ]
            )
        worth = self.game.rules.worth
        known = any(name or c not in self.game.rules.wilds for c, name in laid)
        if len(laid) < 3 or (worth and not known):
            return
        for reading in readings_of(laid, self.game.rules):
            if reading.kind in kinds:
                points = sum([worth(c, n or c) for c, n in reading.cards]) if worth else 0
                names = [
                    "2" if c in self.game.rules.wilds and str(c)[0] == "2" else str(c)
                    for c, _ in reading.cards
                ]
                yield tuple(sorted(names)), points

    # --- In hand ----------------------------------------------------------------------------------

    def hand_corrected(self, at: int, section: str) -> Iterator[tuple[int, int, Sequence[str]]]:
        for end, weak, cards in self.hand(at, section):
            yield end, weak, cards
            if self.is_(end, "scratch"):
                yield end + 1, 0, []
            if self.is_(end, "sorry"):
                yield from self.hand(end + 1, section)

    def hand(self, at: int, section: str) -> Iterator[tuple[int, int, Sequence[str]]]:
        for end, said in self.several(at):
            yield from [(end, 0, way) for way in set(product(*[self.cards(each) for each in said]))]
        if self.is_gin:
            for start in self.article(at, "a", "the"):
                for end, suit, steps in self.runs(start):
                    yield end, 0, [step[0] + suit for step in steps]
            return
        for start in self.article(at, "a"):
            yield from self.one_card(start)
        groups = [*self.ranges(at), *(self.groups(at + 1) if self.is_(at, "the") else [])]
        for end, ranks in groups:
            for after, suit in self.of_suit(end):
                yield after, 0, [rank + suit for rank in ranks]

    def one_card(self, at: int) -> Iterator[tuple[int, int, Sequence[str]]]:
        for rank in self.numbers(at):
            yield from [(at + 1, 0, [card]) for card in self.cards(rank)]
            yield from [(end, 0, [rank + suit]) for end, suit in self.of_suit(at + 1)]

    def groups(self, at: int) -> Iterator[tuple[int, list[str]]]:
        for rank in self.numbers(at):
            yield at + 1, [rank]
            after = at + 2 if self.is_(at + 1, "and") else at + 1
            yield from [(end, [rank, *more]) for end, more in self.groups(after)]

    def fits(self, hand: Hand) -> bool:
        melds, left, _ = hand
        cards = [card for meld, _ in melds for card in meld] + list(left)
        copies = self.game.pack.copies
        return all(
            cards.count(card) <= copies if len(card) > 1 and card[1] in SUITS else True
            for card in cards
        ) and all(sum([card[0] == rank for card in cards]) <= 4 * copies for rank in PLACES.strip())

    def best_of_gin(self, hands: set[Hand]) -> set[Hand]:
        def outside(hand: Hand) -> int:
            cards = [card_of(card) for meld, _ in hand[0] for card in meld]
            cards += [card_of(card) for card in hand[1]]
            return len(best_arrangement(cards).deadwood)

        def size(hand: Hand) -> int:
            return sum([len(meld) for meld, _ in hand[0]]) + len(hand[1])

        least = min([outside(hand) for hand in hands], default=0)
        near = {hand for hand in hands if outside(hand) <= least + 1}
        for number in (10, 11):
            if any(size(hand) == number for hand in near):
                return {hand for hand in near if size(hand) == number}
        return near


def is_two(card: Card, game: Game) -> bool:
    return card in game.rules.wilds and str(card)[0] == "2" and str(card)[1:] in tuple(SUITS)


def card_of(text: str) -> Card:
    card = read_card(text)
    assert card is not None, text
    return card


def ends(first: str, last: str, word: str) -> Iterator[tuple[int, int]]:
    """The places of a range from low to high; an ace that may be both gives two."""
    for one, other in product(
        (1, 14) if first == "A" else (PLACES.index(first),),
        (1, 14) if last == "A" else (PLACES.index(last),),
    ):
        if one == other or (word == "up" and one > other) or (word == "down" and one < other):
            continue
        if word not in ("up", "down") and "A" in (first, last) and first != last:
            ace, end, told = (one, other, 1) if first == "A" else (other, one, 14)
            if ace not in (told, 1 if end <= 7 else 14):
                continue
        if first != last or one < other:
            yield min(one, other), max(one, other)


def in_order(steps: Sequence[str]) -> Iterator[tuple[int, ...]]:
    for first, step in product(range(1, 15), (1, -1)):
        places = tuple([first + step * number for number in range(len(steps))])
        inside = all(1 <= place <= 14 for place in places)
        if inside and all(
            rank in ("2", PLACES[place]) for rank, place in zip(steps, places, strict=True)
        ):
            yield places
