"""Lists variants with their house rules, for programs."""

from typing import Any

from scorekeeper.domain.options import Option
from scorekeeper.domain.variant import Variant
from scorekeeper.record.document import Document


def describe_variant(variant: Variant) -> Document:
    """Return a variant, its house rules and their defaults as a JSON object."""
    least, most = variant.family.players(variant.defaults)
    return {
        "key": variant.key,
        "name": variant.name,
        "family": variant.family.key,
        "summary": variant.summary,
        "players": {"least": least, "most": most},
        "options": [
            _describe_option(option, getattr(variant.defaults, option.name))
            for option in variant.options
        ],
    }


def _describe_option(option: Option, default: Any) -> Document:
    return {
        "name": option.name,
        "kind": str(option.kind),
        "default": default,
        "values": option.values,
        "label": option.label,
        "help": option.help,
        "source": option.source,
    }
