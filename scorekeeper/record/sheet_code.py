"""The sheet code, version 1: a whole game record in short texts, which a sheet shows as QR codes.

``docs/sheet-code.md`` describes the encoding. Sheets that are printed are read by every later
version, so what is written may change only in ways that ``read_codes`` reads already.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from scorekeeper.record.document import (
    DEALS_MAX,
    FORMAT,
    Bounds,
    Document,
    DocumentError,
    parse_document,
)
from scorekeeper.rules import NAME_LENGTH, Problem, quote_text, write_names


class SheetCodeError(Exception):
    """An error: a game has no sheet code, or texts cannot be read; its text says why."""

    @property
    def problem(self) -> Problem:
        """The error as a problem of the whole record."""
        return Problem(at=(), code="bad_format", text=str(self))


class MissingPartsError(SheetCodeError):
    """An error: of ``count`` parts of a sheet code only ``given`` are there."""

    def __init__(self, text: str, *, given: int, count: int) -> None:
        super().__init__(text)
        self.given = given
        self.count = count


# --- Packs the document of a record into one that is shorter as JSON, and unpacks it again --------
# A packed document has no format, names players of deals by their seats from 0, lists hands in the
# order of the players, and has cards in one letter each. All else is as in the record, so that a
# new fact needs no change here.


# --- The preset dictionary of the sheet code, version 1: texts that most games have in common -----
# No byte of it may ever change, since sheets that are printed could not be read again.


PRESET: Final = (
    b'{"variant":"laws","options":{"joker_in_pack":true,"high_unmelded":10,"ace_both_ends":true,"mi'
    b'n_naturals":0,"five_players":false,"going_out_bonus":100,"concealed_bonus":250,"winner_bonus"'
    b':200,"first_turn_out":"out_only","concealed_timing":"end","wrong_count_rule":true,"last_card_'
    b'out_bonus":true,"penalty":25,"target":1000,"target_test":"reach","tie":"divide","tie_split":"'
    b'exact","rounding":"nearest_100","negative_half":"away","settlement":"difference","no_winner_d'
    b'eal":"same"},"players":["{"variant":"modern","options":{"joker_in_pack":true,"high_unmelded":'
    b'20,"ace_both_ends":true,"min_naturals":0,"five_players":true,"going_out_bonus":100,"concealed'
    b'_bonus":250,"winner_bonus":200,"first_turn_out":"no_bonus","concealed_timing":"end","wrong_co'
    b'unt_rule":false,"last_card_out_bonus":true,"penalty":0,"target":1000,"target_test":"pass","ti'
    b'e":"divide","tie_split":"exact","rounding":"none","negative_half":"away","settlement":"differ'
    b'ence","no_winner_deal":"same"},"players":["{"variant":"contract","options":{"jokers_per_deck"'
    b':2,"ace":"high","stock_out":"reshuffle","wild_moves":"next_higher_end","min_naturals":0,"tie"'
    b':"shared","settlement":"off"},"players":["{"variant":"gin150","options":{"target":150,"gin_bo'
    b'nus":20,"undercut_bonus":10,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"gin_only",'
    b'"spade_double":false,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"none","settl'
    b'ement":"difference","deal":"alternate"},"players":["{"variant":"gin100","options":{"target":1'
    b'00,"gin_bonus":25,"undercut_bonus":25,"undercut_on_tie":true,"gin_immune":true,"ace_upcard":"'
    b'gin_only","spade_double":false,"box_bonus":0,"game_bonus":0,"extra_boxes":false,"shutout":"no'
    b'ne","settlement":"difference","deal":"alternate"},"players":[""],"stake":{"currency":"EUR","a'
    b'mount":"0.50","per":100},"title":"Friday table ","place":"","closed_early":{"settles":false},'
    b'"played_on":"2026-11-20","deals":[{"dealer":0,"upcard":"","ending":"knock","by":1,"hands":[{"'
    b'cards":""},{"deadwood_points":20,"lay_offs":""},{"melds":[""],"deadwood":""},{"sat_out":true}'
    b',{"melded_points":0,"in_hand_points":0,"penalties":[{"points":25,"reason":""},{"law":18}],"to'
    b'ok_pile":true,"discard":""},{"in_hand":"","laid_down":true,"melds":[""]}],"first_turn":true,"'
    b'last_card":true,"ending":"stock","ending":"out","by":2,"concealed":true,"hands":[{"melds":[""'
    b'ANan","BObo","CPcp","DQdq","ERer","FSfs","GTgt","HUhu","IViv","JWjw","KXkx","LYly","MZmz"","m'
    b'elds":["nopqrstuvwxyz","abcdefghijklm","NOPQRSTUVWXYZ","ABCDEFGHIJKLM"],"in_hand":"","took_pi'
    b'le":true},{"melds":[],"in_hand":""}]},{"ending":"out","by":2,"hands":[{"melds":["","in_hand":'
    b'""},{"melds":["'
)


# --- Writes cards in one letter each, for the sheet code, and reads them again --------------------
# The letters are fixed for good, so they do not follow from how the program orders its cards.


_RANKS: Final = "A23456789TJQK"
_KNOWN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""Letters of the spades from ace to king, then hearts, diamonds and clubs."""
_SUITLESS: Final = "123456789+-*/"
"""Letters of ranks without a suit, from ace to king."""
_JOKER, _BLACK_TWO, _RED_TWO = "0<>"
_STANDS_FOR: Final = "="
_PLAIN: Final = "!"
"""Begins a text that is not made of cards."""
_ITEM: Final = re.compile(r".=?(?:(?<==).)?", re.DOTALL)
"""A card, or a wild with what it stands for; half of a pair matches too, but is no card."""

_CARDS: Final = {
    **dict(zip(_KNOWN, [rank + suit for suit in "SHDC" for rank in _RANKS], strict=True)),
    **dict(zip(_SUITLESS, _RANKS, strict=True)),
    _JOKER: "JK",
    _BLACK_TWO: "2B",
    _RED_TWO: "2R",
}
_LETTERS: Final = {card: letter for letter, card in _CARDS.items()}


def shorten_cards(cards: str) -> str:
    """Return cards in the notation of the record as letters: ``5S 2D=6S`` is ``Eb=F``.

    A text that is not made of cards stands after an exclamation mark.
    """
    names = [item.split("=") for item in cards.split(" ")] if cards else []
    if any(len(pair) > 2 or not _LETTERS.keys() >= {*pair} for pair in names):
        return _PLAIN + cards
    return "".join([_STANDS_FOR.join([_LETTERS[name] for name in pair]) for pair in names])


def expand_cards(letters: str) -> str:
    """Return the cards that ``shorten_cards`` wrote; raises KeyError for other letters."""
    if letters.startswith(_PLAIN):
        return letters.removeprefix(_PLAIN)
    items = [item.split(_STANDS_FOR) for item in _ITEM.findall(letters)]
    return " ".join([_STANDS_FOR.join([_CARDS[letter] for letter in item]) for item in items])


_SEATS: Final = frozenset({"dealer", "by"})
_CARD_FACTS: Final = frozenset(
    {"upcard", "melds", "in_hand", "discard", "cards", "deadwood", "lay_offs"}
)


def pack_document(document: Document) -> Document:
    """Return the packed document of a record that ``write_record`` wrote."""
    players = document["players"]
    packed = {name: value for name, value in document.items() if name != "format"}
    return {**packed, "deals": [_pack_deal(deal, players) for deal in document["deals"]]}


def _pack_deal(deal: Document, players: Sequence[str]) -> Document:
    packed = _change_cards(deal, shorten_cards)
    packed |= {name: players.index(packed[name]) for name in _SEATS & packed.keys()}
    if "hands" in deal:
        hands = [_change_cards(deal["hands"][name], shorten_cards) for name in players]
        packed["hands"] = hands
    if "pairs" in deal:
        packed["pairs"] = [_pack_pair(pair, players) for pair in deal["pairs"]]
    return packed


def _pack_pair(pair: Document, players: Sequence[str]) -> Document:
    """Return a pair with its players by seat; within it they are numbered in that order."""
    seats = [players.index(name) for name in pair["players"]]
    return {**_pack_deal(pair, pair["players"]), "players": seats}


def unpack_document(packed: Any) -> Document:
    """Return the document of a record; raises SheetCodeError if ``packed`` cannot be one."""
    try:
        if len(packed["deals"]) > DEALS_MAX:
            raise SheetCodeError(_TOO_MUCH)
        players = [_check_name(name) for name in packed["players"]]
        deals = [_unpack_deal(deal, players) for deal in packed["deals"]]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise SheetCodeError("The sheet code holds no game") from error
    return {"format": FORMAT, **packed, "deals": deals}


def _check_name(name: Any) -> str:
    """Return a name; a longer one, which each deal repeats, could make a code a huge document."""
    if isinstance(name, str) and len(name) <= NAME_LENGTH:
        return name
    raise ValueError(name)


def _unpack_deal(packed: Any, players: Sequence[str]) -> Document:
    deal = _change_cards(packed, expand_cards)
    deal |= {name: players[_check_seat(deal[name])] for name in _SEATS & deal.keys()}
    if "hands" in deal:
        hands = [_change_cards(hand, expand_cards) for hand in deal["hands"]]
        deal["hands"] = dict(zip(players, hands, strict=True))
    if "pairs" in deal:
        deal["pairs"] = [_unpack_pair(pair, players) for pair in deal["pairs"]]
    return deal


def _unpack_pair(packed: Any, players: Sequence[str]) -> Document:
    names = [players[_check_seat(seat)] for seat in packed["players"]]
    return {**_unpack_deal(packed, names), "players": names}


def _check_seat(seat: Any) -> int:
    if type(seat) is int and seat >= 0:
        return seat
    raise ValueError(seat)


def _change_cards(facts: Document, change: Callable[[str], str]) -> Document:
    """Return the facts of a deal or a hand with all texts of cards changed."""
    return {
        name: _change(value, change) if name in _CARD_FACTS else value
        for name, value in facts.items()
    }


def _change(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_change(part, change) for part in value]
    return change(value) if isinstance(value, str) else value


# --- Divides encoded bytes among the texts of QR codes, and joins such texts in any order ---------
# A text is `SK1.I.N.CHECK.DATA`: part I of N, a CRC-32 over the bytes of all parts, and a piece of
# these bytes in base64url. A changed letter changes at most six bits next to one another, which a
# CRC-32 always shows.


VERSION: Final = 1
PARTS_MAX: Final = 12
_PART: Final = re.compile(r"SK1\.([1-9]\d?)\.([1-9]\d?)\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)", re.ASCII)
_OTHER_VERSION: Final = re.compile(r"SK(\d{1,9})\.", re.ASCII)
_QUOTED: Final = 40
"""How many letters a message quotes of a text that cannot be read."""


class CodePart(NamedTuple):
    """The text of one QR code: part ``number`` of ``total``, from 1."""

    number: int
    total: int
    check: str
    data: str


def divide_data(data: bytes, *, start: str, longest: int) -> tuple[str, ...]:
    """Return the texts of the fewest QR codes that hold ``data``, nearly equal in length.

    ``start`` stands before each text, which has at most ``longest`` characters with it. Raises
    SheetCodeError if there would be more than ``PARTS_MAX``.
    """
    text = urlsafe_b64encode(data).rstrip(b"=").decode()
    head = f"SK{VERSION}.{{}}.{{}}.{zlib.crc32(data):08x}."
    room = longest - len(start) - len(head.format(PARTS_MAX, PARTS_MAX))
    count = -(-len(text) // max(1, room))
    if count > PARTS_MAX:
        raise SheetCodeError(f"This game is too long for a code: it would take {count} of them")
    cuts = [len(text) * number // count for number in range(count + 1)]
    pieces = [text[first:last] for first, last in pairwise(cuts)]
    return tuple(
        [f"{start}{head.format(number, count)}{piece}" for number, piece in enumerate(pieces, 1)]
    )


def read_part(text: str) -> CodePart:
    """Return the part in a text, with or without an address before ``#``.

    Raises SheetCodeError.
    """
    bare = text.rpartition("#")[2]
    found = _PART.fullmatch(bare)
    if found is None:
        version = _OTHER_VERSION.match(bare)
        if version is not None and int(version[1]) > VERSION:
            raise SheetCodeError(
                f"This is a sheet code of version {int(version[1])}; a later Scorekeeper reads it"
            )
        raise SheetCodeError(f"{quote_text(_cut(bare))} is no part of a sheet code")
    part = CodePart(int(found[1]), int(found[2]), found[3], found[4])
    if not part.number <= part.total <= PARTS_MAX:
        raise SheetCodeError(f"There is no part {part.number} of {part.total}")
    return part


def join_parts(parts: Sequence[CodePart]) -> bytes:
    """Return the bytes of all parts of one sheet code, given in any order.

    A part may be given twice. Raises SheetCodeError if one is missing, changed or from another
    sheet.
    """
    if not parts:
        raise SheetCodeError("There is no sheet code in this text")
    found: dict[int, CodePart] = {}
    first = parts[0]
    for part in parts:
        if (part.check, part.total) != (first.check, first.total):
            raise SheetCodeError(
                f"Part {part.number} of {part.total} ({part.check}) is from another sheet"
                f" than part {first.number} of {first.total} ({first.check})"
            )
        if found.setdefault(part.number, part) != part:
            raise SheetCodeError(f"Part {part.number} was given twice, and the two differ")
    missing = [number for number in range(1, first.total + 1) if number not in found]
    if missing:
        numbers = write_names([str(number) for number in missing])
        text = f"Parts {numbers} of {first.total} are missing"
        if len(missing) == 1:
            text = f"Part {numbers} of {first.total} is missing"
        raise MissingPartsError(text, given=len(found), count=first.total)
    return _decode(first, "".join([found[number].data for number in sorted(found)]))


def _decode(first: CodePart, text: str) -> bytes:
    """Return the bytes of a text. Raises SheetCodeError if it is not exactly what was written."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        data = b""
    same = urlsafe_b64encode(data).rstrip(b"=").decode() == text
    if not same or f"{zlib.crc32(data):08x}" != first.check:
        which = "The code" if first.total == 1 else f"One of the {first.total} parts"
        raise SheetCodeError(f"{which} was changed or misread: the check does not fit")
    return data


def _cut(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


# --- Reads the texts of a sheet code as the document of a record ----------------------------------


_RAW_DEFLATE: Final = -15
# A code of a thousand letters can hold a megabyte of empty deals, so that the bounds follow from
# the games that there are: 500 deals of ten players have 220,000 bytes and 6,003 objects and lists.
# They take 13,500 bytes in a code if no two deals are alike, and 1,000 if all are.
_BYTES_OF_ANY: Final = 256 * 1024
_BYTES_OF_ONE: Final = 32
"""How many bytes more of a record one byte of its code may hold."""
_BOUNDS: Final = Bounds("sheet code", 1024 * 1024, 8)
_NESTED_MAX: Final = 30_000
"""How many objects and lists a record may have."""
_TEXTS_MAX: Final = 4 * PARTS_MAX
"""How many texts are read: each part a few times over."""
_TOO_MUCH: Final = "The sheet code holds more than a game can have"
_BEGINNING: Final = re.compile(rb"\s*(?:\S*#)?SK\d+\.")


def is_code(raw: bytes) -> bool:
    """Tell whether bytes begin like a text of a sheet code, and so are no JSON."""
    return _BEGINNING.match(raw) is not None


def read_codes(text: str) -> Document:
    """Return the document of the record whose parts ``text`` has, in any order.

    White space separates the parts. The document is not checked by the rules. Raises
    SheetCodeError, also for more than a game can have.
    """
    words = text.split(maxsplit=_TEXTS_MAX)
    if len(words) > _TEXTS_MAX:
        raise SheetCodeError(f"These are more than {_TEXTS_MAX} texts; a sheet has {PARTS_MAX}")
    unpacked = _inflate(join_parts([read_part(word) for word in words]))
    if unpacked.count(b"{") + unpacked.count(b"[") > _NESTED_MAX:
        raise SheetCodeError(_TOO_MUCH)
    try:
        return unpack_document(parse_document(unpacked, _BOUNDS))
    except DocumentError as error:
        raise SheetCodeError(str(error)) from error


def _inflate(data: bytes) -> bytes:
    """Return the bytes that a code holds, never more than a game can have with a code this long."""
    most = min(_BOUNDS.size, _BYTES_OF_ANY + _BYTES_OF_ONE * len(data))
    inflater = zlib.decompressobj(_RAW_DEFLATE, PRESET)
    try:
        unpacked = inflater.decompress(data, most + 1)
    except zlib.error as error:
        raise SheetCodeError("The sheet code holds no game") from error
    if len(unpacked) > most:
        raise SheetCodeError(_TOO_MUCH)
    if not inflater.eof or inflater.unused_data:
        raise SheetCodeError("The sheet code holds no game")
    return unpacked
