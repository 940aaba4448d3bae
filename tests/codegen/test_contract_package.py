"""The generated package as the server and a stranger use it."""

import hashlib
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import pro_context_contract
from pro_context_codegen.contract_folders import read_contracts
from pro_context_engine.domain import errors as facts

# Refuses every import that the contract package alone would not find.
_ALONE = """
import sys
class OnlyTheContract:
    allowed = {"pro_context_contract"} | sys.stdlib_module_names
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in self.allowed and not top.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"{name} is not there for those who install the contracts alone")
sys.meta_path.insert(0, OnlyTheContract())
sys.path.insert(0, sys.argv[1])
import importlib, pkgutil, pro_context_contract
contract = pro_context_contract.load_contract(pro_context_contract.CONTRACTS[0])
for module in pkgutil.walk_packages(pro_context_contract.__path__, "pro_context_contract."):
    importlib.import_module(module.name)
print(contract.name, contract.version)
"""


@pytest.mark.parametrize("folder", [Path("tests/codegen/golden/garden"), Path("generated")], ids=str)
def test_imports_alone(folder: Path) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", _ALONE, root / folder], capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["garden", "1.2.0"] or folder.name == "generated"


def test_unknown_contract_names_the_known() -> None:
    said = r"no contract 'fulll'; known: .*full.*; did you mean full\?"
    with pytest.raises(pro_context_contract.UnknownContract, match=said):
        pro_context_contract.load_contract("fulll")


@pytest.mark.parametrize("name", pro_context_contract.CONTRACTS)
def test_payloads_are_what_the_spec_says(name: str) -> None:
    contract = pro_context_contract.load_contract(name)
    spec = next(spec for spec in read_contracts(Path(__file__).parents[2] / "spec") if spec.name == name)
    assert [tool["name"] for tool in contract.tools] == [tool.name for tool in spec.tools]
    assert contract.initialize["serverInfo"]["version"] == contract.version == spec.version
    assert "$ref" not in json.dumps(contract.tools)
    for tool in contract.tools:
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        jsonschema.Draft202012Validator.check_schema(tool.get("outputSchema", {}))


@pytest.mark.parametrize("name", pro_context_contract.CONTRACTS)
def test_facts_carry_every_detail_of_their_error(name: str) -> None:
    spec = next(spec for spec in read_contracts(Path(__file__).parents[2] / "spec") if spec.name == name)
    for error in spec.errors:
        for fact in error.raised_from:
            fields = getattr(facts, fact).__dataclass_fields__
            missing = {item.identifier for item in error.details if not item.optional} - fields.keys()
            assert not missing, f"{error.code} needs {missing}, which {fact} does not tell"


def _bundle(golden: Path) -> dict[str, Any]:
    return json.loads((golden / "pro_context_contract" / "bundles" / "garden-1.2.0.json").read_text())  # type: ignore[no-any-return]


def test_bundle_is_whole_and_signed(golden: Path) -> None:
    bundle = _bundle(golden)
    digest = bundle.pop("sha256")
    canonical = json.dumps(bundle, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert digest == hashlib.sha256(canonical).hexdigest()
    assert bundle["behaviors"]["tool:find-plant"] == {"low-first": "plants are sorted by height, the lowest first."}
    assert bundle["raises"]["resource:plant-card"] == ["PLANT_NOT_FOUND"]


def test_deprecations_are_published(golden: Path) -> None:
    tools = {tool["name"]: tool for tool in _bundle(golden)["tools"]}
    assert tools["water-plan"]["description"] == (
        "[DEPRECATED] Since 1.1.0, to be removed in 2.0.0: Plans move into find-plant. Use find-plant instead. "
        "Plans the watering of a month."
    )
    plant = tools["find-plant"]["outputSchema"]["properties"]["plants"]["items"]["properties"]
    assert plant["oldName"]["deprecated"] is True
    assert plant["oldName"]["description"].startswith("[DEPRECATED] Since 1.2.0")
    assert "deprecated" not in plant["name"]


@pytest.mark.usefixtures("garden_package")
class TestModels:
    def test_dumps_wire_names_and_nothing_absent(self) -> None:
        models = import_module("pro_context_contract.garden.models")
        plant = models.Plant(name="rose", height=5, light=models.Light.half_shade)
        found = models.FindPlantOutput(plants=[plant], total=1, note=None, by_bed={"b": 1})
        assert json.dumps(found.to_json(), separators=(",", ":")) == (
            '{"plants":[{"name":"rose","height":5,"light":"half-shade"}],"total":1,"note":null,"byBed":{"b":1}}'
        )

    def test_numbers_and_dates_come_back_as_they_went_in(self) -> None:
        models = import_module("pro_context_contract.garden.models")
        given = {
            "plants": [{"name": "a", "height": 0.5, "picture": "https://a.example"}],
            "total": 7,
            "since": "2026-01-01T00:00:00Z",
        }
        assert models.FindPlantOutput.from_json(given).to_json() == given

    def test_defaults_are_the_schemas(self) -> None:
        models = import_module("pro_context_contract.garden.models")
        assert models.FindPlantInput(name="rose").max_height == 5

    def test_a_missing_or_unknown_name_is_an_error(self) -> None:
        models = import_module("pro_context_contract.garden.models")
        with pytest.raises(TypeError, match="FindPlantInput: name missing or unknown"):
            models.FindPlantInput()
        with pytest.raises(TypeError, match="FindPlantInput: colour missing or unknown"):
            models.FindPlantInput(name="rose", colour="red")

    def test_values_become_models_and_members(self) -> None:
        models = import_module("pro_context_contract.garden.models")
        arguments = {"name": "rose", "light": "sun", "beds": [{"bedId": "7"}]}
        request = models.FindPlantInput.from_json(arguments)
        assert (request.light, request.beds) == (models.Light.sun, [models.FindPlantInputBed(bed_id="7")])
        assert request.given == {"name", "light", "beds"}
        assert models.WaterPlanInput.from_json({"month": 5.0}).month == 5
        assert models.WaterPlanInput.from_json({"month": 5, "year": 7}).further == {"year": 7}

    def test_examples_fit(self, garden_spec: Path) -> None:
        models = import_module("pro_context_contract.garden.models")
        for tool in read_contracts(garden_spec)[0].tools:
            for example in tool.examples:
                if example.get("fails") != "INVALID_INPUT":
                    request = getattr(models, f"{tool.class_name}Input").from_json(example["arguments"])
                    assert request.to_json().items() >= example["arguments"].items()


@pytest.mark.usefixtures("garden_package")
class TestErrors:
    @pytest.fixture
    def errors(self) -> Any:
        return import_module("pro_context_contract.garden.errors")

    def test_payload_with_every_detail(self, errors: Any) -> None:
        error = errors.ERRORS["PLANT_NOT_FOUND"].from_fact(
            {"name": "fen", "closest": "fern", "known": ["a", "b"], "more": 1}
        )
        assert error.payload() == {
            "code": "PLANT_NOT_FOUND",
            "message": 'There is no plant fen (in the braces "{}" of the catalogue).',
            "recoverable": True,
            "suggestion": "Did you mean fern? These grow here: a, b.",
            "details": {"name": "fen", "closest": "fern", "known": ["a", "b"]},
        }

    @pytest.mark.parametrize(
        ("given", "suggestion"),
        [
            ({"name": "x", "known": ["a"]}, "Look for another name than x."),
            ({"name": "x", "closest": "y"}, "Plant something first."),
            ({"name": "x", "closest": "moss"}, "Moss is everywhere, x is not."),
        ],
    )
    def test_suggestion_without_an_empty_detail(self, errors: Any, given: dict[str, Any], suggestion: str) -> None:
        error = errors.PlantNotFound(**given)
        assert error.payload()["suggestion"] == suggestion
        assert error.payload()["details"] == given

    def test_message_without_an_empty_detail(self, errors: Any) -> None:
        assert errors.PlantNotFound(name="x").payload()["message"] == "Nothing grows here, not even x."

    def test_retry_after_stands_on_top_and_recoverable_is_told(self, errors: Any) -> None:
        payload = errors.TooDry(retry_after=9, raining=False, depth=0).payload()
        assert payload == {
            "code": "TOO_DRY",
            "message": "The soil is too dry.",
            "recoverable": False,
            "suggestion": "Water it by hand.",
            "retryAfter": 9,
            "details": {"retryAfter": 9, "raining": False, "depth": 0},
        }

    def test_a_boolean_detail_decides_the_suggestion(self, errors: Any) -> None:
        payload = errors.TooDry(retry_after=9, raining=True).payload()
        assert (payload["recoverable"], payload["suggestion"]) == (True, "Ask again in 9 seconds.")

    def test_no_details_no_key(self, errors: Any) -> None:
        assert "details" not in errors.GateClosed().payload()

    def test_only_facts_make_errors_of_facts(self, errors: Any) -> None:
        with pytest.raises(TypeError, match="GATE_CLOSED"):
            errors.GateClosed.from_fact({})

    def test_braces_in_values_stay(self, errors: Any) -> None:
        assert "{known} {0}" in errors.PlantNotFound(name="{known} {0}").payload()["message"]
