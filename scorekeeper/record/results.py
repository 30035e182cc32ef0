"""Results of games, as JSON for programs, and as plain text that a person can check."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from scorekeeper.record.document import (
    Document,
    deal_problems,
    place_problems,
    write_path,
    write_problems,
)
from scorekeeper.record.reading import Record
from scorekeeper.rules import (
    MINUS,
    ColumnScore,
    DealOutcome,
    DealScore,
    FinalHand,
    Finish,
    GameScore,
    LaidHand,
    PairScore,
    Problem,
    Score,
    ScoredDeal,
    ScoreLine,
    Seat,
    Settlement,
    Setup,
    Totals,
    Variant,
    find_house_rules,
    write_amount,
    write_balance,
    write_cards,
    write_ending,
    write_names,
    write_plural,
    write_winners,
)


def write_result(setup: Setup, score: GameScore) -> Document:
    """Return the result of a game as ``scorekeeper score --json`` prints it.

    Sides and columns are written only where several players or several games are played as one.
    """
    players = setup.players
    dealer, finish = score.next_dealer, score.finish
    document: Document = {"variant": setup.variant.key, "options": setup.options_in_use}
    if setup.has_partners:
        document["sides"] = [[players[seat] for seat in side] for side in setup.sides]
    if score.has_columns:
        document["columns"] = [_write_column(column, players) for column in score.columns]
    return document | {
        "deals": [_write_scored(deal, setup) for deal in score.deals],
        "next_dealer": None if dealer is None else players[dealer],
        "over": score.over,
        "closed_early": score.closed_early,
        "ended_at_deal": score.ended_at_deal,
        "winners": [players[seat] for seat in finish.winners] if finish else [],
        "final": _write_final(finish, score.columns, setup) if finish else None,
        "settlement": _write_settlement(score.settlement, players) if score.settlement else None,
    }


def _write_column(column: ColumnScore, players: Sequence[str]) -> Document:
    winners = column.finish.winners if column.finish else ()
    return {
        "closed_at_deal": column.closed_at_deal,
        "winners": [players[seat] for seat in winners],
    }


def _write_scored(deal: ScoredDeal, setup: Setup) -> Document:
    players, scored, columns = setup.players, deal.score, deal.columns
    document: Document = {"number": deal.number, "dealer": players[deal.dealer], "hands": {}}
    if scored is not None and columns is not None:
        document["hands"] = _write_hands(deal, scored, columns, setup)
        if len(columns) > 1:
            document |= {"entered": list(deal.entered), "closed": list(deal.closed)}
    document["warnings"] = write_problems(place_problems(deal.problems, deal.number), players)
    if scored is not None and scored.outcome is not None:
        document |= scored.outcome.result(players)
    if scored is not None and scored.pairs:
        document["pairs"] = [_write_pair(pair, players) for pair in scored.pairs]
    return document


def _write_hands(
    deal: ScoredDeal, score: DealScore, columns: Sequence[Totals], setup: Setup
) -> Document:
    hands: Document = {}
    for seat, (name, hand) in enumerate(zip(setup.players, score.hands, strict=True)):
        hands[name] = {
            "lines": [_write_line(line, setup) for line in hand.lines],
            "points": hand.points,
            "held": hand.held,
            "running": (deal.running or ())[seat],
        }
        if len(columns) > 1:
            hands[name]["columns"] = [totals[seat] for totals in columns]
    return hands


def _write_pair(pair: PairScore, players: Sequence[str]) -> Document:
    names = [players[seat] for seat in pair.seats]
    winner, outcome = pair.winner, pair.score.outcome
    return {
        "players": names,
        "winner": None if winner is None else players[winner],
        "points": pair.points,
        **(outcome.result(names) if outcome else {}),
    }


def _write_line(line: ScoreLine, setup: Setup) -> Document:
    return {
        "reason": line.reason,
        "points": write_score(line.points),
        "how": line.how,
        "rule": setup.variant.cite(line.rule),
        **({} if line.pair is None else {"pair": line.pair}),
        **({} if line.column is None else {"column": line.column}),
    }


def write_score(score: Score) -> int | str:
    """Return points as a whole number, or as a string such as ``3215/3`` for a fraction."""
    if isinstance(score, Fraction) and score.denominator != 1:
        return str(score)
    return int(score)


def _write_final(finish: Finish, columns: Sequence[ColumnScore], setup: Setup) -> Document:
    document = {
        name: {
            "running": hand.running,
            "lines": [_write_line(line, setup) for line in hand.lines],
            "total": write_score(hand.total),
            "rounded": write_score(hand.rounded),
        }
        for name, hand in zip(setup.players, finish.hands, strict=True)
    }
    ends = [column.finish for column in columns if column.finish]
    for seat, name in enumerate(setup.players if len(ends) > 1 else ()):
        hands = [end.hands[seat] for end in ends]
        document[name]["columns"] = [
            {"running": hand.running, "total": write_score(hand.total)} for hand in hands
        ]
    return document


def _write_settlement(settlement: Settlement, players: Sequence[str]) -> Document:
    """Return the settlement; amounts are decimal strings in the unit of the currency."""
    currency = settlement.stake.currency
    return {
        "currency": currency,
        "pairs": [
            {
                "payer": players[pair.payer],
                "payee": players[pair.payee],
                "points": write_score(pair.points),
                "amount": write_amount(pair.minor, currency),
            }
            for pair in settlement.pairs
        ],
        "net": {
            name: write_amount(minor, currency)
            for name, minor in zip(players, settlement.net, strict=True)
        },
        "transfers": [
            {
                "payer": players[transfer.payer],
                "payee": players[transfer.payee],
                "amount": write_amount(transfer.minor, currency),
            }
            for transfer in settlement.transfers
        ],
    }


# --- variants with their house rules, for programs ------------------------------------------------


def describe_variant(variant: Variant) -> Document:
    """Return a variant, its house rules and their defaults as a JSON object."""
    numbers = variant.family.players(variant.defaults)
    return {
        "key": variant.key,
        "name": variant.name,
        "family": variant.family.key,
        "summary": variant.summary,
        "players": {"least": numbers[0], "most": numbers[-1], "numbers": list(numbers)},
        "options": [
            {
                "name": option.name,
                "kind": str(option.kind),
                "default": getattr(variant.defaults, option.name),
                "values": option.values,
                "label": option.label,
                "help": option.help,
                "source": option.source,
            }
            for option in variant.options
        ],
    }


# --- the sheet of a scored record as plain text ---------------------------------------------------
# It has all totals as a table, then each deal and the end of the game with the lines of each
# player: points, how they were counted, and the rule; then the money.

_GAP: Final = "  "
Row = Sequence[str]


def write_plain(record: Record, score: GameScore) -> str:
    """Return the score sheet of a game as text."""
    setup = record.setup
    blocks = [
        [*_head(record)],
        write_columns([*_totals(setup, score)]),
        *[[*_deal(setup, deal)] for deal in score.deals],
        [*_write_ending(setup, score)],
        [*_money(score.settlement, setup.players)] if score.settlement else [],
        problem_lines(deal_problems(score), setup.players),
    ]
    return "\n\n".join(["\n".join(block) for block in blocks if block])


def problem_lines(
    problems: Sequence[Problem], players: Sequence[str], *, document: str = "record"
) -> list[str]:
    """Return a line for each problem: severity, place, sentence and code.

    ``document`` is written as the place of a problem that concerns the whole document.
    """
    return [
        f"{problem.severity}: {write_path(problem.at, players) or document}: "
        f"{problem.text} ({problem.code})"
        for problem in problems
    ]


def _head(record: Record) -> Iterator[str]:
    setup = record.setup
    yield f"{setup.variant.name}: {' against '.join(_side_names(setup))}"
    texts = [text for text in (record.title, record.place, record.played_on) if text]
    if texts:
        yield ", ".join(texts)
    rules = find_house_rules(setup)
    if rules:
        yield f"House rules: {'; '.join(rules)}"
    if setup.stake is not None:
        stake = setup.stake
        amount = write_amount(stake.minor, stake.currency)
        settled = ", of which the house rules settle nothing" if setup.leaves_stake else ""
        yield f"Stake: {stake.currency} {amount} for every {stake.per}{settled}"


def _side_names(setup: Setup) -> list[str]:
    """Return the players as the sides that play against each other; all in one without sides."""
    sides = setup.sides if setup.has_partners else (range(len(setup.players)),)
    return [write_names([setup.players[seat] for seat in side]) for side in sides]


def _totals(setup: Setup, score: GameScore) -> Iterator[Row]:
    """Yield the table of all totals: a column for each side and, of several games, in each game."""
    names = [", ".join([setup.players[seat] for seat in side]) for side in setup.sides]
    if score.has_columns:
        games = range(1, len(score.columns) + 1)
        yield ["", *names, *[f"{game}: {name}" for game in games for name in names]]
        for deal in score.deals:
            yield [f"Deal {deal.number}", *_points(deal, setup), *_write_totals(deal, setup)]
        return
    yield ["", *names]
    for deal in score.deals:
        yield [f"Deal {deal.number}", *_points(deal, setup)]
        if deal.running is not None:
            yield ["Total", *[write_number(deal.running[side[0]]) for side in setup.sides]]


def _write_totals(deal: ScoredDeal, setup: Setup) -> Iterator[str]:
    """Yield the total of each side in each game, blank where the deal was not written into it."""
    for game in range(1, setup.variant.family.columns(setup.options) + 1):
        for seat, *_ in setup.sides:
            scored = deal.score.hands[seat].lines if deal.score else ()
            is_entered = game in deal.entered and bool(scored)
            yield write_number((deal.columns or ())[game - 1][seat]) if is_entered else ""


def _points(deal: ScoredDeal, setup: Setup) -> Iterator[str]:
    for seat, *_ in setup.sides:
        if deal.score is None:
            yield MINUS
        elif not deal.deal.is_played_by(seat):
            yield "sat out"
        else:
            hand = deal.score.hands[seat]
            yield write_number(hand.points) + (f" ({hand.held} held)" if hand.held else "")


# --- a deal of the plain sheet --------------------------------------------------------------------


def _deal(setup: Setup, deal: ScoredDeal) -> Iterator[str]:
    title = setup.variant.family.deal_title
    asked = f" ({title(setup.options, deal.number)})" if title else ""
    outcome = deal.score.outcome if deal.score else None
    ended = write_ending(
        setup, by=deal.deal.by, ending=deal.deal.ending, outcome=outcome, pairs=deal.pairs
    )
    yield f"Deal {deal.number}{asked}: {ended}. {setup.players[deal.dealer]} dealt."
    if deal.score is None:
        yield f"{_GAP}The game was over before; this deal counts for nothing."
        return
    for words in [*_outcomes(setup, deal), *_columns_words(deal)]:
        yield f"{_GAP}{words}"
    for side, name in _named_sides(setup):
        hand = deal.score.hands[side[0]]
        if not deal.deal.is_played_by(side[0]):
            yield f"{_GAP}{name} sat out"
            continue
        held = f", and {hand.held} held until the end" if hand.held else ""
        yield f"{_GAP}{name}: {write_number(hand.points)}{held}"
        yield from _lines(setup, [_line_row(setup, line) for line in hand.lines])


def _named_sides(setup: Setup) -> Iterator[tuple[Sequence[Seat], str]]:
    for side in setup.sides:
        yield side, write_names([setup.players[seat] for seat in side])


def _outcomes(setup: Setup, deal: ScoredDeal) -> Iterator[str]:
    """Yield how the deal, or each pair of it, came out, and how its hands lay."""
    if deal.score is not None and deal.score.outcome is not None:
        yield from _outcome_lines(deal.score.outcome, setup.players)
    for number, pair in enumerate(deal.pairs, 1):
        if pair.outcome is not None:
            players = [setup.players[seat] for seat in pair.seats]
            first, *laid = _outcome_lines(pair.outcome, players)
            yield f"Pair {number}, {write_names(players)}: {first}"
            yield from laid


def _columns_words(deal: ScoredDeal) -> Iterator[str]:
    """Yield where the points of a deal were written, if there are several games."""
    if len(deal.columns or ()) > 1:
        yield f"Written into {_games_words(deal.entered)}" if deal.entered else "Written nowhere"
        if deal.closed:
            yield f"This ends {_games_words(deal.closed)}"


def _games_words(numbers: Sequence[int]) -> str:
    """Return games by number: ``game 1``, ``games 1 and 2``."""
    names = write_names([str(number) for number in numbers])
    return f"game {names}" if len(numbers) == 1 else f"games {names}"


def _outcome_lines(outcome: DealOutcome, players: Sequence[str]) -> Iterator[str]:
    told = [outcome.note, outcome.condition, outcome.counts(players)]
    yield "; ".join([words for words in told if words])
    for seat, hand in outcome.hands.items():
        yield f"{players[seat]} laid {_laid_words(hand)}"


def _laid_words(hand: LaidHand) -> str:
    terms = [
        ", ".join([write_cards(meld) for meld in hand.melds]) or "no meld",
        f"laid off {write_cards(hand.lay_offs)}" if hand.lay_offs else "",
        f"deadwood {write_cards(hand.deadwood)}" if hand.deadwood else "no deadwood",
    ]
    return "; ".join([term for term in terms if term])


def _line_row(setup: Setup, line: ScoreLine) -> Row:
    label = setup.variant.family.reasons[line.reason]
    if line.pair is not None:
        label = f"Pair {line.pair}: {label}"
    return [label, write_number(line.points), f"{line.how} ({setup.variant.cite(line.rule)})"]


def _lines(setup: Setup, rows: Sequence[Row]) -> list[str]:
    """Return the lines of one player: label, points, and how they were counted."""
    return [f"{_GAP * 2}{line}" for line in write_columns(rows, left=(0, 2))]


# --- the end of the plain sheet -------------------------------------------------------------------


def _write_ending(setup: Setup, score: GameScore) -> Iterator[str]:
    finish = score.finish
    if finish is None:
        if score.next_dealer is not None:
            why = f": {score.dealer_rule}" if score.dealer_rule else ""
            yield f"Next dealer: {setup.players[score.next_dealer]}{why}"
        return
    if score.closed_early:
        when = f"after deal {len(score.deals)}" if score.deals else "before the first deal"
        yield f"Ended early {when}: nobody has won"
    else:
        winners = [setup.players[seat] for seat in finish.winners]
        yield f"Finished after deal {score.ended_at_deal}: {write_winners(winners)}"
    yield from _final_lines(setup, score.columns, finish)


def _final_lines(setup: Setup, columns: Sequence[ColumnScore], finish: Finish) -> Iterator[str]:
    rounding = setup.variant.family.rounding_rule(setup.options)
    ends = [column.finish for column in columns if column.finish]
    for side, name in _named_sides(setup):
        hand = finish.hands[side[0]]
        yield f"{_GAP}{name}: {write_number(hand.rounded)}"
        rows: list[Row] = []
        if len(ends) == 1:
            rows = [*_end_rows(setup, hand, "Score", "after the last deal")]
        for number, end in enumerate(ends if len(ends) > 1 else (), 1):
            rows += _end_rows(setup, end.hands[side[0]], f"Game {number}", "after its last deal")
        if rounding:
            rule = f"({setup.variant.cite(rounding)})"
            rows.append(["Rounded", write_number(hand.rounded), rule])
        yield from _lines(setup, rows)


def _end_rows(setup: Setup, hand: FinalHand, label: str, when: str) -> Iterator[Row]:
    """Yield what a player had at the end of a game, what is added, and the total."""
    yield [label, write_number(hand.running), when]
    for line in hand.lines:
        yield _line_row(setup, line)
    if hand.lines:
        yield ["Total", write_number(hand.total), ""]


def _money(settlement: Settlement, players: Sequence[str]) -> Iterator[str]:
    currency = settlement.stake.currency
    yield f"Between each pair, in {currency}"
    for pair in settlement.pairs:
        amount = write_amount(pair.minor, currency)
        why = f"{write_number(pair.points)} points"
        if settlement.by_columns:
            why = write_plural(int(pair.points), "game")
        yield f"{_GAP}{players[pair.payer]} owes {players[pair.payee]} {amount} for {why}"
    net = [
        f"{name} {write_balance(minor, currency)}"
        for name, minor in zip(players, settlement.net, strict=True)
    ]
    yield f"{_GAP}Net: {', '.join(net)}"
    yield f"Who pays whom, in {currency}"
    for transfer in settlement.transfers:
        amount = write_amount(transfer.minor, currency)
        yield f"{_GAP}{players[transfer.payer]} pays {players[transfer.payee]} {amount}"
    if not settlement.transfers:
        yield f"{_GAP}Nobody pays."


def write_number(score: Score) -> str:
    """Return points as text: ``−130``, ``66 2/3``."""
    sign = MINUS if score < 0 else ""
    whole, rest = divmod(abs(Fraction(score)), 1)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def write_columns(rows: Sequence[Row], left: Sequence[int] = (0,)) -> list[str]:
    """Return rows, one or more, as lines.

    The columns in ``left`` are aligned to the left, all others to the right.
    """
    widths = [max([len(cell) for cell in column]) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(
            [
                cell.ljust(width) if place in left else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
        ).rstrip()
        for row in rows
    ]
