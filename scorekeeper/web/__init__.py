"""The site: pages, forms and answers. The only place, with ``app``, that knows HTTP."""

from functools import cache
from importlib import import_module
from pkgutil import walk_packages


@cache
def load_pages() -> None:
    """Import every module of the site, which adds its pages to the blueprint of its area."""
    for module in walk_packages(__path__, f"{__name__}."):
        import_module(module.name)
