"""Settings with which the product waits for documentation as long as it takes: a slow machine is no failure."""

from pro_context_engine.domain.settings import Patience

SECONDS = 60.0
PATIENT = Patience(answers=SECONDS, searches=SECONDS, versions=SECONDS, store=SECONDS, sources=SECONDS)
"""For engines of this process."""

CONFIGURATION = dict.fromkeys(("answers", "searches", "versions", "store", "sources", "checks"), SECONDS)
"""For servers in processes of their own: what stands under `patience` in their configuration."""

VARIABLES = {f"PRO_CONTEXT__PATIENCE__{name.upper()}": f"{value:g}" for name, value in CONFIGURATION.items()}
"""The same as environment variables."""
