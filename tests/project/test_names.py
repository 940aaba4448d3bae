"""A name means one thing: no two modules and no two classes of the product share one."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "server", "codegen", "registry")
ENTRY_POINTS = ("__init__", "__main__")

SAME_MEANING = {
    "source": "each folder of sources/ has the module of its source",
    "addresses": "the addresses of a repository's files, for each service that keeps repositories",
    "api": "the requests to the service that keeps repositories, for each service",
}
"""Modules of one name that mean the same, with the reason; the handlers of contracts mirror each other and the spec."""

SAME_CLASS = {
    "BoundedConnection": "a connection with the same bounds, for each of the two parsers of HTTP",
}
"""Classes of one name that mean the same, with the reason."""


def modules() -> Iterator[Path]:
    """Yield every module but the handlers', which mirror the elements of the contracts by name."""
    for folder in FOLDERS:
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if path.stem not in ENTRY_POINTS)


def place_of(path: Path) -> str:
    """Return the path of a module in the repository; the folders of the databases mirror each other by name."""
    parts = path.relative_to(ROOT).parts
    if parts[:-2] == ("engine", "pro_context_engine", "adapters", "store"):
        parts = (*parts[:-2], "DATABASE", parts[-1])
    return "/".join(parts)


def shared(places: dict[str, set[str]]) -> dict[str, list[str]]:
    """Return the names that stand in several places, with the places."""
    return {name: sorted(found) for name, found in places.items() if len(found) > 1}


def test_no_two_modules_share_a_name() -> None:
    places = defaultdict(set)
    for path in modules():
        places[path.stem].add(place_of(path))
    assert {name: found for name, found in shared(places).items() if name not in SAME_MEANING} == {}


def test_no_two_classes_share_a_name() -> None:
    places = defaultdict(set)
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].add(place_of(path))
    assert {name: found for name, found in shared(places).items() if name not in SAME_CLASS} == {}


def test_every_exception_is_needed() -> None:
    stems = [path.stem for path in modules()]
    assert [name for name in SAME_MEANING if stems.count(name) < 2] == []
