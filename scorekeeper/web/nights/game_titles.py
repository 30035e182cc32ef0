"""The titles of a night's games: their table, and a number if it has more than one game."""

from collections.abc import Mapping

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.domain.club.games import ClubGame
from scorekeeper.wording import without_capital, write_names
from scorekeeper.wording.club_words import write_table


def game_titles(loaded: LoadedNight) -> Mapping[str, str]:
    """Return the title of each game by id: ``Table 1``, ``Table 2, game 2``, ``Table 3, gin 150``.

    If the games of a table have different variants, these take the place of numbers. A game
    without a table has the names of its players as its title.
    """
    by_table: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for game in loaded.night.games:
        if game.table:
            by_table.setdefault(game.table, []).append(game.id)
        else:
            titles[game.id] = table_of(loaded, game)
    for table, games in by_table.items():
        titles |= _titles_at(loaded, write_table(table), games)
    return titles


def _titles_at(loaded: LoadedNight, table: str, games: list[str]) -> dict[str, str]:
    if len(games) == 1:
        return {games[0]: table}
    variants = [loaded.games[game].sheet.variant.short_name for game in games]
    if len(set(variants)) == len(games):
        names = [without_capital(name) for name in variants]
    else:
        names = [f"game {number}" for number, _ in enumerate(games, start=1)]
    return {game: f"{table}, {name}" for game, name in zip(games, names, strict=True)}


def table_of(night: LoadedNight, game: ClubGame) -> str:
    """Return the name of a game's table, ``Table 2``, or the players' names if it has none."""
    sheet = night.games[game.id].sheet
    return write_table(game.table) if game.table else write_names(list(sheet.setup.players))
