"""The rounds of an organised night for everybody, and its prizes: standing, pool, awards, fines."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Response, request, url_for

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import ClubGame, GameState
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games import Role
from scorekeeper.papers.tournament import awards_rows, parts_of_cards
from scorekeeper.rules import Problem, Score, ScoreSheet
from scorekeeper.tournament.answer import PoolLine, write_pool
from scorekeeper.tournament.facts import RoundEnd
from scorekeeper.tournament.organised import award, fine, last_deals, open_pot, take_back
from scorekeeper.tournament.pool import NightStanding, OrganisedFigures, organised_figures
from scorekeeper.tournament.seats.plan import Round
from scorekeeper.web.core import (
    NO_AMOUNT,
    BellPart,
    Input,
    Line,
    Page,
    SiteForm,
    answer,
    bell_of_night,
    demand,
    least_role,
    make_club_fields,
    may,
    name_of_night,
    plain_amount,
    read_act,
    read_whole,
    see_other,
    show,
    show_live,
    site,
    this_night,
    this_visit,
    typed,
)
from scorekeeper.web.live import make_night_live_part
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.plan import next_to_begin
from scorekeeper.web.nights.tables import game_address, officers_address
from scorekeeper.wording import write_symbol
from scorekeeper.wording.sentences import keep_number

FINISHED = "finished"
"""How far a table is that has played its game out."""
LAST_PLAYED: Final = "last deal played"
"""How far a table is that only has to end its game."""
_WORDS: Final = {
    ("amount", "missing_field"): "Type the amount",
    ("amount", "bad_amount"): NO_AMOUNT,
    ("person", "missing_field"): "Choose who it is",
    ("pot", "missing_field"): "Choose the pot that gets the fine",
}
"""What is said of a field in place of what is said of a book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRound:
    """A round for one person, who sits out if there is no ``table``; tables are counted from 1.

    ``seats`` are the names in their order, the last of whom deals first, and ``seat`` is this
    person's, from 1. ``address`` leads to the game being played. ``points`` are None until the
    round is complete.
    """

    number: int
    table: str
    seats: tuple[str, ...]
    seat: int
    address: str
    has_deal: bool
    is_played: bool
    points: Score | None

    @property
    def others(self) -> tuple[str, ...]:
        """The names of those with whom the person sits."""
        return tuple([other for at, other in enumerate(self.seats, 1) if at != self.seat])


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEvening:
    """The rounds of one person that are shown, and this person's place in the standing.

    ``level`` is how many have that place, ``again`` whom the person meets more than once. A
    person ``waits`` who first plays in a later round than the one that is played or comes next.
    """

    name: str
    rounds: tuple[OwnRound, ...]
    standing: NightStanding | None
    level: int
    prize: int
    again: tuple[str, ...]
    waits: bool

    @property
    def now(self) -> OwnRound | None:
        """The first round that this person has not played out, None after the last."""
        return next((round_ for round_ in self.rounds if not round_.is_played), None)

    def after(self, number: int) -> OwnRound | None:
        """Return the round after the one with this number, None if it is not shown."""
        return next((round_ for round_ in self.rounds if round_.number == number + 1), None)


class RoundsPage(Page):
    """What is shown of the rounds of a night that is organised.

    ``number`` is the first shown round that is not complete, 0 if there is none; ``progress`` how
    far its tables are, in their order. ``asked`` are those who entered, on a phone that has not
    said whose it is. ``next_round`` can begin now, 0 if none can.
    """

    night: LoadedNight
    progress: tuple[str, ...]

    @property
    def figures(self) -> OrganisedFigures:
        """The figures after the last complete round."""
        return _figures(self.night).as_of(_figures(self.night).complete)

    @property
    def shown(self) -> tuple[Round, ...]:
        """The rounds that everybody may see."""
        return _figures(self.night).organised.seats.shown

    @property
    def names(self) -> dict[str, str]:
        """The names of all people by id."""
        return {person.id: keep_number(person.name) for person in self.night.people.values()}

    @property
    def pool(self) -> list[PoolLine]:
        """The sum of the pool."""
        return write_pool(self.figures, pot_names(self.night), self.night.club.currency)

    @property
    def card_parts(self) -> list[range]:
        """The places, from 0, of the people whose seat cards are in one file."""
        seats = _figures(self.night).organised.seats
        return parts_of_cards(len(seats.people), seats.rounds)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are complete."""
        return self.figures.complete == self.figures.organised.seats.rounds

    @property
    def still_playing(self) -> tuple[int, ...]:
        """The tables of the round that still play while others have finished."""
        playing = [at for at, words in enumerate(self.progress, 1) if words not in ("", FINISHED)]
        return tuple(playing) if FINISHED in self.progress else ()


@nights_pages.get("/rounds")
@least_role(Role.VIEWER)
def rounds() -> Response:
    """Show the rounds that an officer has shown; without any, lead to the board."""
    night = this_night()
    figures = organised_figures(night.figures)
    if figures is None or not figures.organised.seats.shown:
        return see_other(url_for("nights.board"))
    shown = figures.organised.seats.shown
    open_ones = [round_.number for round_ in figures.rounds[: len(shown)] if not round_.is_complete]
    number, own, bell = next(iter(open_ones), 0), own_evening(night), bell_of_night(night)
    is_asked = this_visit().role is Role.PLAYER and not this_visit().person
    progress = progress_of(night, bell)
    games = [_game_at(night, number, set(table)) for table in shown[number - 1].tables]
    return show_live(
        RoundsPage(
            "nights/rounds.html",
            live=make_night_live_part("nights.rounds"),
            name=name_of_night(night.night.date),
            night=night,
            number=number,
            progress=tuple([progress[game.id] if game else "" for game in games]) if number else (),
            waited_for=_list_waited_for(night, games),
            own=own,
            waits=None if own else own_wait(night),
            asked=tuple(_list_entered(night)) if is_asked and night.night.closed is None else (),
            bell=bell,
            next_round=next_to_begin(night),
            club_fields=make_club_fields(),
        )
    )


def _list_waited_for(
    night: LoadedNight, games: Sequence[ClubGame | None]
) -> tuple[tuple[str, str], ...]:
    """Return the tables of a round whose game goes on, each with the address of its sheet."""
    playing = [game for game in games if game and night.games[game.id].sheet.final is None]
    return tuple([(game.table, officers_address(game.id, "table.sheet")) for game in playing])


def _figures(night: LoadedNight) -> OrganisedFigures:
    return demand(organised_figures(night.figures))


def _list_entered(night: LoadedNight) -> Iterator[tuple[str, str]]:
    for person in _figures(night).organised.entered:
        yield person, night.people[person].name


def _game_at(night: LoadedNight, number: int, people: set[str]) -> ClubGame | None:
    """Return the game of a round in which somebody of these people sits, None if there is none."""
    games = [game for game in night.night.games if game.round == number and not game.is_void]
    return next((game for game in games if people & {*game.people}), None)


def progress_of(night: LoadedNight, bell: BellPart | None) -> dict[str, str]:
    """Return how far the game of each table of a round is, by its id."""
    rows = [game for game in night.night.games if game.round is not None]
    last = last_deals(site().store, [game.id for game in rows]) if bell else {}
    return {
        game.id: _progress(night, night.games[game.id].sheet, last.get(game.id, 0)) for game in rows
    }


def _progress(night: LoadedNight, sheet: ScoreSheet, last: int) -> str:
    """Return how far a table is; ``last`` is the number of the last deal, 0 if it did not say."""
    ends = _figures(night).organised.ends
    deals = (ends.deals or 0) if ends.by is RoundEnd.DEALS else last
    if sheet.final is not None:
        return FINISHED
    if deals and sheet.next_number > deals:
        return LAST_PLAYED
    return "last deal" if sheet.next_number == deals else f"deal {sheet.next_number}"


# --- The evening of this phone's person -----------------------------------------------------------


def own_evening(night: LoadedNight) -> OwnEvening | None:
    """Return the evening of this phone's person, None if nobody is known or has a place in it."""
    person, figures = this_visit().person, organised_figures(night.figures)
    if figures is None or person not in figures.organised.entered:
        return None
    shown = enumerate(figures.organised.seats.shown, 1)
    own = [_own_round(night, person, number, round_) for number, round_ in shown]
    found = [round_ for round_ in own if round_ is not None]
    if not found:
        return None
    now = figures.as_of(figures.complete)
    row = next((standing for standing in now.standing if standing.person == person), None)
    prizes = now.prizes.get(person)
    met = Counter([name for round_ in found for name in round_.others])
    present = figures.complete + 1
    has_seat = any(round_.number == present for round_ in found)
    return OwnEvening(
        waits=not has_seat and found[-1].number > present,
        name=night.people[person].name,
        rounds=tuple(found),
        standing=row,
        level=sum([standing.rank == row.rank for standing in now.standing]) if row else 0,
        prize=prizes.sum if prizes else 0,
        again=tuple([name for name, times in met.items() if times > 1]),
    )


def own_wait(night: LoadedNight) -> tuple[str, int] | None:
    """Return the name of this phone's person who has no seat in the rounds that are shown.

    With it comes the first round that they will play, 0 if none. None for who does not wait.
    """
    person, seats = this_visit().person, _figures(night).organised.seats
    if not person or night.night.closed is not None:
        return None
    coming = range(len(seats.shown) + 1, seats.rounds + 1)
    entrant = next((one for one in seats.people if one.id == person), None)
    first = next(filter(entrant.is_there, coming), 0) if entrant else 0
    if not first and person not in [row.person for row in night.waiting]:
        return None
    return night.people[person].name, first


def _own_round(night: LoadedNight, person: str, number: int, shown: Round) -> OwnRound | None:
    """Return a round of a person: as it is played, or as it was shown; None if in neither."""
    figures = _figures(night).rounds[number - 1]
    game = _game_at(night, number, {person})
    places = enumerate(shown.tables, 1)
    planned = next(((str(at), table) for at, table in places if person in table), None)
    if game is not None:
        planned = game.table, game.people
    if planned is None and person not in shown.byes:
        return None
    table, people = planned or ("", ())
    return OwnRound(
        number=number,
        table=table,
        seats=tuple([night.people[other].name for other in people]),
        seat=people.index(person) + 1 if people else 0,
        address=game_address(game.id, "table.sheet") if game else "",
        has_deal=game is not None and bool(night.games[game.id].sheet.rows),
        is_played=figures.is_complete or (game is not None and game.state is not GameState.OPEN),
        points=figures.points.get(person, figures.byes.get(person))
        if figures.is_complete
        else None,
    )


# --- The prizes of an organised night: the pool as a sum, who gets what, and awards and fines -----


class AwardForm(SiteForm):
    """An award or a fine: who, how much or the whole pot, from or into what, and why."""

    what = Input(
        "What",
        kind="chips",
        choices=(("award", "Award"), ("fine", "Fine")),
        default="award",
    )
    person = Input("Who", kind="choice")
    amount = Input("Amount", kind="amount")
    pot = Input("From", kind="choice", help="A fine goes into a pot")
    whole = Input("All that the pot holds", kind="flag")
    reason = Line("Why")

    def facts(self) -> dict[str, Any]:
        """Return the typed award or fine in the form of a club book."""
        is_whole = self.whole.data == "yes" and self.what.data == "award"
        amount = plain_amount(self.amount.data) or None
        return {
            "person": self.person.data or None,
            "amount": None if is_whole else amount,
            "all": is_whole or None,
            "pot": self.pot.data or None,
            "reason": self.reason.line or None,
        }

    def tell(self, problems: Sequence[Problem], *, beside: str = "") -> None:
        """Put each problem beside its field; those of a pot that is short beside the amount."""
        for problem in problems:
            field = str(problem.at[2]) if len(problem.at) > 2 else ""
            known = {"all": "whole"}.get(field, field)
            told = replace(problem, text=_WORDS.get((known, problem.code), problem.text))
            super().tell([told], beside=known or ("amount" if problem.at else beside))


class PotForm(SiteForm):
    """A new pot: its name, and what is in it."""

    name = Input("Name", default="")
    opening = Input("What is in it now", kind="amount")

    def facts(self) -> dict[str, Any]:
        """Return the typed pot in the form of a club book."""
        return {"name": self.name.data.strip(), "opening": plain_amount(self.opening.data) or None}

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem, which says how the field is to be filled in."""
        if problem.code == "same_name":
            return problem.text
        return "Type a name" if problem.at[:1] == ("name",) else NO_AMOUNT


def pot_names(night: LoadedNight) -> dict[str, str]:
    """Return the names of the club's pots by id."""
    return {pot.id: pot.name for pot in night.club.pots}


@nights_pages.get("/prizes")
@least_role(Role.VIEWER)
def prizes() -> Response:
    """Show the prizes once a round was shown; officers see them before."""
    figures = organised_figures(this_night().figures)
    is_shown = figures is not None and (figures.organised.seats.shown or may("nights.give_award"))
    return show(_prizes_page()) if is_shown else see_other(url_for("nights.board"))


def _prizes_page(
    problems: Sequence[Problem] = (),
    *,
    form: AwardForm | None = None,
    pot_form: PotForm | None = None,
) -> Page:
    """Return the page; ``problems`` are of the form that is given."""
    night = this_night()
    figures = _figures(night)
    as_now, pots = figures.as_of(figures.complete), pot_names(night)
    may_give = may("nights.give_award") and night.night.closed is None
    if form is not None or pot_form is not None:
        (form or pot_form).tell(problems)  # type: ignore[union-attr]  # one of them is given
    return Page(
        "nights/prizes.html",
        night=night,
        figures=as_now,
        pots=pots,
        pool=write_pool(as_now, pots, night.club.currency),
        rows=[row for row in awards_rows(as_now) if row.prizes.sum],
        odd=_odd_names(as_now, night),
        is_over=figures.complete == figures.organised.seats.rounds,
        gives=form is not None or "give" in request.args,
        form=(form or _award_form(night)) if may_give else None,
        pot_form=(pot_form or PotForm(formdata=None)) if may_give else None,
        club_fields=make_club_fields(),
    )


def _odd_names(figures: OrganisedFigures, night: LoadedNight) -> list[str]:
    """Return the names of those who have one unit more than others of the same rank."""
    places = figures.places
    least: dict[int, int] = {}
    for row in figures.standing:
        least[row.rank] = min(least.get(row.rank, places[row.person]), places[row.person])
    return [
        night.people[row.person].name
        for row in figures.standing
        if places[row.person] > least[row.rank]
    ]


def _award_form(night: LoadedNight) -> AwardForm:
    form = AwardForm(formdata=request.form if request.method == "POST" else None)
    organised = night.night.organised
    entered = organised.entered if organised else ()
    people = [(who, night.people[who].name) for who in entered]
    form.person.choices = (("", "–"), *people)
    form.pot.choices = (("", "the pool"), *pot_names(night).items())
    form.amount.label = f"Amount ({write_symbol(night.club.currency)})"
    return form


@nights_pages.post("/prizes")
@least_role(Role.OFFICER)
def give_award() -> Response:
    """Give an award, or fine somebody."""
    night = this_night()
    if night.night.organised is None:
        return see_other(url_for("nights.board"))
    form = _award_form(night)
    act = fine if form.what.data == "fine" else award
    return _answer(
        act(site().store, read_act(), night.night.id, form.facts()),
        lambda problems: _prizes_page(problems, form=form),
    )


def _answer(
    outcome: ClubOutcome, again: Callable[[tuple[Problem, ...]], Page] = _prizes_page
) -> Response:
    return answer(outcome, saved=lambda _: url_for("nights.prizes"), again=again)


@nights_pages.post("/prizes/back")
@least_role(Role.OFFICER)
def take_award_back() -> Response:
    """Take back an award or a fine, by its place."""
    values, night = typed(), this_night()
    place = read_whole(values.get("place", ""))
    name = "fines" if values.get("what") == "fine" else "awards"
    if night.night.organised is None or place is None:
        return see_other(url_for("nights.board"))
    return _answer(take_back(site().store, read_act(), night.night.id, name=name, place=place))


@nights_pages.post("/prizes/pot")
@least_role(Role.OFFICER)
def add_pot() -> Response:
    """Add a pot to the club, which opens with what is in it already."""
    if this_night().night.organised is None:
        return see_other(url_for("nights.board"))
    form = PotForm()
    return _answer(
        open_pot(site().store, read_act(), form.facts()),
        lambda problems: _prizes_page(problems, pot_form=form),
    )
