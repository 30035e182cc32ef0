"""The papers of a club: a person's statement, the standings, and the awards of a season."""

from flask import Response, abort, request, url_for

from scorekeeper.club.ledger import whole_statement
from scorekeeper.club.standings import high_scores_in, standings_in
from scorekeeper.club.stored_book import people_of
from scorekeeper.club.words import StatementSources, write_statement_line
from scorekeeper.games.links import Role
from scorekeeper.papers.club import PersonToPrint, SeasonToPrint, Span
from scorekeeper.papers.tournament import AwardsToPrint
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.tournament.organised import figures_of, seasons_of
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.standings import read_filter
from scorekeeper.web.club.statement import demand_person
from scorekeeper.web.core.access import least_role, the_club, this_figures
from scorekeeper.web.core.papers import kinds_of, make_paper, send_paper
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site


@club_pages.get(f"/people/<club_id:person>/{kinds_of(PersonToPrint)}.pdf")
@least_role(Role.MEMBER)
def statement_paper(person: str, kind: str) -> Response:
    """Send a paper of a person, for all days or for those in the address."""
    found, people = demand_person(person)
    span, club = _span(), the_club()
    whole = whole_statement(site().store, this_figures(), found.id)
    sources = StatementSources(
        games=whole.games,
        nights=whole.nights,
        methods=whole.methods,
        reasons=whole.reasons,
        corrected=whole.corrected,
    )
    names = {each.id: each.name for each in people.values()}
    words = {line: write_statement_line(line, names, sources) for line in whole.lines}
    page = make_paper(kind, PersonToPrint(club, found.name, words, span))
    return send_paper(page, f"{club.name} {kind} of {found.name}.pdf")


@club_pages.get(f"/{kinds_of(SeasonToPrint)}.pdf", endpoint="standings_paper")
@least_role(Role.MEMBER)
def send_standings(kind: str) -> Response:
    """Send a paper of what the page of standings shows for the same filter in the address."""
    club, store = the_club(), site().store
    roll, asked = people_of(store), read_filter(store)
    if asked.form.faults:
        abort(404)
    season = SeasonToPrint(
        club=club,
        names={each.id: each.name for each in roll},
        standings=standings_in(this_figures(), asked.choice, asked.ranked_by)[0],
        high_scores=high_scores_in(this_figures(), asked.choice, most=-1),
        season=f"{asked.name}, {asked.words}",
        ranked_by=asked.ranked_by,
    )
    return send_paper(make_paper(kind, season), f"{club.name} {kind}.pdf")


@club_pages.get(f"/seasons/{kinds_of(AwardsToPrint)}.pdf", endpoint="season_paper")
@least_role(Role.MEMBER)
def send_season(kind: str) -> Response:
    """Send a paper of the season in the address; without one, lead to the page of seasons."""
    club, store, asked = the_club(), site().store, request.args.get("season")
    season = next((each for each in seasons_of(store) if each.id == asked), None)
    if season is None:
        return see_other(url_for("club.season"))
    names = {each.id: each.name for each in people_of(store)}
    page = make_paper(kind, AwardsToPrint(club, names, figures_of(this_figures(), season)))
    return send_paper(page, f"{club.name} {season.name} {kind}.pdf")


def _span() -> Span:
    """Return the days in ``from`` and ``to`` of the address; answer 404 if one is no date."""
    findings = Findings()
    days = [read_date(request.args.get(name) or None, (), findings) for name in ("from", "to")]
    if findings.problems:
        abort(404)
    return Span(*days)
