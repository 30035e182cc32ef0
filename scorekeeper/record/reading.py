"""Reads a whole record and returns its game, or all of its problems at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.deals import Deal
from scorekeeper.domain.options import OptionValue
from scorekeeper.domain.scoring import GameScore, ScoredDeal, Setup, score_game, with_options
from scorekeeper.domain.settlement import Stake, read_amount
from scorekeeper.domain.variant import Path, Problem, Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record import FORMAT
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.places import Findings

NAME_LENGTH: Final = 40
TEXT_LENGTH: Final = 200
PER_MAX: Final = 1_000_000
PLAYERS_MAX: Final = 20
DEALS_MAX: Final = 500
"""More deals than any game has; a larger record is refused, as scoring it would take minutes."""
_HIDDEN_SIGNS: Final = "A name holds no hidden signs, such as those inside a joined emoji"
_KEYS: Final = frozenset(
    ("format", "variant", "options", "players", "stake", "title", "place", "played_on", "deals")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The game in a record; ``chosen`` are the options that the record names."""

    setup: Setup
    chosen: Mapping[str, OptionValue] = field(default_factory=dict)
    title: str = ""
    place: str = ""
    played_on: str = ""
    deals: tuple[Deal, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The result of reading a document: all problems or, if none is an error, record and score.

    ``players`` are the names that could be read; places of problems are written with them.
    """

    record: Record | None
    score: GameScore | None
    problems: tuple[Problem, ...]
    players: tuple[str, ...]


def read_record(document: Any) -> Reading:
    """Return the record in a parsed JSON value and its score, or its problems."""
    findings = Findings()
    if not isinstance(document, dict):
        findings.add((), "bad_format", "A record is a JSON object")
        return Reading(record=None, score=None, problems=tuple(findings.problems), players=())
    facts = {key: value for key, value in document.items() if value is not None}
    _check_keys(facts, findings)
    variant = _read_variant(facts.get("variant"), findings)
    chosen = read_options(facts.get("options", {}), variant, findings)
    players = read_players(facts.get("players"), findings)
    stake = read_stake(facts["stake"], ("stake",), findings) if "stake" in facts else None
    texts = {name: _read_text(facts.get(name), (name,), findings) for name in ("title", "place")}
    played_on = _read_date(facts.get("played_on"), findings)
    if variant is None:
        return _failed(findings, players)
    setup = Setup(variant, with_options(variant, chosen), players, stake)
    check_player_count(setup, findings)
    deals = _read_deals(facts.get("deals"), setup, findings)
    score = score_game(setup, deals) if _can_sit(setup) else None
    if findings.problems or score is None or score.has_errors:
        return _failed(findings, players, score)
    record = Record(setup=setup, chosen=chosen, played_on=played_on, deals=tuple(deals), **texts)
    return Reading(record=record, score=score, problems=(), players=players)


def _failed(
    findings: Findings, players: tuple[str, ...], score: GameScore | None = None
) -> Reading:
    """Return all problems: those of the document, and those of the rules elsewhere in it."""
    ruled = [] if score is None else list(deal_problems(score))
    kept = [problem for problem in ruled if not findings.concern(problem.at)]
    return Reading(record=None, score=None, problems=(*findings.problems, *kept), players=players)


def deal_problems(score: GameScore) -> list[Problem]:
    """Return the problems of all deals, with their places in the record."""
    return [problem for deal in score.deals for problem in place_problems(deal)]


def place_problems(deal: ScoredDeal) -> list[Problem]:
    """Return the problems of one deal, with their places in the record."""
    at: Path = ("deals", deal.number - 1)
    return [replace(problem, at=(*at, *problem.at)) for problem in deal.problems]


def _check_keys(facts: Mapping[str, Any], findings: Findings) -> None:
    if facts.get("format") != FORMAT:
        text = f"The format is {FORMAT!r}, not {facts.get('format')!r}"
        findings.add(("format",), "bad_format", text)
    for key in facts:
        if key not in _KEYS:
            findings.add((key,), "unknown_field", f"{key!r} is not part of a record")
    for key in ("variant", "players", "deals"):
        if key not in facts:
            findings.add((key,), "missing_field", f"The record has no {key}")


def _read_variant(value: Any, findings: Findings) -> Variant | None:
    if value is None:
        return None
    if isinstance(value, str) and value in VARIANTS:
        return VARIANTS[value]
    known = ", ".join(VARIANTS)
    findings.add(("variant",), "unknown_variant", f"{value!r} is no variant; there are {known}")
    return None


def read_options(value: Any, variant: Variant | None, findings: Findings) -> dict[str, OptionValue]:
    """Return the options that are named and valid; note a problem for each other one."""
    if not isinstance(value, dict):
        findings.add(("options",), "bad_value", "The options are an object")
        return {}
    if variant is None:
        return {}
    known = {option.name: option for option in variant.options}
    chosen = {}
    for name, wanted in value.items():
        if wanted is None:
            continue
        at: Path = ("options", name)
        if name not in known:
            text = f"{variant.name} has no option {name!r}"
            findings.add(at, "unknown_option", text)
        elif not known[name].accepts(wanted):
            findings.add(at, "bad_option", f"{known[name].label}: {known[name].range_words}")
        else:
            chosen[name] = wanted
    return chosen


def read_players(value: Any, findings: Findings) -> tuple[str, ...]:
    """Return the trimmed names in order of play; leave out and note those that are not valid."""
    if value is None:
        return ()
    if not isinstance(value, list):
        findings.add(("players",), "bad_players", "The players are a list of names")
        return ()
    if len(value) > PLAYERS_MAX:
        findings.add(("players",), "bad_players", f"{len(value)} players sit at no table")
        return ()
    names: list[str] = []
    for index, each in enumerate(value):
        name = each.strip() if isinstance(each, str) else ""
        at: Path = ("players", index)
        if not 1 <= len(name) <= NAME_LENGTH:
            text = f"A name has 1 to {NAME_LENGTH} letters"
            findings.add(at, "bad_players", text)
            continue
        if not name.isprintable():
            findings.add(at, "bad_players", _HIDDEN_SIGNS)
            continue
        if name in names:
            findings.add(at, "bad_players", f"{name} sits at the table twice")
        names.append(name)
    return tuple(names)


def _can_sit(setup: Setup) -> bool:
    """Tell whether the players are distinct and as many as the variant allows."""
    least, most = setup.variant.family.players(setup.options)
    return least <= len(set(setup.players)) == len(setup.players) <= most


def check_player_count(setup: Setup, findings: Findings) -> None:
    """Note a problem if the variant does not allow this number of players."""
    least, most = setup.variant.family.players(setup.options)
    count = len(setup.players)
    if not least <= count <= most and not findings.concern(("players",)):
        numbers = str(least) if least == most else f"{least} to {most}"
        text = f"{setup.variant.name} is for {numbers} players, not {count}"
        findings.add(("players",), "bad_players", text)


def read_stake(value: Any, at: Path, findings: Findings) -> Stake | None:
    """Return the stake, or ``None`` after noting its problems."""
    if not isinstance(value, dict):
        findings.add(at, "bad_stake", "A stake is an object")
        return None
    for key, each in value.items():
        if each is not None and key not in ("currency", "amount", "per"):
            findings.add((*at, key), "unknown_field", f"{key!r} is not part of a stake")
    currency, amount, per = value.get("currency"), value.get("amount"), value.get("per")
    if not isinstance(currency, str) or minor_digits(currency) is None:
        text = "The currency is an ISO 4217 code such as USD"
        findings.add((*at, "currency"), "bad_stake", text)
        currency = None
    minor = read_amount(amount, currency) if isinstance(amount, str) and currency else None
    if minor is None and (currency or not isinstance(amount, str)):
        digits = 2 if currency is None else minor_digits(currency)
        text = f'The amount is a text such as "1", with at most {digits} decimals'
        findings.add((*at, "amount"), "bad_stake", text)
    if type(per) is not int or not 1 <= per <= PER_MAX:
        text = f"The stake is for a whole number of points, 1 to {PER_MAX}"
        findings.add((*at, "per"), "bad_stake", text)
        return None
    return (
        None
        if currency is None or minor is None
        else Stake(currency=currency, minor=minor, per=per)
    )


def _read_text(value: Any, at: Path, findings: Findings) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and len(value) <= TEXT_LENGTH and value.isprintable():
        return value.strip()
    findings.add(at, "bad_value", f"This is a line of at most {TEXT_LENGTH} characters")
    return ""


def _read_date(value: Any, findings: Findings) -> str:
    if value is None:
        return ""
    try:
        if date.fromisoformat(value).isoformat() == value:
            return str(value)
    except (TypeError, ValueError):
        pass
    findings.add(("played_on",), "bad_value", "The date is written 2026-11-20")
    return ""


def _read_deals(value: Any, setup: Setup, findings: Findings) -> Sequence[Deal]:
    if value is None:
        return []
    if not isinstance(value, list):
        findings.add(("deals",), "bad_value", "The deals are a list")
        return []
    if len(value) > DEALS_MAX:
        findings.add(("deals",), "bad_value", f"A game has at most {DEALS_MAX} deals")
        return []
    reader = DealReader(setup.variant.family.asks(setup.options), setup.players)
    read = [reader.read(deal, ("deals", number), findings) for number, deal in enumerate(value)]
    # Without a deal that could not be read, those after it would have wrong numbers.
    return [] if None in read else [deal for deal in read if deal is not None]
