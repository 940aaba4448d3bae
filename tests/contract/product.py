"""The product on worlds: a contract's handlers and server on a real engine, with a real store in the test's folder."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.in_process import InProcess
from tests.patience import PATIENT
from tests.postgres import database_of
from tests.worlds import World, serve

from pro_context.app import build
from pro_context.protocol.corpus_contract import complete_contract
from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.served_contract import App
from pro_context_contract import Contract, load_contract
from pro_context_contract.contract import ErrorEntry
from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.corpus.building import build as build_corpus
from pro_context_engine.corpus.corpus import Corpus
from pro_context_engine.domain.interfaces import Clock, utc_now
from pro_context_engine.domain.settings import CrawlLimits, CustomSource, GitHub, Patience, Settings


@dataclass(frozen=True, slots=True)
class Product:
    """A contract that is open on some worlds, and one session with it.

    Attributes:
        docs: the engine.
        app: the contract with its handlers.
        worlds: what is documented, in the order they were named.
        session: of every call made through this object.
    """

    docs: DocsEngine
    app: App
    worlds: Sequence[World]
    session: MemorySession = field(default_factory=MemorySession)

    @property
    def world(self) -> World:
        """Return the first world."""
        return self.worlds[0]

    def server(self) -> InProcess:
        """Return the way of an MCP client to this product, on its one session."""
        return InProcess(self.app, self.session)

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must succeed and return its output."""
        envelope = await self.app.dispatcher.call(tool, arguments, self.session)
        assert not envelope.get("isError"), envelope
        return dict(envelope["structuredContent"])

    async def failure(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must fail and return the error."""
        envelope = await self.app.dispatcher.call(tool, arguments, self.session)
        assert envelope.get("isError"), envelope
        return error_of(self.app.contract, envelope["content"][0]["text"])

    async def read(self, resource: str, **parameters: str) -> Any:
        """Return what a resource holds: parsed where it is JSON."""
        text = await self.app.dispatcher.read(resource, parameters, self.session)
        return json.loads(text) if text.startswith("{") else text


def error_of(contract: Contract, text: str) -> dict[str, Any]:
    """Return the error that a failed result's text holds; of prose, the one whose words it has.

    Args:
        contract: that the result is of.
        text: of the result's only content block.
    """
    if contract.error_style == "prose":
        [error] = [error for error in contract.errors.values() if _says(error, text)]
        told = {"message": text.removesuffix(f" {error.suggestion}"), "suggestion": error.suggestion}
        return {"code": error.code, "recoverable": error.recoverable, **told}
    payload = json.loads(text)
    return dict(payload["error"] if contract.error_style == "wrapped" else payload)


def _says(error: ErrorEntry, text: str) -> bool:
    words = re.sub(r"\\\{\w+\\\}", ".*", re.escape(f"{error.message} {error.suggestion}"))
    return re.fullmatch(words, text, re.DOTALL) is not None


def corpus_index(contract: Contract, worlds: Sequence[World], folder: Path) -> Path | None:
    """Return the index of a corpus for a contract that needs one, built in a folder; None for any other.

    Args:
        contract: to serve.
        worlds: the first that is a corpus counts; where none is, it is the lighthouse.
        folder: of the test.
    """
    if not contract.corpus_filters:
        return None
    with serve("lighthouse") as lighthouse:
        [tree, *_] = [world.corpus for world in (*worlds, lighthouse) if world.corpus]
    build_corpus(tree, folder / "index", "Lighthouse SDK documentation")
    return folder / "index"


@cache
def served(name: str) -> Contract:
    """Return a contract as it is served: one for a corpus completed by the lighthouse."""
    contract = load_contract(name)
    with TemporaryDirectory() as folder:
        index = corpus_index(contract, (), Path(folder))
        if index is None:
            return contract
        with closing(Corpus(index)) as corpus:
            return complete_contract(contract, corpus)


def engine_settings(worlds: Sequence[World], folder: Path, custom: Sequence[CustomSource] = ()) -> Settings:
    """Return engine settings that know these worlds, and nothing of the network or the machine's own packages.

    Args:
        worlds: any sites, and at most one environment.
        folder: of the test; the cache is made in it.
        custom: further sources.
    """
    environments = [world.environment for world in worlds if world.environment is not None]
    return Settings(
        cache_directory=folder / "cache",
        project_directory=folder,
        environment=str(environments[0]) if environments else "none",
        llms_txt=False,
        docs_sites=False,
        packages=False,
        patience=PATIENT,
        github=GitHub(enabled=False),
        crawl=CrawlLimits(delay_seconds=0),
        custom=(*(source for world in worlds for source in world.custom), *custom),
    )


@asynccontextmanager
async def opened(
    folder: Path,
    *names: str,
    contract: str = "full",
    custom: Mapping[str, str] | None = None,
    clock: Clock = utc_now,
    patience: Patience = PATIENT,
) -> AsyncIterator[Product]:
    """Open a contract on worlds.

    Args:
        folder: of the test; a second product in the same folder finds what the first one stored.
        names: of the worlds.
        contract: its name.
        custom: further sources of the operator's, URL by libraryId; `{origin}` is the first world's.
        clock: gives the current time in UTC.
        patience: how long answers wait for pages.

    Yields:
        The product.
    """
    with ExitStack() as stack:
        worlds = [stack.enter_context(serve(name)) for name in names]
        origin = worlds[0].origin if worlds else ""
        further = [
            CustomSource(library_id, "url", url.replace("{origin}", origin), library_id)
            for library_id, url in (custom or {}).items()
        ]
        settings = engine_settings(worlds, folder, further)
        corpus = corpus_index(load_contract(contract), worlds, folder)
        settings = replace(settings, corpus=corpus, patience=patience, store_url=database_of(folder))
        docs = open_engine(settings, clock=clock)
        try:
            yield Product(docs, build(contract, docs), worlds)
        finally:
            await docs.close()
