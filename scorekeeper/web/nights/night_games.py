"""The games of a night: which are in it, who sat where, and how a table ends its round."""

from collections.abc import Sequence
from typing import Final

from flask import Response, url_for

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import ClubGame
from scorekeeper.club.following import NEW_GUEST
from scorekeeper.club.nights import change_game, put_game_in_night, take_game_out, void_game
from scorekeeper.club.rows import find_night_game
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.club.words import write_table
from scorekeeper.games import Role, Saved, Visit, close_game, open_links
from scorekeeper.rules import Problem, Seat, refusal
from scorekeeper.tournament.organised import deal_last
from scorekeeper.web.core import (
    YES,
    Choices,
    Fault,
    Field,
    FieldProblems,
    Page,
    Part,
    SeatNeed,
    Values,
    answer,
    bell_of_this_game,
    club_or_404,
    deals_of_round,
    known_nights,
    least_role,
    make_club_fields,
    may,
    name_of_night,
    night_game,
    night_of_night_game,
    option_path,
    read_act,
    read_post,
    remembered_links,
    say,
    see_other,
    show,
    site,
    this_game,
    this_night,
    this_visit,
    title_of,
    typed,
    write_moment,
)
from scorekeeper.web.nights import night_of_game_pages, nights_pages
from scorekeeper.web.nights.tables import table_of, where_and_when
from scorekeeper.web.review.reasons import agree_at_once
from scorekeeper.wording.games import BELL_RUNG, ROUND_PLAYED

_WORDS: Final = "core/_game.html"
_MOST_OFFERED: Final = 10
_PERSON: Final = "person-"
_NOT_HOST: Final = refusal("unknown_game", "Choose a game of which this phone is the host")
_NO_NIGHT: Final = refusal("unknown_night", "Choose a night that this phone knows")


@nights_pages.get("/games")
@least_role(Role.PLAYER)
def show_games() -> Response:
    """Show the games of the night."""
    return show(_games_page())


def _games_page(problems: Sequence[Problem] = ()) -> Page:
    night = this_night()
    is_open = night.night.closed is None
    return Page(
        "nights/games.html",
        name=name_of_night(night.night.date),
        words=where_and_when(night.night),
        games=tuple([_line(night, game) for game in night.night.games]),
        offered=tuple([_offer(visit) for visit in _offer_games()]) if is_open else (),
        club_fields=make_club_fields(),
        problems=tuple([problem.text for problem in problems]),
    )


def _line(night: LoadedNight, game: ClubGame) -> Part:
    current = night.games[game.id]
    table, title = table_of(night, game), title_of(current.sheet)
    void = "Void: it counts nowhere. " if game.is_void else ""
    return Part(
        label=table if title == table else f"{table}: {title}",
        round=game.round,
        terms=say(_WORDS, "terms", current.sheet),
        state=f"{void}{say(_WORDS, 'state', current.sheet)}",
        address=_page_of_game(game.id, night.games[game.id].key),
    )


def _page_of_game(game: str, key: str) -> str:
    """Return the page on which this visitor may change a game: for its host, the game's own."""
    if may("nights.ask_game"):
        return url_for("nights.ask_game", game=game)
    own = [visit.token for visit in _list_hosted() if visit.game.key == key]
    return url_for("night_of_game.ask_night_of_game", link=own[0]) if own else ""


def _list_hosted() -> list[Visit]:
    visits = open_links(site().store, remembered_links()).visits
    return [visit for visit in visits if visit.role is Role.HOST]


def _offer_games() -> list[Visit]:
    """Return the latest games in no night of which this browser is the host."""
    free = [
        visit
        for visit in _list_hosted()
        if visit.game.sheet.game.put_away_by is None
        and site().store.read(find_night_game, key=visit.game.key) is None
    ]
    return free[:_MOST_OFFERED]


def _offer(visit: Visit) -> Part:
    return Part(
        token=visit.token,
        title=title_of(visit.game.sheet),
        words=f"{say(_WORDS, 'terms', visit.game.sheet)} · {write_moment(visit.game.created_at)}",
    )


@nights_pages.post("/games")
@least_role(Role.PLAYER)
def bring_in() -> Response:
    """Put a game that is in no night into this one, by its host's link."""
    token = typed().get("game", "")
    found = [visit.game.key for visit in _list_hosted() if visit.token == token]
    if not found:
        return show(_games_page(_NOT_HOST), status=422)
    night = this_visit().id
    return answer(
        put_game_in_night(site().store, read_act(), found[0], night),
        saved=lambda _: url_for("nights.show_games"),
        again=_games_page,
    )


# --- One game -------------------------------------------------------------------------------------


@nights_pages.get("/games/<club_id:game>")
@least_role(Role.OFFICER)
def ask_game(game: str) -> Response:
    """Show the form that corrects the table and the people of one game of the night."""
    found = _find_game(game)
    return _show_all() if found is None else show(_game_page(found, {}))


def _find_game(game: str) -> ClubGame | None:
    return next((found for found in this_night().night.games if found.id == game), None)


def _show_all() -> Response:
    """Lead to the games of the night, if somebody has taken the one asked for out of it."""
    return see_other(url_for("nights.show_games"))


def _game_page(game: ClubGame, values: Values, problems: Sequence[Problem] = ()) -> Page:
    night = this_night()
    current = night.games[game.id]
    found = FieldProblems(
        [Fault(field=option_path(problem.at), text=problem.text) for problem in problems]
    )
    listed = sorted(night.people.values(), key=lambda person: person.name.casefold())
    people: Choices = (
        *[(person.id, person.name) for person in listed],
        (NEW_GUEST, "Somebody new, a guest"),
    )
    seats = [
        Field(
            name=f"{_PERSON}{head.seat}",
            kind="choice",
            label=head.name,
            value=values.get(f"{_PERSON}{head.seat}", game.sitting[head.seat]),
            choices=people,
            problems=found.of(f"{_PERSON}{head.seat}"),
        )
        for head in current.sheet.in_turn
    ]
    label = values.get("label", game.table)
    return Page(
        "nights/game.html",
        game=game.id,
        name=table_of(night, game),
        words=say(_WORDS, "terms", current.sheet),
        label=Field(
            name="label", kind="text", label="Table", value=label, problems=found.of("label")
        ),
        seats=tuple(seats),
        club_fields=make_club_fields(),
        is_void=game.is_void,
        is_open_night=night.night.closed is None,
        problems=tuple([problem.text for problem in problems if not problem.at]),
    )


@nights_pages.post("/games/<club_id:game>")
@least_role(Role.OFFICER)
def keep_game(game: str) -> Response:
    """Store the name of a game's table, and the people in its seats."""
    found, values = _find_game(game), typed()
    if found is None:
        return _show_all()
    names = {Seat(seat): f"{_PERSON}{seat}" for seat in range(len(found.people))}
    people = {seat: values[name] for seat, name in names.items() if name in values}
    outcome = change_game(
        site().store, read_act(), game, people=people, label=values.get("label", "")
    )
    return _answer(found, outcome, values)


def _answer(game: ClubGame, outcome: ClubOutcome, values: Values) -> Response:
    return answer(
        outcome,
        saved=lambda _: url_for("nights.show_games"),
        again=lambda problems: _game_page(game, values, problems),
    )


@nights_pages.post("/games/<club_id:game>/out")
@least_role(Role.OFFICER)
def take_from_night(game: str) -> Response:
    """Take a game out of the night."""
    found = _find_game(game)
    if found is None:
        return _show_all()
    return _answer(found, take_game_out(site().store, read_act(), game), {})


@nights_pages.post("/games/<club_id:game>/void")
@least_role(Role.OFFICER)
def make_void(game: str) -> Response:
    """Make a game void, or let it count again; a form on the closing page leads back there."""
    found, values = _find_game(game), typed()
    if found is None:
        return _show_all()
    outcome = void_game(site().store, read_act(), game, void=values.get("void") == YES)
    if isinstance(outcome, Saved) and values.get("from") == "closing":
        return see_other(url_for("nights.ask_closing"))
    return _answer(found, outcome, {})


# --- The page by which a game's host puts the game into a night, or takes it out ------------------


@night_of_game_pages.get("/night")
@least_role(Role.HOST)
def ask_night_of_game() -> Response:
    """Show the nights that this browser knows."""
    return show(_night_page())


def _night_page(problems: Sequence[Problem] = ()) -> Page:
    club_or_404()
    game = this_game()
    row = site().store.read(find_night_game, key=game.key)
    choices = [] if row else [night for night in known_nights() if night.may_join]
    return Page(
        "nights/of_game.html",
        title=title_of(game.sheet),
        label=write_table(row.label) if row else "",
        choices=tuple(choices),
        club_fields=make_club_fields(),
        problems=tuple([problem.text for problem in problems]),
    )


@night_of_game_pages.post("/night")
@least_role(Role.HOST)
def put_into_night() -> Response:
    """Put the game into a night."""
    night = typed().get("night", "")
    if night not in [night.id for night in known_nights() if night.may_join]:
        return show(_night_page(_NO_NIGHT), status=422)
    return answer(
        put_game_in_night(site().store, read_act(), this_game().key, night),
        saved=lambda _: url_for("table.sheet"),
        again=_night_page,
    )


@night_of_game_pages.post("/night/out")
@least_role(Role.HOST)
def take_out_of_night() -> Response:
    """Take the game out of its night."""
    row = site().store.read(find_night_game, key=this_game().key)
    club_or_404()
    if row is None:
        return see_other(url_for("night_of_game.ask_night_of_game"))
    return answer(
        take_game_out(site().store, read_act(), row.id),
        saved=lambda _: url_for("night_of_game.ask_night_of_game"),
        again=_night_page,
    )


# --- The last deal of a round, and its end, as a table says them ----------------------------------


@night_of_game_pages.post("/last-deal")
@least_role(Role.PLAYER)
def say_last_deal() -> Response:
    """Note that this table plays one more deal, which is dealt; nothing before the bell."""
    row, bell = night_game(), bell_of_this_game()
    number = this_game().sheet.next_number
    is_asked = bell is not None and bell.when == "rung" and not bell.last
    if row is not None and is_asked and typed().get("deal") == str(number):
        deal_last(site().store, read_act(), row, number)
    return see_other(url_for("table.sheet"))


@night_of_game_pages.post("/end-of-round")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def end_round() -> Response:
    """End the game of a table whose round is over, as it stands; this phone's player agrees.

    A table that played no deal, whose round is not over, or where somebody was faster, is sent to
    its sheet.
    """
    night, bell, deals = night_of_night_game(), bell_of_this_game(), deals_of_round()
    played = len([row for row in this_game().sheet.rows if row.counts])
    has_rung = bell is not None and bell.when == "rung"
    is_over = played and (has_rung or 0 < deals <= played)
    if night is None or night.organised is None or not is_over:
        return see_other(url_for("table.sheet"))
    post, settles = read_post(), night.organised.has_stakes
    reason = BELL_RUNG if has_rung else ROUND_PLAYED
    outcome = close_game(site().store, this_game().key, post, reason, settles=settles)
    if not isinstance(outcome, Saved):
        return see_other(url_for("table.sheet"))
    agree_at_once(outcome.thing, post, for_all=False)
    return see_other(url_for("table.final"))
