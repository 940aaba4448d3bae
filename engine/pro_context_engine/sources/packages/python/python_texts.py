"""The texts of a Python distribution in which a name is searched; a local variable of a function does not count."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.files.distribution_files import (
    MOST_FILE_BYTES,
    DistributionFile,
    DistributionFiles,
    bytes_within,
    walk,
)
from pro_context_engine.sources.packages.python.module_texts import ModuleTexts
from pro_context_engine.sources.packages.python.parsing.code_size import may_be_parsed
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings
from pro_context_engine.sources.packages.symbols.names_in_texts import PackageText

_IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z]\w*)", re.MULTILINE)
_SOURCES = (".py", ".pyi")


@value_class
class PythonText(PackageText):
    """Python code of a package."""

    def has(self, name: str, word: re.Pattern[bytes]) -> bool:
        """Tell whether the code has a name as more than a local variable; see `PackageText`."""
        if not PackageText.has(self, name, word):
            return False
        if not may_be_parsed(self.content.decode("utf-8", "replace")):
            return True
        try:
            with no_source_warnings():
                return any(_names(node, name, word) for node in _outside_functions(ast.parse(self.content)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return True


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
                yield PythonText(text) if file.relative.suffix in _SOURCES else PackageText(text)
    for name in sorted(imported - {module.partition(".")[0] for module in modules}):
        for file in _modules_in(folder, name):
            yield PythonText(bytes_within(file.path, (folder.resolve(),), MOST_FILE_BYTES))


def _modules_in(folder: Path, name: str) -> Iterator[DistributionFile]:
    """Yield the sources of an installed top-level module, nothing for a module that is not there."""
    for top in (name, *(f"{name}{suffix}" for suffix in _SOURCES)):
        if (folder / top).exists():
            yield from (file for file in walk(folder, top) if file.relative.suffix in _SOURCES)


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
