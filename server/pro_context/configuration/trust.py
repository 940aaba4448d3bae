"""The author of a configuration: the operator, or the project in the working directory.

An agent may run in a repository by another author, so a project's file may set fewer keys than the operator
(docs/decisions/0008-a-projects-file-says-less.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pro_context.configuration.configuration_keys import Key


@dataclass(frozen=True, slots=True)
class Author:
    """The author of some values.

    Attributes:
        folder: folder of the file, to which the paths of its sources are relative; None for variables and options.
        is_project: whether the author is a project, and not the operator.
    """

    folder: Path | None = None
    is_project: bool = False


def refusal(key: Key, author: Author) -> str:
    """Return the reason why the author may not set a key, "" if the author may."""
    if author.is_project and key.operator_only:
        return f"{key.name}: a project's file may not set it; set it in your own file or in the environment"
    return ""


def check_text(key: Key, value: str, author: Author) -> str:
    """Return the text of a value; a path becomes absolute.

    Raises:
        ValueError: the author may not use this text, or it is not a path; the message continues the key's name.
    """
    if "x-path" in key.schema:
        return value if value in key.schema.get("x-words", ()) else str(_path(key, value, author))
    # The operator may name a source that uses plain http in a private network.
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
        raise ValueError("must be a path whose home or working directory is known") from None
    if not path.is_relative_to(folder):
        raise ValueError("must lie inside the folder of the project's file")
    return path
