"""Answers the sheet command: makes the paper that its options ask for."""

import json
from dataclasses import dataclass, fields
from typing import Any, Final

from scorekeeper.domain.names import quote_text
from scorekeeper.domain.scoring import with_options
from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.print.blank import blank_pad
from scorekeeper.print.club_asking import ClubQuestion, club_paper
from scorekeeper.print.context import SheetNotes
from scorekeeper.print.kinds import OF_CLUB, OF_GAME, OF_VARIANT, Kind, Paper
from scorekeeper.print.long import long_sheet
from scorekeeper.print.page import sheet_page
from scorekeeper.print.rules import rules_card
from scorekeeper.print.template import PrintedPaper
from scorekeeper.print.wrong_question import WrongPaperError
from scorekeeper.record.club import BOOK_BOUNDS
from scorekeeper.record.document import MAX_BYTES
from scorekeeper.record.places import Findings
from scorekeeper.record.plain import problem_lines
from scorekeeper.record.reading import read_file, read_options
from scorekeeper.record.writing import sheet_of

_OF_VARIANT_ONLY: Final = ("variant", "options", "players")
_USUAL_PLAYERS: Final = 4
_FILTERS: Final = {
    Kind.NIGHT: ("night",),
    Kind.STATEMENT: ("person", "since", "to"),
    Kind.STANDINGS: ("since", "to"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRequest(ClubQuestion):
    """The options of the sheet command as they were typed; None for one that was not given."""

    kind: str = Kind.SHEET
    paper: str = "a4"
    variant: str | None = None
    options: str | None = None
    players: int | None = None


def needs_source(request: PaperRequest) -> bool:
    """Tell whether the paper is made from a file; raises ``WrongPaperError`` for unknown kinds."""
    return _kind(request) not in OF_VARIANT


def make_paper(request: PaperRequest, raw: bytes) -> PrintedPaper:
    """Return the paper that is asked for; raises ``WrongPaperError`` with what is wrong.

    ``raw`` is the source, empty for a paper that needs none.
    """
    kind = _kind(request)
    paper = _paper(request, kind)
    _refuse_options(request, kind)
    if kind is Kind.TENT:
        raise WrongPaperError("A tent is printed from the page of its table, which has the address")
    if kind in OF_VARIANT:
        return _of_variant(request, kind, paper)
    if kind in OF_GAME:
        return _of_game(kind, paper, raw)
    return club_paper(kind, request, raw, paper)


def source_limit(request: PaperRequest) -> int:
    """Return the most bytes that a source may have."""
    return BOOK_BOUNDS.size if _kind(request) in OF_CLUB else MAX_BYTES


def _kind(request: PaperRequest) -> Kind:
    if request.kind not in list(Kind):
        raise WrongPaperError(f"--kind is one of {', '.join(Kind)}")
    return Kind(request.kind)


def _paper(request: PaperRequest, kind: Kind) -> Paper:
    found = next((each for each in kind.papers if each == request.paper), None)
    if found is None:
        raise WrongPaperError(f"--paper of {kind} is one of {', '.join(kind.papers)}")
    return found


def _refuse_options(request: PaperRequest, kind: Kind) -> None:
    """Raise ``WrongPaperError`` for an option that says nothing about the kind."""
    used = _OF_VARIANT_ONLY if kind in OF_VARIANT else _FILTERS.get(kind, ())
    for field in fields(request):
        is_given = field.name not in ("kind", "paper") and getattr(request, field.name) is not None
        if is_given and field.name not in used:
            option = "from" if field.name == "since" else field.name
            raise WrongPaperError(f"--{option} says nothing about the kind {kind}")


def _of_game(kind: Kind, paper: Paper, raw: bytes) -> PrintedPaper:
    reading = read_file(raw)
    if reading.record is None:
        raise WrongPaperError("\n".join(problem_lines(reading.problems, reading.players)))
    sheet = sheet_of(reading.record)
    if kind is Kind.LONG:
        return long_sheet(sheet, paper, SheetNotes())
    return sheet_page(sheet, paper)


def _of_variant(request: PaperRequest, kind: Kind, paper: Paper) -> PrintedPaper:
    if request.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        if request.variant is None:
            raise WrongPaperError(f"--variant is missing; there are {known}")
        raise WrongPaperError(f"{quote_text(request.variant)} is no variant; there are {known}")
    variant = VARIANTS[request.variant]
    options = _options(request.options, variant)
    least, most = variant.family.players(options)
    players = min(most, max(least, _USUAL_PLAYERS)) if request.players is None else request.players
    if not least <= players <= most:
        raise WrongPaperError(f"{variant.name} has {least} to {most} players")
    if kind is Kind.RULES:
        return rules_card(variant, options, paper)
    return blank_pad(variant, options, players, paper)


def _options(text: str | None, variant: Variant) -> Any:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        raise WrongPaperError('--options is a JSON object such as {"target": 1500}') from None
    findings = Findings()
    chosen = read_options(value, variant, findings)
    if findings.problems:
        raise WrongPaperError("\n".join(problem_lines(findings.problems, ())))
    return with_options(variant, chosen)
