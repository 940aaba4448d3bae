"""The changes of a package's public API from one version to another, from its symbol tables."""
