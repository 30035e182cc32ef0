"""The settings of the club, which its officers change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.club.acting import CHANGED
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.bookkeeping.club.setting_up import (
    change_settings,
    digest_of_settings,
)
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.clubs import ClubRow
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.mark import read_mark_change, uploaded_mark
from scorekeeper.web.club.settings_form import (
    SettingsForm,
    make_settings_form,
    read_club_terms,
    values_of_club,
)
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_club
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import typed
from scorekeeper.web.core.site import site


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    """The form of the settings; ``currency`` is the club's, which cannot be changed.

    ``mark`` is the digest of the mark that is printed beside the club's ``name``, empty without
    one. ``seen`` is the digest of the stored settings. If another officer has changed them
    meanwhile, ``newer`` lists the stored values that differ from the typed ones.
    """

    template: ClassVar = "club/settings.html"
    form: SettingsForm
    name: str
    currency: str
    mark: str
    seen: str
    newer: tuple[str, ...]
    club_fields: ClubFields


@club_pages.get("/settings")
@least_role(ClubRole.OFFICER)
def ask_settings() -> Response:
    """Show the settings."""
    return show(_make_page(values_of_club(_club())))


@club_pages.post("/settings", endpoint="change_settings")
@least_role(ClubRole.OFFICER)
def save_settings() -> Response:
    """Save the settings; games and nights that have begun keep the old ones."""
    values, currency = typed(), _club().club.currency
    file = uploaded_mark(values)
    outcome = change_settings(
        site().store,
        read_club_post(file),
        read_club_terms(values, currency),
        values.get("paper", ""),
        seen=values.get("seen", ""),
        mark=read_mark_change(file, values),
    )
    return answer_club(
        outcome,
        saved=lambda _: url_for("club.home"),
        again=lambda problems: _make_page(values, problems, file),
    )


def _club() -> ClubRow:
    found = this_club()
    if found is None:
        abort(404)
    return found


def _make_page(values: Values, problems: Sequence[Problem] = (), file: bytes = b"") -> SettingsPage:
    row = _club()
    currency, is_late = row.club.currency, CHANGED in [each.code for each in problems]
    return SettingsPage(
        form=make_settings_form(
            values, problems, currency=currency, file=file, has_mark=bool(row.mark)
        ),
        name=row.club.name,
        currency=currency,
        mark=row.mark,
        seen=digest_of_settings(row),
        newer=tuple(_differences(row, values)) if is_late else (),
        club_fields=make_club_fields(),
    )


def _differences(row: ClubRow, values: Values) -> Iterator[str]:
    """Yield each stored setting that differs from the typed one: ``Stake: 1.00``."""
    now = make_settings_form(values_of_club(row), currency=row.club.currency)
    fields = (now.name, now.paper, *now.stake, now.fee_rule, *now.fee_amounts, now.settle)
    for field in fields:
        if field.value != values.get(field.name, ""):
            words = dict(field.choices).get(field.value, field.value)
            yield f"{field.label}: {words or 'none'}"
    if row.mark != values.get("seen-mark", ""):
        yield f"The club’s mark: {'another' if row.mark else 'none'}"
