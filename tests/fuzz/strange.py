"""Values that no form of the site sends: texts, numbers, cards and JSON of every wrong kind."""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from scorekeeper.rules.variants import VARIANTS

TEXTS: Final = (
    *("", " ", "\t", "\0", "\x7f", "\r\nSet-Cookie: a=b", "null", "true", "[]", "{}", "{{7*7}}"),
    *("0", "-1", "+5", "−5", "1.5", "1e9", "0x10", "1_000", "٣", "½", "²", "NaN", "Infinity"),
    *("9" * 9, "9" * 10, "9" * 400, "1" * 5_000, "x" * 20_000, "a\u0301" * 400, "ﷺ" * 50),
    *(
        "\u202eAnn",
        "A\u200bnn",
        "Ann ",
        "ANN",
        "ẞ",
        "ı",
        "\ud83c\udca1".encode("utf-16", "surrogatepass").decode("utf-16"),
    ),
    *("<script>alert(1)</script>", "'; DROP TABLE game; --", "%s%n%x", "../../etc/passwd"),
    *("*" * 7 + "2" * 6, "JK" * 50, "AS-KS", "AS,,AS", "A" * 60, "KK KK KK", "10-9-8", "♠♥♦♣"),
    *("AS KS QS JS TS", "2222", "J Q K", "3-T", "*-*", "yes", "no", "out", "knock", "gin"),
)
"""Texts that may be typed or sent into any field."""
BYTES: Final = (b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\x80", b"%ZZ", b"%", b"%00", b"%FF")
"""Bytes that are no UTF-8, or no encoding of an address."""
MELDS: Final = ("KKK", "AAA", "3-7", "9-K", "QQQ*", "55", "44J", "8H 8D 8S", "3S 4S 5S", "22*")
CARDS: Final = ("A", "K Q", "5 5", "T", "", "3H 4D", "JK", "2", "9C 9S 2D")
NAMES: Final = ("Ann", "Bob", "Cal", "Dot", "Eve")
_RECORDS: Final = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
_DEEPEST: Final = 2_000


def text(chance: Random) -> str:
    """Any strange text."""
    return chance.choice(TEXTS)


def plausible(chance: Random, field: str) -> str:
    """A value that people might type into a field of this name."""
    if field.endswith(("points", "amount", "per")) or field.startswith("options-"):
        return str(5 * chance.randint(0, 60))
    if "meld" in field or "lay_offs" in field:
        return "\n".join(chance.sample(MELDS, chance.randint(1, 3)))
    if "hand" in field or "cards" in field or "deadwood" in field:
        return chance.choice(CARDS)
    if "name" in field or "player" in field or field in ("who", "newcomer"):
        return chance.choice(NAMES)
    if field == "variant":
        return chance.choice(sorted(VARIANTS))
    return chance.choice(("", "yes", "0", "1", "2", *NAMES))


def data(chance: Random, depth: int = 0) -> Any:
    """Any JSON value, of a type that is hardly the right one."""
    kind = chance.randrange(9 if depth < 3 else 6)
    match kind:
        case 0:
            return None
        case 1:
            return chance.choice((True, False))
        case 2:
            return chance.choice((0, -1, 1.5, 1e300, 10**30, 2**63, -(2**31)))
        case 6:
            return [data(chance, depth + 1) for _ in range(chance.randrange(4))]
        case 7 | 8:
            return {text(chance)[:40]: data(chance, depth + 1) for _ in range(chance.randrange(4))}
        case _:
            return text(chance)


def record(chance: Random) -> str:
    """A game record with some of its values replaced, left out or doubled."""
    document = json.loads(chance.choice(_RECORDS).read_text(encoding="utf-8"))
    for _ in range(chance.randrange(4)):
        _spoil(chance, document)
    written = json.dumps(document, ensure_ascii=chance.random() < 0.5)
    return chance.choice((written, written, written, written[: chance.randrange(len(written))]))


def nested(chance: Random) -> str:
    """JSON as deep as it is senseless, whole or broken."""
    depth = chance.randrange(_DEEPEST)
    return chance.choice(("[" * depth + "]" * depth, '{"a":' * depth, "[" * depth))


def presses(chance: Random) -> str:
    """The keys of a pad as a phone might send them, or what has only their look."""
    keys = [chance.choice(("K", "5", "meld", "undo", "", text(chance))) for _ in range(5)]
    right = {"base": {"by": "0"}, "presses": keys}
    wrong = {"base": data(chance), "presses": data(chance)}
    return chance.choice((json.dumps(right), json.dumps(wrong), nested(chance), text(chance)))


def _spoil(chance: Random, node: Any) -> None:
    """Change one value somewhere in a document."""
    places: list[Any] = sorted(node) if isinstance(node, dict) else list(range(len(node)))
    if not places:
        return
    place = chance.choice(places)
    child = node[place]
    if isinstance(child, dict | list) and child and chance.random() < 0.8:
        _spoil(chance, child)
    elif chance.random() < 0.7:
        node[place] = data(chance)
    elif isinstance(node, list):
        node.insert(place, child)
    else:
        del node[place]
