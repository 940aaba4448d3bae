"""Names as keys: what two spellings of one name have in common."""

from __future__ import annotations

import re
import unicodedata

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

# `py` and `js` also stand there without a separator: pyyaml, pyusb, momentjs.
_AFFIXES = re.compile(
    r"^(?:python[-_ ]?|py[-_ ]?|django[-_ ]|node[-_ ])|(?:[-_. ]?(?:js|python)|[-_. ](?:py|sdk|client))$"
)
_DASHES = re.compile(r"[-_.\s]+")
_NO_WORD = re.compile(r"[\W_]+")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9_-]+")
_SHORTEST_STEM = 3


def npm_id(package: str) -> str:
    """Return the id of an npm package: `npm/NAME`, in a scope `npm/SCOPE/NAME`, for ids have no `@` (seed 000 3.3)."""
    return f"npm/{package.removeprefix('@')}"


def npm_package(name: str) -> str:
    """Return the npm package that an id names after its `npm/`, with or without the `@` of its scope."""
    return name if "/" not in name or name.startswith("@") else f"@{name}"


def plain(text: str) -> str:
    """Return the text in lower case and compatibility form, without control characters, trimmed.

    Args:
        text: anything a caller typed.

    Returns:
        Text whose only white space is single blanks.
    """
    folded = unicodedata.normalize("NFKC", text).lower()
    return " ".join("".join(c if c.isprintable() else " " for c in folded).split())


def language_name(language: str) -> str:
    """Return the language as the registry spells it (`ts` → `typescript`)."""
    spelled = plain(language)
    return LANGUAGE_SPELLINGS.get(spelled, spelled)


def package_key(name: str) -> str:
    """Return the name in PEP 503 form; blanks separate like dashes."""
    return _DASHES.sub("-", name.lower()).strip("-")


def slug(name: str) -> str:
    """Return the short id of a library that the registry does not list (seed 001 section 2.2 has its form)."""
    return _NOT_IN_SLUG.sub("-", name.lower()).strip("-_") or "library"


def squeezed(name: str) -> str:
    """Return the letters and digits of the name alone, lower case: `Chart.js` and `chart-js` give `chartjs`."""
    return _NO_WORD.sub("", name.lower())


def core(name: str) -> str:
    """Return the squeezed name without what only says for which language it is: `python-dotenv` gives `dotenv`."""
    short = squeezed(_AFFIXES.sub("", name.lower()))
    return short if len(short) >= _SHORTEST_STEM else squeezed(name)
