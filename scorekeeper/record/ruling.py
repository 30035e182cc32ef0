"""The problems that the rules find in the deals of a record."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.domain.deals import Deal
from scorekeeper.domain.scoring import GameScore, Setup, check_and_score
from scorekeeper.domain.table_checks import has_error
from scorekeeper.domain.variant import Path, Problem, Severity, Table
from scorekeeper.record.places import PROBLEMS_MAX, Findings, place_problems

_FEW_DEALS: Final = 50
"""A number of deals that takes little time to check, whatever is in them."""


def first_deals(setup: Setup, deals: Sequence[Deal]) -> Sequence[Deal]:
    """Return the deals up to the one at which there are more errors than ``PROBLEMS_MAX``.

    If there are few deals, all are returned, as checking them costs little.
    """
    errors = 0
    for number, deal in enumerate(deals if len(deals) > _FEW_DEALS else (), 1):
        checked = check_and_score(setup, deal, Table(players=setup.players, number=number))
        errors += len([each for each in checked.problems if each.severity is Severity.ERROR])
        if errors > PROBLEMS_MAX:
            return deals[:number]
    return deals


def check_each(setup: Setup, deals: Sequence[Deal]) -> Iterator[Problem]:
    """Yield the problems of deals that cannot be scored, as the number of players is wrong."""
    for number, deal in enumerate(deals, 1):
        checked = check_and_score(setup, deal, Table(players=setup.players, number=number))
        yield from place_problems(checked.problems, number)


def certain_problems(score: GameScore, findings: Findings) -> Iterator[Problem]:
    """Yield the problems of all deals that are certain.

    After the first fault nobody can tell where the game ended, so ``after_end`` is left out.
    """
    is_certain = not findings.is_incomplete(("options",))
    for deal in score.deals:
        at: Path = ("deals", deal.number - 1)
        problems = place_problems(deal.problems, deal.number)
        yield from [each for each in problems if is_certain or each.code != "after_end"]
        is_certain = is_certain and not has_error(problems) and not findings.is_incomplete(at)
