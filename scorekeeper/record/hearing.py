"""Answers what was said: the table of words from its file, requests as JSON, answers as text."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from scorekeeper import hearing
from scorekeeper.hearing import Answer, Game, Table, Vocabulary, game_of, hear, hear_deal, lines_of
from scorekeeper.record.deal_reading import without_nulls
from scorekeeper.record.document import Bounds, DocumentError, Findings, parse_document
from scorekeeper.record.reading import read_options
from scorekeeper.rules import OptionValue, quote_text, with_options, write_numbers
from scorekeeper.rules.variants import VARIANTS

USUAL_VARIANT: Final = "laws"
_PLAYERS: Final = 4
_BOUNDS: Final = Bounds("line", 1024 * 1024, 8)
_KEYS: Final = ("text", "variant", "for", "options", "players")


class RefusedError(Exception):
    """An error for a request that cannot be answered; its text says why in one sentence."""


@cache
def vocabulary() -> Vocabulary:
    """Return the words of the table, which is read once."""
    text = files(hearing).joinpath("words.json").read_text(encoding="utf-8")
    return Vocabulary(Table(json.loads(text)))


def answer_text(
    text: str,
    variant: str = USUAL_VARIANT,
    line: str | None = None,
    players: list[str] | None = None,
) -> Answer:
    """Return what was said in a game of a variant, perhaps of players by name.

    Raises ``RefusedError``.
    """
    game = _game(variant, (), players)
    return _hear(text, _line(line, variant, game), game, players)


def _hear(text: str, line: str, game: Game, players: Any) -> Answer:
    if isinstance(players, int | None):
        return hear(text, line, game, vocabulary())
    return hear_deal(text, players, game, vocabulary())


def answer_line(raw: bytes) -> Answer:
    """Return the answer to one request, a JSON object; one that cannot be used is refused."""
    try:
        request = _read_request(raw)
        variant = request.get("variant", USUAL_VARIANT)
        options = _read_options(variant, request.get("options", {}))
        game = _game(variant, tuple(sorted(options.items())), request.get("players"))
        line = _line(request.get("for"), variant, game)
        return _hear(request["text"], line, game, request.get("players"))
    except RefusedError as error:
        return refusal(error)


def refusal(error: RefusedError) -> Answer:
    return {"status": "refused", "why": str(error)}


def _read_request(raw: bytes) -> dict[str, Any]:
    try:
        value = parse_document(raw, _BOUNDS)
    except DocumentError as error:
        raise RefusedError(str(error)) from error
    if not isinstance(value, dict):
        raise RefusedError("A line is an object with a text")
    for key in value:
        if key not in _KEYS:
            raise RefusedError(f"{quote_text(key)} is not part of a line")
    request = without_nulls(value)
    if not isinstance(request.get("text"), str):
        raise RefusedError(
            "The text is missing" if "text" not in request else "The text is no text"
        )
    return request


def _read_options(variant: Any, value: Any) -> Mapping[str, OptionValue]:
    _check_variant(variant)
    findings = Findings()
    options = read_options(value, VARIANTS[variant], findings)
    if findings.problems:
        raise RefusedError(findings.problems[0].text)
    return options


def _check_variant(variant: Any) -> None:
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise RefusedError(f"{quote_text(variant)} is no variant; there are {', '.join(VARIANTS)}")


def _game(variant: str, options: tuple[tuple[str, OptionValue], ...], players: Any) -> Game:
    _check_variant(variant)
    if isinstance(players, list) and all(isinstance(name, str) for name in players):
        players = len(players)
    elif players is not None and type(players) is not int:
        raise RefusedError("The players are a whole number, or their names")
    game = _game_of(variant, options, players)
    if isinstance(game, str):
        raise RefusedError(game)
    return game


@lru_cache(maxsize=64)
def _game_of(
    key: str, chosen: tuple[tuple[str, OptionValue], ...], players: int | None
) -> Game | str:
    """Return the game of a variant, or why there is none; building one takes a while."""
    variant = VARIANTS[key]
    options = with_options(variant, dict(chosen))
    numbers = variant.family.players(options)
    if players is not None and players not in numbers:
        return f"{variant.name} is for {write_numbers(numbers)} players, not {players}"
    game = game_of(variant, options, players or _PLAYERS)
    return game or f"Cards of {variant.name} cannot be said"


def _line(wanted: Any, variant: str, game: Game) -> str:
    known = lines_of(game)
    if wanted is None:
        return known[0]
    if wanted not in known:
        raise RefusedError(
            f"{VARIANTS[variant].name} has no line {quote_text(wanted)}, but {' and '.join(known)}"
        )
    return str(wanted)


# --- The answer for people ------------------------------------------------------------------------

_FACTS: Final = {
    "in_hand": "in hand",
    "melded_points": "points melded",
    "in_hand_points": "points in hand",
    "deadwood_points": "points of deadwood",
}
_NOTHING: Final = "nothing"


def write_answer(answer: Answer) -> str:
    """Return the parts of an answer as a table: what was said, and what was heard.

    What was said of players stands under their names.
    """
    if "players" in answer:
        told = [f"{name}:\n{write_answer(told)}" for name, told in answer["players"].items()]
        return "\n".join([*told, *[f"{said}  ? of nobody" for said in answer["unread"]]])
    rows = [(part["said"], _write_heard(part)) for part in answer["parts"]]
    width = max([len(said) for said, _ in rows], default=0)
    return "\n".join([f"{said:<{width}}  {heard}" for said, heard in rows]) or "Nothing was said."


def is_understood(answer: Answer) -> bool:
    """Tell whether all that was said is sure, of each player if there are several."""
    if "players" not in answer:
        return bool(answer["status"] == "understood")
    return not answer["unread"] and all(map(is_understood, answer["players"].values()))


def _write_heard(part: Answer) -> str:
    if "unread" in part:
        return "? not understood"
    if "asked" in part:
        return "? " + ", or ".join([facts_in_words(reading) for reading in part["asked"]])
    return facts_in_words(part)


def facts_in_words(part: Answer) -> str:
    """Return the facts of a part or of one of its readings: ``KH 2=K; in hand: 7``."""
    found = []
    for name, value in part.items():
        if name == "melds":
            found.append("; ".join(value) or f"{_NOTHING} melded")
        elif value is True:
            found.append(name)
        elif name in ("in_hand", "cards", "deadwood"):
            found.append(f"{_FACTS.get(name, name)}: {value or _NOTHING}")
        elif name != "said":
            found.append(f"{value} {_FACTS[name]}")
    return ", ".join(found)
