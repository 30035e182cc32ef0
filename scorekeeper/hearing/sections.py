"""Divides the words of a line into melds, what is in hand, and the deadwood of gin.

Words such as "left with" begin a hand; said last, as in "two queens left", they end it, and where
it began is tried.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorekeeper.hearing.cards import Game
from scorekeeper.hearing.ways import Stage
from scorekeeper.hearing.words import Word

_MARKS: Final = ("hand", "melded")
_EMPTY: Final = frozenset({"and", "next", "with", "a", "the", "out", "concealed"})


class Section(NamedTuple):
    """Words from ``first`` to ``last`` with the stages that they go through.

    With ``needs_all`` something is said in each stage.
    """

    first: int
    last: int
    stages: tuple[Stage, ...]
    needs_all: bool = False


class _Mark(NamedTuple):
    """The words of a mark; ``is_last`` is true where they surely end a section."""

    first: int
    last: int
    name: str
    is_last: bool


def find_sections(words: Sequence[Word], line: str, game: Game) -> list[Section]:
    """Return the sections of a line, which is ``melds``, ``hand`` or ``gin``."""
    marks = _marks(words, ("hand",) if line == "hand" else _MARKS)
    bounds = [0, *[place for mark in marks for place in (mark.first, mark.last)], len(words)]
    spans = list(zip(bounds[::2], bounds[1::2], strict=True))
    melds, left, whole = _stages(line, game)
    if line == "hand" or not marks:
        return [Section(first, last, (whole,)) for first, last in spans if first < last]
    owners = _owners(marks, [_is_empty(words, *span) for span in spans])
    found = []
    for number, (first, last) in enumerate(spans):
        if first < last:
            stages, needs_all = _said_in(number, owners, melds, left)
            found.append(Section(first, last, stages, needs_all))
    return found


def _stages(line: str, game: Game) -> tuple[Stage, Stage, Stage]:
    """Return the stages of melds, of what is left, and of a line that does not tell them apart."""
    sums = [fact for fact in ("melded_points", "in_hand_points") if fact in game.facts]
    if line == "gin":
        points = ("deadwood_points",)
        return (
            Stage("melds", "gin_cards", ()),
            Stage("deadwood", "gin_cards", points),
            Stage("cards", "gin_cards", points),
        )
    melds = Stage("melds", "meld", tuple(sums), bare=False)
    hand = Stage("in_hand", "card", ("in_hand_points",))
    return melds, hand, hand if line == "hand" else melds


def _marks(words: Sequence[Word], names: Sequence[str]) -> list[_Mark]:
    """Return the marks of sections; two of a kind side by side are one."""
    found: list[_Mark] = []
    for at, word in enumerate(words):
        name = next((each for each in names if each in word.means), None)
        if name is None:
            continue
        before = found[-1] if found else None
        if before and before.name == name and _is_empty(words, before.last, at):
            found[-1] = before._replace(last=at + 1)
        else:
            is_last = name == "melded" and at > 0 and "nothing" in words[at - 1].means
            found.append(_Mark(at, at + 1, name, is_last))
    return found


def _is_empty(words: Sequence[Word], first: int, last: int) -> bool:
    return all(not _EMPTY.isdisjoint(word.means) for word in words[first:last])


_Owner = tuple[str, bool]
"""The name of a mark, and whether it was said after the words that it is about."""


def _owners(marks: Sequence[_Mark], are_empty: Sequence[bool]) -> list[_Owner | None]:
    """Return for each span the mark that is about it; one said last is about what stands before."""
    owners: list[_Owner | None] = [None] * len(are_empty)
    for number in range(len(marks) - 1, -1, -1):
        mark = marks[number]
        is_last = mark.is_last or are_empty[number + 1] or owners[number + 1] is not None
        about = number if is_last else number + 1
        if not are_empty[about]:
            owners[about] = (mark.name, is_last)
    if marks and marks[0].name == "melded" and are_empty[0] and owners[1:2] == [("hand", True)]:
        owners[1] = ("both", True)
    return owners


def _said_in(
    number: int, owners: Sequence[_Owner | None], melds: Stage, left: Stage
) -> tuple[tuple[Stage, ...], bool]:
    """Return the stages of a span, and whether something is said in each."""
    told = melds._replace(sums=melds.sums[:1], bare=True)
    match owners[number]:
        case ("hand", False):
            return (left,), False
        case ("hand", True):
            return (melds, left), False
        case ("both", True):
            return (told, left), True
        case ("melded", _):
            return (told,), False
    after_melds = number > 0 and owners[number - 1] == ("melded", True)
    return ((left,) if after_melds else (melds,)), False
