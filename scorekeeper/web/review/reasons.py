"""The form that asks why: for an undo, a challenge, an early end; and what is told instead."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.posting import Stale
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.fields import Fault, Field, Values, option_path
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, make_entry_fields
from scorekeeper.web.review.history import NewsLine, tell


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonPage:
    """A form that asks why: an undo, a challenge, an early end; ``amounts`` are by player."""

    template: ClassVar = "review/reason.html"
    game: CurrentGame
    title: str
    lead: str
    button: str
    reason: Field
    entry_fields: EntryFields
    fields: tuple[Field, ...] = ()
    amounts: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = ()
    newer: tuple[NewsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticePage:
    """Why something was not done, in a sentence, and where to look next."""

    template: ClassVar = "review/notice.html"
    title: str
    text: str
    address: str
    button: str


def notify(title: str, text: str, address: str, *, button: str, status: int = 200) -> Response:
    """Answer with a sentence and the way back."""
    return show(NoticePage(title=title, text=text, address=address, button=button), status=status)


def make_reason_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    title: str,
    lead: str,
    button: str,
    fields: tuple[Field, ...] = (),
    amounts: tuple[tuple[str, str], ...] = (),
    stale: Stale | None = None,
) -> ReasonPage:
    """The form with what was typed, what is wrong with it, and what others did meanwhile."""
    faults = [
        Fault(field=option_path(problem.at) or "reason", text=problem.text) for problem in problems
    ]
    reason = Field(
        name="reason",
        kind="text",
        label="Why",
        value=values.get("reason", ""),
        problems=tuple([fault.text for fault in faults if fault.field == "reason"]),
    )
    return ReasonPage(
        game=game,
        title=title,
        lead=lead,
        button=button,
        reason=reason,
        entry_fields=make_entry_fields(game, values.get("entry_id")),
        fields=fields,
        amounts=amounts,
        faults=tuple(faults),
        newer=tell_newer(game, stale),
    )


def tell_newer(game: CurrentGame, stale: Stale | None) -> tuple[NewsLine, ...]:
    """What others did since the form was drawn."""
    return tell(game, stale.newer) if stale else ()
