"""Skill and rule files: the lines that make an agent call the server, in the form of its client.

The texts come from `spec/distribution.yaml`. A file of our own (`skill`, `rule`) is written and removed whole. In a
file that the user writes too (`section`), our lines stand between two marks, and all other lines stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pro_context.clients.client_files import CannotEdit

_BEGIN, _END = "<!-- pro-context: begin -->", "<!-- pro-context: end -->"


@dataclass(frozen=True, slots=True)
class SkillText:
    """The content of every skill file: its name, when it is of use, its lines, and the line that names it elsewhere."""

    name: str
    description: str
    lines: Sequence[str]
    mention: str = ""


@dataclass(frozen=True, slots=True)
class SkillPlace:
    """The place where a client reads such a file.

    Attributes:
        form: `skill` or `rule` for a file of our own, `section` for a part of the user's file.
        head: members of the front matter of a rule, besides the description.
        own: path of the user's file, "" where the client reads none.
        project: path of the project's file, "" where the client reads none.
        mention: `own` and `project` paths of a file that gets a line which names the skill, {} for none.
        mentions: whether this is that file.
    """

    form: Literal["skill", "rule", "section"]
    head: Mapping[str, str | bool]
    own: str
    project: str
    mention: Mapping[str, str] = field(default_factory=dict)
    mentions: bool = False

    @property
    def beside(self) -> SkillPlace | None:
        """Return the place of the line that names the skill, None where the client needs none."""
        own, project = self.mention.get("own", ""), self.mention.get("project", "")
        return SkillPlace("section", {}, own, project, mentions=True) if self.mention else None


def written(place: SkillPlace, skill: SkillText, before: str) -> str:
    """Return a file with the current lines in it.

    Args:
        place: the form of the file.
        skill: its text.
        before: the content of the file, "" for none.

    Raises:
        CannotEdit: one of the marks around our lines is missing.
    """
    body = skill.mention if place.mentions else "\n".join(skill.lines)
    if place.form == "section":
        section = f"{_BEGIN}\n{body}\n{_END}\n"
        kept = removed(place, before)
        if _BEGIN in before:
            return (
                before[: before.index(_BEGIN)] + section + before[before.index(_END) + len(_END) :].removeprefix("\n")
            )
        return f"{kept.rstrip()}\n\n{section}" if kept.strip() else section
    members = {"name": skill.name} if place.form == "skill" else {}
    head = "".join(
        f"{name}: {str(value).lower() if isinstance(value, bool) else value}\n"
        for name, value in {**members, "description": skill.description, **place.head}.items()
    )
    return f"---\n{head}---\n\n{body}\n"


def removed(place: SkillPlace, before: str) -> str:
    """Return a file without our lines, "" where nothing else is in it.

    Raises:
        CannotEdit: see `written`.
    """
    if place.form != "section":
        return ""
    if (_BEGIN in before) != (_END in before) or (_BEGIN in before and before.index(_END) < before.index(_BEGIN)):
        raise CannotEdit(f"has one of the marks {_BEGIN} and {_END} alone")
    if _BEGIN not in before:
        return before
    head, rest = before.split(_BEGIN, 1)
    tail = rest.split(_END, 1)[1].lstrip("\n")
    return f"{head.rstrip()}\n\n{tail}".strip("\n") + "\n" if (head + tail).strip() else ""
