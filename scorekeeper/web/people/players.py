"""The page of a game's players: names, joining late, sitting out and playing again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Response, url_for

from scorekeeper.club.people import offered_names, spelled_as_listed
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games.game_store import CurrentGame, LogEntry
from scorekeeper.games.links import Role
from scorekeeper.games.players import (
    join_player,
    joining_problems,
    leave_table,
    leaving_problems,
    rename_player,
    return_to_table,
    returning_problems,
    seat_history_of,
)
from scorekeeper.games.posting import GameOutcome, Refused, refusal
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.variant import Problem
from scorekeeper.rules.words import trim_line
from scorekeeper.web.core.access import (
    SeatNeed,
    knows_club,
    least_role,
    this_game,
    this_phone,
    this_seat,
    this_visit,
)
from scorekeeper.web.core.fields import Field, Values
from scorekeeper.web.core.filters import seats_taken
from scorekeeper.web.core.known_nights import night_of_this_game
from scorekeeper.web.core.page import Page, Part, show
from scorekeeper.web.core.posting import (
    answer,
    demand_seat,
    game_after,
    new_entry_id,
    newer_than,
    read_post,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.people import people_pages
from scorekeeper.wording import write_sentence

_NEWCOMER: Final = "newcomer"


@dataclass(frozen=True, slots=True, kw_only=True)
class NameForm:
    """The form for one player's name.

    Each has its own entry id: with a common one, a second change would count as a repeated post.
    A late comer at a table of a night is offered the names of those who are ``waiting`` there, and
    those of the ``roll``. ``told`` is the name of whom the form says that they play elsewhere.
    """

    field: Field
    entry_id: str
    waiting: tuple[str, ...] = ()
    roll: tuple[str, ...] = ()
    told: str = ""


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
    outcome = rename_player(
        site().store, this_game().key, read_post(), demand_seat(values), name=values.get("name", "")
    )
    return _answer(outcome, values)


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
    def again(problems: tuple[Problem, ...]) -> Page:
        return _players_page(game_after(outcome), values, problems, newer_than(outcome))

    return answer(outcome, saved=lambda _: url_for("people.ask_names"), again=again)


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
        newer=tuple(newer),
    )


def _rows(game: CurrentGame, values: Values, texts: tuple[str, ...]) -> Iterator[Part]:
    for head in game.sheet.heads:
        is_typed = values.get("seat") == str(head.seat)
        field = Field(
            name=f"name-{head.seat}",
            kind="name",
            label=f"Player {head.seat + 1}",
            value=values.get("name", head.name) if is_typed else head.name,
            problems=texts if is_typed else (),
        )
        rename = NameForm(field=field, entry_id=new_entry_id())
        told = head.name if values.get(_RETURNS) == str(head.seat) else ""
        yield Part(name=head.name, rename=rename, switch=_switch(game, head.seat, told))


def _switch(game: CurrentGame, seat: Seat, told: str) -> Part | None:
    """Return the form to sit out or play again, None if the variant does not allow it."""
    returns = not returning_problems(game, seat)
    if not returns and leaving_problems(game, seat):
        return None
    return Part(seat=seat, returns=returns, entry_id=new_entry_id(), told=told)


def _newcomer(game: CurrentGame, values: Values, texts: tuple[str, ...]) -> NameForm | None:
    """Return the form for a new player if one can join, or if the post to join was refused."""
    tried = _NEWCOMER in values
    if joining_problems(game) and not tried:
        return None
    last = game.sheet.setup.players[-1]
    field = Field(
        name=_NEWCOMER,
        kind="name",
        label="A player joins",
        value=values.get(_NEWCOMER, ""),
        help=write_sentence(f"Sits after {last}{' and begins at 0' if game.sheet.rows else ''}"),
        problems=texts if tried else (),
    )
    return late_comer_form(field, new_entry_id())


# --- Late comers: at a table of a night they are people of the club -------------------------------


_TOLD: Final = "told"
_RETURNS: Final = "returns"


def late_comer_form(field: Field, entry_id: str) -> NameForm:
    """Return the form by which somebody joins this game, with the names that a night offers.

    Names of people are offered only to phones that know the club or have a seat at the table,
    those who play elsewhere last.
    """
    night = night_of_this_game()
    if night is None:
        return NameForm(field=field, entry_id=entry_id)
    knows, playing, (name,) = knows_club(), night.playing(), _as_listed(field.value)
    sees_waiting = knows or this_seat() is not None
    there = [row.person for row in night.waiting if sees_waiting and row.person not in playing]
    listed = offered_names(site().store, night.roll) if knows else ()
    free = [each for each in listed if each not in this_game().sheet.setup.players]
    elsewhere = {night.people[person].name for person in playing}
    return NameForm(
        field=field,
        entry_id=entry_id,
        waiting=tuple([night.people[person].name for person in there]),
        roll=tuple(sorted(free, key=elsewhere.__contains__)),
        told=name if night.plays_at(name, but=this_game().key) else "",
    )


def seat_late_comer(values: Values, typed_in: str) -> GameOutcome:
    """Add the player whose name was typed into a field; at a night as the list spells it.

    Somebody who plays at another table is seated only once the form has said so.
    """
    name, night, key = values.get(typed_in, ""), night_of_this_game(), this_game().key
    if night is not None:
        (name,) = _as_listed(name)
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
    text = f"{name} plays at {table}. {act} once more if that is right"
    return Refused(problems=refusal("plays_elsewhere", text, at=("name",)))


def _as_listed(name: str) -> tuple[str, ...]:
    return spelled_as_listed(site().store, [trim_line(name)])
