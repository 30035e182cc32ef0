"""Reads the HTML of a paper: the words that stand in which place, before it is set."""

from collections.abc import Iterator
from functools import cache
from xml.etree.ElementTree import Element

from tinyhtml5 import parse

from scorekeeper.papers.paper import PrintedPaper, write_page


def words(element: Element) -> str:
    """The words of an element; parts of a table stand apart."""
    return " ".join(" ".join(element.itertext()).split()).replace(" .", ".").replace(" ,", ",")


def text(element: Element) -> str:
    """The text of an element as it is written."""
    return " ".join("".join(element.itertext()).split())


@cache
def _tree(html: str) -> Element:
    found: Element = parse(html, namespace_html_elements=False)
    return found


def tree(page: PrintedPaper) -> Element:
    """The elements of a paper."""
    return _tree(write_page(page))


def of_class(root: Element, name: str) -> Iterator[Element]:
    """The elements of a class, in order."""
    return (each for each in root.iter() if name in str(each.get("class", "")).split())


def texts(page: PrintedPaper, name: str) -> list[str]:
    """The texts of all elements of a class."""
    return [text(each) for each in of_class(tree(page), name)]


def rows(page: PrintedPaper, name: str) -> list[list[str]]:
    """The cells of the rows of the tables, or parts of tables, of a class."""
    return [
        [text(cell) for cell in row]
        for table in of_class(tree(page), name)
        for row in table.iter("tr")
    ]


def line(page: PrintedPaper) -> str:
    """The line under the title."""
    found = tree(page).find(".//header/p")
    assert found is not None
    return text(found)


def fields(page: PrintedPaper) -> dict[str, str]:
    """The fields of the head, by label."""
    labels, values = rows(page, "fields")
    return dict(zip(labels, values, strict=True))


def paragraphs(page: PrintedPaper) -> list[str]:
    """The paragraphs at the end of a sheet: remarks, house rules, what cards count, and signing."""
    (end,) = of_class(tree(page), "words")
    return [text(each) for each in end.iter("p")]


def remarks(page: PrintedPaper) -> tuple[str, ...]:
    """The remarks at the end of a sheet, above the house rules."""
    found = paragraphs(page)
    rules = next(place for place, each in enumerate(found) if each.startswith("House rules"))
    return tuple(found[:rules])


def rules(page: PrintedPaper) -> str:
    """The sentence about house rules, and the proof of the money."""
    return paragraphs(page)[len(remarks(page))]


def sums(page: PrintedPaper) -> dict[str, tuple[str, ...]]:
    """The rows under the deals of a sheet, by label."""
    return {label: tuple(figures) for label, *figures in rows(page, "sums")}


def notes(page: PrintedPaper) -> list[str]:
    """What is noted of each deal of a sheet, in its first column; of empty rows too."""
    return texts(page, "notes")
