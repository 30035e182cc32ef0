"""From the context of a sheet to HTML: the only place of print that knows Jinja."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from scorekeeper.config import site_folder
from scorekeeper.print.context import PrintedSheet


def write_page(page: PrintedSheet) -> str:
    """The HTML of a sheet, every text escaped."""
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
