"""Writes games as records, and records as the texts of a sheet code.

Every fact of a deal or a hand is written, whether or not its family asks for it, so that none can
be lost.
"""

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final

from scorekeeper.record.document import FORMAT, Document
from scorekeeper.record.reading import Record, alike_fault
from scorekeeper.record.sheet_code import PRESET, divide_data, pack_document
from scorekeeper.rules import (
    Act,
    AskKind,
    Closed,
    Deal,
    Dealt,
    DealtPair,
    EarlyEnd,
    Entry,
    Hand,
    Penalty,
    ScoreSheet,
    Stake,
    Started,
    fact_kinds,
    has_error,
    make_sheet,
    renumber_seats,
    replay,
    values_of,
    write_amount,
    write_cards,
)


def write_record(record: Record) -> Document:
    """Return a game as a JSON object; reading that object gives an equal record."""
    setup = record.setup
    document: Document = {"format": FORMAT, "variant": setup.variant.key}
    if record.chosen:
        document["options"] = dict(record.chosen)
    document["players"] = list(setup.players)
    if setup.stake is not None:
        document["stake"] = make_stake_document(setup.stake)
    texts = {"title": record.title, "place": record.place, "played_on": record.played_on}
    document |= {name: text for name, text in texts.items() if text}
    if record.closed_early is not None:
        document["closed_early"] = {"settles": record.closed_early.settles}
    document["deals"] = [write_deal(deal, setup.players) for deal in record.deals]
    return document


def make_stake_document(stake: Stake) -> Document:
    """Return a stake as a JSON object; the amount is a decimal string."""
    amount = write_amount(stake.minor, stake.currency)
    return {"currency": stake.currency, "amount": amount, "per": stake.per}


def write_deal(deal: Deal, players: Sequence[str]) -> Document:
    """Return the facts of a deal as a JSON object; facts that were not given are left out."""
    hands = {name: _write_facts(hand) for name, hand in zip(players, deal.hands, strict=False)}
    document = {
        **_write_facts(deal),
        "dealer": None if deal.dealer is None else players[deal.dealer],
        "ending": None if deal.pairs else str(deal.ending),
        "by": None if deal.by is None else players[deal.by],
        "hands": hands if any(hands.values()) else None,
        "pairs": [_write_pair(pair, players) for pair in deal.pairs] or None,
    }
    ordered = {field.name: document.get(field.name) for field in fields(deal)}
    return {name: value for name, value in ordered.items() if value is not None}


def _write_pair(pair: DealtPair, players: Sequence[str]) -> Document:
    names = [players[seat] for seat in pair.seats]
    return {"players": names, **write_deal(pair.deal, names)}


def _write_facts(facts: Deal | Hand) -> Document:
    """Return the facts that were given: those that differ from their defaults."""
    kinds = fact_kinds(facts)
    return {
        field.name: _WRITERS[kinds[field.name]](getattr(facts, field.name))
        for field in fields(facts)
        if field.name in kinds and getattr(facts, field.name) != field.default
    }


def _write_penalty(penalty: Penalty) -> Document:
    facts = {"law": penalty.law, "points": penalty.points, "reason": penalty.reason}
    return {name: value for name, value in facts.items() if value is not None}


_WRITERS: Final[dict[AskKind, Callable[[Any], Any]]] = {
    AskKind.CARD: str,
    AskKind.CARDS: write_cards,
    AskKind.MELDS: lambda melds: [" ".join(map(str, meld)) for meld in melds],
    AskKind.POINTS: int,
    AskKind.FLAG: bool,
    AskKind.PENALTIES: lambda penalties: [_write_penalty(penalty) for penalty in penalties],
}


# --- Makes the score sheet of a record, and the record of a score sheet ---------------------------


def record_of(sheet: ScoreSheet) -> Record:
    """Return a game as a record, with its present names and the value of every option.

    Its players stand in order of play. A record holds what was played, and whether the game was
    ended early. It does not hold who entered it, or what was taken back.
    """
    sheet = renumber_seats(sheet)
    started, closed = sheet.game.started, sheet.game.closed
    printed, in_use = values_of(sheet.variant.defaults), sheet.setup.options_in_use
    options = values_of(sheet.setup.options)
    return Record(
        setup=sheet.setup,
        # A record reads null as absent, which means "off" for every option that can be off.
        chosen={
            name: value
            for name, value in options.items()
            if value is not None and (name in in_use or value != printed[name])
        },
        title=started.title,
        place=started.place,
        played_on=started.played_on,
        closed_early=EarlyEnd(settles=closed.settles) if closed and sheet.ended_early else None,
        deals=tuple([deal.deal for deal in sheet.game.deals]),
    )


def why_unreadable(sheet: ScoreSheet) -> str:
    """Return why the record of a game would be refused, and what to do; empty if it can be read.

    An undo is refused if it would make a deal illegal, but games were stored before it was.
    """
    broken = next((row.number for row in sheet.rows if has_error(row.problems)), 0)
    if broken:
        return f"Deal {broken} breaks a rule and does not count. Correct it or take it back first"
    names = sheet.setup.players
    return next(filter(None, [alike_fault(names, seat) for seat in range(len(names))]), "")


def sheet_of(record: Record) -> ScoreSheet:
    """Return the score sheet of a record, as if its game had just been entered."""
    acts = [start_of(record), *rest_of(record)]
    entries = [Entry(seq, act) for seq, act in enumerate(acts, 1)]
    return make_sheet(replay(entries), record.setup.variant)


def start_of(record: Record) -> Started:
    """Return the act by which the game of a record began."""
    setup = record.setup
    return Started(
        variant=setup.variant.key,
        options=values_of(setup.options),
        players=setup.players,
        stake=setup.stake,
        title=record.title,
        place=record.place,
        played_on=record.played_on,
    )


def rest_of(record: Record) -> tuple[Act, ...]:
    """Return the acts after the first: an act for each deal, and one for an early end."""
    early = record.closed_early
    closed = [] if early is None else [Closed(reason="", settles=early.settles)]
    return (*[Dealt(deal=deal) for deal in record.deals], *closed)


# --- Writes a record as the texts of a sheet code -------------------------------------------------


_RAW_DEFLATE: Final = -15
"""Deflate without a head or a sum (RFC 1951), with a window of 32 KiB."""


def write_codes(record: Record, *, start: str = "", longest: int) -> tuple[str, ...]:
    """Return the texts of the QR codes that hold a record.

    ``start`` stands before each text, which has at most ``longest`` characters with it. Raises
    SheetCodeError for a game that needs too many.
    """
    return divide_data(encode_record(record), start=start, longest=longest)


def encode_record(record: Record) -> bytes:
    """Return a record as compressed bytes."""
    packed = pack_document(write_record(record))
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    compressor = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE, 9, zdict=PRESET)
    return compressor.compress(text.encode()) + compressor.flush()
