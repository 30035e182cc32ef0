"""The night board: its tables, who waits, who comes with a phone, its code, and its TV view."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from flask import Response, request, url_for

from scorekeeper.club.acting import (
    ClubOutcome,
    is_code_on_tv,
    renew_club_link,
    show_code_on_tv,
    withdraw_club_link,
)
from scorekeeper.club.facts import ClubGame, GameState
from scorekeeper.club.nights import come_to_night, go_home
from scorekeeper.club.people import offered_names
from scorekeeper.club.rows import WaitingRow, was_closed
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.club.visits import OFFICERS, token_of_night
from scorekeeper.games import (
    Role,
    Thing,
    assign_seat,
    join_player,
    joining_problems,
    link_of,
    renew_watch_code,
    watch_code_of,
)
from scorekeeper.rules import Problem, Seat
from scorekeeper.tournament.organised import prolong_bell, ring_now, rounds_shown
from scorekeeper.tournament.pool import NightStanding, organised_figures
from scorekeeper.web.core import (
    YES,
    Page,
    Part,
    Values,
    address_for_others,
    answer,
    bell_of_night,
    club_address,
    draw_code,
    known_phone,
    least_role,
    make_club_fields,
    make_watch_sign,
    may,
    name_of_night,
    once,
    read_act,
    read_whole,
    see_other,
    show,
    show_live,
    site,
    this_night,
    this_phone,
    this_visit,
    typed,
)
from scorekeeper.web.live import make_night_live_part
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.payouts import own_money
from scorekeeper.web.nights.plan import (
    newcomer_field,
    next_to_begin,
    person_called,
    rounds_unplayed,
    typed_name,
)
from scorekeeper.web.nights.rounds import own_evening, progress_of
from scorekeeper.web.nights.tables import (
    NightTables,
    game_address,
    games_on_tables,
    grid_of,
    make_tables,
    table_of,
    widest_total,
)
from scorekeeper.wording import tell_apart

_MOST_AT_ONCE: Final = 12
_MOST_FOLDED: Final = 60
CHOSEN = "with"
"""The field of the people who are chosen for a new table."""
_TALLEST: Final = 5
"""The most tables of a round that stand below one another."""
_LONG_COLUMN: Final = 8
_LONGEST_COLUMN: Final = 14


def make_arriving(
    night: LoadedNight,
    values: Values | None = None,
    problems: Sequence[Problem] = (),
) -> Part | None:
    """Return what a night asks a phone; None if it has a seat, may not join, or is an officer's.

    ``problems`` are those of a name that was refused; whom it may mean comes first then.
    """
    visit = this_visit()
    if night.night.closed is not None or visit.role is not Role.PLAYER:
        return None
    if visit.person:
        return find_waiting(night, visit.person)
    name = (values or {}).get("name", "")
    field = newcomer_field(night, "Another name", name, problems, name="own-name")
    near = dict(field.choices)
    everybody = [*_list_seated(night), *_list_others(night)]
    everybody.sort(key=lambda person: person.name not in near)
    at_once = sum([person.name in near for person in everybody]) or _MOST_AT_ONCE
    return Part(
        people=tuple(everybody[:at_once]),
        more=tuple(everybody[at_once:_MOST_FOLDED]),
        field=field,
        club_fields=make_club_fields(),
        waits=None,
        since=None,
    )


def find_waiting(night: LoadedNight, person: str) -> Part | None:
    """Return since when a person waits who came with this phone; None if they do not."""
    phone = known_phone()
    row = next((row for row in night.waiting if row.phone == phone), None)
    if row is None or row.person != person:
        return None
    who = Part(id=person, name=night.people[person].name, table="")
    return Part(
        waits=who,
        since=row.came_at,
        club_fields=make_club_fields(),
        people=(),
        more=(),
        field=None,
    )


def _list_seated(night: LoadedNight) -> list[Part]:
    found: dict[str, Part] = {}
    for game in night.night.games:
        if game.state is GameState.OPEN:
            table = table_of(night, game) if game.table else ""
            for person in game.people:
                found[person] = Part(id=person, name=night.people[person].name, table=table)
    return sorted(found.values(), key=lambda arrival: arrival.name.casefold())


def _list_others(night: LoadedNight) -> list[Part]:
    """Return who sits nowhere: who waits without a phone, the roll, who waits with another one."""
    seated = {arrival.id for arrival in _list_seated(night)}
    waiting = [row.person for row in night.waiting if not row.phone]
    with_phone = [row.person for row in night.waiting if row.phone]
    by_name = {person.name: person.meant for person in night.roll if not person.same_as}
    roll = [by_name[name] for name in _offer_names(night) if name in by_name]
    others = [who for who in roll if who not in with_phone]
    ids = dict.fromkeys([*waiting, *others, *with_phone])
    return [Part(id=who, name=night.people[who].name, table="") for who in ids if who not in seated]


def _place_of(night: LoadedNight, person: str) -> tuple[ClubGame, Seat] | None:
    """Return the open game in which a person sits, and the seat; None if they sit nowhere."""
    for game in reversed(night.night.games):
        if game.state is GameState.OPEN and person in game.people:
            return game, game.seat_of(person)
    return None


def take_place(night: LoadedNight, *, person: str, name: str) -> str:
    """Give this phone the seat of a person who plays, and return the address of their table.

    If another phone has the seat, it is that of the page where the table asks who is who. It is
    empty for somebody who sits nowhere.
    """
    place = _place_of(night, person or person_called(night, name))
    if place is None or night.night.closed is not None:
        return ""
    game, seat = place
    key = night.games[game.id].key
    has_seat = assign_seat(site().store, key, this_phone(), seat, is_me=False)
    return game_address(game.id, "table.sheet" if has_seat else "people.ask_seat")


def waiting_here(night: LoadedNight) -> list[str]:
    """Return who waits with this phone, at most one person."""
    phone = known_phone()
    return [row.person for row in night.waiting if row.phone and row.phone == phone]


# --- The QR code by which phones join a night, and the letters by which screens watch it ----------


@nights_pages.get("/code")
@least_role(Role.PLAYER)
def code() -> Response:
    """Show the code of the night."""
    night = this_night()
    return show(
        Page(
            "nights/code.html",
            name=name_of_night(night.night.date),
            club=night.club.name,
            tables=len(games_on_tables(night)),
            code=make_night_code(),
            is_on_tv=is_code_on_tv(site().store, night.night.id),
            club_fields=make_club_fields(),
        )
    )


@nights_pages.post("/code/letters")
@least_role(Role.PLAYER)
def make_night_letters() -> Response:
    """Make letters for watching; only an officer replaces those that work."""
    store, night = site().store, this_visit().id
    if may("nights.renew_code") or watch_code_of(store, night, Thing.NIGHT) is None:
        renew_watch_code(store, night, Thing.NIGHT)
    return see_other(url_for("nights.code"))


@nights_pages.post("/code/new")
@least_role(Role.OFFICER)
def renew_code() -> Response:
    """Make another link by which phones join the night; the old one stops working."""
    night = this_visit().id
    renew_club_link(site().store, read_act(), Role.PLAYER, night=night)
    return _show_again(night)


@nights_pages.post("/code/withdraw")
@least_role(Role.OFFICER)
def withdraw_code() -> Response:
    """Withdraw the link by which phones join the night."""
    night = this_visit().id
    withdraw_club_link(site().store, read_act(), Role.PLAYER, night=night)
    return _show_again(night)


@nights_pages.post("/code/tv")
@least_role(Role.OFFICER)
def show_on_tv() -> Response:
    """Let the TV view show the code by which phones join the night, or stop showing it."""
    show_code_on_tv(site().store, read_act(), this_visit().id, shown=typed().get("shown") == YES)
    return see_other(url_for("nights.code"))


def _show_again(night: str) -> Response:
    """Lead an officer to the code by the officers' link, as the present one may be withdrawn."""
    return see_other(url_for("nights.code", link=token_of_night(OFFICERS, night)))


def make_night_code() -> Part:
    """Return the code and the letters that this visitor may show; viewers may show no code."""
    return _code_by(this_visit().links.get(Role.PLAYER))


def make_tv_code() -> Part:
    """Return the code and the letters of a TV, which shows the code only if an officer wants it."""
    store, night = site().store, this_visit().id
    shown = is_code_on_tv(store, night)
    return _code_by(link_of(store, night, Role.PLAYER, Thing.NIGHT) if shown else None)


def _code_by(token: str | None) -> Part:
    address = address_for_others(url_for("nights.board", link=token)) if token else ""
    return Part(qr=draw_code(address) if address else None, watch=make_watch_sign())


# --- The night board: all tables of a night, the people who wait, and the link to a new table -----


@nights_pages.get("/")
@least_role(Role.VIEWER)
def board() -> Response:
    """Show the night."""
    return show_live(make_board({}))


def make_board(
    values: Values,
    problems: Sequence[Problem] = (),
    *,
    arriving: tuple[Values, Sequence[Problem]] = ({}, ()),
) -> Page:
    """Return the board; ``values`` and ``problems`` are those of a newcomer who was refused.

    ``arriving`` has those of a phone that said who its person is.
    """
    night, tables, person = this_night(), make_tables(), this_visit().person
    waiting = waiting_people(night)
    chosen = [person for person in waiting if person.is_chosen]
    is_open = night.night.closed is None
    asks = is_open and may("nights.come")
    return Page(
        "nights/board.html",
        live=make_night_live_part("nights.board"),
        name=name_of_night(night.night.date),
        night=night,
        has_rounds=bool(rounds_shown(night.night)),
        next_round=next_to_begin(night),
        unplayed=rounds_unplayed(night),
        was_closed=site().store.read(was_closed, night.night.id),
        club=club_address(),
        tables=tables,
        fit=widest_total(tables.panels),
        waiting=waiting,
        chosen=tuple([person.name for person in chosen]),
        new_table=_new_table(chosen) if is_open and may("nights.ask_table") else "",
        own=_own_table(tables),
        free_tables=tuple(_free_tables(night)) if len(chosen) == 1 and may("nights.sit") else (),
        newcomer=_newcomer(night, values, problems) if asks else None,
        code=make_night_code() if is_open and tables.are_none else None,
        arriving=make_arriving(night, *arriving) if asks else None,
        has_seat=any(person in game.people for game in night.night.games),
        evening=own_evening(night),
        own_money=own_money(night, person),
        bell=bell_of_night(night),
    )


def _new_table(chosen: Sequence[Part]) -> str:
    people: dict[str, Any] = {CHOSEN: [person.id for person in chosen]}
    return url_for("nights.ask_table", **people)


def _own_table(tables: NightTables) -> str:
    running = [panel for panel in tables.panels if panel.is_own and panel.game.sheet.final is None]
    return running[0].address if running else ""


def list_waiting(night: LoadedNight) -> list[WaitingRow]:
    """Return who waits for a seat, the longest first: nobody who plays, or will by the plan."""
    if night.night.closed is not None:
        return []
    seated = {*night.playing()} | _seated_by_plan(night)
    return [row for row in night.waiting if row.person not in seated]


def _seated_by_plan(night: LoadedNight) -> set[str]:
    """Return who is there in rounds that are still to be played, once the first are shown."""
    figures = organised_figures(night.figures)
    if figures is None or not figures.organised.seats.shown:
        return set()
    left = range(figures.complete + 1, figures.organised.seats.rounds + 1)
    people = figures.organised.seats.people
    return {entrant.id for entrant in people if any(map(entrant.is_there, left))}


def waiting_people(night: LoadedNight) -> tuple[Part, ...]:
    """Return the people who wait, the longest first."""
    chosen, rows = request.args.getlist(CHOSEN), list_waiting(night)
    return tuple(
        [
            Part(
                id=row.person,
                name=night.people[row.person].name,
                since=row.came_at,
                is_chosen=row.person in chosen,
                toggle=url_for(
                    "nights.board",
                    **{CHOSEN: _toggle(chosen, row.person)},  # type: ignore[arg-type]
                    _anchor="waiting",
                ),
            )
            for row in rows
        ]
    )


def _free_tables(night: LoadedNight) -> Iterator[Part]:
    for game in night.night.games:
        if game.state is GameState.OPEN and not joining_problems(night.games[game.id]):
            yield Part(game=game.id, label=table_of(night, game))


def _toggle(chosen: Sequence[str], person: str) -> list[str]:
    others = [other for other in chosen if other != person]
    return others if person in chosen else [*others, person]


def _offer_names(night: LoadedNight) -> Sequence[str]:
    """Return the names of the roll, which fields of the page offer."""
    return once("offered_names", lambda: offered_names(site().store, night.roll))


def _newcomer(night: LoadedNight, values: Values, problems: Sequence[Problem]) -> Part:
    there = {night.people[row.person].name for row in night.waiting}
    return Part(
        field=newcomer_field(night, "Who comes", values.get("name", ""), problems),
        club_fields=make_club_fields(),
        roll=tuple([name for name in _offer_names(night) if name not in there]),
    )


# --- The views that put people on the waiting list of a night, and take them off ------------------


@nights_pages.post("/come")
@least_role(Role.PLAYER)
def come() -> Response:
    """Add a person to the waiting list."""
    values, night, name = typed(), this_visit().id, typed_name()
    is_another = values.get("another") == name
    return answer(
        come_to_night(site().store, read_act(), night, name, is_another=is_another),
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board(values, problems),
    )


@nights_pages.post("/sit")
@least_role(Role.PLAYER)
def sit() -> Response:
    """Seat a person who waits at a running table, with the name that the list has."""
    night, values = this_night(), typed()
    person, game = night.people.get(values.get(CHOSEN, "")), night.games.get(values.get("game", ""))
    if person is None or game is None:
        return see_other(url_for("nights.board"))  # the game was taken out of the night
    by = night.people.get(this_visit().person)
    post = replace(read_act(), version=game.version, who=by.name if by else "")
    return answer(
        join_player(site().store, game.key, post, person.name),
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board({}, problems),
    )


@nights_pages.post("/leave")
@least_role(Role.PLAYER)
def wait_no_longer() -> Response:
    """Take the chosen people off the waiting list."""
    people, night = request.form.getlist(CHOSEN), this_visit().id
    return answer(
        go_home(site().store, read_act(), night, people),
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: make_board({}, problems),
    )


# --- The views by which a phone says whose it is --------------------------------------------------


@nights_pages.post("/who")
@least_role(Role.PLAYER)
def tell_who() -> Response:
    """Lead this phone to its person's seat, or note that they wait for one."""
    values, night = typed(), this_night()
    person, name = values.get("person", ""), values.get("name", "")
    place = take_place(night, person=person, name=name)
    if place:
        return see_other(place)
    return answer(
        come_to_night(
            site().store,
            read_act(),
            night.night.id,
            name,
            person=person,
            has_phone=True,
            is_another=values.get("another") == name,
        ),
        saved=lambda _: url_for("nights.rounds" if rounds_shown(night.night) else "nights.board"),
        again=lambda problems: make_board({}, arriving=(values, problems)),
    )


@nights_pages.post("/who/not")
@least_role(Role.PLAYER)
def take_who_back() -> Response:
    """Take back who this phone said it is; that person no longer waits."""
    people = waiting_here(this_night())
    if people:
        go_home(site().store, read_act(), this_visit().id, people)
    return see_other(url_for("nights.board"))


# --- The views by which officers move the bell of a round -----------------------------------------


@nights_pages.post("/bell")
@least_role(Role.OFFICER)
def prolong() -> Response:
    """Let the bell ring some minutes later."""
    minutes = read_whole(typed().get("minutes", ""))
    return _answer_bell(prolong_bell(site().store, read_act(), this_visit().id, minutes))


@nights_pages.post("/bell/now")
@least_role(Role.OFFICER)
def ring() -> Response:
    """Let the bell ring now."""
    return _answer_bell(ring_now(site().store, read_act(), this_visit().id))


def _answer_bell(outcome: ClubOutcome) -> Response:
    return answer(
        outcome,
        saved=lambda _: url_for("nights.rounds"),
        again=lambda problems: make_board({}, problems),
    )


# --- The TV view of a night: all tables, the people who wait, and how to join or watch ------------


_FEW_TABLES: Final = 5
_LETTERS, _FEWEST_LETTERS = 12, 5
"""How much of a name that begins like another a TV has room for, with a few tables or more."""


def _rounds(night: LoadedNight) -> Part | None:
    """Return what is shown of the rounds, None before any is; without seats of a closed night."""
    figures, shown = organised_figures(night.figures), rounds_shown(night.night)
    is_closed = night.night.closed is not None
    if figures is None or not shown or (is_closed and not figures.complete):
        return None
    coming = () if is_closed else figures.rounds[: len(shown)]
    open_ones = [round_ for round_ in coming if not round_.is_complete]
    number = open_ones[0].number if open_ones else 0
    is_between = not (open_ones and open_ones[0].games) and not night.playing()
    bell = None if is_between else bell_of_night(night)
    names = {person: night.people[person].name for person in figures.organised.entered}
    letters = _LETTERS if len(shown[0].tables) <= _FEW_TABLES else _FEWEST_LETTERS
    now, of = figures.as_of(figures.complete), figures.organised.seats.rounds
    prizes = {who: own.sum for who, own in now.prizes.items() if figures.complete == of}
    return Part(
        number=number,
        of=of,
        is_between=is_between,
        seats=shown[number - 1].tables if number else (),
        byes=tuple([night.people[who].name for who in shown[number - 1].byes]) if number else (),
        names=names,
        apart=dict(zip(names, tell_apart([*names.values()], letters), strict=True)),
        after=figures.complete,
        columns=tuple(_columns(now.standing)),
        prizes=prizes,
        currency=night.club.currency,
        bell=bell,
        progress={f"table-{game}": words for game, words in progress_of(night, bell).items()},
    )


def _columns(standing: Sequence[NightStanding]) -> Iterator[tuple[NightStanding, ...]]:
    """Yield the columns of a standing, two of which stand side by side, if it is long."""
    columns = max(2, -(-len(standing) // _LONGEST_COLUMN))
    rows = _LONG_COLUMN if len(standing) <= _LONG_COLUMN else -(-len(standing) // columns)
    for first in range(0, len(standing), rows):
        yield tuple(standing[first : first + rows])


def _grid(cells: int, rounds: Part | None) -> tuple[int, int]:
    """Return columns and rows of panels; beside a bell they stand below one another.

    In two columns a name may take two lines, so there is room for one row fewer.
    """
    if rounds is None or rounds.bell is None:
        return grid_of(cells)
    return (1, max(1, cells)) if cells <= _TALLEST else (2, min(_TALLEST - 1, -(-cells // 2)))


@nights_pages.get("/tv")
@least_role(Role.VIEWER)
def tv() -> Response:
    """Show the night as large as the screen allows."""
    night = this_night()
    panels = make_tables().panels
    code = make_tv_code()
    rounds = _rounds(night)
    code_in_grid = code.qr is not None and not (rounds and (rounds.bell or rounds.is_between))
    columns, rows = _grid(len(panels) + code_in_grid, rounds)
    return show_live(
        Page(
            "nights/tv.html",
            live=make_night_live_part("nights.tv"),
            club=night.club.name,
            name=name_of_night(night.night.date),
            at_once=columns * rows - code_in_grid,
            panels=panels,
            fit=f"g{columns} r{rows}",
            waiting=waiting_people(night),
            code=code,
            code_in_grid=code_in_grid,
            has_cell=code_in_grid or len(panels) < columns * rows,
            is_closed=night.night.closed is not None,
            is_organised=night.night.organised is not None,
            rounds=rounds,
        )
    )
