"""The settings of the club, which its officers change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.acting import CHANGED
from scorekeeper.bookkeeping.club.setting_up import change_settings, digest_of_settings
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Path, Problem
from scorekeeper.storage.club.clubs import ClubRow
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.mark import MARK, MarkFields, mark_fields, read_mark_change, uploaded_mark
from scorekeeper.web.core.access import least_role, this_club
from scorekeeper.web.core.club_terms import (
    fee_fields,
    fee_words_of,
    plain_amount,
    read_fee_terms,
    settle_field,
    values_of_fee,
)
from scorekeeper.web.core.fields import (
    Choices,
    Fault,
    Field,
    FieldProblems,
    Values,
    option_path,
    whole_or_text,
)
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.new_game.game_form import find_currencies, read_currency, write_form_problem

# --- The form of the club's settings: its name, and the defaults for new games and nights ---------


_PAPERS: Final[Choices] = (("a4", "A4"), ("letter", "Letter"))
_ORDER: Final = (
    *("name", "currency", "till", "opened", "paper", MARK, "stake-amount", "stake-per"),
    *("fee-per", "fee-amount", "fee-guest", "settle", "officer", "passphrase", "again"),
)
"""The fields from the top of the page down; the head of the form lists problems in this order."""
_NAME_WORDS: Final = "Type the name of the club"
_CURRENCY_WORDS: Final = "Name one currency, such as € or USD"
_TILL_WORDS: Final = "Type the cash in the till, such as 20 or 12.50"


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsForm:
    """The fields of the settings; ``opening`` has the cash in the till, and the day of it.

    These and the currency cannot be changed once the club is set up: then ``currency`` is None,
    and ``opening`` is empty.
    """

    name: Field
    currency: Field | None
    opening: tuple[Field, ...]
    stake: tuple[Field, ...]
    fee_rule: Field
    fee_amounts: tuple[Field, ...]
    settle: Field
    paper: Field
    mark: MarkFields
    faults: tuple[Fault, ...]


def values_of_club(row: ClubRow) -> dict[str, str]:
    """Return the form's values for the stored settings of a club."""
    club, defaults = row.club, row.club.defaults
    values = {"name": club.name, "currency": club.currency, "paper": row.paper}
    if defaults.stake is not None:
        values["stake-amount"] = write_amount(defaults.stake.minor, club.currency)
        values["stake-per"] = str(defaults.stake.per)
    if defaults.settle is not None:
        values["settle"] = str(defaults.settle)
    return values | values_of_fee(defaults.fee, club.currency)


def read_club_terms(values: Values, currency: str) -> dict[str, Any]:
    """Return the typed settings in the form of ``club`` in a club book."""
    amount = plain_amount(values.get("stake-amount", ""))
    defaults: dict[str, Any] = read_fee_terms(values)
    if amount.strip("0."):
        per = whole_or_text(values.get("stake-per", "").strip())
        defaults["stake"] = {"currency": currency, "amount": amount, "per": per}
    if values.get("settle"):
        defaults["settle"] = values["settle"]
    return {"name": values.get("name", ""), "currency": currency, "defaults": defaults}


def read_opening(values: Values) -> dict[str, str]:
    """Return the cash in the till and its day, if typed, in the form of a club book."""
    opening = {
        "till": plain_amount(values.get("till", "")),
        "opened": values.get("opened", "").strip(),
    }
    return {name: text for name, text in opening.items() if text}


def typed_currency(values: Values, usual: str) -> str:
    """Return the code of the typed currency if it can only mean one; else the typed text."""
    return read_currency(values.get("currency", ""), usual)


def make_settings_form(
    values: Values,
    problems: Sequence[Problem] = (),
    *,
    currency: str = "",
    usual: str = "",
    file: bytes = b"",
    has_mark: bool = False,
) -> SettingsForm:
    """Return the form with its typed values, and each problem beside its field.

    ``currency`` is the club's; if it is empty, the form asks for one and suggests ``usual``.
    ``file`` was sent as the mark; ``has_mark`` is true if the club already has one.
    """
    faults = dict.fromkeys([fault_of(each, values, currency) for each in problems])
    found = FieldProblems(sorted(faults, key=_place_on_page))
    rule, amounts = fee_fields(values, found, currency)
    return SettingsForm(
        name=_field(values, found, "name", "name", label="The club’s name"),
        currency=None if currency else _currency_field(values, found, usual),
        opening=() if currency else _opening_fields(values, found),
        stake=(
            _field(values, found, "stake-amount", "amount", label="Stake"),
            _field(values, found, "stake-per", "points", label="Per points", usual="100"),
        ),
        fee_rule=rule,
        fee_amounts=amounts,
        settle=settle_field(values, found),
        paper=Field(
            name="paper",
            kind="chips",
            label="Paper",
            value=values.get("paper", "a4"),
            choices=_PAPERS,
            problems=found.of("paper"),
        ),
        mark=mark_fields(values, found, file=file, has_mark=has_mark),
        faults=found.faults,
    )


def _place_on_page(fault: Fault) -> int:
    return _ORDER.index(fault.field) if fault.field in _ORDER else len(_ORDER)


def fault_of(problem: Problem, values: Values, currency: str) -> Fault:
    """Return a problem of the club's terms in the words of the form, with the field it is about."""
    at = problem.at[1:] if problem.at[:1] == ("defaults",) else problem.at
    return Fault(field=option_path(at), text=_words(at, problem, values, currency))


def _words(at: Path, problem: Problem, values: Values, currency: str) -> str:
    match at:
        case ("name",):
            return _NAME_WORDS if not values.get("name", "").strip() else problem.text
        case ("currency",):
            return _CURRENCY_WORDS
        case ("till",):
            return _TILL_WORDS
        case ("stake", *_):
            document = {"stake": {"currency": currency or typed_currency(values, "")}}
            return write_form_problem(Problem(at=at, code="", text=problem.text), document)
    return fee_words_of(problem)


def _field(
    values: Values, found: FieldProblems, name: str, kind: str, *, label: str, usual: str = ""
) -> Field:
    return Field(
        name=name,
        kind=kind,
        label=label,
        value=values.get(name, usual),
        problems=found.of(name),
    )


def _opening_fields(values: Values, found: FieldProblems) -> tuple[Field, ...]:
    till = _field(values, found, "till", "amount", label="Cash in the till")
    opened = _field(
        values, found, "opened", "date", label="On this day", usual=site().store.today()
    )
    help_text = "The club’s money is counted from this day on. No night can be earlier."
    return till, replace(opened, help=help_text)


def _currency_field(values: Values, found: FieldProblems, usual: str) -> Field:
    problems = found.of("currency")
    codes = find_currencies(values.get("currency", ""), usual) if problems else ()
    return Field(
        name="currency",
        kind="code",
        label="Currency",
        value=values.get("currency", usual),
        help="All money of the club is in it. It cannot be changed later.",
        choices=tuple([(code, code) for code in codes]),
        problems=problems,
    )


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
    club_fields: EntryFields


@club_pages.get("/settings")
@least_role(Role.OFFICER)
def ask_settings() -> Response:
    """Show the settings."""
    return show(_make_page(values_of_club(_club())))


@club_pages.post("/settings", endpoint="change_settings")
@least_role(Role.OFFICER)
def save_settings() -> Response:
    """Save the settings; games and nights that have begun keep the old ones."""
    values, currency = typed(), _club().club.currency
    file = uploaded_mark(values)
    outcome = change_settings(
        site().store,
        read_act(file),
        read_club_terms(values, currency),
        values.get("paper", ""),
        seen=values.get("seen", ""),
        mark=read_mark_change(file, values),
    )
    return answer(
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
