"""The documentation engine: knows documentation; knows nothing of MCP, contracts or HTTP servers.

Handlers import these names alone; the server these, and `domain.results`, `domain.errors` and `domain.settings`. A name
is fetched from its module when it is first used: a command that needs one room of the engine does not wait for all of
them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pro_context_engine.adapters.fetch.certificates import count_untrusted, is_untrusted, tls_context
    from pro_context_engine.adapters.store.postgres.copy_to_database import copy_to_database
    from pro_context_engine.adapters.store.postgres.copying import CopiedSnapshot
    from pro_context_engine.adapters.store.postgres.database_report import (
        DatabaseRefused,
        DatabaseReport,
        migrate_database,
    )
    from pro_context_engine.adapters.store.postgres.database_report import examine as examine_database
    from pro_context_engine.adapters.store.postgres.key_store import keys_in_database
    from pro_context_engine.adapters.store.postgres.shared_tables import shared_state_in_database
    from pro_context_engine.adapters.store.sqlite.file_report import Condition as StoreCondition
    from pro_context_engine.adapters.store.sqlite.file_report import FileReport as StoreReport
    from pro_context_engine.adapters.store.sqlite.file_report import examine as examine_store
    from pro_context_engine.adapters.store.sqlite.key_store import keys_file, open_keys
    from pro_context_engine.concurrency.blocking_calls import BlockingCalls
    from pro_context_engine.concurrency.progress import listen as listen_to_progress
    from pro_context_engine.corpus.building import build as build_corpus
    from pro_context_engine.corpus.building import validate as validate_corpus
    from pro_context_engine.corpus.corpus import Corpus
    from pro_context_engine.corpus.corpus_prompts import render as render_corpus_prompt
    from pro_context_engine.corpus.plan import CorpusRefused
    from pro_context_engine.corpus.values import BuildReport as CorpusReport
    from pro_context_engine.corpus.values import (
        CorpusDescription,
        CorpusHit,
        CorpusProblem,
        CorpusPrompt,
        Hint,
        Neighbour,
    )
    from pro_context_engine.corpus.vectors import open_embedder
    from pro_context_engine.documents.pages.text import clean as clean_text
    from pro_context_engine.documents.pages.text import one_line
    from pro_context_engine.documents.plain_yaml import NotPlainYaml
    from pro_context_engine.documents.plain_yaml import check_shape as check_yaml_shape
    from pro_context_engine.documents.toc_markdown import toc_markdown
    from pro_context_engine.domain.api_changes import ApiChange, Focus, VersionComparison
    from pro_context_engine.domain.api_keys import ApiKey, KeyStore, KeysUnavailable
    from pro_context_engine.domain.api_keys import Uses as KeyUses
    from pro_context_engine.domain.code_findings import CodeCheck, PackageFinding, is_unreadable, is_without_import
    from pro_context_engine.domain.errors import CodeUnreadable, CursorUnusable, DocsError, QueryUnusable
    from pro_context_engine.domain.exact_query import ExactQuery, SearchPart
    from pro_context_engine.domain.model import (
        Heading,
        KeptPackage,
        Library,
        Match,
        Passage,
        Snapshot,
        SourceName,
        StoreStatus,
        Toc,
        TocEntry,
    )
    from pro_context_engine.domain.results import (
        Answer,
        EngineStatus,
        KnownLibrary,
        LibraryDocs,
        LibraryIndex,
        LibraryOverview,
        SearchResult,
        SearchResults,
        SiteKind,
        SiteTrouble,
        Unsearched,
        UrlVerdict,
    )
    from pro_context_engine.domain.shared_state import (
        Event,
        EventLog,
        SessionStore,
        SharedState,
        SharedTokens,
        StoredSession,
        TokenWish,
    )
    from pro_context_engine.domain.symbols import PackageSymbol, Signature, SymbolTable
    from pro_context_engine.domain.work_queue import FailedWork
    from pro_context_engine.engine import DocsEngine
    from pro_context_engine.libraries.project.index_address import IndexAddress
    from pro_context_engine.libraries.project.npm_configuration import npm_registries
    from pro_context_engine.libraries.project.package_index import index_addresses
    from pro_context_engine.libraries.registry.manifest import date_of as registry_date
    from pro_context_engine.libraries.registry.refusal import RegistryRefused
    from pro_context_engine.libraries.registry.updates import RegistryUpdates
    from pro_context_engine.libraries.registry.updates import Update as RegistryUpdate
    from pro_context_engine.opening import open_engine
    from pro_context_engine.search.excerpts.beginnings import FirstSections, first_sections
    from pro_context_engine.search.excerpts.snippets import shortest_snippet
    from pro_context_engine.search.excerpts.token_estimate import (
        estimated_tokens,
        estimated_tokens_of_json,
        most_tokens_of_json,
    )
    from pro_context_engine.search.pasted_text import pasted, shortened
    from pro_context_engine.search.ranking.toc import foremost_entries
    from pro_context_engine.search.ranking.toc_pages import toc_page
    from pro_context_engine.services.diagnosis import (
        EnvironmentReport,
        examine_environment,
        popular_hosts,
        registry_in_use,
        shipped_registry_version,
    )
    from pro_context_engine.services.health import (
        Availability,
        Health,
        availability,
        availability_of,
        entries_by_place,
        hit_rate,
        last_fetch_of,
        overall,
    )
    from pro_context_engine.sources.packages.symbols.json_form import to_json as symbols_to_json

_NAMES = {
    "adapters.fetch.certificates": "count_untrusted, is_untrusted, tls_context",
    "adapters.store.postgres.copying": "CopiedSnapshot",
    "adapters.store.postgres.database_report": (
        "DatabaseRefused, DatabaseReport, migrate_database, examine as examine_database"
    ),
    "adapters.store.postgres.copy_to_database": "copy_to_database",
    "adapters.store.postgres.key_store": "keys_in_database",
    "adapters.store.postgres.shared_tables": "shared_state_in_database",
    "adapters.store.sqlite.file_report": (
        "Condition as StoreCondition, FileReport as StoreReport, examine as examine_store"
    ),
    "adapters.store.sqlite.key_store": "keys_file, open_keys",
    "concurrency.blocking_calls": "BlockingCalls",
    "concurrency.progress": "listen as listen_to_progress",
    "corpus.building": "build as build_corpus, validate as validate_corpus",
    "corpus.corpus": "Corpus",
    "corpus.corpus_prompts": "render as render_corpus_prompt",
    "corpus.plan": "CorpusRefused",
    "corpus.values": (
        "BuildReport as CorpusReport, CorpusDescription, CorpusHit, CorpusProblem, CorpusPrompt, Hint, Neighbour"
    ),
    "corpus.vectors": "open_embedder",
    "documents.pages.text": "clean as clean_text, one_line",
    "documents.plain_yaml": "NotPlainYaml, check_shape as check_yaml_shape",
    "documents.toc_markdown": "toc_markdown",
    "domain.api_changes": "ApiChange, Focus, VersionComparison",
    "domain.api_keys": "ApiKey, KeyStore, KeysUnavailable, Uses as KeyUses",
    "domain.code_findings": "CodeCheck, PackageFinding, is_unreadable, is_without_import",
    "domain.errors": "CodeUnreadable, CursorUnusable, DocsError, QueryUnusable",
    "domain.exact_query": "ExactQuery, SearchPart",
    "domain.model": "Heading, KeptPackage, Library, Match, Passage, Snapshot, SourceName, StoreStatus, Toc, TocEntry",
    "domain.results": (
        "Answer, EngineStatus, KnownLibrary, LibraryDocs, LibraryIndex, LibraryOverview, SearchResult, "
        "SearchResults, SiteKind, SiteTrouble, Unsearched, UrlVerdict"
    ),
    "domain.shared_state": "Event, EventLog, SessionStore, SharedState, SharedTokens, StoredSession, TokenWish",
    "domain.symbols": "PackageSymbol, Signature, SymbolTable",
    "domain.work_queue": "FailedWork",
    "engine": "DocsEngine",
    "libraries.project.index_address": "IndexAddress",
    "libraries.project.npm_configuration": "npm_registries",
    "libraries.project.package_index": "index_addresses",
    "libraries.registry.manifest": "date_of as registry_date",
    "libraries.registry.refusal": "RegistryRefused",
    "libraries.registry.updates": "RegistryUpdates, Update as RegistryUpdate",
    "opening": "open_engine",
    "search.pasted_text": "pasted, shortened",
    "search.excerpts.beginnings": "FirstSections, first_sections",
    "search.excerpts.snippets": "shortest_snippet",
    "search.ranking.toc": "foremost_entries",
    "search.ranking.toc_pages": "toc_page",
    "search.excerpts.token_estimate": "estimated_tokens, estimated_tokens_of_json, most_tokens_of_json",
    "services.diagnosis": (
        "EnvironmentReport, examine_environment, popular_hosts, registry_in_use, shipped_registry_version"
    ),
    "services.health": (
        "Availability, Health, availability, availability_of, entries_by_place, hit_rate, last_fetch_of, overall"
    ),
    "sources.packages.symbols.json_form": "to_json as symbols_to_json",
}
"""The public names of each module, written as in the imports above."""

_PLACES = {
    public or own: (module, own)
    for module, names in _NAMES.items()
    for own, _, public in (name.partition(" as ") for name in names.split(", "))
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own_name = _PLACES[name]
    value = getattr(import_module(f"{__name__}.{module}"), own_name)
    globals()[name] = value
    return value
