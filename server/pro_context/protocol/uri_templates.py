"""URI templates (RFC 6570) with variables in the forms `{name}` and `{+name}`, in both directions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote, unquote

MAX_URI = 65_536
"""The most characters of a URI that is compared with a template."""

_EXPRESSION = re.compile(r"\{(\+?)([A-Za-z0-9_]+)\}")
_BARE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_RESERVED = ":/?#[]@!$&'()*+,;="


class UriTemplate:
    """A template.

    Attributes:
        variable_names: the names of its variables, in order.
    """

    def __init__(self, template: str) -> None:
        """Read a template.

        Raises:
            ValueError: it has an expression of another form, or several variables that hold slashes.
        """
        if re.search(r"[{}]", _EXPRESSION.sub("", template)) or len(re.findall(r"\{\+", template)) > 1:
            raise ValueError(f"unsupported URI template: {template}")
        self._template = template
        self._pattern = re.compile("".join(_patterns(template)))
        self.variable_names = tuple(found[2] for found in _EXPRESSION.finditer(template))

    def match(self, uri: str) -> dict[str, str] | None:
        """Return the values of the variables in a URI, None if the URI is none of this template's."""
        found = self._pattern.fullmatch(uri) if len(uri) <= MAX_URI else None
        return None if found is None else {name: unquote(value) for name, value in found.groupdict().items()}

    def expand(self, values: Mapping[str, str]) -> str:
        """Return the URI in which the variables have these values."""
        return _EXPRESSION.sub(lambda one: _encoded(values[one[2]], keeps_reserved=bool(one[1])), self._template)


def _encoded(value: str, *, keeps_reserved: bool) -> str:
    if not keeps_reserved:
        return quote(value, safe="")
    return _BARE_PERCENT.sub("%25", quote(value, safe=f"{_RESERVED}%"))


def _patterns(template: str) -> Iterator[str]:
    """Yield the patterns of the parts of a template; a value may be empty."""
    end = 0
    for found in _EXPRESSION.finditer(template):
        yield re.escape(template[end : found.start()])
        yield f"(?P<{found[2]}>[^?#]*)" if found[1] else f"(?P<{found[2]}>[^/?#&,]*)"
        end = found.end()
    yield re.escape(template[end:])
