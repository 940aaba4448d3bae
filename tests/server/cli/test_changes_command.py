"""The subcommand `changes`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.server.cli.conftest import Run

from pro_context.cli.result_texts import changes_text

RESULT = {
    "package": "otters",
    "from": "1.0",
    "to": "2.0",
    "versionReason": "From 1.0: asked for; to 2.0: the newest stable version.",
    "changes": [
        {
            "kind": "removed",
            "symbol": "otters.Pup.fetch",
            "breaking": True,
            "replacement": "otters.Pup.bring",
            "lines": [4, 7],
            "says": {"text": "`fetch` is\x1b[31m gone.", "url": "pypi://otters/2.0/docs/changes.rst"},
        },
        {
            "kind": "default",
            "symbol": "otters.rest",
            "breaking": False,
            "before": "rest(hours=8)",
            "after": "rest(hours=6)",
            "detail": "`hours` is 6 by default instead of 8",
        },
    ],
    "totalChanges": 4,
    "omitted": 2,
    "counts": {"removed": 2, "default": 2},
    "notCompared": [{"name": "code", "reason": "too large"}],
    "guides": ["pypi://otters/2.0/docs/changes.rst"],
}
TEXT = """\
otters 1.0 → 2.0: 4 changes (2 removed, 2 defaults)
From 1.0: asked for; to 2.0: the newest stable version.

Breaks code
  lines 4, 7: removed    otters.Pup.fetch
      use    otters.Pup.bring
      says   `fetch` is\\x1b[31m gone.
             pypi://otters/2.0/docs/changes.rst

Breaks no code
  default    otters.rest: `hours` is 6 by default instead of 8
      before rest(hours=8)
      after  rest(hours=6)

2 more; --name, --topic and --code choose, --max-tokens shows more.

Not compared: code: too large

Read on: pypi://otters/2.0/docs/changes.rst"""


def test_people_read_what_breaks_first() -> None:
    assert changes_text(RESULT) == TEXT


def test_programs_get_the_result_of_the_tool(run: Run) -> None:
    status, out, _ = run("changes", "brightwheel", "2.4.1", "installed", "--json")
    assert status == 0
    result = json.loads(out)
    assert (result["from"], result["to"], result["totalChanges"]) == ("2.4.1", "2.4.1", 0)


def test_a_file_is_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "app.py"
    file.write_text("import json\n", encoding="utf-8")
    status, out, _ = run("changes", "brightwheel", "2.4.1", "installed", "--code", str(file))
    assert status == 0
    assert "Not compared: code: nothing in it is known to use brightwheel" in out
    assert run("changes", "brightwheel", "--code", str(tmp_path / "missing.py"))[0] == 1


def test_errors_speak_of_options(run: Run) -> None:
    status, out, err = run("changes", "brightwheel", "2.4.1", "--max-tokens", "5")
    assert (status, out) == (1, "")
    assert "--max-tokens: must be at least 500" in err
    assert run("changes", "brightwheel", "9.9")[0] == 1
