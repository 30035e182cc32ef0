"""What the form of a new game shows: filled as last time, and what the main button would start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar, Final

from scorekeeper.bookkeeping.links import Visit
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.settlement import Stake, read_amount
from scorekeeper.domain.variant import Problem, Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.web.core.fields import Choices, Values, read_whole
from scorekeeper.web.core.posting import new_entry_id
from scorekeeper.web.core.site import site
from scorekeeper.web.new_game.form_buttons import (
    Drawn,
    kept_terms,
    names_in,
    others_in,
    stake_steps,
)
from scorekeeper.web.new_game.game_form import GameForm, make_game_document, make_game_form
from scorekeeper.web.new_game.remembered import Remembered, day_of, fill_as, people_with
from scorekeeper.wording import write_stake

FIRST_VARIANT: Final = next(iter(VARIANTS.values()))
_ORDER_ACTS: Final = ("up", "down", "draw")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Someone known here; ``seat`` counts from 1, and 0 is nobody's."""

    name: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """The form of a new game. ``is_same`` while it is just as the game it was filled from.

    ``meaning`` says what the main button starts; ``steps`` are the usual stakes in minor units.
    ``kept`` are fields that the form carries unseen: the terms of variants that were left.
    ``following`` is the link to the game that somebody began already after that one, if any.
    """

    variants: tuple[Variant, ...]
    form: GameForm
    entry_id: str
    people: tuple[Person, ...]
    others: str
    newcomer: str
    again: str
    following: str
    as_on: str
    is_same: bool
    meaning: str
    stake: str
    digits: int
    steps: tuple[int, ...]
    seats_open: bool
    drawn: Drawn | None
    said: str
    kept: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in a list of games."""

    token: str
    title: str
    terms: str
    state: str
    is_open: bool
    played_on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """The latest games under way, and the form of a new one; ``games`` is how many are known."""

    template: ClassVar = "new_game/home.html"
    under_way: tuple[GameLine, ...]
    games: int
    new: NewGame
    look_choices: Mapping[str, Choices]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGamePage:
    """The form of a new game by itself."""

    template: ClassVar = "new_game/new.html"
    new: NewGame


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesPage:
    """All the games that this browser knows."""

    template: ClassVar = "new_game/games.html"
    games: tuple[GameLine, ...] = field(default=())


def fill_first(known: Remembered, *, again: str = "", variant: str = "") -> dict[str, str]:
    """The fields at first sight: as the game ``again``, else as the last one of ``variant``."""
    chosen = VARIANTS.get(variant)
    values = {
        "stake-currency": site().settings.currency,
        "played_on": date.today().isoformat(),  # noqa: DTZ011 - the day at the table's own clock
    }
    base = known.find(again) or (
        known.last_of(variant) if chosen else next(iter(known.visits), None)
    )
    if base is not None:
        return values | fill_as(base)
    return values | {"variant": (chosen or FIRST_VARIANT).key}


def make_new_game(
    values: Values,
    known: Remembered,
    problems: Sequence[Problem] = (),
    *,
    drawn: Drawn | None = None,
    said: str = "",
    pressed: str = "",
) -> NewGame:
    """The form with these values; ``pressed`` is the button pressed before, which ``said`` this."""
    variant = VARIANTS.get(values.get("variant", ""), FIRST_VARIANT)
    form, base = make_game_form(variant, values, problems), known.find(values.get("again", ""))
    names, stake = names_in(values), _stake_words(values, form)
    people = people_with(known.people, [*names, *others_in(values)])
    currency = values.get("stake-currency", "").strip().upper()
    meaning = [", ".join(names), variant.short_name, stake]
    return NewGame(
        variants=tuple(VARIANTS.values()),
        form=form,
        entry_id=values.get("entry_id") or new_entry_id(),
        people=tuple([_person(name, names) for name in people]),
        others="\t".join(others_in(values)),
        newcomer=values.get("newcomer", ""),
        again=base.token if base else "",
        following=base.next_link if base else "",
        as_on=day_of(base.game) if base else "",
        is_same=base is not None and not problems and _is_same(variant, values, base),
        meaning=" · ".join([words for words in meaning if words]),
        stake=stake,
        digits=minor_digits(currency) or 0,
        steps=stake_steps(currency),
        seats_open=not known.people or form.has_fault("players") or pressed in _ORDER_ACTS,
        drawn=drawn,
        said=said,
        kept=kept_terms(values),
    )


def _person(name: str, seated: Sequence[str]) -> Person:
    return Person(name=name, seat=seated.index(name) + 1 if name in seated else 0)


def _is_same(variant: Variant, values: Values, base: Visit) -> bool:
    parts = ("variant", "players", "options", "stake")
    now, before = (
        make_game_document(variant, values),
        make_game_document(base.game.sheet.variant, fill_as(base)),
    )
    return all(now.get(part) == before.get(part) for part in parts)


def _stake_words(values: Values, form: GameForm) -> str:
    """The stake as people say it; as it was typed where it is none."""
    amount, currency, per = [
        values.get(field.name, field.value).strip().upper() for field in form.stake
    ]
    minor = read_amount(amount.replace(",", "."), currency)
    points = read_whole(per)
    if minor is None or points is None:
        return f"{amount} {currency}" if amount else ""
    return write_stake(Stake(currency=currency, minor=minor, per=points)) if minor else ""
