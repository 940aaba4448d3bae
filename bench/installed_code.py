"""Check code that fits its packages: `python bench/installed_code.py --environment DIR | --node DIR [--files N]`.

The files of installed packages use the packages beside them, in versions that their installer found to fit. Nearly
every finding of `check-code` in them is false, but for those in tests, in examples and in code for other versions.
Files are drawn by a seed, a few of each package. Prints each finding with its line, and how many files of 100 have one;
deprecations are counted, and shown with `--deprecated`.

    python bench/installed_code.py --environment .venv --files 500 --seed 2
    python bench/installed_code.py --node . --json
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from junk import OFFLINE
from stdio_server import StdioServer

SMALLEST, LARGEST, LONGEST_LINE = 600, 45_000, 2_000
OF_ONE_PACKAGE, TRIED = 6, 60
PYTHON_IMPORT = re.compile(r"^\s*(?:from|import)\s+([A-Za-z_]\w*)", re.M)
NODE_IMPORT = re.compile(r"""(?:require\(|from\s+|import\s+)["']((?:@[\w.-]+/)?[\w.-]+)""")
LEFT_OUT = frozenset({"node_modules", "_vendor", "vendored"})
CODE = {".py": "python", ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".ts": "typescript"}


def python_packages(environment: Path) -> dict[str, Path]:
    """Return the import packages of an environment, each with its folder."""
    site = next((environment / "lib").glob("python3*")) / "site-packages"
    return {one.name: one for one in sorted(site.iterdir()) if one.is_dir() and one.name.isidentifier()}


def node_packages(root: Path) -> dict[str, Path]:
    """Return the packages in `node_modules`, each with its folder."""
    found: dict[str, Path] = {}
    for one in sorted((root / "node_modules").iterdir()):
        inner = sorted(one.iterdir()) if one.name.startswith("@") else [one]
        found |= {str(path.relative_to(root / "node_modules")): path for path in inner if path.is_dir()}
    return found


def drawn(packages: dict[str, Path], imports: re.Pattern[str], draw: random.Random) -> Iterator[tuple[str, Path, str]]:
    """Yield files of each package that import another one: its name, the path and the text."""
    for name, folder in packages.items():
        files = [one for one in folder.rglob("*") if one.suffix in CODE and ".min." not in one.name]
        files = [
            one for one in files if "node_modules" not in one.relative_to(folder).parts and "_vendor" not in str(one)
        ]
        draw.shuffle(files)
        taken = 0
        for path in files[:TRIED]:
            text = path.read_text("utf-8", "replace") if SMALLEST < path.stat().st_size < LARGEST else ""
            others = (set(imports.findall(text)) & packages.keys()) - {name}
            if others and taken < OF_ONE_PACKAGE and max(map(len, text.splitlines())) < LONGEST_LINE:
                taken += 1
                yield name, path, text


def checked(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the outcome of each file: its package, path, seconds and findings."""
    packages = python_packages(options.environment) if options.environment else node_packages(options.node)
    draw = random.Random(options.seed)
    files = list(drawn(packages, PYTHON_IMPORT if options.environment else NODE_IMPORT, draw))
    draw.shuffle(files)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        where = {"VIRTUAL_ENV": str(options.environment.resolve()) if options.environment else ""}
        configuration = {**OFFLINE, "cache": {"directory": str(folder / "cache")}}
        server = StdioServer(folder, configuration, where, options.node or folder)
        for package, path, text in files[: options.files]:
            started = time.perf_counter()
            answer = server.call("check-code", {"code": text, "language": CODE[path.suffix]})
            seconds = round(time.perf_counter() - started, 2)
            yield {"package": package, "file": str(path), "seconds": seconds, "findings": answer.get("findings", [])}
        server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", type=Path, help="a virtual environment with Python packages")
    parser.add_argument("--node", type=Path, help="a folder with node_modules")
    parser.add_argument("--files", type=int, default=200, help="default: 200")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--deprecated", action="store_true", help="show deprecations too")
    parser.add_argument("--json", action="store_true", help="print the outcome of each file as JSON")
    options = parser.parse_args()
    if not (options.environment or options.node):
        print("skipped: name an environment or a folder with node_modules")
        return
    kinds: Counter[str] = Counter()
    files = wrong = 0
    for one in checked(options):
        files += 1
        kinds.update(finding["kind"] for finding in one["findings"])
        wrong += any(finding["kind"] != "deprecated" for finding in one["findings"])
        if options.json:
            print(json.dumps(one), flush=True)
            continue
        lines = Path(one["file"]).read_text("utf-8", "replace").split("\n")
        for finding in one["findings"]:
            if options.deprecated or finding["kind"] != "deprecated":
                print(f"{one['file']}:{finding['line']} {finding['kind']}: {finding['message']}")
                print(f"    {lines[finding['line'] - 1].strip()[:120]}", flush=True)
    summary = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    share = 100 * wrong / max(1, files)
    print(f"{files} files, {share:.1f} of 100 with a finding; {summary or 'no findings'}", file=sys.stderr)


if __name__ == "__main__":
    main()
