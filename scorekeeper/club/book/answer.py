"""Answers the club command: checks its options, reads the book, writes figures as JSON or text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import singledispatch
from typing import Final, NamedTuple, TypeVar

from scorekeeper.club.book.book import BookReading, anonymise, read_book_file, write_document
from scorekeeper.club.book.tables import JOURNALS, JournalKind, TableKind, write_csv
from scorekeeper.club.facts import SETTLE_WORDS, ClubGame, GameState, PartFigures
from scorekeeper.club.figures import (
    HIGH_SCORE_TITLES,
    Choice,
    ClubFigures,
    HeadToHead,
    HighScore,
    HighScoreKind,
    LedgerEntry,
    NightFigures,
    PersonAtNight,
    Question,
    RankedBy,
    Standing,
    account_of_pot,
    balance_of,
)
from scorekeeper.record import (
    Document,
    Findings,
    problem_lines,
    read_date,
    write_columns,
    write_number,
    write_problems,
    write_score,
)
from scorekeeper.rules import (
    TILL,
    Problem,
    Score,
    minor_digits,
    quote_text,
    warning,
    write_amount,
    write_balance,
    write_names,
    write_plural,
    write_winners,
)
from scorekeeper.rules.variants import VARIANTS

FAILED: Final = 2
"""The exit status of a book with problems and of a wrong question."""
BOM: Final = "\ufeff"
_Choice = TypeVar("_Choice", bound=StrEnum)
_Found = TypeVar("_Found")


class WrongQuestionError(Exception):
    """An error for a question or a paper that cannot be answered; its text says why in a line."""


def require(found: _Found | None, why_not: str) -> _Found:
    """Return what a question needs; raises ``WrongQuestionError`` if it is None."""
    if found is None:
        raise WrongQuestionError(why_not)
    return found


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
        is_book, table = self.anonymised is not None, self.table
        shows_games = not is_book and self.ledger is None and table in (None, *_OF_GAMES)
        shows_ledger = not is_book and table in (None, *_OF_LEDGER)
        for name in (
            *(() if shows_games else _GAME_FILTERS),
            *(() if shows_ledger else ("until",)),
        ):
            if getattr(self, name) not in (None, False):
                option = f"--{'from' if name == 'since' else name}"
                raise WrongQuestionError(f"{option} says nothing about what is asked for")


_OF_GAMES: Final = (TableKind.GAMES, TableKind.DEALS, TableKind.STANDINGS)
_OF_LEDGER: Final = (TableKind.LEDGER, TableKind.BALANCES)
_GAME_FILTERS: Final = ("since", "to", "night", "variant", "members", "by")


class ClubReply(NamedTuple):
    """The output of the command: its texts for standard output and error, and the exit status."""

    text: str
    error: str = ""
    status: int = 0


def answer_request(request: ClubRequest, raw: bytes) -> ClubReply:
    """Return the answer of the club command for the book in ``raw``; never raises."""
    try:
        table = _choose("--csv", request.table, TableKind)
        _choose("--ledger", request.ledger, JournalKind)
        request.check()
        question = _question(request)
        reading = read_book_file(raw)
        if reading.book is None:
            return _problems(reading, as_json=request.as_json)
        night = question.choice.night
        if night and night not in {night.id for night in reading.book.nights}:
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
        who = f"There is no person {quote_text(request.anonymised)}"
        return write_document(require(document, who))
    if reading.book is None:
        raise ValueError("A book with problems has no figures")
    figures = ClubFigures(reading.book, question)
    if table is not None:
        return (BOM if request.bom else "") + write_csv(table, figures)
    if request.ledger is not None:
        return JOURNALS[request.ledger](figures)
    warnings = [*reading.problems, *warnings_of(figures)]
    if request.as_json:
        return write_document(AnswerWriter(figures).write(warnings))
    return write_club_plain(figures, warnings) + "\n"


# --- the question ---------------------------------------------------------------------------------


def _question(request: ClubRequest) -> Question:
    if request.variant is not None and request.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise WrongQuestionError(f"{quote_text(request.variant)} is no variant; there are {known}")
    return Question(
        choice=Choice(
            since=read_day("--from", request.since),
            until=read_day("--to", request.to),
            night=_require_value("--night", request.night),
            variant=request.variant or "",
            members_only=request.members,
        ),
        ranked_by=_choose("--by", request.by, RankedBy) or RankedBy.WINS,
        until=read_day("--until", request.until),
    )


def _require_value(option: str, value: str | None) -> str:
    if value == "":
        raise WrongQuestionError(f"{option} is empty")
    return value or ""


def read_day(option: str, value: str | None) -> str:
    """Return the day of an option of a command; raises ``WrongQuestionError`` if it is none."""
    findings = Findings()
    day = read_date(value, (), findings)
    if findings.problems:
        raise WrongQuestionError(f"{option} is a date such as 2026-11-20")
    return day


def _choose(option: str, value: str | None, choices: type[_Choice]) -> _Choice | None:
    known = [str(choice) for choice in choices]
    if value is not None and value not in known:
        raise WrongQuestionError(f"{option} is one of {', '.join(known)}")
    return None if value is None else choices(value)


# --- as JSON, for programs that call the command line ---------------------------------------------


def warnings_of(figures: ClubFigures) -> list[Problem]:
    """Return a warning for each night that was corrected or has payments outside its plan."""
    found = []
    for place, night in enumerate(figures.nights):
        at = ("nights", place)
        if night.organised and night.organised.is_short:
            text = "The pool does not pay all prizes in full"
            found.append(warning((*at, "organised"), "pool_short", text))
        if night.is_corrected:
            text = "Figures of this night changed after it was closed"
            found.append(warning(at, "corrected_after_closing", text))
        if night.outside:
            text = "Payments of this night are not among those that were asked for"
            found.append(warning(at, "outside_plan", text))
    return found


@singledispatch
def write_part(part: object, writer: "AnswerWriter") -> Document:
    """Return the answer about a part of the club, or about the figures of a part of a night.

    The module that adds a kind of part registers what writes it.
    """
    raise TypeError(part)


class AnswerWriter:
    """Writes the parts of the answer; amounts are decimal strings in the club's currency."""

    def __init__(self, figures: ClubFigures) -> None:
        self.figures = figures
        self.currency = figures.book.club.currency

    def write(self, warnings: list[Problem]) -> Document:
        """Return all figures as ``scorekeeper club --json`` prints them."""
        figures, club = self.figures, self.figures.book.club
        digits = minor_digits(club.currency)
        sums, seasons = figures.sums, figures.book.seasons
        return {
            "club": {"name": club.name, "currency": club.currency, "digits": digits},
            "nights": [self._night(night) for night in figures.nights],
            "ledger": [self._entry(seq, entry) for seq, entry in enumerate(figures.ledger, 1)],
            "balances": {
                "people": {
                    person: self.money(balance_of(person, sums)) for person in figures.people
                },
                "till": self.money(balance_of(TILL, sums)),
                **self._pots(),
            },
            "trial_balance": {
                "accounts": self.moneys(sums),
                "sum": self.money(sum(sums.values())),
            },
            "standings": [self._standing(standing) for standing in figures.standings],
            "head_to_head": [self._pair(pair) for pair in figures.head_to_head],
            "high_scores": {
                variant: {str(kind): _high_score(scores.get(kind)) for kind in HighScoreKind}
                for variant, scores in figures.high_scores.items()
            },
            **({"seasons": [write_part(season, self) for season in seasons]} if seasons else {}),
            "warnings": write_problems(warnings, ()),
        }

    def _pots(self) -> Document:
        """Return what each pot holds, if there are any."""
        pots, sums = self.figures.book.club.pots, self.figures.sums
        held = {pot.id: self.money(-sums[account_of_pot(pot.id)]) for pot in pots}
        return {"pots": held} if held else {}

    def money(self, minor: int) -> str:
        """Return an amount."""
        return write_amount(minor, self.currency)

    def moneys(self, money: Mapping[str, int]) -> Document:
        """Return amounts by name."""
        return {name: self.money(minor) for name, minor in money.items()}

    def _night(self, figures: NightFigures) -> Document:
        night = figures.night
        return {
            "id": night.id,
            "date": night.date,
            "closed": night.closed is not None,
            "settle": str(night.settle),
            "fees": self.money(figures.fees),
            "settled": figures.is_settled,
            "games": [self._game(game) for game in night.games],
            "people": {
                person: self._person(sums, figures.organised)
                for person, sums in figures.people.items()
            },
            "suggestions": [
                {
                    "from": suggestion.payer,
                    "to": suggestion.payee,
                    "amount": self.money(suggestion.minor),
                    "paid": self.money(suggestion.paid),
                    "open": self.money(suggestion.open),
                }
                for suggestion in figures.suggestions
            ],
            "outside": [
                {"from": payer, "to": payee, "amount": self.money(minor)}
                for (payer, payee), minor in figures.outside.items()
            ],
            **({"organised": write_part(figures.organised, self)} if figures.organised else {}),
        }

    def _game(self, game: ClubGame) -> Document:
        results, money = game.results, game.money
        return {
            "id": game.id,
            "table": game.table or None,
            "variant": game.played.variant,
            "state": str(game.state),
            "winners": [game.people[seat] for seat in game.winners],
            "results": None
            if results is None
            else {
                person: write_score(result)
                for person, result in zip(game.people, results, strict=True)
            },
            "money": None if money is None else self.moneys(money),
        }

    def _person(self, person: PersonAtNight, organised: PartFigures | None) -> Document:
        closed_net = person.closed_net
        entered = {"entry": person.entry, "prizes": person.prizes} if organised else {}
        return {
            "games": self.money(person.games),
            "fee": self.money(person.fee),
            **self.moneys(entered),
            "net": self.money(person.net),
            "closed_net": None if closed_net is None else self.money(closed_net),
            "correction": self.money(person.correction),
            "paid": self.money(person.paid),
            "received": self.money(person.received),
            "left": self.money(person.left),
        }

    def _entry(self, seq: int, entry: LedgerEntry) -> Document:
        return {
            "seq": seq,
            "date": entry.date,
            "kind": str(entry.kind),
            "ref": entry.ref,
            "night": entry.night,
            "postings": self.moneys(entry.postings),
        }

    def _standing(self, standing: Standing) -> Document:
        figures = {
            name: None if figure is None else write_score(figure)
            for name, figure in standing.figures().items()
        }
        return {
            "rank": standing.rank,
            "person": standing.person,
            **figures,
            "money": self.money(standing.money),
        }

    def _pair(self, pair: HeadToHead) -> Document:
        return {
            "a": pair.first,
            "b": pair.second,
            "games": pair.games,
            "a_ahead": pair.first_ahead,
            "b_ahead": pair.second_ahead,
            "money": self.money(pair.money),
        }


def _high_score(score: HighScore | None) -> Document | None:
    if score is None:
        return None
    return {
        "value": write_score(score.value),
        "held_by": [{"person": holder.person, "game": holder.game} for holder in score.held_by],
    }


# --- as text for people ---------------------------------------------------------------------------


GAP: Final = "  "


def write_club_plain(figures: ClubFigures, warnings: Sequence[Problem]) -> str:
    """Return nights, balances, standings and high scores as text."""
    writer = PlainWriter(figures)
    blocks = [
        [writer.title],
        *[[*writer.night(night)] for night in figures.nights],
        [*writer.balances()],
        [*writer.standings()],
        [*writer.high_scores()],
        *[[*write_part_plain(part, writer)] for part in figures.book.seasons],
        problem_lines(warnings, ()),
    ]
    return "\n\n".join(["\n".join(block) for block in blocks if block])


@singledispatch
def write_part_plain(part: object, writer: "PlainWriter") -> Iterator[str]:
    """Yield lines about a part of the club, or about the figures of a part of a night.

    The module that adds a kind of part registers what writes it.
    """
    raise TypeError(part)


class PlainWriter:
    """Writes the parts of the text; amounts are in the club's currency."""

    def __init__(self, figures: ClubFigures) -> None:
        self.figures = figures
        self.currency = figures.book.club.currency

    @property
    def title(self) -> str:
        """The name of the club and its currency."""
        return f"{self.figures.book.club.name}, money in {self.currency}"

    def money(self, minor: int) -> str:
        """Return an amount."""
        return write_balance(minor, self.currency)

    def name(self, party: str) -> str:
        """Return the name of a person or of the till."""
        return "the till" if party == TILL else self.figures.people[party].name

    def night(self, figures: NightFigures) -> Iterator[str]:
        """Yield a night: its games, each person's money, who pays whom."""
        night = figures.night
        state = f"closed on {night.closed.on}" if night.closed else "open"
        texts = [f"Night {night.id}, {night.date}", night.place, state, SETTLE_WORDS[figures.way]]
        yield ", ".join([text for text in texts if text])
        for game in night.games:
            yield f"{GAP}{self._game(game)}"
        yield from [GAP + line for line in write_columns(self._people(figures))]
        if figures.organised:
            yield from [GAP + line for line in write_part_plain(figures.organised, self)]
        before = night.closed.before if night.closed else {}
        for person, minor in before.items():
            yield f"{GAP}From before: {self.name(person)} {self.money(minor)}"
        for suggestion in figures.suggestions:
            paid = f", {self.money(suggestion.paid)} of it paid" if suggestion.paid else ""
            ends = f"{self.name(suggestion.payer)} pays {self.name(suggestion.payee)}"
            how = paid if suggestion.open else ", paid"
            yield f"{GAP}{ends} {self.money(suggestion.minor)}{how}"
        for (payer, payee), minor in figures.outside.items():
            ends = f"{self.name(payer)} paid {self.name(payee)}"
            yield f"{GAP}Outside this list: {ends} {self.money(minor)}"
        if figures.is_settled:
            yield f"{GAP}All is settled."

    def _game(self, game: ClubGame) -> str:
        table = f", table {game.table}" if game.table else ""
        title = f"Game {game.id}{table}, {VARIANTS[game.played.variant].name}"
        if game.results is None:
            return f"{title}: {game.state}"
        told = [
            f"{self.name(person)} {write_number(result)}"
            for person, result in zip(game.people, game.results, strict=True)
        ]
        ended = "ended early"
        if game.state is GameState.OVER:
            ended = write_winners([self.name(game.people[seat]) for seat in game.winners])
        return f"{title}: {', '.join(told)}; {ended}"

    def _people(self, night: NightFigures) -> list[list[str]]:
        """Return the money of each person at a night, below a head; no rows without people."""
        rows: list[list[str]] = []
        for person, sums in night.people.items():
            entered = {"entry": sums.entry, "prizes": sums.prizes} if night.organised else {}
            figures = {
                "games": sums.games,
                "fee": sums.fee,
                **entered,
                "net": sums.net,
                "corrected by": sums.correction,
                "paid": sums.paid,
                "received": sums.received,
                "left": sums.left,
            }
            rows = rows or [["", *figures]]
            rows.append([self.name(person), *[self.money(minor) for minor in figures.values()]])
        return rows

    def balances(self) -> Iterator[str]:
        """Yield the balance of each person, of the till and of each pot."""
        sums = self.figures.sums
        yield "Balances"
        rows = [
            [self.name(party), self.money(balance_of(party, sums))]
            for party in (*self.figures.people, TILL)
        ]
        rows += [
            [pot.name, self.money(-sums[account_of_pot(pot.id)])]
            for pot in self.figures.book.club.pots
        ]
        yield from [GAP + line for line in write_columns(rows)]

    def standings(self) -> Iterator[str]:
        """Yield the standings, if there are any."""
        if not self.figures.standings:
            return
        yield f"Standings by {self.figures.question.ranked_by}"
        rows = [["", "", "games", "wins", "points", "average", "money"]]
        for standing in self.figures.standings:
            scores: list[Score] = [standing.games, standing.wins, standing.points, standing.average]
            row = [f"{standing.rank}.", self.name(standing.person)]
            row += [write_number(score) for score in scores]
            rows.append([*row, self.money(standing.money)])
        yield from [GAP + line for line in write_columns(rows, left=(1,))]

    def high_scores(self) -> Iterator[str]:
        """Yield the high scores of each variant, with their holders."""
        for variant, scores in self.figures.high_scores.items():
            yield f"High scores, {VARIANTS[variant].name}"
            for kind, title in HIGH_SCORE_TITLES.items():
                if kind in scores:
                    yield f"{GAP}{title}: {self._write_holders(kind, scores[kind])}"

    def _write_holders(self, kind: HighScoreKind, score: HighScore) -> str:
        held = [f"{self.name(holder.person)} ({holder.game})" for holder in score.held_by]
        is_count = kind is HighScoreKind.FASTEST
        value = write_plural(int(score.value), "deal") if is_count else write_number(score.value)
        return f"{value}, {write_names(held)}"
