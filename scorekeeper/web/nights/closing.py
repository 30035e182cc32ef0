"""The page that closes a night: open games, ended games, and the ways to settle it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, url_for
from wtforms import StringField
from wtforms.validators import AnyOf

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.closing import close_night, digest_of
from scorekeeper.bookkeeping.game.posting import Saved
from scorekeeper.domain.club.facts import TILL, SettleWay
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.domain.club.nights import NightFigures
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, this_night, this_visit
from scorekeeper.web.core.forms import SiteForm
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import show_live
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act, see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.live.updates import LivePart, make_night_live_part
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.tables import (
    ChallengedDeal,
    challenged_deals,
    game_address,
    game_titles,
    officers_address,
)

_FEWEST_OF: Final = 10
"""The most people for whom the plan surely has the fewest payments possible."""


class ClosingForm(SiteForm):
    """The chosen way to settle, and the digest of the figures that the page showed."""

    way = StringField(validators=[AnyOf(list(SettleWay))])
    seen = StringField(default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class WayPreview:
    """One way to settle a night, with the figures as if it were closed so."""

    way: SettleWay
    figures: NightFigures
    is_chosen: bool

    @property
    def changed(self) -> int:
        """The number of people whose balances the night changes."""
        return sum([bool(minor) for who, minor in self.figures.base.items() if who != TILL])

    @property
    def is_fewest(self) -> bool:
        """Whether the plan surely has the fewest payments possible."""
        return sum([bool(minor) for minor in self.figures.base.values()]) <= _FEWEST_OF


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingGame:
    """A game of the night, with the addresses that this visitor has; ``early`` ends it early."""

    game: ClubGame
    title: str
    names: tuple[str, ...]
    winners: tuple[str, ...]
    address: str
    early: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingPage:
    """The page that closes a night, with a preview of each way to settle it.

    While games are ``missing``, the night cannot be closed. ``seen`` is the digest of the shown
    figures.
    """

    template: ClassVar = "nights/closing.html"
    live: LivePart
    name: str
    night: LoadedNight
    problems: tuple[str, ...]
    missing: tuple[ClosingGame, ...]
    challenged: tuple[ChallengedDeal, ...]
    done: tuple[ClosingGame, ...]
    ways: tuple[WayPreview, ...]
    may_close: bool
    seen: str
    club_fields: EntryFields

    def name_of(self, party: str) -> str:
        """Return the name of a person, or ``till``."""
        return TILL if party == TILL else self.night.people[party].name


def _make_page(chosen: SettleWay, problems: Sequence[Problem] = ()) -> ClosingPage:
    loaded = this_night()
    titles = game_titles(loaded)
    games = [_closing_game(loaded, game, titles[game.id]) for game in loaded.night.games]
    return ClosingPage(
        live=make_night_live_part("nights.ask_closing"),
        name=name_of_night(loaded.night.date),
        night=loaded,
        problems=tuple([each.text for each in problems]),
        missing=tuple([each for each in games if each.game.state is GameState.OPEN]),
        challenged=tuple(challenged_deals(loaded)),
        done=tuple([each for each in games if each.game.state is not GameState.OPEN]),
        ways=tuple(
            [
                WayPreview(
                    way=way,
                    figures=loaded.closed_as(way, loaded.night.date, {}).figures,
                    is_chosen=way is chosen,
                )
                for way in SettleWay
            ]
        ),
        may_close=this_visit().role >= Role.OFFICER,
        seen=digest_of(loaded.figures),
        club_fields=make_club_fields(),
    )


def _closing_game(loaded: LoadedNight, game: ClubGame, title: str) -> ClosingGame:
    is_open = game.state is GameState.OPEN
    final = loaded.games[game.id].sheet.final
    players = loaded.games[game.id].sheet.setup.players
    return ClosingGame(
        game=game,
        title=title,
        names=tuple([loaded.people[person].name for person in game.people]),
        winners=tuple([players[seat] for seat in final.winners]) if final else (),
        address=game_address(game.id, "table.final" if game.counts else "table.sheet"),
        early=officers_address(game.id, "review.ask_close") if is_open else "",
    )


@nights_pages.get("/closing")
@least_role(Role.PLAYER)
def ask_closing() -> Response:
    """Show what is missing before the night can be closed, and a preview of each settlement."""
    if this_night().night.closed is not None:
        return see_other(url_for("nights.payouts"))
    return show_live(_make_page(this_night().night.settle))


@nights_pages.post("/closing")
@least_role(Role.OFFICER)
def close_this_night() -> Response:
    """Close the night in the chosen way."""
    form = ClosingForm()
    if not form.validate():
        abort(400)
    way, night, store = SettleWay(form.way.data), this_visit().id, site().store
    outcome = close_night(store, read_act(), night, way, seen=form.seen.data)
    if isinstance(outcome, Saved):
        site().backups.back_up_night()
    elif not this_night().night.is_open:
        return see_other(url_for("nights.payouts"))
    return answer(
        outcome,
        saved=lambda _: url_for("nights.payouts"),
        again=lambda problems: _make_page(way, problems),
    )
