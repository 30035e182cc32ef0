"""Leaves out what only tells which of several is meant: "one is hearts, the other's a club".

Of two sets of one rank each gets its rank: "two sets of tens, one is hearts, hearts and club, ...".
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.hearing.words import Token

_KIND: Final = r"(?: (?:one|set|run|sequence|book|spread|group|lot|meld))?"
_IS: Final = r"(?:['’]s|['’]re| (?:is|are|being|was|goes|runs|has))"
_FIRST: Final = re.compile(
    rf"\b(?:(?:the )?one(?: of them)?(?:{_IS}(?= )|(?= from ))|(?:the )?first{_KIND}{_IS}?(?= ))",
    re.IGNORECASE,
)
_OTHER: Final = re.compile(
    rf"\b(?:and )?(?:the )?(?:other|others|second|third)(?: two)?{_KIND}{_IS}?(?= )", re.IGNORECASE
)
_SOME: Final = re.compile(
    rf"\b(?:one|two|three|[123]) of (?:them|those|['’]em){_IS}?"
    r" (?=spade|heart|diamond|club|a |the )",
    re.IGNORECASE,
)
_SAME: Final = re.compile(
    r"\b(?:the )?same(?: again| ones)?(?=\W+(?:spade|heart|diamond|club)s?\W+(?:and )?(?:spade"
    r"|heart|diamond|club)s?\b)"
    r"|(?<=in both )(?:black|red) suits(?=\W+(?:spade|heart|diamond|club))",
    re.IGNORECASE,
)
"""What says nothing before suits that are told: "jacks, the same again, heart and spade"."""
_RUNS: Final = re.compile(r"\b(?:runs|sequences|straights|sets|books|spreads)\b", re.IGNORECASE)
_CARD: Final = (
    r"(?= (?:from )?(?:the )?(?:ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king"
    r"|trey|deuce|\d))"
)
_ONE: Final = re.compile(
    rf"\b(?P<first>one{_IS}?){_CARD}.{{5,80}}?\b(?P<other>and one{_IS}?|one{_IS}){_CARD}",
    re.IGNORECASE,
)
_SETS: Final = re.compile(
    r"\b(?:two|three|2|3) (?:sets|books|lots|spreads|groups)(?P<rank> of \w+)\b", re.IGNORECASE
)
_SUIT: Final = re.compile(
    r"\W*(?:(?:a|an|the|one|two|both|all) )?(?:spade|heart|diamond|club|black|red)", re.IGNORECASE
)
_NEAR: Final = 120
"""The next is told no more letters behind the one before."""

_Span = tuple[int, int]


def without_ordinals(tokens: Sequence[Token], text: str) -> list[Token]:
    """Return the tokens without those that lead to the first; to others leads one that parts."""
    idle = [match.span() for match in _SAME.finditer(text)]
    tokens = [token for token in tokens if not any(_stands_in(token, span) for span in idle)]
    first, *others = _spans(text) or [(0, 0)]
    if not others:
        return tokens
    sets = _SETS.search(text, 0, first[0])
    rank = sets["rank"].split()[-1] if sets else ""
    found: list[Token] = []
    for span, inside in _parts(tokens, [first, *others]):
        if span is None:
            found += [one for one in inside if not (sets and _stands_in(one, sets.span("rank")))]
            continue
        word = "and" if _SUIT.match(text, span[1]) and not rank else "then"
        if span != first:
            found.append(Token(word, span[0], span[0]))
        if rank and _SUIT.match(text, span[1]):
            found.append(Token(rank.lower(), *span))
    return found


def _stands_in(token: Token, span: _Span) -> bool:
    return span[0] <= token.start < span[1]


def _parts(
    tokens: Sequence[Token], spans: Sequence[_Span]
) -> Iterator[tuple[_Span | None, list[Token]]]:
    """Yield the tokens between the spans, and each span with its own."""
    at = 0
    for span in spans:
        before = [token for token in tokens if at <= token.start < span[0]]
        yield None, before
        yield span, [token for token in tokens if _stands_in(token, span)]
        at = span[1]
    yield None, [token for token in tokens if token.start >= at]


def _spans(text: str) -> list[_Span]:
    """Return where words lead to the first and to the others, nothing if either is missing."""
    one = _ONE.search(text) if _RUNS.search(text) else None
    if one:
        return [one.span("first"), one.span("other")]
    first = _FIRST.search(text) or _SOME.search(text)
    if first is None:
        return []
    spans = [first.span() if _FIRST.match(text, first.start()) else (first.end(), first.end())]
    for other in _OTHER.finditer(text, first.end()):
        if other.start() - spans[-1][1] > _NEAR:
            break
        spans.append(other.span())
    return spans
