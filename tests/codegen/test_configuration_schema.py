"""The spec of the configuration: what it gives, and what its author reads when something is wrong."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from pro_context_codegen import configuration_schema
from pro_context_codegen.spec_problems import SpecError

SPEC = """\
title: Configuration of the garden
description: What a gardener can set.
type: object
additionalProperties: false
properties:
  pond:
    type: object
    description: The pond.
    additionalProperties: false
    properties:
      depthMetres:
        type: number
        description: Its depth in metres.
        default: 2
        exclusiveMinimum: 0
        maximum: 10
        x-variable: PRO_CONTEXT_DEPTH
      fish:
        type: string
        description: Who lives in it.
        default: carp
        enum: [carp, pike]
      key:
        type: string
        description: Of the gate.
        default: ""
        pattern: "^[a-z]*$"
        x-form: lower-case letters
        x-secret: true
        x-operator-only: true
"""

UNUSABLE = [
    ("unknown mark", "x-secret: true", "x-secrte: true", "x-secrte: unknown key (did you mean x-secret?)"),
    ("no description", "        description: Of the gate.\n", "", "key.description: missing key"),
    ("no default", "        default: carp\n", "", "fish.default: missing key"),
    ("not a variable of ours", "PRO_CONTEXT_DEPTH", "DEPTH", "x-variable"),
    ("open section", "    additionalProperties: false\n    properties:\n      depth", "    properties:\n      depth",
     "pond.additionalProperties: missing key"),
    ("key twice", "      fish:", "      depthMetres:", "key depthMetres is given twice"),
]  # fmt: skip

QUESTIONABLE = [
    ("default out of bounds", "default: 2", "default: 20", "depthMetres.default: breaks its own schema"),
    ("no bound", "        maximum: 10\n", "", "depthMetres: needs a lower and an upper bound"),
    ("no words for a pattern", "        x-form: lower-case letters\n", "", "key: needs pattern and x-form together"),
    ("variable twice", "        x-secret: true", "        x-secret: true\n        x-variable: PRO_CONTEXT_DEPTH",
     "two keys have the variable PRO_CONTEXT_DEPTH"),
    ("shorthand of nothing", "        enum: [carp, pike]\n", "        enum: [carp, pike]\n"
     "        x-shorthand: { variable: PRO_CONTEXT_EEL, value: eel }\n",
     "fish: x-shorthand: eel is not one of its values"),
]  # fmt: skip


def spec_with(folder: Path, old: str = "", new: str = "") -> Path:
    assert old in SPEC
    (folder / configuration_schema.FILE).write_text(SPEC.replace(old, new, 1) if old else SPEC)
    return folder


def test_a_spec_without_configuration_gives_nothing(tmp_path: Path) -> None:
    assert configuration_schema.read(tmp_path) is None
    assert configuration_schema.lint(tmp_path, None) == []


@pytest.mark.parametrize(("old", "new", "said"), [case[1:] for case in UNUSABLE], ids=[case[0] for case in UNUSABLE])
def test_unusable(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        configuration_schema.read(spec_with(tmp_path, old, new))
    lines = [str(problem) for problem in caught.value.problems]
    assert any(said in line for line in lines), lines
    assert all(line.startswith(f"{tmp_path}/configuration.yaml: ") for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "said"), [case[1:] for case in QUESTIONABLE], ids=[case[0] for case in QUESTIONABLE]
)
def test_questionable(tmp_path: Path, old: str, new: str, said: str) -> None:
    schema = configuration_schema.read(spec_with(tmp_path, old, new))
    (line,) = [str(problem) for problem in configuration_schema.lint(tmp_path, schema)]
    assert line.startswith(f"{tmp_path}/configuration.yaml: ")
    assert said in line


def test_a_good_spec_gives_models_of_a_complete_configuration(tmp_path: Path) -> None:
    schema = configuration_schema.read(spec_with(tmp_path))
    assert schema is not None
    assert configuration_schema.lint(tmp_path, schema) == []
    source = configuration_schema.package(schema)["models.py"]
    assert "    pond: ConfigurationPond\n" in source, "sections are always there"
    assert "depth_metres: int | float = " in source
    assert "x-" not in source


def test_the_page_tells_type_default_variables_and_marks(tmp_path: Path) -> None:
    schema = configuration_schema.read(spec_with(tmp_path))
    assert schema is not None
    rows = {
        line.split("|")[1].strip(" `"): line for line in configuration_schema.page(schema).splitlines() if "| `" in line
    }
    assert "`PRO_CONTEXT_DEPTH` `PRO_CONTEXT__POND__DEPTH_METRES`" in rows["pond.depthMetres"]
    assert "| number | `2` |" in rows["pond.depthMetres"]
    assert "More than `0`. Maximum `10`." in rows["pond.depthMetres"]
    assert "*Operator.*" in rows["pond.key"]


# The product's own

ROOT = Path(__file__).parents[2]
PUBLISHED = json.loads((ROOT / "generated/pro_context_contract/configuration/schema.json").read_bytes())


def test_the_published_schema_is_a_schema_and_takes_the_example_of_the_docs() -> None:
    jsonschema.Draft202012Validator.check_schema(PUBLISHED)
    page = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    example = yaml.safe_load(page.partition("```yaml\n# pro-context.yaml\n")[2].partition("```")[0])
    jsonschema.Draft202012Validator(PUBLISHED).validate(example)
