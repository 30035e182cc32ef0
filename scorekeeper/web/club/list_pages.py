"""The page number that an address asks for in a long list, and the pages next to it."""

from typing import Any

from flask import request, url_for

from scorekeeper.web.core.fields import read_whole


def page_asked() -> int:
    """Return the number of the page that this request asks for, 1 if it asks for none."""
    return read_whole(request.args.get("page", "")) or 1


def pages_beside(endpoint: str, number: int, pages: int, **values: Any) -> dict[str, str]:
    """Return the addresses of the next pages as ``newer`` and ``older``; empty if there is none."""

    def address(page: int) -> str:
        return url_for(endpoint, **values, page=page) if 1 <= page <= pages else ""

    return {"newer": address(number - 1), "older": address(number + 1)}
