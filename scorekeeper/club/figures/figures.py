"""All figures of a club, each computed when it is asked for, night by night.

What follows from a night is kept while the night stays the same object, so that after a change
only what it touched is computed again.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar, cast

from scorekeeper.club.facts import ClubBook, ClubPayment, Night, Person
from scorekeeper.club.figures.ledger import (
    LedgerEntry,
    StatementLine,
    accounts_of_book,
    adjustment_entry,
    balance_of,
    correction_entries,
    lines_of_person,
    night_entries,
    opening_entry,
    payment_entry,
    put_in_order,
    sums_by_account,
)
from scorekeeper.club.figures.nights import NightFigures, account_of, add_up, figures_of_nights
from scorekeeper.club.figures.results import (
    Choice,
    ChosenGame,
    HeadToHead,
    HighScore,
    HighScores,
    PastGame,
    RankedBy,
    Standing,
    Sums,
    best_of,
    choose_games,
    heads_to_head,
    high_scores_of,
    place_of,
    results_of,
    standings_of,
    sum_pairs,
    sum_results,
)
from scorekeeper.club.figures.spellings import join_spellings
from scorekeeper.rules import Score, Seat
from scorekeeper.rules.variants import VARIANTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a club: which games count, the order of standings, the last day.

    ``until`` is the last day of the ledger, empty for all of it. ``as_book`` asks for the order of
    the ledger that a club book gives, which does not tell when in a day anything was entered.
    """

    choice: Choice = field(default_factory=Choice)
    ranked_by: RankedBy = RankedBy.WINS
    until: str = ""
    as_book: bool = False


_Fact = TypeVar("_Fact")
_Value = TypeVar("_Value")
_MOST_ASKED: Final = 32
"""How many questions are kept with their figures."""
_MOST_KEPT: Final = 20
"""How many things that games of nights give are kept, of any choice: five of each choice."""


class ClubFigures:
    """The figures of a club; ``book`` is its book with all spellings of a person joined.

    ``earlier`` are figures of an earlier book: what follows from facts that are still the same
    objects is taken over.
    """

    def __init__(
        self, book: ClubBook, question: Question, earlier: "ClubFigures | None" = None
    ) -> None:
        self.book = join_spellings(book)
        self.question = question
        self._asked: dict[Question, ClubFigures] = {}
        self._lines: dict[str, list[StatementLine]] = {}
        self._heads: dict[str, list[HeadToHead]] = {}
        self._once: dict[Callable[[ClubFigures], Any], Any] = {}
        self._kept: dict[Hashable, dict[int, tuple[Any, Any]]] = {}
        if earlier is not None and _are_alike(earlier.book.people, self.book.people):
            self._kept = earlier._kept

    def ask(self, question: Question) -> "ClubFigures":
        """Return the figures of the same book for another question."""
        if question == self.question:
            return self
        if question not in self._asked:
            if len(self._asked) >= _MOST_ASKED:
                self._asked.clear()
            self._asked[question] = ClubFigures(self.book, question, self)
        return self._asked[question]

    def _compute_each(
        self, what: Hashable, facts: Iterable[_Fact], compute: Callable[[_Fact], _Value]
    ) -> list[_Value]:
        """Return what is computed from each fact, computing only those that are new.

        What is computed depends only on the fact, on ``what`` it is, and on the people.
        """
        before = self._kept.pop(what, {})
        now = {}
        for fact in facts:
            # The fact is kept with it, so that no other object can have its id.
            now[id(fact)] = before.get(id(fact)) or (fact, compute(fact))
        self._kept[what] = now
        of_games = [kept for kept in [*self._kept] if isinstance(kept, tuple)]
        for oldest in of_games[:-_MOST_KEPT]:
            self._kept.pop(oldest, None)
        return [value for _, value in now.values()]

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """The people by id, in the order of the club."""
        return {person.id: person for person in self.book.people}

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The place of each person in the order of the club."""
        return {person: rank for rank, person in enumerate(self.people)}

    @cached_property
    def nights(self) -> tuple[NightFigures, ...]:
        """The figures of each night."""
        earlier = {
            figures.night.id: figures for figures, _ in self._kept.get("nights", {}).values()
        }
        nights = figures_of_nights(self.book, earlier)
        self._compute_each("nights", nights, lambda figures: figures)
        return nights

    @cached_property
    def ledger(self) -> list[LedgerEntry]:
        """The entries of the ledger up to the last day that is asked for."""
        book, until = self.book, self.question.until
        ranks = {account: rank for rank, account in enumerate(accounts_of_book(book))}
        made = {
            payment.id: payment for payment in book.payments if isinstance(payment, ClubPayment)
        }
        parts = [
            put_in_order([opening_entry(book.club, book.people, book.club.pots)], ranks),
            *self._compute_each(
                "entries", self.nights, lambda of: put_in_order(night_entries(of), ranks)
            ),
            *self._compute_each(
                "corrections", self.nights, lambda of: put_in_order(correction_entries(of), ranks)
            ),
            *self._compute_each(
                "payments",
                book.payments,
                lambda paid: put_in_order([payment_entry(paid, made)], ranks),
            ),
            *self._compute_each(
                "adjustments",
                book.adjustments,
                lambda of: put_in_order([adjustment_entry(of)], ranks),
            ),
        ]
        # The sort is stable: what has no time stays as it stands above, before what has.
        order = attrgetter("date") if self.question.as_book else attrgetter("date", "at")
        entries = sorted(chain.from_iterable(parts), key=order)
        return [entry for entry in entries if not until or entry.date <= until]

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """The places in the ledger, from 0, of the entries that touch an account."""
        found: dict[str, list[int]] = {}
        for place, entry in enumerate(self.ledger):
            for account in entry.postings:
                found.setdefault(account, []).append(place)
        return found

    def lines_of(self, person: str) -> list[StatementLine]:
        """Return the lines of a person in the order of the ledger."""
        if person not in self._lines:
            places = self.places.get(account_of(person), ())
            self._lines[person] = lines_of_person([self.ledger[place] for place in places], person)
        return self._lines[person]

    @cached_property
    def sums(self) -> dict[str, int]:
        """The trial balance in minor units by account."""
        return sums_by_account(self.book, self.ledger)

    def once(self, compute: Callable[["ClubFigures"], _Value]) -> _Value:
        """Return what is computed from these figures, computing it only once."""
        if compute not in self._once:
            self._once[compute] = compute(self)
        return cast("_Value", self._once[compute])

    def _compute_by_night(
        self, what: str, compute: Callable[[tuple[ChosenGame, ...]], _Value]
    ) -> list[tuple[Night, _Value]]:
        """Return each night that is asked for with what is computed from its games."""
        choice = self.question.choice
        kind = choice.variant, choice.members_only
        games = self._compute_each(
            ("games", *kind),
            self.book.nights,
            lambda night: (night, tuple(choose_games(night, choice, self.people))),
        )
        found = self._compute_each((what, *kind), games, lambda of: (of[0], compute(of[1])))
        return [pair for pair in found if choice.has(pair[0])]

    @cached_property
    def games(self) -> list[ChosenGame]:
        """The games that are asked for."""
        return [chosen for _, games in self._compute_by_night("all", tuple) for chosen in games]

    @cached_property
    def counted(self) -> list[ChosenGame]:
        """Those of them that count."""
        return [chosen for chosen in self.games if chosen.game.counts]

    @cached_property
    def counted_by_person(self) -> Mapping[str, Sequence[ChosenGame]]:
        """Those that count for each person who has any."""
        found: dict[str, list[ChosenGame]] = {}
        for chosen in self.counted:
            for seat in chosen.seats:
                found.setdefault(chosen.game.people[seat], []).append(chosen)
        return found

    @cached_property
    def sums_by_night(self) -> list[tuple[Night, Sums]]:
        """The sums of these games of each night, by person."""
        return self._compute_by_night("sums", sum_results)

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings of these games."""
        sums = [sums for _, sums in self.sums_by_night]
        return standings_of(sums, self.ranks, self.question.ranked_by)

    @cached_property
    def head_to_head(self) -> list[HeadToHead]:
        """The pairs of people in these games."""
        return heads_to_head([pair for _, pairs in self._pairs for pair in pairs], self.ranks)

    def heads_of(self, person: str) -> list[HeadToHead]:
        """Return a person's results against everybody with whom they played in these games."""
        if person not in self._heads:
            pairs = [pair for _, pairs in self._pairs for pair in pairs]
            theirs = [pair for pair in pairs if person in (pair.first, pair.second)]
            self._heads[person] = heads_to_head(theirs, self.ranks)
        return self._heads[person]

    @cached_property
    def _pairs(self) -> list[tuple[Night, Sequence[HeadToHead]]]:
        return self._compute_by_night("pairs", lambda games: sum_pairs(games, self.ranks))

    @cached_property
    def high_scores(self) -> dict[str, HighScores]:
        """The high scores of these games by variant."""
        scores = self._compute_by_night("scores", lambda games: best_of(games, self.ranks))
        return high_scores_of([best for _, best in scores])


def _are_alike(before: Sequence[Person], now: Sequence[Person]) -> bool:
    """Tell whether all that figures of nights depend on is the same for those in both lists.

    That is the order of people, and when each was a member.
    """
    both = {person.id for person in before} & {person.id for person in now}
    was, are = [
        [(person.id, person.joined, person.left) for person in people if person.id in both]
        for people in (before, now)
    ]
    return was == are


# --- standings, head to head, high scores and a person's results, as pages ask for them -----------


MOST_HOLDERS: Final = 5
"""How many holders of a high score are named."""
RESULTS_A_PAGE: Final = 50
MOST_NIGHTS: Final = 20
"""How many nights the courses of the standings have, from the last one back."""


def standings_in(
    club: ClubFigures, choice: Choice, ranked_by: RankedBy
) -> tuple[list[Standing], int]:
    """Return the standings of the games of a choice, and how many games there are."""
    figures = club.ask(Question(choice=choice, ranked_by=ranked_by))
    return figures.standings, len(figures.counted)


def telling_order(figures: ClubFigures, choice: Choice) -> RankedBy:
    """Return the order by wins, but by points where nobody has one: the bell ends their games."""
    found, _ = standings_in(figures, choice, RankedBy.WINS)
    return RankedBy.WINS if not found or found[0].wins else RankedBy.POINTS


def courses_in(club: ClubFigures, choice: Choice, *, of_money: bool) -> dict[str, list[Score]]:
    """Return each person's sum from night to night over the last nights of a choice, from 0 on.

    All are over the same nights: sums of money in minor units, or of points.
    """
    return club.ask(Question(choice=choice)).once(_courses)[of_money]


def _courses(figures: ClubFigures) -> tuple[dict[str, list[Score]], ...]:
    """Return the courses of points, and those of money."""
    return tuple([_courses_of(figures, of_money=of_money) for of_money in (False, True)])


def _courses_of(figures: ClubFigures, *, of_money: bool) -> dict[str, list[Score]]:
    until = figures.question.choice.until or "9999"
    dates = [one_night.night.date for one_night in figures.nights if one_night.night.date <= until]
    first = dates[-MOST_NIGHTS] if len(dates) >= MOST_NIGHTS else ""
    won: dict[str, dict[str, Score]] = {}
    for night, sums in figures.sums_by_night:
        for standing in sums.values() if night.date >= first else ():
            theirs = won.setdefault(standing.person, {})
            minor_or_points = standing.money if of_money else standing.points
            theirs[night.date] = theirs.get(night.date, 0) + minor_or_points
    days = sorted({day for theirs in won.values() for day in theirs})
    return {
        person: list(accumulate([theirs.get(day, 0) for day in days], initial=0))
        for person, theirs in won.items()
    }


def high_scores_in(
    club: ClubFigures, choice: Choice, *, most: int = MOST_HOLDERS
) -> dict[str, HighScores]:
    """Return the high scores of a choice by variant, in the order in which all pages list variants.

    At most ``most`` people are named who hold one, all of them if it is below 0.
    """
    found = club.ask(Question(choice=choice)).high_scores
    return {
        variant: {
            kind: score if most < 0 else _name_some(score, most)
            for kind, score in found[variant].items()
        }
        for variant in VARIANTS
        if found.get(variant)
    }


def _name_some(score: HighScore, most: int) -> HighScore:
    """Return a high score with its first people, who may hold it in several games."""
    people = list(dict.fromkeys([holder.person for holder in score.held_by]))
    named = [holder for holder in score.held_by if holder.person in people[:most]]
    return replace(score, held_by=named, more=len(people[most:]))


def results_of_person(
    club: ClubFigures,
    person: str,
    choice: Choice | None = None,
    *,
    page: int = 1,
    most: int | None = RESULTS_A_PAGE,
) -> tuple[list[PastGame], int]:
    """Return a page of a person's results, the newest first, and how many there are in all.

    The page has all of them if ``most`` is None.
    """
    theirs = club.ask(Question(choice=choice or Choice())).counted_by_person.get(person, ())[::-1]
    skip = (page - 1) * (most or 0)
    here = theirs[skip : None if most is None else skip + most]
    return [_past_game(chosen, person) for chosen in here], len(theirs)


def _past_game(chosen: ChosenGame, person: str) -> PastGame:
    game = chosen.game
    seat = Seat(game.people.index(person))
    (own,) = results_of(chosen._replace(seats=(seat,)))
    return PastGame(chosen.night, game, own, place_of(game, seat))


def first_day(club: ClubFigures) -> str:
    """Return the day of the first game that counts; empty without one."""
    games = club.ask(Question()).counted
    return games[0].night.date if games else ""


def sum_by_night(steps: Iterable[tuple[str, Score]]) -> list[tuple[str, Score]]:
    """Return the dates of nights, each with the sum after it, from steps in their order."""
    nights = add_up(steps)
    return list(zip(nights, accumulate(nights.values()), strict=True))


# --- attendance: who came to which night ----------------------------------------------------------


class Attendance(NamedTuple):
    """The nights that somebody came to, in their order, and who came to each, by id of the night.

    ``counts`` has how many of them each person came to, the most first.
    """

    nights: tuple[Night, ...]
    came: Mapping[str, frozenset[str]]
    counts: Mapping[str, int]


def attendance_in(figures: ClubFigures, choice: Choice) -> Attendance:
    """Return who came to the nights that are chosen.

    Whoever sat in a game with a deal came, and whoever entered the rounds of the night.
    """
    chosen = [night for night in figures.book.nights if choice.has(night)]
    came = {night.id: people for night in chosen if (people := _people_at(night))}
    rank = {person: place for place, person in enumerate(figures.people)}
    counts = Counter([person for people in came.values() for person in people])
    return Attendance(
        nights=tuple([night for night in chosen if night.id in came]),
        came=came,
        counts=dict(sorted(counts.items(), key=lambda held: (-held[1], rank[held[0]]))),
    )


def _people_at(night: Night) -> frozenset[str]:
    players = [person for game in night.games if game.bears_fees for person in game.people]
    return frozenset([*players, *(night.organised.entered if night.organised else ())])


# --- charges: what is due from many people at once, such as a subscription, and who has paid ------


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A charge with its day and what it is for; amounts are minor units by person, above zero.

    ``open`` is what of them is not paid yet: nothing once the charge was taken back, on the day
    ``taken_back_on``.
    """

    id: str
    date: str
    reason: str
    amounts: Mapping[str, int]
    open: Mapping[str, int]
    taken_back_on: str = ""

    @property
    def paid(self) -> int:
        """How many of its people have paid all of it."""
        return len(self.amounts) - len(self.open)

    @property
    def still_open(self) -> int:
        """What all of its people have still to pay."""
        return sum(self.open.values())


def charges_in(figures: ClubFigures) -> tuple[Charge, ...]:
    """Return the charges of a club, the newest first.

    A charge is open as far as a balance is below zero: what somebody owes is owed for the newest
    charge first, so that whatever is paid pays the oldest one. What an open night would give may
    still change, so it pays nothing.
    """
    open_nights = {night.id for night in figures.book.nights if night.is_open}
    settled = [entry for entry in figures.ledger if entry.night not in open_nights]
    sums = sums_by_account(figures.book, settled)
    owed = {person: max(0, -balance_of(person, sums)) for person in figures.people}
    taken_back = {made.undoes: made.date for made in figures.book.adjustments if made.undoes}
    amounts: dict[str, dict[str, int]] = {}
    for made in figures.book.adjustments:
        if made.charge:
            of_charge = amounts.setdefault(made.charge, {})
            of_charge[made.party] = of_charge.get(made.party, 0) - made.minor
    by_day = sorted(figures.book.adjustments, key=attrgetter("date"))
    found = []
    for first in [made for made in by_day[::-1] if made.charge == made.id]:
        charged, is_due = amounts[first.id], first.id not in taken_back
        left = {person: min(owed[person], minor) for person, minor in charged.items() if is_due}
        for person, minor in left.items():
            owed[person] -= minor
        found.append(
            Charge(
                id=first.id,
                date=first.date,
                reason=first.reason,
                amounts=charged,
                open={person: minor for person, minor in left.items() if minor > 0},
                taken_back_on=taken_back.get(first.id, ""),
            )
        )
    return tuple(found)
