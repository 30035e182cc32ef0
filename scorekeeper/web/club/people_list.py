"""The page of a list of people: typed or pasted, shown line by line, then added in one act."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from flask import Response, request, url_for

from scorekeeper.club.people import ALIKE
from scorekeeper.club.roll import (
    CheckedList,
    TypedList,
    add_list,
    check_list,
    last_list,
    line_of,
    take_list_back,
)
from scorekeeper.games.links import Role
from scorekeeper.rules.variant import Problem
from scorekeeper.web.club import club_pages
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.fields import Fault
from scorekeeper.web.core.forms import Input, SiteForm
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site

LIST: Final = "list"
"""The field with the list that was just added, by its first person."""
MEMBER: Final = "member"
"""The value of a button that adds members; the other one adds guests."""
_MOST_FAULTS: Final = 30
_DIGEST_BYTES: Final = 8


class PeopleListForm(SiteForm):
    """A list of people; ``seen`` is a digest of the one whose lines were shown."""

    text = Input("A person a line")
    seen = Input()

    def read(self) -> TypedList:
        """Return the typed list, of members from today on or of guests."""
        joined = site().store.today() if typed().get("as") == MEMBER else ""
        others = frozenset(request.form.getlist("another"))
        return TypedList(text=self.text.data, joined=joined, others=others)


def _digest(asked: TypedList) -> str:
    """Return a digest of all that decides what is shown of each line."""
    shown = repr((asked.text, asked.joined)).encode()
    return blake2b(shown, digest_size=_DIGEST_BYTES).hexdigest()


def _make_page(
    form: PeopleListForm, asked: TypedList, checked: CheckedList, problems: Sequence[Problem] = ()
) -> Page:
    """Return the page; ``problems`` are those of the whole list beside what was ``checked``."""
    form.tell([*problems, *[each for each in checked.problems if not line_of(each)]])
    by_line: dict[int, list[Problem]] = {}
    for problem in checked.problems:
        by_line.setdefault(line_of(problem), []).append(problem)
    by_line.pop(0, None)
    at_lines = [
        Fault(field=f"line-{line}", text=problem.text, whose=f"Line {line}")
        for line, found in by_line.items()
        for problem in found
    ]
    return Page(
        "club/people_list.html",
        sum=sum([line.opening for line in checked.lines]),
        form=form,
        list=asked,
        checked=checked,
        problems=by_line,
        faults=[*form.faults, *at_lines[:_MOST_FAULTS]],
        more=max(0, len(at_lines) - _MOST_FAULTS),
        asks=ALIKE,
        seen=_digest(asked) if checked.lines else "",
        last=None if checked.lines else last_list(site().store),
        currency=the_club().currency,
        club_fields=make_club_fields(),
    )


@club_pages.get("/people/list")
@least_role(Role.OFFICER)
def ask_list() -> Response:
    """Show the field for a list."""
    return show(_make_page(PeopleListForm(), TypedList(text=""), CheckedList()))


@club_pages.post("/people/list")
@least_role(Role.OFFICER)
def add_people() -> Response:
    """Show what each line of a list says; add its people if they were shown so before."""
    form = PeopleListForm()
    asked = form.read()

    def again(problems: Sequence[Problem] = ()) -> Page:
        of_list = [problem for problem in problems if not line_of(problem)]
        return _make_page(form, asked, check_list(site().store, asked), of_list)

    if form.seen.data != _digest(asked):
        page = again()
        return show(page, status=422 if page.faults else 200)
    outcome = add_list(site().store, read_act(), asked)
    return answer(
        outcome,
        saved=lambda acted: url_for("club.people", **{LIST: acted.thing}),  # type: ignore[arg-type]
        again=again,
    )


@club_pages.post("/people/list/back")
@least_role(Role.OFFICER)
def take_back_list() -> Response:
    """Remove all people of a list again, unless one of them played or paid."""
    outcome = take_list_back(site().store, read_act(), typed().get(LIST, ""))

    def again(problems: Sequence[Problem]) -> Page:
        return _make_page(PeopleListForm(), TypedList(text=""), CheckedList(), problems)

    return answer(outcome, saved=lambda _: url_for("club.people"), again=again)
