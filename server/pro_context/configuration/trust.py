"""Whose word a configuration is: the operator's own, or that of the project somebody works in.

An agent may run in a repository that somebody else wrote, so a file found there says less than the operator
(docs/decisions/0008-a-projects-file-says-less.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pro_context.configuration.configuration_keys import Key


@dataclass(frozen=True, slots=True)
class Author:
    """Who says something.

    Attributes:
        folder: of the file, at which the paths of its sources start; None for variables.
        is_project: whether it is a project's word, and not the operator's.
    """

    folder: Path | None = None
    is_project: bool = False


def refusal(key: Key, author: Author) -> str:
    """Return why the author may not set a key, "" if he may."""
    if author.is_project and key.operator_only:
        return f"{key.name}: a project's file may not set it; set it in a file of your own or in the environment"
    return ""


def check_text(key: Key, value: str, author: Author) -> str:
    """Return a text as the author may say it, a path made absolute.

    Raises:
        ValueError: he may not say it, or it is no path; reads on after the key's name.
    """
    if "x-path" in key.schema:
        return value if value in key.schema.get("x-words", ()) else str(_path(key, value, author))
    # A source of the operator's may be plain http and in his own network.
    if author.is_project and key.step == "url" and not value.startswith("https://"):
        raise ValueError("must be an https address in a project's file")
    return value


def _path(key: Key, value: str, author: Author) -> Path:
    if not value or "\0" in value:
        raise ValueError("must be a path")
    start = author.folder if author.folder and key.schema["x-path"] == "file" else Path()
    try:
        path = (start / Path(value).expanduser()).absolute()
        if not (author.is_project and author.folder):
            return path
        path, folder = path.resolve(), author.folder.resolve()
    except (OSError, RuntimeError, ValueError):
        raise ValueError("must be a path that can be found: its home or working directory is not known") from None
    if not path.is_relative_to(folder):
        raise ValueError("must lie inside the folder of the project's file")
    return path
