"""The known libraries: the catalogue, and the matching of names to libraries."""
