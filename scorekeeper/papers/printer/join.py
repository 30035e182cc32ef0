"""The process that joins papers to one PDF: frames of PDFs on its input, the PDF on its output.

Each bundle has a process of its own: Python joins slowly, and pages of the site would wait for it.
The papers keep their tags for screen readers (PDF/UA-1), of which pypdf copies only the pages.
"""

import os
import resource
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import IO, Any, Final

from scorekeeper.papers.printer.frames import ClosedPipeError, receive

_MEMORY: Final = 1 << 29
"""The most memory that the process may map, in bytes; ten papers need a quarter of it."""
_SECONDS: Final = 60
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
    ids[:] = [each for pair in pairs for each in pair]
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
    for kid in [each.get_object() for each in part["/K"][0].get_object()["/K"]]:
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
        ids = [TextStringObject(prefix + each) for each in about["/Headers"]]
        about[NameObject("/Headers")] = ArrayObject(ids)
    for kid in element.get("/K", ()):
        inner = kid.get_object()
        if "/S" in (inner if isinstance(inner, dict) else ()):
            _rename(inner, prefix)


def _pairs(items: Any) -> Iterator[tuple[Any, Any]]:
    found = [each.get_object() for each in items]
    return zip(found[::2], found[1::2], strict=True)


def _receive_all(stream: IO[bytes]) -> Iterator[bytes]:
    while True:
        try:
            yield receive(stream)[1]
        except ClosedPipeError:
            return


def main() -> None:
    """Join the papers of the standard input; status 0 and a PDF, or another status."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    sys.stdout.buffer.write(join(_receive_all(sys.stdin.buffer)))


if __name__ == "__main__":
    main()
