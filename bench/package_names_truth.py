"""Print the public objects of one installed distribution: run by `bench/package_names.py` in the other environment.

Only the standard library is used here, since the other environment has nothing of ours.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import json
import os
import re
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from types import ModuleType


def main() -> None:
    wanted = normal(sys.argv[1])
    tops = sorted(
        module
        for module, names in packages_distributions().items()
        if not module.startswith("_") and wanted in map(normal, names)
    )
    warnings.simplefilter("ignore")
    found: dict[str, str] = {}
    answer = sys.stdout
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for top in tops:
            # A distribution may have a module that needs more than is installed; the others count.
            with contextlib.suppress(Exception):
                found.update(public_objects(importlib.import_module(top)))
    json.dump(sorted(found.items()), answer)
    answer.flush()
    os._exit(0 if tops else 1)  # a package may have started threads


def public_objects(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the documented functions and classes that a module offers and its package defines, with their own names."""
    top = module.__name__
    for name in getattr(module, "__all__", None) or [name for name in dir(module) if not name.startswith("_")]:
        value = getattr(module, name, None)
        if not (inspect.isclass(value) or inspect.isroutine(value)) or not inspect.getdoc(value):
            continue
        if str(getattr(value, "__module__", "")).partition(".")[0] == top and name.isidentifier():
            yield f"{top}.{name}", str(getattr(value, "__qualname__", name))


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
