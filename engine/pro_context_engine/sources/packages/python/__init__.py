"""The documentation inside Python packages: their modules are parsed, never imported."""
