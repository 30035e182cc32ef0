"""Makes the HTML of a sheet; only this module of the package uses Jinja."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from scorekeeper.config import site_folder
from scorekeeper.print.context import PrintedSheet


def write_page(page: PrintedSheet) -> str:
    """Return the HTML of a sheet, with every text escaped."""
    return _template().render(page=page)


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(site_folder() / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("print/sheet.html")
