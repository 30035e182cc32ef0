"""Writes an answer as plain lines, without what differs from one run to the next."""

import json
import re
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.frozen.serving import Answer

_TAG: Final = re.compile(
    r"<!--.*?-->|<(/?)([a-zA-Z][\w-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.S
)
_ATTRIBUTE: Final = re.compile(r"([^\s=\"'/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+)))?")
_RAW: Final = re.compile(r"(<(script|style)\b[^>]*>)(.*?)</\2>", re.S)
_SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_COLUMNS: Final = re.compile(" {3,}")
_INLINE: Final = frozenset(
    "a abbr b bdi button cite code data em i img input kbd label output q s small span strong sub"
    " sup svg time u var wbr".split()
)
_LONG: Final = 300
_CHANGING: Final = (
    (re.compile(r"/static/[\w-]+/"), "/static/*/"),
    (re.compile(r"\?v=[\w.-]+"), "?v=*"),
    (re.compile(r'(data-(?:version|tag|etag|secret)=)"[^"]*"'), r'\1"*"'),
    (re.compile(r"(127\.0\.0\.1|cards\.example\.org):\d+"), r"\1:*"),
    (re.compile(r"(28 November 2026, )\d\d:\d\d"), r"\1*"),  # when a backup was made
    (re.compile(r".*(The daily backup failed|A request took long).*\n"), ""),
)
_SECRET_FIELDS: Final = ("csrf_token", "entry_id")
_JSON_TAGS: Final = re.compile(r'("(?:tag|version|etag)": )"[^"]*"')


def write_answer(answer: Answer) -> str:
    """Return an answer as text: its status, then its page, paper or file."""
    head = f"{answer.status} {answer.kind} {answer.location}".strip()
    return f"{without_chance(head)}\n{_write_body(answer.kind, answer.body)}"


def _write_body(kind: str, body: bytes) -> str:
    if kind == "text/html":
        return write_page(body.decode())
    if kind == "application/pdf":
        return write_paper(body)
    if kind.endswith("json"):
        return _JSON_TAGS.sub(r'\1"*"', without_chance(_write_json(body.decode())))
    if kind.startswith("text/") and kind not in ("text/css", "text/javascript"):
        return without_chance(body.decode())
    return f"{len(body)} bytes {sha256(body).hexdigest()}"


def _write_json(text: str) -> str:
    try:
        return json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False)
    except ValueError:
        return text


def without_chance(text: str) -> str:
    """Return a text without digests of assets and other marks of a run."""
    for what, instead in _CHANGING:
        text = what.sub(instead, text)
    return text


# --- pages ---


def write_page(text: str) -> str:
    """Return a page in a canonical form: a tag or a text a line, attributes in order."""
    raws: list[str] = []

    def keep(found: re.Match[str]) -> str:
        raws.append(found[3])
        return f"{found[1]}RAW{len(raws) - 1}</{found[2]}>"

    lines = list(_lines_of(_RAW.sub(keep, text)))
    whole = [
        _write_raw(raws[int(line[3:])]) if re.fullmatch(r"RAW\d+", line) else line for line in lines
    ]
    return without_chance("\n".join(whole))


def _write_raw(text: str) -> str:
    return _JSON_TAGS.sub(r'\1"*"', _write_json(text.strip()))


def _lines_of(text: str) -> Iterator[str]:
    """Yield the tags and texts; space counts only beside tags that stand within a line."""
    end, before_is_inline = 0, False
    for tag in _TAG.finditer(text):
        is_inline = (tag[2] or "").lower() in _INLINE
        yield from _write_text(text[end : tag.start()], after=before_is_inline, before=is_inline)
        if tag[2]:
            yield _write_tag(tag)
            before_is_inline = is_inline
        end = tag.end()
    yield from _write_text(text[end:], after=before_is_inline, before=False)


def _write_text(text: str, *, after: bool, before: bool) -> Iterator[str]:
    told = unescape(_SPACE.sub(" ", text))
    told = told if after else told.lstrip(" ")
    told = told if before else told.rstrip(" ")
    if told:
        yield told.replace(" ", "·") if told == " " else told


def _write_tag(tag: re.Match[str]) -> str:
    name = tag[2].lower()
    if tag[1]:
        return f"</{name}>"
    found: dict[str, str] = {}
    for key, *values in _ATTRIBUTE.findall(tag[3]):
        found[key] = _SPACE.sub(" ", unescape("".join(values))).strip()
    if found.get("name") in _SECRET_FIELDS:
        found["value"] = "*"
    attributes = "".join(
        [
            f' {key}="{_shorten(value)}"' if value else f" {key}"
            for key, value in sorted(found.items())
        ]
    )
    return f"<{name}{attributes}>"


def _shorten(value: str) -> str:
    return f"sha256:{sha256(value.encode()).hexdigest()}" if len(value) > _LONG else value


# --- papers ---


def write_paper(body: bytes) -> str:
    """Return the text of a PDF as it stands on its pages, and a digest of how each looks."""
    with TemporaryDirectory() as name:
        paper = Path(name) / "paper.pdf"
        paper.write_bytes(body)
        text = _run("pdftotext", "-layout", str(paper), "-").decode()
        _run("pdftoppm", "-r", "40", "-gray", str(paper), f"{name}/page")
        looks = [
            f"look of page {number}: {sha256(page.read_bytes()).hexdigest()[:16]}"
            for number, page in enumerate(sorted(Path(name).glob("page*.pgm")), start=1)
        ]
    lines = [_COLUMNS.sub("  ", line.rstrip()) for line in text.splitlines()]
    return "\n".join([*lines, *looks])


def read_codes(body: bytes) -> list[str]:
    """Return the texts of the QR codes on a paper."""
    with TemporaryDirectory() as name:
        paper = Path(name) / "paper.pdf"
        paper.write_bytes(body)
        _run("pdftoppm", "-r", "200", "-gray", str(paper), f"{name}/page")
        pages = [str(page) for page in sorted(Path(name).glob("page*.pgm"))]
        command = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", *pages]
        told = subprocess.run(command, check=False, capture_output=True).stdout.decode()
    return sorted(told.split("\n"))


def _run(*command: str) -> bytes:
    return subprocess.run(command, check=True, capture_output=True).stdout
