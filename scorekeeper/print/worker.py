"""The child process that sets sheets: HTML in, PDF out, one after the other, until its input ends.

It is run as a script and imports nothing of ours, so that it starts quickly, and so that a crash
inside the text libraries (WeasyPrint calls Pango) takes no web server with it.

A frame is four bytes of length, then one of kind, then as many bytes. The child speaks first: ready
or failed. Every page sent as HTML is then answered with a PDF or with the trace of what failed.
"""

import os
import struct
import sys
import traceback
from pathlib import Path
from typing import IO, Any, Final

READY: Final = b"r"
FAILED: Final = b"f"
PAGE: Final = b"p"
_HEAD: Final = struct.Struct(">Ic")


class ClosedPipeError(Exception):
    """The other end closed the pipe."""


def send(stream: IO[bytes], kind: bytes, body: bytes) -> None:
    """Write one frame; raises ``OSError`` if nobody reads any more."""
    stream.write(_HEAD.pack(len(body), kind) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Return the kind and the body of the next frame; raises ``ClosedPipeError`` at the end."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise ClosedPipeError
    length, kind = _HEAD.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise ClosedPipeError
    return kind, body


class _PageRenderer:
    """WeasyPrint with the style sheet and its fonts read once."""

    def __init__(self, static: Path) -> None:
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

        own = {file.as_uri() for part in ("fonts", "print") for file in (static / part).iterdir()}

        class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint publishes no types
            """Opens the files of the sheet and nothing else, least of all the network."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                if url not in own:
                    raise ValueError(f"{url} is no file of the sheet")
                return super().fetch(url, headers)

        self._html = HTML
        self._fetcher = OwnFiles(allowed_protocols=("file",))
        self._fonts = FontConfiguration()
        self._base = (static / "print").as_uri() + "/"
        self._style = CSS(
            filename=static / "print" / "sheet.css",
            font_config=self._fonts,
            url_fetcher=self._fetcher,
        )

    def render(self, page: str) -> bytes:
        """The PDF of a page, tagged for screen readers (PDF/UA-1)."""
        html = self._html(string=page, base_url=self._base, url_fetcher=self._fetcher)
        pdf: bytes = html.write_pdf(
            stylesheets=[self._style], font_config=self._fonts, pdf_variant="pdf/ua-1"
        )
        return pdf


def answer_pages(static: Path, pages: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every page with its PDF, until ``pages`` ends."""
    try:
        renderer = _PageRenderer(static)
    except (ImportError, OSError):  # no WeasyPrint; or no Pango, which it loads on import
        return send(answers, FAILED, traceback.format_exc().encode())
    send(answers, READY, b"")
    while True:
        try:
            _, page = receive(pages)
        except ClosedPipeError:
            return None
        try:
            answer = PAGE, renderer.render(page.decode())
        except Exception:  # noqa: BLE001 - whatever WeasyPrint stumbles on is told to the parent
            answer = FAILED, traceback.format_exc().encode()
        send(answers, *answer)


def main() -> None:
    """Serve on the standard streams; what libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer_pages(Path(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
