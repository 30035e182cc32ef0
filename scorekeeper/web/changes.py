"""Changes to a game that are no deals: undo, closing early, reopening, names."""

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.games import close_game, rename_player, reopen_game, undo
from scorekeeper.bookkeeping.outcomes import LogEntry, OpenGame, Stale
from scorekeeper.domain.journal import Started, Undone
from scorekeeper.domain.variant import Problem
from scorekeeper.web.access import game_pages, this_game
from scorekeeper.web.deeds import act_of, leaving_of
from scorekeeper.web.forms.fields import Fault, Field, Values, option_path
from scorekeeper.web.history import tell
from scorekeeper.web.pages import NameForm, NewsLine, Page, PlayersPage, ReasonPage, show, site
from scorekeeper.web.posting import answer, make_ticket, new_entry_id, read_post, typed

_SETTLES = "settles"
_NOT = "no"


@game_pages.get("/undo/<int:seq>")
def ask_undo(seq: int) -> Response:
    """Why an entry is taken back."""
    return show(_undo_page(this_game(), seq, {}))


@game_pages.post("/undo/<int:seq>")
def take_back(seq: int) -> Response:
    """Take back an entry; the history keeps it, and it can be put back."""
    values = typed()
    outcome = undo(site().books, this_game().key, read_post(), seq, reason=values.get("reason", ""))

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _undo_page(now, seq, values, problems, stale=stale)

    return answer(outcome, saved=lambda _: url_for("game.table"), again=again)


def _undo_page(
    game: OpenGame,
    seq: int,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    stale: Stale | None = None,
) -> ReasonPage:
    entry = _entry(game, seq)
    back = isinstance(entry.act, Undone)
    lead = f"{act_of(game, entry)}. {leaving_of(game, seq)}".strip()
    return _reason_page(
        game,
        values,
        problems,
        title="Put it back" if back else "Undo",
        lead=lead,
        button="Put it back" if back else "Take it back",
        stale=stale,
    )


def _entry(game: OpenGame, seq: int) -> LogEntry:
    """An entry that can be taken back: any but the first."""
    if not 1 < seq <= len(game.log) or isinstance(game.log[seq - 1].act, Started):
        abort(404)
    return game.log[seq - 1]


@game_pages.get("/close")
def ask_close() -> Response:
    """Why the game ends early, and whether it is settled."""
    return show(_close_page(this_game(), {}))


@game_pages.post("/close")
def close() -> Response:
    """End the game early."""
    values = typed()
    outcome = close_game(
        site().books,
        this_game().key,
        read_post(),
        values.get("reason", ""),
        settles=values.get(_SETTLES) != _NOT,
    )

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _close_page(now, values, problems, stale)

    return answer(outcome, saved=lambda _: url_for("game.final"), again=again)


def _close_page(
    game: OpenGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    stale: Stale | None = None,
) -> ReasonPage:
    choices = (("yes", "as it stands"), (_NOT, "not at all"))
    settles = Field(
        name=_SETTLES,
        kind="chips",
        label="Settle the money",
        value=values.get(_SETTLES, "yes"),
        choices=choices,
    )
    return _reason_page(
        game,
        values,
        problems,
        title="Close early",
        lead="The game ends here without a winner. It can be reopened.",
        button="Close the game",
        settles=settles if game.sheet.setup.stake else None,
        stale=stale,
    )


@game_pages.get("/reopen")
def ask_reopen() -> Response:
    """Why a closed game goes on."""
    return show(_reopen_page(this_game(), {}))


@game_pages.post("/reopen")
def reopen() -> Response:
    """Go on with a closed game."""
    values = typed()
    outcome = reopen_game(site().books, this_game().key, read_post(), values.get("reason", ""))

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _reopen_page(now, values, problems, stale)

    return answer(outcome, saved=lambda _: url_for("game.table"), again=again)


def _reopen_page(
    game: OpenGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    stale: Stale | None = None,
) -> ReasonPage:
    return _reason_page(
        game,
        values,
        problems,
        title="Reopen",
        lead="The game goes on where it stopped.",
        button="Reopen the game",
        stale=stale,
    )


def _reason_page(
    game: OpenGame,
    values: Values,
    problems: tuple[Problem, ...],
    *,
    title: str,
    lead: str,
    button: str,
    settles: Field | None = None,
    stale: Stale | None = None,
) -> ReasonPage:
    faults = [
        Fault(field=option_path(problem.at) or "reason", text=problem.text) for problem in problems
    ]
    reason = Field(
        name="reason",
        kind="text",
        label="Why",
        value=values.get("reason", ""),
        problems=tuple([fault.text for fault in faults if fault.field == "reason"]),
    )
    return ReasonPage(
        game=game,
        title=title,
        lead=lead,
        button=button,
        reason=reason,
        ticket=make_ticket(game, values.get("entry_id")),
        settles=settles,
        faults=tuple(faults),
        newer=_newer(game, stale),
    )


def _newer(game: OpenGame, stale: Stale | None) -> tuple[NewsLine, ...]:
    return tell(game, stale.newer) if stale else ()


@game_pages.get("/players")
def ask_names() -> Response:
    """The names at the table."""
    return show(_players_page(this_game(), {}))


@game_pages.post("/players")
def rename() -> Response:
    """Give one player another name."""
    values = typed()
    seat = values.get("seat", "")
    if not seat.isdecimal() or len(seat) > 2:
        abort(400)
    outcome = rename_player(
        site().books, this_game().key, read_post(), int(seat), name=values.get("name", "")
    )

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _players_page(now, values, problems, stale)

    return answer(outcome, saved=lambda _: url_for("game.ask_names"), again=again)


def _players_page(
    game: OpenGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    stale: Stale | None = None,
) -> PlayersPage:
    names = []
    for seat, name in enumerate(game.sheet.setup.players):
        is_typed = values.get("seat") == str(seat)
        field = Field(
            name=f"name-{seat}",
            kind="name",
            label=f"Player {seat + 1}",
            value=values.get("name", name) if is_typed else name,
            problems=tuple([problem.text for problem in problems]) if is_typed else (),
        )
        names.append(NameForm(field=field, entry_id=new_entry_id()))
    return PlayersPage(game=game, seats=tuple(names), newer=_newer(game, stale))
