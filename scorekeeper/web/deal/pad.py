"""The data that the pad of the deal form is given, and the preview that the pad asks for."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from flask import Response, abort, jsonify

from scorekeeper.games import DealPreview, PairPlace, Role, preview_deal, preview_pair
from scorekeeper.rules import (
    AskKind,
    Asks,
    Board,
    Card,
    DealOutcome,
    Family,
    KeypadFacts,
    Pack,
    PairScore,
    Points,
    Problem,
    Rank,
    ScoreSheet,
    Seat,
    Setup,
    SheetRow,
    Suit,
)
from scorekeeper.web.core import Values, demand_whole, least_role, say, this_game, typed
from scorekeeper.web.deal import deal_pages
from scorekeeper.web.deal.deal_form import make_deal_form
from scorekeeper.web.deal.deal_text import extras_of, is_absence, make_deal_document
from scorekeeper.wording import name_columns, with_capital, write_points, write_signed
from scorekeeper.wording.sentences import among, isolate

PadTable = dict[str, Any]
SOMEBODY_ELSE: Final = "other"
"""The answer, on the form of one hand, that another player ended the deal. No slip holds it."""
CARD_FIELDS: Final = ("melds", "in_hand")
"""The facts of a hand that the pad with the board ``melds`` enters as cards."""
_SENDS: Final = "Score the deal"
Answer = dict[str, Any]
_WORDS: Final = "core/_game.html"
_PAIRS: Final = "core/_pairs.html"
_MISSING: Final = frozenset({"missing_field", "missing_hand", "wrong_card_count"})
"""The codes of the problems of a pair that still plays."""


def pad_table(
    setup: Setup, number: int, running: Sequence[int] = (), *, done: str = _SENDS
) -> PadTable | None:
    """Return the data of the pad for deal ``number``; ``None`` if the family has no pad.

    ``running`` are the totals before the deal (points). ``done`` are the words of the key that
    sends the deal.
    """
    family, options = setup.variant.family, setup.options
    if family.keypad is None:
        return None
    asks, facts = family.asks(options), family.keypad(options)
    return {
        "players": [isolate(name) for name in setup.players],
        "tabs": [isolate(name) for name in name_columns(setup.players)],
        "order": setup.turns,
        "running": tuple(running),
        "number": number,
        "terms": facts.terms,
        "done": done,
        "asks_for_all": _titles(setup),
        "asks_for": family.deal_title(options, number) if family.deal_title else "",
        **_pack(family.pack(options, len(setup.players))),
        **_words(asks, len(setup.players)),
        **_facts(facts, family.smallest_step),
        "extras": _extras(asks, len(setup.players)),
        "carried": [ask.name for ask in asks.extras if ask.kind is AskKind.CARDS],
        "penalties": _penalties(asks, facts),
    }


def pairs_table(
    setup: Setup,
    number: int,
    running: Sequence[int],
    places: Sequence[PairPlace],
    *,
    done: str = _SENDS,
) -> PadTable | None:
    """Return the data of the pad for a deal of partners: that of a deal of two, and the pairs.

    ``running`` are the totals by seat at the table; there are none where several games are played.
    """
    pairs = [
        {
            "number": place.number,
            "seats": place.seats,
            "players": [isolate(name) for name in place.of_two(setup).players],
            "running": [running[seat] for seat in place.seats] if running else [],
        }
        for place in places
    ]
    table = pad_table(places[0].of_two(setup), number, done=done)
    return None if table is None else {**table, "pairs": pairs}


def _titles(setup: Setup) -> list[str]:
    """Return the title of each deal, since a phone that is offline may enter several."""
    family = setup.variant.family
    if family.deal_title is None or family.deals is None:
        return []
    return [family.deal_title(setup.options, number) for number in range(1, family.deals + 1)]


def _words(asks: Asks, players: int) -> PadTable:
    forms = [ask for form in asks.forms for ask in form.asks]
    others = extras_of(asks, players)
    extras = [ask for ask in others if ask.kind is AskKind.MELDS or is_absence(ask)]
    return {
        "by_label": asks.by_label,
        "endings": [str(ending) for ending, _ in asks.endings],
        "ending_words": [label for _, label in asks.endings],
        "flags": [
            {"name": ask.name, "label": ask.label, "help": ask.help}
            for ask in asks.deal
            if ask.kind is AskKind.FLAG
        ],
        "fields": list(dict.fromkeys([ask.name for ask in (*forms, *extras)])),
    }


def _extras(asks: Asks, players: int) -> list[dict[str, str]]:
    """Return the facts of a hand that are asked besides its cards: yes or no, or one card."""
    return [
        {"name": ask.name, "label": ask.label, "help": ask.help, "kind": str(ask.kind)}
        for ask in extras_of(asks, players)
        if ask.kind in (AskKind.FLAG, AskKind.CARD) and not is_absence(ask)
    ]


def _penalties(asks: Asks, facts: KeypadFacts) -> PadTable | None:
    """Return the laws that fine a breach, with its cost; ``None`` if no penalties are asked."""
    if not any(ask.kind is AskKind.PENALTIES for ask in asks.extras):
        return None
    return {"points": facts.penalty, "laws": asks.penalty_laws}


def _pack(pack: Pack) -> PadTable:
    return {"copies": pack.copies, "jokers": pack.jokers}


def _facts(facts: KeypadFacts, step: Points) -> PadTable:
    rules = facts.rules
    twos = [Card(Rank.TWO, suit) in rules.wilds for suit in Suit]
    return {
        "board": facts.board,
        "run_min": rules.run_min,
        "set_max": rules.set_max,
        "ace_low": rules.ace_low,
        "ace_both_ends": rules.ace_both_ends,
        "min_naturals": rules.min_naturals,
        "wild_twos": any(twos),
        "split_twos": any(twos) and not all(twos),
        "spade_queen": facts.in_hand["QS"] != facts.in_hand["Q"],
        "dealt": facts.dealt,
        "melded": facts.melded,
        "in_hand": facts.in_hand,
        "limits": facts.limits,
        "step": step,
        "doubling": str(facts.doubling or ""),
        "apart": facts.apart,
        "bonuses": [
            {"points": bonus.points, "needs": bonus.needs, "unless": bonus.unless}
            for bonus in facts.bonuses
        ],
    }


def pad_hand(
    table: PadTable,
    seat: int,
    endings: Sequence[tuple[str, str]],
    ask: str,
    *,
    is_mine: bool,
    is_told: bool,
) -> PadTable:
    """Return the data of the pad for one hand of the deal of ``table``.

    ``endings`` are the answers to the question ``ask``, with words; the first is that this player
    ended the deal. ``is_told`` is true if another hand says how it ended. The board of melds takes
    cards at once and offers the answers as chips; the board of whole hands asks the question first.
    """
    one = {
        **table,
        "only": seat,
        "mine": is_mine,
        "done": send_words(table["players"][seat], is_mine=is_mine),
        "question": ask,
        "endings": [ending for ending, _ in endings],
        "ending_words": [words for _, words in endings],
    }
    if table["board"] != Board.MELDS:
        return one
    (_, mine), *others = endings
    ways = [(f"end:{ending}", words) for ending, words in others if ending != SOMEBODY_ELSE]
    offered = [] if is_told else [(f"by:{seat}", mine), *ways]
    return {**one, "ending": SOMEBODY_ELSE, "offered": offered}


def pad_single_hand(family: Family, options: Any, *, name: str, done: str) -> PadTable | None:
    """Return the data of the pad for one hand without a game: its cards and no other fact.

    The number of players is not known, so the pack is that of the most players.
    """
    if family.keypad is None:
        return None
    most = family.players(options)[-1]
    return {
        **_facts(family.keypad(options), family.smallest_step),
        **_pack(family.pack(options, most)),
        "players": (name,),
        "tabs": (name,),
        "order": (0,),
        "running": (0,),
        "number": 0,
        "terms": "",
        "done": done,
        "asks_for_all": (),
        "asks_for": "",
        "by_label": "",
        "ending": SOMEBODY_ELSE,
        "endings": (SOMEBODY_ELSE,),
        "ending_words": ("",),
        "flags": (),
        "fields": CARD_FIELDS,
        "hand_fields": ("",),
        "extras": (),
        "carried": (),
        "penalties": None,
        "bonuses": (),
        "dealt": 0,
        "only": 0,
        "mine": True,
    }


def send_words(name: str, *, is_mine: bool) -> str:
    """Return the words of the button that sends one hand."""
    return "Send my cards" if is_mine else f"Send {isolate(name)}’s cards"


# --- The preview of a deal that is still being typed, which the pad asks for ----------------------


_SAID: Final = ("problems", "lines")
"""What a preview says in sentences, which may name players."""


@deal_pages.post("/enter/preview")
@least_role(Role.PLAYER)
def preview() -> Response:
    """Score the deal as it is typed so far, and save nothing."""
    game, values = this_game(), typed()
    setup = game.sheet.setup
    document = make_deal_document(setup, values)
    try:
        found = preview_deal(game, document, _target(values))
    except LookupError:
        abort(404)
    if setup.has_partners and not isinstance(found, DealPreview):
        answer = _tell_pairs(setup, values, document["pairs"], found)
    else:
        answer = _tell(setup, values, found)
    with among(setup.players):
        return jsonify(answer | {name: [isolate(text) for text in answer[name]] for name in _SAID})


def _tell_pairs(
    setup: Setup, values: Values, pairs: Sequence[Answer], problems: Sequence[Problem]
) -> Answer:
    """Return what is known of a deal of partners that has no score yet: what the pairs won so far.

    Problems of a pair that still plays are left out.
    """
    open_pairs = {_number_of(one) for one in problems if one.code in _MISSING} - {None}
    told = [problem for problem in problems if _number_of(problem) not in open_pairs]
    scores = [preview_pair(setup, pair) for pair in pairs]
    still = [pair for number, pair in enumerate(pairs) if number in open_pairs]
    return {
        "problems": problems_in_words(setup, values, told),
        "lines": [_waiting_words(setup, scores, still)],
        "points": "",
        "hands": _hands(setup, None, scores),
        "pairs": [score and _pair_won(setup, score) for score in scores],
    }


def _pair_won(setup: Setup, pair: PairScore | None) -> str:
    if pair is None or pair.winner is None:
        return "nothing"
    return f"{isolate(setup.players[pair.winner])} {write_signed(pair.points)}"


def pairs_so_far(setup: Setup, values: Values) -> str:
    """Return which partners still play, and who is ahead; empty before a pair has a score."""
    pairs = make_deal_document(setup, values)["pairs"]
    scores = [preview_pair(setup, pair) for pair in pairs]
    still = [pair for pair, score in zip(pairs, scores, strict=True) if score is None]
    return _waiting_words(setup, scores, still) if len(still) < len(pairs) else ""


def _waiting_words(
    setup: Setup, scores: Sequence[PairScore | None], still: Sequence[Answer]
) -> str:
    names = [name for pair in still for name in pair["players"]]
    return say(_PAIRS, "waiting_words", names, *_find_ahead(setup, scores))


def _number_of(problem: Problem) -> int | None:
    """Return the number of the pair that a problem is about, from 0."""
    match problem.at:
        case ("pairs", int(number), *_):
            return number
    return None


def _find_ahead(setup: Setup, scores: Sequence[PairScore | None]) -> tuple[list[str], int]:
    """Return who won the scored pairs for the side that is ahead, and by how much."""
    sums: dict[tuple[Seat, ...], int] = dict.fromkeys(setup.sides, 0)
    winners: dict[tuple[Seat, ...], list[str]] = {side: [] for side in setup.sides}
    for pair in scores:
        if pair is not None and pair.winner is not None:
            side = setup.side_of(pair.winner)
            sums[side] += pair.points
            winners[side].append(setup.players[pair.winner])
    least, most = sorted(setup.sides, key=lambda side: sums[side])
    return winners[most], sums[most] - sums[least]


def _target(values: Values) -> int | None:
    """Return the entry whose deal is corrected; ``None`` for a new deal."""
    return demand_whole(values, "target") if "target" in values else None


def _tell(setup: Setup, values: Values, found: DealPreview | tuple[Problem, ...]) -> Answer:
    """Return ``problems`` and ``lines`` in words, the winner's ``points`` and the laid ``hands``.

    ``lines`` is empty if a problem stops the score. A hand is ``None`` if only its count is known.
    """
    if not isinstance(found, DealPreview):
        return {
            "problems": problems_in_words(setup, values, found),
            "lines": [],
            "points": "",
            "hands": [],
        }
    sheet, row = found.sheet, found.row
    won = None if row.won_by is None else row.cells[row.won_by].points
    pairs = [pair.score for pair in row.pairs]
    return {
        "problems": problems_in_words(setup, values, row.problems),
        "lines": list(_lines(sheet, row)),
        "points": "" if won is None else write_signed(won),
        "hands": _hands(setup, row.outcome, pairs),
        "pairs": [_pair_won(setup, pair) for pair in pairs],
    }


def problems_in_words(setup: Setup, values: Values, problems: Sequence[Problem]) -> list[str]:
    """Return the problems in the words of the form."""
    faults = make_deal_form(setup, values, problems).faults
    return [f"{fault.whose}: {fault.text}" if fault.whose else fault.text for fault in faults]


def _lines(sheet: ScoreSheet, row: SheetRow) -> Iterator[str]:
    """Yield the points of all, or the winner's and the totals if only one player scores."""
    if row.counts and row.pairs:
        yield say(_PAIRS, "net_words", sheet, row)
        yield _standing(sheet, row)
    elif row.counts and row.outcome is None:
        yield ", ".join(
            [
                f"{isolate(sheet.setup.players[cell.seat])} {write_signed(cell.points)}"
                for cell in sheet.cells_in_turn(row)
                if cell.points is not None
            ]
        )
    if row.counts and row.outcome is not None:
        yield _result(sheet, row, row.outcome.winner)
        yield _standing(sheet, row)


def _result(sheet: ScoreSheet, row: SheetRow, winner: Seat | None) -> str:
    """Return how the winner's points are counted: ``Ann scores 28 − 0, gin 20.``"""
    if winner is None:
        return "Nobody scores."
    first, *more = row.cells[winner].lines
    extra = [f", {sheet.label(line).lower()} {write_points(line.points)}" for line in more]
    return f"{sheet.setup.players[winner]} scores {first.how}{''.join(extra)}."


def _standing(sheet: ScoreSheet, row: SheetRow) -> str:
    """Return the totals after the deal, the winner's first: ``That makes 104 to 71.``"""
    if sheet.score.has_columns:
        return say(_WORDS, "written_into", sheet, row)
    cells = [row.cells[side.seat] for side in sheet.sides]
    cells.sort(key=lambda cell: cell.seat != row.won_by)
    totals = " to ".join([write_points(cell.running or 0) for cell in cells])
    if row.number < len(sheet.rows):
        return f"That makes {totals} after deal {row.number}."
    won = f" {with_capital(say(_WORDS, 'winners', sheet))}." if sheet.over else ""
    return f"That makes {totals}.{won}"


def _hands(
    setup: Setup, outcome: DealOutcome | None, pairs: Sequence[PairScore | None]
) -> list[Answer | None]:
    """Return the laid hands by seat; none for a game whose deals have no outcome."""
    found = [(outcome, Seat(seat)) for seat in range(len(setup.players))]
    for pair in [pair for pair in pairs if pair is not None]:
        for at, seat in enumerate(pair.seats):
            found[seat] = (pair.score.outcome, Seat(at))
    if all(outcome is None for outcome, _ in found):
        return []
    return [_hand(of, at) if of and at in of.hands else None for of, at in found]


def _hand(outcome: DealOutcome, seat: Seat) -> Answer:
    laid = outcome.hands[seat]
    return {
        "melds": [_codes(meld) for meld in laid.melds],
        "lay_offs": _codes(laid.lay_offs),
        "deadwood": _codes(laid.deadwood),
        "count": outcome.count_of(seat),
        "how": outcome.count_words(seat),
    }


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]
