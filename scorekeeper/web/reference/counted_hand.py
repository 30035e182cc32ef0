"""The page that counts one hand: its melds and its loose cards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from scorekeeper.domain.asks import Ask, AskKind
from scorekeeper.domain.deals import Hand, Points
from scorekeeper.domain.scoring import cite_problems
from scorekeeper.domain.table_checks import has_error
from scorekeeper.domain.variant import CheckedScore, Problem, Severity
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.expanding import expand_deal
from scorekeeper.record.places import Findings
from scorekeeper.web.core.fields import Fault, Field, FieldProblems, Values
from scorekeeper.web.deal.deal_form import FIELD_KINDS
from scorekeeper.web.deal.meld_lines import meld_words
from scorekeeper.web.deal.notation import Notation, notation_of
from scorekeeper.web.deal.pad_table import CARD_FIELDS, PadTable, pad_single_hand
from scorekeeper.web.reference.hand_options import HandOptions, SingleHandPage, hand_variants
from scorekeeper.wording.deal_lines import DrawnLine, draw_hand

CountHand = Callable[[Any, Hand], CheckedScore]
"""A function of a family that counts a hand under the options in force."""

_RULES_ONLY: Final = "rules"
"""The name that the button under the house rules sends; the page then asks for no cards."""
_THIS_HAND: Final = "This hand"
_MOST_CHARACTERS: Final = {AskKind.MELDS: 1000, AskKind.CARDS: 400}
"""The kinds of facts that the page asks for, in this order, and the most characters of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHandPage(SingleHandPage):
    """The cards of a hand, counted; ``lines`` is ``None`` while there is nothing to count.

    ``pad`` are the facts for the keys, if they can enter all that is asked. ``others`` are the
    values of the address besides the cards, with which another hand is counted.
    """

    template: ClassVar = "reference/hand_count.html"
    pad: PadTable | None
    others: Values
    notation: Notation
    lines: tuple[DrawnLine, ...] | None
    total: Points
    scores_melds: bool


def make_counted_page(options: HandOptions, count: CountHand, values: Values) -> CountedHandPage:
    """Return the page of the hand that the address holds."""
    variant = options.variant
    asks = _asks(options)
    texts = {ask.name: values.get(ask.name, "")[: _MOST_CHARACTERS[ask.kind]] for ask in asks}
    is_asked = any(text.strip() for text in texts.values())
    document = _document(options, asks, texts)
    verdict = (
        _count(options, count, document) if is_asked else CheckedScore(problems=(), score=None)
    )
    faults = _Faults(asks, texts, document["hands"][_THIS_HAND])
    problems = list(dict.fromkeys(verdict.problems))
    nothing = [] if is_asked or not _is_sent(asks, values) else [_no_cards(asks)]
    found = [faults.of(each) for each in _with(problems, Severity.ERROR)]
    errors = FieldProblems([*nothing, *found])
    counted = verdict.score.hands[0] if verdict.score else None
    return CountedHandPage(
        variant=variant,
        variants=hand_variants(),
        fields=tuple([_field(ask, texts, errors) for ask in asks]),
        options=options.fields,
        options_open=options.are_open,
        faults=(*options.faults, *errors.faults),
        notes=tuple([faults.of(each).text for each in _with(problems, Severity.WARNING)]),
        pad=_pad(options, asks),
        others={name: text for name, text in values.items() if name not in {*texts, _RULES_ONLY}},
        notation=notation_of(variant.family, options.chosen),
        lines=tuple(draw_hand(variant, counted.lines)) if counted else None,
        total=counted.points if counted else 0,
        scores_melds=_scores_melds(options),
    )


def _is_sent(asks: Sequence[Ask], values: Values) -> bool:
    """Tell whether the form was sent to count the hand, and not to change the house rules."""
    return any(ask.name in values for ask in asks) and _RULES_ONLY not in values


def _no_cards(asks: Sequence[Ask]) -> Fault:
    return Fault(field=asks[-1].name, text="Press the cards of the hand first.")


def _pad(options: HandOptions, asks: Sequence[Ask]) -> PadTable | None:
    if {ask.name for ask in asks} != set(CARD_FIELDS):
        return None
    family = options.variant.family
    return pad_single_hand(family, options.chosen, name=_THIS_HAND, done="Count the hand")


def _asks(options: HandOptions) -> list[Ask]:
    """Return the questions about the hand: its melds, then its loose cards."""
    asks = options.variant.family.asks(options.chosen).hand
    return [ask for kind in _MOST_CHARACTERS for ask in asks if ask.kind is kind]


def _scores_melds(options: HandOptions) -> bool:
    """Tell whether melds count: only then does the family ask for them first."""
    first = options.variant.family.asks(options.chosen).forms[0]
    return any(ask.kind is AskKind.MELDS for ask in first.asks)


def _with(problems: Sequence[Problem], severity: Severity) -> Iterator[Problem]:
    return (each for each in problems if each.severity is severity)


def _document(options: HandOptions, asks: Sequence[Ask], texts: Values) -> dict[str, Any]:
    """Return the hand as a deal of the record, with shorthand written out."""
    asked = options.variant.family.asks(options.chosen)
    hand = {ask.name: _read(ask, texts[ask.name]) for ask in asks}
    document = {"ending": str(asked.endings[0][0]), "hands": {_THIS_HAND: hand}}
    return expand_deal(document, asked)


def _read(ask: Ask, text: str) -> str | list[str]:
    if ask.kind is AskKind.MELDS:
        return [line.replace(",", " ") for line in text.splitlines() if line.strip()]
    return text.replace(",", " ")


def _count(options: HandOptions, count: CountHand, document: dict[str, Any]) -> CheckedScore:
    """Count the hand of the document, and add the problems of its texts."""
    findings = Findings()
    asks = options.variant.family.asks(options.chosen)
    deal = DealReader(asks, (_THIS_HAND,)).read(document, (), findings)
    judged = cite_problems(options.variant, count(options.chosen, deal.hands[0]))
    kept = [problem for problem in judged.problems if not findings.is_uncertain(problem)]
    problems = (*findings.problems, *kept)
    return CheckedScore(problems=problems, score=None if has_error(problems) else judged.score)


def _field(ask: Ask, texts: Values, errors: FieldProblems) -> Field:
    return Field(
        name=ask.name,
        kind=FIELD_KINDS[ask.kind],
        label=ask.label,
        value=texts[ask.name],
        help=ask.help,
        problems=errors.of(ask.name),
    )


@dataclass(frozen=True, slots=True)
class _Faults:
    """Turns problems into faults of the form; ``written`` is the hand without shorthand."""

    asks: Sequence[Ask]
    texts: Values
    written: dict[str, Any]

    def of(self, problem: Problem) -> Fault:
        match problem.at:
            case ("hands", _, str(name), int(index), *_) if isinstance(self.written[name], list):
                written = self.written[name][index]
                text = meld_words(self.texts[name], index, problem.text, written=written)
                return Fault(field=name, text=text)
            case ("hands", _, str(name), *_):
                return Fault(field=name, text=problem.text)
        return Fault(field=self.asks[-1].name, text=problem.text)
