"""Modules that make names when they are asked for (PEP 562)."""

from __future__ import annotations


def makes_names(text: str) -> bool:
    """Tell whether a module makes names when they are asked for (PEP 562), or leaves that to an object in its place.

    The function takes a name alone and may stand in a branch (`if not TYPE_CHECKING:`); a method takes `self` too.
    """
    made = ("def __getattr__", "__getattr__", "sys.modules[__name__] =", "    sys.modules[__name__] =")
    lines = text.split("\n") if "__getattr__" in text or "sys.modules[__name__]" in text else []
    return any(line.startswith(made) or (line.startswith("    def __getattr__(") and "," not in line) for line in lines)
