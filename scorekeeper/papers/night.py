"""The paper of a club's night: its games, each person's money, who pays whom, and the proof."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.club.figures.nights import NightFigures
from scorekeeper.club.words import write_party
from scorekeeper.papers.paper import SIDES, SIZES, Heading, PrintedPaper, Size, fit_title, words_of
from scorekeeper.wording import write_night

_SHORT_WORD: Final = 20
_MANY_PAYMENTS: Final = 4
_SHORT_PAIR: Final = 36
"""Letters of two names that take no more than two lines of half the paper's width."""


class NightToPrint(NamedTuple):
    """What papers of a night are made of; ``names`` are those of the people by id.

    ``earlier`` are sums that were paid by the list of an earlier closing, by payer and payee.
    ``tells_before`` is false for visitors who may not see balances of other people.
    """

    club: Club
    names: Mapping[str, str]
    figures: NightFigures
    earlier: Mapping[tuple[str, str], int] = MappingProxyType({})
    tells_before: bool = True


class NightProof(NamedTuple):
    """Sums of a night in minor units: won, lost, paid as fees and entries, got as prizes."""

    won: int
    lost: int
    fees: int
    entries: int
    prizes: int

    @property
    def left(self) -> int:
        """What is left of them, which is nothing."""
        return self.won - self.lost + self.fees + self.entries - self.prizes


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPaper(PrintedPaper):
    """The contents of the paper of a night."""

    template: ClassVar = "papers/night.html"
    club: Club
    names: Mapping[str, str]
    figures: NightFigures
    earlier: Mapping[tuple[str, str], int]
    tells_before: bool

    def name_of(self, party: str) -> str:
        """Return the name of a person, or the till."""
        return write_party(party, self.names)

    @property
    def is_paired(self) -> bool:
        """Whether the payments are many, and so short that two stand side by side."""
        ends = [(each.payer, each.payee) for each in self.figures.suggestions]
        letters = [len(self.name_of(payer)) + len(self.name_of(payee)) for payer, payee in ends]
        return len(letters) >= _MANY_PAYMENTS and max(letters) <= _SHORT_PAIR

    @property
    def outside(self) -> dict[tuple[str, str], int]:
        """The sums paid outside this list and any earlier one, by payer and payee."""
        in_list = {(each.payer, each.payee): each.paid for each in self.figures.suggestions}
        rest = {
            ends: minor - max(0, self.earlier.get(ends, 0) - in_list.get(ends, 0))
            for ends, minor in self.figures.outside.items()
        }
        return {ends: minor for ends, minor in rest.items() if minor > 0}

    @property
    def proof(self) -> NightProof:
        """The sums of the night, which leave nothing."""
        people = self.figures.people.values()
        return NightProof(
            won=sum([each.net for each in people if each.net > 0]),
            lost=-sum([each.net for each in people if each.net < 0]),
            fees=self.figures.fees,
            entries=sum([each.entry for each in people]),
            prizes=sum([each.prizes for each in people]),
        )


def night_paper(night: NightToPrint, size: Size) -> NightPaper:
    """Return all that is printed of a night."""
    club, names, figures, earlier, tells_before = night
    title = write_night(figures.night.date)
    is_short = all(len(word) <= _SHORT_WORD for name in names.values() for word in words_of(name))
    return NightPaper(
        heading=Heading(
            title=title, pixels=fit_title(title, SIZES[size][0] - 2 * SIDES[size]), club=club.name
        ),
        shape=f"club {size}{' short-words' * is_short}",
        club=club,
        names=names,
        figures=figures,
        earlier=earlier,
        tells_before=tells_before,
    )
