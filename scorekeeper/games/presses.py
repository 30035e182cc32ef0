"""The presses of the pad that made the newest deal, so that it can be changed key by key.

They are text of the phone that entered the deal, and no score is ever made from them.
"""

from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.games.phones import delete_presses, load_presses, save_presses
from scorekeeper.rules.journal import Act, Agreed, Corrected, Dealt
from scorekeeper.store.database import Connection


def keep_presses(db: Connection, game: CurrentGame, act: Act, text: str) -> None:
    """Keep the presses of a deal that was just written as the game's last entry.

    Only the newest deal has presses: the next deal, or an agreement to this one, deletes them.
    """
    newest = game.sheet.game.deals[-1].seq if game.sheet.game.deals else None
    match act:
        case Dealt():
            delete_presses(db, game.key)
        case Agreed(target=target) if target == newest:
            delete_presses(db, game.key)
    match act:
        case Dealt() if text:
            save_presses(db, game.key, game.version, text)
        case Corrected(target=target) if text and target == newest:
            save_presses(db, game.key, game.version, text)


def presses_of(store: GameStore, game: CurrentGame, number: int) -> str:
    """Return the presses that made deal ``number`` as it stands now, empty if none are kept."""
    with store.database.reading() as db:
        return load_presses(db, game.key, facts_entry(game, number))


def facts_entry(game: CurrentGame, number: int) -> int:
    """Return the entry of the last correction of deal ``number`` (from 1), else of the deal."""
    deal = game.sheet.game.deals[number - 1]
    return deal.corrections[-1] if deal.corrections else deal.seq


def is_fresh(game: CurrentGame, target: int) -> bool:
    """Tell whether entry ``target`` is the newest deal and nobody has agreed to it yet."""
    last = game.sheet.rows[-1] if game.sheet.rows else None
    return last is not None and last.seq == target and not last.agreement.agreed
