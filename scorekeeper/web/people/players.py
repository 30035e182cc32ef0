"""The people at a table: names, joining late, sitting out, and the seats that phones take."""

from collections.abc import Iterator, Sequence
from typing import Final

from flask import Response, request, url_for

from scorekeeper.club.people import offered_names, spell_as_listed
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games import (
    CurrentGame,
    GameOutcome,
    LogEntry,
    Refused,
    Role,
    Saved,
    Visit,
    assign_seat,
    join_player,
    joining_problems,
    leave_seat,
    leave_table,
    leaving_problems,
    move_player,
    moving_problems,
    open_link,
    release_seat,
    rename_player,
    return_to_table,
    returning_problems,
    seat_history_of,
    seat_of,
)
from scorekeeper.rules import Problem, Seat, look_of, refusal, trim_line
from scorekeeper.web.core import (
    SIT,
    Field,
    LostSeat,
    NoSeat,
    Page,
    Part,
    SeatNeed,
    Values,
    answer,
    asks_for_data,
    demand_seat,
    game_after,
    knows_club,
    lacks_only_seat,
    least_role,
    lost_seat,
    make_entry_fields,
    make_table_code,
    new_entry_id,
    newer_than,
    night_of_this_game,
    read_post,
    read_whole,
    remember_seat,
    render,
    seats_taken,
    see_other,
    send_text,
    show,
    site,
    this_game,
    this_phone,
    this_seat,
    this_visit,
    typed,
)
from scorekeeper.web.people import people_pages
from scorekeeper.wording import write_sentence

_NEWCOMER: Final = "newcomer"
_TOLD: Final = "told"
_RETURNS: Final = "returns"
_IS_ME: Final = "me"
_NAME: Final = "name"
_TAKE_SEAT: Final = "Take your seat"


def _name_form(
    field: Field,
    entry_id: str,
    *,
    waiting: Sequence[str] = (),
    roll: Sequence[str] = (),
    told: str = "",
) -> Part:
    """Return the form for one player's name.

    Each has its own entry id: with a common one, a second change would count as a repeated post.
    A late comer at a table of a night is offered the names of those who are ``waiting`` there, and
    those of the ``roll``. ``told`` is the name of whom the form says that they play elsewhere.
    """
    return Part(field=field, entry_id=entry_id, waiting=tuple(waiting), roll=tuple(roll), told=told)


@people_pages.get("/players")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_names() -> Response:
    """Show the players' names, and who sits out."""
    return show(_players_page(this_game(), {}))


@people_pages.post("/players")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def rename() -> Response:
    """Change one player's name."""
    values = typed()
    return _answer(
        rename_player(
            site().store,
            this_game().key,
            read_post(),
            demand_seat(values),
            name=values.get("name", ""),
        ),
        values,
    )


@people_pages.post("/players/join")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def join() -> Response:
    """Add a player who comes late."""
    values = typed()
    return _answer(seat_late_comer(values, _NEWCOMER), values)


@people_pages.post("/players/leave")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def leave() -> Response:
    """Record that a player sits out from the next deal on."""
    seat = demand_seat(typed())
    return _answer(leave_table(site().store, this_game().key, read_post(), seat), {})


@people_pages.post("/players/move")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def move() -> Response:
    """Correct the order of play."""
    values = typed()
    seat = demand_seat(values)
    after = read_whole(values.get(f"after-{seat}", ""))
    return _answer(
        move_player(site().store, this_game().key, read_post(), seat, after=after), values
    )


@people_pages.post("/players/return")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def come_back() -> Response:
    """Record that a player who sat out plays again."""
    values = typed()
    seat = demand_seat(values)
    name = this_game().sheet.heads[seat].name
    told = _told_elsewhere(night_of_this_game(), name, values, "Press “Plays again”")
    if told is not None:
        return _answer(told, {_RETURNS: str(seat)})
    return _answer(return_to_table(site().store, this_game().key, read_post(), seat), {})


def _answer(outcome: GameOutcome, values: Values) -> Response:
    return answer(
        outcome,
        saved=lambda _: url_for("people.ask_names"),
        again=lambda problems: _players_page(
            game_after(outcome), values, problems, newer_than(outcome)
        ),
    )


def _players_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    newer: Sequence[LogEntry] = (),
) -> Page:
    texts = tuple([problem.text for problem in problems])
    return Page(
        "people/players.html",
        game=game,
        rows=tuple(_rows(game, values, texts)),
        takeovers=seats_taken(seat_history_of(this_visit()), this_phone()),
        newcomer=_newcomer(game, values, texts),
        problems=texts if not {"seat", _NEWCOMER} & values.keys() else (),
        stays=tuple([problem.text for problem in moving_problems(game)]),
        newer=tuple(newer),
    )


def _rows(game: CurrentGame, values: Values, texts: tuple[str, ...]) -> Iterator[Part]:
    for number, head in enumerate(game.sheet.in_turn, 1):
        is_typed = values.get("seat") == str(head.seat) and f"after-{head.seat}" not in values
        field = Field(
            name=f"name-{head.seat}",
            kind="name",
            label=f"Player {number}",
            value=values.get("name", head.name) if is_typed else head.name,
            problems=texts if is_typed else (),
        )
        rename = _name_form(field, new_entry_id())
        told = head.name if values.get(_RETURNS) == str(head.seat) else ""
        yield Part(
            seat=head.seat,
            name=head.name,
            rename=rename,
            move=None if moving_problems(game) else _move_form(game, head.seat, values, texts),
            switch=_switch(game, head.seat, told),
        )


def _move_form(game: CurrentGame, seat: Seat, values: Values, texts: tuple[str, ...]) -> Part:
    """Return the form that says after whom a player plays."""
    others = [head for head in game.sheet.in_turn if head.seat != seat]
    place, name = game.sheet.setup.turns.index(seat), f"after-{seat}"
    field = Field(
        name=name,
        kind="choice",
        label="Plays",
        value=values.get(name, str(others[place - 1].seat) if place else ""),
        choices=(("", "first"), *[(str(head.seat), f"after {head.name}") for head in others]),
        problems=texts if name in values else (),
    )
    return Part(field=field, entry_id=new_entry_id())


def _switch(game: CurrentGame, seat: Seat, told: str) -> Part | None:
    """Return the form to sit out or play again, None if the variant does not allow it."""
    returns = not returning_problems(game, seat)
    if not returns and leaving_problems(game, seat):
        return None
    return Part(seat=seat, returns=returns, entry_id=new_entry_id(), told=told)


def _newcomer(game: CurrentGame, values: Values, texts: tuple[str, ...]) -> Part | None:
    """Return the form for a new player if one can join, or if the post to join was refused."""
    tried = _NEWCOMER in values
    if joining_problems(game) and not tried:
        return None
    last = game.sheet.setup.names[-1]
    return late_comer_form(
        Field(
            name=_NEWCOMER,
            kind="name",
            label="A player joins",
            value=values.get(_NEWCOMER, ""),
            help=write_sentence(
                f"Sits after {last}{' and starts at 0' if game.sheet.rows else ''}"
            ),
            problems=texts if tried else (),
        ),
        new_entry_id(),
    )


# --- Late comers: at a table of a night they are people of the club -------------------------------


def late_comer_form(field: Field, entry_id: str) -> Part:
    """Return the form by which somebody joins this game, with the names that a night offers.

    Names of people are offered only to phones that know the club or have a seat at the table,
    those who play elsewhere last.
    """
    night = night_of_this_game()
    if night is None:
        return _name_form(field, entry_id)
    knows, playing, (name,) = knows_club(), night.playing(), _spell_as_listed(field.value)
    sees_waiting = knows or this_seat() is not None
    there = [row.person for row in night.waiting if sees_waiting and row.person not in playing]
    listed = offered_names(site().store, night.roll) if knows else ()
    free = [name for name in listed if name not in this_game().sheet.setup.players]
    elsewhere = {night.people[person].name for person in playing}
    return _name_form(
        field,
        entry_id,
        waiting=[night.people[person].name for person in there],
        roll=sorted(free, key=elsewhere.__contains__),
        told=name if night.plays_at(name, but=this_game().key) else "",
    )


def seat_late_comer(values: Values, typed_in: str) -> GameOutcome:
    """Add the player whose name was typed into a field; at a night as the list spells it.

    Somebody who plays at another table is seated only once the form has said so.
    """
    name, night, key = values.get(typed_in, ""), night_of_this_game(), this_game().key
    if night is not None:
        (name,) = _spell_as_listed(name)
    told = _told_elsewhere(night, name, values, "Add the name")
    if told is not None:
        return told
    return join_player(site().store, key, read_post(), name)


def _told_elsewhere(
    night: LoadedNight | None, name: str, values: Values, act: str
) -> Refused | None:
    """Refuse an act once for somebody who plays at another table of the night; else None."""
    table = night.plays_at(name, but=this_game().key) if night else ""
    if not table or values.get(_TOLD) == name:
        return None
    text = f"{name} plays at {table}. {act} again if that is right"
    return Refused(problems=refusal("plays_elsewhere", text, at=("name",)))


def _spell_as_listed(name: str) -> tuple[str, ...]:
    return spell_as_listed(site().store, [trim_line(name)])


# --- The page of seats, where a phone takes the seat of its player --------------------------------


# --- The phones with a seat at the table, as this phone sees them, and the QR code for one more ---


def make_table_phones() -> Part:
    """Return the seats that phones have, that of this phone, and the QR code for another one.

    ``takeovers`` are the seats that another phone took since the last deal, but for the one that
    this phone lost, of which it is told apart. ``needs_seat`` is true if this phone can enter
    nothing without a seat.
    """
    visit, sheet, lost = this_visit(), this_game().sheet, lost_seat()
    since = sheet.rows[-1].seq if sheet.rows else 0
    told = sheet.setup.players[lost.seat] if lost else ""
    return Part(
        taken=tuple([row.seat for row in visit.seats]),
        mine=this_seat(),
        takeovers=tuple(
            [
                taken
                for taken in seats_taken(seat_history_of(visit), this_phone(), since)
                if taken.name != told
            ]
        ),
        code=make_table_code(),
        needs_seat=lacks_only_seat("deal.ask_deal"),
    )


@people_pages.app_errorhandler(NoSeat)
def answer_no_seat(_: NoSeat) -> Response:
    """Answer 403 to a phone that needs a seat; one tap takes it, and what was typed goes on."""
    visit, lost = this_visit(), lost_seat()
    if request.method != "POST":
        page = _seats_page(visit, {})
        return show(page.replace(back=request.path, is_needed=True, lost=lost), status=403)
    sending = _sit_and_send_page(visit, lost)
    if asks_for_data():
        text = f"{_TAKE_SEAT} at this table first."
        return send_text(text, 403, way=_TAKE_SEAT, page=render(sending))
    return show(sending, status=403)


def _sit_and_send_page(visit: Visit, lost: LostSeat | None) -> Page:
    values = typed()
    values.pop("csrf_token", None)
    values.pop(SIT, None)
    return Page(
        "people/sit_and_send.html",
        game=visit.game,
        taken=tuple([row.seat for row in visit.seats]),
        lost=lost,
        action=request.path,
        values=values,
        number=_deal_number(visit.game),
        hand=_player_of_hand(visit.game),
    )


def _deal_number(game: CurrentGame) -> int | None:
    """Return the number of the deal that a post enters or corrects; ``None`` for any other post."""
    match request.endpoint:
        case "deal.enter_deal":
            return game.sheet.next_number
        case "deal.enter_correction":
            return int((request.view_args or {})["number"])
        case "hands.hand_in":
            return read_whole(typed().get("number", ""))
    return None


def _player_of_hand(game: CurrentGame) -> str:
    """Return the player whose hand is posted; empty for any other post."""
    if request.endpoint != "hands.hand_in":
        return ""
    seat = int((request.view_args or {})["seat"])
    return next((head.name for head in game.sheet.heads if head.seat == seat), "")


@people_pages.get("/seat")
@least_role(Role.PLAYER)
def ask_seat() -> Response:
    """Ask who you are; a phone that has a seat is sent on to the table."""
    if this_seat() is not None and "change" not in request.args:
        return see_other(url_for("table.sheet"))
    return show(_seats_page(this_visit(), {}))


@people_pages.post("/seat")
@least_role(Role.PLAYER)
def take_seat() -> Response:
    """Give the tapped seat to this phone; another phone's seat only moves for "that is me"."""
    visit, seat = this_visit(), demand_seat(typed())
    is_me = typed().get(_IS_ME) == "yes"
    sheet, back = url_for("table.sheet"), typed().get("back", "")
    if assign_seat(site().store, visit.game.key, this_phone(), seat, is_me=is_me):
        remember_seat(seat)
        # Whatever a form holds, the browser is only sent back to a page of this game.
        return see_other(back if back.startswith(sheet) else sheet)
    now = open_link(site().store, visit.token)
    page = _seats_page(now, {}, missed=seat)
    return show(page.replace(back=back if back.startswith(sheet) else ""), status=409)


@people_pages.post("/seat/new")
@least_role(Role.PLAYER)
def sit_down() -> Response:
    """Add a new player and give the seat to this phone."""
    values = typed()
    outcome = seat_late_comer(values, _NAME)

    def saved(done: Saved[CurrentGame]) -> str:
        name = look_of(values.get(_NAME, ""))
        seats = {look_of(head.name): head.seat for head in done.thing.sheet.heads}
        if name not in seats:  # a repeated post, and the player was renamed since
            return url_for("people.ask_seat")
        seat = seats[name]
        if assign_seat(site().store, done.thing.key, this_phone(), seat, is_me=False):
            remember_seat(seat)
        return url_for("table.sheet")

    return answer(
        outcome,
        saved=saved,
        again=lambda problems: _seats_page(
            open_link(site().store, this_visit().token),
            values,
            problems=problems,
            newer=newer_than(outcome),
        ),
    )


@people_pages.post("/seat/leave")
@least_role(Role.PLAYER)
def stand_up() -> Response:
    """Free the seat of this phone, and stop showing that it has lost a seat."""
    seat = this_seat()
    remember_seat(None)
    if seat is None:
        return see_other(url_for("table.sheet"))
    leave_seat(site().store, this_game().key, this_phone())
    return see_other(url_for("people.ask_seat"))


@people_pages.post("/seat/free")
@least_role(Role.HOST)
def free_seat() -> Response:
    """Free a seat for the host, so that another phone can take it."""
    release_seat(site().store, this_game().key, demand_seat(typed()))
    return see_other(url_for("people.ask_seat", change="yes"))


def _seats_page(
    visit: Visit,
    values: Values,
    *,
    missed: Seat | None = None,
    problems: tuple[Problem, ...] = (),
    newer: tuple[LogEntry, ...] = (),
) -> Page:
    return Page(
        "people/seats.html",
        game=visit.game,
        taken=tuple([row.seat for row in visit.seats]),
        mine=seat_of(visit.seats, this_phone()),
        missed=missed,
        newcomer=_new_sitter(visit.game, values, problems),
        newer=newer,
        back="",
        is_needed=False,
        lost=None,
    )


def _new_sitter(game: CurrentGame, values: Values, problems: tuple[Problem, ...]) -> Part | None:
    """Return the form for a new player if one can join, or if the post to join was refused."""
    if joining_problems(game) and _NAME not in values:
        return None
    return late_comer_form(
        Field(
            name=_NAME,
            kind="name",
            label="Somebody else",
            value=values.get(_NAME, ""),
            problems=tuple([problem.text for problem in problems]),
        ),
        make_entry_fields(game, values.get("entry_id")).entry_id,
    )
