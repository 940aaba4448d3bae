"""The subcommands as a person uses them, in this process."""

import json
from pathlib import Path

import pytest
from tests.server.cli.conftest import Run
from tests.worlds import World
from tests.worlds.distributions import wheel

from pro_context.cli import main as cli
from pro_context.cli import question_commands
from pro_context_contract import CONTRACTS


def test_ask_prints_the_answer_with_its_source(run: Run) -> None:
    status, out, err = run("ask", "brightwheel", "retry a failed delivery")
    assert (status, err) == (0, "")
    head, blank, first, *_ = out.splitlines()
    assert head.startswith("pypi/brightwheel 2.4.1 (exact) · confidence 0.")
    assert blank == ""
    assert first.startswith("[1] ")
    assert "> Quoted" not in out
    assert "\nsources:\n  [1] pypi://brightwheel/2.4.1/" in out
    assert "\nrelated pages:\n  " in out


def test_ask_prints_the_tools_result_as_json(run: Run) -> None:
    status, out, _ = run("ask", "pypi/brightwheel", "retry", "--json", "--max-tokens", "700", "--version", "2.4.1")
    result = json.loads(out)
    assert status == 0
    assert (result["libraryId"], result["version"]) == ("pypi/brightwheel", "2.4.1")
    assert result["tokens"] <= 700


@pytest.mark.parametrize("as_json", [False, True])
def test_an_unknown_library_is_an_error_that_names_the_closest(run: Run, as_json: bool) -> None:
    status, out, err = run("ask", "pydantik", "validators", *["--json"] * as_json)
    assert status == 1
    if as_json:
        assert err == ""
        assert json.loads(out)["code"] == "LIBRARY_NOT_FOUND"
        assert "pydantic/pydantic" in out
    else:
        assert out == ""
        assert err.startswith("pro-context: LIBRARY_NOT_FOUND: ")
        assert "pydantic/pydantic" in err
        assert len(err.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--version", "9.9"), "VERSION_NOT_FOUND"),
        (("--max-tokens", "10"), "INVALID_INPUT"),
        (("--max-tokens", "1000000"), "INVALID_INPUT"),
    ],
)
def test_ask_refuses_what_the_tool_refuses(run: Run, arguments: tuple[str, ...], code: str) -> None:
    status, out, err = run("ask", "brightwheel", "retry", *arguments)
    assert (status, out) == (1, "")
    assert err.startswith(f"pro-context: {code}: ")


def test_ask_waits_for_what_is_being_indexed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRO_CONTEXT__PATIENCE__ANSWERS", "0")
    status, out, err = run("ask", "brightwheel", "retry a failed delivery")
    assert (status, err) == (0, "")
    assert out.startswith("pypi/brightwheel 2.4.1")


def test_ask_waits_no_longer_than_a_person_would(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRO_CONTEXT__PATIENCE__ANSWERS", "0")
    monkeypatch.setattr(question_commands, "PATIENCE", 0.0)
    status, out, err = run("ask", "brightwheel", "retry a failed delivery")
    assert (status, out) == (1, "")
    assert err.startswith("pro-context: INDEXING_IN_PROGRESS: ")


def test_a_topic_that_nothing_matches(run: Run) -> None:
    status, _, err = run("ask", "brightwheel", "zzqqxx wwvvkk")
    assert status == 1
    assert "TOPIC_NOT_FOUND" in err


def test_a_package_is_known_by_its_plain_name(
    run: Run, installed: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "wheels"
    folder.mkdir()
    made = wheel("quillfeather", "2.1.0", {}, readme="# Quillfeather\n\nDip the quill before each line.\n")
    (folder / made.filename).write_bytes(made.content)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    settings = {
        "sources": {"llmsTxt": {"enabled": False}, "github": {"enabled": False}, "docsSites": {"enabled": False}},
        "project": {"environment": str(installed.environment)},
    }
    status, out, err = run("ask", "quillfeather", "dip the quill", **settings)
    assert (status, err) == (0, "")
    assert "Dip the quill before each line." in out


def test_resolve_prints_one_library_a_line(run: Run) -> None:
    status, out, err = run("resolve", "brightwheel")
    assert (status, err) == (0, "")
    assert out.startswith("1.00  pypi/brightwheel")
    assert "installed 2.4.1" in out
    status, out, _ = run("resolve", "pydantic", "--json", "--language", "python")
    assert json.loads(out)["results"][0]["libraryId"] == "pydantic/pydantic"


def test_resolve_says_when_nothing_matches(run: Run) -> None:
    status, out, err = run("resolve", "zzqqxx wwvvkk")
    assert (status, out, err) == (1, "no library matches\n", "")


def test_warm_says_what_is_stored(run: Run) -> None:
    status, out, err = run("warm", "brightwheel")
    assert (status, err) == (0, "")
    name, _, counts = out.partition(": ")
    stored, of, total, *rest = counts.split()
    assert (name, of, rest) == ("pypi/brightwheel 2.4.1", "of", ["pages", "stored,", "from", "installed"])
    assert int(stored) == int(total) > 3
    status, out, _ = run("warm", "brightwheel", "--json")
    assert json.loads(out) == {
        "libraryId": "pypi/brightwheel",
        "source": "installed",
        "version": "2.4.1",
        "pages": int(stored),
        "totalPages": int(total),
    }


def test_warm_goes_on_after_a_library_that_fails(run: Run) -> None:
    status, out, err = run("warm", "no-such-package-here", "brightwheel")
    assert status == 1
    assert out.startswith("pypi/brightwheel 2.4.1: ")
    assert err.startswith("pro-context: LIBRARY_NOT_FOUND: ")
    status, out, err = run("warm", "no-such-package-here", "--json")
    assert (status, err, json.loads(out)["code"]) == (1, "", "LIBRARY_NOT_FOUND")


def test_warm_of_the_project_takes_every_library_of_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requires = '[project]\nname = "quay"\ndependencies = ["brightwheel", "no-such-package-here"]\n'
    (tmp_path / "pyproject.toml").write_text(requires, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    status, out, err = run("warm", "--project")
    first, *_, last = out.splitlines()
    assert status == 1
    assert first.startswith("[1/")
    assert first.endswith("] pypi/brightwheel 2.4.1: 5 of 5 pages stored, from installed")
    assert "] pypi/no-such-package-here:\n" in err
    assert last.endswith(" libraries of the project are stored completely")


def test_warm_without_a_library_says_what_to_give(run: Run) -> None:
    assert run("warm") == (2, "", "pro-context: name a library, or give --project for those of the project\n")


def test_warm_takes_a_version(run: Run) -> None:
    assert run("warm", "brightwheel", "--version", "2.4.1")[0] == 0
    status, _, err = run("warm", "brightwheel", "--version", "9.9")
    assert status == 1
    assert err.startswith("pro-context: VERSION_NOT_FOUND: ")


def test_what_one_command_stored_the_next_one_finds(run: Run) -> None:
    run("warm", "brightwheel")
    _, out, _ = run("ask", "brightwheel", "retry", "--json")
    assert json.loads(out)["cached"] is True


@pytest.mark.parametrize("command", [("ask", "brightwheel", "retry"), ("resolve", "brightwheel"), ()])
def test_an_unknown_contract_is_one_clear_line(run: Run, command: tuple[str, ...]) -> None:
    status, out, err = run(*command, "--contract", "fulll")
    assert (status, out) == (2, "")
    assert err == f"pro-context: there is no contract 'fulll'; known: {', '.join(CONTRACTS)}; did you mean full?\n"


def test_an_unknown_contract_of_the_configuration_too(run: Run) -> None:
    status, _, err = run("resolve", "brightwheel", contract="fulll")  # type: ignore[arg-type]
    assert status == 2
    assert err.count("\n") == 1


def test_what_is_wrong_in_the_configuration_is_said_and_nothing_starts(run: Run) -> None:
    status, out, err = run("resolve", "brightwheel", logging={"levle": "debug"})
    assert (status, out) == (2, "")
    assert err.endswith("pro-context.yaml:1: logging.levle: there is no such key; did you mean logging.level?\n")


def test_a_file_that_is_missing_is_said_and_the_defaults_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRO_CONTEXT__CACHE__DIRECTORY", str(tmp_path / "cache"))
    assert cli.main(["resolve", "pydantic", "--config", str(tmp_path / "none.yaml")]) == 0
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "none.yaml cannot be read" in err


def test_search_prints_the_exact_lines_of_source(run: Run) -> None:
    status, out, err = run("search", "class Courier", "brightwheel", "--in", "source")
    assert (status, err) == (0, "")
    place, *lines = out.splitlines()
    number = lines[0].partition(":")[0].strip()
    assert place == f"courier.py  pypi://brightwheel/2.4.1/source/brightwheel/_delivery/courier.py#L{number}"
    assert lines[0] == f"  {number}: class Courier:"


def test_search_prints_pages_by_their_words_and_goes_on(run: Run) -> None:
    status, out, _ = run("search", "deliver", "brightwheel", "--max-results", "1")
    assert status == 0
    cursor = out.rpartition("--cursor ")[2].strip()
    status, further, _ = run("search", "deliver", "brightwheel", "--max-results", "1", "--cursor", cursor)
    assert status == 0
    assert further.splitlines()[0] != out.splitlines()[0]


def test_search_prints_the_lines_as_json(run: Run) -> None:
    options = ["--match", "pattern", "--in", "source", "--version", "2.4.1", "--json"]
    status, out, _ = run("search", r"class \w+Error", "brightwheel", *options)
    assert status == 0
    assert json.loads(out)["results"][0]["line"] > 0


def test_a_search_that_finds_nothing_or_cannot_begin_exits_with_one(run: Run) -> None:
    assert run("search", "zzqqxx wwvvkk", "brightwheel", "--match", "text")[:2] == (1, "nothing matches\n")
    status, out, err = run("search", "(", "brightwheel", "--match", "pattern")
    assert (status, out) == (1, "")
    assert err.startswith("pro-context: INVALID_INPUT: Invalid arguments: QUERY: is no pattern of RE2: missing )")
    assert "LIBRARY: must name the packages" in run("search", "x", "--in", "source")[2]


def test_a_search_without_a_query_asks_for_the_query_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["search"])
    assert "the following arguments are required: QUERY\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "meant"),
    [(["retry"], "retry"), (["retry a delivery"], "'retry a delivery'"), (["a", "delay"], "'a delay'")],
)
def test_a_library_before_the_query_is_told_and_nothing_is_fetched(
    run: Run, tmp_path: Path, words: list[str], meant: str
) -> None:
    status, out, err = run("search", "brightwheel", *words)
    assert (status, out) == (2, "")
    assert err.splitlines()[1] == f"  pro-context search {meant} brightwheel"
    assert ("pypi/retry" in err) is (meant == "retry")
    assert not (tmp_path / "cache" / "packages").exists()


def test_the_name_of_a_library_is_searched_for_where_an_id_says_so(run: Run) -> None:
    assert "LIBRARY_NOT_FOUND" in run("search", "brightwheel", "pypi/retry")[2]
    assert run("search", "brightwheel", "brightwheel")[0] == 0
