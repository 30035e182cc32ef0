"""Settles what a word means from the words beside it: a number, a count, a card or a link."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from scorekeeper.hearing.words import I_HAVE, SENTENCE, Word, after_article, gap, has_rank
from scorekeeper.rules.cards import Rank


def see_neighbours(words: Sequence[Word], text: str) -> None:
    """Settle what a word means from the words beside it, from the last to the first."""
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        # "A six, fives" is one six, but "a whole mess, two threes" are two threes.
        led = words[at - 1].means if at else {}
        is_led = "a" in led and "another" not in led and word.start - words[at - 1].end == 1
        is_far = "sound" in word.means and words[at + 1 : at + 2] and gap(words, at) > 1
        if "number" in word.means and _counts(words, at + 1) and not (is_led or is_far):
            if _continues(words, at):
                word.means["count"] = word.means["number"]
            else:
                word.keep(count=word.means["number"][1])
        elif (
            "a" in word.means
            and "article" not in word.means
            and (_may_be_ace(words, at) or _ends_list(words, at))
        ):
            word.means["ace"] = (1, Rank.ACE)
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else None
        _settle_worn(words[at - 1] if at else None, word, after)
        is_counted = at > 0 and "count" in words[at - 1].means and word.begins != SENTENCE
        if "ace_is" in word.means and not is_counted:
            word.keep(rank=Rank.ACE)  # "the ace is mine", but "three ace is"
        _settle_word(words, at, text)


def _settle_word(words: Sequence[Word], at: int, text: str) -> None:
    """Settle what is no number, no rank or no new thought beside other words."""
    word = words[at]
    after = after_article(words, at)
    if "but" in word.means and after < len(words) and "suit" in words[after].means:
        word.means.pop("next", None)  # "but the club" is no new thought
    if "sound" in word.means and not (_is_listed(words, at, text) or _is_number(words, at)):
        word.means.pop("rank", None)
        word.means.pop("number")
    if "to" in word.means and "rank" in word.means and _is_between(words, at):
        word.means["inner_to"] = word.means.pop("rank")
    is_had = word.begins == I_HAVE and "the" in word.means and at > 1
    if is_had and "suit" in words[at - 1].means and "of" not in words[at - 2].means:
        word.keep(a=True)  # "hearts and a spade. I've the three": no three of spades
    _settle_number(words, at, word)


def _settle_number(words: Sequence[Word], at: int, word: Word) -> None:
    """Settle whether a word that may be a number or a card is only one of them."""
    before = words[at - 1].means if at else {}
    behind = words[at + 1] if at + 1 < len(words) else word
    is_either = {"rank", "number"} <= word.means.keys()
    is_card = is_either and not {"a", "the"}.isdisjoint(before)
    is_over = at + 2 < len(words) and gap(words, at + 1) > 1
    is_apart = behind.end - word.start > len("2 3") and behind.start - word.end <= 1
    is_apart = is_apart and (is_over or not has_rank(words, at + 2))
    if (
        is_apart
        and word.means.get("number") == (1, 2)
        and _CLASSES["before_pair"].isdisjoint(before)
    ):
        word.means["pair"] = (1, 2)
    if word.means.get("number") == (1, 1) and "figure" not in word.means:
        word.means["one"] = (1, True)
    if "number" in word.means and "of_them" in behind.means:
        word.means.pop("rank", None)
    if is_card and "rank" in word.means and has_rank(words, at + 1) and gap(words, at) > 1:
        word.means.pop("number")  # "the three, six and eight", but "three sixes"


def _settle_worn(before: Word | None, word: Word, after: Word | None) -> None:
    """Settle "a spades", "another" and "3 3" by the words beside them."""
    if "of" in word.means and "rank" in word.means:
        rank = before.means.get("rank", (0, None))[1] if before else None
        if rank is None:
            word.means.pop("of")  # "a spades" is an ace
        elif rank not in (Rank.KING, Rank.TWO):
            word.means.pop("rank")  # "five a spades"
    if after is None:
        return
    if "another" in word.means and _CLASSES["told_anew"] & after.means.keys():
        word.means.pop("another")
        if not {"set", "count"}.isdisjoint(after.means):
            word.means["anew"] = (1, True)
    is_counted = before is not None and "times" in before.means
    if _is_figure(word) and _is_figure(after) and after.means == word.means and not is_counted:
        word.means.pop("number")  # "3 3" are two cards


def _is_figure(word: Word) -> bool:
    """Tell whether a word is one figure."""
    return "number" in word.means and "rank" in word.means and word.end - word.start == 1


_NEAR_CARDS: Final = 10


_AFTER_ACE: Final = (Rank.TWO, Rank.THREE)
"""Before these an *a* may be the ace."""


def _may_be_ace(words: Sequence[Word], at: int) -> bool:
    """Tell whether an *a* may be the ace; beside "a nine" it is an article in "a three" too."""
    if not has_rank(words, at + 1, _AFTER_ACE) or gap(words, at) > len(", "):
        return False
    is_listed = has_rank(words, at + 1, (Rank.TWO,)) and has_rank(words, at + 2)
    if "number" not in words[at + 1].means and not is_listed:
        return False  # "a trey", "a deuce", but "a deuce three"
    near = words[max(0, at - _NEAR_CARDS) : at + _NEAR_CARDS]
    led = [card.means.get("rank", (0, 0))[1] for one, card in pairwise(near) if "a" in one.means]
    return has_rank(words, at + 2) or all(rank <= max(_AFTER_ACE) for rank in led)


def _ends_list(words: Sequence[Word], at: int) -> bool:
    """Tell whether an *a* is the ace before "of" or a suit, as in ``Q K A spades``."""
    after = words[at + 1].means if at + 1 < len(words) else {}
    if "of" in after and at + 2 < len(words) and "suit" in words[at + 2].means:
        return True
    if at == 0 or "rank" not in words[at - 1].means:
        return False
    is_letter = words[at - 1].end - words[at - 1].start == 1
    return "of" in after or (is_letter and "number" not in words[at - 1].means and "suit" in after)


_LISTING: Final = ("rank", "to", "from", "a", "the", "ace", "count", "suit")


def _is_number(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word that only sounds like a number stands beside words of cards."""
    before = words[at - 1].means if at > 0 else {}
    after = words[at + 1].means if at + 1 < len(words) else {}
    if any(name in after for name in ("plural", "wilds", "colour", "of_them")):
        return True
    is_first = at == 0 or "and" in before or words[at].begins > 0
    if (is_first and _goes_on(words, at)) or ("as" in words[at].means and _is_four(words, at)):
        return True  # "and for five six of clubs"
    if "to" in after and "two" not in after and has_rank(words, after_article(words, at + 1)):
        return True  # "for through eight"
    if words[at].means.keys() & {"to", "as", "two"}:
        follows = any(name in after for name in ("rank", "suit", "to", "inner_to", "a", "as"))
        follows = follows or ("and" in after and not {"suit", "hand"}.isdisjoint(before))
        return "of" in after or (follows and any(name in before for name in _LISTING))
    return bool(before) or any(name in after for name in ("of", "suit", "rank", "to"))


def _is_listed(words: Sequence[Word], at: int, text: str) -> bool:
    """Tell whether "to", "too" or "for" can only be a number where it stands.

    "A too", "the for and nine", "club too", "ace, too, three", "hearts ace to for.", "too hearts".
    """
    if words[at].means.keys().isdisjoint({"to", "as", "two"}):
        return False
    led = [{}, {}, *[word.means for word in words[max(0, at - 2) : at]]][-2:]
    after = [*[word.means for word in words[at + 1 : at + 3]], {}, {}][:2]
    between = text[words[at - 1].end : words[at].start] if at else "?"
    is_beside = between == " "
    is_over = not after[0] or gap(words, at) > 1
    own = words[at].means.get("number", (0, 0))[1]
    ranks = [means.get("rank", (0, 0))[1] for means in (led[1], *after)]
    is_next = ranks[:2] in ([own - 1, own + 1], [own + 1, own - 1])
    is_next = is_next or (ranks == [0, own + 1, own + 2] and "wild" not in led[1])
    is_next = is_next or ("and" in after[0] and ranks[::2] == [own - 1, own + 1])
    is_last = own == Rank.FOUR and ("plural" in led[1] or ("to" in led[1] and "rank" in led[0]))
    is_last = is_last or ("and" in led[1] and not {"rank", "suit"}.isdisjoint(led[0]))
    is_suit = is_beside and "suit" in led[1] and not text[: words[at - 1].end].endswith("s")
    # "Hearts and a club too".
    is_suit = is_suit and {"a", "number", "of", "one"}.isdisjoint(led[0])
    is_counted = "suit" in after[0] and not is_over and text[: words[at + 1].end].endswith("s")
    is_set = not {"plural", "of_them"}.isdisjoint(led[1]) or (
        "and" in led[1] and not {"plural", "suit"}.isdisjoint(led[0])
    )
    is_counted = is_counted and is_set and not between.strip(" ,.;:")
    is_held = (
        "hand" in led[1] and "and" in after[0] and has_rank(words, after_article(words, at + 1))
    )
    is_led = _LED.search(text[max(0, words[at].start - len(" another ")) : words[at].start]) or (
        is_beside and "colour" in led[1]
    )
    is_led = is_led and not (is_over and "colour" in led[1])
    is_again = any("as" in means and "sound" in means for means in (led[1], after[0]))
    return bool(is_led or (is_last and is_over) or is_next or is_suit) or (
        is_counted or is_held or (own == Rank.FOUR and is_again)
    )


_LED: Final = re.compile(r"\b(?:a|another|the) $", re.IGNORECASE)


def _is_four(words: Sequence[Word], at: int) -> bool:
    """Tell whether "for" is a four: "a queen and a for", "a spade for", "two three for, then".

    So is that in "for and five of clubs".
    """
    before, after, behind = (
        words[spot].means if 0 <= spot < len(words) else {} for spot in (at - 1, at + 1, at + 2)
    )
    is_last = not after or words[at + 1].begins > 0
    is_bare = "suit" in before and "of" not in words[at - 2].means
    is_listed = "and" in after and behind.get("number") in ((1, 3), (1, 5))
    is_led = not {"a", "one"}.isdisjoint(before) and (is_last or "hand" in after)
    led = [word.means.get("rank", (0, 0))[1] for word in words[max(0, at - 2) : at]]
    is_next = led in _BEFORE_FOUR and (is_last or gap(words, at) > 1)
    return (is_bare and is_last) or is_listed or is_led or is_next


_BEFORE_FOUR: Final = ([Rank.TWO, Rank.THREE], [Rank.FOUR, Rank.FOUR])
"""Behind these ranks a "for" is a four."""


def _goes_on(words: Sequence[Word], at: int) -> bool:
    """Tell whether ranks in order follow that a word may begin: "ate and nine", "for 5 2 7"."""
    ranks = [word.means.get("rank", (0, 0))[1] for word in words[at : at + 3]]
    is_joined = len(ranks) == 3 and "and" in words[at + 1].means and abs(ranks[2] - ranks[0]) == 1
    if is_joined or (at == 0 and len(ranks) > 1 and abs(ranks[1] - ranks[0]) == 1):
        return True
    return len(ranks) == 3 and ranks[2] - ranks[1] == ranks[1] - ranks[0] in (1, -1)


def _counts(words: Sequence[Word], at: int) -> bool:
    """Tell whether a plural stands here, perhaps after its colour: a number before is its count."""
    here = words[at : at + 2]
    if here and "colour" in here[0].means:
        here = here[1:]
    return bool(here) and ("plural" in here[0].means or "wilds" in here[0].means)


def _continues(words: Sequence[Word], at: int) -> bool:
    """Tell whether a number may also end a list: "five six seven. Tens, three of them"."""
    before = words[at - 1].means if at > 0 else {}
    if words[at + 1].begins:
        return True  # "seven. Fives, three of them"
    if words[at].begins or "rank" not in words[at].means:
        return False
    if "and" in before and gap(words, at) > 1:
        before = words[at - 2].means if at > 1 else {}  # "four five and six, queens"
    if not {"to", "up", "down", "as"}.isdisjoint(before):
        return True
    return "rank" in before and abs(before["rank"][1] - words[at].means["rank"][1]) <= 1


def _is_between(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word stands between two ranks, where a written *to* is no card of a meld."""
    return at > 0 and has_rank(words, at - 1) and has_rank(words, after_article(words, at))


_CLASSES: Final = {
    # After these "two" is no number of the cards behind it, "two queen".
    "before_pair": frozenset({"a", "one", "rank", "number", "the", "to", "suit"}),
    "told_anew": frozenset("rank plural suit wild wilds colour number count set run".split()),
}
"""Sets of classes of words by what they have in common."""
