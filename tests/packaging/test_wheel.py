"""The wheel: what a user installs holds the product, all of it and nothing else."""

import ensurepip
import hashlib
import json
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.specifiers import SpecifierSet

from pro_context_codegen.reference_site import write_site
from pro_context_contract import CONTRACTS, load_contract

ROOT = Path(__file__).parents[2]
PACKAGES = {"pro_context", "pro_context_handlers", "pro_context_engine", "pro_context_contract"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel once."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, check=True, timeout=300, cwd=ROOT, stdout=subprocess.DEVNULL)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def names(wheel: Path) -> list[str]:
    with ZipFile(wheel) as archive:
        return archive.namelist()


def test_it_holds_the_four_packages_and_nothing_else(names: list[str]) -> None:
    tops = {name.partition("/")[0] for name in names}
    metadata = {top for top in tops if top.endswith(".dist-info")}
    assert tops - metadata == PACKAGES
    assert len(metadata) == 1


def test_it_holds_every_file_of_the_packages(names: list[str]) -> None:
    roots = ["server/pro_context", "handlers/pro_context_handlers", "engine/pro_context_engine"]
    for root in [*roots, "generated/pro_context_contract"]:
        for file in (ROOT / root).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert file.relative_to((ROOT / root).parent).as_posix() in names


def pages(names: list[str]) -> set[str]:
    """Return the files of the reference that an archive holds, by their path below the package."""
    return {name.partition("pro_context_contract/")[2] for name in names if "pro_context_contract/reference/" in name}


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Return the files of the reference by their path below the package."""
    folder = tmp_path_factory.mktemp("site")
    write_site(ROOT / "spec", folder)
    return {f"reference/{file.relative_to(folder).as_posix()}" for file in folder.rglob("*") if file.is_file()}


def test_it_holds_the_rendered_reference(names: list[str], rendered: set[str]) -> None:
    assert "reference/full/tools/get-docs.html" in rendered
    assert pages(names) == rendered


@pytest.fixture(scope="session")
def source_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution once and unpack it."""
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder)]
    subprocess.run(command, check=True, timeout=300, cwd=ROOT, stdout=subprocess.DEVNULL)
    (built,) = folder.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        assert pages(archive.getnames()) == set()
        archive.extractall(folder, filter="data")
    return folder / built.name.removesuffix(".tar.gz")


def test_the_source_distribution_builds_the_same_wheel(source_tree: Path, names: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, check=True, timeout=300, cwd=source_tree, stdout=subprocess.DEVNULL)
    (built,) = tmp_path.glob("*.whl")
    with ZipFile(built) as archive:
        assert sorted(archive.namelist()) == sorted(names)


def test_a_development_installation_renders_the_reference(
    source_tree: Path, rendered: set[str], tmp_path: Path
) -> None:
    script = "import sys; from hatchling.build import build_editable; build_editable(sys.argv[1])"
    command = [sys.executable, "-I", "-c", script, str(tmp_path)]
    subprocess.run(command, check=True, timeout=300, cwd=source_tree, stdout=subprocess.DEVNULL)
    found = [file.relative_to(source_tree).as_posix() for file in source_tree.rglob("*.*") if file.is_file()]
    assert pages(found) == rendered


@pytest.mark.parametrize("part", ["test", "spec/", "codegen", "conftest", "bench", "__pycache__", ".jinja"])
def test_it_holds_nothing_that_only_builds_or_tests(names: list[str], part: str) -> None:
    found = [name for name in names if part in name.lower().removeprefix("pro_context_engine/registry/specifier")]
    assert found == []


def test_it_holds_what_is_read_at_run_time(names: list[str]) -> None:
    assert "pro_context_engine/libraries/registry/known-libraries.json" in names
    for contract in CONTRACTS:
        assert f"pro_context_contract/{contract}/payloads/tools-list.json" in names
        assert f"pro_context_contract/bundles/{contract}-{load_contract(contract).version}.json" in names
    assert "pro_context_contract/bundles/bundle.schema.json" in names
    for package in PACKAGES:
        assert f"{package}/py.typed" in names


def test_the_version_is_the_same_everywhere(wheel: Path) -> None:
    assert wheel.name == f"pro_context-{PROJECT['version']}-py3-none-any.whl"
    assert distribution("pro-context").version == PROJECT["version"]


# The contract alone, as an author of clients installs it

SCRIPT = """
import hashlib, json, sys
from importlib.metadata import distributions
from pro_context_contract import CONTRACTS, bundles, load_contract
from pro_context_contract.full import models, errors, prompts
from pro_context_contract.full.tools import get_docs

request = models.GetDocsInput.from_json({"libraries": [{"libraryId": "a/b"}], "topic": "t"})
known = {name: versions[-1] for name, versions in bundles.versions().items()}
json.dump({
    "contracts": {name: load_contract(name).version for name in CONTRACTS},
    "newest": known,
    "sums": {name: hashlib.sha256(bundles.read_bundle(name)).hexdigest() for name in known},
    "dump": request.to_json(),
    "foreign": [name for name in sys.modules if name.startswith(("pro_context_engine", "mcp", "httpx2"))],
}, sys.stdout)
"""


@pytest.fixture(scope="session")
def contract_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of the contract package alone, from the project file that is generated with it."""
    folder = tmp_path_factory.mktemp("contract")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, check=True, timeout=300, cwd=ROOT / "generated", stdout=subprocess.DEVNULL)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.parametrize("which", ["wheel", "contract_wheel"])
def test_the_contract_needs_nothing_else(which: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A client's author may want models and documents without the server."""
    venv.create(tmp_path, with_pip=False, symlinks=True)
    site_packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(tmp_path)}))
    with ZipFile(request.getfixturevalue(which)) as archive:
        archive.extractall(
            site_packages, [name for name in archive.namelist() if name.startswith("pro_context_contract")]
        )
    python = Path(sysconfig.get_path("scripts", "venv", {"base": str(tmp_path)})) / "python"
    done = subprocess.run([python, "-I", "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert told["contracts"] == {name: load_contract(name).version for name in CONTRACTS}
    assert told["newest"].items() >= told["contracts"].items()
    for name, version in told["newest"].items():
        published = (ROOT / "generated" / "pro_context_contract" / "bundles" / f"{name}-{version}.json").read_bytes()
        assert told["sums"][name] == hashlib.sha256(published).hexdigest()
    assert told["dump"] == {"libraries": [{"libraryId": "a/b"}], "topic": "t", "maxTokens": 5000}
    assert told["foreign"] == []


def test_pip_on_an_older_python_says_which_one_it_needs(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        (metadata,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = archive.read(metadata).decode().splitlines()
    assert f"Requires-Python: {PROJECT['requires-python']}" in lines
    assert "3.10" not in SpecifierSet(PROJECT["requires-python"])
    # pip comes with every Python; it is asked as if it ran on 3.10.
    bundled = next((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"))
    asked = ["download", "--no-index", "--no-deps", "--only-binary", ":all:", "--python-version", "3.10", str(wheel)]
    command = [sys.executable, str(bundled / "pip"), *asked]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path, check=False)
    assert done.returncode == 1
    assert "requires a different Python: 3.10" in done.stderr
    assert f"not in '{PROJECT['requires-python']}'" in done.stderr
