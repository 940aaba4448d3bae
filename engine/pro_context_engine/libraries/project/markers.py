"""The markers of requirements, evaluated for the project's version of Python and for this machine."""

from __future__ import annotations

import re
from dataclasses import field
from functools import lru_cache
from typing import Any

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.python_ranges import plain_range
from pro_context_engine.domain.versions.python_versions import admits
from pro_context_engine.libraries.project.environment_layout import running_python

LONGEST_MARKER = 2_000
"""The maximum length of a marker, characters; a longer one counts as true."""

_LITERAL = re.compile(r"[\"']([^\"']*)[\"']")


@value_class
class Interpreter:
    """The Python for which a project's files are read.

    Attributes:
        version: such as "3.12.1" or "3.12".
    """

    version: str = field(default_factory=running_python)

    def holds(self, marker: object) -> bool:
        """Tell whether a marker may hold for this Python on this machine; all extras and groups count as wanted.

        Args:
            marker: PEP 508 with the additions of lock files (`extras`, `dependency_groups`); anything but a text holds.
        """
        return _holds(marker, self.version) if isinstance(marker, str) else True

    def is_in(self, wanted: object) -> bool:
        """Tell whether a range of versions of Python has this one; a malformed range has all.

        Args:
            wanted: a range in a form that `plain_range` reads.
        """
        meant = plain_range(wanted) if isinstance(wanted, str) else None
        return meant is None or admits(meant, self.version)


@lru_cache(maxsize=1_000)
def _holds(marker: str, python: str) -> bool:
    if len(marker) > LONGEST_MARKER:
        return True
    # Few projects have markers.
    from packaging.markers import (  # noqa: PLC0415
        InvalidMarker,
        Marker,
        UndefinedComparison,
        UndefinedEnvironmentName,
    )

    named = frozenset(_LITERAL.findall(marker)) if "extra" in marker or "dependency_groups" in marker else frozenset()
    try:
        parsed = Marker(marker)
        wanted = _surroundings(python) | {"extras": named, "dependency_groups": named}
        # A requirement is for one extra: it holds if any of the extras in the marker makes it hold.
        return any(parsed.evaluate(wanted | {"extra": extra}, context="lock_file") for extra in sorted(named | {""}))
    except (InvalidMarker, UndefinedComparison, UndefinedEnvironmentName, RecursionError, KeyError):
        return True


def _surroundings(python: str) -> dict[str, Any]:
    """Return the variables of markers that depend on the version of Python."""
    if python == running_python():
        return {}
    return {"python_version": ".".join(python.split(".")[:2]), "python_full_version": python}
