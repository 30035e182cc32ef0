"""The plan of an organised night, which officers look at before they show it, and its tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from flask import Response, abort, request, url_for

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.nights import RefusedGame, come_to_night, join_night
from scorekeeper.club.people import ALIKE, MOST_ALIKE
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games import Role, Saved, TooManyWait, start_game
from scorekeeper.rules import (
    Problem,
    Seat,
    look_of,
    names_alike,
    refusal,
    trim_line,
    write_amount,
)
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament.facts import Organised, RoundEnd, organised_of
from scorekeeper.tournament.organised import (
    begin_bell,
    enter,
    leave,
    plan_of_night,
    show_rounds,
    take_rounds_back,
)
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.tournament.seats.plan import Entrant, Pair, Round, SeatPlan
from scorekeeper.web.core import (
    YES,
    Action,
    Choices,
    Field,
    Page,
    Part,
    answer,
    demand,
    entry_id_of,
    least_role,
    make_club_fields,
    new_entry_id,
    read_act,
    read_whole,
    see_other,
    show,
    show_error,
    site,
    status_of,
    this_night,
    this_phone,
    this_sender,
    typed,
)
from scorekeeper.web.nights import nights_pages
from scorekeeper.wording.sentences import keep_number

_MOST_SEEDS: Final = 1_000
_BUSY: Final = (
    "No plan yet",
    "Too much else is being worked out right now. The night stays as it is; try again in a moment.",
)
_SECONDS_TO_RETRY: Final = "10"
_FIVE, _FIVE_PLAYERS = 5, "five_players"
"""The house rule without which five cannot play Oklahoma; whoever plans such tables wants it."""


@nights_pages.get("/plan")
@least_role(Role.OFFICER)
def plan() -> Response:
    """Show the plan by its own seed, or by one in the address that was not shown yet."""
    if _find_organised() is None:
        return see_other(url_for("nights.ask_organising"))
    return show(make_plan_page())


def _find_organised() -> Organised | None:
    """Return what is organised at this night; None once it is closed."""
    night = this_night().night
    return organised_of(night) if night.closed is None else None


def _plan(night: LoadedNight, seed: str, *, people: Sequence[Entrant] | None = None) -> SeatPlan:
    try:
        return demand(plan_of_night(site().store, night, seed, people=people))
    except TooManyWait:
        abort(_answer_busy())


def _answer_busy() -> Response:
    """Answer 503 with the way to the plan that was asked for."""
    changed, number = request.args.get("changed"), _number_asked() or None
    again = url_for("nights.plan", changed=changed, seed=number)  # what is None is left out
    response = show_error(
        503,
        *_BUSY,
        action=Action(words="Try again", address=again),
        home=Action(words="The night", address=url_for("nights.board")),
    )
    response.headers["Retry-After"] = _SECONDS_TO_RETRY
    return response


def make_plan_page(
    problems: Sequence[Problem] = (),
    *,
    guest: tuple[str, Sequence[Problem]] = ("", ()),
    late: tuple[str, str] = ("", ""),
) -> Page:
    """Return the page of the plan of a night that is organised and open.

    ``guest`` is a refused name with its problems, ``late`` id and name of who cannot be entered.
    """
    night, organised = this_night(), demand(_find_organised())
    number = _number_asked()
    made = _plan(night, _seed(night, organised, number))
    meet = Counter([times for _, _, times in made.repeats])
    return Page(
        "nights/plan.html",
        club=night.club,
        organised=organised,
        plan=made,
        shown=len(organised.seats.shown),
        begun=_rounds_begun(night),
        meet=tuple([Part(times=times, pairs=pairs) for times, pairs in sorted(meet.items())]),
        least=0 if organised.seats.joined else _least(made.rounds, len(organised.entered)),
        apart=tuple(_tables_of(organised.seats.forbidden, made)),
        together=tuple(_tables_of(organised.seats.together, made)),
        byes=_spread(organised, Counter([who for round_ in made.rounds for who in round_.byes])),
        deals=_spread(
            organised, Counter([table[-1] for round_ in made.rounds for table in round_.tables])
        ),
        names={who: keep_number(night.people[who].name) for who in organised.entered},
        people=tuple(_people(night, organised)),
        others=tuple(_list_late_comers(night, organised)),
        late=late,
        guest=newcomer_field(night, "Somebody else at the door", *guest),
        before=_before(night, organised),
        number=number,
        next_round=next_to_begin(night),
        problems=tuple([problem.text for problem in problems]),
        club_fields=make_club_fields(),
    )


def _rounds_begun(night: LoadedNight) -> int:
    return max([game.round or 0 for game in night.night.games], default=0)


def _number_asked() -> int:
    """Return the number of another seed in the address, 0 for the first one."""
    number = read_whole(request.values.get("seed", "")) or 0
    return number if number < _MOST_SEEDS else 0


def _seed(night: LoadedNight, organised: Organised, number: int) -> str:
    own = organised.seats.seed or night.night.id
    return f"{own}.{number}" if number else own


def _least(rounds: Sequence[Round], people: int) -> int:
    """Return how many meetings beyond the first of each pair no plan can avoid, by counting."""
    pairs = [len(table) * (len(table) - 1) // 2 for round_ in rounds for table in round_.tables]
    return max(0, sum(pairs) - people * (people - 1) // 2)


def _tables_of(pairs: Sequence[Pair], made: SeatPlan) -> Iterator[Part]:
    """Yield each table that a pair shares; a pair that shares none comes once."""
    for one, other in pairs:
        shared = [
            Part(one=one, other=other, round=number, table=place)
            for number, round_ in enumerate(made.rounds, 1)
            for place, table in enumerate(round_.tables, 1)
            if {one, other} <= {*table}
        ]
        yield from shared or [Part(one=one, other=other, round=0, table=0)]


def _spread(organised: Organised, times: Counter[str]) -> Part:
    """Return the fewest and the most times among those who are there throughout."""
    rounds = range(1, organised.seats.rounds + 1)
    found = [
        times[entrant.id]
        for entrant in organised.seats.people
        if all(entrant.is_there(number) for number in rounds)
    ]
    return Part(least=min(found, default=0), most=max(found, default=0))


def _before(night: LoadedNight, organised: Organised) -> tuple[Round, ...]:
    """Return the rounds not yet shown, as before the person in the address came or left."""
    changed, shown = request.args.get("changed", ""), len(organised.seats.shown)
    if changed not in organised.entered or shown == organised.seats.rounds:
        return ()
    people = organised.seats.people
    is_late = any(entrant.id == changed and entrant.since == shown + 1 for entrant in people)
    without = [entrant for entrant in people if entrant.id != changed]
    back = [
        replace(entrant, until=None) if entrant.id == changed else entrant for entrant in people
    ]
    seed = _seed(night, organised, 0)
    return _plan(night, seed, people=without if is_late else back).rounds[shown:]


def _people(night: LoadedNight, organised: Organised) -> Iterator[Part]:
    shown = len(organised.seats.shown)
    for entrant in organised.seats.people:
        yield Part(
            id=entrant.id,
            name=night.people[entrant.id].name,
            since=entrant.since,
            until=entrant.until,
            is_gone=entrant.until is not None and entrant.until <= shown,
        )


def _list_late_comers(night: LoadedNight, organised: Organised) -> Iterator[tuple[str, str]]:
    """Yield id and name of those who may come late, who waits first."""
    waiting = [row.person for row in night.waiting]
    active = [person.id for person in night.people.values() if person.is_active]
    for who in dict.fromkeys([*waiting, *active]):
        if who not in organised.entered:
            yield who, night.people[who].name


# --- who comes without being on the list ----------------------------------------------------------


def person_called(night: LoadedNight, name: str) -> str:
    """Return the id of the person of the roll with this name; empty if nobody has it."""
    look = look_of(trim_line(name))
    return next(
        (person.meant for person in night.roll if look and look_of(person.name) == look), ""
    )


def newcomer_field(
    night: LoadedNight,
    label: str,
    value: str = "",
    problems: Sequence[Problem] = (),
    *,
    name: str = "name",
) -> Field:
    """Return the field for the name of somebody who comes; its choices are whom it may mean."""
    return Field(
        name=name,
        kind="name",
        label=label,
        value=value,
        choices=near_names(night, value, problems),
        problems=tuple([problem.text for problem in problems]),
    )


def near_names(night: LoadedNight, name: str, problems: Sequence[Problem]) -> Choices:
    """Return the names of the roll that a name may mean, if the problems ask which one it is."""
    known = (
        [person.name for person in night.roll] if ALIKE in [one.code for one in problems] else []
    )
    return tuple([(other, other) for other in names_alike(name, known, most=MOST_ALIKE)])


def typed_name(field: str = "name") -> str:
    """Return the name of somebody who comes, as typed or as chosen from those it may mean."""
    return typed().get("near") or typed().get(field, "")


def welcome(night: LoadedNight, name: str) -> str | tuple[Problem, ...]:
    """Return the id of a person by name, or of a new guest; or why there can be none."""
    known = person_called(night, name)
    if known:
        return known
    post = read_act()
    outcome = come_to_night(
        site().store,
        replace(post, entry_id=f"{post.entry_id}.guest"),
        night.night.id,
        name,
        is_another=typed().get("another") == name,
    )
    if isinstance(outcome, Saved):
        return outcome.thing
    return outcome.problems


# --- showing it, and who comes late or leaves -----------------------------------------------------


def _answer(outcome: ClubOutcome, **about: str) -> Response:
    return answer(
        outcome,
        saved=lambda _: url_for("nights.plan", **about),  # type: ignore[arg-type]
        again=make_plan_page,
    )


@nights_pages.post("/plan")
@least_role(Role.OFFICER)
def show_plan() -> Response:
    """Show the plan to all: as many rounds as the form says, or as far as it is known."""
    night = this_night()
    organised = _find_organised()
    if organised is None:
        return see_other(url_for("nights.ask_organising"))
    if typed_name():  # was not added yet
        return come_late()
    made = _plan(night, _seed(night, organised, _number_asked()))
    asked = read_whole(typed().get("rounds", "")) or len(made.rounds)
    return _answer(
        show_rounds(
            site().store, read_act(), night, made, rounds=max(asked, len(organised.seats.shown))
        )
    )


@nights_pages.post("/plan/back")
@least_role(Role.OFFICER)
def take_plan_back() -> Response:
    """Take back the rounds that were shown and have not begun."""
    if _find_organised() is None:
        return see_other(url_for("nights.board"))
    night = this_night()
    return _answer(
        take_rounds_back(site().store, read_act(), night.night.id, rounds=_rounds_begun(night))
    )


@nights_pages.post("/plan/come")
@least_role(Role.OFFICER)
def come_late() -> Response:
    """Enter a person who comes late: one of the list, or somebody by name.

    If it says so, rounds that are shown and have not begun are taken back first.
    """
    night, organised, name, post = this_night(), _find_organised(), typed_name(), read_act()
    if organised is None:
        return see_other(url_for("nights.board"))
    found = typed().get("person") or welcome(night, name)
    if isinstance(found, tuple):
        return show(make_plan_page(guest=(name, found)), status=status_of(found))
    if typed().get("back") == YES:
        back = replace(post, entry_id=f"{post.entry_id}.back")
        take_rounds_back(site().store, back, night.night.id, rounds=_rounds_begun(night))
    return answer(
        enter(site().store, post, night.night.id, [found]),
        saved=lambda _: url_for("nights.plan", changed=found),
        again=lambda problems: make_plan_page(
            problems,
            guest=(name, ()),
            late=(found, name or dict(_list_late_comers(night, organised)).get(found, "")),
        ),
    )


@nights_pages.post("/plan/gone")
@least_role(Role.OFFICER)
def leave_early() -> Response:
    """Note that a person plays no further round."""
    if _find_organised() is None:
        return see_other(url_for("nights.board"))
    person = typed().get("person", "")
    return _answer(leave(site().store, read_act(), this_night().night.id, person), changed=person)


# --- the tables of a round ------------------------------------------------------------------------


def next_to_begin(night: LoadedNight) -> int:
    """Return the first shown round without a game, if the one before is complete; else 0."""
    figures = organised_figures(night.figures)
    if figures is None or night.night.closed is not None:
        return 0
    for round_ in figures.rounds[: len(figures.organised.seats.shown)]:
        if not round_.games:
            return round_.number
        if not round_.is_complete:
            return 0
    return 0


def rounds_unplayed(night: LoadedNight) -> tuple[int, ...]:
    """Return the rounds of an organised night that have no game."""
    figures = organised_figures(night.figures)
    rounds = figures.rounds if figures else ()
    return tuple([round_.number for round_ in rounds if not round_.games])


@nights_pages.post("/plan/begin")
@least_role(Role.OFFICER)
def begin_round() -> Response:
    """Begin the tables of the next round, each with the people whom the plan seats there."""
    night, number = this_night(), next_to_begin(this_night())
    organised = _find_organised()
    if organised is None or not number or typed().get("round") != str(number):
        return see_other(url_for("nights.board"))
    entry_id = entry_id_of(typed().get("entry_id") or new_entry_id())
    problems: tuple[Problem, ...] = ()
    for place in range(1, len(organised.seats.shown[number - 1].tables) + 1):
        problems += _begin_table(night, number, place, f"{entry_id}.{place}")
    if organised.ends.by is RoundEnd.BELL:
        post = replace(read_act(), entry_id=f"{entry_id}.bell")
        begin_bell(site().store, post, night.night.id, number=number, ends=organised.ends)
    if problems:
        return show(make_plan_page(problems), status=status_of(problems))
    return see_other(url_for("nights.board"))


def _begin_table(night: LoadedNight, number: int, place: int, entry_id: str) -> tuple[Problem, ...]:
    """Begin the game of a table of a round, both counted from 1; return why it cannot begin."""
    organised = organised_of(night.night)
    if organised is None:
        return ()
    table = organised.seats.shown[number - 1].tables[place - 1]
    join = join_night(
        site().store,
        replace(read_act(), entry_id=entry_id),
        night.night.id,
        label=str(place),
        people={Seat(seat): person for seat, person in enumerate(table)},
        number=number,
    )
    try:
        started = start_game(
            site().store,
            _form_of(night, organised, table, number),
            entry_id=entry_id,
            phone=this_phone(),
            sender=this_sender(),
            join=join,
        )
    except RefusedGame as refused:
        return refused.problems
    if isinstance(started, str):
        return ()
    return refusal("bad_value", f"Table {place}: {started[0].text}")


def _form_of(
    night: LoadedNight, organised: Organised, table: Sequence[str], number: int
) -> dict[str, Any]:
    play = organised.played_in(number)
    stake = (play and play.stake) or night.club.defaults.stake
    variant = VARIANTS[play.variant] if play else next(iter(VARIANTS.values()))
    options = dict(play.options) if play else {}
    if len(table) == _FIVE and any(option.name == _FIVE_PLAYERS for option in variant.options):
        options[_FIVE_PLAYERS] = True
    form: dict[str, Any] = {
        "variant": variant.key,
        "options": options,
        "players": [night.people[person].name for person in table],
        "played_on": night.night.date,
    }
    if stake is not None and organised.has_stakes:
        form["stake"] = {
            "currency": stake.currency,
            "amount": write_amount(stake.minor, stake.currency),
            "per": stake.per,
        }
    return form
