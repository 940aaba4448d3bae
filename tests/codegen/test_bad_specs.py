"""What a spec author reads when something is wrong: file, key, reason; everything at once."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pro_context_codegen import markdown_reference, output_fields
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.lint import lint
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecError, SpecProblem

SPEC = Path(__file__).parents[2] / "spec"
FIND = "tools/find-plant.yaml"
DRAW = "tools/draw-plant.yaml"
NAME = "prompts/name-plant.yaml"
REPOT = "prompts/repot-plant.yaml"

UNUSABLE = [
    ("unknown key", FIND, "maxLength: 50", "maxLenght: 50",
     "input.properties.name.maxLenght: unknown key (did you mean maxLength?)"),
    ("missing key", FIND, "since: 1.0.0\n", "", "since: missing key"),
    ("not our JSON Schema", FIND, "type: string, description: \"Part", "type: text, description: \"Part",
     "input.properties.name.type"),
    ("broken pattern", FIND, '"^[a-z -]+$"', '"^[a-z"', 'input.properties.name.pattern: "^[a-z" is not a "regex"'),
    ("remote reference", FIND, "#/types/Plant", "https://plants.example/plant.json",
     "output.properties.plants.items.$ref"),
    ("unknown type", FIND, "#/types/Plant", "#/types/Plants", "items: no type Plants in types.yaml"),
    ("unknown definition", DRAW, "#/$defs/place", "#/$defs/spot", "properties.place: no spot in $defs"),
    ("unknown type in a condition", DRAW, "{ const: ink }", '{ $ref: "#/types/Ink" }',
     "input.if.properties.style: no type Ink in types.yaml"),
    ("definition in itself", DRAW, "row: { type: integer,", 'row: { $ref: "#/$defs/place",',
     "input.$defs.place: contains itself"),
    ("definitions in a type", "types.yaml", "Plant:\n    type: object", "Plant:\n    type: object\n    $defs: {}",
     "types.Plant"),
    ("rule without a condition", DRAW, "  if: { properties: { style: { const: ink } }, required: [style] }\n", "",
     "input.if: missing key"),
    ("header of an object", DRAW, "type: string, description: Name of the plant.,", "type: object,",
     "input.properties.name.type"),
    ("limit that is none", FIND, "errors: [PLANT_", "limits: { name: { format: uri } }\nerrors: [PLANT_",
     "limits.name: key format"),
    ("form that is none", FIND, "errors: [PLANT_", "accepts: { name: { form: uri } }\nerrors: [PLANT_",
     "accepts.name.form"),
    ("no answer", DRAW, "blocks: [text, image, resource]\n", "", "needs exactly one of: output, blocks"),
    ("unknown kind of block", DRAW, "[text, image,", "[text, video,", 'blocks[1]: "video"'),
    ("message of two kinds", NAME, "text: Which plant is this?",
     "text: Which plant is this?\n      resource: { uri: a, mimeType: text/plain, text: b }",
     "result.messages[2]: needs exactly one of: text, image, resource"),
    ("no base64", NAME, "data: iVBORw", "data: iVBOR", "result.messages[0].image.data"),
    ("unknown argument of a URI", NAME, 'uri: "{{ source }}"', 'uri: "{{ sources }}"',
     "result.messages[1].resource.uri: line 1: this prompt has no argument sources"),
    ("unknown code", FIND, "errors: [PLANT_NOT_FOUND", "errors: [PLANT_MISSING",
     "errors[0]: no code PLANT_MISSING in errors.yaml"),
    ("both outcomes", FIND, "    fails: PLANT_NOT_FOUND", "    fails: PLANT_NOT_FOUND\n    returns: {}",
     "examples[1]: needs exactly one of: returns, fails"),
    ("other name", FIND, "tool: find-plant", "tool: find-plants", "tool: must be find-plant, like the file's name"),
    ("number for a version", FIND, "since: 1.0.0", "since: 1.0",
     "since: 1.0 is not of type \"string\"; write it in quotes"),
    ("listed without file", "contract.yaml", "tools: [find-plant,", "tools: [find-plant, dig,",
     "tools: dig has no file tools/dig.yaml"),
    ("unknown capability", "contract.yaml", "completions: {}", "completion: {}",
     "capabilities.completion: unknown key (did you mean completions?)"),
    ("deprecated nothing", "contract.yaml", "element: tool:water-plan", "element: tool:water-plans",
     "deprecations[0].element: tool:water-plans does not exist"),
    ("type in itself", "types.yaml", "Light:\n    type: string",
     'Light:\n    items: { $ref: "#/types/Light" }\n    type: array',
     "types.Light: contains itself"),
    ("placeholder of nothing", "errors.yaml", "no plant {name}", "no plant {plant}",
     "errors.PLANT_NOT_FOUND.message: {plant} is not one of the details"),
    ("optional in a message", "errors.yaml", "no plant {name}", "no plant {closest}",
     "errors.PLANT_NOT_FOUND.message: {closest} is optional and may be empty"),
    ("empty placeholder", "errors.yaml", "      known: Plant something first.\n", "",
     "errors.PLANT_NOT_FOUND.suggestion: {known} is optional and may be empty; say in suggestionWithout.known"),
    ("suggestion without text", "errors.yaml", "      known: Plant something first.\n",
     "      known: Plant something first.\n      name: Give it one.\n",
     "errors.PLANT_NOT_FOUND.suggestionWithout.name: is neither an optional detail nor a boolean one"),
    ("message without text", "errors.yaml", "      known: \"Nothing",
     "      name: None.\n      known: \"Nothing",
     "errors.PLANT_NOT_FOUND.messageWithout.name: is neither an optional detail nor a boolean one"),
    ("suggestion by a list", "errors.yaml", "    suggestionWhen:\n      closest:", "    suggestionWhen:\n      known:",
     "errors.PLANT_NOT_FOUND.suggestionWhen.known: is not a detail that is a string"),
    ("optional in a suggestion", "errors.yaml", "everywhere, {name}", "everywhere, {closest}",
     "errors.PLANT_NOT_FOUND.suggestionWhen.closest.moss: {closest} is optional and may be empty"),
    ("recoverable by text", "errors.yaml", '"{raining}"', '"{depth}"',
     "errors.TOO_DRY.recoverable: {depth} is not a required boolean detail"),
    ("two answers to a fact", "errors.yaml", "    raised_by: dispatch\n", "    raised_from: [PlantUnknown]\n",
     "errors: find-plant lists two codes that are raised from PlantUnknown"),
    ("raised by nobody", "errors.yaml", "    raised_by: access\n", "",
     "errors.GATE_CLOSED: needs exactly one of: raised_from, raised_by"),
    ("unknown tool", REPOT, 'tool("find-plant")', 'tool("find-pot")',
     "result.messages[0].text: line 6: this contract has no tool find-pot"),
    ("unknown argument", REPOT, "{% if notes %}", "{% if note %}", "line 1: this prompt has no argument note"),
    ("outside the language", REPOT, "{{ plantId }} — ", "{{ plantId | upper }} — ", "line 6: only {{ arg }}"),
    ("a loop", REPOT, "{% if notes %}", "{% for notes in plantId %}{% endfor %}{% if notes %}",
     "line 1: only {{ arg }}"),
    ("optional without a condition", REPOT, "Which pot does {{ plantId }}", "Which pot does {{ notes }}",
     "result.messages[1].text: line 1: optional argument notes needs {% if notes %} around it"),
    ("unclosed condition", REPOT, "{% endif %}\n    ", "\n    ", "result.messages[0].text: line"),
    ("our variable's name", REPOT, "name: notes", "name: messages",
     "arguments: the generated code needs the name messages"),
    ("key twice", FIND, "title: Find Plant", "title: Find Plant\ntitle: Find Plants",
     "line 3: key title is given twice"),
    ("alias", FIND, "title: Find Plant", "title: &name Find Plant", "line 2: anchors and aliases are not allowed"),
    ("tag", FIND, "title: Find Plant", "title: !!str Find Plant", "line 2: tags are not allowed"),
    ("no YAML", FIND, "title: Find Plant", "title: [", "line"),
]  # fmt: skip

QUESTIONABLE = [
    ("no description", FIND, "description: Highest height in metres., ", "",
     "input.properties.maxHeight: has no description"),
    ("required but absent", FIND, "required: [name]", "required: [names]", "input.required: names is not a property"),
    ("condition on nothing", DRAW, "then: { required: [paper] }", "then: { required: [papers] }",
     "input.then: papers is not a property"),
    ("condition inside a condition on nothing", DRAW, "[{ required: [name] },", "[{ required: [names] },",
     "input.allOf[0].anyOf[0]: names is not a property"),
    ("default out of bounds", FIND, "default: 5,", "default: 50,",
     "input.properties.maxHeight.default: breaks its own schema"),
    ("bounds crossed", FIND, "minimum: 0, maximum: 30", "minimum: 5, maximum: 3",
     "maxHeight.minimum: is greater than maximum"),
    ("wrong keyword", FIND, "total: { type: number }", "total: { type: number, maxLength: 3 }",
     "output.properties.total.maxLength: says nothing about type number"),
    ("other name of nothing", FIND, "errors: [PLANT_", "accepts: { names: { names: [plant] } }\nerrors: [PLANT_",
     "accepts.names: is not an argument of this tool"),
    ("other name of two", FIND, "errors: [PLANT_",
     "accepts: { name: { names: [plant] }, light: { names: [plant] } }\nerrors: [PLANT_",
     "accepts.light: plant is a name of name too"),
    ("published name as another", FIND, "errors: [PLANT_", "accepts: { name: { names: [light] } }\nerrors: [PLANT_",
     "accepts.name: light is a name of light too"),
    ("other names without a word", FIND, "errors: [PLANT_", "accepts: { name: { names: [plant] } }\nerrors: [PLANT_",
     "accepts: needs readAs in the output"),
    ("open arguments", FIND, "  additionalProperties: false\n", "", "input: must say additionalProperties: false"),
    ("example breaks input", FIND, "arguments: { name: cactus }", "arguments: { nam: cactus }",
     "examples[1].arguments"),
    ("example cannot fail so", FIND, 'arguments: { name: "7" }', "arguments: { name: seven }",
     "examples[2].arguments: fit the input schema, so they cannot fail with INVALID_INPUT"),
    ("example contradicts output", FIND, "total: 1 }", "total: one }", 'examples[0].returns.total: "one"'),
    ("example misspells output", FIND, "[{ name: dog rose }]", "[{ nam: dog rose }]", "examples[0].returns.plants[0]"),
    ("example fails otherwise", FIND, "    fails: PLANT_NOT_FOUND", "    fails: TOO_DRY",
     "examples[1].fails: TOO_DRY is not one of the errors listed here"),
    ("example name twice", FIND, "name: refuses digits", "name: finds roses", "examples[2].name: is given twice"),
    ("no sentence", FIND, "the lowest first.", "the lowest first", "behavior.low-first: must be a whole sentence"),
    ("destroys while reading", FIND, "destructiveHint: false", "destructiveHint: true",
     "annotations: a tool that only reads"),
    ("leans on what came before", FIND, "description: Finds plants by name.", "description: It finds plants.",
     "description: its first sentence must stand alone"),
    ("nearly a tool", "contract.yaml", "Start with find-plant", "Start with find-plants",
     "instructions: there is no find-plants (did you mean find-plant?)"),
    ("from the future", FIND, "since: 1.0.0", "since: 1.3.0", "since: is later than the contract's version 1.2.0"),
    ("removed too soon", "contract.yaml", "remove_in: 2.0.0\n    reason: Plans", "remove_in: 1.4.0\n    reason: Plans",
     "deprecations[0].remove_in: must be a later major version than since"),
    ("capability forgotten", "contract.yaml", "  completions: {}\n", "", "capabilities.completions: is missing"),
    ("unused type", "types.yaml", "  Month:", "  Moon: { type: string }\n  Month:", "types.Moon: is not used"),
    ("unlisted code", "tools/water-plan.yaml", "errors: [TOO_DRY, ", "errors: [",
     "errors.TOO_DRY: no tool and no resource lists it"),
    ("parameter unknown to the template", "resources/plant-card.yaml", "{+plantId}", "{+plant}",
     "parameters.plant: of uriTemplate is not described"),
    ("JSON without schema", "resources/season.yaml", "text/markdown", "application/json",
     "output: JSON needs a schema"),
    ("argument without use", REPOT, "{% if class %} ({{ class }}){% endif %}", "",
     "arguments[2]: class is not used in result"),
    ("prompt example without argument", REPOT, "arguments: { plantId: fern }", "arguments: {}",
     "examples[0].arguments.plantId: is required"),
    ("prompt example of another text", REPOT, "contains: likes shade", "contains: likes sun",
     "examples[1].contains: is not in the rendered template"),
]  # fmt: skip


def _spoil(spec: Path, file: str, old: str, new: str) -> str:
    path = spec / "contracts" / "garden" / file
    text = path.read_text()
    assert old in text, "the fixture changed: this case spoils nothing"
    path.write_text(text.replace(old, new, 1))
    return path.as_posix()


def _lines(problems: Sequence[SpecProblem]) -> list[str]:
    return [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"), [case[1:] for case in UNUSABLE], ids=[case[0] for case in UNUSABLE]
)
def test_unusable(spec_copy: Path, file: str, old: str, new: str, said: str) -> None:
    path = _spoil(spec_copy, file, old, new)
    with pytest.raises(SpecError) as caught:
        read_contracts(spec_copy)
    lines = _lines(caught.value.problems)
    assert any(said in line for line in lines), lines
    assert any(line.startswith(path) for line in lines)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"), [case[1:] for case in QUESTIONABLE], ids=[case[0] for case in QUESTIONABLE]
)
def test_questionable(spec_copy: Path, file: str, old: str, new: str, said: str) -> None:
    _spoil(spec_copy, file, old, new)
    lines = _lines(lint(read_contracts(spec_copy)))
    assert any(said in line for line in lines), lines


def test_garden_is_good(garden_spec: Path) -> None:
    assert lint(read_contracts(garden_spec)) == []


def test_everything_is_said_at_once(spec_copy: Path) -> None:
    _spoil(spec_copy, FIND, "title: Find Plant", "titel: Find Plant")
    _spoil(spec_copy, REPOT, "title: Repot a Plant", "titel: Repot a Plant")
    with pytest.raises(SpecError) as caught:
        read_contracts(spec_copy)
    assert [problem.key for problem in caught.value.problems] == ["titel", "title"] * 2


def test_names_another_contracts_tool(spec_copy: Path) -> None:
    garden = read_contracts(spec_copy)[0]
    orchard = replace(garden, tools=(replace(garden.tools[0], name="pick-fruit"),), prompts=())
    praising = replace(garden, instructions="Start with find-plant, then pick-fruit.")
    assert any(
        "instructions: this contract has no tool pick-fruit" in line for line in _lines(lint([praising, orchard]))
    )


def test_long_tools_are_warned_about(spec_copy: Path) -> None:
    _spoil(spec_copy, FIND, "title: Find Plant\n", "title: Find Plant\n" + "# more\n" * 80)
    problems = lint(read_contracts(spec_copy))
    assert [problem.warning for problem in problems] == [True]


def test_output_fields_are_described_once_and_all(spec_copy: Path) -> None:
    folder = spec_copy / "contracts/garden"
    (folder / "fields.yaml").write_text("nowhere: A field that no answer has.\n", encoding="utf-8")
    lines = _lines(lint(read_contracts(spec_copy)))
    assert any("fields.yaml: nowhere: is no output field" in line for line in lines), lines
    assert any("has no description here nor in fields.yaml" in line for line in lines), lines


@pytest.mark.parametrize("text", ["[]", "Name: short", "a.b: no capital letter here.", "a: {b: c}"])
def test_descriptions_of_output_fields_are_sentences(spec_copy: Path, text: str) -> None:
    (spec_copy / "contracts/garden/fields.yaml").write_text(f"{text}\n", encoding="utf-8")
    with pytest.raises(SpecError):
        read_contracts(spec_copy)


@pytest.mark.parametrize("contract", read_contracts(SPEC), ids=lambda contract: contract.name)
def test_the_reference_describes_every_output_field(contract: ContractSpec) -> None:
    assert contract.output_fields
    assert list(output_fields.problems(contract)) == []
    rows = [
        (path, line)
        for path, page in markdown_reference.pages(contract).items()
        if path.startswith(("tools/", "resources/"))
        for line in page.splitlines()
        if re.match(r"\| `[^`]+` \| [a-z ]+ \|", line)
    ]
    assert rows
    assert [row for row in rows if row[1].rstrip().endswith("|  |")] == []
