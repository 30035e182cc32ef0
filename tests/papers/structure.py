"""The structure tree of a PDF: what PDF/UA-1 (ISO 14289-1) asks of each tag, and what is wrong.

It is not a full validator: it checks what our papers could get wrong.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from typing import Any, Final

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

_MARKS: Final = re.compile(
    rb"/(?P<tag>\w+)\s+(?:<<(?P<facts>[^<>]*)>>\s+)?B[DM]C(?=\s)"
    rb"|(?<=\s)(?:(?P<end>EMC)|(?P<shows>Tj|TJ|['\"]|[fBb]\*?|[Ss]|Do|sh))(?=\s)"
)
"""Where marked content begins or ends in what is drawn, and what puts something on a page."""
_MAY_HOLD: Final = {
    "Table": {"TR", "THead", "TBody", "TFoot", "Caption"},
    "THead": {"TR"},
    "TBody": {"TR"},
    "TFoot": {"TR"},
    "TR": {"TH", "TD"},
    "L": {"LI", "Caption"},
    "LI": {"Lbl", "LBody"},
}
"""What the tags of tables and lists may hold (ISO 32000-1, tables 336 and 337)."""
_WITHIN: Final = {
    "TR": {"Table", "THead", "TBody", "TFoot"},
    "TH": {"TR"},
    "TD": {"TR"},
    "LI": {"L"},
    "LBody": {"LI"},
    "Lbl": {"LI", "Note"},
}
_KNOWN: Final = {
    *("Document", "Part", "Sect", "Div", "P", "H1", "H2", "H3", "Span", "Figure", "NonStruct"),
    *("Table", "THead", "TBody", "TR", "TH", "TD", "L", "LI", "Lbl", "LBody", "Caption"),
    *("Art", "BlockQuote", "Em", "Strong", "Link", "Note", "Code"),
}


@dataclass
class Tag:
    """A structure element with its children; ``marked`` are the pieces of content it holds."""

    kind: str
    element: DictionaryObject
    parent: str = ""
    children: list["Tag"] = field(default_factory=list)
    marked: list[tuple[int, int]] = field(default_factory=list)

    def walk(self) -> Iterator["Tag"]:
        yield self
        for child in self.children:
            yield from child.walk()


def faults(pdf: bytes) -> list[str]:
    """What PDF/UA-1 would not accept; empty if all is well."""
    reader = PdfReader(BytesIO(pdf))
    root = _tree(reader)
    tags = list(root.walk())
    return [
        *_of_document(reader),
        *[fault for tag in tags for fault in _of_tag(tag)],
        *_of_headings([int(tag.kind[1]) for tag in tags if tag.kind in ("H1", "H2", "H3")]),
        *_of_content(reader, tags),
        *_of_fonts(reader),
    ]


def tags_of(pdf: bytes) -> list[Tag]:
    """All tags of a file in reading order."""
    return list(_tree(PdfReader(BytesIO(pdf))).walk())


def _tree(reader: PdfReader) -> Tag:
    top: Any = reader.root_object["/StructTreeRoot"]
    pages = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages)}  # type: ignore[union-attr]
    root = Tag("Root", top)
    _fill(root, pages)
    return root


def _fill(tag: Tag, pages: dict[int, int], page: int | None = None) -> None:
    children: Any = tag.element.get("/K", ArrayObject())
    children = children if isinstance(children, list) else [children]
    for each in children:
        child: Any = each.get_object() if isinstance(each, IndirectObject) else each
        if isinstance(child, int):
            tag.marked.append((page if page is not None else -1, int(child)))
        elif "/S" in child:
            made = Tag(str(child["/S"])[1:], child, tag.kind)
            tag.children.append(made)
            own = child.raw_get("/Pg").idnum if "/Pg" in child else None
            _fill(made, pages, page if own is None else pages[own])
        elif "/MCID" in child:
            own = pages[child.raw_get("/Pg").idnum] if "/Pg" in child else page
            tag.marked.append((own if own is not None else -1, int(child["/MCID"])))


def _of_document(reader: PdfReader) -> Iterator[str]:
    root: Any = reader.root_object
    if str(root.get("/MarkInfo", {}).get("/Marked")) != "True":
        yield "the document is not marked"
    if not root.get("/Lang"):
        yield "the document has no language"
    if str(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle")) != "True":
        yield "the window does not show the title"
    if reader.metadata is None or not reader.metadata.title:
        yield "the document has no title"
    ids = list(root["/StructTreeRoot"]["/IDTree"]["/Names"])[::2]
    if ids != sorted(ids):
        yield "the index of ids is not in order"
    if b"pdfuaid" not in root["/Metadata"].get_object().get_data():
        yield "the metadata do not say PDF/UA"


def _of_tag(tag: Tag) -> Iterator[str]:
    if tag.kind == "Root":
        if [child.kind for child in tag.children] != ["Document"]:
            yield "the root holds something else than one document"
        return
    if tag.kind not in _KNOWN:
        yield f"{tag.kind} is no standard tag"
    wrong = {child.kind for child in tag.children} - _MAY_HOLD.get(tag.kind, _KNOWN)
    if wrong or (tag.kind in _MAY_HOLD and tag.marked):
        yield f"{tag.kind} holds {sorted(wrong) or 'content'}"
    if tag.parent not in _WITHIN.get(tag.kind, {tag.parent}):
        yield f"{tag.kind} stands in {tag.parent}"
    yield from _of_facts(tag)


def _of_facts(tag: Tag) -> Iterator[str]:
    """Yield what a tag fails to say of itself."""
    if tag.kind == "TH" and not _attribute(tag, "/Scope"):
        yield "TH has no scope"
    if tag.kind == "Figure" and not tag.element.get("/Alt"):
        yield "Figure has no alternative text"
    if tag.kind == "TD" and not _attribute(tag, "/Headers"):
        yield "TD has no headers"
    if tag.kind == "TR":
        yield from _of_scopes(tag)
    if tag.kind == "Table" and not any(each.kind == "TH" for each in tag.walk()):
        yield "Table has no header cells"
    if tag.kind == "Table" and len(_widths(tag)) > 1:
        yield f"Table has rows of {sorted(_widths(tag))} cells"


def _of_scopes(row: Tag) -> Iterator[str]:
    """Cells head their row if data stand in it, and else columns."""
    wanted = "/Row" if any(cell.kind == "TD" for cell in row.children) else "/Column"
    scopes = [_attribute(cell, "/Scope") for cell in row.children if cell.kind == "TH"]
    if any(scope and scope != wanted for scope in scopes):
        yield f"TH has a scope that is not {wanted}"


def _attribute(tag: Tag, name: str) -> Any:
    found = tag.element.get("/A", ArrayObject())
    found = found.get_object() if isinstance(found, IndirectObject) else found
    for each in found if isinstance(found, list) else [found]:
        inner = each.get_object() if isinstance(each, IndirectObject) else each
        if isinstance(inner, DictionaryObject) and name in inner:
            return inner[name]
    return None


def _widths(table: Tag) -> set[int]:
    """Return the numbers of columns that the rows of a table have, spans counted."""
    down: dict[int, int] = {}
    widths = set()
    for row in [tag for tag in table.walk() if tag.kind == "TR"]:
        width = sum([1 for left in down.values() if left])
        down = {place: left - 1 for place, left in enumerate(v for v in down.values() if v)}
        for cell in row.children:
            columns = int(_attribute(cell, "/ColSpan") or 1)
            width += columns
            rows = int(_attribute(cell, "/RowSpan") or 1)
            if rows > 1:
                down.update({len(down) + n: rows - 1 for n in range(columns)})
        widths.add(width)
    return widths


def _of_headings(levels: list[int]) -> Iterator[str]:
    if levels and levels[0] != 1:
        yield "the first heading is not of level 1"
    for before, level in pairwise(levels):
        if level > before + 1:
            yield f"a heading of level {level} follows one of level {before}"


def _of_content(reader: PdfReader, tags: list[Tag]) -> Iterator[str]:
    """Yield what is drawn outside of the tree, and what is in the tree but not drawn.

    Artifacts, which are decoration alone, may be drawn outside.
    """
    known = {each for tag in tags for each in tag.marked}
    seen: set[tuple[int, int]] = set()
    for number, page in enumerate(reader.pages):
        if page.get("/Tabs") != "/S":
            yield f"page {number + 1} has no order of tabs"
        yield from _of_drawn(page.get_contents().get_data(), number, seen)  # type: ignore[union-attr]
    if known != seen:
        yield f"tree and content differ: {sorted(known ^ seen)[:3]}"


def _of_drawn(content: bytes, page: int, seen: set[tuple[int, int]]) -> Iterator[str]:
    """Yield what a page draws without a tag; note the pieces of marked content that are seen."""
    if b"(" in content or b"\nBI\n" in content:
        yield f"page {page + 1} has a text or a picture in which this check could go astray"
    within: list[bool] = []
    for each in _MARKS.finditer(b"\n%s\n" % content):
        if each["tag"]:
            within.append(_note(each, page, seen) or any(within))
        elif each["end"]:
            within.pop()
        elif not any(within):
            yield f"page {page + 1} draws something that no tag has ({each[0].decode()})"
            break


def _note(begin: re.Match[bytes], page: int, seen: set[tuple[int, int]]) -> bool:
    """Note a piece of marked content; return whether it is in the tree or an artifact."""
    found = re.search(rb"/MCID\s+(\d+)", begin["facts"] or b"")
    if found:
        seen.add((page, int(found[1])))
        return True
    return begin["tag"] == b"Artifact"


def _of_fonts(reader: PdfReader) -> Iterator[str]:
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for name, font in resources.get("/Font", {}).items():
            inner = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
            descriptor = inner.get("/FontDescriptor", {})
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor):
                yield f"the font {name} is not embedded"
            if "/ToUnicode" not in font:
                yield f"the font {name} cannot be read as text"
