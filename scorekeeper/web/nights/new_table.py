"""The form of a new game of a night, filled with the club's terms and the waiting people."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from flask import Response, request, url_for

from scorekeeper.club.facts import ClubGame
from scorekeeper.club.nights import RefusedGame, join_night
from scorekeeper.club.people import offered_names, spell_as_listed
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games import Role, Visit, links_of_games, open_links, start_game
from scorekeeper.rules import Problem, Seat, free_label, look_of, refusal, trim_line, write_amount
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core import (
    YES,
    Action,
    Page,
    Values,
    entry_id_of,
    knows_club,
    least_role,
    new_entry_id,
    read_act,
    remembered_links,
    see_other,
    show,
    site,
    status_of,
    this_night,
    this_phone,
    this_sender,
    typed,
)
from scorekeeper.web.new_game.form_page import (
    FormPlace,
    answer_button,
    first_values,
    make_new_game,
    names_in,
    seat_newcomer,
    show_table,
    variant_of,
)
from scorekeeper.web.new_game.game_form import (
    RememberedGames,
    make_game_document,
    read_seat_need,
    values_of_visit,
)
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.board import CHOSEN
from scorekeeper.wording.sentences import isolate

_SEATS: Final = "players-"
_TOLD: Final = "told"
AFTER = "after"
"""The field with the id, in the club, of the game after which a table plays another."""


@nights_pages.get("/new")
@least_role(Role.PLAYER)
def ask_table() -> Response:
    """Show the form of a new table, with the chosen people or those of the table's last game.

    If the night is closed, lead to the board, which says so.
    """
    if this_night().night.closed is not None:
        return see_other(url_for("nights.board"))
    remembered = _list_remembered(this_night())
    form = make_new_game(_first_values(remembered), remembered, _place())
    return show(Page("new_game/new.html", new=form))


@nights_pages.post("/new")
@least_role(Role.PLAYER)
def start_table() -> Response:
    """Start the typed game in the night, or show the form again after another of its buttons."""
    night, values = this_night(), typed()
    remembered, place = _list_remembered(night), _place()
    answered = answer_button(values, remembered, place)
    if answered is not None:
        return answered
    values = _spell_as_listed(seat_newcomer(values))
    busy = _warn_of_busy(night, values)
    started = busy or _start(night, values)
    if isinstance(started, str):
        return show_table(started)
    place = replace(place, told=tuple(names_in(values)) if busy else ())
    form = make_new_game(values, remembered, place, started)
    return show(Page("new_game/new.html", new=form), status=status_of(started))


def _start(night: LoadedNight, values: Values) -> str | tuple[Problem, ...]:
    before = _game_before(night)
    try:
        return start_game(
            site().store,
            make_game_document(variant_of(values), values),
            entry_id=entry_id_of(values.get("entry_id") or new_entry_id()),
            phone=this_phone(),
            needs_seat=read_seat_need(values),
            sender=this_sender(),
            after=night.games[before.id] if before else None,
            allow_second=values.get("beside") == YES,
            join=join_night(
                site().store,
                read_act(),
                night.night.id,
                label=values.get("title", "").strip(),
                people=_people_in_seats(night, names_in(values)),
            ),
        )
    except RefusedGame as refused:
        return refused.problems


def _spell_as_listed(values: Values) -> dict[str, str]:
    """Return the values with the names in the seats as the club's list spells them."""
    seats = [name for name in values if name.startswith(_SEATS)]
    names = spell_as_listed(site().store, [trim_line(values[seat]) for seat in seats])
    return {**values, **dict(zip(seats, names, strict=True))}


def _warn_of_busy(night: LoadedNight, values: Values) -> tuple[Problem, ...]:
    """Return who plays at another table, unless the form has said so already."""
    told, names = request.form.getlist(_TOLD), names_in(values)
    found = [
        refusal(
            "plays_elsewhere",
            f"{isolate(name)} plays at {table}. Press Start again if that is right",
            at=("players", seat),
        )
        for seat, name in enumerate(names)
        if (table := night.plays_at(name)) and name not in told
    ]
    return tuple([problem for problems in found for problem in problems])


def _place() -> FormPlace:
    """Return the place of the form; its address has the chosen people and the game before."""
    night, playing = this_night(), this_night().playing()
    asked = {CHOSEN: request.args.getlist(CHOSEN), AFTER: request.args.getlist(AFTER)}
    return FormPlace(
        action=url_for("nights.start_table", **asked),  # type: ignore[arg-type]
        title="New table",
        back=Action(words="The night", address=url_for("nights.board")),
        playing={
            head.name: table
            for game in night.night.games
            for head in night.games[game.id].sheet.heads
            if (table := playing.get(game.sitting[head.seat]))
        },
    )


def _game_before(night: LoadedNight) -> ClubGame | None:
    """Return the game after which the table plays another, if it has ended."""
    asked = request.args.get(AFTER, "")
    return next((game for game in night.night.games if game.id == asked and game.counts), None)


def _list_remembered(night: LoadedNight) -> RememberedGames:
    """Return the games of the night, then those that this browser knows, and the names to offer.

    The club's list is offered to phones that know the club.
    """
    links = links_of_games(site().store, [game.key for game in night.games.values()])
    tonight = [tokens[Role.PLAYER] for tokens in links.values() if Role.PLAYER in tokens]
    visits = open_links(site().store, [*tonight, *remembered_links()]).visits
    keys = {game.key for game in night.games.values()}
    return RememberedGames(
        visits=tuple(sorted(visits, key=lambda visit: visit.game.key not in keys)),
        offered=_offer_names(night),
        listed=offered_names(site().store, night.roll) if knows_club() else (),
    )


def _offer_names(night: LoadedNight) -> tuple[str, ...]:
    """Return the names of the people who wait."""
    return tuple([night.people[row.person].name for row in night.waiting])


def _first_values(remembered: RememberedGames) -> dict[str, str]:
    night = this_night()
    before = _game_before(night)
    visit = _visit_to(night, before, remembered)
    variant = _playable(len(_chosen_people(night)) or len(night.waiting), remembered)
    values = first_values(remembered, variant=variant) if visit is None else values_of_visit(visit)
    chosen = [night.people[person].name for person in _chosen_people(night)]
    names = _names_at(night, before) if before else chosen
    own = {name: text for name, text in values.items() if not name.startswith("players-")}
    if before is None:
        own = {**own, "again": "", **_stake_of_club(night)}
    return {
        **own,
        **{f"players-{seat}": name for seat, name in enumerate(names)},
        "title": before.table if before else free_label([game.table for game in night.night.games]),
        "place": night.night.place,
        "played_on": night.night.date,
    }


def _playable(people: int, remembered: RememberedGames) -> str:
    """Return the variant of the last game in which so many can play, else the first such one."""
    setups = [visit.game.sheet.setup for visit in remembered.visits]
    known = [
        *[(setup.variant, setup.options) for setup in setups],
        *[(variant, variant.defaults) for variant in VARIANTS.values()],
    ]
    return next((one.key for one, rules in known if people in one.family.players(rules)), "")


def _visit_to(
    night: LoadedNight, game: ClubGame | None, remembered: RememberedGames
) -> Visit | None:
    if game is None:
        return None
    key = night.games[game.id].key
    return next((visit for visit in remembered.visits if visit.game.key == key), None)


def _stake_of_club(night: LoadedNight) -> dict[str, str]:
    stake = night.club.defaults.stake
    if stake is None:
        return {"stake-currency": night.club.currency}
    return {
        "stake-amount": write_amount(stake.minor, stake.currency),
        "stake-currency": stake.currency,
        "stake-per": str(stake.per),
    }


def _names_at(night: LoadedNight, before: ClubGame) -> list[str]:
    """Return the names of the game before, without the people who have sat elsewhere since."""
    games = night.night.games
    later = [game for game in games[games.index(before) + 1 :] if not game.is_void]
    gone = {person for game in later for person in game.people}
    heads = night.games[before.id].sheet.in_turn
    return [head.name for head in heads if before.sitting[head.seat] not in gone]


def _people_in_seats(night: LoadedNight, names: Sequence[str]) -> Mapping[Seat, str]:
    """Return, by seat, the person whom a name means among the chosen people and the game before."""
    meant = {look_of(night.people[who].name): who for who in _chosen_people(night)}
    before = _game_before(night)
    if before is not None:
        for head in night.games[before.id].sheet.heads:
            meant[look_of(head.name)] = before.sitting[head.seat]
    looks = [look_of(name) for name in names]
    return {Seat(seat): meant[look] for seat, look in enumerate(looks) if look in meant}


def _chosen_people(night: LoadedNight) -> list[str]:
    return [who for who in request.args.getlist(CHOSEN) if who in night.people]
