"""The tags of a PDF for screen readers, as PDF/UA-1 asks (ISO 14289-1)."""

from typing import Any


class TagFinisher:
    """Completes the tags of a PDF where WeasyPrint leaves something out.

    Header cells get their scope and an index of their ids; heads and feet of pages become
    artifacts.
    """

    def __init__(self, pdf: Any) -> None:
        self._objects = {each.reference: each for each in pdf.objects if hasattr(each, "reference")}
        self._root = self._objects[pdf.catalog["StructTreeRoot"]]
        self._content: dict[bytes, set[int]] = {}
        self._ids: list[tuple[Any, bytes]] = []

    def finish(self) -> None:
        """Change the objects of the PDF in place."""
        import pydyf

        for kid in self._root["K"]:
            self._walk(kid, b"")
        index = [
            each for pair in sorted(self._ids, key=lambda pair: pair[0].string) for each in pair
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
