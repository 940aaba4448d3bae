"""One module for each thing that a handler asks the engine for."""
