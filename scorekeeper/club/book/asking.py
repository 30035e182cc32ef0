"""Answers the club command: checks its options, reads the book and writes the figures."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from scorekeeper.club.book.answer import warnings_of, write_club_answer
from scorekeeper.club.book.book import BookReading, anonymise, read_book_file, write_document
from scorekeeper.club.book.plain import write_club_plain
from scorekeeper.club.book.tables import TableKind, write_csv, write_hledger
from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.figures.results import Choice, RankedBy
from scorekeeper.record.document import Findings, write_problems
from scorekeeper.record.reading import read_date
from scorekeeper.record.results import problem_lines
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.words import quote_text

FAILED: Final = 2
"""The exit status of a book with problems and of a wrong question."""
BOM: Final = "\ufeff"
_Choice = TypeVar("_Choice", bound=StrEnum)


class JournalKind(StrEnum):
    """A program that reads the ledger as a journal."""

    HLEDGER = "hledger"


class WrongQuestionError(Exception):
    """An error for a question that cannot be answered; its text says why in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRequest:
    """The options of the club command as they were typed; None for one that was not given."""

    as_json: bool = False
    table: str | None = None
    bom: bool = False
    ledger: str | None = None
    anonymised: str | None = None
    since: str | None = None
    to: str | None = None
    night: str | None = None
    variant: str | None = None
    members: bool = False
    by: str | None = None
    until: str | None = None

    def check(self) -> None:
        """Raise ``WrongQuestionError`` if the request contradicts itself."""
        forms = {
            "--json": self.as_json,
            "--csv": self.table is not None,
            "--ledger": self.ledger is not None,
            "--anonymise": self.anonymised is not None,
        }
        asked = [name for name, is_asked in forms.items() if is_asked]
        if len(asked) > 1:
            raise WrongQuestionError(f"Choose one of {' and '.join(asked)}")
        if self.bom and self.table is None:
            raise WrongQuestionError("--bom goes with --csv")
        if not self._shows_games():
            self._refuse(_GAME_FILTERS)
        if not self._shows_ledger():
            self._refuse(("until",))

    def _shows_games(self) -> bool:
        tables = (None, TableKind.GAMES, TableKind.DEALS, TableKind.STANDINGS)
        return self.ledger is None and self.anonymised is None and self.table in tables

    def _shows_ledger(self) -> bool:
        return self.anonymised is None and self.table in (
            None,
            TableKind.LEDGER,
            TableKind.BALANCES,
        )

    def _refuse(self, filters: tuple[str, ...]) -> None:
        for name in filters:
            if getattr(self, name) not in (None, False):
                option = f"--{'from' if name == 'since' else name}"
                raise WrongQuestionError(f"{option} says nothing about what is asked for")


_GAME_FILTERS: Final = ("since", "to", "night", "variant", "members", "by")


class ClubReply(NamedTuple):
    """The output of the command: its texts for standard output and error, and the exit status."""

    text: str
    error: str = ""
    status: int = 0


def answer_request(request: ClubRequest, raw: bytes) -> ClubReply:
    """Return the answer of the club command for the book in ``raw``; never raises."""
    try:
        table = _chosen("--csv", request.table, TableKind)
        _chosen("--ledger", request.ledger, JournalKind)
        request.check()
        question = _question(request)
        reading = read_book_file(raw)
        if reading.book is None:
            return _problems(reading, as_json=request.as_json)
        night = question.choice.night
        if night and night not in {each.id for each in reading.book.nights}:
            raise WrongQuestionError(f"There is no night {quote_text(night)}")
        return ClubReply(_answer(request, question, table, reading))
    except WrongQuestionError as error:
        return ClubReply("", error=str(error), status=FAILED)


def _problems(reading: BookReading, *, as_json: bool) -> ClubReply:
    if as_json:
        problems = {"problems": write_problems(reading.problems, ())}
        return ClubReply(write_document(problems), status=FAILED)
    lines = "\n".join(problem_lines(reading.problems, (), document="book"))
    return ClubReply("", error=lines, status=FAILED)


def _answer(
    request: ClubRequest, question: Question, table: TableKind | None, reading: BookReading
) -> str:
    if request.anonymised is not None:
        document = anonymise(reading, request.anonymised)
        if document is None:
            raise WrongQuestionError(f"There is no person {quote_text(request.anonymised)}")
        return write_document(document)
    if reading.book is None:
        raise ValueError("A book with problems has no figures")
    figures = ClubFigures(reading.book, question)
    if table is not None:
        return (BOM if request.bom else "") + write_csv(table, figures)
    if request.ledger is not None:
        return write_hledger(figures)
    warnings = [*reading.problems, *warnings_of(figures)]
    if request.as_json:
        return write_document(write_club_answer(figures, warnings))
    return write_club_plain(figures, warnings) + "\n"


# --- the question ---------------------------------------------------------------------------------


def _question(request: ClubRequest) -> Question:
    if request.variant is not None and request.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise WrongQuestionError(f"{quote_text(request.variant)} is no variant; there are {known}")
    return Question(
        choice=Choice(
            since=_day("--from", request.since),
            until=_day("--to", request.to),
            night=_given("--night", request.night),
            variant=request.variant or "",
            members_only=request.members,
        ),
        ranked_by=_chosen("--by", request.by, RankedBy) or RankedBy.WINS,
        until=_day("--until", request.until),
    )


def _given(option: str, value: str | None) -> str:
    if value == "":
        raise WrongQuestionError(f"{option} is empty")
    return value or ""


def _day(option: str, value: str | None) -> str:
    findings = Findings()
    day = read_date(value, (), findings)
    if findings.problems:
        raise WrongQuestionError(f"{option} is a date such as 2026-11-20")
    return day


def _chosen(option: str, value: str | None, choices: type[_Choice]) -> _Choice | None:
    known = [str(each) for each in choices]
    if value is not None and value not in known:
        raise WrongQuestionError(f"{option} is one of {', '.join(known)}")
    return None if value is None else choices(value)
