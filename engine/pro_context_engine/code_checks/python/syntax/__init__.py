"""The text of the checked code and of its packages: modules, definitions, parameters; nothing is evaluated."""
