"""What the papers of games, variants and clubs say, before they are set."""

import json
from typing import Any

import pytest

from scorekeeper.papers.kinds import PaperRequest, make_paper
from scorekeeper.papers.paper import Part, PrintedPaper, card_sign, write_signs
from scorekeeper.papers.sheet import GameToPrint, LongPaper, SheetNotes, long_paper
from scorekeeper.papers.variant import value_strip
from scorekeeper.rules.cards import Card, Rank, read_card
from scorekeeper.rules.deals import MeldCard, Seat
from scorekeeper.rules.game import Challenged
from scorekeeper.rules.variants import VARIANTS
from tests.papers.games import TEN, record, sheet_of, totals
from tests.papers.papers import book, club, evening, long, of_variant
from tests.papers.reading import line, of_class, rows, text, texts, tree

ABC = ("Ann", "Bob", "Cal")


def hand_of(
    page: LongPaper, deal: int, seat: int
) -> tuple[str, list[tuple[int, str, str, str, str]]]:
    """The note of a hand, and of each line how many cards, its label, how, rule and points."""
    (table,) = of_class(tree(page), "hands")
    players = len(page.sheet.setup.players)
    lines = list(list(of_class(table, "hand"))[deal * players + seat].iter("tr"))
    told = []
    for _, what, *others in [list(each) for each in lines]:
        cards = len(list(of_class(what, "drawn")))
        texts = [text(each) for each in others[-5:-2]]
        how = texts if what.get("colspan") is None else ["", *texts[-2:]]
        told.append((cards, "" if cards else text(what), how[0], how[1], how[2]))
    return "".join([text(small) for small in lines[0][0].iter("small")]), told


def test_a_wild_says_what_it_is_and_what_it_stands_for() -> None:
    wild = MeldCard(Card(Rank.TWO, None), read_card("QH"))
    assert card_sign(wild) == Part(rank="Q", sign="♥", red=True, wild="2")
    joker = MeldCard(Card(Rank.JOKER, None), read_card("K"))
    assert card_sign(joker) == Part(rank="K", sign="", red=False, wild="★")


def test_a_suit_that_nobody_gave_is_not_drawn() -> None:
    assert card_sign(Card(Rank.KING, None)) == Part(rank="K", sign="", red=False, wild="")


def test_cards_in_words_have_signs() -> None:
    assert write_signs("5 × 10, QS 50") == "5\u00a0×\u00a010, Q♠ 50"
    assert write_signs("TH and AN HS") == "10♥ and AN HS"


def test_the_long_sheet_has_every_line_and_its_rule() -> None:
    assert [line[2:] for line in hand_of(long(record("laws")), 0, 0)[1]] == [
        ("3 × 10", "Law 12", "+30"),
        ("3 × 5, 3 × 10", "Law 12", "+45"),
        ("ace 20, 3 × 5", "Law 12", "+35"),
        ("no card left", "Law 10", "+100"),
    ]


def test_the_long_sheet_says_who_went_out_concealed() -> None:
    page = long(record("laws"))
    assert hand_of(page, 1, 1)[0] == "out"
    assert texts(page, "about")[1] == "Deal 2Bob went out concealed, 250 at the end. Ann dealt."


def test_the_long_sheet_shows_a_gin_hand_as_it_lay() -> None:
    lines = hand_of(long(record("gin")), 0, 1)[1]
    assert [(cards, how) for cards, _, how, *_ in lines] == [
        (3, "Meld"),
        (2, "Laid off. 45 − 17: 7 on the run, Q on the set."),
        (5, "Deadwood 28"),
    ]


def test_the_long_sheet_shows_the_cards_of_a_deal_that_does_not_count() -> None:
    deals = record("laws")["deals"]
    lines = hand_of(long(record("laws", deals=[*deals, deals[0]])), -1, 1)[1]
    assert [(cards, how, points) for cards, _, how, _, points in lines] == [
        (3, "Meld", ""),
        (3, "Meld", ""),
        (7, "Cards", ""),
    ]


def test_a_hand_entered_as_totals_is_one_line() -> None:
    page = long(totals("laws", ("Ann", "Bob"), 1))
    assert hand_of(page, 0, 0) == (
        "out",
        [(0, "Melded +110, in hand 0, going out +100", "", "Law 10", "")],
    )
    assert hand_of(page, 0, 1)[1] == [(0, "Melded +20, in hand −65", "", "Law 10", "")]


def test_a_penalty_beside_totals_keeps_its_reason() -> None:
    game = totals("laws", ("Ann", "Bob"), 1)
    game["deals"][0]["hands"]["Bob"]["penalties"] = [{"law": 17}]
    assert [how for _, _, how, *_ in hand_of(long(game), 0, 1)[1]] == [
        "",
        "exposed the discard pile",
    ]


def test_the_long_sheet_has_melds_that_score_nothing() -> None:
    game = totals("contract", ("Ann", "Bob"), 1)
    game["deals"][0]["hands"]["Ann"] = {"melds": ["8S 8D 8C", "KH KD KC JK"], "in_hand": ""}
    lines = hand_of(long(game), 0, 0)[1]
    assert [(cards, how) for cards, _, how, *_ in lines] == [
        (3, "Meld"),
        (4, "Meld"),
        (0, "no card left"),
    ]


def test_the_columns_of_the_long_sheet_are_headed_once() -> None:
    heads = [row for row in rows(long(record("laws")), "hands") if row[0] == "Player"]
    assert len(heads) == 1


def test_the_long_sheet_has_challenges_and_corrections_at_their_deal() -> None:
    challenge = Challenged(target=2, seat=Seat(1), reason="no")
    notes = SheetNotes(corrections={1: ("Corrected: Ann 200 to 210.",)})
    page = long_paper(GameToPrint(sheet_of(record("laws"), challenge), notes), "a4")
    first, *others = of_class(tree(page), "about")
    assert [text(said) for said in of_class(first, "said")] == [
        "Corrected: Ann 200 to 210.",
        "Challenged by Bob: “no”.",
    ]
    assert [said for deal in others for said in of_class(deal, "said")] == []


def test_a_deal_that_does_not_count_says_why() -> None:
    late = record("laws", deals=[*record("laws")["deals"], *totals("laws", ABC, 1)["deals"]])
    *_, last = of_class(tree(long(late)), "about")
    assert text(last).endswith("Does not count: the game was over.")


@pytest.mark.parametrize(
    ("variant", "strip"),
    [
        (
            "laws",
            "Cards melded, in hand: Joker 100, 200 · Q♠ 50, 100 · Deuce what it stands for, 20"
            " · A 20 · K–8 10 · 7–3 5.",
        ),
        ("gin150", "Deadwood: K–10 10 · 9–2 as many as its pips · A 1."),
    ],
)
def test_what_cards_count_stands_in_a_line(variant: str, strip: str) -> None:
    assert " · ".join(value_strip(VARIANTS[variant], VARIANTS[variant].defaults)) == strip


@pytest.mark.parametrize(
    ("variant", "sums"),
    [
        ("laws", ("Score", "Game", "Concealed", "Total", "Rounded, Law 25")),
        ("modern", ("Score", "Game", "Concealed", "Total")),
        ("contract", ("Total",)),
        ("gin150", ("Total",)),
    ],
)
def test_a_pad_adds_up_in_the_order_of_its_variant(variant: str, sums: tuple[str, ...]) -> None:
    assert of_variant("blank", variant).sums == sums


def test_the_pad_of_gin_has_upcard_limit_count_and_box() -> None:
    pad = of_variant("blank", "gin150")
    assert (pad.facts, pad.groups[0].parts) == (("Upcard", "Limit"), ("Points", "Count", "Box"))


def test_the_pad_of_contract_has_its_five_contracts() -> None:
    rows = of_variant("blank", "contract").rows
    assert [row.title for row in rows][::4] == ["2 sets", "1 set, 2 runs"]


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("players", range(2, 11))
def test_a_pad_has_rows_high_enough_for_a_pen(players: int, paper: str) -> None:
    for variant in ("contract", "laws", "gin150"):
        if players in VARIANTS[variant].family.players(VARIANTS[variant].defaults):
            pad = of_variant("blank", variant, players=players, paper=paper)
            assert pad.row >= 8
            assert len(pad.rows) >= 5


def test_a_rules_card_marks_the_house_rules_in_force() -> None:
    options = '{"target": 1500, "going_out_bonus": 150}'
    card = of_variant("rules", "laws", options=options)
    assert ("Going out", "150", "100") in card.bonuses
    assert card.changed == (("Target", "1500", "1000"),)
    assert any("1500" in step for step in card.end)
    assert line(card) == "With the house rules of this table"
    assert not of_variant("rules", "laws").is_changed


def with_before(**before: str) -> dict[str, Any]:
    """The club book of a case whose night was closed including balances brought forward."""
    document: dict[str, Any] = json.loads(book("K11"))
    money = {"g1": {"a": "6.20", "b": "-2.20", "c": "-4.00"}}
    fees = {"a": "1.17", "b": "1.17", "c": "1.16"}
    closed = {"on": "2026-02-06", "money": money, "fees": fees, "before": before}
    document["nights"][0]["closed"] = closed
    return document


def night_of(document: dict[str, Any]) -> PrintedPaper:
    """The paper of the first night of a club book."""
    return make_paper(PaperRequest(kind="night", night="n1"), json.dumps(document).encode())


def test_a_night_tells_its_fees_and_the_balances_of_before() -> None:
    paper = night_of(with_before(a="-12.25"))
    labels, told = rows(paper, "fields")
    fields = dict(zip(labels, told, strict=True))
    assert fields["Fee"] == "$1.00 each, guests $3.00; $0.50 a table per game"
    assert rows(paper, "pays")[0][:2] == ["Ann the till", "$7.22"]
    assert "Balances brought forward: Ann −12.25." in [text(p) for p in tree(paper).iter("p")]


def test_a_night_paid_with_balances_of_before_leaves_nothing() -> None:
    document = with_before(a="-12.25")
    paid = {"a": "7.22", "b": "3.37", "c": "5.16"}
    document["payments"] = [
        {"id": f"p-{who}", "date": "2026-02-06", "from": who, "to": "till", "night": "n1"}
        | {"amount": amount}
        for who, amount in paid.items()
    ]
    paper = night_of(document)
    heads, ann, *others = rows(paper, "money")
    assert heads[3:7] == ["Net", "Before", "Paid", "Left"]
    assert ann[3:7] == ["+5.03", "−12.25", "+7.22", "0.00"]
    assert [each[4:7] for each in others] == [["", "+3.37", "0.00"], ["", "+5.16", "0.00"]]
    assert paper.figures.people["a"].left == 1225
    own = paper.replace(tells_before=False)
    assert [each[-2] for each in rows(own, "money")[1:]] == ["0.00"] * 3
    assert "Before" not in rows(own, "money")[0]
    without = with_before()
    assert "Before" not in rows(night_of(without), "money")[0]


def test_the_columns_of_a_night_that_was_corrected_add_up_to_the_net() -> None:
    document = with_before()
    closed = document["nights"][0]["closed"]
    closed["money"]["g1"] = {"a": "5.20", "b": "-2.20", "c": "-3.00"}
    closed["fees"]["c"] = "1.00"
    paper = night_of(document)
    heads, *found = rows(paper, "money")
    assert heads[1:5] == ["From games", "Fee", "Net", "of which by correction"]
    assert [each[1:5] for each in found] == [
        ["+5.20", "1.17", "+5.03", "+1.00"],
        ["−2.20", "1.17", "−3.37", ""],
        ["−3.00", "1.00", "−5.16", "−1.16"],
    ]
    told = "What stands before the net is as the night was closed."
    assert told in texts(paper, "under")[0]
    assert told not in texts(night_of(with_before()), "under")[0]


def test_a_name_from_right_to_left_and_its_balance_of_before_stay_in_one_line() -> None:
    document = with_before(a="4.00")
    document["people"][0]["name"] = "רחל לוי"
    found = [text(each) for each in of_class(tree(night_of(document)), "whole")]
    assert found[-1] == "\u2068רחל לוי\u2069 +4.00"


def test_a_night_shows_what_is_left_and_what_is_outside_the_list() -> None:
    night = club("K04", "night", night="n1")
    assert rows(night, "pays") == [
        ["Cal Ann", "$3.00 of 5.00", "paid"],
        ["Bob Ann", "$0.20", "paid"],
        ["Bob the till", "$3.00", "paid"],
    ]
    boxes = [str(cell[0].get("alt")) for cell in of_class(tree(night), "paid")]
    assert boxes == ["empty box", "empty box", "ticked box"]
    found = [text(each) for each in tree(night).iter("p")]
    assert "Bob paid the till $0.50, outside this list." in found
    assert found[-1].endswith("Proof: won 5.20 − lost 8.20 + fees 3.00 = 0.00.")


def test_figures_stay_beside_names_from_right_to_left() -> None:
    found = json.loads(book("K04"))
    for person, name in zip(found["people"], ("שרה כהן", "דוד 2", "محمد (ب)"), strict=False):
        person["name"] = name
    raw = json.dumps(found).encode()
    night = make_paper(PaperRequest(kind="night", night="n1"), raw)
    assert rows(night, "listed")[1][2] == (
        "\u2068שרה כהן\u2069 300 wins · \u2068דוד 2\u2069: 20 · \u2068محمد (ب)\u2069 −40"
    )
    pairs = [text(each) for each in of_class(tree(night), "whole")]
    assert pairs[:3] == [
        "\u2068שרה כהן\u2069 300 wins",
        "\u2068דוד 2\u2069: 20",
        "\u2068محمد (ب)\u2069 −40",
    ]


def test_a_statement_ends_with_the_balance_and_says_who_owes() -> None:
    page = club("K04", "statement", person="c")
    _, opening, *shown, closing = rows(page, "listed")
    assert [row[1:] for row in shown] == [
        ["Laws, table 1", "−4.00", "−4.00"],
        ["Fee", "−1.00", "−5.00"],
        ["Paid to Ann", "+2.00", "−3.00"],
    ]
    assert (opening[3], closing[3]) == ("0.00", "−3.00")
    assert texts(page, "under")[0].startswith("Cal owes the club $3.00. ")


def test_many_payments_of_a_night_stand_two_in_a_row() -> None:
    raw = evening(("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kay"))
    night = make_paper(PaperRequest(kind="night", night="n1"), raw)
    payments = rows(night, "pays")
    assert [len(row) for row in payments] == [7] * 5
    assert payments[-1][4:] == ["", "", ""]
    long = evening([f"{name} Bartholomew-Featherstonehaugh" for name in "ABCDEFGHIJK"])
    night = make_paper(PaperRequest(kind="night", night="n1"), long)
    assert {len(row) for row in rows(night, "pays")} == {3}


def test_payments_through_the_till_stand_by_their_way_with_names_alone() -> None:
    document = json.loads(evening(TEN[::-1]))
    document["nights"][0]["settle"] = "bank"
    night = make_paper(PaperRequest(kind="night", night="n1"), json.dumps(document).encode())
    heads, *found = rows(night, "pays")
    assert [heads[0], heads[4]] == ["To the till", "From the till"]
    payers, receivers = zip(*[(row[0], row[4]) for row in found], strict=True)
    for column in (payers, receivers):
        names = [name for name in column if name]
        assert names == sorted(names)
    assert sorted([name for name in (*payers, *receivers) if name]) == sorted(TEN)
    assert receivers[0]


def test_a_statement_is_called_so_and_only_its_balance_is_red() -> None:
    page = club("K04", "statement", person="c")
    assert (page.heading.title, line(page)) == ("Statement", "Cal")
    red = [row for row in tree(page).iter("tr") if list(of_class(row, "minus"))]
    assert red
    for row in red:
        assert [str(cell.get("class")) for cell in row][2:] == ["None", "minus"]


def test_the_high_scores_are_one_table_with_a_column_a_variant() -> None:
    page = club("K10", "standings")
    heads, *kinds = rows(page, "records")
    assert heads[0] == "What"
    assert [row[0] for row in kinds] == ["Best total", "Best deal", "Fewest deals", "Biggest win"]
    assert {len(row) for row in kinds} == {len(heads)}


def test_a_statement_of_some_days_opens_with_the_balance_before() -> None:
    page = club("K04", "statement", person="c", since="2026-02-07")
    _, opening, closing = rows(page, "listed")
    assert (opening[1], opening[3]) == ("Opening balance", "−3.00")
    assert (closing[1], closing[3]) == ("Closing balance", "−3.00")


def test_the_money_of_the_standings_is_called_as_on_their_page() -> None:
    assert rows(club("K04", "standings"), "money")[0][-1] == "Money of stakes"


def test_equals_share_a_rank_on_the_standings() -> None:
    assert [row[0] for row in rows(club("K04", "standings"), "money")][1:] == ["1", "2=", "2="]


def test_the_pad_of_hollywood_has_a_column_a_side_in_each_game() -> None:
    pad = of_variant("blank", "gin150", players=4, options='{"scoring": "hollywood"}')
    assert [(group.label, len(group.parts)) for group in pad.groups] == [
        ("Game 1", 2),
        ("Game 2", 2),
        ("Game 3", 2),
    ]
    assert pad.sums == ("Score", "Boxes", "Game", "Shutout", "Total")
    assert len(pad.rows) >= 10


def test_the_pad_of_partners_has_a_group_a_pair_and_a_column_a_side() -> None:
    pad = of_variant("blank", "gin150", players=6)
    assert [group.label for group in pad.groups] == ["Pair 1", "Pair 2", "Pair 3", "", ""]
    assert pad.groups[0].parts == ("Upcard", "Points")


def test_a_rules_card_tells_partners_and_hollywood_only_where_they_are_played() -> None:
    house = '{"scoring": "hollywood", "roodle": true}'
    both = of_variant("rules", "gin150", players=4, options=house)
    assert {term.label for term in both.changed} == {"Scoring", "Roodle"}
    assert len(both.end) <= 15
    alone = of_variant("rules", "gin150", players=2, options='{"roodle": true}')
    assert alone.changed == ()
    assert not any("pair" in step or "game 1" in step for step in alone.end)
