"""Filters of templates: figures, cards and times, and what sentences about a game have to know."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.club.words import write_table
from scorekeeper.games import CurrentGame, LogEntry, SeatHistory, Takeover
from scorekeeper.papers.paper import SIZE_WORDS
from scorekeeper.rules import (
    JOKER,
    RED_TWO,
    Agreed,
    Agreement,
    Card,
    Challenge,
    Challenged,
    Closed,
    Corrected,
    Joined,
    Left,
    MeldCard,
    Problem,
    Returned,
    ScoreSheet,
    Seat,
    Setup,
    SheetRow,
    Started,
    Suit,
    Undone,
    read_card,
    replay,
    write_amount,
    write_ending,
)
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Part
from scorekeeper.web.core.sites import here, name_zone_here
from scorekeeper.wording import (
    name_columns,
    names_in_seats,
    shorten_names,
    with_capital,
    without_capital,
    write_card,
    write_count,
    write_date,
    write_day_and_month,
    write_duration,
    write_money,
    write_month,
    write_names,
    write_points,
    write_ranges,
    write_several,
    write_short_date,
    write_signed,
    write_signed_amount,
    write_signed_money,
    write_size,
    write_stake,
    write_sum,
    write_symbol,
)
from scorekeeper.wording.games import (
    draw_lines,
    draw_pair,
    laid_hands,
    unscored_melds,
    write_early_end,
    write_meld_rules,
    write_span,
)
from scorekeeper.wording.sentences import (
    OnScreen,
    before_figure,
    by_count,
    fill_sentence,
    isolate,
    keep_number,
    keep_together,
)

# --- The faces of cards as pages draw them; a suit is on a face exactly where it was given --------


SUIT_ICONS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}
_NO_SUIT: Final = "plain"
_TIGHT: Final = 3
"""From so many partners on, their letters stand without a space."""


def face_of(item: Card | MeldCard) -> Part:
    """Return the face of a card; a wild has the face of its natural card and a badge.

    ``suit`` names an icon and is ``plain`` where none was given; ``is_red`` is true for a red two
    whose suit was not given. ``badge`` is ``2`` or ``joker``, and empty for other cards.
    """
    card, name = item if isinstance(item, MeldCard) else MeldCard(item)
    if name is None or MeldCard(card, name).is_itself:
        return _face(card)
    face = _face(name)
    wild, badge = ("Joker", "joker") if card == JOKER else ("two", "2")
    return face.replace(words=f"{face.words}, a {wild}", badge=badge)


def face_of_code(code: str) -> Part:
    """Return the face of a card of a fact, in the notation: ``7``, ``2R``, ``2=K``.

    Raises ValueError for any other text.
    """
    text, _, name = code.partition("=")
    card = read_card(text)
    if card is None:
        raise ValueError(code)
    return face_of(MeldCard(card, read_card(name)))


def _face(card: Card) -> Part:
    suit = SUIT_ICONS[card.suit] if isinstance(card.suit, Suit) else _NO_SUIT
    return Part(
        rank=card.rank.face,
        suit="joker" if card == JOKER else suit,
        words=write_card(card),
        is_red=card == RED_TWO,
        badge="",
    )


def meld_kind(meld: Sequence[Card]) -> str:
    """Return ``set`` or ``run`` for the cards of a meld."""
    return "set" if len({card.rank for card in meld}) == 1 else "run"


_TIMES: Final = re.compile(r"\b(\d+) × (5|10)\b")
_WRITTEN_CARD: Final = re.compile(r"\b((?:10|[2-9TJQKA])[SHDC])\b")
_SUIT_LETTERS: Final = {
    "S": ("spade", "of spades"),
    "H": ("heart", "of hearts"),
    "D": ("diamond", "of diamonds"),
    "C": ("club", "of clubs"),
}


def count_letters(text: str) -> int:
    """Return how many letters a text has, which may be HTML without tags."""
    return len(text.unescape() if isinstance(text, Markup) else text)


def name_sides_shortly(sheet: ScoreSheet) -> list[str]:
    """Return what stands for each side in a narrow column: ``A``, or ``A C`` for partners."""
    setup = sheet.setup
    short = shorten_names(setup.players)
    between = " " if len(setup.sides[0]) < _TIGHT else ""
    return [between.join([short[seat] for seat in side]) for side in setup.sides]


def kind_of(value: object) -> str:
    """Return the name of a value's class, such as ``Dealt`` for that act of a journal."""
    return type(value).__name__


def how_it_ended(row: SheetRow, setup: Setup) -> str:
    """Return how a deal ended, without a full stop: ``Ann went out``, ``The stock ran out``."""
    return write_ending(setup, by=row.by, ending=row.ending, outcome=row.outcome, pairs=row.pairs)


def draw_suits(text: str) -> Markup:
    """Return a text as HTML with its cards drawn: ``7D`` as a seven and a small diamond."""
    return Markup("").join(
        [
            _draw_card(part) if number % 2 else escape(isolate(part))
            for number, part in enumerate(_WRITTEN_CARD.split(text))
        ]
    )


def _draw_card(text: str) -> Markup:
    icon, words = _SUIT_LETTERS[text[-1]]
    rank = text[:-1].replace("T", "10")
    return Markup(
        '<span class="written">{}<svg role="img" aria-label="{}"><use href="#{}"/></svg></span>'
    ).format(rank, words, f"icon-{icon}")


def draw_count(how: str) -> Markup:
    """Return as HTML how cards were counted; ``3 × 5`` is heard as “three cards at five”."""
    written = draw_suits(how.replace("'", "’"))
    return Markup(keep_together(_TIMES.sub(_draw_times, written)))  # noqa: S704


def _draw_times(found: re.Match[str]) -> Markup:
    count, value = (write_count(int(number)) for number in found.groups())
    cards = "card" if count == "one" else "cards"
    return Markup('<span aria-hidden="true">{}</span><span class="vh">{} {} at {}</span>').format(
        found[0], count, cards, "ten" if value == "10" else value
    )


def rule_anchor(citation: str) -> str:
    """Return the id of the element that explains a cited rule: ``law-4-by-option``."""
    return re.sub("[^a-z0-9]+", "-", citation.lower()).strip("-")


def write_moment(at: datetime) -> str:
    """Return day and time in the site's time zone: ``20 Nov, 21:05``."""
    day = write_short_date(here(at).date().isoformat()).replace(" ", "\u00a0")
    return f"{day}, {write_time(at)}"


def write_time(at: datetime) -> str:
    """Return the time of day in the site's time zone: ``21:05``."""
    return f"{here(at):%H:%M}"


def write_day(at: datetime) -> str:
    """Return the day in the site's time zone: ``20 November 2026``."""
    return write_date(here(at).date().isoformat())


def write_later(at: datetime, before: datetime) -> str:
    """Return the time of a later event, with its day if that is not the day of the earlier one."""
    return write_time(at) if write_day(before) == write_day(at) else write_moment(at)


def write_played(game: CurrentGame) -> str:
    """Return when a game was played: its day, and the time if it was begun here on that day."""
    at, day = here(game.created_at), game.sheet.game.started.played_on
    return write_date(day) if day not in ("", at.date().isoformat()) else write_moment(at)


# --- What sentences about a game and its entries have to know; templates write the sentences ------


_CROWD: Final = 4
_LETTERS_OF_TWO: Final = 20
"""The most letters of the first two names that leave room for “and 8 others” in a title."""
_LETTERS_OF_SIDES: Final = 32
"""The most letters of both sides of partners that a title has room for."""


def title_of(sheet: ScoreSheet) -> str:
    """Return the title of a game, or else its players: ``Ann, Bob and 8 others`` from four on.

    Partners are named side by side: ``Ann, Cal – Bob, Dot``.
    """
    names = sheet.setup.names
    if sheet.game.started.title or len(names) < _CROWD:
        return write_table(sheet.game.started.title) or write_names(names)
    sides = " – ".join([side.name for side in sheet.sides]) if sheet.setup.has_partners else ""
    if sides and len(sides) <= _LETTERS_OF_SIDES:
        return sides
    named = 2 if len("".join(names[:2])) <= _LETTERS_OF_TWO else 1
    if sides and named > 1:
        others = "partner" if len(names) == _CROWD else "partners"
        return f"{names[0]} and {others} – {names[1]} and {others}"
    return write_names([*names[:named], f"{len(names) - named} others"])


def problem_words(problem: Problem, setup: Setup) -> str:
    """Return the text of a problem, with the player's name if it is in a hand."""
    match problem.at:
        case ("hands", int(seat), *_) if setup.players[seat] not in problem.text:
            return f"{setup.players[seat]}: {problem.text}"
    return problem.text


def points_by_name(row: SheetRow, sheet: ScoreSheet) -> list[str]:
    """Return the points of each side that played in a deal that counts: ``Ann 220``, ``Bob 65``."""
    played = [(side.name, row.cells[side.seat]) for side in sheet.sides if row.counts]
    return [
        f"{before_figure(name)}\u00a0{write_points(cell.points or 0)}"
        for name, cell in played
        if not cell.sat_out
    ]


# --- The entries of a game's journal --------------------------------------------------------------


def entry_of(game: CurrentGame, seq: int) -> LogEntry:
    """Return the entry with this number."""
    return game.log[seq - 1]


def undone_correction(game: CurrentGame, row: SheetRow) -> LogEntry | None:
    """Return the undo of the last correction of a deal, None if that correction stands."""
    last, undo = 0, None
    for entry in game.log:
        match entry.act:
            case Corrected(target=row.seq):
                last, undo = entry.seq, None
            case Undone(target=target) if target == last and not entry.undone:
                undo = entry
    return undo


def who_closed(game: CurrentGame) -> str:
    """Return the name of the player who closed the game early; empty if there is none."""
    seq = game.sheet.game.closed_by
    return "" if seq is None else game.log[seq - 1].who


def deal_number(game: CurrentGame, seq: int) -> int:
    """Return the number of an entry's deal, or the one it would have if restored."""
    return 1 + sum([row.seq < seq for row in game.sheet.rows])


def is_of_end(game: CurrentGame, target: int) -> bool:
    """Tell whether an opinion about an entry is about an early end, and not about a deal."""
    return 0 < target <= len(game.log) and isinstance(game.log[target - 1].act, Closed)


def players_before(game: CurrentGame, entry: LogEntry) -> tuple[str, ...]:
    """Return the players and their names as they were before an entry."""
    return replay([earlier for earlier in game.naming if earlier.seq < entry.seq]).players


def challenger_before(act: Challenged, game: CurrentGame, entry: LogEntry) -> str:
    """Return who made a challenge that an entry ends; empty for the host, or a player removed."""
    players = players_before(game, entry)
    return players[act.seat] if act.seat is not None and act.seat < len(players) else ""


def challenger_of(game: CurrentGame, challenge: Challenge) -> str:
    """Return who made an open challenge; empty for a host who gave no name."""
    if challenge.seat is None:
        return game.log[challenge.seq - 1].who
    return game.sheet.setup.players[challenge.seat]


def hand_challenged(game: CurrentGame, challenge: Challenge) -> str:
    """Return whose hand an open challenge is about; empty if it names none."""
    players, about = game.sheet.setup.players, challenge.about
    return "" if about is None or about >= len(players) else players[about]


def names_doer(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether the sentence for an entry says by itself who made it."""
    match entry.act:
        case Agreed(seats=seats):
            return [players_before(game, entry)[seat] for seat in seats] == [entry.who]
        case Challenged(seat=seat):
            return seat is None or players_before(game, entry)[seat] == entry.who
        case Joined(name=name):
            return name == entry.who
        case Left(seat=seat) | Returned(seat=seat):
            return players_before(game, entry)[seat] == entry.who
        case Undone(target=target):
            return isinstance(game.log[target - 1].act, Challenged)
    return False


def doer_of(game: CurrentGame, entry: LogEntry) -> str:
    """Return who made an entry, to stand beside its sentence; empty if not known or named there."""
    return "" if names_doer(game, entry) else entry.who


def puts_back(game: CurrentGame, seq: int) -> bool:
    """Tell whether undoing entry ``seq`` restores another entry, as undoing an undo does."""
    return game.log[seq - 1].undos % 2 == 1


# --- The phones of a game: on which one somebody acted, and seats taken over ----------------------


class PhonePlace(NamedTuple):
    """A phone: known by the player seated on it, as the one that began the game, or by number."""

    owner: str
    began: bool
    number: int


class AgreedElsewhere(NamedTuple):
    """A player's agreement from a phone that had just taken the seat, or else from another one."""

    name: str
    taken_at: datetime | None
    place: PhonePlace | None


def place_of(history: SeatHistory, entry: LogEntry) -> PhonePlace | None:
    """Return on which phone an entry was made; None if that says nothing.

    It says nothing if the phone is the player's own, or the only one of the game, or unknown.
    """
    if isinstance(entry.act, Started) or not history.knows_phone_of(entry):
        return None
    seat, began = history.seat_of(entry), history.was_begun_on(entry.phone)
    if seat is None:
        return PhonePlace("", began, history.numbers[entry.phone])
    agrees = entry.act.seats if isinstance(entry.act, Agreed) else (seat,)
    return None if set(agrees) <= {seat} else PhonePlace(_name(history, seat), began, 0)


def seat_taken(history: SeatHistory, takeover: Takeover, own: str) -> Part:
    """Return a seat that was taken over, as phone ``own`` is told: that it did it, or by which."""
    return Part(
        name=_name(history, takeover.seat),
        at=takeover.at,
        by_this=history.numbers.get(own) == takeover.taker,
        taker=takeover.taker,
    )


def seats_taken(history: SeatHistory, own: str, since: int = 0) -> tuple[Part, ...]:
    """Return each seat that was taken over ``since`` an entry, as phone ``own`` is told."""
    last = {takeover.seat: takeover for takeover in history.takeovers if takeover.entry >= since}
    return tuple([seat_taken(history, last[seat], own) for seat in sorted(last)])


def agreed_elsewhere(
    history: SeatHistory, agreement: Agreement, target: int
) -> tuple[AgreedElsewhere, ...]:
    """Return each agreement that came from an unexpected phone.

    Either the phone had taken the seat just before, or the player has a phone and it was another.
    """
    found = [
        _agreed_elsewhere(history, seat, history.game.log[seq - 1], target)
        for seat, seq in sorted(agreement.agreed.items())
    ]
    return tuple([elsewhere for elsewhere in found if elsewhere.taken_at or elsewhere.place])


def _agreed_elsewhere(
    history: SeatHistory, seat: Seat, entry: LogEntry, target: int
) -> AgreedElsewhere:
    own = history.holders_at(entry.seq).get(seat, entry.phone)
    return AgreedElsewhere(
        name=_name(history, seat),
        taken_at=history.taken_lately(seat, entry, target),
        place=None if own == entry.phone else place_of(history, entry),
    )


def _name(history: SeatHistory, seat: Seat) -> str:
    """Return the name in a seat, or its number if the player's joining was taken back."""
    players = history.game.sheet.setup.players
    return players[seat] if seat < len(players) else f"player {seat + 1}"


FILTERS: Final[Mapping[str, Callable[..., Any]]] = {
    "points": write_points,
    "count_words": write_count,
    "signed": write_signed,
    "money": write_money,
    "signed_money": write_signed_money,
    "letters": count_letters,
    "longest_word": lambda text: max([count_letters(word) for word in text.split()]),
    "amount": write_sum,
    "plain_amount": write_amount,
    "capital": with_capital,
    "small": without_capital,
    "day_and_month": write_day_and_month,
    "signed_amount": write_signed_amount,
    "stake": write_stake,
    "symbol": write_symbol,
    "names": lambda names: keep_number(write_names(names)),
    "before_figure": before_figure,
    "ranges": write_ranges,
    "sentence": fill_sentence,
    "seated": names_in_seats,
    "columns": name_columns,
    "short_sides": name_sides_shortly,
    "kind": kind_of,
    "day": write_date,
    "short_day": write_short_date,
    "month": write_month,
    "night": name_of_night,
    "size": write_size,
    "paper_size": SIZE_WORDS.__getitem__,
    "date": write_day,
    "moment": write_moment,
    "time": write_time,
    "played": write_played,
    "later": write_later,
    "duration": write_duration,
    "card_words": write_card,
    "several": write_several,
    "face": face_of,
    "meld_kind": meld_kind,
    "anchor": rule_anchor,
    "suits": draw_suits,
    "counted": draw_count,
    "ended": how_it_ended,
    "deal_lines": draw_lines,
    "pair_lines": draw_pair,
    "laid_hands": laid_hands,
    "unscored_melds": unscored_melds,
    "span": write_span,
    "meld_rules": write_meld_rules,
    "problem_words": problem_words,
    "title_of": title_of,
    "entry": entry_of,
    "points_by_name": points_by_name,
    "names_doer": names_doer,
    "undone_correction": undone_correction,
    "early_end": write_early_end,
    "who_closed": who_closed,
    "deal_number": deal_number,
    "is_of_end": is_of_end,
    "players_before": players_before,
    "challenger_before": challenger_before,
    "challenger_of": challenger_of,
    "hand_challenged": hand_challenged,
    "doer_of": doer_of,
}


def register(app: Flask) -> None:
    """Give filters, ``by_count`` and ``zone_here`` to every template, and isolate what it shows."""
    app.jinja_env.add_extension(OnScreen)
    app.jinja_env.globals["by_count"] = by_count
    app.jinja_env.globals["zone_here"] = name_zone_here
    app.jinja_env.filters.update(FILTERS)
