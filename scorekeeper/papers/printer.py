"""The processes that make PDFs: one answers HTML pages with PDFs, the other joins PDFs into one.

``renderer.py`` starts them; they alone import WeasyPrint and pypdf. Of the project they import
nothing else, so that they start quickly. A crash of the C libraries that WeasyPrint calls ends a
process and not the site.
"""

import ctypes
import ctypes.util
import gc
import json
import os
import re
import resource
import struct
import sys
import traceback
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Final

# --- the frames that the site and these processes send each other through pipes ------------------
# A frame is four bytes of length, one byte of kind, and then as many bytes as the length says. The
# process that prints first sends a frame READY or FAILED. It answers each frame PAGE with a frame
# BEGUN at once, and then with a frame FAILED that holds the traceback, or PAGE that holds the PDF.
# In place of PAGE it sends LAST if it has taken too much memory and ends. A frame BOXES with a page
# asks where its parts are laid out, before the same page or another is sent as PAGE; a frame SIGNS
# asks which signs of a text no font has. The answer to both is BEGUN and then a frame of the same
# kind, or FAILED. The process stops when its input ends. The other one gets frames PAGE.

READY: Final = b"r"
FAILED: Final = b"f"
PAGE: Final = b"p"
LAST: Final = b"l"
BEGUN: Final = b"b"
SIGNS: Final = b"s"
BOXES: Final = b"x"
_FRAME_HEAD: Final = struct.Struct(">Ic")


class ClosedPipeError(Exception):
    """An error: the process at the other end has closed the pipe."""


def send(stream: IO[bytes], kind: bytes, body: bytes) -> None:
    """Write one frame; raises ``OSError`` if the pipe is closed."""
    stream.write(_FRAME_HEAD.pack(len(body), kind) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Return the kind and the body of the next frame; raises ``ClosedPipeError`` at the end."""
    head = stream.read(_FRAME_HEAD.size)
    if len(head) < _FRAME_HEAD.size:
        raise ClosedPipeError
    length, kind = _FRAME_HEAD.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise ClosedPipeError
    return kind, body


# --- the process that prints ----------------------------------------------------------------------


_MEMORY: Final = 1 << 30
"""The most memory that the process may map, in bytes; a usual sheet needs a tenth of it."""
_MM_A_PIXEL: Final = 25.4 / 96
_LOWER: Final = 5
"""The niceness of the worker: if both want the processor, pages go before papers."""
_SELDOM_USED: Final = ("fontTools.subset", "fontTools.varLib.instancer")
"""Modules that WeasyPrint imports for fonts that it can seldom meet; a third of its imports."""
BOXED: Final = "⍰"
"""A question mark in a box, printed for a sign that no font has."""
_BODY: Final = re.compile(r"<body[^>]*>")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_SELECTORS: Final = range(0xFE00, 0xFE10)
"""Signs that choose the look of the sign before them."""


class _LateModule(ModuleType):
    """Stands for a module until one of its functions or classes is called, and imports it then."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*values: Any, **named: Any) -> Any:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
            return getattr(import_module(self.__name__), name)(*values, **named)

        return call


class _PageRenderer:
    """Makes PDFs by WeasyPrint; reads the styles and the fonts only once."""

    def __init__(self, static: Path) -> None:
        sys.modules.update({name: _LateModule(name) for name in _SELDOM_USED})
        if sys.platform == "linux":
            # It starts a compiler and a linker for each short name that WeasyPrint tries first; a
            # full name comes after them.
            ctypes.util.find_library = lambda name: None
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

        own = {file.as_uri() for part in ("fonts", "papers") for file in (static / part).iterdir()}

        class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint publishes no types
            """Opens fonts, files of the styles, and marks that stand in the page; nothing else."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                if url not in own and not url.startswith("data:image/"):
                    raise ValueError(f"{url} is no file of the sheet")
                return super().fetch(url, headers)

        self._html = HTML
        self.known = Fonts()
        self._fetcher = OwnFiles(allowed_protocols=("file", "data"))
        self._fonts = FontConfiguration()
        self._laid_out: dict[str, Any] = {}
        folder = static / "papers"
        self._base = f"{folder.as_uri()}/"
        files = sorted(folder.glob("*.css"), key=lambda file: (file.name != "paper.css", file))
        self._style = CSS(  # one, since every element is looked up in each
            string="".join([file.read_text(encoding="utf-8") for file in files]),
            base_url=self._base,
            font_config=self._fonts,
            url_fetcher=self._fetcher,
        )

    def render(self, page: str) -> bytes:
        """Return the PDF of a page, tagged for screen readers (PDF/UA-1)."""
        document = self._lay_out(page)
        self._laid_out.clear()
        pdf: bytes = document.write_pdf(
            zoom=_zoom_of(page),
            finisher=lambda _, made: TagFinisher(made).finish(),
            pdf_variant="pdf/ua-1",
        )
        return pdf

    def boxes(self, page: str) -> bytes:
        """Return the boxes of the parts of a page as JSON; it may be rendered at once then."""
        document = self._lay_out(page)
        self._laid_out = {page: document}
        return json.dumps(list(_boxes(document))).encode()

    def _lay_out(self, page: str) -> Any:
        if page in self._laid_out:
            return self._laid_out[page]
        boxed = box_lacking(page, self.known.lacking(page))
        html = self._html(string=boxed, base_url=self._base, url_fetcher=self._fetcher)
        return html.render(
            stylesheets=[self._style], font_config=self._fonts, pdf_variant="pdf/ua-1"
        )


_ZOOM: Final = re.compile(r'<html lang="en" data-zoom="([1-9])">')


def _zoom_of(page: str) -> int:
    """Return how many times as large as it is laid out a page is printed."""
    found = _ZOOM.search(page)
    return int(found[1]) if found else 1


def _boxes(document: Any) -> Iterator[tuple[str, int, float, float]]:
    """Yield part, number of page, top below the margin and height (mm) of elements that say it."""
    for number, page in enumerate(document.pages):
        root = page._page_box
        seen = set()
        for box in root.descendants():
            element = box.element
            if element is None or element in seen or "data-part" not in element.attrib:
                continue
            seen.add(element)
            is_of_table = box.element_tag in ("thead", "tr")  # these have no margin, not even 0
            height = box.height if is_of_table else box.margin_height()
            top = box.position_y - root.content_box_y()
            yield element.attrib["data-part"], number, top * _MM_A_PIXEL, height * _MM_A_PIXEL


def answer_pages(static: Path, most: int, pages: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every page with its PDF until ``pages`` ends, or the process takes ``most`` bytes.

    ``static`` is the folder of assets.
    """
    try:
        renderer = _PageRenderer(static)
    except (ImportError, OSError):  # WeasyPrint is missing, or Pango, which it loads on import
        send(answers, FAILED, traceback.format_exc().encode())
        return
    gc.freeze()  # what stays need not be gone through after each page
    send(answers, READY, b"")
    kind = PAGE
    while kind != LAST:
        try:
            kind, body = receive(pages)
        except ClosedPipeError:
            return
        send(answers, BEGUN, b"")
        try:
            if kind == SIGNS:
                answer = "".join(renderer.known.lacking(body.decode())).encode()
            elif kind == BOXES:
                answer = renderer.boxes(body.decode())
            else:
                answer = renderer.render(body.decode())
                kind = LAST if _memory() > most else PAGE
        except Exception:  # noqa: BLE001 - the renderer logs every error of WeasyPrint
            kind, answer = FAILED, traceback.format_exc().encode()
        send(answers, kind, answer)
        if kind != BOXES:  # its page comes next, and would wait
            gc.collect()


def _memory() -> int:
    """Return how much memory this process holds, in bytes; 0 if the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()


def answer_all(static: Path, most: int) -> None:
    """Answer pages on the standard streams; output of libraries goes to standard error."""
    os.nice(_LOWER)
    gc.disable()  # a seventh of the time of a long sheet; what is left is collected after each page
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer_pages(static, most, sys.stdin.buffer, answers)


# --- signs that no font has ---------------------------------------------------------------------


class Fonts:
    """The fonts that fontconfig knows: those shipped with the program, and the machine's."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL("libfontconfig.so.1")
        except OSError:  # then nobody can tell, and every sign is left to WeasyPrint
            self._sets: list[ctypes.c_void_p] | None = None
            return
        for name in ("FcInitLoadConfigAndFonts", "FcConfigGetFonts"):
            getattr(self._library, name).restype = ctypes.c_void_p
        self._sets = list(self._read())

    def _read(self) -> Iterator[ctypes.c_void_p]:
        """Yield the set of characters of each font."""
        library = self._library
        fonts = ctypes.cast(
            library.FcConfigGetFonts(ctypes.c_void_p(library.FcInitLoadConfigAndFonts()), 0),
            ctypes.POINTER(_FontSet),
        ).contents
        for place in range(fonts.count):
            found = ctypes.c_void_p()
            pattern = ctypes.c_void_p(fonts.patterns[place])
            if library.FcPatternGetCharSet(pattern, b"charset", 0, ctypes.byref(found)) == 0:
                yield found

    def lacking(self, text: str) -> list[str]:
        """Return the signs of a text that no font has, each once, in order."""
        return [sign for sign in dict.fromkeys(text) if not _is_plain(sign) and not self._has(sign)]

    def _has(self, sign: str) -> bool:
        return self._sets is None or self._look_up(ord(sign))

    @cache  # noqa: B019 - there is one object, which lives as long as the process
    def _look_up(self, code: int) -> bool:
        return any(self._library.FcCharSetHasChar(charset, code) for charset in self._sets or ())


class _FontSet(ctypes.Structure):
    """The C structure ``FcFontSet``."""

    _fields_ = (
        ("count", ctypes.c_int),
        ("size", ctypes.c_int),
        ("patterns", ctypes.POINTER(ctypes.c_void_p)),
    )


def _is_plain(sign: str) -> bool:
    """Tell whether a sign is of ASCII or has no shape of its own."""
    is_unseen = unicodedata.category(sign) in _UNSEEN or ord(sign) in _SELECTORS
    return sign < "\x7f" or is_unseen


def box_lacking(page: str, lacking: list[str]) -> str:
    """Return a page with a boxed question mark for each of the signs, and a note that says so."""
    if not lacking:
        return page
    boxed = page.translate({ord(sign): BOXED for sign in lacking})
    codes = ", ".join([f"U+{ord(sign):04X}" for sign in lacking[:6]])
    more = " and others" if len(lacking) > 6 else ""
    note = f'<div class="lacking">{BOXED}: no font here has {codes}{more}</div>'
    return _BODY.sub(lambda body: body[0] + note, boxed, count=1)


# --- tags for screen readers, as PDF/UA-1 asks (ISO 14289-1) --------------------------------------


class TagFinisher:
    """Completes the tags of a PDF where WeasyPrint leaves something out.

    Header cells get their scope and an index of their ids; heads and feet of pages become
    artifacts.
    """

    def __init__(self, pdf: Any) -> None:
        self._objects = {
            found.reference: found for found in pdf.objects if hasattr(found, "reference")
        }
        self._root = self._objects[pdf.catalog["StructTreeRoot"]]
        self._content: dict[bytes, set[int]] = {}
        self._ids: list[tuple[Any, bytes]] = []

    def finish(self) -> None:
        """Change the objects of the PDF in place."""
        import pydyf

        for kid in self._root["K"]:
            self._walk(kid, b"")
        index = [
            item for pair in sorted(self._ids, key=lambda pair: pair[0].string) for item in pair
        ]
        self._root["IDTree"] = pydyf.Dictionary({"Names": pydyf.Array(index)})
        for reference, page in self._objects.items():
            if isinstance(page, dict) and page.get("Type") == "/Page":
                self._free_rest(page["Contents"], self._content.get(reference, set()))

    def _walk(self, kid: Any, page: bytes) -> None:
        """Note the content that is in the tree, and complete its header cells."""
        if isinstance(kid, int):
            self._content.setdefault(page, set()).add(kid)
            return
        element = self._objects.get(kid)
        if not isinstance(element, dict) or "S" not in element:
            return
        if element["S"] == "/TR":
            self._scope(element)
        if "ID" in element:
            self._ids.append((element["ID"], kid))
        for inner in element.get("K", ()):
            self._walk(inner, element.get("Pg", page))

    def _scope(self, row: Any) -> None:
        """Set the scope of a row's header cells: the row if it has data cells, else columns."""
        cells = [self._objects[kid] for kid in row["K"]]
        scope = "/Row" if any(cell["S"] == "/TD" for cell in cells) else "/Column"
        for cell in cells:
            if cell["S"] == "/TH":
                cell["A"]["Scope"] = scope

    def _free_rest(self, contents: bytes, known: set[int]) -> None:
        """Mark everything that is drawn on a page and not in the tree as an artifact."""
        items = self._objects[contents].stream
        for place, item in enumerate(items):
            if isinstance(item, dict) and "MCID" in item and item["MCID"] not in known:
                items[place - 1], items[place] = "/Artifact", b"<</Type /Pagination>>"


# --- the process that joins papers into one PDF --------------------------------------------------
# Each bundle has a process of its own: Python joins slowly, and pages of the site would wait for
# it. The papers keep their tags for screen readers (PDF/UA-1); pypdf copies only the pages.


_MEMORY_TO_JOIN: Final = 1 << 29
"""The most memory that the process may map, in bytes; ten papers need a quarter of it."""
_SECONDS_TO_JOIN: Final = 60
"""The most time on the processor, if the site that would end the process is gone."""


def join(papers: Iterable[bytes]) -> bytes:
    """Return the pages of all papers as one PDF, with the title of the first."""
    from pypdf import PdfReader, PdfWriter

    first, *others = papers
    book: Any = PdfWriter(clone_from=BytesIO(first))
    for number, paper in enumerate(others, 2):
        _add(book, PdfReader(BytesIO(paper)), f"{number}-")
    ids = book.root_object["/StructTreeRoot"]["/IDTree"]["/Names"]
    pairs = sorted(zip(ids[::2], ids[1::2], strict=True), key=lambda pair: str(pair[0]))
    ids[:] = [item for pair in pairs for item in pair]
    made = BytesIO()
    book.write(made)
    return made.getvalue()


def _add(book: Any, paper: Any, prefix: str) -> None:
    """Add the pages of a paper with their tags, whose ids begin with a prefix."""
    from pypdf.generic import NameObject, NumberObject

    whole, part = book.root_object["/StructTreeRoot"], paper.root_object["/StructTreeRoot"]
    numbers, ids = whole["/ParentTree"]["/Nums"], whole["/IDTree"]["/Names"]
    before = len(book.pages)
    for page in paper.pages:
        added = book.add_page(page)
        added[NameObject("/StructParents")] = NumberObject(before + page["/StructParents"])
    document = whole["/K"][0].get_object()
    for kid in [child.get_object() for child in part["/K"][0].get_object()["/K"]]:
        _rename(kid, prefix)
        del kid["/P"]  # it would bring the tree of the paper along
        copied = kid.clone(book)
        copied[NameObject("/P")] = document.indirect_reference
        document["/K"].append(copied.indirect_reference)
    for place, known in _pairs(part["/ParentTree"]["/Nums"]):
        numbers += [NumberObject(before + place), known.clone(book)]
    for _, element in _pairs(part["/IDTree"]["/Names"]):
        copied = element.clone(book)
        ids += [copied["/ID"], copied.indirect_reference]


def _rename(element: Any, prefix: str) -> None:
    """Put a prefix before the ids of an element and of all in it."""
    from pypdf.generic import ArrayObject, NameObject, TextStringObject

    if "/ID" in element:
        element[NameObject("/ID")] = TextStringObject(prefix + element["/ID"])
    about = element.get("/A", {})
    if "/Headers" in about:
        ids = [TextStringObject(prefix + header) for header in about["/Headers"]]
        about[NameObject("/Headers")] = ArrayObject(ids)
    for kid in element.get("/K", ()):
        inner = kid.get_object()
        if "/S" in (inner if isinstance(inner, dict) else ()):
            _rename(inner, prefix)


def _pairs(items: Any) -> Iterator[tuple[Any, Any]]:
    found = [item.get_object() for item in items]
    return zip(found[::2], found[1::2], strict=True)


def _receive_all(stream: IO[bytes]) -> Iterator[bytes]:
    while True:
        try:
            yield receive(stream)[1]
        except ClosedPipeError:
            return


def join_all() -> None:
    """Join the papers of the standard input; status 0 and a PDF, or another status."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_TO_JOIN, _MEMORY_TO_JOIN))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS_TO_JOIN, _SECONDS_TO_JOIN))
    sys.stdout.buffer.write(join(_receive_all(sys.stdin.buffer)))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["join"]:
            join_all()
        case [folder, most]:
            answer_all(Path(folder), int(most))
