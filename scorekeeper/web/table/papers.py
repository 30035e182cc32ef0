"""The papers of a game, each as a PDF, the page that offers them, and the record to keep."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.access.seats import SeatHistory, seat_history_of
from scorekeeper.bookkeeping.club.book import night_called, night_of_game
from scorekeeper.bookkeeping.game.games import export_game
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.journal import Corrected
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.print import PrintingUnavailable, lacking_signs
from scorekeeper.print.blank import blank_pad
from scorekeeper.print.context import SheetNotes
from scorekeeper.print.kinds import Kind, Paper
from scorekeeper.print.long import long_sheet
from scorekeeper.print.page import sheet_page
from scorekeeper.print.rules import rules_card
from scorekeeper.print.template import PrintedPaper
from scorekeeper.print.tent import tent
from scorekeeper.storage.club.nights import NightRow
from scorekeeper.web.core.access import least_role, this_club, this_game, this_visit
from scorekeeper.web.core.codes import address_for_others, address_on_paper
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.page import show
from scorekeeper.web.core.papers import (
    PaperLink,
    disposition,
    file_name_of,
    link_papers,
    send_paper,
    size_asked,
)
from scorekeeper.web.core.phrases import say_of_paper, title_of, who_closed
from scorekeeper.web.core.site import site
from scorekeeper.web.review.history import Past
from scorekeeper.web.table import table_pages
from scorekeeper.wording import write_points, write_sentence

# --- Sentences for the paper that tell what each correction changed in the points of its deal -----


def say_corrections(game: CurrentGame) -> dict[int, tuple[str, ...]]:
    """Return, by number of deal, a sentence for each correction that stands.

    It is ``Corrected by Ann 21:50: “miscounted”. Bob 65 to 70.``
    """
    past = Past(game)
    return {
        row.number: tuple([_say(past, row, seq) for seq in entered.corrections])
        for row, entered in zip(game.sheet.rows, game.sheet.game.deals, strict=True)
        if entered.corrections
    }


def _say(past: Past, row: SheetRow, seq: int) -> str:
    entry = past.game.log[seq - 1]
    reason = entry.act.reason if isinstance(entry.act, Corrected) else ""
    who = f" by {entry.who}" if entry.who else ""
    why = f"“{reason}”" if reason else "no reason given"
    before, after = past.sheet(seq - 1).row_of(row.seq), past.sheet(seq).row_of(row.seq)
    changed = list(_changes(past, before, after)) if before and after else []
    told = write_sentence(f"Corrected{who} {write_time(entry.at)}: {why}")
    return f"{told} {', '.join(changed) or 'No points changed'}."


def _changes(past: Past, before: SheetRow, after: SheetRow) -> Iterator[str]:
    players = past.game.sheet.setup.players
    for old, new in zip(before.cells, after.cells, strict=False):
        if (old.points, old.held) != (new.points, new.held):
            words = [write_points(cell.points or 0) for cell in (old, new)]
            kept = f" and {old.held} to {new.held} at the end" if old.held != new.held else ""
            yield f"{players[new.seat]} {words[0]} to {words[1]}{kept}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedPaper:
    """A paper that the page offers; ``about`` is its purpose."""

    title: str
    about: str
    links: tuple[PaperLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersPage:
    """The papers of a game; ``lacking`` are signs of its texts that no font here has."""

    template: ClassVar = "table/papers.html"
    title: str
    papers: tuple[OfferedPaper, ...]
    lacking: str


@table_pages.get("/print")
@least_role(Role.VIEWER)
def papers() -> Response:
    """Show the papers of this game."""
    game = this_game()
    started = game.sheet.game.started
    texts = (started.title, started.place, *game.sheet.setup.players)
    page = PapersPage(
        title=title_of(game), papers=tuple(_offered()), lacking=_lacking("".join(texts))
    )
    return show(page)


def _lacking(text: str) -> str:
    try:
        return " ".join(lacking_signs(text))
    except PrintingUnavailable:  # the paper itself will say so
        return ""


@table_pages.get("/<any(sheet, long, blank, rules):kind>.pdf")
@least_role(Role.VIEWER)
def paper(kind: str) -> Response:
    """Send a paper of this game."""
    game, known = this_game(), Kind(kind)
    page = _page(game, known, size_asked(known))
    words = "" if known is Kind.SHEET else known
    return send_paper(page, file_name_of(game, "pdf", words))


@table_pages.get("/tent.pdf")
@least_role(Role.PLAYER)
def table_tent() -> Response:
    """Send the tent with the code by which players join this table."""
    token = this_visit().links.get(Role.PLAYER)
    if token is None:
        abort(404)
    game = this_game()
    address = address_for_others(url_for("people.ask_seat", link=token))
    page = tent(title_of(game), address, _club_of(_night_of(game)), size_asked(Kind.TENT))
    return send_paper(page, file_name_of(game, "pdf", Kind.TENT))


def _page(game: CurrentGame, kind: Kind, paper: Paper) -> PrintedPaper:
    sheet = game.sheet
    setup = sheet.setup
    match kind:
        case Kind.BLANK:
            return blank_pad(setup.variant, setup.options, len(setup.players), paper)
        case Kind.RULES:
            return rules_card(setup.variant, setup.options, paper)
        case Kind.LONG:
            return long_sheet(sheet, paper, notes_of(game, seat_history_of(this_visit())))
    return sheet_page(sheet, paper, notes_of(game, seat_history_of(this_visit())))


def notes_of(game: CurrentGame, history: SeatHistory) -> SheetNotes:
    """Return the notes that the sheet of a game prints besides its figures."""
    night = _night_of(game)
    return SheetNotes(
        times={entry.seq: write_time(entry.at) for entry in game.log},
        closed_by=who_closed(game),
        corrections=say_corrections(game),
        told=tuple(say_of_paper(history)),
        club=_club_of(night),
        place=night.place if night else "",
        played_on=night.date if night else "",
        address=address_on_paper(),
    )


def _club_of(night: NightRow | None) -> str:
    """Return the name of the club for a game of a night; empty for any other game."""
    club = this_club()
    return club.club.name if club and night else ""


def _night_of(game: CurrentGame) -> NightRow | None:
    row = night_of_game(site().store, game.key) if this_club() else None
    return night_called(site().store, row.night) if row else None


def _offered() -> Iterator[OfferedPaper]:
    yield _offer(Kind.SHEET, "Score sheet", "Each deal on a line, the result, the money, to sign.")
    yield _offer(Kind.LONG, "Every hand", "All cards of each deal, and how every line counts.")
    if this_visit().role >= Role.PLAYER and Role.PLAYER in this_visit().links:
        yield _offer(Kind.TENT, "Tent for the table", "The players’ code, to fold and stand up.")
    yield _offer(Kind.RULES, "Rules card", "One page, with the house rules of this game.")
    yield _offer(Kind.BLANK, "Blank pad", "To keep score by hand.")


def _offer(kind: Kind, title: str, about: str) -> OfferedPaper:
    def address(paper: Paper) -> str:
        if kind is Kind.TENT:
            return url_for("table.table_tent", paper=paper)
        return url_for("table.paper", kind=kind.value, paper=paper)

    return OfferedPaper(title=title, about=about, links=link_papers(kind, address))


# --- The game record, as a file to keep -----------------------------------------------------------


@table_pages.get("/record.json")
@least_role(Role.VIEWER)
def record() -> Response:
    """Send the game record, to keep or to import elsewhere."""
    game = this_game()
    document = export_game(site().store, game.key)
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": disposition("attachment", file_name_of(game, "json"))},
    )
