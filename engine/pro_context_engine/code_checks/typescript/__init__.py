"""The check of TypeScript and JavaScript code by the symbol tables of the packages that it imports."""
