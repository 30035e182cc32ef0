"""Whose turn a request is: that of a seat, of an officer, of a link, or of an address.

The signed cookie says what a phone has, and the database whose a link is, which is remembered for a
minute. So most requests ask nothing but memory.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Final, NamedTuple

from werkzeug.sansio.http import parse_cookie

from scorekeeper.games.links import Owner, owner_of
from scorekeeper.store.database import StorageError
from scorekeeper.web.core.access import Claims, read_claims
from scorekeeper.web.core.security import read_cookie
from scorekeeper.web.core.site import NO_SITE, Site, Sites

_SECONDS: Final = 60.0
"""How long it is remembered whose a link is."""
_MOST_LINKS: Final = 20_000
_LINK: Final = re.compile(r"/(?:game|night|club)/([^/.]+)")
_STATIC: Final = "/static/"
"""What limits call the files that all sites share; no site has this name."""


class Asker(NamedTuple):
    """Who asks a site; a stranger has no seat there, and no link of its club or of a night."""

    site: str
    turn: str
    is_stranger: bool = False


class Askers:
    """Tells who asks for something at the sites of a process."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._owners: dict[tuple[str, str], tuple[float, Owner]] = {}
        """By site and token whose a link is, and until when that is believed."""

    def find(self, host: str, path: str, cookies: str, network: str) -> Asker | Callable[[], Asker]:
        """Return who asks a host for a path, or what finds it out and may wait for the disk.

        ``network`` is the address that the request comes from.
        """
        if path.startswith(_STATIC):
            return Asker(_STATIC, network)
        name, site = self._sites.site_at(host)
        link = _LINK.match(path)
        token = link[1] if link and name != NO_SITE else ""
        if site is None:
            # Who shows a link to a site that sleeps is believed until it is awake.
            return Asker(name, token or network, is_stranger=not token)
        claims = read_claims(read_cookie(site.settings.secret_key, parse_cookie(cookies)))
        if claims.officer:
            return Asker(name, f"officer {claims.officer}")
        tokens = [each for each in (claims.seated, token, *claims.links) if each]
        now = monotonic()
        known = {
            each: found[1]
            for each in tokens
            if (found := self._owners.get((name, each))) is not None and found[0] > now
        }

        def look() -> Asker:
            owners = known | self._look(site, [each for each in tokens if each not in known])
            return _judge(Asker(name, network, is_stranger=True), claims, tokens, owners)

        return look() if len(known) == len(set(tokens)) else look

    def _look(self, site: Site, tokens: Iterable[str]) -> dict[str, Owner]:
        """Ask the database whose links these are, and remember it; nobody's are left out."""
        owners: dict[str, Owner] = {}
        for token in tokens:
            try:
                owner = owner_of(site.store, token)
            except StorageError:  # the page says so
                continue
            if owner is not None:
                owners[token] = owner
                if len(self._owners) >= _MOST_LINKS:
                    self._owners.clear()
                self._owners[site.name, token] = monotonic() + _SECONDS, owner
        return owners


def _judge(
    stranger: Asker, claims: Claims, tokens: Iterable[str], owners: Mapping[str, Owner]
) -> Asker:
    """Return who asks: by the first link of the club, else by the first of a game at home.

    A game at home counts with the address that began it, so that all games that somebody begins
    have one turn.
    """
    asker = stranger
    for token in tokens:
        owner = owners.get(token)
        is_seated = token == claims.seated
        if owner is not None and owner.is_club:
            turn = f"seat {token} {claims.seat}" if is_seated else f"link {token} {claims.phone}"
            return Asker(stranger.site, turn)
        if owner is not None and asker is stranger:
            turn = owner.begun_from or stranger.turn
            asker = Asker(stranger.site, turn, is_stranger=not is_seated)
    return asker
