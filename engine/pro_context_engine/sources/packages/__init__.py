"""What a Python package says about itself: README, bundled documents, API reference; read, never imported."""
