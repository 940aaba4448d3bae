"""Measure packages whose site is known too: `python bench package_sites [--environment DIR] [--libraries NAME…]`.

The labelled questions about documentation sites (the sets of `retrieval`) whose library is a Python package are asked
twice: with the site alone, and with the package installed and the site as the place of its guides, as decision 77 puts
them together. The site lies on loopback in the edition of the installed version; nothing else is reachable.

    hit@5       a labelled page is among the first five results of a search
    in text     a labelled page is among the passages of an answer of 5,000 tokens
    section     a labelled section is, of the questions with labels of sections
    API         the bare names of public symbols, drawn from the package by a seed: the first passage documents the name

A label knows pages of the site only: a passage of the package's API that answers as well counts as wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest.mock import patch

from retrieval import MATERIAL, SETS, queries_file, shown_sections
from retrieval_corpus import Query, Site, lines_of, queries_of, same_page

from pro_context_engine import assembly
from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import Library, Toc, TocEntry
from pro_context_engine.domain.results import Answer
from pro_context_engine.domain.settings import CustomSource, Settings
from pro_context_engine.domain.symbols import SymbolKind
from pro_context_engine.engine import DocsEngine
from pro_context_engine.opening import open_engine
from pro_context_engine.search.index.dotted_names import full_term
from pro_context_engine.sources.docs_site.source import DocsSiteSource

PYTHON_PACKAGES = ("fastapi", "polars", "sqlalchemy", "celery", "scrapy", "textual")
"""The libraries of the sets that are Python packages."""
DRAWN, SEED, BUDGET, FIRST = 20, 17, 5_000, 5


@dataclass
class Figures:
    """The outcome of each question of one library, asked in one way."""

    found: list[bool] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)
    sections: list[bool] = field(default_factory=list)
    named: list[bool] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)


class CorpusSite(DocsSiteSource):
    """The site on loopback, which has an edition of every version."""

    def __init__(self, site: Site, folder: Path, fetcher: Fetcher) -> None:
        super().__init__(fetcher, [site.origin])
        self._site = site
        self._folder = folder

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library is the one of the corpus."""
        return library.slug == self._folder.name

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Return the pages of the corpus as those of this version."""
        pages = lines_of(self._folder / "pages.jsonl")
        entries = [
            TocEntry(page["title"], f"{self._site.origin}/{self._folder.name}/{page['path']}", section=page["section"])
            for page in pages
        ]
        return Toc(tuple(entries), self.name, self._site.origin, version or "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "pro-context-bench-package-sites")
    parser.add_argument("--environment", type=Path, help="a virtual environment with the packages")
    parser.add_argument("--libraries", nargs="+", choices=PYTHON_PACKAGES, default=PYTHON_PACKAGES)
    parser.add_argument("--sample", type=int, metavar="N", help="the questions about each library, all without it")
    options = parser.parse_args()
    folders = {path.name: path for name in SETS for path in (MATERIAL / name / "corpus").glob("*")}
    if not folders:
        sys.exit(print("skipped: the folder with the labelled questions is missing"))
    environment = (options.environment or installed(options.work)).absolute()
    totals = (Figures(), Figures())
    print(f"{'library':12} {'n':>3}  {'hit@5':15}  {'in text':15}  {'section':15}  {'API':15}  tokens", flush=True)
    for name in options.libraries:
        started = time.monotonic()
        queries = queries_of(queries_file(folders[name].parent.parent), [name])
        chosen = random.Random(SEED).sample(queries, min(options.sample or len(queries), len(queries)))
        both = asyncio.run(compare(folders[name], environment, chosen))
        print_line(name, *both)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        for total, own in zip(totals, both, strict=True):
            total.found += own.found
            total.held += own.held
            total.sections += own.sections
            total.named += own.named
            total.tokens += own.tokens
    print_line("all", *totals)


def installed(work: Path) -> Path:
    """Return an environment with the newest version of each package; make it if it is missing."""
    folder = work / "environment"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--no-deps"]
        subprocess.run([*pip, *PYTHON_PACKAGES], check=True)
        (folder / "ready").touch()
    return folder


async def compare(folder: Path, environment: Path, queries: Sequence[Query]) -> tuple[Figures, Figures]:
    """Return the figures of a library with its site alone, and with its package and the site."""
    site = Site([folder])
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        plain = Settings(
            cache_directory=work / "together", project_directory=work, environment=str(environment), llms_txt=False
        )
        plain = replace(plain, github=replace(plain.github, enabled=False))
        index = CustomSource(
            folder.name, "url", site.origin + site.index(folder.name), f"eval/{folder.name}", public_only=False
        )
        alone = replace(plain, cache_directory=work / "alone", custom=(index,), packages=False, docs_sites=False)
        # Nothing listens there: the source distribution cannot be asked for.
        os.environ.update(PIP_CONFIG_FILE=os.devnull, PIP_INDEX_URL="http://127.0.0.1:9/", UV_NO_CONFIG="1")
        with patch.object(assembly, "DocsSiteSource", lambda fetcher: CorpusSite(site, folder, fetcher)):
            engine = open_engine(plain)
            try:
                library = engine.identify(folder.name)[0].library.library_id
                names = await drawn_names(engine, library)
                together = await ask(engine, library, site, queries, names)
            finally:
                await engine.close()
        engine = open_engine(alone)
        try:
            await engine.warm(f"eval/{folder.name}")
            return await ask(engine, f"eval/{folder.name}", site, queries, names), together
        finally:
            await engine.close()


async def drawn_names(engine: DocsEngine, library: str) -> list[str]:
    """Index a package as a whole, and return the names of some of its public classes and functions."""
    snapshot = await engine.warm(library)
    print(f"{library}: {snapshot.pages} of {snapshot.total_pages} pages", file=sys.stderr, flush=True)
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION)
    table = await engine.symbols(library)
    names = sorted({one.name.rpartition(".")[2] for one in table.symbols if one.summary and one.kind in kinds})
    return random.Random(SEED).sample(names, min(DRAWN, len(names)))


async def ask(engine: DocsEngine, library: str, site: Site, queries: Sequence[Query], names: Sequence[str]) -> Figures:
    figures = Figures()
    for query in queries:
        text = query.text[:500]
        found = (await engine.search(text, [library], None, FIRST)).results
        figures.found.append(any(same_page(site.public_url(one.url)) in query.relevant for one in found))
        answer = await passages(engine, library, text)
        urls = [one.url for one in answer.passages] if answer else []
        figures.held.append(any(same_page(site.public_url(url)) in query.relevant for url in urls))
        figures.tokens.append(answer.tokens if answer else 0)
        if query.sections:
            shown = shown_sections(answer.content, site) if answer else set()
            figures.sections.append(not query.sections.isdisjoint(shown))
    for name in names:
        answer = await passages(engine, library, name)
        # The last heading that leads to the first passage.
        first = answer.passages[0].title.rpartition(" › ")[2] if answer else ""
        figures.named.append(full_term(first.strip("`").rpartition(".")[2]) == full_term(name))
    return figures


async def passages(engine: DocsEngine, library: str, topic: str) -> Answer | None:
    """Return the answer about a topic, None where nothing answers."""
    try:
        return await engine.passages([(library, None)], topic, BUDGET)
    except DocsError:
        return None


def print_line(name: str, alone: Figures, together: Figures) -> None:
    shares = (
        f"{_mean(one):.3f} → {_mean(other):.3f}"
        for one, other in (
            (alone.found, together.found),
            (alone.held, together.held),
            (alone.sections, together.sections),
            (alone.named, together.named),
        )
    )
    tokens = f"{_mean(alone.tokens):.0f} → {_mean(together.tokens):.0f}"
    print(f"{name:12} {len(alone.found):3}  {'  '.join(shares)}  {tokens}", flush=True)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / (len(values) or 1)


if __name__ == "__main__":
    main()
