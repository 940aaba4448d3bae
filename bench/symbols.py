"""Measure symbol tables against the imported packages: `python bench/symbols.py [PACKAGE…]`.

The packages are installed into an environment of their own in a temporary folder (`--environment FOLDER` keeps one to
use again), and imported only there, by `symbols_truth.py`. Without names, 22 popular packages are measured; that takes
about six minutes and needs the network.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import griffe  # noqa: F401  its import time is not what is measured

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.symbols import PackageSymbol, ParameterKind, SymbolKind, SymbolTable
from pro_context_engine.sources.packages.package_urls import parse_package_url
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

PACKAGES = [
    "aiohttp",
    "attrs",
    "celery",
    "click",
    "django",
    "fastapi",
    "flask",
    "httpx",
    "jinja2",
    "loguru",
    "matplotlib",
    "networkx",
    "numpy",
    "openai",
    "pandas",
    "pydantic",
    "pytest",
    "redis",
    "requests",
    "rich",
    "scikit-learn",
    "sqlalchemy",
]
_ORDER = {
    ParameterKind.POSITIONAL_ONLY: 0,
    ParameterKind.ANY: 1,
    ParameterKind.VAR_POSITIONAL: 2,
    ParameterKind.KEYWORD_ONLY: 3,
    ParameterKind.VAR_KEYWORD: 4,
}
_TRUTH = Path(__file__).with_name("symbols_truth.py")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", default=PACKAGES)
    parser.add_argument("--environment", type=Path, help="a folder for the environment of the packages, kept")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--show", type=int, default=0, help="print so many failures of each kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        python = environment(options.environment or Path(folder) / "env", options.packages)
        measure(python, options.packages, options.seed, options.show)


def environment(folder: Path, packages: Sequence[str]) -> Path:
    """Return the interpreter of an environment with the packages."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
    return python


def measure(python: Path, packages: Sequence[str], seed: int, show: int) -> None:
    site = next((python.parent.parent / "lib").glob("python*/site-packages"))
    installed = {one.metadata["Name"].lower().replace("_", "-"): one for one in distributions(path=[str(site)])}
    totals: dict[str, list[Any]] = {"paths": [], "classes": [], "signatures": [], "exports": []}
    modules = seconds = anchors = wrong_anchors = 0.0
    for name in packages:
        found = installed[name]
        package = InstalledPackage(name, found.version, "", str(site), str(found._path))  # type: ignore[attr-defined]
        documentation = PythonDocumentation(package)
        before = time.process_time()
        table = documentation.symbols()
        took = time.process_time() - before
        count = sum(symbol.kind is SymbolKind.MODULE for symbol in table.symbols)
        modules += count
        seconds += took
        checked, wrong = check_anchors(documentation, table, random.Random(seed), show)
        anchors, wrong_anchors = anchors + checked, wrong_anchors + wrong
        compared = compare(python, sample(table, random.Random(seed), len(packages)))
        for key, values in compared.items():
            totals[key] += values
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        size = len(table.symbols)
        print(f"{name:14} {count:5} modules {size:6} symbols {took:6.2f} s  {peak} MB  {line(compared)}", flush=True)
    print(f"\nall: {line(totals)}; {seconds / modules * 1000:.1f} s for 1,000 modules;", end=" ")
    print(f"anchors that the page lacks: {wrong_anchors:.0f} of {anchors:.0f}")
    print_failures(totals, show)


def sample(table: SymbolTable, draw: random.Random, packages: int) -> dict[str, list[Any]]:
    """Return drawn symbols: paths, and a package's share of 100 classes and 500 functions."""
    top = [one for one in table.symbols if one.complete > 0]
    classes = [one for one in top if one.kind in (SymbolKind.CLASS, SymbolKind.ENUM)]
    callables = [
        one for one in top if one.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD) and len(one.signatures) == 1
    ]
    exports: dict[str, set[str]] = {one.name: set() for one in table.symbols if one.kind is SymbolKind.MODULE}
    for one in table.symbols:
        for path in (one.name, *one.paths):
            module, _, last = path.rpartition(".")
            if module in exports:
                exports[module].add(last)
    return {
        "paths": [(one.name, one.paths) for one in drawn(draw, table.symbols, 300)],
        "classes": [(one.name, members(one)) for one in drawn(draw, classes, max(5, 100 // packages))],
        "signatures": [(one.name, shapes(one)) for one in drawn(draw, callables, max(25, 500 // packages))],
        "exports": [(module, sorted(names)) for module, names in exports.items()],
    }


def drawn(draw: random.Random, symbols: Sequence[PackageSymbol], count: int) -> list[PackageSymbol]:
    return draw.sample(list(symbols), min(count, len(symbols)))


def members(symbol: PackageSymbol) -> list[str]:
    return [*symbol.own, *(name.rpartition(".")[2] for name in symbol.inherited)]


def shapes(symbol: PackageSymbol) -> list[list[list[Any]]]:
    return [
        [[one.name, _ORDER[one.kind], one.default is not None] for one in signature.parameters]
        for signature in symbol.signatures
    ]


def compare(python: Path, given: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    process = subprocess.run(
        [python, _TRUTH], input=json.dumps(given), capture_output=True, text=True, check=True, timeout=600
    )
    answer: dict[str, list[Any]] = json.loads(process.stdout)
    return answer


def check_anchors(
    documentation: PythonDocumentation, table: SymbolTable, draw: random.Random, show: int
) -> tuple[int, int]:
    """Return how many drawn addresses were looked up, and how many have an anchor that leads elsewhere."""
    wrong = 0
    with_anchor = [one for one in table.symbols if "#" in one.url]
    known: dict[str, dict[str, str]] = {}
    chosen = drawn(draw, with_anchor, 100)
    for symbol in chosen:
        address, _, anchor = symbol.url.partition("#")
        if address not in known:
            parsed = parse_package_url(address)
            page = documentation.page(parsed) if parsed else None
            known[address] = {heading.anchor: heading.title for heading in page.headings} if page else {}
        title = known[address].get(anchor)
        owner = symbol.name.rpartition(".")[0].rpartition(".")[2]
        if title is None or not (title.endswith((symbol.last_name, owner)) or anchor == "module-attributes"):
            wrong += 1
            if wrong <= show:
                print(f"  anchor: {symbol.name} {symbol.url} leads to {title}")
    return len(chosen), wrong


def line(found: Mapping[str, list[Any]]) -> str:
    paths, classes = found["paths"], [one for one in found["classes"] if not one["error"]]
    signatures = [one for one in found["signatures"] if not one["error"]]
    right = sum(not one["error"] and not one["wrong"] for one in paths) / max(len(paths), 1)
    real = max(sum(one["real"] for one in classes), 1)
    missed, invented = (sum(len(one[key]) for one in classes) / real for key in ("missed", "invented"))
    equal = sum(one["equal"] for one in signatures) / max(len(signatures), 1)
    listed = max(sum(one["listed"] for one in found["exports"]), 1)
    lacking = sum(len(one["missing"]) for one in found["exports"]) / listed
    return (
        f"paths {right:.3f} of {len(paths)}  exports missed {lacking:.3f}  members of {len(classes)} classes: "
        f"missed {missed:.3f} invented {invented:.4f}  signatures {equal:.3f} of {len(signatures)}"
    )


def print_failures(found: Mapping[str, list[Any]], show: int) -> None:
    for one in [one for one in found["paths"] if one["error"] or one["wrong"]][:show]:
        print("  path:", one["name"], one["error"], one["wrong"])
    for one in [one for one in found["exports"] if one["missing"]][:show]:
        print("  exports:", one["module"], len(one["missing"]), one["missing"][:10])
    for one in [one for one in found["classes"] if one["error"] or one["missed"] or one["invented"]][:show]:
        print("  class:", one["name"], one["error"], "missed", one.get("missed"), "invented", one.get("invented"))
    for one in [one for one in found["signatures"] if one["error"] or not one["equal"]][:show]:
        print("  signature:", one["name"], one["error"], one.get("real"))


if __name__ == "__main__":
    sys.exit(main())
