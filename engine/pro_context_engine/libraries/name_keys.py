"""Keys of names, equal for all spellings of a name."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LANGUAGE_SPELLINGS = {
    "py": "python",
    "python3": "python",
    "js": "javascript",
    "node": "javascript",
    "nodejs": "javascript",
    "jsx": "javascript",
    "ts": "typescript",
    "tsx": "typescript",
    "c++": "cpp",
    "golang": "go",
    "bash": "shell",
}
"""Other spellings of the languages in the registry."""

# `py` and `js` also occur without a separator: pyyaml, pyusb, momentjs.
_AFFIXES = re.compile(
    r"^(?:python[-_ ]?|py[-_ ]?|django[-_ ]|node[-_ ])"
    r"|(?:[-_. ]?(?:js|python)|[-_. ](?:py|sdk|client|node|javascript|typescript))$"
)
# Most names have none of these, which is told without the expression.
_BEGINNINGS, _ENDINGS = ("py", "django", "node"), ("js", "python", "py", "sdk", "client", "node", "script")
_DASHES = re.compile(r"[-_.\s]+")
_NO_WORD = re.compile(r"[\W_]+")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9_-]+")
_SHORTEST_STEM = 3


def npm_id(package: str) -> str:
    """Return the id of an npm package: `npm/NAME`, or `npm/SCOPE/NAME`, because ids have no `@` (contract `full`)."""
    return f"npm/{package.removeprefix('@')}"


def npm_package(name: str) -> str:
    """Return the npm package in an id after its `npm/`, with or without the `@` of its scope."""
    return name if "/" not in name or name.startswith("@") else f"@{name}"


@lru_cache(256)
def plain(text: str) -> str:
    """Return the text in lower case and compatibility form, without control characters, trimmed.

    Args:
        text: a caller's text.

    Returns:
        Text whose only white space is single blanks.
    """
    folded = unicodedata.normalize("NFKC", text).lower()
    return " ".join("".join(c if c.isprintable() else " " for c in folded).split())


def language_name(language: str) -> str:
    """Return the registry's name of a language (`ts` → `typescript`)."""
    spelled = plain(language)
    return LANGUAGE_SPELLINGS.get(spelled, spelled)


def package_key(name: str) -> str:
    """Return the name in PEP 503 form; blanks count as dashes."""
    return _DASHES.sub("-", name.lower()).strip("-")


def slug(name: str) -> str:
    """Return the short id of a library that the registry does not list, in the form of spec/registry/libraries.yaml."""
    return _NOT_IN_SLUG.sub("-", name.lower()).strip("-_") or "library"


def squeeze(name: str) -> str:
    """Return only the letters and digits of a name, lower case: `Chart.js` and `chart-js` give `chartjs`."""
    lower = name.lower()
    return lower if lower.isalnum() else _NO_WORD.sub("", lower)


def core(name: str) -> str:
    """Return the squeezed name without an affix for its language: `python-dotenv` gives `dotenv`."""
    lower = name.lower()
    if not lower.startswith(_BEGINNINGS) and not lower.endswith(_ENDINGS):
        return squeeze(lower)
    short = squeeze(_AFFIXES.sub("", lower))
    return short if len(short) >= _SHORTEST_STEM else squeeze(name)
