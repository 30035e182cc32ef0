"""The views that read the sheet code of a paper and bring its game back."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import open_links
from scorekeeper.bookkeeping.game.games import SameGame, find_same, import_once, look_at_record
from scorekeeper.record.reading import Reading, Record
from scorekeeper.record.sheet_code import MissingPartsError, SheetCodeError, read_codes
from scorekeeper.record.writing import sheet_of
from scorekeeper.turns import TooManyWait
from scorekeeper.web.core.access import EVERYBODY, least_role, remembered_links, this_phone
from scorekeeper.web.core.page import show
from scorekeeper.web.core.phrases import state_of_sheet, terms_of, title_of_sheet
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
from scorekeeper.wording import write_date, write_plural, write_points

_BUSY: Final = "Other records are being read. Press the button again in a moment."
_SECONDS_TO_RETRY: Final = "10"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGame:
    """The game that a sheet holds, before it is taken.

    If ``is_here``, it is on this site already; ``link`` opens it if this browser knows one.
    """

    title: str
    where: str
    terms: str
    deals: str
    totals: str
    state: str
    is_here: bool
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """The form for the texts of a sheet's codes, and the game in them once all are there.

    ``told`` says how many are there, ``problem`` what is wrong; both are empty at first.
    """

    template: ClassVar = "new_game/read.html"
    text: str
    told: str
    problem: str
    game: PaperGame | None
    entry_id: str


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
        reading = _look(text)
    except MissingPartsError as error:
        told = f"{error.given} of {error.count} read."
        return show(_make_page(text, told=told, problem=f"{error}."), status=422)
    except SheetCodeError as error:
        return show(_make_page(text, problem=f"{error}."), status=422)
    except TooManyWait:
        return _answer_busy(text)
    if reading.record is None:
        return _refuse(text, reading)
    same = find_same(site().store, reading.record)
    return show(_make_page(text, game=_describe(reading.record, same)))


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
            return show(_make_page(text, game=_describe(record, key)), status=409)
        case Reading():
            return _refuse(text, result)


def _look(text: str) -> Reading:
    """Return the record in the codes of a text; raises SheetCodeError and TooManyWait."""
    read_codes(text)
    return look_at_record(site().store, text.encode())


def _make_page(
    text: str, *, told: str = "", problem: str = "", game: PaperGame | None = None
) -> ReadPage:
    return ReadPage(text=text, told=told, problem=problem, game=game, entry_id=new_entry_id())


def _refuse(text: str, reading: Reading) -> Response:
    """Answer with the first problem of a record, which no sheet that was printed here has."""
    problem = reading.problems[0].text
    return show(_make_page(text, problem=f"{problem}."), status=status_of(reading.problems))


def _answer_busy(text: str) -> Response:
    answer = show(_make_page(text, problem=_BUSY), status=503)
    answer.headers["Retry-After"] = _SECONDS_TO_RETRY
    return answer


def _describe(record: Record, same: str | None) -> PaperGame:
    """Return a description of a record; ``same`` is the key of a game here with the same facts."""
    sheet = sheet_of(record)
    day = write_date(record.played_on)
    return PaperGame(
        title=title_of_sheet(sheet),
        where=" · ".join(filter(None, [day, record.place])),
        terms=terms_of(sheet),
        deals=write_plural(len(record.deals), "deal"),
        totals=", ".join([f"{head.name} {write_points(head.running)}" for head in sheet.heads]),
        state=state_of_sheet(sheet),
        is_here=same is not None,
        link="" if same is None else _link_to(same),
    )


def _link_to(key: str) -> str:
    """Return the address of a game by this browser's own link to it, or an empty text.

    A paper is no link: it can be copied and never be withdrawn, and a link shows all that follows.
    """
    visits = open_links(site().store, remembered_links()).visits
    own = [visit.token for visit in visits if visit.game.key == key]
    return url_for("table.sheet", link=own[0]) if own else ""
