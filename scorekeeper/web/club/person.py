"""A person of the club: balance, games, statement, also on paper; and the form of their facts."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from flask import Response, abort, request, url_for

from scorekeeper.club.acting import digest_shown
from scorekeeper.club.facts import GameState, Person
from scorekeeper.club.figures import (
    RESULTS_A_PAGE,
    Choice,
    StatementLine,
    balance_of,
    parts_of_balance,
    results_of_person,
    sum_by_night,
)
from scorekeeper.club.ledger import count_pages, statement_page
from scorekeeper.club.people import (
    UnknownPerson,
    edit_person,
    join_spelling,
    listed_person,
    separate_spelling,
    take_name_out,
)
from scorekeeper.club.roll import is_removable, remove_person
from scorekeeper.club.rows import last_played
from scorekeeper.club.words import sources_in, write_statement_line
from scorekeeper.games import Role, Saved
from scorekeeper.papers.club import PersonToPrint, Span
from scorekeeper.record import Findings, read_date
from scorekeeper.rules import Problem, Score, names_alike, write_amount
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.club.people import people_called
from scorekeeper.web.club.seasons import heights_of, season_of
from scorekeeper.web.core import (
    YES,
    Day,
    Input,
    Page,
    Part,
    SiteForm,
    answer,
    club_or_404,
    kinds_of,
    least_role,
    make_club_fields,
    make_paper,
    no_amount_words,
    read_act,
    send_paper,
    show,
    site,
    this_figures,
)
from scorekeeper.wording import MINUS, write_short_date, write_sum
from scorekeeper.wording.sentences import isolate

StatementWords = Sequence[tuple[StatementLine, str]]
"""Lines of a statement, each with its words."""
WIDTH: Final = 560
HEIGHT: Final = 200
LEFT: Final = 8
RIGHT: Final = 408
TOP: Final = 24
BOTTOM: Final = 148
_LABEL_GAP: Final = 40
_LINES_SHOWN: Final = 4
_GAMES_SHOWN: Final = 4


def demand_person(person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return the person that an id stands for, and all people by id; answer 404 if unknown."""
    try:
        return listed_person(site().store, person)
    except UnknownPerson:
        abort(404)


@club_pages.get("/people/<club_id:person>/statement", endpoint="statement")
@least_role(Role.MEMBER)
def show_statement(person: str) -> Response:
    """Show one page of a person's statement, which begins with the newest line."""
    found, people = demand_person(person)
    number = page_asked()
    lines, pages = statement_page(this_figures(), found.id, number)
    return show(
        Page(
            "club/statement.html",
            person=found,
            lines=lines_in_words(lines, people, found.id),
            currency=club_or_404().currency,
            today=site().store.today(),
            **pages_beside("club.statement", number, pages, person=found.id),
        )
    )


@club_pages.get("/people/<club_id:person>/games")
@least_role(Role.MEMBER)
def past_games(person: str) -> Response:
    """Show one page of a person's games that count."""
    found, _ = demand_person(person)
    number = page_asked()
    games, count = results_of_person(this_figures(), found.id, page=number)
    pages = count_pages(count, RESULTS_A_PAGE)
    return show(
        Page(
            "club/past_games.html",
            person=found,
            games=games,
            today=site().store.today(),
            **pages_beside("club.past_games", number, pages, person=found.id),
        )
    )


def lines_in_words(
    lines: Sequence[StatementLine], people: Mapping[str, Person], person: str
) -> StatementWords:
    """Return lines of a person's statement in the words of its paper, without nights and ways."""
    names = {other.id: other.name for other in people.values()}
    sources = replace(this_figures().once(sources_in), nights={}, methods={})
    return [(line, write_statement_line(line, names, sources)) for line in lines]


# --- The chart of a sum that grows and falls from night to night: its line, and that of zero ------
# Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.


def make_sum_chart(sums: Sequence[tuple[str, Score]]) -> Part | None:
    """Return the chart of pairs of a date and the sum so far; None if it was always zero.

    A single night also makes a line: from zero to its sum.
    """
    if not any(total for _, total in sums):
        return None
    totals: list[Score] = [0, *[total for _, total in sums]]
    heights = heights_of(totals, TOP, BOTTOM)
    spots = [f"{LEFT + at * (RIGHT - LEFT) // len(sums)},{y}" for at, y in enumerate(heights)]
    return Part(
        path=" ".join(spots),
        end_y=heights[-1],
        label_y=_away_from(heights[0], heights[-1]),
        zero_y=heights[0],
        nights=len(sums),
        first=sums[0][0],
        last=sums[-1][0],
        total=totals[-1],
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=RIGHT,
    )


def _away_from(zero_y: int, end_y: int) -> int:
    """Return the height for the figure at the end, clear of the figure of the zero line."""
    if end_y < zero_y:
        return min(end_y, zero_y - _LABEL_GAP)
    return max(end_y, zero_y + _LABEL_GAP) if end_y > zero_y else end_y


@club_pages.get("/people/<club_id:person>")
@least_role(Role.MEMBER)
def person(person: str) -> Response:
    """Show a person: balance, season, statement, results, and the comparison with others."""
    found, people = demand_person(person)
    store = site().store
    figures = this_figures()
    games, count = results_of_person(figures, found.id)
    lines, _ = statement_page(figures, found.id)
    season = season_of(games[0].night.date if games else store.today())
    choice = Choice(since=season.since, until=season.until)
    of_season, _ = results_of_person(figures, found.id, choice, most=None)
    return show(
        Page(
            "club/person.html",
            games_shown=_GAMES_SHOWN,
            has_money=any(past.game.money is not None for past in games),
            person=found,
            people=people,
            today=store.today(),
            currency=club_or_404().currency,
            balance=lines[0].balance if lines else 0,
            reason=_reason_of(lines),
            season=season,
            season_games=len(of_season),
            could_win=any(past.game.state is GameState.OVER for past in of_season),
            season_wins=sum([past.own.wins for past in of_season]),
            money_chart=make_sum_chart(
                sum_by_night([(past.night.date, past.own.money) for past in reversed(of_season)])
            ),
            lines=lines_in_words(lines[:_LINES_SHOWN], people, found.id),
            has_more_lines=len(lines) > _LINES_SHOWN,
            games=games,
            count=count,
            heads=sorted(figures.heads_of(found.id), key=lambda pair: -pair.games),
        )
    )


def _reason_of(lines: Sequence[StatementLine]) -> Part | None:
    """Return where a balance comes from; None if the newest lines do not tell."""
    parts = parts_of_balance(lines)
    if parts is None:
        return None
    sign = -1 if lines and lines[0].balance < 0 else 1
    named = {"night": parts.of_night, "before": parts.before, "since": parts.since}
    told = [(part, sign * minor) for part, minor in named.items() if minor and parts.night]
    return Part(
        night=next((line.date for line in reversed(lines) if line.night == parts.night), ""),
        # The parts that add to the balance come first, so that the sentence can be read as a sum.
        parts=sorted(told, key=lambda part: part[1] < 0),
    )


# --- The statement on paper -----------------------------------------------------------------------


@club_pages.get(f"/people/<club_id:person>/{kinds_of(PersonToPrint)}.pdf")
@least_role(Role.MEMBER)
def statement_paper(person: str, kind: str) -> Response:
    """Send a paper of a person, for all days or for those in the address."""
    found, people = demand_person(person)
    span, club = _span(), club_or_404()
    lines = this_figures().lines_of(found.id)
    sources = this_figures().once(sources_in)
    names = {other.id: other.name for other in people.values()}
    words = {line: write_statement_line(line, names, sources) for line in lines}
    return send_paper(
        make_paper(kind, PersonToPrint(club, found.name, words, span)),
        f"{club.name} {kind} of {found.name}.pdf",
    )


def _span() -> Span:
    """Return the days in ``from`` and ``to`` of the address; answer 404 if one is not a date."""
    findings = Findings()
    days = [read_date(request.args.get(name) or None, (), findings) for name in ("from", "to")]
    if findings.problems:
        abort(404)
    return Span(*days)


# --- The form of a person’s facts, and removing the name or the person ----------------------------


_MINUS: Final = "−–"
_MOST_SHOWN: Final = 30
_MOST_ALIKE: Final = 8
_UNKNOWN: Final = "unknown_person"


class PersonForm(SiteForm):
    """The facts of a person; ``seen`` is the fingerprint of those that the form started with."""

    name = Input("Name", kind="name")
    short = Input("Short name", help="Where there is little room; optional")
    joined = Day("Member since", help="Empty for a guest")
    left = Day("Left on", help="No longer a member from that day on")
    active = Input(
        "Still comes", kind="flag", help="If not, the name is not suggested for new games"
    )
    opening = Input("Opening balance", kind="amount")
    note = Input("Note", help="Officers see it")
    seen = Input()

    def facts(self) -> dict[str, Any]:
        """Return the typed facts as a club book has them, without the fields left empty."""
        opening = self.opening.data.strip().replace(",", ".")
        for sign in _MINUS:
            opening = opening.replace(sign, "-")
        texts = [field for field in self if field.name not in ("active", "opening", "seen")]
        facts: dict[str, Any] = {field.name: field.data.strip() for field in texts}
        facts["opening"] = opening.removeprefix("+").replace("- ", "-")
        told = {name: text for name, text in facts.items() if text or name == "name"}
        return told if self.active.data == YES else {**told, "active": False}

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem, which quotes what was typed as an amount."""
        if problem.code == "bad_amount":
            return no_amount_words(self.opening.data, club_or_404().currency)
        return problem.text


@club_pages.get("/people/<club_id:person>/change")
@least_role(Role.OFFICER)
def ask_person(person: str) -> Response:
    """Show the form with a person's facts."""
    found, _ = demand_person(person)
    return show(_make_page(found, _form_of(found)))


@club_pages.post("/people/<club_id:person>/change")
@least_role(Role.OFFICER)
def save_person(person: str) -> Response:
    """Store the changed facts of a person."""
    found, _ = demand_person(person)
    form = PersonForm()
    return answer(
        edit_person(
            site().store,
            read_act(),
            found.id,
            form.facts(),
            is_as_seen=lambda now: digest_shown(now) == form.seen.data,
        ),
        saved=_to_person,
        again=lambda problems: _make_page(found, form, problems),
    )


@club_pages.post("/people/<club_id:person>/nameless")
@least_role(Role.OFFICER)
def take_out_name(person: str) -> Response:
    """Remove a person's name; from now on the id is shown in its place."""
    found, _ = demand_person(person)
    outcome = take_name_out(site().store, read_act(), found.id)
    # Files and papers that were made before still have the name.
    site().files.drop()
    site().bundles.drop()
    return answer(
        outcome,
        saved=_to_person,
        again=lambda problems: _make_page(found, _form_of(found), problems),
    )


@club_pages.post("/people/<club_id:person>/remove")
@least_role(Role.OFFICER)
def remove(person: str) -> Response:
    """Remove a person who has nothing but a name."""
    outcome = remove_person(site().store, read_act(), person)

    def again(problems: tuple[Problem, ...]) -> Page:
        found, _ = demand_person(person)
        return _make_page(found, _form_of(found), problems)

    return answer(outcome, saved=lambda _: url_for("club.people"), again=again)


def _to_person(acted: Saved[str]) -> str:
    return url_for("club.person", person=acted.thing)


def _form_of(person: Person) -> PersonForm:
    """Return the form with the stored facts of a person."""
    currency = club_or_404().currency
    facts = {
        **asdict(person),
        "active": YES if person.is_active else "",
        "opening": write_amount(person.opening, currency) if person.opening else "",
        "seen": digest_shown(person),
    }
    return PersonForm(None, data=facts)


def _make_page(person: Person, form: PersonForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    currency, name = club_or_404().currency, person.name
    example = write_sum(550, currency)
    form.opening.help = (
        f"{example} if the club owes {name}; {MINUS}{example} if {name} owes the club"
    )
    return Page(
        "club/person_form.html",
        person=person,
        currency=currency,
        balance=balance_of(person.id, this_figures().sums),
        form=form,
        is_removable=is_removable(site().store, person.id),
        club_fields=make_club_fields(),
    )


# --- The page that joins two entries of one person, and separates them again ----------------------


class SpellingForm(SiteForm):
    """The person to whom a second entry also refers."""

    same = Input(kind="chips")


@club_pages.get("/people/<club_id:person>/spellings")
@least_role(Role.OFFICER)
def ask_spellings(person: str) -> Response:
    """Show the spellings of a person, and the people who may be another one."""
    return show(_spellings_page(*demand_person(person), SpellingForm()))


@club_pages.post("/people/<club_id:person>/same-as")
@least_role(Role.OFFICER)
def join_people(person: str) -> Response:
    """Make this entry another spelling of a second person."""
    found, people = demand_person(person)
    form = SpellingForm()
    return answer(
        join_spelling(site().store, read_act(), found.id, form.same.data),
        saved=_to_spellings,
        again=lambda problems: _spellings_page(found, people, form, problems),
    )


@club_pages.post("/people/<club_id:person>/apart")
@least_role(Role.OFFICER)
def separate_people(person: str) -> Response:
    """Make a spelling a person of its own again."""
    found, people = demand_person(person)
    return answer(
        separate_spelling(site().store, read_act(), person),
        saved=_to_spellings,
        again=lambda problems: _spellings_page(found, people, SpellingForm(None), problems),
    )


def _to_spellings(acted: Saved[str]) -> str:
    return url_for("club.ask_spellings", person=acted.thing)


def _spellings_page(
    person: Person,
    people: Mapping[str, Person],
    form: SpellingForm,
    problems: Sequence[Problem] = (),
) -> Page:
    chosen = form.same.data
    form.tell([_plain(problem, chosen) for problem in problems], beside="same")
    listed = [other for other in people.values() if not other.same_as and other.id != person.id]
    listed.sort(key=lambda other: other.name.casefold())
    wanted = request.args.get("find", "").strip()
    found = _may_be(person, listed, wanted)
    offered = found[:_MOST_SHOWN]
    if chosen not in [other.id for other in offered]:
        offered = [*[other for other in listed if other.id == chosen], *offered]
    played, today = site().store.read(last_played), site().store.today()

    def words(person: Person) -> str:
        if person.id not in played:
            return person.name
        return f"{person.name}, played {write_short_date(played[person.id], today)}"

    form.same.label = f"{isolate(person.name)} is the same person as"
    form.same.choices = tuple([(other.id, words(other)) for other in offered])
    return Page(
        "club/spellings.html",
        person=person,
        spellings=[other for other in people.values() if other.same_as == person.id],
        form=form,
        wanted=wanted,
        found=len(found),
        more=max(0, len(found) - _MOST_SHOWN),
        is_long=len(listed) > _MOST_SHOWN,
        club_fields=make_club_fields(),
    )


def _plain(problem: Problem, chosen: str) -> Problem:
    is_nobody = problem.code == _UNKNOWN and not chosen
    return replace(problem, text="Choose who it is") if is_nobody else problem


def _may_be(person: Person, listed: Sequence[Person], wanted: str) -> Sequence[Person]:
    """Return the people who may be the same; from a long roll, those with similar names."""
    if wanted:
        return people_called(listed, wanted)
    if len(listed) <= _MOST_SHOWN:
        return listed
    alike = names_alike(person.name, [other.name for other in listed], most=_MOST_ALIKE)
    return [other for name in dict.fromkeys(alike) for other in listed if other.name == name]
