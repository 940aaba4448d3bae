"""A GitLab on loopback: the REST API of version 4 as far as documentation needs it, tokens, limits, a log."""

from __future__ import annotations

import json
import re
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import parse_qs, unquote

from tests.worlds.forge import Answer, Files, Forge, ForgeHandler, serve_forge

_RESOURCE = re.compile(r"/api/v4/projects/([^/]+)/repository/(?:(tags|tree)|files/([^/]+)/raw)")


class GitLabHandler(ForgeHandler):
    """Answers as GitLab does. Addresses of raw files for people take no token, so they are not served here."""

    is_api_path = re.compile(r"/api/v4/").match
    proof = "{}"

    def token(self) -> str:
        return self.headers.get("PRIVATE-TOKEN", "")

    def limit_headers(self) -> dict[str, str]:
        return {"RateLimit-Remaining": "0", "RateLimit-Reset": str(self.forge.resets), "Retry-After": "1"}

    def raw(self, path: str) -> Answer:
        return Answer(404, "", "text/html")

    def api(self, path: str, query: str) -> Answer:
        resource = _RESOURCE.fullmatch(path)
        states = self.states(unquote(resource[1])) if resource else None
        if resource is None or states is None:
            return Answer(404, '{"message":"404 Project Not Found"}')
        asked = {name: values[0] for name, values in parse_qs(query).items()}
        if resource[2] == "tags":
            return self._part([{"name": name} for name in states if name != "HEAD"], asked)
        files = states.get(asked.get("ref", "HEAD"))
        if files is None:
            return Answer(404, '{"message":"404 Tree Not Found"}')
        if resource[2] == "tree":
            return self._tree_part(files, asked)
        text = files.get(unquote(resource[3]))
        return Answer(404, '{"message":"404 File Not Found"}') if text is None else Answer(200, text, "text/plain")

    def _tree_part(self, files: Files, asked: dict[str, str]) -> Answer:
        start = f"{asked['path']}/" if "path" in asked else ""
        below = [path for path in files if path.startswith(start)]
        if not below:
            return Answer(404, '{"message":"404 Tree Not Found"}')
        parents = {"/".join(path.split("/")[:depth]) for path in below for depth in range(1, path.count("/") + 1)}
        entries = [{"path": path, "type": "tree"} for path in sorted(parents) if path.startswith(start)]
        entries += [{"path": path, "type": "blob"} for path in below]
        if "recursive" not in asked:
            entries = [entry for entry in entries if "/" not in entry["path"].removeprefix(start)]
        return self._part([{"name": entry["path"].rpartition("/")[2], **entry} for entry in entries], asked)

    def _part(self, entries: list[dict[str, Any]], asked: dict[str, str]) -> Answer:
        size, number = int(asked.get("per_page", "20")), int(asked.get("page", "1"))
        return Answer(text=json.dumps(entries[size * (number - 1) : size * number]))


def serve_gitlab(projects: dict[str, dict[str, Files]]) -> AbstractContextManager[Forge]:
    """Serve projects on a free port of the loopback interface; see `serve_forge`.

    Args:
        projects: `group/name` → state (tag, or "HEAD") → path → text.
    """
    return serve_forge(projects, GitLabHandler)
