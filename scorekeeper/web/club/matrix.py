"""The matrix of people: how often each was ahead of each other, and the money between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.head_to_head import HeadToHead
from scorekeeper.wording import write_signed_amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """How often a person was ahead of and behind another, and the money won from that one."""

    ahead: int
    behind: int
    money: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """People against each other, in the order of the standings; None where they never met."""

    names: tuple[str, ...]
    shorts: tuple[str, ...]
    rows: tuple[tuple[Against | None, ...], ...]


def _against(pair: HeadToHead, sign: int, currency: str) -> Against:
    """Return a pair from the view of its first person, or of its second if ``sign`` is −1."""
    ahead, behind = (pair.first_ahead, pair.second_ahead)[::sign]
    money = write_signed_amount(sign * pair.money, currency)
    return Against(ahead=ahead, behind=behind, money=money)


def make_matrix(
    order: Sequence[str],
    pairs: Sequence[HeadToHead],
    people: Mapping[str, Person],
    currency: str,
) -> Matrix | None:
    """Return the matrix of these people, None if no two of them have met."""
    if not pairs:
        return None
    met = {(pair.first, pair.second): pair for pair in pairs}

    def against(one: str, other: str) -> Against | None:
        if (one, other) in met:
            return _against(met[one, other], 1, currency)
        return _against(met[other, one], -1, currency) if (other, one) in met else None

    return Matrix(
        names=tuple([people[each].name for each in order]),
        shorts=tuple([people[each].short or people[each].name for each in order]),
        rows=tuple([tuple([against(one, other) for other in order]) for one in order]),
    )
