"""The readers of manifests, one for each format: bytes → requirements."""
