import json
import re
from io import BytesIO

import pytest

from scorekeeper.rules.variants import VARIANTS
from tests.strategies import CAST
from tests.web.phone import Phone

RECORD = {
    "format": "scorekeeper-game/1",
    "variant": "laws",
    "players": ["Ann", "Bob"],
    "deals": [],
}


def test_the_first_visit_shows_an_empty_list_with_a_way_on(phone: Phone) -> None:
    home = phone.open("/")
    assert home.status == 200
    assert "Enter the cards; it adds up." in home.text


def test_a_started_game_is_listed_on_this_phone(phone: Phone) -> None:
    phone.start("Ann", "Bob", title="Friday table 2")
    assert "Friday table 2" in phone.open("/").text
    game = phone.start("Ann", "Bob", title="3")
    assert all(">Table 3<" in phone.open(page).text for page in ("/", "/games", game))


def test_a_game_opened_by_its_address_is_listed_too(phone: Phone, other_phone: Phone) -> None:
    game = phone.start("Ann", "Bob", title="Opened by address")
    other_phone.open(game)
    assert "Opened by address" in other_phone.open("/").text


def test_a_game_is_not_listed_on_a_phone_that_never_saw_it(
    phone: Phone, other_phone: Phone
) -> None:
    phone.start("Ann", "Bob", title="Private table")
    assert "Private table" not in other_phone.open("/").text


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_can_be_started_with_its_defaults(phone: Phone, variant: str) -> None:
    least = VARIANTS[variant].family.players(VARIANTS[variant].defaults)[0]
    game = phone.start(*CAST[:least], variant=variant)
    assert VARIANTS[variant].name in phone.open(game).text


def test_blank_seats_are_passed_over(phone: Phone) -> None:
    sent = phone.fill("/new", {"players-0": "Ann", "players-2": " Cal "})
    text = phone.follow(sent).text
    sheet = text[text.index('<table class="sheet') :]
    assert re.findall(r'<span dir="auto">(Ann|Cal)</span>', sheet) == ["Ann", "Cal"]


def test_every_problem_of_a_new_game_is_reported_at_once(phone: Phone) -> None:
    sent = phone.fill(
        "/new",
        {
            "players-0": "Ann",
            "players-1": "Ann",
            "stake-amount": "1.005",
            "stake-per": "many",
            "options-target": "0",
            "played_on": "yesterday",
        },
    )
    assert sent.status == 422
    problems = re.findall(r'<p class="problem">(.*?)</p>', sent.text)
    assert len(problems) == 5


def test_what_was_typed_for_a_new_game_is_kept(phone: Phone) -> None:
    sent = phone.fill("/new", {"players-0": "Ann", "title": "Friday", "options-target": "no"})
    values = sent.forms[0].values
    assert (values["players-0"], values["title"], values["options-target"]) == (
        "Ann",
        "Friday",
        "no",
    )


def test_a_problem_stands_beside_the_seat_it_concerns(phone: Phone) -> None:
    sent = phone.fill("/new", {"players-0": "Ann", "players-2": "Ann"})
    assert 'id="players-2-problem"' in sent.text


@pytest.mark.parametrize("alike", ["ann", "A nn", "\uff21nn"])
def test_names_that_differ_in_case_or_spaces_alone_are_refused(phone: Phone, alike: str) -> None:
    sent = phone.fill("/new", {"players-0": "Ann", "players-1": alike, "stake-amount": "x"})
    assert sent.status == 422
    assert f"{alike} and Ann look alike; add a letter to tell them apart" in sent.text
    assert 'id="stake-amount-problem"' in sent.text


def test_an_invisible_sign_in_a_name_is_refused_in_words(phone: Phone) -> None:
    sent = phone.fill("/new", {"players-0": "An\u200bn", "players-1": "Bob"})
    words = "A name is one line without invisible signs; U+200B is in it"
    problem = re.search(r'id="players-0-problem">\s*<p class="problem">([^<]+)<', sent.text)
    assert problem
    assert problem[1] == words


@pytest.mark.parametrize(
    "name",
    [
        "Ann \U0001f469\u200d\U0001f33e",
        "\u5c71\u7530\u3000\u592a\u90ce",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    ],
)
def test_a_name_may_be_written_in_any_script(phone: Phone, name: str) -> None:
    game = phone.start(name, "Bob")
    assert name in phone.open(game).text


@pytest.mark.parametrize("nothing", ["0", "0.00", "0,0", "000"])
def test_a_stake_of_nothing_is_none(phone: Phone, nothing: str) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": nothing})
    assert "stake" not in phone.open(game + "record.json").text


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("amount", "1.005", "Type an amount such as 0.50, with at most 2 decimals"),
        ("currency", "shells", "Name one currency, such as € or USD"),
        ("per", "many", "Type how many points the stake is for, such as 1 or 100"),
    ],
)
def test_the_problem_of_a_stake_is_reported_in_the_words_of_the_form(
    phone: Phone, field: str, typed: str, words: str
) -> None:
    names = {"players-0": "Ann", "players-1": "Bob", "stake-amount": "1"}
    sent = phone.fill("/new", {**names, f"stake-{field}": typed})
    problems = re.findall(r'<p class="problem">(.*?)</p>', sent.text)
    assert problems == [words]


def test_a_currency_without_small_coins_wants_a_whole_amount(phone: Phone) -> None:
    names = {"players-0": "Ann", "players-1": "Bob"}
    sent = phone.fill("/new", {**names, "stake-amount": "1.5", "stake-currency": "JPY"})
    assert "Type a whole amount of JPY, such as 50" in sent.text


def test_a_stake_is_shown_at_the_head_of_the_table(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"stake-amount": "0,50"})
    assert "$0.50 per 100" in phone.open(game).text


def test_house_rules_that_differ_are_said_in_words(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", **{"options-high_unmelded": "20"})
    assert "King to eight left in hand: 20 each" in phone.open(game).text


def test_the_sheet_does_not_mention_house_rules_as_printed(phone: Phone) -> None:
    assert "House rules" not in phone.open(phone.start("Ann", "Bob")).text


def test_a_fifth_seat_is_there_for_those_who_allow_it(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", "Dot", "Eve", **{"options-five_players": "yes"})
    assert "Eve" in phone.open(game).text


def test_starting_twice_with_one_form_begins_one_game(phone: Phone) -> None:
    form = phone.open("/new")
    typed = {"players-0": "Ann", "players-1": "Bob"}
    first, second = phone.send(form, typed), phone.send(form, typed)
    assert first.answer.location == second.answer.location


def test_an_unknown_variant_in_the_address_gives_the_first(phone: Phone) -> None:
    assert "Laws of Oklahoma" in phone.open("/new?variant=whist").text


def test_a_record_is_imported_from_text(phone: Phone) -> None:
    sent = phone.fill("/import", {"text": json.dumps(RECORD)})
    assert "Enter deal 1" in phone.follow(sent).text


def test_a_record_is_imported_from_a_file(phone: Phone) -> None:
    file = (BytesIO(json.dumps(RECORD).encode()), "game.json")
    sent = phone.fill("/import", {"file": file})
    assert sent.status == 303


def test_another_file_sent_with_the_same_form_is_another_game(phone: Phone) -> None:
    form = phone.open("/import")
    games = [
        phone.send(form, {"file": (BytesIO(json.dumps(record).encode()), "game.json")})
        for record in (RECORD, RECORD, {**RECORD, "title": "The second"})
    ]
    first, repeated, second = [sent.answer.location for sent in games]
    assert first == repeated != second
    assert "The second" in phone.open(second).text


def test_every_problem_of_a_record_is_reported_with_its_place(phone: Phone) -> None:
    wrong = {**RECORD, "variant": "whist", "players": ["Ann", "Ann"]}
    sent = phone.fill("/import", {"text": json.dumps(wrong)})
    assert sent.status == 422
    assert re.findall("<b>(.*?)</b>:", sent.text) == ["Variant", "Player 2"]


def test_the_text_of_a_refused_record_is_kept(phone: Phone) -> None:
    sent = phone.fill("/import", {"text": "{not json"})
    assert sent.forms[0].values["text"] == "{not json"


def test_an_exported_game_can_be_imported_again(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", title="There and back")
    exported = phone.open(game + "record.json")
    assert "attachment" in exported.answer.headers["Content-Disposition"]
    again = phone.follow(phone.fill("/import", {"text": exported.text}))
    assert "There and back" in again.text


def test_a_name_with_signs_of_markup_is_only_text(phone: Phone) -> None:
    game = phone.start("<b>Ann</b>", '"Bob" & Co')
    page = phone.open(game).text
    assert "<b>Ann" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page


def test_another_record_sent_with_the_same_form_is_another_game(phone: Phone) -> None:
    form = phone.open("/import")
    first = phone.send(form, {"text": json.dumps(RECORD)})
    second = phone.send(form, {"text": json.dumps(RECORD | {"title": "The second"})})
    assert first.answer.location != second.answer.location
    assert phone.send(form, {"text": json.dumps(RECORD)}).answer.location == first.answer.location


def test_the_page_tells_a_hundred_problems_and_how_many_more(phone: Phone) -> None:
    deal = {"ending": "stock", "hands": {"Ann": {"melds": ["X X X"] * 60, "in_hand": ""}}}
    record = {**RECORD, "deals": [deal]}
    told = phone.fill("/import", {"text": json.dumps(record)})
    assert told.status == 422
    assert re.search(r"<li>And \d+ more\.</li>", told.text)
    assert told.text.count("<li>") == 101


@pytest.mark.parametrize(
    ("players", "title"),
    [
        (("Ann", "Bob", "Cal"), "Ann, Bob and Cal"),
        (("Ann", "Bob", "Cal", "Dot"), "Ann, Bob and 2 others"),
        (("Ann", "Bob" * 8, "Cal", "Dot"), "Ann and 3 others"),
    ],
)
def test_a_game_without_a_title_names_few_players(
    phone: Phone, players: tuple[str, ...], title: str
) -> None:
    assert f"<title>{title} · " in phone.open(phone.start(*players)).text
