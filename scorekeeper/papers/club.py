"""The papers of the club: of a night, of a person, and of the standings."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from scorekeeper.club.facts import Club, Past
from scorekeeper.club.figures import (
    HIGH_SCORE_TITLES,
    Charge,
    HighScore,
    HighScores,
    LedgerKind,
    NightFigures,
    RankedBy,
    Standing,
    StatementLine,
    Suggestion,
    of_people,
    sum_money,
)
from scorekeeper.club.words import name_games, write_party
from scorekeeper.papers.paper import (
    MM_A_PIXEL,
    SIZES,
    Box,
    Part,
    PrintedPaper,
    Size,
    club_heading,
    words_of,
)
from scorekeeper.rules.settlement import TILL, Score, round_half_away
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament.seasons import SeasonFigures
from scorekeeper.wording import write_night

# --- a night: its games, each person's money, who pays whom, and the proof ------------------------

_SHORT_WORD: Final = 20
_MANY_PAYMENTS: Final = 4
_SHORT_PAIR: Final = 36
"""Letters of two names that take no more than two lines of half the paper's width."""
_MARGINS_AGAIN: Final = 20.5 + 14.5
"""What is blank above and below a page that is not the first, in mm (paper.css)."""


class NightToPrint(NamedTuple):
    """What papers of a night are made of; ``names`` are those of the people by id.

    ``tells_before`` is false for visitors who may not see balances of other people.
    """

    club: Club
    names: Mapping[str, str]
    figures: NightFigures
    tells_before: bool = True


def night_paper(night: NightToPrint, size: Size) -> PrintedPaper:
    """Return all that is printed of a night."""
    club, names, figures, tells_before = night
    is_short = all(len(word) <= _SHORT_WORD for name in names.values() for word in words_of(name))
    name_of = partial(write_party, names=names)
    by_till = _payments_by_till(figures, name_of)
    return PrintedPaper(
        template="papers/night.html",
        heading=club_heading(write_night(figures.night.date), size, club.name),
        shape=f"club {size}{' short-words' * is_short}",
        club=club,
        names=names,
        games=name_games(figures.night.games),
        figures=figures,
        tells_before=tells_before,
        name_of=name_of,
        is_by_till=bool(by_till),
        payments=by_till or _payments_in_rows(figures, name_of),
        shown=_money_at_closing(figures),
        proof=_prove(figures),
        refit=partial(_keep_together, SIZES[size][1] - _MARGINS_AGAIN),
    )


def _payments_by_till(
    figures: NightFigures, name_of: Callable[[str], str]
) -> list[tuple[Suggestion | None, ...]]:
    """Return rows of a payment to the till and one from it, each by name.

    There are none unless there are both, alone.
    """
    found = sorted(
        figures.suggestions,
        key=lambda asked: (name_of(asked.payer) + name_of(asked.payee)).casefold(),
    )
    to_till = [payment for payment in found if payment.payee == TILL]
    from_till = [payment for payment in found if payment.payer == TILL]
    is_all = len(to_till) + len(from_till) == len(found)
    return list(zip_longest(to_till, from_till)) if is_all and to_till and from_till else []


def _payments_in_rows(
    figures: NightFigures, name_of: Callable[[str], str]
) -> list[tuple[Suggestion | None, ...]]:
    """Return rows of two payments, if they are many, and so short that two stand side by side."""
    found = figures.suggestions
    letters = [len(name_of(payment.payer) + name_of(payment.payee)) for payment in found]
    if len(found) < _MANY_PAYMENTS or max(letters) > _SHORT_PAIR:
        return [(payment,) for payment in found]
    return list(zip_longest(found[::2], found[1::2]))


def _keep_together(height: float, page: PrintedPaper, boxes: Sequence[Box]) -> PrintedPaper | None:
    """Return the paper with its payments on a page of their own if they were torn, and fit one."""
    heights = [box.height for box in boxes if box.part == "payments"]
    is_torn = len(heights) > 1 and sum(heights) <= height
    return page.replace(shape=f"{page.shape} kept") if is_torn else None


def _money_at_closing(figures: NightFigures) -> Part:
    """Return the columns before the correction, each by person: as they are if a night is open."""
    closed = figures.night.closed
    money = closed.seen if closed else figures.money
    return Part(
        games=sum_money(money.games.values()),
        fees=money.fees,
        entry=of_people(money.entry),
        prizes={person: -minor for person, minor in of_people(money.prize).items()},
    )


def _prove(figures: NightFigures) -> Part:
    """Return the sums of a night in minor units, which leave nothing over."""
    people = figures.people.values()
    won = sum([person.net for person in people if person.net > 0])
    lost = -sum([person.net for person in people if person.net < 0])
    entries = sum([person.entry for person in people])
    prizes = sum([person.prizes for person in people])
    left = won - lost + figures.fees + entries - prizes
    return Part(won=won, lost=lost, fees=figures.fees, entries=entries, prizes=prizes, left=left)


# --- the standings: a table that shows ties, and the high scores ----------------------------------

_AIR: Final = 4.0
"""What is blank above and below the text of a row, in CSS pixels; the least follows."""
_LEAST_AIR: Final = 1.0
_MARGINS: Final = 8.5 + 14.5
"""What is blank above and below the first page, in mm (paper.css)."""
_SPARE: Final = 1.0
"""What stays free on the page, in mm."""


class SeasonToPrint(NamedTuple):
    """What papers of a club's season are made of; ``season`` are words for the games that count.

    ``names`` are those of the people by id, ``past`` tables of seasons from before; ``figures`` are
    those of a season that the club has named.
    """

    club: Club
    names: Mapping[str, str]
    standings: Sequence[Standing]
    high_scores: Mapping[str, HighScores]
    season: str
    ranked_by: RankedBy = RankedBy.WINS
    past: Sequence[Past] = ()
    figures: SeasonFigures | None = None


def standings_paper(season: SeasonToPrint, size: Size) -> PrintedPaper:
    """Return the standings of a club: who shares a rank, and averages in whole points."""
    ranks = Counter([standing.rank for standing in season.standings])
    return PrintedPaper(
        template="papers/standings.html",
        refit=partial(_lower_rows, SIZES[size][1] - _MARGINS),
        air=_AIR,
        heading=club_heading("Standings", size, season.club.name, season.season),
        shape=f"club {size}",
        of=season,
        rows=[
            (standing, ranks[standing.rank] > 1, round_half_away(standing.average))
            for standing in season.standings
        ],
        variants=[VARIANTS[variant].short_name for variant in season.high_scores],
        high_scores=[
            (
                title,
                [_with_holders(scores.get(kind), season) for scores in season.high_scores.values()],
            )
            for kind, title in HIGH_SCORE_TITLES.items()
        ],
    )


def _lower_rows(height: float, page: PrintedPaper, boxes: Sequence[Box]) -> PrintedPaper | None:
    """Return the paper with rows so low that all is on one page; None if it is, or cannot be."""
    if boxes[-1].page == 0:
        return None
    over = boxes[0].top + sum([box.height for box in boxes]) + _SPARE - height
    of_season = page.of.figures.rows if page.of.figures else ()
    air = page.air - over / MM_A_PIXEL / 2 / len([*of_season, *page.rows, *page.high_scores])
    return page.replace(air=round(air, 2)) if air >= _LEAST_AIR else None


def _with_holders(score: HighScore | None, season: SeasonToPrint) -> tuple[Score, list[str]] | None:
    """Return the value of a high score and the names of all its holders, None if there is none."""
    if score is None:
        return None
    return score.value, list(dict.fromkeys([season.names[held.person] for held in score.held_by]))


# --- a charge: who has paid and who has not -------------------------------------------------------


class ChargeToPrint(NamedTuple):
    """What papers of a charge are made of; ``names`` are those of the people by id.

    ``day`` is the one up to which payments count.
    """

    club: Club
    names: Mapping[str, str]
    charge: Charge
    day: str


def charge_paper(charge: ChargeToPrint, size: Size) -> PrintedPaper:
    """Return a charge: those who have still to pay first, each by name."""
    club, names, found, day = charge
    by_name = sorted(found.amounts.items(), key=lambda charged: names[charged[0]].casefold())
    return PrintedPaper(
        template="papers/charge.html",
        heading=club_heading(found.reason, size, club.name),
        shape=f"club {size}",
        currency=club.currency,
        names=names,
        charge=found,
        rows=sorted(by_name, key=lambda charged: charged[0] not in found.open),
        day=day,
    )


# --- a statement: opening balance, each entry with its date, closing balance ----------------------


class Span(NamedTuple):
    """The first and last day of a statement, ISO dates; an empty text sets no limit."""

    since: str = ""
    until: str = ""

    def has(self, day: str) -> bool:
        """Tell whether a day is in the span."""
        return self.since <= day and (not self.until or day <= self.until)


class PersonToPrint(NamedTuple):
    """What papers of a person are made of; ``lines`` has the words of each line, in order."""

    club: Club
    name: str
    lines: Mapping[StatementLine, str]
    span: Span


def statement_paper(person: PersonToPrint, size: Size) -> PrintedPaper:
    """Return the statement of a person: balances before and after its lines, with their days."""
    club, name, words, span = person
    lines = list(words)
    shown = [line for line in lines if span.has(line.date) and line.kind is not LedgerKind.OPENING]
    opening = _balance_at_start(club, lines, span)
    return PrintedPaper(
        template="papers/statement.html",
        heading=club_heading("Statement", size, club.name, name),
        shape=f"club {size}",
        currency=club.currency,
        first=span.since or club.opened,
        opening=opening,
        lines=[(line, words[line]) for line in shown],
        last=span.until or (lines[-1].date if lines else ""),
        closing=shown[-1].balance if shown else opening,
    )


def _balance_at_start(club: Club, lines: Sequence[StatementLine], span: Span) -> int:
    """Return the balance before the first line of the span, an opening balance included."""
    start = 0
    for line in lines:
        is_opening = line.kind is LedgerKind.OPENING and span.has(club.opened)
        if is_opening or line.date < (span.since or club.opened):
            start = line.balance
    return start
