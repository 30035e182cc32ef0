"""The form that sets up the club of this installation; the first start prints its address."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.keys import is_key
from scorekeeper.bookkeeping.access.links import OFFICERS
from scorekeeper.bookkeeping.club.officers import SignedIn
from scorekeeper.bookkeeping.club.setting_up import (
    ClubExists,
    NewClub,
    set_up_club,
)
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import set_up_pages
from scorekeeper.web.club.mark import read_mark_change, uploaded_mark
from scorekeeper.web.club.settings import (
    SettingsForm,
    make_settings_form,
    read_club_terms,
    read_opening,
    typed_currency,
)
from scorekeeper.web.core.access import FIRST, least_role, remember_officer, this_club
from scorekeeper.web.core.fields import Field, FieldProblems, Values
from scorekeeper.web.core.page import Action, ErrorPage, show
from scorekeeper.web.core.posting import (
    EntryFields,
    make_club_fields,
    read_any_post,
    see_other,
    typed,
)
from scorekeeper.web.core.site import site

_CURRENCY_BUTTON: Final = "currency:"
_SET_UP: Final = ErrorPage(
    status=410,
    title="The club is set up",
    text="This address worked only once. Officers sign in with the passphrase that was chosen.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpPage:
    """The form that sets up the club; ``officer`` are the fields of its first officer."""

    template: ClassVar = "club/set_up.html"
    form: SettingsForm
    officer: tuple[Field, ...]
    club_fields: EntryFields
    address: str


@set_up_pages.url_value_preprocessor
def open_first(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Answer 404 if no club is set up yet and the key in the address is wrong."""
    is_first = values is not None and is_key(site().settings.set_up_key, values["key"])
    if this_club() is None and not is_first:
        abort(404)


@set_up_pages.before_request
def tell_set_up() -> Response | None:
    """Answer 410 to everybody once the club is set up."""
    return _answer_set_up() if this_club() is not None else None


@set_up_pages.get("/")
@least_role(FIRST)
def ask_club(key: str) -> Response:
    """Show the form."""
    return show(_make_page(key, {}))


@set_up_pages.post("/")
@least_role(FIRST)
def set_up(key: str) -> Response:
    """Set up the club, and sign its first officer in on this phone."""
    values = typed()
    file = uploaded_mark(values)
    if values.get("do", "").startswith(_CURRENCY_BUTTON):
        values["currency"] = values["do"].removeprefix(_CURRENCY_BUTTON)
        return show(_make_page(key, values, file=file))
    try:
        outcome = set_up_club(site().store, read_any_post(file), _read_club(values, file))
    except ClubExists:
        return _answer_set_up()
    if not isinstance(outcome, SignedIn):
        return show(_make_page(key, values, outcome.problems, file=file), status=422)
    site().settings.set_up_key.unlink(missing_ok=True)
    remember_officer(outcome.secret)
    return see_other(url_for("club.home", link=OFFICERS))


def _answer_set_up() -> Response:
    way = Action(words="Sign in", address=url_for("officers.ask_passphrase"))
    return show(replace(_SET_UP, action=way), status=_SET_UP.status)


def _read_club(values: Values, file: bytes) -> NewClub:
    currency = typed_currency(values, site().settings.currency)
    return NewClub(
        terms={**read_club_terms(values, currency), **read_opening(values)},
        paper=values.get("paper", ""),
        passphrase=values.get("passphrase", ""),
        again=values.get("again", ""),
        officer=values.get("officer", ""),
        mark=read_mark_change(file, values),
    )


def _make_page(
    key: str, values: Values, problems: Sequence[Problem] = (), *, file: bytes = b""
) -> SetUpPage:
    form = make_settings_form(values, problems, usual=site().settings.currency, file=file)
    found = FieldProblems(form.faults)
    return SetUpPage(
        form=form,
        officer=(
            Field(
                name="officer",
                kind="name",
                label="Your name",
                value=values.get("officer", ""),
                help="The history shows it beside what you do as an officer.",
                problems=found.of("officer"),
            ),
            Field(
                name="passphrase",
                kind="new-passphrase",
                label="Passphrase of the officers",
                value=values.get("passphrase", ""),
                help="Eight letters or more. All officers of the club use the same one.",
                problems=found.of("passphrase"),
            ),
            Field(
                name="again",
                kind="new-passphrase",
                label="The passphrase again",
                value=values.get("again", ""),
                problems=found.of("again"),
            ),
        ),
        club_fields=make_club_fields(),
        address=url_for("set_up.set_up", key=key),
    )
