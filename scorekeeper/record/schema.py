"""Makes the JSON Schema of the game record from the options and asks of the variants.

The schema tells which documents are well formed. Only the families can tell which melds are legal
and whether the pack has all the cards.
"""

from typing import Any, Final

from scorekeeper.record.deal_reading import PAIR
from scorekeeper.record.document import DEALS_MAX, FORMAT
from scorekeeper.record.reading import PER_MAX
from scorekeeper.rules import (
    ANY_SUIT,
    LINE_LENGTH,
    MINOR_DIGITS,
    NAME_LENGTH,
    PAST_DIGITS,
    POINTS_MAX,
    Ask,
    AskKind,
    Asks,
    Option,
    OptionKind,
    SuitlessCards,
    Variant,
)
from scorekeeper.rules.variants import VARIANTS

Schema = dict[str, Any]

CURRENCY: Final = sorted([*MINOR_DIGITS, *PAST_DIGITS])
_SUIT: Final = r"[SHDCshdc♠♥♦♣♤♡♢♧]\ufe0f?"
_JOKER: Final = r"[Jj][Kk]"
_TEXT: Final[Schema] = {"type": "string", "maxLength": LINE_LENGTH}
_NAME: Final[Schema] = {"type": "string", "minLength": 1}
_POINTS: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": POINTS_MAX}
_PENALTY: Final[Schema] = {
    "type": "object",
    "properties": {
        "law": {"enum": [17, 18, 19, None]},
        "points": {"anyOf": [_POINTS, {"type": "null"}]},
        "reason": {"anyOf": [_TEXT, {"type": "null"}]},
    },
    "additionalProperties": False,
}
_FACTS: Final[dict[AskKind, Schema]] = {
    AskKind.POINTS: _POINTS,
    AskKind.FLAG: {"type": "boolean"},
    AskKind.PENALTIES: {"type": "array", "items": _PENALTY},
}


def record_schema() -> Schema:
    """Return the schema of a whole record (JSON Schema, draft 2020-12)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scorekeeper game record, version 1",
        "type": "object",
        "required": ["format", "variant", "players", "deals"],
        "properties": {
            "format": {"const": FORMAT},
            "variant": {"enum": list(VARIANTS)},
            "options": {"type": ["object", "null"]},
            "players": {
                "type": "array",
                "items": {"type": "string", "pattern": rf"^\s*\S(?:.{{0,{NAME_LENGTH - 1}}})\s*$"},
                "uniqueItems": True,
            },
            "stake": or_null(_STAKE),
            "title": or_null(_TEXT),
            "place": or_null(_TEXT),
            "played_on": or_null({"type": "string", "format": "date"}),
            "closed_early": {"anyOf": [EARLY_END, {"enum": [False, None]}]},
            "deals": {"type": "array", "maxItems": DEALS_MAX},
        },
        "additionalProperties": False,
        "allOf": [_variant_clause(variant) for variant in VARIANTS.values()],
    }


_STAKE: Final[Schema] = {
    "type": "object",
    "required": ["currency", "amount", "per"],
    "properties": {
        "currency": {"enum": CURRENCY},
        "amount": {"type": "string", "pattern": r"^[0-9]{1,9}(\.[0-9]{1,4})?$"},
        "per": {"type": "integer", "minimum": 1, "maximum": PER_MAX},
    },
    "additionalProperties": False,
}


EARLY_END: Final[Schema] = {
    "type": "object",
    "required": ["settles"],
    "properties": {"settles": {"type": "boolean"}},
    "additionalProperties": False,
}


def or_null(schema: Schema) -> Schema:
    """Return the schema with ``null`` allowed, which counts as absent."""
    return {"anyOf": [schema, {"type": "null"}]}


def _variant_clause(variant: Variant) -> Schema:
    options = {option.name: or_null(_option_schema(option)) for option in variant.options}
    least = variant.family.players(variant.defaults)[0]
    asks = variant.family.asks(variant.defaults)
    properties: Schema = {
        "options": or_null(_close_schema(options)),
        "players": {"minItems": least},
        "deals": {"items": _deal_schema(asks)},
    }
    rules: Schema = {"properties": properties}
    if asks.paired:
        alone = {"properties": {"deals": properties.pop("deals")}}
        rules |= {
            "if": {"properties": {"players": {"minItems": min(asks.paired)}}},
            "then": {"properties": {"deals": {"items": _pairs_schema(asks)}}},
            "else": alone,
        }
    return {"if": {"properties": {"variant": {"const": variant.key}}}, "then": rules}


def _close_schema(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _option_schema(option: Option) -> Schema:
    about: Schema = {"title": option.label, "description": f"{option.help} ({option.source})"}
    if option.kind is OptionKind.YES_NO:
        return about | {"type": "boolean"}
    if option.kind is OptionKind.POINTS:
        return about | {"type": "integer", "minimum": option.least, "maximum": POINTS_MAX}
    return about | {"enum": [value for value, _ in option.choices]}


def _deal_schema(asks: Asks) -> Schema:
    endings = {str(ending) for ending, _ in asks.endings} | {
        str(ending) for ending in asks.ended_by_nobody
    }
    hand = _close_schema({ask.name: _fact_schema(ask, asks.suitless) for ask in asks.hand})
    facts = {
        "dealer": or_null(_NAME),
        "ending": {"enum": sorted(endings)},
        "by": or_null(_NAME),
        "hands": or_null({"type": "object", "additionalProperties": or_null(hand)}),
    }
    facts |= {ask.name: _fact_schema(ask, asks.suitless) for ask in asks.deal}
    required = [ask.name for ask in asks.deal if ask.required]
    return _close_schema(facts) | {"required": ["ending", *required]}


def _pairs_schema(asks: Asks) -> Schema:
    """Return the schema of a deal of partners, whose pairs have the facts of a deal."""
    pair = _deal_schema(asks)
    facts = {name: fact for name, fact in pair["properties"].items() if name != "dealer"}
    facts["players"] = {"type": "array", "items": _NAME, "minItems": PAIR, "maxItems": PAIR}
    pair = _close_schema(facts) | {"required": ["players", *pair["required"]]}
    bounds = {"minItems": min(asks.paired) // PAIR, "maxItems": max(asks.paired) // PAIR}
    pairs = {"type": "array", "items": pair, **bounds}
    return _close_schema({"dealer": or_null(_NAME), "pairs": pairs}) | {"required": ["pairs"]}


def _fact_schema(ask: Ask, suitless: SuitlessCards) -> Schema:
    fact = {"title": ask.label, **(_FACTS | _card_schemas(suitless))[ask.kind]}
    return fact if ask.required else or_null(fact)


def _card_schemas(suitless: SuitlessCards) -> dict[AskKind, Schema]:
    """Return the schemas of cards, of which some may be named without a suit."""
    ranks = _ranks(ANY_SUIT)
    bare = [_ranks(suitless)] if suitless else []
    coloured = [f"{card}|{str(card).lower()}" for card in suitless if card.suit is not None]
    card = f"(?:{'|'.join([ranks + _SUIT, _JOKER, *coloured, *bare])})"
    name = f"(?:{card}|{ranks})" if suitless else card
    return {
        AskKind.CARD: {"type": "string", "pattern": rf"^\s*{card}\s*$"},
        AskKind.CARDS: {"type": "string", "pattern": rf"^\s*(?:{card}(?:\s+|$))*$"},
        AskKind.MELDS: {
            "type": "array",
            "items": {"type": "string", "pattern": rf"^\s*(?:{card}(?:={name})?(?:\s+|$))*$"},
        },
    }


def _ranks(suitless: SuitlessCards) -> str:
    """Return a pattern of the ranks among cards whose suit is not given."""
    letters = "".join([card.rank.letter for card in suitless if card.suit is None])
    return (
        f"(?:10|[{letters}{''.join([letter.lower() for letter in letters if letter.isalpha()])}])"
    )
