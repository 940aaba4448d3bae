"""The variants of a function, which do the same in another way: `swim_async` and `swim_with_http_info` of `swim`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pro_context_engine.search.index.section_parts import section_text
from pro_context_engine.search.ranking.section_reading import ReadSection, read_title


def plain_first(sections: Sequence[ReadSection], asked: Collection[str], most: int) -> list[ReadSection]:
    """Return sections in their order, each function before its variants.

    A variant has the name of the function with further words behind `_`, the same owner and the same summary. It keeps
    its place where the question has one of the further words.

    Args:
        sections: best first.
        asked: the terms of the question.
        most: variants are looked for among so many of the first sections.
    """
    found = {_place(one, one.symbol): one for one in sections if one.symbol}
    order = list(sections)
    for variant in sections[:most]:
        plain = next((found[place] for place in _plain_places(variant, asked) if place in found), None)
        if plain is not None and _summary(plain) == _summary(variant) != "":
            first, own = order.index(variant), order.index(plain)
            if own > first:
                order.insert(first, order.pop(own))
    return order


def _place(section: ReadSection, name: str) -> tuple[str, tuple[str, ...], str]:
    """Return the page and the headings under which a name has its section, and the owner with the name."""
    path = section.section.path
    owner = path[-1].strip("`").rpartition(".")[0] if path else ""
    return section.section.hit.chunk.page_url, path[:-1], f"{owner}.{name}"


def _plain_places(variant: ReadSection, asked: Collection[str]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield the places of the functions that a name may be a variant of, the shortest name first."""
    name = variant.symbol
    end = name.find("_", 1)
    while end > 0:
        if not set(read_title(name[end:]).terms).intersection(asked):
            yield _place(variant, name[:end])
        end = name.find("_", end + 1)


def _summary(section: ReadSection) -> str:
    return section_text(section.section.text).summary
