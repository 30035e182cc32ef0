"""Pages: each names its template and has, by name, everything that the template draws."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import cache, partial
from hashlib import blake2b
from types import NoneType, SimpleNamespace
from typing import Any, Final, NamedTuple, Self

from flask import Response, current_app, g, make_response, render_template, request
from markupsafe import Markup

from scorekeeper.club.words import write_table
from scorekeeper.config import program_digest
from scorekeeper.games import CurrentGame, Thing, UnreadableGame, Visit
from scorekeeper.web.core.access import (
    club_or_none,
    night_game,
    night_of_night_game,
    officer_here,
    seats_address,
    this_visit,
)
from scorekeeper.web.core.sites import this_settings, today_here
from scorekeeper.wording import write_short_date
from scorekeeper.wording.sentences import among

# --- The look that a browser has chosen: theme and colours of the suits, stored in cookies --------


_COOKIE_SECONDS: Final = 365 * 24 * 60 * 60
_DAY_COLOUR: Final = "#f6f2e9"
_NIGHT_COLOUR: Final = "#0c1d16"
LOOK_CHOICES: Final = {
    "theme": (("", "As the device"), ("light", "Light"), ("dark", "Dark")),
    "suits": (("", "Two colours"), ("four", "Four colours")),
}
"""The choices by name of the cookie: values with their words, the default first."""


class Look(NamedTuple):
    """The chosen look; a part is empty if it is the default."""

    theme: str
    suits: str

    @property
    def colour_by_day(self) -> str:
        """The colour of the browser's bars while the phone is in its light theme."""
        return _NIGHT_COLOUR if self.theme == "dark" else _DAY_COLOUR

    @property
    def colour_by_night(self) -> str:
        """The colour of the browser's bars while the phone is in its dark theme."""
        return _DAY_COLOUR if self.theme == "light" else _NIGHT_COLOUR


USUAL_COLOUR: Final = _DAY_COLOUR


def this_look() -> Look:
    """Return the look that this browser has chosen."""
    return Look(
        **{name: valid_choice(name, request.cookies.get(name, "")) for name in LOOK_CHOICES}
    )


def valid_choice(name: str, value: str) -> str:
    """Return the value if it is one of the choices, else the default."""
    return value if value in dict(LOOK_CHOICES[name]) else ""


def keep_choice(response: Response, name: str, value: str) -> None:
    """Keep what was chosen in this browser for a year."""
    response.set_cookie(
        name,
        value,
        max_age=_COOKIE_SECONDS,
        samesite="Lax",
        secure=request.is_secure,
        httponly=True,
    )


_FINGERPRINT_BYTES: Final = 8
_TAG_BYTES: Final = 12


class Part(SimpleNamespace):
    """What a page draws of one thing, such as a row: by name, ``row.label`` for ``label``.

    It is for what only one view makes and only its template draws. What other parts of the program
    read has a class of its own, which names those values.
    """

    def replace(self, **values: object) -> Self:
        """Return a copy with some values replaced."""
        return type(self)(**vars(self) | values)


class Page(Part):
    """A page: the name of its template, and by name all that it draws, ``page.club`` for ``club``.

    A test compares these names with those that the template uses. A page that does more has a class
    of its own, which names the values that its methods need.
    """

    template: str

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template=template, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A button or link to another page: its words and its address."""

    words: str
    address: str


def make_error_page(
    title: str, text: str, *, home: Action | None = None, action: Action | None = None
) -> Page:
    """Return the page of an error; ``action`` leads to a page that helps.

    ``home`` is the next step, which leads to all games if it is left out.
    """
    return Page("core/error.html", title=title, text=text, home=home, action=action)


def this_frame() -> Part:
    """Return the frame of this request's page: the values that it needs around its content.

    ``table_id`` is the same for all links to a game, empty on pages of no game. ``officer`` is the
    name of the officer who is signed in on this phone, empty on pages that are not the club's.
    ``table`` is what the game of a night is called, ``Table 1 · 20 Nov``; else empty. ``variant``
    is the name of its variant, and ``club`` that of the club if it is of a night. ``seats`` is, on
    a page of a game, the address where an officer changes who sat where; else empty.
    """
    visit: Visit | None = g.get("visit")
    game = visit.id if visit is not None and visit.opens is Thing.GAME else ""
    return Part(
        site_title=this_settings().title,
        look=this_look(),
        table_id=hide_key(game) if game else "",
        officer=officer_here(),
        table=_name_of_table() if game else "",
        variant=_name_of_variant() if game else "",
        club=_name_of_club() if game else "",
        seats=seats_address() if game else "",
    )


def _name_of_table() -> str:
    """Return the table and the night of this request's game; empty for one in no night."""
    row, night = night_game(), night_of_night_game()
    if row is None or night is None or not row.label:
        return ""
    return f"{write_table(row.label)} · {write_short_date(night.date, today_here())}"


def _name_of_variant() -> str:
    """Return the name of the variant of this request's game; empty if nobody can read the game."""
    with suppress(UnreadableGame):
        return this_visit().game.sheet.variant.name
    return ""


def _name_of_club() -> str:
    """Return the name of the club if this request's game is of a night; else an empty text."""
    club = club_or_none()
    return club.club.name if club and night_game() else ""


def hide_key(key: str) -> str:
    """Return an id of a game from which neither its key nor a link can be found."""
    return blake2b(key.encode(), digest_size=_FINGERPRINT_BYTES).hexdigest()


def render(page: Page) -> str:
    """Return the page as HTML."""
    return _draw(page, this_frame())


def _draw(page: Page, frame: Part) -> str:
    game = vars(page).get("game")
    with among(game.sheet.setup.players if isinstance(game, CurrentGame) else ()):
        return render_template(page.template, page=page, frame=frame)


def show(page: Page, *, status: int = 200) -> Response:
    """Answer with a page."""
    return make_response(render(page), status)


def say(template: str, sentence: str, *about: object, **more: object) -> str:
    """Return the text of a template's macro, for paper and for answers that are no page."""
    macros = current_app.jinja_env.get_template(template).module
    return Markup(getattr(macros, sentence)(*about, **more)).unescape()  # noqa: S704 - a template's


# --- Tags of live pages: phones ask for them again and again; an unchanged page is not sent -------


NOT_DRAWN: Final = {"is drawn": False}
"""The metadata of a field that no tag counts: it differs each time and means nothing to a reader.

The id of a form is one. Every other field of a page, and of the values in it, is in its tag.
"""


_WRITTEN_WHOLE: Final = (str, int, NoneType, Fraction, date, timedelta)


def show_live(page: Page) -> Response:
    """Answer with a page, or with 304 if the phone already has exactly this page."""
    # Besides its page a template draws the frame, and addresses that begin with the link; what it
    # offers depends on the role; and a new version of the program may draw it otherwise.
    visit, frame = this_visit(), this_frame()
    tag = digest(page, frame, visit.token, visit.role, program_digest())
    is_unchanged = request.if_none_match.contains_weak(tag)
    response = Response(status=304) if is_unchanged else make_response(_draw(page, frame))
    response.set_etag(tag, weak=True)
    return response


def digest(*drawn_from: object) -> str:
    """Return a digest of values, which differs if any drawn field of them differs.

    A value that is long but follows from little has a method ``digest`` that returns that little.
    Raises TypeError for a value if nobody can tell when it would be drawn differently.
    """
    parts: list[str] = []
    _write_each(drawn_from, parts.append)
    return blake2b("".join(parts).encode(), digest_size=_TAG_BYTES).hexdigest()


@cache
def _writer_of(kind: Any) -> Callable[[Any, Callable[[str], None]], None]:
    """Return what writes values of a type: a page has up to some thousand values, of few types."""
    if issubclass(kind, _WRITTEN_WHOLE):
        return lambda value, write: write(f"{value!r},")
    if issubclass(kind, tuple | range):
        return _write_each
    if hasattr(kind, "digest"):
        return lambda value, write: write(f"{value.digest()},")
    if issubclass(kind, Part):
        return lambda part, write: _write_each(vars(part).items(), write)
    if is_dataclass(kind):
        drawn = [field.name for field in fields(kind) if field.metadata != NOT_DRAWN]
        return partial(_write_fields, f"{kind!r}", drawn)
    if issubclass(kind, Mapping | frozenset):
        return lambda value, write: _write_each(_items_of(value), write)
    raise TypeError(f"no tag can tell when {kind} is drawn differently")


def _write_each(values: Iterable[Any], write: Callable[[str], None]) -> None:
    write("(")
    for value in values:
        # mypy doubts that a class has a hash.
        _writer_of(type(value))(value, write)  # type: ignore[arg-type]
    write(")")


def _write_fields(
    kind: str, names: Sequence[str], value: object, write: Callable[[str], None]
) -> None:
    write(kind)
    _write_each([getattr(value, name) for name in names], write)


def _items_of(values: Mapping[Any, Any] | frozenset[Any]) -> tuple[object, ...]:
    """Return the items of a mapping, or the values of a set, which has no order of its own."""
    return tuple(values.items() if isinstance(values, Mapping) else sorted(values, key=repr))
