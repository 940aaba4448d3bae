"""The modules of a distribution, the public ones among them, and the first sentence of each."""

from __future__ import annotations

import ast
import inspect
import re
import tokenize
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise
from pathlib import PurePosixPath

from pro_context_engine.documents.pages.rst_inline import plain_code, plain_roles
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile
from pro_context_engine.sources.packages.python.parsing.source_warnings import no_source_warnings

_COMPILED = (".so", ".pyd")
CYTHON = ".pyx"
_PRIVATE_PARTS = {"conftest", "internal", "setup", "tests", "third_party", "vendor", "vendored"}
# A plugin is called by mypy, not by users of the package.
_PLUGINS = {"mypy", "mypy_plugin"}
_ADMONITION = re.compile(r"\A(?:!!!|\?\?\?)[^\n]*(?:\n(?:[ \t]+[^\n]*)?)*")
_SIGNATURE = re.compile(r"\A[\w.]+\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,9}\)(?: *->[^\n]*)?\n[ \t]*\n(?=\s*\S)")
_ADORNMENT = re.compile(r"^[ \t]*([=~*^\"'#+.:_`-])\1{2,}[ \t]*\n?", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n\s*\n")
_MAX_DESCRIPTION = 200
_MAX_READ = 4_000


@dataclass(slots=True)
class ModuleFiles:
    """The files of one module: its source in Python or Cython, and its stub; neither for many compiled extensions."""

    name: str
    source: DistributionFile | None = None
    stub: DistributionFile | None = None
    is_package: bool = False

    @property
    def readable(self) -> DistributionFile | None:
        """Return the file to read first: the source, else the stub, None for a compiled extension without both."""
        return self.source or self.stub


def modules_of(files: Iterable[DistributionFile]) -> dict[str, ModuleFiles]:
    """Return a distribution's modules by dotted name, private ones included.

    Args:
        files: the distribution's files; a folder `NAME-stubs` (PEP 561) has stubs of NAME.
    """
    modules: dict[str, ModuleFiles] = {}
    for file in files:
        suffix = file.relative.suffix
        if suffix not in {".py", ".pyi", CYTHON, *_COMPILED}:
            continue
        name = _dotted(file.relative)
        if not name:
            continue
        module = modules.setdefault(name, ModuleFiles(name))
        module.is_package |= file.relative.name.startswith("__init__.")
        if suffix == ".py" or (suffix == CYTHON and module.source is None):
            module.source = file
        elif suffix == ".pyi":
            module.stub = file
    return modules


def is_public_name(name: str) -> bool:
    """Tell from its name whether a function or class of a module is public: unlike a module, it may be `setup`."""
    return not name.startswith(("_", "test_"))


def is_public(dotted: str) -> bool:
    """Tell from its name whether a module belongs to the public interface."""
    parts = dotted.split(".")
    private = any(
        part.startswith(("_", "test_")) or part.endswith("__mypyc") or part in _PRIVATE_PARTS for part in parts
    )
    # A package `test` alone may be one for tests of others.
    private = private or any(folder == "test" and part.endswith("_test") for folder, part in pairwise(parts))
    return not private and _PLUGINS.isdisjoint(parts[1:])


def reference_modules(modules: Collection[str], version: str) -> list[str]:
    """Return the public modules that document this version, sorted.

    A package may contain an older version of itself (`pydantic.v1` in 2.x); its documentation would be of the wrong
    version and is left out.

    Args:
        modules: dotted names of all modules.
        version: exact version of the distribution.
    """
    public = [name for name in modules if is_public(name)]
    older = {name for name in public if _is_older_copy(name, modules, version)}
    return sorted(name for name in public if ".".join(name.split(".")[:2]) not in older)


def first_sentence(text: str) -> str:
    """Return the first sentence of a docstring on one line, cut at 200 characters.

    A leading admonition or signature, and the lines above and below a title, are left out.
    """
    text = _ADORNMENT.sub("", _ADMONITION.sub("", inspect.cleandoc(text[:_MAX_READ])))
    text = _SIGNATURE.sub("", text)
    sentence = plain_code(plain_roles(" ".join(_SENTENCE_END.split(text.strip(), maxsplit=1)[0].split())))
    return sentence if len(sentence) <= _MAX_DESCRIPTION else sentence[: _MAX_DESCRIPTION - 1].rstrip() + "…"


def docstring_at_head(source: str) -> str:
    """Return the module docstring at the beginning of a source text, "" if there is none; the rest is not parsed."""
    try:
        for token in tokenize.generate_tokens(StringIO(source).readline):
            if token.type == tokenize.STRING:
                with no_source_warnings():
                    value = ast.literal_eval(token.string)
                return value if isinstance(value, str) else ""
            if token.type not in {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING}:
                return ""
    except (SyntaxError, ValueError, tokenize.TokenError):
        pass
    return ""


def _is_older_copy(name: str, modules: Collection[str], version: str) -> bool:
    """Tell whether `PACKAGE.vN` has half of PACKAGE's modules while PACKAGE itself has a greater major version."""
    parent, _, last = name.rpartition(".")
    number, major = last.removeprefix("v"), version.partition(".")[0]
    if "." in parent or not parent or last == number or not (number.isdecimal() and major.isdecimal()):
        return False
    inside = {other.removeprefix(f"{name}.") for other in modules if other.startswith(f"{name}.")}
    repeated = sum(f"{parent}.{child}" in modules for child in inside)
    return int(number) < int(major) and repeated * 2 >= len(inside) > 0


def _dotted(relative: PurePosixPath) -> str:
    """Return the dotted name under which a file is imported, "" if it cannot be imported."""
    first, *rest = relative.parts
    parts = [first.removesuffix("-stubs"), *rest] if rest else [first]
    # `NAME.cpython-312-x86_64-linux-gnu.so` is the module NAME, `NAME.old.py` is none.
    parts[-1] = parts[-1].split(".", 1)[0] if relative.suffix in _COMPILED else relative.stem
    if parts[-1] == "__init__" and rest:
        parts.pop()
    return ".".join(parts) if all(part.isidentifier() for part in parts) else ""
