"""What phones do at tables: watch, enter deals, open pages and papers; and how long it takes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import random
from time import perf_counter

from tests.bench.phones import Listener, Phone, home_of
from tests.bench.stored_games import TYPED

AT_ONCE = 50
PAUSE_SECONDS = 0.5
SPREAD_SECONDS = 0.1
"""Within how long the phones of a table ask for its new page, as ``static/live/live.js`` has it."""


@dataclass(frozen=True)
class Entered:
    """A deal that was entered, in seconds from its sending.

    ``told`` is when each phone was told of it, ``loaded`` how long the new sheet took to load.
    """

    post: float
    told: tuple[float, ...]
    loaded: tuple[float, ...]


async def open_all(listeners: Sequence[Listener]) -> float:
    """Return how long it takes until all have the sheet and a stream; the refused try again."""
    begin = perf_counter()
    for first in range(0, len(listeners), AT_ONCE):
        await asyncio.gather(*[_open(each) for each in listeners[first : first + AT_ONCE]])
    return perf_counter() - begin


async def _open(listener: Listener) -> None:
    await open_page(listener.port, listener.game)
    await listener.open()
    while listener.status == 503:
        listener.close()
        await asyncio.sleep(PAUSE_SECONDS)
        await listener.open()
    if listener.status != 200:
        raise RuntimeError(f"a stream was answered {listener.status}")


async def enter_deal(port: int, table: Sequence[Listener]) -> Entered:
    """Enter a deal at a table; each of its phones loads the sheet when it is told."""
    game, counts = table[0].game, [len(each.heard) for each in table]
    phone = Phone(port, source=home_of(game))
    ticket = await phone.ticket(f"{game}enter")
    begin = perf_counter()

    async def see(listener: Listener, count: int) -> tuple[float, float]:
        await listener.wait_for(count + 1)
        told = listener.heard[count][0] - begin
        await asyncio.sleep(SPREAD_SECONDS * random())
        return told, await open_page(port, game)

    seen = [asyncio.create_task(see(*each)) for each in zip(table, counts, strict=True)]
    answer, took = await phone.ask(f"{game}enter", {**ticket, **TYPED})
    phone.close()
    if answer.status != 303:
        raise RuntimeError(f"a deal was answered {answer.status}")
    told, loaded = zip(*await asyncio.gather(*seen), strict=True)
    return Entered(took, told, loaded)


async def tell(port: int, table: Sequence[Listener]) -> list[float]:
    """Enter a deal; return when each phone of the table was told, in seconds from its sending."""
    game, counts = table[0].game, [len(each.heard) for each in table]
    phone = Phone(port, source=home_of(game))
    ticket = await phone.ticket(f"{game}enter")
    begin = perf_counter()
    answer, _ = await phone.ask(f"{game}enter", {**ticket, **TYPED})
    phone.close()
    if answer.status != 303:
        raise RuntimeError(f"a deal was answered {answer.status}")
    for listener, count in zip(table, counts, strict=True):
        await listener.wait_for(count + 1)
    return [each.heard[count][0] - begin for each, count in zip(table, counts, strict=True)]


async def open_page(port: int, address: str) -> float:
    """How long a page takes on a new connection."""
    phone = Phone(port, source=home_of(address))
    answer, took = await phone.ask(address, Accept_Encoding="gzip")
    phone.close()
    if answer.status != 200:
        raise RuntimeError(
            f"{address.rpartition('/')[2] or 'a sheet'} was answered {answer.status}"
        )
    return took
