"""The bundle: one document that says everything, checkable by anybody, the same wherever it lies."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.clients.node import needs_node, node

from pro_context_codegen import bundle
from pro_context_codegen.__main__ import main
from pro_context_codegen.compatibility.frozen_bundles import SEALS, bundles_folder, read_frozen_bundles, with_seal
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecError

ROOT = Path(__file__).parents[2]
BUNDLES = [
    file
    for file in (ROOT / "generated" / "pro_context_contract" / "bundles").glob("*.json")
    if ".schema." not in file.name
]
BUNDLES += [Path(__file__).parent / "golden" / "garden" / "pro_context_contract" / "bundles" / "garden-1.2.0.json"]
PAGE = (ROOT / "docs" / "decisions" / "0011-one-document-per-contract.md").read_text(encoding="utf-8")


def snippet(language: str) -> str:
    """Return the code that the page gives its readers."""
    [code] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(code)


def seal(spec: Path, file: Path) -> None:
    """Enter a bundle into the list of seals."""
    (spec / SEALS).write_text(with_seal(spec, file.name, file.read_bytes()), encoding="utf-8")


@pytest.fixture
def garden(garden_spec: Path) -> ContractSpec:
    return read_contracts(garden_spec)[0]


def with_example(garden: ContractSpec, value: object) -> ContractSpec:
    tool = replace(garden.tools[0], examples=({"name": "x", "arguments": {}, "returns": {"value": value}},))
    return replace(garden, tools=(tool,))


@pytest.mark.parametrize("file", BUNDLES, ids=lambda file: file.name)
class TestPublished:
    def test_conforms_to_its_schema(self, file: Path) -> None:
        schema = json.loads((file.parent / bundle.SCHEMA).read_bytes())
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(json.loads(file.read_bytes()))

    def test_python_confirms_its_sum(self, file: Path) -> None:
        command = [sys.executable, "-I", "-c", snippet("python")]
        done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=True)
        assert done.stdout.strip() == b"True"

    @needs_node
    def test_node_confirms_its_sum(self, file: Path) -> None:
        assert node("-e", snippet("js"), stdin=file.read_bytes()).stdout == b"true\n"

    @needs_node
    def test_both_notice_a_change(self, file: Path) -> None:
        changed = file.read_bytes().replace(b"Thing", b"thing").replace(b'"type": "string"', b'"type": "number"', 1)
        command = [sys.executable, "-I", "-c", snippet("python")]
        assert subprocess.run(command, input=changed, capture_output=True, check=True).stdout.strip() == b"False"
        assert node("-e", snippet("js"), stdin=changed).stdout == b"false\n"


class TestReleased:
    @pytest.fixture
    def frozen(self, spec_copy: Path, garden: ContractSpec) -> Path:
        """Return a release of the garden that the spec of today does not say any more."""
        old = replace(garden, version="1.1.0", instructions="Look at find-plant first.")
        file = bundles_folder(spec_copy) / "garden-1.1.0.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(bundle.document(old)), encoding="utf-8")
        seal(spec_copy, file)
        return file

    def test_is_published_for_good(self, frozen: Path, spec_copy: Path, tmp_path: Path) -> None:
        out = tmp_path / "out"
        assert main(["generate", "--spec", str(spec_copy), "--out", str(out)]) == 0
        folder = out / "pro_context_contract" / "bundles"
        assert (folder / "garden-1.1.0.json").read_bytes() == frozen.read_bytes()
        assert (folder / "garden-1.2.0.json").is_file()
        script = "import sys; sys.path.insert(0, sys.argv[1])\nfrom pro_context_contract import bundles\n"
        script += "print(dict(bundles.versions()), b'Look at' in bundles.read_bundle('garden', '1.1.0'))"
        done = subprocess.run([sys.executable, "-I", "-c", script, out], capture_output=True, check=True, text=True)
        assert done.stdout == "{'garden': ('1.1.0', '1.2.0')} True\n"

    def test_wins_over_what_the_spec_says_of_its_version(self, frozen: Path, garden: ContractSpec) -> None:
        released = {"garden-1.2.0.json": frozen.read_text(encoding="utf-8")}
        assert bundle.files([garden], released)["garden-1.2.0.json"] == released["garden-1.2.0.json"]

    @pytest.mark.parametrize(
        ("before", "after", "reason"),
        [
            ("Look at", "Look for", "bundles/garden-1.1.0.json: sha256: is not the sum of the other members"),
            ('"sha256"', '"sha512"', "bundles/garden-1.1.0.json: is not the bundle of a contract"),
        ],
    )
    def test_is_refused_when_it_was_changed(
        self, frozen: Path, spec_copy: Path, before: str, after: str, reason: str
    ) -> None:
        frozen.write_text(frozen.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
        with pytest.raises(SpecError, match=r"differs from its seal"):
            read_frozen_bundles(spec_copy)
        seal(spec_copy, frozen)
        with pytest.raises(SpecError, match=re.escape(reason)):
            read_frozen_bundles(spec_copy)


class TestNumbers:
    def test_are_written_alike_by_every_language(self, garden: ContractSpec) -> None:
        published = bundle.document(with_example(garden, [1.0, -0.5, 7, 2.25, {"a": 3.0}]))
        [example] = published["examples"]["tool:find-plant"]
        assert json.dumps(example["returns"]["value"]) == '[1, -0.5, 7, 2.25, {"a": 3}]'

    @pytest.mark.parametrize("value", [1e-7, 1.5e300, 2**60, -(2**60)])
    def test_that_are_not_are_refused(self, garden: ContractSpec, value: Any) -> None:
        with pytest.raises(SpecError, match="which languages write differently"):
            bundle.document(with_example(garden, value))
