"""The documentation among the files of a repository, and the titles of files that were not read yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pro_context_engine.sources.translations import first_folder, is_translation

PAGES = (".md", ".mdx", ".markdown", ".rst", ".ipynb", ".txt")
MOST_PAGES = 3_000

FOLDERS = (
    *("docs", "doc", "documentation", "website/docs", "site/content", "site/docs", "content/docs", "docs-site/docs"),
    *("www/docs", "web/docs", "apps/docs/content", "apps/docs", "apps/www/content", "guides", "guide", "Doc"),
)
"""The folders in which projects keep their documentation, the most usual first."""

_README = re.compile(r"readme(?:\.(?:md|mdx|markdown|rst|txt))?", re.IGNORECASE)
_NEWS = re.compile(
    r"(?:change(?:s|log)|history|news|release[-_]?notes|migrat\w*|upgrad\w*)\.(?:md|rst|txt)", re.IGNORECASE
)
_LEFT_OUT_FOLDERS = frozenset(
    {
        *("test", "tests", "fixtures", "dist", "static", "assets", "images", "img", "node_modules", "vendor"),
        *("includes", "partials", "snippets", "themes", "templates", "newsfragments", "licenses", "third_party"),
        "versioned_docs",
    }
)
_LEFT_OUT_FILES = re.compile(
    r"(?:licen[cs]e|copying|code[-_]of[-_]conduct|authors|contributors|codeowners|requirements|robots|humans|llms"
    r"|constraints|cmakelists|spelling|wordlist|dictionary|summary|pull_request_template)\b.*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\d{1,4}[-_. ]+(?=\D)")
_DIGITS = re.compile(r"(\d{1,9})")
_INDEXES = ("index", "readme", "_index", "introduction", "intro", "overview")


def documents(paths: Iterable[str], folder: str) -> list[str]:
    """Return the pages of a folder in the order of their names, without translations, tests, templates and the like.

    Args:
        paths: of all files of the repository.
        folder: the folder, "" for the whole repository.
    """
    start = f"{folder}/" if folder else ""
    found = [path for path in paths if path.startswith(start) and _is_page(path[len(start) :])]
    return sorted(found, key=lambda path: _order(path[len(start) :]))[:MOST_PAGES]


def folder_of(paths: Sequence[str], preferred: Sequence[str]) -> str:
    """Return the folder with the documentation, "" where there is none.

    Args:
        paths: of all files of the repository.
        preferred: folders that are chosen before others if they have any page.
    """
    for folder in preferred:
        if documents(paths, folder):
            return folder
    sizes = {folder: len(documents(paths, folder)) for folder in FOLDERS}
    best = max(sizes, key=lambda folder: sizes[folder])
    return best if sizes[best] else ""


def readme_of(paths: Iterable[str]) -> str:
    """Return the README at the top of the repository, "" if it has none."""
    found = filter(_README.fullmatch, paths)
    return min(found, key=lambda path: (not path.lower().endswith((".md", ".rst")), path), default="")


def news_of(paths: Iterable[str]) -> list[str]:
    """Return the changelog, upgrade guide and similar files at the top of the repository."""
    return sorted(path for path in paths if _NEWS.fullmatch(path))


def title_of(path: str) -> str:
    """Return a readable title for a file; the title of an index is that of its folder."""
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0] or name
    if stem.lower() in _INDEXES[:3] and folders:
        stem = folders[-1]
    return _readable_name(stem)


def section_of(path: str, folder: str) -> str:
    """Return the names of the folders between the documentation folder and a file, "" for none."""
    *folders, _ = path.removeprefix(f"{folder}/").split("/")
    return " / ".join(map(_readable_name, folders))


def _is_page(path: str) -> bool:
    *folders, name = path.split("/")
    stem, dot, ending = name.rpartition(".")
    if f"{dot}{ending}".lower() not in PAGES or stem.startswith("_") or _LEFT_OUT_FILES.fullmatch(stem):
        return False
    if any(part[:1] in "._" or part == "node_modules" for part in folders):
        return False
    # Deeper down, such a name is a topic.
    return first_folder(path).lower() not in _LEFT_OUT_FOLDERS and not is_translation(path)


def _order(path: str) -> tuple[object, ...]:
    """Return a sort key: indexes come first, 2 before 10, files before the folders beside them."""
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0].lower()
    rank = _INDEXES.index(stem) if stem in _INDEXES else len(_INDEXES)
    return (*((1, *_number_key(part)) for part in folders), (0, rank, *_number_key(stem)))


def _number_key(text: str) -> tuple[tuple[int, int, str], ...]:
    parts = _DIGITS.split(text.lower())
    return tuple((0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part) for part in parts if part)


def _readable_name(name: str) -> str:
    text = " ".join(re.split(r"[-_\s]+", _NUMBERED.sub("", name, count=1))) or name
    return text[:1].upper() + text[1:] if text.islower() else text
