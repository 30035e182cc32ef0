"""Reads the facts of a deal or a hand, each according to its kind (``AskKind``).

Every problem is noted with its place; all facts that could be read are returned.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any, Final

from scorekeeper.domain.asks import Ask, AskKind
from scorekeeper.domain.cards import SuitlessCards
from scorekeeper.domain.deals import Penalty
from scorekeeper.domain.names import LINE_LENGTH, find_hidden_sign, quote_text, trim_line
from scorekeeper.domain.options import POINTS_MAX
from scorekeeper.domain.variant import Path
from scorekeeper.record.card_reading import CardReader
from scorekeeper.record.places import Findings

_PENALTIES_MAX: Final = 50
"""More penalties than anybody pays in one deal; each is a line of the score."""


def without_nulls(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document without its ``null`` values, which count as absent."""
    return {key: value for key, value in document.items() if value is not None}


def refuse_unknown(
    facts: Mapping[str, Any], known: Container[str], at: Path, findings: Findings
) -> None:
    """Note a problem for each key that is not in ``known``."""
    for key in facts:
        if key not in known:
            findings.add(
                (*at, key), "unknown_field", f"{quote_text(key)} is not part of this record"
            )


def read_asks(
    asks: Mapping[str, Ask],
    facts: Mapping[str, Any],
    at: Path,
    findings: Findings,
    *,
    suitless: SuitlessCards,
) -> dict[str, Any]:
    """Return the facts that are asked, given and readable, by name; note all problems.

    ``suitless`` are the cards that may be named without a suit.
    """
    found = {}
    cards = CardReader(suitless, findings)
    for name, given in facts.items():
        if name in asks:
            value = _read(asks[name].kind, given, (*at, name), cards)
            if value is not None:
                found[name] = value
    for ask in asks.values():
        if ask.required and ask.name not in facts:
            findings.add((*at, ask.name), "missing_field", f"{ask.label} is missing")
    return found


def _read(kind: AskKind, value: Any, at: Path, cards: CardReader) -> Any:
    if kind in _CARD_READERS:
        return _CARD_READERS[kind](cards, value, at)
    return _READERS[kind](value, at, cards.findings)


def _read_flag(value: Any, at: Path, findings: Findings) -> bool | None:
    if isinstance(value, bool):
        return value
    findings.add(at, "bad_value", "This is true or false")
    return None


def _read_points(value: Any, at: Path, findings: Findings) -> int | None:
    if type(value) is int and 0 <= value <= POINTS_MAX:
        return value
    findings.add(at, "bad_value", f"Points are a whole number from 0 to {POINTS_MAX}")
    return None


def _read_penalties(value: Any, at: Path, findings: Findings) -> tuple[Penalty, ...] | None:
    if not isinstance(value, list):
        findings.add(at, "bad_value", "Penalties are a list")
        return None
    if len(value) > _PENALTIES_MAX:
        findings.add(at, "bad_value", f"A hand has at most {_PENALTIES_MAX} penalties")
        return None
    return tuple(
        [_read_penalty(each, (*at, number), findings) for number, each in enumerate(value)]
    )


def _read_penalty(value: Any, at: Path, findings: Findings) -> Penalty:
    """Return the penalty, without what cannot be read, so that the next ones keep their places."""
    if not isinstance(value, dict):
        findings.add(at, "bad_value", "A penalty is an object with a law or points")
        return Penalty()
    facts = without_nulls(value)
    refuse_unknown(facts, {"law", "points", "reason"}, at, findings)
    if ("law" in facts) == ("points" in facts):
        code = "bad_value" if "law" in facts else "missing_field"
        findings.add(at, code, "A penalty has either a law or points")
        return Penalty()
    if "law" in facts:
        return _read_law(facts["law"], (*at, "law"), findings)
    points = _read_points(facts["points"], (*at, "points"), findings)
    reason = read_line(facts.get("reason"), (*at, "reason"), findings)
    return Penalty(points=points, reason=reason or None)


def _read_law(value: Any, at: Path, findings: Findings) -> Penalty:
    if type(value) is int:
        return Penalty(law=value)
    findings.add(at, "bad_value", "A law is a number")
    return Penalty()


def read_line(value: Any, at: Path, findings: Findings) -> str:
    """Return a line of text, trimmed; empty if there is none, or if it is not valid."""
    if value is None:
        return ""
    line = trim_line(value) if isinstance(value, str) else None
    if line is None or len(line) > LINE_LENGTH:
        findings.add(at, "bad_value", f"This is a line of at most {LINE_LENGTH} characters")
        return ""
    hidden = find_hidden_sign(line)
    if hidden:
        text = f"This is one line without invisible signs; {hidden} is in it"
        findings.add(at, "bad_value", text)
        return ""
    return line


_CARD_READERS: Final[dict[AskKind, Callable[[CardReader, Any, Path], Any]]] = {
    AskKind.CARD: CardReader.read_one,
    AskKind.CARDS: CardReader.read_several,
    AskKind.MELDS: CardReader.read_melds,
}
_READERS: Final[dict[AskKind, Callable[[Any, Path, Findings], Any]]] = {
    AskKind.POINTS: _read_points,
    AskKind.FLAG: _read_flag,
    AskKind.PENALTIES: _read_penalties,
}
