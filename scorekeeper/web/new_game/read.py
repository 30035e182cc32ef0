"""The views that read the sheet code of a paper and bring its game back."""

from typing import Final

from flask import Response, url_for

from scorekeeper.games.games import SameGame, import_once, look_at_sheet
from scorekeeper.games.limits import TooManyWait
from scorekeeper.games.links import open_links
from scorekeeper.record.reading import Reading, Record
from scorekeeper.record.sheet_code import MissingPartsError, SheetCodeError
from scorekeeper.record.writing import sheet_of
from scorekeeper.rules.sheet import ScoreSheet
from scorekeeper.web.core.access import EVERYBODY, least_role, remembered_links, this_phone
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import (
    entry_id_of,
    new_entry_id,
    status_of,
    this_sender,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.new_game import new_game_pages
from scorekeeper.web.new_game.form_page import show_table

_BUSY: Final = "Other records are being read. Press the button again in a moment."
_SECONDS_TO_RETRY: Final = "10"


@new_game_pages.get("/read")
@least_role(EVERYBODY)
def ask_codes() -> Response:
    """Show the form; its script takes a part from behind the # of the address."""
    return show(_make_page(""))


@new_game_pages.post("/read")
@least_role(EVERYBODY)
def look_at_codes() -> Response:
    """Show the game of a sheet, or what is missing or wrong; save nothing."""
    text = typed().get("text", "")
    try:
        reading, same = look_at_sheet(site().store, text)
    except MissingPartsError as error:
        page = _make_page(text, parts=(error.given, error.count), problem=f"{error}.")
        return show(page, status=422)
    except SheetCodeError as error:
        return show(_make_page(text, problem=f"{error}."), status=422)
    except TooManyWait:
        return _answer_busy(text)
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
        return _answer_busy(text)
    match result:
        case str(key):
            return show_table(key)
        case SameGame(key, record):
            return show(_found_page(text, record, key), status=409)
        case Reading():
            return _refuse(text, result)


def _make_page(
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
    return _make_page(text, sheet=sheet_of(record), is_here=same is not None, link=link)


def _refuse(text: str, reading: Reading) -> Response:
    """Answer with the first problem of a record, which no sheet that was printed here has."""
    problem = reading.problems[0].text
    return show(_make_page(text, problem=f"{problem}."), status=status_of(reading.problems))


def _answer_busy(text: str) -> Response:
    answer = show(_make_page(text, problem=_BUSY), status=503)
    answer.headers["Retry-After"] = _SECONDS_TO_RETRY
    return answer


def _link_to(key: str) -> str:
    """Return the address of a game by this browser's own link to it, or an empty text.

    A paper is no link: it can be copied and never be withdrawn, and a link shows all that follows.
    """
    visits = open_links(site().store, remembered_links()).visits
    own = [visit.token for visit in visits if visit.game.key == key]
    return url_for("table.sheet", link=own[0]) if own else ""
