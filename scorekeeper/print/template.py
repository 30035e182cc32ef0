"""Makes the HTML of a paper; only this module of the package uses Jinja."""

import re
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, Final, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from scorekeeper.config import site_folder
from scorekeeper.print.heading import Heading
from scorekeeper.record.club_mark import ClubMark

_BLOCK: Final = re.compile(
    r"\s*(</?(?:div|h2|header|li|p|section|table|tbody|td|th|thead|tr)\b[^>]*>)\s*"
)


class PrintedPaper(Protocol):
    """Everything that a paper prints; it names its template."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    template: ClassVar[str]

    @property
    def heading(self) -> Heading:
        """The head of the paper."""


def write_page(page: PrintedPaper, club_mark: ClubMark | None = None) -> str:
    """Return the HTML of a paper, with every text escaped.

    The mark of the club stands at its head if the name of the club does. Blank space beside blocks
    is left out: it shows nowhere, and is a tenth of the HTML that the printer has to read.
    """
    if club_mark is not None and page.heading.club:
        page = replace(page, heading=replace(page.heading, club_mark=club_mark))
    return _BLOCK.sub(r"\1", _template(page.template).render(page=page))


@cache
def _template(name: str) -> Template:
    environment = Environment(
        loader=FileSystemLoader(site_folder() / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)
