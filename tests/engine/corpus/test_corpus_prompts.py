"""Prompts of a corpus: what they say with arguments, and what is refused."""

from contextlib import suppress
from pathlib import Path

import pytest
from tests.engine.corpus.trees import GUIDE, built, problems
from tests.growth import grows_linearly

from pro_context_engine.corpus import corpus_prompts
from pro_context_engine.corpus.building import validate
from pro_context_engine.corpus.parsed_files import Unreadable
from pro_context_engine.corpus.values import PromptArgument

MARKDOWN = """---
title: Light It
arguments:
  - name: lamp
    description: Which one
    required: true
  - name: colour
---

Light {{lamp}} in {{ colour }}, {{{lamp}}}.
"""
YAML = """messages:
  - role: user
    content: {type: text, text: "Is it dark?"}
  - role: assistant
    content: {type: text, text: "It is."}
"""


def test_arguments_are_filled_in_once() -> None:
    prompt = corpus_prompts.read("guides/light.template.md", MARKDOWN)
    assert (prompt.name, prompt.title) == ("guides/light", "Light It")
    assert prompt.arguments == (PromptArgument("lamp", "", "Which one", True), PromptArgument("colour"))
    [message] = corpus_prompts.render(prompt, {"lamp": "{{colour}}"})
    assert message.text == "Light {{colour}} in , {{colour}}."


def test_a_structured_prompt_has_several_messages() -> None:
    found = corpus_prompts.render(corpus_prompts.read("dark.template.yaml", YAML), {})
    assert [(message.role, message.text) for message in found] == [("user", "Is it dark?"), ("assistant", "It is.")]


async def test_prompts_are_no_pages(tmp_path: Path) -> None:
    corpus = built(tmp_path, {"a.md": GUIDE, "light.template.md": MARKDOWN})
    assert [prompt.name for prompt in corpus.description.prompts] == ["light"]
    assert (await corpus.search("colour", {}, 10)).hits == ()


def test_of_both_forms_the_structured_one_counts(tmp_path: Path) -> None:
    corpus = built(tmp_path, {"a.md": GUIDE, "p.template.md": MARKDOWN, "p.template.yaml": YAML})
    assert len(corpus.description.prompts[0].messages) == 2
    assert [str(warning) for warning in validate(tmp_path / "docs")[1]] == ["p.template.yaml: overrides p.template.md"]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        (
            "p.template.md",
            "Light {{lamp}}.",
            "p.template.md:1: has a placeholder that names none of its arguments: lamp",
        ),
        ("p.template.md", "{{#each}}x{{/each}}", "p.template.md:1: has a placeholder that names none of its arguments"),
        ("p.template.md", "", "p.template.md: must have a text"),
        (
            "p.template.md",
            "---\narguments:\n  - name: a b\n---\nx",
            "p.template.md:3: arguments[0].name: must be a name",
        ),
        (
            "p.template.md",
            "---\narguments: [{name: a}, {name: a}]\n---\nx",
            "p.template.md:2: arguments[1].name: is used twice",
        ),
        (
            "p.template.md",
            "---\narguments:\n  - name: a\n    required: 3\n---\nx",
            ":4: arguments[0].required: must be",
        ),
        ("p.template.yaml", "messages: []", "p.template.yaml:1: messages: must be a list"),
        (
            "p.template.yaml",
            "messages:\n  - role: system\n    content: x",
            "p.template.yaml:2: messages[0].role: must be",
        ),
        (
            "p.template.yaml",
            "messages:\n  - role: user\n    content: 3",
            "p.template.yaml:3: messages[0].content: must be",
        ),
        ("p.template.yaml", "- x", "p.template.yaml:1: must have fields"),
        ("p.template.yaml", "a: &a [x]\nb: [*a,*a]", "p.template.yaml:2: aliases are not supported"),
    ],
)
def test_mistakes_have_file_and_line(name: str, text: str, problem: str, tmp_path: Path) -> None:
    [found] = problems(tmp_path, {"a.md": GUIDE, name: text})
    assert problem in found


@pytest.mark.parametrize(("head", "part"), [("{{", " "), ("", "{{ "), ("", "{"), ("{{a", "}")])
def test_hostile_templates_take_linear_time(head: str, part: str) -> None:
    def read(times: int) -> None:
        with suppress(Unreadable):
            corpus_prompts.read("p.template.md", head + part * times)

    assert grows_linearly(read, 60_000)
