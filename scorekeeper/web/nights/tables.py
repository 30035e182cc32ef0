"""The tables of a night, that of this phone's person first, with a link to each."""

from dataclasses import dataclass

from flask import url_for

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.web.core.access import may
from scorekeeper.web.core.club_access import this_night, this_person
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.site import site
from scorekeeper.web.nights.game_links import board_address
from scorekeeper.web.nights.game_titles import table_of
from scorekeeper.web.nights.panels import (
    PanelFacts,
    TablePanel,
    how_game_ended,
    make_panel,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierGame:
    """A game of the night that has left its table; ``words`` say how it ended."""

    label: str
    terms: str
    words: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTables:
    """The present game of each table, that of this phone's person first, and all earlier games."""

    panels: tuple[TablePanel, ...]
    earlier: tuple[EarlierGame, ...]


def make_tables() -> NightTables:
    """Return the tables of this request's night, with links that its visitor may follow."""
    night = this_night()
    now = games_on_tables(night)
    panels = [_panel(night, game) for game in now]
    shown = {game.id for game in now}
    earlier = [game for game in night.night.games if game.id not in shown]
    return NightTables(
        panels=tuple(sorted(panels, key=lambda panel: not panel.is_own)),
        earlier=tuple([_earlier(night, game) for game in reversed(earlier)]),
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
    later = [each for each in games[games.index(game) + 1 :] if not each.is_void]
    return {person for each in later for person in each.people} >= set(game.people)


def _panel(night: LoadedNight, game: ClubGame) -> TablePanel:
    current = night.games[game.id]
    people = [night.people[person] for person in game.people]
    source = PanelFacts(
        id=game.id,
        label=table_of(night, game),
        game=current,
        entering=site().store.entering.present(current.key),
        guests=[
            seat for seat, each in enumerate(people) if not each.is_member_on(night.night.date)
        ],
        is_own=this_person() in game.people and game.state is GameState.OPEN,
    )
    return make_panel(source, address=board_address(game), next_game=_next_game(night, game))


def _next_game(night: LoadedNight, game: ClubGame) -> Action | None:
    if night.night.closed is not None or not may("nights.ask_table"):
        return None
    return Action(words="next game", address=url_for("nights.ask_table", after=game.id))


def _earlier(night: LoadedNight, game: ClubGame) -> EarlierGame:
    sheet = night.games[game.id].sheet
    return EarlierGame(
        label=table_of(night, game),
        terms=sheet.variant.short_name,
        words="Void: it counts nowhere" if game.is_void else how_game_ended(sheet),
        address=board_address(game),
    )
