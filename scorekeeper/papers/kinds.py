"""The papers that can be printed. A further one is a line here, its code and a template.

What a paper is made of says where it is offered: on the site, and by the sheet command.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

from scorekeeper.club.book.answer import WrongQuestionError, read_day, require
from scorekeeper.club.book.book import BOOK_BOUNDS, read_book_file
from scorekeeper.club.figures import (
    Choice,
    ClubFigures,
    NightFigures,
    Question,
    charges_in,
    high_scores_in,
    lines_of_person,
)
from scorekeeper.club.words import sources_in, write_statement_line
from scorekeeper.papers.club import (
    ChargeToPrint,
    NightToPrint,
    PersonToPrint,
    SeasonToPrint,
    Span,
    charge_paper,
    night_paper,
    standings_paper,
    statement_paper,
)
from scorekeeper.papers.paper import PrintedPaper, Size, is_large
from scorekeeper.papers.sheet import GameToPrint, long_paper, sheet_paper
from scorekeeper.papers.tournament import (
    MOST_ROWS,
    AwardsToPrint,
    CardsToPrint,
    WallToPrint,
    awards_paper,
    movement_paper,
    wall_paper,
)
from scorekeeper.papers.variant import VariantToPrint, blank_paper, rules_paper
from scorekeeper.record import (
    MAX_BYTES,
    Findings,
    problem_lines,
    read_file,
    read_options,
    sheet_of,
)
from scorekeeper.rules import Variant, quote_text, with_options, write_numbers
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament import answer  # noqa: F401 - it registers with the club
from scorekeeper.tournament.pool import OrganisedFigures, organised_figures
from scorekeeper.tournament.seasons import season_figures
from scorekeeper.wording import write_date

_LARGE: Final[tuple[Size, ...]] = ("a4", "letter")
_MOST_IN_LARGE: Final = 6
_LARGE_PRINT: Final[tuple[Size, ...]] = ("a4-large", "letter-large")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A kind of paper: the type of what it is made of, its sizes, the usual one first, its maker.

    ``title`` and ``about`` are the words where it is offered beside others.
    """

    kind: str
    of: type
    make: Callable[[Any, Size], PrintedPaper]
    sizes: tuple[Size, ...] = _LARGE
    title: str = ""
    about: str = ""


_ALL: Final = (
    Paper(
        kind="sheet",
        of=GameToPrint,
        make=sheet_paper,
        sizes=(*_LARGE, *_LARGE_PRINT),
        title="Score sheet",
        about="Deals, result and money, to sign.",
    ),
    Paper(
        kind="long",
        of=GameToPrint,
        make=long_paper,
        title="Every hand",
        about="All cards, each line explained.",
    ),
    Paper(
        kind="blank",
        of=VariantToPrint,
        make=blank_paper,
        sizes=(*_LARGE, "a5", *_LARGE_PRINT),
        title="Blank pad",
    ),
    Paper(
        kind="rules",
        of=VariantToPrint,
        make=rules_paper,
        sizes=(*_LARGE, "a5", *_LARGE_PRINT),
        title="Rules card",
        about="With your house rules.",
    ),
    Paper(kind="night", of=NightToPrint, make=night_paper),
    Paper(kind="statement", of=PersonToPrint, make=statement_paper),
    Paper(kind="charge", of=ChargeToPrint, make=charge_paper),
    Paper(kind="standings", of=SeasonToPrint, make=standings_paper),
    Paper(kind="movement", of=CardsToPrint, make=movement_paper),
    Paper(kind="wall", of=WallToPrint, make=wall_paper),
    Paper(kind="awards", of=AwardsToPrint, make=awards_paper),
)
PAPERS: Final = {paper.kind: paper for paper in _ALL}


def sizes_for(paper: Paper, source: object) -> tuple[Size, ...]:
    """Return the sizes of a paper of this source: large print has room for six players."""
    is_wide = isinstance(source, GameToPrint) and len(source.sheet.setup.players) > _MOST_IN_LARGE
    return tuple([size for size in paper.sizes if not (is_wide and is_large(size))])


def papers_of(source: type) -> tuple[Paper, ...]:
    """Return the papers that are made from values of a type."""
    return tuple([paper for paper in _ALL if paper.of is source])


# --- the sheet command, which makes the paper that its options ask for ----------------------------

_USUAL_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRequest:
    """The options of the sheet command as they were typed; None for one that was not given."""

    kind: str = "sheet"
    paper: str = "a4"
    variant: str | None = None
    options: str | None = None
    players: int | None = None
    night: str | None = None
    person: str | None = None
    season: str | None = None
    charge: str | None = None
    since: str | None = None
    to: str | None = None


def needs_source(request: PaperRequest) -> bool:
    """Tell whether a paper is made from a file; raises ``WrongQuestionError`` for another kind."""
    return _paper(request).of is not VariantToPrint


def source_limit(request: PaperRequest) -> int:
    """Return the most bytes that a source may have."""
    return MAX_BYTES if _paper(request).of is GameToPrint else BOOK_BOUNDS.size


def make_paper(request: PaperRequest, raw: bytes) -> PrintedPaper:
    """Return the paper that is asked for; raises ``WrongQuestionError`` with what is wrong.

    ``raw`` is the source, empty for a paper that needs none.
    """
    paper = _paper(request)
    kind = paper.kind
    size = next((size for size in paper.sizes if size == request.paper), None)
    if size is None:
        raise WrongQuestionError(f"--paper of {kind} is one of {', '.join(paper.sizes)}")
    source = _SOURCES[paper.of]
    for field in fields(request)[2:]:
        if getattr(request, field.name) is not None and field.name not in source.options:
            option = "from" if field.name == "since" else field.name
            raise WrongQuestionError(f"--{option} says nothing about the kind {kind}")
    found = source.read(request, raw)
    if size not in sizes_for(paper, found):
        raise WrongQuestionError("Large print of a sheet has room for six players")
    return paper.make(found, size)


def _paper(request: PaperRequest) -> Paper:
    if request.kind not in PAPERS:
        raise WrongQuestionError(f"--kind is one of {', '.join(PAPERS)}")
    return PAPERS[request.kind]


def _read_game(_: PaperRequest, raw: bytes) -> GameToPrint:
    reading = read_file(raw)
    problems = "\n".join(problem_lines(reading.problems, reading.players))
    return GameToPrint(sheet_of(require(reading.record, problems)))


# --- papers of a variant --------------------------------------------------------------------------


def _read_variant(request: PaperRequest, _: bytes) -> VariantToPrint:
    known = ", ".join(VARIANTS)
    key = require(request.variant, f"--variant is missing; there are {known}")
    variant = require(VARIANTS.get(key), f"{quote_text(key)} is no variant; there are {known}")
    options = _options(request.options, variant)
    numbers = variant.family.players(options)
    alone = [number for number in numbers if number not in variant.family.asks(options).paired]
    usual = _USUAL_PLAYERS if _USUAL_PLAYERS in alone else alone[0]
    players = usual if request.players is None else request.players
    if players not in numbers:
        raise WrongQuestionError(f"{variant.name} has {write_numbers(numbers)} players")
    return VariantToPrint(variant, options, players)


def _options(text: str | None, variant: Variant) -> Any:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        raise WrongQuestionError('--options is a JSON object such as {"target": 1500}') from None
    findings = Findings()
    chosen = read_options(value, variant, findings)
    if findings.problems:
        raise WrongQuestionError("\n".join(problem_lines(findings.problems, ())))
    return with_options(variant, chosen)


# --- papers of a club book ------------------------------------------------------------------------


def _figures(request: PaperRequest, raw: bytes) -> tuple[ClubFigures, dict[str, str], Span]:
    """Return the figures of a club book, the names of its people by id, and the days asked for."""
    span = Span(read_day("--from", request.since), read_day("--to", request.to))
    reading = read_book_file(raw)
    problems = "\n".join(problem_lines(reading.problems, (), document="book"))
    choice = Choice(since=span.since, until=span.until)
    figures = ClubFigures(require(reading.book, problems), Question(choice=choice))
    return figures, {person.id: person.name for person in figures.people.values()}, span


def _night(request: PaperRequest, figures: ClubFigures) -> NightFigures:
    asked = require(request.night, "--night is missing: the id of the night in the book")
    found = next((one_night for one_night in figures.nights if one_night.night.id == asked), None)
    return require(found, f"There is no night {quote_text(asked)}")


def _find_organised(request: PaperRequest, figures: ClubFigures) -> OrganisedFigures:
    night = _night(request, figures)
    why_not = f"The night {quote_text(night.night.id)} is not organised"
    return require(organised_figures(night), why_not)


def _read_night(request: PaperRequest, raw: bytes) -> NightToPrint:
    figures, names, _ = _figures(request, raw)
    return NightToPrint(figures.book.club, names, _night(request, figures))


def _read_cards(request: PaperRequest, raw: bytes) -> CardsToPrint:
    figures, names, _ = _figures(request, raw)
    organised, person = _find_organised(request, figures), request.person or ""
    if request.person is not None and person not in organised.organised.entered:
        raise WrongQuestionError(f"{quote_text(person)} is not among the people of this night")
    cards = CardsToPrint(figures.book.club, names, organised, person)
    if not person and cards.rows > MOST_ROWS:
        raise WrongQuestionError(
            "These are too many cards for one file; --person prints one of them"
        )
    return cards


def _read_wall(request: PaperRequest, raw: bytes) -> WallToPrint:
    figures, names, _ = _figures(request, raw)
    return WallToPrint(figures.book.club, names, _find_organised(request, figures))


def _read_awards(request: PaperRequest, raw: bytes) -> AwardsToPrint:
    figures, names, _ = _figures(request, raw)
    if (request.night is None) is (request.season is None):
        raise WrongQuestionError("Awards are those of a --night or of a --season")
    if request.season is None:
        return AwardsToPrint(figures.book.club, names, _find_organised(request, figures))
    seasons = {season.season.id: season for season in season_figures(figures)}
    why_not = f"There is no season {quote_text(request.season)}"
    season = require(seasons.get(request.season), why_not)
    days = Choice(since=season.season.since, until=season.season.to)
    best = high_scores_in(figures, days, most=-1)
    return AwardsToPrint(figures.book.club, names, season, best)


def _read_person(request: PaperRequest, raw: bytes) -> PersonToPrint:
    figures, names, span = _figures(request, raw)
    asked = require(request.person, "--person is missing: the id of the person in the book")
    book = figures.book
    meanings = {person.id: person.meant for person in book.people}
    meant = require(meanings.get(asked), f"There is no person {quote_text(asked)}")
    found = lines_of_person(figures.ledger, meant)
    sources = figures.once(sources_in)
    lines = {line: write_statement_line(line, names, sources) for line in found}
    return PersonToPrint(book.club, names[meant], lines, span)


def _read_charge(request: PaperRequest, raw: bytes) -> ChargeToPrint:
    figures, names, _ = _figures(request, raw)
    why_not = "--charge is missing: the id of its first adjustment in the book"
    asked = require(request.charge, why_not)
    charges = {charge.id: charge for charge in charges_in(figures)}
    found = require(charges.get(asked), f"There is no charge {quote_text(asked)}")
    day = max([entry.date for entry in figures.ledger])
    return ChargeToPrint(figures.book.club, names, found, day)


def _read_season(request: PaperRequest, raw: bytes) -> SeasonToPrint:
    figures, names, (since, until) = _figures(request, raw)
    season = "All games"
    if since and until:
        season = f"From {write_date(since)} to {write_date(until)}"
    elif since:
        season = f"From {write_date(since)}"
    elif until:
        season = f"To {write_date(until)}"
    return SeasonToPrint(
        club=figures.book.club,
        names=names,
        standings=figures.standings,
        high_scores=figures.high_scores,
        season=season,
        past=figures.book.past,
    )


class _Source(NamedTuple):
    """The words for a source of papers, how it is read, and the options that are about it."""

    words: str
    read: Callable[[PaperRequest, bytes], Any]
    options: tuple[str, ...] = ()


_BOOK: Final = "SOURCE is a club book"
_SOURCES: Final = {
    GameToPrint: _Source("SOURCE is a game record", _read_game),
    VariantToPrint: _Source(
        "--variant, and no SOURCE", _read_variant, ("variant", "options", "players")
    ),
    NightToPrint: _Source(_BOOK, _read_night, ("night",)),
    CardsToPrint: _Source(_BOOK, _read_cards, ("night", "person")),
    WallToPrint: _Source(_BOOK, _read_wall, ("night",)),
    AwardsToPrint: _Source(_BOOK, _read_awards, ("night", "season")),
    PersonToPrint: _Source(_BOOK, _read_person, ("person", "since", "to")),
    ChargeToPrint: _Source(_BOOK, _read_charge, ("charge",)),
    SeasonToPrint: _Source(_BOOK, _read_season, ("since", "to")),
}


def kinds_by_source() -> dict[str, list[str]]:
    """Return the kinds of paper that the command prints, by words for what each is made of."""
    kinds: dict[str, list[str]] = {}
    for kind, paper in PAPERS.items():
        kinds.setdefault(_SOURCES[paper.of].words, []).append(kind)
    return kinds
