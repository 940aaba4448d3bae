"""The types whose members a declaration has too."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.declarations.declarations import declarations_of


def bases(text: str) -> list[str]:
    declared = declarations_of(text)
    return declared.bases(declared.declared[0])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("class Otter<T extends Fur<Hair>> extends Seal<Paw> implements Swimmer { dive(): Depth }", ["Seal"]),
        ("interface Pond extends Water, sea.Pool<Mud> { reeds: Reeds }", ["Water", "sea.Pool"]),
        ("interface Pond extends Omit<Pool, 'mud' | 'reeds'>, Partial<sea.Lake<Mud>> {}", ["Pool", "sea.Lake", "Mud"]),
        ("type Pond<T = Mud> = Pool & sea.Lake & { reeds: Reeds } & Readonly<River>", ["Pool", "sea.Lake", "River"]),
        ("type Pond = Tidy<Omit<Pool, keyof Mud> & Lake>", ["Tidy", "Pool", "Lake"]),
        ("type Pond = Pool", ["Pool"]),
        ("type Pond = Pick<Pool, 'mud'> & Partial<Pick<Lake, 'reeds'>> & River", ["Pick", "Pick", "River"]),
        ("type Pond = Pool | Lake", []),
        ("type Pond = Pool extends Lake ? Mud : Reeds", []),
        ("type Pond = (mud: Mud) => Pool", []),
        ("type Pond = Pool[]", []),
        ("type Pond = typeof pool", []),
        ("type Pond = Kept<typeof pool> & Lake", ["Kept", "Lake"]),
        ("type Pond", []),
        ("const pond: Pool", []),
        ("function dive(): Pool", []),
    ],
)
def test_bases_are_the_types_that_are_extended_or_joined(text: str, names: list[str]) -> None:
    assert bases(f"export declare {text};") == names


@pytest.mark.parametrize("unit", ["Omit<", "Tidy<Pool & ", "Pool & ", "a.", "<", "Omit<Pool, ", "(", "extends "])
def test_bases_are_found_in_linear_time(unit: str) -> None:
    assert grows_linearly(lambda size: bases(f"export type Pond = {unit * size};"), 4_000)
    assert grows_linearly(lambda size: bases(f"export interface Pond extends {unit * size} {{}}"), 4_000)
