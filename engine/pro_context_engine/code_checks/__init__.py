"""The check of code against the packages that it uses; nothing of the code or of a package is executed."""
