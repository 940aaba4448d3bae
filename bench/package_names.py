"""Ask the server for drawn public objects of popular packages: `python bench/package_names.py [--environment FOLDER]`.

40 Python packages are drawn by a seed from `popular_packages.txt`, 10 npm packages from the popular ones of the
registry of libraries. They are installed through the user's pip and npm into environments of their own in a temporary
folder (`--environment FOLDER` keeps them to use again). A package that cannot be installed or imported, that has no
public function or class with a docstring, or whose files have more than 60 MB is passed over with its reason, and the
next one of the drawing takes its place.

300 objects are drawn from those that the packages have at run time: the imported modules say which there are, never
the product. Each is asked for bare (`merge`) and qualified (`pandas.merge`), with the installed packages as the only
source. The answer is right if its first passage is the documentation of that object. The import paths that the symbol
table has for the objects are tried in the environment of the packages.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from stdio_server import SERVER, StdioServer
from symbols import compare

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.sources.packages.python.pages.module_page import CONSTANTS
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

HERE = Path(__file__).parent
TRUTH = HERE / "package_names_truth.py"
BAR_BARE, BAR_QUALIFIED, BAR_PATHS = 0.96, 0.98, 0.98
MOST_MEGABYTES = 60
MOST_POPULAR_NPM = 150
CONFIGURATION = {
    "sources": {
        "llmsTxt": {"enabled": False},
        "package": {"enabled": False},
        "docsSites": {"enabled": False},
        "github": {"enabled": False},
    },
    "registry": {"checkAtStart": False},
}
_PASSAGE = re.compile(r"^(?=> Source: )", re.MULTILINE)
_SECTION = re.compile(r"^> Section: (.*)$", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} +(.+?)\s*#*$")
# Objects of the exports of a CommonJS module, or else of an ES module.
_NODE = """
const name = process.argv[1];
const load = async () => { try { return require(name) } catch { return await import(name) } };
load().then(module => {
  const names = Object.keys(module).filter(key => typeof module[key] === "function" && /^[A-Za-z]\\w{2,}$/.test(key));
  console.log(JSON.stringify(names.filter(key => key !== "default")));
  process.exit(0);
}).catch(error => { console.error(String(error)); process.exit(1) });
"""


@dataclass(frozen=True, slots=True)
class DrawnObject:
    """A public object.

    Attributes:
        package: the name of its package.
        qualified: its name with the module that users import it from.
        own: the name that it was defined with, under which it may be documented.
    """

    package: str
    qualified: str
    own: str

    @property
    def name(self) -> str:
        """Return the name alone."""
        return self.qualified.rpartition(".")[2]


class PassedOver(Exception):
    """A package that is not measured; the message is the reason."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", type=Path, help="a folder for the installed packages, kept")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--python", type=int, default=40, help="the number of Python packages")
    parser.add_argument("--npm", type=int, default=10, help="the number of npm packages")
    parser.add_argument("--objects", type=int, default=300)
    parser.add_argument("--only", nargs="+", default=[], help="ask for the objects of these packages alone")
    parser.add_argument("--show", type=int, default=0, help="print so many failures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.environment or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        share = options.objects // max(options.python + options.npm, 1)
        python, npm = Python(folder / "python"), Npm(folder / "npm")
        right = Counter[str]()
        drawn = Counter[str]()
        for ecosystem, count in ((python, options.python), (npm, options.npm)):
            found = list(draw(ecosystem, count, share, options.seed, options.only))
            with tempfile.TemporaryDirectory() as cache:
                ask(ecosystem, found, Path(cache), right, options.show)
            drawn[ecosystem.scheme] = len(found)
            if isinstance(ecosystem, Python) and found:
                check_paths(ecosystem, found, right, options.show)
    return report(right, drawn)


class Python:
    """Python packages in a virtual environment."""

    scheme = "pypi"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        if not self.python.exists():
            venv.create(folder, with_pip=True)
        self.site = next((folder / "lib").glob("python*/site-packages"))

    def candidates(self) -> list[str]:
        """Return the names of popular packages."""
        return (HERE / "popular_packages.txt").read_text(encoding="utf-8").split()

    def objects(self, name: str) -> list[tuple[str, str]]:
        """Return the qualified and the own names of a package's public objects; raise PassedOver for none."""
        if self.distribution(name) is None:
            run([self.python, "-m", "pip", "install", "-q", "--only-binary", ":all:", name], "pip cannot install it")
        found = self.distribution(name)
        if found is None:
            raise PassedOver("pip installed another name")
        files = [Path(str(one.locate())) for one in found.files or ()]
        megabytes = sum(one.stat().st_size for one in files if one.exists()) / 1e6
        if megabytes > MOST_MEGABYTES:
            raise PassedOver(f"it has {megabytes:.0f} MB")
        names = json.loads(run([self.python, TRUTH, name], "it cannot be imported"))
        return [(qualified, own) for qualified, own in names]

    def distribution(self, name: str) -> Distribution | None:
        """Return an installed distribution, None if it is not installed."""
        every = distributions(path=[str(self.site)])
        return next((one for one in every if _normal(one.metadata["Name"]) == _normal(name)), None)

    def environment(self) -> dict[str, str]:
        """Return the variables that show the packages to the server."""
        return {"VIRTUAL_ENV": str(self.folder)}


class Npm:
    """npm packages in a project."""

    scheme = "npm"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        manifest = folder / "package.json"
        if not manifest.exists():
            manifest.write_text('{"name": "drawn", "version": "1.0.0", "dependencies": {}}')

    def candidates(self) -> list[str]:
        """Return the names of popular packages."""
        known = [
            (one.popularity.get("npmDownloads", 0), one.npm_packages[:1])
            for one in Catalogue.load().all()
            if one.npm_packages and "npmDownloads" in one.popularity
        ]
        ranked = sorted(known, key=lambda one: one[0])
        return [name for _, names in ranked[:MOST_POPULAR_NPM] for name in names]

    def objects(self, name: str) -> list[tuple[str, str]]:
        """Return the qualified and the own names of what a package exports; raise PassedOver for none."""
        self.add(name)
        exported: list[str] = json.loads(run(["node", "-e", _NODE, name], "it cannot be imported", self.folder))
        return [(f"{name}.{one}", one) for one in exported]

    def add(self, name: str) -> None:
        """Install a package that is not there yet, with its types; raise PassedOver if npm cannot."""
        place = self.folder / "node_modules" / name
        if not place.is_dir():
            self._install(name)
        if not self._declares(place):
            self._install(f"@types/{name.removeprefix('@').replace('/', '__')}")

    def environment(self) -> dict[str, str]:
        """Return the variables that show the packages to the server."""
        return {}

    def _install(self, name: str) -> None:
        run(
            ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", name],
            f"npm cannot install {name}",
            self.folder,
        )

    def _declares(self, place: Path) -> bool:
        manifest = json.loads((place / "package.json").read_text(encoding="utf-8"))
        exports = json.dumps(manifest.get("exports", ""))
        return bool(
            manifest.get("types") or manifest.get("typings") or ".d." in exports or (place / "index.d.ts").exists()
        )


def draw(
    ecosystem: Python | Npm, packages: int, share: int, seed: int, only: Sequence[str] = ()
) -> Iterator[DrawnObject]:
    """Yield drawn objects of drawn packages, or of the given ones; print those that are passed over."""
    order = ecosystem.candidates()
    random.Random(seed).shuffle(order)
    taken = 0
    for name in (one for one in order if not only or one in only):
        if taken >= packages:
            return
        try:
            objects, reason = ecosystem.objects(name), "it has no public objects"
        except PassedOver as error:
            objects, reason = [], str(error)
        if not objects:
            print(f"passed over: {name}: {reason}", flush=True)
            continue
        taken += 1
        for qualified, own in random.Random(f"{seed} {name}").sample(sorted(objects), min(share, len(objects))):
            yield DrawnObject(name, qualified, own)


def ask(ecosystem: Python | Npm, drawn: Sequence[DrawnObject], cache: Path, right: Counter[str], show: int) -> None:
    """Ask for each object bare and qualified, and count the right answers."""
    variables = {"PRO_CONTEXT__CACHE__DIRECTORY": str(cache / "cache"), **ecosystem.environment()}
    server = StdioServer(cache, CONFIGURATION, variables, ecosystem.folder)
    libraries: dict[str, str] = {}
    for one in drawn:
        if one.package not in libraries:
            found = server.call("resolve-library", {"query": one.package}).get("results") or [{}]
            libraries[one.package] = found[0].get("libraryId", one.package)
            prepare(ecosystem, one.package, variables, cache)
        for kind, topic in (("bare", one.name), ("qualified", one.qualified)):
            asked = {"libraries": [{"libraryId": libraries[one.package]}], "topic": topic}
            answer = server.call("get-docs", asked)
            passed = is_first(answer.get("content", ""), one)
            right[f"{ecosystem.scheme} {kind}"] += passed
            if not passed and show:
                led = leads_with(answer.get("content", ""))[:3] or answer.get("code", "")
                print(f"  {kind}: {one.package} {topic} leads with {led}", flush=True)
    server.close()


def prepare(ecosystem: Python | Npm, package: str, variables: Mapping[str, str], folder: Path) -> None:
    """Have the symbol table of a package made and stored: the first answers of a large package come before it."""
    command = [*SERVER, "symbols", f"{ecosystem.scheme}/{package}", "--json", "--config", folder / "pro-context.yaml"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")}
    made = subprocess.run(
        command, cwd=ecosystem.folder, env={**environment, **variables}, capture_output=True, text=True, check=False
    )
    if made.returncode:
        print(f"no symbol table of {package}: {made.stderr.strip()[-200:]}", flush=True)


def is_first(content: str, one: DrawnObject) -> bool:
    """Tell whether an answer begins with the documentation of an object."""
    path = one.qualified.split(".")
    tails = {".".join(path[cut:]) for cut in range(len(path))} | {one.own}
    titles = leads_with(content)
    if CONSTANTS in titles:
        # An object without a text of its own in any file has its line in this list.
        return re.search(rf"^{re.escape(one.name)}\b", _PASSAGE.split(content)[1], re.MULTILINE) is not None
    return any(title in tails or (title.endswith(f".{one.name}") and _is_module(title)) for title in titles)


def leads_with(content: str) -> list[str]:
    """Return the titles of the first passage: of its section, and of its first heading."""
    parts = _PASSAGE.split(content)
    if len(parts) < 2:
        return []
    section = _SECTION.search(parts[1])
    titles = [section[1].split(" > ")[-1].split(" › ")[-1]] if section else []
    fenced = False
    for line in parts[1].splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else _HEADING.match(line)
        if heading:
            titles.append(heading[1])
            break
    return [re.sub(r"\(.*\)$", "", title.replace("`", "").replace("\\", "")).strip() for title in titles]


def _is_module(title: str) -> bool:
    """Tell whether the name before the last one is a module and no class, by its case."""
    return not title.rpartition(".")[0].rpartition(".")[2][:1].isupper()


def check_paths(python: Python, drawn: Sequence[DrawnObject], right: Counter[str], show: int) -> None:
    """Count the objects whose symbols have right import paths."""
    given: dict[str, list[Any]] = {"paths": [], "classes": [], "signatures": [], "exports": []}
    for name in dict.fromkeys(one.package for one in drawn):
        found = python.distribution(name)
        assert found is not None
        place = str(found._path)  # type: ignore[attr-defined]
        table = PythonDocumentation(
            InstalledPackage(_normal(name), found.version, "", str(python.site), place)
        ).symbols()
        for one in (one for one in drawn if one.package == name):
            symbol = table.find(one.qualified)
            if symbol is None:
                if show:
                    print(f"  not in the table: {one.qualified}")
                continue
            given["paths"].append((symbol.name, symbol.paths))
    for answer in compare(python.python, given)["paths"]:
        wrong = answer["error"] or answer["wrong"]
        right["paths"] += not wrong
        if wrong and show:
            print(f"  path: {answer['name']} {answer['error']} {answer['wrong']}")


def report(right: Mapping[str, int], drawn: Mapping[str, int]) -> int:
    """Print the figures; return 1 when one is below its bar."""
    total = sum(drawn.values())
    failed = not total
    for kind, bar in (("bare", BAR_BARE), ("qualified", BAR_QUALIFIED)):
        shares = {scheme: right[f"{scheme} {kind}"] / count for scheme, count in drawn.items() if count}
        overall = sum(right[f"{scheme} {kind}"] for scheme in drawn) / max(total, 1)
        failed |= overall < bar
        parts = "  ".join(f"{scheme} {share:.3f}" for scheme, share in shares.items())
        print(f"{kind}: first {overall:.3f} of {total} (bar {bar})  {parts}")
    paths = right["paths"] / max(drawn["pypi"], 1)
    print(f"import paths right: {paths:.3f} of {drawn['pypi']} (bar {BAR_PATHS})")
    return int(failed or (drawn["pypi"] > 0 and paths < BAR_PATHS))


def run(command: Sequence[str | Path], reason: str, folder: Path | None = None) -> str:
    """Return the output of a command; raise PassedOver if it fails or takes ten minutes."""
    try:
        made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=600)
    except FileNotFoundError:
        raise PassedOver(f"{command[0]} is not installed") from None
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise PassedOver(reason) from None
    return made.stdout


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    sys.exit(main())
