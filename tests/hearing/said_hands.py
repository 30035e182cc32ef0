"""Known hands of every variant, and ways to say them, with the noise of speech and dictation."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

TABLE: Final[Mapping[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "scorekeeper/hearing/words.json").read_text()
)
SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS: Final = "A23456789TJQK"
NAMES: Final = dict(
    zip(
        RANKS,
        "ace two three four five six seven eight nine ten jack queen king".split(),
        strict=True,
    )
)
FIGURES: Final = {rank: str(place) for place, rank in enumerate(RANKS, 1) if 2 <= place <= 9} | {
    "T": "10"
}
COUNTS: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


class SaidHand(NamedTuple):
    """A text, the line and variant that it was said in, and the hand that was meant."""

    text: str
    variant: str
    line: str
    melds: tuple[str, ...]
    hand: tuple[str, ...]


def say_hand(chance: Random) -> SaidHand:
    """Return a hand by chance in words by chance."""
    variant = chance.choice(("laws", "modern", "contract", "gin150", "gin100"))
    if variant.startswith("gin"):
        return _gin(chance, variant)
    return _melding(chance, variant)


def _melding(chance: Random, variant: str) -> SaidHand:
    pack = Counter({rank + suit: 2 for rank in RANKS for suit in SUITS})
    melds, said = [], []
    line = chance.choice(("melds", "melds", "hand"))
    for _ in range(chance.randint(1, 4) if line == "melds" else 0):
        make = chance.choice((_set, _set, _run, _run, _run))
        made = make(chance, pack, 4 if variant == "contract" else 3)
        if made:
            melds.append(made[0])
            said.append(made[1])
    hand, words = _in_hand(chance, pack, variant, needed=not said)
    joint = chance.choice((", ", " ", " and ", " then ", " and then ", "; "))
    text = joint.join(said)
    if words:
        lead = chance.choice(("left with ", "in hand ", "and holding ", "still holding "))
        text = f"{text} {lead}{words}" if line == "melds" else words
    if variant == "contract":  # where only a black two is wild
        melds = [" ".join([_black(card) for card in meld.split()]) for meld in melds]
    return SaidHand(_noise(chance, text), variant, line, tuple(melds), tuple(hand))


def _black(card: str) -> str:
    return f"2B{card[1:]}" if card[0] == "2" and card[1:2] in ("", "=") else card


def _take(pack: Counter[str], cards: Sequence[str]) -> bool:
    """Take cards from the pack; those without a suit from the suits that are left."""
    wanted = Counter(cards)
    if any(pack[card] < number for card, number in wanted.items()):
        return False
    pack.subtract(wanted)
    return True


def _rank(chance: Random, rank: str) -> str:
    """Return a rank in one of its spellings, some of them homophones."""
    if rank in TABLE["rank"] and chance.random() < 0.05:
        return str(chance.choice(TABLE["rank"][rank]))
    return FIGURES[rank] if rank in FIGURES and chance.random() < 0.4 else NAMES[rank]


def _several(chance: Random, rank: str, count: int) -> str:
    spelled = str(count) if chance.random() < 0.4 else COUNTS[count]
    if chance.random() < 0.08:
        spelled = chance.choice(TABLE["number"][str(count)])
    if count == 2 and chance.random() < 0.1:
        spelled = "a pair of"
    several = TABLE["ranks"][rank]
    plural = several[0] if chance.random() < 0.85 else chance.choice(several)
    return f"{spelled} {plural}"


def _suit(chance: Random, suit: str) -> str:
    if chance.random() < 0.05:
        return str(chance.choice([*TABLE["suit"][suit], *TABLE["suits"][suit]]))
    return SUITS[suit]


Made = tuple[str, str] | None


def _set(chance: Random, pack: Counter[str], least: int) -> Made:
    rank = chance.choice(RANKS[0] + RANKS[2:])
    free = [card for card in pack.elements() if card[0] == rank]
    cards = chance.sample(free, min(chance.randint(3, 4), len(free)))
    spades = cards.count("QS")
    if len(cards) < 3 or spades > 1:
        return None
    pack.subtract(cards)
    way = _special_set if spades else chance.choice((_plain_set, _plain_set, _plain_set, _odd_set))
    return way(chance, rank, cards)


def _special_set(chance: Random, rank: str, cards: Sequence[str]) -> Made:
    one = chance.choice(("spade", "queen of spades"))
    words = f"{_several(chance, rank, len(cards))} including the {one}"
    return " ".join(["Q"] * (len(cards) - 1) + ["QS"]), words


def _plain_set(chance: Random, rank: str, cards: Sequence[str]) -> Made:
    count = len(cards)
    words = _several(chance, rank, count)
    if count == 3 and chance.random() < 0.3:
        return " ".join([rank] * count + ["2"]), f"{words} {chance.choice(('and', 'with'))} a deuce"
    return " ".join([rank] * count), words


def _odd_set(chance: Random, rank: str, cards: Sequence[str]) -> Made:
    count = len(cards)
    if len(set(cards)) < count or chance.random() < 0.5:
        return " ".join([rank] * count), " ".join([_rank(chance, rank) for _ in cards])
    suits = [_suit(chance, card[1]) for card in cards]
    last = chance.choice(("", "and ")) + suits[-1]
    return " ".join(cards), f"{_several(chance, rank, count)} {' '.join(suits[:-1])} {last}"


def _run(chance: Random, pack: Counter[str], least: int) -> Made:
    suit = chance.choice(list(SUITS))
    length = chance.randint(least, 6)
    first = chance.randint(1 if least == 3 else 2, 15 - length)
    places = range(first, first + length)
    cards = [RANKS[(place - 1) % 13] + suit for place in places]
    if not _take(pack, cards):
        return None
    ranks = [card[0] for card in cards]
    written = " ".join(cards)
    way = chance.random()
    if way < 0.45:
        ends = (ranks[0], ranks[-1]) if chance.random() < 0.9 else (ranks[-1], ranks[0])
        to = chance.choice(
            ("to", "to", "to", "through", "up to" if ends[0] == ranks[0] else "down to")
        )
        words = f"{_rank(chance, ends[0])} {to} {_rank(chance, ends[1])}"
    elif way < 0.55 and length > 3 and "2" not in ranks:
        gap = chance.randrange(1, length - 1)
        said = [NAMES[rank] for rank in ranks]
        said[gap] = "deuce"
        cards[gap] = f"2={cards[gap]}"
        written, words = " ".join(cards), " ".join(said)
    else:
        ordered = ranks if chance.random() < 0.85 else ranks[::-1]
        glue = chance.choice((" ", " ", ", "))
        words = glue.join([_rank(chance, rank) for rank in ordered])
        if all(rank in FIGURES for rank in ordered) and chance.random() < 0.2:
            words = "".join([FIGURES[rank] for rank in ordered])
    said_suit = _suit(chance, suit)
    lead = chance.random()
    if lead < 0.7:
        return written, f"{words} of {said_suit}"
    return written, f"{said_suit} {words}" if lead < 0.85 else f"run of {said_suit} {words}"


def _in_hand(
    chance: Random, pack: Counter[str], variant: str, *, needed: bool
) -> tuple[list[str], str]:
    cards: list[str] = []
    said: list[str] = []
    for _ in range(chance.randint(1 if needed else 0, 5)):
        free = [card for card in pack.elements() if card[0] != "2" or variant != "contract"]
        card = chance.choice(free)
        rank, suit = card[0], card[1]
        alike = [each for each in free if each[0] == rank and each != "QS"]
        if card != "QS" and chance.random() < 0.25 and len(alike) > 1:
            taken = chance.sample(alike, 2)
            pack.subtract(taken)
            cards += [rank] * 2
            said.append(_several(chance, rank, 2))
            continue
        pack.subtract([card])
        article = chance.choice(("a ", "a ", "", "one "))
        if rank == "2":
            cards.append("2")
            said.append(f"{article}{chance.choice(('deuce', 'two', '2'))}")
        elif card == "QS" or chance.random() < 0.15:
            cards.append(card)
            said.append(f"{article}{_rank(chance, rank)} of {_suit(chance, suit)}")
        else:
            cards.append(rank)
            said.append(f"{article}{_rank(chance, rank)}")
    glue = chance.choice((" ", ", ", " and "))
    return cards, glue.join(said)


def _gin(chance: Random, variant: str) -> SaidHand:
    """Return a knocker's spread, or ten cards: two melds and what is left."""
    pack = Counter({rank + suit: 1 for rank in RANKS for suit in SUITS})
    melds: list[str] = []
    said: list[str] = []
    while len(melds) < 2:
        if chance.random() < 0.5:
            rank = chance.choice(RANKS)
            cards = [card for card in pack.elements() if card[0] == rank]
            if len(cards) < 4:
                continue
            left_out = chance.choice([None, *SUITS])
            words = f"four {TABLE['ranks'][rank][0]}"
            if left_out:
                cards = [card for card in cards if card[1] != left_out]
                words = f"three {TABLE['ranks'][rank][0]} but the {SUITS[left_out][:-1]}"
        else:
            suit, first = chance.choice(list(SUITS)), chance.randint(1, 10)
            ranks = RANKS[first - 1 : first + chance.choice((2, 3))]
            cards = [rank + suit for rank in ranks]
            words = f"{' '.join([_rank(chance, rank) for rank in ranks])} of {SUITS[suit]}"
        if _take(pack, cards):
            melds.append(" ".join(cards))
            said.append(words)
    count = 10 - len(" ".join(melds).split())
    left = chance.sample([card for card in pack.elements() if pack[card] > 0], count)
    knocks = chance.random() < 0.6
    deadwood = [f"{_rank(chance, card[0])} of {SUITS[card[1]]}" for card in left]
    glue = chance.choice((", ", " and ", " and a ", " "))
    rest = glue.join(deadwood)
    text = f"{', '.join(said)}{' knock with ' if knocks and left else ', '}{rest}"
    if not knocks or not left:
        every = " ".join(melds).split() + left
        return SaidHand(_noise(chance, text), variant, "gin", (), tuple(every))
    return SaidHand(_noise(chance, text), variant, "gin", tuple(melds), tuple(left))


def roughen(chance: Random, text: str) -> str:
    """Return a text as bad dictation writes it: other words that sound alike, plurals mistaken."""
    return " ".join([_mistaken(chance, word) for word in text.split(" ")])


_ALIKE: Final = (
    ("two", "2", "to", "too", "deuce"),
    ("four", "4", "for", "fore"),
    ("eight", "8", "ate"),
    ("three", "3", "free"),
    ("ten", "10"),
    ("a", "the", "an", "one"),
    ("and", "then", "with", ""),
)


def _mistaken(chance: Random, word: str) -> str:
    for alike in _ALIKE:
        if word in alike and chance.random() < 0.4:
            return chance.choice(alike)
    if chance.random() < 0.04:
        return word[:-1] if word.endswith("s") else f"{word}s"
    return word


def _noise(chance: Random, text: str) -> str:
    for change in (_fillers, _capitals, _commas, _correction):
        if chance.random() < 0.25:
            text = change(chance, text)
    return text.strip()


def _fillers(chance: Random, text: str) -> str:
    words = text.split(" ")
    fillers = ["um", "uh", "okay", "so", "let's see", "you know", "well", "er,"]
    for _ in range(chance.randint(1, 3)):
        words.insert(chance.randint(0, len(words)), chance.choice(fillers))
    return " ".join(words)


def _capitals(chance: Random, text: str) -> str:
    change: Callable[[str], str] = chance.choice((str.title, str.upper, str.capitalize))
    return change(text).replace("’S", "'s").replace("'S", "'s")


def _commas(chance: Random, text: str) -> str:
    return text.replace(",", "").replace(";", "") if chance.random() < 0.6 else f"{text}."


def _correction(chance: Random, text: str) -> str:
    """Begin with cards of the kind of the first ones, and take them back."""
    wrong = chance.choice(("three jacks", "four nines"))
    if (
        text.split(" ")[1:2]
        and text.lower().startswith(("three ", "four ", "3 ", "4 "))
        and " of " not in text[:14]
    ):
        second = text.split(" ")[1].strip(",").lower()
        if any(second == each[0] for each in TABLE["ranks"].values()):
            return f"{wrong} {chance.choice(('sorry', 'I mean', 'no wait'))} {text}"
    return f"{wrong} scratch that {text}"
