"""Colours, width and the spinner: on a terminal, and nowhere else."""

from __future__ import annotations

import io
import os
import pty
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from tests.server.cli.conftest import Run

from pro_context.cli import terminal
from pro_context.cli.main import main
from pro_context.cli.terminal import CLEAR_LINE, PLAIN, Look, look_of, spinner
from pro_context_engine.concurrency import progress

COLORED = Look(True, 40)


class Terminal(io.StringIO):
    """A terminal that tells when something was written."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        written = super().write(text)
        self.drawn.set()
        return written


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "72")


def test_colours_and_width_are_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look_of(Terminal()) == Look(True, 72)
    assert look_of(io.StringIO()) == PLAIN
    monkeypatch.setenv("NO_COLOR", "1")
    assert look_of(Terminal()) == Look(False, 72)
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert look_of(Terminal()) == Look(False, 72)


@pytest.mark.parametrize(("columns", "width"), [("10", 40), ("72", 72), ("300", 100)])
def test_prose_is_neither_too_narrow_nor_too_wide(columns: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert look_of(Terminal()).width == width


def test_prose_is_wrapped_and_code_is_not() -> None:
    words = "one two three four five six seven eight nine ten eleven"
    code = "x = call(with_a_long_argument, and_another_one, and_one_more)"
    lines = [words, f"- {words}", f"| {words} |", "```py", code, "```", f"a  {words}", "    " + code, "# " + words]
    shown = Look(False, 40).markdown(lines)
    assert shown[:4] == [words[:39], words[40:], f"- {words[:33]}", f"  {words[34:]}"]
    assert shown[4:] == lines[2:]
    assert PLAIN.markdown(lines) == lines


def test_headings_and_code_have_colours() -> None:
    assert COLORED.markdown(["## A", "~~~", "code", "```", "~~~", "text", "[1] A"]) == [
        "\x1b[1m## A\x1b[0m", "\x1b[2m~~~\x1b[0m", "\x1b[36mcode\x1b[0m", "\x1b[36m```\x1b[0m", "\x1b[2m~~~\x1b[0m",
        "text", "\x1b[1m[1] A\x1b[0m",
    ]  # fmt: skip


def test_the_spinner_says_what_is_done_and_leaves_a_clean_line(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "FRAME_SECONDS", 0.001)

    def fail() -> None:
        with spinner("Searching rockets"):
            progress.report(1, 2, "indexing pages")
            screen.drawn.clear()
            assert screen.drawn.wait(60)
            screen.drawn.clear()
            assert screen.drawn.wait(60)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert "Searching rockets: indexing pages 1/2" in screen.getvalue()
    assert screen.getvalue().endswith(CLEAR_LINE)
    assert "pro-context-spinner" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["doctor", "--offline"], "Checking registry"),
        (["explain-url", "--offline", "https://rockets.invalid/"], "Judging https://rockets.invalid/"),
        (["cache", "verify"], "Checking the stored pages"),
    ],
)
def test_a_command_that_may_take_long_says_what_it_does(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PRO_CONTEXT__CACHE__DIRECTORY", str(tmp_path))
    subjects: list[str] = []

    @contextmanager
    def noted(subject: str) -> Iterator[None]:
        subjects.append(subject)
        yield

    module = import_module(f"pro_context.cli.{arguments[0].replace('-', '_')}_command")
    monkeypatch.setattr(module, "spinner", noted)
    main(arguments)
    assert said in subjects


def test_there_is_no_spinner_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with spinner("Searching rockets"):
        progress.report(1, 2, "indexing pages")
    assert capsys.readouterr().err == ""


def test_a_pipe_gets_no_colours(run: Run) -> None:
    status, out, err = run("ask", "brightwheel", "retry a failed delivery")
    assert (status, err) == (0, "")
    assert "\x1b" not in out


# As a process on a terminal of its own


@contextmanager
def on_a_terminal(arguments: list[str], **environ: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    leader, follower = pty.openpty()
    environment: Mapping[str, str] = {**os.environ, "TERM": "xterm", **environ}
    with subprocess.Popen(
        [sys.executable, "-m", "pro_context.cli", *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment,
    ) as process:
        os.close(follower)
        try:
            yield process, leader
        finally:
            process.kill()
            os.close(leader)


def shown(leader: int) -> str:
    """Return all that a terminal shows until its program ends."""
    parts = []
    while True:
        try:
            part = os.read(leader, 65_536)
        except OSError:  # the program has ended
            part = b""
        if not part:
            return b"".join(parts).decode()
        parts.append(part)


def test_an_answer_on_a_terminal_has_colours_unless_they_are_switched_off(run: Run, tmp_path: Path) -> None:
    run("ask", "brightwheel", "retry a failed delivery")  # writes the configuration, and stores the pages
    question = ["ask", "brightwheel", "retry a failed delivery", "--config", str(tmp_path / "pro-context.yaml")]
    for arguments, environ, colored in (
        (question, {}, True),
        ([*question, "--no-color"], {}, False),
        (["--no-color", *question], {}, False),
        (question, {"NO_COLOR": "1"}, False),
    ):
        with on_a_terminal(arguments, **environ) as (_, leader):
            assert ("\x1b[1mpypi/brightwheel 2.4.1" in shown(leader)) == colored


def test_an_interrupt_ends_the_spinner(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as never_answers:
        url = f"http://127.0.0.1:{never_answers.getsockname()[1]}/llms.txt"
        file = tmp_path / "pro-context.yaml"
        file.write_text(
            f"cache: {{directory: {tmp_path / 'cache'}}}\nproject: {{environment: none}}\n"
            f"sources: {{custom: [{{name: slow, type: url, url: '{url}', libraryId: acme/slow}}]}}\n"
        )
        with on_a_terminal(["ask", "acme/slow", "engines", "--config", str(file)]) as (process, leader):
            seen = b""
            while b"Searching acme/slow" not in seen:
                seen += os.read(leader, 1_024)
            process.send_signal(signal.SIGINT)
            rest = shown(leader)
            assert process.wait(60) == 130
    assert rest.endswith(CLEAR_LINE)
    assert "Traceback" not in rest
