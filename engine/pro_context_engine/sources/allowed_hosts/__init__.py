"""Pages of hosts that the operator allows besides documentation."""
