"""The modules that a distribution's names lead to: its own, and those of its dependencies where they are installed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from pro_context_engine.sources.packages.files.distribution_files import DistributionFile
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles

# A package takes bases and re-exports from some dozens of modules of its dependencies.
MAX_OUTSIDE = 300


class KnownModules(Mapping[str, ModuleFiles]):
    """A distribution's modules, and beside them any module of the folder that it is installed in.

    Iteration yields the distribution's own modules; another one is looked for when its name is asked for.
    """

    def __init__(self, own: Mapping[str, ModuleFiles], folder: Path | None) -> None:
        """Record the inputs; nothing is looked for yet.

        Args:
            own: the distribution's modules by dotted name.
            folder: the folder on the import path where its dependencies may lie, None for none.
        """
        self._own = own
        self._folder = folder
        self._outside: dict[str, ModuleFiles | None] = {}
        self._found = 0

    def __getitem__(self, name: str) -> ModuleFiles:
        if name in self._own:
            return self._own[name]
        if name not in self._outside:
            self._outside[name] = self._look(name)
        found = self._outside[name]
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)

    def _look(self, name: str) -> ModuleFiles | None:
        parts = name.split(".")
        # A package of the distribution has no modules of others; a namespace may have.
        if self._folder is None or parts[0] in self._own or self._found >= MAX_OUTSIDE:
            return None
        if not all(part.isidentifier() for part in parts) or (len(parts) > 1 and not self._is_there(parts[0])):
            return None
        relative = PurePosixPath(*parts)
        package, plain = relative / "__init__", relative
        for base, is_package in ((package, True), (plain, False)):
            source, stub = self._file(base, ".py"), self._file(base, ".pyi")
            if source or stub:
                self._found += 1
                return ModuleFiles(name, source, stub, is_package)
        return None

    def _is_there(self, top: str) -> bool:
        return self._folder is not None and (self._folder / top).is_dir()

    def _file(self, base: PurePosixPath, suffix: str) -> DistributionFile | None:
        relative = base.with_name(base.name + suffix)
        path = self._folder / relative if self._folder else None
        return DistributionFile(relative, path) if path is not None and path.is_file() else None
