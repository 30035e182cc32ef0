"""The papers of a game, each as a PDF, the page that offers them, and the record to keep."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from flask import Response, request, url_for

from scorekeeper.club.facts import Night
from scorekeeper.club.rows import find_night, find_night_game
from scorekeeper.games import CurrentGame, LogEntry, Role, SeatHistory, export_game, seat_history_of
from scorekeeper.papers.kinds import PAPERS, papers_of, sizes_for
from scorekeeper.papers.paper import SIZES, Size, is_large
from scorekeeper.papers.renderer import PrintingUnavailable, lacking_signs
from scorekeeper.papers.sheet import GameToPrint, SheetNotes
from scorekeeper.papers.variant import VariantToPrint
from scorekeeper.record.writing import why_unreadable
from scorekeeper.rules import Cell, ScoreSheet, SheetRow, renumber_seats
from scorekeeper.web.core import (
    PAPER_COOKIE,
    AgreedElsewhere,
    Page,
    Part,
    address_for_others,
    address_on_paper,
    agreed_elsewhere,
    chosen_size,
    club_or_none,
    disposition,
    file_name_of,
    is_in_night,
    keep_choice,
    kinds_of,
    least_role,
    make_paper,
    nearest_size,
    say,
    send_paper,
    show,
    show_error,
    site,
    this_game,
    this_visit,
    who_closed,
    write_time,
)
from scorekeeper.web.review.history import Past
from scorekeeper.web.table import table_pages

# --- The notes of a game's sheet: what each correction changed, and agreements from other phones --


_NOTES: Final = "table/_paper_notes.html"


def say_corrections(game: CurrentGame) -> dict[int, tuple[str, ...]]:
    """Return, by number of deal, a sentence for each correction that stands.

    It is ``Corrected by Ann 21:50: “miscounted”. Bob 65 to 70.`` Consecutive ones without a reason
    are told together.
    """
    past = Past(game)
    return {
        row.number: tuple(
            [_say(past, row.seq, seqs) for seqs in _told_together(entered.corrections, game.log)]
        )
        for row, entered in zip(game.sheet.rows, game.sheet.game.deals, strict=True)
        if entered.corrections
    }


def _told_together(corrections: Sequence[int], log: Sequence[LogEntry]) -> Iterator[list[int]]:
    for reason, seqs in groupby(corrections, lambda seq: getattr(log[seq - 1].act, "reason", "")):
        together = list(seqs)
        yield from [[seq] for seq in together] if reason else [together]


def _say(past: Past, deal: int, seqs: Sequence[int]) -> str:
    before, after = past.sheet(seqs[0] - 1).row_of(deal), past.sheet(seqs[-1]).row_of(deal)
    changed = list(_find_changed(past.game.sheet, before, after)) if before and after else []
    return say(_NOTES, "correction", past.game.log[seqs[-1] - 1], len(seqs), changed)


def _find_changed(
    sheet: ScoreSheet, before: SheetRow, after: SheetRow
) -> Iterator[tuple[str, Cell, Cell]]:
    """Yield each side whose points of a deal were changed, with its cell before and after."""
    both = min(len(before.cells), len(after.cells))
    for side in sheet.sides:
        if side.seat < both:
            old, new = before.cells[side.seat], after.cells[side.seat]
            if (old.points, old.held) != (new.points, new.held):
                yield side.name, old, new


def say_agreed_elsewhere(history: SeatHistory) -> Iterator[str]:
    """Yield a sentence for each unexpected phone: who agreed on it, and to which deals."""
    sheet = history.game.sheet
    about = [(row.number, row.agreement, row.seq) for row in sheet.rows]
    if sheet.closing is not None and sheet.game.closed_by is not None:
        about.append((0, sheet.closing, sheet.game.closed_by))
    phones: dict[AgreedElsewhere, dict[str, list[int]]] = {}
    for number, agreement, target in about:
        for elsewhere in agreed_elsewhere(history, agreement, target):
            phone = phones.setdefault(elsewhere._replace(name=""), {})
            phone.setdefault(elsewhere.name, []).append(number)
    for where, deals in phones.items():
        names: dict[tuple[int, ...], list[str]] = {}
        for name, numbers in deals.items():
            names.setdefault(tuple(numbers), []).append(name)
        yield say(_NOTES, "agreed_about", where, names)


@table_pages.get("/print")
@least_role(Role.VIEWER)
def papers() -> Response:
    """Show the papers of this game in one size, which this browser keeps if it was chosen."""
    game, size = this_game(), chosen_size()
    started = game.sheet.game.started
    texts = (started.title, started.place, *game.sheet.setup.players)
    answer = show(
        Page(
            "table/papers.html",
            sheet=game.sheet,
            is_in_night=is_in_night(),
            size=size,
            sizes=tuple(_sizes_beside(size)),
            large=_other_print(size),
            papers=tuple(_papers_of(game, size)),
            lacking=_lacking("".join(texts)),
            watch=_link_to_watch() if game.sheet.final else "",
            is_text_open="text" in request.args,
        )
    )
    if "paper" in request.args:
        keep_choice(answer, PAPER_COOKIE, size)
    return answer


def _link_to_watch() -> str:
    """Return the address at which others see the end of this game; empty if nobody may watch."""
    token = this_visit().links.get(Role.VIEWER)
    return address_for_others(url_for("table.final", link=token)) if token else ""


def _papers_of(game: CurrentGame, size: Size) -> Iterator[Part]:
    """Yield the papers of a game and of its variant, each in the size that is nearest."""
    source = GameToPrint(game.sheet)
    # More people want the rules of a variant than a pad.
    for paper in (*papers_of(GameToPrint), *reversed(papers_of(VariantToPrint))):
        nearest = nearest_size(size, sizes_for(paper, source))
        yield Part(kind=paper.kind, title=paper.title, about=paper.about, size=nearest)


def _sizes_beside(size: Size) -> Iterator[tuple[str, str, bool]]:
    """Yield each size of paper, what leads to it in the present print, and whether it is chosen."""
    large = "-large" * is_large(size)
    for plain in ("a4", "letter", "a5"):
        key = f"{plain}{large}"
        yield plain, key if key in SIZES else plain, size.startswith(plain)


def _other_print(size: Size) -> str:
    """Return the size in large print, which A5 has not, or in the usual one if it is large."""
    large = "a4-large" if size == "a5" else f"{size}-large"
    return size.removesuffix("-large") if is_large(size) else large


def _lacking(text: str) -> str:
    try:
        return " ".join(lacking_signs(text))
    except PrintingUnavailable:  # the paper itself will say so
        return ""


@table_pages.get(f"/{kinds_of(GameToPrint, VariantToPrint)}.pdf")
@least_role(Role.VIEWER)
def paper(kind: str) -> Response:
    """Send a paper of this game, or of its variant with its house rules."""
    game = this_game()
    setup = game.sheet.setup
    source: object = VariantToPrint(setup.variant, setup.options, len(setup.players))
    if PAPERS[kind].of is GameToPrint:
        source = GameToPrint(
            renumber_seats(game.sheet), notes_of(game, seat_history_of(this_visit()))
        )
    words = "" if kind == "sheet" else kind
    return send_paper(make_paper(kind, source), file_name_of(game, "pdf", words))


def notes_of(game: CurrentGame, history: SeatHistory) -> SheetNotes:
    """Return the notes that the sheet of a game prints besides its figures."""
    night = _night_of(game)
    return SheetNotes(
        times={entry.seq: write_time(entry.at) for entry in game.log},
        closed_by=who_closed(game),
        corrections=say_corrections(game),
        told=tuple(say_agreed_elsewhere(history)),
        club=_club_of(night),
        place=night.place if night else "",
        played_on=night.date if night else "",
        address=address_on_paper(),
    )


def _club_of(night: Night | None) -> str:
    """Return the name of the club for a game of a night; empty for any other game."""
    club = club_or_none()
    return club.club.name if club and night else ""


def _night_of(game: CurrentGame) -> Night | None:
    row = site().store.read(find_night_game, key=game.key) if club_or_none() else None
    return site().store.read(find_night, row.night) if row else None


# --- The game record, as a file to keep -----------------------------------------------------------


@table_pages.get("/record.json")
@least_role(Role.VIEWER)
def record() -> Response:
    """Send the game record, to keep or to import elsewhere; 409 if nobody could read it."""
    game = this_game()
    if why := why_unreadable(game.sheet):
        return show_error(409, "No copy yet", f"{why}.")
    document = export_game(site().store, game.key)
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": disposition("attachment", file_name_of(game, "json"))},
    )
