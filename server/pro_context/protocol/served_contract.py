"""A contract with its handlers on one engine, as transports and commands serve it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pro_context.protocol.binding import Bindings
from pro_context.protocol.dispatch import Dispatcher
from pro_context.protocol.static_server import Spans
from pro_context_contract import Contract, PromptText

if TYPE_CHECKING:
    from pro_context_engine import DocsEngine


Complete = Callable[[str, str, dict[str, str]], Awaitable[list[str]]]
"""Return the values of a kind (`library`, `version` or `symbol`) that begin with a text, best first.

The arguments are the kind, the beginning, and the values of the other arguments that the user has entered.
"""


@dataclass(frozen=True, slots=True, eq=False)
class App:
    """One contract with its handlers on one engine, ready for any transport.

    Attributes:
        contract: the published definition.
        bindings: the handlers.
        dispatcher: runs the handlers.
        prompts: the generated functions by prompt name.
        complete: completes an argument of a prompt or a variable of a template.
        project: the engine, which knows the libraries of the project; None where no project is examined.
        spans: the spans of requests, None where none are exported.
        open_parts: opens the parts that the engine opens later, and returns when they are open; None for none.
    """

    contract: Contract
    bindings: Bindings
    dispatcher: Dispatcher
    prompts: Mapping[str, Callable[[Mapping[str, str]], PromptText]]
    complete: Complete
    project: DocsEngine | None = None
    spans: Spans | None = None
    open_parts: Callable[[], Awaitable[object]] | None = None


def unique_apps(apps: Mapping[str, App]) -> dict[str, App]:
    """Return each app once, by the first of its paths."""
    first: dict[App, str] = {}
    for path, app in apps.items():
        first.setdefault(app, path)
    return {path: app for app, path in first.items()}
