"""Sentences with named places: the form for a count, the full stop, names kept apart."""

import pytest
from jinja2 import Environment
from markupsafe import Markup

from scorekeeper.wording.sentences import Isolated, by_count, fill_sentence, isolate

SARAH, DAVID, ALI = "שרה כהן", "דוד", "محمد علي"
ENVIRONMENT = Environment(autoescape=True, extensions=[Isolated])


def drawn(template: str, **values: object) -> str:
    return ENVIRONMENT.from_string(template).render(values)


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
        (f"{SARAH} 1100, {DAVID} −55", f"\u2068{SARAH}\u2069 1100, \u2068{DAVID}\u2069 −55"),
        (f"Ann & {ALI} (2)", f"Ann & \u2068{ALI}\u2069 (2)"),
        ('צה"ל בן-דוד', '\u2068צה"ל בן-דוד\u2069'),
    ],
)
def test_words_from_right_to_left_are_isolated_once(text: str, isolated: str) -> None:
    assert isolate(text) == isolated
    assert isolate(isolated) == isolated


def test_html_and_other_values_stay_as_they_are() -> None:
    html = Markup("<b>{}</b>").format(SARAH)
    assert isolate(html) is html
    assert isolate(12) == 12


def test_a_template_isolates_what_it_shows_and_no_value_of_an_attribute() -> None:
    template = '<p data-name="{{ who }}">{{ who }} {{ "x" if 0 }}won, {{ who ~ " 5" }}</p>'
    assert drawn(template, who=DAVID) == (
        f'<p data-name="{DAVID}">\u2068{DAVID}\u2069 won, \u2068{DAVID}\u2069 5</p>'
    )


def test_a_text_that_is_typed_on_stays_as_it_was_typed() -> None:
    assert drawn("<textarea>{{ who }}</textarea>{{ who }}", who=DAVID) == (
        f"<textarea>{DAVID}</textarea>\u2068{DAVID}\u2069"
    )


MACROS = """
{%- macro told(who, points=20, class="") -%}
  <i{% if class %} class="{{ class }}"{% endif %}>
  {{- who }} {{ points }}{{ caller(points) if caller }}</i>
{%- endmacro -%}
{%- macro any() %}{{ kwargs|items|list }}{{ varargs }}{% endmacro -%}
"""


@pytest.mark.parametrize(
    ("called", "written"),
    [
        ("{{ told('<A>', 5, 'out') }}", '<i class="out">&lt;A&gt; 5</i>'),
        ("{{ told(points=html, who=true) }}", "<i>True <b></i>"),
        ("{{ told('A', class='\"') }}", '<i class="&#34;">A 20</i>'),
        ("{% call(n) told('A', 7) %}, {{ '<' if n }}{% endcall %}", "<i>A 7, &lt;</i>"),
        ("{{ told() }}{{ told('A')|length }}", "<i> 20</i>11"),
        (
            "{% for each in 'ab' %}{{ told(*[each, loop.index]) }}{% endfor %}",
            "<i>a 1</i><i>b 2</i>",
        ),
        ("{{ any(2, name=3) }}", "[(&#39;name&#39;, 3)](2,)"),
    ],
)
def test_a_macro_writes_the_values_that_it_is_given(called: str, written: str) -> None:
    assert drawn(MACROS + called, html=Markup("<b>")) == written


@pytest.mark.parametrize(
    "called", ["told('A', who='B', points=1)", "told('A', size=1)", "told(1, 2, 3, 4, 5)"]
)
def test_a_macro_refuses_a_value_for_which_it_has_no_place(called: str) -> None:
    with pytest.raises(TypeError):
        drawn(MACROS + f"{{{{ {called} }}}}")
