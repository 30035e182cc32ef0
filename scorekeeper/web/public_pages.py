"""What the pages show that need no game: the rules of each variant, and one hand by itself."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import Points
from scorekeeper.domain.rulebook import Course, ValueRow
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import Variant
from scorekeeper.web.forms.fields import Fault, Field
from scorekeeper.web.pages import DrawnLine, GinSide


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantLine:
    """A variant in the list of rules, with who plays it and with what."""

    variant: Variant
    facts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesListPage:
    """The variants side by side."""

    template: ClassVar = "rules.html"
    lines: tuple[VariantLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionLine:
    """One house rule: its value as printed, and what else it can be."""

    name: str
    label: str
    value: str
    others: str
    help: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedDeal:
    """A worked deal, scored and drawn."""

    title: str
    source: str
    ending: str
    sheet: ScoreSheet
    row: SheetRow
    upcard: Card | None
    limit_words: str
    count_words: str
    lines: tuple[tuple[DrawnLine, ...], ...]
    gin_sides: tuple[GinSide | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The rules of one variant; ``in_hand_word`` heads the points against a player."""

    template: ClassVar = "rules_variant.html"
    variant: Variant
    variants: tuple[Variant, ...]
    facts: str
    in_hand_word: str
    has_melded: bool
    values: tuple[ValueRow, ...]
    melds: tuple[str, ...]
    course: Course
    bonuses: tuple[OptionLine, ...]
    options: tuple[OptionLine, ...]
    worked: tuple[WorkedDeal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A card that can be ticked."""

    card: Card
    is_held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged:
    """The best arrangement of a gin hand, perhaps after a discard, and what the upcard allows."""

    side: GinSide
    points: Points
    verdict: str
    discard: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPage:
    """One hand by itself; ``options`` are the house rules that matter to a hand alone.

    ``faults`` stop the count, ``notes`` are unlikely and do not.
    """

    variant: Variant
    variants: tuple[Variant, ...]
    fields: tuple[Field, ...]
    options: tuple[Field, ...]
    options_open: bool
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GinHandPage(HandPage):
    """A gin hand: cards to tick or to type; ``before`` is what the page showed as held."""

    template: ClassVar = "hand_gin.html"
    picks: tuple[tuple[Pick, ...], ...]
    before: str
    upcard: Card | None
    upcard_words: str
    limit_words: str
    found: tuple[Arranged, ...]
    big_gin: GinSide | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHandPage(HandPage):
    """Melds and cards in hand, counted; ``lines`` is ``None`` while there is nothing to count."""

    template: ClassVar = "hand_count.html"
    lines: tuple[DrawnLine, ...] | None
    total: Points
    scores_melds: bool
