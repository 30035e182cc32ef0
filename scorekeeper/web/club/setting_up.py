"""The form that sets up the club of this installation; the first start prints its address."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Response, abort, request, url_for

from scorekeeper.club.officers import ClubExists, MarkChange, NewClub, SignedIn, set_up_club
from scorekeeper.club.visits import OFFICERS
from scorekeeper.games.keys import is_key
from scorekeeper.rules.variant import Problem
from scorekeeper.web.club import set_up_pages
from scorekeeper.web.club.settings import ClubForm
from scorekeeper.web.core.access import FIRST, least_role, remember_officer, this_club
from scorekeeper.web.core.page import Action, Page, make_error_page, show
from scorekeeper.web.core.posting import (
    FORMS_WITH_FILES,
    make_club_fields,
    read_any_post,
    see_other,
    too_large,
    typed,
)
from scorekeeper.web.core.site import site

_CURRENCY_BUTTON: Final = "currency:"
_SET_UP: Final = (
    "The club is set up",
    "This address worked only once. Officers sign in with the passphrase that was chosen.",
)


@set_up_pages.url_value_preprocessor
def open_first(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Answer 410 to everybody once the club is set up, before that 404 without the right key."""
    if this_club() is not None:
        abort(_answer_set_up())
    if values is None or not is_key(site().settings.set_up_key, values["key"]):
        abort(404)


@set_up_pages.get("/")
@least_role(FIRST)
def ask_club(key: str) -> Response:
    """Show the form."""
    return show(_make_page(key, ClubForm(None), too_large("mark")))


@set_up_pages.post("/")
@least_role(FIRST)
def set_up(key: str) -> Response:
    """Set up the club, and sign its first officer in on this phone."""
    form = ClubForm(request.form)
    mark = form.read_mark()
    button = typed().get("do", "")
    if button.startswith(_CURRENCY_BUTTON):
        form.currency.data = button.removeprefix(_CURRENCY_BUTTON)
        return show(_make_page(key, form))
    try:
        outcome = set_up_club(site().store, read_any_post(form.file), _read_club(form, mark))
    except ClubExists:
        return _answer_set_up()
    if not isinstance(outcome, SignedIn):
        return show(_make_page(key, form, outcome.problems), status=422)
    site().settings.set_up_key.unlink(missing_ok=True)
    remember_officer(outcome.secret)
    return see_other(url_for("club.home", link=OFFICERS))


FORMS_WITH_FILES["set_up.set_up"] = ask_club


def _answer_set_up() -> Response:
    way = Action(words="Sign in", address=url_for("officers.ask_passphrase"))
    return show(make_error_page(*_SET_UP, action=way), status=410)


def _read_club(form: ClubForm, mark: MarkChange) -> NewClub:
    return NewClub(
        terms={**form.terms(), **form.opening()},
        paper=form.paper.data,
        passphrase=form.passphrase.data,
        again=form.again.data,
        officer=form.officer.data,
        mark=mark,
    )


def _make_page(key: str, form: ClubForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    form.keep_mark()
    return Page("club/set_up.html", key=key, form=form, club_fields=make_club_fields())
