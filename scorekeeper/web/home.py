"""The way in: the games this browser knows, a new game, a record brought from elsewhere."""

from datetime import date
from typing import Final

from flask import Blueprint, Response, request, url_for

from scorekeeper.bookkeeping.games import import_game, list_games, start_game
from scorekeeper.bookkeeping.outcomes import OpenGame
from scorekeeper.domain.variant import Problem, Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.places import write_path
from scorekeeper.web.access import known_games, remember
from scorekeeper.web.forms.fields import Values
from scorekeeper.web.forms.game_form import make_game_form, read_game
from scorekeeper.web.pages import GameLine, HomePage, ImportPage, NewGamePage, show, site
from scorekeeper.web.phrases import state_of, terms_of, title_of
from scorekeeper.web.posting import new_entry_id, see, typed

home_pages = Blueprint("home", __name__)
_FIRST_VARIANT: Final = next(iter(VARIANTS.values()))


@home_pages.get("/")
def home() -> Response:
    """The games this browser knows."""
    games = list_games(site().books, known_games())
    return show(HomePage(games=tuple([_line(game) for game in games])))


def _line(game: OpenGame) -> GameLine:
    sheet = game.sheet
    return GameLine(
        key=game.key,
        title=title_of(game),
        terms=terms_of(sheet),
        state=state_of(game),
        is_open=sheet.final is None,
        played_on=sheet.game.started.played_on,
    )


@home_pages.get("/new")
def new() -> Response:
    """The form for a new game of the variant that the address names."""
    variant = VARIANTS.get(request.args.get("variant", ""), _FIRST_VARIANT)
    today = date.today().isoformat()  # noqa: DTZ011 - the day at the table, by its own clock
    values = {"stake-currency": site().settings.currency, "played_on": today}
    return _show_new(variant, values)


@home_pages.post("/new")
def start() -> Response:
    """Begin the game that was typed."""
    values = typed()
    variant = VARIANTS.get(values.get("variant", ""), _FIRST_VARIANT)
    begun = start_game(
        site().books, read_game(variant, values), entry_id=values.get("entry_id") or None
    )
    if isinstance(begun, str):
        remember(begun)
        return see(url_for("game.table", key=begun))
    return _show_new(variant, values, begun, status=422)


def _show_new(
    variant: Variant, values: Values, problems: tuple[Problem, ...] = (), *, status: int = 200
) -> Response:
    page = NewGamePage(
        variants=tuple(VARIANTS.values()),
        form=make_game_form(variant, values, problems),
        entry_id=values.get("entry_id") or new_entry_id(),
    )
    return show(page, status=status)


@home_pages.get("/import")
def ask_record() -> Response:
    """The form for a record."""
    return show(ImportPage(text="", problems=(), entry_id=new_entry_id()))


@home_pages.post("/import")
def bring_record() -> Response:
    """Begin a game from the record in a file, or else in the text."""
    values = typed()
    file, text = request.files.get("file"), values.get("text", "")
    raw = file.read() if file is not None and file.filename else text.encode()
    entry_id = values.get("entry_id") or new_entry_id()
    brought = import_game(site().books, raw, entry_id=entry_id)
    if isinstance(brought, str):
        remember(brought)
        return see(url_for("game.table", key=brought))
    problems = [
        (write_path(problem.at, brought.players), problem.text) for problem in brought.problems
    ]
    page = ImportPage(text=text, problems=tuple(problems), entry_id=entry_id)
    return show(page, status=422)
