"""Who plays: names, late comers, and who sits out and plays again while a game goes on."""

from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.posting import (
    Decision,
    Outcome,
    Post,
    post_act,
    refusal,
)
from scorekeeper.bookkeeping.store import GameStore
from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.domain.journal import (
    Corrected,
    Dealt,
    Joined,
    Left,
    Renamed,
    Returned,
)
from scorekeeper.domain.variant import Problem
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_players
from scorekeeper.wording import write_names

_FEWEST_PLAYING: Final = 2


def join_player(store: GameStore, key: str, post: Post, name: str) -> Outcome:
    """Seat one more player after the last; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        problems = joining_problems(game)
        if problems:
            return problems
        players, findings = game.sheet.setup.players, Findings()
        own = name.strip()
        other = own if own in players else namesake([*players, own], len(players))
        if other is not None:
            # Most often somebody wrote the own name instead of looking for it.
            text = f"{other} is at the table already; a second one adds a letter"
            return refusal("bad_players", text, at=("name",))
        read = read_players([*players, name], findings)
        if findings.problems:
            return refusal("bad_players", findings.problems[0].text, at=("name",))
        return Joined(name=read[-1])

    return post_act(store, key, post, decide)


def leave_table(store: GameStore, key: str, post: Post, seat: int) -> Outcome:
    """Let the player in ``seat`` sit out from the next deal on; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        return leaving_problems(game, seat) or Left(seat=Seat(seat))

    return post_act(store, key, post, decide)


def return_to_table(store: GameStore, key: str, post: Post, seat: int) -> Outcome:
    """Let the player in ``seat`` play again from the next deal on; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        return returning_problems(game, seat) or Returned(seat=Seat(seat))

    return post_act(store, key, post, decide)


def joining_problems(game: CurrentGame) -> tuple[Problem, ...]:
    """Why nobody can come to this table now; empty if somebody can."""
    setup = game.sheet.setup
    _, most = setup.variant.family.players(setup.options)
    if _has_ended(game):
        return refusal("game_over", "The game is over; nobody can come to it")
    if len(setup.players) >= most:
        return refusal("bad_players", f"{setup.variant.name} seats {most} and no more")
    if game.sheet.rows and not setup.variant.family.allows_sitting_out:
        text = f"Nobody can come after the first deal of {setup.variant.name}"
        return refusal("bad_players", text)
    return ()


def leaving_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    """Why the player in ``seat`` cannot sit out the next deal; empty if that can be."""
    away = game.sheet.game.away
    problems = _seat_problems(game, seat)
    if problems:
        return problems
    if seat in away:
        return refusal("bad_value", f"{game.sheet.setup.players[seat]} sits out already")
    if len(game.sheet.setup.players) - len(away) <= _FEWEST_PLAYING:
        return refusal("bad_players", "Two at least have to play")
    return ()


def returning_problems(game: CurrentGame, seat: int) -> tuple[Problem, ...]:
    """Why the player in ``seat`` cannot play again; empty if that can be."""
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
    return game.sheet.over or game.sheet.game.closed is not None


# --- what an undo may do to the company -----------------------------------------------------------


def check_players(before: CurrentGame, after: CurrentGame) -> tuple[Problem, ...]:
    """Why an act that leads from one game to the other would seat people wrongly; empty if not.

    Nobody who took part in a deal can be gone, nobody can get the deals of another, and as many
    sit and play as the variant has it.
    """
    text = (
        _mixed_seats(before, after)
        or _lost_hands(before, after)
        or _missing_hands(after)
        or _wrong_numbers(after)
    )
    return refusal("bad_players", text, at=("target",)) if text else ()


def _mixed_seats(before: CurrentGame, after: CurrentGame) -> str:
    """Seats are counted in the order of coming: who came last leaves first."""
    then, now = _came(before), _came(after)
    if then[: len(now)] == now[: len(then)]:
        return ""
    return "Somebody sat down after that; take that back first"


def _came(game: CurrentGame) -> list[int]:
    """The entries by which players came, in order."""
    return [entry.seq for entry in game.log if isinstance(entry.act, Joined) and not entry.undone]


def _lost_hands(before: CurrentGame, after: CurrentGame) -> str:
    """Who took part in deals that stand cannot be gone."""
    players = len(after.sheet.setup.players)
    lost = {
        seat
        for deal in _entered(after).values()
        for seat, hand in enumerate(deal.hands)
        if seat >= players and not hand.sat_out
    }
    names = [name for seat, name in enumerate(before.sheet.setup.players) if seat in lost]
    if not lost:
        return ""
    return f"{write_names(names or ['Somebody'])} took part in a deal; take that back first"


def _missing_hands(after: CurrentGame) -> str:
    """Where nobody can sit out, every deal has a hand of every player."""
    players, variant = after.sheet.setup.players, after.sheet.variant
    if variant.family.allows_sitting_out:
        return ""
    without = any(0 < len(deal.hands) < len(players) for deal in _entered(after).values())
    return f"{players[-1]} took no part in a deal, and every player has to" if without else ""


def _wrong_numbers(after: CurrentGame) -> str:
    setup, away = after.sheet.setup, after.sheet.game.away
    _, most = setup.variant.family.players(setup.options)
    if len(setup.players) > most:
        return f"{setup.variant.name} seats {most} and no more"
    return "Two at least have to play" if len(setup.players) - len(away) < _FEWEST_PLAYING else ""


def _entered(game: CurrentGame) -> dict[int, Deal]:
    """The deals that stand, by their entries, with the hands that were entered and no others."""
    entered: dict[int, Deal] = {}
    for entry in game.log:
        if entry.undone:
            continue
        match entry.act:
            case Dealt(deal=deal):
                entered[entry.seq] = deal
            case Corrected(target=target, deal=deal) if target in entered:
                entered[target] = deal
    return entered


def rename_player(store: GameStore, key: str, post: Post, seat: int, *, name: str) -> Outcome:
    """Give the player in ``seat`` another name, everywhere on the sheet; raises UnknownGame."""

    def decide(game: CurrentGame) -> Decision:
        players = list(game.sheet.setup.players)
        if not 0 <= seat < len(players):
            return refusal("bad_value", "Nobody sits there", at=("seat",))
        players[seat] = name
        findings = Findings()
        read = read_players(players, findings)
        if findings.problems:
            text = findings.problems[0].text
            return refusal("bad_players", text, at=("name",))
        other = namesake(read, seat)
        if other is not None:
            return refusal("bad_players", namesake_words(read[seat], other), at=("name",))
        return Renamed(seat=Seat(seat), name=read[seat])

    return post_act(store, key, post, decide)


# --- names that look alike ------------------------------------------------------------------------


def namesake(names: Sequence[str], seat: int) -> str | None:
    """The name of another seat that differs from that of ``seat`` in case or spaces alone."""
    own = names[seat]
    others = [name for other, name in enumerate(names) if other != seat]
    return next((name for name in others if name != own and _read(name) == _read(own)), None)


def namesake_words(name: str, other: str) -> str:
    """Why two such names cannot sit at one table."""
    return f"{name} and {other} look alike; add a letter to tell them apart"


def _read(name: str) -> str:
    return "".join(normalize("NFKC", name).casefold().split())
