"""Parts of the pages of an ended game: the agreement to an early end, and the next step."""

from flask import url_for

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.web.core.access import may, this_visit
from scorekeeper.web.core.known_nights import way_to_next_game
from scorekeeper.web.core.page import Action
from scorekeeper.web.live.news import next_game_address
from scorekeeper.web.review.agreement_status import AgreementStatus, make_agreement_status


def closing_agreement(game: CurrentGame) -> AgreementStatus | None:
    """Return the status of the agreement to an early end; ``None`` if there was no early end."""
    sheet = game.sheet
    return make_agreement_status(game, sheet.game.closed_by) if sheet.ended_early else None


def action_after_end() -> Action:
    """Return the link that follows an ended game: to the next game, or to the form of one.

    After a game of a night, this is the form by which that night starts another game.
    """
    following = next_game_address()
    if following:
        return Action(words="Next game", address=following)
    in_night = way_to_next_game()
    if in_night is not None:
        return in_night
    if may("deal.enter_deal"):
        address = url_for("new_game.new", again=this_visit().token)
        return Action(words="Same again", address=address)
    return Action(words="New game", address=url_for("new_game.new"))
