"""Questions in people's words find what the documentation of a package says in its own words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.services.test_asked_names import FILES, docks

ROPES = FILES | {
    "dock/ropes.py": '''
        """Ropes."""


        def concatenate(ropes: list[str]) -> str:
            """Merge ropes end to end."""


        def measure(rope: str, *, maximum: int | None = None) -> int:
            """Say how long a rope may be.

            Args:
                rope: The rope.
                maximum: The quota of a crane.
            """


        def frozen(rope: str) -> str:
            """Make a stiff rope."""


        def mutable(rope: str) -> str:
            """Make a supple rope."""


        def purge(folder: str) -> None:
            """Discard the directory of old knots."""


        class StopAfter:
            """Stop when this many pulls at a rope were made."""

            def __init__(self, most: int) -> None: ...


        class PullError(Exception):
            """The last pull at a rope failed."""


        class Berths:
            """The berths of a quay.

            Args:
                keepalive_berths: The berths that stay reserved while no ship is there.
            """

            def __init__(self, *, keepalive_berths: int = 20) -> None: ...


        def reserve_berths(count: int) -> None:
            """Reserve berths."""
    ''',
}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("glue two ropes together", "concatenate"),
        ("a rope that is immutable", "frozen"),
        ("erase all paths of knots", "purge"),
        ("limit the quota", "measure"),
        ("give up after five pulls", "StopAfter"),
        ("idle berths", "Berths"),
    ],
)
async def test_a_question_in_other_words_leads_to_the_section(tmp_path: Path, question: str, name: str) -> None:
    async with docks(tmp_path, ROPES) as engine:
        answer = await engine.passages([("harbour/dock", None)], question, 4_000)
    assert answer.passages[0].title.rpartition(" ")[2] == name


async def test_unlikely_sections_are_outlined_and_sure_answers_are_short(tmp_path: Path) -> None:
    def options(kind: int) -> str:
        return "\n".join(f"            part{part}: Paint k{kind}p{part} in grey{kind} now." for part in range(60))

    many = "\n".join(
        f'''
        def hoist{kind}(load: str, **parts: object) -> None:
            """Hoist a load of kind {kind} by the crane.

{options(kind)}
            """
'''
        for kind in range(40)
    )
    files = FILES | {"dock/hoists.py": f'        """Hoists."""\n{many}', "dock/ropes.py": ROPES["dock/ropes.py"]}
    async with docks(tmp_path, files) as engine:
        vague = await engine.passages([("harbour/dock", None)], "hoist a load", 5_000)
        sure = await engine.passages([("harbour/dock", None)], "merge ropes end to end with concatenate()", 5_000)
    # The sections of one page are one passage (decision 109).
    first, *others = vague.passages[0].text.split("\n## ")
    assert first.startswith("## hoist")
    assert len(others) > 6
    assert all(len(section) < 600 for section in others)
    assert vague.confidence < 0.7, "one of the likely sections is meant, and the passage has half of them"
    assert sure.passages[0].title.endswith("concatenate")
    assert sure.confidence > 0.8
    assert sure.tokens < vague.tokens
