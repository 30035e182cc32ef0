"""Sentences about a person of the club, as members read them."""

from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.past_games import PastGame
from scorekeeper.domain.club.statement import BalanceParts
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.wording import write_month, write_plural, write_short_date


def membership_of(person: Person, today: str) -> str:
    """Return a person's place in the club: ``Member since October``, ``Guest``."""
    if person.is_member_on(today):
        return f"Member since {write_month(person.joined, today)}"
    if person.left and person.left <= today:
        return f"Member until {write_month(person.left, today)}"
    if person.joined:
        return f"Member from {write_short_date(person.joined, today)}"
    return "Guest"


def balance_words(name: str, balance: int) -> str:
    """Return the state of a balance: ``Ann is owed``, ``Bob owes``, ``Cal is even``."""
    if not balance:
        return f"{name} is even"
    return f"{name} is owed" if balance > 0 else f"{name} owes"


def write_reason(parts: BalanceParts, night: str, balance: int, currency: str) -> str:
    """Return the parts of a balance in words: ``14.00 from tonight, 5.00 from before``.

    ``night`` is the last night in words. A part that lessens the balance is written with ``less``.
    """
    named = [
        (parts.of_night, f"from {night}"),
        (parts.before, "from before"),
        (parts.since, "since then" if parts.night else ""),
    ]
    sign = -1 if balance < 0 else 1
    told = [(sign * minor, words) for minor, words in named if minor]
    if not parts.night or not told:
        return "" if balance else "Nothing to pay, nothing to get"
    # The parts that add to the balance come first, so that the sentence can be read as a sum.
    told.sort(key=lambda each: each[0] < 0)
    return ", ".join(
        [
            f"{'' if minor > 0 else 'less '}{write_amount(abs(minor), currency)} {words}"
            for minor, words in told
        ]
    )


def result_words(game: PastGame) -> str:
    """Return the variant and the rank, ``Laws, 1 of 3``, and whether the game was ended early."""
    end = ", ended early" if game.state is GameState.EARLY else ""
    return f"{VARIANTS[game.variant].short_name}, {game.place} of {game.players}{end}"


def ahead_words(games: int, ahead: int, behind: int) -> str:
    """Return the results of two people against each other: ``5 games, 3 ahead, 1 behind``."""
    told = [f"{ahead} ahead" if ahead else "", f"{behind} behind" if behind else ""]
    words = [each for each in told if each] or ["always equal"]
    return ", ".join([write_plural(games, "game"), *words])


def night_words(iso: str, today: str) -> str:
    """Return a night in words: ``tonight``, or its day."""
    return "tonight" if iso == today else write_short_date(iso, today)


def member_line(person: Person, today: str, games: int) -> str:
    """Return the line below a person's name: ``Member since October · 9 games``."""
    return f"{membership_of(person, today)} · {write_plural(games, 'game')}"


def write_season(name: str, today: str) -> str:
    """Return a season inside a sentence: ``autumn``, or ``autumn 2025`` if it is another year."""
    season, _, year = name.partition(" ")
    return season.lower() if year == today[:4] else f"{season.lower()} {year}"
