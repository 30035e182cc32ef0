"""The form by which an officer organises a night: who is here, rounds, tables, points and money."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from flask import Response, request, url_for

from scorekeeper.club.facts import Club, Person
from scorekeeper.club.nights import go_home
from scorekeeper.club.stored_book import LoadedNight, load_night
from scorekeeper.games import Role, Saved
from scorekeeper.record import Document, Scope
from scorekeeper.rules import Path, Problem, bare_look, look_of, quote_text, write_amount
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament.book import ORGANISED
from scorekeeper.tournament.facts import (
    FEES,
    Ends,
    Organised,
    PointsBy,
    RoundEnd,
    organised_of,
)
from scorekeeper.tournament.organised import organise
from scorekeeper.tournament.seats.plan import PartnersSit, SeatMode, SeatWishes
from scorekeeper.tournament.seats.search import sizes_of_tables
from scorekeeper.web.core import (
    NO_AMOUNT,
    Input,
    Page,
    Part,
    SiteForm,
    answer,
    club_or_404,
    least_role,
    make_club_fields,
    plain_amount,
    read_act,
    read_numbers,
    read_typed_number,
    read_whole,
    see_other,
    show,
    site,
    status_of,
    this_night,
    this_visit,
    typed,
    whole_or_text,
)
from scorekeeper.web.new_game.game_form import most_seats
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.plan import near_names, typed_name, welcome
from scorekeeper.wording import write_symbol

HERE: Final = "here"
"""The field of the people who are here."""
_CAME: Final = "came"
"""The field of those who waited when the form of a new plan was opened, each with a tick."""
_SIZES: Final = {
    "4 3 5": "Of four, or of three and five",
    "3 4": "Of three, or of four",
    "2": "Of two",
    "4": "Of four only",
}
_PAIRS: Final = "Pairs by name or its beginning, such as Ann + Bob, Cal + Dot"
_WISHES: Final = ("apart", "together", "partners")
_FIELDS: Final[Mapping[Path, str]] = {
    ("ends", "deals"): "deals",
    ("ends", "minutes"): "minutes",
    ("ends", "warn"): "warn",
    ("points", "scale"): "scale",
    ("points", "bye"): "bye",
    ("entry", "amount"): "entry",
    ("entry", "guest"): "guest",
    ("entry", "fee"): "fee",
    ("prizes", "deal"): "deal",
    ("prizes", "places"): "parts",
}
"""The fields of problems whose place in a club book is called otherwise."""
FindId = Callable[[str], str]
"""Returns the id of the person who is meant by a typed name; if nobody is, the name itself."""
_MANY: Final = 2
"""The form knows one pot that gets a part of each entry; others are kept."""
_OWN: Final = ("rounds", "sizes", "added", "standing_from", "mode")
_PAIR: Final = "Type two names with + between them, and a comma between pairs"
_NUMBERS: Final = "Type whole numbers with commas between them"
_AVERAGE: Final = "average"
_NO_SUCH_TABLES: Final = (
    "So many people make no such number of tables of nearly one size, of up to {most}"
)
_WORDS: Final = {
    ("bye", "bad_value"): "Type a whole number, or average",
    ("entry", "missing_field"): "Type what each pays",
    ("deals", "bad_value"): "Type how many deals a round has",
    ("minutes", "bad_value"): "Type after how many minutes the bell rings",
    ("warn", "bad_value"): "Type a number of minutes, or leave it empty",
    ("standing_from", "bad_value"): "Type the number of a round, from 2 on",
    ("parts", "bad_value"): f"{_NUMBERS}, from 1 on",
    **{(name, "bad_value"): _PAIR for name in _WISHES},
}
"""What is said of a field in place of what is said of a book."""


class OrganiseForm(SiteForm):
    """Rounds, tables, points and money of a night; each begins with what most clubs do."""

    door = Input(
        "Somebody else at the door",
        kind="name",
        help="A name that is not on the list is added as a guest.",
    )
    rounds = Input("Rounds", kind="points", default="3")
    sizes = Input("Tables", kind="chips", choices=tuple(_SIZES.items()), default="4 3 5")
    tables = Input("How many tables", kind="points", help="Leave it empty to go by their sizes")
    play = Input(
        "Played",
        kind="chips",
        choices=tuple([(key, variant.short_name) for key, variant in VARIANTS.items()]),
        default=next(iter(VARIANTS)),
    )
    ends = Input(
        "A round ends",
        kind="chips",
        choices=(
            (RoundEnd.GAME, "With its games"),
            (RoundEnd.DEALS, "After some deals"),
            (RoundEnd.BELL, "By the bell"),
        ),
        default=RoundEnd.GAME,
    )
    deals = Input("Deals in a round", kind="points")
    minutes = Input("Minutes to the bell", kind="points", default="45")
    warn = Input("Warning, minutes before", kind="points", default="5")
    points = Input(
        "Points come from",
        kind="chips",
        choices=(
            (PointsBy.GAME, "The result"),
            (PointsBy.PLACES, "The place at the table"),
            (PointsBy.WINS, "Winning the table"),
        ),
        default=PointsBy.GAME,
    )
    scale = Input(
        "Points of places",
        help="Such as 5, 3, 2, 1. Empty: of four at a table the first gets 4, the last 1.",
    )
    stakes = Input(
        "Games are also played",
        kind="chips",
        choices=(("yes", "For their stakes"), ("no", "For points alone")),
        default="yes",
    )
    entry = Input("Entry", kind="amount")
    guest = Input("Per guest, if different", kind="amount")
    fee = Input("Of each entry for the club", kind="amount")
    deal = Input("To the winner of each deal", kind="amount")
    parts = Input("Shares of the pool, first place first", help="Such as 50, 30, 20")
    added = Input("Added by the club", kind="amount")
    part = Input("Of each entry for a pot", kind="amount")
    pot = Input("Which pot", kind="choice")
    rest = Input("What prizes leave goes to", kind="choice")
    fixed = Input("Fixed prizes in place of shares", help="First place first, such as 20, 10, 5")
    standing_from = Input("Seats by the standing from round", kind="points", help="From 2 on")
    apart = Input("Who sits apart", help=_PAIRS)
    together = Input("Who sits together once", help=_PAIRS)
    partners = Input("Partners", help=_PAIRS)
    partners_sit = Input(
        "Partners sit",
        kind="chips",
        choices=((PartnersSit.TOGETHER, "At one table"), (PartnersSit.APART, "Never together")),
        default=PartnersSit.TOGETHER,
    )
    mode = Input(
        "Seats",
        kind="chips",
        choices=(
            (SeatMode.AHEAD, "So that few meet twice"),
            (SeatMode.MOVEMENT, "As a round robin"),
        ),
        default=SeatMode.AHEAD,
        help="In a round robin everybody meets in turn, at tables of two, or of four with partners",
    )
    bye = Input(
        "Points for sitting out a round",
        help="A number; or average, that of the person’s own rounds",
    )
    free = Input("Who plays without paying", help="Names such as Ann, Bob")

    def __init__(self, club: Club, **shown: Any) -> None:
        super().__init__(**shown)
        pots = tuple([(pot.id, pot.name) for pot in club.pots])
        self.pot.choices, self.rest.choices = pots, ((FEES, "the club"), *pots)
        if self.sizes.data not in _SIZES:  # those of a book, which the form does not offer
            own = (self.sizes.data, f"Of {', '.join(self.sizes.data.split())}")
            self.sizes.choices = (*_SIZES.items(), own)
        currency = club.currency
        for field in (self.entry, self.guest, self.fee, self.deal, self.added, self.part):
            field.label = f"{field.label} ({write_symbol(currency)})"

    def facts(self, before: Document, id_of: FindId, staying: int) -> Document:
        """Return what was typed as a club book has it; what the form does not ask is kept.

        So many people are ``staying``, of whom tables are made.
        """
        more = {
            "rounds": read_typed_number(self.rounds.data),
            "sizes": self._sizes(staying),
            "play": self._play(before.get("play", [])),
            "ends": self._ends(),
            "points": self._points(before.get("points", {})),
            "stakes": self.stakes.data == "yes",
            "entry": self._entry(before.get("entry", {})),
            "prizes": self._prizes(before.get("prizes", {})),
            "added": plain_amount(self.added.data) or None,
            "standing_from": read_typed_number(self.standing_from.data),
            "partners_sit": self.partners_sit.data,
            "mode": self.mode.data,
        }
        return {**before, **more, **{name: self._pairs(name, id_of) for name in _WISHES}}

    def _sizes(self, people: int) -> list[int | str]:
        """Return the chosen sizes, or those that make as many tables as were typed, if any do."""
        wanted = self.tables.data.strip()
        if not wanted:
            return [whole_or_text(size) for size in self.sizes.data.split()]
        tables = read_whole(wanted)
        size = people // tables if tables else 0
        choices = ([size + 1, size], [size, size + 1], [size])
        # Sizes that a chip offers come last: by others the form knows that their number was typed.
        for sizes in sorted(choices, key=lambda sizes: _as_chip(sizes) in _SIZES):
            if max(sizes) > self._most_seats():
                continue
            seated = sizes_of_tables(people, sizes) if size > 1 else ()
            if (len(seated), sum(seated)) == (tables, people):
                return [*sizes]
        return []

    def _most_seats(self) -> int:
        return most_seats(VARIANTS[self.play.data])

    def people(
        self, here: Sequence[str], before: Document, id_of: FindId, late: Document
    ) -> Document:
        """Return who enters as a club book has it: those who are here, and who does not pay.

        ``before`` are those who entered already, ``late`` is said of all others.
        """
        free = [id_of(name) for name in _names_in(self.free.data)]
        entered = {who: {**before.get(who, late), "free": None} for who in (*here, *free)}
        return entered | {who: {**entered[who], "free": True} for who in free}

    def _play(self, before: Sequence[Document]) -> Sequence[Document]:
        """Return what is played; house rules and stakes of the same variant are kept."""
        is_same = bool(before) and before[0]["variant"] == self.play.data
        return before if is_same else [{"variant": self.play.data}]

    def _pairs(self, name: str, id_of: FindId) -> list[list[str]] | None:
        """Return the pairs of a field by id; a name that nobody has stands for itself."""
        return [[id_of(name) for name in pair] for pair in self._names(name)] or None

    def _names(self, name: str) -> list[list[str]]:
        pairs = [pair.split("+") for pair in self[name].data.split(",") if pair.strip()]
        return [[name.strip() for name in pair] for pair in pairs]

    def _ends(self) -> Document:
        """Return how a round ends; what the form does not ask then says nothing."""
        match self.ends.data:
            case RoundEnd.DEALS:
                numbers: Document = {"deals": whole_or_text(self.deals.data.strip())}
            case RoundEnd.BELL:
                minutes = whole_or_text(self.minutes.data.strip())
                warn = read_typed_number(self.warn.data)
                if isinstance(minutes, int) and isinstance(warn, int) and 0 < minutes < warn:
                    warn = self.warn.data
                numbers = {"minutes": minutes, "warn": warn}
            case _:
                numbers = {}
        return {"by": self.ends.data, **numbers}

    def _points(self, before: Document) -> Document:
        is_by_place = self.points.data == PointsBy.PLACES
        scale = read_numbers(self.scale.data) if is_by_place else []
        typed = self.bye.data.strip().lower()
        bye = _AVERAGE if typed == _AVERAGE else read_typed_number(typed)
        return {**before, "by": self.points.data, "scale": scale or None, "bye": bye}

    def _entry(self, before: Document) -> Document | None:
        amounts = {"amount": self.entry.data, "guest": self.guest.data, "fee": self.fee.data}
        typed = {name: plain_amount(text) for name, text in amounts.items() if text.strip()}
        pots = before.get("pots", {})
        if len(pots) < _MANY and self.pot.choices:
            part = plain_amount(self.part.data)
            pots = {self.pot.data: part} if part else {}
        more = {"pots": pots} if pots else {}
        return {**typed, **more} if typed or more else None

    def _prizes(self, before: Document) -> Document:
        parts = read_numbers(self.parts.data)
        fixed = [plain_amount(amount) for amount in self.fixed.data.split(",") if amount.strip()]
        schedule = ({"parts": parts} if parts else {}) | ({"fixed": fixed} if fixed else {})
        places = [schedule] if schedule else None
        kept = before.get("places", [])
        if len(kept) > 1 or (kept and "up_to" in kept[0]):
            places = kept  # the form knows one schedule for any number of people
        deal, rest = plain_amount(self.deal.data) or None, self.rest.data or before.get("rest")
        return {**before, "places": places, "deal": deal, "rest": rest}

    def tell(self, problems: Sequence[Problem], *, beside: str = "") -> None:
        """Put each problem beside its field, in words that say how it is to be filled in."""
        super().tell([self._place_problem(problem) for problem in problems], beside=beside)

    def _place_problem(self, problem: Problem) -> Problem:
        field = _field_of(problem.at)
        if field is None:
            return problem
        text = _WORDS.get((field, problem.code), problem.text)
        if problem.code == "bad_amount":
            text = NO_AMOUNT
        elif field == "sizes" and self.tables.data.strip():
            field, text = "tables", _NO_SUCH_TABLES.format(most=self._most_seats())
        elif field == "warn" and self.warn.data.strip().isdecimal():
            text = "Fewer minutes than there are to the bell"
        elif problem.code == "unknown_person":
            where = problem.at[1:]
            name = where[0] if field == "free" else self._names(field)[int(where[0])][int(where[1])]
            text = f"Nobody is named {quote_text(str(name))}"
        return replace(problem, at=(field,), text=text)


def _as_chip(sizes: Sequence[int]) -> str:
    return " ".join(map(str, sizes))


def _finder(people: Iterable[Person], here: Sequence[str]) -> FindId:
    """Return what finds people whose names look as typed or, if only one has them, by letters.

    The beginning of a name is enough if nobody else who is here has it, or nobody else at all.
    """
    looks = {look_of(person.name): person.id for person in people}
    bare = {person.id: bare_look(person.name) for person in people}

    def find(typed: str) -> str:
        wanted = bare_look(typed)
        begun = [who for who, name in bare.items() if wanted and name.startswith(wanted)]
        ways = (
            [who for who in begun if bare[who] == wanted],
            [who for who in begun if who in here],
            begun,
        )
        found = next(filter(None, ways), [])
        return looks.get(look_of(typed)) or (found[0] if len(found) == 1 else typed)

    return find


def _names_in(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _field_of(at: Path) -> str | None:
    """Return the field of a place in what is organised, None if the form has none."""
    if at[:1] == ("people",) and len(at) > 1:
        return "free"
    if at[:2] == ("prizes", "places") and "fixed" in at:
        return "fixed"
    if at[:2] == ("entry", "pots"):
        return "part"
    known = at[:1] and at[0] in {*_WISHES, *_OWN}
    return str(at[0]) if known else _FIELDS.get(at[:2])


_ENTER: Final = "enter"
"""What Enter in a field sends: with a name typed at the door it adds this person, like *Add*."""


@nights_pages.get("/organise")
@least_role(Role.OFFICER)
def ask_organising() -> Response:
    """Show the form, filled with what is organised already, or with sound values."""
    night = this_night()
    if night.night.closed is not None:
        return see_other(url_for("nights.board"))
    organised = organised_of(night.night)
    shown = _values_of(organised, night) if organised else {}
    form = OrganiseForm(night.club, **shown)
    here = organised.entered if organised else [row.person for row in night.waiting]
    return show(_page(form, here))


@nights_pages.post("/organise")
@least_role(Role.OFFICER)
def organise_this_night() -> Response:
    """Organise the night as it was typed, and show the plan; a button of people only ticks them."""
    night, here = this_night(), request.form.getlist(HERE)
    form, tick = OrganiseForm(night.club), typed().get("tick") or typed().get("near", "")
    if tick == _ENTER and not form.door.data.strip():
        tick = ""
    if form.door.data.strip():
        found = welcome(night, typed_name("door"))
        if isinstance(found, tuple):
            form.door.choices = near_names(night, form.door.data, found)
            problems = [replace(problem, at=("door",)) for problem in found]
            return show(_page(form, here, problems), status=status_of(found))
        here, form.door.data = [*here, found], ""
    if tick:
        everybody = [person.id for person in night.people.values() if person.is_active]
        return show(_page(form, {"all": [*everybody, *here], "none": []}.get(tick, here)))
    organised = organised_of(night.night)
    scope = Scope(currency=night.club.currency)
    before = ORGANISED.write(organised, scope) if organised else {}
    people, shown = before.get("people", {}), len(before.get("plan", ()))
    late = {"from": shown + 1} if shown else {}
    staying = [who for who in here if "until" not in people.get(who, {})]
    id_of = _finder(night.people.values(), here)
    facts = form.facts(before, id_of, len(staying))
    facts |= {"people": form.people(here, people, id_of, late)}
    outcome = organise(site().store, read_act(), this_visit().id, facts)
    if isinstance(outcome, Saved):
        _send_home(here)
    return answer(
        outcome,
        saved=lambda _: url_for("nights.plan"),
        again=lambda problems: _page(form, here, problems),
    )


def _send_home(here: Sequence[str]) -> None:
    """Take who was unticked off the waiting list, but nobody who came meanwhile."""
    post, went = read_act(), [who for who in request.form.getlist(_CAME) if who not in here]
    if went:
        own = replace(post, entry_id=f"{post.entry_id}.went")
        go_home(site().store, own, this_visit().id, went)


def _seat_values(seats: SeatWishes, people: Mapping[str, Person]) -> dict[str, str]:
    wishes = (seats.apart, seats.together, seats.partners)
    chosen = {"partners_sit": str(seats.partners_sit), "mode": str(seats.mode)}
    return {
        **chosen,
        "standing_from": str(seats.standing_from or ""),
        **{
            name: ", ".join([" + ".join([people[who].name for who in pair]) for pair in pairs])
            for name, pairs in zip(_WISHES, wishes, strict=True)
        },
    }


def _values_of(organised: Organised, night: LoadedNight) -> dict[str, str]:
    """Return the initial values of the fields for a night that is organised."""
    seats, entry, prizes = organised.seats, organised.entry, organised.prizes
    currency = night.club.currency
    fixed = prizes.places[0].fixed if prizes.places else ()
    parts = prizes.places[0].parts if prizes.places else ()
    pots = [*entry.pots.items()] if entry else []
    pot, part = pots[0] if len(pots) == 1 else ("", 0)
    minors = {
        "entry": entry.minor if entry else 0,
        "guest": entry.guest if entry else None,
        "fee": entry.fee if entry else 0,
        "deal": prizes.deal,
        "added": organised.added,
        "part": part,
    }
    amounts = {name: write_amount(minor, currency) for name, minor in minors.items() if minor}
    return amounts | {
        "rounds": str(seats.rounds),
        **_shown_tables(seats, len(organised.entered)),
        "play": organised.play[0].variant if organised.play else next(iter(VARIANTS)),
        "ends": str(organised.ends.by),
        "deals": str(organised.ends.deals or ""),
        **_shown_bell(organised.ends),
        "points": str(organised.points.by),
        "scale": ", ".join(map(str, organised.points.scale)),
        "stakes": "yes" if organised.has_stakes else "no",
        "parts": ", ".join(map(str, parts)),
        "pot": pot,
        "rest": prizes.rest,
        "fixed": ", ".join([write_amount(minor, currency) for minor in fixed]),
        "bye": _AVERAGE if organised.points.bye is None else str(organised.points.bye or ""),
        "free": ", ".join(
            [night.people[who].name for who in organised.entered if who in organised.free]
        ),
        **_seat_values(seats, night.people),
    }


def _shown_tables(seats: SeatWishes, people: int) -> dict[str, str]:
    """Return the sizes of tables, or how many tables there are where their number was typed."""
    sizes = _as_chip(seats.sizes)
    is_typed = sizes not in _SIZES and max(seats.sizes) - min(seats.sizes) <= 1
    return (
        {"tables": str(len(sizes_of_tables(people, seats.sizes)))} if is_typed else {"sizes": sizes}
    )


def _shown_bell(ends: Ends) -> dict[str, str]:
    if ends.by is not RoundEnd.BELL:
        return {}
    return {"minutes": str(ends.minutes or ""), "warn": str(ends.warn or "")}


def _page(form: OrganiseForm, here: Sequence[str], problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    # Read again, as somebody may have come meanwhile.
    night = load_night(site().store, this_visit().id, club=club_or_404())
    likely, others = _people(night, here)
    is_organised = night.night.organised is not None
    came = [] if is_organised else [row.person for row in night.waiting]
    return Page(
        "nights/organising.html",
        club=night.club,
        is_organised=is_organised,
        came=request.form.getlist(_CAME) if request.form else came,
        form=form,
        likely=likely,
        others=others,
        club_fields=make_club_fields(),
    )


def _people(night: LoadedNight, here: Sequence[str]) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    came = dict.fromkeys([*here, *[row.person for row in night.waiting], *night.figures.people])
    likely = [who for who in came if who in night.people]
    others = [
        person.id for person in night.people.values() if person.is_active and person.id not in came
    ]
    found = [
        [
            Part(id=who, name=night.people[who].name, is_here=who in here)
            for who in sorted(some, key=lambda who: night.people[who].name.casefold())
        ]
        for some in (likely, others)
    ]
    return tuple(found[0]), tuple(found[1])
