"""What the club keeps of a game that was played here."""

from scorekeeper.bookkeeping.store.game_store import CurrentGame
from scorekeeper.domain.club.games import PlayedGame, figures_of_game
from scorekeeper.domain.scoring import EarlyEnd, score_game


def played_game(game: CurrentGame, closed_early: EarlyEnd | None) -> PlayedGame:
    """Return the figures of a game; ``closed_early`` is given if the club itself closed it."""
    sheet = game.sheet
    score = sheet.score
    if closed_early is not None and score.finish is None:
        deals = [each.deal for each in sheet.game.deals]
        score = score_game(sheet.setup, deals, closed=closed_early)
    return figures_of_game(sheet.setup, score)
