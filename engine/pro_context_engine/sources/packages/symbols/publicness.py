"""The publicness of a symbol, judged by the shape of its name, of its module and of its neighbours."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from pro_context_engine.domain.value_class import value_class

LEVEL = 4
"""The weight of one level of nesting; the smaller weights order the names of one level."""

MEMBER = 3
UNMENTIONED = 1
UNLISTED = 1
DEPRECATED = 6
UNDERSCORED = 6
GENERATED = 12
LOOSE = 16
"""The weight of a function of a module that is written to become the method of some class."""

_ASIDE = 8
_CONTRIBUTED = 2
_ASIDE_PARTS = {
    *("test", "tests", "testing", "vendor", "vendored", "extern", "externals", "compat", "legacy", "deprecated"),
    *("experimental", "third_party", "backports", "conftest", "internal", "internals"),
    *("alpha", "beta", "preview", "unstable"),
}
_OLD_VERSION = re.compile(r"_?v[01]|_?v\d+(?:p\d+)?(?:alpha|beta)\d*|compat_?v?\d+")
_GENERATED_MODULE = re.compile(r"\w+_pb2(?:_grpc)?")
# So many classes of one shape, or modules with the same names, are made by a generator; people write some dozens.
_FAMILY = 100
_SIBLINGS = 20
_MOSTLY = 0.8
_USED = re.compile(r"[`.]([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\(|\bimport[ \t]+([\w,. \t]+)")
_WORD = re.compile(r"[A-Za-z_]\w*")
# Longer documents are read to here; the names that matter stand in the first pages.
MAX_MENTIONING = 2_000_000


@value_class
class FamilyShape:
    """The shape of a public object: its name and module, for a class also its bases and whether it has fields only."""

    name: str
    module: str
    bases: tuple[str, ...] = ()
    fields_only: bool = False


def module_rank(path: str) -> int:
    """Return the rank of the first names of the module with this dotted path: its depth, and more where it is aside."""
    parts = path.split(".")
    rank = LEVEL * (len(parts) - 1)
    for part in parts[1:]:
        word = part.strip("_")
        if word in _ASIDE_PARTS or part.startswith("test_") or _OLD_VERSION.fullmatch(part):
            rank += _ASIDE
        elif word == "contrib":
            rank += _CONTRIBUTED
        elif _GENERATED_MODULE.fullmatch(part):
            rank += GENERATED
    return rank


def used_names(text: str) -> Iterator[str]:
    """Yield the names that a text uses as code: in backticks, after a dot, called, or imported."""
    for found in _USED.finditer(text[:MAX_MENTIONING]):
        if found[3]:
            yield from _WORD.findall(found[3])
        else:
            yield found[1] or found[2]


def generated_families(shapes: Iterable[tuple[str, FamilyShape]]) -> set[str]:
    """Return the keys of the objects that belong to a generated family.

    A family is more than 100 classes with the same bases of which most have fields only, or a name that at least 20
    sibling modules define.

    Args:
        shapes: a key and the shape of each public object.
    """
    known = list(shapes)
    by_bases: dict[tuple[str, ...], list[tuple[str, bool]]] = defaultdict(list)
    for key, shape in known:
        if shape.bases:
            by_bases[shape.bases].append((key, shape.fields_only))
    families: set[str] = set()
    for members in by_bases.values():
        if len(members) > _FAMILY and sum(fields for _, fields in members) >= _MOSTLY * len(members):
            families.update(key for key, _ in members)
    places = Counter(place for _, shape in known for place in _places(shape))
    families.update(key for key, shape in known if any(places[place] >= _SIBLINGS for place in _places(shape)))
    return families


def _places(shape: FamilyShape) -> Iterator[tuple[str, str, str]]:
    """Yield the places that a name has in common with those of sibling modules: `a.*.NAME` and `a.*.b.NAME`."""
    package, _, module = shape.module.rpartition(".")
    if package:
        yield package, "", shape.name
    above = package.rpartition(".")[0]
    if above:
        yield above, module, shape.name
