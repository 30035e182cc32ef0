"""A night in words, and its tables as pages show them: titles and links of games, panels."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import url_for

from scorekeeper.club.facts import ClubGame, GameState, Night, Person
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.club.words import name_games, write_table, write_title
from scorekeeper.games import CurrentGame, EnteringPhone, Role, links_of_games
from scorekeeper.rules import (
    TILL,
    Agreement,
    Score,
    ScoreSheet,
    Seat,
    with_capital,
    write_names,
    write_subject,
)
from scorekeeper.web.core import (
    Part,
    may,
    name_of_night,
    once,
    remembered_links,
    say,
    site,
    this_night,
    this_visit,
)
from scorekeeper.wording import name_columns, write_points
from scorekeeper.wording.games import write_early_end
from scorekeeper.wording.sentences import isolate

_TILL_NAME: Final = "the till"
_WORDS: Final = "core/_game.html"
_SOMEBODY: Final = "Somebody"
_MOST_ON_PHONE: Final = 4
_MOST_ON_TV: Final = 5
_LONG, _RATHER_LONG = 10, 9
"""How many letters are cut in a column of four on most phones, and on a narrow one (nights.css)."""
_GRIDS: Final = ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4))
"""Columns and rows of panels on a TV, from the smallest grid to the largest."""
_NARROWEST: Final = 3
_WIDEST: Final = 7


def party_name(party: str, people: Mapping[str, Person]) -> str:
    """Return the name of a person, or ``the till``, which is nobody who is called till."""
    return _TILL_NAME if party == TILL else people[party].name


def where_and_when(night: Night) -> str:
    """Return the name and the place of a night: ``Friday 20 November, Back room``."""
    return ", ".join([text for text in (name_of_night(night.date), night.place) if text])


# --- The titles of a night's games: their table, and what tells it from others there --------------


def game_titles(loaded: LoadedNight) -> Mapping[str, str]:
    """Return the title of each game by id: ``Table 1``, ``Table 2, round 2``, ``Table 3, gin 150``.

    A game without a table has the names of its players as its title.
    """
    names = name_games(loaded.night.games)
    return {
        game.id: write_title(names[game.id]) if game.table else table_of(loaded, game)
        for game in loaded.night.games
    }


def table_of(night: LoadedNight, game: ClubGame) -> str:
    """Return the name of a game's table, ``Table 2``, or the players' names if it has none."""
    sheet = night.games[game.id].sheet
    return write_table(game.table) if game.table else write_names(list(sheet.setup.names))


# --- The addresses of a night's games, each with the best link that this visitor may follow -------


def game_address(game: str, endpoint: str, **values: Any) -> str:
    """Return the address of a page of a game, by its id in the club; empty without a link to it.

    The link is the best one that this browser knows, else the players' if the visitor may join,
    else the viewers'.
    """
    most = Role.PLAYER if this_visit().role >= Role.PLAYER else Role.VIEWER
    known = set(remembered_links())
    offered = {
        role: token for role, token in links_of(game).items() if role <= most or token in known
    }
    return url_for(endpoint, link=offered[max(offered)], **values) if offered else ""


def officers_address(game: str, endpoint: str) -> str:
    """Return the address of a page of a game by its host's link, for officers.

    So an officer can end a game whose players have gone home. Others get ``game_address``.
    """
    if this_visit().role < Role.OFFICER or Role.HOST not in links_of(game):
        return game_address(game, endpoint)
    return url_for(endpoint, link=links_of(game)[Role.HOST])


def board_address(game: ClubGame) -> str:
    """Return the address to which the board leads: the sheet of the game, or its page of seats.

    A visitor who may join an open game is first asked for their seat, unless they are its host. An
    officer who does not play there looks after it as its host.
    """
    if this_visit().role >= Role.OFFICER and this_visit().person not in game.people:
        return officers_address(game.id, "table.sheet")
    is_host = links_of(game.id).get(Role.HOST, "") in remembered_links()
    is_asked = game.state is GameState.OPEN and may("nights.ask_table") and not is_host
    return game_address(game.id, "people.ask_seat" if is_asked else "table.sheet")


def links_of(game: str) -> Mapping[Role, str]:
    """Return the links to a game of the night, by its id in the club; all are read at once."""
    night = this_night()
    links = once(
        "links_of_games",
        lambda: links_of_games(site().store, [other.key for other in night.games.values()]),
    )
    return links[night.games[game].key]


# --- The challenged deals of a night, which pages show; a night can be closed nevertheless --------


def challenged_deals(loaded: LoadedNight) -> Iterator[Part]:
    """Yield the challenged deals and early ends of the games that are not void."""
    titles = game_titles(loaded)
    for game in loaded.night.games:
        sheet = loaded.games[game.id].sheet
        about = [(row.number, row.agreement) for row in sheet.rows]
        for number, agreement in [*about, (0, sheet.closing)]:
            if game.is_void or agreement is None or not agreement.challenges:
                continue
            final = game_address(game.id, "table.final")
            yield Part(
                title=titles[game.id],
                names=_challengers(sheet, agreement),
                number=number,
                address=game_address(game.id, "table.deal", number=number) if number else final,
            )


def _challengers(sheet: ScoreSheet, agreement: Agreement) -> tuple[str, ...]:
    seats = [challenge.seat for challenge in agreement.challenges]
    names = ["The host" if seat is None else sheet.setup.players[seat] for seat in seats]
    return tuple(dict.fromkeys(names))


# --- The panels of tables on the board and the TV view of a night: players, totals, the deal ------


class TablePanel(Part):
    """A table of a night, by its game’s ``id``; ``terms`` are the variant and the deal.

    ``address`` is empty where no link leads to the table. ``fit`` are the CSS classes for a phone.
    ``short`` are the short names that the roll has, by seat; ``names`` are those of the sides,
    ``apart`` what stands for them where they are cut. ``totals`` are by seat.
    """

    id: str
    address: str
    game: CurrentGame
    is_own: bool

    @property
    def tv_fit(self) -> str:
        """CSS classes for a TV: ``c5 t4 two`` for five columns, four characters, two rows."""
        sheet = self.game.sheet
        columns = _columns(len(sheet.sides), _MOST_ON_TV)
        rows = "two" if len(sheet.sides) > columns else "one"
        return f"c{columns} {_width([sheet])} {rows}"


def make_panel(
    game: CurrentGame,
    *,
    in_night: str,
    label: str,
    address: str,
    entering: Sequence[EnteringPhone],
    guests: Collection[int],
    short: Mapping[int, str],
    others: Collection[str],
    is_own: bool,
    is_of_round: bool,
) -> TablePanel:
    """Return the panel of the game at one table, with the phones that are entering a deal.

    ``in_night`` is its id in the club, ``guests`` the seats of those who are no members, ``short``
    the short names by seat, ``others`` names of other tables. Games of a round show its points.
    """
    sheet = game.sheet
    challenge, who = challenge_words(sheet), who_enters(sheet, entering)
    names = [short.get(side.seat, side.name) for side in sheet.sides]
    return TablePanel(
        id=f"table-{in_night}",
        label=label,
        terms=panel_terms(sheet),
        address=address,
        game=game,
        short=short,
        names=tuple(names),
        apart=tuple(name_columns(names, others)),
        totals=tuple(
            [_total_of(sheet, Seat(seat), is_of_round) for seat in range(len(sheet.heads))]
        ),
        fit=_fit_on_phone(sheet, names),
        words=challenge or who or table_words(sheet, guests, is_of_round=is_of_round),
        is_challenged=bool(challenge),
        is_entering=bool(who),
        is_own=is_own,
    )


def panel_terms(sheet: ScoreSheet) -> str:
    """Return the short name of the variant and the deal: ``Laws · deal 6``."""
    deal = "over" if sheet.final is not None else f"deal {sheet.next_number}"
    three = " · Hollywood" if sheet.score.has_columns else ""
    return f"{sheet.variant.short_name}{three} · {deal}"


def table_words(
    sheet: ScoreSheet, guests: Collection[int] = (), *, is_of_round: bool = False
) -> str:
    """Return one sentence: who won, or how the last deal ended and who deals."""
    if sheet.final is not None:
        return how_game_ended(sheet, is_of_round=is_of_round)
    if not sheet.rows or sheet.next_dealer is None:
        return say(_WORDS, "first_dealer", sheet)
    return say(_WORDS, "what_happened", sheet, sheet.rows[-1], is_guest=sheet.next_dealer in guests)


def _total_of(sheet: ScoreSheet, seat: Seat, is_of_round: bool) -> Score:
    """Return the total of a player; the points of a round go by the scores before rounding."""
    return sheet.final.hands[seat].total if sheet.final and is_of_round else sheet.total_of(seat)


def how_game_ended(sheet: ScoreSheet, *, is_of_round: bool = False) -> str:
    """Return in words how a game ended: ``Dot wins, 1300``, ``Ended early``."""
    final = sheet.final
    if final is None or sheet.ended_early:
        return write_early_end(sheet)
    points = {write_points(_total_of(sheet, seat, is_of_round)) for seat in final.winners}
    return ", ".join([with_capital(say(_WORDS, "winners", sheet)), *points])


def challenge_words(sheet: ScoreSheet) -> str:
    """Return the latest challenge: ``Bob challenges deal 4.``; empty if there is none."""
    about = [(f"deal {row.number}", row.agreement) for row in reversed(sheet.rows)]
    closing = [("the early end", sheet.closing)] if sheet.closing is not None else []
    for what, agreement in [*closing, *about]:
        for challenge in agreement.challenges:
            who = "The host" if challenge.seat is None else sheet.setup.players[challenge.seat]
            return f"{who} challenges {what}."
    return ""


def who_enters(sheet: ScoreSheet, phones: Sequence[EnteringPhone]) -> str:
    """Return in words who enters a deal, if anybody: ``Eve enters deal 6 now.``"""
    if not phones or sheet.final is not None:
        return ""
    names = list(dict.fromkeys([isolate(phone.name) or _SOMEBODY for phone in phones]))
    return f"{write_subject(names, 'enters', 'enter')} deal {sheet.next_number} now."


def widest_total(panels: Sequence[TablePanel]) -> str:
    """Return the CSS class for the widest total of all tables: ``t4`` for four characters."""
    return _width([panel.game.sheet for panel in panels])


def grid_of(panels: int) -> tuple[int, int]:
    """Return the columns and rows of the smallest grid on a TV with room for the panels."""
    return next((grid for grid in _GRIDS if grid[0] * grid[1] >= panels), _GRIDS[-1])


def _fit_on_phone(sheet: ScoreSheet, names: Sequence[str]) -> str:
    """Return CSS classes: ``c4 w9`` for four columns, and words of nine letters or more."""
    # A name that is longer may have a line for each of its words.
    words = [word for name in names for word in (name.split() if name[_LONG:] else [name])]
    long = next((f" w{most}" for most in (_LONG, _RATHER_LONG) if max(map(len, words)) >= most), "")
    return f"c{_columns(len(sheet.sides), _MOST_ON_PHONE)}{long}"


def _width(sheets: Sequence[ScoreSheet]) -> str:
    totals = [sheet.total_of(head.seat) for sheet in sheets for head in sheet.heads]
    widest = max([len(write_points(total)) for total in totals], default=0)
    characters = max(_NARROWEST, min(_WIDEST, widest))
    return f"t{characters}"


def _columns(players: int, most: int) -> int:
    """Return the number of columns, at most ``most``, for as few rows as possible."""
    rows = -(-players // most)
    return -(-players // rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTables:
    """The present game of each table, that of this phone's person first, and all earlier games.

    ``left_out`` are those that do not count.
    """

    panels: tuple[TablePanel, ...]
    earlier: tuple[Part, ...]
    left_out: tuple[Part, ...]

    @property
    def are_none(self) -> bool:
        """Whether no game was put into the night yet."""
        return not (self.panels or self.earlier or self.left_out)


def make_tables() -> NightTables:
    """Return the tables of this request's night, with links that its visitor may follow."""
    night = this_night()
    now = games_on_tables(night)
    panels = [panel_of(night, game, board_address(game)) for game in now]
    shown = {game.id for game in now}
    earlier = [game for game in reversed(night.night.games) if game.id not in shown]
    return NightTables(
        panels=tuple(sorted(panels, key=lambda panel: not panel.is_own)),
        earlier=tuple([_earlier_table(night, game) for game in earlier if not game.is_void]),
        left_out=tuple([_earlier_table(night, game) for game in earlier if game.is_void]),
    )


def games_on_tables(night: LoadedNight) -> list[ClubGame]:
    """Return the latest game of each table, in the order in which the tables were opened.

    A game that has ended leaves its table once all of its players sit elsewhere.
    """
    latest: dict[str, ClubGame] = {}
    for game in night.night.games:
        name = game.table.casefold()
        if name in latest and latest[name].state is GameState.OPEN:
            name = game.id  # two open games have the same table name, so both are shown
        if not game.is_void:
            latest[name] = game
    return [game for game in latest.values() if not _is_left(night, game)]


def _is_left(night: LoadedNight, game: ClubGame) -> bool:
    if not game.counts:
        return False
    games = night.night.games
    later = [other for other in games[games.index(game) + 1 :] if not other.is_void]
    return {person for other in later for person in other.people} >= set(game.people)


def panel_of(night: LoadedNight, game: ClubGame, address: str) -> TablePanel:
    """Return the panel of a game at its table, which leads to an address."""
    current = night.games[game.id]
    people = [night.people[person] for person in game.people]
    return make_panel(
        current,
        in_night=game.id,
        label=table_of(night, game),
        address=address,
        entering=site().store.entering.present(current.key),
        guests=[
            seat for seat, person in enumerate(people) if not person.is_member_on(night.night.date)
        ],
        short={
            seat: person.short
            for seat, person in enumerate(people)
            if person.short and not current.sheet.setup.has_partners
        },
        others={
            night.people[who].short or night.people[who].name
            for who in night.figures.people
            if who not in game.people
        },
        is_own=this_visit().person in game.people and game.state is GameState.OPEN,
        is_of_round=game.round is not None,
    )


def _earlier_table(night: LoadedNight, game: ClubGame) -> Part:
    sheet = night.games[game.id].sheet
    return Part(
        label=table_of(night, game),
        terms=sheet.variant.short_name,
        words="it counts nowhere"
        if game.is_void
        else how_game_ended(sheet, is_of_round=game.round is not None),
        address=board_address(game),
    )
