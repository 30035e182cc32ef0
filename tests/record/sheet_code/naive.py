"""A second reader of the sheet code, written plainly from ``docs/sheet-code.md`` alone.

It shares nothing with the program but the bytes of the preset dictionary.
"""

import json
from typing import Any, Final

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
RANKS: Final = "A 2 3 4 5 6 7 8 9 T J Q K".split()
LENGTHS: Final = [
    *[(3 + each, 0) for each in range(8)],
    *[(11 + 2 * each, 1) for each in range(4)],
    *[(19 + 4 * each, 2) for each in range(4)],
    *[(35 + 8 * each, 3) for each in range(4)],
    *[(67 + 16 * each, 4) for each in range(4)],
    *[(131 + 32 * each, 5) for each in range(4)],
    (258, 0),
]
"""The least length that each symbol from 257 stands for, and how many more bits say the rest."""
ORDER: Final = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)
Codes = dict[tuple[int, int], int]


class Bits:
    """The bits of a text of bytes, the lowest of each byte first."""

    def __init__(self, data: bytes) -> None:
        self.bits = "".join([f"{byte:08b}"[::-1] for byte in data])
        self.at = 0

    def number(self, count: int) -> int:
        """Read a number of ``count`` bits."""
        taken = self.bits[self.at : self.at + count]
        self.at += count
        return int(taken[::-1], 2) if taken else 0

    def symbol(self, codes: Codes) -> int:
        """Read the next symbol of a Huffman code."""
        code, length = 0, 0
        while (length, code) not in codes:
            code, length = 2 * code + self.number(1), length + 1
        return codes[length, code]


def huffman(lengths: list[int]) -> Codes:
    """The codes of a canonical Huffman tree (RFC 1951, 3.2.2)."""
    codes: Codes = {}
    code = 0
    for length in range(1, 16):
        for symbol, each in enumerate(lengths):
            if each == length:
                codes[length, code] = symbol
                code += 1
        code *= 2
    return codes


def read_trees(bits: Bits) -> tuple[Codes, Codes]:
    """Read the codes of literals and of distances (RFC 1951, 3.2.7)."""
    literals, distances, count = bits.number(5) + 257, bits.number(5) + 1, bits.number(4) + 4
    small = [0] * 19
    for place in ORDER[:count]:
        small[place] = bits.number(3)
    codes = huffman(small)
    lengths: list[int] = []
    while len(lengths) < literals + distances:
        symbol = bits.symbol(codes)
        match symbol:
            case 16:
                lengths += [lengths[-1]] * (3 + bits.number(2))
            case 17:
                lengths += [0] * (3 + bits.number(3))
            case 18:
                lengths += [0] * (11 + bits.number(7))
            case _:
                lengths.append(symbol)
    return huffman(lengths[:literals]), huffman(lengths[literals:])


def inflate(data: bytes, preset: bytes) -> bytes:
    """What a raw deflate stream holds; it has no stored blocks, which no sheet code needs."""
    bits, out, last = Bits(data), bytearray(preset), False
    while not last:
        last = bool(bits.number(1))
        fixed = [8] * 144 + [9] * 112 + [7] * 24 + [8] * 8
        is_fixed = bits.number(2) == 1
        literals, distances = (huffman(fixed), huffman([5] * 30)) if is_fixed else read_trees(bits)
        while (symbol := bits.symbol(literals)) != 256:
            if symbol < 256:
                out.append(symbol)
                continue
            least, more = LENGTHS[symbol - 257]
            length = least + bits.number(more)
            far = bits.symbol(distances)
            more = max(0, far // 2 - 1)
            distance = (far if far < 2 else 2**more * (2 + far % 2)) + bits.number(more) + 1
            for _ in range(length):
                out.append(out[-distance])
    return bytes(out[len(preset) :])


def crc(data: bytes) -> int:
    """Return the CRC-32 of the bytes."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def card_of(letter: str) -> str:
    """Return the card that a letter stands for."""
    if letter in "0<>":
        return {"0": "JK", "<": "2B", ">": "2R"}[letter]
    if letter in "123456789+-*/":
        return RANKS["123456789+-*/".index(letter)]
    place = LETTERS.index(letter)
    return RANKS[place % 13] + "SHDC"[place // 13]


def cards_of(text: str) -> str:
    """Return packed cards in the notation of the record."""
    if text.startswith("!"):
        return text[1:]
    words = [card_of(letter) if letter != "=" else "=" for letter in text]
    return " ".join(words).replace(" = ", "=")


def facts_of(packed: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a deal or hand with their cards unpacked."""
    facts = dict(packed)
    for key in ("upcard", "in_hand", "discard", "cards", "deadwood", "lay_offs"):
        if key in facts:
            facts[key] = cards_of(facts[key])
    if "melds" in facts:
        facts["melds"] = [cards_of(meld) for meld in facts["melds"]]
    return facts


def read(texts: list[str], preset: bytes) -> dict[str, Any]:
    """The record in the texts of a sheet code."""
    parts = sorted(
        [text.split("#")[-1].split(".") for text in texts], key=lambda part: int(part[1])
    )
    data = "".join([part[4] for part in parts])
    bits = "".join([f"{LETTERS.index(letter):06b}" for letter in data])
    raw = bytes([int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8)])
    assert {part[3] for part in parts} == {f"{crc(raw):08x}"}
    record: dict[str, Any] = {"format": "scorekeeper-game/1", **json.loads(inflate(raw, preset))}
    for deal in record["deals"]:
        name_players(deal, record["players"])
        for pair in deal.get("pairs", ()):
            pair["players"] = [record["players"][seat] for seat in pair["players"]]
            name_players(pair, pair["players"])
    return record


def name_players(deal: dict[str, Any], players: list[str]) -> None:
    """Write the names of the players and the cards into a packed deal, or a pair of one."""
    deal.update(facts_of(deal))
    for key in ("by", "dealer"):
        if key in deal:
            deal[key] = players[deal[key]]
    if "hands" in deal:
        hands = [facts_of(hand) for hand in deal["hands"]]
        deal["hands"] = dict(zip(players, hands, strict=True))
