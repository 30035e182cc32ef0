"""Sentences with named places: the form for a count, the full stop, names kept apart."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from scorekeeper.wording.sentences import (
    Isolated,
    KeptTemplates,
    OnScreen,
    among,
    before_figure,
    by_count,
    fill_sentence,
    isolate,
    keep_number,
)

SARAH, DAVID, ALI = "שרה כהן", "דוד", "محمد علي"
ENVIRONMENT = Environment(autoescape=True, extensions=[Isolated])


def drawn(template: str, **values: object) -> str:
    return ENVIRONMENT.from_string(template).render(values)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ace 20, 3 × 5", "ace 20, 3_×_5"),
        ("1060 + 200 game = 1260", "1060 +_200 game =_1260"),
        ("Bob −30 → 0, Cal −50", "Bob_−30 →_0, Cal_−50"),
        ("Laws · $1 per 100", "Laws_· $1 per 100"),
    ],
)
def test_the_end_of_a_line_on_a_screen_tears_no_figure_from_its_sign(text: str, kept: str) -> None:
    screen = Environment(autoescape=True, extensions=[OnScreen])
    words = screen.from_string("{{ text }}" + text).render(text=text)
    assert words.replace("\u00a0", "_") == kept + kept
    assert "\u00a0" not in screen.from_string('<p title="{{ text }}">').render(text=text)


def test_the_end_of_a_line_tears_no_number_from_its_name() -> None:
    names = "Ann, Player 1, Player 12 and Bob"
    kept = names.replace("Player ", "Player\u00a0")
    assert keep_number(names) == kept
    assert by_count(2, "{names} sits out", "{names} sit out", names=names) == f"{kept} sit out"
    assert keep_number("games 2 and 3") == "games 2 and 3"


@pytest.mark.parametrize(("count", "words"), [(1, "1 deal is left"), (2, "2 deals are left")])
def test_the_form_follows_the_count(count: int, words: str) -> None:
    assert by_count(count, "{n} deal is left", "{n} deals are left") == words


def test_each_name_in_a_sentence_is_isolated() -> None:
    words = fill_sentence("{payer} paid {payee} {sum}", payer="שרה", payee="דוד", sum="$5.00")
    assert words == "\u2068שרה\u2069 paid \u2068דוד\u2069 $5.00."


def test_a_name_that_brings_its_full_stop_gets_no_other() -> None:
    assert fill_sentence("Waiting for {names}", names="Ann B.") == "Waiting for Ann B."


@pytest.mark.parametrize(
    ("text", "isolated"),
    [
        ("Ann 40", "Ann 40"),
        (SARAH, f"\u2068{SARAH}\u2069"),
        (
            f"{SARAH} has 1100, {DAVID} −55",
            f"\u2068{SARAH}\u2069 has 1100, \u2068{DAVID}\u2069 −55",
        ),
        (f"Ann & {ALI} (2)", f"Ann & \u2068{ALI}\u2069 (2)"),
        ('צה"ל בן-דוד', '\u2068צה"ל בן-דוד\u2069'),
        (f"{DAVID} 2", f"\u2068{DAVID} 2\u2069"),
        (f"(2) {DAVID}", f"\u2068(2) {DAVID}\u2069"),
        (f"{ALI} (ب) A", f"\u2068{ALI} (ب) A\u2069"),
        (f"Ann, {DAVID} 2 and {SARAH} 3", f"Ann, \u2068{DAVID} 2\u2069 and \u2068{SARAH} 3\u2069"),
        (f"Ann – {DAVID} 2 · Laws", f"Ann – \u2068{DAVID} 2\u2069 · Laws"),
    ],
)
def test_words_from_right_to_left_are_isolated_once(text: str, isolated: str) -> None:
    assert isolate(text) == isolated
    assert isolate(isolated) == isolated


def test_names_of_the_page_are_isolated_whole_within_a_sentence() -> None:
    words = f"{DAVID} 2 and {DAVID} 3 went out, not {DAVID}"
    with among(("Ann", DAVID, f"{DAVID} 2", f"{DAVID} 3")):
        assert isolate(words) == (
            f"\u2068{DAVID} 2\u2069 and \u2068{DAVID} 3\u2069 went out, not \u2068{DAVID}\u2069"
        )
    assert isolate(f"{DAVID} 2 deals") == f"\u2068{DAVID}\u2069 2 deals"


def test_a_figure_never_runs_into_a_name_that_ends_in_one() -> None:
    assert [before_figure(name) for name in ("Ann", "Ann 2")] == ["Ann", "Ann 2:"]


def test_html_and_other_values_stay_as_they_are() -> None:
    html = Markup("<b>{}</b>").format(SARAH)
    assert isolate(html) is html
    assert isolate(12) == 12


def test_a_template_isolates_what_it_shows_and_no_value_of_an_attribute() -> None:
    template = '<p data-name="{{ who }}">{{ who }} {{ "x" if 0 }}won, {{ who ~ " has 5" }}</p>'
    assert drawn(template, who=DAVID) == (
        f'<p data-name="{DAVID}">\u2068{DAVID}\u2069 won, \u2068{DAVID}\u2069 has 5</p>'
    )


def test_a_text_that_is_typed_on_stays_as_it_was_typed() -> None:
    assert drawn("<textarea>{{ who }}</textarea>{{ who }}", who=DAVID) == (
        f"<textarea>{DAVID}</textarea>\u2068{DAVID}\u2069"
    )


# --- what is kept of compiled templates -----------------------------------------------------------


def started(
    folder: Path, text: str = "{{ 'ann'|capital }}", capital: str = "Ann", program: str = "one"
) -> str:
    """Return what a template becomes after a start, which may find it compiled in the folder."""
    environment = Environment(
        loader=DictLoader({"greeting.html": text}),
        autoescape=True,
        bytecode_cache=KeptTemplates("tests", program, folder),
    )
    environment.filters["capital"] = lambda _: capital
    return environment.get_template("greeting.html").render()


def test_a_later_start_takes_what_an_earlier_one_has_compiled(tmp_path: Path) -> None:
    assert started(tmp_path) == "Ann"
    # What is constant is worked out when a template is compiled, which shows that it was not.
    assert started(tmp_path, capital="ANN") == "Ann"


def test_a_changed_template_or_program_is_compiled_anew(tmp_path: Path) -> None:
    started(tmp_path)
    assert started(tmp_path, "Good evening") == "Good evening"
    started(tmp_path)
    assert started(tmp_path, capital="ANN", program="other") == "ANN"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_nobody_may_write_keeps_nothing_from_being_shown(tmp_path: Path) -> None:
    assert started(tmp_path / "nowhere") == "Ann"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("left", [0, 10, -1])
def test_a_file_that_a_power_cut_left_half_written_is_compiled_anew(
    tmp_path: Path, left: int
) -> None:
    started(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:left])
    assert started(tmp_path, capital="ANN") == "ANN"
