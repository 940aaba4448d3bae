"""The modules of JavaScript in one npm package."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePosixPath

from pro_context_engine.sources.packages.npm.code.module_paths import imported_path, lacks_default, may_have_module
from pro_context_engine.sources.packages.npm.declarations.entry_points import CODE_SUFFIXES, code_at, code_entry_points
from pro_context_engine.sources.packages.npm.npm_files import NpmFiles

_LEFT_OUT = frozenset({"__tests__", "benchmark", "benchmarks", "example", "examples", "node_modules", "test", "tests"})


class NpmModules:
    """The modules; implements `CodeFiles`.

    Args:
        files: the files of the package.
    """

    def __init__(self, files: NpmFiles) -> None:
        self._files = files

    def paths(self) -> Iterable[str]:
        """Return the paths of all modules; see `CodeFiles`."""
        code = (path for path in sorted(self._files.paths()) if path.endswith(CODE_SUFFIXES) and ".min." not in path)
        return [path for path in code if _LEFT_OUT.isdisjoint(path.split("/")[:-1])]

    def text(self, path: str) -> str:
        """Return a module's text; see `CodeFiles`."""
        return self._files.text(path)

    def module(self, specifier: str, path: str) -> str | None:
        """Return the path of a module; see `CodeFiles`."""
        if not path:
            known = self._entries.get(specifier)
            return known or (None if specifier == "." else self._below(specifier))
        if not specifier.startswith("."):
            return None
        return code_at(f"{path.rpartition('/')[0]}/{specifier}", self._files.paths())

    def may_have(self, subpath: str) -> bool:
        """Tell whether there may be a module at a subpath; see `CodeFiles`."""
        return may_have_module(self._files.manifest(), self._files.paths(), subpath)

    def lacks_default(self, subpath: str) -> bool:
        """Tell whether the module at a subpath surely has no default export; see `CodeFiles`."""
        path = imported_path(self._files.manifest(), subpath)
        is_module = path.endswith(".mjs") or (path.endswith(".js") and self._type_at(path) == "module")
        return is_module and lacks_default(self._files.text(path))

    def _type_at(self, path: str) -> object:
        """Return the type of modules that the nearest manifest above a file states."""
        folders = [str(one) for one in PurePosixPath(path).parents]
        nearest = next((one for one in folders if f"{one}/package.json" in self._files.paths()), "")
        return self._files.manifest(nearest).get("type")

    def _below(self, subpath: str) -> str | None:
        """Return the module at a subpath without an entry point, perhaps that of a manifest in a folder."""
        paths = self._files.paths()
        if found := code_at(subpath, paths):
            return found
        manifest = self._files.manifest(subpath.removeprefix("./"))
        own = (manifest.get("module"), manifest.get("main"))
        every = (code_at(f"{subpath}/{path}", paths) for path in own if isinstance(path, str))
        return next(filter(None, every), None)

    @cached_property
    def _entries(self) -> dict[str, str]:
        return code_entry_points(self._files.manifest(), self._files.paths())
