"""The symbol table of one Python distribution, from the syntax of its modules; docs/symbols.md describes it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

from pro_context_engine.concurrency.collection_pause import collection_paused
from pro_context_engine.domain.symbols import PackageSymbol, SymbolTable
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles, reference_modules
from pro_context_engine.sources.packages.python.symbols.known_modules import KnownModules
from pro_context_engine.sources.packages.python.symbols.page_anchors import PageAnchors
from pro_context_engine.sources.packages.python.symbols.public_objects import PublicObject, public_objects
from pro_context_engine.sources.packages.python.symbols.python_deprecations import WarningReader
from pro_context_engine.sources.packages.python.symbols.source_facts import SourceFacts, source_facts
from pro_context_engine.sources.packages.python.symbols.symbol_entries import SymbolEntries
from pro_context_engine.sources.packages.symbols.publicness import used_names

# The largest packages of today have about 5,000 public modules.
MAX_MODULES = 6_000
# A table with more symbols would take longer to load than a look-up may last, and no reader needs the last ones.
MAX_SYMBOLS = 50_000
# A million characters takes half a second and 20 MB; beyond this bound, the deepest modules are not read.
MAX_CHARACTERS = 25_000_000
# Packages bundle some dozens of documents; the first ones, README included, show the names that matter.
MAX_DOCUMENTS = 200


class _BoundedTexts:
    """The texts of modules with their facts, read up to a bound."""

    def __init__(self, read: Callable[[DistributionFile], str]) -> None:
        self._read = read
        self._left = MAX_CHARACTERS
        self.facts: dict[DistributionFile, SourceFacts] = {}
        self.exhausted = False

    def text(self, file: DistributionFile) -> str:
        """Return a file's text, "" beyond the bound."""
        text = self._read(file)
        self._left -= len(text)
        if self._left < 0:
            self.exhausted = True
            return ""
        self.facts[file] = source_facts(text)
        return text


class _FactsByModule(Mapping[str, SourceFacts]):
    """The facts of the modules read so far by dotted name; those of the source before those of the stub."""

    def __init__(self, modules: Mapping[str, ModuleFiles], facts: Mapping[DistributionFile, SourceFacts]) -> None:
        self._modules = modules
        self._facts = facts

    def __getitem__(self, name: str) -> SourceFacts:
        files = self._modules[name]
        found = [self._facts[file] for file in (files.source, files.stub) if file and file in self._facts]
        if len(found) < 2:
            return found[0] if found else SourceFacts()
        # Lines of a definition may be those of the stub.
        return replace(found[0], idle=())

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def symbol_table(
    package: str,
    version: str,
    modules: Mapping[str, ModuleFiles],
    read: Callable[[DistributionFile], str],
    documents: Callable[[], Iterable[str]] = tuple,
    folder: Path | None = None,
    used: Mapping[str, Collection[str]] | None = None,
) -> SymbolTable:
    """Return the symbols of a distribution; a malformed module lacks its symbols, and nothing is raised for it.

    Args:
        package: normalised name.
        version: exact version.
        modules: the distribution's modules by dotted name.
        read: returns a file's text, or raises FileRefused.
        documents: returns the texts of README and bundled documents, whose examples show the names that users need.
        folder: the folder on the import path where its dependencies may lie, from which bases and re-exports are taken.
        used: see `readme_names`.

    Returns:
        The table, the most public symbols first; truncated beyond 50,000 symbols, 6,000 modules or 25 MB of source.
    """
    with collection_paused():
        reader = _BoundedTexts(read)
        known = KnownModules(modules, folder)
        warnings = WarningReader()
        syntax = PackageSyntax(known, reader.text, warnings, used=used)
        facts = _FactsByModule(known, reader.facts)
        # Where a bound cuts, the deepest modules are left out.
        public = sorted(reference_modules(modules, version), key=lambda name: (name.count("."), name))
        objects = public_objects(syntax, public[:MAX_MODULES], facts, modules, package)
        mentioned = {name for one in reader.facts.values() for name in one.examples}
        for text in islice(documents(), MAX_DOCUMENTS):
            mentioned.update(used_names(text))
        anchors = PageAnchors(syntax, package, version)
        entries = SymbolEntries(syntax, objects.by_target, facts, modules, anchors, mentioned, warnings)
        symbols, cut = _bounded(entries, objects.by_target)
        truncated = objects.truncated or cut or reader.exhausted or len(public) > MAX_MODULES
        return SymbolTable(package, version, tuple(symbols), truncated)


def _bounded(entries: SymbolEntries, objects: Mapping[str, PublicObject]) -> tuple[list[PackageSymbol], bool]:
    """Return the symbols in the order of their rank, and whether the least public ones are left out."""
    symbols = [symbol for found in objects.values() if (symbol := entries.symbol(found))]
    symbols.sort(key=_order)
    cut = len(symbols) > MAX_SYMBOLS
    del symbols[MAX_SYMBOLS:]
    inherited = _ranks_by_heirs(symbols)
    for owner in list(symbols):
        ranked = replace(owner, rank=min(owner.rank, inherited.get(owner.name, owner.rank)))
        members = entries.members(ranked, MAX_SYMBOLS - len(symbols) + 1)
        symbols += members
        if len(symbols) > MAX_SYMBOLS:
            cut = True
            del symbols[MAX_SYMBOLS:]
            break
    symbols.sort(key=_order)
    return symbols, cut


def _ranks_by_heirs(symbols: Iterable[PackageSymbol]) -> dict[str, int]:
    """Return the rank behind that of the most public heir for each class that has one.

    The methods of `AbstractPond` are as public as `Pond`, by which they are known.
    """
    classes = {one.name: one for one in symbols if one.bases}
    ranks: dict[str, int] = {}
    for heir in classes.values():
        waiting, seen = list(heir.bases), {heir.name}
        while waiting:
            base = waiting.pop()
            if base not in seen:
                seen.add(base)
                ranks[base] = min(heir.rank + 1, ranks.get(base, heir.rank + 1))
                waiting += classes[base].bases if base in classes else ()
    return ranks


def _order(symbol: PackageSymbol) -> tuple[int, str]:
    return symbol.rank, symbol.name
