"""Pages and files of no area: static files, the site as an app on a phone, its health."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

import brotli
from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    request,
    send_from_directory,
    url_for,
)
from flask_compress import Compress

from scorekeeper.config import site_folder
from scorekeeper.store.database import StorageError
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.page import (
    LOOK_CHOICES,
    USUAL_COLOUR,
    Page,
    keep_choice,
    render,
    show,
    valid_choice,
)
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.security import request_details
from scorekeeper.web.core.sites import sites_of, this_settings

_STYLE: Final = re.compile(r'^@import "([^"]+)";\n', re.M)
_SCRIPT: Final = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|const|let|class) (\w*))", re.M)
_DECLARATION: Final = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (?:(\w+)|[{\[]([^}\]]+))", re.M
)
STATIC: Final = site_folder() / "static"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".css": "text/css", ".js": "text/javascript"}
_DIGEST_LENGTH: Final = 12
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
HEALTH_PATH: Final = "/healthz"


# --- Small files joined into one as they are served: a style or a script with all that it imports -
# The files in ``static/`` also work unjoined, and there is no build step. The modules of a script
# are put one after the other into one function, whose names can be shortened. A module that has a
# private name in common with another one is put into a function of its own, which returns what it
# exports; the others share one scope, which is shorter. So no two modules of a script may export
# one name, and none may declare a name of the browser's. ``./run test`` refuses both.


def minify_script(text: str) -> str:
    """Return a script with short names and without unused code."""
    from turbohtml.clean import minify_js  # it takes 4 MiB, and most starts serve no script

    return minify_js(text)


def minify_style(text: str) -> str:
    """Return a style without comments and blank space, and with its values shortened."""
    from turbohtml.clean import minify_css

    return minify_css(text)


def digest_file(file: Path) -> str:
    """Return a digest of what is served for a file, without minifying anything."""
    content = join_file(file, is_minified=False)
    return sha256(content + version("turbohtml").encode()).hexdigest()


def join_file(file: Path, *, is_minified: bool = True) -> bytes:
    """Return the content served for a static file: styles and scripts are joined and minified.

    Raises ValueError for scripts that import one another in a circle or export one name twice.
    """
    if file.suffix == ".css":
        style = _STYLE.sub(lambda found: _text(file.parent / found[1]), _text(file))
        return (minify_style(style) if is_minified else style).encode()
    if file.suffix == ".js":
        return join_script(file, minify_script if is_minified else str).encode()
    return file.read_bytes()


def join_script(file: Path, minify: Callable[[str], str] = str) -> str:
    """Return a script with all modules that it imports before it, in one function."""
    modules = dict.fromkeys(_list_in_order(file.resolve()))
    texts = [_SCRIPT.sub("", _text(module)) for module in modules]
    exported = Counter([name for text in texts for name in _EXPORT.findall(text)])
    twice = [name for name, times in exported.items() if times > 1]
    if twice:
        raise ValueError(f"two modules of {file.name} export {', '.join(twice)}")
    declared = Counter([name for text in texts for name in declared_names(text)])
    body = "".join([_EXPORT.sub("", _in_scope(text, declared)) for text in texts])
    given = _EXPORT.findall(texts[-1])
    begin = f"export const {{ {', '.join(given)} }} = " if given else ""
    return begin + minify(f"({_function(body, given)})();")


def declared_names(text: str) -> set[str]:
    """Return the names that a module declares outside its functions."""
    found = [name or several for name, several in _DECLARATION.findall(text)]
    return {name for names in found for name in re.findall(r"\w+", names)}


def _in_scope(text: str, declared: Counter[str]) -> str:
    """Return a module unchanged, or in a function if it shares a private name with another one."""
    exported = _EXPORT.findall(text)
    own = declared_names(text).difference(exported)
    if all(declared[name] == 1 for name in own):
        return text
    begin = f"const {{ {', '.join(exported)} }} = " if exported else ""
    return f"{begin}({_function(_EXPORT.sub('', text), exported)})();\n"


def _function(body: str, exported: Sequence[str]) -> str:
    """Return a function that returns what it declares by these names."""
    end = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"() => {{\n{body}{end}}}"


def parts_of(file: Path) -> list[Path]:
    """Return the files that a style or script imports directly."""
    pattern = _STYLE if file.suffix == ".css" else _SCRIPT
    return [(file.parent / found).resolve() for found in pattern.findall(_text(file))]


def _list_in_order(module: Path, above: tuple[Path, ...] = ()) -> Iterator[Path]:
    """Yield a module after all modules that it imports; raises ValueError for a circle."""
    if module in above:
        raise ValueError(f"{module.name} imports itself by way of others")
    for part in parts_of(module):
        yield from _list_in_order(part, (*above, module))
    yield module


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


# --- Static files: the address has a hash of the content, so browsers may cache them for ever -----


core_pages = Blueprint("core", __name__)
"""The pages and files that belong to no area of the site."""


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
        is_packed = request.accept_encodings["br"] > 0
        response = Response(_content(file, is_packed=is_packed), mimetype=_TYPES[file.suffix])
        if is_packed:
            response.content_encoding = "br"
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
def _content(file: Path, *, is_packed: bool) -> bytes:
    """Return a file; packed, which takes some hundredths of a second, in the fewest bytes."""
    content = join_file(file)
    return bytes(brotli.compress(content)) if is_packed else content


@cache
def _digest(file: Path) -> str:
    return digest_file(file)[:_DIGEST_LENGTH]


# --- The files that make the site an app on a phone, such as the manifest, and the page of looks --


def register(app: Flask) -> None:
    """Give templates the function ``asset``, and compress all answers."""
    app.jinja_env.globals["asset"] = asset
    # Requests from other sites carry no cookie, so nobody can guess secrets from answer sizes.
    app.config.update(
        COMPRESS_MIMETYPES=list(_COMPRESSED),
        COMPRESS_ALGORITHM=["br", "zstd", "gzip"],
        COMPRESS_ZSTD_LEVEL=9,
        COMPRESS_BR_LEVEL=5,
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
        keep_choice(response, name, valid_choice(name, request.form.get(name, "")))
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
    """Send what search engines ask for first; each page itself says whether to list it."""
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


# --- Health: whether games can be read, for a proxy or a supervisor that asks again and again -----


health_pages = Blueprint("health", __name__)


@health_pages.get(HEALTH_PATH)
@least_role(EVERYBODY)
def health() -> Response:
    """Answer 200 if the games can be read, else 503; says nothing else to strangers."""
    try:
        sites_of(current_app).demand_readable()
    except StorageError as error:
        current_app.logger.error("%s", error, extra={"details": request_details()})
        return _answer("The score book cannot be read.", 503)
    return _answer("ok", 200)


def _answer(text: str, status: int) -> Response:
    return Response(
        f"{text}\n", status, mimetype="text/plain", headers={"Cache-Control": "no-store"}
    )
