"""The players of a game: joining late, sitting out, playing again, and their names."""

from typing import Final

from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.games.posting import (
    Decision,
    GameOutcome,
    Post,
    post_act,
    refusal,
)
from scorekeeper.record.reading import alike_fault, find_alike, name_fault
from scorekeeper.rules.deals import Deal, Seat
from scorekeeper.rules.journal import (
    Corrected,
    Dealt,
    Joined,
    Left,
    Renamed,
    Returned,
)
from scorekeeper.rules.names import trim_line
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variant import Problem
from scorekeeper.rules.words import write_numbers
from scorekeeper.wording import write_names

_FEWEST_PLAYING: Final = 2


def join_player(store: GameStore, key: str, post: Post, name: str) -> GameOutcome:
    """Add a player in a new seat after the last; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        problems = joining_problems(game)
        if problems:
            return problems
        players = [*game.sheet.setup.players, trim_line(name)]
        other = find_alike(players, len(players) - 1)
        # Most often a player types a name that is on the list already.
        text = f"{other} is at the table already; add a letter to the name" if other else ""
        text = name_fault(players[-1]) or text
        return refusal("bad_players", text, at=("name",)) if text else Joined(name=players[-1])

    return post_act(store, key, post, decide)


def leave_table(store: GameStore, key: str, post: Post, seat: int) -> GameOutcome:
    """Record that a player sits out from the next deal on; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        return leaving_problems(game, seat) or Left(seat=Seat(seat))

    return post_act(store, key, post, decide)


def return_to_table(store: GameStore, key: str, post: Post, seat: int) -> GameOutcome:
    """Record that a player plays again from the next deal on; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        return returning_problems(game, seat) or Returned(seat=Seat(seat))

    return post_act(store, key, post, decide)


def joining_problems(game: CurrentGame) -> tuple[Problem, ...]:
    """Return why no player can join now; empty if one can."""
    setup = game.sheet.setup
    numbers = setup.variant.family.players(setup.options)
    if _has_ended(game):
        return refusal("game_over", "The game is over; nobody can join it")
    if len(setup.players) + 1 not in numbers:
        return refusal("bad_players", _numbers_words(setup))
    if game.sheet.rows and not setup.variant.family.allows_sitting_out:
        text = f"Nobody can join {setup.variant.name} after the first deal"
        return refusal("bad_players", text)
    return ()


def leaving_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    """Return why the player in ``seat`` cannot sit out the next deal; empty if possible."""
    away = game.sheet.game.away
    problems = _seat_problems(game, seat)
    if problems:
        return problems
    if seat in away:
        return refusal("bad_value", f"{game.sheet.setup.players[seat]} sits out already")
    if len(game.sheet.setup.players) - len(away) <= _FEWEST_PLAYING:
        return refusal("bad_players", "At least two must play")
    return ()


def returning_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    """Return why the player in ``seat`` cannot play again; empty if possible."""
    problems = _seat_problems(game, seat)
    if problems or seat in game.sheet.game.away:
        return problems
    return refusal("bad_value", f"{game.sheet.setup.players[seat]} plays already")


def _seat_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    variant = game.sheet.variant
    if not 0 <= seat < len(game.sheet.setup.players):
        return refusal("bad_value", "Nobody sits there", at=("seat",))
    if not variant.family.allows_sitting_out:
        return refusal("bad_players", f"Nobody can sit out a deal of {variant.name}")
    if _has_ended(game):
        return refusal("game_over", "The game is over; there is no deal to sit out")
    return ()


def _has_ended(game: CurrentGame) -> bool:
    return game.sheet.final is not None


# --- how an undo may change who plays -------------------------------------------------------------


def check_seating(before: CurrentGame, after: CurrentGame) -> tuple[Problem, ...]:
    """Return the problem of an undo that changes who plays; empty if there is none.

    ``before`` and ``after`` are the game without and with the undo. No player who took part in a
    deal may be removed, no player may get another's deals, the variant must allow as many players
    as remain, and each must have a name of their own.
    """
    text = (
        _write_alike_names(before, after)
        or _write_mixed_seats(before, after)
        or _write_lost_hands(before, after)
        or _write_missing_hands(after)
        or _write_wrong_number(after)
    )
    return refusal("bad_players", text, at=("target",)) if text else ()


def _write_alike_names(before: CurrentGame, after: CurrentGame) -> str:
    """Return why names cannot be given back; empty if each player has a name of their own."""
    players = after.sheet.setup.players
    if len(set(players)) < len(players):
        return "Two players would have one name"
    are_new = players != before.sheet.setup.players
    alike = are_new and any(alike_fault(players, seat) for seat in range(len(players)))
    return "Two names would look alike" if alike else ""


def _write_mixed_seats(before: CurrentGame, after: CurrentGame) -> str:
    """Return why a player who joined before others cannot be removed; empty if possible.

    Players get their seats in the order of joining, so only the last can go.
    """
    then, now = _joining_entries(before), _joining_entries(after)
    if then[: len(now)] == now[: len(then)]:
        return ""
    return "Somebody sat down after that; take that back first"


def _joining_entries(game: CurrentGame) -> list[int]:
    """Return the numbers of the entries by which players joined, in order."""
    return [entry.seq for entry in game.log if isinstance(entry.act, Joined) and not entry.undone]


def _write_lost_hands(before: CurrentGame, after: CurrentGame) -> str:
    """Return why a player who took part in a deal cannot be removed; empty if nobody would be."""
    players = len(after.sheet.setup.players)
    lost = {
        seat
        for deal in _deals_by_entry(after).values()
        for seat, hand in enumerate(deal.hands)
        if seat >= players and not hand.sat_out
    }
    names = [name for seat, name in enumerate(before.sheet.setup.players) if seat in lost]
    if not lost:
        return ""
    return f"{write_names(names or ['Somebody'])} took part in a deal; take that back first"


def _write_missing_hands(after: CurrentGame) -> str:
    """Return which player lacks a hand in a deal, where nobody can sit out; empty if nobody."""
    players, variant = after.sheet.setup.players, after.sheet.variant
    if variant.family.allows_sitting_out:
        return ""
    deals = _deals_by_entry(after).values()
    is_missing = any(0 < len(deal.hands) < len(players) for deal in deals)
    return f"{players[-1]} took no part in a deal, and every player has to" if is_missing else ""


def _numbers_words(setup: Setup) -> str:
    numbers = write_numbers(setup.variant.family.players(setup.options))
    return f"{setup.variant.name} is for {numbers} players"


def _write_wrong_number(after: CurrentGame) -> str:
    setup, away = after.sheet.setup, after.sheet.game.away
    if len(setup.players) not in setup.variant.family.players(setup.options):
        return _numbers_words(setup)
    return "At least two must play" if len(setup.players) - len(away) < _FEWEST_PLAYING else ""


def _deals_by_entry(game: CurrentGame) -> dict[int, Deal]:
    """Return the deals that were not undone, by entry, with only the hands that were entered."""
    deals: dict[int, Deal] = {}
    for entry in game.log:
        if entry.undone:
            continue
        match entry.act:
            case Dealt(deal=deal):
                deals[entry.seq] = deal
            case Corrected(target=target, deal=deal) if target in deals:
                deals[target] = deal
    return deals


def rename_player(store: GameStore, key: str, post: Post, seat: int, *, name: str) -> GameOutcome:
    """Change the name of the player in ``seat`` everywhere on the sheet; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        players = list(game.sheet.setup.players)
        if not 0 <= seat < len(players):
            return refusal("bad_value", "Nobody sits there", at=("seat",))
        if Seat(seat) in game.ids:
            text = "The name of this player was taken out of the club, and stays out"
            return refusal("bad_players", text, at=("name",))
        players[seat] = trim_line(name)
        text = name_fault(players[seat]) or alike_fault(players, seat)
        if text:
            return refusal("bad_players", text, at=("name",))
        return Renamed(seat=Seat(seat), name=players[seat])

    return post_act(store, key, post, decide)
