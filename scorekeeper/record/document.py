"""Documents: JSON within bounds, problems by their places in it, and the cards of a typed deal."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from scorekeeper.rules import AskKind, Asks, GameScore, Path, Problem, expand_shorthand, quote_text

T = TypeVar("T")
FORMAT: Final = "scorekeeper-game/1"
Document = dict[str, Any]
"""A JSON object: a game record, a part of one, or a result."""
_MIB: Final = 1024 * 1024
MAX_BYTES: Final = _MIB
"""The size of the largest record that is read (bytes)."""
DEALS_MAX: Final = 500
"""More deals than any game has; a larger record is refused, as scoring it would take minutes."""


class Bounds(NamedTuple):
    """The limits of a document: its ``size`` in bytes, the ``depth`` of nested objects and lists.

    ``name`` is what messages call it.
    """

    name: str
    size: int
    depth: int


RECORD_BOUNDS: Final = Bounds("record", MAX_BYTES, 8)


class DocumentError(Exception):
    """An error for bytes that cannot be a record; its text says why in one sentence.

    If an object has a key twice, ``at`` is its place and ``document`` what could be read.
    """

    def __init__(self, text: str, at: Path = (), document: Any = None) -> None:
        super().__init__(text)
        self.at = at
        self.document = document


def parse_document(raw: bytes, bounds: Bounds = RECORD_BOUNDS) -> Any:
    """Return the JSON value in ``raw``; raises ``DocumentError``, also beyond the bounds."""
    name = bounds.name
    if len(raw) > bounds.size:
        raise DocumentError(f"The {name} is larger than {bounds.size // _MIB} MiB")
    doubled: list[tuple[Any, str]] = []
    try:
        value = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=partial(_object, doubled),
            parse_constant=partial(_refuse, name),
        )
        _check_depth(value, bounds)
        if doubled:
            broken, key = doubled[0]
            raise DocumentError(
                f"The {name} has the key {quote_text(key)} twice in one object",
                at=_place_of(broken, value) or (),
                document=value,
            )
        if b"\\u" in raw:
            # Half a surrogate pair is valid JSON, but no text can hold it: this raises.
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError as error:
        raise DocumentError(f"The {name} is not UTF-8 text") from error
    except RecursionError as error:
        raise DocumentError(_too_deep(bounds)) from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"The {name} is not JSON: {error.msg} at {place}") from error
    except ValueError as error:  # a number with thousands of digits
        raise DocumentError(f"The {name} holds a number that is too long") from error
    return value


def _too_deep(bounds: Bounds) -> str:
    return f"The {bounds.name} is nested deeper than {bounds.depth} levels"


def _object(doubled: list[tuple[Any, str]], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; note it in ``doubled`` with its key, if it has one twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        doubled.append((found, Counter([key for key, _ in pairs]).most_common(1)[0][0]))
    return found


def _place_of(wanted: Any, value: Any) -> Path | None:
    """Return the place of an object in a value, None if it is not in it."""
    if value is wanted:
        return ()
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        within = _place_of(wanted, inner) if isinstance(inner, dict | list) else None
        if within is not None:
            return (key, *within)
    return None


def _refuse(name: str, constant: str) -> NoReturn:
    raise DocumentError(f"The {name} is not JSON: {constant} is no number of it")


def _check_depth(value: Any, bounds: Bounds) -> None:
    level = [value]
    for _ in range(bounds.depth + 1):
        below: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not any(isinstance(item, dict | list) for item in level):
            return
        level = [item for item in below if isinstance(item, dict | list)]
    raise DocumentError(_too_deep(bounds))


# --- the shorthand in a typed deal, replaced by the notation of the record ------------------------


def expand_deal(document: Mapping[str, Any], asks: Asks) -> Document:
    """Return the document with the cards of every hand in the notation.

    Values that are no strings or no shorthand stay as they are, so that the reader refuses them.
    """
    pairs, hands = document.get("pairs"), document.get("hands")
    if isinstance(pairs, list):
        pairs = [expand_deal(pair, asks) if isinstance(pair, dict) else pair for pair in pairs]
        return {**document, "pairs": pairs}
    if not isinstance(hands, dict):
        return dict(document)
    return {**document, "hands": {name: _expand_hand(hand, asks) for name, hand in hands.items()}}


def _expand_hand(hand: Any, asks: Asks) -> Any:
    if not isinstance(hand, dict):
        return hand
    kinds = (AskKind.CARD, AskKind.CARDS, AskKind.MELDS)
    names = [ask.name for ask in asks.hand if ask.kind in kinds and ask.name in hand]
    return {**hand, **{name: _expand(hand[name]) for name in names}}


def _expand(value: Any) -> Any:
    if isinstance(value, list):
        return [_expand(item) for item in value]
    return expand_shorthand(value) if isinstance(value, str) else value


# --- problems, collected with their places, and written as JSON has them --------------------------

PROBLEMS_MAX: Final = 1_000
"""The most problems reported for one document: a hostile file could have a million."""

MORE_PROBLEMS: Final = Problem(
    at=(),
    code="bad_format",
    text=f"More than {PROBLEMS_MAX} problems were found; mend these first",
    judged_by=(),
)


class Findings:
    """Collects the problems found while a document is read; ``count`` is how many were found."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.count = 0
        self._places: set[Path] = set()
        self._on_the_way: set[Path] = set()

    def add(self, at: Path, code: str, text: str) -> None:
        """Add an error at the place ``at``; beyond ``PROBLEMS_MAX`` it is only counted."""
        self.add_problem(Problem(at=at, code=code, text=text))

    def refuse(self, at: Path, code: str, text: str, instead: T) -> T:
        """Add an error at the place ``at``, and return what counts as read ``instead``."""
        self.add(at, code, text)
        return instead

    def add_problem(self, problem: Problem) -> None:
        """Add a problem; beyond ``PROBLEMS_MAX`` it is only counted."""
        self.count += 1
        if self.count <= PROBLEMS_MAX:
            self.problems.append(problem)
            self.mark_incomplete(problem.at)
        elif self.count == PROBLEMS_MAX + 1:
            self.problems.append(MORE_PROBLEMS)
            self.mark_incomplete(())

    def mark_incomplete(self, at: Path) -> None:
        """Note that the value at ``at`` is not known, because of a problem reported elsewhere."""
        self._places.add(at)
        self._on_the_way.update([at[:steps] for steps in range(len(at) + 1)])

    def is_uncertain(self, problem: Problem) -> bool:
        """Tell whether the facts by which a problem was judged may be incomplete."""
        judged_by = (problem.at,) if problem.judged_by is None else problem.judged_by
        return any(self.is_incomplete(at) for at in judged_by)

    def is_incomplete(self, at: Path) -> bool:
        """Tell whether the value at ``at`` may be incomplete: a problem lies at, in or above it."""
        above = [at[:steps] for steps in range(len(at))]
        return at in self._on_the_way or not self._places.isdisjoint(above)


def deal_problems(score: GameScore) -> list[Problem]:
    """Return the problems of all deals, with their places in the record."""
    found = [place_problems(deal.problems, deal.number) for deal in score.deals]
    return [problem for problems in found for problem in problems]


def place_problems(problems: Iterable[Problem], number: int) -> list[Problem]:
    """Return problems of deal ``number`` (from 1) with their places in the record."""
    at: Path = ("deals", number - 1)
    return [
        replace(
            problem,
            at=(*at, *problem.at),
            judged_by=problem.judged_by and tuple([(*at, *fact) for fact in problem.judged_by]),
        )
        for problem in problems
    ]


def write_path(at: Path, players: Sequence[str]) -> str:
    """Return a place as text, with names for seats: ``deals[0].hands.Ann.melds[1]``."""
    text = ""
    for before, step in zip((None, *at), at, strict=False):
        if before == "hands" and isinstance(step, int):
            text += f".{players[step]}"
        elif isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}"
    return text.removeprefix(".")


def write_problems(problems: Iterable[Problem], players: Sequence[str]) -> list[dict[str, Any]]:
    """Return problems as JSON objects, as results of the game record have them."""
    return [
        {
            "at": write_path(problem.at, players),
            "code": problem.code,
            "text": problem.text,
            "severity": str(problem.severity),
        }
        for problem in problems
    ]
