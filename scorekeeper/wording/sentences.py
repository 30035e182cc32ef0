"""Sentences of templates: whole, with named places, in the form for a count."""

from collections.abc import Mapping

from markupsafe import Markup, escape

from scorekeeper.wording import write_sentence
from scorekeeper.wording.right_to_left import isolate


def by_count(count: int, one: str, several: str, **places: object) -> Markup:
    """Return the form of a sentence for a count, with its named places filled.

    ``by_count(left, "{n} deal is left", "{n} deals are left")``: ``2 deals are left``.
    """
    form = Markup(one if count == 1 else several)  # noqa: S704 - a template wrote it
    return _fill(form, {"n": count, **places})


def fill_sentence(words: str, **places: object) -> Markup:
    """Return a sentence of a template with its named places filled, and with a full stop.

    It gets none if a name or a quotation at its end brings its own.
    """
    form = Markup(words)  # noqa: S704 - as above
    filled = _fill(form, places) if places else escape(isolate(words))
    return filled + write_sentence(filled.unescape()).removeprefix(filled.unescape())


def _fill(form: Markup, places: Mapping[str, object]) -> Markup:
    return form.format(**{name: isolate(value) for name, value in places.items()})
