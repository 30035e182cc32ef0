"""The form that asks for a reason, and the notice shown if there is nothing to ask."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response

from scorekeeper.bookkeeping.game.posting import Stale
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.fields import (
    FOR_AN_ENTRY,
    Choices,
    Fault,
    Field,
    FieldProblems,
    Values,
    option_path,
    reason_fields,
)
from scorekeeper.web.core.page import Action, show
from scorekeeper.web.core.posting import EntryFields, make_entry_fields
from scorekeeper.web.review.history import NewsLine, news_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonPage:
    """The form that asks why somebody undoes, challenges, closes or reopens.

    ``ways`` are links to what may be done instead. ``amounts`` pairs each player with the points
    and money that closing the game would give.
    """

    template: ClassVar = "review/reason.html"
    game: CurrentGame
    title: str
    lead: str
    button: str
    reasons: tuple[Field, ...]
    entry_fields: EntryFields
    fields: tuple[Field, ...] = ()
    ways: tuple[Action, ...] = ()
    amounts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    faults: tuple[Fault, ...] = ()
    newer: tuple[NewsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticePage:
    """A page that says why something was not done, and leads to the next page."""

    template: ClassVar = "review/notice.html"
    title: str
    text: str
    address: str
    button: str


def show_notice(title: str, text: str, address: str, *, button: str, status: int = 200) -> Response:
    """Answer with a notice and a button to ``address``."""
    return show(NoticePage(title=title, text=text, address=address, button=button), status=status)


def make_reason_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    title: str,
    lead: str,
    button: str,
    choices: Choices = FOR_AN_ENTRY,
    fields: tuple[Field, ...] = (),
    ways: tuple[Action, ...] = (),
    amounts: tuple[tuple[str, tuple[str, ...]], ...] = (),
    stale: Stale | None = None,
) -> ReasonPage:
    """Return the form with its typed values, its problems, and newer entries of others."""
    faults = [
        Fault(field=option_path(problem.at) or "reason", text=problem.text) for problem in problems
    ]
    return ReasonPage(
        game=game,
        title=title,
        lead=lead,
        button=button,
        reasons=reason_fields(values, choices, FieldProblems(faults).of("reason")),
        entry_fields=make_entry_fields(game, values.get("entry_id")),
        fields=fields,
        ways=ways,
        amounts=amounts,
        faults=tuple(faults),
        newer=newer_lines(game, stale),
    )


def newer_lines(game: CurrentGame, stale: Stale | None) -> tuple[NewsLine, ...]:
    """Return the entries that others made since the form was drawn."""
    return news_lines(game, stale.newer) if stale else ()
