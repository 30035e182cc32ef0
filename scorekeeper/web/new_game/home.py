"""The list of games and the ways into one: a new game, a record, the codes of a sheet, letters."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from flask import Response, request, url_for

from scorekeeper.club.nights import RefusedGame, join_night
from scorekeeper.games import (
    CurrentGame,
    Join,
    Role,
    SameGame,
    Thing,
    TooManyWait,
    Visit,
    find_watched,
    import_game,
    import_once,
    look_at_sheet,
    open_links,
    sits_at_table,
    start_game,
)
from scorekeeper.record import MissingPartsError, Reading, Record, SheetCodeError, sheet_of
from scorekeeper.rules import Problem, ScoreSheet, refusal
from scorekeeper.web.core import (
    EVERYBODY,
    FORMS_WITH_FILES,
    YES,
    Action,
    EntryFields,
    Field,
    Page,
    Part,
    Values,
    entry_id_of,
    joinable_nights,
    least_role,
    make_club_signs,
    new_entry_id,
    read_any_post,
    remembered_links,
    see_other,
    show,
    site,
    status_of,
    this_officer,
    this_phone,
    this_sender,
    too_large,
    typed,
)
from scorekeeper.web.new_game import new_game_pages
from scorekeeper.web.new_game.form_page import (
    NIGHT,
    FormPlace,
    answer_button,
    first_values,
    make_new_game,
    seat_newcomer,
    show_table,
    variant_of,
)
from scorekeeper.web.new_game.game_form import (
    RememberedGames,
    make_game_document,
    read_seat_need,
    write_place,
)

_MOST_PROBLEMS: Final = 100
"""How many problems of a record the page tells."""
_MOST_UNDER_WAY: Final = 3
_BUSY: Final = "Other records are being read; press “Import” again in a moment"
_SECONDS_TO_RETRY: Final = "10"
_FILE: Final = Field(name="file", kind="record-file", label="A file")
_READING_BUSY: Final = "Other records are being read. Press the button again in a moment."
_LONGEST: Final = 12
_TV_PAGES: Final = {Thing.GAME: "table.big", Thing.NIGHT: "nights.tv"}


@new_game_pages.get("/at-home")
@least_role(EVERYBODY)
def at_home() -> Response:
    """Show the games without a club, and the form of another."""
    return show_games_at_home()


def show_games_at_home() -> Response:
    """Answer with the open games, and the form of a new game with the values of the last."""
    visits = open_links(site().store, remembered_links()).visits
    remembered, away = _list_games(visits), _put_away(visits)
    just_now = request.args.get("away", "")
    under_way = [visit for visit in remembered.visits if visit.game.sheet.final is None]
    page = Page(
        "new_game/home.html",
        under_way=tuple(under_way[:_MOST_UNDER_WAY]),
        open_games=len(under_way),
        games=len(remembered.visits) + len([visit for visit in away if visit.game.sheet.rows]),
        away=next((_away_game(visit) for visit in away if visit.token == just_now), None),
        # A phone that knows the club came here for a game without it, and can still say otherwise.
        new=make_new_game({**first_values(remembered), NIGHT: ""}, remembered, home_place()),
        club=make_club_signs(),
    )
    return show(page)


@new_game_pages.get("/games")
@least_role(EVERYBODY)
def games() -> Response:
    """Show all games that this browser remembers."""
    visits, unreadable = open_links(site().store, remembered_links())
    return show(
        Page(
            "new_game/games.html",
            games=_list_games(visits).visits,
            away=tuple([_away_game(visit) for visit in _put_away(visits) if visit.game.sheet.rows]),
            unreadable=unreadable,
        )
    )


def _load_remembered() -> RememberedGames:
    return _list_games(open_links(site().store, remembered_links()).visits)


def _list_games(visits: Sequence[Visit]) -> RememberedGames:
    """Return the games without those put away."""
    away = _put_away(visits)
    return RememberedGames(visits=tuple([visit for visit in visits if visit not in away]))


def _put_away(visits: Sequence[Visit]) -> list[Visit]:
    return [visit for visit in visits if visit.game.sheet.game.put_away_by is not None]


def _away_game(visit: Visit) -> Part:
    sheet = visit.game.sheet
    may_bring_back = visit.role is Role.HOST
    fields = EntryFields(entry_id=new_entry_id(), version=sheet.game.facts_version, who=None)
    return Part(visit=visit, bring_back=fields if may_bring_back else None)


@new_game_pages.get("/new")
@least_role(EVERYBODY)
def new() -> Response:
    """Show the form of a new game, filled from the game or variant that the address names."""
    remembered = _load_remembered()
    asked = {name: request.args.get(name, "") for name in ("again", "variant")}
    form = make_new_game(first_values(remembered, **asked), remembered, home_place())
    return show(Page("new_game/new.html", new=form))


@new_game_pages.post("/new")
@least_role(EVERYBODY)
def start() -> Response:
    """Start the typed game, or show the form again after another of its buttons."""
    values, place = typed(), home_place()
    answered = answer_button(values, _load_remembered(), place)
    if answered is not None:
        return answered
    values = seat_newcomer(values)
    entry_id = entry_id_of(values.get("entry_id") or new_entry_id())
    started = _start(values, place, entry_id)
    if isinstance(started, str):
        return show_table(started)
    form = make_new_game(values, _load_remembered(), place, started)
    return show(Page("new_game/new.html", new=form), status=status_of(started))


def _start(values: Values, place: FormPlace, entry_id: str) -> str | tuple[Problem, ...]:
    """Start a game and return its key, or why it cannot be started."""
    night = values.get(NIGHT, "")
    if night and night not in [night.id for night in place.nights]:
        return refusal("night_closed", "This night is no longer open", at=(NIGHT,))
    try:
        return start_game(
            site().store,
            make_game_document(variant_of(values), values),
            entry_id=entry_id,
            phone=this_phone(),
            needs_seat=read_seat_need(values),
            sender=this_sender(),
            after=_game_before(values.get("again", "")),
            allow_second=values.get("beside") == YES,
            join=_join(night, values) if night else None,
        )
    except RefusedGame as refused:
        return refused.problems


def _join(night: str, values: Values) -> Join:
    """Return what puts the game into a night, where its people are found by their names."""
    officer = this_officer()
    post = read_any_post(request.path.encode())
    post = replace(post, officer=None if officer is None else officer.number)
    return join_night(site().store, post, night, label=values.get("title", "").strip())


def home_place() -> FormPlace:
    """Return the place of the form that starts a game outside the pages of a night."""
    return FormPlace(
        action=url_for("new_game.start"),
        title="New game",
        back=Action(words="All games", address=url_for("new_game.home")),
        nights=joinable_nights(),
    )


def _game_before(token: str) -> CurrentGame | None:
    """Return the game that the new one follows if this browser may enter deals in it."""
    before = _load_remembered().find(token)
    if before is None or before.role < Role.PLAYER:
        return None
    return before.game if not before.needs_seat or sits_at_table(before, this_phone()) else None


@new_game_pages.get("/import")
@least_role(EVERYBODY)
def ask_record() -> Response:
    """Show the form to import a record."""
    of_file = tuple([problem.text for problem in too_large(_FILE.name)])
    return show(
        Page(
            "new_game/import.html",
            file=replace(_FILE, problems=of_file),
            text="",
            problems=tuple([(_FILE.label, text) for text in of_file]),
            more=0,
            entry_id=new_entry_id(),
        )
    )


@new_game_pages.post("/import")
@least_role(EVERYBODY)
def bring_record() -> Response:
    """Start a game from a record, in a file or else in the text field."""
    values = typed()
    file, text = request.files.get("file"), values.get("text", "")
    raw = file.read() if file is not None and file.filename else text.encode()
    entry_id = values.get("entry_id") or new_entry_id()
    try:
        result = import_game(
            site().store,
            raw,
            entry_id=entry_id_of(entry_id, raw),
            phone=this_phone(),
            sender=this_sender(),
        )
    except TooManyWait:
        page = Page(
            "new_game/import.html",
            file=_FILE,
            text=text or raw.decode(errors="replace"),
            problems=(("", _BUSY),),
            more=0,
            entry_id=entry_id,
        )
        return _answer_busy(page)
    if isinstance(result, str):
        return show_table(result)
    shown = result.problems[:_MOST_PROBLEMS]
    page = Page(
        "new_game/import.html",
        file=_FILE,
        text=text,
        problems=tuple(
            [(write_place(problem.at, result.players), problem.text) for problem in shown]
        ),
        more=len(result.problems) - len(shown),
        entry_id=entry_id,
    )
    return show(page, status=status_of(result.problems))


FORMS_WITH_FILES["new_game.bring_record"] = ask_record


def _answer_busy(page: Page) -> Response:
    """Answer 503 with what was typed, since too many others are having their records read."""
    answer = show(page, status=503)
    answer.headers["Retry-After"] = _SECONDS_TO_RETRY
    return answer


# --- The views that read the sheet code of a paper and bring its game back ------------------------


@new_game_pages.get("/read")
@least_role(EVERYBODY)
def ask_codes() -> Response:
    """Show the form; its script takes a part of the code from after the # of the address."""
    return show(_read_page(""))


@new_game_pages.post("/read")
@least_role(EVERYBODY)
def look_at_codes() -> Response:
    """Show the game of a sheet, or what is missing or wrong; save nothing."""
    text = typed().get("text", "")
    try:
        reading, same = look_at_sheet(site().store, text)
    except MissingPartsError as error:
        return show(
            _read_page(text, parts=(error.given, error.count), problem=f"{error}."), status=422
        )
    except SheetCodeError as error:
        return show(_read_page(text, problem=f"{error}."), status=422)
    except TooManyWait:
        return _answer_busy(_read_page(text, problem=_READING_BUSY))
    if reading.record is None:
        return _refuse(text, reading)
    return show(_found_page(text, reading.record, same))


@new_game_pages.post("/read/take")
@least_role(EVERYBODY)
def take_game() -> Response:
    """Start the game of a sheet, unless it is on this site already, which is then shown."""
    values = typed()
    text, entry_id = values.get("text", ""), values.get("entry_id") or new_entry_id()
    try:
        result = import_once(
            site().store,
            text.encode(),
            entry_id=entry_id_of(entry_id),
            phone=this_phone(),
            sender=this_sender(),
        )
    except TooManyWait:
        return _answer_busy(_read_page(text, problem=_READING_BUSY))
    match result:
        case str(key):
            return show_table(key)
        case SameGame(key, record):
            return show(_found_page(text, record, key), status=409)
        case Reading():
            return _refuse(text, result)


def _read_page(
    text: str,
    *,
    parts: tuple[int, int] | None = None,
    problem: str = "",
    sheet: ScoreSheet | None = None,
    is_here: bool = False,
    link: str = "",
) -> Page:
    return Page(
        "new_game/read.html",
        text=text,
        entry_id=new_entry_id(),
        parts=parts,
        problem=problem,
        sheet=sheet,
        is_here=is_here,
        link=link,
    )


def _found_page(text: str, record: Record, same: str | None) -> Page:
    """Return the page of a record; ``same`` is the key of a game here with the same facts."""
    link = "" if same is None else _link_to(same)
    return _read_page(text, sheet=sheet_of(record), is_here=same is not None, link=link)


def _refuse(text: str, reading: Reading) -> Response:
    """Answer with the first problem of a record, which no sheet that was printed here has."""
    problem = reading.problems[0].text
    return show(_read_page(text, problem=f"{problem}."), status=status_of(reading.problems))


def _link_to(key: str) -> str:
    """Return the address of a game by this browser's own link to it, or an empty text.

    A paper is not a link: it can be copied and never withdrawn, and a link shows all that follows.
    """
    visits = open_links(site().store, remembered_links()).visits
    own = [visit.token for visit in visits if visit.game.key == key]
    return url_for("table.sheet", link=own[0]) if own else ""


# --- The page at which the letters of a watch code are typed on a TV; they open its TV view -------


@new_game_pages.get("/tv")
@least_role(EVERYBODY)
def ask_letters() -> Response:
    """Show the field for the letters, or open the game for which they were typed into it."""
    typed = request.args.get("letters", "").strip()
    return _open_watched(typed) if typed else show(_letters_page(""))


@new_game_pages.get("/tv/<letters>")
@least_role(EVERYBODY)
def watch(letters: str) -> Response:
    """Open the TV view of the game or the night for which these letters stand."""
    return _open_watched(letters)


def _open_watched(letters: str) -> Response:
    """Lead to the TV view; answer 422 for letters of no game, 429 after too many of these."""
    guesses, address = site().store.guesses, request.remote_addr or ""
    shown = letters[:_LONGEST]
    if not guesses.take_guess(address):
        return show(_letters_page(shown, too_often=True), status=429)
    found = find_watched(site().store, letters)
    if found is not None:
        guesses.give_back(address)
        opens, token = found
        return see_other(url_for(_TV_PAGES[opens], link=token))
    return show(_letters_page(shown, is_unknown=True), status=422)


def _letters_page(letters: str, *, is_unknown: bool = False, too_often: bool = False) -> Page:
    return Page("new_game/watch.html", letters=letters, is_unknown=is_unknown, too_often=too_often)
