"""The options of classes within classes (`class Meta`), where a package refuses those that it does not know."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from pro_context_engine.code_checks.python.members.world import World
from pro_context_engine.code_checks.python.values.known_values import ClassValue

_LEAST = 5


def known_options(world: World, outer: ClassValue, name: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the module that refuses unknown options of an inner class, and the options that it knows.

    Args:
        world: the known modules.
        outer: the class that has the inner class.
        name: of the inner class.

    Returns:
        None where the package of no base says that it refuses unknown options.
    """
    for one in world.mro(outer)[0]:
        package = one.module.package if isinstance(one, ClassValue) and one.module is not world.code else None
        if package is not None:
            for path, text in world.modules.texts(package, f"class {name}' got invalid"):
                if options := _constant_names(text):
                    parts = path.relative_to(package.folder).with_suffix("").parts
                    return ".".join(parts), options
            return None
    return None


@lru_cache(maxsize=16)
def _constant_names(text: str) -> tuple[str, ...]:
    """Return the strings of the longest constant collection of names in a module, () for none."""
    found: list[tuple[str, ...]] = []
    for node in ast.parse(text).body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
            names = tuple(
                one.value for one in value.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)
            )
            if len(names) == len(value.elts) >= _LEAST and all(re.fullmatch(r"[a-z]\w*", name) for name in names):
                found.append(names)
    return max(found, key=len, default=())
