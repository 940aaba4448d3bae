"""The documentation inside packages: README, bundled documents, API reference; packages are read, never imported."""
