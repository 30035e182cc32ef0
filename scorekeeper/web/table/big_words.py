"""The sentences of the TV view: how the last deal ended, who deals, who leads, who challenges."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.web.core.phrases import (
    closed_words,
    contract_of_next,
    how_it_ended,
    next_deal_of,
    state_of,
    winners_of,
)
from scorekeeper.web.review.agreement_status import ShownChallenge, make_agreement_status
from scorekeeper.web.table.standing import meaning_of

_LONG: Final = 44
"""The most letters of a sentence for both to be set in the usual size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BigChallenge:
    """An open challenge of a deal or of the early end; ``more`` is how many others are open.

    ``whose`` is the player of the hand in question, and ``reason`` why; both may be empty.
    """

    who: str
    what: str
    whose: str
    reason: str
    at: str
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BigWords:
    """Two sentences, the first one in larger letters, or an open challenge in their place.

    ``is_long`` is true if both must be set smaller; ``state`` has the whole state in words.
    """

    first: str
    second: str
    is_long: bool
    challenge: BigChallenge | None
    state: str


def make_big_words(game: CurrentGame) -> BigWords:
    """Return the sentences of the TV view of a game."""
    first, second = _end_words(game) if game.sheet.final else _deal_words(game.sheet)
    return BigWords(
        first=first,
        second=second,
        is_long=max(len(first), len(second)) > _LONG,
        challenge=_challenge(game),
        state=state_of(game),
    )


def _end_words(game: CurrentGame) -> tuple[str, str]:
    sheet, state = game.sheet, state_of(game)
    if not sheet.over:
        after = state.removeprefix("Ended early")
        return closed_words(game).removesuffix(".") + after, ""
    return winners_of(sheet), state.removeprefix(winners_of(sheet)).strip()


def _deal_words(sheet: ScoreSheet) -> tuple[str, str]:
    if not sheet.rows:
        return next_deal_of(sheet), ""
    row = sheet.rows[-1]
    last = next((each for each in reversed(sheet.rows) if each.counts), None)
    return what_happened(sheet, row), meaning_of(sheet, last) if last else ""


def what_happened(sheet: ScoreSheet, row: SheetRow, *, is_guest: bool = False) -> str:
    """Return how a deal ended and who deals next: ``Dot went out and deals.``

    If the next dealer ``is_guest`` at a club, the sentence says so: ``Lou, a guest, deals.``
    """
    ended = how_it_ended(sheet, row)
    if sheet.next_dealer is None:
        return f"{ended}."
    name, wants = sheet.setup.players[sheet.next_dealer], contract_of_next(sheet)
    if row.by == sheet.next_dealer and not (row.outcome and row.outcome.how_ended):
        return f"{ended} and deals.{wants}"
    again = " again" if row.dealer == sheet.next_dealer else ""
    guest = ", a guest," if is_guest else ""
    return f"{ended}. {name}{guest} deals{again}.{wants}"


def _challenge(game: CurrentGame) -> BigChallenge | None:
    """Return the open challenge of the latest deal that has one; the early end comes first."""
    found: list[tuple[str, ShownChallenge]] = []
    sheet = game.sheet
    rows = [row for row in reversed(sheet.rows) if row.agreement.challenges]
    deals = [(f"deal {row.number}", row.seq) for row in rows]
    for what, seq in [("the early end", sheet.game.closed_by), *deals]:
        status = make_agreement_status(game, seq)
        found += [(what, each) for each in status.challenges] if status else []
    if not found:
        return None
    what, first = found[0]
    return BigChallenge(
        who=first.who,
        what=what,
        whose=first.whose,
        reason=first.reason,
        at=first.at,
        more=len(found) - 1,
    )
