"""The public objects of a distribution: each object once, with every path under which users import it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import griffe

from pro_context_engine.sources.packages.python.api.exports import exported_names, module_interface
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.parsed_modules import NotAnalysable
from pro_context_engine.sources.packages.python.symbols.class_ancestry import outermost
from pro_context_engine.sources.packages.python.symbols.source_facts import SourceFacts

log = logging.getLogger("pro_context.sources")
# A name that a package offers in more places is generated; the shortest paths are kept.
MAX_PATHS = 50
# No identifier that people write is longer.
MAX_NAME = 200
# A package with more module-level names than this is cut.
MAX_OBJECTS = 50_000


@dataclass(slots=True)
class PublicObject:
    """An object with public paths.

    Attributes:
        definition: its syntax, None for an object of another distribution.
        target: the dotted path of its definition.
        package: the import name that the distribution's own name suggests.
        paths: each public path, and whether its module lists the name in `__all__`.
        pages: the modules whose pages document it, with its name there.
    """

    definition: Definition | None
    target: str
    package: str = ""
    paths: dict[str, bool] = field(default_factory=dict)
    pages: list[tuple[str, str]] = field(default_factory=list)

    @property
    def canonical(self) -> str:
        """Return the shortest path; of equal ones its own name, a listed one, one of the main package, the first."""
        return min(self.paths, key=self._order)

    @property
    def others(self) -> tuple[str, ...]:
        """Return the other paths, shortest first, at most 50."""
        ordered = sorted(self.paths, key=self._order)
        return tuple(ordered[1 : MAX_PATHS + 1])

    @property
    def page(self) -> tuple[str, str]:
        """Return the module whose page documents it, with its name there; empty for none."""
        own = self.target.rpartition(".")[2]
        return min(self.pages, key=lambda page: (page[1] != own, page[0].count("."), page), default=("", ""))

    def _order(self, path: str) -> tuple[int, bool, bool, bool, str]:
        renamed = path.rpartition(".")[2] != self.target.rpartition(".")[2]
        return path.count("."), renamed, not self.paths[path], path.partition(".")[0] != self.package, path


@dataclass(slots=True)
class PublicObjects:
    """The public objects of a distribution by the path of their definition, and whether some are left out."""

    package: str = ""
    by_target: dict[str, PublicObject] = field(default_factory=dict)
    truncated: bool = False

    def add(self, target: str, definition: Definition | None, path: str, *, listed: bool) -> PublicObject | None:
        """Add a path of an object; return None when the bound is reached."""
        found = self.by_target.get(target)
        if found is None:
            if len(self.by_target) >= MAX_OBJECTS:
                self.truncated = True
                return None
            found = self.by_target[target] = PublicObject(definition, target, self.package)
        found.paths[path] = listed or found.paths.get(path, False)
        return found


def public_objects(
    syntax: PackageSyntax,
    modules: Iterable[str],
    facts: Mapping[str, SourceFacts],
    own: Mapping[str, object],
    package: str = "",
) -> PublicObjects:
    """Return the public objects of the given modules; a module that cannot be read has none.

    Args:
        syntax: the distribution's modules.
        modules: the public modules in any order.
        facts: the facts in the texts of modules, by dotted name.
        own: the distribution's own modules; an object of another one has no page here.
        package: normalised name of the distribution.
    """
    found = PublicObjects(package.replace("-", "_"))
    for module in modules:
        try:
            _add_module(found, syntax, module, facts, own)
        # A malformed module affects its own names only.
        except Exception:
            log.warning("the public names of a module cannot be read")
            found.truncated = True
    return found


def _add_module(
    found: PublicObjects,
    syntax: PackageSyntax,
    module: str,
    facts: Mapping[str, SourceFacts],
    own: Mapping[str, object],
) -> None:
    try:
        definition: Definition | None = syntax.module(module)
    except NotAnalysable:
        definition = None
    found.add(module, definition, module, listed=False)
    if definition is None:
        return
    listed = set(syntax.exports(module) or ())
    documented = {(id(item), name) for name, item in module_interface(syntax, module).documented}
    for name, item, target in _names(syntax, module):
        if len(name) > MAX_NAME or not name.isidentifier():
            found.truncated |= len(name) > MAX_NAME
            continue
        if not _exists(syntax, module, name, facts):
            continue
        added = found.add(target, item, f"{module}.{name}", listed=name in listed)
        if added is not None and item is not None and (id(item), name) in documented:
            added.pages.append((module, name))


def _exists(syntax: PackageSyntax, module: str, name: str, facts: Mapping[str, SourceFacts]) -> bool:
    """Tell whether an imported module has a name: not one for type checkers or for a run as a script alone."""
    if name.startswith("__"):
        return name == "__version__"
    member = syntax.members(module).get(name)
    if member is None or name in (syntax.exports(module) or ()) or syntax.is_filled_when_loaded(module):
        return True
    if syntax.is_defined_by_stub(module, name):
        return True
    line = member.alias_lineno if isinstance(member, griffe.Alias) else member.lineno
    idle = facts[module].idle if module in facts else ()
    # griffe takes the `else` of `if TYPE_CHECKING` for a part of it.
    runs = member.runtime or (bool(idle) and isinstance(member, griffe.Object))
    return runs and not any((line or 0) in block for block in idle)


def _names(syntax: PackageSyntax, module: str) -> Iterator[tuple[str, Definition | None, str]]:
    """Yield the exported names of a module, each with its definition and the path of that."""
    for one in exported_names(syntax, module):
        if one.definition is not None:
            yield one.name, one.definition, one.definition.path
        else:
            yield one.name, None, outermost(syntax, one.target)
