"""The translations among the documents of a repository or a package, told by their paths."""

from __future__ import annotations

import re

_FOLDERS = frozenset({"i18n", "l10n", "locale", "locales", "translations"})
# Folders that only contain the documentation's own folder.
_SHELLS = frozenset({"source", "src", "content", "docs", "en"})
_CODE = (
    r"(?:ar|az|be|bg|bn|bs|ca|cs|da|de|el|es|et|eu|fa|fi|fr|gl|he|hi|hr|hu|hy|id|it|ja|ka|kk|km|ko|lt|lv|mk|ml|mn|mr|ms"
    r"|my|ne|nl|no|pl|pt|ro|ru|sk|sl|sq|sr|sv|sw|ta|te|th|tl|tr|uk|ur|uz|vi|zh|cn|jp|kr|tw)"
    r"(?:[-_](?:[a-z]{2}|hans|hant|419))?"
)
# The name of a language as a folder or as the end of a file's name: `docs/zh-CN`, `README.tr.md`, `guide_es.md`.
_LANGUAGE = re.compile(_CODE, re.IGNORECASE)
_ENDING = re.compile(
    rf"readme[._-]{_CODE}|.+[._-](?:(?:zh|pt|es|ja|ko|fr|de|ru)(?:[-_][a-z]{{2,4}})?|cn|jp|kr|tw)", re.IGNORECASE
)


def first_folder(path: str) -> str:
    """Return the first folder in the documentation that is more than a shell around it, "" for none.

    Args:
        path: relative to the folder of the documentation.
    """
    return next((part for part in path.split("/")[:-1] if part.lower() not in _SHELLS), "")


def is_translation(path: str) -> bool:
    """Tell whether a document is in another language than English, by its name or its first folder.

    Deeper down, the name of a language is a topic: `topics/i18n`, `reference/ca`.

    Args:
        path: relative to the folder of the documentation, or the name of a file outside of it.
    """
    name = path.rpartition("/")[2]
    first = first_folder(path)
    in_folder = first.lower() in _FOLDERS or _LANGUAGE.fullmatch(first) is not None
    return in_folder or _ENDING.fullmatch(name.rpartition(".")[0]) is not None
