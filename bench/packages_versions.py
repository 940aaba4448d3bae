"""Questions whose answer changed between two versions of a package, through the real server over stdio.

    python bench/packages_versions.py INDEX… [--find-links FOLDER] [--packages N]

INDEX is the address of a package index (PEP 503), further ones are extra indexes; FOLDER holds further files. Each
question of the table is asked of both versions, named by a range. The passages must have the string that is right in
the version, lack the one that is right in the other, and come from a version within the range. Questions about packages
of which the indexes lack a version are passed over and counted. Exits with 1 when a question is answered wrongly, or
fewer than N (20) packages are answered rightly in both versions.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from package_index import ONLY_PACKAGES, environment, versions
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from stdio_server import StdioServer


@dataclass(frozen=True)
class Case:
    """A question, and for two ranges of versions what the passages must say that those of the other must not."""

    package: str
    question: str
    old: tuple[str, str]
    new: tuple[str, str]


CASES = (
    Case(
        "pydantic",
        "pydantic.main.BaseModel.parse_obj",
        ("<2", "cls: Type[Model]"),
        (">=2,<3", "use `model_validate` instead"),
    ),
    Case(
        "sqlalchemy",
        "sqlalchemy.engine.base.Connection.execute",
        ("<2", "*multiparams"),
        (">=2,<2.1", "_CoreAnyExecuteParams"),
    ),
    Case("urllib3", "urllib3.response.HTTPResponse", ("<2", "strict="), (">=2,<3", "version_string")),
    Case(
        "numpy", "numpy.linalg.cholesky", ("1.x", "def cholesky(a: _ArrayLikeInt_co)"), ("2.x", "_ArrayLikeInt_co, /")
    ),
    Case("pandas", "pandas.DataFrame.applymap", ("2.x", "def applymap("), ("3.x", "def map(")),
    Case("scipy", "scipy.integrate.simps or simpson", ("<1.11", "def simps("), (">=1.17", "def simpson(y, x=None, *")),
    Case("marshmallow", "marshmallow.validates", ("3.x", "(field_name: str)"), ("4.x", "*field_names: str")),
    Case("pytest", "set of exit codes", ("8.x", "NO_TESTS_COLLECTED = 5\n```"), ("9.x", "MAX_WARNINGS_ERROR")),
    Case(
        "wrapt",
        "wrapt.wrap_function_wrapper",
        ("1.x", "(module, name, wrapper)"),
        ("2.x", "The `target` can be a module"),
    ),
    Case("mistune", "mistune.create_markdown", ("2.x", "renderer=None"), ("3.x", "Optional[RendererRef]")),
    Case("more-itertools", "more_itertools.flatten", ("10.x", "listOfLists"), ("11.x", "list_of_lists")),
    Case("rich", "rich.cells.cell_len", ("13.x", "_cell_len:"), ("15.x", "unicode_version")),
    Case(
        "websockets",
        "websockets.exceptions.PayloadTooBig",
        ("15.x", " cur_size: int | None = None"),
        ("17.x", " current_size: int | None = None"),
    ),
    Case(
        "importlib-metadata",
        "importlib_metadata.metadata",
        ("8.x", "PackageMetadata | None"),
        ("9.x", "MetadataNotFound"),
    ),
    # 80.10 takes any iterable already.
    Case("setuptools", "setuptools.extension.Extension", ("80.9.x", "sources: list["), ("84.x", "sources: Iterable[")),
    Case("mpmath", "mpmath.MPContext.bernoulli", ("1.3.x", "bernoulli(ctx, n)\n"), ("1.4.x", "plus=False")),
    Case(
        "pillow",
        "PIL.Image.Image.putpixel",
        ("11.x", "xy: tuple[int, int],"),
        ("12.x", "xy: tuple[int, int] | list[int]"),
    ),
    Case("black", "black.format_stdin_to_stdout", ("22.x", "Optional[str]"), ("26.x", "lines: Collection")),
    Case(
        "docutils",
        "docutils.frontend.get_default_settings",
        ("0.22.x", "*components: SettingsSpec"),
        ("0.23.x", "*components: type["),
    ),
    Case(
        "huggingface-hub",
        "huggingface_hub.InferenceEndpointType",
        ("1.x", "PROTECTED"),
        ("2.x", "'public'\n    AUTHENTICATED"),
    ),
    Case(
        "matplotlib",
        "matplotlib.axes.Axes.plot_date or grouped_bar",
        ("3.10.x", "def plot_date("),
        ("3.11.x", "def grouped_bar("),
    ),
    Case(
        "click",
        "add a version option to a command",
        ("7.x", "version_option(version=None, *param"),
        ("8.1.x", "package_name"),
    ),
    Case(
        "httpx",
        "send the requests of a client through a proxy",
        ("0.23.x", "ProxiesTypes"),
        ("0.28.x", "proxy: ProxyTypes"),
    ),
    Case("attrs", "attr.evolve: copy an instance with changes", ("21.x", "based on *inst*"), ("25.x", "copy.replace")),
    Case(
        "flask",
        "serialize an object to JSON with flask.json.dumps",
        ("2.0.x", "app: t.Optional[Flask] = None"),
        ("3.1.x", "app.json.dumps"),
    ),
    Case(
        "jinja2",
        "pass the current context to a function called in a template",
        ("2.x", "def contextfunction"),
        ("3.x", "def pass_context"),
    ),
    Case("packaging", "parse a version string", ("21.x", "LegacyVersion"), ("24.x", "InvalidVersion")),
    Case("redis", "zadd: set element-name, score pairs", ("3.x", "ch=False, incr=False)"), ("5.x", "gt: bool = False")),
    Case(
        "cryptography",
        "load a private key from PEM",
        ("3.x", "backend=None,\n"),
        ("44.x", "unsafe_skip_rsa_key_validation"),
    ),
    Case("pandas", "range of dates without its end", ("1.x", "closed: Literal"), ("2.2.x", "unit: str")),
    Case(
        "typer",
        "declare a command line option: typer.Option",
        ("0.4.x", "default: Optional[Any],"),
        ("0.15.x", "rich_help_panel"),
    ),
)


def problem(server: StdioServer, case: Case, wanted: tuple[str, str], other: tuple[str, str]) -> str:
    """Return what is wrong with the answer for one version, "" if nothing is."""
    library = {"libraryId": f"pypi/{case.package}", "version": wanted[0]}
    arguments = {"libraries": [library], "topic": case.question, "maxTokens": 4_000}
    answer = server.call("get-docs", arguments)
    while answer.get("indexing") or answer.get("code") == "INDEXING_IN_PROGRESS":
        answer = server.call("get-docs", arguments)
    if "content" not in answer:
        return str(answer.get("code"))
    if not _range(wanted[0]).contains(answer["version"], prereleases=True):
        return f"answered from {answer['version']}"
    content = answer["content"]
    missing = [] if wanted[1] in content else [f"lacks {wanted[1]!r}"]
    wrong = [f"has {other[1]!r}"] if other[1] in content else []
    return ", ".join([*missing, *wrong])


def _range(text: str) -> SpecifierSet:
    return SpecifierSet(f"=={text[:-2]}.*" if text.endswith(".x") else text)


def _had(found: list[Version], wanted: str) -> bool:
    return any(_range(wanted).contains(version) for version in found)


def main() -> int:
    """Print a line for each question and version."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("indexes", nargs="*", metavar="INDEX")
    parser.add_argument("--find-links", metavar="FOLDER", default="")
    parser.add_argument("--packages", type=int, default=20)
    options = parser.parse_args()
    if not options.indexes:
        print("skipped: name a package index")
        return 0
    asked: set[str] = set()
    wrong: set[str] = set()
    passed = 0
    with tempfile.TemporaryDirectory() as folder:
        configuration = {**ONLY_PACKAGES, "cache": {"directory": f"{folder}/cache"}}
        variables = environment(options.indexes, options.find_links)
        server = StdioServer(Path(folder), configuration, variables)
        for case in CASES:
            found = versions(options.indexes, case.package, options.find_links)
            if not (_had(found, case.old[0]) and _had(found, case.new[0])):
                passed += 1
                continue
            problems = [problem(server, case, case.old, case.new), problem(server, case, case.new, case.old)]
            for (wanted, _), trouble in zip((case.old, case.new), problems, strict=True):
                print(f"{case.package:20} {wanted:10} {case.question:40} {trouble or 'right'}", flush=True)
            asked.add(case.package)
            wrong |= {case.package} if any(problems) else set()
        server.close()
    right = len(asked - wrong)
    print(f"{right} packages answered rightly in both versions, {len(wrong)} not; {passed} questions passed over")
    return 1 if wrong or right < options.packages else 0


if __name__ == "__main__":
    sys.exit(main())
