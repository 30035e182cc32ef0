"""The list of the club's people, and the forms that add one person or a whole list."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import zip_longest
from typing import Any, Final

from flask import Response, request, url_for

from scorekeeper.club.acting import digest_shown
from scorekeeper.club.facts import Person
from scorekeeper.club.figures import balance_of
from scorekeeper.club.people import ALIKE, add_person
from scorekeeper.club.roll import (
    CheckedList,
    TypedList,
    add_list,
    bring_past,
    check_list,
    column_called_balance,
    columns_of_amounts,
    columns_of_names,
    join_columns,
    last_list,
    leave_out_lines,
    line_of,
    read_past,
    split_columns,
    take_list_back,
    take_past_out,
)
from scorekeeper.club.rows import last_played, load_people, read_waiting
from scorekeeper.games import Role
from scorekeeper.rules import Problem, letters_of, refusal, trim_line, write_names
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.core import (
    Fault,
    Input,
    Line,
    Page,
    SiteForm,
    answer,
    club_or_404,
    least_role,
    make_club_fields,
    may,
    read_act,
    read_whole,
    show,
    site,
    this_figures,
    typed,
)
from scorekeeper.wording import write_ranges
from scorekeeper.wording.sentences import by_count

LIST: Final = "list"
"""The field with the list that was just added, by its first person."""
MEMBER: Final = "member"
"""The value of a button that adds members; the other one adds guests."""
_BETWEEN_NAMES: Final = ","
_MOST_FAULTS: Final = 30
_CELLS_SHOWN: Final = 3
_NONE: Final = "none"
_UNANSWERED: Final = refusal(
    "bad_value", "Say which column is the balance, or that none is", at=("balance",)
)
_PEOPLE_A_PAGE: Final = 100
_LATELY: Final = timedelta(days=31)
"""Of whom played since then, a phone says no day."""


class PeopleListForm(SiteForm):
    """A list of people; ``seen`` is a digest of the list whose lines were shown.

    ``first`` and ``last`` are the columns of the name and ``balance`` is that of the balances,
    where a list has columns.
    """

    text = Input("One person per line")
    first = Input("First name, or the whole name", kind="choice")
    last = Input("Last name, if apart", kind="choice")
    seen = Input()
    balance = Input("Which column is the balance?", kind="choice")
    has_joined = False
    """Whether names in two columns were joined, and other columns left out."""
    has_balance = False
    """Whether a column of balances was joined to them."""
    is_unanswered = False
    """Whether it is not known which column of amounts is the balance, if any is."""

    def read(self) -> TypedList:
        """Return the typed list, of members from today on or of guests.

        Lines to skip are left out of its text, and names in two columns are joined there as soon as
        it is known which column is the balance.
        """
        text = self.text.data
        if self.seen.data.startswith(_digest(text)):
            skipped = " ".join(request.form.getlist("skip")).split()
            text = leave_out_lines(text, skipped) if skipped else text
        rows, currency = split_columns(text), club_or_404().currency
        chosen = [read_whole(field.data) for field in (self.first, self.last)]
        names = columns_of_names(rows) or [column for column in chosen if column is not None]
        amounts = columns_of_amounts(rows, currency).keys() - names if names else ()
        # Nobody is asked where the list says it.
        called = None if self.balance.data else column_called_balance(rows, currency)
        asked = read_whole(self.balance.data) if called is None else called
        balance = asked if asked in amounts else None
        self.is_unanswered = bool(amounts) and balance is None and self.balance.data != _NONE
        is_joined = names and not self.is_unanswered
        self.text.data = (join_columns(rows, names, balance) if is_joined else "") or text
        self.has_joined, self.has_balance = self.text.data != text, balance is not None
        joined = site().store.today() if typed().get("as") == MEMBER else ""
        others = frozenset(request.form.getlist("another"))
        return TypedList(text=self.text.data, joined=joined, others=others)

    def offer_columns(self, rows: Sequence[Sequence[str]]) -> None:
        """Offer the columns of a list, each by its first cells, where no line says what they are.

        The balance is asked for among the columns that hold amounts.
        """
        columns = [
            (str(number), ", ".join([cell for cell in cells if cell][:_CELLS_SHOWN]))
            for number, cells in enumerate(zip_longest(*rows))
        ]
        for field in (self.first, self.last):
            field.choices = (("", "–"), *([] if columns_of_names(rows) else columns))
        amounts = columns_of_amounts(rows, club_or_404().currency)
        offered = [(str(number), shown) for number, shown in amounts.items()]
        self.balance.choices = (("", "–"), *offered, (_NONE, "None of them")) if amounts else ()


class PastForm(SiteForm):
    """The table of a past season; ``seen`` is a digest of the table whose lines were shown."""

    name = Line("Season")
    text = Input("Its table")
    seen = Input()


def _digest(*shown: str) -> str:
    """Return a digest of everything that decides what is shown for each line.

    A browser sends other line ends than were shown.
    """
    return digest_shown([text.splitlines() for text in shown])


def _tell_lines(
    form: PeopleListForm | PastForm, checked: CheckedList, problems: Sequence[Problem]
) -> dict[str, Any]:
    """Return what a page shows of lines; ``problems`` are others, of the whole list."""
    form.tell([*problems, *[problem for problem in checked.problems if not line_of(problem)]])
    by_line: dict[int, list[Problem]] = {}
    for problem in checked.problems:
        by_line.setdefault(line_of(problem), []).append(problem)
    by_line.pop(0, None)
    alike: dict[tuple[str, ...], list[int]] = {}
    for line, found in by_line.items():
        alike.setdefault(tuple([problem.text for problem in found]), []).append(line)
    at_lines = [
        # What is wrong is said at the first of them.
        Fault(
            field=f"line-{numbers[0]}",
            text=by_count(
                len(numbers),
                "Look at line {lines}",
                "Look at lines {lines}",
                lines=write_names(write_ranges(numbers)),
            ),
        )
        for numbers in alike.values()
    ]
    return {
        "form": form,
        "checked": checked,
        "problems": by_line,
        "alike": {line: numbers for numbers in alike.values() for line in numbers},
        "faults": [*form.faults, *at_lines[:_MOST_FAULTS]],
        "more": max(0, len(at_lines) - _MOST_FAULTS),
        "currency": club_or_404().currency,
        "club_fields": make_club_fields(),
    }


def _list_page(
    form: PeopleListForm, asked: TypedList, checked: CheckedList, problems: Sequence[Problem] = ()
) -> Page:
    """Return the page; ``problems`` are those of the whole list, besides those ``checked`` has.

    A list in columns without any balance asks which of them are the name, and which the balance.
    """
    is_unread = any(line.faults for line in checked.lines)
    has_balances = any(line.opening for line in checked.lines)
    is_asking = form.is_unanswered or (is_unread and not has_balances)
    form.offer_columns(split_columns(asked.text) if is_asking else ())
    return Page(
        "club/people_list.html",
        **_tell_lines(form, checked, problems),
        sum=sum([line.opening for line in checked.lines]),
        list=asked,
        asks=ALIKE,
        seen=f"{_digest(asked.text)}{asked.joined}" if checked.lines else "",
        last=None if asked.text else last_list(site().store),
    )


@club_pages.get("/people/list")
@least_role(Role.OFFICER)
def ask_list() -> Response:
    """Show the field for a list."""
    return show(_list_page(PeopleListForm(), TypedList(text=""), CheckedList()))


@club_pages.post("/people/list")
@least_role(Role.OFFICER)
def add_people() -> Response:
    """Show how each line of a list is read; add its people if they were shown like this before."""
    form = PeopleListForm()
    asked = form.read()

    def again(problems: Sequence[Problem] = ()) -> Page:
        if form.is_unanswered:
            return _list_page(form, asked, CheckedList(problems=_UNANSWERED))
        of_list = [problem for problem in problems if not line_of(problem)]
        return _list_page(form, asked, check_list(site().store, asked), of_list)

    if form.is_unanswered or form.seen.data != f"{_digest(asked.text)}{asked.joined}":
        page = again()
        return show(page, status=422 if page.faults else 200)
    return answer(
        add_list(site().store, read_act(), asked),
        saved=lambda acted: url_for("club.people", **{LIST: acted.thing}),  # type: ignore[arg-type]
        again=again,
    )


@club_pages.post("/people/list/back")
@least_role(Role.OFFICER)
def take_back_list() -> Response:
    """Remove all people of a list again, unless one of them played or paid."""
    return answer(
        take_list_back(site().store, read_act(), typed().get(LIST, "")),
        saved=lambda _: url_for("club.people"),
        again=lambda problems: _list_page(
            PeopleListForm(), TypedList(text=""), CheckedList(), problems
        ),
    )


# --- The table of a past season, which stands beside the standings --------------------------------


@club_pages.get("/standings/past")
@least_role(Role.OFFICER)
def ask_past() -> Response:
    """Show the field for a table, and the tables that were brought."""
    return show(_past_page(PastForm()))


@club_pages.post("/standings/past")
@least_role(Role.OFFICER)
def bring_season() -> Response:
    """Show how each line of a table is read; bring it if it was shown like this before."""
    form = PastForm()
    asked = form.name.data, form.text.data, club_or_404().currency
    if form.seen.data != _digest(*asked[:2]):
        page = _past_page(form, checked=site().store.read(read_past, *asked))
        return show(page, status=422 if page.faults else 200)
    return answer(
        bring_past(site().store, read_act(), *asked),
        saved=lambda _: url_for("club.standings"),
        again=lambda problems: _past_page(form, problems, site().store.read(read_past, *asked)),
    )


@club_pages.post("/standings/past/out")
@least_role(Role.OFFICER)
def take_season_out() -> Response:
    """Take a table out again."""
    return answer(
        take_past_out(site().store, read_act(), typed().get("past", "")),
        saved=lambda _: url_for("club.ask_past"),
        again=lambda problems: _past_page(PastForm(), problems),
    )


def _past_page(
    form: PastForm, problems: Sequence[Problem] = (), checked: CheckedList | None = None
) -> Page:
    """Return the page; ``checked`` is what the typed table says, with every problem of it."""
    return Page(
        "club/past.html",
        **_tell_lines(form, checked or CheckedList(), () if checked else problems),
        seen=_digest(form.name.data, form.text.data) if checked and checked.lines else "",
        past=this_figures().book.past,
    )


# --- The list of the club's members, guests and former people, and the form that adds one ---------


class NewPersonForm(SiteForm):
    """The name of a new person.

    ``another`` is the same name, sent again to confirm that this is not the person whose name is
    nearly the same.
    """

    name = Input("Another name", kind="name")
    another = Input()

    @property
    def is_another(self) -> bool:
        """Whether the name was sent again after the question."""
        return trim_line(self.name.data) == trim_line(self.another.data) != ""


@club_pages.get("/people")
@least_role(Role.MEMBER)
def people() -> Response:
    """Show the members and guests of the club."""
    return show(_people_page(NewPersonForm()))


@club_pages.post("/people")
@least_role(Role.OFFICER)
def add() -> Response:
    """Add a person, as a member from today on or as a guest; show several names as a list."""
    form = NewPersonForm()
    joined = site().store.today() if typed().get("as") == MEMBER else ""
    if _BETWEEN_NAMES in (name := form.name.data):
        return show(_names_as_list(name, joined))
    return answer(
        add_person(site().store, read_act(), name, joined=joined, is_another=form.is_another),
        saved=lambda acted: url_for("club.people", added=acted.thing),
        again=lambda found: _people_page(form, found),
    )


def _names_as_list(names: str, joined: str) -> Page:
    lines = [name.strip() for name in names.split(_BETWEEN_NAMES) if name.strip()]
    asked = TypedList(text="\n".join(lines), joined=joined)
    form = PeopleListForm()
    form.text.data = asked.text
    return _list_page(form, asked, check_list(site().store, asked))


def _people_page(form: NewPersonForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems, beside="name")
    store = site().store
    listed = sorted(
        [person for person in store.read(load_people) if not person.same_as],
        key=lambda person: person.name.casefold(),
    )
    wanted, added = request.args.get("find", "").strip(), request.args.get("added", "")
    played = store.read(last_played)
    kinds = _divide(people_called(listed, wanted) if wanted else listed, played)
    found = [person for people in kinds.values() for person in people]
    number, pages = page_asked(), max(1, -(-len(found) // _PEOPLE_A_PAGE))
    shown = {person.id for person in found[(number - 1) * _PEOPLE_A_PAGE : number * _PEOPLE_A_PAGE]}
    return Page(
        "club/people.html",
        count=sum([person.is_active for person in listed]),
        groups={
            kind: (len(people), [person for person in people if person.id in shown])
            for kind, people in kinds.items()
        },
        played=played,
        today=store.today(),
        month_ago=(date.fromisoformat(store.today()) - _LATELY).isoformat(),
        balances=_balances(shown),
        currency=club_or_404().currency,
        form=form,
        club_fields=make_club_fields(),
        added=next((person.name for person in listed if person.id == added), ""),
        added_list=last_list(store) if request.args.get(LIST) else None,
        is_asked=any(problem.code == ALIKE for problem in problems),
        wanted=wanted,
        is_long=len(listed) > _PEOPLE_A_PAGE,
        **pages_beside("club.people", number, pages, **({"find": wanted} if wanted else {})),
    )


def _balances(people: Iterable[str]) -> dict[str, int]:
    """Return for officers what these people have to get, below zero what they owe."""
    if not may("club.money"):
        return {}
    sums = this_figures().sums
    return {person: balance_of(person, sums) for person in people}


def people_called(people: Iterable[Person], wanted: str) -> list[Person]:
    """Return the people whose names contain these letters, in the given order."""
    letters = letters_of(wanted)
    return [person for person in people if letters in letters_of(person.name)]


def _divide(people: Iterable[Person], played: Mapping[str, str]) -> dict[str, list[Person]]:
    """Return the people by kind: who plays or waits today, other members, guests, former people."""
    store, today = site().store, site().store.today()
    waiting = [
        row.person
        for night in this_figures().book.nights
        if night.date == today
        for row in store.read(partial(read_waiting, night=night.id))
    ]
    kinds: dict[str, list[Person]] = {"tonight": [], "members": [], "guests": [], "former": []}
    for person in people:
        is_here = played.get(person.id) == today or person.id in waiting
        kind = "tonight" if is_here else "members" if person.is_member_on(today) else "guests"
        kinds[kind if person.is_active else "former"].append(person)
    return kinds
