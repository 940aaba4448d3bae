"""The removal of a README's list of its own sections: the outline of the page says the same.

Such a list has the words of all headings, so that a search would find it before the section that is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

FEWEST_LINKS = 3
"""A list of fewer links to sections of its own page is kept."""

_LINK = re.compile(r"\[(?:[^\[\]\n]|\[[^\[\]\n]{0,100}\]){1,300}\]\(#[^()\s]{0,300}\)")
_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_BETWEEN = " \t|·•–—,;:-*_`"


def without_contents_lists(lines: Sequence[str]) -> list[str]:
    """Return the lines outside of fences without the lists that only link to sections of the same page.

    Args:
        lines: of a Markdown text, without fences.
    """
    return [line for run, links in _runs(lines) if links < FEWEST_LINKS for line in run]


def _runs(lines: Sequence[str]) -> Iterator[tuple[list[str], int]]:
    """Yield the runs of lines that only link to own sections, each with its number of links, and all other lines."""
    run, links = list[str](), 0
    for line in lines:
        number = _own_links(line)
        if number or (run and not line.strip()):
            run.append(line)
            links += number
            continue
        if run:
            yield run, links
            run, links = [], 0
        yield [line], 0
    if run:
        yield run, links


def _own_links(line: str) -> int:
    """Return how many links to own sections a line has, 0 if it has anything else."""
    if "](#" not in line:
        return 0
    rest, number = _LINK.subn("", _MARKER.sub("", line, count=1))
    return 0 if rest.strip(_BETWEEN) else number
