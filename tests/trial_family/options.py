"""House rules of five hundred rum."""

from dataclasses import dataclass
from typing import Final, Literal

from scorekeeper.rules.deals import Points
from scorekeeper.rules.options import OptionGroup, choice, points


@dataclass(frozen=True, slots=True, kw_only=True)
class RumOptions:
    """The house rules of five hundred rum."""

    target: Points = points(
        500,
        least=1,
        group=OptionGroup.END,
        label="Target",
        help="The score that ends the game.",
        source="Pagat",
    )
    settlement: Literal["difference", "flat", "off"] = choice(
        "difference",
        {"difference": "by the difference", "flat": "once a pair", "off": "not at all"},
        group=OptionGroup.MONEY,
        label="Players settle",
        help="Each wins from those with lower scores.",
        source="Silent; custom of gin",
        reads_on=True,
    )


RUM: Final = RumOptions()
