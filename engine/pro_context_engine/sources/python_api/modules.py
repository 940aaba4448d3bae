"""Which modules a distribution has, which of them are public, and the first sentence of each."""

from __future__ import annotations

import ast
import inspect
import re
import tokenize
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import StringIO
from pathlib import PurePosixPath

from pro_context_engine.sources.distribution_files import DistributionFile

_COMPILED = (".so", ".pyd")
_PRIVATE_PARTS = {"conftest", "setup", "tests", "third_party", "vendor", "vendored"}
_ADMONITION = re.compile(r"(?:!!!|\?\?\?)[^\n]*(?:\n(?:[ \t]+[^\n]*)?)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n\s*\n")
_MAX_DESCRIPTION = 200


@dataclass(slots=True)
class ModuleFiles:
    """The files of one module: its source, its stub, or only a compiled extension."""

    name: str
    source: DistributionFile | None = None
    stub: DistributionFile | None = None
    is_package: bool = False
    compiled: bool = field(default=False)

    @property
    def readable(self) -> DistributionFile | None:
        """The file to read first: the source, else the stub, None for a compiled extension without stub."""
        return self.source or self.stub


def modules_of(files: Iterable[DistributionFile]) -> dict[str, ModuleFiles]:
    """Return a distribution's modules by dotted name, private ones included.

    Args:
        files: the distribution's files; a folder `NAME-stubs` (PEP 561) holds stubs of NAME.
    """
    modules: dict[str, ModuleFiles] = {}
    for file in files:
        suffix = file.relative.suffix
        if suffix not in {".py", ".pyi", *_COMPILED}:
            continue
        name = _dotted(file.relative)
        if not name:
            continue
        module = modules.setdefault(name, ModuleFiles(name))
        module.is_package |= file.relative.name.startswith("__init__.")
        if suffix == ".py":
            module.source = file
        elif suffix == ".pyi":
            module.stub = file
        else:
            module.compiled = True
    return modules


def is_public(dotted: str) -> bool:
    """Tell whether a module belongs to the public interface by its name."""
    parts = dotted.split(".")
    return not any(part.startswith(("_", "test_")) or part in _PRIVATE_PARTS for part in parts)


def first_sentence(text: str) -> str:
    """Return the first sentence of a docstring on one line, a leading admonition skipped, cut at 200 characters."""
    text = (
        _ADMONITION.sub("", inspect.cleandoc(text), count=1).strip()
        if text.lstrip().startswith(("!!!", "???"))
        else text
    )
    sentence = " ".join(_SENTENCE_END.split(text.strip(), maxsplit=1)[0].split())
    return sentence if len(sentence) <= _MAX_DESCRIPTION else sentence[: _MAX_DESCRIPTION - 1].rstrip() + "…"


def docstring_at_head(source: str) -> str:
    """Return the module docstring at the head of a source text, "" if there is none; the rest is not parsed."""
    try:
        for token in tokenize.generate_tokens(StringIO(source).readline):
            if token.type == tokenize.STRING:
                # A stray escape in somebody's docstring is no warning of ours.
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    value = ast.literal_eval(token.string)
                return value if isinstance(value, str) else ""
            if token.type not in {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING}:
                return ""
    except (SyntaxError, ValueError, tokenize.TokenError):
        pass
    return ""


def _dotted(relative: PurePosixPath) -> str:
    """Return the dotted name a file is imported by, "" for one that cannot be imported."""
    first, *rest = relative.parts
    # `NAME.cpython-312-x86_64-linux-gnu.so` is the module NAME.
    parts = [first.removesuffix("-stubs"), *rest] if rest else [first]
    parts[-1] = parts[-1].split(".", 1)[0]
    if parts[-1] == "__init__" and rest:
        parts.pop()
    return ".".join(parts) if all(part.isidentifier() for part in parts) else ""
