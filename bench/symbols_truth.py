"""Compare symbols with the imported package: run by `bench/symbols.py` in an environment apart, JSON in and out.

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
from typing import Any

_OF_OBJECT = set(dir(object))


def main() -> None:
    given = json.load(sys.stdin)
    answer = sys.stdout
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        found = {
            "paths": [check_path(name, paths) for name, paths in given["paths"]],
            "classes": [check_class(name, members) for name, members in given["classes"]],
            "signatures": [check_signature(name, signatures) for name, signatures in given["signatures"]],
            "exports": [missing_exports(module, names) for module, names in given["exports"]],
        }
    json.dump(found, answer)
    answer.flush()
    os._exit(0)  # a package may have started threads


def check_path(name: str, paths: list[str]) -> dict[str, Any]:
    """Tell whether a name can be imported, and which other paths lead elsewhere."""
    try:
        found = resolved(name)
    except CannotImport as error:
        return {"name": name, "error": "", "wrong": [], "skipped": str(error)}
    except BaseException as error:
        right = isinstance(error, AttributeError) and is_of_instance(name)
        return {"name": name, "error": "" if right else f"{type(error).__name__}: {error}"[:200], "wrong": []}
    wrong = []
    for path in paths:
        try:
            other = resolved(path)
            # A method, a number or a proxy is another object each time.
            if other is not found and type(other) is not type(found):
                wrong.append(path)
        except CannotImport:
            continue
        except BaseException:
            wrong.append(path)
    return {"name": name, "error": "", "wrong": wrong}


class CannotImport(Exception):
    """A module of the path needs something that this environment lacks, such as an optional dependency."""


def is_of_instance(path: str) -> bool:
    """Tell whether a path is a member of a class's instances, which the class itself does not show."""
    above, _, last = path.rpartition(".")
    with contextlib.suppress(BaseException):
        owner = resolved(above)
        return of_instances(owner if isinstance(owner, type) else type(owner), last)
    return False


def resolved(path: str) -> Any:
    first, *rest = path.split(".")
    found, module = imported(first, path), first
    for part in rest:
        try:
            found = getattr(found, part)
        except AttributeError:
            # `from package.module import name` works too where the package has another object with the module's name.
            if module and not inspect.ismodule(found):
                found = getattr(imported(module, path), part)
            elif module:
                found = imported(f"{module}.{part}", path)
            else:
                raise
        module = f"{module}.{part}" if module and (inspect.ismodule(found) or is_module(f"{module}.{part}")) else ""
    return found


def is_module(path: str) -> bool:
    """Tell whether a package has a module of this name, also where another object of the package hides it."""
    return inspect.ismodule(sys.modules.get(path))


def imported(module: str, path: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        # Another module is missing than the one asked for.
        if error.name is None or not f"{path}.".startswith(f"{error.name}."):
            raise CannotImport(str(error)) from error
        raise AttributeError(f"no {module}") from error
    except BaseException as error:
        raise CannotImport(f"{type(error).__name__}: {error}") from error


def check_class(name: str, members: list[str]) -> dict[str, Any]:
    try:
        cls = resolved(name)
    except BaseException as error:
        return {"name": name, "error": f"{type(error).__name__}: {error}"[:200]}
    if not isinstance(cls, type):
        return {"name": name, "error": f"a {type(cls).__name__}"}
    real = {one for one in dir(cls) if not one.startswith("_") and one not in _OF_OBJECT}
    listed = {one for one in members if not one.startswith("_")}
    invented = sorted(one for one in listed - real if not of_instances(cls, one))
    return {"name": name, "error": "", "real": len(real), "missed": sorted(real - listed), "invented": invented}


def of_instances(cls: type, name: str) -> bool:
    """Tell whether instances have a member that the class itself does not show."""
    for owner in cls.__mro__:
        if name in vars(owner) or name in vars(owner).get("__annotations__", {}) or name in fields(owner):
            return True
        with contextlib.suppress(BaseException):
            if re.search(rf"\b(?:self\.{name}\b|{name}\s*[:=])", inspect.getsource(owner)):
                return True
    return False


def fields(owner: type) -> list[str]:
    names = [*getattr(owner, "model_fields", ()), *getattr(owner, "__dataclass_fields__", ())]
    return [*names, *getattr(owner, "_fields", ()), *(getattr(owner, "__slots__", None) or ())]


def check_signature(name: str, signatures: list[list[list[Any]]]) -> dict[str, Any]:
    try:
        owner, found = None, resolved(name)
        above = name.rpartition(".")[0]
        with contextlib.suppress(BaseException):
            owner = resolved(above)
        real = shape_of(owner, found, name.rpartition(".")[2])
    except BaseException as error:
        return {"name": name, "error": f"{type(error).__name__}: {error}"[:200]}
    return {"name": name, "error": "", "equal": real in signatures, "real": real}


def shape_of(owner: Any, found: Any, last: str) -> list[list[Any]]:
    parameters = list(inspect.signature(found).parameters.values())
    if isinstance(owner, type):
        static = inspect.getattr_static(owner, last)
        if not isinstance(static, (staticmethod, classmethod, type)) and parameters:
            kind = parameters[0].kind
            variadic = kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
            if not variadic and (found is static or parameters[0].name == "self"):
                del parameters[0]
    return [[one.name, one.kind.value, one.default is not inspect.Parameter.empty] for one in parameters]


def missing_exports(module: str, names: list[str]) -> dict[str, Any]:
    """Return the names that a module's `__all__` lists at run time and the table lacks."""
    try:
        listed = [one for one in importlib.import_module(module).__all__ if not one.startswith("_")]
    except BaseException:
        return {"module": module, "listed": 0, "missing": []}
    return {"module": module, "listed": len(listed), "missing": sorted(set(listed) - set(names))}


if __name__ == "__main__":
    main()
