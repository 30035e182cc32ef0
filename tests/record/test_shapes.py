from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator

from scorekeeper.record.document import write_path
from scorekeeper.record.shapes import Field, Reader, Scope, Shape, amount, known_id, line, whole


@dataclass(frozen=True, kw_only=True)
class Drink:
    name: str
    minor: int = 0
    cups: int = 1
    by: str = ""


def drinks(**more: Field) -> Shape[Drink]:
    return Shape(
        "A drink", Drink, name=line(required=True), amount=amount(), cups=whole(least=1), **more
    )


def read(shape: Shape[Drink], document: Any) -> tuple[Drink, list[tuple[str, str]]]:
    scope = Scope(currency="USD")
    drink = shape.read_whole(document, scope)
    return drink, [(write_path(each.at, ()), each.code) for each in scope.findings.problems]


def test_a_shape_reads_and_writes_each_field() -> None:
    document = {"name": "tea", "amount": "1.50", "cups": 2}
    drink, problems = read(drinks(), document)
    assert (drink, problems) == (Drink(name="tea", minor=150, cups=2), [])
    assert drinks().write(drink, Scope(currency="USD")) == document


def test_what_is_as_it_would_be_anyway_is_not_written() -> None:
    drink, _ = read(drinks(), {"name": "tea", "amount": "0", "cups": 1})
    assert drinks().write(drink, Scope(currency="USD")) == {"name": "tea"}


def test_every_problem_stands_at_its_place_and_the_rest_is_read() -> None:
    drink, problems = read(drinks(), {"cups": 0, "amount": 1.5, "colour": "red"})
    assert drink == Drink(name="")
    assert problems == [
        ("colour", "unknown_field"),
        ("name", "missing_field"),
        ("amount", "bad_amount"),
        ("cups", "bad_value"),
    ]


def test_a_field_with_a_check_is_added_from_outside() -> None:
    def check(drink: Reader, facts: dict[str, Any]) -> None:
        if facts["cups"] > 1 and not drink.has("by"):
            drink.add("by", "missing_field", "Who drinks so much?")

    shape = drinks()
    shape.add({"by": line()}, check, before="cups")
    assert read(shape, {"name": "tea", "cups": 2})[1] == [("by", "missing_field")]
    drink, _ = read(shape, {"cups": 2, "by": "Ann", "name": "tea"})
    assert drink.by == "Ann"
    assert [*shape.write(drink, Scope(currency="USD"))] == ["name", "by", "cups"]
    assert read(drinks(), {"name": "tea", "by": "Ann"})[1] == [("by", "unknown_field")]


def test_fields_of_a_lower_turn_are_read_first() -> None:
    shape = drinks(by=known_id("person", turn=-1))
    assert read(shape, {"name": 1, "by": "ann"})[1] == [
        ("by", "unknown_person"),
        ("name", "bad_value"),
    ]


def test_the_schema_takes_what_the_shape_reads() -> None:
    shape = drinks()
    validator = Draft202012Validator(dict(shape.schema()))
    documents: list[Any] = [
        {"name": "tea", "amount": None, "colour": None},
        {"name": "tea", "amount": "1.50"},
        {"name": "tea", "amount": 1.5},
        {"name": "tea", "cups": 0},
        {"name": None},
        {"name": "tea", "colour": "red"},
        [],
    ]
    for document in documents:
        assert validator.is_valid(document) == (not read(shape, document)[1]), document
