"""The documentation inside npm packages: their declarations, or their code where they have none."""
