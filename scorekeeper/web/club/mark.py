"""The club's mark: its fields in forms, the uploaded file, and the view that sends the mark."""

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Final

from flask import Response, abort, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.setting_up import MarkChange, find_mark
from scorekeeper.print.mark import MARK_BOUNDS, read_mark
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.fields import YES, Field, FieldProblems, Values
from scorekeeper.web.core.site import site

MARK: Final = "mark"
MARK_FILE: Final = "mark-file"
"""The hidden field that keeps a valid file when its form has to be shown again."""
TAKE_AWAY: Final = "mark-away"
_SIDE: Final = MARK_BOUNDS.pixels
_HELP: Final = (
    f"An SVG of shapes, its letters as paths, or a PNG of at most {_SIDE} × {_SIDE} pixels;"
    f" at most {MARK_BOUNDS.size // 1024} KB. It stands at the head of the club’s papers."
)
_KEPT: Final = "The file that you chose is kept."
_ALONE: Final = "default-src 'none'; sandbox"
"""The content security policy for a mark that is opened by itself: it runs and loads nothing."""
_FOR_GOOD: Final = "private, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkFields:
    """The fields that upload a mark or take it away; ``file`` is the hidden one, in base64.

    A browser does not fill in a file again, and the officer should not have to choose it twice.
    """

    fields: tuple[Field, ...]
    file: str


@club_pages.get("/mark", endpoint="mark")
@least_role(Role.OFFICER)
def send_mark() -> Response:
    """Send the mark of the club; browsers cache it if its ``digest`` is in the address."""
    found = find_mark(site().store)
    if found is None:
        abort(404)
    answer = Response(found.content, mimetype=found.media_type)
    answer.headers["Content-Security-Policy"] = _ALONE
    if request.args.get("digest") == found.digest:
        answer.headers["Cache-Control"] = _FOR_GOOD
    return answer


def uploaded_mark(values: Values) -> bytes:
    """Return the file of the mark, sent now or with an earlier form; empty if none was chosen."""
    file = request.files.get(MARK)
    if file is not None and file.filename:
        return bytes(file.read())
    try:
        return b64decode(values.get(MARK_FILE, ""), validate=True)
    except ValueError:
        abort(400)


def read_mark_change(raw: bytes, values: Values) -> MarkChange:
    """Return the change of the mark that a form asks for, with the problems of its file."""
    if not raw:
        return MarkChange(is_taken_away=values.get(TAKE_AWAY) == YES)
    mark = read_mark(raw)
    return MarkChange(problems=mark) if isinstance(mark, tuple) else MarkChange(mark)


def mark_fields(values: Values, found: FieldProblems, *, file: bytes, has_mark: bool) -> MarkFields:
    """Return the fields for the mark of a form; ``file`` is the file that was sent with it."""
    is_kept = bool(file) and not found.of(MARK)
    field = Field(
        name=MARK,
        kind="picture",
        label="Another mark" if has_mark else "The club’s mark",
        help=f"{_KEPT} {_HELP}" if is_kept else _HELP,
        problems=found.of(MARK),
    )
    away = Field(
        name=TAKE_AWAY, kind="flag", label="Take the mark away", value=values.get(TAKE_AWAY, "")
    )
    return MarkFields(
        fields=(field, away) if has_mark else (field,),
        file=b64encode(file).decode() if is_kept else "",
    )
