"""The form of a new game, and its buttons that change its values: seats, stake, the draw.

After a button the page shows the form again. Where JavaScript runs, scripts do most of this on the
phone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from secrets import SystemRandom
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask import Response, url_for

from scorekeeper.club.people import offered_names
from scorekeeper.games import Role, Visit, link_of
from scorekeeper.rules import (
    JOKER,
    NATURAL_CARDS,
    Card,
    Problem,
    Rank,
    Stake,
    Suit,
    Variant,
    minor_digits,
    read_amount,
    write_amount,
)
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core import (
    OPTION_FIELD,
    RULES_BUTTON,
    YES,
    Action,
    Field,
    KnownNight,
    Page,
    Part,
    Values,
    currency_here,
    demand,
    knows_club,
    make_house_rules,
    new_entry_id,
    option_problems,
    press_rules_button,
    read_whole,
    remember,
    see_other,
    show,
    site,
    without_options,
)
from scorekeeper.web.new_game.game_form import (
    NUMBER,
    GameForm,
    RememberedGames,
    has_stake,
    join_names,
    make_game_document,
    make_game_form,
    most_seats,
    numbers_asked,
    read_currency,
    term_values,
    usual_per,
    values_of_visit,
)
from scorekeeper.wording import write_stake

STAKE_STEPS: Final = (0, 5, 10, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""The usual stakes, in minor units of a currency with two digits."""
OTHERS: Final = "others"
STORED_TERMS: Final = "terms-"
"""The prefix of hidden fields that store the terms of variants chosen before."""
_SEPARATOR: Final = "\t"
_SEATS: Final = max([most_seats(variant) for variant in VARIANTS.values()])
_CUT_ORDER: Final = (Rank.JOKER, *[rank for rank in Rank if rank > Rank.ACE], Rank.ACE)
_SUIT_ORDER: Final = (None, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_FIRST_VARIANT: Final = next(iter(VARIANTS.values()))
_OF_THE_BUTTON: Final = ("csrf_token", "do")
NIGHT: Final = "night"
"""The field with the night of the club to which the game belongs; empty for none."""
_MOST_NAMES: Final = 5
"""How many names are shown at once, so that a phone shows the variants without scrolling."""
_FEWEST_LATEST: Final = 2
_ORDER_BUTTONS: Final = ("up", "down", "draw")
"""The buttons that change the order of the seats; the page then shows the order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDraw:
    """The names and the cards that they drew for seats, in the new order of the seats."""

    cuts: tuple[tuple[str, Card], ...]

    @property
    def dealer(self) -> str:
        """The name with the lowest card, which has the last seat and deals first."""
        return self.cuts[-1][0]


class ButtonResult(NamedTuple):
    """The form's values after a button, and the draw if there was one.

    If another variant was chosen, ``unseated`` are those without a seat in it, and ``left_rules``
    is the former variant if house rules were chosen for it.
    """

    values: dict[str, str]
    draw: SeatDraw | None = None
    unseated: tuple[str, ...] = ()
    left_rules: Variant | None = None


def names_in(values: Values) -> list[str]:
    """Return the names in the seats, without blank seats."""
    names = [values.get(f"players-{seat}", "").strip() for seat in range(_SEATS)]
    return [name for name in names if name]


def others_in(values: Values) -> list[str]:
    """Return the people typed before who have no seat now."""
    seated = names_in(values)
    others = values.get(OTHERS, "").split(_SEPARATOR)
    return [name for name in others if name and name not in seated]


def seat_newcomer(values: Values) -> dict[str, str]:
    """Return the values with the name in the field for another player moved to the next seat."""
    name = values.get("newcomer", "").strip()
    changed = dict(values) | {"newcomer": ""}
    if not name or name in names_in(values):
        return changed
    free = (seat for seat in range(_SEATS) if not values.get(f"players-{seat}", "").strip())
    return changed | {f"players-{next(free, 0)}": name}


def apply_button(values: Values, remembered: RememberedGames) -> ButtonResult:
    """Return the form after the button in the field ``do``."""
    changed = seat_newcomer(values)
    verb, _, about = changed.pop("do", "").partition(":")
    if verb == "draw":
        return draw_for_seats(changed)
    if verb == "variant":
        return _switch_variant(changed, about, remembered)
    match verb:
        case "seat":
            changed = _toggle(changed, about)
        case "up" | "down":
            changed = _move(changed, about, -1 if verb == "up" else 1)
        case "currency":
            changed["stake-currency"] = about
        case "rule" | "number":
            changed |= _chosen_rule(about) if verb == "rule" else _with_number(changed, about)
        case "more" | "less":
            changed["stake-amount"] = _next_stake(changed, up=verb == "more")
    return ButtonResult(changed)


def _chosen_rule(about: str) -> dict[str, str]:
    """Return the value of a house rule that has a button in the form; ``about`` names both."""
    field, _, value = about.partition(":")
    return {field: value} if field.startswith(OPTION_FIELD) else {}


def _with_number(values: dict[str, str], number: str) -> dict[str, str]:
    """Return the values with this many seats; names without one move to the others."""
    names, seats = names_in(values), read_whole(number) or 0
    others = _SEPARATOR.join([*others_in(values), *names[seats:]])
    return _fill_seats(values, names[:seats]) | {NUMBER: number, OTHERS: others}


def draw_for_seats(values: Values) -> ButtonResult:
    """Draw a card for each player: the lowest deals first, the next sits at the dealer's left.

    Law 2: the Joker is low; other cards rank as in bridge with the ace high, and suits decide
    between equal ranks, as in bridge. The Joker is in the pack only if the house rules add it.
    """
    names = names_in(values)
    if not names:
        return ButtonResult(dict(values))
    jokers = (JOKER,) if values.get("options-joker_in_pack") == YES else ()
    cards = SystemRandom().sample((*NATURAL_CARDS, *jokers), len(names))
    cuts = sorted(zip(names, cards, strict=True), key=lambda cut: cut_rank(cut[1]))
    seated = (*cuts[1:], cuts[0])
    names = [name for name, _ in seated]
    return ButtonResult(_fill_seats(values, names), SeatDraw(cuts=seated))


def cut_rank(card: Card) -> tuple[int, int]:
    """Return the rank of a card in the draw for seats: by rank, then by suit."""
    return _CUT_ORDER.index(card.rank), _SUIT_ORDER.index(card.suit)


def _fill_seats(values: Values, names: Sequence[str]) -> dict[str, str]:
    seats = range(_SEATS)
    return dict(values) | {
        f"players-{seat}": names[seat] if seat < len(names) else "" for seat in seats
    }


def _toggle(values: dict[str, str], name: str) -> dict[str, str]:
    """Return the values with a name removed from its seat or added in the next one."""
    names = names_in(values)
    if name in names:
        others = _SEPARATOR.join([*others_in(values), name])
        return _fill_seats(values, [other for other in names if other != name]) | {OTHERS: others}
    return _fill_seats(values, [*names, name])


def _move(values: dict[str, str], about: str, step: int) -> dict[str, str]:
    seat = read_whole(about)
    if seat is None or not 0 <= seat + step < _SEATS:
        return values
    here, there = f"players-{seat}", f"players-{seat + step}"
    return values | {here: values.get(there, ""), there: values.get(here, "")}


def stake_steps(currency: str) -> tuple[int, ...]:
    """Return the usual stakes in minor units of a currency, beginning with 0 for none."""
    return tuple([step * 10 ** max(0, (minor_digits(currency) or 2) - 2) for step in STAKE_STEPS])


def _next_stake(values: Values, *, up: bool) -> str:
    """Return the next usual stake above or below the typed one; empty for none."""
    currency = read_currency(values.get("stake-currency", ""), currency_here())
    if minor_digits(currency) is None:
        return values.get("stake-amount", "")
    typed = values.get("stake-amount", "").strip().replace(",", ".")
    now, steps = read_amount(typed, currency) or 0, stake_steps(currency)
    higher = [step for step in steps if step > now] or [now]
    lower = [step for step in steps if step < now] or [0]
    chosen = higher[0] if up else lower[-1]
    return write_amount(chosen, currency) if chosen else ""


def stored_terms(values: Values) -> dict[str, str]:
    """Return the hidden fields with the terms of variants chosen before."""
    names = [STORED_TERMS + key for key in VARIANTS]
    return {name: values[name] for name in names if name in values}


def _switch_variant(values: dict[str, str], key: str, remembered: RememberedGames) -> ButtonResult:
    """Return the form with another variant and its last terms here.

    Names without a seat in that variant move to the others. The terms of the old variant are
    stored in the form until it is chosen again.
    """
    variant, before = VARIANTS.get(key), VARIANTS.get(values.get("variant", ""))
    if variant is None or before is None or variant == before:
        return ButtonResult(values)
    names = names_in(values)
    numbers = [number for number in numbers_asked(variant) if number <= max(len(names), 2)]
    seats = max(numbers, default=most_seats(variant))
    changed = _fill_seats(_with_terms(values, remembered, variant.key), names[:seats])
    changed |= {
        "variant": key,
        NUMBER: str(seats) if numbers else "",
        STORED_TERMS + before.key: urlencode(_variant_terms(values)),
        OTHERS: _SEPARATOR.join([*others_in(values), *names[seats:]]),
    }
    has_rules = "options" in make_game_document(before, values)
    return ButtonResult(changed, None, tuple(names[seats:]), before if has_rules else None)


def _variant_terms(values: Values) -> dict[str, str]:
    """Return the values that belong to the variant: house rules, and the points of the stake."""
    return {
        name: text
        for name, text in values.items()
        if name.startswith(OPTION_FIELD) or name == "stake-per"
    }


def _with_terms(values: Values, remembered: RememberedGames, key: str) -> dict[str, str]:
    """Return the values with a variant's terms: stored in the form, last played, or printed."""
    own = _variant_terms(values)
    changed = {name: text for name, text in values.items() if name not in own}
    changed |= _same_stake(values, VARIANTS[key])
    stored = dict(parse_qsl(changed.pop(STORED_TERMS + key, ""), keep_blank_values=True))
    last = remembered.last_of(key)
    if last is not None:
        changed |= term_values(last.game) | {"again": last.token}
    return changed | _variant_terms(stored)


def _same_stake(values: Values, variant: Variant) -> dict[str, str]:
    """Return the points of the stake if they must stay, so that no variant makes it higher."""
    per = read_whole(values.get("stake-per", "").strip())
    return {"stake-per": str(per)} if per and per > usual_per(variant) and has_stake(values) else {}


# --- The pages with the form of a new game, filled with the values of an earlier game -------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPlace:
    """The place of the form of a new game: the address to which it is posted, and its page.

    ``title`` and ``back`` are those of the page that shows only the form. ``playing`` are the
    tables of a night by the names of those who play there, ``told`` the names of which the form
    says so when it is shown again. ``nights`` are those to which a game begun there may belong.
    """

    action: str
    title: str
    back: Action
    playing: Mapping[str, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    nights: tuple[KnownNight, ...] = ()


def first_values(
    remembered: RememberedGames, *, again: str = "", variant: str = ""
) -> dict[str, str]:
    """Return the form's first values: of the game ``again``, or the last game of ``variant``."""
    chosen = VARIANTS.get(variant)
    values = {
        "stake-currency": currency_here(),
        "played_on": site().store.today(),
    }
    base = remembered.find(again) or (
        remembered.last_of(variant) if chosen else next(iter(remembered.visits), None)
    )
    if base is not None:
        return values | values_of_visit(base)
    return values | {"variant": (chosen or _FIRST_VARIANT).key}


def variant_of(values: Values) -> Variant:
    """Return the variant that a form has chosen."""
    return VARIANTS.get(values.get("variant", ""), _FIRST_VARIANT)


def make_rules_page(values: Values, place: FormPlace, problems: Sequence[Problem] = ()) -> Page:
    """Return the page of the house rules of a new game with these values."""
    variant = variant_of(values)
    others = without_options(values)
    return Page(
        "new_game/house_rules.html",
        place=place,
        rules=make_house_rules(variant, values, problems, players=len(names_in(values))),
        passed={name: text for name, text in others.items() if name not in _OF_THE_BUTTON},
    )


def make_new_game(
    values: Values,
    remembered: RememberedGames,
    place: FormPlace,
    problems: Sequence[Problem] = (),
) -> Part:
    """Return the form with these values."""
    variant = variant_of(values)
    form = make_game_form(variant, values, problems)
    base = remembered.find(values.get("again", ""))
    stake, seated = _stake_words(values, form), join_names(names_in(values), ())
    latest, earlier = _people_without_seat(values, remembered, seated, place.playing)
    currency = read_currency(values.get("stake-currency", ""), currency_here())
    return Part(
        place=place,
        variants=tuple(VARIANTS.values()),
        form=form,
        entry_id=values.get("entry_id") or new_entry_id(),
        seated=seated,
        latest=latest,
        earlier=earlier,
        others="\t".join(others_in(values)),
        newcomer=values.get("newcomer", ""),
        again=base.token if base else "",
        following=base.next_link if base else "",
        is_same=base is not None and not problems and _is_same(variant, values, base),
        names=tuple(names_in(values)),
        stake=stake,
        digits=minor_digits(currency) or 0,
        steps=stake_steps(currency),
        seats_open=form.has_fault("players") or form.has_sides,
        stored_terms=stored_terms(values),
        roll=offered_names(site().store) if knows_club() else (),
        night=_night_field(values, place, form) if place.nights else None,
        drawn=None,
        unseated=(),
        left_rules=None,
    )


def _night_field(values: Values, place: FormPlace, form: GameForm) -> Field:
    """Return the choice of a night, which is the newest one unless the form says otherwise."""
    nights = [(night.id, night.name) for night in place.nights]
    return Field(
        name=NIGHT,
        kind="chips",
        label="Night of the club",
        value=values.get(NIGHT, nights[0][0]),
        choices=(*nights, ("", "Without the club")),
        problems=tuple([fault.text for fault in form.faults if fault.field == NIGHT]),
    )


def _people_without_seat(
    values: Values,
    remembered: RememberedGames,
    seated: Sequence[str],
    playing: Mapping[str, str],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the people who may get a seat: those shown at once, and all others.

    First come those typed in this form, then those of past games, and last those who play now.
    """
    typed_here = [name for name in others_in(values) if name not in remembered.people]
    everybody = join_names(typed_here, remembered.people)
    free = [name for name in everybody if name not in seated]
    others = tuple(sorted(free, key=lambda name: name in playing))
    shown = max(_FEWEST_LATEST, _MOST_NAMES - len(seated))
    return others[:shown], others[shown:]


def _is_same(variant: Variant, values: Values, base: Visit) -> bool:
    parts = ("variant", "players", "options", "stake")
    now, before = (
        make_game_document(variant, values),
        make_game_document(base.game.sheet.variant, values_of_visit(base)),
    )
    return all(now.get(part) == before.get(part) for part in parts)


def _stake_words(values: Values, form: GameForm) -> str:
    """Return the stake in words; as typed if it is invalid, empty if it is none."""
    amount, currency, per = [values.get(field.name, field.value).strip() for field in form.stake]
    currency = read_currency(currency, currency_here())
    minor = read_amount(amount.replace(",", "."), currency)
    points = read_whole(per)
    if minor is None or points is None:
        return f"{amount} {currency}" if amount else ""
    return write_stake(Stake(currency=currency, minor=minor, per=points)) if minor else ""


# --- Answers to the form of a new game, on any page that has it: to its buttons and its start -----


def answer_button(values: Values, remembered: RememberedGames, place: FormPlace) -> Response | None:
    """Answer a button that changes the form; None for the one that starts the game."""
    variant = variant_of(values)
    if values.get("do", "").startswith(RULES_BUTTON):
        return show(make_rules_page(press_rules_button(variant, seat_newcomer(values)), place))
    if "do" not in values:
        return None
    wrong = option_problems(variant, values)
    if wrong:
        return show(make_rules_page(values, place, wrong), status=422)
    return show(Page("new_game/new.html", new=_after_button(values, remembered, place)))


def _after_button(values: Values, remembered: RememberedGames, place: FormPlace) -> Part:
    pressed = values["do"].partition(":")[0]
    result = apply_button(values, remembered)
    form = make_new_game(result.values, remembered, place)
    return form.replace(
        drawn=result.draw,
        unseated=result.unseated,
        left_rules=result.left_rules,
        seats_open=form.seats_open or pressed in _ORDER_BUTTONS,
    )


def show_table(key: str) -> Response:
    """Redirect the browser that started a game to its sheet, by the host's link."""
    token = demand(link_of(site().store, key, Role.HOST))
    remember(token)
    return see_other(url_for("table.sheet", link=token))
