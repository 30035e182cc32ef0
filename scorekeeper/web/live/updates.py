"""What a page on view hears of its game: that there is news, and who is entering cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request, session, url_for

from scorekeeper.bookkeeping.links import Role, is_in_force
from scorekeeper.bookkeeping.live.entering import EnteringPhone
from scorekeeper.bookkeeping.live.notifier import Subscription, TooManyStreams, write_state
from scorekeeper.bookkeeping.store import GameStore
from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import StorageError
from scorekeeper.web.core.access import least_role, this_game, this_phone, this_seat, this_visit
from scorekeeper.web.core.entry_words import act_of
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import WHO
from scorekeeper.web.core.site import site
from scorekeeper.web.live.blueprint import live_pages
from scorekeeper.wording import write_subject

_BEAT_SECONDS: Final = 15
"""How often a quiet stream says where the game stands, which also finds phones that are gone."""

_RETRY: Final = "retry: 2000\n\n"
_GONE: Final = "event: gone\ndata:\n\n"
_SOMEBODY: Final = "Somebody"


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePart:
    """What a page needs to keep itself up to date while it is on view.

    ``state`` is where the game stood; ``entering`` says who else is entering cards. ``blocks``
    selects what is replaced when there is news, taken from ``page`` or, if empty, the page itself.
    """

    state: str
    entering: str
    blocks: str = ".bar, #content"
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanwhilePage:
    """What others did while a form was open, a sentence each; ``is_own`` if of the own hand."""

    template: ClassVar = "live/meanwhile.html"
    live: LivePart
    lines: tuple[str, ...]
    is_own: bool


def make_live_part() -> LivePart:
    """Return what a page of this game needs to be replaced as a whole when there is news."""
    return LivePart(state=this_state(), entering=entering_words())


def make_form_live_part(seen: int, *, is_own: bool = False) -> LivePart:
    """Return what a form drawn at version ``seen`` needs to tell what others did meanwhile."""
    address = url_for("live.meanwhile", seen=seen, own="yes" if is_own else None)
    whole = make_live_part()
    return LivePart(state=whole.state, entering=whole.entering, blocks="#meanwhile", page=address)


def this_state() -> str:
    """Return where the game of this request stands; what is shown may be newer, never older."""
    visit = this_visit()
    return write_state(visit.change_number, site().store.notifier.revision(visit.game.key))


@live_pages.get("/live")
@least_role(Role.VIEWER)
def stream() -> Response:
    """A stream that says where the game stands: at once, and whenever there is news.

    A browser that is refused asks for the version from time to time.
    """
    visit, store = this_visit(), site().store
    try:
        subscription = store.notifier.subscribe(visit.game.key)
    except TooManyStreams:
        return Response("Too many look on.", status=503, mimetype="text/plain")
    response = Response(_tell(store, subscription, visit.token), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would keep events back
    response.call_on_close(subscription.close)  # also where nothing was ever sent
    return response


def _tell(store: GameStore, subscription: Subscription, token: str) -> Iterator[str]:
    """Where the game stands, for as long as the link is in force."""
    yield _RETRY
    while not subscription.is_over:
        news = subscription.wait(_BEAT_SECONDS)
        if news is not None:
            try:
                if not is_in_force(store, token):
                    yield _GONE
                    return
            except StorageError:
                return  # the browser asks again, and is told then
        if not subscription.is_over:
            yield f"data: {news or subscription.state}\n\n"


@live_pages.get("/version")
@least_role(Role.VIEWER)
def version() -> Response:
    """Where the game stands, for browsers that have no stream."""
    return Response(this_state(), mimetype="text/plain")


@live_pages.get("/meanwhile")
@least_role(Role.PLAYER)
def meanwhile() -> Response:
    """What others did while a form was open that was drawn at version ``seen``."""
    game, seen = this_game(), read_whole(request.args.get("seen", ""))
    after = game.version if seen is None else seen
    newer = [entry for entry in game.log if entry.seq > after and entry.is_fact]
    lines = [f"{act_of(game, each)}{f' by {each.who}' if each.who else ''}." for each in newer]
    return show(
        MeanwhilePage(live=make_live_part(), lines=tuple(lines), is_own="own" in request.args)
    )


@live_pages.post("/writing")
@least_role(Role.PLAYER)
def writing() -> Response:
    """A phone says that it is entering cards, for one seat or for all, or that it has stopped."""
    key, entering = this_game().key, site().store.entering
    if request.form.get("stop"):
        entering.clear(key, this_phone())
    else:
        entering.note(key, this_phone(), EnteringPhone(name=_writer(), seat=_seat_written()))
    return Response(status=204)


def _writer() -> str:
    players, seat = this_game().sheet.setup.players, this_seat()
    name = str(session.get(WHO, "")) if seat is None else players[seat]
    return name if name in players else ""


def _seat_written() -> Seat | None:
    text = request.form.get("seat", "")
    seats = range(len(this_game().sheet.setup.players))
    return Seat(int(text)) if text in [str(seat) for seat in seats] else None


def entering_words() -> str:
    """Who else is entering cards, in one sentence; empty if nobody is, or the game has ended."""
    game = this_game()
    if game.sheet.final is not None:
        return ""
    phones = site().store.entering.present(game.key, but=this_phone())
    names = dict.fromkeys([each.name or _SOMEBODY for each in phones])
    if not names:
        return ""
    if len(phones) == 1 and phones[0].seat is not None:
        player = game.sheet.setup.players[phones[0].seat]
        if player != phones[0].name:
            return f"{phones[0].name or _SOMEBODY} is entering {player}’s cards."
    return f"{write_subject(list(names), 'is', 'are')} entering cards."
