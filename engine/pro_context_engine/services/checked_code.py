"""The check of code against the packages that it uses (contract `full`, tool check-code).

The module is over 300 lines because Python and TypeScript share the way from findings of a walk to those of a package.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace

from pro_context_engine.code_checks import languages, similar_names
from pro_context_engine.code_checks.code_texts import Snippet, parse_python, read_snippet, too_nested
from pro_context_engine.code_checks.python import type_checker
from pro_context_engine.code_checks.python.snippet_check import check_python
from pro_context_engine.code_checks.python.syntax.module_syntax import imported_modules, imported_parts
from pro_context_engine.code_checks.typescript.code_members import NO_AWAIT, NO_METHOD
from pro_context_engine.code_checks.typescript.package_types import Declarations, declarations_in
from pro_context_engine.code_checks.typescript.script_imports import imported_packages
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript
from pro_context_engine.domain.code_findings import (
    IMPORTS_NOTHING,
    UNREADABLE,
    CheckedPackage,
    ClosestName,
    CodeCheck,
    CodeFinding,
    CodeUse,
    FindingKind,
    PackageFinding,
    UseCounts,
)
from pro_context_engine.domain.errors import CodeUnreadable, DocsError
from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.domain.storage import SymbolStore
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.libraries.imported_modules import provider
from pro_context_engine.services.removed_names import RemovedNames
from pro_context_engine.services.used_packages import UsedPackage, UsedPackages
from pro_context_engine.services.versions import WantedVersions

# The most lines that an answer names because they cannot be parsed.
_MOST_LINES = 5
# The npm packages whose declarations stay in memory.
_KEPT_DECLARATIONS = 4
_HINTED_MESSAGES = {
    NO_METHOD: "`{name}` of `{owner}` in {package} {version} is a property, not a method.",
    NO_AWAIT: "The promise of {package} {version} has no attribute `{name}`, but its result has: `await` is missing.",
}
_MESSAGES = {
    FindingKind.MISSING_MODULE: "{package} {version} has no module `{name}`.",
    FindingKind.MISSING_NAME: "{package} {version} has no `{name}` here.",
    FindingKind.MISSING_ATTRIBUTE: "`{owner}` of {package} {version} has no attribute `{name}`.",
    FindingKind.REMOVED: "`{name}` is not in {package} {version} any more; {until} has it.",
    FindingKind.UNKNOWN_ARGUMENT: "`{owner}` of {package} {version} takes no argument `{name}`.",
    FindingKind.MISSING_ARGUMENT: "The call of `{owner}` of {package} {version} lacks the argument `{name}`.",
    FindingKind.DEPRECATED: "`{name}` is deprecated in {package} {version}.",
}
_OF_OBJECTS = frozenset({FindingKind.MISSING_ATTRIBUTE, FindingKind.REMOVED})


@value_class
class _Asked:
    """The code of a check; see `CodeCheckService.check`."""

    snippet: Snippet
    language: str
    wanted: Sequence[tuple[str, str | None]]
    most: int
    deprecated: bool


@part_class
class CodeCheckService:
    """Check code.

    Attributes:
        used_packages: finds the packages that code uses.
        versions: opens libraries, and judges their versions.
        symbol_intake: has symbol tables made.
        removed_names: looks names up in the stored tables of earlier versions.
        store: keeps the symbol tables.
    """

    used_packages: UsedPackages
    versions: WantedVersions
    symbol_intake: SymbolIntake
    removed_names: RemovedNames
    store: SymbolStore
    _behind: set[asyncio.Task[None]] = field(init=False, default_factory=set)
    _declared: RecentValues[tuple[str, str], Declarations] = field(
        init=False, default_factory=lambda: RecentValues(_KEPT_DECLARATIONS)
    )
    # The declarations are read during a check; those of one package serve several checks.
    _one_script: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    async def check(
        self,
        code: str,
        language: str | None,
        wanted: Sequence[tuple[str, str | None]],
        most: int,
        *,
        deprecated: bool = True,
    ) -> CodeCheck:
        """Return the uses in code that do not fit the packages; neither the code nor a package is executed.

        Args:
            code: a snippet, a file, or a unified diff, of which the added lines count.
            language: "python", "typescript" or "javascript"; None to tell it by the code.
            wanted: (libraryId, version or None) pairs to check against; () for what the code imports, in the
                project's versions.
            most: bound on the findings.
            deprecated: whether deprecations are findings too.

        Raises:
            CodeUnreadable: the code cannot be read.
            LibraryUnknown: no library has one of the ids.
            DocsError: the fact why the package of a named library cannot be read.
        """
        snippet = read_snippet(code)
        if too_nested(snippet.text):
            raise CodeUnreadable("is nested too deeply")
        asked = _Asked(snippet, language or languages.language_of(snippet.text), wanted, most, deprecated)
        return await (self._python(asked) if asked.language == languages.PYTHON else self._typescript(asked))

    async def close(self) -> None:
        """Stop the work behind the answers."""
        for task in self._behind:
            task.cancel()
        await asyncio.gather(*self._behind, return_exceptions=True)
        await self.used_packages.close()

    async def _python(self, asked: _Asked) -> CodeCheck:
        snippet = asked.snippet
        tree, text = await asyncio.to_thread(parse_python, snippet.text)
        if tree is None:
            raise CodeUnreadable("is not Python that can be parsed")
        modules = imported_modules(tree)
        packages, missing = await self._packages(asked, modules, imported_parts(tree))
        missing = [*_unread(snippet, text), *missing] or _without_import(packages)
        dependencies = await self.used_packages.dependencies(packages)
        folders = [*dict.fromkeys([*(one.folder for one in packages), *dependencies])]
        if not packages:
            return CodeCheck((), 0, (), tuple(missing), languages.PYTHON, type_checker.name_and_version())
        owners = {module: one for module in modules if (one := _provider(module, packages))}
        shared = [module for module in modules if any(one.has_part_of(module) for one in packages)]
        tops = frozenset([*owners, *shared])
        result = await asyncio.to_thread(check_python, text, tree, folders, tops)
        if result.exhausted:
            missing.append(("code", "the rest is too large to be followed"))
        missing += [(name, "not among the named libraries") for name in modules if asked.wanted and name not in tops]
        if not asked.wanted:
            owners |= await self._dependencies_of(result.findings, owners, packages)
        findings = [(_owner(one, owners, packages), one) for one in result.findings]
        counts = _counts(result.uses, owners, packages)
        checked = await self._result(asked, findings, packages, counts, missing)
        return replace(checked, used=_in_file(result.used, snippet))

    async def _typescript(self, asked: _Asked) -> CodeCheck:
        code = asked.snippet.text
        packages, missing = await self._packages(asked, imported_packages(code))
        missing = missing or _without_import(packages)
        declared = {one.files.name: found for one in packages if (found := await self._declarations(one))}
        unread = [one.files.name for one in packages if one.files.name not in declared]
        missing += [(name, "it has no readable declarations") for name in unread]
        async with self._one_script:
            result = await asyncio.to_thread(
                check_typescript, code, declared, is_typed=asked.language == languages.TYPESCRIPT
            )
        by_name = {one.files.name: one for one in packages}
        findings = [(by_name[one.module], one) for one in result.findings if one.module in by_name]
        counts = {name: count for name, count in result.uses.items() if name in by_name}
        checked = [one for one in packages if one.files.name in declared]
        return await self._result(asked, findings, checked, counts, missing)

    async def _declarations(self, used: UsedPackage) -> Declarations | None:
        """Return the declarations of an npm package, the same as before for the packages used last; None for none."""
        key = (used.library.library_id, used.files.version)
        found = self._declared.get(key)
        if found is None:
            files = await self.used_packages.declarations(used)
            found = await asyncio.to_thread(declarations_in, used.files.name, files) if files else None
        if found is None or not found.is_readable():
            self._declared.drop(key)
            return None
        return self._declared.keep(key, found)

    async def _packages(
        self, asked: _Asked, names: Sequence[str], parts: Mapping[str, Sequence[str]] | None = None
    ) -> tuple[list[UsedPackage], list[tuple[str, str]]]:
        """Return the packages to check against, and the imported names without one, each with the reason."""
        if asked.wanted:
            return await self.used_packages.named(asked.wanted, names), []
        return await self.used_packages.imported(names, asked.language, parts)

    async def _dependencies_of(
        self, findings: Sequence[CodeFinding], owners: Mapping[str, UsedPackage], packages: Sequence[UsedPackage]
    ) -> dict[str, UsedPackage]:
        """Return the packages that the code does not import itself and that findings are about, by their module."""
        tops = sorted({one.module.partition(".")[0] for one in findings} - owners.keys())
        unknown = [top for top in tops if top and _provider(top, packages) is None]
        found, _ = await self.used_packages.imported(unknown, languages.PYTHON) if unknown else ([], [])
        return {top: one for top in unknown if (one := _provider(top, found)) is not None}

    async def _result(
        self,
        asked: _Asked,
        findings: Sequence[tuple[UsedPackage | None, CodeFinding]],
        packages: Sequence[UsedPackage],
        counts: dict[str, UseCounts],
        missing: Sequence[tuple[str, str]],
    ) -> CodeCheck:
        snippet = asked.snippet
        own = [(used, one) for used, one in findings if used is not None and _is_wanted(snippet, one)]
        kept = [(used, one) for used, one in own if asked.deprecated or one.kind is not FindingKind.DEPRECATED]
        ordered = sorted(kept, key=lambda pair: pair[1].rank)
        shown = [await self._shown(used, one, snippet) for used, one in ordered[: asked.most]]
        for used in packages:
            self._prepare(used)
        checked = tuple(self._checked(one, counts.get(one.files.name, UseCounts())) for one in packages)
        checker = type_checker.name_and_version() if asked.language == languages.PYTHON else ""
        return CodeCheck(tuple(shown), len(ordered), checked, tuple(missing), asked.language, checker)

    def _checked(self, used: UsedPackage, count: UseCounts) -> CheckedPackage:
        library_id = used.library.library_id
        verdict = self.versions.verdict(library_id, used.files.version, used.asked)
        match = verdict.match or ""
        return CheckedPackage(
            library_id, used.files.name, used.files.version, str(match), count.looked_at, count.unresolved
        )

    async def _shown(self, used: UsedPackage, one: CodeFinding, snippet: Snippet) -> PackageFinding:
        """Return a finding with its message and the pages of the closest names."""
        one = await self._with_until(used, one)
        closest = []
        for other in one.closest:
            closest.append(replace(other, url=await self._url(used, one, other)))
        line = snippet.numbers[one.line - 1] if one.line <= len(snippet.numbers) else one.line
        cut = snippet.offsets[one.line - 1] if one.line <= len(snippet.offsets) else 0
        place = replace(one, line=line, column=one.column + cut, closest=tuple(closest))
        package, version = used.files.name, used.files.version
        owner = one.owner.rpartition(".")[2] if one.kind in _OF_OBJECTS else _short(one.owner)
        hinted = _HINTED_MESSAGES.get(one.hint) if not one.until else None
        template = hinted or _MESSAGES[one.kind]
        words = {"name": one.name, "package": package, "version": version, "until": one.until}
        message = template.format(**words, owner=owner or package)
        best = next((other for other in closest if other.url), None)
        url, heading = (best.url, best.name) if best else ("", "")
        return PackageFinding(place, message, used.library.library_id, package, version, url, heading)

    async def _with_until(self, used: UsedPackage, one: CodeFinding) -> CodeFinding:
        """Return a missing name as a removed one if the stored table of an earlier version has it.

        The name that this version gives in its place comes first among the closest.
        """
        if one.kind not in (FindingKind.MISSING_NAME, FindingKind.MISSING_ATTRIBUTE):
            return one
        library_id, name = used.library.library_id, f"{one.owner.rpartition('.')[2]}.{one.name}"
        for version in await self.used_packages.earlier_versions(used):
            place = await self.removed_names.place(library_id, version, name)
            if place is None:
                continue
            meant = await self.removed_names.replacement(library_id, version, place.name)
            return replace(one, kind=FindingKind.REMOVED, until=version, closest=_with_first(meant, one.closest))
        return one

    async def _url(self, used: UsedPackage, one: CodeFinding, other: ClosestName) -> str:
        """Return the page of a name, "" while the symbol table is not stored."""
        library_id, version = used.library.library_id, used.files.version
        if one.kind in (FindingKind.UNKNOWN_ARGUMENT, FindingKind.MISSING_ARGUMENT):
            wanted = [one.owner.removesuffix(".__init__").rpartition(".")[2]]
        elif other.symbol:
            # Another class may have a member of that name too.
            wanted = [".".join(path.split(".")[-2:]) for path in (f"{one.owner}.{other.name}", other.symbol)]
        else:
            wanted = [f"{one.owner.rpartition('.')[2]}.{other.name.rpartition('.')[2]}", other.name.rpartition(".")[2]]
        found = await self.store.find_symbols(library_id, version, wanted)
        for asked, places in zip(wanted, found, strict=False):
            exact = [place for place in places if place.name.rpartition(".")[2] == asked.rpartition(".")[2]]
            if exact:
                return exact[0].url
        return ""

    def _prepare(self, used: UsedPackage) -> None:
        """Have the symbol table of a package made behind the answer, for the pages of the closest names."""

        async def prepare() -> None:
            with suppress(DocsError):
                self.symbol_intake.start(await self.versions.open(used.library, used.files.version))

        task = asyncio.create_task(prepare())
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)


def _unread(snippet: Snippet, parsed: str) -> list[tuple[str, str]]:
    """Return the lines of Python code that were left out because they cannot be parsed, with the reason."""
    pairs = zip(snippet.text.split("\n"), parsed.split("\n"), snippet.numbers, strict=False)
    lines = [number for before, after, number in pairs if before.strip() and not after.strip()]
    if not lines:
        return []
    if not parsed.strip():
        return [("code", UNREADABLE)]
    more = f" and {len(lines) - _MOST_LINES} more" if len(lines) > _MOST_LINES else ""
    return [("code", f"cannot be read as Python: line {', '.join(map(str, lines[:_MOST_LINES]))}{more}")]


def _without_import(packages: Sequence[UsedPackage]) -> list[tuple[str, str]]:
    """Return the note that nothing is checked because the code imports no package; [] where it imports one."""
    return [] if packages else [("code", IMPORTS_NOTHING)]


def _in_file(used: Sequence[CodeUse], snippet: Snippet) -> tuple[CodeUse, ...]:
    """Return the uses with their lines in the file; of a diff, those in its added lines alone."""
    wanted = (one for one in used if snippet.changed is None or one.line in snippet.changed)
    return tuple(replace(one, line=snippet.numbers[one.line - 1]) for one in wanted if one.line <= len(snippet.numbers))


def _is_wanted(snippet: Snippet, one: CodeFinding) -> bool:
    return snippet.changed is None or one.line in snippet.changed


def _owner(one: CodeFinding, owners: dict[str, UsedPackage], packages: Sequence[UsedPackage]) -> UsedPackage | None:
    """Return the package that a finding is about, None if the package of its module is not checked."""
    return owners.get(one.module.partition(".")[0]) or _provider(one.module, packages)


def _provider(module: str, packages: Sequence[UsedPackage]) -> UsedPackage | None:
    """Return the package that has a module; the installed packages of an environment share one folder.

    Of several packages that share the folder of a top-level module, none is meant by the folder alone.
    """
    top = module.partition(".")[0]
    having = [one for one in packages if one.provides(top)]
    files = provider([one.files for one in having], module)
    if own := next((one for one in having if one.files is files), None):
        return own
    sharing = [one for one in having if one.is_alone or one.has_part_of(top)]
    return sharing[0] if len(sharing) == 1 or any(one.is_alone for one in sharing) else None


def _with_first(meant: str, closest: Sequence[ClosestName]) -> tuple[ClosestName, ...]:
    """Return the closest names with the one that is meant first, "" for unknown."""
    last = meant.rpartition(".")[2]
    known = [other for other in closest if other.name == last]
    rest = [other for other in closest if other.name != last]
    return (*(known or [ClosestName(meant)] if meant else []), *rest)[: similar_names.MOST]


def _counts(
    uses: dict[str, UseCounts], owners: dict[str, UsedPackage], packages: Sequence[UsedPackage]
) -> dict[str, UseCounts]:
    found: dict[str, UseCounts] = {}
    for top, count in uses.items():
        sharing = (one for one in packages if one.has_part_of(top))
        used = owners.get(top) or _provider(top, packages) or next(sharing, None)
        if used is not None:
            sums = found.setdefault(used.files.name, UseCounts())
            sums.looked_at += count.looked_at
            sums.unresolved += count.unresolved
    return found


def _short(owner: str) -> str:
    """Return the last names of a function: with its class, without `__init__`."""
    parts = owner.removesuffix(".__init__").removesuffix(".__new__").split(".")
    return ".".join(parts[-2:] if len(parts) > 1 and parts[-2][:1].isupper() else parts[-1:])
