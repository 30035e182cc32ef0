"""Health: whether games can be read, for a proxy or a supervisor that asks again and again."""

from typing import Final

from flask import Blueprint, Response, current_app

from scorekeeper.store.database import StorageError
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.security import request_details
from scorekeeper.web.core.site import sites_of

HEALTH_PATH: Final = "/healthz"
health_pages = Blueprint("health", __name__)


@health_pages.get(HEALTH_PATH)
@least_role(EVERYBODY)
def health() -> Response:
    """Answer 200 if the games can be read, else 503; says nothing else to strangers."""
    try:
        sites_of(current_app).demand_readable()
    except StorageError as error:
        current_app.logger.error("%s", error, extra={"details": request_details()})
        return _answer("The score book cannot be read.", 503)
    return _answer("ok", 200)


def _answer(text: str, status: int) -> Response:
    return Response(
        f"{text}\n", status, mimetype="text/plain", headers={"Cache-Control": "no-store"}
    )
