"""The fields of a new game: players, stake, and the house rules of its variant."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import Any, Final

from babel.core import Locale

from scorekeeper.games import CurrentGame, Visit
from scorekeeper.rules import (
    OptionKind,
    Path,
    Problem,
    SettlementMethod,
    Variant,
    minor_digits,
    write_amount,
)
from scorekeeper.web.core import (
    NO,
    OPTION_FIELD,
    YES,
    Choices,
    Fault,
    Field,
    FieldProblems,
    HouseRules,
    Part,
    Values,
    chosen_options,
    currency_here,
    errors_first,
    make_house_rules,
    option_path,
    option_values,
    valid_options,
    whole_or_text,
)
from scorekeeper.wording import with_capital, write_symbol

# --- The currency that people mean by a sign, a name or a code: `€`, `pounds`, `USD` --------------


_SIGNS: Final = {
    "€": "EUR",
    "£": "GBP",
    "$": "USD",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₪": "ILS",
    "₴": "UAH",
    "zł": "PLN",
    "kč": "CZK",
    "fr": "CHF",
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "nz$": "NZD",
}
_SHARED_SIGNS: Final = {"$": "dollar", "£": "pound", "¥": "yen"}
"""Signs that several currencies share, with the name that they share too."""
_PLAIN: Final = {"pound": "GBP", "euro": "EUR", "yen": "JPY", "quid": "GBP"}
"""Names of several currencies by which most people mean this one."""
_KNOWN_FIRST: Final = ("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "CHF", "SEK", "NOK", "DKK", "MXN")
_MOST_OFFERED: Final = 6
_LOCALE: Final = Locale("en")


def find_currencies(text: str, usual: str) -> tuple[str, ...]:
    """Return the ISO 4217 codes of the currencies that a text may mean, the likeliest first.

    A single code is certain, also with its sign or name beside it: ``€ EUR``. ``usual`` is the
    currency of this site, which decides between several.
    """
    word = " ".join(re.split(r"[\s()/]+", text)).strip().casefold()
    if minor_digits(word.upper()) is not None:
        return (word.upper(),)
    for code, sign in permutations(word.upper().split(), 2) if word.count(" ") == 1 else ():
        if code in find_currencies(sign, code):
            return (code,)
    name = _SHARED_SIGNS.get(word, word)
    named = _codes_by_name().get(name) or _codes_by_name().get(name.removesuffix("s"), ())
    if usual in named:
        return (usual,)
    plain = _SIGNS.get(word) or _PLAIN.get(name.removesuffix("s"))
    return (plain,) if plain else named[:_MOST_OFFERED]


def read_currency(text: str, usual: str) -> str:
    """Return the code that a text certainly means; any other text as it is, in capitals."""
    found = find_currencies(text, usual)
    return found[0] if len(found) == 1 else text.strip().upper()


@cache
def _codes_by_name() -> Mapping[str, tuple[str, ...]]:
    """Return the codes by name, ``canadian dollar``, by its last word, ``dollar``, and by sign."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for code, name in _LOCALE.currencies.items():
        if minor_digits(code) is not None:
            for word in {name, name.rpartition(" ")[2], write_symbol(code)}:
                found[" ".join(word.casefold().split())].append(code)
    return {name: tuple(sorted(codes, key=_familiarity)) for name, codes in found.items()}


def _familiarity(code: str) -> tuple[int, str]:
    return (_KNOWN_FIRST.index(code) if code in _KNOWN_FIRST else len(_KNOWN_FIRST), code)


# --- Problems of a new game in the words of its form, since texts of the record name its keys -----


_STAKE_WORDS: Final = {
    "currency": "Name one currency, such as € or USD",
    "per": "Type how many points the stake is for, such as 1 or 100",
}
_ONE_OF: Final = {"penalties": "penalty"}


def write_place(at: Path, players: Sequence[str]) -> str:
    """Return a place of a record in words: ``Deal 2, Ann, meld 1``; empty for the whole record."""
    words: list[str] = []
    for before, step in zip(("", *at), at, strict=False):
        if step == "hands":
            continue
        if not isinstance(step, int):
            words.append(step.replace("_", " "))
        elif before == "hands":
            words.append(players[step])
        else:
            one = _ONE_OF.get(str(before), str(before).removesuffix("s"))
            words[-1:] = [f"{one} {step + 1}"]
    return with_capital(", ".join(words))


def write_form_problem(problem: Problem, document: Mapping[str, Any]) -> str:
    """Return the sentence that the form shows for a problem of the typed record."""
    match problem.at:
        case ("stake", "amount"):
            return _amount_words(document["stake"]["currency"])
        case ("stake", str(name)) if problem.code != "other_currency":
            return _STAKE_WORDS.get(name, problem.text)
        case ("players", int(seat)) if not document["players"][seat]:
            return "Name this player, or choose fewer players above"
    return problem.text


def _amount_words(currency: str) -> str:
    digits = minor_digits(currency)
    if digits == 0:
        return f"Type a whole amount of {currency}, such as 50"
    return f"Type an amount such as 0.50, with at most {digits or 2} decimals"


NEEDS_SEAT: Final = "needs-seat"
"""The field that says whether phones need a seat; if it is empty, the stake decides."""
_TEXTS: Final = ("title", "place", "played_on")
_SETTLEMENT: Final = OPTION_FIELD + "settlement"
_NOTHING: Final = re.compile(r"0+([.,]0*)?")
"""An amount of zero, which means no stake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForm:
    """The fields of a new game and their problems; house rules are chosen on their own page.

    ``numbers`` are the numbers of players to choose from, if not any number can play.
    """

    variant: Variant
    numbers: tuple[int, ...]
    players: tuple[Field, ...]
    texts: tuple[Field, ...]
    seats: Field
    stake: tuple[Field, ...]
    rules: HouseRules
    faults: tuple[Fault, ...]

    @property
    def leaves_stake(self) -> bool:
        """Whether the chosen house rules settle no money."""
        return self.rules.value_of(_SETTLEMENT) == SettlementMethod.OFF

    @property
    def at_start(self) -> tuple[Part, ...]:
        """The house rules for which this form has a switch of its own."""
        return tuple([row for row in self.rules.rows if row.at_start])

    @property
    def has_sides(self) -> bool:
        """Whether those in the seats play as two sides."""
        return len(self.players) in self.variant.family.asks(self.variant.defaults).paired

    def has_fault(self, *prefixes: str) -> bool:
        """Tell whether a field whose name begins with a prefix has a problem."""
        return any(fault.field.startswith(prefixes) for fault in self.faults)


NUMBER: Final = "number"
"""The field with the number of players, where only some numbers can play; empty for the fewest."""


def numbers_asked(variant: Variant) -> tuple[int, ...]:
    """Return the numbers of players to choose from; none where any number can play."""
    family, defaults = variant.family, variant.defaults
    return tuple(family.players(defaults)) if family.asks(defaults).paired else ()


def seats_shown(variant: Variant, values: Values) -> int:
    """Return how many seats the form shows: as many as may play, and as the names need."""
    numbers = numbers_asked(variant)
    most = numbers[-1] if numbers else most_seats(variant)
    last = max([at for at in range(most) if values.get(f"players-{at}", "").strip()] or [0])
    if not numbers:
        options = valid_options(variant, chosen_options(variant, values))
        return max(last + 1, variant.family.players(options)[-1])
    chosen = values.get(NUMBER, "")
    least = max(last + 1, int(chosen) if chosen in [str(number) for number in numbers] else 0)
    return next(number for number in numbers if number >= least)


def most_seats(variant: Variant) -> int:
    """Return the most players that the variant allows with any of its options."""
    defaults, family = variant.defaults, variant.family
    each_on = [
        replace(defaults, **{option.name: True})
        for option in variant.options
        if option.kind is OptionKind.YES_NO
    ]
    return max([family.players(options)[-1] for options in (defaults, *each_on)])


def make_game_document(variant: Variant, values: Values) -> dict[str, Any]:
    """Return the typed game as a game record without deals, with only options that differ."""
    document: dict[str, Any] = {"variant": variant.key}
    document["players"] = [name for _, name in _typed_players(variant, values)]
    options = chosen_options(variant, values)
    if options:
        document["options"] = options
    if has_stake(values):
        amount = values["stake-amount"].strip()
        per, usual = values.get("stake-per", "").strip(), currency_here()
        document["stake"] = {
            "currency": read_currency(values.get("stake-currency", ""), usual),
            "amount": amount.replace(",", "."),
            "per": whole_or_text(per),
        }
    texts = {name: values.get(name, "").strip() for name in _TEXTS}
    return document | {name: text for name, text in texts.items() if text}


def has_stake(values: Values) -> bool:
    """Tell whether a stake was typed; zero is none."""
    amount = values.get("stake-amount", "").strip()
    return bool(amount) and not _NOTHING.fullmatch(amount)


def read_seat_need(values: Values) -> bool | None:
    """Return whether phones need a seat to enter anything, ``None`` if the stake decides."""
    return {YES: True, NO: False}.get(values.get(NEEDS_SEAT, ""))


def _typed_players(variant: Variant, values: Values) -> list[tuple[str, str]]:
    """Return the field and the name of each seat that is not blank; for partners, of every seat."""
    names = [f"players-{seat}" for seat in range(most_seats(variant))]
    typed = [(name, values.get(name, "").strip()) for name in names]
    shown = seats_shown(variant, values)
    if shown in variant.family.asks(variant.defaults).paired:
        return typed[:shown]
    return [(name, text) for name, text in typed if text]


def make_game_form(variant: Variant, values: Values, problems: Sequence[Problem] = ()) -> GameForm:
    """Return the form with its typed values, and each problem beside its field."""
    typed = [name for name, _ in _typed_players(variant, values)]
    document = make_game_document(variant, values)
    faults = [
        _fault(problem, typed, write_form_problem(problem, document))
        for problem in errors_first(problems)
    ]
    found = FieldProblems(dict.fromkeys(faults))
    seats = seats_shown(variant, values)
    players = [
        Field(
            name=f"players-{seat}",
            kind="name",
            label=f"Player {seat + 1}",
            value=values.get(f"players-{seat}", ""),
            problems=found.of(f"players-{seat}"),
        )
        for seat in range(seats)
    ]
    return GameForm(
        variant=variant,
        numbers=numbers_asked(variant),
        players=tuple(players),
        texts=_text_fields(values, found),
        seats=Field(
            name=NEEDS_SEAT,
            kind="choice",
            label="Who enters",
            value=values.get(NEEDS_SEAT, ""),
            choices=(
                ("", "For a stake, seated phones"),
                (YES, "Seated phones"),
                (NO, "Every phone with the link"),
            ),
        ),
        stake=_stake_fields(variant, values, found),
        rules=make_house_rules(variant, values, problems, players=len(typed)),
        faults=found.faults,
    )


def _fault(problem: Problem, typed: Sequence[str], text: str) -> Fault:
    match problem.at:
        case ("players", int(index)) if index < len(typed):
            return Fault(field=typed[index], text=text)
        case ("players", *_):
            return Fault(field="players-0", text=text)
    return Fault(field=option_path(problem.at), text=text)


def _text_fields(values: Values, found: FieldProblems) -> tuple[Field, ...]:
    about = (("title", "text", "Table or occasion"), ("place", "text", "Place"))
    return tuple(
        [
            Field(
                name=name,
                kind=kind,
                label=label,
                value=values.get(name, ""),
                problems=found.of(name),
            )
            for name, kind, label in (*about, ("played_on", "date", "Played on"))
        ]
    )


def usual_per(variant: Variant) -> int:
    """Return the usual points of a stake: a hundred if final scores are rounded to hundreds."""
    return 100 if variant.family.rounding_rule(variant.defaults) else 1


def _stake_fields(variant: Variant, values: Values, found: FieldProblems) -> tuple[Field, ...]:
    about = (
        ("stake-amount", "amount", "Amount", ""),
        ("stake-currency", "code", "Currency", ""),
        ("stake-per", "points", "Per points", str(usual_per(variant))),
    )
    return tuple(
        [
            Field(
                name=name,
                kind=kind,
                label=label,
                value=values.get(name, default),
                choices=_offer_currencies(values) if kind == "code" and found.of(name) else (),
                problems=found.of(name),
            )
            for name, kind, label, default in about
        ]
    )


def _offer_currencies(values: Values) -> Choices:
    """Return the currencies that the typed one may mean, to choose from."""
    found = find_currencies(values.get("stake-currency", ""), currency_here())
    return tuple([(code, code) for code in found])


# --- The games that this browser remembers: their players, and the values to start another --------


_MOST_PEOPLE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedGames:
    """The games that the links of this browser open, the newest first.

    ``offered`` are names that come before those of their players, ``listed`` come after them.
    """

    visits: tuple[Visit, ...]
    offered: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all players, those of the newest game first, in order of their seats."""
        names = [name for visit in self.visits for name in visit.game.sheet.setup.names]
        return tuple(dict.fromkeys([*self.offered, *names, *self.listed]))[:_MOST_PEOPLE]

    def find(self, token: str) -> Visit | None:
        """Return the visit to the game that has this link, or ``None``."""
        same = [visit for visit in self.visits if token in visit.links.values()]
        return same[0] if same else None

    def last_of(self, variant: str) -> Visit | None:
        """Return the visit to the newest game of a variant, or ``None``."""
        found = [visit for visit in self.visits if visit.game.sheet.variant.key == variant]
        return found[0] if found else None


def join_names(names: Sequence[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return the names and then more names, each once and without blank ones."""
    return tuple(dict.fromkeys([*names, *[name for name in more if name]]))


def values_of_visit(visit: Visit) -> dict[str, str]:
    """Return the form values of a new game like the visited one, without its title and day."""
    game = visit.game
    setup, started = game.sheet.setup, game.sheet.game.started
    values = {f"players-{seat}": name for seat, name in enumerate(setup.names)}
    return {
        **values,
        **term_values(game),
        "again": visit.token,
        "variant": setup.variant.key,
        "place": started.place,
        NEEDS_SEAT: {True: YES, False: NO, None: ""}[visit.seat_terms.needed],
    }


def term_values(game: CurrentGame) -> dict[str, str]:
    """Return the form values for the stake and the house rules of a game."""
    setup = game.sheet.setup
    stake = setup.stake
    terms = option_values(setup.options)
    if stake is None:
        return terms
    return terms | {
        "stake-amount": write_amount(stake.minor, stake.currency),
        "stake-currency": stake.currency,
        "stake-per": str(stake.per),
    }
