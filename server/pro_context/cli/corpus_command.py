"""`pro-context corpus …`: build an index from a Markdown tree, or list the mistakes of the tree."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pro_context.cli.output import escape, tell
from pro_context.cli.terminal import spinner
from pro_context_engine import (
    CorpusProblem,
    CorpusRefused,
    CorpusReport,
    build_corpus,
    open_embedder,
    validate_corpus,
)


def run(options: argparse.Namespace, _environ: object) -> int:
    """Run the action of `options`; return the exit status."""
    return _ACTIONS[options.action](options)


def _build(options: argparse.Namespace) -> int:
    out = Path(options.out)
    try:
        with spinner("Reading the corpus"):
            report = build_corpus(Path(options.folder), out, options.description, open_embedder())
    except CorpusRefused as refused:
        return _report_problems(refused.problems, as_json=options.json)
    except OSError as error:
        tell(f"{out} cannot be written ({error.strerror})")
        return 1
    _print_problems(report.warnings, "warning: ")
    plain = {**asdict(report), "warnings": list(map(str, report.warnings)), "index": str(out)}
    print(json.dumps(plain, ensure_ascii=False) if options.json else _report_line(report, out))
    return 0


def _validate(options: argparse.Namespace) -> int:
    try:
        with spinner("Reading the corpus"):
            problems, warnings = validate_corpus(Path(options.folder))
    except CorpusRefused as refused:
        return _report_problems(refused.problems, as_json=options.json)
    _print_problems(warnings, "warning: ")
    if problems:
        return _report_problems(problems, as_json=options.json)
    print(json.dumps({"ok": True, "problems": []}) if options.json else "the corpus can be built")
    return 0


_ACTIONS = {"build": _build, "validate": _validate}


def _report_problems(problems: Sequence[CorpusProblem], *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"ok": False, "problems": [asdict(problem) for problem in problems]}, ensure_ascii=False))
    else:
        _print_problems(problems, "")
    return 1


def _print_problems(problems: Sequence[CorpusProblem], kind: str) -> None:
    for problem in problems:
        place = f"{problem.file}:{problem.line}" if problem.line else problem.file
        print(f"{escape(place)}: {kind}{problem.what}".removeprefix(": "), file=sys.stderr)


def _report_line(report: CorpusReport, out: Path) -> str:
    size = f"{report.files} pages in {report.chunks} chunks, {report.prompts} prompts"
    if not report.changed:
        return f"{out}: {size}; nothing has changed"
    return f"{out}: {size}; {report.indexed} pages indexed, {report.removed} removed"
