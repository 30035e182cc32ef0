"""The game record, version 1: one JSON document that holds a game as it was played.

This package reads, checks, scores and writes records. The site imports and exports them, the
command line scores them, and the journal stores its deals in the same form.
"""

from scorekeeper.record.deal_reading import DealReader, read_line
from scorekeeper.record.document import (
    FORMAT,
    MAX_BYTES,
    RECORD_BOUNDS,
    Bounds,
    Document,
    DocumentError,
    Findings,
    deal_problems,
    expand_deal,
    parse_document,
    write_problems,
)
from scorekeeper.record.reading import (
    PER_MAX,
    Reading,
    Record,
    name_fault,
    read_date,
    read_early_end,
    read_file,
    read_file_apart,
    read_options,
    read_record,
    read_stake,
)
from scorekeeper.record.results import (
    describe_variant,
    problem_lines,
    write_columns,
    write_number,
    write_plain,
    write_result,
    write_score,
)
from scorekeeper.record.schema import CURRENCY, EARLY_END, Schema, record_schema
from scorekeeper.record.shapes import (
    MOST_WHOLE,
    Field,
    KnownIds,
    Reader,
    Scope,
    Shape,
    amount,
    any_id,
    choice,
    day,
    flag,
    items_of,
    keyed,
    known_id,
    line,
    many,
    name,
    own_id,
    party,
    raw,
    simple,
    title,
    whole,
    wholes,
)
from scorekeeper.record.sheet_code import MissingPartsError, SheetCodeError, is_code, read_codes
from scorekeeper.record.writing import (
    record_of,
    rest_of,
    sheet_of,
    start_of,
    why_unreadable,
    write_codes,
    write_deal,
    write_record,
)
