"""What makes the site an app on a phone: manifest, icons, service worker, and its look there."""

import json
from functools import cache
from hashlib import sha256
from typing import Final

from flask import (
    Blueprint,
    Flask,
    Response,
    render_template,
    request,
    send_from_directory,
    url_for,
)
from flask_compress import Compress

from scorekeeper.web.assets import STATIC, asset
from scorekeeper.web.joining import join_file, parts_of
from scorekeeper.web.pages import site
from scorekeeper.web.posting import see

shell_pages = Blueprint("shell", __name__)

_DIGEST_LENGTH: Final = 12
_KEPT_FOR: Final = 365 * 24 * 60 * 60
_DAY_COLOUR: Final = "#f6f2e9"
_NIGHT_COLOUR: Final = "#0c1d16"
_COMPRESSED: Final = (
    "text/html",
    "text/css",
    "text/javascript",
    "text/csv",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)
THEMES: Final = (("", "As the phone"), ("light", "Light"), ("dark", "Dark"))
SUITS: Final = (("", "Two colours"), ("four", "Four colours"))
_CHOICES: Final = {"theme": THEMES, "suits": SUITS}
_WORKER: Final = "core/sw.js"
_DRAWN_FIRST: Final = ("icons/icon-192.png", "mark.svg")


def register(app: Flask) -> None:
    """Serve the shell, let every page know how it should look, and send less over the air."""
    app.register_blueprint(shell_pages)
    app.context_processor(look)
    # The cookie goes with no other site's request, so no stranger can measure what a page holds.
    app.config.update(
        COMPRESS_MIMETYPES=list(_COMPRESSED), COMPRESS_ZSTD_LEVEL=6, COMPRESS_BR_LEVEL=5
    )
    Compress(app)


def look() -> dict[str, object]:
    """How this browser wants its pages: the theme, the suits, and what there is to choose."""
    chosen = {name: _chosen(name, request.cookies.get(name, "")) for name in _CHOICES}
    return {"look": chosen, "looks": _CHOICES, "colours": _colours(chosen["theme"])}


def _chosen(name: str, value: str) -> str:
    """The value if it is one that can be chosen, else the first."""
    return value if value in dict(_CHOICES[name]) else ""


def _colours(theme: str) -> dict[str, str]:
    """The colour of the browser's own bars by day and by night."""
    return {
        "light": _NIGHT_COLOUR if theme == "dark" else _DAY_COLOUR,
        "dark": _DAY_COLOUR if theme == "light" else _NIGHT_COLOUR,
    }


@shell_pages.post("/look")
def set_look() -> Response:
    """Keep how this browser wants its pages."""
    response = see(url_for("home.home"))
    for name in _CHOICES:
        value = _chosen(name, request.form.get(name, ""))
        response.set_cookie(
            name, value, max_age=_KEPT_FOR, samesite="Lax", secure=request.is_secure, httponly=True
        )
    return response


@shell_pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the site among its apps."""
    title = site().settings.title
    about = {
        "id": "/",
        "name": title,
        "short_name": title[:12].strip(),
        "description": "Keeps score at a real card table for the Oklahoma family of rummy.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _DAY_COLOUR,
        "theme_color": _DAY_COLOUR,
        "icons": [
            _icon("icons/icon-192.png", "192x192", "any"),
            _icon("icons/icon-512.png", "512x512", "any"),
            _icon("icons/maskable-512.png", "512x512", "maskable"),
        ],
    }
    return Response(json.dumps(about), mimetype="application/manifest+json")


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": asset(name), "sizes": sizes, "type": "image/png", "purpose": purpose}


@shell_pages.get("/favicon.ico")
def favicon() -> Response:
    """The icon for browsers that ask for it unbidden."""
    return send_from_directory(STATIC, "icons/favicon.ico")


@shell_pages.get("/apple-touch-icon.png")
def touch_icon() -> Response:
    """The icon for a home screen that asks for it unbidden."""
    return send_from_directory(STATIC, "icons/apple-touch-icon.png")


@shell_pages.get("/offline")
def offline() -> str:
    """The page that the service worker shows when the server cannot be reached."""
    return render_template("offline.html", site_title=site().settings.title)


@shell_pages.get("/sw.js")
def service_worker() -> Response:
    """The service worker; its first line names the files to keep, and so changes with them."""
    kept = [asset(name) for name in _shell_files()]
    version = sha256("\n".join([*kept, offline()]).encode()).hexdigest()[:_DIGEST_LENGTH]
    names = {"version": version, "files": kept, "offline": url_for("shell.offline")}
    text = f"self.SHELL = {json.dumps(names)};\n{join_file(STATIC / _WORKER).decode()}"
    return Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def _shell_files() -> tuple[str, ...]:
    """The styles and scripts that pages name, without the parts that are joined into them."""
    found = {file.resolve() for file in STATIC.rglob("*") if file.suffix in (".css", ".js")}
    apart = {(STATIC / name).resolve() for name in (_WORKER, "print/sheet.css")}
    whole = found - apart - {part for file in found for part in parts_of(file)}
    folder = STATIC.resolve()
    return (*sorted([file.relative_to(folder).as_posix() for file in whole]), *_DRAWN_FIRST)
