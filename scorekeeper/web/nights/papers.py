"""The papers of a night: its own, and all of them with those of its games in one file."""

from collections.abc import Iterator
from functools import partial

from flask import Response, abort, request, url_for

from scorekeeper.club.facts import ClubGame
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games import Role, load_seat_history
from scorekeeper.papers.club import NightToPrint, night_paper
from scorekeeper.papers.kinds import PAPERS
from scorekeeper.papers.paper import Size
from scorekeeper.papers.renderer import Bundle, Make
from scorekeeper.papers.sheet import GameToPrint, sheet_paper
from scorekeeper.papers.tournament import AwardsToPrint, CardsToPrint, WallToPrint, parts_of_cards
from scorekeeper.rules import renumber_seats
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.tournament.seats.plan import SeatWishes
from scorekeeper.web.core import (
    Page,
    Part,
    club_or_none,
    disposition,
    kinds_of,
    least_role,
    make_paper,
    name_of_night,
    read_whole,
    see_other,
    send_paper,
    show,
    site,
    this_night,
    this_visit,
    write_time,
)
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.table.papers import notes_of
from scorekeeper.wording import write_day_of_week, write_plural, write_size


@nights_pages.get(f"/{kinds_of(NightToPrint)}.pdf", endpoint="paper")
@least_role(Role.VIEWER)
def send_night(kind: str) -> Response:
    """Send a paper of this night."""
    night = this_night()
    return send_paper(
        make_paper(kind, _to_print(night)), f"{night.night.date} {night.club.name} {kind}.pdf"
    )


@nights_pages.get(
    f"/{kinds_of(CardsToPrint, WallToPrint, AwardsToPrint)}.pdf", endpoint="rounds_paper"
)
@least_role(Role.VIEWER)
def send_rounds(kind: str) -> Response:
    """Send a paper of the rounds that were shown; without any, lead to the board."""
    night = this_night()
    figures, names = organised_figures(night.figures), _names(night)
    if figures is None or not figures.organised.seats.shown:
        return see_other(url_for("nights.board"))
    source = PAPERS[kind].of(night.club, names, figures.as_of(figures.complete))
    if isinstance(source, CardsToPrint):
        source = source._replace(part=_part_asked(figures.organised.seats))
    return send_paper(make_paper(kind, source), f"{night.night.date} {night.club.name} {kind}.pdf")


def _part_asked(seats: SeatWishes) -> range:
    """Return the places of the people whose cards the address asks for; 404 for no such part."""
    parts = parts_of_cards(len(seats.people), seats.rounds)
    number = read_whole(request.args.get("part", "1"))
    if number is None or not 1 <= number <= len(parts):
        abort(404)
    return parts[number - 1]


def _names(night: LoadedNight) -> dict[str, str]:
    return {person.id: person.name for person in night.people.values()}


def _to_print(night: LoadedNight) -> NightToPrint:
    names = _names(night)
    is_officer = this_visit().role >= Role.OFFICER
    return NightToPrint(night.club, names, night.figures, is_officer)


# --- All papers of a night and of its games in one file, made in the background -------------------


@nights_pages.get("/print")
@least_role(Role.PLAYER)
def show_bundle() -> Response:
    """Show the progress of the papers of this night."""
    return show(_make_page())


@nights_pages.post("/print")
@least_role(Role.PLAYER)
def make_bundle() -> Response:
    """Begin to print all, on the club’s paper; 409 while they, or too many, are being printed."""
    night, club = this_night(), club_or_none()
    name = f"{night.night.date} {write_day_of_week(night.night.date)} night, all papers"
    size: Size = "letter" if club and club.paper == "letter" else "a4"
    papers, now = list(_papers(night, size)), site().store.now()
    run = site().bundles.begin(this_visit().id, name, papers, begun=now)
    if run is None:
        return show(_make_page(is_busy=True), status=409)
    return see_other(url_for("nights.show_bundle"))


@nights_pages.post("/print/stop")
@least_role(Role.PLAYER)
def stop_bundle() -> Response:
    """Stop printing the papers of this night."""
    run = _last_bundle()
    if run is not None:
        run.stop()
    return see_other(url_for("nights.show_bundle"))


@nights_pages.get("/print/papers.pdf")
@least_role(Role.PLAYER)
def download_bundle() -> Response:
    """Send the papers that were printed last; without any, show the page that prints them."""
    run = _last_bundle()
    if run is None or not run.is_made:
        return see_other(url_for("nights.show_bundle"))
    headers = {
        "Content-Disposition": disposition("attachment", f"{run.name}.pdf"),
        "Cache-Control": "no-store",
    }
    return Response(run.pdf, mimetype="application/pdf", headers=headers)


@nights_pages.get("/print/progress")
@least_role(Role.PLAYER)
def bundle_progress() -> dict[str, int | bool]:
    """Return the progress of the papers, for the page that shows it."""
    run = _last_bundle()
    if run is None:
        return {"done": 0, "of": 0, "goes_on": False}
    return {"done": run.done, "of": run.of, "goes_on": run.goes_on}


def _last_bundle() -> Bundle | None:
    return site().bundles.last(this_visit().id)


def _papers(night: LoadedNight, size: Size) -> Iterator[Make]:
    yield partial(night_paper, _to_print(night), size)
    for game in _printed_games(night):
        current = night.games[game.id]
        notes = notes_of(current, load_seat_history(site().store, current))
        yield partial(sheet_paper, GameToPrint(renumber_seats(current.sheet), notes), size)


def _printed_games(night: LoadedNight) -> list[ClubGame]:
    return [game for game in night.night.games if not game.is_void]


def _make_page(*, is_busy: bool = False) -> Page:
    night, run = this_night(), _last_bundle()
    games = write_plural(len(_printed_games(night)), "game")
    return Page(
        "nights/bundle.html",
        name=name_of_night(night.night.date),
        words=f"The sheet of the night and of {games}, in one file.",
        work=_work_of(run) if run else None,
        is_busy=is_busy,
    )


def _work_of(run: Bundle) -> Part:
    return Part(
        done=run.done,
        of=run.of,
        goes_on=run.goes_on,
        is_stopped=run.is_stopped,
        begun=write_time(run.begun),
        size=write_size(len(run.pdf)) if run.is_made else "",
        trouble=run.trouble,
    )
