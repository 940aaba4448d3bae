"""The packages that an npm package hands on or is typed by, as files under `node_modules/NAME/` in one tree."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import npm_version
from pro_context_engine.libraries.project.environment_layout import up_to_repository
from pro_context_engine.libraries.project.node_modules import package_in
from pro_context_engine.libraries.project.requirements import Ecosystem, package_name
from pro_context_engine.sources.packages.npm.code.npm_modules import NpmModules
from pro_context_engine.sources.packages.npm.code.source_declarations import source_declarations
from pro_context_engine.sources.packages.npm.declarations.declaration_files import OTHERS, described_package, parts_of
from pro_context_engine.sources.packages.npm.declarations.entry_points import (
    CODE_SUFFIXES,
    code_at,
    code_entry_points,
    declarations_at,
    entry_points,
)
from pro_context_engine.sources.packages.npm.npm_files import NpmFiles
from pro_context_engine.sources.packages.package_documentation import LackingPackage
from pro_context_engine.sources.packages.symbols.names_in_texts import PackageText

MOST_COMPANIONS = 12
"""The maximum number of other packages in one tree."""

MOST_CODE = 20_000_000
"""The maximum number of characters of code that are read for the declarations of one tree."""

_MOST_PARENTS = 20
_TEXTS = (".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", ".md")
_DEPENDENCIES = ("dependencies", "peerDependencies")
_OPTIONAL = "peerDependenciesMeta"
# The modules of Node.js: packages with these names stand in for them elsewhere.
_BUILT_IN = frozenset(
    {"assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram", "dns"}
    | {"domain", "events", "fs", "http", "http2", "https", "inspector", "module", "net", "os", "path", "perf_hooks"}
    | {"process", "punycode", "querystring", "readline", "repl", "stream", "string_decoder", "sys", "timers", "tls"}
    | {"tty", "url", "util", "v8", "vm", "worker_threads", "zlib"}
)

Beside = Callable[[InstalledPackage, str], InstalledPackage | None]
"""Returns the package with a name that another package imports, None if there is none."""


class PackageTree(Container[str]):
    """The files of a package, and those of other packages, which are listed when they are needed.

    The declarations of a package without any of its own are those of its package of types (`@types/x`). Where that is
    not there, they are what the comments of its code document.

    Args:
        package: the package.
        beside: finds the packages that others import.
        own: the files of the package, if they are listed already.
        reads_code: whether code may stand in for declarations.
    """

    def __init__(
        self, package: InstalledPackage, beside: Beside, own: NpmFiles | None = None, *, reads_code: bool = True
    ) -> None:
        self._package = package
        self._beside = beside
        self._reads_code = reads_code
        self._code: dict[str, str] = {}
        self._code_left = MOST_CODE
        self.own = own or NpmFiles(Path(package.location))
        self._others: dict[str, _Companion | None] = {}
        self._lacking: dict[str, LackingPackage] = {}

    def __contains__(self, path: object) -> bool:
        """Tell whether the tree has a file."""
        if not isinstance(path, str):
            return False
        name, inner = parts_of(path)
        other = self._others.get(name) if name else None
        return inner in (other.paths if other else self._own_paths if not name else ())

    def text(self, path: str) -> str:
        """Return a file's text, "" for a missing file and for one that may not be read."""
        name, inner = parts_of(path)
        if not name:
            is_code = self.is_code and path.endswith(CODE_SUFFIXES)
            return self._declared_by_code(path) if is_code else self.own.text(path)
        other = self._others.get(name)
        return other.files.text(inner) if other else ""

    def code(self) -> NpmModules:
        """Return the code of the package itself; see `DeclarationFiles`."""
        return NpmModules(self.own)

    def opened(self) -> list[NpmFiles]:
        """Return the files of the package, and those of the other packages that were listed."""
        return [self.own, *(other.files for other in self._others.values() if other)]

    def texts(self) -> Iterator[PackageText]:
        """Yield the texts of the package, and of the packages that it hands on or is typed by."""
        for files in self.opened():
            for path in sorted(files.paths()):
                if path.endswith(_TEXTS):
                    yield PackageText(files.content(path))

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """The declaration files at the package's entry points, by subpath."""
        if self.is_code:
            return code_entry_points(self.own.manifest(), self._own_paths)
        return self._typed_entries

    @cached_property
    def is_code(self) -> bool:
        """True if the declarations of the package are read from its code."""
        return self._reads_code and not self._typed_entries

    @cached_property
    def _typed_entries(self) -> Mapping[str, str]:
        return self._typed(self._package, entry_points(self.own.manifest(), self._own_paths))

    def target(self, specifier: str, path: str) -> str | None:
        """Return the declaration file of a module as a file imports it, None for an unknown one.

        Args:
            specifier: as the source writes it.
            path: path of the file.
        """
        name, _ = parts_of(path)
        if specifier.startswith("."):
            at = code_at if self.is_code and not name else declarations_at
            return at(f"{path.rpartition('/')[0]}/{specifier}", self)
        package, subpath = _split(specifier)
        if package in _BUILT_IN:
            return None
        if package == self._package.name:
            return self.entries.get(subpath) or (self._below(subpath[2:], self.own, "") if subpath != "." else None)
        importer = self._others.get(name) if name else None
        if importer and package in (importer.package.name, described_package(importer.package.name)):
            return importer.entries.get(subpath)
        found = self._companion(package, importer.package if importer else self._package)
        if found is None:
            return None
        known = found.entries.get(subpath)
        folder = f"{OTHERS}/{found.package.name}/"
        return known or (None if subpath == "." else self._below(subpath[2:], found.files, folder))

    def _below(self, subpath: str, files: NpmFiles, folder: str) -> str | None:
        """Return the declaration file at a subpath without an entry point, perhaps that of a manifest in a folder.

        Args:
            subpath: a path without its ending, or a folder.
            files: the files of the package.
            folder: the beginning of their paths in the tree.
        """
        if found := declarations_at(f"{folder}{subpath}", self):
            return found
        manifest = files.manifest(subpath)
        own = (manifest.get("types"), manifest.get("typings"), manifest.get("main"))
        every = (declarations_at(f"{folder}{subpath}/{path}", self) for path in own if isinstance(path, str))
        return next(filter(None, every), None)

    def source_of(self, path: str) -> InstalledPackage | None:
        """Return the other package that a file belongs to, None for a file of the package itself."""
        other = self._others.get(parts_of(path)[0])
        return other.package if other else None

    def lacking(self) -> list[LackingPackage]:
        """Return the packages that were looked for and not found, those with types first."""
        return sorted(self._lacking.values(), key=lambda one: not one.name.startswith("@types/"))

    def _declared_by_code(self, path: str) -> str:
        """Return the declarations that a module of the package documents."""
        if path not in self._code:
            source = self.own.text(path)
            self._code_left -= len(source)
            self._code[path] = source_declarations(source) if self._code_left >= 0 else ""
        return self._code[path]

    def _typed(self, package: InstalledPackage, own: Mapping[str, str]) -> Mapping[str, str]:
        """Return entry points with those of the package of types, if the package has no declarations of its own."""
        if "." in own or package.name.startswith("@types/"):
            return own
        types = self._open(types_package(package.name), package, _fitting_types(package.version))
        return {**types.entries, **own} if types else own

    def _companion(self, name: str, importer: InstalledPackage) -> _Companion | None:
        """Return a package that another one imports, or its package of types where only that is there."""
        if not package_name(Ecosystem.NPM, name) or name in self._others:
            return self._others.get(name)
        ranges = self._ranges(importer)
        wanted = (ranges[name],) if name in ranges else ()
        found = self._open(name, importer, wanted)
        types = types_package(name)
        if found is None and types in ranges:
            found = self._open(types, importer, (ranges[types],))
        self._others[name] = found
        return found

    def _open(self, name: str, importer: InstalledPackage, ranges: tuple[str, ...]) -> _Companion | None:
        """Return a package, listed at its first use; note it as lacking if it is not there and some version fits."""
        if name in self._others:
            return self._others[name]
        if len({one.package for one in self._others.values() if one}) >= MOST_COMPANIONS:
            return None
        package = self._beside(importer, name)
        if package is None:
            if ranges:
                self._lacking.setdefault(name, LackingPackage(name, ranges))
            return None
        files = NpmFiles(Path(package.location))
        own = {
            subpath: f"{OTHERS}/{name}/{path}"
            for subpath, path in entry_points(files.manifest(), files.paths()).items()
        }
        self._others[name] = _Companion(package, files, files.paths(), own)
        typed = self._typed(package, own)
        self._others[name] = found = _Companion(package, files, files.paths(), typed)
        return found

    def _ranges(self, importer: InstalledPackage) -> Mapping[str, str]:
        """Return the versions of other packages that a package needs, by their names."""
        other = self._others.get(importer.name)
        manifest = other.files.manifest() if other else self.own.manifest()
        found: dict[str, str] = {}
        optional = manifest.get(_OPTIONAL)
        for key in _DEPENDENCIES:
            needed = manifest.get(key)
            for name, versions in needed.items() if isinstance(needed, dict) else ():
                if isinstance(versions, str) and not (isinstance(optional, dict) and name in optional):
                    found.setdefault(name, versions)
        return found

    @cached_property
    def _own_paths(self) -> frozenset[str]:
        return self.own.paths()


@value_class
class _Companion:
    """Another package in a tree: its files, their paths in its folder, and its entry points as paths in the tree."""

    package: InstalledPackage
    files: NpmFiles
    paths: frozenset[str]
    entries: Mapping[str, str]


def types_package(name: str) -> str:
    """Return the name of the package that publishes the types of another one (`@a/b`: `@types/a__b`)."""
    return f"@types/{name.removeprefix('@').replace('/', '__')}"


def installed_beside(package: InstalledPackage, name: str) -> InstalledPackage | None:
    """Return the package that an installed one imports: the nearest in the `node_modules` around it.

    Args:
        package: an installed package; any other has no neighbours.
        name: name of the imported package.
    """
    for folder in dict.fromkeys(_folders_around(Path(package.location))):
        if found := package_in(folder / name, name):
            return found
    return None


def _folders_around(location: Path) -> Iterator[Path]:
    """Yield the `node_modules` folders in which imports of a package are looked up, nearest first."""
    for start in dict.fromkeys((location, location.resolve())):
        around = [folder for folder in list(start.parents)[:_MOST_PARENTS] if folder.name == OTHERS]
        if around:
            yield start / OTHERS
            yield from around
            yield from (folder / OTHERS for folder in up_to_repository(around[-1].parent))


def _fitting_types(version: str) -> tuple[str, ...]:
    """Return the versions of a package of types that fit: the same minor, else older ones, else the same major."""
    exact = npm_version(version)
    if exact is None:
        return ()
    major, minor = exact.release[0], exact.release[1]
    return f"{major}.{minor}.x", f">={major}.0.0 <{major}.{minor}.0", f"{major}.x", f"<{major}.0.0"


def _split(specifier: str) -> tuple[str, str]:
    """Return the package of a specifier and its subpath ("." for the package itself)."""
    parts = specifier.split("/")
    length = 2 if specifier.startswith("@") else 1
    return "/".join(parts[:length]), "/".join([".", *parts[length:]])
