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
    from pro_context_engine.adapters.store.copying import CopiedSnapshot
    from pro_context_engine.adapters.store.postgres.database_report import (
        DatabaseRefused,
        DatabaseReport,
        migrate_database,
    )
    from pro_context_engine.adapters.store.postgres.database_report import examine as examine_database
    from pro_context_engine.adapters.store.postgres.filling import copy_to_database
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
    from pro_context_engine.search.pasted_text import pasted, shortened
    from pro_context_engine.search.ranking.excerpts import FirstSections, first_sections
    from pro_context_engine.search.ranking.snippets import shortest_snippet
    from pro_context_engine.search.ranking.toc import foremost_entries
    from pro_context_engine.search.ranking.toc_pages import toc_page
    from pro_context_engine.search.ranking.token_estimate import (
        estimated_tokens,
        estimated_tokens_of_json,
        most_tokens_of_json,
    )
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

_PLACES = {
    "PackageSymbol": "domain.symbols",
    "Signature": "domain.symbols",
    "SymbolTable": "domain.symbols",
    "symbols_to_json": "sources.packages.symbols.json_form:to_json",
    "Answer": "domain.results",
    "EngineStatus": "domain.results",
    "KnownLibrary": "domain.results",
    "LibraryDocs": "domain.results",
    "LibraryIndex": "domain.results",
    "LibraryOverview": "domain.results",
    "SearchResult": "domain.results",
    "SearchResults": "domain.results",
    "SiteKind": "domain.results",
    "FailedWork": "domain.work_queue",
    "SiteTrouble": "domain.results",
    "Unsearched": "domain.results",
    "UrlVerdict": "domain.results",
    "open_engine": "opening",
    "CorpusHit": "corpus.values",
    "Hint": "corpus.values",
    "Neighbour": "corpus.values",
    "DocsEngine": "engine",
    "ApiChange": "domain.api_changes",
    "Focus": "domain.api_changes",
    "VersionComparison": "domain.api_changes",
    "is_unreadable": "domain.code_findings",
    "is_without_import": "domain.code_findings",
    "CodeCheck": "domain.code_findings",
    "PackageFinding": "domain.code_findings",
    "CodeUnreadable": "domain.errors",
    "CursorUnusable": "domain.errors",
    "QueryUnusable": "domain.errors",
    "ExactQuery": "domain.exact_query",
    "SearchPart": "domain.exact_query",
    "DocsError": "domain.errors",
    "Availability": "services.health",
    "Health": "services.health",
    "availability": "services.health",
    "availability_of": "services.health",
    "entries_by_place": "services.health",
    "hit_rate": "services.health",
    "last_fetch_of": "services.health",
    "overall": "services.health",
    "Heading": "domain.model",
    "KeptPackage": "domain.model",
    "Library": "domain.model",
    "Match": "domain.model",
    "Passage": "domain.model",
    "Snapshot": "domain.model",
    "StoreStatus": "domain.model",
    "Toc": "domain.model",
    "TocEntry": "domain.model",
    "FirstSections": "search.ranking.excerpts",
    "first_sections": "search.ranking.excerpts",
    "foremost_entries": "search.ranking.toc",
    "pasted": "search.pasted_text",
    "shortened": "search.pasted_text",
    "shortest_snippet": "search.ranking.snippets",
    "toc_page": "search.ranking.toc_pages",
    "estimated_tokens": "search.ranking.token_estimate",
    "estimated_tokens_of_json": "search.ranking.token_estimate",
    "most_tokens_of_json": "search.ranking.token_estimate",
    "toc_markdown": "documents.toc_markdown",
    "count_untrusted": "adapters.fetch.certificates",
    "tls_context": "adapters.fetch.certificates",
    "is_untrusted": "adapters.fetch.certificates",
    "StoreCondition": "adapters.store.sqlite.file_report:Condition",
    "StoreReport": "adapters.store.sqlite.file_report:FileReport",
    "examine_store": "adapters.store.sqlite.file_report:examine",
    "CopiedSnapshot": "adapters.store.copying",
    "copy_to_database": "adapters.store.postgres.filling",
    "DatabaseRefused": "adapters.store.postgres.database_report",
    "migrate_database": "adapters.store.postgres.database_report",
    "DatabaseReport": "adapters.store.postgres.database_report",
    "examine_database": "adapters.store.postgres.database_report:examine",
    "keys_in_database": "adapters.store.postgres.key_store",
    "shared_state_in_database": "adapters.store.postgres.shared_tables",
    "Event": "domain.shared_state",
    "EventLog": "domain.shared_state",
    "SessionStore": "domain.shared_state",
    "SharedState": "domain.shared_state",
    "SharedTokens": "domain.shared_state",
    "StoredSession": "domain.shared_state",
    "TokenWish": "domain.shared_state",
    "keys_file": "adapters.store.sqlite.key_store",
    "open_keys": "adapters.store.sqlite.key_store",
    "BlockingCalls": "concurrency.blocking_calls",
    "listen_to_progress": "concurrency.progress:listen",
    "build_corpus": "corpus.building:build",
    "validate_corpus": "corpus.building:validate",
    "Corpus": "corpus.corpus",
    "CorpusRefused": "corpus.plan",
    "render_corpus_prompt": "corpus.corpus_prompts:render",
    "CorpusReport": "corpus.values:BuildReport",
    "CorpusDescription": "corpus.values",
    "CorpusPrompt": "corpus.values",
    "CorpusProblem": "corpus.values",
    "open_embedder": "corpus.vectors",
    "clean_text": "documents.pages.text:clean",
    "one_line": "documents.pages.text",
    "NotPlainYaml": "documents.plain_yaml",
    "check_yaml_shape": "documents.plain_yaml:check_shape",
    "ApiKey": "domain.api_keys",
    "KeyStore": "domain.api_keys",
    "KeysUnavailable": "domain.api_keys",
    "KeyUses": "domain.api_keys:Uses",
    "SourceName": "domain.model",
    "IndexAddress": "libraries.project.index_address",
    "npm_registries": "libraries.project.npm_configuration",
    "index_addresses": "libraries.project.package_index",
    "registry_date": "libraries.registry.manifest:date_of",
    "RegistryRefused": "libraries.registry.refusal",
    "RegistryUpdates": "libraries.registry.updates",
    "RegistryUpdate": "libraries.registry.updates:Update",
    "EnvironmentReport": "services.diagnosis",
    "examine_environment": "services.diagnosis",
    "popular_hosts": "services.diagnosis",
    "registry_in_use": "services.diagnosis",
    "shipped_registry_version": "services.diagnosis",
}
"""Modules by the names that they give; `module:name` where the module's own name would say too little here."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, own_name = _PLACES[name].partition(":")
    value = getattr(import_module(f"{__name__}.{module}"), own_name or name)
    globals()[name] = value
    return value
