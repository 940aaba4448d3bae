"""The modules of JavaScript in one npm package."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

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
            return known or (None if specifier == "." else code_at(specifier, self._files.paths()))
        if not specifier.startswith("."):
            return None
        return code_at(f"{path.rpartition('/')[0]}/{specifier}", self._files.paths())

    @cached_property
    def _entries(self) -> dict[str, str]:
        return code_entry_points(self._files.manifest(), self._files.paths())
