"""Ask the server for names as people ask for them: `python bench/asked_names.py [--environment FOLDER] [--cold]`.

The names in `asked_names.txt` are those of public objects, members, parameters, options, variables and fixtures of
popular packages, and some that older versions lack. The packages are installed through the user's pip and npm into
environments of their own in a temporary folder (`--environment FOLDER` keeps them to use again); they are the only
source. An answer is right if the section that its first passage is from, or its first heading, has the expected title.
While an answer says that pages are still being read, the name is asked again, as clients do. With `--cold` each name is
asked once, of an empty store.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from package_names import CONFIGURATION, Npm, Python, leads_with, prepare, run
from stdio_server import StdioServer

CASES = Path(__file__).with_name("asked_names.txt")
BAR = 0.97
MOST_TRIES = 10
_SECTION = re.compile(r"^> Section: (.*)$", re.MULTILINE)
_NAME = re.compile(r"(pypi|npm)/([\w@/.-]+)(.*)")


@dataclass(frozen=True, slots=True)
class Case:
    """A name that is asked for.

    Attributes:
        scheme: the ecosystem of the package.
        package: its name.
        version: the versions of it that are meant, "" for the newest.
        topic: the name as it is asked.
        title: the expected title, "missing" for a warning.
    """

    scheme: str
    package: str
    version: str
    topic: str
    title: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", type=Path, help="a folder for the installed packages, kept")
    parser.add_argument("--cold", action="store_true", help="ask each name of an empty store")
    parser.add_argument("--only", nargs="+", default=[], metavar="PACKAGE", help="the names of these packages alone")
    options = parser.parse_args()
    found = [case for case in cases() if not options.only or case.package in options.only]
    right = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.environment or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        # Two versions of a package cannot be installed beside each other.
        for name, own in (
            ("npm", [case for case in found if case.scheme == "npm"]),
            ("python", [case for case in found if case.scheme == "pypi" and not case.version]),
            ("older", [case for case in found if case.version]),
        ):
            if own:
                ecosystem = Npm(folder / name) if name == "npm" else Python(folder / name)
                install(ecosystem, own)
                right += ask_all(ecosystem, own, options.cold)
    share = right / max(len(found), 1)
    print(f"right: {right} of {len(found)} ({share:.3f}, bar {BAR}){', cold' if options.cold else ''}")
    return int(share < BAR)


def cases() -> list[Case]:
    """Return the names in the order of the file."""
    lines = (line for line in CASES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    found = []
    for line in lines:
        package, topic, title = (part.strip() for part in line.split(" | "))
        named = _NAME.fullmatch(package)
        assert named is not None, line
        found.append(Case(named[1], named[2], named[3], topic, title))
    return found


def install(ecosystem: Python | Npm, found: Sequence[Case]) -> None:
    """Install the packages of some names, those that are there already excepted."""
    for package, version in dict.fromkeys((case.package, case.version) for case in found):
        if isinstance(ecosystem, Npm):
            ecosystem.add(package)
        elif ecosystem.distribution(package) is None:
            run([ecosystem.python, "-m", "pip", "install", "-q", f"{package}{version}"], "pip cannot install it")


def ask_all(ecosystem: Python | Npm, found: Sequence[Case], cold: bool) -> int:
    """Ask for each name and return how many answers are right; print the others."""
    right = 0
    with tempfile.TemporaryDirectory() as temporary:
        for number, case in enumerate(found):
            folder = Path(temporary) / (str(number) if cold else "")
            folder.mkdir(exist_ok=True)
            variables = {"PRO_CONTEXT__CACHE__DIRECTORY": str(folder / "cache"), **ecosystem.environment()}
            known = {one.package for one in found[:number]}
            if number == 0 or cold:
                server = StdioServer(folder, CONFIGURATION, variables, ecosystem.folder)
            if not cold and case.package not in known:
                prepare(ecosystem, case.package, variables, folder)
            passed, led = ask(server, case, 1 if cold else MOST_TRIES)
            right += passed
            if not passed:
                print(f"  {case.scheme}/{case.package}{case.version} {case.topic} leads with {led}", flush=True)
            if cold or number == len(found) - 1:
                server.close()
    return right


def ask(server: StdioServer, case: Case, tries: int) -> tuple[bool, Sequence[str] | str]:
    """Ask for a name so often at most; return whether the last answer is right, and what it leads with."""
    matches = server.call("resolve-library", {"query": f"{case.scheme}/{case.package}"}).get("results") or [{}]
    library = matches[0].get("libraryId", f"{case.scheme}/{case.package}")
    answer: Mapping[str, Any] = {}
    for _ in range(tries):
        answer = server.call("get-docs", {"libraries": [{"libraryId": library}], "topic": case.topic})
        if not answer.get("indexing") and answer.get("code") != "INDEXING_IN_PROGRESS":
            break
    content = answer.get("content", "")
    if case.title == "missing":
        first = (content or str(answer)).partition("> Source:")[0]
        return f"`{case.topic}` is not in " in first, first[:100]
    section = _SECTION.search(content)
    titles = [*(section[1].split(" › ") if section else []), *leads_with(content)]
    return case.title in [title.replace("`", "").replace("\\", "") for title in titles], titles or answer.get(
        "code", ""
    )


if __name__ == "__main__":
    sys.exit(main())
