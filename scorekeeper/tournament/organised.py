"""Organises nights: who entered, the rounds that were shown, their bell, money, pots and seasons.

Facts come in and go out as the club book has them, and the reader of the book judges them. The bell
is live state of the site, kept as acts of the night; no book has it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Any, Final

from scorekeeper.club.acting import (
    CHANGED,
    ClubDecision,
    ClubOutcome,
    Doing,
    club_act,
)
from scorekeeper.club.book.book import read_book, read_in_book, write_book
from scorekeeper.club.facts import ClubBook, Night, Person, Pot
from scorekeeper.club.rows import (
    ClubAct,
    NightGameRow,
    add_pot,
    add_season,
    change_season,
    club_of,
    find_act_on,
    find_night,
    load_people,
    load_seasons,
    new_id,
    read_night_games,
    write_organised_night,
)
from scorekeeper.club.stored_book import LoadedNight, read_games
from scorekeeper.club.whole import club_figures, figures_in, pots_before
from scorekeeper.games import GameStore, Post, Turns, document_of
from scorekeeper.record import Document, Scope
from scorekeeper.rules import Problem, Severity, look_of, quote_text, refusal
from scorekeeper.store.database import Connection
from scorekeeper.tournament.book import ORGANISED
from scorekeeper.tournament.facts import Ends, Organised, RoundEnd, Season, organised_of
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.tournament.seasons import seasons_of_book, wishes_of
from scorekeeper.tournament.seats.plan import Entrant, Round, SeatPlan, SeatWishes, plan_seats
from scorekeeper.tournament.seats_file import write_rounds

_NO_NIGHT: Final = refusal("unknown_night", "There is no such night")
_CLOSED: Final = refusal("night_closed", "The night is closed")
_ALL_SHOWN: Final = refusal(
    "bad_value",
    "Every round is shown already. Take back those that have not begun, to plan them anew",
)

_SECONDS_TO_WAIT: Final = 15
_CHARACTERS_PER_SEAT: Final = 100
"""A seat of a plan takes about as long as so many characters of a record that is imported."""

Edited = Document | tuple[Problem, ...] | None
"""What is organised after a change, as the club book has it; None is nothing. Else why not."""
Edit = Callable[[Document], Edited]


# --- the organised part of a night ----------------------------------------------------------------


def organise(
    store: GameStore, post: Post, night: str, facts: Mapping[str, Any] | None
) -> ClubOutcome:
    """Organise an open night, or replace what was organised; None for ``facts`` removes it.

    Places of problems are those of ``facts``, but for its games: these begin with ``games``.
    """
    act = ClubAct(kind="night_organised", subject=night, night=night)
    return _edit(store, post, act, lambda _: None if facts is None else dict(facts))


def _decide(doing: Doing, act: ClubAct, edit: Edit) -> ClubDecision:
    """Change what is organised at the night of an act."""
    store, db, _ = doing
    found, row = find_night(db, act.night), club_of(db)
    if found is None or not found.is_open:
        return _CLOSED if found else _NO_NIGHT
    if found.organised is None and act.kind != "night_organised":
        return refusal("bad_value", "This night is not organised")
    scope = Scope(currency=row.club.currency)
    facts = edit(ORGANISED.write(found.organised, scope) if found.organised else {})
    if isinstance(facts, tuple):
        return facts
    club = replace(row.club, pots=pots_before(figures_in(store, db), act.night))
    people = load_people(db)
    night, games = read_games(store, db, found, people)
    records = {game: document_of(current) for game, current in games.items()}
    document = write_book(ClubBook(club=club, people=people, nights=(night,)), records)
    document["nights"][0]["organised"] = facts
    reading = read_book(document)
    if reading.book is None:
        return _problems_of_facts(reading.problems, people)
    write_organised_night(db, act.night, reading.book.nights[0].organised)
    return act


_edit: Final = club_act(_decide)


def _problems_of_facts(
    problems: Sequence[Problem], people: Sequence[Person]
) -> tuple[Problem, ...]:
    """Return the errors with their places in what is organised, or in the night.

    The book knows people by their ids, those who read the problems by their names.
    """
    return tuple(
        [
            replace(
                problem,
                at=problem.at[3 if problem.at[2:3] == ("organised",) else 2 :],
                text=_name_people(problem.text, people),
            )
            for problem in problems
            if problem.severity is Severity.ERROR
        ]
    )


def _name_people(text: str, people: Sequence[Person]) -> str:
    for person in people:
        text = text.replace(quote_text(person.id), quote_text(person.name))
    return text


# --- who is there ---------------------------------------------------------------------------------


def enter(store: GameStore, post: Post, night: str, people: Sequence[str]) -> ClubOutcome:
    """Add people to those who entered; latecomers play from the next round not shown.

    Refused if there is no such round.
    """

    def edit(facts: Document) -> Edited:
        since = len(facts.get("plan", ())) + 1
        late = {"from": since} if since > 1 else {}
        new = {person: late for person in people if person not in facts["people"]}
        return {**facts, "people": {**facts["people"], **new}} if _plans(facts) else _ALL_SHOWN

    details = {"people": list(people)}
    act = ClubAct(kind="night_entered", subject=night, night=night, details=details)
    return _edit(store, post, act, edit)


def _plans(facts: Document) -> bool:
    """Tell whether there is a round that was not shown yet."""
    return len(facts.get("plan", ())) < int(facts["rounds"])


def leave(store: GameStore, post: Post, night: str, person: str) -> ClubOutcome:
    """Note that a person has left: they play no round that has not been shown yet.

    Refused if there is no such round.
    """

    def edit(facts: Document) -> Edited:
        people, shown = dict(facts["people"]), len(facts.get("plan", ()))
        if not _plans(facts):
            return _ALL_SHOWN
        if shown:
            people[person] = {**people.get(person, {}), "until": shown}
            return {**facts, "people": people}
        people.pop(person, None)
        wishes: Document = {
            name: [pair for pair in facts[name] if person not in pair]
            for name in ("apart", "together", "partners")
            if name in facts
        }
        return {**facts, **wishes, "people": people}

    return _edit(store, post, ClubAct(kind="night_left", subject=person, night=night), edit)


# --- the plan -------------------------------------------------------------------------------------


def wishes_of_night(store: GameStore, loaded: LoadedNight) -> SeatWishes | None:
    """Return what is wanted of the seats of a night, None if it is not organised.

    Meetings are those of earlier nights of a season of this one.
    """
    figures = organised_figures(loaded.figures)
    return None if figures is None else wishes_of(club_figures(store), figures)


def rounds_shown(night: Night) -> tuple[Round, ...]:
    """Return the rounds that everybody may see; none if the night is not organised."""
    organised = organised_of(night)
    return () if organised is None else organised.seats.shown


def plan_of_night(
    store: GameStore, loaded: LoadedNight, seed: str, *, people: Sequence[Entrant] | None = None
) -> SeatPlan | None:
    """Return the plan of a night with a seed, rounds that were shown first; None without one.

    With ``people`` it is a plan for them instead of those who entered. A search takes the processor
    for a second or two, so there is one at a time; raises TooManyWait. A plan that was found before
    waits for nobody.
    """
    wishes = wishes_of_night(store, loaded)
    if wishes is None:
        return None
    asked = replace(wishes, seed=seed, people=wishes.people if people is None else tuple(people))
    return _plan(asked, store.imports, store.site)


# An officer looks at a plan, shows it and looks again: each is searched once.
@lru_cache(maxsize=32)
def _plan(asked: SeatWishes, turns: Turns, site: str) -> SeatPlan:
    size = len(asked.people) * asked.rounds * _CHARACTERS_PER_SEAT
    with turns.turn(size, seconds=_SECONDS_TO_WAIT, site=site):
        return plan_seats(asked)


@club_act
def show_rounds(doing: Doing, loaded: LoadedNight, plan: SeatPlan, *, rounds: int) -> ClubDecision:
    """Show the first rounds of a plan to all; they stand from now on.

    Refused as stale if the night was organised otherwise since it was loaded for the plan.
    """
    night, planned = loaded.night.id, organised_of(loaded.night)
    now = find_night(doing.db, night)
    if now is None or not _is_same(organised_of(now), planned, loaded):
        return refusal(CHANGED, "The night was changed meanwhile. Look at its plan again")
    _tell_tables_then(doing, night)
    shown = write_rounds(plan.rounds[:rounds])
    details = {"rounds": rounds, "seed": plan.seed}
    act = ClubAct(kind="rounds_shown", subject=night, night=night, details=details)
    return _decide(doing, act, lambda facts: {**facts, "plan": shown, "seed": plan.seed or None})


def _tell_tables_then(doing: Doing, night: str) -> None:
    """Tell the tables of rounds of a night as soon as an act is stored."""
    doing.store.database.when_written(partial(tell_tables, doing.store, night))


def tell_tables(store: GameStore, night: str) -> None:
    """Tell the open pages of the tables of rounds that their night has changed.

    Otherwise they hear only of their own games. Only what is stored by now is told.
    """
    for row in store.read(read_night_games, night):
        if row.round is not None:
            store.entering.tell(row.key)


@club_act
def take_rounds_back(doing: Doing, night: str, *, rounds: int) -> ClubDecision:
    """Take back the rounds that were shown after the first ``rounds``, unless one has a game.

    They are planned again. Whoever came or left while they stood is there, or gone, from then on.
    """
    if any((row.round or 0) > rounds for row in read_night_games(doing.db, night)):
        return refusal(CHANGED, "One of these rounds has begun meanwhile. They stand")
    _tell_tables_then(doing, night)
    act = ClubAct(kind="rounds_taken_back", subject=night, night=night, details={"rounds": rounds})
    return _decide(doing, act, lambda facts: _with_less_shown(facts, rounds))


def _with_less_shown(facts: Document, rounds: int) -> Document:
    shown = facts.get("plan", ())
    stood = range(rounds + 1, len(shown) + 1)
    people = {
        person: own
        | ({"from": rounds + 1} if own.get("from", 1) - 1 in stood else {})
        | ({"until": rounds} if own.get("until") in stood else {})
        for person, own in facts["people"].items()
    }
    return {**facts, "plan": shown[:rounds], "people": people}


def _is_same(now: Organised | None, planned: Organised | None, loaded: LoadedNight) -> bool:
    """Tell whether a night is organised as it was; spellings in ``planned`` are joined."""
    meant = {person.id: person.meant for person in loaded.roll}
    return (None if now is None else now.with_meant(meant)) == planned


# --- fines and awards -----------------------------------------------------------------------------


def award(store: GameStore, post: Post, night: str, facts: Mapping[str, Any]) -> ClubOutcome:
    """Give an award, as the club book has it; places of problems begin with ``awards``."""
    act = ClubAct(kind="awarded", subject=str(facts.get("person", "")), night=night)
    return _edit(store, post, act, lambda all_: _with_more(all_, "awards", facts))


def fine(store: GameStore, post: Post, night: str, facts: Mapping[str, Any]) -> ClubOutcome:
    """Fine somebody, as the club book has it; places of problems begin with ``fines``."""
    act = ClubAct(kind="fined", subject=str(facts.get("person", "")), night=night)
    return _edit(store, post, act, lambda all_: _with_more(all_, "fines", facts))


def _with_more(organised: Document, name: str, facts: Mapping[str, Any]) -> Document:
    return {**organised, name: [*organised.get(name, ()), dict(facts)]}


def take_back(store: GameStore, post: Post, night: str, *, name: str, place: int) -> ClubOutcome:
    """Take back the fine or award (``name`` is ``fines`` or ``awards``) at a place, from 0."""

    def edit(organised: Document) -> Document:
        kept = [item for at, item in enumerate(organised.get(name, ())) if at != place]
        return {**organised, name: kept}

    kind = "award_taken_back" if name == "awards" else "fine_taken_back"
    return _edit(store, post, ClubAct(kind=kind, subject=night, night=night), edit)


# --- pots and seasons -----------------------------------------------------------------------------


@club_act
def open_pot(doing: Doing, facts: Mapping[str, Any]) -> ClubDecision:
    """Add a pot; ``facts`` are its name, and its opening, which stays."""
    club = club_of(doing.db).club
    number = new_id(doing.db, "pot", "p")
    found, problems = _read_pot({**facts, "id": number}, club.currency)
    if found is None:
        return problems
    if look_of(found.name) in [look_of(pot.name) for pot in club.pots]:
        return refusal("same_name", "There is a pot of this name already", at=("name",))
    add_pot(doing.db, found, doing.store.now())
    return ClubAct(kind="pot_added", subject=number)


def _read_pot(facts: Document, currency: str) -> tuple[Pot | None, tuple[Problem, ...]]:
    club = {"name": "-", "currency": currency, "opened": "1900-01-01", "pots": [facts]}
    book, problems = read_in_book(club, at=3)
    return (book.club.pots[0] if book else None), problems


@club_act
def write_season(doing: Doing, facts: Mapping[str, Any], season: str = "") -> ClubDecision:
    """Add a season, or change the one with this id; ``facts`` are as the club book has them."""
    if season and season not in [known.id for known in load_seasons(doing.db)]:
        return refusal("bad_value", "There is no such season")
    number = season or new_id(doing.db, "season", "s")
    found, problems = _read_season({**facts, "id": number})
    if found is None:
        return problems
    if season:
        change_season(doing.db, found)
    else:
        add_season(doing.db, found, doing.store.now())
    return ClubAct(kind="season_changed" if season else "season_added", subject=number)


def seasons_of(store: GameStore) -> tuple[Season, ...]:
    """Return the seasons of the club in the order in which they were added."""
    return tuple([season for season in store.read(load_seasons) if isinstance(season, Season)])


def _read_season(facts: Document) -> tuple[Season | None, tuple[Problem, ...]]:
    club = {"name": "-", "currency": "USD", "opened": "1900-01-01"}
    book, problems = read_in_book(club, at=2, seasons=[facts])
    return (seasons_of_book(book)[0] if book else None), problems


# --- the bell of a round: when it rings, and which deal a table plays after it --------------------


MOST_MINUTES: Final = 120
"""The most minutes by which the bell is prolonged at once."""

_LONGEST: Final = 24 * 60
"""No round lasts more minutes, whatever was typed."""
_BELL: Final = "bell_set"
_LAST_DEAL: Final = "last_deal_dealt"
_NO_BELL: Final = refusal("bad_value", "No round of this night has a bell now")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bell:
    """The bell of a round by the server's clock; a ``warning`` comes so long before it."""

    round: int
    rings: datetime
    warning: timedelta

    @property
    def warns(self) -> datetime:
        """When the warning comes."""
        return self.rings - self.warning

    def when(self, now: datetime) -> str:
        """Return whether it is before the warning, after it or after the bell."""
        if now >= self.rings:
            return "rung"
        return "warned" if now >= self.warns else "running"


@club_act
def begin_bell(doing: Doing, night: str, *, number: int, ends: Ends) -> ClubDecision:
    """Set the bell of a round that begins now."""
    rings, warning = doing.store.now() + _minutes(ends.minutes), _minutes(ends.warn)
    return _set_bell(doing, night, Bell(round=number, rings=rings, warning=warning))


@club_act
def prolong_bell(doing: Doing, night: str, minutes: int | None) -> ClubDecision:
    """Let the bell ring so many minutes later, or so many from now on if it has rung."""
    bell = find_bell(doing.db, night)
    if bell is None:
        return _NO_BELL
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        return refusal(
            "bad_value", f"The bell is prolonged by 1 to {MOST_MINUTES} minutes", at=("minutes",)
        )
    rings = max(bell.rings, doing.store.now()) + _minutes(minutes)
    return _set_bell(doing, night, replace(bell, rings=rings))


@club_act
def ring_now(doing: Doing, night: str) -> ClubDecision:
    """Let the bell ring now, unless it has rung."""
    bell = find_bell(doing.db, night)
    if bell is None:
        return _NO_BELL
    return _set_bell(doing, night, replace(bell, rings=min(bell.rings, doing.store.now())))


def _set_bell(doing: Doing, night: str, bell: Bell) -> ClubAct:
    _tell_tables_then(doing, night)
    details = {"round": bell.round, "rings": bell.rings.isoformat()}
    return ClubAct(kind=_BELL, subject=night, night=night, details=details)


def find_bell(db: Connection, night: str) -> Bell | None:
    """Return the bell of the latest round of an open night that has one; None without one."""
    act, found = find_act_on(db, night, _BELL), find_night(db, night)
    organised = organised_of(found) if found and found.is_open else None
    if act is None or organised is None or organised.ends.by is not RoundEnd.BELL:
        return None
    rings = datetime.fromisoformat(act.details["rings"])
    return Bell(round=act.details["round"], rings=rings, warning=_minutes(organised.ends.warn))


def _minutes(number: int | None) -> timedelta:
    return timedelta(minutes=min(number or 0, _LONGEST))


@club_act
def deal_last(doing: Doing, row: NightGameRow, deal: int) -> ClubDecision:
    """Note that a table has dealt its last deal, with this number, before the bell rang."""
    doing.store.database.when_written(partial(doing.store.entering.tell, row.key))
    return ClubAct(kind=_LAST_DEAL, subject=row.id, night=row.night, details={"deal": deal})


def last_deals(store: GameStore, games: list[str]) -> dict[str, int]:
    """Return the numbers of the last deals that tables dealt before the bell, by game."""
    acts = [store.read(find_act_on, game, _LAST_DEAL) for game in games]
    return {act.subject: act.details["deal"] for act in acts if act is not None}
