"""What was said of hands: as text of the form without scripts, and as the line of the pad asks it.

A phone writes what is dictated into one line for each hand. What is sure becomes text of the other
fields, what has several readings becomes a question, and what is not understood stays in the line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from time import thread_time
from typing import Any, Final

from flask import Response, abort, current_app, jsonify, request

from scorekeeper.games import Pace, Role, network_of, say_who_ended
from scorekeeper.hearing import (
    TEXT_MOST,
    Answer,
    Game,
    command_of,
    corrected,
    game_of,
    has_unknown,
    hear_first,
    is_besides,
    is_chatter,
    leads,
    line_of,
    lines_of,
    names_card,
    said_by_name,
    tells_parts,
    whose_is_unclear,
)
from scorekeeper.hearing import hear as hear_text
from scorekeeper.record.hearing import facts_in_words, vocabulary
from scorekeeper.rules import Pack, Problem, Seat, Setup
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core import (
    YES,
    Fault,
    Field,
    FieldProblems,
    Values,
    demand,
    least_role,
    send_text,
    this_game,
    this_visit,
    typed,
)
from scorekeeper.web.deal import deal_pages
from scorekeeper.web.deal.deal_text import hand_field
from scorekeeper.wording.sentences import among, isolate

SAID: Final = "said"
"""The name of the line for each hand; its questions are numbered from 0 after it."""
_CARDS: Final = ("in_hand", "cards", "deadwood")
PACE: Final = "pace of hearing"
"""The key in ``app.extensions`` of the limits of hearing, which all sites share."""
_SHARE: Final = 0.25
_SECONDS_AT_ONCE: Final = 3.0
"""A said hand takes a thousandth of a second or two: forty phones of a club stay far below."""
_TOO_MUCH: Final = "A lot is being said at once. This will be read in a moment."


def said_fields(
    setup: Setup, seat: int, values: Values, faults: Sequence[Fault]
) -> tuple[Field, ...]:
    """Return the line of a hand with its questions; none for a family without a pad."""
    game = game_heard(setup.variant.key, setup.options, len(setup.players))
    name = hand_field(seat, SAID)
    return fields_of(game, values, name, faults, names=setup.players) if game else ()


def fields_of(
    game: Game, values: Values, name: str, faults: Sequence[Fault], *, names: Sequence[str] = ()
) -> tuple[Field, ...]:
    """Return the line of this name, with a question for each piece that has several readings.

    There are none for a text that is not about one hand: it has ``names`` of players.
    """
    text = _text(values, name)
    answer = _hear(game, "" if _whose(text, names) else text)
    line = Field(
        name=name,
        kind="said",
        label="Say or type the cards",
        value=text,
        help="The microphone of your keyboard writes here: three kings, five to ten of spades.",
        problems=FieldProblems(faults).of(name),
    )
    questions = [
        Field(
            name=f"{name}{number}",
            kind="chips",
            label=f"“{part['said']}”: which is it?",
            choices=tuple(
                [(str(at), facts_in_words(facts)) for at, facts in enumerate(part["asked"])]
            ),
        )
        for number, part in enumerate(_parts_asked(answer))
    ]
    return (line, *questions)


def hear_hands(
    setup: Setup, values: Values, *, only: Seat | None = None
) -> tuple[dict[str, str], tuple[Problem, ...]]:
    """Return the values with what was said put into fields, and a problem for each hand of it.

    What was said by name goes to the hand of that player, if not the ``only`` one is another's.
    """
    heard, problems = dict(values), []
    _deal_out(setup.players, heard, only)
    game = game_heard(setup.variant.key, setup.options, len(setup.players))
    endings = setup.variant.family.asks(setup.options).endings
    for seat in range(len(setup.players)):
        facts, text = _hear_hand(game, heard, seat, setup.players)
        if text:
            problems.append(Problem(at=("hands", seat, SAID), code="said", text=text))
        if facts.get("out"):
            heard |= say_who_ended(setup, heard, Seat(seat), str(endings[0][0]))
        if facts.get("concealed"):
            heard["concealed"] = YES
    return heard, tuple(problems)


def _deal_out(names: Sequence[str], values: dict[str, str], only: Seat | None) -> None:
    """Move what was said by name into the lines of the players, where it is clear whose it is."""
    for seat in range(len(names)):
        field = hand_field(seat, SAID)
        text = _text(values, field)
        told, _ = said_by_name(text, names, vocabulary(), own=names[seat])
        others = [name for name in told if only is not None and name != names[only]]
        if not told or others or whose_is_unclear(text, names, vocabulary(), own=names[seat]):
            continue
        values[field] = ""
        for name, said in told.items():
            own = hand_field(names.index(name), SAID)
            values[own] = ". ".join(filter(None, [_text(values, own).strip(), said]))


def _whose(text: str, names: Sequence[str]) -> list[str]:
    """Return the names of players in a text, and what else makes it unclear whose it is."""
    told, _ = said_by_name(text, names, vocabulary())
    return whose_is_unclear(text, names, vocabulary()) or list(told)


def _hear_hand(
    game: Game | None, values: dict[str, str], seat: int, names: Sequence[str]
) -> tuple[Answer, str]:
    return hear_line(game, values, hand_field(seat, ""), names=names) if game else ({}, "")


def hear_line(
    game: Game, values: dict[str, str], prefix: str, *, names: Sequence[str] = ()
) -> tuple[Answer, str]:
    """Move what was said of a hand into the ``values`` of its fields, whose names have a prefix.

    Returns the facts that are sure or were chosen, and a sentence; it is empty if nothing was said.
    Nothing is moved of a text that has ``names`` of players.
    """
    name = f"{prefix}{SAID}"
    text = _text(values, name)
    if not text.strip():
        return {}, ""
    whose = _whose(text, names)
    if whose:
        return (
            {},
            f"Unclear whose this is: {', '.join(whose)}. Use the names of this table, or none",
        )
    answer = _hear(game, text)
    facts: Answer = {}
    left = []
    for part, chosen in _with_choices(answer, values, name):
        if chosen is None:
            left.append(part)
        else:
            _add(facts, chosen)
    _fill(values, prefix, facts)
    values[name] = _left_over(text, answer["parts"], left)
    for number in range(len(_parts_asked(answer))):
        values.pop(f"{name}{number}", None)
    return facts, _sentence(left)


def _left_over(text: str, parts: Sequence[Answer], left: Sequence[Answer]) -> str:
    """Return the words that are ``left``, each after what says whether it is melded or in hand."""
    words, lead = [], ""
    for part, before in zip(parts, leads(text, parts, vocabulary()), strict=True):
        lead = before or lead
        if any(part is other for other in left):
            words += [lead, part["said"]]
            lead = ""
    return " ".join(filter(None, words))


def _with_choices(
    answer: Answer, values: Values, name: str
) -> Iterator[tuple[Answer, Answer | None]]:
    """Yield each part with its facts, None if it was not understood or its question is open."""
    number = 0
    for part in answer["parts"]:
        if "asked" in part:
            choice = values.get(f"{name}{number}", "")
            number += 1
            places = [str(at) for at in range(len(part["asked"]))]
            yield part, part["asked"][int(choice)] if choice in places else None
        else:
            yield part, None if "unread" in part else part


def _add(facts: Answer, more: Answer) -> None:
    for name, value in more.items():
        if name == "melds":
            facts[name] = [*facts.get(name, ()), *value]
        elif name in _CARDS:
            facts[name] = " ".join(filter(None, [facts.get(name), value]))
        elif name != "said":
            facts[name] = value


def _fill(values: dict[str, str], prefix: str, facts: Answer) -> None:
    for name, value in facts.items():
        field = f"{prefix}{name}"
        before = values.get(field, "").strip()
        if name == "melds":
            values[field] = "\n".join(filter(None, [before, *value]))
        elif name in _CARDS:
            values[field] = " ".join(filter(None, [before, value]))
        elif name.endswith("_points"):
            values[field] = str(value)


def _sentence(left: Sequence[Answer]) -> str:
    unread = ", ".join([part["said"] for part in left if "unread" in part])
    if unread:
        return f"Not understood: {unread}. Say it again or type the cards"
    if left:
        return "Choose what was meant"
    return "Look at what was heard, then send it once more"


def _hear(game: Game, text: str) -> Answer:
    line = line_of(text, game, vocabulary())
    answer = hear_text(text, line, game, vocabulary())
    return answer | {"parts": [_ask_suit(part, line, game) for part in answer["parts"]]}


def _ask_suit(part: Answer, line: str, game: Game) -> Answer:
    """Return a part that is not understood as a question if it lacks only its suit."""
    said = part["said"]
    if "unread" not in part or len(said) > _WHY_MOST:
        return part
    heard = [
        hear_text(f"{said} of {suit}", line, game, vocabulary(), share=_MANY) for suit in _SUITS
    ]
    asked = [
        {name: value for name, value in answer["parts"][0].items() if name != "said"}
        for answer in heard
        if answer["status"] == "understood" and len(answer["parts"]) == 1
    ]
    return {"said": said, "asked": asked} if len(asked) == len(_SUITS) else part


_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


def _parts_asked(answer: Answer) -> list[Answer]:
    return [part for part in answer["parts"] if "asked" in part]


def _text(values: Mapping[str, str], name: str) -> str:
    return values.get(name, "")[:TEXT_MOST]


@lru_cache(maxsize=64)
def game_heard(variant: str, options: Any, players: int) -> Game | None:
    """Return what decides the meaning of words at a table; building it takes a while."""
    return game_of(VARIANTS[variant], options, players)


# --- The line of the pad in which cards are said or typed: the phone asks what its text means -----
# Nothing is kept of a text, and nothing of it stands in an address or in the log.


@deal_pages.post("/enter/hear")
@least_role(Role.PLAYER)
def hear() -> Response:
    """Say what the text of a line means in this game, and keep nothing of it."""
    setup = this_game().sheet.setup
    return answer_line(
        game_heard(setup.variant.key, setup.options, len(setup.players)),
        asker=this_visit().id,
        names=setup.players,
        can_end=len(setup.variant.family.asks(setup.options).endings) > 1,
    )


def answer_line(
    game: Game | None, *, asker: str = "", names: Sequence[str] = (), can_end: bool = False
) -> Response:
    """Answer what the posted ``text`` means in the first line it is ``for`` that can read it.

    If it names players of these ``names``, it is about a whole deal, and what stands before the
    first name is of the player whose ``own`` line it is; if it names nobody and corrects what was
    added ``before``, that is told once more with it. That nobody went out is a command only where
    a deal ``can_end`` so. The ``asker`` is the game, if a link asks. Answers 404 where cards cannot
    be said, and 429 to a link or an address for which the site has worked too long.
    """
    values = typed()
    lines, game = values.get("for", "").split(), demand(game)
    if not lines or not set(lines).issubset(lines_of(game)):
        abort(400)
    pace = current_app.extensions.setdefault(PACE, Pace(share=_SHARE, at_once=_SECONDS_AT_ONCE))
    askers = [network_of(request.remote_addr or ""), *filter(None, [asker])]
    if not all(pace.may_ask(who) for who in askers):
        return send_text(_TOO_MUCH, 429)
    begun = thread_time()
    text, before = values.get("text", ""), values.get("before", "")[:TEXT_MOST]
    command = command_of(text, vocabulary())
    if command and (can_end or command != "nobody"):
        return jsonify({"command": command})
    is_named = bool(said_by_name(text, names, vocabulary())[0])
    whole = corrected(text, before, vocabulary()) if before and not is_named else ""
    own = values.get("own", "")
    answer = _answer(whole or text, lines, game, names, own=own if own in names else "")
    if whole:
        answer["text"] = whole
    for who in askers:
        pace.note(who, thread_time() - begun)
    return jsonify(answer)


def _answer(
    text: str, lines: list[str], game: Game, names: Sequence[str], *, own: str
) -> dict[str, object]:
    """Return the answer of ``hear`` and its ``line``, and what ``leads`` to each part.

    Of a text that names players it is that of each, and the words that make unclear whose it is.
    What is not understood and has no word of a hand is ``chatter``, which stops nobody.
    """
    words = vocabulary()
    told, _ = said_by_name(text, names, words, own=own)
    unread = whose_is_unclear(text, names, words, own=own)
    if not told and not unread:
        return _with_chatter(text, *hear_first(text, lines, game, words), game)
    with among(names):
        players = {isolate(name): _answer_of(said, game, len(told)) for name, said in told.items()}
    answer: dict[str, object] = {"players": players, "unread": unread}
    if game.arranges and unread and _UPCARD.match(unread[0]):
        answer |= {"unread": unread[1:], "upcard": _answer_of(unread[0], game, len(told))}
    return answer


_UPCARD: Final = re.compile(
    r"\W*(the )?up ?card\b|.*\b(was|is) (turned )?(up|over)\W*$", re.IGNORECASE
)
"""Begins what is said of the table before what is said of its players."""


def _answer_of(said: str, game: Game, share: int) -> dict[str, object]:
    """Return the answer of one player of several, and the ``text`` that is about that player."""
    line = line_of(said, game, vocabulary())
    answer = hear_text(said, line, game, vocabulary(), share=share)
    return {"text": said, **_with_chatter(said, line, answer, game)}


def _with_chatter(text: str, line: str, answer: Answer, game: Game) -> dict[str, object]:
    words = vocabulary()
    parts = [_ask_suit(part, line, game) for part in answer["parts"]]
    is_told = tells_parts(text, words)
    parts = [
        part | _of_unread(part["said"], line, game, is_told=is_told) if "unread" in part else part
        for part in parts
    ]
    return {**answer, "parts": parts, "line": line, "leads": leads(text, parts, words)}


def _of_unread(said: str, line: str, game: Game, *, is_told: bool) -> Answer:
    """Return that words are chatter, else why they are not understood.

    In a text that ``is_told`` whose cards lie where, that is not what is lacking.
    """
    if is_chatter(said, vocabulary()):
        return {"chatter": True}
    if len(said) > _WHY_MOST or is_besides(said, vocabulary()):
        return {}
    if has_unknown(said, vocabulary()):
        return {"why": "Not every word here is known"}
    if not names_card(said, vocabulary()):
        return {}  # "that's four of them"
    packs = (game, replace(game, pack=Pack(copies=_MANY, jokers=_MANY)))
    heard = [hear_text(said, line, pack, vocabulary(), share=_MANY)["status"] for pack in packs]
    whys = {"These cards do not go with the others": 0, "There are not so many of these cards": 1}
    found = [why for why, at in whys.items() if heard[at] != "unread"]
    if not found and line == "melds" and not is_told:
        held = hear_text(said, "hand", game, vocabulary(), share=_MANY)["status"]
        found = ["No meld, and no “left with”"] if held != "unread" else []
    return {"why": [*found, "These cards do not go together"][0]}


_WHY_MOST: Final = 200
"""Of more characters nobody is told why they are not understood."""
_MANY: Final = 20
"""Copies of each card in a pack that lacks none."""
