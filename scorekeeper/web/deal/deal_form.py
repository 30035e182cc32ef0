"""The form of a deal, made from what the family asks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from scorekeeper.games import PLAYERS, PairPlace, pair_places, write_seats
from scorekeeper.rules import BLACK_TWO, Ask, AskKind, Asks, Family, HandForm, Problem, Seat, Setup
from scorekeeper.web.core import (
    NO,
    YES,
    Choices,
    Fault,
    Field,
    FieldProblems,
    Part,
    Values,
    errors_first,
)
from scorekeeper.web.deal.deal_text import (
    MOST_TIMES,
    DealText,
    extras_of,
    fine_field,
    fine_rows,
    hand_field,
    is_absence,
    law_field,
    make_deal_document,
)

# --- Problems of melds that were typed one a line, with the line and the cards as typed -----------


def meld_words(lines: str, index: int, text: str, *, written: str) -> str:
    """Return the problem ``text`` of the meld at this index (from 0) with its line (from 1).

    Blank lines are not melds. ``written`` is the meld without shorthand; if the problem
    quotes it, the cards as typed take its place.
    """
    melds = [(number, line) for number, line in enumerate(lines.splitlines(), 1) if line.strip()]
    number, line = melds[index]
    if text.startswith(written):
        text = " ".join(line.split()) + text.removeprefix(written)
    return f"Line {number}: {text}"


# --- The ways in which cards can be written on the forms of a family ------------------------------


def notation_of(family: Family, options: Any) -> Part:
    """Return the help for a family: on wilds that stand for a card, and on ranks without suits.

    ``splits_twos`` is true if black twos are wild and red ones are not.
    """
    wilds = family.keypad(options).rules.wilds if family.keypad else frozenset()
    suitless = family.asks(options).suitless
    return Part(
        has_wilds=bool(wilds), takes_ranks=bool(suitless), splits_twos=BLACK_TWO in suitless
    )


FIELD_KINDS: Final = {
    AskKind.CARD: "card",
    AskKind.CARDS: "cards",
    AskKind.MELDS: "melds",
    AskKind.POINTS: "points",
    AskKind.FLAG: "flag",
}
"""The kinds of fields that ask for facts; penalties have fields of their own."""
_NOT_SAID: Final = (("", "not noted"), (YES, "yes"), (NO, "no"))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFields:
    """The fields of one player: the usual way to show a hand, other ways, and the extras."""

    seat: int
    name: str
    usual: tuple[Field, ...]
    others: tuple[Part, ...]
    extras: Part | None
    problems: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Return the id of the player's part of the form."""
        return f"hand{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPart:
    """How a deal ended, its facts and its hands; for partners those of one pair.

    ``players`` asks who plays whom, and is None for a deal without pairs.
    """

    players: Field | None
    ending: Field
    by: Field
    flags: tuple[Field, ...]
    facts: tuple[Field, ...]
    hands: tuple[HandFields, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealForm:
    """The whole form; ``faults`` are all problems, those that prevent the score first."""

    parts: tuple[DealPart, ...]
    dealer: Field
    faults: tuple[Fault, ...]

    @property
    def hands(self) -> tuple[HandFields, ...]:
        """The hands of all parts, by seat."""
        hands = [hand for part in self.parts for hand in part.hands]
        return tuple(sorted(hands, key=lambda hand: hand.seat))

    def part_of(self, seat: Seat) -> DealPart:
        """Return the part in which a player's hand is."""
        return next(part for part in self.parts if any(hand.seat == seat for hand in part.hands))


def make_deal_form(setup: Setup, values: Values, problems: Sequence[Problem] = ()) -> DealForm:
    """Return the form of one deal of a game, with the typed values and their problems."""
    return _Maker(setup, values, problems).make()


def tell_unanswered(
    setup: Setup, values: Values, problems: Sequence[Problem]
) -> tuple[Problem, ...]:
    """Return the problems of a refused deal, and the question of who ended it if it is open.

    The rules do not ask who went out as long as they cannot read all cards.
    """
    asks = setup.variant.family.asks(setup.options)
    if setup.has_partners:
        return tuple(problems)
    ending = values.get("ending") or str(asks.endings[0][0])
    is_ended = ending in [
        str(ending) for ending, _ in asks.endings if ending not in asks.ended_by_nobody
    ]
    is_told = any("by" in problem.at or problem.at == ("hands",) for problem in problems)
    if not problems or is_told or not is_ended or values.get("by", "").strip():
        return tuple(problems)
    return (Problem(at=("by",), code="missing_field", text=f"{asks.by_label}?"), *problems)


class _Maker:
    def __init__(self, setup: Setup, values: Values, problems: Sequence[Problem]) -> None:
        self._setup = setup
        self._asks: Asks = setup.variant.family.asks(setup.options)
        self._text = DealText(self._asks, setup.players)
        self._values = values
        places = pair_places(self._asks, setup.turns, values)
        self._pairs = [(place, self._make_for_pair(place, problems)) for place in places]
        faults = [self._fault(problem) for problem in errors_first(problems)]
        self._problems = FieldProblems(dict.fromkeys(faults))

    def _make_for_pair(self, place: PairPlace, problems: Sequence[Problem]) -> "_Maker":
        """Return what makes the form of one pair as that of a deal of two."""
        inner = [(place.inner_path(problem.at), problem) for problem in problems]
        own = [replace(problem, at=at) for at, problem in inner if at is not None]
        return _Maker(place.of_two(self._setup), place.inner(self._values), own)

    def make(self) -> DealForm:
        players = tuple([(str(seat), self._text.players[seat]) for seat in self._setup.turns])
        return DealForm(
            parts=tuple([self._pair(*pair) for pair in self._pairs]) or (self._part(players),),
            dealer=self._field(
                "dealer", "choice", "Who dealt", choices=(("", "in turn"), *players)
            ),
            faults=self._problems.faults,
        )

    def _part(self, players: Choices) -> DealPart:
        flags = [ask for ask in self._asks.deal if ask.kind is AskKind.FLAG]
        facts = [ask for ask in self._asks.deal if ask.kind is not AskKind.FLAG]
        endings = tuple([(str(ending), label) for ending, label in self._asks.endings])
        if "ending" not in self._values:
            self._values = {**self._values, "ending": endings[0][0]}
        return DealPart(
            players=None,
            ending=self._field("ending", "chips", "How it ended", choices=endings),
            by=self._field("by", "chips", self._asks.by_label, choices=players),
            flags=tuple([self._ask(ask, "") for ask in flags]),
            facts=tuple([self._ask(ask, "") for ask in facts]),
            hands=tuple([self._hand(int(seat), name) for seat, name in players]),
        )

    def _pair(self, place: PairPlace, maker: "_Maker") -> DealPart:
        """Return the form of one pair with the names that its fields have in the whole form."""
        (part,) = maker.make().parts

        def outer(field: Field) -> Field:
            return replace(field, name=place.field(field.name))

        def outer_group(group: Part) -> Part:
            return group.replace(fields=tuple(map(outer, group.fields)))

        hands = [
            replace(
                hand,
                seat=place.seats[hand.seat],
                usual=tuple(map(outer, hand.usual)),
                others=tuple(map(outer_group, hand.others)),
                extras=hand.extras and outer_group(hand.extras),
            )
            for hand in part.hands
        ]
        return DealPart(
            players=self._field(
                place.field(PLAYERS),
                "choice",
                "Who plays whom",
                choices=_opponents(self._setup, place),
                value=f"{place.seats[0]} {place.seats[1]}",
            ),
            ending=outer(part.ending),
            by=outer(part.by),
            flags=tuple(map(outer, part.flags)),
            facts=tuple(map(outer, part.facts)),
            hands=tuple(hands),
        )

    def _hand(self, seat: int, name: str) -> HandFields:
        prefix = hand_field(seat, "")
        first, *others = self._asks.forms
        return HandFields(
            seat=seat,
            name=name,
            usual=tuple([self._ask(ask, prefix) for ask in first.asks]),
            others=tuple([self._group(form, prefix) for form in others]),
            extras=self._extras(seat) if self._asks.extras else None,
            problems=self._problems.of(f"hand{seat}"),
        )

    def _group(self, form: HandForm, prefix: str) -> Part:
        # A fact that two ways to show a hand share has one field, in the usual way.
        shared = {ask.name for ask in self._asks.forms[0].asks}
        return fold_fields(
            form.label, [self._ask(ask, prefix) for ask in form.asks if ask.name not in shared]
        )

    def _extras(self, seat: int) -> Part:
        fields: list[Field] = []
        asks = extras_of(self._asks, len(self._text.players))
        for ask in asks:
            if ask.kind is AskKind.PENALTIES:
                fields.extend(self._penalties(seat))
            elif ask.kind is AskKind.FLAG and not is_absence(ask):
                name = hand_field(seat, ask.name)
                fields.append(self._field(name, "choice", ask.label, choices=_NOT_SAID))
            else:
                fields.append(self._ask(ask, hand_field(seat, "")))
        first, *others = [ask.label for ask in asks]
        return fold_fields(", ".join([first, *[label.lower() for label in others]]), fields)

    def _penalties(self, seat: int) -> list[Field]:
        times: Choices = tuple(
            [("", "none"), ("1", "once"), ("2", "twice")]
            + [(str(count), f"{count} times") for count in range(3, MOST_TIMES + 1)]
        )
        fields = [
            self._field(law_field(seat, law), "choice", f"Law {law}: {words}", choices=times)
            for law, words in self._asks.penalty_laws
            # One that was entered before the house rules changed can still be taken away.
            if self._fines() or self._values.get(law_field(seat, law), "").strip()
        ]
        for row in range(max(1, fine_rows(seat, self._values))):
            points, reason = fine_field(seat, row, "points"), fine_field(seat, row, "reason")
            fields.append(self._field(points, "points", "Another penalty, points"))
            fields.append(self._field(reason, "text", "Why"))
        return fields

    def _fines(self) -> bool:
        """Tell whether breaking a law costs points under these house rules."""
        keypad = self._setup.variant.family.keypad
        return keypad is None or keypad(self._setup.options).penalty > 0

    def _ask(self, ask: Ask, prefix: str) -> Field:
        return self._field(prefix + ask.name, FIELD_KINDS[ask.kind], ask.label, help=ask.help)

    def _field(
        self,
        name: str,
        kind: str,
        label: str,
        *,
        help: str = "",
        choices: Choices = (),
        value: str = "",
    ) -> Field:
        return Field(
            name=name,
            kind=kind,
            label=label,
            value=value or self._values.get(name, ""),
            help=help,
            choices=choices,
            problems=self._problems.of(name),
        )

    def _fault(self, problem: Problem) -> Fault:
        for place, maker in self._pairs:
            at = place.inner_path(problem.at)
            if at is not None:
                fault = maker._fault(replace(problem, at=at))
                return replace(fault, field=place.field(fault.field))
        match problem.at:
            case ("pairs", *rest):
                number = rest[0] if rest and isinstance(rest[0], int) else 0
                return Fault(field=f"pair{number}-{PLAYERS}", text=problem.text)
            case ("hands", int(seat), *rest) if seat < len(self._text.players):
                field, text = self._hand_fault(seat, rest, problem)
                name = self._text.players[seat]
                return Fault(field=field, text=text, whose="" if name in text else name)
            case (str(name), *_) if name != "hands":
                return Fault(field=name, text=problem.text)
        return Fault(field="by", text=problem.text)

    def _hand_fault(
        self, seat: int, rest: Sequence[str | int], problem: Problem
    ) -> tuple[str, str]:
        kinds = {ask.name: ask.kind for ask in self._asks.hand}
        match rest:
            case [str(name), int(index)] if kinds.get(name) is AskKind.MELDS:
                field = hand_field(seat, name)
                typed, written = (
                    self._values.get(field, ""),
                    self._write_out_meld(seat, name, index),
                )
                return field, meld_words(typed, index, problem.text, written=written)
            case [str(name), *_] if kinds.get(name) is AskKind.PENALTIES:
                # The first field shows the problems of all penalties of a hand.
                return fine_field(seat, 0, "points"), problem.text
            case [str(name)]:
                return hand_field(seat, name), self._words(seat, name, problem)
        return f"hand{seat}", problem.text

    def _write_out_meld(self, seat: int, name: str, index: int) -> str:
        """Return a typed meld with its shorthand written out, as its problems quote it."""
        melds: list[str] = self._document["hands"][self._text.players[seat]][name]
        return melds[index]

    @cached_property
    def _document(self) -> dict[str, Any]:
        return make_deal_document(self._setup, self._values)

    def _words(self, seat: int, name: str, problem: Problem) -> str:
        """Return the text of a problem with the form's labels in place of the record's keys."""
        label = next((ask.label for ask in self._asks.hand if ask.name == name), name)
        if problem.code == "missing_field":
            verb = "are" if "points" in label.lower() else "is"
            return f"{self._text.players[seat]}: {label.lower()} {verb} missing"
        touched = self._text.touched(seat, self._values)
        if problem.code == "bad_value" and len(touched) > 1:
            labels = " or ".join([form.label.lower() for form in touched])
            return f"{self._text.players[seat]}: {labels}, not both"
        return problem.text


def _opponents(setup: Setup, place: PairPlace) -> Choices:
    """Return whom the first player of a pair may play: each of the other side, with words."""
    first, players = place.seats[0], setup.players
    own = setup.side_of(first)
    others = [seat for seat in setup.turns if seat not in own]
    return tuple(
        [(write_seats((first, seat)), f"{players[first]} – {players[seat]}") for seat in others]
    )


def fold_fields(label: str, fields: Sequence[Field]) -> Part:
    """Return fields that belong together and are folded away under their label while empty."""
    is_open = any(field.value.strip() or field.problems for field in fields)
    return Part(label=label, fields=tuple(fields), is_open=is_open)
