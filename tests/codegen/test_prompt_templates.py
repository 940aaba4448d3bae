"""Prompts: the text a template gives, interpreted by lint and compiled for the server."""

import re
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_codegen.prompt_templates import TemplateProblem, fence, parse, python, render

ARGUMENTS = {"code": True, "note": False, "other": False}
NAMES = {"code": "code", "note": "note", "other": "other"}

TEMPLATES = [
    "plain",
    "{{ code }}",
    'quotes " and \' and """ and \\n stay, {braces} and {{ code }} too',
    "{% if note %}{{ note }}{% endif %}",
    "a\n{% if note %}\nb {{ note }}\n{% if other %}\nc {{ other }} {{ code }}\n{% endif %}\n{% endif %}\nd",
    "{{ fence(code) }}\n{% if note %}\n{{ fence(note) }}\n{% endif %}\n",
    "Use {{ tool('dig-hole') }}{% if note %}, {{ note }}{% endif %}.",
    "line\u2028separator \u0085 and tag \U000e0041",
]


def _parsed(template: str) -> tuple[object, ...]:
    return parse(template, arguments=ARGUMENTS, tools=["dig-hole"])


def _compiled(template: str, arguments: dict[str, str | None]) -> str:
    scope = {"fence": fence, **arguments}
    exec(python(_parsed(template), "text", NAMES), scope)  # type: ignore[arg-type]
    return str(scope["text"])


@pytest.mark.parametrize("template", TEMPLATES)
@given(code=st.text(), note=st.none() | st.text(), other=st.none() | st.text())
def test_compiled_says_what_lint_checked(template: str, code: str, note: str | None, other: str | None) -> None:
    given_arguments = {"code": code, "note": note, "other": other}
    present = {name: value for name, value in given_arguments.items() if value is not None}
    assert _compiled(template, given_arguments) == render(_parsed(template), present)  # type: ignore[arg-type]


def test_lines_of_tags_leave_no_line() -> None:
    template = "a\n{% if note %}\nb\n{% endif %}\nc\n"
    assert _compiled(template, {"code": "", "note": None, "other": None}) == "a\nc"
    assert _compiled(template, {"code": "", "note": "x", "other": None}) == "a\nb\nc"


def test_values_are_not_read_as_templates() -> None:
    value = "{{ note }}{% if note %}{code}{{"
    assert _compiled("{{ code }}", {"code": value, "note": "x", "other": None}) == value


@given(st.text(alphabet="`~\n a"))
def test_nothing_inside_closes_a_fence(text: str) -> None:
    ticks, *inside, last = fence(text).split("\n")
    assert re.fullmatch("`{3,}", ticks)
    assert last == ticks
    assert "\n".join(inside) == text.removesuffix("\n")
    assert all(ticks not in line for line in inside)


@pytest.mark.parametrize(
    "template",
    [
        "{{ code.upper() }}",
        "{{ fence('x') }}",
        "{{ tool(code) }}",
        "{{ tool('fly') }}",
        "{{ code + note }}",
        "{% set a = 1 %}",
        "{% if code == 'x' %}{% endif %}",
        "{% if note %}a{% else %}b{% endif %}",
        "{% include 'x' %}",
        "{{ fence(note) }}",
        "{{ missing }}",
        "{{ code",
    ],
)
def test_refused(template: str) -> None:
    with pytest.raises(TemplateProblem, match=r"^line \d"):
        _parsed(template)


@pytest.mark.usefixtures("garden_package")
def test_generated_prompt() -> None:
    prompts = import_module("pro_context_contract.garden.prompts").PROMPTS
    prompt = prompts["repot-plant"]({"plantId": "fern", "notes": "```\nhalf", "class": "A"})
    assert prompt.payload() == {
        "description": "Repot fern (A)",
        "messages": [
            {
                "role": "user",
                "content": {
                    "type": "text",
                    "text": 'Notes on {"fern"}:\n````\n```\nhalf\n````\n\n'
                    '1. Use find-plant to find fern — "quoted", {braced}, back\\slashed\n2. Repot it',
                },
            },
            {"role": "assistant", "content": {"type": "text", "text": "Which pot does fern have?"}},
        ],
    }
    with pytest.raises(KeyError):
        prompts["repot-plant"]({})
