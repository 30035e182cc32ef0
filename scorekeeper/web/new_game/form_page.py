"""The pages with the form of a new game, filled with the values of an earlier game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from flask import Response, url_for

from scorekeeper.club.people import offered_names
from scorekeeper.games.links import Role, Visit, link_of
from scorekeeper.rules.settlement import Stake, minor_digits, read_amount
from scorekeeper.rules.variant import Problem, Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core.access import knows_club, remember
from scorekeeper.web.core.fields import Field, Values, read_whole
from scorekeeper.web.core.house_rules import (
    RULES_BUTTON,
    make_house_rules,
    option_problems,
    press_rules_button,
    without_options,
)
from scorekeeper.web.core.known_nights import KnownNight
from scorekeeper.web.core.page import Action, Page, Part, show
from scorekeeper.web.core.posting import new_entry_id, see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.new_game.form_buttons import (
    apply_button,
    names_in,
    others_in,
    seat_newcomer,
    stake_steps,
    stored_terms,
)
from scorekeeper.web.new_game.game_form import (
    GameForm,
    RememberedGames,
    join_names,
    make_game_document,
    make_game_form,
    read_currency,
    values_of_visit,
)
from scorekeeper.wording import write_stake

_FIRST_VARIANT: Final = next(iter(VARIANTS.values()))
_OF_THE_BUTTON: Final = ("csrf_token", "do")
NIGHT: Final = "night"
"""The field with the night of the club to which the game belongs; empty for none."""
_MOST_NAMES: Final = 5
"""How many names are shown at once, so that a phone shows the variants without scrolling."""
_FEWEST_LATEST: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPlace:
    """The place of the form of a new game: the address to which it is posted, and its page.

    ``title`` and ``back`` are those of the page that shows the form alone. ``playing`` are the
    tables of a night by the names of those who play there, ``told`` the names of whom the form says
    so when it comes back. ``nights`` are those to which a game may belong that is begun there.
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
        "stake-currency": site().settings.currency,
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
    currency = read_currency(values.get("stake-currency", ""), site().settings.currency)
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
        seats_open=not remembered.people or form.has_fault("players") or form.has_sides,
        stored_terms=stored_terms(values),
        roll=offered_names(site().store) if knows_club() else (),
        night=_night_field(values, place, form) if place.nights else None,
        drawn=None,
        unseated=(),
        left_rules=None,
    )


def _night_field(values: Values, place: FormPlace, form: GameForm) -> Field:
    """Return the choice of a night; the game belongs to the newest one unless it was said."""
    nights = [(each.id, each.name) for each in place.nights]
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
    currency = read_currency(currency, site().settings.currency)
    minor = read_amount(amount.replace(",", "."), currency)
    points = read_whole(per)
    if minor is None or points is None:
        return f"{amount} {currency}" if amount else ""
    return write_stake(Stake(currency=currency, minor=minor, per=points)) if minor else ""


# --- Answers to the form of a new game, on any page that has it: to its buttons and its start -----


_ORDER_BUTTONS: Final = ("up", "down", "draw")
"""The buttons that change the order of the seats; the page then shows the order."""


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
    token = link_of(site().store, key, Role.HOST)
    if token is None:
        raise RuntimeError("a game always has a host's link")
    remember(token)
    return see_other(url_for("table.sheet", link=token))
