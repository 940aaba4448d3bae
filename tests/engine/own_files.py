"""The declaration files of a package without those of others, from texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pro_context_engine.sources.packages.npm.code.module_paths import imported_path, lacks_default, may_have_module
from pro_context_engine.sources.packages.npm.declarations.entry_points import CODE_SUFFIXES, code_at, declarations_at


class OwnCode:
    """Implements `CodeFiles`.

    Args:
        texts: of the files of a package, by path.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def paths(self) -> Iterable[str]:
        """Return the paths of all modules; see `CodeFiles`."""
        return [path for path in self._texts if path.endswith(CODE_SUFFIXES)]

    def text(self, path: str) -> str:
        """Return a module's text; see `CodeFiles`."""
        return self._texts.get(path, "")

    def module(self, specifier: str, path: str) -> str | None:
        """Return the path of a module; see `CodeFiles`."""
        if path and not specifier.startswith("."):
            return None
        return code_at(f"{path.rpartition('/')[0]}/{specifier}", self._texts)

    def may_have(self, subpath: str) -> bool:
        """Tell whether there may be a module at a subpath; see `CodeFiles`."""
        return may_have_module(json.loads(self._texts.get("package.json", "{}")), frozenset(self._texts), subpath)

    def lacks_default(self, subpath: str) -> bool:
        """Tell whether the module at a subpath surely has no default export; see `CodeFiles`."""
        path = imported_path(json.loads(self._texts.get("package.json", "{}")), subpath)
        return path.endswith(".mjs") and lacks_default(self._texts[path])


class OwnFiles:
    """Implements `DeclarationFiles`.

    Args:
        package: its name.
        entries: output of `entry_points`.
        texts: of its files, by path.
    """

    def __init__(self, package: str, entries: Mapping[str, str], texts: Mapping[str, str]) -> None:
        self.entries = entries
        self._package = package
        self._texts = texts
        self._modules = {package + subpath.removeprefix("."): path for subpath, path in entries.items()}

    def text(self, path: str) -> str:
        """Return a file's text; see `DeclarationFiles`."""
        return self._texts.get(path, "")

    def target(self, specifier: str, path: str) -> str | None:
        """Return the declaration file of a module as a file imports it; see `DeclarationFiles`."""
        if not specifier.startswith("."):
            inner = specifier.removeprefix(f"{self._package}/")
            own = None if inner == specifier else declarations_at(inner, self._texts)
            return self._modules.get(specifier) or own
        return declarations_at(f"{path.rpartition('/')[0]}/{specifier}", self._texts)

    def code(self) -> OwnCode:
        """Return the code of the package; see `DeclarationFiles`."""
        return OwnCode(self._texts)
