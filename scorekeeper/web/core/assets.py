"""Static files: the address has a hash of the content, so browsers may cache them for ever."""

from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, abort, request, send_from_directory, url_for

from scorekeeper.config import site_folder
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.bundling import digest_file, join_file

STATIC: Final = site_folder() / "static"
_DIGEST_LENGTH: Final = 12
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".css": "text/css", ".js": "text/javascript"}
core_pages = Blueprint("core", __name__)
"""The pages and files that belong to no area of the site."""


def register(app: Flask) -> None:
    """Give templates the function ``asset``."""
    app.jinja_env.globals["asset"] = asset


def asset(name: str) -> str:
    """Return the address of a static file, with the hash of its present content."""
    return _address(request.script_root, name)


@cache
def _address(script_root: str, name: str) -> str:
    """Return the address, which depends on ``script_root`` but on nothing else of a request."""
    return url_for("core.serve", digest=_digest(STATIC / name), name=name)


@core_pages.get("/static/<digest>/<path:name>")
@least_role(EVERYBODY)
def serve(digest: str, name: str) -> Response:
    """Send a static file; browsers may cache it for ever only if the hash is the present one."""
    if name not in _names():
        abort(404)
    file = STATIC / name
    if file.suffix in _TYPES:
        response = Response(_content(file), mimetype=_TYPES[file.suffix])
    else:
        response = send_from_directory(STATIC, name)
    is_current = digest == _digest(file)
    response.headers["Cache-Control"] = _FOR_EVER if is_current else "no-cache"
    return response


@cache
def _names() -> frozenset[str]:
    """Return the names of all static files; no other spelling of them is served."""
    found = [file for file in STATIC.rglob("*") if file.is_file()]
    return frozenset([file.relative_to(STATIC).as_posix() for file in found])


@cache
def _content(file: Path) -> bytes:
    return join_file(file)


@cache
def _digest(file: Path) -> str:
    return digest_file(file)[:_DIGEST_LENGTH]
