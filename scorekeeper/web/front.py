"""The first page of the site: the club for phones that know it, else the games without one.

During a night a phone sees its own table there; after it, what its person won, gets or pays. Then
come the other tables, the season, the money, the nights and the
people, each to who may open the page behind it. A stranger to the club reads its name, and what to
do.
"""

from collections.abc import Iterator, Mapping, Sequence

from flask import Response, request, url_for

from scorekeeper.club.facts import ClubGame, GameState
from scorekeeper.club.figures import balance_of
from scorekeeper.club.payments import closed_at
from scorekeeper.club.rows import find_night, load_nights
from scorekeeper.club.stored_book import LoadedNight, newest_night
from scorekeeper.club.visits import last_place, token_of_night, viewer_link_of_night
from scorekeeper.games import Role, Thing, Visit, nights_of_links
from scorekeeper.tournament.organised import rounds_shown
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.home import answer_of_club
from scorekeeper.web.club.seasons import COURSE_HEIGHT, COURSE_RIGHT, COURSE_WIDTH
from scorekeeper.web.core import (
    EVERYBODY,
    Action,
    Page,
    Part,
    bell_of_night,
    club_address,
    club_or_404,
    club_or_none,
    club_token,
    known_phone,
    least_role,
    may,
    name_of_night,
    remembered_links,
    see_as,
    sees_club,
    show,
    show_live,
    site,
    this_figures,
    this_night,
    this_night_in_club,
    this_officer,
    this_visit,
    today_here,
    visit_by,
)
from scorekeeper.web.hands.next_deal import NextDeal, next_deal_of
from scorekeeper.web.live import make_club_live_part, make_night_live_part
from scorekeeper.web.new_game import new_game_pages
from scorekeeper.web.new_game.home import show_games_at_home
from scorekeeper.web.nights.board import find_waiting, list_waiting
from scorekeeper.web.nights.payouts import own_money
from scorekeeper.web.nights.rounds import LAST_PLAYED, OwnEvening, own_evening, progress_of
from scorekeeper.web.nights.tables import (
    TablePanel,
    board_address,
    games_on_tables,
    links_of,
    panel_of,
    party_name,
    table_of,
    widest_total,
)


@new_game_pages.get("/", endpoint="home")
@least_role(EVERYBODY)
def first_page() -> Response:
    """Show the club to a phone that knows it, and the games without a club to others."""
    row = club_or_none()
    if row is None or "away" in request.args:
        return show_games_at_home()
    is_in = sees_club()
    by_link = site().store.read(nights_of_links, remembered_links(Thing.NIGHT))
    last = last_place(site().store, known_phone())
    visit = _visit_to_night(by_link, last.night if last else "", is_in=is_in)
    if visit is not None:
        see_as(visit)
    elif not is_in:
        stranger = Page("front/stranger.html", club=row.club.name)
        return show_games_at_home() if remembered_links() else show(stranger)
    person = visit.person if visit else ""
    page = _make_page(person or (last.person if last else ""), is_in=is_in)
    return show(page) if visit is None else show_live(page)


@club_pages.get("/", endpoint="home")
@least_role(Role.MEMBER)
def club_page() -> Response:
    """Show the same by the club's own address, to which its other pages lead back."""
    return first_page()


# --- which night ----------------------------------------------------------------------------------


def _visit_to_night(by_link: Mapping[str, str], last: str, *, is_in: bool) -> Visit | None:
    """Return the visit to the night that the page tells of: an open one before a closed one."""
    tokens = [link for link in remembered_links(Thing.NIGHT) if link in by_link]
    by_night = {by_link[token]: token for token in reversed(tokens)}
    # The link opened last comes first.
    known = [*([last] if last else []), *reversed(by_night)]
    opened = {night.id: night.date for night in site().store.read(load_nights, only_open=True)}
    wanted = [night for night in known if night in opened] or ([*opened] if is_in else [])
    if wanted and last not in ("", wanted[0]) and _was_after(last, opened[wanted[0]]):
        wanted = [last]
    wanted = wanted or known or _newest(is_in=is_in)
    return _open(wanted[0], by_night.get(wanted[0], ""), is_in=is_in) if wanted else None


def _was_after(last: str, day: str) -> bool:
    """Tell whether a night was after a day: then a night that was left open does not hide it."""
    return bool((night := site().store.read(find_night, last)) and night.date > day)


def _newest(*, is_in: bool) -> list[str]:
    return [newest.id] if is_in and (newest := newest_night(site().store)) else []


def _open(night: str, token: str, *, is_in: bool) -> Visit | None:
    """Return the visit to a night by this phone's link, by the club's, or as somebody there."""
    if this_officer() is not None or (is_in and not token):
        token = token_of_night(club_token(), night)
    return visit_by(token or viewer_link_of_night(site().store, night), Thing.NIGHT)


# --- what it tells --------------------------------------------------------------------------------


def _make_page(person: str, *, is_in: bool) -> Page:
    club, loaded = club_or_404(), _load_night(is_in=is_in)
    table = _own_table(loaded, person) if loaded else None
    money = _own_money(loaded, person) if loaded else None
    return Page(
        "front/club.html",
        live=_live_part(loaded, is_in=is_in),
        name=club.name,
        currency=club.currency,
        night=_front_night(loaded, table) if loaded else None,
        table=table,
        evening=_own_evening(loaded) if loaded else None,
        waits=find_waiting(loaded, person) if loaded and table is None else None,
        bell=bell_of_night(loaded) if loaded else None,
        money=money,
        club=answer_of_club(person, loaded.night.id if loaded else "") if is_in else None,
        balance=balance_of(person, this_figures().sums) if person and is_in else None,
        account=club_address("club.person", person=person) if person and is_in else "",
        main=_main(loaded, table, money),
        is_officer=this_officer() is not None,
        course_width=COURSE_WIDTH,
        course_height=COURSE_HEIGHT,
        course_right=COURSE_RIGHT,
    )


def _own_evening(loaded: LoadedNight) -> OwnEvening | None:
    """Return the evening of this phone's person while rounds are left; None without one."""
    evening = own_evening(loaded) if loaded.night.closed is None else None
    return evening if evening and evening.now else None


def _live_part(loaded: LoadedNight | None, *, is_in: bool) -> Part | None:
    """Return what lets the page follow its night, and later ones for those who know the club."""
    of_night = make_night_live_part("new_game.home") if loaded and not is_in else None
    return make_club_live_part() if is_in else of_night


def _load_night(*, is_in: bool) -> LoadedNight | None:
    """Return the night of this page; None before the first."""
    if not may("nights.board"):
        return None
    return this_night_in_club() if is_in else this_night()


def _front_night(loaded: LoadedNight, own: Part | None) -> Part:
    """Return the night of this page; ``tables`` are those beside this phone's ``own``."""
    night, games = loaded.night, [game for game in loaded.night.games if not game.is_void]
    is_today = night.closed is not None and night.closed.on == today_here()
    won = [loaded.people[winner].name for game in games for winner in _winners(loaded, game)]
    waiting = list_waiting(loaded)
    on_tables = games_on_tables(loaded)
    here = {*[person for game in games for person in game.people], *[row.person for row in waiting]}
    return Part(
        name=name_of_night(night.date),
        is_open=night.closed is None,
        is_today=night.date == today_here(),
        closed_at=closed_at(site().store, night.id) if is_today else None,
        address=url_for("nights.board"),
        is_organised=night.organised is not None,
        count=len(on_tables),
        tables=tuple(_tables(loaded, on_tables, own)) if night.closed is None else (),
        here=len(here),
        waiting=tuple([loaded.people[row.person].name for row in waiting]),
        winners=tuple(dict.fromkeys(won)),
    )


def _tables(
    loaded: LoadedNight, games: Sequence[ClubGame], own: Part | None
) -> Iterator[TablePanel]:
    """Yield the tables beside this phone's own, those that play first."""
    for game in sorted(games, key=lambda game: game.state is not GameState.OPEN):
        panel = panel_of(loaded, game, board_address(game))
        sheet = panel.game.sheet
        ahead = [side for side in sheet.sides if sheet.is_ahead(side.seat)]
        others = [side for side in sheet.sides if side not in ahead]
        if own is None or own.panel.id != panel.id:
            yield panel.replace(ahead=tuple(ahead), others=tuple(others))


def _winners(loaded: LoadedNight, game: ClubGame) -> list[str]:
    sheet = loaded.games[game.id].sheet
    return [game.sitting[seat] for seat in sheet.final.winners] if sheet.final else []


def _own_table(loaded: LoadedNight, person: str) -> Part | None:
    """Return the table of a person at an open night; None for somebody who sits nowhere.

    ``fit`` is the CSS class for its widest total, ``link`` the phone's link to the game. There is
    no ``next_deal`` once the game is over.
    """
    if loaded.night.closed is not None or not person:
        return None
    own = [game for game in games_on_tables(loaded) if person in game.people]
    if not own:
        return None
    game = sorted(own, key=lambda game: game.state is GameState.OPEN)[-1]
    key = loaded.games[game.id].key
    links = links_of(game.id)
    known = set(remembered_links())
    offered = {
        role: token for role, token in links.items() if role <= Role.PLAYER or token in known
    }
    role = max(offered, default=None)
    link = "" if role is None else offered[role]
    panel = panel_of(loaded, game, url_for("table.sheet", link=link) if link else "")
    is_played = progress_of(loaded, bell_of_night(loaded)).get(game.id) == LAST_PLAYED
    goes_on = panel.game.sheet.final is None and not is_played
    return Part(
        panel=panel,
        seat=game.seat_of(person),
        fit=widest_total([panel]),
        link=link,
        next_deal=_next_deal(key, role, offered) if role and goes_on else None,
    )


def _next_deal(key: str, role: Role, links: Mapping[Role, str]) -> NextDeal | None:
    """Return what comes next for somebody with these links to a game, in the highest role."""
    if role < Role.PLAYER:
        return None
    token, store = links[role], site().store
    return next_deal_of(
        Visit(store=store, token=token, opens=Thing.GAME, id=key, role=role, links=links),
        is_in_night=True,
    )


def _own_money(loaded: LoadedNight, person: str) -> Part | None:
    """Return what a person won at a night that is closed, and gets or pays; None if not there.

    ``others`` are those who still pay or are to be paid, ``the till`` among them.
    """
    closed, own = loaded.night.closed, own_money(loaded, person)
    if closed is None or own is None:
        return None
    parties = [(line.asked.payer, line.asked.payee) for line in own.payouts if line.asked.open]
    return own.replace(
        is_tonight=closed.on == today_here(),
        places=tuple(_own_places(loaded, person)),
        others=tuple(
            [
                party_name(payee if payer == person else payer, loaded.people)
                for payer, payee in parties
            ]
        ),
    )


def _own_places(loaded: LoadedNight, person: str) -> Iterator[Part]:
    """Yield the place of a person in the standing of rounds, or else at each table."""
    figures = organised_figures(loaded.figures)
    rows = figures.as_of(figures.complete).standing if figures else ()
    for row in [row for row in rows if row.person == person]:
        yield Part(table="", rank=row.rank, of=len(rows), points=row.points)
    for game in () if figures else loaded.night.games:
        results, sides = game.signed_results, loaded.games[game.id].sheet.sides
        if person in results and game.results:
            yield Part(
                table=table_of(loaded, game),
                rank=1
                + sum([results[game.sitting[side.seat]] > results[person] for side in sides]),
                of=len(sides),
                points=game.results[game.people.index(person)],
            )


def _main(loaded: LoadedNight | None, table: Part | None, money: Part | None) -> Action | None:
    """Return what comes next for this phone apart from a deal; None if it can only watch."""
    if money is not None and money.open:
        return Action(words="Who pays whom", address=url_for("nights.payouts"))
    if table is not None and table.link and table.panel.game.sheet.final is None:
        return Action(words="Your table", address=table.panel.address)
    by_rounds = loaded is not None and _is_by_rounds(loaded)
    if table is not None and not by_rounds and may("nights.ask_table"):
        way = url_for("nights.ask_table", after=table.panel.id.removeprefix("table-"))
        return Action(words="Next game", address=way)
    if loaded is not None and loaded.night.closed is None:
        return _way_in(loaded)
    if this_officer() is not None:
        return Action(words="Open a night", address=club_address("new_night.ask_night"))
    return None


def _is_by_rounds(loaded: LoadedNight) -> bool:
    """Tell whether this phone looks for its next seat, so that nobody need start a table."""
    is_known = this_officer() is not None or bool(this_visit().person)
    return is_known and bool(rounds_shown(loaded.night))


def _way_in(loaded: LoadedNight) -> Action | None:
    """Return the way of a phone without a table into an open night; None if it may only watch."""
    if _is_by_rounds(loaded):
        return Action(words="Seats and standing", address=url_for("nights.rounds"))
    if not may("nights.ask_table"):
        return None
    if this_officer() is None and not this_visit().person:
        return Action(words="Take your seat", address=url_for("nights.board"))
    return Action(words="New table", address=url_for("nights.ask_table"))
