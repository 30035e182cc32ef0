"""Makes the HTML of a paper; only this module of the package uses Jinja."""

from functools import cache
from typing import ClassVar, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from scorekeeper.config import site_folder
from scorekeeper.print.heading import Heading
from scorekeeper.record.club_mark import ClubMark


class PrintedPaper(Protocol):
    """Everything that a paper prints; it names its template."""

    template: ClassVar[str]

    @property
    def heading(self) -> Heading:
        """The head of the paper."""


def write_page(page: PrintedPaper, club_mark: ClubMark | None = None) -> str:
    """Return the HTML of a paper, with every text escaped.

    The mark of the club stands at its head if the name of the club does.
    """
    return _template(page.template).render(page=page, club_mark=club_mark)


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
