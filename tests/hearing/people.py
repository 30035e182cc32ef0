"""Hands by chance, and how people say them: made from the cards, not from what the reader knows.

Each hand is dealt first; a person with habits of their own then says it: suits or ranks first, a
number before or after, melds or the hand first, with slips that are corrected and with talk in
between. Nothing here is shared with the reader.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
SUIT_WORDS: Final = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
RANK_WORDS: Final = dict(
    zip(
        RANKS,
        "ace two three four five six seven eight nine ten jack queen king".split(),
        strict=True,
    )
)
FIGURES: Final = {rank: rank for rank in "23456789"} | {"T": "10"}
COUNTS: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
NICKNAMES: Final = {"A": ("bullet",), "2": ("deuce",), "3": ("trey",), "Q": ("lady",)}


class SaidHand(NamedTuple):
    """A text, the line and variant that it was said in, and the hand that was meant."""

    text: str
    variant: str
    line: str
    melds: tuple[str, ...]
    hand: tuple[str, ...]
    out: bool = False


@dataclass
class Person:
    """The habits of somebody who says a hand."""

    chance: Random
    figures: float
    nicknames: float
    suits_first: bool
    lists: bool
    slips: float
    asides: float
    joints: Sequence[str]
    dealt: dict[str, int] = field(default_factory=dict)

    def one_of(self, *ways: str) -> str:
        return self.chance.choice(ways)

    def happens(self, likely: float) -> bool:
        return self.chance.random() < likely


def meet(chance: Random) -> Person:
    """Return a person with habits by chance."""
    return Person(
        chance=chance,
        figures=chance.choice((0.0, 0.2, 0.6, 1.0)),
        nicknames=chance.choice((0.0, 0.0, 0.0, 0.3)),
        suits_first=chance.random() < 0.2,
        lists=chance.random() < 0.5,
        slips=chance.choice((0.0, 0.0, 0.05, 0.15)),
        asides=chance.choice((0.0, 0.0, 0.1, 0.3)),
        joints=chance.choice(((", ",), (". ",), (" and ", ", "), (", and ",), (", then ", " "))),
    )


def say_hand(chance: Random, variant: str = "") -> SaidHand:
    """Return a hand by chance in a person's words."""
    variant = variant or chance.choice(("laws", "modern", "contract", "gin150", "gin100"))
    person = meet(chance)
    said = _gin(person, variant) if variant.startswith("gin") else _rummy(person, variant)
    return said._replace(text=_dictated(person, said.text))


# --- cards and numbers ----------------------------------------------------------------------------


def _rank(person: Person, rank: str) -> str:
    if rank in NICKNAMES and person.happens(person.nicknames):
        return person.one_of(*NICKNAMES[rank])
    if rank in FIGURES and person.happens(person.figures):
        return FIGURES[rank]
    return RANK_WORDS[rank]


def _ranks(person: Person, rank: str) -> str:
    if rank in FIGURES and rank != "2" and person.happens(person.figures / 2):
        return f"{FIGURES[rank]}s"
    if rank == "Q" and person.happens(person.nicknames):
        return "ladies"
    return f"{RANK_WORDS[rank]}{'es' if rank == '6' else 's'}"


def _count(person: Person, number: int) -> str:
    return str(number) if person.happens(person.figures) else COUNTS[number]


def _suit(suit: str) -> str:
    return f"{SUIT_WORDS[suit]}s"


def _card(person: Person, card: str) -> str:
    """Return words for a card with its suit."""
    rank, suit = card[0], card[1]
    if person.suits_first and person.happens(0.8):
        return f"{person.one_of(_suit(suit), SUIT_WORDS[suit])} {_rank(person, rank)}"
    article = person.one_of("", "", "the ")
    return f"{article}{_rank(person, rank)} of {_suit(suit)}"


def _listed(person: Person, words: Sequence[str], last: str = "and") -> str:
    """Return words as a list, most with "and" before the last."""
    glue = person.one_of(", ", " ", ", ")
    if len(words) > 1 and person.happens(0.5):
        return f"{glue.join(words[:-1])} {last} {words[-1]}"
    return glue.join(words)


# --- melds ----------------------------------------------------------------------------------------

Said = tuple[str, str]
"""The cards of a meld in the notation, and words for it."""


def _say_set(person: Person, cards: Sequence[str], *, needs_suits: bool) -> Said:
    rank = cards[0][0]
    suits = [card[1] for card in cards]
    are_apart = len(set(suits)) == len(suits)
    if are_apart and (needs_suits or person.happens(0.35)):
        ways = [_by_suits, _card_by_card, _suits_after]
        if len(cards) == 3:
            ways.append(_all_but)
        return " ".join(cards), person.chance.choice(ways)(person, rank, suits)
    way = person.chance.choice(
        (_number_first, _number_first, _number_after, _as_group, _one_by_one)
    )
    return " ".join([rank] * len(cards)), way(person, rank, len(cards))


def _by_suits(person: Person, rank: str, suits: Sequence[str]) -> str:
    count = person.one_of("", f"{_count(person, len(suits))} ", "the ")
    return f"{count}{_ranks(person, rank)} {_listed(person, [_suit(suit) for suit in suits])}"


def _suits_after(person: Person, rank: str, suits: Sequence[str]) -> str:
    words = _listed(person, [f"the {SUIT_WORDS[suit]}" for suit in suits])
    return f"{_count(person, len(suits))} {_ranks(person, rank)}, {words}"


def _card_by_card(person: Person, rank: str, suits: Sequence[str]) -> str:
    return _listed(person, [_card(person, rank + suit) for suit in suits])


def _all_but(person: Person, rank: str, suits: Sequence[str]) -> str:
    (left,) = set(SUITS) - set(suits)
    but = person.one_of("but", "without", "except", "but not")
    return f"{_count(person, 3)} {_ranks(person, rank)} {but} the {SUIT_WORDS[left]}"


def _number_first(person: Person, rank: str, count: int) -> str:
    words = f"{_count(person, count)} {_ranks(person, rank)}"
    other = person.chance.choice([each for each in (2, 3, 4) if each != count])
    if person.happens(person.slips):
        wrong = f"{_count(person, other)} {_ranks(person, rank)}"
        return f"{wrong}{_slip(person)}{words}"
    if person.happens(person.slips):
        other_rank = person.chance.choice([each for each in RANKS[2:] if each != rank])
        return f"{_count(person, count)} {_ranks(person, other_rank)}{_slip(person)}{words}"
    return words


def _number_after(person: Person, rank: str, count: int) -> str:
    after = person.one_of(f", {_count(person, count)} of them", f" times {_count(person, count)}")
    return f"{_ranks(person, rank)}{after}"


def _as_group(person: Person, rank: str, count: int) -> str:
    group = {3: ("trip", "triple", "a set of three"), 4: ("all four", "quad", "a set of four")}
    return f"{person.one_of(*group[count])} {_ranks(person, rank)}"


def _one_by_one(person: Person, rank: str, count: int) -> str:
    return person.one_of(" ", ", ").join([_rank(person, rank)] * count)


def _slip(person: Person) -> str:
    return person.one_of(", no wait, ", ", sorry, ", ", I mean ", ", make that ", ", no, ")


def _say_wild_set(person: Person, rank: str, count: int, wild: str) -> Said:
    card = {"2": person.one_of("a deuce", "a two", "a wild two"), "JK": "the joker"}[wild]
    naturals = person.one_of(f"{_count(person, count)} {_ranks(person, rank)}", "")
    if not naturals:
        naturals = " ".join([_rank(person, rank)] * count)
    elif count == 2 and person.happens(0.4):
        naturals = f"a pair of {_ranks(person, rank)}"
    filled = person.one_of(" and ", " with ", " plus ", " filled out with ")
    return " ".join([rank] * count + [wild]), f"{naturals}{filled}{card}"


def _say_run(person: Person, cards: Sequence[str]) -> Said:
    suit = cards[0][1]
    ranks = [card[0] for card in cards]
    if person.happens(0.12) and len(cards) <= 5:
        return " ".join(cards), _listed(person, [_card(person, card) for card in cards])
    if len(cards) > 3 and "A" not in (ranks[0], ranks[-1]) and not person.lists:
        words = f"{_rank(person, ranks[0])} {person.one_of('to', 'through', 'up to')} "
        words += _rank(person, ranks[-1])
        if person.happens(person.slips):
            wrong = person.chance.choice([rank for rank in RANKS[2:] if rank not in ranks])
            words = f"{RANK_WORDS[wrong]}{_slip(person)}{words}"
    else:
        words = person.one_of(" ", ", ").join([_rank(person, rank) for rank in ranks])
        if all(rank in FIGURES for rank in ranks) and person.happens(person.figures / 2):
            words = "".join([FIGURES[rank] for rank in ranks])
    return " ".join(cards), _with_suit(person, words, suit)


def _with_suit(person: Person, words: str, suit: str) -> str:
    """Return words for the cards of a run with its suit."""
    if person.suits_first or person.happens(0.15):
        return person.one_of(
            f"{_suit(suit)} {words}",
            f"a {SUIT_WORDS[suit]} run, {words}",
            f"{_suit(suit)}, {words}",
        )
    if person.happens(0.15):
        return f"{person.one_of('a run of', 'a run in')} {_suit(suit)}, {words}"
    if person.happens(person.slips):
        wrong = person.chance.choice([each for each in SUITS if each != suit])
        return f"{words} of {_suit(wrong)}{_slip(person)}{_suit(suit)}"
    return f"{words} {person.one_of('of', 'of', 'in')} {_suit(suit)}"


def _say_wild_run(person: Person, cards: Sequence[str]) -> Said:
    """Say a run in which a deuce lies for a card that is neither its first nor its last."""
    suit = cards[0][1]
    gap = person.chance.randrange(1, len(cards) - 1)
    written = [f"2={card}" if place == gap else card for place, card in enumerate(cards)]
    missing = _rank(person, cards[gap][0])
    if person.happens(0.5):
        ranks = [_rank(person, card[0]) for card in cards]
        stands = person.one_of("", f" for the {missing}")
        ranks[gap] = f"{person.one_of('deuce', 'wild two') if not stands else 'a deuce'}{stands}"
        return " ".join(written), _with_suit(person, " ".join(ranks), suit)
    ends = f"{_rank(person, cards[0][0])} to {_rank(person, cards[-1][0])}"
    used = person.one_of(
        f" with a two for the {missing}",
        f", deuce for the {missing}",
        f" with a deuce in place of the {missing}",
        f" with a two standing in for the {missing}",
        f", I used a deuce for the {missing}",
    )
    return " ".join(written), f"{ends} of {_suit(suit)}{used}"


# --- what is left in hand -------------------------------------------------------------------------


def _say_left(person: Person, cards: Sequence[str], *, needs_suits: bool) -> tuple[list[str], str]:
    """Return the cards as the notation has them, and words for them."""
    told: list[str] = []
    words: list[str] = []
    names_suits = needs_suits or person.happens(0.4)
    done: set[int] = set()
    for place, card in enumerate(cards):
        if place in done:
            continue
        alike = [at for at in range(place + 1, len(cards)) if cards[at][0] == card[0]]
        if card[0] == "2" and not needs_suits:
            told.append("2")
            words.append(person.one_of("a deuce", "a two"))
        elif names_suits or card == "QS":
            told.append(card)
            words.append(_card(person, card))
        elif alike and cards[alike[0]] != "QS":
            done.add(alike[0])
            told += [card[0]] * 2
            words.append(
                f"{person.one_of(_count(person, 2), 'a pair of')} {_ranks(person, card[0])}"
            )
        else:
            told.append(card[0])
            words.append(f"{person.one_of('a', 'one')} {_rank(person, card[0])}")
    return told, _listed(person, words)


# --- a whole hand ---------------------------------------------------------------------------------

ASIDES: Final = ("sadly", "can you believe it", "oh well", "don't laugh", "what a mess", "typical")


def _aside(person: Person, text: str) -> str:
    if not person.happens(person.asides):
        return text
    return f"{text}, {person.one_of(*ASIDES)}"


Way = Callable[[Person, str, str], str]


def _rummy(person: Person, variant: str) -> SaidHand:
    pack = [rank + suit for rank in RANKS for suit in SUITS] * 2
    person.chance.shuffle(pack)
    melds = []
    for _ in range(person.chance.choice((0, 1, 1, 2, 2, 3, 4))):
        made = _meld(person, pack, variant)
        if made:
            melds.append(made)
    goes_out = bool(melds) and person.happens(0.2)
    count = 0 if goes_out else person.chance.randint(1, 5)
    left = [card for card in pack if variant != "contract" or card[0] != "2"][:count]
    told, words = _say_left(person, left, needs_suits=False)
    spoken = _joined(person, [said for _, said in melds])
    if goes_out:
        text = person.one_of(f"I'm out. {spoken}", f"{spoken} and I'm out", f"{spoken}, going out")
    elif melds:
        text = person.chance.choice(PLACES)(person, spoken, words)
    else:
        nothing = person.one_of(
            "nothing down", "nothing on the table", "no melds", "nothing melded"
        )
        held = person.one_of("holding", "left with", "stuck with", "in my hand")
        text = f"{nothing}, {held} {words}"
    return SaidHand(
        text, variant, "melds", tuple([cards for cards, _ in melds]), tuple(told), goes_out
    )


def _meld(person: Person, pack: list[str], variant: str) -> Said | None:
    """Take a meld from the pack and return it with words for it; None if it is not there."""
    least = 4 if variant == "contract" else 3
    if person.happens(0.5):
        rank = person.chance.choice(RANKS[0] + RANKS[2:])
        count = person.chance.choice((3, 3, 4))
        cards = [card for card in pack if card[0] == rank and card != "QS"]
        if len(cards) < count:
            return None
        if variant != "contract" and person.happens(0.2):
            wild = person.one_of("2", "2", "JK") if rank not in "A" else "2"
            if wild == "JK" and person.dealt.get("JK"):
                wild = "2"
            person.dealt[wild] = person.dealt.get(wild, 0) + 1
            _take(pack, cards[:2])
            return _say_wild_set(person, rank, 2, wild)
        _take(pack, cards[:count])
        return _say_set(person, cards[:count], needs_suits=False)
    length = person.chance.choice((least, least, least + 1, 6))
    first = person.chance.randint(2, 14 - length)
    suit = person.chance.choice(SUITS)
    cards = [RANKS[place] + suit for place in range(first, min(first + length, 13))]
    if first + length > 13 and len(cards) == length - 1:
        cards.append("A" + suit)
    if len(cards) < least or any(card not in pack for card in cards):
        return None
    _take(pack, cards)
    if variant != "contract" and len(cards) > 3 and person.happens(0.25):
        return _say_wild_run(person, cards)
    return _say_run(person, cards)


def _take(pack: list[str], cards: Sequence[str]) -> None:
    for card in cards:
        pack.remove(card)


def _joined(person: Person, melds: Sequence[str]) -> str:
    text = ""
    for number, said in enumerate(melds):
        joint = person.chance.choice(list(person.joints)) if number else ""
        if joint == " " and not said.split()[0].isalpha():
            joint = ", "
        text += joint + _aside(person, said)
    return text


PLACES: Final[Sequence[Way]] = (
    lambda _, melds, hand: f"{melds}, left with {hand}",
    lambda _, melds, hand: f"{melds} and I'm left with {hand}",
    lambda _, melds, hand: f"{melds}. Holding {hand}",
    lambda _, melds, hand: f"{melds}. In my hand {hand}",
    lambda _, melds, hand: f"{melds}, stuck with {hand}",
    lambda person, melds, hand: f"{melds}. {_aside(person, 'Caught with ' + hand)}",
    lambda _, melds, hand: f"I put down {melds}, and I'm still holding {hand}",
    lambda _, melds, hand: f"I laid down {melds}. I'm left with {hand}",
    lambda _, melds, hand: f"on the table {melds}, in my hand {hand}",
    lambda _, melds, hand: f"{melds} on the table, and {hand} in my hand",
    lambda _, melds, hand: f"{melds} down. Still got {hand}",
    lambda _, melds, hand: f"Caught with {hand}. I laid down {melds}",
    lambda _, melds, hand: f"In my hand I have {hand}. On the table {melds}",
    lambda _, melds, hand: f"holding {hand}, and on the table {melds}",
    lambda _, melds, hand: f"{hand} left in my hand. On the table I've got {melds}",
)


def _gin(person: Person, variant: str) -> SaidHand:
    """Return ten cards: two or three melds and what is left."""
    pack = [rank + suit for rank in RANKS for suit in SUITS]
    person.chance.shuffle(pack)
    melds: list[Said] = []
    while len(melds) < 2:
        made = _gin_meld(person, pack)
        if made:
            melds.append(made)
    count = 10 - sum([len(cards.split()) for cards, _ in melds])
    left = pack[:count]
    while _holds_meld(left):
        person.chance.shuffle(pack)
        left = pack[:count]
    told, words = _say_left(person, left, needs_suits=True)
    spoken = _joined(person, [said for _, said in melds])
    cards = tuple([cards for cards, _ in melds])
    if count == 0 or person.happens(0.3):
        every = [card for meld in cards for card in meld.split()]
        joint = person.one_of(", ", ". ", ", then ")
        text = f"{spoken}{joint}{words}" if words else f"{spoken}{person.one_of(', gin', '. Gin')}"
        return SaidHand(text, variant, "gin", (), (*every, *told), out=not words)
    text = person.one_of(
        f"{spoken}, knock with {words}",
        f"{spoken}. Deadwood {words}",
        f"{spoken}. My deadwood is {words}",
        f"{spoken}, left with {words}",
        f"{spoken} and {words} left over",
        f"Deadwood {words}. I'm showing {spoken}",
        f"{spoken}. What doesn't fit is {words}",
    )
    return SaidHand(text, variant, "gin", cards, tuple(told))


def _holds_meld(cards: Sequence[str]) -> bool:
    ranks = [card[0] for card in cards]
    runs = [
        all(RANKS[first + step] + suit in cards for step in range(3))
        for suit in SUITS
        for first in range(11)
    ]
    return any(ranks.count(rank) > 2 for rank in ranks) or any(runs)


def _gin_meld(person: Person, pack: list[str]) -> Said | None:
    if person.happens(0.5):
        rank = person.chance.choice(RANKS)
        cards = [card for card in pack if card[0] == rank]
        count = person.chance.choice((3, 3, 4))
        if len(cards) < count:
            return None
        _take(pack, cards[:count])
        if count == 4 and person.happens(0.6):
            words = person.one_of("all four", "four", "quad")
            return " ".join(cards), f"{words} {_ranks(person, rank)}"
        return _say_set(person, cards[:count], needs_suits=True)
    suit, first = person.chance.choice(SUITS), person.chance.randint(0, 9)
    cards = [rank + suit for rank in RANKS[first : first + person.chance.choice((3, 4))]]
    if any(card not in pack for card in cards):
        return None
    _take(pack, cards)
    return _say_run(person, cards)


# --- what dictation makes of it -------------------------------------------------------------------


def _dictated(person: Person, text: str) -> str:
    change = person.chance.random()
    if change < 0.25:
        text = text.replace(",", "")
    elif change < 0.4:
        text = text.replace(",", "").replace(".", "")
    elif change < 0.5:
        text = text.title().replace("’S", "’s").replace("'S", "'s").replace("'M", "'m")
    elif change < 0.6:
        text = text.capitalize()
    if person.happens(0.15):
        words = text.split(" ")
        words.insert(person.chance.randrange(len(words)), person.one_of("um", "uh", "okay", "well"))
        text = " ".join(words)
    if person.happens(0.1):
        text = text.replace("four of", "for of").replace("eight of", "ate of")
    return text


_ALIKE: Final = (
    ("two", "2", "to", "too", "deuce"),
    ("four", "4", "for", "fore"),
    ("eight", "8", "ate"),
    ("three", "3", "free"),
    ("ten", "10"),
    ("a", "the", "an", "one"),
    ("and", "then", "with", ""),
)


def roughen(chance: Random, text: str) -> str:
    """Return a text as bad dictation writes it: other words that sound alike, plurals mistaken."""
    return " ".join([_mistaken(chance, word) for word in text.split(" ")])


def _mistaken(chance: Random, word: str) -> str:
    for alike in _ALIKE:
        if word in alike and chance.random() < 0.4:
            return chance.choice(alike)
    if chance.random() < 0.04:
        return word[:-1] if word.endswith("s") else f"{word}s"
    return word
