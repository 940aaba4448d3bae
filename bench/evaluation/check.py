"""Measure `check-code` and `compare-versions` on labelled code: `python bench check`.

`compare-versions` gets the snippets that are right at another version, and has to find what broke. The labelled code
lies in a folder beside the repository and is read at run time. The packages come from the index of the machine. The
type checkers `ty`, `basedpyright`, `pyright` and `mypy` are measured alone too; those that are not installed come from
PyPI into an environment that the run removes. A run takes some minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
import venv
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pro_context.app import build
from pro_context.protocol.memory_session import MemorySession
from pro_context_engine import open_engine
from pro_context_engine.code_checks.code_texts import parse_python, read_snippet
from pro_context_engine.code_checks.python import type_checker
from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.domain.code_findings import FindingKind
from pro_context_engine.domain.settings import Settings

CASES = Path(__file__).resolve().parents[3] / "shared" / "eval_check"
_ECOSYSTEMS = {"python": "pypi", "typescript": "npm"}


def main() -> None:
    global CASES
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path, nargs="?", default=CASES, help="folder of the labelled code")
    parser.add_argument("--set", choices=["dev", "ts", "changes"], action="append", help="default: all")
    parser.add_argument("--cache", type=Path, help="a folder for the packages, kept; else one for this run")
    parser.add_argument("--beside", action="store_true", help="measure only the other type checkers, with --cache")
    parser.add_argument("--show", action="store_true", help="print what is missed and what is alarmed")
    options = parser.parse_args()
    CASES = options.cases
    if not CASES.is_dir():
        print("skipped: the folder with the labelled code is missing")
        return
    with tempfile.TemporaryDirectory() as place:
        cache = options.cache or Path(place)
        if options.beside:
            beside("dev", cache)
            return
        for name in options.set or ["dev", "ts", "changes"]:
            if name == "changes":
                asyncio.run(measure_changes(cache, show=options.show))
            else:
                asyncio.run(measure(name, cache, show=options.show))


def rows(kind: str, name: str) -> list[dict[str, Any]]:
    file = CASES / f"{kind}_{name}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []


async def measure(name: str, cache: Path, *, show: bool) -> None:
    docs = open_engine(Settings(cache_directory=cache, detect=False, environment="none"))
    app = build("full", docs)
    found: dict[str, list[Mapping[str, Any]]] = {}
    seconds: list[float] = []
    sizes: list[int] = []
    try:
        for row in rows("wrong", name) + rows("pairs", name) + rows("right", name):
            library = f"{_ECOSYSTEMS[row['language']]}/{row['package']}"
            arguments = {
                "code": row["code"],
                "language": row["language"],
                "libraries": [{"libraryId": library, "version": row["version"]}],
            }
            start = time.perf_counter()
            envelope = await app.dispatcher.call("check-code", arguments, MemorySession())
            seconds.append(time.perf_counter() - start)
            sizes.append(count(envelope["content"][0]["text"]))
            found[row["id"]] = [] if envelope.get("isError") else envelope["structuredContent"]["findings"]
    finally:
        await docs.close()
    print(f"{name}: check-code")
    report(name, found, show=show)
    print(
        f"  seconds p50 {statistics.median(seconds):.2f}, max {max(seconds):.1f}; tokens {statistics.mean(sizes):.0f}"
    )
    if name == "dev":
        beside(name, cache)


async def measure_changes(cache: Path, *, show: bool) -> None:
    """Print the share of the breaks that compare-versions finds in code that is right at another version."""
    docs = open_engine(Settings(cache_directory=cache, detect=False, environment="none"))
    app = build("full", docs)
    seconds: list[float] = []
    sizes: list[int] = []
    hits = labels = others = 0
    try:
        for row in rows("wrong", "dev"):
            pair = re.search(r"right at ([\d.]+)", row["origin"])
            if pair is None:
                continue
            library = f"{_ECOSYSTEMS[row['language']]}/{row['package']}"
            arguments = {"libraryId": library, "from": pair[1], "to": row["version"], "code": row["code"]}
            start = time.perf_counter()
            envelope = await app.dispatcher.call("compare-versions", arguments, MemorySession())
            seconds.append(time.perf_counter() - start)
            sizes.append(count(envelope["content"][0]["text"]))
            changes = [] if envelope.get("isError") else envelope["structuredContent"]["changes"]
            told: set[int] = set()
            for label in row["findings"]:
                found = [number for number, one in enumerate(changes) if is_told(label, one)]
                labels += 1
                hits += bool(found)
                told.update(found)
                if show and not found:
                    print("  missed", row["id"], label["line"], label["name"])
            others += len(changes) - len(told)
    finally:
        await docs.close()
    print(
        f"changes: compare-versions with code\n  breaks found {hits / labels:.3f} of {labels}; other changes {others}"
    )
    print(
        f"  seconds p50 {statistics.median(seconds):.2f}, max {max(seconds):.1f}; tokens {statistics.mean(sizes):.0f}"
    )


def is_told(label: Mapping[str, Any], one: Mapping[str, Any]) -> bool:
    """Tell whether a change is about a labelled mistake: a line of it, and its name in the symbol or the detail."""
    near = any(abs(line - label["line"]) <= 1 for line in one.get("lines", ()))
    return near and label["name"] in re.findall(r"\w+", f"{one['symbol']} {one.get('detail', '')}")


def beside(name: str, cache: Path) -> None:
    """Print the figures of the type checkers that are installed, each alone and without dependencies."""
    if type_checker.program():
        print(f"{name}: {type_checker.name_and_version()} alone, without dependencies")
        report(name, typed(name, cache), show=False)
    for program in ("basedpyright", "pyright", "mypy"):
        with tempfile.TemporaryDirectory() as place:
            path = shutil.which(program) or installed(program, Path(place))
            if path is None:
                print(f"{name}: {program} is skipped: PyPI has no program of it for this machine")
                continue
            print(f"{name}: {program} alone, without dependencies")
            report(name, checked_by(path, name, cache), show=False)


def installed(program: str, place: Path) -> str | None:
    """Return a type checker that is installed from PyPI into an environment of its own, None if that fails."""
    venv.create(place, with_pip=True)
    wanted = "pyright[nodejs]" if program == "pyright" else program
    command = [place / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted]
    done = subprocess.run(command, capture_output=True, check=False)
    path = place / "bin" / program
    if done.returncode or not path.is_file():
        return None
    works = subprocess.run([path, "--version"], capture_output=True, check=False)
    return str(path) if works.returncode == 0 else None


def checked_by(program: str, name: str, cache: Path) -> dict[str, list[Mapping[str, Any]]]:
    """Return the findings of another type checker, which gets all snippets of a package version at once."""
    groups: dict[Path, list[dict[str, Any]]] = defaultdict(list)
    for row in rows("wrong", name) + rows("pairs", name) + rows("right", name):
        groups[cache / "packages" / row["package"] / row["version"]].append(row)
    found: dict[str, list[Mapping[str, Any]]] = {}
    for folder, own in groups.items():
        with tempfile.TemporaryDirectory() as place:
            names = {re.sub(r"\W", "_", row["id"]): row["id"] for row in own}
            for row in own:
                path = Path(place, re.sub(r"\W", "_", row["id"]) + ".py")
                path.write_text(parse_python(read_snippet(row["code"]).text)[1], "utf-8")
            run = _mypy if Path(program).name == "mypy" else _pyright
            for stem, line, words in run(program, Path(place), folder.resolve()):
                # mypy names the owner first: `"Engine" has no attribute "execute"; maybe "executor"?`
                quoted = re.findall(r"[\"“]([\w.]+)[\"”]", words.rpartition("has no attribute")[2])
                if "could not be resolved" in words or "module named" in words:
                    quoted = [one for one in quoted if has_module(folder, one)]
                kind = "deprecated" if "deprecated" in words else "missing"
                findings = [{"line": line, "name": last(one), "kind": kind} for one in quoted[:1]]
                found.setdefault(names.get(stem, stem), []).extend(findings)
    return found


def has_module(folder: Path, module: str) -> bool:
    """Tell whether the package at hand has the top of a module; the others are not there, and none of its mistakes."""
    top = module.partition(".")[0]
    return any((folder / name).exists() for name in (top, f"{top}.py", f"{top}.pyi"))


def _pyright(program: str, place: Path, folder: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the file, the line and the words of the findings about names, arguments and deprecations."""
    config = {"typeCheckingMode": "basic", "extraPaths": [str(folder)], "reportDeprecated": "warning"}
    (place / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")
    done = subprocess.run([program, "--outputjson", "-p", place], capture_output=True, text=True, check=False)
    rules = {"reportAttributeAccessIssue", "reportCallIssue", "reportDeprecated", "reportMissingImports"}
    for one in json.loads(done.stdout or "{}").get("generalDiagnostics", ()):
        if one.get("rule") in rules:
            yield Path(one["file"]).stem, one["range"]["start"]["line"] + 1, one["message"]


def _mypy(program: str, place: Path, folder: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the file, the line and the words of the findings about names, arguments and deprecations."""
    codes = ("attr-defined", "call-arg", "deprecated", "import-not-found")
    command = [program, "--check-untyped-defs", "--enable-error-code", "deprecated", "--cache-dir", place / "cache"]
    # Without a folder and a configuration of its own, mypy reads those of the project that the run is started in.
    command += ["--no-site-packages", "--follow-untyped-imports", "--config-file=", "--show-absolute-path"]
    environment = {**os.environ, "MYPYPATH": str(folder)}
    done = subprocess.run(
        [*command, *sorted(place.glob("*.py"))],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=place,
    )
    for file, line, words, code in re.findall(r"^(.+?):(\d+): \w+: (.*)  \[([\w-]+)\]$", done.stdout, re.M):
        if code in codes and Path(file).parent == place:
            yield Path(file).stem, int(line), words


def typed(name: str, cache: Path) -> dict[str, list[Mapping[str, Any]]]:
    """Return the findings of the type checker alone."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows("wrong", name) + rows("pairs", name) + rows("right", name):
        folder = cache / "packages" / row["package"] / row["version"]
        _, text = parse_python(read_snippet(row["code"]).text)
        own = type_checker.findings(text, [folder]) if folder.is_dir() else []
        modules = {id(one): f"{one.owner.strip('`')}.{one.name}".strip(".") for one in own}
        own = [one for one in own if one.kind is not FindingKind.MISSING_MODULE or has_module(folder, modules[id(one)])]
        found[row["id"]] = [{"line": one.line, "name": one.name, "kind": one.kind.value} for one in own]
    return found


def report(name: str, found: Mapping[str, Sequence[Mapping[str, Any]]], *, show: bool) -> None:
    kinds: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    meant = right = 0
    for row in rows("wrong", name):
        for label in row["findings"]:
            hits = [one for one in found.get(row["id"], ()) if is_hit(label, one)]
            kinds[label["kind"]][0] += 1
            kinds[label["kind"]][1] += bool(hits)
            if show and not hits:
                print("  missed", row["id"], label["line"], label["name"])
            wanted = {last(one) for one in label.get("replacements") or [label.get("replacement") or ""]} - {""}
            if hits and wanted:
                meant += 1
                given = [last(one["name"]) for hit in hits for one in hit.get("closest", ())][:3]
                right += bool(wanted & set(given))
    alarms = {
        kind: [(row["id"], one) for row in rows(kind, name) for one in found.get(row["id"], ())]
        for kind in ("right", "pairs")
    }
    if show:
        for _, pairs in alarms.items():
            for row_id, one in pairs:
                print("  alarm", row_id, one["line"], one["name"], one["kind"])
    every, hit = (sum(column) for column in zip(*kinds.values(), strict=True))
    per_kind = "; ".join(f"{kind} {got}/{all_} = {got / all_:.2f}" for kind, (all_, got) in sorted(kinds.items()))
    blocks = max(1, len(rows("right", name)))
    print(f"  recall {hit / every:.3f} of {every}: {per_kind}")
    print(f"  alarms per 100 right blocks {100 * len(alarms['right']) / blocks:.2f}; pairs {len(alarms['pairs'])}")
    print(f"  the right replacement among three {right / max(1, meant):.2f} of {meant}")


def is_hit(label: Mapping[str, Any], one: Mapping[str, Any]) -> bool:
    same = abs(one["line"] - label["line"]) <= 1
    return same and (label["name"] == last(one["name"]) or label["kind"] == "wrong-import")


def last(name: str) -> str:
    return name.rpartition(".")[2].strip("()")


if __name__ == "__main__":
    main()
