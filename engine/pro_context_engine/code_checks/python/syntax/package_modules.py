"""The modules of unpacked packages, found by name in their folders and parsed when they are needed."""

from __future__ import annotations

import ast
import re
import warnings
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pro_context_engine.code_checks.python.syntax.listed_names import listed_names
from pro_context_engine.code_checks.python.syntax.module_syntax import ImportPackage, ModuleSyntax
from pro_context_engine.code_checks.python.syntax.package_texts import TextFile, texts_of
from pro_context_engine.code_checks.python.syntax.text_searches import is_part
from pro_context_engine.code_checks.python.syntax.written_classes import WrittenClasses, classes_in
from pro_context_engine.libraries.project.regular_file import beginning
from pro_context_engine.sources.packages.files.distribution_files import MOST_FILE_BYTES, FileRefused, bytes_within
from pro_context_engine.sources.packages.python.parsing.code_size import may_be_parsed

_GIVEN = re.compile(r"\.(\w+)\s*=(?!=)")
_REGISTERED = tuple(re.compile(rf"{verb}\w*\(\s*[\"'](\w+)[\"']") for verb in ("register", "accessor"))
# `sys.modules[name.replace("harbour.new", "old_harbour")] = sys.modules[name]`
_STANDS_FOR = re.compile(
    r"sys\.modules\[\s*\w+\.replace\(\s*[\"']([\w.]+)[\"'],\s*[\"'](\w+)[\"'](?:,\s*1)?\s*\)\s*\]\s*=\s*sys\.modules\["
)
_KEPT_CHARACTERS = 12_000_000
_MOST_RECORDED = 4_000_000

_SUFFIXES = (".pyi", ".py")
_LEFT_OUT = frozenset({"test", "tests"})
"""Folders that unpacked packages lack (`package_index/python/unpacking.py`), so that their modules may exist."""


class _ParsedFiles:
    """The files parsed last in this process, bounded by the characters of their sources; safe to use from threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], tuple[str, ast.Module]] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def read(self, path: Path, folder: Path) -> tuple[str, ast.Module] | None:
        """Return the text and the syntax of a file, None if it cannot be read or parsed."""
        try:
            key = (str(path), path.stat().st_mtime_ns)
        except OSError:
            return None
        with self._lock:
            if found := self._kept.get(key):
                self._kept.move_to_end(key)
                return found
        parsed = _parse(path, folder)
        if parsed is None:
            return None
        with self._lock:
            self._kept[key] = parsed
            self._characters += len(parsed[0])
            while self._characters > _KEPT_CHARACTERS and len(self._kept) > 1:
                _, (text, _) = self._kept.popitem(last=False)
                self._characters -= len(text)
        return parsed


_MOST_TRIES = 4
_files = _ParsedFiles()


def _parse(path: Path, folder: Path) -> tuple[str, ast.Module] | None:
    try:
        text = bytes_within(path, [folder.resolve()], MOST_FILE_BYTES).decode("utf-8", "replace")
        if not may_be_parsed(text):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return text, _syntax(text)
    except (FileRefused, OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _syntax(text: str) -> ast.Module:
    """Return the syntax of a file; CPython 3.11 may refuse it while another thread parses (gh-106905)."""
    for _ in range(_MOST_TRIES):
        with suppress(SystemError):
            return ast.parse(text)
    raise MemoryError


class _Place(NamedTuple):
    """A file that may be a module, whether it is the `__init__` of a package, and its packages folder."""

    path: Path
    is_package: bool
    folder: Path


def _places(folders: Sequence[Path], name: str, suffixes: tuple[str, ...]) -> Iterator[_Place]:
    """Yield the files that may be a module, in the order in which an import or a type checker takes them."""
    parts = name.split(".")
    if not all(part.isidentifier() for part in parts):
        return
    for folder in folders:
        for first in (f"{parts[0]}-stubs", parts[0]) if suffixes[0] == ".pyi" else (parts[0],):
            base = folder.joinpath(first, *parts[1:])
            for file, is_package in ((base / "__init__", True), (base, False)):
                for suffix in suffixes:
                    path = file.with_name(file.name + suffix)
                    if path.is_file():
                        yield _Place(path, is_package, folder)


class PackageModules:
    """The modules of some packages.

    Args:
        folders: the folders on the import path, in its order: those of the packages, then those of their dependencies.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self.characters = 0
        """The characters of the modules parsed so far."""
        self._listed: dict[str, frozenset[str] | None] = {}
        self._modules: dict[tuple[str, bool], ModuleSyntax | None] = {}
        self._aliases: dict[str, str] = {}

    def find(self, name: str, *, source: bool = False) -> ModuleSyntax | None:
        """Return a module by its dotted name, None if no folder has it or it cannot be parsed.

        Args:
            name: dotted name.
            source: whether the source is wanted where a stub lies beside it.
        """
        key = (name, source)
        if key not in self._modules:
            name = self._meant(name)
            self._modules[key] = self._look(name, _SUFFIXES[::-1] if source else _SUFFIXES)
        return self._modules[key]

    def exists(self, name: str) -> bool:
        """Tell whether a module or a folder of modules has this name, compiled ones included."""
        parts = self._meant(name).split(".")
        if not all(part.isidentifier() for part in parts):
            return False
        tests = next((count for count, part in enumerate(parts, 1) if count > 1 and part in _LEFT_OUT), 0)
        if tests and not self._is_at_hand(parts[:tests]):
            return self.exists(parts[0])
        return self._is_at_hand(parts)

    def _is_at_hand(self, parts: Sequence[str]) -> bool:
        """Tell whether a package folder has a module, or a folder of modules, with the parts of a dotted name."""
        for folder in self.folders:
            path = folder.joinpath(*parts)
            if path.is_dir() or any(path.with_name(parts[-1] + suffix).is_file() for suffix in (".py", ".pyi")):
                return True
            if "/".join(parts) in _compiled_modules(str(folder)):
                return True
        return False

    def listed(self, name: str) -> frozenset[str] | None:
        """Return the names that `__all__` of a module lists, None where its text alone does not surely tell them."""
        if name not in self._listed:
            place = next(_places(self.folders, name, _SUFFIXES), None)
            self._listed[name] = listed_names(place.path, place.folder) if place is not None else None
        return self._listed[name]

    def _meant(self, name: str) -> str:
        """Return the name of the module that a name stands for: a package may only stand for another one."""
        top, dot, rest = name.partition(".")
        if top not in self._aliases:
            self._aliases[top] = top
            place = next(_places(self.folders, top, (".py",)), None)
            parsed = _files.read(place.path, place.folder) if place is not None else None
            found = _STANDS_FOR.search(parsed[0]) if parsed else None
            if found is not None and found[2] == top and self.exists(found[1]):
                self._aliases[top] = found[1]
        return f"{self._aliases[top]}{dot}{rest}"

    def _look(self, name: str, suffixes: tuple[str, ...]) -> ModuleSyntax | None:
        for place in _places(self.folders, name, suffixes):
            if parsed := _files.read(place.path, place.folder):
                text, tree = parsed
                self.characters += len(text)
                return ModuleSyntax(name, tree, text, place.is_package, place.path, place.folder)
        return None

    def texts(self, package: ImportPackage | None, having: str = "") -> Sequence[TextFile]:
        """Return the files of an import package with their texts, within bounds; none for code that is no file.

        Args:
            package: the import package.
            having: only the files that contain this text.
        """
        if package is None:
            return ()
        return texts_of(package).having(having) if having else texts_of(package).files

    def has_class(self, package: ImportPackage, name: str) -> bool:
        """Tell whether an import package defines a class of this name."""
        return name in texts_of(package).class_names

    def heirs(self, package: ImportPackage | None, name: str) -> dict[str, list[str]]:
        """Return the classes of a distribution that inherit from a class of this name, with their sources."""
        found: dict[str, list[str]] = {}
        waiting = [name]
        for base in waiting if package is not None else ():
            for one in _classes(package).heirs.get(base, ()):
                if one.name not in found:
                    waiting.append(one.name)
                found.setdefault(one.name, []).append(one.source)
        return found

    def other_bases(self, package: ImportPackage | None, name: str) -> dict[str, list[str]]:
        """Return the further bases of the classes that inherit from a class of this name, with their sources."""
        classes = _classes(package) if package is not None else WrittenClasses()
        found: dict[str, list[str]] = {}
        waiting = [*self.heirs(package, name)]
        seen = {name, *waiting}
        for one in waiting:
            for each in classes.named.get(one, ()):
                further = [base for base in each.bases if base not in seen]
                seen.update(further)
                waiting += further
                found |= {base: [other.source for other in classes.named.get(base, ())] for base in further}
        return found

    def given(self, package: ImportPackage) -> frozenset[tuple[str, str]]:
        """Return the attributes that an import package assigns to classes, each with the name of its class.

        The class is "" for a name that the package registers for some class.
        """
        return _given(package)

    def mentions(self, module: ModuleSyntax, word: str) -> bool:
        """Tell whether a word stands in the code of the import package that has a module; True beyond the bounds."""
        if module.package is None:
            return word in module.text
        # The texts of one package at a time, since few stay in memory.
        every = (module.package, *module.beside)
        return any(texts_of(one).has_word(word) for one in every) or not all(texts_of(one).files for one in every)


@lru_cache(maxsize=4)
def _classes(package: ImportPackage) -> WrittenClasses:
    """Return the classes of a distribution with their sources."""
    return classes_in(text for other in _beside(package) for _, text in texts_of(other).files)


@lru_cache(maxsize=32)
def _given(package: ImportPackage) -> frozenset[tuple[str, str]]:
    """Return the result of `PackageModules.given`; kept apart, since few texts stay in memory."""
    found: set[tuple[str, str]] = set()
    for _, text in texts_of(package).files:
        for place in _GIVEN.finditer(text):
            start = place.start()
            while is_part(text, start - 1):
                start -= 1
            if "A" <= text[start] <= "Z":
                found.add((text[start : place.start()], place[1]))
        found.update(("", name) for pattern in _REGISTERED for name in pattern.findall(text))
    return frozenset(found)


@lru_cache(maxsize=256)
def _compiled_modules(folder: str) -> frozenset[str]:
    """Return the paths of the compiled modules that the records of a packages folder name."""
    found: set[str] = set()
    for path in (path for paths in _records(folder) for path in paths):
        if path.endswith((".so", ".pyd")):
            parent, _, file = path.rpartition("/")
            found.add(f"{parent}/{file.partition('.')[0]}".lstrip("/"))
    return frozenset(found)


@lru_cache(maxsize=4)
def _beside(package: ImportPackage) -> list[ImportPackage]:
    """Return the import packages of the distribution that has an import package, that package included."""
    for paths in _records(str(package.folder)):
        tops = dict.fromkeys(path.partition("/")[0] for path in paths if path.endswith((".py", ".pyi")) and "/" in path)
        if package.name in tops:
            return [ImportPackage(package.folder, top) for top in tops]
    return [package]


def _records(folder: str) -> Iterator[list[str]]:
    """Yield the paths of the files of each distribution in a packages folder."""
    for record in Path(folder).glob("*.dist-info/RECORD"):
        try:
            yield [
                line.partition(",")[0]
                for line in beginning(record, _MOST_RECORDED).decode("utf-8", "replace").splitlines()
            ]
        except OSError:
            continue
