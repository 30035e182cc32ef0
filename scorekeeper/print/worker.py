"""The worker process: reads HTML pages from its input and answers each with a PDF.

The renderer runs this file as a script. It imports no module of the project, so that it starts
quickly. A crash of the C libraries that WeasyPrint calls ends this process and not the site.

A frame is four bytes of length, one byte of kind, and then as many bytes as the length says. The
worker first sends a frame READY or FAILED. It answers each frame PAGE with a frame BEGUN at once,
and then with a frame PAGE that holds the PDF, or with a frame FAILED that holds the traceback. It
stops when its input ends.
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
BEGUN: Final = b"b"
_HEAD: Final = struct.Struct(">Ic")
_LOWER: Final = 5
"""How far the worker stands back where the site wants the processor too: pages go before papers."""


class ClosedPipeError(Exception):
    """An error: the process at the other end has closed the pipe."""


def send(stream: IO[bytes], kind: bytes, body: bytes) -> None:
    """Write one frame; raises ``OSError`` if the pipe is closed."""
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
    """Makes PDFs by WeasyPrint; reads the styles and the fonts only once."""

    def __init__(self, static: Path) -> None:
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

        own = {file.as_uri() for part in ("fonts", "print") for file in (static / part).iterdir()}

        class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint publishes no types
            """Opens the fonts and the files of the styles; refuses others and the network."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                if url not in own:
                    raise ValueError(f"{url} is no file of the sheet")
                return super().fetch(url, headers)

        self._html = HTML
        self._fetcher = OwnFiles(allowed_protocols=("file",))
        self._fonts = FontConfiguration()
        self._base = (static / "print").as_uri() + "/"
        folder = static / "print"
        first = folder / "paper.css"
        others = sorted(set(folder.glob("*.css")) - {first})
        self._styles = [
            CSS(filename=file, font_config=self._fonts, url_fetcher=self._fetcher)
            for file in (first, *others)
        ]

    def render(self, page: str) -> bytes:
        """Return the PDF of a page, tagged for screen readers (PDF/UA-1)."""
        html = self._html(string=page, base_url=self._base, url_fetcher=self._fetcher)
        pdf: bytes = html.write_pdf(
            stylesheets=self._styles, font_config=self._fonts, pdf_variant="pdf/ua-1"
        )
        return pdf


def answer_pages(static: Path, pages: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every page with its PDF until ``pages`` ends; ``static`` is the folder of assets."""
    try:
        renderer = _PageRenderer(static)
    except (ImportError, OSError):  # WeasyPrint is missing, or Pango, which it loads on import
        return send(answers, FAILED, traceback.format_exc().encode())
    send(answers, READY, b"")
    while True:
        try:
            _, page = receive(pages)
        except ClosedPipeError:
            return None
        send(answers, BEGUN, b"")
        try:
            answer = PAGE, renderer.render(page.decode())
        except Exception:  # noqa: BLE001 - the renderer logs every error of WeasyPrint
            answer = FAILED, traceback.format_exc().encode()
        send(answers, *answer)


def main() -> None:
    """Answer pages on the standard streams; output of libraries goes to standard error."""
    os.nice(_LOWER)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer_pages(Path(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
