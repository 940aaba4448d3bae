"""The files that documents include, put in their place: within the source distribution only, and within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pro_context_engine.documents.pages.rst_directives import fence
from pro_context_engine.sources.packages.guides.guide_files import GuideFiles
from pro_context_engine.sources.packages.guides.included_parts import part_of
from pro_context_engine.sources.packages.guides.inclusion_markup import SIGNS, Inclusion, inclusion_at

MOST_DEPTH = 5
MOST_INCLUDED = 200
MOST_CHARACTERS = 1_000_000
"""Bounds on the inclusions of one page: how deep, how many, and the characters of all together."""

_LANGUAGES = {"py": "python", "pyi": "python", "yml": "yaml", "yaml": "yaml", "sh": "console", "toml": "toml"}


@dataclass(slots=True)
class _Room:
    """The inclusions that a page may still have, and the files that are being included."""

    files: int
    characters: int
    open: list[str]

    def may_open(self, path: str) -> bool:
        """Tell whether a file may be read; a file that is being included already never may. Each question counts."""
        self.files -= 1
        return self.files >= 0 and path not in self.open and len(self.open) <= MOST_DEPTH

    def take(self, text: str) -> bool:
        """Tell whether a text fits."""
        if len(text) > self.characters:
            return False
        self.characters -= len(text)
        return True


def with_inclusions(files: GuideFiles, path: str, text: str, root: str) -> str:
    """Return a document with the files that it includes; an inclusion that is refused stays as it is written.

    Refused are files that are missing or outside of the source distribution, that include themselves, and those beyond
    a bound.

    Args:
        files: of the source distribution.
        path: of the document.
        text: of the document.
        root: the folder of all documents.
    """
    return _expanded(files, path, text, root, _Room(MOST_INCLUDED, MOST_CHARACTERS, [path]))


def included_paths(files: GuideFiles, path: str, text: str, root: str) -> Iterator[str]:
    """Yield the paths of the files that a document includes itself."""
    if any(sign in text for sign in SIGNS):
        lines = text.split("\n")
        found = filter(None, (inclusion_at(lines, at) for at in range(len(lines))))
        yield from (_place(files, path, one, root) for one in islice(found, MOST_INCLUDED))


def _expanded(files: GuideFiles, path: str, text: str, root: str, room: _Room) -> str:
    if not any(sign in text for sign in SIGNS):
        return text
    lines = text.split("\n")
    out: list[str] = []
    at = 0
    while at < len(lines):
        found = inclusion_at(lines, at) if room.files > 0 else None
        shown = _shown(files, path, found, root, room) if found else None
        if found is None or shown is None:
            out.append(lines[at])
            at += 1
        else:
            out += [f"{found.indent}{line}" if line.strip() else "" for line in shown]
            at = found.end
    return "\n".join(out)


def _shown(files: GuideFiles, path: str, found: Inclusion, root: str, room: _Room) -> Sequence[str] | None:
    """Return the lines in place of an inclusion, None where it is refused."""
    place = _place(files, path, found, root)
    text = files.text(place) if place and room.may_open(place) else None
    if text is None or not room.take(text):
        return None
    part = part_of(text.split("\n"), found.options)
    if found.literal:
        language = found.options.get("language") or _LANGUAGES.get(place.rpartition(".")[2], "")
        return ["", *_code(part, language, path), ""]
    room.open.append(place)
    try:
        return _expanded(files, place, "\n".join(part), root, room).split("\n")
    finally:
        room.open.pop()


def _place(files: GuideFiles, path: str, found: Inclusion, root: str) -> str:
    """Return the path of an included file, "" if there is none.

    Most markups mean a path beside the document; MkDocs also means one from the top or below the documents.
    """
    places = (files.beside(path, found.target, root), files.beside("", found.target), f"{root}/{found.target}")
    return next((place for place in places if place in files), "")


def _code(lines: Sequence[str], language: str, path: str) -> list[str]:
    """Return lines as code in the markup of the document."""
    if path.lower().endswith((".md", ".markdown", ".mdx")):
        return fence(lines, language)
    return [f".. code-block:: {language or 'text'}", "", *(f"   {line}" if line.strip() else "" for line in lines)]
