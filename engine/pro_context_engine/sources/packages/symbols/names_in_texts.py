"""The names in the texts of a package: they show that it lacks a name without a table of its symbols."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from time import thread_time

from pro_context_engine.domain.symbols import NamesInTexts
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.files.distribution_files import (
    MOST_FILE_BYTES,
    DistributionFile,
    DistributionFiles,
    FileRefused,
    bytes_within,
    walk,
)
from pro_context_engine.sources.packages.npm.npm_companions import PackageTree
from pro_context_engine.sources.packages.python.module_texts import ModuleTexts
from pro_context_engine.sources.packages.python.parsing.code_size import may_be_parsed
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings

MAX_BYTES = 60_000_000
MAX_SECONDS = 2.0
"""The bounds of one scan, of CPU time; a name that is not found within them may be in a text that was not read."""

_IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z]\w*)", re.MULTILINE)
_SOURCES = (".py", ".pyi")
_NPM_TEXTS = (".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", ".md")


@value_class
class PackageText:
    """A text of a package, as bytes; in Python or in any other language."""

    content: bytes
    is_python: bool = False


def names_in_texts(names: Collection[str], texts: Iterable[PackageText]) -> NamesInTexts:
    """Return those names that some text has, and those that none has; of the latter nothing where a bound is met first.

    In Python code a local variable of a function does not count.

    Args:
        names: identifiers.
        texts: the texts; FileRefused is raised for one that may not be read.
    """
    left, end = MAX_BYTES, thread_time() + MAX_SECONDS
    words = {name: re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode())) for name in names}
    try:
        for text in texts:
            left -= len(text.content)
            if not words or left < 0 or thread_time() > end:
                return NamesInTexts(frozenset(names) - words.keys())
            words = {name: word for name, word in words.items() if not _has(text, name, word)}
    except FileRefused:
        return NamesInTexts(frozenset(names) - words.keys())
    return NamesInTexts(frozenset(names) - words.keys(), frozenset(words))


def distribution_texts(
    files: DistributionFiles,
    texts: ModuleTexts,
    modules: Mapping[str, ModuleFiles],
    documents: Iterable[DistributionFile],
    folder: Path,
) -> Iterator[PackageText]:
    """Yield the texts of a Python distribution, then those of the packages that it imports.

    Args:
        files: reads the files of the distribution.
        texts: reads those of its modules.
        modules: its modules by dotted name.
        documents: its bundled documents.
        folder: the folder on the import path that it is installed in, and in which its dependencies may lie.
    """
    yield PackageText(files.metadata("METADATA").encode())
    for document in documents:
        yield PackageText(files.content(document))
    imported = set[str]()
    for module in modules.values():
        for file in filter(None, (module.source, module.stub)):
            for text in texts.written(file):
                imported.update(name.decode() for name in _IMPORTED.findall(text))
                yield PackageText(text, is_python=file.relative.suffix in _SOURCES)
    for name in sorted(imported - {module.partition(".")[0] for module in modules}):
        for file in _modules_in(folder, name):
            yield PackageText(bytes_within(file.path, (folder.resolve(),), MOST_FILE_BYTES), is_python=True)


def npm_texts(tree: PackageTree) -> Iterator[PackageText]:
    """Yield the texts of an npm package, and of the packages that it hands on or is typed by."""
    for files in tree.opened():
        for path in sorted(files.paths()):
            if path.endswith(_NPM_TEXTS):
                yield PackageText(files.content(path))


def _modules_in(folder: Path, name: str) -> Iterator[DistributionFile]:
    """Yield the sources of an installed top-level module, nothing for a module that is not there."""
    for top in (name, *(f"{name}{suffix}" for suffix in _SOURCES)):
        if (folder / top).exists():
            yield from (file for file in walk(folder, top) if file.relative.suffix in _SOURCES)


def _has(text: PackageText, name: str, word: re.Pattern[bytes]) -> bool:
    """Tell whether a text has a name, in Python code as more than a local variable."""
    if name.encode() not in text.content or not word.search(text.content):
        return False
    if not text.is_python or not may_be_parsed(text.content.decode("utf-8", "replace")):
        return True
    try:
        with no_source_warnings():
            return any(_names(node, name, word) for node in _outside_functions(ast.parse(text.content)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module, without the names of variables, functions and classes within functions."""
    waiting = [(tree, False)]
    while waiting:
        node, is_inside = waiting.pop()
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if not is_inside or not (is_function or isinstance(node, ast.Name | ast.ClassDef)):
            yield node
        waiting += [(child, is_inside or is_function) for child in ast.iter_child_nodes(node)]


def _names(node: ast.AST, name: str, word: re.Pattern[bytes]) -> bool:
    """Tell whether a node itself has a name, or a text with it."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and word.search(node.value.encode("utf-8", "replace")) is not None
    own = (getattr(node, field, None) for field in ("id", "name", "arg", "attr", "asname"))
    return (
        name in own
        or (isinstance(node, ast.alias) and name in node.name.split("."))
        or (isinstance(node, ast.Global) and name in node.names)
    )
