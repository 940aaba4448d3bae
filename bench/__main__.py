"""Run the benchmarks, each with the material it finds: `python bench [NAME… [OPTION…]]`; `NAME --help` tells of one.

Labelled cases and documentation by others are read from a folder beside the repository and never committed; a benchmark
whose material is absent says so and is skipped.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import takewhile
from pathlib import Path

HERE = Path(__file__).parent
MATERIAL = HERE.parent.parent / "shared"

BENCHMARKS = {
    "startup": [],
    "serving": [],
    "access": [],
    "cost": [],
    "crowd": [],
    "storm": [],
    "kills": [],
    "installed": ["pydantic", "httpx2", "mcp", "starlette", "hypothesis", "jinja2"],
    "resolve": [str(MATERIAL / "data" / "resolve_dev.jsonl")],
    "llms_txt": [str(MATERIAL / "data" / "llms_txt_samples")],
    "github": [],
    "sites": [],
    "npm_live": [],
    "documents": [str(MATERIAL / "eval" / "corpus")],
    "pages": [str(MATERIAL / "eval" / "corpus")],
    "ssrf_cases": [str(MATERIAL / "data" / "ssrf_dev_cases.json")],
    "addresses": [],
    "hostile": [],
    "budget": [],
    "search": [],
    "corpus": [str(MATERIAL / "eval" / "corpus" / "ruff"), "--queries", str(MATERIAL / "eval" / "dev.jsonl")],
    # With the address of a package index: these ask it for many packages.
    "packages_live": [],
    "packages_versions": [],
    "packages_coverage": [],
    "retrieval": ["--corpus", str(MATERIAL / "eval" / "corpus"), "--queries", str(MATERIAL / "eval" / "dev.jsonl")],
}


def main() -> int:
    """Run the named benchmarks, or all; return 1 when one of them fails."""
    given = sys.argv[1:]
    names = list(takewhile(BENCHMARKS.__contains__, given))
    options = given[len(names) :]
    if options and not names and not options[0].startswith("-"):
        print(f"there is no benchmark {options[0]}; there are {', '.join(BENCHMARKS)}")
        return 2
    failed = 0
    for name in names or BENCHMARKS:
        print(f"== {name}", flush=True)
        command = [sys.executable, HERE / f"{name}.py", *BENCHMARKS[name], *options]
        failed += subprocess.run(command, check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
