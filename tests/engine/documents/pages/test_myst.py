"""MyST as Markdown."""

import pytest

from pro_context_engine.documents.pages.myst import myst_to_markdown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("```{note}\nMind the fish.\n```", "**Note**: Mind the fish."),
        (":::{warning}\nDeep.\n:::", "**Warning**: Deep."),
        ("```{admonition} Of fish\n:class: tip\nThey swim.\n```", "**Of fish**: They swim."),
        ("```{code-block} python\n:linenos:\n\nswim()\n```", "```python\nswim()\n```"),
        ("````{note}\n```python\nswim()\n```\n````", "**Note**:\n\n```python\nswim()\n```"),
        ("```{eval-rst}\n.. note:: Deep.\n```", "**Note**: Deep."),
        ("```{versionadded} 2.0\n```", "*Added in version 2.0*"),
        ("See {func}`~pond.swim` and {term}`pond`.", "See `swim` and pond."),
        ("(anchor)=\n# Pond", "# Pond"),
        ("::: {note}\nMind the fish.\n:::", "**Note**: Mind the fish."),
        ("```{code-cell} ipython3\n:tags: [wet]\n\n# Swim\nswim()\n```", "```python\n# Swim\nswim()\n```"),
        ("``` {python}\n#| echo: false\n# Swim\nswim()\n```", "```python\n# Swim\nswim()\n```"),
        ("{octicon}`fish;1em` {bdg-primary}`deep` water", "deep water"),
        ("```{button-link} https://pond.example\n:color: blue\nThe pond\n```", "[The pond](https://pond.example)"),
        ("```{button-ref} pond\nThe pond\n```", "The pond"),
        ("% hidden\n{doc}`Ponds <pond>`", "`Ponds`"),
    ],
)
def test_directives_and_roles_are_plain_markdown(written: str, shown: str) -> None:
    assert myst_to_markdown(written).strip() == shown


@pytest.mark.parametrize(
    "text", ["# Pond\n\n```python\n{x}\n```\n", "A {brace}, a `{code}` and ::: nothing.\n", "% of all fish\n"]
)
def test_other_markdown_stays_as_it_is(text: str) -> None:
    assert myst_to_markdown(text) == text


def test_the_inside_of_code_stays() -> None:
    text = "{func}`a`\n\n```text\n(anchor)=\n{func}`b`\n```\n"
    assert myst_to_markdown(text) == text.replace("{func}`a`", "`a`")


def test_endless_nesting_ends() -> None:
    deep = "".join(f"{':' * (60 - number)}{{note}}\n" for number in range(50))
    assert "note" in myst_to_markdown(deep)
