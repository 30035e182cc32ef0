"""Makes the papers of a club from its book, for a night, a person or a season."""

from dataclasses import dataclass

from scorekeeper.domain.club.facts import ClubBook
from scorekeeper.domain.club.figures import ClubFigures, Question
from scorekeeper.domain.club.ledger import lines_of_person
from scorekeeper.domain.club.results import Choice
from scorekeeper.domain.names import quote_text
from scorekeeper.print.kinds import Kind, Paper
from scorekeeper.print.night import night_paper
from scorekeeper.print.standings import standings_paper
from scorekeeper.print.statement import Span, sources_of_book, statement
from scorekeeper.print.template import PrintedPaper
from scorekeeper.print.wrong_question import WrongPaperError
from scorekeeper.record.club.reading import read_book_file
from scorekeeper.record.places import Findings
from scorekeeper.record.plain import problem_lines
from scorekeeper.record.reading import read_date
from scorekeeper.wording import with_capital, write_date
from scorekeeper.wording.club_words import write_statement_line


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubQuestion:
    """The options about a club as they were typed; None for one that was not given."""

    night: str | None = None
    person: str | None = None
    since: str | None = None
    to: str | None = None


def club_paper(kind: Kind, question: ClubQuestion, raw: bytes, paper: Paper) -> PrintedPaper:
    """Return a paper of the club book in ``raw``; raises ``WrongPaperError``."""
    since, to = _day("--from", question.since), _day("--to", question.to)
    reading = read_book_file(raw)
    if reading.book is None:
        lines = problem_lines(reading.problems, (), document="book")
        raise WrongPaperError("\n".join(lines))
    choice = Choice(since=since, until=to)
    figures = ClubFigures(reading.book, Question(choice=choice))
    names = _names(figures)
    if kind is Kind.NIGHT:
        return _night(figures, names, question.night, paper)
    if kind is Kind.STATEMENT:
        return _statement(reading.book, figures, question, Span(since, to), paper=paper)
    return standings_paper(
        figures.book.club,
        names,
        figures.standings,
        figures.high_scores,
        season=_season_words(since, to),
        paper=paper,
    )


def _season_words(since: str, to: str) -> str:
    """Return the days of the games in standings: ``From 1 May 2026 to 30 June 2026``."""
    bounds = [f"{word} {write_date(day)}" for word, day in (("from", since), ("to", to)) if day]
    words = " ".join(bounds) or "all games"
    return with_capital(words)


def _night(
    figures: ClubFigures, names: dict[str, str], night: str | None, paper: Paper
) -> PrintedPaper:
    if night is None:
        raise WrongPaperError("--night is missing: the id of the night in the book")
    found = next((each for each in figures.nights if each.night.id == night), None)
    if found is None:
        raise WrongPaperError(f"There is no night {quote_text(night)}")
    return night_paper(figures.book.club, names, found, paper)


def _statement(
    book: ClubBook, figures: ClubFigures, question: ClubQuestion, span: Span, *, paper: Paper
) -> PrintedPaper:
    person = question.person
    if person is None:
        raise WrongPaperError("--person is missing: the id of the person in the book")
    meant = {each.id: each.meant for each in book.people}.get(person)
    if meant is None:
        raise WrongPaperError(f"There is no person {quote_text(person)}")
    lines = lines_of_person(figures.ledger, meant)
    names = _names(figures)
    sources = sources_of_book(figures.book)
    words = {line: write_statement_line(line, names, sources) for line in lines}
    return statement(figures.book.club, names[meant], words, span=span, paper=paper)


def _names(figures: ClubFigures) -> dict[str, str]:
    return {person.id: person.name for person in figures.people.values()}


def _day(option: str, value: str | None) -> str:
    findings = Findings()
    day = read_date(value, (), findings)
    if findings.problems:
        raise WrongPaperError(f"{option} is a date such as 2026-11-20")
    return day
