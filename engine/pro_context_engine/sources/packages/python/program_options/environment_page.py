"""The page of the environment variables that a package reads."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.sources.packages.python.docstrings.prose import prose
from pro_context_engine.sources.packages.python.program_options.environment_reads import (
    EnvironmentRead,
    environment_reads,
)
from pro_context_engine.sources.packages.python.program_options.module_scans import ModuleScan

MAX_VARIABLES = 1_000
"""The maximum number of variables of a page."""

_MAX_PLACES = 3


def environment_markdown(package: str, scan: ModuleScan) -> str:
    """Return the page of the environment variables that a package reads.

    A variable with a documenting text has a section; the others are listed at the end. Those that the package sets
    itself are settings only if a text names them.

    Args:
        package: its name.
        scan: of its modules.
    """
    found: dict[str, list[EnvironmentRead]] = {}
    for module in scan.with_variables():
        for read in environment_reads(module):
            if read.name in found or len(found) < MAX_VARIABLES:
                found.setdefault(read.name, []).append(read)
    found = {name: reads for name, reads in found.items() if not all(read.is_set for read in reads)}
    internal = {name for name, reads in found.items() if _is_internal(name, reads)}
    documented = {
        name: reads for name, reads in found.items() if name not in internal and any(read.text for read in reads)
    }
    parts = [f"# {package} environment variables"]
    if not found:
        parts.append("No environment variable whose name is written in the code was found.")
    parts += [_section(name, reads) for name, reads in sorted(documented.items())]
    rest = [(name, found[name]) for name in sorted(found) if name not in documented]
    for title, are_internal in (
        ("Other environment variables", False),
        (f"Variables that {package} sets itself", True),
    ):
        lines = [f"- `{name}`{_default(reads)}" for name, reads in rest if (name in internal) == are_internal]
        parts += [f"## {title}", "\n".join(lines)] if lines else []
    return "\n\n".join(parts) + "\n"


def _is_internal(name: str, reads: Sequence[EnvironmentRead]) -> bool:
    """Tell whether a package sets a variable itself, and no text at a place that reads it names it."""
    return any(read.is_set for read in reads) and not any(name in read.text for read in reads)


def _section(name: str, reads: Sequence[EnvironmentRead]) -> str:
    texts = dict.fromkeys(read.text for read in reads if read.text)
    title = f"`{name}`" if "__" in name else name
    modules = ", ".join(list(dict.fromkeys(f"`{read.module}`" for read in reads if not read.is_set))[:_MAX_PLACES])
    # The names of classes and functions would make the section an answer to questions about them.
    read_in = f"Read in {modules}{_default(reads)}."
    return "\n\n".join([f"## {title}", *(prose(text, 2) for text in list(texts)[:_MAX_PLACES]), read_in])


def _default(reads: Sequence[EnvironmentRead]) -> str:
    defaults = list(dict.fromkeys(f"`{read.default}`" for read in reads if read.default))[:_MAX_PLACES]
    return f", by default {' or '.join(defaults)}" if defaults else ""
