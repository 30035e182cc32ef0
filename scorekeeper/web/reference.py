"""Pages that need no game: the rules of each variant, and one hand counted by itself."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from flask import Blueprint, Response, abort, request
from werkzeug.datastructures import MultiDict

from scorekeeper.hearing import Game
from scorekeeper.papers.kinds import PAPERS
from scorekeeper.papers.variant import VariantToPrint
from scorekeeper.record import DealReader, Findings, expand_deal, read_options
from scorekeeper.rules import (
    NATURAL_CARDS,
    Act,
    Ask,
    AskKind,
    Card,
    CheckedScore,
    Dealt,
    Entry,
    Example,
    Hand,
    HandArranger,
    OptionKind,
    OptionValue,
    Problem,
    ScoreSheet,
    Severity,
    Started,
    Variant,
    cite_problems,
    has_error,
    make_sheet,
    read_card,
    replay,
    values_of,
    with_options,
)
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core import (
    EVERYBODY,
    OPTION_FIELD,
    Fault,
    Field,
    FieldProblems,
    Page,
    Part,
    Values,
    least_role,
    make_paper,
    read_whole,
    send_paper,
    show,
)
from scorekeeper.web.deal.deal_form import FIELD_KINDS, meld_words, notation_of
from scorekeeper.web.deal.pad import CARD_FIELDS, PadTable, pad_single_hand
from scorekeeper.web.deal.said import SAID, answer_line, fields_of, game_heard, hear_line
from scorekeeper.web.new_game.game_form import make_game_document, make_game_form
from scorekeeper.wording import write_card
from scorekeeper.wording.games import draw_hand

_SUIT_LENGTH: Final = 13
Arguments = MultiDict[str, str]
CountHand = Callable[[Any, Hand], CheckedScore]
"""A function of a family that counts a hand under the options in force."""
_RULES_ONLY: Final = "rules"
"""The name that the button under the house rules sends; the page then asks for no cards."""
_THIS_HAND: Final = "This hand"
_LONGEST_TEXT: Final = {AskKind.MELDS: 1000, AskKind.CARDS: 400}
"""The kinds of facts that the page asks for, in this order, and the most characters of each."""
_FIRST_VARIANT: Final = next(iter(VARIANTS.values()))


reference_pages = Blueprint("reference", __name__)


# --- The papers of a variant as printed: a blank pad, and the rules on one page -------------------


@reference_pages.get("/rules/<variant>/card.pdf")
@least_role(EVERYBODY)
def card(variant: str) -> Response:
    """Send the rules of a variant on one page."""
    found = _variant(variant)
    return send_paper(
        make_paper("rules", VariantToPrint(found, found.defaults)), f"{found.name} rules.pdf"
    )


@reference_pages.get("/rules/<variant>/pad.pdf")
@least_role(EVERYBODY)
def pad(variant: str) -> Response:
    """Send a blank pad of a variant, for the fewest players if nothing else is asked for."""
    found = _variant(variant)
    numbers = found.family.players(found.defaults)
    players = read_whole(request.args.get("players", str(numbers[0])))
    if players is None or players not in numbers:
        abort(404)
    in_columns = _find_columns_option(found)
    options = {name: request.args[name] for name in in_columns if name in request.args}
    if options not in ({}, in_columns):
        abort(404)
    return send_paper(
        make_paper("blank", VariantToPrint(found, with_options(found, options), players)),
        f"{found.name} pad for {players}.pdf",
    )


def _find_columns_option(variant: Variant) -> dict[str, OptionValue]:
    """Return the option by which a game has several columns, with its value, if there is one."""
    return {
        option.name: value
        for option in variant.options
        if option.kind is OptionKind.CHOICE
        for value in option.values
        if variant.family.columns(with_options(variant, {option.name: value})) > 1
    }


def _variant(key: str) -> Variant:
    if key not in VARIANTS:
        abort(404)
    return VARIANTS[key]


def _pads(variant: Variant) -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """Yield the blank pads: what each is for, and what its address says of it."""
    in_columns = _find_columns_option(variant)
    words = [
        option.words(in_columns[option.name])
        for option in variant.options
        if option.name in in_columns
    ]
    for kind, options in (("", {}), *([(f", {words[0]}", in_columns)] if words else [])):
        for players in variant.family.players(variant.defaults):
            yield f"{players}{kind}", {"players": players, **options}


@reference_pages.get("/rules")
@least_role(EVERYBODY)
def rules() -> Response:
    """Show the list of variants."""
    return show(Page("reference/rules.html", variants=tuple(VARIANTS.values())))


@reference_pages.get("/rules/<variant>")
@least_role(EVERYBODY)
def rules_of(variant: str) -> Response:
    """Show the rules of one variant."""
    found = _variant(variant)
    worked = tuple([(example, score_example(found, example)) for example in found.examples])
    return show(
        Page(
            "reference/rules_variant.html",
            variant=found,
            variants=tuple(VARIANTS.values()),
            worked=worked,
            papers=PAPERS,
            pads=tuple(_pads(found)),
        )
    )


def score_example(variant: Variant, example: Example) -> ScoreSheet:
    """Return the sheet of a worked deal, scored as the last one of a game."""
    options = with_options(variant, example.options)
    reader = DealReader(variant.family.asks(options), example.players)
    deals = [reader.read(deal, (), Findings()) for deal in (*example.before, example.deal)]
    started = Started(variant=variant.key, options=values_of(options), players=example.players)
    acts: list[Act] = [started, *[Dealt(deal=deal) for deal in deals]]
    return make_sheet(replay([Entry(seq, act) for seq, act in enumerate(acts, 1)]), variant)


# --- One hand by itself, without a game: its family arranges it or counts it ----------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOptions:
    """A variant with the options in force, and the fields of those that matter to one hand."""

    variant: Variant
    chosen: Any  # the options class of the variant's family
    fields: tuple[Field, ...]
    are_open: bool
    faults: tuple[Fault, ...]


def read_hand_options(variant: Variant, values: Values) -> HandOptions:
    """Read the options from the address; an invalid value becomes a fault of the form."""
    names = hand_options(variant.key)
    known = {
        name: text for name, text in values.items() if name.removeprefix(OPTION_FIELD) in names
    }
    typed, findings = make_game_document(variant, known).get("options", {}), Findings()
    chosen = read_options(typed, variant, findings)
    form = make_game_form(variant, known, findings.problems)
    rows = [row.field for row in form.rules.rows]
    fields = [field for field in rows if field.name.removeprefix(OPTION_FIELD) in names]
    return HandOptions(
        variant=variant,
        chosen=with_options(variant, chosen),
        fields=tuple(fields),
        are_open=bool(typed),
        faults=form.faults,
    )


def _with_rules(options: HandOptions) -> dict[str, Any]:
    """Return what every page of one hand has: the variant, and its house rules that matter."""
    return {
        "variant": options.variant,
        "variants": hand_variants(),
        "options": options.fields,
        "options_open": options.are_open,
    }


def hand_variants() -> tuple[Variant, ...]:
    """Return the variants of which one hand by itself can be counted or arranged."""
    return tuple([variant for variant in VARIANTS.values() if variant.family.has_one_hand])


@cache
def hand_options(key: str) -> frozenset[str]:
    """Return the options of a variant that change its pack, its melds or what a card counts."""
    variant = VARIANTS[key]
    printed = _card_facts(variant, variant.defaults)
    return frozenset(
        [
            option.name
            for option in variant.options
            if option.kind is not OptionKind.POINTS
            and any(
                _card_facts(variant, replace(variant.defaults, **{option.name: value})) != printed
                for value in option.values
            )
        ]
    )


def _card_facts(variant: Variant, options: Any) -> tuple[object, ...]:
    family = variant.family
    pack = family.pack(options, family.players(options)[0])
    if family.keypad is None:
        return (pack,)
    keys = family.keypad(options)
    return pack, keys.rules, keys.in_hand, keys.melded, keys.limits


# --- The line in which cards are said -------------------------------------------------------------


def _game(options: HandOptions) -> Game | None:
    """Return the game of the most players, as the pad does, since the number is not known."""
    most = options.variant.family.players(options.chosen)[-1]
    return game_heard(options.variant.key, options.chosen, most)


def _hear_fields(game: Game | None, values: Values) -> tuple[Values, list[Fault]]:
    """Return the values with what was said in the fields, and what is left to be told of it."""
    heard = dict(values)
    _, text = hear_line(game, heard, "") if game else ({}, "")
    return heard, [Fault(field=SAID, text=text)] if heard.get(SAID) else []


def _line(game: Game | None, values: Values, faults: Sequence[Fault]) -> tuple[Field, ...]:
    return fields_of(game, values, SAID, faults) if game else ()


# --- The page that arranges one hand, and shows the best ways to lay it ---------------------------


def make_arranged_page(options: HandOptions, arranger: HandArranger, arguments: Arguments) -> Page:
    """Return the page of the hand in the address: the cards that are ticked, and those said."""
    game = _game(options)
    values = {name: value for name, value in arguments.items() if name.startswith(SAID)}
    said, left = _hear_fields(game, values)
    heard = " ".join([said.get(name, "") for name in ("melds", "deadwood", "cards")])
    tokens = [*arguments.getlist("card")[: len(NATURAL_CARDS)], *heard.split()]
    held = {read_card(token) for token in tokens}
    cards = [card for card in NATURAL_CARDS if card in held]
    upcard = read_card(arguments.get("upcard", "")[:5])
    if upcard not in NATURAL_CARDS:
        upcard = None
    advice = arranger.arrange(options.chosen, cards, upcard)
    faults = [*left, *_counts(said)]
    line = _line(game, said, faults)
    if advice.missing and not faults:
        faults.append(Fault(field="hand-cards", text=advice.missing))
    return Page(
        "reference/hand_arranged.html",
        **_with_rules(options),
        fields=(_upcard_field(upcard), *line),
        faults=(*options.faults, *faults),
        notes=(),
        request=arranger.request,
        picks=tuple(_picks(cards)),
        upcard=upcard,
        upcard_words=write_card(upcard).capitalize() if upcard else "",
        advice=advice if advice.ways and not faults else None,
    )


def _counts(said: Values) -> Iterator[Fault]:
    for name, value in said.items():
        if name.endswith("_points"):
            yield Fault(field=SAID, text=f"{value} is a count; the cards are needed")


def _picks(held: Sequence[Card]) -> Iterator[tuple[Part, ...]]:
    for start in range(0, len(NATURAL_CARDS), _SUIT_LENGTH):
        suit = NATURAL_CARDS[start : start + _SUIT_LENGTH]
        yield tuple([Part(card=card, is_held=card in held) for card in suit])


def _upcard_field(upcard: Card | None) -> Field:
    choices = [(str(card), write_card(card)) for card in NATURAL_CARDS]
    return Field(
        name="upcard",
        kind="choice",
        label="Upcard",
        value=str(upcard or ""),
        choices=(("", "Not said"), *choices),
    )


# --- The page that counts one hand: its melds and its loose cards ---------------------------------


def make_counted_page(options: HandOptions, count: CountHand, values: Values) -> Page:
    """Return the page of the hand that the address holds."""
    variant = options.variant
    asks = _asks(options)
    game = _game(options)
    values, left = _hear_fields(game, values)
    texts = {ask.name: values.get(ask.name, "")[: _LONGEST_TEXT[ask.kind]] for ask in asks}
    is_asked = any(text.strip() for text in texts.values())
    document = _document(options, asks, texts)
    verdict = (
        _count(options, count, document) if is_asked else CheckedScore(problems=(), score=None)
    )
    faults = _Faults(asks, texts, document["hands"][_THIS_HAND])
    problems = list(dict.fromkeys(verdict.problems))
    nothing = Fault(field=asks[-1].name, text="Press the cards of the hand first.")
    found = [faults.of(problem) for problem in _filter_by_severity(problems, Severity.ERROR)]
    missing = [] if is_asked or not _is_sent(asks, values) else [nothing]
    errors = FieldProblems([*left, *missing, *found])
    counted = verdict.score.hands[0] if verdict.score else None
    return Page(
        "reference/hand_count.html",
        **_with_rules(options),
        fields=(
            *_line(game, values, errors.faults),
            *[_field(ask, texts, errors) for ask in asks],
        ),
        faults=(*options.faults, *errors.faults),
        notes=tuple(
            [faults.of(problem).text for problem in _filter_by_severity(problems, Severity.WARNING)]
        ),
        pad=_pad(options, asks),
        others={
            name: text for name, text in values.items() if name not in {*texts, SAID, _RULES_ONLY}
        },
        notation=notation_of(variant.family, options.chosen),
        lines=tuple(draw_hand(variant, counted.lines)) if counted else None,
        total=counted.points if counted else 0,
        scores_melds=_scores_melds(options),
    )


def _is_sent(asks: Sequence[Ask], values: Values) -> bool:
    """Tell whether the form was sent to count the hand, and not to change the house rules."""
    return any(ask.name in values for ask in asks) and _RULES_ONLY not in values


def _pad(options: HandOptions, asks: Sequence[Ask]) -> PadTable | None:
    if {ask.name for ask in asks} != set(CARD_FIELDS):
        return None
    family = options.variant.family
    return pad_single_hand(family, options.chosen, name=_THIS_HAND, done="Count the hand")


def _asks(options: HandOptions) -> list[Ask]:
    """Return the questions about the hand: its melds, then its loose cards."""
    asks = options.variant.family.asks(options.chosen).hand
    return [ask for kind in _LONGEST_TEXT for ask in asks if ask.kind is kind]


def _scores_melds(options: HandOptions) -> bool:
    """Tell whether melds count: only then does the family ask for them first."""
    first = options.variant.family.asks(options.chosen).forms[0]
    return any(ask.kind is AskKind.MELDS for ask in first.asks)


def _filter_by_severity(problems: Sequence[Problem], severity: Severity) -> Iterator[Problem]:
    return (problem for problem in problems if problem.severity is severity)


def _document(options: HandOptions, asks: Sequence[Ask], texts: Values) -> dict[str, Any]:
    """Return the hand as a deal of the record, with shorthand written out."""
    asked = options.variant.family.asks(options.chosen)
    hand = {ask.name: _read(ask, texts[ask.name]) for ask in asks}
    return expand_deal({"ending": str(asked.endings[0][0]), "hands": {_THIS_HAND: hand}}, asked)


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
                text = meld_words(
                    self.texts[name], index, problem.text, written=self.written[name][index]
                )
                return Fault(field=name, text=text)
            case ("hands", _, str(name), *_):
                return Fault(field=name, text=problem.text)
        return Fault(field=self.asks[-1].name, text=problem.text)


@reference_pages.get("/hand")
@least_role(EVERYBODY)
def hand() -> Response:
    """Show the hand of the address arranged or counted, or an empty form if it has no hand."""
    variant = VARIANTS.get(request.args.get("variant", ""), _FIRST_VARIANT)
    options = read_hand_options(variant, request.args.to_dict())
    family = variant.family
    if family.arranger is not None:
        return show(make_arranged_page(options, family.arranger, request.args))
    if family.count_hand is not None:
        return show(make_counted_page(options, family.count_hand, request.args.to_dict()))
    return show(_no_hand_page(options))


@reference_pages.post("/hand/hear")
@least_role(EVERYBODY)
def hear_hand() -> Response:
    """Say what the text of the line means under the variant and the house rules of the address."""
    variant = VARIANTS.get(request.args.get("variant", ""), _FIRST_VARIANT)
    return answer_line(_game(read_hand_options(variant, request.args.to_dict())))


def _no_hand_page(options: HandOptions) -> Page:
    return Page(
        "reference/hand_none.html",
        variant=options.variant,
        variants=hand_variants(),
        options=(),
        options_open=False,
        faults=(),
        notes=(),
    )
