"""Updates of open pages: that their game or night has changed, and who is entering cards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from flask import Response, request, session, url_for

from scorekeeper.club.visits import is_in_force
from scorekeeper.games import (
    ALL_NIGHTS,
    CurrentGame,
    EnteringPhone,
    LogEntry,
    Role,
    Subscription,
    Thing,
    TooManyStreams,
    hand_fields,
    night_key,
    write_state,
)
from scorekeeper.games.journals import latest_night_change
from scorekeeper.rules import Challenged, Corrected, Dealt, Seat, Undone
from scorekeeper.store.database import StorageError
from scorekeeper.web.core import (
    ASKED_BY_SCRIPT,
    NOT_DRAWN,
    WHO,
    EntryFields,
    LostSeat,
    Page,
    Part,
    bell_of_this_game,
    hide_key,
    least_role,
    link_blueprint,
    lost_seat,
    make_entry_fields,
    may,
    note_seat,
    puts_back,
    read_whole,
    show,
    site,
    this_game,
    this_night,
    this_phone,
    this_seat,
    this_visit,
    way_to_next_round,
)

REPEAT_SECONDS: Final = 15
"""How often a quiet stream repeats the state, which also detects phones that are gone."""
_RETRY: Final = b"retry: 2000\n\n"
_GONE: Final = b"event: gone\ndata:\n\n"
_SEAT_NEWS: Final = "#seat-news"
SECONDS_SHOWN: Final = 60
_OWN_UNDO: Final = "own_undo"
_MOST_LATER: Final = 3


live_pages = link_blueprint(Thing.GAME, "live", __name__)


# --- Streams of events: the state of an open page's game or night, at once and when it changes ----


class EventStream:
    """The body of an answer that goes on for as long as the page is open.

    When iterated, it waits for each event in the thread that asks, for any WSGI server. A server
    that waits for many at once calls ``next_event`` whenever ``on_news`` has told it to, and at
    least every ``REPEAT_SECONDS``.
    """

    def __init__(
        self,
        subscription: Subscription,
        *,
        is_in_force: Callable[[], bool],
        on_close: Callable[[], None],
    ) -> None:
        self._subscription = subscription
        self._is_in_force = is_in_force
        self._on_close = on_close
        self._is_gone = False

    def __iter__(self) -> Iterator[bytes]:
        """Yield the events until the link is withdrawn or the site stops."""
        yield _RETRY
        while not self.is_over:
            self._subscription.wait(REPEAT_SECONDS)
            yield self.next_event()

    def on_news(self, tell: Callable[[], object]) -> bytes:
        """Return the first event, and call ``tell`` at any later news, from any thread."""
        self._subscription.on_news(tell)
        return _RETRY

    @property
    def is_over(self) -> bool:
        """True once there are no more events."""
        return self._is_gone or self._subscription.is_over

    def next_event(self) -> bytes:
        """Return the state of the game as an event, or the last event of the stream."""
        if self.is_over:
            return b""
        try:
            self._is_gone = not self._is_in_force()
        except StorageError:
            self._is_gone = True
            return b""  # the browser connects again and learns then whether the link is valid
        return _GONE if self._is_gone else f"data: {self._subscription.state}\n\n".encode()

    def close(self) -> None:
        """End the subscription; the server calls this when the connection is closed."""
        self._subscription.close()
        self._on_close()


def answer_stream(
    token: str, subscribe: Callable[[], Subscription], *, is_in_force: Callable[[], bool]
) -> Response:
    """Answer with the events of a subscription, until the link with this token is withdrawn.

    Answers 503 if too many streams are open; the browser then asks from time to time.
    """
    streams, address = site().streams, request.remote_addr or ""
    if not streams.take(token, address):
        return _refuse()
    try:
        subscription = subscribe()
    except TooManyStreams:
        streams.give_back(token, address)
        return _refuse()
    stream = EventStream(
        subscription,
        is_in_force=is_in_force,
        on_close=lambda: streams.give_back(token, address),
    )
    # Passed on as it is, so that the server knows it and waits for its events.
    response = Response(stream, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would delay events
    return response


def _refuse() -> Response:
    return Response("Too many pages are open.", status=503, mimetype="text/plain")


def _live_part(
    *,
    state: str,
    stream: str,
    version: str,
    home: str,
    entering: tuple[str, ...] = (),
    entering_for: str = "",
    next_number: int = 0,
    scored: str = "",
    own: str = "",
    follows: bool = False,
    seen: int = 0,
    lost: LostSeat | None = None,
) -> Part:
    """Return the values that a page needs to keep itself up to date while it is open.

    ``entering`` are the names of those who enter cards elsewhere, empty for an unknown one, for
    the player ``entering_for`` if not their own. ``blocks`` selects what to replace when the state
    changes, with what ``page`` has or the page itself, ``own`` if it answers a form. A page that
    ``follows`` goes to the last deal once it is ``scored``, unless something is typed into it; to
    ``home`` if it is gone. ``seen`` is the version when it was opened, ``lost`` the seat lost.
    """
    return Part(
        state=state,
        stream=stream,
        version=version,
        home=home,
        entering=entering,
        entering_for=entering_for,
        next_number=next_number,
        scored=scored,
        blocks=f".bar, #content, {_SEAT_NEWS}",
        page="",
        own=own,
        follows=follows,
        seen=seen,
        lost=lost,
        sent={},
    )


def make_live_part(*, follows: bool = False) -> Part:
    """Return the live part of a page of this game that is replaced as a whole."""
    note_seat()
    entering, entering_for = _entering()
    last = len(this_game().sheet.rows)
    return _live_part(
        state=this_state(),
        seen=seen_version(this_game()),
        lost=lost_seat(),
        entering=entering,
        entering_for=entering_for,
        next_number=last + 1,
        scored=url_for("table.deal", number=last) if last else "",
        follows=follows,
        stream=url_for("live.stream"),
        version=url_for("live.version"),
        home=url_for("table.sheet"),
    )


def seen_version(game: CurrentGame) -> int:
    """Return the version of the game at the time when the page that asks for news was opened."""
    seen = request.headers.get(ASKED_BY_SCRIPT, game.version, type=int)
    return max(0, min(seen, game.version))


def make_form_live_part(
    seen: int, *, follows: bool, is_own: bool = False, is_next: bool = False
) -> Part:
    """Return the live part of a form drawn at version ``seen``, which lists newer entries.

    One of the whole next deal (``is_next``) is also told the hands that other phones send.
    """
    address = url_for(
        "live.meanwhile", seen=seen, own="yes" if is_own else None, next="yes" if is_next else None
    )
    part = make_live_part(follows=follows).replace(
        blocks=f"#meanwhile, #bell, {_SEAT_NEWS}", page=address, bell=bell_of_this_game()
    )
    return part.replace(sent=hand_fields(this_visit().slips)) if is_next else part


def this_state() -> str:
    """Return the state of this request's game; the page drawn may be newer, never older."""
    visit = this_visit()
    return write_state(visit.change_number, site().store.entering.revision(visit.game.key))


@live_pages.get("/live")
@least_role(Role.VIEWER)
def stream() -> Response:
    """Stream the state of the game: at once, and whenever it changes.

    Answers 503 if too many streams are open; the browser then polls ``version``.
    """
    visit, store = this_visit(), site().store
    return answer_stream(
        visit.token,
        lambda: store.notifier.subscribe(visit.game.key),
        is_in_force=lambda: is_in_force(store, visit.token),
    )


@live_pages.get("/version")
@least_role(Role.VIEWER)
def version() -> Response:
    """Answer with the state of the game, for browsers without a stream."""
    return Response(this_state(), mimetype="text/plain")


@live_pages.get("/meanwhile")
@least_role(Role.PLAYER)
def meanwhile() -> Response:
    """Show the entries that others made after version ``seen``, while a form was open."""
    game, seen = this_game(), read_whole(request.args.get("seen", ""))
    after = game.version if seen is None else seen
    newer = tuple([entry for entry in game.log if entry.seq > after and entry.is_fact])
    return show(
        Page(
            "live/meanwhile.html",
            live=make_live_part().replace(
                sent=hand_fields(this_visit().slips) if "next" in request.args else {},
                bell=bell_of_this_game(),
            ),
            game=game,
            entries=newer,
            scored=len(game.sheet.rows) if _is_scored([entry.seq for entry in newer]) else 0,
            is_own="own" in request.args,
            onward=way_to_next_round(),
        )
    )


def _is_scored(newer: Sequence[int]) -> bool:
    """Tell whether one of the entries entered the last deal."""
    rows = this_game().sheet.rows
    return bool(rows) and rows[-1].seq in newer


@live_pages.post("/writing")
@least_role(Role.PLAYER)
def writing() -> Response:
    """Record that a phone is entering cards, for one seat or for all, or has stopped."""
    key, entering = this_game().key, site().store.entering
    if request.form.get("stop"):
        entering.clear(key, this_phone())
    else:
        entering.note(key, this_phone(), EnteringPhone(name=_writer(), seat=_read_seat()))
    return Response(status=204)


def _writer() -> str:
    players, seat = this_game().sheet.setup.players, this_seat()
    name = str(session.get(WHO, "")) if seat is None else players[seat]
    return name if name in players else ""


def _read_seat() -> Seat | None:
    text = request.form.get("seat", "")
    seats = range(len(this_game().sheet.setup.players))
    return Seat(int(text)) if text in [str(seat) for seat in seats] else None


def _entering() -> tuple[tuple[str, ...], str]:
    """Return who else enters cards, empty for unknown names, and whose if not their own."""
    game = this_game()
    if game.sheet.final is not None:
        return (), ""
    phones = site().store.entering.present(game.key, but=this_phone())
    names = tuple(dict.fromkeys([phone.name for phone in phones]))
    seat = phones[0].seat if len(phones) == 1 else None
    player = "" if seat is None else game.sheet.setup.players[seat]
    return names, "" if player in names else player


# --- Requests of open pages of a night: its state, at once and whenever it changes ----------------


night_live_pages = link_blueprint(Thing.NIGHT, "night_live", __name__)
club_live_pages = link_blueprint(Thing.CLUB, "club_live", __name__)


def make_night_live_part(endpoint: str) -> Part:
    """Return the live part of a page that is replaced as a whole; ``endpoint`` shows the page."""
    return _live_part(
        state=_this_state(),
        stream=url_for("night_live.stream_night"),
        version=url_for("night_live.night_version"),
        home=url_for("nights.board"),
        own="" if request.method == "GET" else url_for(endpoint),
    )


def _this_state() -> str:
    night = this_visit().id
    revision = site().store.entering.revision(night_key(night))
    return write_state(this_night().change_number, revision)


@night_live_pages.get("/live")
@least_role(Role.VIEWER)
def stream_night() -> Response:
    """Stream the state of the night: at once, and whenever it changes."""
    visit, store = this_visit(), site().store
    return answer_stream(
        visit.token,
        lambda: store.notifier.subscribe_to_night(visit.id),
        is_in_force=lambda: is_in_force(store, visit.token, officer=visit.officer),
    )


@night_live_pages.get("/version")
@least_role(Role.VIEWER)
def night_version() -> Response:
    """Answer with the state of the night, for browsers without a stream."""
    return Response(_this_state(), mimetype="text/plain")


# --- Requests of the first page where the club is known: all nights, as one may be opened ---------


def make_club_live_part() -> Part:
    """Return the live part of the first page, for a visitor with a link to the club."""
    return _live_part(
        state=_state_of_nights(),
        stream=url_for("club_live.stream_nights"),
        version=url_for("club_live.nights_version"),
        home=url_for("new_game.home"),
    )


def _state_of_nights() -> str:
    store = site().store
    return write_state(store.read(latest_night_change), store.entering.revision(ALL_NIGHTS))


@club_live_pages.get("/live")
@least_role(Role.MEMBER)
def stream_nights() -> Response:
    """Stream the state of all nights: at once, and whenever one changes or is opened."""
    visit, store = this_visit(), site().store
    return answer_stream(
        visit.token,
        store.notifier.subscribe_to_all_nights,
        is_in_force=lambda: is_in_force(store, visit.token, officer=visit.officer),
    )


@club_live_pages.get("/version")
@least_role(Role.MEMBER)
def nights_version() -> Response:
    """Answer with the state of all nights, for browsers without a stream."""
    return Response(_state_of_nights(), mimetype="text/plain")


# --- News for everybody at the table: what was just taken back, what came later, the next game ----


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """An undo, entry ``seq``, shown with a button to reverse it; ``is_own`` if this phone made it.

    It is shown until somebody changes the game, but no longer than ``seconds`` more unless it took
    a deal off the sheet (``None``).
    """

    seq: int
    is_own: bool
    seconds: int | None = field(metadata=NOT_DRAWN)
    entry_fields: EntryFields


def recent_undos(game: CurrentGame) -> tuple[TakenBack, ...]:
    """Return the undos of a game that are news for this visitor, the latest first.

    They are news until the game goes on, most of them for a minute, and only for visitors who may
    reverse them.
    """
    return tuple(_taken_back(game)) if may("review.take_back") else ()


def entries_since(game: CurrentGame, seen: int, own: int) -> tuple[int, ...]:
    """Return the last entry of others about each deal after version ``seen``, the oldest first.

    ``own`` is the entry of the page's own deal, whose challenges the page itself shows. Undos are
    left out, since the news tells of them.
    """
    last: dict[int, int] = {}
    for entry in game.log[seen:]:
        target = _deal_of(entry)
        if entry.undone or entry.phone == this_phone() != "":
            continue
        if target == own and isinstance(entry.act, Challenged):
            continue
        if target is not None and game.sheet.row_of(target) is not None:
            last[target] = entry.seq
    return tuple(list(last.values())[-_MOST_LATER:])


def _deal_of(entry: LogEntry) -> int | None:
    """Return the deal that an entry brought, corrected or challenged; else ``None``."""
    match entry.act:
        case Dealt():
            return entry.seq
        case Corrected(target=target) | Challenged(target=target):
            return target
    return None


def note_own_undo(key: str, seq: int) -> None:
    """Remember that this browser made entry ``seq``, an undo, so that the news tells it so."""
    session[_OWN_UNDO] = [hide_key(key), seq]


def next_game_address() -> str:
    """Return the address of the game that was started after this one; empty if none was."""
    link = this_visit().next_link
    return url_for("table.sheet", link=link) if link else ""


def _taken_back(game: CurrentGame) -> Iterator[TakenBack]:
    """Yield the undos that are still news: nothing but other undos was entered after them.

    What is entered later may stand for what was taken back; one tap would then make it two. From
    then on only the history leads to it, by a question that says what would happen.
    """
    now = site().store.now()
    for entry in reversed(game.log):
        if not entry.is_fact:
            continue
        # An undo of an undo puts something back, and is no news.
        if entry.undone or not (isinstance(entry.act, Undone) and puts_back(game, entry.seq)):
            return
        # Without abs(), an undo would be offered for as long as a clock was set back.
        seconds = SECONDS_SHOWN - int(abs((now - entry.at).total_seconds()))
        stays = isinstance(game.log[entry.root - 1].act, Dealt)
        if stays or seconds > 0:
            yield TakenBack(
                seq=entry.seq,
                is_own=session.get(_OWN_UNDO) == [hide_key(game.key), entry.seq],
                seconds=None if stays else min(seconds, SECONDS_SHOWN),
                entry_fields=make_entry_fields(game),
            )
