"""The answer to a pasted error shows the code that makes its message."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.worlds.dock import FILES, docks

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.search.exact.error_messages import error_message
from pro_context_engine.services.message_places import _best
from pro_context_engine.sources.packages.source_files import npm_source_files

MOORING = FILES | {
    "dock/mooring.py": '''
        """Ways to moor."""

        def moor_at(pier):
            """Moor at a pier."""
            if pier.broken:
                raise RuntimeError(f"The pier {pier.name} has been broken by a storm")
    ''',
    "dock/tests/test_mooring.py": "TEXT = 'has been broken by a storm'\n",
}
ERROR = "RuntimeError: The pier north has been broken by a storm"


async def test_an_error_leads_to_the_code_that_raises_it(tmp_path: Path) -> None:
    async with docks(tmp_path, MOORING) as engine:
        answer = await engine.passages([("harbour/dock", None)], ERROR, 4_000)
        last = answer.passages[-1]
        assert last.title == "dock/mooring.py › moor_at"
        assert last.url == "pypi://dock/1.0.0/source/dock/mooring.py#L6"
        assert "    raise RuntimeError(f" in last.text
        assert answer.tokens <= 4_000
        page = await engine.page(last.url)
        assert "def moor_at" in page.page.markdown


@pytest.mark.parametrize("topic", ["has been broken by a storm", "RuntimeError: The captain is asleep", "RuntimeError"])
async def test_other_questions_lead_to_documentation_alone(tmp_path: Path, topic: str) -> None:
    async with docks(tmp_path, MOORING) as engine:
        answer = await engine.passages([("harbour/dock", None)], f"{topic} moor", 4_000)
        assert all("/source/" not in one.url for one in answer.passages)


async def test_code_answers_alone_where_nothing_else_does(tmp_path: Path) -> None:
    # No section has a message of a table.
    table = "def _text():\n    return {\n        'deep': 'zzyzx qqxx wwyyx kkjjx',\n    }\n"
    files = {"dock/__init__.py": f"{table}def f(kind):\n    raise ValueError(_text()[kind])\n"}
    async with docks(tmp_path, files) as engine:
        answer = await engine.passages([("harbour/dock", None)], "ValueError: zzyzx qqxx wwyyx kkjjx", 4_000)
        assert [one.title for one in answer.passages] == ["dock/__init__.py › _text"]
        assert answer.confidence <= 0.3


async def test_documentation_comes_first(tmp_path: Path) -> None:
    async with docks(tmp_path, MOORING) as engine:
        answer = await engine.passages([("harbour/dock", None)], f"{ERROR} when I moor a ship", 4_000)
        assert "/source/" not in answer.passages[0].url


async def test_code_keeps_to_its_share_of_the_budget(tmp_path: Path) -> None:
    async with docks(tmp_path, MOORING) as engine:
        answer = await engine.passages([("harbour/dock", None)], f"{ERROR} when I moor a ship", 250)
        assert all("/source/" not in one.url for one in answer.passages)
        assert answer.tokens <= 250


def test_the_smallest_of_several_builds_is_shown(tmp_path: Path) -> None:
    line = "  throw new Error('The pier has been broken by a storm');\n"
    built = "var filler = 1;\n" * 50
    files = {
        "dist/dock.js": f"{built}function moorAt() {{\n{line}}}\n",
        "dist/dock.min.js": line,
        "lib/dock.d.ts": line,
        "lib/moor.js": f"function moorAt() {{\n{line}}}\n",
        "test/moor.js": line,
        "README.md": line,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    message = error_message("Error: The pier has been broken by a storm")
    assert message is not None
    found = _best(message, npm_source_files(InstalledPackage("dock", "1.0.0", "", str(tmp_path), str(tmp_path))))
    assert found is not None
    assert (found[0], found[1].line, found[1].function) == ("lib/moor.js", 2, "moorAt")
