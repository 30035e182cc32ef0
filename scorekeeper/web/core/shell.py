"""The files that make the site an app on a phone, such as the manifest, and the page of looks."""

import json
import re
from functools import cache
from hashlib import sha256
from typing import Final

from flask import Flask, Response, request, send_from_directory, url_for
from flask_compress import Compress

from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.assets import STATIC, asset, core_pages
from scorekeeper.web.core.bundling import join_file, parts_of
from scorekeeper.web.core.page import LOOK_CHOICES, USUAL_COLOUR, Page, render, show, valid_choice
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import this_settings

_DIGEST_LENGTH: Final = 12
_COOKIE_SECONDS: Final = 365 * 24 * 60 * 60
_COMPRESSED: Final = (
    "text/html",
    "text/css",
    "text/javascript",
    "text/csv",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)
_WORKER: Final = "core/sw.js"
_IMAGES: Final = ("icons/icon-192.png", "logo.svg")


def register(app: Flask) -> None:
    """Compress all answers."""
    # Requests from other sites carry no cookie, so nobody can guess secrets from answer sizes.
    app.config.update(
        COMPRESS_MIMETYPES=list(_COMPRESSED), COMPRESS_ZSTD_LEVEL=9, COMPRESS_BR_LEVEL=5
    )
    Compress(app)


@core_pages.get("/look")
@least_role(EVERYBODY)
def ask_look() -> Response:
    """Show the choices of the look, for the browser of a page of this site."""
    return show(
        Page(
            "core/look.html", choices=LOOK_CHOICES, back=_own_address(request.args.get("back", ""))
        )
    )


@core_pages.post("/look")
@least_role(EVERYBODY)
def set_look() -> Response:
    """Save the chosen look in this browser's cookies."""
    response = see_other(_own_address(request.form.get("back", "")))
    for name in LOOK_CHOICES:
        value = valid_choice(name, request.form.get(name, ""))
        response.set_cookie(
            name,
            value,
            max_age=_COOKIE_SECONDS,
            samesite="Lax",
            secure=request.is_secure,
            httponly=True,
        )
    return response


def _own_address(text: str) -> str:
    """Return the address if it is a path of this site, else that of the home page."""
    return text if re.fullmatch(r"/(?![/\\])[\w/?=&.-]*", text) else url_for("new_game.home")


@core_pages.get("/manifest.webmanifest")
@least_role(EVERYBODY)
def manifest() -> Response:
    """Send the web app manifest, with which a phone installs the site as an app."""
    title = this_settings().title
    about = {
        "id": "/",
        "name": title,
        "short_name": title[:12].strip(),
        "description": "Keeps score at a real card table for the Oklahoma family of rummy.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": USUAL_COLOUR,
        "theme_color": USUAL_COLOUR,
        "icons": [
            _icon("icons/icon-192.png", "192x192", "any"),
            _icon("icons/icon-512.png", "512x512", "any"),
            _icon("icons/maskable-512.png", "512x512", "maskable"),
        ],
    }
    return Response(json.dumps(about), mimetype="application/manifest+json")


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": asset(name), "sizes": sizes, "type": "image/png", "purpose": purpose}


@core_pages.get("/favicon.ico")
@least_role(EVERYBODY)
def favicon() -> Response:
    """Send the icon that browsers ask for at this fixed address."""
    return send_from_directory(STATIC, "icons/favicon.ico")


@core_pages.get("/apple-touch-icon.png")
@least_role(EVERYBODY)
def touch_icon() -> Response:
    """Send the home screen icon that iPhones ask for at this fixed address."""
    return send_from_directory(STATIC, "icons/apple-touch-icon.png")


@core_pages.get("/robots.txt")
@least_role(EVERYBODY)
def robots() -> Response:
    """Send what search engines ask for first: each page says by itself whether to list it."""
    return send_from_directory(STATIC, "robots.txt")


@core_pages.get("/offline")
@least_role(EVERYBODY)
def offline() -> str:
    """Show the page that the service worker saves for times without a connection."""
    return render(Page("core/offline.html"))


@core_pages.get("/sw.js")
@least_role(EVERYBODY)
def service_worker() -> Response:
    """Send the service worker; its first line names the files to save, and changes with them."""
    saved = [asset(name) for name in _shell_files()]
    version = sha256("\n".join([*saved, offline()]).encode()).hexdigest()[:_DIGEST_LENGTH]
    names = {"version": version, "files": saved, "offline": url_for("core.offline")}
    text = f"self.SHELL = {json.dumps(names)};\n{join_file(STATIC / _WORKER).decode()}"
    return Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def _shell_files() -> tuple[str, ...]:
    """Return the names of the images, and of the styles and scripts that no other file imports.

    Styles of papers are for the printer.
    """
    folder = STATIC.resolve()
    found = {file for file in folder.rglob("*") if file.suffix in (".css", ".js")}
    parts = {part for file in found for part in parts_of(file)}
    whole = {file for file in found - parts if file.parent.name != "papers"} - {folder / _WORKER}
    return (*sorted([file.relative_to(folder).as_posix() for file in whole]), *_IMAGES)
