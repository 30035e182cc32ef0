"""What the buttons of the new game's form do, other than start it: seats, stake, variant, the draw.

Each act changes what was typed; the page then shows the form again. Scripts do the quick ones on
the phone itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from scorekeeper.domain.cards import JOKER, NATURAL_CARDS, Card, Rank, Suit
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.settlement import read_amount, write_amount
from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.web.core.fields import YES, Values, read_whole
from scorekeeper.web.new_game.game_form import make_game_document, most_seats
from scorekeeper.web.new_game.remembered import Remembered, fill_terms
from scorekeeper.wording import write_count, write_subject

STAKE_STEPS: Final = (0, 5, 10, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""What a stake is usually, in minor units of a currency with two digits."""

OTHERS: Final = "others"
KEPT: Final = "kept-"
"""How the names of fields begin that keep the terms of variants which were left."""
_PARTING: Final = "\t"
_SEATS: Final = max([most_seats(variant) for variant in VARIANTS.values()])
_CUT_ORDER: Final = (Rank.JOKER, *[rank for rank in Rank if rank > Rank.ACE], Rank.ACE)
_SUIT_ORDER: Final = (None, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Who drew which card for the seats, in the order in which they now sit."""

    cuts: tuple[tuple[str, Card], ...]

    @property
    def dealer(self) -> str:
        """Who drew the lowest card and deals first, from the last seat."""
        return self.cuts[-1][0]


class Acted(NamedTuple):
    """The form after a button: what it holds now, the draw if there was one, what to say of it."""

    values: dict[str, str]
    drawn: Drawn | None = None
    said: str = ""


def names_in(values: Values) -> list[str]:
    """The names in the seats, seats left blank passed over."""
    names = [values.get(f"players-{seat}", "").strip() for seat in range(_SEATS)]
    return [name for name in names if name]


def others_in(values: Values) -> list[str]:
    """People typed before who have no seat now."""
    seated = names_in(values)
    return [name for name in values.get(OTHERS, "").split(_PARTING) if name and name not in seated]


def seat_newcomer(values: Values) -> dict[str, str]:
    """Whoever was typed as another name sits down in the next free seat."""
    name = values.get("newcomer", "").strip()
    changed = dict(values) | {"newcomer": ""}
    if not name or name in names_in(values):
        return changed
    free = (seat for seat in range(_SEATS) if not values.get(f"players-{seat}", "").strip())
    return changed | {f"players-{next(free, 0)}": name}


def act(values: Values, known: Remembered) -> Acted:
    """What the button ``do`` makes of what was typed."""
    changed = seat_newcomer(values)
    verb, _, about = changed.pop("do", "").partition(":")
    if verb == "draw":
        return draw_for_seats(changed)
    if verb == "variant":
        return _switch(changed, about, known)
    match verb:
        case "seat":
            changed = _toggle(changed, about)
        case "up" | "down":
            changed = _move(changed, about, -1 if verb == "up" else 1)
        case "more" | "less":
            changed["stake-amount"] = _step(changed, up=verb == "more")
        case "printed":
            changed = _without_options(changed)
    return Acted(changed)


def draw_for_seats(values: Values) -> Acted:
    """Cut for seats: the lowest card deals first, the next lowest sits at the dealer's left.

    Law 2: the Joker is low, otherwise cards rank as in bridge, the ace high; suits part equal
    ranks, as in bridge. A Joker is among the cards only where the house plays with one.
    """
    names = names_in(values)
    if not names:
        return Acted(dict(values))
    jokers = (JOKER,) if values.get("options-joker_in_pack") == YES else ()
    cards = SystemRandom().sample((*NATURAL_CARDS, *jokers), len(names))
    cuts = sorted(zip(names, cards, strict=True), key=lambda cut: cut_rank(cut[1]))
    seated = (*cuts[1:], cuts[0])
    return Acted(_seat(values, [name for name, _ in seated]), Drawn(cuts=seated))


def cut_rank(card: Card) -> tuple[int, int]:
    """How high a card is in a cut for seats: by rank, then by suit."""
    return _CUT_ORDER.index(card.rank), _SUIT_ORDER.index(card.suit)


def _seat(values: Values, names: Sequence[str]) -> dict[str, str]:
    seats = range(_SEATS)
    return dict(values) | {
        f"players-{seat}": names[seat] if seat < len(names) else "" for seat in seats
    }


def _toggle(values: dict[str, str], name: str) -> dict[str, str]:
    """A name that has a seat leaves it, one that has none takes the next."""
    names = names_in(values)
    if name in names:
        others = _PARTING.join([*others_in(values), name])
        return _seat(values, [each for each in names if each != name]) | {OTHERS: others}
    return _seat(values, [*names, name])


def _move(values: dict[str, str], about: str, step: int) -> dict[str, str]:
    seat = read_whole(about)
    if seat is None or not 0 <= seat + step < _SEATS:
        return values
    here, there = f"players-{seat}", f"players-{seat + step}"
    return values | {here: values.get(there, ""), there: values.get(here, "")}


def stake_steps(currency: str) -> tuple[int, ...]:
    """The usual stakes in minor units of a currency, none first."""
    return tuple([step * 10 ** max(0, (minor_digits(currency) or 2) - 2) for step in STAKE_STEPS])


def _step(values: Values, *, up: bool) -> str:
    """The next usual stake above or below the one that was typed; empty for none."""
    currency = values.get("stake-currency", "").strip().upper()
    if minor_digits(currency) is None:
        return values.get("stake-amount", "")
    typed = values.get("stake-amount", "").strip().replace(",", ".")
    now, steps = read_amount(typed, currency) or 0, stake_steps(currency)
    higher = [step for step in steps if step > now] or [now]
    lower = [step for step in steps if step < now] or [0]
    chosen = higher[0] if up else lower[-1]
    return write_amount(chosen, currency) if chosen else ""


def kept_terms(values: Values) -> dict[str, str]:
    """The terms of variants that were left, by the fields that keep them."""
    names = [KEPT + key for key in VARIANTS]
    return {name: values[name] for name in names if name in values}


def _without_options(values: Values) -> dict[str, str]:
    return {name: text for name, text in values.items() if not name.startswith("options-")}


def _switch(values: dict[str, str], key: str, known: Remembered) -> Acted:
    """Another variant, as it was last played here; those who find no seat there stand by.

    The terms of the variant that is left are kept until the form comes back to it.
    """
    variant, before = VARIANTS.get(key), VARIANTS.get(values.get("variant", ""))
    if variant is None or before is None or variant == before:
        return Acted(values)
    names, seats = names_in(values), most_seats(variant)
    changed = _seat(_terms_of_variant(values, known, variant.key), names[:seats])
    changed |= {
        "variant": key,
        KEPT + before.key: urlencode(_own_terms(values)),
        OTHERS: _PARTING.join([*others_in(values), *names[seats:]]),
    }
    stays = f"The house rules you chose stay with {before.short_name}."
    said = [
        _stand_by(variant, names[seats:]),
        stays if make_game_document(before, values).get("options") else "",
    ]
    return Acted(changed, said=" ".join([words for words in said if words]))


def _own_terms(values: Values) -> dict[str, str]:
    """What was typed that belongs to the variant: house rules, and the points of the stake."""
    return {
        name: text
        for name, text in values.items()
        if name.startswith("options-") or name == "stake-per"
    }


def _terms_of_variant(values: Values, known: Remembered, key: str) -> dict[str, str]:
    """The form with the terms of a variant: as kept in it, as last played here, or as printed."""
    own = _own_terms(values)
    changed = {name: text for name, text in values.items() if name not in own}
    kept = dict(parse_qsl(changed.pop(KEPT + key, ""), keep_blank_values=True))
    last = known.last_of(key)
    if last is not None:
        changed |= fill_terms(last.game) | {"again": last.token}
    return changed | _own_terms(kept)


def _stand_by(variant: Variant, names: Sequence[str]) -> str:
    """Who finds no seat, and why: ``Gin 150 seats two: Cal stands by.``"""
    if not names:
        return ""
    seats = write_count(most_seats(variant))
    return f"{variant.short_name} seats {seats}: {write_subject(names, 'stands', 'stand')} by."
