"""Values with the types that say what they are: `const dive: Dive` alone tells nothing."""

import re

import pytest
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.declarations.declaration_page import declarations_markdown
from pro_context_engine.sources.packages.npm.declarations.declarations import declarations_of
from pro_context_engine.sources.packages.npm.declarations.types_of_values import LONGEST


def section(text: str, name: str = "dive") -> str:
    """Return the section of a name on the page of a file, without its heading."""
    said = declarations_of(text)
    page = declarations_markdown("otter", said, said.public(), {})
    return next(part for part in re.split(r"^## ", page, flags=re.M) if part.startswith(f"{name}\n")).partition("\n\n")[
        2
    ]


def test_a_value_is_shown_with_its_type_and_what_that_is_another_name_of() -> None:
    text = """
    type Dive = Plunge<River> & { deep: Dive };
    /** Goes below. */
    type Plunge<T> = (into: T, options?: { /** Whether others get wet. */ splash?: boolean }) => void;
    export declare const dive: Dive;
    """
    assert section(text) == (
        "```ts\nconst dive: Dive\ntype Dive = Plunge<River> & { deep: Dive }\n"
        "type Plunge<T> = (into: T, options?: { splash?: boolean }) => void\n```\n\n"
        "Goes below.\n\n**Properties**\n\n- `options.splash`: Whether others get wet.\n"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("interface Dive { (deep: 1): void }", "interface Dive { (deep: 1): void }"),
        ("declare const Dive: { deep: 1 };", None),
        ("declare class Dive { deep: 1 }", None),
        ("type Dive = { deep: 1 }[];", "type Dive = { deep: 1 }[]"),
        (f"type Dive = {{ {'deep: 1; ' * LONGEST} }};", None),
        (f"interface Dive {{ (deep: 1): void; {'deep: 1; ' * LONGEST} }}", "interface Dive {\n  (deep: 1): void\n}"),
        ("import { Dive } from './dive';", None),
    ],
)
def test_a_short_type_of_the_same_file_is_shown(text: str, shown: str | None) -> None:
    code = f"const dive: Dive\n{shown}" if shown else "const dive: Dive"
    assert section(f"{text}\nexport declare const dive: Dive;") == f"```ts\n{code}\n```\n"


def test_a_value_with_a_comment_and_one_of_a_larger_type_stay_alone() -> None:
    text = "type Dive = 1;\n/** Deep. */\nexport declare const dive: Dive;\nexport declare const swim: Dive[];"
    assert section(text) == "```ts\nconst dive: Dive\n```\n\nDeep.\n\n"
    assert section(text, "swim") == "```ts\nconst swim: Dive[]\n```\n"


def test_a_type_that_is_that_of_a_value_is_shown_with_it() -> None:
    text = "declare const checks: {\n  /** No ground. */\n  depth(): void;\n};\nexport type Checks = typeof checks;"
    assert section(text, "Checks") == (
        "```ts\ntype Checks = typeof checks\nconst checks: {\n  depth(): void;\n}\n```\n\n"
        "**Properties**\n\n- `depth`: No ground.\n"
    )


def test_a_name_means_what_the_nearest_namespace_declares() -> None:
    text = "type Dive = 1;\ndeclare namespace river { type Dive = 2; const dive: Dive }\nexport { river };"
    assert section(text, "river.dive").startswith("```ts\nconst dive: Dive\ntype Dive = 2\n```")


def test_a_type_of_many_values_is_shown_with_none_of_them() -> None:
    text = "type Dive = 1;\n" + "".join(f"export declare const {name}: Dive;\n" for name in ("dive", "b", "c"))
    assert "type Dive" in section(text)
    assert "type Dive" not in section(text + "export declare const d: Dive;\n")


def test_an_interface_with_the_name_of_a_value_is_shown_once() -> None:
    text = "export interface Otter { (): void }\nexport declare const Otter: Otter;"
    assert section(text, "Otter").count("interface") == 1


@pytest.mark.parametrize("type_", ["type A<B> = C & {}", "interface A<B> { (): B }", "type A = typeof a"])
def test_many_values_of_one_long_type_take_linear_time(type_: str) -> None:
    def work(length: int) -> None:
        values = "".join(f"export const a{number}: A;" for number in range(length // 40))
        section(f"{type_.replace('B', 'B' * (length // 2))};{values}export const dive: 1;")

    assert grows_linearly(work, 200_000)
