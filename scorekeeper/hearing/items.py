"""Finds what may be said at a word, cards or a sum, and what speaks against it.

Whatever stands before it, the same words are the same item; what is said of the place is not here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from scorekeeper.hearing.cards import (
    NOTHING,
    Game,
    Heard,
    is_meld,
    lay_cards,
    lay_meld,
    points_in_hand,
)
from scorekeeper.hearing.chart import Chart
from scorekeeper.hearing.places import HAND, THEN, Place, is_said_held
from scorekeeper.hearing.said import WILDS, SaidCards, SaidMeld
from scorekeeper.hearing.words import I_HAVE, ONLY, SENTENCE, THERE_IS, THOUGHT, Word, gap, is_two
from scorekeeper.rules import Card, MeldKind, Rank

_TEN: Final = 10
_MANY: Final = 6
_LAYING: Final = 10
"""The effort of finding the cards of a phrase, in steps of the chart."""
_LONG: Final = 4
"""So many words of a phrase are looked at with the effort of one step more."""
_MORE: Final = frozenset({"a", "the", "wild"})
_LISTED: Final = frozenset({"and", "rank", "the"})


class Item(NamedTuple):
    """What may be said at a word: up to where, what it is, and what speaks against it."""

    end: int
    heard: Heard
    lacks_number: bool
    is_unsure: bool
    weak: int
    mark: str
    order: int
    is_bare: bool
    suits_all: bool = False
    is_meld: bool = False


@dataclass
class Items:
    """What may be said at each word of a text, looked for once."""

    words: Sequence[Word]
    chart: Chart
    game: Game
    _known: dict[tuple[int, str, str], list[Item]] = field(default_factory=dict)

    def cards_at(self, at: int, place: Place) -> list[Item]:
        """Return what may be said at a word."""
        key = (at, place.phrase, place.fact)
        if key in self._known:
            return self._known[key]
        found: dict[Item, None] = {}
        is_parted = at > 0 and "of" in self.words[at].means and "rank" in self.words[at - 1].means
        led = [word.means for word in self.words[max(0, at - 2) : at]]
        if len(led) == 2 and "suit" in self.words[at].means:
            is_parted = is_parted or ("of" in led[1] and "a" not in led[1] and "rank" in led[0])
        if is_parted and not self._suits_lead(at):
            return []  # a card and its suit are not parted
        for end, said in self.chart.find(at, place.phrase):
            self.chart.effort -= _LAYING + (end - at) // _LONG
            if self.chart.effort > 0:
                item = self._item(at, end, said, place)
                is_torn = self._parts_wild(at, end, said) or self._is_torn(at, end)
                is_torn = is_torn or self._tells_over(at, end, said)
                is_torn = is_torn or self._takes_suit(at, end) or self._counts_over(at, end)
                is_torn = is_torn or self._takes_colour(end)
                if is_torn:
                    continue
                is_range = any("inner_to" in word.means for word in self.words[at:end])
                for heard in self._hear_place(said, place):
                    # Cards that are a whole meld hardly lie in hand.
                    is_odd = place.mark == HAND and is_meld(heard.cards, self.game)
                    is_new = at > 0 and self.words[at].begins == SENTENCE
                    # "Left with four to six of clubs" may be these three, or a two among them.
                    is_new = is_new or (is_range and is_said_held(self.words, at))
                    odds = (2 - is_new) * (is_odd and not self._is_held(at))
                    whole = item._replace(heard=heard, weak=item.weak + odds, is_meld=is_odd)
                    found[whole] = None
        self._known[key] = list(found)
        return self._known[key]

    def _is_held(self, at: int) -> bool:
        """Tell whether people say "I have" of cards behind others that they told to be melded."""
        is_melded = any("melded" in word.means for word in self.words[:at])
        return is_melded and self.words[at].begins == I_HAVE

    def _suits_lead(self, at: int) -> bool:
        """Tell whether suits come first here, as before: "in hearts four five, in spades nine"."""
        leads = [
            before
            for before, word in enumerate(self.words[:at])
            if "of" in word.means and "suit" in self.words[before + 1].means
        ]
        first = next(iter(leads), at)
        return first < at and (first == 0 or "rank" not in self.words[first - 1].means)

    def _item(self, at: int, end: int, said: SaidMeld | SaidCards, place: Place) -> Item:
        """Return what speaks against a phrase, whatever cards it is heard as."""
        words = self.words[at:end]
        order = self._order(words)
        weak = said.is_weak + 2 * said.lacks_number
        weak += self._follows_link(at) and self._begins_wild(at, said)
        weak += _begins_inside(words)
        weak += 2 * any(
            word.begins in (THERE_IS, I_HAVE) and "but" not in word.means for word in words[2:]
        )
        weak += any(word.begins == SENTENCE and "wild" in word.means for word in words[2:])
        weak += self._lacks_count(at, said) + (self.game.arranges and self.tears_list(at))
        weak += any(word.after_talk and "a" in word.means for word in words[1:])
        weak += _adds_to_wild(words, said) + self._counts_more(at, end)
        weak += any("hand" in word.means for word in words) and self._ends_suit_list(at)
        weak += self._takes_wild(at, end) + 3 * self._takes_number(at, end, said)
        weak += self._takes_list(at, end) + (place.fact == "in_hand" and self._repeats(at, end))
        weak += not _is_run(said) and any(
            _counts_suit(number, suit, said) for number, suit in pairwise(words)
        )
        weak += place.mark == HAND and "inner_to" in words[0].means
        is_bare = "rank" in words[0].means and not self._is_led(at)
        return Item(
            end=end,
            heard=NOTHING,
            lacks_number=said.lacks_number,
            is_unsure=said.is_weak or said.lacks_number or self._begins_wild(at, said),
            weak=weak,
            mark=said.mark,
            order=order,
            suits_all=isinstance(said, SaidMeld) and said.suit is not None,
            is_bare=is_bare and all("suit" not in word.means for word in words),
        )

    def _hear_place(self, said: SaidMeld | SaidCards, place: Place) -> Iterable[Heard]:
        if not said.cards:
            return [NOTHING]  # it was taken back
        if isinstance(said, SaidMeld):
            return [Heard((("melds", meld),)) for meld in lay_meld(said, self.game)]
        if said.lacks_number and place.fact in ("in_hand", "deadwood"):
            return []
        laid = lay_cards(said.cards, self.game)
        if place.fact == "melds":
            laid = [meld for meld in laid if is_meld(meld.cards, self.game)]
        return [Heard(((place.fact, meld),)) for meld in laid]

    def is_unsure(
        self, at: int, item: Item, place: Place, *, after_marked: bool, opens: bool
    ) -> bool:
        """Tell whether what stands beside words not understood may be no card: "see the nine"."""
        is_new = self.words[at].begins >= SENTENCE
        is_named = at > 0 and "as" in self.words[at - 1].means and not is_new
        if after_marked and is_named:
            return True  # "as the four", where no wild card stands before
        if len(item.heard.cards) != 1 or item.heard.cards[0].suit is not None:
            is_unsure = item.lacks_number or (item.is_unsure and not self._is_closed(at, item.end))
            return after_marked and (is_unsure or self._says_more(at, item))
        means = self.words[at].means
        rank = (1, item.heard.cards[0].rank)
        is_again = any(rank == word.means.get("rank") for word in self.words[:at])
        if is_again and not opens and after_marked:
            return True  # "and a deuce, can you believe it, a deuce"
        is_the = "the" in means or (at > 0 and "the" in self.words[at - 1].means)
        is_marked = any(HAND in word.means for word in self.words[item.end : item.end + 1])
        is_wild = item.heard.cards[0].rank in WILDS
        is_held = self.words[at].begins >= ONLY and (is_wild or is_marked)
        is_late = place.how == THEN and not is_held and not self._adds_to_hand(at)
        if is_the and (is_late or (after_marked and not (is_held and is_marked))):
            return True
        is_bare = item.end == at + 1 and not self._is_led(at)
        is_told = self.words[at].begins >= ONLY or self._begins_list(at)
        is_late = "number" in means and opens and place.how == THEN and not is_told
        return is_bare and (is_late or after_marked)

    def _begins_list(self, at: int) -> bool:
        """Tell whether a sentence begins with cards that are listed: "8 and 9 of diamonds"."""
        after = [word.means for word in self.words[at + 1 : at + 3]]
        is_list = len(after) > 1 and "and" in after[0] and "rank" in after[1]
        return is_list and self.words[at].begins == SENTENCE

    def _is_closed(self, at: int, end: int) -> bool:
        """Tell whether nothing goes on with words, which are no figures that ran together."""
        joined = end + (self.words[end : end + 1] != [] and "and" in self.words[end].means)
        after = self.words[joined : joined + 1]
        is_over = not after or after[0].begins > 0 or after[0].after_talk
        is_over = is_over or (joined > end and "plural" in after[0].means)
        return is_over and "figure" not in self.words[at].means

    def _says_more(self, at: int, item: Item) -> bool:
        """Tell whether cards of a rank were just said, and now several: "a queen, aye, two"."""
        ranks = {card.rank for card in item.heard.cards}
        first = max(1, at - _MANY)
        before = [
            word.means[name][1]
            for led, word in pairwise(self.words[first - 1 : at])
            for name in ("rank", "plural")
            if name in word.means and (name == "plural" or _leads(led, word))
        ]
        is_several = len(ranks) == 1 < len(item.heard.cards) and not self.game.arranges
        return is_several and not ranks.isdisjoint(before)

    def _order(self, words: Sequence[Word]) -> int:
        """Return 1 if cards begin with their suit, 2 if they end with it and no "of" before."""
        if "suit" in words[0].means:
            return 1
        last = [word.means for word in words[-2:]]
        return 2 if len(last) == 2 and "suit" in last[1] and "rank" in last[0] else 0

    def _lacks_count(self, at: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether the number before cards with their suits is theirs: "two fives, ♥ and ♦"."""
        before = self.words[at - 1].means if at > 0 else {}
        follows = at > 1 and "suit" in self.words[at - 2].means and not self.game.arranges
        is_said = follows and before.get("number") == (1, len(said.cards))
        return (
            is_said and "plural" in self.words[at].means and all(card.suit for card in said.cards)
        )

    def tears_list(self, at: int) -> bool:
        """Tell whether a rank goes on a list in order, so that cards hardly begin with it."""
        is_new = at == 0 or self.words[at].begins > THOUGHT or "count" in self.words[at].means
        before = at - 1 - (at > 1 and "next" in self.words[at - 1].means)
        if is_new or (self.game.arranges and self.words[at].begins):
            return False
        ranks = [self.words[spot].means.get("rank", (0, 0))[1] for spot in (before, at)]
        return 0 not in ranks and abs(ranks[1] - ranks[0]) == 1

    def _repeats(self, at: int, end: int) -> bool:
        """Tell whether a card is the one before it with its suit, or a number of what follows.

        "A five, the five of clubs", "two diamonds, the jack and the nine".
        """
        here, after = self.words[at].means, self.words[end : end + 1]
        if end == at + 1 and "number" in here and "rank" in here:
            listed = [word.means for word in self.words[end + 1 : end + 2]]
            is_counted = any("suit" in word.means for word in after)
            return is_counted and any({"the", "rank"} & means.keys() for means in listed)
        first = at + ("the" in here)
        rank = self.words[first].means.get("rank") if first < end else None
        last = at - 1 - (at > 1 and "suit" in self.words[at - 1].means)
        before = self.words[last].means.get("rank") if at else None
        is_suited = any("suit" in word.means for word in self.words[first:end])
        is_apart = at > 0 and self.words[at].start - self.words[at - 1].end > 1
        is_queen = rank == (1, Rank.QUEEN) and not self.game.arranges
        is_black = at > 1 and "colour" in self.words[at - 2].means
        is_apart = is_apart and (is_black or not is_queen)  # "a queen, the queen of spades"
        return rank is not None and rank == before and is_suited and is_apart

    def _takes_wild(self, at: int, end: int) -> bool:
        """Tell whether a wild card begins what follows: "spades 4 to 7. Deuce as the six, then"."""
        wild = next(
            (spot for spot in range(at + 2, end) if self.words[spot].begins == SENTENCE), end
        )
        if wild == end or not (
            {"wild"} & self.words[wild].means.keys() or is_two(self.words[wild])
        ):
            return False
        after = [word.means for word in self.words[end : end + 2]]
        goes_on = len(after) > 1 and "next" in after[0] and "rank" in after[1]
        return goes_on or any("rank" in means for means in after[:1])

    def _takes_number(self, at: int, end: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether the number of a suit would be that of all: "fives, two clubs, a diamond"."""
        here = self.words[at:end]
        if len(here) < 3 or "plural" not in here[0].means or "suit" not in here[2].means:
            return False
        number = here[1].means.get("number", (0, 0))[1]
        is_of_suit = number > 1 and gap(here, 0) > 1 == gap(here, 1)
        suits = sum("suit" in word.means for word in here)
        return is_of_suit and len(said.cards) < suits - 1 + number

    def _ends_suit_list(self, at: int) -> bool:
        """Tell whether a card ends a list that its suit begins: "clubs six and eight in hand"."""
        led = [word.means for word in self.words[max(0, at - 3) : at]]
        return len(led) == 3 and "suit" in led[0] and "rank" in led[1] and "and" in led[2]

    def _counts_more(self, at: int, end: int) -> bool:
        """Tell whether more ranks follow than a number counts: "2 diamonds, J, K, K, 10"."""
        here = [word.means for word in self.words[at:end]]
        is_counted = len(here) > 2 and "number" in here[0] and "suit" in here[1]
        is_list = is_counted and "rank" in here[-1] and not any("to" in means for means in here)
        after = [*[word.means for word in self.words[end : end + 2]], {}, {}]
        return is_list and "rank" in after[0] and "suit" not in after[1]

    def _takes_list(self, at: int, end: int) -> bool:
        """Tell whether ranks behind a suit go on with others: "spade eight, five and trey of"."""
        here = [word.means for word in self.words[at:end]]
        after = [word.means for word in self.words[end : end + _MANY]]
        listed = list(takewhile(_LISTED.intersection, after))
        is_first = len(here) > 2 and "suit" in here["the" in here[0]] and "rank" in here[-1]
        is_more = len(listed) > 1 and "rank" in listed[-1] and "and" in listed[-2]
        is_more = is_more and any("of" in means for means in after[len(listed) :][:1])
        return is_first and is_more and not any("to" in means for means in here)

    def _follows_link(self, at: int) -> bool:
        """Tell whether words like "and a" lead from another part to a word."""
        at = at - 1 if self._is_led(at) else at
        means = self.words[at - 1].means if at > 1 else {}
        return "and" in means or "with" in means

    def _begins_wild(self, at: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether a meld begins with words like "a deuce", which go with the one before."""
        if not isinstance(said, SaidMeld) or not said.cards or self.game.arranges:
            return False
        is_led = self._is_led(at) or not {"a", "the", "count"}.isdisjoint(self.words[at].means)
        return is_led and said.cards[0].rank in WILDS

    def _parts_wild(self, at: int, end: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether a wild card would begin a meld of which the rest is a thought of its own."""
        if not isinstance(said, SaidMeld) or not said.cards or said.cards[0].rank not in WILDS:
            return False
        first = at + 1 + (not {"a", "the"}.isdisjoint(self.words[at].means))
        goes_on = THOUGHT if said.cards[0].name else 0  # "a deuce for the nine, then ten"
        return any(word.begins > goes_on and _begins(word) for word in self.words[first:end])

    def _adds_to_hand(self, at: int) -> bool:
        """Tell whether a card is added to those of which is said where they are.

        "A king in my hand and the joker".
        """
        first = at - (at > 0 and "the" in self.words[at - 1].means)
        led = [word.means for word in self.words[max(0, first - 2) : first]]
        return len(led) > 1 and HAND in led[0] and "and" in led[1]

    def _is_torn(self, at: int, end: int) -> bool:
        """Tell whether talk that was left out stands before what hardly goes on with its cards.

        That is a suit without "of", and "as" where no wild card stands before.
        """
        return any(
            word.after_talk and ("suit" in word.means or self._is_as(before, word))
            for before, word in pairwise(self.words[at:end])
        )

    def _tells_over(self, at: int, end: int, said: SaidMeld | SaidCards) -> bool:
        """Tell whether a set would have cards of which people talk: "nine, did I say the nine"."""
        is_set = isinstance(said, SaidMeld) and said.kind is MeldKind.SET
        if is_set and any("anew" in word.means for word in self.words[at + 1 : end]):
            return True
        first = next((spot for spot in range(at, end) if "plural" in self.words[spot].means), end)
        if is_set and any(
            word.after_talk and {"count", "plural"} & word.means.keys()
            for word in self.words[first + 1 : end]
        ):
            return True  # "four fours, can you believe it, four fours"
        is_single = first == end
        return (
            is_set
            and is_single
            and any(
                word.after_talk and "rank" in word.means and word.means["rank"][1] > Rank.TWO
                for word in self.words[at + 1 : end]
            )
        )

    def _takes_suit(self, at: int, end: int) -> bool:
        """Tell whether a suit or a number is of what follows in its sentence.

        "The king. Diamonds three four", "two hearts. Spades in hand", "jacks. And three kings".
        """
        last = self.words[end - 1]
        after = self.words[end] if end < len(self.words) else last
        led = self.words[max(at + 1, end - 2) : end]
        is_new = any(
            word.begins == SENTENCE and (word is last or "next" in word.means) for word in led
        )
        if not is_new or after.begins or after is last:
            return False
        is_number = bool({"number", "count"} & last.means.keys()) and "plural" in after.means
        return is_number or ("suit" in last.means and "suit" not in after.means)

    def _takes_colour(self, end: int) -> bool:
        """Tell whether a colour is of what follows: "a ten of diamonds and the black eights"."""
        after = self.words[end].means.keys() if end < len(self.words) else set()
        is_beside = bool(after) and gap(self.words, end - 1) == 1
        return is_beside and "colour" in self.words[end - 1].means and "plural" in after

    def _counts_over(self, at: int, end: int) -> bool:
        """Tell whether a number would count what begins a sentence: "eight eight three. Jacks"."""
        led, *after = self.words[at:end]
        last = at - 1 - (at > 1 and "and" in self.words[at - 1].means)
        before = self.words[last].means.keys() if at else ()
        is_number = bool({"rank", "plural"} & {*before}) and led.start < led.end
        is_number = is_number and not {"number", "count"}.isdisjoint(led.means)
        if not is_number or not after or after[0].begins != SENTENCE:
            return False
        return "plural" in after[0].means or ("rank" in after[0].means and len(after) == 1)

    def _is_as(self, before: Word, word: Word) -> bool:
        is_wild = "wild" in before.means or before.means.get("rank") == (1, Rank.TWO)
        return "as" in word.means and not is_wild

    def _is_led(self, at: int) -> bool:
        """Tell whether an article stands before a word: "a ten" is a card, not a sum."""
        before = self.words[at - 1].means if at > 0 else {}
        return not {"a", "one", "the"}.isdisjoint(before)

    def sums_at(
        self, at: int, place: Place, *, is_more: bool, adds_up: bool
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the end of each sum, and what speaks against it.

        That is a number that no cards make, and one without "points" where cards were said before;
        if it ``adds_up`` cards, also what those of deadwood come to whose suits were not said.
        """
        if is_more and self.words[at - 1].end == self.words[at].start:
            return  # a figure of a number whose first figures would be cards
        for to, points in self.chart.find(at, "sum"):
            yield to, points, 0
        before = self.words[at - 1].means
        if adds_up and "one" not in before and before.get(HAND) != (1, "knock"):
            for to, said in self.chart.find(at, "unsuited") if place.fact == "deadwood" else ():
                cards = [Card(Rank(card.rank), None) for card in said.cards if card.rank > 0]
                yield to, points_in_hand(cards, self.game), 1
        if not place.bare or ("rank" in self.words[at].means and self._is_led(at)):
            return
        for to, points in self.chart.find(at, "amount"):
            after = self.words[to].means if to < len(self.words) else {"points": (1, True)}
            # "Three things down", "eight of hearts".
            is_odd = not after or "of" in after or self.words[at].after_talk
            if points > _TEN or not (is_odd or place.how == THEN):
                yield to, points, int(is_more or points % self.game.step > 0)


def _adds_to_wild(words: Sequence[Word], said: SaidMeld | SaidCards) -> bool:
    """Tell whether a run would begin with a wild card that others are added to with "and"."""
    begins = bool(said.cards) and said.cards[0].rank in WILDS and not said.cards[0].name
    is_added = any("and" in word.means for word in words[1:])
    return begins and is_added and isinstance(said, SaidMeld) and said.kind is MeldKind.RUN


def _is_run(said: SaidMeld | SaidCards) -> bool:
    ranks = sorted([card.rank for card in said.cards])
    in_order = len(ranks) > 2 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return in_order or (isinstance(said, SaidMeld) and said.kind is MeldKind.RUN)


def _counts_suit(number: Word, suit: Word, said: SaidMeld | SaidCards) -> bool:
    """Tell whether a card's number may be that of cards of a suit: "two clubs and a heart"."""
    count = number.means.get("number", (0, 0))[1]
    is_card = any(card.rank == count and card.suit for card in said.cards)
    return count > 1 and is_card and "suit" in suit.means


def _leads(led: Word, word: Word) -> bool:
    """Tell whether an article or a number stands before a rank; "six seven" is a list."""
    ranks = [other.means.get("rank", (0, 0))[1] for other in (led, word)]
    is_number = "number" in led.means and abs(ranks[1] - ranks[0]) > 1
    return is_number or not {"a", "count"}.isdisjoint(led.means)


def _begins_inside(words: Sequence[Word]) -> bool:
    """Tell whether a thought begins within a phrase; "and then the jack" only goes on with it."""
    first = 1 + ("a" in words[0].means or words[0].means.get("number") == (1, 1))
    ranks = [word.means.get("rank", (0, 0))[1] for word in words]
    return any(
        _begins(word)
        and not (
            word.begins == THOUGHT and {ranks[at] - 1, ranks[at] + 1} & set(ranks[at - 2 : at])
        )
        and not any(
            "next" in one.means and "the" in other.means
            for one, other in pairwise(words[max(0, at - 2) : at + 2])
        )
        for at, word in enumerate(words[first:], first)
    )


def _begins(word: Word) -> bool:
    """Tell whether what is said hardly goes on here; with "I used a deuce" it does."""
    is_more = word.repaired or not _MORE.isdisjoint(word.means)
    is_deuce = word.means.get("rank") == (1, Rank.TWO) and "figure" not in word.means
    return word.begins > SENTENCE or (bool(word.begins) and not is_more and not is_deuce)
