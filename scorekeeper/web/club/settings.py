"""The settings of the club, with its mark, and the form of them that sets the club up too."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from flask import Response, abort, request, url_for

from scorekeeper.club.acting import CHANGED, digest_shown
from scorekeeper.club.officers import (
    ClubExists,
    MarkChange,
    SignedIn,
    change_settings,
    set_up_club,
)
from scorekeeper.club.rows import ClubRow, find_mark_row
from scorekeeper.club.visits import OFFICERS
from scorekeeper.games import Role, is_key
from scorekeeper.papers.mark import MARK_BOUNDS, read_mark
from scorekeeper.rules import Problem, write_amount
from scorekeeper.web.club import club_pages, set_up_pages
from scorekeeper.web.core import (
    FIRST,
    FORMS_WITH_FILES,
    YES,
    Action,
    Choices,
    Day,
    Input,
    Page,
    TermsForm,
    answer,
    club_or_none,
    currency_here,
    demand,
    fee_fields,
    fees_shown,
    least_role,
    make_club_fields,
    make_error_page,
    plain_amount,
    read_act,
    read_any_post,
    remember_officer,
    see_other,
    settle_field,
    show,
    site,
    today,
    too_large,
    typed,
    whole_or_text,
)
from scorekeeper.web.new_game.game_form import find_currencies, read_currency, write_form_problem
from scorekeeper.wording import write_symbol
from scorekeeper.wording.zones import find_zone, zone_names

_ONLY_AT_FIRST: Final = ("currency", "till", "opened", "officer", "passphrase", "again")
"""The fields that only the form has that sets the club up."""
_OF_MARK: Final = ("mark", "mark-file", "mark-away")
_SIDE: Final = MARK_BOUNDS.pixels
_MARK_HELP: Final = (
    f"A PNG of at most {_SIDE} × {_SIDE} pixels;"
    f" at most {MARK_BOUNDS.size // 1024} KB. It stands at the head of the club’s papers."
)
_NAME_WORDS: Final = "Type the name of the club"
_CURRENCY_WORDS: Final = "Name one currency, such as € or USD"
_USUAL_CURRENCIES: Final = ("EUR", "USD", "GBP", "CHF", "CAD", "AUD")
_UNUSUAL_ZONES: Final = ("Brazil/", "Canada/", "Chile/", "Etc/", "Mexico/", "US/")
_TILL_WORDS: Final = "Type the cash in the till, such as 20 or 12.50"
_ALONE: Final = "default-src 'none'; sandbox"
"""The content security policy for a mark that is opened by itself: it runs and loads nothing."""
_FOR_GOOD: Final = "private, max-age=31536000, immutable"
_CURRENCY_BUTTON: Final = "currency:"
_SET_UP: Final = (
    "The club is set up",
    "This address worked only once. Officers sign in with the passphrase that was chosen.",
)


# --- The form of the club's settings: its name, and the defaults for new games and nights ---------


def _currency_choices(codes: Iterable[str]) -> Choices:
    signs = {code: write_symbol(code) for code in codes}
    return tuple(
        [(code, code if sign == code else f"{sign} {code}") for code, sign in signs.items()]
    )


def _zone_choices(chosen: str) -> Choices:
    """Return the server's time zone and those that people ask for, with the chosen one.

    The zones of places have a slash; old names of the same and counted hours are left out.
    """
    usual = find_zone(site().settings.time_zone)
    names = {name for name in zone_names() if "/" in name and not name.startswith(_UNUSUAL_ZONES)}
    return (
        ("", f"As the server: {usual.key}" if usual else "As the server"),
        *[(name, name.replace("_", " ")) for name in sorted({*names, "UTC", chosen} - {""})],
    )


class ClubForm(TermsForm):
    """The settings of a club; when it is set up, also its first day, its money and first officer.

    Once the club is set up, the fields for these are None, since figures depend on them. ``file``
    is the file of the mark: a valid one is kept in a hidden field when the form is shown again,
    since browsers do not fill in a file again, and the officer should not have to choose it twice.
    """

    file = b""

    name = Input("The club’s name", kind="name")
    currency = Input(
        "Currency",
        kind="code",
        help="All the club’s money is counted in it, and it can never be changed.",
    )
    till = Input("Cash in the till", kind="amount")
    opened = Day(
        "On this day",
        help="The club’s money is counted from this day on. No night can be earlier.",
        default=today,
    )
    time_zone = Input(
        "Time zone",
        kind="choice",
        help="Pages and papers tell days and hours by it. What is dated already keeps its day.",
    )
    paper = Input("Paper", kind="chips", choices=(("a4", "A4"), ("letter", "Letter")), default="a4")
    mark = Input("The club’s mark", kind="picture", help=_MARK_HELP)
    mark_file = Input(name="mark-file")
    mark_away = Input("Take the mark away", kind="flag", name="mark-away")
    stake_amount = Input("Stake", name="stake-amount", kind="amount")
    stake_per = Input("Per points", name="stake-per", kind="points", default="100")
    fee_night, fee_night_guest, fee_game, fee_game_guest, fee_table_game = fee_fields()
    settle = settle_field()
    officer = Input(
        "Your name", kind="name", help="The history shows it beside what you do as an officer."
    )
    passphrase = Input(
        "Passphrase of the officers",
        kind="new-passphrase",
        help="Eight letters or more. All officers of the club use the same one.",
    )
    again = Input("The passphrase again", kind="new-passphrase")

    def __init__(self, *typed: Any, **shown: Any) -> None:
        row = club_or_none()
        super().__init__(*typed, currency=row.club.currency if row else "", **shown)
        self.code = row.club.currency if row else ""
        self.time_zone.choices = _zone_choices(self.time_zone.data)
        for name in _ONLY_AT_FIRST if row else ():
            del self[name]
        if row is None:
            self.currency.choices = _currency_choices(
                dict.fromkeys([currency_here(), *_USUAL_CURRENCIES])
            )
        if row and row.mark:
            self.mark.label = "Another mark"
        else:
            del self["mark_away"]

    def terms(self) -> dict[str, Any]:
        """Return the typed settings in the form of ``club`` in a club book."""
        amount, currency, defaults = plain_amount(self.stake_amount.data), self._code(), self.fees()
        if amount.strip("0."):
            per = whole_or_text(self.stake_per.data.strip())
            defaults["stake"] = {"currency": currency, "amount": amount, "per": per}
        if self.settle.data:
            defaults["settle"] = self.settle.data
        terms = {"name": self.name.data, "currency": currency, "defaults": defaults}
        return terms | ({"time_zone": self.time_zone.data} if self.time_zone.data else {})

    def _code(self) -> str:
        """Return the code of the club's currency, or the typed text if it may mean several."""
        return self.code or read_currency(self.currency.data, currency_here())

    def opening(self) -> dict[str, str]:
        """Return the cash in the till and its day, if typed, in the form of a club book.

        The proposed day, today at the server, is not: the club begins on the day of its zone.
        """
        day = self.opened.data.strip()
        opening = {
            "till": plain_amount(self.till.data),
            "opened": "" if day == today() else day,
        }
        return {name: text for name, text in opening.items() if text}

    def tell(self, problems: Sequence[Problem], *, beside: str = "") -> None:
        """Put each problem beside its field, and offer the currencies that may be meant."""
        at_fields = [
            replace(problem, at=problem.at[1:]) if problem.at[:1] == ("defaults",) else problem
            for problem in problems
        ]
        super().tell(at_fields, beside=beside)
        if not self.code and self.currency.errors:
            codes = find_currencies(self.currency.data, currency_here())
            self.currency.choices = _currency_choices(codes) or self.currency.choices

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem in the words of the form."""
        match problem.at:
            case ("name",) if not self.name.data.strip():
                return _NAME_WORDS
            case ("currency",):
                return _CURRENCY_WORDS
            case ("till",):
                return _TILL_WORDS
            case ("stake", *_):
                document = {"stake": {"currency": self._code()}}
                return write_form_problem(replace(problem, code=""), document)
        return super().words_of(problem)

    def read_mark(self) -> MarkChange:
        """Return the change of the mark that the form asks for, with the problems of its file."""
        sent = request.files.get("mark")
        try:
            kept = b64decode(self.mark_file.data, validate=True)
        except ValueError:
            abort(400)
        self.file = bytes(sent.read()) if sent is not None and sent.filename else kept
        if not self.file:
            return MarkChange(is_taken_away=typed().get("mark-away") == YES)
        mark = read_mark(self.file)
        return MarkChange(problems=mark) if isinstance(mark, tuple) else MarkChange(mark)

    def keep_mark(self) -> None:
        """Keep the file that was sent as the mark, unless it has problems."""
        is_kept = bool(self.file) and not self.mark.errors
        self.mark_file.data = b64encode(self.file).decode() if is_kept else ""
        if is_kept:
            self.mark.help = f"The file that you chose is kept. {_MARK_HELP}"


@club_pages.get("/settings")
@least_role(Role.OFFICER)
def ask_settings() -> Response:
    """Show the settings."""
    return show(_settings_page(_form_of(_club()), too_large("mark")))


@club_pages.post("/settings", endpoint="change_settings")
@least_role(Role.OFFICER)
def save_settings() -> Response:
    """Save the settings; games and nights that have begun keep the old ones."""
    # The file of the mark is not a text field, so it is read separately.
    form = ClubForm(request.form)
    mark = form.read_mark()
    return answer(
        change_settings(
            site().store,
            read_act(form.file),
            form.terms(),
            form.paper.data,
            seen=typed().get("seen", ""),
            mark=mark,
        ),
        saved=lambda _: url_for("club.home"),
        again=lambda problems: _settings_page(form, problems),
    )


FORMS_WITH_FILES["club.change_settings"] = ask_settings


def _club() -> ClubRow:
    return demand(club_or_none())


def _form_of(row: ClubRow) -> ClubForm:
    """Return the form with the stored settings of a club."""
    club, defaults = row.club, row.club.defaults
    shown: dict[str, Any] = {"name": club.name, "time_zone": club.time_zone, "paper": row.paper}
    if defaults.stake is not None:
        shown["stake_amount"] = write_amount(defaults.stake.minor, club.currency)
        shown["stake_per"] = str(defaults.stake.per)
    if defaults.settle is not None:
        shown["settle"] = defaults.settle
    return ClubForm(None, data=shown | fees_shown(defaults.fees, club.currency))


def _settings_page(form: ClubForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    form.keep_mark()
    row, is_late = _club(), CHANGED in [problem.code for problem in problems]
    return Page(
        "club/settings.html",
        form=form,
        row=row,
        seen=digest_shown(row),
        newer=tuple(_differences(row, form)) if is_late else (),
        club_fields=make_club_fields(),
    )


def _differences(row: ClubRow, form: ClubForm) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of each stored setting that differs from the typed one."""
    for now, then in zip(_form_of(row), form, strict=True):
        if now.value != then.value and now.name not in _OF_MARK:
            yield now.label, dict(now.choices).get(now.value, now.value)
    if row.mark != typed().get("seen-mark", ""):
        yield "The club’s mark", "another" if row.mark else ""


@club_pages.get("/mark", endpoint="mark")
@least_role(Role.OFFICER)
def send_mark() -> Response:
    """Send the mark of the club; browsers cache it if its ``digest`` is in the address."""
    found = demand(site().store.read(find_mark_row))
    answer = Response(found.content, mimetype=found.media_type)
    answer.headers["Content-Security-Policy"] = _ALONE
    if request.args.get("digest") == found.digest:
        answer.headers["Cache-Control"] = _FOR_GOOD
    return answer


# --- The form that sets up the club of this installation; the first start prints its address ------


@set_up_pages.url_value_preprocessor
def open_first(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Answer 410 to everybody once the club is set up, and until then 404 without the right key."""
    if club_or_none() is not None:
        abort(_answer_set_up())
    if values is None or not is_key(site().settings.set_up_key, values["key"]):
        abort(404)


@set_up_pages.get("/")
@least_role(FIRST)
def ask_club(key: str) -> Response:
    """Show the form."""
    return show(_set_up_page(key, ClubForm(None), too_large("mark")))


@set_up_pages.post("/")
@least_role(FIRST)
def set_up(key: str) -> Response:
    """Set up the club, and sign its first officer in on this phone."""
    form = ClubForm(request.form)
    mark = form.read_mark()
    button = typed().get("do", "")
    if button.startswith(_CURRENCY_BUTTON):
        form.currency.data = button.removeprefix(_CURRENCY_BUTTON)
        return show(_set_up_page(key, form))
    try:
        outcome = set_up_club(
            site().store,
            read_any_post(form.file),
            {**form.terms(), **form.opening()},
            paper=form.paper.data,
            passphrase=form.passphrase.data,
            again=form.again.data,
            officer=form.officer.data,
            mark=mark,
        )
    except ClubExists:
        return _answer_set_up()
    if not isinstance(outcome, SignedIn):
        return show(_set_up_page(key, form, outcome.problems), status=422)
    site().settings.set_up_key.unlink(missing_ok=True)
    remember_officer(outcome.secret)
    return see_other(url_for("club.home", link=OFFICERS))


FORMS_WITH_FILES["set_up.set_up"] = ask_club


def _answer_set_up() -> Response:
    way = Action(words="Sign in", address=url_for("officers.ask_passphrase"))
    return show(make_error_page(*_SET_UP, action=way), status=410)


def _set_up_page(key: str, form: ClubForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    form.keep_mark()
    return Page(
        "club/set_up.html",
        key=key,
        form=form,
        club_fields=make_club_fields(),
        is_first=form.time_zone.raw_data is None,
    )
