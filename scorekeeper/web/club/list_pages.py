"""Pages of a long list: which one an address asks for, and those beside it."""

from typing import Any

from flask import request, url_for

from scorekeeper.web.core.fields import read_whole


def page_asked() -> int:
    """Return the number of the page that this request asks for, 1 if it is none."""
    return read_whole(request.args.get("page", "")) or 1


def pages_beside(endpoint: str, number: int, pages: int, **values: Any) -> dict[str, str]:
    """Return the addresses ``newer`` and ``older``; empty where there is no such page."""
    beside = {"newer": number - 1, "older": number + 1}
    return {
        name: url_for(endpoint, **values, page=page) if 1 <= page <= pages else ""
        for name, page in beside.items()
    }
