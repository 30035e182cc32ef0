"""Reads a whole record and returns its game, or all of its problems at once."""

import os
import pathlib
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from typing import Any, Final

import scorekeeper
from scorekeeper.record.deal_reading import DealReader, read_line, refuse_unknown, without_nulls
from scorekeeper.record.document import (
    DEALS_MAX,
    FORMAT,
    MORE_PROBLEMS,
    PROBLEMS_MAX,
    DocumentError,
    Findings,
    parse_document,
    place_problems,
)
from scorekeeper.record.sheet_code import SheetCodeError, is_code, read_codes
from scorekeeper.rules import (
    NAME_LENGTH,
    Deal,
    EarlyEnd,
    GameScore,
    OptionValue,
    Path,
    Problem,
    Setup,
    Severity,
    Stake,
    Table,
    Variant,
    check_and_score,
    find_hidden_sign,
    has_error,
    look_of,
    minor_digits,
    quote_text,
    read_amount,
    score_game,
    trim_line,
    with_options,
    write_numbers,
)
from scorekeeper.rules.variants import VARIANTS

# --- the names of players, and those that cannot be told apart ------------------------------------

PLAYERS_MAX: Final = 20


def read_players(value: Any, findings: Findings) -> tuple[str, ...]:
    """Return the names in order of play, as they are compared and written; note all problems.

    Names that are not valid are returned too; those that are no text are empty.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        return findings.refuse(("players",), "bad_players", "The players are a list of names", ())
    if len(value) > PLAYERS_MAX:
        return findings.refuse(
            ("players",), "bad_players", f"{len(value)} players sit at no table", ()
        )
    names = [trim_line(player) if isinstance(player, str) else "" for player in value]
    for index, name in enumerate(names):
        text = name_fault(name) or alike_fault(names[: index + 1], index)
        if text:
            findings.add(("players", index), "bad_players", text)
    return tuple(names)


def name_fault(name: str) -> str:
    """Return why a trimmed text is no name; empty if it is one."""
    if not 1 <= len(name) <= NAME_LENGTH:
        return f"A name has 1 to {NAME_LENGTH} letters or signs"
    hidden = find_hidden_sign(name)
    return f"A name is one line without invisible signs; {hidden} is in it" if hidden else ""


def alike_fault(names: Sequence[str], seat: int) -> str:
    """Return which other name looks like that of ``seat``; empty if none does."""
    own, other = names[seat], find_alike(names, seat)
    if other is None:
        return ""
    if other == own:
        return f"{own} sits at the table twice; add a letter to one of them"
    return f"{own} and {other} look alike; add a letter to tell them apart"


def find_alike(names: Sequence[str], seat: int) -> str | None:
    """Return another name that looks like that of ``seat``, an equal one first; else None."""
    own = names[seat]
    others = [name for other, name in enumerate(names) if other != seat]
    alike = [name for name in others if look_of(name) == look_of(own)]
    return own if own in others else next(iter(alike), None)


# --- the problems that the rules find in the deals of a record ------------------------------------

_FEW_DEALS: Final = 50
"""A number of deals that takes little time to check, whatever is in them."""


def first_deals(setup: Setup, deals: Sequence[Deal]) -> Sequence[Deal]:
    """Return the deals up to the one at which there are more errors than ``PROBLEMS_MAX``.

    If there are few deals, all are returned, as checking them costs little.
    """
    errors = 0
    for number, deal in enumerate(deals if len(deals) > _FEW_DEALS else (), 1):
        checked = check_and_score(setup, deal, Table(players=setup.players, number=number))
        errors += len(
            [problem for problem in checked.problems if problem.severity is Severity.ERROR]
        )
        if errors > PROBLEMS_MAX:
            return deals[:number]
    return deals


def check_each(setup: Setup, deals: Sequence[Deal]) -> Iterator[Problem]:
    """Yield the problems of deals that cannot be scored, as the number of players is wrong."""
    for number, deal in enumerate(deals, 1):
        checked = check_and_score(setup, deal, Table(players=setup.players, number=number))
        yield from place_problems(checked.problems, number)


def certain_problems(score: GameScore, findings: Findings) -> Iterator[Problem]:
    """Yield the problems of all deals that are certain.

    After the first fault nobody can tell where the game ended, so ``after_end`` is left out.
    """
    is_certain = not findings.is_incomplete(("options",))
    for deal in score.deals:
        at: Path = ("deals", deal.number - 1)
        problems = place_problems(deal.problems, deal.number)
        yield from [problem for problem in problems if is_certain or problem.code != "after_end"]
        is_certain = is_certain and not has_error(problems) and not findings.is_incomplete(at)


PER_MAX: Final = 1_000_000
_KEYS: Final = frozenset(
    """format variant options players stake title place played_on closed_early deals""".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The game in a record; ``chosen`` are the options that the record names.

    ``closed_early`` is given if its players ended the game before its rules did.
    """

    setup: Setup
    chosen: Mapping[str, OptionValue] = field(default_factory=dict)
    title: str = ""
    place: str = ""
    played_on: str = ""
    closed_early: EarlyEnd | None = None
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


def read_file(raw: bytes) -> Reading:
    """Return the record in a file and its score, or its problems; never raises.

    A file may hold the texts of a sheet code in place of JSON.
    """
    try:
        if is_code(raw):
            return read_record(read_codes(raw.decode(errors="replace")))
        return read_record(parse_document(raw))
    except SheetCodeError as error:
        return Reading(record=None, score=None, problems=(error.problem,), players=())
    except DocumentError as error:
        findings = Findings()
        findings.add(error.at, "bad_format", str(error))
        if error.at[-1:] == ("hands",):
            # Two players with one name make a double key wherever their hands are listed.
            read_players(error.document.get("players"), findings)
        return _failed(findings, ())


def read_record(document: Any) -> Reading:
    """Return the record in a parsed JSON value and its score, or its problems."""
    findings = Findings()
    if not isinstance(document, dict):
        findings.add((), "bad_format", "A record is a JSON object")
        return _failed(findings, ())
    facts = without_nulls(document)
    _check_keys(facts, findings)
    variant = _read_variant(facts.get("variant"), findings)
    chosen = read_options(facts.get("options", {}), variant, findings)
    players = read_players(facts.get("players"), findings)
    stake = read_stake(facts["stake"], ("stake",), findings) if "stake" in facts else None
    texts = {name: read_line(facts.get(name), (name,), findings) for name in ("title", "place")}
    played_on = read_date(facts.get("played_on"), ("played_on",), findings)
    closed = read_early_end(facts.get("closed_early"), ("closed_early",), findings)
    if variant is None:
        return _failed(findings, players)
    setup = Setup(variant, with_options(variant, chosen), players, stake)
    can_sit = check_player_count(setup, findings)
    if not (players and all(players) and len(set(players)) == len(players)):
        return _failed(findings, players)  # nobody knows whose hand is whose
    deals = _read_deals(facts.get("deals"), setup, findings)
    judged = first_deals(setup, deals)
    is_cut, deals = len(judged) < len(deals), judged
    score = score_game(setup, deals, closed=closed) if can_sit else None
    if closed is not None and score is not None:
        _check_early_end(score, findings)
    if score is None or score.has_errors or findings.problems:
        ruled = check_each(setup, deals) if score is None else certain_problems(score, findings)
        return _failed(findings, players, chain(ruled, [MORE_PROBLEMS] if is_cut else []))
    record = Record(
        setup=setup,
        chosen=chosen,
        played_on=played_on,
        closed_early=closed,
        deals=tuple(deals),
        **texts,
    )
    return Reading(record=record, score=score, problems=(), players=players)


def _failed(findings: Findings, players: tuple[str, ...], ruled: Iterable[Problem] = ()) -> Reading:
    """Return all problems: those of the document, and those of the rules that can be judged."""
    kept = [problem for problem in ruled if not findings.is_uncertain(problem)]
    return Reading(record=None, score=None, problems=(*findings.problems, *kept), players=players)


def _check_early_end(score: GameScore, findings: Findings) -> None:
    """Note a problem if a game that was ended early was over by its rules."""
    doubtful = (
        findings.is_incomplete(("options",))
        or findings.is_incomplete(("deals",))
        or score.has_errors
    )
    if score.over and not doubtful:
        findings.add(
            ("closed_early",),
            "already_over",
            f"The game was over after deal {score.ended_at_deal}, so nobody closed it early",
        )


def _check_keys(facts: Mapping[str, Any], findings: Findings) -> None:
    if facts.get("format") != FORMAT:
        findings.add(
            ("format",),
            "bad_format",
            f"The format is {quote_text(FORMAT)}, not {quote_text(facts.get('format'))}",
        )
    for key in facts:
        if key not in _KEYS:
            findings.add((key,), "unknown_field", f"{quote_text(key)} is not part of a record")
    for key in ("variant", "players", "deals"):
        if key not in facts:
            findings.add((key,), "missing_field", f"The record has no {key}")


def _read_variant(value: Any, findings: Findings) -> Variant | None:
    if value is None:
        return None
    if isinstance(value, str) and value in VARIANTS:
        return VARIANTS[value]
    known = ", ".join(VARIANTS)
    return findings.refuse(
        ("variant",),
        "unknown_variant",
        f"{quote_text(value)} is no variant; there are {known}. Options and deals were not checked",
        None,
    )


def read_options(value: Any, variant: Variant | None, findings: Findings) -> dict[str, OptionValue]:
    """Return the options that are named and valid; note a problem for each other one."""
    if not isinstance(value, dict):
        return findings.refuse(("options",), "bad_value", "The options are an object", {})
    if variant is None:
        return {}
    known = {option.name: option for option in variant.options}
    chosen = {}
    for name, wanted in value.items():
        if wanted is None:
            continue
        at: Path = ("options", name)
        if name not in known:
            findings.add(at, "unknown_option", f"{variant.name} has no option {quote_text(name)}")
        elif not known[name].accepts(wanted):
            findings.add(at, "bad_option", f"{known[name].label}: {known[name].range_words}")
        else:
            chosen[name] = wanted
    return chosen


def read_early_end(value: Any, at: Path, findings: Findings) -> EarlyEnd | None:
    """Return the early end of a game; ``None`` if there is none, as ``false`` says too."""
    if value is None or value is False:
        return None
    if not isinstance(value, dict):
        return findings.refuse(
            at, "bad_value", 'An early end is an object such as {"settles": true}', None
        )
    refuse_unknown(without_nulls(value), {"settles"}, at, findings)
    settles = value.get("settles")
    if settles is None:
        findings.add((*at, "settles"), "missing_field", "Did the players settle as it stood?")
    elif not isinstance(settles, bool):
        findings.add((*at, "settles"), "bad_value", "This is true or false")
    return EarlyEnd(settles=settles is True)


def check_player_count(setup: Setup, findings: Findings) -> bool:
    """Tell whether the variant allows this number of players, and note a problem if not."""
    allowed, count = setup.variant.family.players(setup.options), len(setup.players)
    is_list = bool(setup.players) or not findings.is_incomplete(("players",))
    if is_list and count not in allowed:
        numbers = write_numbers(allowed)
        findings.add(
            ("players",),
            "bad_players",
            f"{setup.variant.name} is for {numbers} players, not {count}",
        )
    return count in allowed


def read_stake(value: Any, at: Path, findings: Findings) -> Stake | None:
    """Return the stake, or ``None`` after noting its problems; for an amount of 0 there is none."""
    if not isinstance(value, dict):
        return findings.refuse(at, "bad_stake", "A stake is an object", None)
    for key, part in value.items():
        if part is not None and key not in ("currency", "amount", "per"):
            findings.add((*at, key), "unknown_field", f"{quote_text(key)} is not part of a stake")
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
        return findings.refuse(
            (*at, "per"),
            "bad_stake",
            f"The stake is for a whole number of points, 1 to {PER_MAX}",
            None,
        )
    return None if currency is None or not minor else Stake(currency=currency, minor=minor, per=per)


def read_date(value: Any, at: Path, findings: Findings) -> str:
    """Return an ISO date; empty if there is none, or if it is not valid."""
    if value is None:
        return ""
    try:
        if date.fromisoformat(value).isoformat() == value:
            return str(value)
    except (TypeError, ValueError):
        pass
    return findings.refuse(at, "bad_value", "The date is written 2026-11-20", "")


def _read_deals(value: Any, setup: Setup, findings: Findings) -> Sequence[Deal]:
    if value is None:
        return []
    if not isinstance(value, list):
        return findings.refuse(("deals",), "bad_value", "The deals are a list", [])
    if len(value) > DEALS_MAX:
        return findings.refuse(("deals",), "bad_value", f"A game has at most {DEALS_MAX} deals", [])
    reader = DealReader(setup.variant.family.asks(setup.options), setup.players)
    return [reader.read(deal, ("deals", number), findings) for number, deal in enumerate(value)]


# --- large records, refused by a process of their own ---------------------------------------------
# All threads of the site share one interpreter: while one of them reads for a fifth of a second
# what somebody sent, every page takes twice as long.

_LARGE: Final = 65_536
"""Bytes; what is not longer is read in about the time that a process takes to start."""
_SECONDS_APART: Final = 10.0
_LOWER: Final = 10
"""The niceness of the process: if both want the processor, pages go before records."""
_PACKAGES: Final = pathlib.Path(scorekeeper.__file__).parent.parent


def read_file_apart(raw: bytes) -> Reading:
    """Return the record in a file, or its problems; a large one is first read by another process.

    Only problems come from there: a record without any is read here, and so is every record if no
    process can be started.
    """
    found = _ask(raw) if len(raw) > _LARGE else b""
    refused: Reading | None = pickle.loads(found) if found else None  # noqa: S301 - of our process
    return read_file(raw) if refused is None else refused


def _ask(raw: bytes) -> bytes:
    try:
        return subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-P", "-c", f"from {__name__} import tell_problems; tell_problems()"],
            input=raw,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(_PACKAGES)},
            timeout=_SECONDS_APART,
        ).stdout
    except (subprocess.SubprocessError, OSError):
        return b""


def tell_problems() -> None:
    """Write the reading of the record on the standard input if it has problems; else nothing."""
    os.nice(_LOWER)
    reading = read_file(sys.stdin.buffer.read())
    if reading.record is None:
        sys.stdout.buffer.write(pickle.dumps(reading))
