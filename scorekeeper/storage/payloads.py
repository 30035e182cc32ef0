"""Writes the acts of a journal as JSON, and reads them again.

A deal is stored in the form of the game record, with seat numbers in place of names, so that no
entry has to change when a player is renamed.
"""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final

from scorekeeper.domain.asks import Asks
from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.domain.game import replay
from scorekeeper.domain.journal import (
    Act,
    Agreed,
    Challenged,
    Closed,
    Corrected,
    Dealt,
    Entry,
    Figure,
    Joined,
    Left,
    PutAway,
    Renamed,
    Reopened,
    Returned,
    SetupChanged,
    Started,
    Undone,
)
from scorekeeper.domain.settlement import Stake
from scorekeeper.domain.sheet import setup_of
from scorekeeper.domain.variant import Problem
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.places import Findings
from scorekeeper.record.writing import write_deal

Payload = dict[str, Any]


class PayloadError(ValueError):
    """An error for a stored act that this version of the program cannot read; its text says why."""


def kind_of(act: Act) -> str:
    """Return the name under which acts of this class are stored."""
    return type(act).__name__.lower()


def write_payload(act: Act, seats: int) -> str:
    """Return the facts of an act as JSON text; ``seats`` is the number of players."""
    return json.dumps(_payload_of(act, _labels(seats)), ensure_ascii=False, separators=(",", ":"))


def _payload_of(act: Act, labels: Sequence[str]) -> Payload:
    if isinstance(act, Started):
        return _started_payload(act)
    payload = {each.name: getattr(act, each.name) for each in fields(act)}
    if isinstance(act, Dealt | Corrected):
        payload["deal"] = write_deal(act.deal, labels)
    if isinstance(act, SetupChanged):
        return {"options": dict(act.options)} | _stake_payload(act.stake)
    return payload


def _stake_payload(stake: Stake | None) -> Payload:
    if stake is None:
        return {}
    return {"stake": {"currency": stake.currency, "minor": stake.minor, "per": stake.per}}


def _started_payload(act: Started) -> Payload:
    payload: Payload = {
        "variant": act.variant,
        "options": dict(act.options),
        "players": list(act.players),
    }
    payload |= _stake_payload(act.stake)
    texts = {"title": act.title, "place": act.place, "played_on": act.played_on}
    return payload | {name: text for name, text in texts.items() if text}


def read_started(text: str) -> Started:
    """Return the first act of a journal; raises PayloadError."""
    try:
        facts = json.loads(text)
        stake = facts.pop("stake", None)
        started = Started(
            **(facts | {"players": tuple(facts["players"])}),
            stake=None if stake is None else Stake(**stake),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PayloadError(str(error)) from error
    if started.variant not in VARIANTS:
        raise PayloadError(f"this version does not know the variant {started.variant!r}")
    return started


class PayloadReader:
    """Reads the acts of a journal after its first, ``started``."""

    def __init__(self, started: Started) -> None:
        self._started = started
        self._seats = len(started.players)
        self._asks: list[Asks] = []
        self._readers: dict[tuple[int, int], DealReader] = {}
        self._note_setup(started)

    def _note_setup(self, setup: Started | SetupChanged) -> None:
        """Note what is asked of a deal under a setup; a stored deal may be of any so far."""
        game = replace(replay([Entry(1, self._started)]), setup=setup)
        chosen = setup_of(game, VARIANTS[self._started.variant])
        self._asks.append(chosen.variant.family.asks(chosen.options))

    def read(self, kind: str, text: str) -> Act:
        """Return the act that was stored as ``text``; raises PayloadError."""
        try:
            facts = json.loads(text)
            if "deal" in facts:
                facts["deal"] = self._read_deal(facts["deal"])
            if facts.get("seat") is not None:
                facts["seat"] = Seat(facts["seat"])
            if "figures" in facts:
                facts["seats"] = tuple([Seat(seat) for seat in facts["seats"]])
                facts["figures"] = tuple([Figure(*figure) for figure in facts["figures"]])
            if facts.get("stake") is not None:
                facts["stake"] = Stake(**facts["stake"])
            act = _KINDS[kind](**facts)
        except KeyError as error:
            raise PayloadError(
                f"this version does not know entries of the kind {kind!r}"
            ) from error
        except TypeError as error:
            raise PayloadError(str(error)) from error
        if isinstance(act, SetupChanged):
            self._note_setup(act)
        return act

    def _read_deal(self, document: Payload) -> Deal:
        # A stored deal has a hand for each player of that time; more may have joined since.
        seats = len(document.get("hands", ())) or self._seats
        problems: list[Problem] = []
        for setup in reversed(range(len(self._asks))):
            if (setup, seats) not in self._readers:
                self._readers[setup, seats] = DealReader(self._asks[setup], _labels(seats))
            findings = Findings()
            deal = self._readers[setup, seats].read(document, (), findings)
            if not findings.problems:
                return deal
            problems += findings.problems
        raise PayloadError("; ".join([problem.text for problem in problems]))


def _labels(seats: int) -> tuple[str, ...]:
    return tuple([str(seat) for seat in range(seats)])


_KINDS: Final[dict[str, type[Act]]] = {
    kind.__name__.lower(): kind
    for kind in (
        Dealt,
        Corrected,
        Undone,
        Renamed,
        Joined,
        Left,
        Returned,
        Agreed,
        Challenged,
        Closed,
        Reopened,
        SetupChanged,
        PutAway,
    )
}
