"""Makes the HTML of a paper; only this module of the package uses Jinja."""

from functools import cache
from typing import ClassVar, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from scorekeeper.config import site_folder


class PrintedPaper(Protocol):
    """Everything that a paper prints; it names its template."""

    template: ClassVar[str]


def write_page(page: PrintedPaper) -> str:
    """Return the HTML of a paper, with every text escaped."""
    return _template(page.template).render(page=page)


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
