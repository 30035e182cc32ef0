"""The challenged deals of a night, which pages show; a night can be closed nevertheless."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.domain.agreement import Agreement
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.web.nights.game_links import game_address
from scorekeeper.web.nights.game_titles import game_titles
from scorekeeper.wording import write_subject


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengedDeal:
    """A challenged deal or early end in one sentence; ``address`` is empty without a link to it."""

    words: str
    address: str


def challenged_deals(loaded: LoadedNight) -> Iterator[ChallengedDeal]:
    """Yield the challenged deals and early ends of the games that are not void."""
    titles = game_titles(loaded)
    for game in loaded.night.games:
        if game.is_void:
            continue
        sheet = loaded.games[game.id].sheet
        for row in sheet.rows:
            who = _challengers(sheet, row.agreement)
            if who:
                yield ChallengedDeal(
                    words=f"{titles[game.id]}: {who} deal {row.number}.",
                    address=game_address(game.id, "table.deal", number=row.number),
                )
        who = _challengers(sheet, sheet.closing)
        if who:
            yield ChallengedDeal(
                words=f"{titles[game.id]}: {who} the early end.",
                address=game_address(game.id, "table.final"),
            )


def _challengers(sheet: ScoreSheet, agreement: Agreement | None) -> str:
    """Return in words who challenges: ``Bob challenges``; empty if nobody does."""
    if agreement is None or not agreement.challenges:
        return ""
    seats = [each.seat for each in agreement.challenges]
    names = ["The host" if seat is None else sheet.setup.players[seat] for seat in seats]
    return write_subject(list(dict.fromkeys(names)), "challenges", "challenge")
