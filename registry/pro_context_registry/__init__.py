"""The builder of the registry, which reads the facts beside it; a tool for maintainers that never ships."""
