"""The way in: the games this browser knows, a new game, a record brought from elsewhere."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.games import import_game, start_game
from scorekeeper.bookkeeping.links import Role, Visit, link_of, open_links
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.places import write_path
from scorekeeper.web.core.access import EVERYBODY, least_role, remember, remembered_links
from scorekeeper.web.core.fields import YES
from scorekeeper.web.core.look import LOOK_CHOICES
from scorekeeper.web.core.page import show
from scorekeeper.web.core.phrases import state_of, terms_of, title_of
from scorekeeper.web.core.posting import entry_id_of, new_entry_id, see, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.new_game.blueprint import new_game_pages
from scorekeeper.web.new_game.form_buttons import act, seat_newcomer
from scorekeeper.web.new_game.form_page import (
    FIRST_VARIANT,
    GameLine,
    GamesPage,
    HomePage,
    NewGamePage,
    fill_first,
    make_new_game,
)
from scorekeeper.web.new_game.game_form import make_game_document
from scorekeeper.web.new_game.problem_words import check_names
from scorekeeper.web.new_game.remembered import Remembered

_UNDER_WAY_AT_ONCE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPage:
    """The form for a game record; ``problems`` pairs each place with its sentence."""

    template: ClassVar = "new_game/import.html"
    text: str
    problems: tuple[tuple[str, str], ...]
    entry_id: str


@new_game_pages.get("/")
@least_role(EVERYBODY)
def home() -> Response:
    """The games under way, and a new game filled as last time."""
    known = _known()
    under_way = [each for each in known.visits if each.game.sheet.final is None]
    page = HomePage(
        under_way=tuple([_line(each) for each in under_way[:_UNDER_WAY_AT_ONCE]]),
        games=len(known.visits),
        new=make_new_game(fill_first(known), known),
        look_choices=LOOK_CHOICES,
    )
    return show(page)


@new_game_pages.get("/games")
@least_role(EVERYBODY)
def games() -> Response:
    """All the games that this browser knows."""
    return show(GamesPage(games=tuple([_line(each) for each in _known().visits])))


def _known() -> Remembered:
    return Remembered(visits=open_links(site().store, remembered_links()))


def _line(visit: Visit) -> GameLine:
    game, sheet = visit.game, visit.game.sheet
    state = state_of(game)
    return GameLine(
        token=visit.token,
        title=title_of(game),
        terms=terms_of(sheet),
        state=f"Looking on. {state}" if visit.role is Role.VIEWER else state,
        is_open=sheet.final is None,
        played_on=sheet.game.started.played_on,
    )


@new_game_pages.get("/new")
@least_role(EVERYBODY)
def new() -> Response:
    """The form for a new game: as the game that the address names, or of its variant."""
    known = _known()
    asked = {name: request.args.get(name, "") for name in ("again", "variant")}
    return show(NewGamePage(new=make_new_game(fill_first(known, **asked), known)))


@new_game_pages.post("/new")
@least_role(EVERYBODY)
def start() -> Response:
    """Begin the game that was typed, or do what another button of the form says."""
    values = typed()
    if "do" in values:
        known, pressed = _known(), values["do"].partition(":")[0]
        acted = act(values, known)
        page = make_new_game(
            acted.values, known, drawn=acted.drawn, said=acted.said, pressed=pressed
        )
        return show(NewGamePage(new=page))
    values = seat_newcomer(values)
    variant = VARIANTS.get(values.get("variant", ""), FIRST_VARIANT)
    entry_id = entry_id_of(values.get("entry_id") or new_entry_id())
    document = make_game_document(variant, values)
    begun = check_names(document) or start_game(
        site().store,
        document,
        entry_id=entry_id,
        after=_game_before(values.get("again", "")),
        allow_second=values.get("beside") == YES,
    )
    if isinstance(begun, str):
        return _see_table(begun)
    return show(NewGamePage(new=make_new_game(values, _known(), begun)), status=422)


def _game_before(token: str) -> CurrentGame | None:
    """The game that the new one follows, if this browser played in it."""
    before = _known().find(token)
    return None if before is None or before.role < Role.PLAYER else before.game


def _see_table(key: str) -> Response:
    """The answer to whoever began a game: its table, by the host's link."""
    token = link_of(site().store, key, Role.HOST)
    if token is None:
        raise RuntimeError("a game always has a host's link")
    remember(token)
    return see(url_for("table.sheet", key=token))


@new_game_pages.get("/import")
@least_role(EVERYBODY)
def ask_record() -> Response:
    """The form for a record."""
    return show(ImportPage(text="", problems=(), entry_id=new_entry_id()))


@new_game_pages.post("/import")
@least_role(EVERYBODY)
def bring_record() -> Response:
    """Begin a game from the record in a file, or else in the text."""
    values = typed()
    file, text = request.files.get("file"), values.get("text", "")
    raw = file.read() if file is not None and file.filename else text.encode()
    entry_id = values.get("entry_id") or new_entry_id()
    brought = import_game(site().store, raw, entry_id=entry_id_of(entry_id, raw))
    if isinstance(brought, str):
        return _see_table(brought)
    problems = [
        (write_path(problem.at, brought.players), problem.text) for problem in brought.problems
    ]
    page = ImportPage(text=text, problems=tuple(problems), entry_id=entry_id)
    return show(page, status=422)
