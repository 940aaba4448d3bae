"""Packages that an index publishes, in any version that it has, with the packages that belong to them."""
