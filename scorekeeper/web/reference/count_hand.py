"""One hand by itself, without a game: a gin hand arranged, a hand of melds counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from flask import Response, request

from scorekeeper.domain.asks import Ask
from scorekeeper.domain.deals import Deal, Points
from scorekeeper.domain.table_checks import has_error
from scorekeeper.domain.variant import CheckedScore, Problem, Severity
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.expanding import expand_deal
from scorekeeper.record.places import Findings
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.fields import Fault, Field, FieldProblems, Values
from scorekeeper.web.core.page import show
from scorekeeper.web.deal.deal_lines import DrawnLine, draw_hand
from scorekeeper.web.deal.meld_lines import meld_words
from scorekeeper.web.reference.blueprint import reference_pages
from scorekeeper.web.reference.gin_hand import make_gin_page
from scorekeeper.web.reference.hand_options import HandOptions, SingleHandPage, read_hand_options

_FIRST_VARIANT: Final = next(iter(VARIANTS.values()))
_MELDS, _IN_HAND = "melds", "in_hand"
_THIS_HAND: Final = ("This hand",)
_MOST_CHARACTERS: Final = {_MELDS: 1000, _IN_HAND: 400}


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHandPage(SingleHandPage):
    """Melds and cards in hand, counted; ``lines`` is ``None`` while there is nothing to count."""

    template: ClassVar = "reference/hand_count.html"
    lines: tuple[DrawnLine, ...] | None
    total: Points
    scores_melds: bool


@reference_pages.get("/hand")
@least_role(EVERYBODY)
def hand() -> Response:
    """The hand that the address holds, arranged or counted; an empty form without one."""
    variant = VARIANTS.get(request.args.get("variant", ""), _FIRST_VARIANT)
    options = read_hand_options(variant, request.args.to_dict())
    if variant.family.count_hand is None:
        return show(make_gin_page(options, request.args))
    return show(_counted_page(options, request.args.to_dict()))


def _counted_page(options: HandOptions, values: Values) -> CountedHandPage:
    texts = {name: values.get(name, "")[:most] for name, most in _MOST_CHARACTERS.items()}
    is_asked = any(text.strip() for text in texts.values())
    document = _document(options, texts)
    written = document["hands"][_THIS_HAND[0]][_MELDS]
    checked = _count(options, document) if is_asked else CheckedScore(problems=(), score=None)
    problems = list(dict.fromkeys(checked.problems))
    faults = FieldProblems([_fault(each, texts, written) for each in _of(problems, Severity.ERROR)])
    counted = checked.score.hands[0] if checked.score else None
    variant = options.variant
    return CountedHandPage(
        variant=variant,
        variants=tuple(VARIANTS.values()),
        fields=tuple([_field(ask, texts, faults) for ask in _asks(options)]),
        options=options.fields,
        options_open=options.are_open,
        faults=(*options.faults, *faults.faults),
        notes=tuple(
            [_fault(each, texts, written).text for each in _of(problems, Severity.WARNING)]
        ),
        lines=tuple(draw_hand(variant, counted.lines)) if counted else None,
        total=counted.points if counted else 0,
        scores_melds=_MELDS
        in [ask.name for ask in variant.family.asks(options.chosen).forms[0].asks],
    )


def _of(problems: Sequence[Problem], severity: Severity) -> Iterator[Problem]:
    return (each for each in problems if each.severity is severity)


def _document(options: HandOptions, texts: Values) -> dict[str, Any]:
    """The hand that was typed as a deal of the record, shorthand written out."""
    family = options.variant.family
    asks = family.asks(options.chosen)
    typed = {
        _MELDS: [line.replace(",", " ") for line in texts[_MELDS].splitlines() if line.strip()],
        _IN_HAND: texts[_IN_HAND].replace(",", " "),
    }
    document = {"ending": str(asks.endings[0][0]), "hands": {_THIS_HAND[0]: typed}}
    return expand_deal(
        document, asks, family.pack(options.chosen, family.players(options.chosen)[1])
    )


def _count(options: HandOptions, document: dict[str, Any]) -> CheckedScore:
    """The score of the hand that was typed, with what could not be read of it."""
    family, findings = options.variant.family, Findings()
    asks = family.asks(options.chosen)
    deal = DealReader(asks, _THIS_HAND).read(document, (), findings)
    ruled = _judge(options, deal)
    kept = [problem for problem in ruled.problems if not findings.concern(problem.at)]
    problems = (*findings.problems, *kept)
    return CheckedScore(problems=problems, score=None if has_error(problems) else ruled.score)


def _judge(options: HandOptions, deal: Deal | None) -> CheckedScore:
    count_hand = options.variant.family.count_hand
    if count_hand is None or deal is None:
        return CheckedScore(problems=(), score=None)
    return count_hand(options.chosen, deal.hands[0])


def _asks(options: HandOptions) -> list[Ask]:
    """What is asked of the hand: melds first, then what is in hand."""
    known = {ask.name: ask for ask in options.variant.family.asks(options.chosen).hand}
    return [known[name] for name in _MOST_CHARACTERS]


def _field(ask: Ask, texts: Values, faults: FieldProblems) -> Field:
    return Field(
        name=ask.name,
        kind="melds" if ask.name == _MELDS else "cards",
        label=ask.label,
        value=texts[ask.name],
        help=ask.help,
        problems=faults.of(ask.name),
    )


def _fault(problem: Problem, texts: Values, written: Sequence[str]) -> Fault:
    match problem.at:
        case ("hands", _, "melds", int(index), *_):
            text = meld_words(texts[_MELDS], index, problem.text, written=written[index])
            return Fault(field=_MELDS, text=text)
        case ("hands", _, str(name), *_):
            return Fault(field=name, text=problem.text)
    return Fault(field=_IN_HAND, text=problem.text)
