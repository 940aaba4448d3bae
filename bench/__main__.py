"""Run the benchmarks: `python bench [NAME… [OPTION…]]`; `NAME --help` describes one.

The benchmarks in `evaluation/` read labelled cases and documentation by others from the folder `shared` beside the
repository, which is never committed; without it they say so and are skipped.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

HERE = Path(__file__).parent
MATERIAL = HERE.parent.parent / "shared"

PLAIN = {
    "start": [],
    "serving": [],
    "access": [],
    "cost": [],
    "crowd": [],
    "storm": [],
    "kills": [],
    "installed": ["pydantic", "httpx2", "mcp", "starlette", "hypothesis", "jinja2"],
    "github": [],
    "npm_live": [],
    "projects": [],
    "addresses": [],
    "hostile": [],
    "budget": [],
    "answer_sizes": [],
    "token_weights": [],
    "exact_text": [],
    "answer_speed": [],
    "project_files": [],
    "fleet": [],
    "search": [],
    "names": [str(HERE / "name_cases.jsonl")],
    "symbols": [],
    "junk": [],
    "package_names": [],
    "asked_names": [],
    "installed_code": [],
    "first_check": [],
    # With the address of a package index: these ask it for many packages.
    "packages_live": [],
    "packages_versions": [],
}
EVALUATION = {
    "resolve": [str(MATERIAL / "data" / "resolve_dev.jsonl")],
    "llms_txt": [str(MATERIAL / "data" / "llms_txt_samples")],
    "documents": [str(MATERIAL / "eval" / "corpus")],
    "pages": [str(MATERIAL / "eval" / "corpus")],
    "ssrf_cases": [str(MATERIAL / "data" / "ssrf_dev_cases.json")],
    "corpus": [str(MATERIAL / "eval" / "corpus" / "ruff"), "--queries", str(MATERIAL / "eval" / "dev.jsonl")],
    "check": [str(MATERIAL / "eval_check")],
    "retrieval": ["--sets", str(MATERIAL / "eval"), str(MATERIAL / "eval2")],
    "packages": [],
    "package_sites": [],
    "replicas": ["--sets", str(MATERIAL / "eval"), str(MATERIAL / "eval2")],
    "fit": ["--sets", str(MATERIAL / "eval"), str(MATERIAL / "eval2")],
}
BENCHMARKS = {**PLAIN, **EVALUATION}
"""Options of each benchmark by its name."""


def main() -> int:
    """Run the named benchmarks, or all; return 1 when one of them fails."""
    given = sys.argv[1:]
    names = list(takewhile(BENCHMARKS.__contains__, given))
    options = given[len(names) :]
    if options and not names and not options[0].startswith("-"):
        print(f"there is no benchmark {options[0]}; there are {', '.join(BENCHMARKS)}")
        return 2
    # The benchmarks of both folders use the same servers and clients.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))}
    failed = 0
    for name in names or BENCHMARKS:
        print(f"== {name}", flush=True)
        folder = HERE / "evaluation" if name in EVALUATION else HERE
        command = [sys.executable, folder / f"{name}.py", *BENCHMARKS[name], *options]
        failed += subprocess.run(command, env=environment, check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
