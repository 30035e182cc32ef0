"""Sentences for the paper that tell what each correction changed in the points of its deal."""

from collections.abc import Iterator

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.journal import Corrected
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.review.past import Past
from scorekeeper.wording import write_points, write_sentence


def say_corrections(game: CurrentGame) -> dict[int, tuple[str, ...]]:
    """Return, by number of deal, a sentence for each correction that stands.

    It is ``Corrected by Ann 21:50: “miscounted”. Bob 65 to 70.``
    """
    past = Past(game)
    return {
        row.number: tuple([_say(past, row, seq) for seq in entered.corrections])
        for row, entered in zip(game.sheet.rows, game.sheet.game.deals, strict=True)
        if entered.corrections
    }


def _say(past: Past, row: SheetRow, seq: int) -> str:
    entry = past.game.log[seq - 1]
    reason = entry.act.reason if isinstance(entry.act, Corrected) else ""
    who = f" by {entry.who}" if entry.who else ""
    why = f"“{reason}”" if reason else "no reason given"
    before, after = past.sheet(seq - 1).row_of(row.seq), past.sheet(seq).row_of(row.seq)
    changed = list(_changes(past, before, after)) if before and after else []
    told = write_sentence(f"Corrected{who} {write_time(entry.at)}: {why}")
    return f"{told} {', '.join(changed) or 'No points changed'}."


def _changes(past: Past, before: SheetRow, after: SheetRow) -> Iterator[str]:
    players = past.game.sheet.setup.players
    for old, new in zip(before.cells, after.cells, strict=False):
        if (old.points, old.held) != (new.points, new.held):
            words = [write_points(cell.points or 0) for cell in (old, new)]
            kept = f" and {old.held} to {new.held} at the end" if old.held != new.held else ""
            yield f"{players[new.seat]} {words[0]} to {words[1]}{kept}"
