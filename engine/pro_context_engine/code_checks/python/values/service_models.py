"""Clients that are made at run time from service models: JSON files beside a package's modules.

A model (`data/NAME/DATE/service-2.json`, perhaps with `.gz`) names the operations of a service, with their parameters.
It is read as a class with one method for each operation.
"""

from __future__ import annotations

import ast
import keyword
import re
from functools import lru_cache
from pathlib import Path

from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.values.known_values import ClassValue, FunctionValue, Instance
from pro_context_engine.sources.packages.python.service_models.model_files import mapping_at, model_at, operations_of

_MAKERS = frozenset({"client", "create_client"})
_BASE = "BaseClient"


def client_of(modules: PackageModules, called: FunctionValue, service: str) -> Instance | None:
    """Return the client that a function makes for a service; None where no package has a model of it.

    Args:
        modules: the modules of the packages.
        called: the function (`client`).
        service: the name of the service.
    """
    if called.nodes[-1].name not in _MAKERS or not re.fullmatch(r"[a-z][\w-]*", service):
        return None
    maker = called.module
    if maker.package is None:
        return None
    for folder in modules.folders:
        for path in sorted(folder.glob(f"*/data/{service}/*/service-2.json*"), reverse=True)[:1]:
            top = path.relative_to(folder).parts[0]
            text = _source(str(path), top)
            name = f"{top}.client.{service.replace('-', '_')}"
            own = ModuleSyntax(name, _syntax(text), text, folder=folder, beside=(maker.package,))
            for node in own.tree.body[-1:]:
                if isinstance(node, ast.ClassDef):
                    return Instance(ClassValue(own, node))
    return None


def may_rename(modules: PackageModules, operation: FunctionValue, parameter: str) -> bool:
    """Tell whether the package that makes a client may know a parameter of an operation under another name."""
    maker = modules.find(operation.module.top) if operation.module.beside else None
    quoted = (f"{quote}{parameter}{quote}" for quote in "\"'")
    return maker is not None and any(modules.texts(maker.package, text) for text in quoted)


@lru_cache(maxsize=32)
def _syntax(text: str) -> ast.Module:
    return ast.parse(text)


@lru_cache(maxsize=32)
def _source(path: str, top: str) -> str:
    """Return the source of a class with the operations of a model; without a class for an unreadable model.

    The decorator, which nothing defines, stands for the members that handlers add when the client is made: a name that
    stands anywhere in one of the packages may be one of these.
    """
    model = model_at(Path(path))
    shapes = mapping_at(model, "shapes")
    if not shapes:
        return ""
    lines = [f"from {top}.client import {_BASE}"]
    name = re.sub(r"\W", "", str(mapping_at(model, "metadata").get("serviceId", "")))
    lines += ["@_made", f"class {name if _is_name(name) else 'Service'}({_BASE}):", "    pass"]
    for method, described in sorted(operations_of(model).items()):
        shape = mapping_at(shapes, str(mapping_at(described, "input").get("shape", "")))
        names = [one for one in mapping_at(shape, "members") if _is_name(one)]
        given = ", *, " + ", ".join(f"{one}=..." for one in names) if names else ""
        if _is_name(method):
            lines.append(f"    def {method}(self{given}): ...")
    return "\n".join(lines) + "\n"


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)
